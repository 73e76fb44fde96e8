//! From what is read of a display look by look to times that are sure.
//!
//! A time stands still or runs down with the clock; anything else is a misreading, or a new setting that has to be read for a while. Nothing is sure before
//! the display was seen to run down by seconds: hours and minutes look the same as minutes and seconds.

use crate::display_read::Read;
use board::Stamp;

/// A time is sure once it was read so often, one look after the other fitting the one before.
const LEAST_READS: u16 = 3;

/// A change is sure with its first look when the time was read so often, and as clearly as this.
const MANY_READS: u16 = 5;
const CLEARLY: f32 = 0.5;

/// A time that does not follow from the one before is a new setting once it was read so often, over so long in milliseconds. ...
const NEW: (usize, i64) = (9, 3000);

/// ... Sooner after a press, within so many milliseconds, when it is more by no more than so many seconds: the clock gave an increment.
const INCREMENT: (usize, i64) = (4, 900);
const PRESSED_MS: i64 = 3000;
const MOST_INCREMENT: i64 = 60;

/// How long a display has to be seen running before it is known to tell seconds, in milliseconds.
const RUNS_MS: i64 = 3000;

/// Seconds are shown whole, those of two times fall at different moments, and looks lie apart: so far may what has run differ from what has
/// passed, in milliseconds.
const RUNS_SLACK_MS: i64 = 1400;

/// How sure a time is after the fewest reads, for each one more up to many, and for digits that are clear, in thousandths.
const SURE: (u16, u16, u16) = (780, 20, 80);
const COUNTED: u16 = 8;

/// A time that is sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    /// As the display shows it, in whole seconds.
    pub ms: i64,
    /// Since when it is so.
    pub since: Stamp,
    /// In thousandths.
    pub certainty: u16,
}

/// What a display has shown.
#[derive(Clone, Default, Debug)]
pub(crate) struct Times {
    sides: [Side; 2],
    runs: Runs,
}

/// One player's time.
#[derive(Clone, Default, Debug)]
struct Side {
    now: Option<Reading>,
    /// Looks that do not follow from it, and follow from each other.
    against: Vec<(i64, Stamp)>,
}

#[derive(Clone, Copy, Debug)]
struct Reading {
    seconds: i64,
    since: Stamp,
    last: Stamp,
    /// Looks that fitted, and those since it last changed.
    reads: u16,
    confirmed: u16,
    clear: f32,
}

/// Whether the display was seen to run down by seconds: one time, or both together.
#[derive(Clone, Copy, Default, Debug)]
struct Runs {
    seen: bool,
    begun: [Option<(i64, Stamp)>; 3],
}

impl Times {
    /// Takes what was read in a look at the display, White's time and Black's, and when somebody pressed last.
    pub(crate) fn take(&mut self, reads: [Option<Read>; 2], pressed: Option<Stamp>, at: Stamp) {
        for (side, read) in self.sides.iter_mut().zip(reads) {
            if let Some(read) = read {
                side.take(read, pressed, at);
            }
        }
        let [white, black] = [0, 1].map(|side| self.sides[side].fresh(at).map(|now| now.seconds));
        self.runs.take([white, black, white.zip(black).map(|(white, black)| white + black)], at);
    }

    /// The times that are sure now: White's and Black's.
    pub(crate) fn sure(&self, at: Stamp) -> [Option<Shown>; 2] {
        [0, 1].map(|side| self.sides[side].sure(at).filter(|_| self.runs.seen))
    }
}

impl Side {
    fn take(&mut self, read: Read, pressed: Option<Stamp>, at: Stamp) {
        let seconds = read.seconds;
        match &mut self.now {
            Some(now) if follows((now.seconds, now.last), (seconds, at)) => {
                if seconds != now.seconds {
                    (now.since, now.confirmed) = (at, 0);
                }
                (now.seconds, now.last) = (seconds, at);
                (now.reads, now.confirmed) = (now.reads.saturating_add(1), now.confirmed.saturating_add(1));
                now.clear += 0.5 * (read.clear - now.clear);
                self.against.clear();
            }
            Some(now) => {
                if self.against.last().is_some_and(|last| !follows(*last, (seconds, at))) {
                    self.against.clear();
                }
                self.against.push((seconds, at));
                let begun = self.against[0].1;
                let gained = (1..=MOST_INCREMENT).contains(&(seconds - now.seconds));
                let given = gained && pressed.is_some_and(|pressed| begun.millis_since(pressed) < PRESSED_MS);
                let (often, long) = if given { INCREMENT } else { NEW };
                if self.against.len() >= often && at.millis_since(begun) >= long {
                    let since =
                        self.against.iter().find(|(other, _)| *other == seconds).map_or(at, |(_, since)| *since);
                    let reads = self.against.len() as u16;
                    let (clear, last, confirmed) = (read.clear, at, 1);
                    self.now = Some(Reading { seconds, since, last, reads, confirmed, clear });
                    self.against.clear();
                }
            }
            None => {
                let (since, last, clear) = (at, at, read.clear);
                self.now = Some(Reading { seconds, since, last, reads: 1, confirmed: 1, clear });
            }
        }
    }

    /// What was read in this look.
    fn fresh(&self, at: Stamp) -> Option<&Reading> {
        self.now.as_ref().filter(|now| now.last == at)
    }

    fn sure(&self, at: Stamp) -> Option<Shown> {
        let now = self.fresh(at).filter(|_| self.against.is_empty())?;
        let confirmed = now.confirmed >= 2 || now.reads >= MANY_READS && now.clear >= CLEARLY;
        let (least, more, clear) = SURE;
        let counted = now.reads.clamp(LEAST_READS, COUNTED) - LEAST_READS;
        let certainty = least + more * counted + (f32::from(clear) * now.clear) as u16;
        (confirmed && now.reads >= LEAST_READS).then_some(Shown { ms: 1000 * now.seconds, since: now.since, certainty })
    }
}

/// Whether a time follows from one before: it stands, or has run down by no more than what has passed.
fn follows((before, then): (i64, Stamp), (seconds, at): (i64, Stamp)) -> bool {
    // a clock that shows whole seconds may change at once
    (0..=at.millis_since(then) / 1000 + 1).contains(&(before - seconds))
}

impl Runs {
    fn take(&mut self, seconds: [Option<i64>; 3], at: Stamp) {
        for (begun, seconds) in self.begun.iter_mut().zip(seconds) {
            let Some(seconds) = seconds else { continue };
            let (from, since) = *begun.get_or_insert((seconds, at));
            let strays = 1000 * (from - seconds) - at.millis_since(since);
            if strays.abs() > RUNS_SLACK_MS {
                // it stood, or was set anew: it may begin to run now
                *begun = Some((seconds, at));
            } else if at.millis_since(since) >= RUNS_MS {
                self.seen = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(seconds: i64) -> Option<Read> {
        Some(Read { seconds, clear: 1.0 })
    }

    /// Four looks a second; what each says of White's time and Black's, by milliseconds, and when White presses.
    fn watched(
        until_ms: i64,
        pressed_ms: i64,
        shown: impl Fn(i64) -> [Option<Read>; 2],
    ) -> Vec<(i64, [Option<i64>; 2])> {
        let mut times = Times::default();
        let looks = (0..until_ms / 250).map(|look| look * 250);
        looks
            .map(|ms| {
                let pressed = (ms >= pressed_ms).then_some(Stamp::from_millis(pressed_ms));
                times.take(shown(ms), pressed, Stamp::from_millis(ms));
                (ms, times.sure(Stamp::from_millis(ms)).map(|shown| shown.map(|shown| shown.ms / 1000)))
            })
            .collect()
    }

    #[test]
    fn a_time_is_sure_once_it_was_seen_to_run() {
        let told = watched(8000, 90_000, |ms| [read(300 - ms / 1000), read(300)]);
        assert!(told.iter().filter(|(ms, _)| *ms < 3000).all(|(_, told)| *told == [None; 2]), "{told:?}");
        for (ms, told) in told.iter().filter(|(ms, _)| *ms >= 3000) {
            assert_eq!(*told, [Some(300 - ms / 1000), Some(300)], "{ms}");
        }
        let stands = watched(60_000, 90_000, |_| [read(300), read(300)]);
        assert!(stands.iter().all(|(_, told)| *told == [None; 2]), "may be hours and minutes");
        let minutes = watched(200_000, 300_000, |ms| [read(90 - ms / 60_000), read(90)]);
        assert!(minutes.iter().all(|(_, told)| *told == [None; 2]), "hours and minutes run slowly");
    }

    #[test]
    fn a_misreading_is_not_told_and_silences_for_a_moment() {
        let misread = |ms| [250, 251, 252].map(|look| 20 * look).contains(&ms) || ms == 5750;
        let told = watched(12_000, 90_000, |ms| [read(if misread(ms) { 376 } else { 300 - ms / 1000 }), read(200)]);
        for (ms, told) in told.iter().filter(|(ms, _)| *ms >= 4000) {
            assert!(told[0].is_none_or(|seconds| seconds == 300 - ms / 1000), "{ms}: {told:?}");
            assert_eq!(told[0].is_none(), misread(*ms), "{ms}");
        }
    }

    #[test]
    fn an_increment_is_told_soon_and_a_new_setting_after_a_while() {
        // White presses at 6 s and is given 5 s; somebody sets the clock anew at 12 s
        let shown = |ms: i64| match ms {
            0..6000 => [300 - ms / 1000, 300],
            6000..12_000 => [299, 300 - (ms - 6000) / 1000],
            _ => [180, 180],
        };
        for (ms, told) in watched(20_000, 6000, |ms| shown(ms).map(read)) {
            for (told, shown) in told.into_iter().zip(shown(ms)) {
                assert!(told.is_none_or(|told| told == shown), "{ms}");
                let new = (6000..7000).contains(&ms) || (12_000..15_000).contains(&ms) || ms < 3000;
                assert!(new || told.is_some(), "{ms}");
            }
        }
        // the same without a press is misread for a while
        for (ms, told) in watched(20_000, 90_000, |ms| shown(ms.min(11_000)).map(read)) {
            assert!(!(6000..9000).contains(&ms) || told[0].is_none(), "{ms}");
        }
    }
}
