//! Checking a recorded match against a profile: every irregular ply with its articles, how the boards ended, and the result
//! the profile makes of it.
use super::{record::Record, san};
use crate::{
    profile::{Flag, IllegalPenalty, Profile},
    rules::{BoardEnd, GameEnd, Irregularity, NoMove, Table, is_dead, no_move_means, resolve, words::words},
};
use board::{BoardId, Color, Seat, Stamp, Team};

/// One thing to tell about a recorded match; one JSON object a line.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Finding {
    /// A ply that was not legal, and stood.
    Irregular {
        /// The match's number in its file, from 1.
        r#match: usize,
        /// The ply's number in the match, from 1, both boards counted together.
        ply: usize,
        /// The move's number with the letter of board and colour, as BPGN has it: `12a`.
        number: String,
        /// Who played it.
        seat: Seat,
        /// What was played.
        uci: String,
        /// The same, as people write it.
        san: String,
        /// Every reason.
        reasons: Vec<Irregularity>,
        /// The articles broken, separated by commas; empty where the profile names none.
        article: String,
        /// What it costs if it is claimed in time.
        penalty: IllegalPenalty,
        /// The line of the file, from 1.
        line: usize,
    },
    /// What the match has come to.
    Result {
        /// The match's number in its file, from 1.
        r#match: usize,
        /// `1-0` for team 1 (White on one board), `0-1`, `1/2-1/2`; `*` where nothing is decided.
        result: String,
        /// The boards on which mate was given.
        mates: Vec<BoardId>,
        /// How each board's game ended, as far as that is known.
        ends: Vec<EndFound>,
        /// The result in the file.
        recorded: String,
        /// How many plies it has.
        plies: usize,
    },
}

/// How a board's game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct EndFound {
    /// Which board's.
    pub board: BoardId,
    /// How.
    pub kind: EndKind,
    /// Who lost it; `None` for a draw.
    pub seat: Option<Seat>,
    /// What says so.
    pub source: EndSource,
    /// The ply after which it ended, from 1 as in [`Finding::Irregular`].
    pub ply: usize,
}

words! {
    /// How a game ended.
    pub enum EndKind {
        /// Mate.
        Mate = "mate",
        /// A side had no move, and the profile makes that a draw.
        NoMove = "no_move",
        /// Nobody could win any more, and the profile makes that a draw.
        DeadPosition = "dead_position",
        /// A flag fell.
        Flag = "flag",
        /// A player resigned or left.
        Resigned = "resigned",
        /// The file says it was drawn.
        Drawn = "drawn",
    }
}

words! {
    /// What says how a game ended.
    pub enum EndSource {
        /// What stands on the board.
        Board = "board",
        /// A time below zero in the file.
        Clock = "clock",
        /// The file's own word.
        File = "file",
    }
}

/// Everything there is to tell about a match under a profile, in the order of its plies, the result last.
pub fn validate(record: &Record, number: usize, profile: &Profile) -> Vec<Finding> {
    let rules = profile.move_rules();
    let mut findings = Vec::new();
    let mut ends = Vec::<EndFound>::new();
    for (index, (before, ply, played)) in record.replay(&rules).enumerate() {
        let mut position = *before.board(ply.board);
        let out_of_turn = position.turn() != ply.color;
        position.set_turn(ply.color);
        let mut reasons = super::record::judge(&position, ply.color, ply.mv, out_of_turn, &rules);
        reasons.retain(|&reason| !record.reserves_unknown || reason != Irregularity::DropNotHeld);
        let seat = Seat::new(ply.board, ply.color);
        if !reasons.is_empty() {
            let second = profile.is_second_class(&reasons);
            findings.push(Finding::Irregular {
                r#match: number,
                ply: index + 1,
                number: format!("{}{}", position.fullmove(), letter(seat)),
                seat,
                uci: ply.mv.to_string(),
                san: san::write(&position, ply.mv, &rules),
                article: profile.articles.of_move(&reasons, &played).join(", "),
                penalty: if second { profile.illegal_class2.value } else { profile.illegal_class1.value },
                reasons,
                line: ply.place.line,
            });
        }
        let mut after = before;
        super::record::play_ply(&mut after, ply.board, ply.color, ply.mv, &rules);
        let position = after.board(ply.board);
        let ended = |board: BoardId| ends.iter().any(|end| end.board == board);
        let waiting = Seat::new(ply.board, position.turn());
        let found = if ended(ply.board) {
            None
        } else if position.is_mate(&rules) {
            Some((EndKind::Mate, Some(waiting), EndSource::Board))
        } else if position.is_stalemate(&rules) && no_move_means(profile, ended(ply.board.other())) == NoMove::Draw {
            Some((EndKind::NoMove, None, EndSource::Board))
        } else if is_dead(profile, position, ended(ply.board.other())) {
            Some((EndKind::DeadPosition, None, EndSource::Board))
        } else if profile.flag.value == Flag::Auto && ply.remaining_ms.is_some_and(|ms| ms < 0) {
            Some((EndKind::Flag, Some(seat), EndSource::Clock))
        } else {
            None
        };
        ends.extend(found.map(|(kind, seat, source)| EndFound {
            board: ply.board,
            kind,
            seat,
            source,
            ply: index + 1,
        }));
    }
    for board in BoardId::BOTH {
        let ended = ends.iter().any(|end| end.board == board);
        ends.extend((!ended).then(|| end_in_file(record, board)).flatten());
    }
    let decided: Vec<BoardEnd> = ends.iter().map(board_end).collect();
    let result = resolve(profile, &decided).result();
    findings.push(Finding::Result {
        r#match: number,
        result: result.to_owned(),
        mates: ends.iter().filter(|end| end.kind == EndKind::Mate).map(|end| end.board).collect(),
        ends,
        recorded: record.result.clone(),
        plies: record.plies.len(),
    });
    findings
}

/// BPGN's letter for a seat: A and B for White, a and b for Black.
fn letter(seat: Seat) -> char {
    match (seat.board, seat.color) {
        (BoardId::A, Color::White) => 'A',
        (BoardId::A, Color::Black) => 'a',
        (BoardId::B, Color::White) => 'B',
        (BoardId::B, Color::Black) => 'b',
    }
}

/// The end that the file's word for a board means, which only the players could know: who of the two lost is told by
/// the result. What a board ended with can be seen, and its word is not taken for it.
fn end_in_file(record: &Record, board: BoardId) -> Option<EndFound> {
    let winner = match record.result.as_str() {
        "1-0" => Some(Team::One),
        "0-1" => Some(Team::Two),
        "1/2-1/2" => None,
        _ => return None,
    };
    let kind = match (record.end_reason(board)?, winner) {
        ("timeout", Some(_)) => EndKind::Flag,
        ("resigned" | "abandoned", Some(_)) => EndKind::Resigned,
        ("agreed" | "repetition" | "50move" | "insufficient" | "timevsinsufficient", None) => EndKind::Drawn,
        _ => return None,
    };
    let seat = winner.and_then(|winner| {
        Color::BOTH.into_iter().map(|color| Seat::new(board, color)).find(|seat| seat.team() != winner)
    });
    Some(EndFound { board, kind, seat, source: EndSource::File, ply: record.plies.len() })
}

fn board_end(found: &EndFound) -> BoardEnd {
    let end = match (found.kind, found.seat) {
        (EndKind::Mate, Some(seat)) => GameEnd::Mate(seat.color),
        (EndKind::Flag, Some(seat)) => GameEnd::Flag(seat.color),
        (EndKind::Resigned, Some(seat)) => GameEnd::Lost(seat.color),
        _ => GameEnd::Draw,
    };
    // The order of the plies is all the time that matters here.
    let at = Stamp::from_millis(i64::try_from(found.ply).unwrap_or(i64::MAX / 1_000_000));
    BoardEnd { board: found.board, at, end }
}

/// The table after the last ply of a record.
pub fn last_table(record: &Record, profile: &Profile) -> Table {
    let rules = profile.move_rules();
    record.replay(&rules).last().map_or(record.start, |(before, ply, _)| {
        let mut table = before;
        super::record::play_ply(&mut table, ply.board, ply.color, ply.mv, &rules);
        table
    })
}
