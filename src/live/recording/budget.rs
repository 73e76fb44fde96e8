//! How much of the disk recordings may take, for how long they are kept, and what goes first.
//!
//! Only pictures go: pieces of `NAME.video` folders, the oldest first, whatever match they are of. Sessions and what was decided are never
//! removed.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// With less free than this recordings go although they may take more, so that there is room for the session, in bytes.
pub const ROOM_FOR_SESSIONS: u64 = 512 << 20;

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
}

/// A file of a recording.
#[derive(Debug)]
struct Piece {
    path: PathBuf,
    bytes: u64,
    written: SystemTime,
}

/// Removes what is too old or too much of the recordings in `folder`. `busy` is left alone: it is being written.
pub fn keep_within(folder: &Path, most_bytes: u64, most_age: Duration, free: Option<u64>, busy: &[PathBuf]) -> Removed {
    let mut pieces = pieces(folder);
    pieces.sort_by(|a, b| (a.written, &a.path).cmp(&(b.written, &b.path)));
    let mut total: u64 = pieces.iter().map(|piece| piece.bytes).sum();
    let mut wanted = free.map_or(0, |free| ROOM_FOR_SESSIONS.saturating_sub(free));
    let now = SystemTime::now();
    let mut removed = Removed::default();
    for piece in pieces {
        let old = now.duration_since(piece.written).is_ok_and(|age| age > most_age);
        if !(old || total > most_bytes || wanted > 0) {
            // what follows is younger
            break;
        }
        if !busy.contains(&piece.path) && std::fs::remove_file(&piece.path).is_ok() {
            removed.files += 1;
            removed.bytes += piece.bytes;
            total -= piece.bytes;
            wanted = wanted.saturating_sub(piece.bytes);
        }
    }
    removed
}

/// The pictures and films in the `.video` folders of `folder`; what says when they were taken stays.
fn pieces(folder: &Path) -> Vec<Piece> {
    let folders = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let of_videos = folders.filter(|path| path.extension().is_some_and(|ending| ending == "video") && path.is_dir());
    let files = of_videos.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let is_film = |path: &Path| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        matches!(ending.as_deref(), Some("mp4" | "mkv" | "mjpeg"))
    };
    let piece = |entry: std::fs::DirEntry| {
        let (path, metadata) = (entry.path(), entry.metadata().ok()?);
        is_film(&path).then_some(Piece { bytes: metadata.len(), written: metadata.modified().ok()?, path })
    };
    files.filter_map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_pictures_go_first_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let video = folder.path().join("match.tandem.video");
        std::fs::create_dir(&video).unwrap();
        std::fs::write(folder.path().join("match.tandem"), vec![0; 5000]).unwrap();
        std::fs::write(video.join("index.jsonl"), vec![0; 5000]).unwrap();
        let age = |days: u64| SystemTime::now() - Duration::from_secs(86_400 * days);
        for (name, days) in [("a.mp4", 40), ("b.mkv", 20), ("c.mjpeg", 10), ("d.mp4", 1)] {
            let path = video.join(name);
            std::fs::write(&path, vec![0; 1000]).unwrap();
            std::fs::File::options().write(true).open(path).unwrap().set_modified(age(days)).unwrap();
        }
        let there = || {
            let mut names: Vec<String> = std::fs::read_dir(&video)
                .unwrap()
                .flatten()
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names.join(" ")
        };
        let days = |days: u64| Duration::from_secs(86_400 * days);
        assert_eq!(keep_within(folder.path(), 1 << 30, days(30), Some(1 << 40), &[]).files, 1);
        assert_eq!(there(), "b.mkv c.mjpeg d.mp4 index.jsonl");
        let removed = keep_within(folder.path(), 2500, days(30), None, &[video.join("b.mkv")]);
        assert_eq!(removed, Removed { files: 1, bytes: 1000 });
        assert_eq!(there(), "b.mkv d.mp4 index.jsonl", "what is being written stays");
        assert_eq!(keep_within(folder.path(), 1 << 30, days(30), Some(1000), &[]).files, 2, "the session needs room");
        assert!(folder.path().join("match.tandem").exists() && there() == "index.jsonl");
    }
}
