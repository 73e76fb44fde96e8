//! Room on the disk.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// So much is kept back, so that it can still be written that the disk is full.
const KEPT_BACK: usize = 4 << 20;

/// With less free than this people are told, in bytes.
pub const LOW: u64 = 1 << 30;

/// Free bytes where `path` lies, for users without privileges.
pub fn free(path: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(path).ok()?;
    Some(stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// A file that holds room for later.
#[derive(Debug)]
pub struct Reserve {
    path: PathBuf,
    held: bool,
}

impl Reserve {
    /// Keeps room back in `folder`. That there is none for it is no failure: it is tried again with [`Reserve::keep`].
    pub fn in_folder(folder: &Path) -> Reserve {
        let mut reserve = Reserve { path: folder.join(".tandem-reserve"), held: false };
        reserve.keep();
        reserve
    }

    /// Keeps room back, if there is any.
    pub fn keep(&mut self) {
        if !self.held {
            let written = File::create(&self.path).and_then(|mut file| {
                // zeros might be stored as a hole
                let noise: Vec<u8> = (0..KEPT_BACK).map(|at| (at * 31 + at / 255) as u8).collect();
                file.write_all(&noise).and_then(|()| file.sync_all())
            });
            self.held = written.is_ok();
            if !self.held {
                self.give();
            }
        }
    }

    /// Gives the room away; says whether there was any.
    pub fn give(&mut self) -> bool {
        let given = std::fs::remove_file(&self.path).is_ok() && self.held;
        self.held = false;
        given
    }
}

impl Drop for Reserve {
    fn drop(&mut self) {
        self.give();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_kept_back_and_given() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free(folder.path()).unwrap() > 0);
        assert_eq!(free(Path::new("/no/such/place")), None);
        let mut reserve = Reserve::in_folder(folder.path());
        let length = |folder: &Path| {
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum::<u64>()
        };
        assert_eq!(length(folder.path()), KEPT_BACK as u64);
        assert!(reserve.give() && !reserve.give());
        assert_eq!(length(folder.path()), 0);
        reserve.keep();
        drop(reserve);
        assert_eq!(length(folder.path()), 0);
    }
}
