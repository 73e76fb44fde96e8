//! The pictures that are kept beside a session, and how long.
//!
//! They lie in `NAME.video`. What is recorded is no part of the session: nothing that was reported depends on it, and all of it can be
//! removed. `index.jsonl` there is the authority on time: a line for every picture of a clip, and for every piece of a stream.

pub mod budget;
pub mod clips;
pub mod mask;
pub mod recorder;
pub mod streams;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder beside a session in which its pictures are kept.
pub fn folder_of(session: &Path) -> PathBuf {
    let mut name = OsString::from(session);
    name.push(".video");
    PathBuf::from(name)
}
