use std::path::{Path, PathBuf};

/// Why a session cannot be written or read. One line, naming the file, the thing and the way out.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", path.display())]
pub struct SessionError {
    /// The session's file.
    pub path: PathBuf,
    /// What is wrong, and what to do about it.
    pub what: String,
}

impl SessionError {
    pub(crate) fn new(path: &Path, what: impl Into<String>) -> SessionError {
        SessionError { path: path.to_owned(), what: what.into() }
    }

    /// What SQLite said while `doing` something, in the words of somebody who has a file and not a data base.
    pub(crate) fn sqlite(path: &Path, doing: &str, error: &rusqlite::Error) -> SessionError {
        use rusqlite::ErrorCode;
        let what = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => {
                "is not a session; name a file that `tandem replay --session` wrote".to_owned()
            }
            Some(ErrorCode::DatabaseCorrupt) => "the session is damaged or cut off; copy it again".to_owned(),
            Some(ErrorCode::DiskFull) => format!("{doing}: the disk is full; make room"),
            Some(ErrorCode::CannotOpen) => format!("{doing}: cannot be opened; check the path and its permissions"),
            Some(ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                format!("{doing}: may not be written; check its permissions")
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                format!("{doing}: another program is using the session; wait until it has finished")
            }
            _ => format!("{doing}: {}", error.to_string().lines().next().unwrap_or("unknown error")),
        };
        SessionError::new(path, what)
    }
}
