//! The line of how a run is doing, the metrics, and what is recorded beside the session.

use crate::files::write_soon;
use crate::hub::Hub;
use crate::live::recording::recorder::Recorder;
use crate::live::setup::{Seen, Waiting};
use crate::live::status::Status;
use crate::live::table::Onlooker;
use board::{Incident, Stamp};
use capture::live::LiveFrame;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

/// Metrics are written so often, in status reports of about a second.
const METRICS_EVERY: u64 = 5;

/// ... and the status is logged so often.
const LOGGED_EVERY: u64 = 60;

/// The line of how it is doing, on standard error, hidden where that is no terminal.
pub(super) struct Line {
    pub bar: ProgressBar,
    pub metrics: Option<PathBuf>,
    pub hub: Option<Hub>,
    pub count: u64,
    pub recorder: Option<Recorder>,
}

impl Waiting for Line {
    fn say(&mut self, text: &str) {
        tracing::warn!("{text}");
        self.bar.suspend(|| eprintln!("tandem: {text}"));
    }
}

impl Onlooker for Line {
    fn frame(&mut self, frame: &LiveFrame, seen: &Seen) {
        if let Some(recorder) = &mut self.recorder {
            recorder.frame(frame, seen);
        }
    }

    fn incidents(&mut self, now: Stamp) -> Vec<Incident> {
        self.recorder.as_mut().map_or(Vec::new(), |recorder| recorder.tend(now))
    }

    fn asked_for_next(&mut self) -> bool {
        self.hub.as_ref().is_some_and(Hub::next_asked)
    }

    fn status(&mut self, status: &Status) {
        self.bar.set_message(status.line());
        if let (Some(hub), Ok(value)) = (&self.hub, serde_json::to_value(status)) {
            hub.status(value);
        }
        if let Some(path) = self.metrics.as_ref().filter(|_| self.count.is_multiple_of(METRICS_EVERY)) {
            // what cannot be written now is written in five seconds; a full disk is told elsewhere
            let _ = write_soon(path, status.prometheus().as_bytes());
        }
        if self.count.is_multiple_of(LOGGED_EVERY) {
            tracing::info!("{}", status.line());
        }
        self.count += 1;
    }
}

/// The line before there is anything to say.
pub(super) fn status_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
