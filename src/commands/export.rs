//! `tandem export`: a session in, files that others read out.

use crate::books::Books;
use crate::export::{ExportPlan, games};
use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use std::io::{Write, stdout};

/// Exports as planned.
///
/// # Errors
/// When the session cannot be read, does not fit the form, or the file cannot be written.
pub fn run(plan: &ExportPlan) -> Result<(), Failure> {
    let text = games(&Books::read(&plan.session)?, plan)?;
    match &plan.output {
        None => {
            let mut out = stdout().lock();
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
        Some(path) => write_whole(path, text.as_bytes()).map_err(|error| {
            let what = format!("{}: cannot be written: {error}", path.display());
            Failure::new(Kind::Output, format!("{what}; choose another place"))
        }),
    }
}
