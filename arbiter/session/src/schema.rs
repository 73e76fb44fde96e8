use crate::SessionError;
use rusqlite::Connection;
use std::io::Read;
use std::path::{Path, PathBuf};

/// SQLite's application id of a session: `TNDM` in ASCII.
pub const APPLICATION_ID: i32 = 0x544E_444D;

/// The version of what is in the file, kept in SQLite's `user_version`.
///
/// - 1: looks, clocks, declarations.
/// - 2: rulings and incidents among the inputs. The tables are the same.
pub const SCHEMA_VERSION: i32 = 2;

/// The oldest version that is read; what it lacks is not there.
pub const OLDEST_VERSION: i32 = 1;

/// The tables.
pub(crate) const TABLES: &str = "
    CREATE TABLE manifest (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Inputs in the order in which the arbiter took them, many a row. A row whose is_key is 1 can be decoded
    -- without those before it. Times are nanoseconds since the session began.
    CREATE TABLE inputs (
        first INTEGER PRIMARY KEY,
        count INTEGER NOT NULL,
        is_key INTEGER NOT NULL,
        first_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        crc32 INTEGER NOT NULL,
        data BLOB NOT NULL
    ) STRICT;
    -- Events in the order in which the arbiter reported them, each after that many inputs.
    CREATE TABLE events (
        number INTEGER PRIMARY KEY,
        after_inputs INTEGER NOT NULL,
        json TEXT NOT NULL
    ) STRICT;
";

/// The manifest's key under which the end is noted: nanoseconds since the session began. A session without it
/// was broken off.
pub(crate) const FINISHED_AT: &str = "finished_at";

/// Whether the file begins as SQLite files of Tandem's application id do. Says nothing about what follows.
///
/// A file that SQLite's log lies beside, because it is being written or was broken off, may have its id in that log only.
pub fn is_session(path: &Path) -> bool {
    let mut head = [0; 72];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let id = &head[68..72];
    let in_the_log = || *id == [0; 4] && std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    read.is_ok() && head.starts_with(b"SQLite format 3\0") && (*id == APPLICATION_ID.to_be_bytes() || in_the_log())
}

/// The file that SQLite keeps beside the one at `path`: its log (`-wal`) or the log's index (`-shm`).
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Checks that an open file is a session this program can read.
pub(crate) fn check(path: &Path, connection: &Connection) -> Result<(), SessionError> {
    let pragma = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i32>(0))
            .map_err(|error| SessionError::sqlite(path, "opening", &error))
    };
    if pragma("application_id")? != APPLICATION_ID {
        let what = "is a data base, but no session; name a file that `tandem replay --session` wrote";
        return Err(SessionError::new(path, what));
    }
    match pragma("user_version")? {
        OLDEST_VERSION..=SCHEMA_VERSION => Ok(()),
        0 => Err(SessionError::new(path, "the session was never begun properly; record it again")),
        newer => Err(SessionError::new(
            path,
            format!(
                "was written by a newer Tandem (schema {newer}, this one reads up to {SCHEMA_VERSION}); update Tandem"
            ),
        )),
    }
}
