use super::{Ahead, Hub, State};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Spectators can be kept behind for a day: what ended before that is asked for by nobody.
const LONGEST: Duration = Duration::from_secs(86_400);

/// Matches that are kept beside the one that runs; of an earlier one nothing is told to anybody.
const MATCHES: usize = 64;

/// The matches before the one that runs, oldest first.
#[derive(Debug, Default)]
pub(super) struct Past(VecDeque<Arc<State>>);

impl Past {
    /// Keeps a match that another follows at `now`.
    pub(super) fn keep(&mut self, mut last: State, now: Duration) {
        if last.played.is_none() {
            return;
        }
        // pictures are of the match that runs; its last lines may not have been told to everybody yet
        (last.pictures, last.outlines) = Default::default();
        self.0.push_back(Arc::new(last));
        // one is needed until the one after it was opened a day ago
        let old = |next: &Arc<State>| now.saturating_sub(next.opened) > LONGEST;
        while self.0.len() > MATCHES || self.0.get(1).is_some_and(old) {
            self.0.pop_front();
        }
    }
}

impl State {
    /// How much had been told by a moment.
    pub(super) fn ahead(&self, until: Duration) -> Ahead {
        Ahead {
            edition: self.edition,
            events: self.events.partition_point(|(at, _)| *at <= until),
            clock: self.clock.partition_point(|(at, _)| *at <= until),
            running: self.running.partition_point(|(at, ..)| *at <= until),
        }
    }

    /// The first match that is known.
    pub(super) fn first(&self) -> &State {
        self.past.0.front().map_or(self, |first| first)
    }
}

impl Hub {
    /// The latest moment of the session and when it was heard of, in nanoseconds.
    pub(super) fn latest(&self) -> [i64; 2] {
        [0, 1].map(|index: usize| self.0.latest[index].load(Ordering::Relaxed))
    }

    /// Reads the match that was played `delay` ago, with when that was and how far the match had come; `None` before the first.
    pub(super) fn as_of<T>(&self, delay: Duration, read: impl FnOnce(&State, Duration, [i64; 2]) -> T) -> Option<T> {
        let until = self.elapsed().checked_sub(delay)?;
        let state = self.state();
        if state.opened <= until {
            return Some(read(&state, until, self.latest()));
        }
        let known = state.past.0.iter().rev().find(|past| past.opened <= until).cloned();
        // what has ended does not change: the run is not held up
        drop(state);
        known.map(|past| read(&past, until, past.reached))
    }

    /// Reads the match of an edition, if it is known.
    pub(super) fn of<T>(&self, edition: u64, read: impl FnOnce(&State) -> T) -> Option<T> {
        let state = self.state();
        if state.edition == edition {
            return Some(read(&state));
        }
        let known = state.past.0.iter().find(|past| past.edition == edition).cloned();
        drop(state);
        known.map(|past| read(&past))
    }
}
