use super::{CaptureAvailable, Completion, MatchEnd, Passing, Profile, RepetitionBreak, Stalemate};
use crate::rules::{DropLimit, MateModel, PromotionStyle};

/// Two values of a profile that cannot both hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{first} and {second} contradict each other: {reason}")]
pub struct Contradiction {
    /// One parameter.
    pub first: &'static str,
    /// The other, or the same where a value is impossible by itself.
    pub second: &'static str,
    /// Why, and what to change.
    pub reason: &'static str,
}

impl Profile {
    /// Every contradiction in the profile; none in a sound one.
    pub fn verify(&self) -> Vec<Contradiction> {
        let ranks = self.pawn_drop_ranks.value;
        let kinds = self.promotion_kinds.value;
        let two_boards = self.boards.value == 2;
        let ties_boards = self.match_end.value == MatchEnd::BothGames
            || self.stalemate.value == Stalemate::DrawIfOtherFinished
            || self.draw_consent.value > 2;
        let stays = self.promotion.value == PromotionStyle::Stays;
        let steals = self.promotion.value == PromotionStyle::TakeFromDiagonal;
        [
            (!matches!(self.boards.value, 1 | 2), "boards", "boards", "a table has one board or two"),
            (!(1..=2).contains(&self.sets.value), "sets", "sets", "a table has one set or two"),
            (
                two_boards != self.drops.value,
                "boards",
                "drops",
                "pieces to drop come from a second board, and on two boards they are what links them",
            ),
            (two_boards && self.sets.value < 2, "boards", "sets", "two boards need two sets"),
            (!two_boards && ties_boards, "boards", "match_end", "with one board nothing can depend on another"),
            (
                !(1..=8).contains(&ranks.0) || !(1..=8).contains(&ranks.1) || ranks.0 > ranks.1,
                "pawn_drop_ranks",
                "pawn_drop_ranks",
                "they are two ranks between 1 and 8, the lower first",
            ),
            (
                kinds.contains(board::Kind::Pawn) || kinds.contains(board::Kind::King),
                "promotion_kinds",
                "promotion_kinds",
                "a pawn becomes a queen, rook, bishop or knight",
            ),
            (
                kinds.is_empty() != stays,
                "promotion",
                "promotion_kinds",
                "kinds to choose from are needed exactly where a pawn is promoted",
            ),
            (
                steals && !two_boards,
                "promotion",
                "boards",
                "a piece can be taken from the diagonal player only where there is one",
            ),
            (
                steals && self.demote_on_capture.value,
                "promotion",
                "demote_on_capture",
                "a piece taken from the other board is a real one and stays one",
            ),
            (
                self.drop_limit.value == DropLimit::NoBughouseMate && self.mate_model.value == MateModel::Actual,
                "drop_limit",
                "mate_model",
                "a drop that only a piece still to come could parry would be legal and mate: use no_mate, or the model hypothetical",
            ),
            (
                self.completion.value == Completion::Release && self.capture_available.value == CaptureAvailable::Press,
                "completion",
                "capture_available",
                "where the press completes nothing a capture cannot wait for it",
            ),
            (
                two_boards == (self.passing.value == Passing::None),
                "boards",
                "passing",
                "captured pieces are handed over exactly where there is a partner",
            ),
            (
                !two_boards && self.rep_break_on.value == RepetitionBreak::Drop,
                "boards",
                "rep_break_on",
                "there are no drops on one board",
            ),
            (
                self.rep_occurrences.value < 2,
                "rep_occurrences",
                "rep_occurrences",
                "a position repeats when it occurs at least twice",
            ),
            (
                !matches!(self.draw_consent.value, 2 | 4),
                "draw_consent",
                "draw_consent",
                "a draw takes both players of a board or all four",
            ),
            (
                self.castle_dropped_rook.value && !self.drops.value,
                "castle_dropped_rook",
                "drops",
                "without drops no rook is dropped",
            ),
        ]
        .into_iter()
        .filter(|&(broken, ..)| broken)
        .map(|(_, first, second, reason)| Contradiction { first, second, reason })
        .collect()
    }
}
