//! PGN: one board (Edwards 1994). A board of bughouse is a PGN with drops and `[Variant "Bughouse"]`; what the other
//! board gave it is then taken as read.
use super::{
    fen,
    games::{Lines, Numbering, read_all, write_remarks, write_tags},
    record::{Record, RecordError},
    san,
};
use crate::rules::{MoveRules, Position};
use board::{BoardId, Color};

/// Reads every game of a file onto board A, as tolerantly as [`super::bpgn::read`].
///
/// # Errors
/// When a move cannot be understood, or the file is broken: where, and what would be right.
pub fn read(bytes: &[u8], rules: &MoveRules) -> Result<Vec<Record>, RecordError> {
    read_all(bytes, Numbering::Plain, rules)
}

/// The seven tags that every file has, in this order.
const TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Writes one board of a record, with the time left as `[%clk h:mm:ss]`. Of a match of two boards the players are
/// those of the board, and the result is turned where White there plays for team 2.
pub fn write(record: &Record, board: BoardId, rules: &MoveRules) -> String {
    let mut one = record.clone();
    if rules.drops {
        // One board may have been read as a file of its own.
        let alone = |tag: &str| record.tag(tag).filter(|_| board == BoardId::A);
        let name = |tag: &str| record.tag(&format!("{tag}{board}")).or(alone(tag)).unwrap_or("?").to_owned();
        let players = [("White".to_owned(), name("White")), ("Black".to_owned(), name("Black"))];
        let of_match = ["WhiteA", "BlackA", "WhiteB", "BlackB", "White", "Black", "Variant"];
        one.tags.retain(|(tag, _)| !of_match.contains(&tag.as_str()));
        one.tags.extend(players);
        one.tags.push(("Variant".to_owned(), "Bughouse".to_owned()));
        one.result = match (board, record.result.as_str()) {
            (BoardId::B, "1-0") => "0-1".to_owned(),
            (BoardId::B, "0-1") => "1-0".to_owned(),
            (_, result) => result.to_owned(),
        };
    }
    let mut text = String::new();
    let start = record.start.board(board);
    let style = if rules.drops { fen::PocketStyle::Brackets } else { fen::PocketStyle::None };
    let fen = (*start != Position::start()).then(|| fen::write_with_marks(start, style));
    write_tags(&mut text, &one, &TAGS, fen);
    let mut lines = Lines::new(text);
    let mut white_just_moved = false;
    for (before, ply, _) in record.replay(rules).filter(|(_, ply, _)| ply.board == board) {
        let mut position = *before.board(board);
        position.set_turn(ply.color);
        match ply.color {
            Color::White => lines.word(&format!("{}.", position.fullmove())),
            Color::Black if white_just_moved => {}
            Color::Black => lines.word(&format!("{}...", position.fullmove())),
        }
        lines.word(&san::write(&position, ply.mv, rules));
        if let Some(ms) = ply.remaining_ms {
            lines.remark(&clock(ms));
        }
        write_remarks(&mut lines, ply);
        let remarked = ply.remaining_ms.is_some() || !ply.irregularities.is_empty() || !ply.remarks.is_empty();
        white_just_moved = ply.color == Color::White && !remarked;
    }
    record.remarks.iter().for_each(|remark| lines.comment(remark));
    lines.end(&one.result)
}

/// `[%clk 0:01:59.051]`; a fallen flag is zero.
fn clock(ms: i64) -> String {
    let ms = ms.max(0);
    let (hours, minutes, rest) = (ms / 3_600_000, ms / 60_000 % 60, ms % 60_000);
    let seconds = format!("{:02}.{:03}", rest / 1000, rest % 1000);
    let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
    format!("[%clk {hours}:{minutes:02}:{}]", if rest == 0 { "00" } else { seconds })
}
