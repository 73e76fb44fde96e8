//! What is entered, and what a page asks before it shows anything.

use super::Shared;
use super::access::Role;
use super::clocks::Action;
use super::guard::{Refusal, refused};
use crate::hub::{Kept, Refused, What};
use crate::report::articles;
use arbiter::profile::Profile;
use arbiter::rules::PromotionStyle;
use axum::Extension;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use board::{Decision, Kind, Seat, Speaker};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A note has at most so many characters.
const LONGEST_NOTE: usize = 2000;

/// No reserve holds more than the pieces of two sets but their kings.
const LARGEST_RESERVE: usize = 60;

/// A penalty of time is ten hours at most, as long as a clock can be set to.
const LONGEST_PENALTY_S: u32 = 36_000;

/// What is entered is on the disk within this, or whoever entered it is told that it is not.
const ANSWERED_WITHIN: Duration = Duration::from_secs(8);

/// What is said then: the run has it and goes on trying.
const NOT_KEPT: &str = "it has not been kept yet: the session cannot be written, or the run is behind; it counts once it stands among the rulings";

/// JSON that a page sends; refused with a sentence where it is none.
pub(super) struct Sent<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Sent<T>, Response> {
        let sent = Json::<T>::from_request(request, state).await;
        sent.map(|Json(value)| Sent(value))
            .map_err(|rejection: JsonRejection| refused(rejection.status(), &rejection.body_text()))
    }
}

/// `GET /api/hello`: who the page's user is, and what is played.
pub(super) async fn hello(State(desk): State<Shared>, Extension(role): Extension<Role>) -> Response {
    let played = desk.hub.played();
    let mut hello = json!({"program": env!("CARGO_PKG_VERSION"), "role": role, "delay_s": desk.plan.delay.as_secs_f64(),
                           "begun": played.is_some()});
    if role.is_arbiter() && played.is_none() {
        hello["setup"] = json!(desk.plan.preparing.is_some());
    }
    if let Some(played) = played {
        hello["boards"] = json!(played.manifest.boards);
        hello["profile"] = json!({"name": played.profile.name, "title": played.profile.title});
        hello["drops"] = json!(played.profile.drops.value);
        if role.is_arbiter() {
            hello["silent"] = json!(desk.hub.is_silent());
            hello["declares"] = json!(declares(&played.profile));
            hello["sources"] = json!(played.manifest.sources);
            hello["unwatched"] = json!(played.opening.unwatched.iter().map(|what| what.short()).collect::<Vec<_>>());
            let outline = |camera| {
                let outlines = desk.hub.outlines(camera).into_iter();
                outlines.map(|(board, outline)| json!({"board": board, "corners": outline})).collect::<Vec<_>>()
            };
            hello["next"] = json!(desk.hub.offers_next());
            let cameras = desk.hub.cameras().into_iter();
            hello["cameras"] =
                json!(cameras.map(|camera| json!({"camera": camera, "boards": outline(camera)})).collect::<Vec<_>>());
        }
    }
    Json(hello).into_response()
}

fn declares(profile: &Profile) -> bool {
    profile.promotion.value == PromotionStyle::PawnKeepsBody
}

/// `GET /api/articles`: what each article says.
pub(super) async fn articles(Extension(role): Extension<Role>) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "this is the arbiter's");
    }
    Json(articles::sentences()).into_response()
}

/// What `POST /api/enter` takes beside a ruling.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declared {
    declare: Seat,
    promotion: String,
}

/// `POST /api/enter`.
pub(super) async fn enter(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Sent(entry): Sent<Value>,
) -> Response {
    let bad = |text: &str| refused(StatusCode::BAD_REQUEST, text);
    if !role.may_press() {
        return refused(StatusCode::FORBIDDEN, "open the page from the link with its key");
    }
    let what = if entry.get("declare").is_some() {
        match serde_json::from_value::<Declared>(entry).map_err(|error| error.to_string()).and_then(declaration) {
            Ok(what) => what,
            Err(text) => return bad(&text),
        }
    } else {
        match ruling(&desk, role, entry) {
            Ok(what) => what,
            Err(refusal) => return refusal.into_response(),
        }
    };
    let hears = match desk.hub.enter_and_hear(what, Duration::ZERO) {
        Ok(hears) => hears,
        Err(refusal @ Refused::Busy) => return refused(StatusCode::SERVICE_UNAVAILABLE, &refusal.to_string()),
        Err(refusal @ Refused::Over) => return refused(StatusCode::GONE, &refusal.to_string()),
    };
    match tokio::time::timeout(ANSWERED_WITHIN, hears).await {
        Ok(Ok(Kept::Answered { accepted, text })) => {
            Json(json!({"kept": true, "accepted": accepted, "answer": text})).into_response()
        }
        Ok(Ok(Kept::Not(why))) => refused(StatusCode::SERVICE_UNAVAILABLE, &format!("it was not kept: {why}")),
        Ok(Err(_)) | Err(_) => refused(StatusCode::SERVICE_UNAVAILABLE, NOT_KEPT),
    }
}

fn declaration(declared: Declared) -> Result<What, String> {
    let mut letters = declared.promotion.chars();
    let kind = letters.next().and_then(Kind::from_letter).filter(|_| letters.next().is_none());
    match kind {
        Some(promotion) if !matches!(promotion, Kind::King | Kind::Pawn) => {
            Ok(What::Declaration { seat: declared.declare, promotion })
        }
        _ => Err("promotion is one of Q, R, B, N".to_owned()),
    }
}

/// Whether a text can be a move at all; which it is is the arbiter's business.
fn is_like_a_move(uci: &str) -> bool {
    (1..=8).contains(&uci.len()) && uci.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'@')
}

/// Whether a character changes how others are shown: control characters but line ends and tabs, and marks of direction.
fn steers(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn ruling(desk: &Shared, role: Role, mut entry: Value) -> Result<What, Refusal> {
    let bad = |text: String| (StatusCode::BAD_REQUEST, text);
    let by = entry.as_object_mut().and_then(|fields| fields.remove("by"));
    let by: Option<Seat> = by.map(serde_json::from_value).transpose().map_err(|error| bad(error.to_string()))?;
    let what: Decision = serde_json::from_value(entry).map_err(|error| bad(error.to_string()))?;
    // a player's page enters what its player says and nothing else
    let claims = matches!(&what, Decision::Claim { seat, .. } if Some(*seat) == by);
    if !role.is_arbiter() && !claims {
        return Err((StatusCode::FORBIDDEN, "rulings are the arbiter's".to_owned()));
    }
    match &what {
        Decision::Note { text } if text.chars().count() > LONGEST_NOTE => {
            return Err(bad(format!("a note has at most {LONGEST_NOTE} characters")));
        }
        // whoever reads it in a terminal or a report reads what was typed
        Decision::Note { text } if text.chars().any(steers) => {
            return Err(bad("a note is plain text; it has characters that steer what is shown".to_owned()));
        }
        Decision::Turn { uci: Some(uci), .. } if !is_like_a_move(uci) => {
            return Err(bad("uci is a move as in e2e4, e7e8q or N@f3".to_owned()));
        }
        Decision::Reserve { held, .. }
            if held.len() > LARGEST_RESERVE || !held.chars().all(|c| "PNBRQ".contains(c)) =>
        {
            return Err(bad("held is letters of pieces as in QNPP".to_owned()));
        }
        Decision::Penalty { seconds, .. } if *seconds > LONGEST_PENALTY_S => {
            return Err(bad(format!("seconds is at most {LONGEST_PENALTY_S}")));
        }
        Decision::Clocks { board, run } => desk.clocks.ruled(*board, *run, Instant::now()),
        _ => {}
    }
    Ok(What::Ruling { by: by.map_or(Speaker::Arbiter, Speaker::Seat), what })
}

/// `POST /api/clock`.
pub(super) async fn clock(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Sent(action): Sent<Action>,
) -> Response {
    let now = Instant::now();
    if !role.may_press() || !role.is_arbiter() && !action.is_a_players(desk.clocks.started()) {
        return refused(StatusCode::FORBIDDEN, "this is the arbiter's");
    }
    match desk.clocks.act(action, now) {
        Ok(()) => Json(desk.clocks.object(Instant::now())).into_response(),
        Err(text) => refused(StatusCode::CONFLICT, &text),
    }
}

/// `GET /api/clock`.
pub(super) async fn clock_now(State(desk): State<Shared>, Extension(role): Extension<Role>) -> Response {
    if !role.may_press() {
        return refused(StatusCode::FORBIDDEN, "open the page from the link with its key");
    }
    Json(desk.clocks.object(Instant::now())).into_response()
}
