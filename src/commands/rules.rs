//! `tandem rules`: the profiles, to look at.

use crate::failure::Failure;
use crate::profiles::by_name;
use arbiter::profile::Profile;
use std::io::{Write, stdout};

/// Prints the profile called `name`, or which there are.
///
/// # Errors
/// When there is no such profile.
pub fn run(name: Option<&str>) -> Result<(), Failure> {
    let mut out = stdout();
    if let Some(name) = name {
        return Ok(write!(out, "{}", by_name(name)?.to_toml())?);
    }
    for name in Profile::NAMES {
        writeln!(out, "{name:5} {}", by_name(name)?.title)?;
    }
    Ok(())
}
