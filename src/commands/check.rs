//! `tandem check`: whether a session is whole.

use crate::args::CheckArguments;
use crate::failure::Failure;
use crate::profiles::setup;
use crate::report::profile_of;
use arbiter::Arbiter;
use arbiter::event::Event;
use serde_json::json;
use session::{SessionReader, repair};
use std::io::{Read, Write, stdout};
use std::path::Path;

/// Checks, and repairs when told to.
///
/// # Errors
/// When the session is damaged and not to be repaired, or nothing of it can be read.
pub fn run(arguments: &CheckArguments) -> Result<(), Failure> {
    let path = &arguments.session;
    // before anything opens it: SQLite makes an empty log where there is none
    let log = log_of(path);
    let mut repaired = None;
    if arguments.repair {
        repaired = Some(repair(path)?);
    }
    let contents = SessionReader::open(path)?
        .verify()
        .map_err(|error| Failure::input(format!("{error} (or make the best of it with --repair)")))?;
    let other = others(path)?;
    let log = if contents.finished { Log::NotNeeded } else { log };
    let mut out = stdout();
    if arguments.json {
        let line = json!({
            "event": "check",
            "schema": crate::report::json::SCHEMA,
            "session": path.display().to_string(),
            "inputs": contents.inputs,
            "events": contents.events,
            "finished": contents.finished,
            "log": log.word(),
            "events_that_differ": other,
            "damage": repaired.as_ref().and_then(|repair| repair.damage.clone()),
            "kept_as": repaired.as_ref().and_then(|repair| repair.kept_as.as_ref()).map(|path| path.display().to_string()),
        });
        return Ok(writeln!(out, "{line}")?);
    }
    if let Some((damage, kept)) = repaired.and_then(|repair| repair.damage.zip(repair.kept_as)) {
        writeln!(out, "was damaged: {damage}")?;
        writeln!(out, "repaired; as it was it lies at {}", kept.display())?;
    }
    let ended = if contents.finished { "finished" } else { "broken off; `tandem run` goes on with it" };
    writeln!(out, "whole: {} inputs, {} events, {ended}", contents.inputs, contents.events)?;
    if log == Log::Missing {
        writeln!(
            out,
            "its log ({}-wal) does not lie beside it: where the file was copied without it, what was told last is missing here, and the file \
             cannot tell; look for the log where the session was recorded",
            path.display()
        )?;
    }
    match other {
        0 => writeln!(out, "the arbiter says the same of it again")?,
        count => writeln!(out, "the arbiter of this version says {count} events otherwise than were told")?,
    }
    Ok(())
}

/// SQLite's log beside a session, in which what was written last may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Log {
    /// It is there.
    There,
    /// It is not: everything was put into the file, or the file was copied without it.
    Missing,
    /// The session is one file.
    NotNeeded,
}

impl Log {
    fn word(self) -> &'static str {
        match self {
            Log::There => "there",
            Log::Missing => "missing",
            Log::NotNeeded => "not_needed",
        }
    }
}

fn log_of(path: &Path) -> Log {
    let mut head = [0; 20];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    // the format's versions for writing and reading: 2 where there is a log (SQLite's file format, 1.3.3)
    if read.is_err() || head[18..20] != [2, 2] {
        return Log::NotNeeded;
    }
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    match std::fs::metadata(log) {
        Ok(log) if log.len() > 0 => Log::There,
        _ => Log::Missing,
    }
}

/// How many events the arbiter says otherwise now.
fn others(path: &Path) -> Result<u64, Failure> {
    let reader = SessionReader::open(path)?;
    let profile = profile_of(&reader, path)?;
    let mut arbiter = Arbiter::new(setup(reader.manifest().boards.clone(), &profile));
    let mut again: Vec<Event> = Vec::new();
    for input in reader.inputs() {
        again.extend(arbiter.step(&input?));
    }
    if let Some(at) = reader.finished_at() {
        again.extend(arbiter.finish(at));
    }
    let told: Vec<Event> = reader.events()?.into_iter().map(|(_, event)| event).collect();
    let differ = told.iter().zip(&again).filter(|(told, again)| told != again).count();
    // what the arbiter would have gone on to say is nothing that was told otherwise
    Ok((differ + told.len().saturating_sub(again.len())) as u64)
}
