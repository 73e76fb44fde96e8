//! How long it takes from a frame's arrival until what follows from it is on the disk, and where the time goes.

use board::{CameraId, Input, Stamp};
use capture::live::LiveFrame;
use std::collections::BTreeMap;
use std::time::Duration;

/// The latest so many times are kept.
const KEPT: usize = 20_000;

/// Where the time goes, in order: the frame waits to be looked at; it is looked at; what was seen waits for other sources; the arbiter
/// judges it and somebody is told; all of it is written.
pub const PARTS: [&str; 5] = ["waiting", "seeing", "merging", "judging", "writing"];

/// When a frame arrived and was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// When it arrived.
    pub arrived: Stamp,
    /// When it began to be looked at.
    pub begun: Stamp,
    /// When it had been.
    pub seen: Stamp,
}

/// How long something took, from a frame's arrival to the event on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    whole: Duration,
    parts: [Duration; PARTS.len()],
}

impl Times {
    /// What came of it: the merge let it through at `merged`, and by `told` it had been judged, written (which took `writing` of that) and
    /// told.
    pub fn done(self, merged: Stamp, told: Stamp, writing: Duration) -> Taken {
        let Times { arrived, begun, seen } = self;
        let between = |from: Stamp, to: Stamp| Duration::from_nanos((to.nanos() - from.nanos()).max(0) as u64);
        let judging = between(merged, told).saturating_sub(writing);
        let parts = [between(arrived, begun), between(begun, seen), between(seen, merged), judging, writing];
        Taken { whole: between(arrived, told), parts }
    }
}

/// The frames whose inputs are on their way through the merge.
#[derive(Debug, Default)]
pub struct Arrivals(BTreeMap<(Stamp, CameraId), Times>);

impl Arrivals {
    /// A frame was looked at from `begun` to `seen`.
    pub fn looked(&mut self, camera: CameraId, live: &LiveFrame, begun: Stamp, seen: Stamp) {
        self.0.insert((live.frame.at, camera), Times { arrived: live.arrived, begun, seen });
    }

    /// The frame that an input comes from, if it comes from one. What comes out of the merge comes in order: earlier ones are forgotten.
    pub fn of(&mut self, input: &Input) -> Option<Times> {
        let at = input.at();
        while self.0.first_key_value().is_some_and(|((frame, _), _)| *frame < at) {
            self.0.pop_first();
        }
        let Input::Observation(look) = input else { return None };
        self.0.get(&(at, look.camera)).copied()
    }
}

/// Times from a frame's arrival to the event on the disk.
#[derive(Debug, Default, Clone)]
pub struct Latency {
    micros: Vec<u32>,
    next: usize,
    count: u64,
    parts: [Duration; PARTS.len()],
}

impl Latency {
    /// A frame led to something that is on the disk.
    pub fn add(&mut self, taken: &Taken) {
        let micros = taken.whole.as_micros().min(u128::from(u32::MAX)) as u32;
        if self.micros.len() < KEPT {
            self.micros.push(micros);
        } else {
            self.micros[self.next] = micros;
        }
        self.next = (self.next + 1) % KEPT;
        self.count += 1;
        self.parts.iter_mut().zip(taken.parts).for_each(|(all, part)| *all += part);
    }

    /// How many were measured.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The time that the given share of all did not exceed, in milliseconds.
    pub fn quantile_ms(&self, share: f64) -> Option<f64> {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable();
        let index = ((sorted.len() as f64 * share).ceil() as usize).clamp(1, sorted.len().max(1)) - 1;
        sorted.get(index).map(|micros| f64::from(*micros) / 1000.0)
    }

    /// What each of the [`PARTS`] takes on the mean, in milliseconds; `None` where nothing was measured.
    pub fn parts_ms(&self) -> Option<[f64; PARTS.len()]> {
        (self.count > 0).then(|| self.parts.map(|part| 1000.0 * part.as_secs_f64() / self.count as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_times() {
        let mut latency = Latency::default();
        assert_eq!((latency.quantile_ms(0.5), latency.parts_ms()), (None, None));
        let at = Stamp::from_millis;
        for ms in 1..=100 {
            let times = Times { arrived: at(1000 - ms), begun: at(1000 - ms), seen: at(1000) };
            latency.add(&times.done(at(1000), at(1000), Duration::ZERO));
        }
        assert_eq!((latency.quantile_ms(0.5), latency.quantile_ms(0.99)), (Some(50.0), Some(99.0)));
        assert_eq!(latency.count(), 100);
    }

    #[test]
    fn parts_make_the_whole() {
        let at = Stamp::from_millis;
        let times = Times { arrived: at(100), begun: at(101), seen: at(121) };
        let taken = times.done(at(126), at(136), Duration::from_millis(4));
        assert_eq!(taken.parts.map(|part| part.as_millis()), [1, 20, 5, 6, 4]);
        assert_eq!(taken.parts.iter().sum::<Duration>(), taken.whole);
    }
}
