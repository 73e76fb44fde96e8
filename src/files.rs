//! Writing files whole: what is at a place is either what was there before or all of what comes.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes `content` to `path`: to a file beside it first, which then takes its place.
///
/// # Errors
/// When it cannot be written; what was there before is then left as it was.
pub fn write_whole(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let name = path.file_name().ok_or_else(|| std::io::Error::other("it names no file"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(hidden);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    written.inspect_err(|_| {
        // What is left of the attempt is of no use; that it cannot be removed changes nothing
        let _ = std::fs::remove_file(&beside);
    })
}

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
}
