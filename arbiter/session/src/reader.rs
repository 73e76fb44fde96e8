use crate::checksum::crc32;
use crate::codec::Decoder;
use crate::schema::{FINISHED_AT, beside, check};
use crate::{Manifest, SessionError};
use arbiter::event::Event;
use board::{Input, Stamp};
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

/// Reads a session back.
#[derive(Debug)]
pub struct SessionReader {
    path: PathBuf,
    connection: Connection,
    manifest: Manifest,
    finished_at: Option<Stamp>,
}

/// What a check of a whole session found, when nothing was wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    /// Inputs recorded.
    pub inputs: u64,
    /// Events reported.
    pub events: u64,
    /// Whether the session was ended properly; one that was broken off is good up to its end.
    pub finished: bool,
}

impl SessionReader {
    /// Opens a session. One that was broken off is opened, too, with all that was reported.
    ///
    /// # Errors
    /// When the file is missing, no session, damaged, or written by a newer program.
    pub fn open(path: &Path) -> Result<SessionReader, SessionError> {
        let metadata = std::fs::metadata(path);
        if !metadata.is_ok_and(|metadata| metadata.is_file()) {
            return Err(SessionError::new(path, "there is no such file; check the path"));
        }
        let wrong = |error: rusqlite::Error| SessionError::sqlite(path, "opening", &error);
        let open = |flags| Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(wrong);
        let mut connection = open(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if check(path, &connection).is_err() && beside(path, "-journal").exists() {
            // killed while the session was ended: what was begun is taken back, which a connection that only reads may not
            let undone = open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            check(path, &undone)?;
            drop(undone);
            connection = open(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        }
        check(path, &connection)?;
        let mut pairs = pairs(&connection).map_err(wrong)?;
        let finished_at = pairs.remove(FINISHED_AT).and_then(|nanos| nanos.parse().ok()).map(Stamp::from_nanos);
        let manifest = Manifest::from_pairs(pairs)
            .map_err(|what| SessionError::new(path, format!("the session is damaged: {what}; copy it again")))?;
        Ok(SessionReader { path: path.to_owned(), connection, manifest, finished_at })
    }

    /// What the session was made with.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// When the arbiter was told that nothing follows; `None` for a session that was broken off.
    pub fn finished_at(&self) -> Option<Stamp> {
        self.finished_at
    }

    /// How many inputs there are.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn input_count(&self) -> Result<u64, SessionError> {
        self.connection
            .query_row("SELECT coalesce(sum(count), 0) FROM inputs", [], |row| row.get::<_, i64>(0))
            .map(|count| count.max(0) as u64)
            .map_err(|error| SessionError::sqlite(&self.path, "reading", &error))
    }

    /// The inputs, one after another, in the order in which the arbiter took them. After an error there are none.
    pub fn inputs(&self) -> Inputs<'_> {
        Inputs { reader: self, decoder: Decoder::new(), waiting: VecDeque::new(), next: 0, over: false }
    }

    /// The events in the order in which they were reported, each with the number of inputs taken before.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn events(&self) -> Result<Vec<(u64, Event)>, SessionError> {
        let wrong = |error: rusqlite::Error| SessionError::sqlite(&self.path, "reading", &error);
        let mut statement =
            self.connection.prepare("SELECT number, after_inputs, json FROM events ORDER BY number").map_err(wrong)?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?)))
            .map_err(wrong)?;
        let mut events = Vec::new();
        for row in rows {
            let (number, after, json) = row.map_err(wrong)?;
            if number != events.len() as i64 {
                return Err(self.damaged(&format!("event {} is missing", events.len())));
            }
            let event = serde_json::from_str(&json)
                .map_err(|error| self.damaged(&format!("event {number} cannot be read ({error})")))?;
            events.push((after.max(0) as u64, event));
        }
        Ok(events)
    }

    /// Reads everything and checks that it is whole: the file's structure, each row's checksum, that no input and no event
    /// is missing, and that no event was reported before its inputs.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<Contents, SessionError> {
        let structure: String = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|error| SessionError::sqlite(&self.path, "checking", &error))?;
        if structure != "ok" {
            return Err(self.damaged(structure.lines().next().unwrap_or("its structure is broken")));
        }
        let mut inputs = 0;
        for input in self.inputs() {
            input?;
            inputs += 1;
        }
        let events = self.events()?;
        let mut before = 0;
        for (number, (after, _)) in events.iter().enumerate() {
            if *after < before || *after > inputs {
                return Err(self.damaged(&format!("event {number} does not fit the inputs")));
            }
            before = *after;
        }
        Ok(Contents { inputs, events: events.len() as u64, finished: self.finished_at.is_some() })
    }

    fn damaged(&self, what: &str) -> SessionError {
        SessionError::new(&self.path, format!("the session is damaged: {what}; copy it again"))
    }

    fn row(&self, first: u64) -> Result<Option<Row>, SessionError> {
        self.connection
            .prepare_cached(
                "SELECT first, count, is_key, crc32, data FROM inputs WHERE first >= ? ORDER BY first LIMIT 1",
            )
            .and_then(|mut statement| {
                statement
                    .query_row([first as i64], |row| {
                        Ok(Row {
                            first: row.get(0)?,
                            count: row.get(1)?,
                            is_key: row.get(2)?,
                            crc32: row.get(3)?,
                            data: row.get(4)?,
                        })
                    })
                    .optional()
            })
            .map_err(|error| SessionError::sqlite(&self.path, "reading", &error))
    }
}

struct Row {
    first: i64,
    count: i64,
    is_key: bool,
    crc32: i64,
    data: Vec<u8>,
}

/// The inputs of a session; made by [`SessionReader::inputs`].
#[derive(Debug)]
pub struct Inputs<'a> {
    reader: &'a SessionReader,
    decoder: Decoder,
    waiting: VecDeque<Input>,
    next: u64,
    over: bool,
}

impl Inputs<'_> {
    fn fill(&mut self) -> Result<(), SessionError> {
        let Some(row) = self.reader.row(self.next)? else {
            self.over = true;
            return Ok(());
        };
        let damaged = |what: String| self.reader.damaged(&what);
        if row.first != self.next as i64 {
            return Err(damaged(format!("inputs {} to {} are missing", self.next, row.first - 1)));
        }
        if i64::from(crc32(&row.data)) != row.crc32 {
            return Err(damaged(format!("the inputs from {} on do not match their checksum", row.first)));
        }
        if row.is_key {
            self.decoder = Decoder::new();
        }
        let inputs = self.decoder.chunk(&row.data).map_err(|error| damaged(error.to_string()))?;
        if inputs.len() as i64 != row.count || inputs.is_empty() {
            return Err(damaged(format!("{} inputs instead of {} from {} on", inputs.len(), row.count, row.first)));
        }
        self.next += inputs.len() as u64;
        self.waiting.extend(inputs);
        Ok(())
    }
}

impl Iterator for Inputs<'_> {
    type Item = Result<Input, SessionError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.waiting.is_empty()
            && !self.over
            && let Err(error) = self.fill()
        {
            self.over = true;
            return Some(Err(error));
        }
        self.waiting.pop_front().map(Ok)
    }
}

fn pairs(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    connection
        .prepare("SELECT key, value FROM manifest")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}
