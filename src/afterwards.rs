//! What is ruled after the end of a match, in a file beside its session: a finished session is not written to any more.

use crate::failure::{Failure, Kind};
use crate::files::RULINGS;
use crate::profiles::setup;
use arbiter::Arbiter;
use arbiter::event::Event;
use arbiter::profile::Profile;
use board::{Input, Ruling, Stamp};
use session::SessionReader;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is ruled after the end, in a file beside the session: a finished session is not written to any more.
#[derive(Debug)]
pub struct Afterwards {
    path: PathBuf,
    earlier: Vec<Ruling>,
    file: File,
    /// The length of the lines that are whole, in bytes.
    whole: u64,
}

impl Afterwards {
    /// The file beside `session`, with what was ruled earlier.
    ///
    /// # Errors
    /// When what is there cannot be read, or nothing can be written there.
    pub fn beside(session: &Path) -> Result<Afterwards, Failure> {
        let path = path_beside(session);
        let unwritable = |error: std::io::Error| {
            let what = format!("{}: rulings cannot be kept there: {error}", path.display());
            Failure::new(Kind::Output, format!("{what}; copy the session to where it can be written"))
        };
        let (earlier, whole) = read(&path)?;
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(unwritable)?;
        // what is broken off would make nonsense of the next line
        file.set_len(whole).map_err(unwritable)?;
        Ok(Afterwards { path, earlier, file, whole })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was ruled earlier, once.
    pub fn take_earlier(&mut self) -> Vec<Ruling> {
        std::mem::take(&mut self.earlier)
    }

    /// Keeps a ruling: it is on the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written; it does not count then.
    pub fn keep(&mut self, ruling: &Ruling) -> Result<(), Failure> {
        let mut line = serde_json::to_string(ruling).map_err(|error| Failure::new(Kind::Internal, error))?;
        line.push('\n');
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // half a line is taken off again, as far as the disk lets us; whoever reads passes over one at the end
            let _ = self.file.set_len(self.whole);
            let what = format!("{}: a ruling cannot be kept: {error}", self.path.display());
            return Err(Failure::new(Kind::Output, format!("{what}; make room and rule again")));
        }
        self.whole += line.len() as u64;
        Ok(())
    }
}

/// What followed from the rulings that were kept beside a session, told as if they had been made at its end; nothing where none were.
///
/// # Errors
/// When the session or the rulings cannot be read.
pub fn events(session: &SessionReader, path: &Path, profile: &Profile) -> Result<Vec<Event>, Failure> {
    let (rulings, _) = read(&path_beside(path))?;
    if rulings.is_empty() {
        return Ok(Vec::new());
    }
    let mut arbiter = Arbiter::new(setup(session.manifest().boards.clone(), profile));
    let mut last = Stamp::ZERO;
    for input in session.inputs() {
        let input = input?;
        last = last.max(input.at());
        arbiter.step(&input);
    }
    arbiter.finish(session.finished_at().unwrap_or(last));
    Ok(rulings.into_iter().flat_map(|ruling| arbiter.step(&Input::Ruling(ruling))).collect())
}

/// Where rulings on `session` are kept.
fn path_beside(session: &Path) -> PathBuf {
    let mut name = OsString::from(session);
    name.push(RULINGS);
    PathBuf::from(name)
}

/// What was ruled earlier, and how many bytes of the file are whole lines: half a last line, as a power cut leaves it, is passed over.
fn read(path: &Path) -> Result<(Vec<Ruling>, u64), Failure> {
    let shown = path.display();
    let wrong = |what: String| {
        Failure::input(format!("{shown}: {what}; move it away to open the session without what was ruled"))
    };
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        Err(error) => return Err(wrong(error.to_string())),
    };
    let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        eprintln!("tandem: {shown}: the last line is broken off and was left out; all before it counts");
    }
    let lines = (1..).zip(text[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()));
    let rulings = lines.map(|(number, line)| {
        serde_json::from_slice(line).map_err(|error| wrong(format!("line {number} is no ruling ({error})")))
    });
    Ok((rulings.collect::<Result<_, _>>()?, whole as u64))
}
