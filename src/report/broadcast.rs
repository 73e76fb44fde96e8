//! What spectators are told: moves and results and nothing that could help a player, who may hear of it. Documented in
//! `docs/ref/broadcast.md`; a field that changes or goes raises [`SCHEMA`].

use super::Opening;
use crate::failure::{Failure, Kind};
use arbiter::event::{Event, Turn, TurnId};
use board::{BoardId, Placement, Seat, Stamp};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the broadcast's form.
pub const SCHEMA: u32 = 1;

/// A line for spectators.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line<'a> {
    Session {
        broadcast: u32,
        boards: &'a [BoardId],
        profile: &'a str,
    },
    Started {
        board: BoardId,
        placement: Placement,
        at_ms: i64,
    },
    Turn(Played<'a>),
    TurnAmended {
        of: TurnId,
        #[serde(flatten)]
        turn: Played<'a>,
    },
    TurnWithdrawn {
        of: TurnId,
    },
    Result {
        result: &'a str,
        text: &'a str,
    },
    End {
        at_ms: i64,
    },
}

/// A turn without what is held against it and how sure it is.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct Played<'a> {
    id: TurnId,
    board: BoardId,
    seat: Seat,
    ply: u32,
    uci: &'a str,
    san: &'a str,
    at_ms: i64,
    pressed_ms: Option<i64>,
}

/// The turns as they were broadcast last, so that nothing is said again that looks the same.
#[derive(Debug, Default)]
pub struct Last(BTreeMap<TurnId, String>);

/// The line before the first event.
///
/// # Errors
/// Never in practice; `serde_json` leaves it open.
pub fn opening_text(opening: &Opening) -> Result<String, Failure> {
    text_of(&Line::Session { broadcast: SCHEMA, boards: &opening.boards, profile: &opening.profile })
}

/// An event as spectators are told of it; `None` where they are not.
///
/// # Errors
/// Never in practice; `serde_json` leaves it open.
pub fn text(event: &Event, last: &mut Last) -> Result<Option<String>, Failure> {
    let line = match event {
        Event::Started { board, placement, at } => {
            Line::Started { board: *board, placement: *placement, at_ms: at.millis() }
        }
        Event::Turn(turn) => {
            last.0.insert(turn.id, text_of(&played(turn))?);
            Line::Turn(played(turn))
        }
        Event::TurnAmended { of, turn } => {
            let now = text_of(&played(turn))?;
            let was = last.0.remove(of);
            let same = was.as_ref() == Some(&now);
            last.0.insert(turn.id, now);
            if same {
                return Ok(None);
            }
            Line::TurnAmended { of: *of, turn: played(turn) }
        }
        Event::TurnWithdrawn { of, .. } => {
            last.0.remove(of);
            Line::TurnWithdrawn { of: *of }
        }
        Event::Result { result, text, .. } => Line::Result { result, text },
        Event::End { at, .. } => Line::End { at_ms: at.millis() },
        // alerts, rulings and faults are the arbiter's
        _ => return Ok(None),
    };
    text_of(&line).map(Some)
}

fn played(turn: &Turn) -> Played<'_> {
    Played {
        id: turn.id,
        board: turn.board,
        seat: turn.seat,
        ply: turn.ply,
        uci: &turn.uci,
        san: &turn.san,
        at_ms: turn.at.millis(),
        pressed_ms: turn.pressed.map(Stamp::millis),
    }
}

fn text_of(line: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(line).map_err(|error| Failure::new(Kind::Internal, error))
}
