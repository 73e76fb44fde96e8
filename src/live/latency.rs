//! How long it takes from a frame's arrival until what follows from it is on the disk.

use board::Stamp;

/// The latest so many times are kept.
const KEPT: usize = 20_000;

/// Times from a frame's arrival to the event on the disk.
#[derive(Debug, Default, Clone)]
pub struct Latency {
    micros: Vec<u32>,
    next: usize,
    count: u64,
}

impl Latency {
    /// A frame that arrived at `arrived` led to something that was on the disk by `written`.
    pub fn add(&mut self, arrived: Stamp, written: Stamp) {
        let micros = ((written.nanos() - arrived.nanos()).max(0) / 1000).min(i64::from(u32::MAX)) as u32;
        if self.micros.len() < KEPT {
            self.micros.push(micros);
        } else {
            self.micros[self.next] = micros;
        }
        self.next = (self.next + 1) % KEPT;
        self.count += 1;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_times() {
        let mut latency = Latency::default();
        assert_eq!(latency.quantile_ms(0.5), None);
        (1..=100).for_each(|ms| latency.add(Stamp::from_millis(1000), Stamp::from_millis(1000 + ms)));
        assert_eq!((latency.quantile_ms(0.5), latency.quantile_ms(0.99)), (Some(50.0), Some(99.0)));
        assert_eq!(latency.count(), 100);
    }
}
