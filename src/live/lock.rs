//! One run a session: who writes it holds a lock, which ends with the process however that ends.

use crate::failure::{Failure, Kind};
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Held as long as a session is written. The lock is on a file of its own: closing a second handle of the session would take away the locks of
/// SQLite.
#[derive(Debug)]
pub struct SessionLock {
    path: PathBuf,
    _file: File,
}

impl SessionLock {
    /// Takes the lock of `session`, which need not be there yet.
    ///
    /// # Errors
    /// When another run has it, or the file for it cannot be written.
    pub fn take(session: &Path) -> Result<SessionLock, Failure> {
        let path = place(session);
        let wrong = |what: &str| Failure::new(Kind::Output, format!("{}: {what}", session.display()));
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file =
            file.map_err(|error| wrong(&format!("cannot be written beside: {error}; name a session elsewhere")))?;
        match file.try_lock() {
            Ok(()) => Ok(SessionLock { path, _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(wrong("is being written by another run; stop that one, or begin anew with --new"))
            }
            Err(TryLockError::Error(error)) => Err(wrong(&format!("cannot be locked: {error}"))),
        }
    }

    /// Whether a run writes `session` now.
    pub fn is_held(session: &Path) -> bool {
        File::open(place(session)).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }
}

impl Drop for SessionLock {
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
        assert!(!SessionLock::is_held(&session));
        let lock = SessionLock::take(&session).unwrap();
        assert!(SessionLock::is_held(&session));
        let second = SessionLock::take(&session).unwrap_err().to_string();
        assert!(second.contains("another run"), "{second}");
        drop(lock);
        assert!(!SessionLock::is_held(&session));
        SessionLock::take(&session).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
