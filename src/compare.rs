//! Two runs compared, event by event, in their public form.

use crate::failure::{Failure, Kind};
use crate::report::difference::{Difference, Line};
use crate::report::json::{JsonLines, SCHEMA};
use crate::report::{Opening, Report, profile_of};
use serde_json::Value;
use session::SessionReader;
use std::collections::BTreeSet;
use std::path::Path;

/// A larger file is no run of a match.
const LARGEST: u64 = 1 << 30;

/// Fields that say who ran and where, and not what happened.
const NO_DIFFERENCE: [&str; 4] = ["program", "schema", "sources", "pictures"];

/// A field that runs of earlier programs do not have: that it is missing is no difference.
const NOTED_LATER: &str = "unwatched";

/// Reads a run: a session, or a file of JSON lines.
///
/// # Errors
/// When the file cannot be read, or is neither.
pub fn read(path: &Path) -> Result<Vec<Line>, Failure> {
    let wrong = |what: String| Failure::input(format!("{}: {what}", path.display()));
    if session::is_session(path) {
        return of_session(path);
    }
    let unreadable = |error: std::io::Error| wrong(format!("cannot be read: {error}"));
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(wrong("is a folder; name a session, or a file of JSON lines".to_owned()));
    }
    if metadata.len() > LARGEST {
        return Err(wrong("is larger than 1 GiB, which no run of a match is".to_owned()));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let neither = "is neither a session nor JSON lines as `tandem replay --json` prints them";
    let text = std::str::from_utf8(&bytes).map_err(|_| wrong(neither.to_owned()))?;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line =
            serde_json::from_str(line).map_err(|error| wrong(format!("line {number}: {neither} ({error})")))?;
        if !line.get("event").is_some_and(Value::is_string) {
            return Err(wrong(format!("line {number}: has no event; {neither}")));
        }
        lines.push(line);
    }
    match lines.is_empty() {
        true => Err(wrong(format!("is empty; it {neither}"))),
        false => Ok(lines),
    }
}

fn of_session(path: &Path) -> Result<Vec<Line>, Failure> {
    let session = SessionReader::open(path)?;
    let mut written = Vec::new();
    let mut report = JsonLines::new(&mut written);
    report.open(&Opening::of_session(&session, &profile_of(&session, path)?))?;
    for (_, event) in session.events()? {
        report.event(&event, &[])?;
    }
    let line = |line: &[u8]| serde_json::from_slice(line).map_err(|error| Failure::new(Kind::Internal, error));
    written.split(|byte| *byte == b'\n').filter(|text| !text.is_empty()).map(line).collect()
}

/// The first event in which two runs differ; `None` where there is none.
pub fn first_difference(one: &[Line], other: &[Line]) -> Option<Difference> {
    let length = one.len().max(other.len());
    (0..length).find_map(|index| {
        let (one, other) = (one.get(index), other.get(index));
        let fields = match (one, other) {
            (Some(one), Some(other)) => {
                let fields = fields(one, other);
                if fields.is_empty() {
                    return None;
                }
                fields
            }
            _ => Vec::new(),
        };
        let at_ms = one.and_then(moment).or_else(|| other.and_then(moment));
        let (one, other) = (one.cloned(), other.cloned());
        Some(Difference { event: "difference", schema: SCHEMA, number: index + 1, at_ms, fields, one, other })
    })
}

/// The names of the fields that differ.
fn fields(one: &Line, other: &Line) -> Vec<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let both = |name: &str| one.contains_key(name) && other.contains_key(name);
    let counts = |name: &str| !NO_DIFFERENCE.contains(&name) && (name != NOTED_LATER || both(name));
    let differs = |name: &&&String| one.get(**name) != other.get(**name) && counts(name);
    names.iter().filter(differs).map(|name| (**name).clone()).collect()
}

/// When an event was told, or else happened, in milliseconds.
fn moment(line: &Line) -> Option<i64> {
    line.get("reported_ms").or_else(|| line.get("at_ms"))?.as_i64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::difference::text;
    use serde_json::json;

    fn line(value: Value) -> Line {
        value.as_object().unwrap().clone()
    }

    fn run() -> Vec<Line> {
        vec![
            line(json!({"event": "session", "schema": 1, "program": "0.1.0", "profile": "gr", "sources": ["a.mp4"]})),
            line(
                json!({"event": "turn", "id": 1, "seat": "Aw", "ply": 1, "san": "e4", "at_ms": 900, "reported_ms": 1100}),
            ),
            line(json!({"event": "end", "at_ms": 61_240})),
        ]
    }

    #[test]
    fn programs_and_sources_make_no_difference() {
        let mut other = run();
        other[0].insert("program".to_owned(), json!("9.9"));
        other[0].insert("sources".to_owned(), json!(["b.mp4"]));
        other[0].insert("unwatched".to_owned(), json!(["presses"]));
        other[1].insert("pictures".to_owned(), json!(["p/alert-1-before.jpg"]));
        assert_eq!(first_difference(&run(), &other), None);
    }

    #[test]
    fn the_first_event_that_differs_is_named_with_its_fields() {
        let mut other = run();
        other[1].insert("san".to_owned(), json!("d4"));
        other[1].insert("at_ms".to_owned(), json!(910));
        other[2].insert("at_ms".to_owned(), json!(1));
        let difference = first_difference(&run(), &other).unwrap();
        assert_eq!((difference.number, difference.at_ms), (2, Some(1100)));
        assert_eq!(difference.fields, ["at_ms", "san"]);
        let text = text(&difference, ["one", "two"]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "the runs differ from event 2 at 0:01.1 on, in at_ms, san");
        assert_eq!(lines[1..], ["  one: turn 1 Aw 1 e4  (at_ms 900)", "  two: turn 1 Aw 1 d4  (at_ms 910)"]);
    }

    #[test]
    fn a_run_that_has_ended_is_told() {
        let difference = first_difference(&run()[..2], &run()).unwrap();
        assert_eq!((difference.number, difference.one.is_none(), difference.fields.len()), (3, true, 0));
        assert!(text(&difference, ["one", "two"]).contains("one: has ended"));
    }
}
