use crate::rules::{Irregularity, Move, MoveRules, Played, Position, Table};
use board::{BoardId, Color};

/// A recorded match or game: who played, where it began, and every ply in the order it was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Names and values of the tags, in the order of the file: `("WhiteA", "P001")`.
    pub tags: Vec<(String, String)>,
    /// The position it began from.
    pub start: Table,
    /// The plies of both boards.
    pub plies: Vec<Ply>,
    /// Whether it is not known what was held, as on one board of a match of two: a piece that was dropped is then taken
    /// to have been held.
    pub reserves_unknown: bool,
    /// What is remarked after the last ply, as the reason for the end.
    pub remarks: Vec<String>,
    /// `1-0` (team 1, or White), `0-1`, `1/2-1/2`, or `*` where it is not known.
    pub result: String,
}

/// One recorded ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The board.
    pub board: BoardId,
    /// Who moved.
    pub color: Color,
    /// What was played.
    pub mv: Move,
    /// Time left to the mover after the ply, in milliseconds; below zero once the flag has fallen.
    pub remaining_ms: Option<i64>,
    /// Every reason why the move was not legal; none for a legal one.
    pub irregularities: Vec<Irregularity>,
    /// Remarks that follow the ply.
    pub remarks: Vec<String>,
    /// Where the file has it; line 0 for a ply that comes from no file.
    pub place: Place,
}

/// A place in a text, in lines and characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A recorded game cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {reason}", place.line, place.column)]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Why the game on a board ended, in the file's word for it (`checkmated`, `timeout`, `resigned`, ...), where it says so.
    pub fn end_reason(&self, board: BoardId) -> Option<&str> {
        self.tag(end_reason_tag(board))
    }

    /// Plays the record through: for every ply the table before it, and what it did.
    pub fn replay(&self, rules: &MoveRules) -> impl Iterator<Item = (Table, &Ply, Played)> {
        let (mut table, rules) = (self.start, *rules);
        self.plies.iter().map(move |ply| {
            let before = table;
            let played = play_ply(&mut table, ply.board, ply.color, ply.mv, &rules);
            (before, ply, played)
        })
    }
}

/// The tag that says why a board's game ended.
pub(super) fn end_reason_tag(board: BoardId) -> &'static str {
    match board {
        BoardId::A => "EndReasonA",
        BoardId::B => "EndReasonB",
    }
}

/// What is irregular about a recorded ply. `position` has it `color`'s turn; whether it was is said by `out_of_turn`.
pub(super) fn judge(
    position: &Position,
    color: Color,
    mv: Move,
    out_of_turn: bool,
    rules: &MoveRules,
) -> Vec<Irregularity> {
    let mut reasons = position.irregularities_as(color, mv, rules);
    if out_of_turn && !reasons.contains(&Irregularity::OutOfTurn) {
        reasons.push(Irregularity::OutOfTurn);
        reasons.sort_unstable();
    }
    reasons
}

/// Plays a recorded ply for whoever the record says played it, and passes on what was taken. Then it is his opponent's turn,
/// whosever piece he moved.
pub(super) fn play_ply(table: &mut Table, board: BoardId, color: Color, mv: Move, rules: &MoveRules) -> Played {
    let position = table.board_mut(board);
    position.set_turn(color);
    let played = position.play_as(color, mv);
    position.set_turn(!color);
    table.pass_on(board, played, rules);
    played
}
