//! Writing files whole: what is at a place is either what was there before or all of what comes.

use crate::failure::{Failure, Kind};
use calibration::CalibrationFile;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes `content` to `path`: to a file beside it first, which then takes its place. What is no file (a device, a pipe) is written to.
///
/// # Errors
/// When it cannot be written, or a session or what was ruled on one is there; what was there before is then left as it was.
pub fn write_whole(path: &Path, content: &[u8]) -> std::io::Result<()> {
    write(path, content, File::sync_all)
}

/// As [`write_whole`], without waiting for the disk: after a power cut it may be gone.
///
/// # Errors
/// As there.
pub fn write_soon(path: &Path, content: &[u8]) -> std::io::Result<()> {
    write(path, content, |_| Ok(()))
}

fn write(path: &Path, content: &[u8], sync: impl Fn(&File) -> std::io::Result<()>) -> std::io::Result<()> {
    if let Some(what) = precious(path) {
        return Err(std::io::Error::other(format!("{what} is there, which is not written over; name another file")));
    }
    let there = path.metadata().ok();
    if there.as_ref().is_some_and(|there| !there.is_file() && !there.is_dir()) {
        return std::fs::OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(content));
    }
    // a link stays one
    let target = there.and_then(|_| path.canonicalize().ok());
    let path = target.as_deref().unwrap_or(path);
    let name = path.file_name().ok_or_else(|| std::io::Error::other("it names no file"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(hidden);
    // what an attempt has left, or somebody has put there: it is made anew, and no link is followed
    let _ = std::fs::remove_file(&beside);
    let written = File::create_new(&beside)
        .and_then(|mut file| file.write_all(content).and_then(|()| sync(&file)))
        .and_then(|()| std::fs::rename(&beside, path));
    written.inspect_err(|_| {
        // What is left of the attempt is of no use; that it cannot be removed changes nothing
        let _ = std::fs::remove_file(&beside);
    })
}

/// What is at `path` that nothing may take the place of: a word for it.
pub fn precious(path: &Path) -> Option<&'static str> {
    let rulings = path.to_string_lossy().ends_with(RULINGS);
    match () {
        () if !path.is_file() => None,
        () if rulings => Some("what was ruled on a session"),
        () => session::is_session(path).then_some("a session"),
    }
}

/// Writes a calibration made from `sources`.
///
/// # Errors
/// When it cannot be written, or a session or a source is there.
pub fn write_calibration(file: &CalibrationFile, path: &Path, sources: &[&Path]) -> Result<(), Failure> {
    may_be_written(path, sources)?;
    let wrong = |what: String| Failure::new(Kind::Output, format!("{}: {what}", path.display()));
    let text = file.to_toml().map_err(wrong)?;
    write_whole(path, text.as_bytes())
        .map_err(|error| wrong(format!("cannot be written: {error}; choose a folder that can")))
}

/// Whether something may be written to `path`, which is made from `sources`.
///
/// # Errors
/// When a session, what was ruled on one, or a source is there.
pub fn may_be_written(path: &Path, sources: &[&Path]) -> Result<(), Failure> {
    let what =
        precious(path).or_else(|| sources.iter().any(|source| same(path, source)).then_some("the source itself"));
    what.map_or(Ok(()), |what| {
        let text = format!("{}: {what} is there, which is not written over; name another file", path.display());
        Err(Failure::new(Kind::Output, text))
    })
}

/// How the name of a file ends that keeps what was ruled after the end of a session, after the session's own.
pub const RULINGS: &str = ".rulings.jsonl";

/// Whether two paths name one file that exists.
pub fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert!(same(&path, &folder.path().join("./report.html")));
        // a folder stands where the file should go
        let taken = folder.path().join("taken");
        std::fs::create_dir(&taken).unwrap();
        assert!(write_whole(&taken, b"x").is_err());
        assert!(write_whole(&folder.path().join("no/such/folder"), b"x").is_err());
        assert!(write_whole(Path::new("/"), b"x").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "something is left of the attempts");
    }

    #[test]
    fn a_calibration_that_cannot_be_written_is_named() {
        let nowhere = Path::new("no/such/folder/table.toml");
        let file: CalibrationFile = "version = 1\nwidth = 640\nheight = 480\n".parse().unwrap();
        let error = write_calibration(&file, nowhere, &[]).unwrap_err().to_string();
        assert!(error.contains("table.toml") && error.contains("cannot be written"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let photo = folder.path().join("photo.jpg");
        std::fs::write(&photo, "x").unwrap();
        let error = write_calibration(&file, &photo, &[&photo]).unwrap_err().to_string();
        assert!(error.contains("the source itself"), "{error}");
    }

    #[test]
    fn what_was_recorded_is_not_written_over_and_devices_and_links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let rulings = folder.path().join("m.tandem.rulings.jsonl");
        std::fs::write(&rulings, "{}\n").unwrap();
        assert!(write_whole(&rulings, b"x").is_err_and(|error| error.to_string().contains("ruled")));
        assert_eq!(std::fs::read(&rulings).unwrap(), b"{}\n");
        let link = folder.path().join("link");
        let target = folder.path().join("target");
        std::fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read(&target).unwrap(), b"new");
        let null = Path::new("/dev/null");
        write_whole(null, b"x").unwrap();
        assert!(!null.metadata().unwrap().is_file());
    }
}
