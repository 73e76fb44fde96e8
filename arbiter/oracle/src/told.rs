//! What the arbiter has told, as it stands after all amendments.

use arbiter::event::{Alert, AlertId, AlertState, Event, Turn, TurnId};
use board::{BoardId, Stamp};
use std::collections::BTreeMap;

/// A turn that stands.
#[derive(Clone, Debug)]
pub struct ToldTurn {
    /// As it was last told.
    pub turn: Turn,
    /// When it was first told to be this move.
    pub since: Stamp,
}

/// An alert's life.
#[derive(Clone, Debug)]
pub struct ToldAlert {
    /// As it was last told before it was closed.
    pub alert: Alert,
    /// When it was opened.
    pub opened: Stamp,
    /// When it was closed.
    pub closed: Option<Stamp>,
}

/// Everything told so far.
#[derive(Clone, Debug, Default)]
pub struct Told {
    turns: BTreeMap<TurnId, ToldTurn>,
    alerts: BTreeMap<AlertId, ToldAlert>,
    /// Turns told anew as something else, or withdrawn.
    pub amended: usize,
}

impl Told {
    /// Takes in what one step has said.
    pub fn take(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Turn(turn) => self.tell(turn),
                Event::TurnAmended { turn, .. } => self.tell(turn),
                Event::TurnWithdrawn { of, .. } => {
                    self.amended += 1;
                    self.turns.remove(of);
                }
                Event::Alert(alert) if alert.state == AlertState::Closed => {
                    if let Some(told) = self.alerts.get_mut(&alert.id) {
                        told.closed = Some(alert.reported);
                    }
                }
                Event::Alert(alert) => {
                    let new = ToldAlert { alert: alert.clone(), opened: alert.reported, closed: None };
                    self.alerts.entry(alert.id).or_insert(new).alert = alert.clone();
                }
                _ => {}
            }
        }
    }

    fn tell(&mut self, turn: &Turn) {
        let before = self.turns.get(&turn.id);
        let same = before.filter(|told| told.turn.uci == turn.uci).map(|told| told.since);
        self.amended += usize::from(before.is_some() && same.is_none());
        let since = same.unwrap_or(turn.reported);
        self.turns.insert(turn.id, ToldTurn { turn: turn.clone(), since });
    }

    /// The turns of a board that stand, in the order of their plies.
    pub fn turns(&self, board: BoardId) -> Vec<&ToldTurn> {
        let mut turns: Vec<&ToldTurn> = self.turns.values().filter(|told| told.turn.board == board).collect();
        turns.sort_by_key(|told| (told.turn.ply, told.turn.id));
        turns
    }

    /// Every alert that was ever opened, in the order in which they were.
    pub fn alerts(&self) -> impl Iterator<Item = &ToldAlert> {
        self.alerts.values()
    }
}
