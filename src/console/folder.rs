//! A folder in which broadcast software finds the games, always current.

use super::{Shared, files};
use crate::args::FormArgument;
use crate::files::write_whole;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Files are written at most so often.
const WRITTEN: Duration = Duration::from_secs(1);

/// Keeps `games.bpgn`, `games.pgn` and `table.json` in a folder as spectators may know them, as long as pages are served.
pub(super) async fn keep(desk: Shared, folder: PathBuf) {
    let mut changes = desk.hub.changes();
    loop {
        let (of, into) = (Arc::clone(&desk), folder.clone());
        let written = tokio::task::spawn_blocking(move || write(&of, &into)).await;
        if let Ok(Err(error)) = written {
            eprintln!("tandem: {}: the games cannot be kept there: {error}", folder.display());
        }
        tokio::time::sleep(WRITTEN).await;
        // what is delayed becomes due without a change
        let due = if desk.plan.delay > Duration::ZERO { WRITTEN } else { Duration::from_secs(3600) };
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = tokio::time::sleep(due) => {}
        }
    }
}

fn write(desk: &Shared, folder: &Path) -> std::io::Result<()> {
    let Ok(books) = desk.hub.books(desk.plan.delay) else { return Ok(()) };
    for (form, name) in [(FormArgument::Bpgn, "games.bpgn"), (FormArgument::Pgn, "games.pgn")] {
        if let Ok(text) = files::text(desk, &books, desk.plan.delay, form) {
            replace(&folder.join(name), text.as_bytes())?;
        }
    }
    if let Some(table) = desk.hub.moment(desk.plan.delay).table {
        replace(&folder.join("table.json"), table.broadcast.as_bytes())?;
    }
    Ok(())
}

/// Writes a file unless it says the same already. In a folder that others may write to, what lies there in its place is not followed.
fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return Err(std::io::Error::other(format!(
            "{} is there and is no file; remove it",
            path.file_name().unwrap_or_default().display()
        )));
    }
    if std::fs::read(path).is_ok_and(|known| known == content) {
        return Ok(());
    }
    write_whole(path, content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn what_lies_there_in_a_files_place_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("mine");
        std::fs::write(&mine, "mine").unwrap();
        let path = folder.path().join("games.pgn");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        std::fs::remove_file(&path).unwrap();
        symlink(&mine, &path).unwrap();
        assert!(replace(&path, b"three").unwrap_err().to_string().contains("games.pgn"));
        // where the new file is made before it takes its place
        std::fs::remove_file(&path).unwrap();
        symlink(&mine, folder.path().join(format!(".games.pgn.{}.new", std::process::id()))).unwrap();
        replace(&path, b"four").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"four");
        assert_eq!(std::fs::read(&mine).unwrap(), b"mine");
        // a folder, as nothing that is written would end
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(replace(&path, b"five").is_err());
    }
}
