use super::{Audience, Hub, Match, lock};
use arbiter::event::{Alert, AlertId, AlertState, Event};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// What lies between one match and the next at the same table.
#[derive(Debug, Default)]
pub(super) struct Between {
    /// Whether the run can begin another match.
    offered: AtomicBool,
    /// Whether somebody has asked for it.
    asked: AtomicBool,
    /// Where the match is recorded.
    session: Mutex<Option<PathBuf>>,
}

impl Hub {
    // ---- from the run

    /// The run can begin another match when it is asked to; pages offer it from now on.
    pub fn offer_next(&self) {
        self.0.between.offered.store(true, Ordering::Relaxed);
        self.touch();
    }

    /// Whether somebody has asked for the next match since this was called last. Whoever hears `true` ends the match and begins another,
    /// with [`Hub::recorded_in`] and [`Hub::open`].
    pub fn next_asked(&self) -> bool {
        self.0.between.asked.swap(false, Ordering::Relaxed)
    }

    /// Where the match that is opened next is recorded: reports are made from that file, and its name stands beside the result.
    pub fn recorded_in(&self, session: Option<PathBuf>) {
        *lock(&self.0.between.session) = session;
    }

    // ---- from those who look

    /// Whether another match can be begun by asking for it.
    pub fn offers_next(&self) -> bool {
        self.0.between.offered.load(Ordering::Relaxed)
    }

    /// Asks for the next match; `false` where nobody would begin it.
    pub fn ask_for_next(&self) -> bool {
        if self.offers_next() {
            self.0.between.asked.store(true, Ordering::Relaxed);
        }
        self.offers_next()
    }

    /// Where the match is recorded, as far as it was said.
    pub fn session(&self) -> Option<PathBuf> {
        lock(&self.0.between.session).clone()
    }

    /// The result of the match that was told last and not taken back.
    pub fn result(&self) -> Option<String> {
        self.state().result.clone()
    }

    /// The result of the match before this one as it was told last, with that match's edition.
    pub fn last_result(&self) -> Option<(u64, Option<String>)> {
        self.state().before.clone()
    }

    /// What is being played and which match that is, read together.
    pub fn edition_played(&self) -> (u64, Option<Arc<Match>>) {
        let state = self.state();
        (state.edition, state.played.clone())
    }

    /// How many lines were told to an audience since the match began.
    pub fn told_so_far(&self, audience: Audience) -> usize {
        let state = self.state();
        match audience {
            Audience::Arbiter => state.arbiter.len(),
            Audience::Broadcast => state.broadcast.len(),
        }
    }

    /// An alert in its last state, if it may be shown.
    pub fn shown_alert(&self, id: AlertId) -> Option<Alert> {
        let state = self.state();
        let last = state.events.iter().rev().find_map(|(_, event)| match event {
            Event::Alert(alert) if alert.id == id => Some(alert.clone()),
            _ => None,
        });
        last.filter(|alert| alert.shown)
    }

    /// The last state of every alert that may be shown.
    pub fn alert_states(&self) -> Vec<AlertState> {
        let mut last = BTreeMap::new();
        for (_, event) in &self.state().events {
            if let Event::Alert(alert) = event {
                last.insert(alert.id, (alert.shown, alert.state));
            }
        }
        last.into_values().filter(|(shown, _)| *shown).map(|(_, state)| state).collect()
    }
}
