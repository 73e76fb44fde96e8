//! Going on with a session that was broken off.

use super::lock::Lock;
use crate::failure::{Failure, Kind};
use crate::profiles::setup;
use crate::readings::Readings;
use crate::report::profile_of;
use arbiter::Arbiter;
use arbiter::event::Event;
use board::{CameraId, Incident, IncidentKind, IncidentState, Input, Stamp};
use session::{SessionReader, SessionWriter};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A session as far as it had come.
#[derive(Debug)]
pub struct Resumed {
    /// The arbiter, which has taken all that was recorded.
    pub arbiter: Arbiter,
    /// What goes on recording.
    pub writer: SessionWriter,
    /// The latest moment of it.
    pub last: Stamp,
    /// When it began by the wall clock.
    pub began_unix_ms: Option<i64>,
    /// What had been recorded as said, in order.
    pub told: Vec<Event>,
    /// What the arbiter says now after all that, and nobody had recorded.
    pub untold: Vec<Event>,
    /// Whether the arbiter says something else now than it did then: another version wrote the session.
    pub differs: bool,
    /// What was told or seen of the clocks and counts, in order.
    pub clock: Vec<Input>,
    /// The number that each camera's next frame has.
    pub frames: BTreeMap<CameraId, u64>,
}

/// Takes up the session at `path`.
///
/// # Errors
/// When it cannot be read, is finished, or cannot be written.
pub fn resume(path: &Path) -> Result<Resumed, Failure> {
    let reader = SessionReader::open(path)?;
    let profile = profile_of(&reader, path)?;
    let mut arbiter = Arbiter::new(setup(reader.manifest().boards.clone(), &profile));
    let told: Vec<Event> = reader.events()?.into_iter().map(|(_, event)| event).collect();
    let (mut last, mut frames, mut now, mut clock) = (Stamp::ZERO, BTreeMap::new(), Vec::new(), Vec::new());
    let mut readings = Readings::default();
    for input in reader.inputs() {
        let input = input?;
        last = last.max(input.at());
        if let Input::Observation(look) = &input {
            let next = frames.entry(look.camera).or_insert(0);
            *next = (*next).max(look.frame + 1);
        }
        if readings.take(&input).is_some() {
            clock.push(input.clone());
        }
        now.extend(arbiter.step(&input));
    }
    let differs = now.iter().zip(&told).any(|(now, then)| now != then) || now.len() < told.len();
    let untold = if differs { Vec::new() } else { now.split_off(told.len().min(now.len())) };
    let began_unix_ms = reader.manifest().began_unix_ms;
    drop(reader);
    let writer = SessionWriter::resume(path).map_err(|error| Failure::new(Kind::Output, error))?;
    Ok(Resumed { arbiter, writer, last, began_unix_ms, told, untold, differs, clock, frames })
}

impl Resumed {
    /// What is said about it, as of `at`.
    pub fn incident(&self, at: Stamp) -> Incident {
        let away = at.millis_since(self.last) as f64 / 1000.0;
        let turns = self.told.iter().filter(|event| matches!(event, Event::Turn(_))).count();
        let other = if self.differs { " The arbiter of this version would have said something else." } else { "" };
        let text = format!("The session goes on after {away:.1} s, with {turns} turns told so far.{other}");
        Incident { at, camera: None, kind: IncidentKind::Resumed, state: IncidentState::Happened, text }
    }
}

/// The newest session in `folder` that was broken off and began no longer than `within_ms` before `now_ms` (milliseconds since 1970).
pub fn broken_off(folder: &Path, now_ms: i64, within_ms: i64) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let sessions = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "tandem") && session::is_session(path));
    let began = |path: PathBuf| {
        if Lock::is_held(&path) {
            return None;
        }
        let reader = SessionReader::open(&path).ok()?;
        let began = reader.manifest().began_unix_ms?;
        let recent = reader.finished_at().is_none() && (now_ms - began).abs() <= within_ms;
        recent.then_some((began, path))
    };
    sessions.filter_map(began).max().map(|(_, path)| path)
}
