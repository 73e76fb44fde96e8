//! What is told as it happens: as an event stream that resumes where it was cut off, and through a WebSocket.

use super::access::Role;
use super::clocks::Page;
use super::guard::{Refusal, refused};
use super::metrics::Follows;
use super::{Desk, Shared};
use crate::hub::{Audience, Table};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use board::BoardId;
use futures_util::stream;
use serde::Deserialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The longest that spectators can be kept behind.
pub(super) const LONGEST_DELAY: Duration = Duration::from_secs(86_400);

/// Lines in one go.
const LINES: usize = 256;

/// Something is told at least so often, so that a connection that has gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// How often a delayed stream looks whether something is due.
const DUE: Duration = Duration::from_millis(200);

/// Spectators are told of changes together that are so near each other; the arbiter at once.
const TOGETHER: Duration = Duration::from_millis(100);

/// What a stream is asked for.
#[derive(Deserialize, Clone, Debug, Default)]
pub(super) struct Asked {
    /// The line after which to begin, as `EDITION-NUMBER`.
    after: Option<String>,
    /// Seconds to stay behind.
    delay: Option<f64>,
    /// The clock that the page shows.
    clock: Option<BoardId>,
    /// `clock` for the clocks alone, by a page that shows none of them.
    only: Option<String>,
    /// `broadcast` for what spectators are told, also where more could be.
    audience: Option<String>,
}

impl Asked {
    /// How far behind: as far as is asked, and no less than the broadcaster has it for those who are not his own.
    pub(super) fn delay(&self, desk: &Desk, role: Role) -> Result<Duration, Refusal> {
        let least = if role.may_broadcast() { Duration::ZERO } else { desk.plan.delay };
        let default = if role.is_arbiter() && !self.is_broadcast() { 0.0 } else { desk.plan.delay.as_secs_f64() };
        let asked = self.delay.unwrap_or(default);
        if !(0.0..=LONGEST_DELAY.as_secs_f64()).contains(&asked) {
            return Err((StatusCode::BAD_REQUEST, "delay is in seconds, from 0 to 86400\n".to_owned()));
        }
        Ok(Duration::from_secs_f64(asked).max(least))
    }

    fn is_broadcast(&self) -> bool {
        self.audience.as_deref() == Some("broadcast")
    }
}

/// A message: what it is, the line's place where it is one, and a JSON text.
struct Said {
    kind: &'static str,
    id: Option<(u64, u64)>,
    text: String,
}

impl Said {
    fn plain(kind: &'static str, text: String) -> Said {
        Said { kind, id: None, text }
    }

    fn as_event(&self) -> String {
        let id = self.id.map_or(String::new(), |(edition, number)| format!("id: {edition:x}-{number}\n"));
        format!("event: {}\n{id}data: {}\n\n", self.kind, self.text)
    }

    fn as_message(&self) -> String {
        let id = self.id.map_or(String::new(), |(edition, number)| format!("\"id\":\"{edition:x}-{number}\","));
        format!("{{\"message\":\"{}\",{id}\"data\":{}}}", self.kind, self.text)
    }
}

/// Somebody who is told.
struct Follower {
    desk: Shared,
    role: Role,
    audience: Audience,
    delay: Duration,
    changes: watch::Receiver<u64>,
    clocks: watch::Receiver<u64>,
    edition: Option<u64>,
    after: u64,
    shown: Option<Arc<Table>>,
    status: String,
    names: Option<Arc<str>>,
    clock: String,
    spoke: Instant,
    waiting: VecDeque<Said>,
    begun: bool,
    /// Whether clocks are all that is told.
    clocks_alone: bool,
    /// The tablet that follows; it is gone when this is.
    _page: Option<Page>,
    _counted: Follows,
}

impl Follower {
    fn new(desk: Shared, role: Role, asked: &Asked, delay: Duration, after: Option<&str>) -> Follower {
        let arbiter = role.is_arbiter() && !asked.is_broadcast();
        let (edition, after) = after.and_then(place).map_or((None, 0), |(edition, number)| (Some(edition), number));
        let page = asked.clock.filter(|_| role.may_press()).map(|board| Page::at(Arc::clone(&desk), board));
        let audience = if arbiter { Audience::Arbiter } else { Audience::Broadcast };
        Follower {
            audience,
            _counted: Follows::new(&desk, audience),
            delay,
            changes: desk.hub.changes(),
            clocks: desk.clocks.changes(),
            edition,
            after,
            shown: None,
            status: String::new(),
            names: None,
            clock: String::new(),
            spoke: Instant::now(),
            waiting: VecDeque::new(),
            begun: false,
            clocks_alone: page.is_some() || asked.only.as_deref() == Some("clock"),
            _page: page,
            desk,
            role,
        }
    }

    /// The next message; waits for it.
    async fn next(&mut self) -> Said {
        loop {
            if let Some(said) = self.waiting.pop_front() {
                self.spoke = Instant::now();
                return said;
            }
            self.look();
            if self.waiting.is_empty() {
                self.wait().await;
            }
        }
    }

    /// Until something may have changed.
    async fn wait(&mut self) {
        let silent = HEARTBEAT.saturating_sub(self.spoke.elapsed());
        let least = if self.delay > Duration::ZERO { DUE.min(silent) } else { silent };
        tokio::select! {
            // the hub lives as long as this does
            _ = self.changes.changed() => {
                if self.audience == Audience::Broadcast && !self.clocks_alone {
                    tokio::time::sleep(TOGETHER).await;
                }
            }
            _ = self.clocks.changed() => {}
            () = tokio::time::sleep(least) => {}
        }
    }

    /// Puts what is new among what waits.
    fn look(&mut self) {
        self.changes.mark_unchanged();
        self.clocks.mark_unchanged();
        let hub = self.desk.hub.clone();
        let edition = hub.edition(self.delay);
        if self.edition != Some(edition) || !self.begun {
            if self.edition != Some(edition) {
                // what was told last of the match before goes first
                if let Some(before) = self.edition.filter(|_| !self.clocks_alone) {
                    let waiting = self.waiting.len();
                    self.look_at_lines(before);
                    if self.waiting.len() > waiting {
                        return;
                    }
                }
                (self.edition, self.after, self.shown) = (Some(edition), 0, None);
                self.waiting.push_back(Said::plain("begin", format!("{{\"edition\":\"{edition:x}\"}}")));
            }
            self.begun = true;
        }
        if !self.clocks_alone {
            self.look_at_match(edition);
        }
        if self.role.may_press() {
            let clock = self.desk.clocks.object(Instant::now()).to_string();
            if clock != self.clock && (self.clocks_alone || self.audience == Audience::Arbiter) {
                self.clock.clone_from(&clock);
                self.waiting.push_back(Said::plain("clock", clock));
            }
        }
        if self.waiting.is_empty() && self.spoke.elapsed() >= HEARTBEAT {
            let moment = hub.moment(self.delay);
            let text = format!("{{\"now_ms\":{},\"ended\":{}}}", moment.now_ms, moment.ended);
            self.waiting.push_back(Said::plain("time", text));
        }
    }

    fn look_at_lines(&mut self, edition: u64) {
        for told in self.desk.hub.told(edition, self.audience, self.after, self.delay, LINES) {
            self.after = told.number;
            self.waiting.push_back(Said { kind: "line", id: Some((edition, told.number)), text: told.line.clone() });
        }
    }

    fn look_at_match(&mut self, edition: u64) {
        self.look_at_lines(edition);
        let hub = self.desk.hub.clone();
        let moment = hub.moment(self.delay);
        if let Some(table) = moment.table
            && self.shown.as_ref().is_none_or(|shown| !Arc::ptr_eq(shown, &table))
        {
            let text = if self.audience == Audience::Arbiter { &table.text } else { &table.broadcast };
            let text = format!("{{\"now_ms\":{},\"ended\":{},\"table\":{text}}}", moment.now_ms, moment.ended);
            self.waiting.push_back(Said::plain("table", text));
            self.shown = Some(table);
        }
        if self.audience == Audience::Arbiter {
            let status = hub.status_now().to_string();
            if status != self.status {
                self.status.clone_from(&status);
                self.waiting.push_back(Said::plain("status", status));
            }
        }
        let names = self.desk.names(self.delay);
        if self.names.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &names)) {
            self.waiting.push_back(Said::plain("names", names.to_string()));
            self.names = Some(names);
        }
    }
}

/// A line's place as `EDITION-NUMBER`.
fn place(text: &str) -> Option<(u64, u64)> {
    let (edition, number) = text.split_once('-')?;
    Some((u64::from_str_radix(edition, 16).ok()?, number.parse().ok()?))
}

/// `GET /api/events`.
pub(super) async fn events(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Response {
    let delay = match asked.delay(&desk, role) {
        Ok(delay) => delay,
        Err(refusal) => return refusal.into_response(),
    };
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let follower = Follower::new(desk, role, &asked, delay, last.as_deref().or(asked.after.as_deref()));
    let told = stream::unfold(follower, |mut follower| async move {
        let mut text = follower.next().await.as_event();
        // what is there already goes with it
        while let Some(said) = follower.waiting.pop_front() {
            text += &said.as_event();
        }
        Some((Ok::<Bytes, Infallible>(Bytes::from(text)), follower))
    });
    let mut response = ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(told)).into_response();
    if role == Role::Viewer {
        // who has no key gets what anybody may have, on any site
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, header::HeaderValue::from_static("*"));
    }
    response
}

/// `GET /api/socket`: the same as messages.
pub(super) async fn socket(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Query(asked): Query<Asked>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let delay = match asked.delay(&desk, role) {
        Ok(delay) => delay,
        Err(refusal) => return refusal.into_response(),
    };
    let follower = Follower::new(desk, role, &asked, delay, asked.after.as_deref());
    upgrade.max_message_size(4096).max_frame_size(4096).on_upgrade(|socket| tell(socket, follower))
}

async fn tell(mut socket: WebSocket, mut follower: Follower) {
    loop {
        tokio::select! {
            said = follower.next() => {
                if socket.send(Message::Text(said.as_message().into())).await.is_err() {
                    return;
                }
            }
            // nothing is entered here; what comes keeps the connection
            heard = socket.recv() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}

/// `GET /api/table`: the whole table once.
pub(super) async fn table(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Query(asked): Query<Asked>,
) -> Response {
    let delay = match asked.delay(&desk, role) {
        Ok(delay) => delay,
        Err(refusal) => return refusal.into_response(),
    };
    match desk.hub.moment(delay).table {
        Some(table) => {
            let arbiter = role.is_arbiter() && !asked.is_broadcast();
            let text = if arbiter { table.text.clone() } else { table.broadcast.clone() };
            ([(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
        None => refused(StatusCode::NOT_FOUND, "no match has begun, or not so long ago"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_an_edition_and_a_number() {
        assert_eq!(place("ff-12"), Some((255, 12)));
        for wrong in ["", "12", "-", "x-1", "1-x", "1--1", "1-99999999999999999999"] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_message_is_the_same_in_both_forms() {
        let said = Said { kind: "line", id: Some((255, 3)), text: "{\"event\":\"end\"}".to_owned() };
        assert_eq!(said.as_event(), "event: line\nid: ff-3\ndata: {\"event\":\"end\"}\n\n");
        let message: serde_json::Value = serde_json::from_str(&said.as_message()).unwrap();
        assert_eq!(message, serde_json::json!({"message": "line", "id": "ff-3", "data": {"event": "end"}}));
    }
}
