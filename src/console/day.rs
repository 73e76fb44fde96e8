//! The day at a table, one match after the other: results are put beside names as they are told, and clocks and seats are made ready
//! when another match begins.

use super::access::Role;
use super::entries::Sent;
use super::feeds::{Asked, LONGEST_DELAY};
use super::guard::refused;
use super::standing::{Names, Seating, checked_tags};
use super::{Desk, Shared};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, LazyLock, MutexGuard, PoisonError};
use std::time::Duration;

/// Results are put beside names at most so often.
const LOOKED_AT: Duration = Duration::from_millis(100);

/// Changes of the names that are remembered; what was before them is told to nobody.
const CHANGES: usize = 512;

/// Names by the tags of files of games.
type Tags = Vec<(String, String)>;

/// The names, and what is to become of them.
#[derive(Debug)]
pub(super) struct Day {
    names: Names,
    /// The names as a JSON text, made once for all who are told.
    text: Arc<str>,
    /// What the names were and since when, oldest first: who is kept behind must not read a result in them before it was reached.
    known: VecDeque<(Duration, Arc<str>, Tags)>,
    /// Who sits where when the next match begins.
    seats: Option<BTreeMap<String, String>>,
    /// The match that was looked at last.
    seen: Option<Seen>,
}

/// A match as it was looked at: its edition, its session's name, and the result it had.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    edition: u64,
    name: String,
    result: Option<String>,
}

impl Day {
    /// A day that begins, or goes on, with these names.
    pub(super) fn with(names: Names) -> Day {
        let mut day = Day { text: "".into(), names, known: VecDeque::new(), seats: None, seen: None };
        day.tell(Duration::ZERO, text_of(&day.names));
        day
    }

    /// The names are these from now on.
    fn tell(&mut self, now: Duration, text: Arc<str>) {
        self.text = Arc::clone(&text);
        self.known.push_back((now, text, self.names.pairs()));
        let old = |next: &(Duration, Arc<str>, Tags)| now.saturating_sub(next.0) > LONGEST_DELAY;
        while self.known.len() > CHANGES || self.known.get(1).is_some_and(old) {
            self.known.pop_front();
        }
    }

    /// The names as they were at a moment; `None` where that is not known.
    fn at(&self, moment: Option<Duration>) -> Option<&(Duration, Arc<str>, Tags)> {
        self.known.iter().rev().find(|(since, ..)| moment.is_some_and(|moment| *since <= moment))
    }
}

/// Names that say nothing.
static NOBODY: LazyLock<Arc<str>> = LazyLock::new(|| text_of(&Names::default()));

fn text_of(names: &Names) -> Arc<str> {
    serde_json::to_string(names).unwrap_or_default().into()
}

impl Desk {
    /// The names of `delay` ago as a JSON text; the same one until they change.
    pub(super) fn names(&self, delay: Duration) -> Arc<str> {
        let moment = self.hub.elapsed().checked_sub(delay);
        Arc::clone(self.day().at(moment).map_or(&*NOBODY, |(_, text, _)| text))
    }

    /// The names of `delay` ago as tags for files of games.
    pub(super) fn tags(&self, delay: Duration) -> Tags {
        let moment = self.hub.elapsed().checked_sub(delay);
        self.day().at(moment).map_or_else(Vec::new, |(.., tags)| tags.clone())
    }

    fn day(&self) -> MutexGuard<'_, Day> {
        self.day.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the names and keeps them.
    ///
    /// # Errors
    /// With a sentence when they cannot be kept; they are shown all the same.
    fn change_names(&self, change: impl FnOnce(&mut Names)) -> Result<(), String> {
        let mut day = self.day();
        change(&mut day.names);
        let text = text_of(&day.names);
        if text == day.text {
            return Ok(());
        }
        day.tell(self.hub.elapsed(), text);
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
        let session = self.hub.session().or_else(|| self.plan.session.clone());
        let file = session.as_deref().and_then(|path| path.file_name());
        let name = file.map_or_else(|| format!("{edition:x}"), |name| name.to_string_lossy().into_owned());
        let now = Seen { edition, name, result: self.hub.result() };
        let (known, seats) = {
            let mut day = self.day();
            let known = day.seen.replace(now.clone());
            if known.as_ref() == Some(&now) {
                return;
            }
            let another = known.as_ref().is_none_or(|known| known.edition != edition);
            (known, another.then(|| day.seats.take()))
        };
        let changed = self.change_names(|names| {
            let mut before = known.clone();
            if let Some(seats) = &seats {
                // a result that was told just before the next match began
                let last =
                    self.hub.last_result().filter(|(of, _)| known.as_ref().is_some_and(|known| known.edition == *of));
                if let (Some((_, Some(result))), Some(known)) = (last, &known) {
                    names.record(&known.name, Some(&result));
                }
                match seats {
                    Some(seats) => names.tags.clone_from(seats),
                    // a session that is opened again is shown with those who played it
                    None if known.is_none() => names.recall(&now.name),
                    None => {}
                }
                before = None;
            }
            if before.and_then(|known| known.result) != now.result {
                names.record(&now.name, now.result.as_deref());
            }
        });
        if seats.is_some() {
            self.clocks.match_began();
        }
        if let Err(what) = changed {
            eprintln!("tandem: {what}");
        }
    }
}

/// Follows the matches, as long as pages are served.
pub(super) async fn follow(desk: Shared) {
    let mut changes = desk.hub.changes();
    loop {
        let of = Arc::clone(&desk);
        // a file may be written
        if tokio::task::spawn_blocking(move || of.follow_day()).await.is_err() {
            return;
        }
        tokio::time::sleep(LOOKED_AT).await;
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// `GET /api/names`.
pub(super) async fn names(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Query(asked): Query<Asked>,
) -> Response {
    match asked.delay(&desk, role) {
        Ok(delay) => ([(header::CONTENT_TYPE, "application/json")], desk.names(delay).to_string()).into_response(),
        Err(refusal) => refusal.into_response(),
    }
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
    match desk.change_names(|known| *known = names) {
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
        let mut day = desk.day();
        let seated = day.names.seated(next.seating.unwrap_or(Seating::Kept));
        day.seats = Some(told.unwrap_or(seated));
    }
    desk.hub.ask_for_next();
    (StatusCode::ACCEPTED, Json(json!({"asked": true}))).into_response()
}
