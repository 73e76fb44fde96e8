//! `tandem diff`: the first event in which two runs differ.

use crate::args::DiffArguments;
use crate::compare::{first_difference, read};
use crate::failure::{Failure, Kind};
use crate::report::difference::{same, text};
use std::io::{Write, stdout};

/// Compares two runs and tells where they part.
///
/// # Errors
/// When one cannot be read; of the kind [`Kind::Different`] and without a message when they differ, which has been told.
pub fn run(arguments: &DiffArguments) -> Result<(), Failure> {
    let (one, other) = (read(&arguments.one)?, read(&arguments.other)?);
    let difference = first_difference(&one, &other);
    let names = [&arguments.one, &arguments.other].map(|path| path.display().to_string());
    let said = match (&difference, arguments.json) {
        (None, true) => same(one.len()).to_string(),
        (None, false) => format!("the runs are the same, {} events", one.len()),
        (Some(difference), true) => {
            serde_json::to_string(difference).map_err(|error| Failure::new(Kind::Internal, error))?
        }
        (Some(difference), false) => text(difference, [&names[0], &names[1]]),
    };
    writeln!(stdout(), "{said}")?;
    match difference {
        None => Ok(()),
        Some(_) => Err(Failure::new(Kind::Different, "")),
    }
}
