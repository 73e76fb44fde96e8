//! The day at a table, one match after the other: results are put beside names as they are told, and clocks and seats are made ready
//! when another match begins.

use super::access::Role;
use super::entries::Sent;
use super::guard::refused;
use super::standing::{Names, Seating, checked_tags};
use super::{Desk, Shared};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::PoisonError;

/// The names, and what is to become of them.
#[derive(Debug, Default)]
pub(super) struct Day {
    pub names: Names,
    /// Who sits where when the next match begins.
    seats: Option<BTreeMap<String, String>>,
    /// The match that was looked at last: its edition, and the result it had.
    seen: Option<(u64, Option<String>)>,
}

impl Day {
    /// A day that begins, or goes on, with these names.
    pub(super) fn with(names: Names) -> Day {
        Day { names, ..Day::default() }
    }
}

impl Desk {
    /// Changes the names and keeps them.
    ///
    /// # Errors
    /// With a sentence when they cannot be kept; they are shown all the same.
    pub(super) fn change_names(&self, change: impl FnOnce(&mut Day)) -> Result<(), String> {
        let mut day = self.day.lock().unwrap_or_else(PoisonError::into_inner);
        let before = day.names.clone();
        change(&mut day);
        if day.names == before {
            return Ok(());
        }
        let kept = self.plan.day.as_deref().map_or(Ok(()), |path| day.names.keep(path));
        drop(day);
        self.hub.touch();
        kept.map_err(|failure| failure.message)
    }

    /// Looks whether another match has begun or a result was told.
    fn follow_day(&self) {
        let (edition, played) = self.hub.edition_played();
        if played.is_none() {
            return;
        }
        let result = self.hub.result();
        let session = self.hub.session().or_else(|| self.plan.session.clone());
        let file = session.as_deref().and_then(|path| path.file_name());
        let name = file.map_or_else(|| format!("{edition:x}"), |name| name.to_string_lossy().into_owned());
        let changed = self.change_names(|day| {
            let known = day.seen.replace((edition, result.clone()));
            if known.as_ref().map(|(edition, _)| *edition) != Some(edition) {
                let seats = day.seats.take();
                match seats {
                    Some(seats) => day.names.tags = seats,
                    // a session that is opened again is shown with those who played it
                    None if known.is_none() => day.names.recall(&name),
                    None => {}
                }
                self.clocks.match_began();
            }
            let before = known.filter(|(known, _)| *known == edition).and_then(|(_, result)| result);
            if before != result {
                day.names.record(&name, result.as_deref());
            }
        });
        if let Err(what) = changed {
            eprintln!("tandem: {what}");
        }
    }
}

/// Follows the matches, as long as pages are served.
pub(super) async fn follow(desk: Shared) {
    let mut changes = desk.hub.changes();
    loop {
        let of = std::sync::Arc::clone(&desk);
        // a file may be written
        if tokio::task::spawn_blocking(move || of.follow_day()).await.is_err() {
            return;
        }
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// `GET /api/names`.
pub(super) async fn names(State(desk): State<Shared>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], desk.names()).into_response()
}

/// `POST /api/names`.
pub(super) async fn rename(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Sent(names): Sent<Names>,
) -> Response {
    if !role.may_broadcast() {
        return refused(StatusCode::FORBIDDEN, "names are the arbiter's and the broadcaster's");
    }
    let names = match names.checked() {
        Ok(names) => names,
        Err(text) => return refused(StatusCode::BAD_REQUEST, &text),
    };
    match desk.change_names(|day| day.names = names) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(what) => refused(StatusCode::INSUFFICIENT_STORAGE, &what),
    }
}

/// What `POST /api/next` takes: how the same four sit down, or who sits where.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Next {
    seating: Option<Seating>,
    tags: Option<BTreeMap<String, String>>,
}

/// `POST /api/next`: another match at this table.
pub(super) async fn next(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Sent(next): Sent<Next>,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "the arbiter begins the next match");
    }
    let told = match next.tags.map(checked_tags).transpose() {
        Ok(told) => told,
        Err(text) => return refused(StatusCode::BAD_REQUEST, &text),
    };
    if !desk.hub.offers_next() {
        return refused(StatusCode::CONFLICT, "no table is being watched that could begin another match");
    }
    {
        let mut day = desk.day.lock().unwrap_or_else(PoisonError::into_inner);
        let seated = day.names.seated(next.seating.unwrap_or(Seating::Kept));
        day.seats = Some(told.unwrap_or(seated));
    }
    desk.hub.ask_for_next();
    (StatusCode::ACCEPTED, Json(json!({"asked": true}))).into_response()
}
