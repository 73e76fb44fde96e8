use super::{
    CaptureAvailable, ClaimForm, Completion, DeadPosition, DropBoundWhen, Flag, FlagDraw, HiddenRemedy, IllegalPenalty,
    Intervention, MatchEnd, Passing, PawnOnLastRank, Profile, PromotionCompletion, RepetitionBreak, SimultaneousWindow,
    Stalemate,
};
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
        let mut found = Vec::new();
        let checks = [self.of_table(), self.of_moves(), self.of_endings(), self.of_proceedings()];
        for (broken, first, second, reason) in checks.into_iter().flatten() {
            if broken {
                found.push(Contradiction { first, second, reason });
            }
        }
        found
    }

    /// Boards, sets and what goes between them.
    fn of_table(&self) -> Vec<Check> {
        let two_boards = self.boards.value == 2;
        let one_board = !two_boards;
        let alone = "with one board nothing can depend on another";
        vec![
            (!matches!(self.boards.value, 1 | 2), "boards", "boards", "a table has one board or two"),
            (!(1..=2).contains(&self.sets.value), "sets", "sets", "a table has one set or two"),
            (
                two_boards != self.drops.value,
                "boards",
                "drops",
                "pieces to drop come from a second board, and on two boards they are what links them",
            ),
            (two_boards && self.sets.value < 2, "boards", "sets", "two boards need two sets"),
            (one_board && self.match_end.value == MatchEnd::BothGames, "boards", "match_end", alone),
            (one_board && self.stalemate.value == Stalemate::DrawIfOtherFinished, "boards", "stalemate", alone),
            (one_board && self.dead_position.value == DeadPosition::IfOtherFinished, "boards", "dead_position", alone),
            (one_board && self.flag_draw.value == FlagDraw::ImpossibleWithFuturePieces, "boards", "flag_draw", alone),
            (one_board && self.claim_form.value == ClaimForm::BothClocksStopped, "boards", "claim_form", alone),
            (one_board && self.hidden_remedy.value != HiddenRemedy::None, "boards", "hidden_remedy", alone),
            (one_board && self.draw_consent.value == 4, "boards", "draw_consent", alone),
            (
                two_boards == (self.passing.value == Passing::None),
                "boards",
                "passing",
                "captured pieces are handed over exactly where there is a partner",
            ),
            (
                one_board && self.rep_break_on.value == RepetitionBreak::Drop,
                "boards",
                "rep_break_on",
                "there are no drops on one board",
            ),
            (
                !matches!(self.draw_consent.value, 2 | 4),
                "draw_consent",
                "draw_consent",
                "a draw takes both players of a board or all four",
            ),
            (self.visible_to.value > 3, "visible_to", "visible_to", "there are three other players"),
            (
                self.castle_dropped_rook.value && !self.drops.value,
                "castle_dropped_rook",
                "drops",
                "without drops no rook is dropped",
            ),
        ]
    }

    /// Drops, promotion and mate.
    fn of_moves(&self) -> Vec<Check> {
        let (ranks, kinds) = (self.pawn_drop_ranks.value, self.promotion_kinds.value);
        let stays = self.promotion.value == PromotionStyle::Stays;
        let steals = self.promotion.value == PromotionStyle::TakeFromDiagonal;
        let body_stays = self.promotion.value != PromotionStyle::ReplaceBody;
        vec![
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
                steals && self.boards.value != 2,
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
                body_stays && self.pawn_on_last_rank.value != PawnOnLastRank::Nothing,
                "promotion",
                "pawn_on_last_rank",
                "the pawn has to stand there: write pawn_on_last_rank = \"nothing\"",
            ),
            (
                (stays || steals) && self.promotion_completion.value == PromotionCompletion::Declaration,
                "promotion",
                "promotion_completion",
                "no piece is named that could complete the promotion",
            ),
            (
                !steals && self.capture_available.value == CaptureAvailable::EndOfSnyatie,
                "promotion",
                "capture_available",
                "no promotion takes a piece from the other board: write capture_available = \"press\"",
            ),
            (
                self.drop_limit.value == DropLimit::NoBughouseMate && self.mate_model.value == MateModel::Actual,
                "drop_limit",
                "mate_model",
                "a drop that only a piece still to come could parry would be legal and mate: use no_mate, or the model hypothetical",
            ),
            (
                self.mate_model.value == MateModel::Hypothetical && !self.drops.value,
                "mate_model",
                "drops",
                "without drops nothing can come to cover a check",
            ),
        ]
    }

    /// How games and the match end.
    fn of_endings(&self) -> Vec<Check> {
        let both_games = self.match_end.value == MatchEnd::BothGames;
        let priority = &self.priority.value;
        let repeated = priority.iter().enumerate().any(|(index, end)| priority[..index].contains(end));
        vec![
            (repeated, "priority", "priority", "each way to end a game stands in the order once"),
            (
                both_games && !priority.is_empty(),
                "match_end",
                "priority",
                "where both games count neither goes before the other: write priority = []",
            ),
            (
                both_games && self.simultaneous_window.value != SimultaneousWindow::None,
                "match_end",
                "simultaneous_window",
                "where both games count it does not matter which ended first",
            ),
            (
                both_games && self.continue_needs_both.value,
                "match_end",
                "continue_needs_both",
                "where both games count the other one goes on anyway",
            ),
            (
                both_games && self.draw_consent.value == 4,
                "match_end",
                "draw_consent",
                "all four agree on the match, and where both games count each has its own draw: write draw_consent = 2",
            ),
            (
                self.rep_occurrences.value < 2,
                "rep_occurrences",
                "rep_occurrences",
                "a position repeats when it occurs at least twice",
            ),
            (
                self.delay_below_s.value > 0 && self.delay_s.value == 0,
                "delay_below_s",
                "delay_s",
                "there is no delay that could come into force",
            ),
            (
                self.base_s.value > 0 && self.delay_below_s.value > self.base_s.value,
                "delay_below_s",
                "base_s",
                "it is more than the thinking time: write 0 for a delay that is always in force",
            ),
        ]
    }

    /// Claims, penalties and what the arbiter may do.
    fn of_proceedings(&self) -> Vec<Check> {
        let gives_time = |penalty| matches!(penalty, IllegalPenalty::UndoAndTime | IllegalPenalty::TimeThenLoss);
        let timed = gives_time(self.illegal_class1.value) || gives_time(self.illegal_class2.value);
        let silent = self.arbiter_intervention.value == Intervention::OnClaim;
        vec![
            (
                self.completion.value == Completion::Release
                    && matches!(self.capture_available.value, CaptureAvailable::Press | CaptureAvailable::EndOfSnyatie),
                "completion",
                "capture_available",
                "where the press completes nothing a capture cannot wait for it",
            ),
            (
                timed && self.illegal_bonus_s.value == 0,
                "illegal_class2",
                "illegal_bonus_s",
                "undo_and_time and time_then_loss give time: say how many seconds",
            ),
            (
                !timed && self.illegal_bonus_s.value > 0,
                "illegal_class2",
                "illegal_bonus_s",
                "no illegal move gives time: write illegal_bonus_s = 0 or a penalty that does",
            ),
            (
                self.touch_reserve_free.value && self.drop_bound_when.value == DropBoundWhen::TouchesBoard,
                "touch_reserve_free",
                "drop_bound_when",
                "a reserve piece that binds by touching the board is not touched freely",
            ),
            (
                silent && self.flag.value == Flag::Auto,
                "arbiter_intervention",
                "flag",
                "an arbiter who is silent until a claim does not enter flags: write flag = \"on_claim\"",
            ),
            (
                silent && self.player_facing_alerts.value,
                "arbiter_intervention",
                "player_facing_alerts",
                "what the arbiter may not say the players may not see",
            ),
        ]
    }
}

/// Whether two values contradict each other, which, and why.
type Check = (bool, &'static str, &'static str, &'static str);
