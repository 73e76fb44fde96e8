//! One run a session and a folder: who writes there holds a lock, which ends with the process however that ends.

use crate::failure::{Failure, Kind};
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Held as long as something is written. The lock of a session is on a file of its own: closing a second handle of the session would take
/// away the locks of SQLite.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of `session`, which need not be there yet.
    ///
    /// # Errors
    /// When another run has it, or the file for it cannot be written.
    pub fn of_session(session: &Path) -> Result<Lock, Failure> {
        let held = "is being written by another run; stop that one, or begin anew with --new";
        Lock::take(place(session), session, held, "name a session elsewhere")
    }

    /// Takes the lock of a folder of matches: of two tables that wrote there a restart would mistake one's match for the other's.
    ///
    /// # Errors
    /// When another run has it, or the file for it cannot be written.
    pub fn of_folder(folder: &Path) -> Result<Lock, Failure> {
        let held = "another table's run writes its matches there; give each table a folder of its own (folder = ...), or stop that run";
        Lock::take(folder.join(".tandem.lock"), folder, held, "name another folder")
    }

    fn take(path: PathBuf, of: &Path, held: &str, way_out: &str) -> Result<Lock, Failure> {
        let wrong = |what: &str| Failure::new(Kind::Output, format!("{}: {what}", of.display()));
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| wrong(&format!("nothing can be written there: {error}; {way_out}")))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(TryLockError::WouldBlock) => Err(wrong(held)),
            Err(TryLockError::Error(error)) => Err(wrong(&format!("cannot be locked: {error}"))),
        }
    }

    /// Whether a run writes `session` now.
    pub fn is_held(session: &Path) -> bool {
        File::open(place(session)).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // a file that stays is locked by nobody
        let _ = std::fs::remove_file(&self.path);
    }
}

fn place(session: &Path) -> PathBuf {
    let mut name = OsString::from(session);
    name.push(".lock");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_writes_a_session() {
        let folder = tempfile::tempdir().unwrap();
        let session = folder.path().join("m.tandem");
        assert!(!Lock::is_held(&session));
        let lock = Lock::of_session(&session).unwrap();
        assert!(Lock::is_held(&session));
        let second = Lock::of_session(&session).unwrap_err().to_string();
        assert!(second.contains("another run"), "{second}");
        drop(lock);
        assert!(!Lock::is_held(&session));
        Lock::of_session(&session).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn one_table_has_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::of_folder(folder.path()).unwrap();
        let second = Lock::of_folder(folder.path()).unwrap_err().to_string();
        assert!(second.contains("a folder of its own"), "{second}");
        drop(lock);
        Lock::of_folder(folder.path()).unwrap();
    }
}
