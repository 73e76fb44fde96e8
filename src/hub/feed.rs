use crate::report::json;
use std::sync::Arc;
use std::time::Duration;

/// For whom a line is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// The arbiter: everything that may be told.
    Arbiter,
    /// Spectators: moves and results, nothing that could help a player.
    Broadcast,
}

/// A line as it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Its number in its feed, from 1, without gaps: from what is left out nothing can be read.
    pub number: u64,
    /// When it was told, since the hub began.
    pub at: Duration,
    /// The JSON object.
    pub line: String,
}

impl Told {
    /// What it is: the field `event`.
    pub fn name(&self) -> &str {
        json::name(&self.line)
    }
}

/// The lines told to an audience, in order.
#[derive(Debug, Default)]
pub(super) struct Feed {
    lines: Vec<Arc<Told>>,
}

impl Feed {
    pub(super) fn push(&mut self, at: Duration, line: String) {
        let number = self.lines.len() as u64 + 1;
        self.lines.push(Arc::new(Told { number, at, line }));
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Lines behind `number` that were told by `until`.
    pub(super) fn after(&self, number: u64, until: Duration, most: usize) -> Vec<Arc<Told>> {
        let skipped = usize::try_from(number).unwrap_or(usize::MAX);
        self.lines.iter().skip(skipped).take_while(|told| told.at <= until).take(most).cloned().collect()
    }
}
