//! The profiles by their names, and what the arbiter is told of them.

use crate::failure::Failure;
use arbiter::Setup;
use arbiter::profile::Profile;
use board::BoardId;
use std::path::Path;

/// The profile for one board when nothing is said.
pub const FOR_ONE_BOARD: &str = "ch";

/// The profile for a table when nothing is said.
pub const FOR_A_TABLE: &str = "gr";

/// The profile called `name`: one that is built in, or a file whose name ends in `.toml`.
///
/// # Errors
/// When there is none; those there are get listed.
pub fn by_name(name: &str) -> Result<Profile, Failure> {
    if !name.ends_with(".toml") {
        return Profile::named(name).map_err(|error| Failure::usage(format!("--profile: {}", error.reason)));
    }
    let wrong = |what: String| Failure::input(format!("{name}: {what}"));
    let text = std::fs::read_to_string(Path::new(name)).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    Profile::from_toml(&text).map_err(|error| wrong(error.to_string()))
}

/// The arbiter's settings for `boards` and `profile`.
pub fn setup(boards: Vec<BoardId>, profile: &Profile) -> Setup {
    Setup::by_profile(boards, profile)
}
