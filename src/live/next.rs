//! Whether the boards have been set up for another match.

use super::teller::Counts;
use board::{BoardId, Input, Observation, Placement, Sighting, Square, Stamp, Visibility};
use std::collections::BTreeMap;

/// All boards stand in the start position for so long, in milliseconds, before another match begins: hands are still there before.
const STANDS_MS: i64 = 3_000;

/// A match that nobody is known to have ended is over, too, where so many turns have been told. Fewer may have been taken back.
const TURNS: u64 = 4;

/// Looks for the start position after a match has been played.
#[derive(Debug)]
pub struct SetUp {
    /// Since when each board has stood in the start position, by what was seen last.
    stands: BTreeMap<BoardId, Option<Stamp>>,
    latest: Stamp,
}

impl SetUp {
    /// Of these boards nothing is known.
    pub fn new(boards: impl IntoIterator<Item = BoardId>) -> SetUp {
        SetUp { stands: boards.into_iter().map(|board| (board, None)).collect(), latest: Stamp::ZERO }
    }

    /// Something was seen.
    pub fn see(&mut self, input: &Input) {
        let Input::Observation(Observation { at, board, sighting: Sighting::Board(evidence), .. }) = input else {
            return;
        };
        self.latest = self.latest.max(*at);
        let start = Placement::start();
        let stands = Square::all().all(|square| {
            let seen = evidence.at(square);
            seen.visibility == Visibility::Seen && seen.best() == start[square]
        });
        let since = self.stands.entry(*board).or_default();
        *since = if stands { since.or(Some(*at)) } else { None };
    }

    /// Whether a match has been played, and all boards stand as before the next.
    pub fn is_for_another_match(&self, counts: &Counts) -> bool {
        let since = |since: &Option<Stamp>| since.is_some_and(|since| self.latest.millis_since(since) >= STANDS_MS);
        let played = counts.turns.get() >= TURNS || counts.decided_by_rule.get() && counts.turns.get() > 0;
        played && !self.stands.is_empty() && self.stands.values().all(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardEvidence, CameraId, Piece, Standing};

    fn look(board: BoardId, ms: i64, placement: &Placement) -> Input {
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all() {
            let seen = &mut evidence.0[square.index()];
            seen.visibility = Visibility::Seen;
            seen.likelihood = [board::LogProb(-1000); board::CLASS_COUNT];
            seen.likelihood[Piece::class_of(placement[square])] = board::LogProb(0);
        }
        Input::Observation(Observation {
            at: Stamp::from_millis(ms),
            camera: CameraId(0),
            frame: ms as u64,
            board,
            standing: Standing::Frame,
            sighting: Sighting::Board(evidence),
        })
    }

    #[test]
    fn another_match_begins_where_both_boards_are_set_up_after_one_was_played() {
        let (mut set_up, counts) = (SetUp::new(BoardId::BOTH), Counts::default());
        let (start, mut played) = (Placement::start(), Placement::start());
        played[Square::all().nth(12).unwrap()] = None;
        let mut see = |from: i64, to: i64, a: &Placement, b: &Placement, counts: &Counts| {
            for ms in (from..to).step_by(100) {
                set_up.see(&look(BoardId::A, ms, a));
                set_up.see(&look(BoardId::B, ms, b));
            }
            set_up.is_for_another_match(counts)
        };
        assert!(!see(0, 10_000, &start, &start, &counts), "before the first move");
        counts.turns.set(12);
        assert!(!see(10_000, 20_000, &played, &played, &counts));
        assert!(!see(20_000, 30_000, &start, &played, &counts), "one board is not set up");
        assert!(!see(30_000, 32_000, &start, &start, &counts), "hands are still there");
        assert!(see(32_000, 33_500, &start, &start, &counts));
        counts.turns.set(1);
        assert!(!see(33_500, 34_000, &start, &start, &counts), "a move that was taken back");
        counts.decided_by_rule.set(true);
        assert!(see(34_000, 34_200, &start, &start, &counts), "a match that ended at once");
    }
}
