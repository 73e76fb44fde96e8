//! What each article says.

use std::collections::BTreeMap;

/// The rows of every rule, as `docs/ref/rules.md` is made from.
const RULEBOOK: &str = include_str!("../../arbiter/rulebook.toml");

/// Each article's sentence by its name, in English.
pub fn sentences() -> BTreeMap<String, String> {
    // it is part of the program, and a test reads it
    let table: toml::Table = RULEBOOK.parse().unwrap_or_default();
    let sentence = |(id, row): (String, toml::Value)| Some((id, row.get("rule")?.as_str()?.to_owned()));
    table.into_iter().filter_map(sentence).collect()
}
