use rustix::time::{ClockId, clock_gettime};
use std::fmt::Debug;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What the machine's clocks say at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// Since the program began; never goes back and stands still while the machine is suspended.
    pub steady: Duration,
    /// Since the machine was started, time of suspension included.
    pub uptime: Duration,
    /// The wall clock, in milliseconds since 1970; it can be set.
    pub wall_ms: i64,
}

/// Tells the time and waits. Everything live is given one, so that tests can bring their own.
pub trait Clock: Send + Sync + Debug {
    /// What the clocks say.
    fn now(&self) -> Moments;

    /// Waits until `bell` rings, or for `at_most`. Says whether it rang; a bell that rang before counts, once.
    fn wait(&self, bell: &Bell, at_most: Duration) -> bool;

    /// Rings a bell that somebody may be waiting for.
    fn ring(&self, bell: &Bell);

    /// One more thread waits by this clock from now on. A clock that runs by itself need not know.
    fn join(&self) {}

    /// One thread less waits by this clock.
    fn leave(&self) {}
}

/// Something to wait for.
#[derive(Debug, Default)]
pub struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    /// Rings.
    pub(super) fn set(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Whether it has rung since it was last asked.
    pub(super) fn take(&self) -> bool {
        std::mem::take(&mut *self.rung.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn wait(&self, at_most: Duration) -> bool {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(rung, at_most, |rung| !*rung);
        let (mut rung, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *rung)
    }
}

/// The machine's clocks.
#[derive(Debug)]
pub struct SystemClock {
    began: Instant,
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock { began: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moments {
        let steady = self.began.elapsed();
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Moments { steady, uptime: uptime().unwrap_or(steady), wall_ms: since_1970.as_millis() as i64 }
    }

    fn wait(&self, bell: &Bell, at_most: Duration) -> bool {
        bell.wait(at_most)
    }

    fn ring(&self, bell: &Bell) {
        bell.set();
    }
}

/// The time since the machine was started, by Linux's count, which goes on during suspension.
fn uptime() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::Boottime)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn the_machines_clocks_go_on_and_a_bell_wakes() {
        let clock = Arc::new(SystemClock::default());
        let (before, bell) = (clock.now(), Arc::new(Bell::default()));
        assert!(!clock.wait(&bell, Duration::from_millis(20)));
        let after = clock.now();
        assert!(after.steady - before.steady >= Duration::from_millis(20));
        assert!(after.wall_ms > 1_600_000_000_000 && after.uptime >= before.uptime);
        let ringer = {
            let (clock, bell) = (clock.clone(), bell.clone());
            std::thread::spawn(move || clock.ring(&bell))
        };
        assert!(clock.wait(&bell, Duration::from_secs(20)));
        ringer.join().unwrap();
        assert!(!clock.wait(&bell, Duration::ZERO), "a bell counts once");
    }
}
