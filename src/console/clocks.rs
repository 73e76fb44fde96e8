//! Clocks that are pages: what a tablet at the board shows is kept here, so that both halves, both boards and the arbiter see one
//! clock, and a tablet that loses its connection loses no time.

mod state;

pub use state::ClockSetting;
use state::{Reading, State};

use super::Shared;
use crate::hub::{Entered, Hub, Refused, What};
use board::{BoardId, Color, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Presses that are remembered, so that one that is sent twice counts once.
const REMEMBERED: usize = 256;

/// A press that is told later than this is not believed.
const LATEST: Duration = Duration::from_secs(600);

/// A flag of a board whose tablet has lost its connection is not believed before this: it may have been pressed in time.
const WAITED_FOR: Duration = Duration::from_secs(30);

/// How often flags are looked at.
const LOOKED_AT: Duration = Duration::from_millis(20);

/// Both boards' clocks.
#[derive(Debug)]
pub struct Clocks {
    hub: Hub,
    kept: Mutex<Kept>,
    changed: watch::Sender<u64>,
}

#[derive(Debug)]
struct Kept {
    state: State,
    done: VecDeque<String>,
    pages: [Pages; 2],
    /// Whether somebody has set the times.
    by_hand: bool,
}

/// The tablets at a board.
#[derive(Clone, Copy, Debug, Default)]
struct Pages {
    connected: u32,
    lost: Option<Instant>,
}

/// What a page asks of the clocks.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Action {
    Press {
        board: BoardId,
        color: Color,
        #[serde(default)]
        ago_ms: u64,
        #[serde(default)]
        id: String,
    },
    Start {
        #[serde(default)]
        ago_ms: u64,
    },
    Pause {},
    Resume {},
    Set(ClockSetting),
    Adjust {
        seat: Seat,
        by_ms: i64,
    },
}

impl Action {
    /// Whether a tablet may ask for it; all else is the arbiter's.
    pub(super) fn is_a_players(&self, started: bool) -> bool {
        match self {
            Action::Press { .. } | Action::Start { .. } => true,
            Action::Set(_) => !started,
            Action::Pause {} | Action::Resume {} | Action::Adjust { .. } => false,
        }
    }
}

/// A tablet that is there; dropped when it goes.
#[derive(Debug)]
pub(super) struct Page {
    desk: Shared,
    board: BoardId,
}

impl Page {
    pub(super) fn at(desk: Shared, board: BoardId) -> Page {
        let pages = &mut desk.clocks.kept().pages[board.index()];
        (pages.connected, pages.lost) = (pages.connected + 1, None);
        desk.clocks.change();
        Page { desk: Arc::clone(&desk), board }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let pages = &mut self.desk.clocks.kept().pages[self.board.index()];
        pages.connected = pages.connected.saturating_sub(1);
        if pages.connected == 0 {
            pages.lost = Some(Instant::now());
        }
        self.desk.clocks.change();
    }
}

impl Clocks {
    /// Clocks before the match, set to five minutes or to the profile's time.
    pub fn new(hub: Hub) -> Clocks {
        let setting = hub.played().map_or(ClockSetting::default(), |played| ClockSetting::of(&played.profile));
        let kept =
            Kept { state: State::new(setting), done: VecDeque::new(), pages: [Pages::default(); 2], by_hand: false };
        Clocks { hub, kept: Mutex::new(kept), changed: watch::Sender::new(0) }
    }

    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Whether a clock has run since they were set.
    pub(super) fn started(&self) -> bool {
        self.kept().state.started()
    }

    /// The clocks as pages are told of them.
    pub(super) fn object(&self, now: Instant) -> Value {
        let kept = self.kept();
        let mut object = kept.state.object(now);
        for board in BoardId::BOTH {
            let pages = kept.pages[board.index()];
            object["boards"][board.to_string()]["connected"] = json!(pages.connected > 0);
            object["boards"][board.to_string()]["lost"] = json!(pages.lost.is_some());
        }
        drop(kept);
        object["promotions"] = json!(self.promotions());
        object
    }

    /// The seats that have a pawn on its last rank.
    fn promotions(&self) -> Vec<Seat> {
        let Some(table) = self.hub.moment(Duration::ZERO).table else { return Vec::new() };
        let stands = |seat: &Seat| {
            let placement = table.value.pointer(&format!("/boards/{}/placement", seat.board)).and_then(Value::as_str);
            let mut ranks = placement.unwrap_or_default().split('/');
            let (rank, pawn) = match seat.color {
                Color::White => (ranks.next(), 'P'),
                Color::Black => (ranks.next_back(), 'p'),
            };
            rank.is_some_and(|rank| rank.contains(pawn))
        };
        Seat::ALL.into_iter().filter(stands).collect()
    }

    /// Does what a page asks for.
    ///
    /// # Errors
    /// With a sentence when it makes no sense now.
    pub(super) fn act(&self, action: Action, now: Instant) -> Result<(), String> {
        let ago = |ms: u64| Duration::from_millis(ms).min(LATEST);
        let at = |ms: u64| now.checked_sub(ago(ms)).unwrap_or(now);
        let of = match &action {
            Action::Press { board, .. } => Some(*board),
            Action::Adjust { seat, .. } => Some(seat.board),
            _ => None,
        };
        if let Some(board) = of.filter(|board| !self.has(*board)) {
            return Err(format!("board {board} is not played on"));
        }
        let mut kept = self.kept();
        let readings = match action {
            Action::Press { board, color, ago_ms, id } => {
                if !id.is_empty() && kept.done.contains(&id) {
                    return Ok(());
                }
                let reading = kept.state.press(board, color, at(ago_ms))?;
                if !id.is_empty() {
                    if kept.done.len() == REMEMBERED {
                        kept.done.pop_front();
                    }
                    kept.done.push_back(id);
                }
                vec![reading]
            }
            Action::Start { ago_ms } => kept.state.start(at(ago_ms))?,
            Action::Pause {} => kept.state.pause(&BoardId::BOTH, now),
            Action::Resume {} => kept.state.resume(&BoardId::BOTH, now),
            Action::Set(setting) => {
                setting.verify()?;
                (kept.state, kept.by_hand) = (State::new(setting), true);
                Vec::new()
            }
            Action::Adjust { seat, by_ms } => vec![kept.state.adjust(seat, by_ms, now)?],
        };
        drop(kept);
        self.enter(readings, now);
        self.change();
        Ok(())
    }

    /// The arbiter has ruled that a board's clock shall run or stand.
    pub(super) fn ruled(&self, board: BoardId, run: bool, now: Instant) {
        let mut kept = self.kept();
        let readings = if run { kept.state.resume(&[board], now) } else { kept.state.pause(&[board], now) };
        drop(kept);
        self.enter(readings, now);
        self.change();
    }

    /// Another match begins: clocks that have been pressed are the last one's and are set anew; those that were set for this one stay, and
    /// what nobody has set is set as the profile says.
    pub(super) fn match_began(&self) {
        let Some(played) = self.hub.played() else { return };
        let mut kept = self.kept();
        let setting = if kept.by_hand { kept.state.setting() } else { ClockSetting::of(&played.profile) };
        if kept.state.pressed() || !kept.state.started() {
            kept.state = State::new(setting);
            kept.done.clear();
        }
        drop(kept);
        self.change();
    }

    fn flags(&self, now: Instant) {
        let mut kept = self.kept();
        let waits = |pages: &Pages| pages.lost.is_some_and(|lost| now.duration_since(lost) < WAITED_FOR);
        let believed = kept.pages.map(|pages| !waits(&pages));
        let readings = kept.state.flags(now, believed);
        drop(kept);
        if !readings.is_empty() {
            self.enter(readings, now);
            self.change();
        }
    }

    /// Whether a board is played on; before the match both may be.
    pub(super) fn has(&self, board: BoardId) -> bool {
        self.hub.played().is_none_or(|played| played.manifest.boards.contains(&board))
    }

    fn enter(&self, readings: Vec<Reading>, now: Instant) {
        for Reading { board, pressed, left, at } in readings.into_iter().filter(|reading| self.has(reading.board)) {
            let what = What::Clock { board, pressed, white_ms: left[0], black_ms: left[1] };
            match self.hub.enter(Entered { what, ago: now.saturating_duration_since(at) }) {
                // a clock goes on whether or not a match is recorded
                Ok(()) | Err(Refused::Over | Refused::Busy) => {}
            }
        }
    }

    fn change(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets flags fall, as long as pages are served.
pub(super) async fn watch_flags(desk: Shared) {
    let mut tick = tokio::time::interval(LOOKED_AT);
    loop {
        tick.tick().await;
        desk.clocks.flags(Instant::now());
    }
}

#[cfg(test)]
mod tests;
