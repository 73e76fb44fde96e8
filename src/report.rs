//! What a run tells its reader: as a text for people or as JSON lines.

pub mod articles;
pub mod broadcast;
pub mod count;
pub mod difference;
pub mod json;
pub mod picture_text;
pub mod summary;
pub mod table;
pub mod text;
pub mod validation;

use crate::failure::Failure;
use crate::unwatched::{Heard, Unwatched};
use arbiter::event::Event;
use arbiter::profile::Profile;
use board::BoardId;
use session::{Manifest, SessionReader};
use std::path::Path;

/// What is said before the first event.
#[derive(serde::Serialize, Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The program's version.
    pub program: String,
    /// The boards watched.
    pub boards: Vec<BoardId>,
    /// The profile's name.
    pub profile: String,
    /// The sources as they were named.
    pub sources: Vec<String>,
    /// What cannot be watched with this set-up.
    pub unwatched: Vec<Unwatched>,
}

impl Opening {
    /// What is said before a match that is recorded as `manifest` has it.
    pub fn new(manifest: &Manifest, profile: &Profile, unwatched: Vec<Unwatched>) -> Opening {
        Opening {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            boards: manifest.boards.clone(),
            profile: profile.name.clone(),
            sources: manifest.sources.clone(),
            unwatched,
        }
    }

    /// What is said before a session is replayed. What was not watched is as it was noted, else as the session's inputs show.
    pub fn of_session(session: &SessionReader, profile: &Profile) -> Opening {
        let manifest = session.manifest();
        let noted = manifest.unwatched.as_ref();
        let noted = noted.map(|words| words.iter().filter_map(|word| Unwatched::from_word(word)).collect());
        let unwatched = noted.unwrap_or_else(|| {
            let mut heard = Heard::default();
            // what cannot be read is told where it is replayed, after what comes before it
            session.inputs().map_while(Result::ok).for_each(|input| heard.take(&input));
            Unwatched::of(profile, &manifest.boards, heard)
        });
        Opening::new(manifest, profile, unwatched)
    }
}

/// The rules that a session was recorded under; `path` is its file's.
///
/// # Errors
/// When they cannot be read.
pub fn profile_of(session: &SessionReader, path: &Path) -> Result<Profile, Failure> {
    Profile::from_toml(&session.manifest().profile)
        .map_err(|what| Failure::input(format!("{}: its profile cannot be read: {what}", path.display())))
}

/// Takes what a run has to tell, in order.
pub trait Report {
    /// The run begins.
    ///
    /// # Errors
    /// When it cannot be written.
    fn open(&mut self, opening: &Opening) -> Result<(), Failure>;

    /// Something happened; `pictures` are the paths of those that go with an alert.
    ///
    /// # Errors
    /// When it cannot be written.
    fn event(&mut self, event: &Event, pictures: &[String]) -> Result<(), Failure>;
}
