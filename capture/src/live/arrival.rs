use board::Stamp;
use std::collections::VecDeque;
use std::time::Duration;

/// What is known of when a picture was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// Nothing but that it has arrived.
    Arrived,
    /// So long before it arrived, by the driver.
    Before(Duration),
    /// At this time of the stream's own line, in nanoseconds from an unknown beginning.
    Stream(i64),
}

/// A frame is never stamped earlier than this before it arrived: others wait for no longer to be sure of the order.
pub const MOST_BEHIND: Duration = Duration::from_millis(60);

/// A stream's line is matched with the session's over so much of its past.
const WINDOW_NS: i64 = 10_000_000_000;

/// A stream whose time differs from what was expected by more has jumped.
const JUMP_NS: i64 = 1_000_000_000;

/// Turns the times that drivers and streams give into moments of the session.
///
/// A stream's frames take different times to arrive; the quickest of the last ten seconds took the least, and the others were taken
/// earlier than they arrived by as much as they took longer. What all take in common is not seen here. Stamps never go back.
#[derive(Clone, Debug, Default)]
pub struct ArrivalLine {
    /// Arrival by the session less the stream's time, with that time; the least first, later ones greater.
    least: VecDeque<(i64, i64)>,
    last_stream: Option<i64>,
    last: Option<Stamp>,
    jumps: u64,
    /// By how much stamps were before arrivals at most, in the current stretch of time and in the one before; when the current one began.
    behind: [i64; 2],
    stretch: Option<i64>,
}

/// How far stamps were before arrivals is remembered for one to two stretches of this length.
const STRETCH_NS: i64 = 5_000_000_000;

/// A frame may be so much further behind its arrival than those of late were before it counts as late.
const BEHIND_SLACK_NS: i64 = 4_000_000;

impl ArrivalLine {
    /// The moment of a frame that has arrived at `arrived`.
    pub fn stamp(&mut self, arrived: Stamp, taken: Taken) -> Stamp {
        let at = match taken {
            Taken::Arrived => arrived.nanos(),
            Taken::Before(age) => arrived.nanos() - age.as_nanos() as i64,
            Taken::Stream(time) => self.by_stream(arrived.nanos(), time),
        };
        let at = at.clamp(arrived.nanos() - MOST_BEHIND.as_nanos() as i64, arrived.nanos());
        let at = self.last.map_or(at, |last| at.max(last.nanos() + 1));
        match self.stretch {
            // nothing is known yet
            None => (self.stretch, self.behind) = (Some(arrived.nanos()), [0, MOST_BEHIND.as_nanos() as i64]),
            Some(began) if arrived.nanos() - began >= STRETCH_NS => {
                (self.stretch, self.behind) = (Some(arrived.nanos()), [0, self.behind[0]]);
            }
            Some(_) => {}
        }
        self.behind[0] = self.behind[0].max(arrived.nanos() - at);
        let stamp = Stamp::from_nanos(at);
        self.last = Some(stamp);
        stamp
    }

    /// How far before its arrival the next frame will be stamped at most, as those of late were.
    pub fn behind(&self) -> Duration {
        if self.last.is_none() {
            return MOST_BEHIND;
        }
        let most = self.behind[0].max(self.behind[1]) + BEHIND_SLACK_NS;
        Duration::from_nanos(most.max(0) as u64).min(MOST_BEHIND)
    }

    /// The session's time begins anew: what was `by` nanoseconds is zero.
    pub(super) fn rebase(&mut self, by: i64) {
        self.least.iter_mut().for_each(|(offset, _)| *offset -= by);
        self.last = self.last.map(|last| Stamp::from_nanos(last.nanos() - by));
        self.stretch = self.stretch.map(|began| began - by);
    }

    /// How often the stream's time has jumped.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    fn by_stream(&mut self, arrived: i64, time: i64) -> i64 {
        let offset = arrived - time;
        let expected = self.least.front().map(|(offset, _)| *offset);
        let went_back = self.last_stream.is_some_and(|last| time < last);
        if went_back || expected.is_some_and(|expected| offset < expected - JUMP_NS || offset > expected + JUMP_NS) {
            // a frame held up for more than a second looks the same: it is stamped as it arrived, which is as good
            self.jumps += u64::from(went_back || expected.is_some_and(|expected| offset < expected - JUMP_NS));
            self.least.clear();
        }
        self.last_stream = Some(time);
        while self.least.back().is_some_and(|(other, _)| *other >= offset) {
            self.least.pop_back();
        }
        self.least.push_back((offset, time));
        while self.least.front().is_some_and(|(_, then)| time - then > WINDOW_NS) {
            self.least.pop_front();
        }
        time + self.least.front().map_or(offset, |(offset, _)| *offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: i64 = 1_000_000;

    #[test]
    fn frames_that_took_longer_were_taken_as_regularly() {
        let mut line = ArrivalLine::default();
        // thirty a second, each held up differently
        let held = [0, 12, 3, 40, 0, 25, 7];
        let stamps: Vec<i64> = (0..70i64)
            .map(|i| {
                let taken = 5_000 * MS + i * 33 * MS;
                line.stamp(Stamp::from_nanos(i * 33 * MS + (20 + held[i as usize % 7]) * MS), Taken::Stream(taken))
                    .nanos()
            })
            .collect();
        assert!(stamps.windows(2).all(|pair| pair[1] - pair[0] == 33 * MS), "{stamps:?}");
        assert_eq!(stamps[0], 20 * MS, "what all take in common is not seen");
    }

    #[test]
    fn a_driver_that_tells_the_age_is_believed_within_reason() {
        let mut line = ArrivalLine::default();
        let at = |line: &mut ArrivalLine, ms, age| {
            line.stamp(Stamp::from_millis(ms), Taken::Before(Duration::from_millis(age))).millis()
        };
        assert_eq!(at(&mut line, 1000, 30), 970);
        assert_eq!(at(&mut line, 1040, 5_000), 980, "no earlier than others wait for");
        assert_eq!(at(&mut line, 1041, 0), 1041);
    }

    #[test]
    fn a_stream_that_jumps_is_matched_anew_and_nothing_goes_back() {
        let mut line = ArrivalLine::default();
        let mut last = Stamp::from_nanos(i64::MIN);
        for (i, time) in [0, 40, 80, 3_600_000, 3_600_040, 10, 50, 90].into_iter().enumerate() {
            let arrived = Stamp::from_millis(1000 + 40 * i as i64);
            let stamp = line.stamp(arrived, Taken::Stream(time * MS));
            assert!(stamp > last && stamp <= arrived, "{stamp:?} of {arrived:?}");
            last = stamp;
        }
        assert_eq!(line.jumps(), 2);
    }

    #[test]
    fn how_far_stamps_are_behind_is_learnt_and_forgotten() {
        let mut line = ArrivalLine::default();
        assert_eq!(line.behind(), MOST_BEHIND);
        let see = |line: &mut ArrivalLine, ms: i64, age| {
            line.stamp(Stamp::from_millis(ms), Taken::Before(Duration::from_millis(age)));
            line.behind().as_millis()
        };
        assert_eq!(see(&mut line, 0, 3), MOST_BEHIND.as_millis(), "one frame says little");
        let later: Vec<u128> = (1..400).map(|i| see(&mut line, 40 * i, 3)).collect();
        assert_eq!(later[398], 7);
        assert_eq!(see(&mut line, 16_000, 20), 24);
        assert_eq!((1..300).map(|i| see(&mut line, 16_000 + 40 * i, 0)).last(), Some(4));
        // a match later, the same line
        line.rebase(10_000_000_000);
        assert_eq!(line.stamp(Stamp::from_millis(18_000), Taken::Arrived), Stamp::from_millis(18_000));
    }

    #[test]
    fn a_stream_whose_clock_runs_slow_is_followed() {
        let mut line = ArrivalLine::default();
        for i in 0..30_000i64 {
            // a thousandth slow: after a thousand seconds a second
            let stamp = line.stamp(Stamp::from_nanos(i * 33 * MS), Taken::Stream(i * 33 * MS * 999 / 1000));
            assert!(i * 33 * MS - stamp.nanos() <= 11 * MS, "{i}: {stamp:?}");
        }
        assert_eq!(line.jumps(), 0);
    }
}
