//! `tandem table`: the whole table at a moment of a session.

use crate::args::TableArguments;
use crate::books::Books;
use crate::failure::Failure;
use crate::report::table::{object, text};
use crate::report::text::clock_time;
use board::Stamp;
use std::io::{Write, stdout};

/// Shows the table as it was.
///
/// # Errors
/// When the session cannot be read, or the moment is none or none of the recording's.
pub fn run(arguments: &TableArguments) -> Result<(), Failure> {
    let moment = arguments.at.as_deref().map(moment).transpose()?;
    let books = Books::read(&arguments.session)?;
    let last = books.last_moment();
    let at = moment.unwrap_or(last);
    if at > last {
        return Err(Failure::usage(format!(
            "--at: the recording of {} ends at {}; name an earlier moment",
            arguments.session.display(),
            clock_time(last).trim()
        )));
    }
    let said = if arguments.json { object(&books, at).to_string() } else { text(&books, at) };
    Ok(writeln!(stdout(), "{said}")?)
}

/// A moment as people write it: `12.5`, `2:07.3`, `1:02:07`.
fn moment(text: &str) -> Result<Stamp, Failure> {
    let wrong = || {
        Failure::usage(format!("--at: {text:?} is no moment; write seconds (12.5), or minutes and seconds (2:07.3)"))
    };
    let parts: Vec<&str> = text.trim().split(':').collect();
    let (seconds, whole) = parts.split_last().ok_or_else(wrong)?;
    let mut minutes = 0u32;
    for part in whole {
        let part: u32 = part.parse().map_err(|_| wrong())?;
        minutes = minutes.checked_mul(60).and_then(|minutes| minutes.checked_add(part)).ok_or_else(wrong)?;
    }
    let seconds: f64 = seconds.parse().map_err(|_| wrong())?;
    let total = f64::from(minutes) * 60.0 + seconds;
    let fits = whole.len() <= 2 && (0.0..1e6).contains(&total) && (whole.is_empty() || (0.0..60.0).contains(&seconds));
    if !fits {
        return Err(wrong());
    }
    Ok(Stamp::from_millis((total * 1000.0).round() as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_people_write_them() {
        for (text, ms) in [("12.5", 12_500), ("0", 0), ("2:07.3", 127_300), ("1:02:07", 3_727_000), (" 7 ", 7_000)] {
            assert_eq!(moment(text).unwrap(), Stamp::from_millis(ms), "{text}");
        }
        for text in ["", "x", "-1", "1:75", "1:2:3:4", "nan", "inf", "1e9", "1:-5", ":"] {
            let failure = moment(text).unwrap_err();
            assert!(failure.message.contains("--at"), "{text}: {failure}");
        }
    }
}
