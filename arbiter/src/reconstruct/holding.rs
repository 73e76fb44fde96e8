//! What was last seen to lie in a board's reserves, held against what an account says is held there.
//!
//! An account that has a knight dropped where a pawn went explains the board as well as the truth does; the reserve tells them apart. It is
//! compared as a whole with what the ledger leaves, every time it is seen: a look at it speaks of everything that was dropped before.

use board::{Color, Stamp};

/// What it costs that a piece is held by the account and does not lie there, in 1/256 nat: it may be in somebody's hand, or on its way from the
/// other board.
const LACKING: i32 = 512;

/// What it costs that a piece lies there that the account does not have, in 1/256 nat: a capture on the other board may not have been seen
/// yet.
const EXTRA: i32 = 512;

/// The most that the looks of one piece can say against its kind, in 1/256 nat.
const MOST: i32 = 640;

/// The pieces of one reserve as they were seen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// What speaks against each kind, piece by piece, in 1/256 nat: nothing for the likeliest.
    pieces: Vec<[i32; 5]>,
}

impl Holding {
    /// Pieces with the log-likelihoods of their kinds, in 1/256 nat.
    pub fn new(pieces: impl Iterator<Item = [i32; 5]>) -> Holding {
        let against = |of: [i32; 5]| {
            let best = of.into_iter().max().unwrap_or(0);
            of.map(|kind| (best - kind).min(MOST))
        };
        Holding { pieces: pieces.map(against).collect() }
    }

    /// What the look says against `held` lying there, in 1/256 nat: each piece is taken for what it fits best of what is left.
    pub fn against(&self, held: &[i32; 5]) -> i32 {
        let mut left = held.map(|count| count.max(0));
        let mut open: Vec<&[i32; 5]> = self.pieces.iter().collect();
        let mut cost = 0;
        loop {
            let pairs = open.iter().enumerate().flat_map(|(index, piece)| {
                (0..5).filter(|&kind| left[kind] > 0).map(move |kind| (piece[kind], index, kind))
            });
            let Some((each, index, kind)) = pairs.min() else { break };
            open.swap_remove(index);
            left[kind] -= 1;
            cost += each;
        }
        cost + EXTRA * open.len() as i32 + LACKING * left.iter().sum::<i32>()
    }
}

/// What a look at a reserve tells beside the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing: what lay there lies there still.
    None,
    /// Something was taken from it.
    Fewer,
    /// Something else.
    Other,
}

/// The reserves of one board, White's and Black's, each as it was last seen as a whole, when, and with what had been handed over by then.
#[derive(Clone, Debug, Default)]
pub struct Holdings([Option<Lain>; 2]);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Lain {
    holding: Holding,
    supply: [u8; 5],
    at: Stamp,
}

impl Holdings {
    /// A reserve is seen at `at`, to which `supply` has been handed over so far.
    pub fn see(&mut self, color: Color, holding: Holding, supply: [u8; 5], at: Stamp) -> News {
        let known = &mut self.0[color.index()];
        let news = match known {
            Some(before) if before.holding == holding && before.supply == supply => News::None,
            Some(before) if before.holding.pieces.len() > holding.pieces.len() => News::Fewer,
            _ => News::Other,
        };
        *known = Some(Lain { holding, supply, at });
        news
    }

    /// When `color`'s reserve was last seen.
    pub fn seen(&self, color: Color) -> Option<Stamp> {
        self.0[color.index()].as_ref().map(|lain| lain.at)
    }

    /// What was last seen of `color`'s reserve says this against its owner's having `dropped` these so far, in 1/256 nat.
    pub fn against(&self, color: Color, dropped: &[u8; 5]) -> i32 {
        let Some(Lain { holding, supply, .. }) = &self.0[color.index()] else { return 0 };
        holding.against(&std::array::from_fn(|kind| i32::from(supply[kind]) - i32::from(dropped[kind])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAWN: [i32; 5] = [0, -560, -700, -900, -900];
    const KNIGHT: [i32; 5] = [-560, 0, -300, -900, -900];

    #[test]
    fn what_fits_costs_nothing_and_another_kind_what_the_look_says() {
        let holding = Holding::new([PAWN, KNIGHT].into_iter());
        assert_eq!(holding.against(&[1, 1, 0, 0, 0]), 0);
        assert_eq!(holding.against(&[1, 0, 1, 0, 0]), 300);
        assert_eq!(holding.against(&[2, 0, 0, 0, 0]), 560);
    }

    #[test]
    fn too_few_and_too_many_cost() {
        let holding = Holding::new([PAWN].into_iter());
        assert_eq!(holding.against(&[1, 1, 0, 0, 0]), LACKING);
        assert_eq!(holding.against(&[0; 5]), EXTRA);
        assert_eq!(holding.against(&[-1, 0, 0, 0, 0]), EXTRA, "what was dropped before it was taken is not held");
    }

    #[test]
    fn a_reserve_that_was_never_seen_says_nothing() {
        let mut holdings = Holdings::default();
        assert_eq!(holdings.against(Color::White, &[3, 0, 0, 0, 0]), 0);
        let seen = Holding::new([PAWN].into_iter());
        assert_eq!(holdings.see(Color::White, seen.clone(), [1, 1, 0, 0, 0], Stamp::ZERO), News::Other);
        assert_eq!(holdings.see(Color::White, seen, [1, 1, 0, 0, 0], Stamp::ZERO), News::None);
        assert_eq!(holdings.against(Color::White, &[0, 1, 0, 0, 0]), 0);
        assert_eq!(holdings.against(Color::White, &[1, 0, 0, 0, 0]), 560);
        assert_eq!(holdings.against(Color::Black, &[0, 1, 0, 0, 0]), 0);
        assert_eq!(holdings.see(Color::White, Holding::default(), [1, 1, 0, 0, 0], Stamp::ZERO), News::Fewer);
    }
}
