//! Setting a table up before it is watched: what the page shows and asks for goes to whoever prepares it.

use super::Shared;
use super::access::Role;
use super::entries::Sent;
use super::guard::refused;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};
use std::sync::Arc;

/// Whoever gets a table ready before it is watched.
pub trait Preparing: std::fmt::Debug + Send + Sync {
    /// What there is, for the page; `null` once the table is being watched.
    fn state(&self) -> Value;

    /// Does what the page asks for; may take seconds.
    ///
    /// # Errors
    /// With a sentence for whoever asked.
    fn act(&self, asked: Value) -> Result<(), String>;
}

/// `GET /api/setup`: the cameras, what is seen in them, the profiles.
pub(super) async fn state(State(desk): State<Shared>, Extension(role): Extension<Role>) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "the arbiter sets up");
    }
    let Some(preparing) = desk.plan.preparing.clone() else {
        return Json(json!({"setup": null})).into_response();
    };
    let told = tokio::task::spawn_blocking(move || preparing.state()).await;
    match told {
        Ok(state) => Json(json!({"setup": state})).into_response(),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the set-up does not answer"),
    }
}

/// `POST /api/setup`.
pub(super) async fn act(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Sent(asked): Sent<Value>,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "the arbiter sets up");
    }
    let Some(preparing) = desk.plan.preparing.clone() else {
        return refused(StatusCode::CONFLICT, "there is nothing to set up here; see tandem setup --help");
    };
    let of = Arc::clone(&preparing);
    match tokio::task::spawn_blocking(move || of.act(asked)).await {
        Ok(Ok(())) => {
            let told = tokio::task::spawn_blocking(move || preparing.state()).await;
            Json(json!({"setup": told.unwrap_or(Value::Null)})).into_response()
        }
        Ok(Err(text)) => refused(StatusCode::BAD_REQUEST, &text),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the set-up does not answer"),
    }
}
