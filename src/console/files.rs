//! Files that others read: pictures, games, the report.

use super::access::Role;
use super::clips;
use super::feeds::Asked;
use super::guard::refused;
use super::{Desk, Shared};
use crate::args::FormArgument;
use crate::books::Books;
use crate::export::{self, ExportPlan};
use crate::failure::{Failure, Kind};
use crate::hub::Ahead;
use crate::pictures::folder_of;
use arbiter::event::AlertId;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use board::CameraId;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a report may load: nothing, it has everything in it.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-modals";

fn jpeg(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "image/jpeg")], bytes).into_response()
}

/// `GET /picture/ALERT/INDEX`: an alert's picture, by its number. No path is ever taken from a request.
pub(super) async fn picture(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Path((alert, index)): Path<(u32, usize)>,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "pictures are the arbiter's");
    }
    let path = desk.hub.pictures(AlertId(alert)).into_iter().nth(index);
    let read = tokio::task::spawn_blocking(move || path.and_then(|path| std::fs::read(path).ok())).await;
    match read {
        Ok(Some(bytes)) => jpeg(bytes),
        Ok(None) | Err(_) => refused(StatusCode::NOT_FOUND, "there is no such picture"),
    }
}

/// `GET /camera/NUMBER`: what the camera sees now.
pub(super) async fn camera(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Path(camera): Path<u8>,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "pictures are the arbiter's");
    }
    let hub = desk.hub.clone();
    let made = tokio::task::spawn_blocking(move || hub.picture(CameraId(camera))).await;
    match made {
        Ok(Some((number, bytes))) => {
            let mut response = jpeg(bytes.to_vec());
            response.headers_mut().insert("x-number", HeaderValue::from(number));
            response
        }
        Ok(None) | Err(_) => refused(StatusCode::NOT_FOUND, "there is no picture of this camera"),
    }
}

/// `GET /games.bpgn`.
pub(super) async fn bpgn(desk: State<Shared>, role: Extension<Role>, asked: Query<Asked>) -> Response {
    games(desk, role, asked, FormArgument::Bpgn).await
}

/// `GET /games.pgn`.
pub(super) async fn pgn(desk: State<Shared>, role: Extension<Role>, asked: Query<Asked>) -> Response {
    games(desk, role, asked, FormArgument::Pgn).await
}

async fn games(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Query(asked): Query<Asked>,
    form: FormArgument,
) -> Response {
    let delay = match asked.delay(&desk, role) {
        Ok(delay) => delay,
        Err(refusal) => return refusal.into_response(),
    };
    let asked_of = Arc::clone(&desk);
    let written = tokio::task::spawn_blocking(move || written(&asked_of, delay, form));
    match written.await {
        Ok(Ok(text)) => {
            let kind = [(header::CONTENT_TYPE, "application/vnd.chess-pgn; charset=utf-8")];
            let mut response = (kind, text.to_string()).into_response();
            response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            response
        }
        Ok(Err(failure)) => refused(StatusCode::NOT_FOUND, &failure.message),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the games cannot be written now"),
    }
}

/// Games that were written: anybody may ask for them, and what is asked for again is not made again.
#[derive(Debug, Default)]
pub(super) struct Written(Mutex<VecDeque<One>>);

/// A text, and of what it was made: the form, how much had been told, and the names.
#[derive(Debug)]
struct One {
    form: FormArgument,
    of: Ahead,
    names: Arc<str>,
    text: Arc<str>,
}

/// Texts that are kept: a few delays of both forms.
const KEPT: usize = 16;

fn written(desk: &Desk, delay: Duration, form: FormArgument) -> Result<Arc<str>, Failure> {
    let of = desk.hub.ahead(delay).ok_or_else(|| Failure::input("nothing has been told yet"))?;
    let names = desk.names(delay);
    // made with the lock: of many who ask at once one makes it
    let mut known = desk.written.0.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |one: &&One| one.form == form && one.of == of && Arc::ptr_eq(&one.names, &names);
    if let Some(one) = known.iter().find(same) {
        return Ok(Arc::clone(&one.text));
    }
    let books = desk.hub.books(delay).map_err(Failure::input)?;
    let text: Arc<str> = text(desk, &books, delay, form)?.into();
    if known.len() == KEPT {
        known.pop_front();
    }
    known.push_back(One { form, of, names, text: Arc::clone(&text) });
    Ok(text)
}

/// The match in a form, for spectators: what is held against moves and how sure they are is left out.
pub(super) fn text(desk: &Desk, books: &Books, delay: Duration, form: FormArgument) -> Result<String, Failure> {
    let mut books = books.clone();
    for entry in books.games.iter_mut().flat_map(|game| &mut game.entries) {
        (entry.turn.certainty, entry.turn.legal) = (1000, true);
        entry.turn.violations.clear();
    }
    books.alerts.clear();
    let form = if form == FormArgument::Bpgn && !books.has_two_boards() { FormArgument::Pgn } else { form };
    export::games(&books, &plan(desk, delay, form))
}

/// Where the match is recorded, if it is.
fn session(desk: &Desk) -> Option<PathBuf> {
    desk.hub.session().or_else(|| desk.plan.session.clone())
}

fn plan(desk: &Desk, delay: Duration, form: FormArgument) -> ExportPlan {
    let session = session(desk).unwrap_or_else(|| PathBuf::from("no session is kept"));
    let pictures = desk.plan.scratch.clone().unwrap_or_else(|| folder_of(&session));
    let tags = desk.tags(delay).into_iter().filter(|(name, _)| !name.starts_with("Team")).collect();
    ExportPlan { session, form, output: None, pictures, tags }
}

/// `GET /report.html`: the report of the match as it stands.
pub(super) async fn report(State(desk): State<Shared>, Extension(role): Extension<Role>) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "the report is the arbiter's");
    }
    let written = tokio::task::spawn_blocking(move || {
        let books = desk.hub.books(Duration::ZERO).map_err(Failure::input)?;
        let plan = plan(&desk, Duration::ZERO, FormArgument::Html);
        match session(&desk) {
            Some(_) => export::report(&books, &plan),
            None => Ok::<String, Failure>(export::report_without_session(&books, &plan)),
        }
    });
    whole_page(written.await.ok())
}

/// `GET /appeal/ALERT`: all that is known of an alert, as one file to keep.
pub(super) async fn appeal(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Path(alert): Path<u32>,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "appeals are the arbiter's");
    }
    let written = tokio::task::spawn_blocking(move || {
        let books = desk.hub.books(Duration::ZERO).map_err(Failure::input)?;
        let plan = plan(&desk, Duration::ZERO, FormArgument::Html);
        let films = clips::films(&desk, AlertId(alert));
        let page = export::appeal(&books, &plan, AlertId(alert), session(&desk).as_deref(), &films)?;
        page.ok_or_else(|| Failure::input("there is no such alert"))
    });
    let mut response = whole_page(written.await.ok());
    if response.status().is_success()
        && let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"alert-{alert}.html\""))
    {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

/// A page that has everything in it.
fn whole_page(written: Option<Result<String, Failure>>) -> Response {
    match written {
        Some(Ok(text)) => {
            let mut response = ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response();
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
            response
        }
        Some(Err(failure)) if failure.kind == Kind::Input => refused(StatusCode::NOT_FOUND, &failure.message),
        Some(Err(_)) | None => refused(StatusCode::INTERNAL_SERVER_ERROR, "the report cannot be written now"),
    }
}
