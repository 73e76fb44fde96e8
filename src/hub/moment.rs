use board::{ClockReading, Color};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;

/// Tables that are kept: one for each delay that somebody watches with.
const KEPT: usize = 16;

/// The whole table at a moment, and what time it was.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// The table; `None` before the match.
    pub table: Option<Arc<Table>>,
    /// The session's time, in milliseconds; between two frames it goes on.
    pub now_ms: i64,
    /// Whether the source has ended.
    pub ended: bool,
}

/// A table as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// As `docs/ref/json.md` has it.
    pub value: Value,
    /// Its text.
    pub text: String,
    /// Its text for spectators: without how sure anything is.
    pub broadcast: String,
}

impl Table {
    pub(super) fn new(value: Value) -> Table {
        let mut plain = value.clone();
        for board in
            plain.get_mut("boards").and_then(Value::as_object_mut).into_iter().flat_map(|boards| boards.values_mut())
        {
            if let Some(last) = board.get_mut("last").and_then(Value::as_object_mut) {
                last.remove("certainty");
            }
        }
        Table { text: value.to_string(), broadcast: plain.to_string(), value }
    }
}

/// How much of what was told had been told by a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ahead {
    pub(super) edition: u64,
    pub(super) events: usize,
    pub(super) clock: usize,
    pub(super) running: usize,
}

/// Which side of a clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Running {
    Nobody,
    Side(Color),
}

impl Running {
    /// What runs after a reading: the opponent of who pressed, and nobody once a flag has fallen.
    pub(super) fn after(reading: &ClockReading, before: Option<Running>) -> Running {
        let fallen = [reading.white_ms, reading.black_ms].into_iter().flatten().any(|left| left <= 0);
        match (fallen, reading.pressed) {
            (true, _) => Running::Nobody,
            (false, Some(color)) => Running::Side(!color),
            (false, None) => before.unwrap_or(Running::Nobody),
        }
    }

    pub(super) fn color(self) -> Option<Color> {
        match self {
            Running::Nobody => None,
            Running::Side(color) => Some(color),
        }
    }
}

/// The last tables that were asked for.
#[derive(Debug, Default)]
pub(super) struct Cache {
    tables: VecDeque<(Ahead, Arc<Table>)>,
}

impl Cache {
    pub(super) fn get(&self, counts: Ahead) -> Option<Arc<Table>> {
        self.tables.iter().find(|(known, _)| *known == counts).map(|(_, table)| Arc::clone(table))
    }

    pub(super) fn put(&mut self, counts: Ahead, table: Arc<Table>) {
        if self.tables.len() == KEPT {
            self.tables.pop_front();
        }
        self.tables.push_back((counts, table));
    }

    pub(super) fn clear(&mut self) {
        self.tables.clear();
    }
}
