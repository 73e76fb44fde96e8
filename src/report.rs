//! What a run tells its reader: as a text for people or as JSON lines.

pub mod count;
pub mod json;
pub mod picture_text;
pub mod text;
pub mod validation;

use crate::failure::Failure;
use arbiter::event::Event;
use board::BoardId;

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
}

/// Takes what a run has to tell, in order.
pub trait Report {
    /// The run begins.
    ///
    /// # Errors
    /// When it cannot be written.
    fn open(&mut self, opening: &Opening) -> Result<(), Failure>;

    /// Something happened.
    ///
    /// # Errors
    /// When it cannot be written.
    fn event(&mut self, event: &Event) -> Result<(), Failure>;
}
