//! Turns told against turns played.

use crate::{
    script::{Script, ScriptPly},
    told::{Told, ToldTurn},
};
use arbiter::rules::Move;
use board::BoardId;

/// What a ply is, by what makes it hard. One that is several of these is the first of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlyClass {
    /// A pawn that becomes something.
    Promotion,
    /// King and rook.
    Castling,
    /// A pawn taken in passing.
    EnPassant,
    /// A piece from the reserve.
    Drop,
    /// A move that takes.
    Capture,
    /// Any other.
    Plain,
}

impl PlyClass {
    /// All, as they are listed.
    pub const ALL: [PlyClass; 6] = [
        PlyClass::Plain,
        PlyClass::Capture,
        PlyClass::Drop,
        PlyClass::Castling,
        PlyClass::Promotion,
        PlyClass::EnPassant,
    ];

    /// The class of a ply.
    pub fn of(ply: &ScriptPly) -> PlyClass {
        match ply.played {
            played if played.promotion.is_some() => PlyClass::Promotion,
            played if played.castling.is_some() => PlyClass::Castling,
            played if played.captured.is_some_and(|captured| captured.square != ply.mv.to()) => PlyClass::EnPassant,
            played if played.dropped => PlyClass::Drop,
            played if played.captured.is_some() => PlyClass::Capture,
            _ => PlyClass::Plain,
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            PlyClass::Promotion => "promotion",
            PlyClass::Castling => "castling",
            PlyClass::EnPassant => "en passant",
            PlyClass::Drop => "drop",
            PlyClass::Capture => "capture",
            PlyClass::Plain => "plain move",
        }
    }
}

/// In which way a ply was told wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// Something was dropped there, but of another kind.
    DropKind,
    /// The right squares with another promotion, or none.
    PromotionKind,
    /// A drop was told as a move to its square.
    DropAsMove,
    /// A move was told as a drop on its square.
    MoveAsDrop,
    /// Another piece was told to have gone to the square.
    OtherPiece,
    /// The right piece was told to have gone elsewhere.
    OtherSquare,
    /// Told, but before or after a ply that came after or before it.
    Order,
    /// Nothing was told.
    Missing,
    /// Something quite different was told.
    Other,
}

impl Fault {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::DropKind => "drop of another kind",
            Fault::PromotionKind => "promotion to another kind",
            Fault::DropAsMove => "drop told as a move",
            Fault::MoveAsDrop => "move told as a drop",
            Fault::OtherPiece => "another piece to its square",
            Fault::OtherSquare => "its piece to another square",
            Fault::Order => "out of order",
            Fault::Missing => "nothing told",
            Fault::Other => "something else told",
        }
    }
}

/// How one ply was told.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its number in the script, from 0, both boards counted.
    pub index: usize,
    /// What makes it hard.
    pub class: PlyClass,
    /// Less than 0.6 s after the ply before it on its board.
    pub quick: bool,
    /// Whether the square it reached was seen with its piece at least once before something else happened there.
    pub seen: bool,
    /// `None` where it was told right.
    pub fault: Option<Fault>,
    /// What was told in its place, where something was.
    pub instead: Option<String>,
    /// From the piece's release to the moment from which on it was told right, in milliseconds.
    pub late_ms: Option<i64>,
    /// The certainty it was told with, in thousandths, where it was told right.
    pub certainty: Option<u16>,
}

/// How a match was told.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Every ply of the script, in its order.
    pub plies: Vec<Verdict>,
    /// Turns told that are no ply of the script, with their board and certainty.
    pub invented: Vec<(BoardId, String, u16)>,
    /// Turns that were told anew or withdrawn.
    pub amended: usize,
}

/// Less than this after the ply before it on its board a ply is quick, in milliseconds.
const QUICK_MS: i64 = 600;

/// Compares what was told with the script, board by board, by the longest common subsequence of moves.
pub fn compare(script: &Script, told: &Told, boards: &[BoardId]) -> Comparison {
    let mut comparison = Comparison { amended: told.amended, ..Comparison::default() };
    for &board in boards {
        let plies: Vec<(usize, &ScriptPly)> =
            script.plies.iter().enumerate().filter(|(_, ply)| ply.board == board).collect();
        compare_board(&plies, &told.turns(board), &mut comparison);
    }
    comparison.plies.sort_by_key(|verdict| verdict.index);
    comparison
}

fn compare_board(plies: &[(usize, &ScriptPly)], turns: &[&ToldTurn], comparison: &mut Comparison) {
    let wanted: Vec<String> = plies.iter().map(|(_, ply)| ply.mv.to_string()).collect();
    let given: Vec<&str> = turns.iter().map(|told| told.turn.uci.as_str()).collect();
    let mut pairs = common(&wanted, &given);
    pairs.push((plies.len(), turns.len()));
    let (mut ply_at, mut turn_at) = (0, 0);
    for (ply_end, turn_end) in pairs {
        let between: Vec<&ToldTurn> = turns[turn_at..turn_end].to_vec();
        for &(index, ply) in &plies[ply_at..ply_end] {
            let (fault, instead) = fault(ply, &between);
            let instead = instead.map(|told| told.turn.uci.clone());
            comparison.plies.push(Verdict { fault: Some(fault), instead, ..verdict(index, ply) });
        }
        let strangers = between.iter().map(|told| (told.turn.board, told.turn.uci.clone(), told.turn.certainty));
        comparison.invented.extend(strangers);
        if let (Some(&(index, ply)), Some(told)) = (plies.get(ply_end), turns.get(turn_end)) {
            let late_ms = Some(told.since.millis_since(ply.at));
            let certainty = Some(told.turn.certainty);
            comparison.plies.push(Verdict { late_ms, certainty, ..verdict(index, ply) });
        }
        (ply_at, turn_at) = (ply_end + 1, turn_end + 1);
    }
}

fn verdict(index: usize, ply: &ScriptPly) -> Verdict {
    Verdict {
        index,
        class: PlyClass::of(ply),
        quick: ply.gap_ms < QUICK_MS,
        seen: true,
        fault: None,
        instead: None,
        late_ms: None,
        certainty: None,
    }
}

/// What went wrong with a ply, `between` being what was told in its stretch.
fn fault<'a>(ply: &ScriptPly, between: &[&'a ToldTurn]) -> (Fault, Option<&'a ToldTurn>) {
    let parsed = |told: &&&ToldTurn| told.turn.uci.parse::<Move>().ok();
    let to_same = between.iter().find(|told| parsed(told).is_some_and(|mv| mv.to() == ply.mv.to()));
    let from_same =
        between.iter().find(|told| parsed(told).is_some_and(|mv| mv.from().is_some() && mv.from() == ply.mv.from()));
    if let Some(told) = to_same {
        let mv = told.turn.uci.parse::<Move>().ok();
        let fault = match (ply.mv, mv) {
            (Move::Drop { .. }, Some(Move::Drop { .. })) => Fault::DropKind,
            (Move::Drop { .. }, _) => Fault::DropAsMove,
            (_, Some(Move::Drop { .. })) => Fault::MoveAsDrop,
            (Move::Walk { from, .. }, Some(Move::Walk { from: other, .. })) if from == other => {
                if told.turn.uci == ply.mv.to_string() { Fault::Order } else { Fault::PromotionKind }
            }
            _ => Fault::OtherPiece,
        };
        return (fault, Some(told));
    }
    match from_same {
        Some(told) => (Fault::OtherSquare, Some(told)),
        None if between.is_empty() => (Fault::Missing, None),
        None => (Fault::Other, between.first().copied()),
    }
}

/// A longest common subsequence as pairs of indices.
pub fn common<A: AsRef<str>, B: AsRef<str>>(one: &[A], other: &[B]) -> Vec<(usize, usize)> {
    let (n, m) = (one.len(), other.len());
    let mut longest = vec![vec![0u32; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            longest[i][j] = if one[i].as_ref() == other[j].as_ref() {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < n && j < m {
        if one[i].as_ref() == other[j].as_ref() {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_common_subsequence_pairs_what_is_equal() {
        let pairs = common(&["a", "b", "c", "d"], &["b", "x", "d", "a"]);
        assert_eq!(pairs, [(1, 0), (3, 2)]);
        assert_eq!(common::<&str, &str>(&[], &["a"]), []);
        let same = ["a", "b", "c"];
        assert_eq!(common(&same, &same).len(), 3);
    }
}
