//! The pages themselves: built by `web/build.mjs`, shipped in the repository and embedded here.

use super::Shared;
use super::access::{Opens, Role, cookie_name};
use super::guard::refused;
use axum::Extension;
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use board::BoardId;
use serde::Deserialize;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! page {
    ($name:literal) => {
        include_str!(concat!("../../web/dist/", $name))
    };
}

macro_rules! built {
    ($name:literal) => {
        include_bytes!(concat!("../../web/dist/", $name))
    };
}

/// What pages load: name, type, content.
const ASSETS: [(&str, &str, &[u8]); 10] = [
    ("console.js", SCRIPT, built!("console.js")),
    ("setup.js", SCRIPT, built!("setup.js")),
    ("clock.js", SCRIPT, built!("clock.js")),
    ("seats.js", SCRIPT, built!("seats.js")),
    ("live.js", SCRIPT, built!("live.js")),
    ("overlay.js", SCRIPT, built!("overlay.js")),
    ("style.css", "text/css; charset=utf-8", built!("style.css")),
    ("icon.svg", "image/svg+xml", include_bytes!("../../web/pages/icon.svg")),
    ("clock.webmanifest", "application/manifest+json", include_bytes!("../../web/pages/clock.webmanifest")),
    ("overlay.css", "text/css; charset=utf-8", built!("overlay.css")),
];

/// The key in a link.
#[derive(Deserialize)]
pub(super) struct Key {
    key: Option<String>,
}

fn html(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, HTML)], text).into_response()
}

/// The page at `path`, for those who may see it. A link's key becomes a cookie, and goes from the address.
fn page(
    desk: &Shared,
    role: Role,
    headers: &HeaderMap,
    key: Key,
    path: &str,
    text: &'static str,
    may: fn(Role) -> bool,
) -> Response {
    if let Some(key) = key.key {
        return match desk.access.opens(&key) {
            Opens::Nothing => locked(StatusCode::FORBIDDEN),
            Opens::Role(_) | Opens::Password => admitted(desk, &key, path),
        };
    }
    if may(role) {
        return html(text);
    }
    if desk.access.lacks_password(headers, desk.port) {
        return (StatusCode::UNAUTHORIZED, html(page!("password.html"))).into_response();
    }
    locked(StatusCode::UNAUTHORIZED)
}

fn locked(status: StatusCode) -> Response {
    (status, html(page!("locked.html"))).into_response()
}

/// On to `path`, with a cookie.
fn admitted(desk: &Shared, secret: &str, path: &str) -> Response {
    let cookie = format!("{}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800", cookie_name(desk.port));
    // a key that is none of ours never gets here
    let Ok(cookie) = HeaderValue::from_str(&cookie) else { return locked(StatusCode::FORBIDDEN) };
    let Ok(path) = HeaderValue::from_str(path) else { return locked(StatusCode::NOT_FOUND) };
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, path)]).into_response()
}

pub(super) async fn console(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    page(&desk, role, &headers, key, "/", page!("console.html"), Role::is_arbiter)
}

pub(super) async fn clock_choice(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    page(&desk, role, &headers, key, "/clock", page!("clocks.html"), Role::may_press)
}

pub(super) async fn clock(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Path(board): Path<String>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    let path = match board.as_str() {
        "A" if desk.clocks.has(BoardId::A) => "/clock/A",
        "B" if desk.clocks.has(BoardId::B) => "/clock/B",
        _ => return nothing().await,
    };
    page(&desk, role, &headers, key, path, page!("clock.html"), Role::may_press)
}

pub(super) async fn seats(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    page(&desk, role, &headers, key, "/seats", page!("seats.html"), Role::may_press)
}

pub(super) async fn setup(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    page(&desk, role, &headers, key, "/setup", page!("setup.html"), Role::is_arbiter)
}

pub(super) async fn live(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    page(&desk, role, &headers, key, "/live", page!("live.html"), |_| true)
}

pub(super) async fn overlay(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    headers: HeaderMap,
    Query(key): Query<Key>,
) -> Response {
    page(&desk, role, &headers, key, "/overlay", page!("overlay.html"), |_| true)
}

/// A password as the form sends it.
#[derive(Deserialize)]
pub(super) struct Password {
    password: String,
}

pub(super) async fn sign_in(State(desk): State<Shared>, headers: HeaderMap, Form(form): Form<Password>) -> Response {
    if !desk.access.lacks_password(&headers, desk.port) {
        return locked(StatusCode::FORBIDDEN);
    }
    // argon2 takes its time on purpose; pages of others do not wait for it
    let checking = {
        let desk = std::sync::Arc::clone(&desk);
        tokio::task::spawn_blocking(move || desk.access.sign_in(&form.password))
    };
    match checking.await {
        Ok(Ok(Some(ticket))) => admitted(&desk, &ticket, "/"),
        Ok(Ok(None)) => (StatusCode::UNAUTHORIZED, html(page!("password.html"))).into_response(),
        Ok(Err(_)) | Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "nobody can be signed in now"),
    }
}

pub(super) async fn asset(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, content)) => {
            ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *content).into_response()
        }
        None => nothing().await,
    }
}

pub(super) async fn nothing() -> Response {
    refused(StatusCode::NOT_FOUND, "there is no such page")
}
