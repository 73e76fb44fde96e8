//! How the run does, as text for Prometheus.

use super::Shared;
use super::access::Role;
use super::guard::refused;
use crate::hub::Audience;
use crate::live::status::Status;
use arbiter::event::AlertState;
use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Those who follow a stream, by whom they are told as.
#[derive(Debug, Default)]
pub(super) struct Followers([AtomicUsize; 2]);

const fn of(audience: Audience) -> usize {
    match audience {
        Audience::Arbiter => 0,
        Audience::Broadcast => 1,
    }
}

/// Somebody who follows; gone when it is dropped.
pub(super) struct Follows(Shared, Audience);

impl Follows {
    pub(super) fn new(desk: &Shared, audience: Audience) -> Follows {
        desk.followers.0[of(audience)].fetch_add(1, Ordering::Relaxed);
        Follows(Arc::clone(desk), audience)
    }
}

impl Drop for Follows {
    fn drop(&mut self) {
        self.0.followers.0[of(self.1)].fetch_sub(1, Ordering::Relaxed);
    }
}

/// `GET /metrics`.
pub(super) async fn metrics(State(desk): State<Shared>, Extension(role): Extension<Role>) -> Response {
    if !role.may_broadcast() {
        return refused(
            StatusCode::FORBIDDEN,
            "name the arbiter's or the broadcaster's key: Authorization: Bearer KEY",
        );
    }
    // a run that is being watched says how it does; a session that is looked at has nothing to say
    let mut text = serde_json::from_value::<Status>(desk.hub.status_now()).map_or(String::new(), |s| s.prometheus());
    let mut one = |name: &str, kind: &str, help: &str, values: &[(&str, f64)]| {
        let _ = writeln!(text, "# HELP tandem_{name} {help}\n# TYPE tandem_{name} {kind}");
        for (labels, value) in values {
            let _ = writeln!(text, "tandem_{name}{labels} {value}");
        }
    };
    let [arbiters, spectators] = [0, 1].map(|index: usize| desk.followers.0[index].load(Ordering::Relaxed) as f64);
    let followers = [("{as=\"arbiter\"}", arbiters), ("{as=\"spectator\"}", spectators)];
    one("pages_followers", "gauge", "Pages and programs that follow the stream.", &followers);
    let lines = [("{to=\"arbiter\"}", Audience::Arbiter), ("{to=\"spectators\"}", Audience::Broadcast)];
    let lines = lines.map(|(labels, audience)| (labels, desk.hub.told_so_far(audience) as f64));
    one("lines", "gauge", "Lines of the stream that were told since the match began.", &lines);
    let moment = desk.hub.moment(Duration::ZERO);
    one(
        "match_running",
        "gauge",
        "Whether a match is being watched.",
        &[("", f64::from(moment.table.is_some() && !moment.ended))],
    );
    let (open, all) = desk
        .hub
        .alert_states()
        .into_iter()
        .fold((0.0, 0.0), |(open, all), state| (open + f64::from(state != AlertState::Closed), all + 1.0));
    one(
        "alerts",
        "gauge",
        "Alerts that were shown, and those of them that hold.",
        &[("{state=\"told\"}", all), ("{state=\"open\"}", open)],
    );
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
