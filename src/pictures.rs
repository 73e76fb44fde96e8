//! The pictures that go with alerts: what they are called and where they lie.

use arbiter::event::AlertId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The files' names of an alert: the table as it was before, and as it was when the alert was told.
pub fn names(alert: AlertId) -> [String; 2] {
    ["before", "after"].map(|when| format!("alert-{}-{when}.jpg", alert.0))
}

/// The folder that lies beside a session: its name with `.pictures` behind.
pub fn folder_of(session: &Path) -> PathBuf {
    let mut name = OsString::from(session);
    name.push(".pictures");
    PathBuf::from(name)
}

/// The pictures of an alert that are in a folder.
pub fn found(folder: &Path, alert: AlertId) -> Vec<PathBuf> {
    names(alert).into_iter().map(|name| folder.join(name)).filter(|path| path.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lie_beside_the_session() {
        let folder = tempfile::tempdir().unwrap();
        let beside = folder_of(&folder.path().join("match.tandem"));
        assert_eq!(beside, folder.path().join("match.tandem.pictures"));
        assert!(found(&beside, AlertId(12)).is_empty());
        std::fs::create_dir(&beside).unwrap();
        std::fs::write(beside.join("alert-12-after.jpg"), "x").unwrap();
        assert_eq!(found(&beside, AlertId(12)), [beside.join("alert-12-after.jpg")]);
        assert!(found(&beside, AlertId(1)).is_empty());
    }
}
