use crate::Image;
use board::Stamp;
use std::collections::VecDeque;

/// When a camera counts as ailing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HealthSettings {
    /// A picture that is the same, bit by bit, for so many milliseconds is frozen: a camera's own noise never lets it be.
    pub frozen_after_ms: i64,
    /// Fewer frames a second than this are too few.
    pub least_rate: f64,
}

impl Default for HealthSettings {
    fn default() -> HealthSettings {
        HealthSettings { frozen_after_ms: 5_000, least_rate: 6.0 }
    }
}

/// The rate is counted over so many milliseconds.
const RATE_WINDOW_MS: i64 = 3_000;

/// A rate counts as recovered once it is so many times the least.
const RECOVERED: f64 = 1.25;

/// So many bytes of a picture are compared, spread over all of it.
const BYTES_COMPARED: usize = 20_000;

/// ... no more often than this, in milliseconds.
const COMPARED_EVERY_MS: i64 = 200;

/// Watches what a camera gives: how often, how large, and whether it changes at all. Knows no clock: times are the frames' own.
#[derive(Clone, Debug)]
pub struct Health {
    settings: HealthSettings,
    arrivals: VecDeque<Stamp>,
    began: Option<Stamp>,
    print: Option<(u64, Stamp)>,
    compared: Option<Stamp>,
    size: Option<(usize, usize)>,
    frozen: bool,
    slow: bool,
}

/// A change in a camera's health.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Change {
    Frozen { ms: i64 },
    Thawed,
    Slow { rate: f64 },
    Recovered { rate: f64 },
    Resized { from: (usize, usize), to: (usize, usize) },
}

impl Health {
    /// A camera of which nothing was seen.
    pub fn new(settings: HealthSettings) -> Health {
        let (arrivals, began, print, compared, size) = (VecDeque::new(), None, None, None, None);
        Health { settings, arrivals, began, print, compared, size, frozen: false, slow: false }
    }

    /// Frames a second over the last three, counted with those that gave way to newer ones.
    pub fn rate(&self) -> f64 {
        match (self.arrivals.front(), self.arrivals.back()) {
            (Some(first), Some(last)) if last > first => {
                (self.arrivals.len() - 1) as f64 * 1000.0 / last.millis_since(*first).max(1) as f64
            }
            _ => 0.0,
        }
    }

    /// The same camera after it was opened anew: what is counted begins anew, what it looks like does not.
    pub(super) fn reopened(&mut self) {
        self.arrivals.clear();
        self.began = None;
        self.print = None;
        self.compared = None;
        self.frozen = false;
        self.slow = false;
    }

    /// The session's time begins anew: what was `by` nanoseconds is zero.
    pub(super) fn rebase(&mut self, by: i64) {
        let earlier = |at: Stamp| Stamp::from_nanos(at.nanos() - by);
        self.arrivals.iter_mut().for_each(|at| *at = earlier(*at));
        self.began = self.began.map(earlier);
        self.compared = self.compared.map(earlier);
        self.print = self.print.map(|(print, since)| (print, earlier(since)));
    }

    /// `frames` have arrived by `at` since the last look, the newest of which is `image`.
    pub(super) fn see(&mut self, image: &Image, at: Stamp, frames: u64) -> Vec<Change> {
        let mut changes = Vec::new();
        let size = (image.width(), image.height());
        if let Some(from) = self.size.filter(|from| *from != size) {
            changes.push(Change::Resized { from, to: size });
        }
        self.size = Some(size);
        let began = *self.began.get_or_insert(at);
        for _ in 0..frames.min(1000) {
            self.arrivals.push_back(at);
        }
        self.forget(at);
        changes.extend(self.judge_rate(at, began));
        if self.compared.is_some_and(|before| (0..COMPARED_EVERY_MS).contains(&at.millis_since(before))) {
            return changes;
        }
        self.compared = Some(at);
        let print = fingerprint(image);
        match self.print {
            Some((before, since)) if before == print => {
                let ms = at.millis_since(since);
                if ms >= self.settings.frozen_after_ms && !self.frozen {
                    self.frozen = true;
                    changes.push(Change::Frozen { ms });
                }
            }
            _ => {
                self.print = Some((print, at));
                if std::mem::take(&mut self.frozen) {
                    changes.push(Change::Thawed);
                }
            }
        }
        changes
    }

    /// Nothing has arrived by `at`.
    pub(super) fn wait(&mut self, at: Stamp) -> Option<Change> {
        let began = self.began?;
        self.forget(at);
        self.judge_rate(at, began)
    }

    /// For how long the picture has been the same, in milliseconds, where that is long enough to count.
    pub(super) fn frozen_for(&self, at: Stamp) -> Option<i64> {
        self.print.filter(|_| self.frozen).map(|(_, since)| at.millis_since(since))
    }

    fn forget(&mut self, at: Stamp) {
        while self.arrivals.front().is_some_and(|arrival| at.millis_since(*arrival) > RATE_WINDOW_MS) {
            self.arrivals.pop_front();
        }
    }

    fn judge_rate(&mut self, at: Stamp, began: Stamp) -> Option<Change> {
        if at.millis_since(began) < RATE_WINDOW_MS {
            return None;
        }
        let rate = self.arrivals.len() as f64 * 1000.0 / RATE_WINDOW_MS as f64;
        if !self.slow && rate < self.settings.least_rate {
            self.slow = true;
            return Some(Change::Slow { rate });
        }
        if self.slow && rate >= RECOVERED * self.settings.least_rate {
            self.slow = false;
            return Some(Change::Recovered { rate });
        }
        None
    }
}

/// A number that differs where pictures do: FNV-1a over bytes from everywhere.
fn fingerprint(image: &Image) -> u64 {
    let bytes = image.bgr();
    // odd, so that all three channels take part
    let step = (bytes.len() / BYTES_COMPARED).max(1) | 1;
    bytes
        .iter()
        .step_by(step)
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(value: u8, width: usize) -> Image {
        Image::from_bgr(width, 40, vec![value; 3 * 40 * width]).unwrap()
    }

    #[test]
    fn a_picture_that_never_changes_is_frozen_until_it_does() {
        let mut health = Health::new(HealthSettings::default());
        let mut changes = Vec::new();
        for i in 0..200 {
            changes.extend(health.see(&image(7, 60), Stamp::from_millis(40 * i), 1));
        }
        assert_eq!(changes, [Change::Frozen { ms: 5_000 }]);
        assert_eq!(health.frozen_for(Stamp::from_millis(8_000)), Some(8_000));
        assert_eq!(health.see(&image(8, 60), Stamp::from_millis(8_000), 1), [Change::Thawed]);
    }

    #[test]
    fn two_frames_a_second_are_slow_and_thirty_are_not() {
        let mut health = Health::new(HealthSettings::default());
        let mut changes = Vec::new();
        let mut at = 0;
        for (count, step) in [(150, 33), (20, 500), (150, 33)] {
            for i in 0..count {
                at += step;
                changes.extend(health.see(&image((i % 2) as u8, 60), Stamp::from_millis(at), 1));
            }
        }
        let [Change::Slow { rate: slow }, Change::Recovered { rate }] = changes[..] else { panic!("{changes:?}") };
        assert!(slow < 6.0 && rate >= 7.5, "{slow} {rate}");
        // frames that gave way to newer ones have arrived all the same
        let mut health = Health::new(HealthSettings::default());
        let late = |health: &mut Health, i: i64| health.see(&image(i as u8, 60), Stamp::from_millis(1000 * i), 30);
        assert!((0..20).all(|i| late(&mut health, i).is_empty()));
    }

    #[test]
    fn another_size_is_told_once() {
        let mut health = Health::new(HealthSettings::default());
        let changes: Vec<Change> = [60, 60, 80, 80]
            .iter()
            .zip(0..)
            .flat_map(|(w, i)| health.see(&image(i as u8, *w), Stamp::from_millis(40 * i), 1))
            .collect();
        assert_eq!(changes, [Change::Resized { from: (60, 40), to: (80, 40) }]);
    }
}
