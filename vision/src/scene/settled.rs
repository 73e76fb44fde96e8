//! What holds or does not, once it has been so for a while.

use board::Stamp;

/// So many looks at least must agree, however far apart in time they are.
const LEAST_LOOKS: u32 = 3;

/// A state that changes when it was seen to be otherwise for a stated time, of the recording, and in several looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled {
    begin_ms: i64,
    end_ms: i64,
    holds: bool,
    otherwise: Option<(Stamp, u32)>,
}

impl Settled {
    /// Does not hold; begins after `begin_ms` and ends after `end_ms`.
    pub(super) fn new(begin_ms: i64, end_ms: i64) -> Settled {
        Settled { begin_ms, end_ms, holds: false, otherwise: None }
    }

    /// Takes what was seen at `at`, `None` where it cannot be told, which changes nothing. The new state where it changes.
    pub(super) fn see(&mut self, at: Stamp, seen: Option<bool>) -> Option<bool> {
        match seen {
            Some(seen) if seen != self.holds => {
                let (since, looks) = self.otherwise.map_or((at, 1), |(since, looks)| (since, looks + 1));
                self.otherwise = Some((since, looks));
                let wait = if seen { self.begin_ms } else { self.end_ms };
                if looks >= LEAST_LOOKS && at.millis_since(since) >= wait {
                    self.holds = seen;
                    self.otherwise = None;
                    return Some(seen);
                }
            }
            Some(_) => self.otherwise = None,
            None => {}
        }
        None
    }

    /// Whether it holds.
    pub(super) fn holds(&self) -> bool {
        self.holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_changes_when_it_was_otherwise_for_long_enough_and_seen_so_often_enough() {
        let mut state = Settled::new(500, 1_000);
        let mut told = Vec::new();
        // flutters, begins, is not seen, flutters, ends
        let seen = "10110011111111..0100000000000";
        for (step, what) in seen.chars().enumerate() {
            let at = Stamp::from_millis(100 * step as i64);
            let seen = match what {
                '1' => Some(true),
                '0' => Some(false),
                _ => None,
            };
            told.extend(state.see(at, seen).map(|holds| (step, holds)));
        }
        assert_eq!(told, [(11, true), (28, false)]);
        let mut slow = Settled::new(500, 500);
        assert_eq!(slow.see(Stamp::ZERO, Some(true)), None);
        assert_eq!(slow.see(Stamp::from_millis(1_000), Some(true)), None, "two looks are too few");
        assert_eq!(slow.see(Stamp::from_millis(2_000), Some(true)), Some(true));
    }
}
