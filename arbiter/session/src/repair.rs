use crate::schema::{beside, check};
use crate::{SessionError, SessionReader, SessionWriter};
use arbiter::event::Event;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};

/// What a repair came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What was wrong, in one line; `None` where the session is whole.
    pub damage: Option<String>,
    /// Inputs that could be read.
    pub inputs: u64,
    /// Events that could be read.
    pub events: u64,
    /// Where the session lies as it was.
    pub kept_as: Option<PathBuf>,
}

/// Repairs a session: what can be read of it takes its place, and the damaged file is kept beside it as `NAME.damaged`. One that is
/// whole is left as it is; what lies in SQLite's log beside it is put into it.
///
/// Inputs are kept up to the first that cannot be read: without it those that follow mean something else. Events are kept all, as far
/// as they can be read: they were told.
///
/// # Errors
/// When nothing of it can be read (not even what it was made with), or the result cannot be written.
pub fn repair(path: &Path) -> Result<Repair, SessionError> {
    let damage = match SessionReader::open(path).and_then(|reader| reader.verify()) {
        Ok(contents) => {
            fold_in(path)?;
            return Ok(Repair { damage: None, inputs: contents.inputs, events: contents.events, kept_as: None });
        }
        Err(error) => error.what,
    };
    let reader = SessionReader::open(path)?;
    let whole = beside(path, ".repaired");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(&whole, ending));
    }
    let events = readable_events(path)?;
    let mut writer = SessionWriter::create(&whole, reader.manifest())?;
    let mut events = events.into_iter().peekable();
    let (mut inputs, mut told) = (0u64, 0u64);
    let finished = reader.finished_at();
    for input in reader.inputs().map_while(Result::ok) {
        while let Some((_, event)) = events.next_if(|(after, _)| *after <= inputs) {
            writer.report(&[event])?;
            told += 1;
        }
        writer.record(&input)?;
        inputs += 1;
    }
    let rest: Vec<Event> = events.map(|(_, event)| event).collect();
    told += rest.len() as u64;
    match finished {
        Some(at) => writer.finish(at, &rest)?,
        None => {
            writer.report(&rest)?;
            drop(writer);
            fold_in(&whole)?;
        }
    }
    drop(reader);
    let kept_as = unused(path);
    let moved = |from: &Path, to: &Path| {
        std::fs::rename(from, to).map_err(|error| SessionError::new(from, format!("cannot be renamed: {error}")))
    };
    for ending in ["-wal", "-shm"] {
        let log = beside(path, ending);
        if log.exists() {
            moved(&log, &beside(&kept_as, ending))?;
        }
    }
    moved(path, &kept_as)?;
    moved(&whole, path)?;
    Ok(Repair { damage: Some(damage), inputs, events: told, kept_as: Some(kept_as) })
}

/// A name beside the session's that nothing has.
fn unused(path: &Path) -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => beside(path, ".damaged"),
        number => beside(path, &format!(".damaged-{number}")),
    });
    names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| beside(path, ".damaged"))
}

/// Puts what is in SQLite's log into the file itself.
fn fold_in(path: &Path) -> Result<(), SessionError> {
    let wrong = |error: rusqlite::Error| SessionError::sqlite(path, "writing", &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
    check(path, &connection)?;
    connection.pragma_update(None, "journal_mode", "DELETE").map_err(wrong)?;
    connection.close().map_err(|(_, error)| wrong(error))
}

/// The events that can be read, whatever is between them.
fn readable_events(path: &Path) -> Result<Vec<(u64, Event)>, SessionError> {
    let wrong = |error: rusqlite::Error| SessionError::sqlite(path, "reading", &error);
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(wrong)?;
    let mut statement = connection.prepare("SELECT after_inputs, json FROM events ORDER BY number").map_err(wrong)?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))).map_err(wrong)?;
    let mut before = 0;
    let mut events = Vec::new();
    for (after, json) in rows.map_while(Result::ok) {
        let Ok(event) = serde_json::from_str(&json) else { continue };
        before = before.max(after.max(0) as u64);
        events.push((before, event));
    }
    Ok(events)
}
