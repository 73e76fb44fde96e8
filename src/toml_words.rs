//! What is wrong with a TOML file, in the words of somebody who wrote it: the line, the key, what is there, what to write.

use calibration::nearest;
use toml::de::{DeTable, DeValue};

/// Refuses a key that is not known, naming its line and the nearest key that is. `sections` are those below the root, or lists of them.
///
/// # Errors
/// When there is one, or the text is no TOML.
pub fn check_keys(text: &str, known: &[&str], sections: &[(&str, &[&str])]) -> Result<(), String> {
    let table = DeTable::parse(text).map_err(|error| in_line(text, &error))?;
    check_table(text, "", table.get_ref(), known)?;
    for (name, known) in sections {
        let prefix = format!("{name}.");
        match table.get_ref().get(*name).map(|value| value.get_ref()) {
            Some(DeValue::Table(section)) => check_table(text, &prefix, section, known)?,
            Some(DeValue::Array(list)) => {
                let entries = list.iter().filter_map(|entry| entry.get_ref().as_table());
                entries.into_iter().try_for_each(|entry| check_table(text, &prefix, entry, known))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_table(text: &str, prefix: &str, table: &DeTable<'_>, known: &[&str]) -> Result<(), String> {
    let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
    // of several the first in the file
    let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
    let (line, key) = (line_of(text, key.span().start), key.get_ref().as_ref());
    Err(match nearest(key, known) {
        Some(meant) => format!("line {line}: the key {prefix}{key} is not known; did you mean {prefix}{meant}?"),
        None => format!("line {line}: the key {prefix}{key} is not known; here can be {}", known.join(", ")),
    })
}

/// What is wrong with `text`, and in which line.
pub fn in_line(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map(|span| span.start);
    let line = at.map_or(1, |at| line_of(text, at));
    let key = at.map(|at| key_at(text, at)).unwrap_or_default();
    format!("line {line}: {}", sentence(&key, &error.message().replace('\n', " ")))
}

fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// The key to which what stands at a place belongs: the last before an equals sign.
fn key_at(text: &str, at: usize) -> String {
    let end = text[at.min(text.len())..].find('\n').map_or(text.len(), |end| at + end);
    let keys = text[..end].lines().rev().filter_map(|line| line.split_once('='));
    let mut keys = keys.map(|(key, _)| key.trim().trim_start_matches('#').trim().to_owned());
    keys.next().unwrap_or_default()
}

/// What `serde` and `toml` say about a key, as a sentence.
fn sentence(key: &str, message: &str) -> String {
    let after = |start: &str| message.strip_prefix(start);
    let missing = after("missing field `").and_then(|rest| rest.strip_suffix('`'));
    if let Some(key) = missing {
        return format!("the key {key} is missing here; add {key} = ...");
    }
    if let Some((found, expected)) = after("unknown variant `").and_then(|rest| rest.split_once("`, expected ")) {
        let can: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
        let meant = nearest(found, &can).map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default();
        return format!("{key} cannot be {found:?}; it can be {}{meant}", listed(&can));
    }
    if let Some((found, expected)) = after("unknown field `").and_then(|rest| rest.split_once("`, expected ")) {
        let can: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
        let meant = nearest(found, &can).map(|meant| format!("; did you mean {meant}?"));
        return format!(
            "the key {found} is not known{}",
            meant.unwrap_or_else(|| format!("; here can be {}", listed(&can)))
        );
    }
    for start in ["invalid type: ", "invalid value: ", "invalid length "] {
        if let Some((found, expected)) = after(start).and_then(|rest| rest.rsplit_once(", expected ")) {
            let found = match start {
                "invalid length " => format!("has {found} entries"),
                _ => format!("is {}", thing(found)),
            };
            return format!("{key} {found}; write {}", wanted(expected));
        }
    }
    format!("is no TOML ({message}); a line is a key, an equals sign and a value, a text in quotes")
}

/// What is there, in words.
fn thing(found: &str) -> String {
    let quoted = found.split('`').nth(1).unwrap_or(found);
    match found.split([' ', '`']).next() {
        Some("integer" | "floating") => format!("the number {quoted}"),
        Some("string") => format!("the text {}", found.trim_start_matches("string ")),
        Some("boolean") => quoted.to_owned(),
        Some("sequence") => "a list".to_owned(),
        Some("map") => "a table".to_owned(),
        _ => found.to_owned(),
    }
}

/// What is wanted, in words.
fn wanted(expected: &str) -> String {
    match expected {
        "a string" | "path string" | "a borrowed string" => "a text in quotes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list in brackets".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "an array of length 2" => "a list of two numbers".to_owned(),
        other if other.starts_with("struct ") => "a table of keys and values".to_owned(),
        other if other.starts_with("enum ") => "one of the words for it, in quotes".to_owned(),
        other => other.to_owned(),
    }
}

fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only what is wrong matters here")]
    struct File {
        name: String,
        rate: Option<u32>,
        share: Option<f64>,
        size: Option<[u32; 2]>,
        again: Option<bool>,
        part: Option<Part>,
    }

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only what is wrong matters here")]
    struct Part {
        colour: String,
    }

    #[test]
    fn whatever_is_wrong_is_said_with_line_key_and_way_out() {
        for (text, said) in [
            ("rate = 1\n", "line 1: the key name is missing here; add name = ..."),
            (
                "name = \"a\"\n\nrate = \"fast\"",
                "line 3: rate is the text \"fast\"; write a whole number that is not negative",
            ),
            ("name = \"a\"\nrate = -3", "line 2: rate is the number -3; write a whole number that is not negative"),
            ("name = [1]", "line 1: name is a list; write a text in quotes"),
            ("name = \"a\"\nshare = true", "line 2: share is true; write a number"),
            ("name = \"a\"\nagain = 1", "line 2: again is the number 1; write true or false"),
            ("name = \"a\"\nsize = [1]", "line 2: size has 1 entries; write a list of two numbers"),
            ("name = \"a\"\npart = 1", "line 2: part is the number 1; write a table of keys and values"),
            ("name = a", "line 1: is no TOML ("),
        ] {
            let error = in_line(text, &toml::from_str::<File>(text).unwrap_err());
            assert!(error.starts_with(said), "{text:?}: {error}");
            for word in ["serde", "variant", "struct", "invalid type", "u32", "f64"] {
                assert!(!error.contains(word), "{text:?}: {error}");
            }
        }
    }

    #[test]
    fn the_first_unknown_key_is_named_with_its_line() {
        let text = "b = 1\n[part]\ncolur = 1\n[[list]]\nx = 1\n[[list]]\ny = 2\n";
        let check = |known: &[&str]| check_keys(text, known, &[("part", &["colour"]), ("list", &["x"])]);
        let error = check(&["something"]).unwrap_err();
        assert_eq!(error, "line 1: the key b is not known; here can be something");
        let known = ["b", "part", "list"];
        assert_eq!(check(&known).unwrap_err(), "line 3: the key part.colur is not known; did you mean part.colour?");
        let sections: [(&str, &[&str]); 2] = [("part", &["colur"]), ("list", &["x"])];
        let error = check_keys(text, &known, &sections).unwrap_err();
        assert!(error.starts_with("line 7: the key list.y is not known"), "{error}");
    }
}
