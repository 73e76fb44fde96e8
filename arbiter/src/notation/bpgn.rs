//! BPGN: both boards of a match in one file (the standard of bughousedb.com, versions 1.0 to 1.2).
//!
//! `12A.` announces White's twelfth move on board A, `12a.` Black's, `12B.` and `12b.` those of board B; `{119.051}` behind a move is
//! the time left in seconds. A match that did not begin at the start has a `FEN` tag with both boards' FENs and a `|` between.
use super::{
    fen,
    games::{Lines, Numbering, read_all, seconds, write_remarks, write_tags},
    record::{Record, RecordError},
    san,
};
use crate::rules::{MoveRules, Table};
use board::{BoardId, Color};

/// Reads every match of a file, tolerantly: UTF-8 or Latin-1, any line ends, remarks and side lines anywhere, numbers with
/// or without blanks behind them. Moves that are not legal are read where it is clear what was meant, and marked.
///
/// # Errors
/// When a move cannot be understood, or the file is broken: where, and what would be right.
pub fn read(bytes: &[u8], rules: &MoveRules) -> Result<Vec<Record>, RecordError> {
    read_all(bytes, Numbering::Lettered, rules)
}

/// The tags that every file has, in this order.
const TAGS: [&str; 10] =
    ["Event", "Site", "Date", "Round", "WhiteA", "BlackA", "WhiteB", "BlackB", "TimeControl", "Result"];

/// Writes a match in the one canonical way: every tag, every move with its number, times in seconds, lines of at
/// most 80 characters. A move that was not legal is written with both squares and a remark that says why.
pub fn write(record: &Record, rules: &MoveRules) -> String {
    let mut text = String::new();
    let start = (record.start != Table::start()).then(|| {
        let [a, b] =
            BoardId::BOTH.map(|board| fen::write_with_marks(record.start.board(board), fen::PocketStyle::NinthRank));
        format!("{a} | {b}")
    });
    write_tags(&mut text, record, &TAGS, start);
    let mut lines = Lines::new(text);
    for (before, ply, _) in record.replay(rules) {
        let letter = match (ply.board, ply.color) {
            (BoardId::A, Color::White) => 'A',
            (BoardId::A, Color::Black) => 'a',
            (BoardId::B, Color::White) => 'B',
            (BoardId::B, Color::Black) => 'b',
        };
        let mut position = *before.board(ply.board);
        position.set_turn(ply.color);
        lines.word(&format!("{}{letter}.", position.fullmove()));
        lines.word(&san::write(&position, ply.mv, rules));
        if let Some(ms) = ply.remaining_ms {
            lines.remark(&seconds(ms));
        }
        write_remarks(&mut lines, ply);
    }
    record.remarks.iter().for_each(|remark| lines.comment(remark));
    lines.end(&record.result)
}
