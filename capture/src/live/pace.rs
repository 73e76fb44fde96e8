use std::time::Duration;

/// Pictures closer to each other than this are not looked at twice. Of 30 a second every other is looked at, of 25 each: a piece that is put
/// down is seen soon enough, and to turn a decoded picture into pixels and look at it costs about as much as decoding it.
const LEAST_APART: Duration = Duration::from_millis(38);

/// Chooses which of a camera's pictures are worth looking at, by when they were taken.
#[derive(Debug, Default)]
pub(super) struct Pace {
    last: Option<i64>,
    passed_over: u64,
}

impl Pace {
    /// Whether to look at a picture that was taken at `nanos`, by any clock that goes on. One that goes back is begun with anew.
    pub fn wants(&mut self, nanos: i64) -> bool {
        let near = self.last.is_some_and(|last| (last..last + LEAST_APART.as_nanos() as i64).contains(&nanos));
        match near {
            true => self.passed_over += 1,
            false => self.last = Some(nanos),
        }
        !near
    }

    /// How many have been passed over since this was asked last.
    pub fn passed_over(&mut self) -> u64 {
        std::mem::take(&mut self.passed_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of a second's pictures are looked at.
    fn looked_at(rate: i64) -> usize {
        let mut pace = Pace::default();
        let looked = (0..rate).filter(|i| pace.wants(i * 1_000_000_000 / rate)).count();
        assert_eq!(pace.passed_over() as usize + looked, rate as usize);
        assert_eq!(pace.passed_over(), 0, "they are counted once");
        looked
    }

    #[test]
    fn what_comes_often_is_thinned_and_what_comes_seldom_is_not() {
        assert_eq!([2, 10, 15, 24, 25, 30, 50, 60].map(looked_at), [2, 10, 15, 24, 25, 15, 25, 20]);
    }

    #[test]
    fn a_time_that_goes_back_does_not_blind() {
        let mut pace = Pace::default();
        assert!(pace.wants(5_000_000_000));
        assert!(!pace.wants(5_010_000_000));
        assert!(pace.wants(1_000_000_000) && !pace.wants(1_010_000_000));
    }
}
