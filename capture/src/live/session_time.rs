use super::Moments;
use board::Stamp;
use std::time::Duration;

/// Clocks that disagree by less are taken to agree: the count of the machine's uptime is in hundredths of a second, and wall clocks are
/// set right by a few milliseconds all the time.
const SUSPENDED_FROM: Duration = Duration::from_millis(700);
const SET_FROM_MS: i64 = 1_000;

/// Something happened to the machine's clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeNotice {
    /// The machine was suspended for so many milliseconds. The session's time has gone on meanwhile, as the players' clocks have.
    Suspended {
        /// How long.
        ms: i64,
    },
    /// The wall clock was set by so many milliseconds, forward or back. The session's time does not depend on it.
    WallClockSet {
        /// By how much.
        ms: i64,
    },
    /// The program did not get to run for so many milliseconds.
    Starved {
        /// How long.
        ms: i64,
    },
}

/// The session's time line: the one place where the machine's clocks become [`Stamp`]s.
///
/// It runs with the steady clock and counts suspensions in; the wall clock has no say.
#[derive(Clone, Debug)]
pub struct SessionTime {
    began: Moments,
    base: Stamp,
    last: Moments,
    suspended: Duration,
    starved_from: Duration,
}

impl SessionTime {
    /// A time line on which it is now `base` ([`Stamp::ZERO`] for a new session).
    pub fn new(now: Moments, base: Stamp) -> SessionTime {
        SessionTime { began: now, base, last: now, suspended: Duration::ZERO, starved_from: Duration::from_secs(1) }
    }

    /// A time line that goes on where a session broke off: as much later than its last moment as the wall clock says, but by no less
    /// than a second and by no more than a day, whatever was done to the wall clock meanwhile.
    pub fn resumed(now: Moments, began_unix_ms: Option<i64>, last: Stamp) -> SessionTime {
        let by_the_wall = began_unix_ms.map_or(0, |began| now.wall_ms - began);
        let away = (by_the_wall - last.millis()).clamp(1_000, 86_400_000);
        SessionTime::new(now, Stamp::from_nanos(last.nanos() + away * 1_000_000))
    }

    /// What the clocks say now. To be called often: what happened since the call before is told.
    pub fn observe(&mut self, now: Moments) -> Vec<TimeNotice> {
        let steady = now.steady.saturating_sub(self.last.steady);
        let uptime = now.uptime.saturating_sub(self.last.uptime);
        let wall = now.wall_ms - self.last.wall_ms;
        self.last = now;
        let mut notices = Vec::new();
        let mut passed = steady;
        if let Some(suspended) = uptime.checked_sub(steady).filter(|length| *length >= SUSPENDED_FROM) {
            self.suspended += suspended;
            passed += suspended;
            notices.push(TimeNotice::Suspended { ms: suspended.as_millis() as i64 });
        }
        let set = wall - passed.as_millis() as i64;
        if set.abs() >= SET_FROM_MS {
            notices.push(TimeNotice::WallClockSet { ms: set });
        }
        if steady >= self.starved_from {
            notices.push(TimeNotice::Starved { ms: steady.as_millis() as i64 });
        }
        notices
    }

    /// The moment of the session at which the clocks said so.
    pub fn stamp(&self, at: Moments) -> Stamp {
        let since = at.steady.as_nanos() as i64 - self.began.steady.as_nanos() as i64;
        Stamp::from_nanos(self.base.nanos() + since + self.suspended.as_nanos() as i64)
    }

    /// The wall clock's time, in milliseconds since 1970, at which the session began or would have begun.
    pub fn began_unix_ms(&self) -> i64 {
        self.began.wall_ms - self.base.millis()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(steady_ms: u64, uptime_ms: u64, wall_ms: i64) -> Moments {
        Moments { steady: Duration::from_millis(steady_ms), uptime: Duration::from_millis(uptime_ms), wall_ms }
    }

    #[test]
    fn the_wall_clock_has_no_say() {
        let mut time = SessionTime::new(moments(500, 9_500, 1_000_000), Stamp::ZERO);
        assert!(time.observe(moments(600, 9_600, 1_000_100)).is_empty());
        let set_back = moments(700, 9_700, 1_000_200 - 3_600_000);
        assert_eq!(time.observe(set_back), [TimeNotice::WallClockSet { ms: -3_600_000 }]);
        assert_eq!(time.stamp(set_back), Stamp::from_millis(200));
        assert_eq!(time.began_unix_ms(), 1_000_000);
    }

    #[test]
    fn a_suspension_is_counted_in_and_is_no_setting_of_the_clock() {
        let mut time = SessionTime::new(moments(0, 0, 0), Stamp::ZERO);
        let woken = moments(100, 60_100, 60_100);
        assert_eq!(time.observe(woken), [TimeNotice::Suspended { ms: 60_000 }]);
        assert_eq!(time.stamp(woken), Stamp::from_millis(60_100));
        // hundredths of a second are no suspension
        assert!(time.observe(moments(200, 60_209, 60_200)).is_empty());
    }

    #[test]
    fn a_turn_that_took_long_is_told() {
        let mut time = SessionTime::new(moments(0, 0, 0), Stamp::ZERO);
        assert_eq!(time.observe(moments(4_000, 4_000, 4_000)), [TimeNotice::Starved { ms: 4_000 }]);
    }

    #[test]
    fn a_session_goes_on_later_whatever_the_wall_clock_says() {
        let last = Stamp::from_millis(50_000);
        let at = |wall_ms| {
            SessionTime::resumed(moments(7, 7, wall_ms), Some(1_000_000), last).stamp(moments(7, 7, 0)).millis()
        };
        assert_eq!(at(1_080_000), 80_000);
        assert_eq!(at(0), 51_000, "set back");
        assert_eq!(at(1_000_000_000_000), 86_450_000, "set forward by years");
    }
}
