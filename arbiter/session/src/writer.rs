use crate::checksum::crc32;
use crate::codec::Encoder;
use crate::schema::{APPLICATION_ID, FINISHED_AT, SCHEMA_VERSION, TABLES, beside, check};
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
/// A writer that is dropped without [`SessionWriter::finish`] leaves a readable session that says it was broken off, and that
/// [`SessionWriter::resume`] goes on with.
///
/// Where writing fails nothing is forgotten: what is not on the disk yet stays in memory, is written with the next report, or by
/// [`SessionWriter::retry`].
#[derive(Debug)]
pub struct SessionWriter {
    path: PathBuf,
    connection: Connection,
    encoder: Encoder,
    pending: Option<Pending>,
    recorded: u64,
    since_key: u64,
    /// Events on the disk.
    events: u64,
    /// Events that are not yet, as JSON, with how many inputs were recorded before.
    unwritten: Vec<(u64, String)>,
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
        // made whole under another name first: a session that is there can be opened, whenever the program is killed
        let unfinished = beside(path, UNFINISHED);
        let remove = || with_logs(&unfinished).iter().for_each(|file| _ = std::fs::remove_file(file));
        remove();
        let made = begin(&unfinished, manifest).and_then(|()| {
            let logs = with_logs(path);
            // logs of a file of that name which is no more would be taken for this one's
            logs[1..].iter().for_each(|log| _ = std::fs::remove_file(log));
            std::fs::rename(&unfinished, path).and_then(|()| sync_folder(path)).map_err(unwritable)
        });
        let connection = made.and_then(|()| connect(path));
        let connection = connection.map_err(|error| {
            remove();
            SessionError::sqlite(path, "creating", &error)
        })?;
        Ok(SessionWriter::on(path, connection, 0, 0))
    }

    /// Goes on with a session that was broken off. What is in it is best read with a [`SessionReader`](crate::SessionReader) before.
    ///
    /// # Errors
    /// When the file is no session, is damaged, was finished, or cannot be written.
    pub fn resume(path: &Path) -> Result<SessionWriter, SessionError> {
        if !path.is_file() {
            return Err(SessionError::new(path, "there is no such file; check the path"));
        }
        let wrong = |error: rusqlite::Error| SessionError::sqlite(path, "opening", &error);
        let connection = connect(path).map_err(wrong)?;
        check(path, &connection)?;
        let finished: i64 = connection
            .query_row("SELECT count(*) FROM manifest WHERE key = ?", [FINISHED_AT], |row| row.get(0))
            .map_err(wrong)?;
        if finished > 0 {
            return Err(SessionError::new(path, "is finished; name a new file for the next match"));
        }
        let (inputs, events) = counts(&connection).map_err(wrong)?;
        // what follows may be of kinds that an older program did not know
        connection.pragma_update(None, "user_version", SCHEMA_VERSION).map_err(wrong)?;
        Ok(SessionWriter::on(path, connection, inputs, events))
    }

    fn on(path: &Path, connection: Connection, recorded: u64, events: u64) -> SessionWriter {
        let (path, encoder, unwritten) = (path.to_owned(), Encoder::new(), Vec::new());
        // of what came before nothing is remembered: the first row stands for itself
        SessionWriter { path, connection, encoder, pending: None, recorded, since_key: INPUTS_A_KEY, events, unwritten }
    }

    /// Inputs recorded so far, those not yet on the disk included.
    pub fn recorded(&self) -> u64 {
        self.recorded
    }

    /// Whether something was reported that is not on the disk.
    pub fn is_behind(&self) -> bool {
        !self.unwritten.is_empty()
    }

    /// Records an input, in the order in which the arbiter takes them. It may stay in memory until the next report.
    ///
    /// # Errors
    /// When the disk is full or fails; the input stays in memory.
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
            let waiting = self.recorded - pending.first;
            // what could not be written is not tried again with every input
            if waiting.is_multiple_of(INPUTS_A_ROW) || self.encoder.len() >= BYTES_A_ROW && waiting.is_multiple_of(16) {
                return self.write(None);
            }
        }
        Ok(())
    }

    /// Writes what the arbiter answered to the inputs recorded so far, and those inputs; returns once all of it is on
    /// the disk. Nothing is done when there are no events.
    ///
    /// # Errors
    /// When the disk is full or fails; the events stay in memory.
    pub fn report(&mut self, events: &[Event]) -> Result<(), SessionError> {
        if events.is_empty() {
            return Ok(());
        }
        self.queue(events)?;
        self.write(None)
    }

    /// Opens the file anew, which may be on a drive that was away, and writes what is not on it yet.
    ///
    /// # Errors
    /// When it still cannot be written, or is not as it was left.
    pub fn retry(&mut self) -> Result<(), SessionError> {
        let wrong = |error: rusqlite::Error| SessionError::sqlite(&self.path, "opening", &error);
        if !self.path.is_file() {
            return Err(SessionError::new(&self.path, "is not there any more; put the drive back"));
        }
        let connection = connect(&self.path).map_err(wrong)?;
        check(&self.path, &connection)?;
        let (inputs, events) = counts(&connection).map_err(wrong)?;
        let first = self.pending.as_ref().map_or(self.recorded, |pending| pending.first);
        if (inputs, events) == (self.recorded, self.events + self.unwritten.len() as u64) {
            // it had been written, and only the answer was lost
            self.encoder.take();
            self.pending = None;
            self.events = events;
            self.unwritten.clear();
        } else if (inputs, events) != (first, self.events) {
            let what = format!("holds {inputs} inputs and {events} events instead of {first} and {}", self.events);
            return Err(SessionError::new(&self.path, format!("{what}; it is another file, or was changed")));
        }
        self.connection = connection;
        self.write(None)
    }

    /// Ends the session: the arbiter was told at `at` that nothing follows, and answered with `events`.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn finish(mut self, at: Stamp, events: &[Event]) -> Result<(), SessionError> {
        self.queue(events)?;
        self.write(Some(at))?;
        // one file again, without the log beside it; while somebody reads it, the log stays, and that is as good
        let one_file = match self.connection.pragma_update(None, "journal_mode", "DELETE") {
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Ok(()),
            other => other,
        };
        one_file
            .and_then(|()| self.connection.close().map_err(|(_, error)| error))
            .map_err(|error| SessionError::sqlite(&self.path, "closing", &error))
    }

    fn queue(&mut self, events: &[Event]) -> Result<(), SessionError> {
        for event in events {
            let json = serde_json::to_string(event)
                .map_err(|error| SessionError::new(&self.path, format!("an event cannot be written: {error}")))?;
            self.unwritten.push((self.recorded, json));
        }
        Ok(())
    }

    fn write(&mut self, finished: Option<Stamp>) -> Result<(), SessionError> {
        let path = self.path.clone();
        self.transact(finished).map_err(|error| SessionError::sqlite(&path, "writing", &error))
    }

    fn transact(&mut self, finished: Option<Stamp>) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        if let Some(row) = &self.pending {
            let data = self.encoder.bytes();
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
                    crc32(data),
                    data,
                ])?;
        }
        for (number, (after, json)) in (self.events..).zip(&self.unwritten) {
            transaction
                .prepare_cached("INSERT INTO events (number, after_inputs, json) VALUES (?, ?, ?)")?
                .execute(params![number as i64, *after as i64, json])?;
        }
        if let Some(at) = finished {
            transaction.execute(
                "INSERT INTO manifest (key, value) VALUES (?, ?)",
                params![FINISHED_AT, at.nanos().to_string()],
            )?;
        }
        transaction.commit()?;
        // only now is it the disk's
        self.pending = None;
        self.encoder.take();
        self.events += self.unwritten.len() as u64;
        self.unwritten.clear();
        Ok(())
    }
}

/// How many inputs and events a session holds.
fn counts(connection: &Connection) -> rusqlite::Result<(u64, u64)> {
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|count| count.max(0) as u64);
    Ok((count("SELECT coalesce(sum(count), 0) FROM inputs")?, count("SELECT count(*) FROM events")?))
}

/// A connection that writes through.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    set_up(Connection::open_with_flags(path, flags)?)
}

fn set_up(connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(std::time::Duration::from_secs(2))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // a commit returns once the log is on the disk; inputs are committed in batches, so this costs little
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

/// What the name of a session that is being made ends in.
const UNFINISHED: &str = ".new";

/// Makes a session with nothing but its manifest, in one file without a log beside it.
fn begin(path: &Path, manifest: &Manifest) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = set_up(Connection::open_with_flags(path, flags)?)?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    for (key, value) in manifest.to_pairs() {
        transaction.execute("INSERT INTO manifest (key, value) VALUES (?, ?)", [key, value])?;
    }
    transaction.commit()?;
    // closing alone passes over a log that could not be put into the file
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)
}

/// A file and what SQLite may keep beside it.
fn with_logs(path: &Path) -> [PathBuf; 4] {
    [path.to_owned(), beside(path, "-wal"), beside(path, "-shm"), beside(path, "-journal")]
}

/// Returns once the names in a file's folder are on the disk.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::File::open(folder)?.sync_all()
}

fn unwritable(error: std::io::Error) -> rusqlite::Error {
    let code = match error.kind() {
        std::io::ErrorKind::StorageFull => rusqlite::ffi::SQLITE_FULL,
        std::io::ErrorKind::PermissionDenied => rusqlite::ffi::SQLITE_PERM,
        _ => rusqlite::ffi::SQLITE_IOERR,
    };
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), Some(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SessionReader;
    use board::{BoardId, Incident, IncidentKind, IncidentState, Placement};

    fn manifest() -> Manifest {
        Manifest { program: "0".to_owned(), boards: vec![BoardId::A], profile: "x".to_owned(), ..Manifest::default() }
    }

    fn input(ms: i64) -> Input {
        let (at, text) = (Stamp::from_millis(ms), "A long sentence, so that pages are filled. ".repeat(20));
        Input::Incident(Incident {
            at,
            camera: None,
            kind: IncidentKind::Starved,
            state: IncidentState::Happened,
            text,
        })
    }

    fn event(ms: i64) -> Event {
        Event::Started { board: BoardId::A, placement: Placement::start(), at: Stamp::from_millis(ms) }
    }

    #[test]
    fn what_a_full_disk_did_not_take_is_written_once_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.tandem");
        let mut writer = SessionWriter::create(&path, &manifest()).unwrap();
        writer.record(&input(1)).unwrap();
        writer.report(&[event(1)]).unwrap();
        // SQLite's own way of being full
        let pages: i64 = writer.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        writer.connection.pragma_update(None, "max_page_count", pages + 2).unwrap();
        let mut failed = 0;
        for ms in 2..900 {
            failed += u32::from(writer.record(&input(ms)).is_err());
            if ms % 100 == 0 {
                let error = writer.report(&[event(ms)]).unwrap_err().to_string();
                assert!(error.contains("the disk is full; make room"), "{error}");
            }
        }
        assert!(writer.is_behind() && failed > 0);
        let on_disk = SessionReader::open(&path).unwrap().verify().unwrap();
        assert_eq!(on_disk.events, 1, "what is not on the disk was not reported");
        writer.retry().unwrap();
        assert!(!writer.is_behind());
        writer.record(&input(900)).unwrap();
        writer.finish(Stamp::from_millis(901), &[event(901)]).unwrap();
        let reader = SessionReader::open(&path).unwrap();
        assert!(reader.inputs().map(Result::unwrap).eq((1..=900).map(input)));
        let events: Vec<Event> = reader.events().unwrap().into_iter().map(|(_, event)| event).collect();
        let expected = [1, 100, 200, 300, 400, 500, 600, 700, 800, 901].map(event);
        assert_eq!(events, expected);
        reader.verify().unwrap();
    }

    #[test]
    fn a_file_that_went_away_is_waited_for_and_another_is_not_taken_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let (path, away) = (folder.path().join("match.tandem"), folder.path().join("away"));
        let mut writer = SessionWriter::create(&path, &manifest()).unwrap();
        writer.record(&input(1)).unwrap();
        writer.report(&[event(1)]).unwrap();
        // a connection that cannot write any more, as after the drive was pulled
        writer.connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        std::fs::rename(&path, &away).unwrap();
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::rename(beside(&path, ending), beside(&away, ending));
        }
        writer.record(&input(2)).unwrap();
        writer.report(&[event(2)]).unwrap_err();
        assert!(writer.retry().unwrap_err().to_string().contains("put the drive back"));
        let other = SessionWriter::create(&path, &manifest()).unwrap();
        drop(other);
        assert!(writer.retry().unwrap_err().to_string().contains("another file"));
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&path, ending));
            let _ = std::fs::rename(beside(&away, ending), beside(&path, ending));
        }
        writer.retry().unwrap();
        drop(writer);
        let contents = SessionReader::open(&path).unwrap().verify().unwrap();
        assert_eq!((contents.inputs, contents.events, contents.finished), (2, 2, false));
    }

    #[test]
    fn a_session_that_was_broken_off_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.tandem");
        for begin in [1, 101, 201] {
            let mut writer = match begin {
                1 => SessionWriter::create(&path, &manifest()).unwrap(),
                _ => SessionWriter::resume(&path).unwrap(),
            };
            assert_eq!(writer.recorded(), begin as u64 - 1);
            (begin..begin + 100).for_each(|ms| writer.record(&input(ms)).unwrap());
            writer.report(&[event(begin)]).unwrap();
            // what was recorded after the last report is lost with the program
            writer.record(&input(-1)).unwrap();
        }
        let reader = SessionReader::open(&path).unwrap();
        assert!(reader.inputs().map(Result::unwrap).eq((1..=300).map(input)));
        assert_eq!(reader.verify().unwrap().events, 3);
        SessionWriter::resume(&path).unwrap().finish(Stamp::from_millis(1), &[]).unwrap();
        assert!(SessionWriter::resume(&path).unwrap_err().to_string().contains("is finished"));
    }

    #[test]
    fn sessions_of_the_first_version_are_read_and_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.tandem");
        let mut writer = SessionWriter::create(&path, &manifest()).unwrap();
        writer.report(&[event(1)]).unwrap();
        writer.connection.pragma_update(None, "user_version", 1).unwrap();
        drop(writer);
        assert_eq!(SessionReader::open(&path).unwrap().verify().unwrap().events, 1);
        let mut writer = SessionWriter::resume(&path).unwrap();
        writer.record(&input(2)).unwrap();
        writer.report(&[event(2)]).unwrap();
        let version: i32 = writer.connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, SCHEMA_VERSION);
    }

    #[test]
    fn a_session_that_was_being_ended_when_the_program_was_killed_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (path, killed) = (folder.path().join("match.tandem"), folder.path().join("killed.tandem"));
        let mut writer = SessionWriter::create(&path, &manifest()).unwrap();
        writer.record(&input(1)).unwrap();
        writer.report(&[event(1)]).unwrap();
        writer.finish(Stamp::from_millis(2), &[]).unwrap();
        // what is on the disk between the journal's being written and its being removed
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE;").unwrap();
        for ms in 0..200 {
            let values = params![1000 + ms, "x".repeat(3000)];
            connection.execute("INSERT INTO events (number, after_inputs, json) VALUES (?, 1, ?)", values).unwrap();
        }
        std::fs::copy(&path, &killed).unwrap();
        std::fs::copy(beside(&path, "-journal"), beside(&killed, "-journal")).unwrap();
        assert!(std::fs::metadata(&killed).unwrap().len() > 100_000, "what is to be taken back is in the file");
        let contents = SessionReader::open(&killed).unwrap().verify().unwrap();
        assert_eq!((contents.inputs, contents.events, contents.finished), (1, 1, true));
        assert!(!beside(&killed, "-journal").exists());
    }

    #[test]
    fn a_session_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.tandem");
        let names = || {
            let mut names: Vec<String> = std::fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        };
        // as a program leaves it that was killed while it made one, and logs of one that was removed
        for file in ["match.tandem.new", "match.tandem.new-journal", "match.tandem-wal", "match.tandem-shm"] {
            std::fs::write(folder.path().join(file), "half").unwrap();
        }
        let writer = SessionWriter::create(&path, &manifest()).unwrap();
        assert_eq!(names(), ["match.tandem", "match.tandem-shm", "match.tandem-wal"]);
        assert!(crate::is_session(&path));
        writer.finish(Stamp::ZERO, &[]).unwrap();
        assert_eq!(names(), ["match.tandem"]);
        // where it cannot be made nothing is left behind
        let other = folder.path().join("other.tandem");
        std::fs::create_dir(folder.path().join("other.tandem.new")).unwrap();
        SessionWriter::create(&other, &manifest()).unwrap_err();
        assert_eq!(names(), ["match.tandem", "other.tandem.new"]);
    }
}
