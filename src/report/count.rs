//! What was counted: as JSON lines (documented in `docs/ref/json.md`) and in units a person reads.

use super::json::SCHEMA;
use crate::failure::{Failure, Kind};
use std::time::Duration;

/// A line of the JSON form.
#[derive(serde::Serialize, Debug)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "docs/ref/json.md has them, field by field")]
pub enum Counted<'a> {
    Perft { schema: u32, program: &'a str, profile: &'a str, fen: Option<&'a str> },
    Nodes { depth: u32, nodes: u64, seconds: f64 },
    Divided { uci: &'a str, nodes: u64 },
}

impl<'a> Counted<'a> {
    /// The first line.
    pub fn opening(profile: &'a str, fen: Option<&'a str>) -> Counted<'a> {
        Counted::Perft { schema: SCHEMA, program: env!("CARGO_PKG_VERSION"), profile, fen }
    }

    /// The line's text.
    ///
    /// # Errors
    /// Never in practice; `serde_json` leaves it open.
    pub fn line(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(|error| Failure::new(Kind::Internal, error))
    }
}

/// The time taken and the nodes a second.
pub fn rate(nodes: u64, taken: Duration) -> String {
    let seconds = taken.as_secs_f64();
    // What took less than this says nothing of the rate.
    if seconds < 0.001 {
        return format!("{seconds:.3} s");
    }
    format!("{seconds:.3} s, {:.1} million nodes a second", nodes as f64 / seconds / 1e6)
}
