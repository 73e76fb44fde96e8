//! The log: what the program does, for those who look after it. What it tells people does not depend on it.

use crate::failure::{Failure, Kind};
use arbiter::event::Event;
use board::{Incident, IncidentState};
use indicatif::ProgressBar;
use std::fs::{File, OpenOptions};
use std::io::{Write, stderr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;

/// The variable that says how much is logged where nothing is typed.
pub const VARIABLE: &str = "TANDEM_LOG";

/// How much is logged, and where.
#[derive(Clone, Copy, Debug)]
pub struct LogPlan<'a> {
    /// How much; what the [`VARIABLE`] says where nothing is.
    pub level: Option<LevelFilter>,
    /// A file that it is appended to, instead of standard error.
    pub file: Option<&'a Path>,
}

/// Begins to log to standard error, above the status line `bar`, or to a file. Nothing is logged where nothing is said; to a file
/// that is named without a level everything from `info` on.
///
/// # Errors
/// When the file cannot be written, or the variable names no level.
pub fn start(plan: LogPlan<'_>, bar: &ProgressBar) -> Result<(), Failure> {
    let level = match plan.level {
        Some(level) => level,
        None => match std::env::var(VARIABLE).ok().filter(|word| !word.is_empty()) {
            Some(word) => word.parse().map_err(|_| {
                Failure::usage(format!(
                    "{VARIABLE}: {word:?} is no level; write off, error, warn, info, debug or trace"
                ))
            })?,
            None if plan.file.is_some() => LevelFilter::INFO,
            None => LevelFilter::OFF,
        },
    };
    let sink = match plan.file {
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| {
                Failure::new(
                    Kind::Output,
                    format!("{}: cannot be written: {error}; name another with --log-file", path.display()),
                )
            })?;
            Sink::File(Arc::new(Mutex::new(file)))
        }
        None => Sink::Terminal(bar.clone()),
    };
    // libraries are heard when something is wrong
    let ours = [("tandem", level), ("capture", level), ("session", level)];
    let filter = Targets::new().with_default(level.min(LevelFilter::WARN)).with_targets(ours);
    let layer = fmt::layer().with_ansi(false).with_writer(sink).with_filter(filter);
    // a second run in one process, as tests have them, goes on with the first one's log
    let _ = tracing_subscriber::registry().with(layer).try_init();
    Ok(())
}

/// Logs what is told: incidents as what they are, moves and alerts for those who look closely.
pub fn told(event: &Event) {
    match event {
        Event::Incident(Incident { camera, kind, state, text, .. }) => {
            let camera = camera.map(|camera| camera.0);
            match state {
                IncidentState::Ended => tracing::info!(?kind, ?camera, "{text}"),
                IncidentState::Began | IncidentState::Happened => tracing::warn!(?kind, ?camera, "{text}"),
            }
        }
        event if tracing::enabled!(Level::DEBUG) => {
            tracing::debug!("{}", serde_json::to_string(event).unwrap_or_default());
        }
        _ => {}
    }
}

#[derive(Clone)]
enum Sink {
    File(Arc<Mutex<File>>),
    Terminal(ProgressBar),
}

impl<'a> MakeWriter<'a> for Sink {
    type Writer = Sink;

    fn make_writer(&'a self) -> Sink {
        self.clone()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // a log that cannot be written, as on a full disk, stops nothing
        let _ = match self {
            Sink::File(file) => file.lock().unwrap_or_else(PoisonError::into_inner).write_all(bytes),
            Sink::Terminal(bar) => bar.suspend(|| stderr().write_all(bytes)),
        };
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
