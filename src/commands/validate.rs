//! `tandem validate`: recorded games, checked against a profile.

use crate::args::ValidateArguments;
use crate::failure::{Failure, Kind};
use crate::profiles::{FOR_A_TABLE, FOR_ONE_BOARD, by_name};
use crate::report::json::SCHEMA;
use crate::report::validation::{Validation, text};
use arbiter::notation::{Format, Record, validate};
use arbiter::profile::Profile;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

/// Checks a file and tells what was found.
///
/// # Errors
/// When the file cannot be read or understood (nothing of it is told then), or there is no such profile, or it is one
/// for a single board and the file has two.
pub fn run(arguments: &ValidateArguments) -> Result<(), Failure> {
    let name = arguments.file.display().to_string();
    let bytes = contents(&arguments.file)?;
    let format = Format::of(&bytes);
    let profile = match &arguments.profile {
        Some(name) => by_name(name)?,
        None if format.has_two_boards() || of_a_match(&bytes) => by_name(FOR_A_TABLE)?,
        None => by_name(FOR_ONE_BOARD)?,
    };
    if format.has_two_boards() && profile.boards.value < 2 {
        let what = "holds matches of two boards, and the profile is for one; leave --profile out or name one of gr, ru, nl, free";
        return Err(Failure::usage(format!("{name}: --profile {}: {what}", profile.name)));
    }
    let records = format.read(&bytes, &profile.move_rules());
    let records = records.map_err(|error| Failure::input(format!("{name}: {error}")))?;
    if records.iter().all(|record| record.plies.is_empty()) {
        return Err(Failure::input(format!("{name}: there is no move in it; it can be BPGN, PGN or JSON lines")));
    }
    let mut out = BufWriter::new(stdout().lock());
    match arguments.json {
        true => print_json(&mut out, &name, format, &profile, &records)?,
        false => print_text(&mut out, &profile, &records)?,
    }
    Ok(out.flush()?)
}

/// The file's bytes. More than this is no file of games that a person has, and a device that never ends is none either.
fn contents(path: &Path) -> Result<Vec<u8>, Failure> {
    const LIMIT: u64 = 1 << 30;
    let wrong = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let unreadable = |error: std::io::Error| wrong(format!("cannot be read: {error}"));
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(wrong("is a folder; name one file of recorded games".to_owned()));
    }
    if metadata.len() > LIMIT {
        return Err(wrong("is larger than 1 GiB; cut it into smaller files".to_owned()));
    }
    std::fs::read(path).map_err(unreadable)
}

/// Whether a PGN is one board of a bughouse match.
fn of_a_match(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    text.contains("[variant \"bughouse\"]")
}

fn print_json(
    out: &mut impl Write,
    file: &str,
    format: Format,
    profile: &Profile,
    records: &[Record],
) -> Result<(), Failure> {
    let program = env!("CARGO_PKG_VERSION").to_owned();
    let opening = Validation { schema: SCHEMA, program, file: file.to_owned(), format, profile: profile.name.clone() };
    write_line(out, &opening)?;
    for (index, record) in records.iter().enumerate() {
        for finding in validate(record, index + 1, profile) {
            write_line(out, &finding)?;
        }
    }
    Ok(())
}

fn write_line(out: &mut impl Write, line: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(line).map_err(|error| Failure::new(Kind::Internal, error))?;
    Ok(writeln!(out, "{text}")?)
}

fn print_text(out: &mut impl Write, profile: &Profile, records: &[Record]) -> Result<(), Failure> {
    let (mut plies, mut irregular) = (0, 0);
    for (index, record) in records.iter().enumerate() {
        let findings = validate(record, index + 1, profile);
        plies += record.plies.len();
        irregular += findings.len() - 1;
        write!(out, "{}", text(record, &findings))?;
    }
    let count = |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
    let matches = count(records.len(), "match", "matches");
    let found = match irregular {
        0 => "nothing irregular".to_owned(),
        number => count(number, "irregular move", "irregular moves"),
    };
    Ok(writeln!(out, "{matches}, {plies} plies: {found} under {}.", profile.name)?)
}
