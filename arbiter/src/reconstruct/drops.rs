//! What it costs to say that a piece was dropped: by the ledger, and by what was seen to be taken from the reserves.

use super::{
    beam::Priors,
    hypothesis::{Hypothesis, Tally},
    look::View,
};
use board::{Color, Kind, Square, Stamp};

/// What is seen of the reserves for so long after something came to stand on a square still tells what it is, in milliseconds: a hand may have been
/// over both. What is seen later speaks of what follows.
const STILL_TELLS_MS: i64 = 2000;

/// What is known of a board's two reserves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reserves {
    /// What the other board's captures have brought each colour so far.
    pub supply: Tally,
    /// What was seen to be taken from each colour's reserve just now, as what it costs to say that it was of a kind.
    pub against: [[i32; 5]; 2],
}

/// What was seen to be taken from the reserves when what stands on each square came there. Accounts of what stands there are sought again and again
/// while it stands, and what was known then is what counts.
#[derive(Clone, Debug)]
pub struct Taken([Option<(Stamp, [[i32; 5]; 2])>; 64]);

impl Default for Taken {
    fn default() -> Self {
        Taken([None; 64])
    }
}

impl Taken {
    /// What is seen in `view` at `at` was dropped, if it was, while the reserves said `against`.
    pub fn note(&mut self, view: &View, against: [[i32; 5]; 2], at: Stamp) {
        for square in view.current() {
            let Some(look) = view.look(square) else { continue };
            let known = &mut self.0[square.index()];
            if known.is_none_or(|(first, _)| first != look.first) || at.millis_since(look.first) <= STILL_TELLS_MS {
                *known = Some((look.first, against));
            }
        }
    }
}

/// What drops cost.
#[derive(Clone, Copy, Debug)]
pub struct Drops<'a> {
    pub priors: &'a Priors,
    pub reserves: &'a Reserves,
    pub taken: &'a Taken,
}

impl Drops<'_> {
    /// What it costs to say that `color` dropped a piece of this kind on `to`, beside what any drop does: by the ledger and by what was seen of the reserve.
    pub fn cost(&self, hypothesis: &Hypothesis, color: Color, kind: Kind, to: Square) -> i32 {
        let held = self.holds(hypothesis, color, kind);
        let of = |against: &[[i32; 5]; 2]| against[color.index()][kind.index()];
        let then = self.taken.0[to.index()].as_ref().map_or(0, |(_, against)| of(against));
        then.max(of(&self.reserves.against)) + if held { 0 } else { self.priors.not_held }
    }

    /// Whether the ledger has a piece of this kind in `color`'s reserve.
    pub fn holds(&self, hypothesis: &Hypothesis, color: Color, kind: Kind) -> bool {
        let (of, kind) = (color.index(), kind.index());
        self.reserves.supply[of][kind] > hypothesis.dropped[of][kind]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reconstruct::look::Settling;
    use board::{BoardEvidence, CLASS_COUNT, LogProb, Piece, SquareEvidence, Standing, Visibility};

    fn knight_on_e4() -> BoardEvidence {
        let mut evidence = BoardEvidence::not_seen();
        let mut likelihood = [LogProb(-900); CLASS_COUNT];
        likelihood[Piece::class_of(Piece::from_letter('N').ok())] = LogProb::ZERO;
        let square: Square = "e4".parse().unwrap();
        evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
        evidence
    }

    #[test]
    fn what_was_seen_to_be_taken_when_a_piece_came_is_not_forgotten_while_it_stands() {
        let (mut view, mut taken) = (View::new(Settling::default()), Taken::default());
        let mut cost_at = |ms: i64, against: i32| {
            let at = Stamp::from_millis(ms);
            view.observe(&knight_on_e4(), at, Standing::Photograph);
            let mut all = [[0; 5]; 2];
            all[Color::White.index()][Kind::Knight.index()] = against;
            taken.note(&view, all, at);
            taken.0["e4".parse::<Square>().unwrap().index()].unwrap().1[Color::White.index()][Kind::Knight.index()]
        };
        assert_eq!(cost_at(0, 0), 0);
        assert_eq!(cost_at(1000, 768), 768, "the hand has left the reserve");
        assert_eq!(cost_at(9000, 0), 768, "what is seen now speaks of something else");
    }
}
