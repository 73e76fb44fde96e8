//! A model of one board's clock: what it should show, computed from presses and from what it was seen to show.
use crate::profile::Profile;
use board::{Color, Stamp};

/// Both times of one clock.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What remains to White and Black in milliseconds at `since`; `None` while it is not known.
    left: [Option<i64>; 2],
    since: Stamp,
    running: Option<Color>,
    started: Option<Stamp>,
    stopped: Option<Stamp>,
    increment_ms: i64,
    delay_ms: i64,
    delay_below_ms: i64,
}

impl Clock {
    pub(super) fn new(profile: &Profile) -> Clock {
        let ms = |seconds: u32| i64::from(seconds) * 1000;
        let base = Some(ms(profile.base_s.value)).filter(|&base| base > 0);
        Clock {
            left: [base; 2],
            since: Stamp::ZERO,
            running: None,
            started: None,
            stopped: None,
            increment_ms: ms(profile.increment_s.value),
            delay_ms: ms(profile.delay_s.value),
            delay_below_ms: ms(profile.delay_below_s.value),
        }
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// When it was first started.
    pub fn started(&self) -> Option<Stamp> {
        self.started
    }

    /// When it was stopped, while it stands.
    pub fn stopped(&self) -> Option<Stamp> {
        self.stopped
    }

    /// What `color` should have left at `at`, in milliseconds; below zero once the time is over.
    ///
    /// A delay counts for a move when it is always in force, or when at least one side has less than the limit
    /// left (RO-03).
    pub fn left(&self, color: Color, at: Stamp) -> Option<i64> {
        let left = self.left[color.index()]?;
        if self.running != Some(color) {
            return Some(left);
        }
        let near = self.left.iter().flatten().any(|&left| left < self.delay_below_ms);
        let delay = if self.delay_below_ms == 0 || near { self.delay_ms } else { 0 };
        Some(left - (at.millis_since(self.since) - delay).max(0))
    }

    /// Brings both times up to date.
    fn settle(&mut self, at: Stamp) {
        self.left = [self.left(Color::White, at), self.left(Color::Black, at)];
        self.since = at;
    }

    /// `color` begins to run.
    pub(super) fn start(&mut self, color: Color, at: Stamp) {
        self.settle(at);
        self.running = Some(color);
        self.started.get_or_insert(at);
        self.stopped = None;
    }

    /// Nobody runs any more.
    pub(super) fn stop(&mut self, at: Stamp) {
        self.settle(at);
        self.running = None;
        self.stopped.get_or_insert(at);
    }

    /// `color` presses: whether that stopped its running time. The first press of all starts the opponent's.
    pub(super) fn press(&mut self, color: Color, at: Stamp) -> bool {
        let ran = self.running == Some(color);
        if ran || self.running.is_none() && self.stopped.is_none() {
            self.start(!color, at);
        }
        if ran && let Some(left) = &mut self.left[color.index()] {
            *left += self.increment_ms;
        }
        ran
    }

    /// Adds milliseconds to `color`'s time.
    pub(super) fn add(&mut self, color: Color, ms: i64) {
        if let Some(left) = &mut self.left[color.index()] {
            *left += ms;
        }
    }

    /// What the display showed at `at`. Returns whether it is within `tolerance_ms` of what it should show.
    pub(super) fn read(&mut self, shown: [i64; 2], at: Stamp, tolerance_ms: i64) -> bool {
        let expected = [self.left(Color::White, at), self.left(Color::Black, at)];
        let near = expected.iter().zip(shown).all(|(e, shown)| e.is_none_or(|e| (e - shown).abs() <= tolerance_ms));
        self.left = shown.map(Some);
        self.since = at;
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: i64) -> Stamp {
        Stamp::from_millis(ms)
    }

    fn clock(lines: &str) -> Clock {
        let text = format!("name = \"x\"\nbase = \"ch\"\nbase_s = 60\n{lines}");
        Clock::new(&Profile::from_toml(&text).unwrap())
    }

    #[test]
    fn presses_stop_one_side_and_start_the_other() {
        let mut clock = clock("increment_s = 2");
        assert!(!clock.press(Color::Black, at(1000)), "the game begins");
        assert!(clock.press(Color::White, at(4000)));
        assert_eq!(
            (clock.left(Color::White, at(9000)), clock.left(Color::Black, at(9000))),
            (Some(59_000), Some(55_000))
        );
        clock.stop(at(10_000));
        assert_eq!(clock.left(Color::Black, at(90_000)), Some(54_000));
        assert!(!clock.press(Color::Black, at(91_000)), "a stopped clock does not start by a press");
        assert!(clock.read([59_000, 54_000], at(92_000), 500) && !clock.read([59_000, 50_000], at(92_000), 500));
    }

    #[test]
    fn a_delay_counts_from_the_limit_on() {
        let mut clock = clock("delay_s = 2\ndelay_below_s = 20");
        clock.start(Color::White, at(0));
        assert_eq!(clock.left(Color::White, at(10_000)), Some(50_000));
        clock.read([50_000, 19_000], at(10_000), 0);
        assert_eq!(clock.left(Color::White, at(13_000)), Some(49_000), "one side below the limit is enough");
        assert_eq!(clock.left(Color::White, at(11_000)), Some(50_000));
    }
}
