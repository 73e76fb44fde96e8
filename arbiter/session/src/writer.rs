use crate::checksum::crc32;
use crate::codec::Encoder;
use crate::schema::{APPLICATION_ID, FINISHED_AT, SCHEMA_VERSION, TABLES, beside};
use crate::{Manifest, SessionError};
use arbiter::event::Event;
use board::{Input, Stamp};
use rusqlite::{Connection, OpenFlags, params};
use std::path::{Path, PathBuf};

/// Inputs wait in memory until there are so many of them, or until something is reported.
const INPUTS_A_ROW: u64 = 256;

/// ... or until they take so many bytes.
const BYTES_A_ROW: usize = 64 * 1024;

/// After so many inputs a row begins anew with whole boards, so that damage does not reach further.
const INPUTS_A_KEY: u64 = 4096;

/// Writes a session as it happens.
///
/// Each input is [recorded](SessionWriter::record) before the arbiter takes it; what the arbiter answers is
/// [reported](SessionWriter::report) before anybody is told. `report` returns once everything is on the disk.
/// A writer that is dropped without [`SessionWriter::finish`] leaves a readable session that says it was broken off.
#[derive(Debug)]
pub struct SessionWriter {
    path: PathBuf,
    connection: Connection,
    encoder: Encoder,
    pending: Option<Pending>,
    recorded: u64,
    since_key: u64,
    events: u64,
}

/// What is known of the row that is being filled.
#[derive(Debug)]
struct Pending {
    first: u64,
    is_key: bool,
    first_at: Stamp,
    last_at: Stamp,
}

impl SessionWriter {
    /// Begins a session in a new file.
    ///
    /// # Errors
    /// When the file exists or cannot be made.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<SessionWriter, SessionError> {
        if path.exists() {
            return Err(SessionError::new(path, "is there already; name a new file or remove it"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(SessionError::new(path, "its folder does not exist; make it first"));
        }
        let connection = begin(path, manifest).map_err(|error| {
            // nothing was recorded yet, and what is left would stand in the way of the next attempt
            for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
                _ = std::fs::remove_file(file);
            }
            SessionError::sqlite(path, "creating", &error)
        })?;
        Ok(SessionWriter {
            path: path.to_owned(),
            connection,
            encoder: Encoder::new(),
            pending: None,
            recorded: 0,
            since_key: 0,
            events: 0,
        })
    }

    /// Records an input, in the order in which the arbiter takes them. It may stay in memory until the next report.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn record(&mut self, input: &Input) -> Result<(), SessionError> {
        if self.pending.is_none() {
            let is_key = self.recorded == 0 || self.since_key >= INPUTS_A_KEY;
            if is_key {
                self.encoder = Encoder::new();
                self.since_key = 0;
            }
            self.pending = Some(Pending { first: self.recorded, is_key, first_at: input.at(), last_at: input.at() });
        }
        self.encoder.push(input);
        self.recorded += 1;
        self.since_key += 1;
        if let Some(pending) = &mut self.pending {
            pending.last_at = input.at();
            if self.recorded - pending.first >= INPUTS_A_ROW || self.encoder.len() >= BYTES_A_ROW {
                return self.write(&[], None);
            }
        }
        Ok(())
    }

    /// Writes what the arbiter answered to the inputs recorded so far, and those inputs; returns once all of it is on
    /// the disk. Nothing is done when there are no events.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn report(&mut self, events: &[Event]) -> Result<(), SessionError> {
        if events.is_empty() { Ok(()) } else { self.write(events, None) }
    }

    /// Ends the session: the arbiter was told at `at` that nothing follows, and answered with `events`.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn finish(mut self, at: Stamp, events: &[Event]) -> Result<(), SessionError> {
        self.write(events, Some(at))?;
        // one file again, without the log beside it
        self.connection
            .pragma_update(None, "journal_mode", "DELETE")
            .and_then(|()| self.connection.close().map_err(|(_, error)| error))
            .map_err(|error| SessionError::sqlite(&self.path, "closing", &error))
    }

    fn write(&mut self, events: &[Event], finished: Option<Stamp>) -> Result<(), SessionError> {
        let path = self.path.clone();
        self.transact(events, finished).map_err(|error| SessionError::sqlite(&path, "writing", &error))
    }

    fn transact(&mut self, events: &[Event], finished: Option<Stamp>) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        if let Some(row) = self.pending.take() {
            let data = self.encoder.take();
            transaction
                .prepare_cached(
                    "INSERT INTO inputs (first, count, is_key, first_at, last_at, crc32, data)
                     VALUES (?, ?, ?, ?, ?, ?, ?)",
                )?
                .execute(params![
                    row.first as i64,
                    (self.recorded - row.first) as i64,
                    row.is_key,
                    row.first_at.nanos(),
                    row.last_at.nanos(),
                    crc32(&data),
                    data,
                ])?;
        }
        for event in events {
            let json = serde_json::to_string(event)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
            transaction
                .prepare_cached("INSERT INTO events (number, after_inputs, json) VALUES (?, ?, ?)")?
                .execute(params![self.events as i64, self.recorded as i64, json])?;
            self.events += 1;
        }
        if let Some(at) = finished {
            transaction.execute(
                "INSERT INTO manifest (key, value) VALUES (?, ?)",
                params![FINISHED_AT, at.nanos().to_string()],
            )?;
        }
        transaction.commit()
    }
}

fn begin(path: &Path, manifest: &Manifest) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // a commit returns once the log is on the disk; inputs are committed in batches, so this costs little
    connection.pragma_update(None, "synchronous", "FULL")?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    for (key, value) in manifest.to_pairs() {
        transaction.execute("INSERT INTO manifest (key, value) VALUES (?, ?)", [key, value])?;
    }
    transaction.commit()?;
    // what the file is shall stand in the file itself, for those who look at its first bytes
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(connection)
}
