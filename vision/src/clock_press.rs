//! From hands at a clock to presses, with how sure it is.

use crate::clock_hand::Visit;
use board::{Color, Stamp};

/// How sure a press is by how much of his end the player's hand covered: from just enough to plenty, in thousandths.
const LITTLE: (f32, f32) = (0.09, 780.0);
const PLENTY: (f32, f32) = (0.25, 960.0);

/// What is taken off where the other end was covered as well, for each tenth of the hand's own share.
const BOTH_ENDS: f32 = 25.0;

/// A hand that stays longer than this rests there, or sets the clock; what is sure then, in milliseconds and thousandths.
const RESTS_MS: i64 = 1500;
const RESTED: f32 = 550.0;

/// A player whose clock does not run has nothing to press.
const NOT_HIS_TURN: f32 = 300.0;

/// The first press of a game: White's, or that with which Black starts White's clock, which is no move's.
const FIRST_BY_BLACK: f32 = 500.0;

/// Nothing is said of presses that are less sure than this, in thousandths.
const LEAST: f32 = 600.0;

/// A press that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Press {
    pub by: Color,
    pub at: Stamp,
    /// In thousandths.
    pub certainty: u16,
}

/// Whose clock runs, by what was pressed so far.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Presses {
    /// Who pressed last, as far as it is known.
    last: Option<Color>,
}

impl Presses {
    /// A hand was at the clock and has left.
    pub(crate) fn visited(&mut self, visit: &Visit) -> Option<Press> {
        let part = ((visit.most - LITTLE.0) / (PLENTY.0 - LITTLE.0)).clamp(0.0, 1.0);
        let mut certainty = LITTLE.1 + (PLENTY.1 - LITTLE.1) * part;
        certainty -= BOTH_ENDS * 10.0 * (visit.other / visit.most.max(f32::EPSILON)).min(1.0);
        if visit.lasted_ms > RESTS_MS {
            certainty = certainty.min(RESTED);
        }
        match self.last {
            Some(last) if last == visit.by => certainty = certainty.min(NOT_HIS_TURN),
            None if visit.by == Color::Black => certainty = certainty.min(FIRST_BY_BLACK),
            _ => {}
        }
        if certainty >= LEAST || self.last.is_none() {
            self.last = Some(visit.by);
        }
        let press = Press { by: visit.by, at: visit.at, certainty: certainty as u16 };
        (certainty >= LEAST).then_some(press)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(by: Color, ms: i64, most: f32, other: f32) -> Visit {
        Visit { by, at: Stamp::from_millis(ms), most, other, lasted_ms: 200 }
    }

    #[test]
    fn players_press_in_turn_and_nobody_twice() {
        let mut presses = Presses::default();
        let first = presses.visited(&visit(Color::White, 1000, 0.4, 0.0)).unwrap();
        assert_eq!((first.by, first.at.millis(), first.certainty), (Color::White, 1000, 960));
        assert_eq!(presses.visited(&visit(Color::White, 1500, 0.4, 0.0)), None, "his clock does not run");
        let weak = presses.visited(&visit(Color::Black, 2000, 0.1, 0.0)).unwrap();
        assert!(weak.certainty < 850, "{weak:?}");
    }

    #[test]
    fn black_starts_the_clock_and_hands_that_rest_do_not_press() {
        let mut presses = Presses::default();
        assert_eq!(presses.visited(&visit(Color::Black, 500, 0.5, 0.0)), None);
        assert!(presses.visited(&visit(Color::White, 4000, 0.5, 0.0)).is_some());
        let rests = Visit { lasted_ms: 5000, ..visit(Color::Black, 9000, 0.5, 0.0) };
        assert_eq!(presses.visited(&rests), None);
        let from_there = presses.visited(&visit(Color::Black, 9500, 0.5, 0.39)).unwrap();
        assert!(from_there.certainty < 800, "{from_there:?}");
    }
}
