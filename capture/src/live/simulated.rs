use super::{Bell, Clock, Moments};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock for tests: it stands still while anybody works, and jumps to the next moment that anybody waits for once all threads
/// that [joined](Clock::join) are waiting. Eight hours pass as fast as the work in them is done, in the same order every time.
///
/// The thread that makes it has joined.
#[derive(Debug)]
pub struct SimulatedClock {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    now: Moments,
    threads: usize,
    next_ticket: u64,
    waiting: Vec<Waiting>,
}

/// A thread that waits.
#[derive(Debug)]
struct Waiting {
    ticket: u64,
    /// Told by its address: it is borrowed for as long as the thread waits.
    bell: usize,
    until: Duration,
}

/// Waits longer than this are for ever.
const FOR_EVER: Duration = Duration::from_secs(1 << 40);

impl SimulatedClock {
    /// A clock that begins at zero, with the wall clock at `wall_ms` milliseconds since 1970.
    pub fn new(wall_ms: i64) -> SimulatedClock {
        let now = Moments { steady: Duration::ZERO, uptime: Duration::from_secs(1000), wall_ms };
        let state = State { now, threads: 1, next_ticket: 0, waiting: Vec::new() };
        SimulatedClock { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody sets the wall clock, by so many milliseconds.
    pub fn set_wall(&self, by_ms: i64) {
        self.state().now.wall_ms += by_ms;
    }

    /// The machine is suspended for so long.
    pub fn suspend(&self, length: Duration) {
        let mut state = self.state();
        state.now.uptime += length;
        state.now.wall_ms += length.as_millis() as i64;
    }

    /// Nobody gets to work for so long, as on a machine that has too much to do.
    pub fn starve(&self, length: Duration) {
        self.state().advance(length);
    }
}

impl State {
    fn advance(&mut self, by: Duration) {
        self.now.steady += by;
        self.now.uptime += by;
        let steady = self.now.steady.as_millis() as i64;
        let before = (self.now.steady - by).as_millis() as i64;
        self.now.wall_ms += steady - before;
    }

    /// Goes on to the next moment that somebody waits for, if everybody waits.
    fn go_on(&mut self) {
        if self.waiting.len() < self.threads {
            return;
        }
        let Some(next) = self.waiting.iter().map(|waiting| waiting.until).min().filter(|until| *until < FOR_EVER)
        else {
            return;
        };
        self.advance(next.saturating_sub(self.now.steady));
        let now = self.now.steady;
        self.waiting.retain(|waiting| waiting.until > now);
    }
}

impl Clock for SimulatedClock {
    fn now(&self) -> Moments {
        self.state().now
    }

    fn wait(&self, bell: &Bell, at_most: Duration) -> bool {
        let mut state = self.state();
        if bell.take() {
            return true;
        }
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        let until = state.now.steady.saturating_add(at_most);
        state.waiting.push(Waiting { ticket, bell: std::ptr::from_ref(bell) as usize, until });
        state.go_on();
        self.changed.notify_all();
        while state.waiting.iter().any(|waiting| waiting.ticket == ticket) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        bell.take()
    }

    fn ring(&self, bell: &Bell) {
        let mut state = self.state();
        bell.set();
        let address = std::ptr::from_ref(bell) as usize;
        // whoever is woken counts as working from this moment, not from when its thread gets to run
        state.waiting.retain(|waiting| waiting.bell != address);
        self.changed.notify_all();
    }

    fn join(&self) {
        self.state().threads += 1;
    }

    fn leave(&self) {
        let mut state = self.state();
        state.threads = state.threads.saturating_sub(1);
        state.go_on();
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn hours_pass_at_once_and_in_order() {
        let clock = Arc::new(SimulatedClock::new(0));
        let (bell, seen) = (Arc::new(Bell::default()), Arc::new(Mutex::new(Vec::new())));
        clock.join();
        let worker = {
            let (clock, bell, seen) = (clock.clone(), bell.clone(), seen.clone());
            std::thread::spawn(move || {
                let own = Bell::default();
                for _ in 0..3 {
                    clock.wait(&own, Duration::from_secs(3600));
                    seen.lock().unwrap().push(clock.now().steady.as_secs());
                    clock.ring(&bell);
                }
                clock.leave();
            })
        };
        let mut woken = Vec::new();
        while woken.len() < 3 {
            assert!(clock.wait(&bell, Duration::from_secs(100_000)));
            woken.push(clock.now().steady.as_secs());
        }
        worker.join().unwrap();
        assert_eq!(woken, [3600, 7200, 10_800]);
        assert_eq!(*seen.lock().unwrap(), woken);
        assert!(!clock.wait(&bell, Duration::from_secs(1)), "nobody rings any more");
        assert_eq!(clock.now().wall_ms, 10_801_000);
    }
}
