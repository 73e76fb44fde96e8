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
        if let Ok(text) = files::text(desk, &books, form) {
            replace(&folder.join(name), text.as_bytes())?;
        }
    }
    if let Some(table) = desk.hub.moment(desk.plan.delay).table {
        replace(&folder.join("table.json"), table.broadcast.as_bytes())?;
    }
    Ok(())
}

/// Writes a file unless it says the same already.
fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|known| known == content) {
        return Ok(());
    }
    write_whole(path, content)
}
