//! Where two runs part: as a person reads it, and as JSON (documented in `docs/ref/json.md`).

use super::json::SCHEMA;
use super::text::clock_time;
use board::Stamp;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An event in its public form.
pub type Line = Map<String, Value>;

/// Where two runs part.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Difference {
    /// Always `difference`.
    pub event: &'static str,
    /// [`SCHEMA`].
    pub schema: u32,
    /// The number of the line in each run, from 1; the opening is the first.
    pub number: usize,
    /// The moment at which it was told, where one of the events says so.
    pub at_ms: Option<i64>,
    /// The fields that differ; none where a run has ended.
    pub fields: Vec<String>,
    /// The one run's event; `null` where it has ended.
    pub one: Option<Line>,
    /// The other's.
    pub other: Option<Line>,
}

/// What is said as JSON of two runs that are the same and have so many events.
pub fn same(events: usize) -> Value {
    json!({"event": "same", "schema": SCHEMA, "events": events})
}

/// What differs, as a person reads it; `names` are those of the two runs.
pub fn text(difference: &Difference, names: [&str; 2]) -> String {
    let at = difference.at_ms.map_or(String::new(), |ms| format!(" at {}", clock_time(Stamp::from_millis(ms)).trim()));
    let mut text = format!("the runs differ from event {}{at} on", difference.number);
    if !difference.fields.is_empty() {
        text += &format!(", in {}", difference.fields.join(", "));
    }
    for (name, line) in names.into_iter().zip([&difference.one, &difference.other]) {
        let said = line.as_ref().map_or("has ended".to_owned(), |line| said(line, &difference.fields));
        text += &format!("\n  {name}: {said}");
    }
    text
}

/// An event in a line: what it is, and behind it the fields that differ.
fn said(line: &Line, differing: &[String]) -> String {
    let word = |name: &str| match line.get(name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let event = word("event");
    let parts: &[&str] = match event.as_str() {
        "turn" | "turn_amended" => &["id", "seat", "ply", "san"],
        "turn_withdrawn" => &["of"],
        "alert" => &["id", "state", "kind", "seat", "text"],
        "started" => &["board", "placement"],
        "result" => &["result", "text"],
        "session" => &["profile", "boards", "unwatched"],
        _ => &["at_ms", "placement"],
    };
    let what: Vec<String> = parts.iter().map(|name| word(name)).filter(|text| !text.is_empty()).collect();
    let value = |name: &String| line.get(name).map_or("missing".to_owned(), Value::to_string);
    let not_said = |name: &&String| name.as_str() != "event" && !parts.contains(&name.as_str());
    let more: Vec<String> = differing.iter().filter(not_said).map(|name| format!("{name} {}", value(name))).collect();
    let more = if more.is_empty() { String::new() } else { format!("  ({})", more.join(", ")) };
    format!("{event} {}{more}", what.join(" "))
}
