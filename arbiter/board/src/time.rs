use std::fmt;

/// A moment of a session: nanoseconds since it began. The source of a frame gives it, and everything
/// made from the frame carries it; nothing below the sources reads a clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Stamp(i64);

impl Stamp {
    /// The session's beginning.
    pub const ZERO: Stamp = Stamp(0);

    /// `nanoseconds` after the session's beginning.
    pub const fn from_nanos(nanoseconds: i64) -> Stamp {
        Stamp(nanoseconds)
    }

    /// `milliseconds` after the session's beginning.
    pub const fn from_millis(milliseconds: i64) -> Stamp {
        Stamp(milliseconds * 1_000_000)
    }

    /// Nanoseconds since the session's beginning.
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// Milliseconds since the session's beginning, rounded to the nearest.
    pub const fn millis(self) -> i64 {
        (self.0 + 500_000).div_euclid(1_000_000)
    }

    /// Milliseconds from `earlier` to this moment, rounded to the nearest.
    pub const fn millis_since(self, earlier: Stamp) -> i64 {
        Stamp(self.0 - earlier.0).millis()
    }
}

impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_round_to_the_nearest() {
        assert_eq!(Stamp::from_nanos(1_499_999).millis(), 1);
        assert_eq!(Stamp::from_nanos(1_500_000).millis(), 2);
        assert_eq!(Stamp::from_millis(40).millis_since(Stamp::from_millis(15)), 25);
    }
}
