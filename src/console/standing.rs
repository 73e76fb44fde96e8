use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The names that may be given, as files of games call them.
const TAGS: [&str; 10] =
    ["Event", "Site", "Date", "Round", "WhiteA", "BlackA", "WhiteB", "BlackB", "TeamOne", "TeamTwo"];

/// A name has at most so many characters.
const LONGEST: usize = 80;

/// Matches of a day that are kept.
const MATCHES: usize = 400;

/// A match of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pairing {
    /// Team 1.
    pub one: String,
    /// Team 2.
    pub two: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for one that is to come or runs.
    pub result: String,
}

/// Who plays, and how the day stands. Nothing of it reaches the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Names {
    /// Names by the tags of files of games.
    pub tags: BTreeMap<String, String>,
    /// The matches of the day.
    pub day: Vec<Pairing>,
}

impl Names {
    /// Names as they may be shown and written.
    ///
    /// # Errors
    /// With a sentence when there is a tag that is none, or too much.
    pub(super) fn checked(self) -> Result<Names, String> {
        if let Some(tag) = self.tags.keys().find(|tag| !TAGS.contains(&tag.as_str())) {
            return Err(format!("{tag:?} is no name that is kept; those are {}", TAGS.join(", ")));
        }
        if self.day.len() > MATCHES {
            return Err(format!("a day has at most {MATCHES} matches"));
        }
        if self.day.iter().any(|pairing| !["1-0", "0-1", "1/2-1/2", "*"].contains(&pairing.result.as_str())) {
            return Err("a result is 1-0, 0-1, 1/2-1/2 or *".to_owned());
        }
        let tags = self.tags.into_iter().map(|(tag, name)| (tag, clean(&name))).filter(|(_, name)| !name.is_empty());
        let pairing =
            |pairing: Pairing| Pairing { one: clean(&pairing.one), two: clean(&pairing.two), result: pairing.result };
        Ok(Names { tags: tags.collect(), day: self.day.into_iter().map(pairing).collect() })
    }

    /// The names as tags for files of games.
    pub(super) fn pairs(&self) -> Vec<(String, String)> {
        self.tags.iter().map(|(tag, name)| (tag.clone(), name.clone())).collect()
    }
}

/// What can be shown of a name: one line, no characters that steer.
fn clean(name: &str) -> String {
    let shown = |character: &char| {
        !character.is_control() && !matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    name.trim().chars().filter(shown).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tag: &str, name: &str) -> Result<Names, String> {
        let tags = BTreeMap::from([(tag.to_owned(), name.to_owned())]);
        Names { tags, ..Names::default() }.checked()
    }

    #[test]
    fn names_are_kept_short_and_plain() {
        assert_eq!(names("WhiteA", " A\u{202e}\nnn ").unwrap().tags["WhiteA"], "Ann");
        assert_eq!(names("WhiteA", &"x".repeat(500)).unwrap().tags["WhiteA"].len(), LONGEST);
        assert!(names("WhiteA", " ").unwrap().tags.is_empty());
        assert!(names("Result", "1-0").is_err());
        let day = vec![Pairing { one: "a".to_owned(), two: "b".to_owned(), result: "2-0".to_owned() }];
        assert!(Names { day, ..Names::default() }.checked().is_err());
    }
}
