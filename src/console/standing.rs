//! Who plays, and how the day stands: kept in one small file, so that names and pairings outlive a match and the program.

use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The names that may be given, as files of games call them.
const TAGS: [&str; 10] =
    ["Event", "Site", "Date", "Round", "WhiteA", "BlackA", "WhiteB", "BlackB", "TeamOne", "TeamTwo"];

/// A name has at most so many characters.
const LONGEST: usize = 80;

/// Matches of a day that are kept.
const MATCHES: usize = 400;

/// Teams that are kept.
const TEAMS: usize = 200;

/// A larger file is no file of names.
const LARGEST: u64 = 4 << 20;

/// A match of the day.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pairing {
    /// Team 1.
    pub one: String,
    /// Team 2.
    pub two: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for one that is to come or runs.
    pub result: String,
    /// The name of the session it was recorded in; empty for one that was not, or is to come.
    #[serde(default, rename = "match", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Who sat where, by the tags of files of games.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
}

/// A team and its two players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Team {
    /// What it is called.
    pub name: String,
    /// Who plays in it.
    pub players: [String; 2],
}

/// Who plays, and how the day stands. Nothing of it reaches the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Names {
    /// Names by the tags of files of games.
    pub tags: BTreeMap<String, String>,
    /// The teams of the day.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Team>,
    /// The matches of the day.
    pub day: Vec<Pairing>,
}

/// How the same four sit down again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Seating {
    /// As they sat.
    Kept,
    /// Each turns his board round: White plays Black, and the teams change places.
    Colors,
    /// Partners change boards, and each has other opponents.
    Boards,
}

impl Names {
    /// Names as they may be shown and written.
    ///
    /// # Errors
    /// With a sentence when there is a tag that is none, or too much.
    pub(super) fn checked(self) -> Result<Names, String> {
        if self.day.len() > MATCHES {
            return Err(format!("a day has at most {MATCHES} matches"));
        }
        if self.teams.len() > TEAMS {
            return Err(format!("there are at most {TEAMS} teams"));
        }
        if self.day.iter().any(|pairing| !["1-0", "0-1", "1/2-1/2", "*"].contains(&pairing.result.as_str())) {
            return Err("a result is 1-0, 0-1, 1/2-1/2 or *".to_owned());
        }
        let pairing = |pairing: Pairing| {
            Ok::<_, String>(Pairing {
                one: clean(&pairing.one),
                two: clean(&pairing.two),
                name: clean(&pairing.name),
                tags: checked_tags(pairing.tags)?,
                result: pairing.result,
            })
        };
        let team = |team: Team| Team { name: clean(&team.name), players: team.players.map(|player| clean(&player)) };
        Ok(Names {
            tags: checked_tags(self.tags)?,
            teams: self.teams.into_iter().map(team).filter(|team| !team.name.is_empty()).collect(),
            day: self.day.into_iter().map(pairing).collect::<Result<_, _>>()?,
        })
    }

    /// The names in a file; none where there is no file yet.
    ///
    /// # Errors
    /// When it cannot be read or holds no names.
    pub(super) fn kept(path: &Path) -> Result<Names, Failure> {
        let wrong =
            |what: String| Failure::input(format!("{}: {what}; move it away to begin with no names", path.display()));
        match path.metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Names::default()),
            Ok(there) if there.len() > LARGEST => return Err(wrong("is too large for a file of names".to_owned())),
            _ => {}
        }
        let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let names: Names = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("has no names of players and matches ({error})")))?;
        names.checked().map_err(wrong)
    }

    /// Keeps the names in a file, which is replaced whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn keep(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::new(Kind::Internal, error))?;
        write_whole(path, format!("{text}\n").as_bytes()).map_err(|error| {
            Failure::new(Kind::Output, format!("{}: names cannot be kept there: {error}", path.display()))
        })
    }

    /// The names as tags for files of games.
    pub(super) fn pairs(&self) -> Vec<(String, String)> {
        self.tags.iter().map(|(tag, name)| (tag.clone(), name.clone())).collect()
    }

    /// What a match has come to, by the name of its session: a match is in the day once.
    pub(super) fn record(&mut self, name: &str, result: Option<&str>) {
        let [one, two] = self.teams_of(&self.tags);
        let known = self.day.iter().position(|pairing| pairing.name == name);
        let Some(result) = result else {
            // a result that was taken back: the match goes on
            if let Some(pairing) = known.and_then(|at| self.day.get_mut(at)) {
                pairing.result = "*".to_owned();
            }
            return;
        };
        let planned = || {
            let open = |pairing: &Pairing| pairing.name.is_empty() && pairing.result == "*";
            self.day.iter().position(|pairing| open(pairing) && pairing.one == one && pairing.two == two)
        };
        let pairing = Pairing {
            result: result.to_owned(),
            name: name.to_owned(),
            tags: self
                .tags
                .iter()
                .filter(|(tag, _)| tag.as_str() != "Date")
                .map(|(t, n)| (t.clone(), n.clone()))
                .collect(),
            one: one.clone(),
            two: two.clone(),
        };
        match known.or_else(planned) {
            Some(at) => self.day[at] = pairing,
            None if self.day.len() < MATCHES => self.day.push(pairing),
            None => {}
        }
    }

    /// Those who played the match of a session sit down again as they sat then.
    pub(super) fn recall(&mut self, name: &str) {
        if let Some(pairing) = self.day.iter().find(|pairing| pairing.name == name && !pairing.tags.is_empty()) {
            self.tags = pairing.tags.clone();
        }
    }

    /// The tags when the same four sit down so.
    pub(super) fn seated(&self, seating: Seating) -> BTreeMap<String, String> {
        let from: &[(&str, &str)] = match seating {
            Seating::Kept => &[],
            Seating::Colors => &[
                ("WhiteA", "BlackA"),
                ("BlackA", "WhiteA"),
                ("WhiteB", "BlackB"),
                ("BlackB", "WhiteB"),
                ("TeamOne", "TeamTwo"),
                ("TeamTwo", "TeamOne"),
            ],
            Seating::Boards => {
                &[("WhiteA", "BlackB"), ("BlackB", "WhiteA"), ("BlackA", "WhiteB"), ("WhiteB", "BlackA")]
            }
        };
        let mut tags = self.tags.clone();
        for (to, from) in from {
            match self.tags.get(*from) {
                Some(name) => tags.insert((*to).to_owned(), name.clone()),
                None => tags.remove(*to),
            };
        }
        tags
    }

    /// What both teams are called: by their names, else by their players'.
    fn teams_of(&self, tags: &BTreeMap<String, String>) -> [String; 2] {
        let called = |team: &str, players: [&str; 2]| {
            let given = |tag: &str| tags.get(tag).filter(|name| !name.is_empty()).cloned();
            let both = || players.iter().filter_map(|tag| given(tag)).collect::<Vec<_>>().join(" + ");
            given(team).unwrap_or_else(both)
        };
        let names = [called("TeamOne", ["WhiteA", "BlackB"]), called("TeamTwo", ["BlackA", "WhiteB"])];
        let number = |(name, number): (String, u8)| if name.is_empty() { format!("Team {number}") } else { name };
        let [one, two] = names;
        [number((one, 1)), number((two, 2))]
    }
}

/// Tags as they may be shown and written.
///
/// # Errors
/// With a sentence when there is one that is none.
pub(super) fn checked_tags(tags: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    if let Some(tag) = tags.keys().find(|tag| !TAGS.contains(&tag.as_str())) {
        return Err(format!("{tag:?} is no name that is kept; those are {}", TAGS.join(", ")));
    }
    Ok(tags.into_iter().map(|(tag, name)| (tag, clean(&name))).filter(|(_, name)| !name.is_empty()).collect())
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

    fn tags(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(tag, name)| ((*tag).to_owned(), (*name).to_owned())).collect()
    }

    fn names(pairs: &[(&str, &str)]) -> Names {
        Names { tags: tags(pairs), ..Names::default() }
    }

    const FOUR: [(&str, &str); 4] = [("WhiteA", "a"), ("BlackB", "b"), ("BlackA", "c"), ("WhiteB", "d")];

    #[test]
    fn names_are_kept_short_and_plain() {
        let checked = |tag, name: &str| names(&[(tag, name)]).checked();
        assert_eq!(checked("WhiteA", " A\u{202e}\nnn ").unwrap().tags["WhiteA"], "Ann");
        assert_eq!(checked("WhiteA", &"x".repeat(500)).unwrap().tags["WhiteA"].len(), LONGEST);
        assert!(checked("WhiteA", " ").unwrap().tags.is_empty());
        assert!(checked("Result", "1-0").is_err());
        let day = vec![Pairing { result: "2-0".to_owned(), ..Pairing::default() }];
        assert!(Names { day, ..Names::default() }.checked().is_err());
        let day = vec![Pairing { result: "*".to_owned(), tags: tags(&[("FEN", "8")]), ..Pairing::default() }];
        assert!(Names { day, ..Names::default() }.checked().is_err());
    }

    #[test]
    fn a_match_is_in_the_day_once_and_takes_the_place_of_its_pairing() {
        let mut names = names(&FOUR);
        names.day =
            vec![Pairing { one: "a + b".into(), two: "c + d".into(), result: "*".into(), ..Pairing::default() }];
        names.record("m.tandem", Some("1-0"));
        names.record("m.tandem", Some("0-1"));
        assert_eq!(names.day.len(), 1);
        assert_eq!((names.day[0].result.as_str(), names.day[0].name.as_str()), ("0-1", "m.tandem"));
        names.record("m.tandem", None);
        assert_eq!(names.day[0].result, "*");
        names.record("n.tandem", Some("1/2-1/2"));
        assert_eq!(names.day.len(), 2);
        names.tags.clear();
        names.recall("n.tandem");
        assert_eq!(names.tags["WhiteB"], "d");
    }

    #[test]
    fn the_same_four_sit_down_otherwise() {
        let mut names = names(&FOUR);
        names.tags.insert("TeamOne".to_owned(), "Rooks".to_owned());
        let seats = |seating| {
            let tags = names.seated(seating);
            ["WhiteA", "BlackA", "WhiteB", "BlackB"].map(|tag| tags[tag].clone()).concat()
        };
        assert_eq!([Seating::Kept, Seating::Colors, Seating::Boards].map(seats), ["acdb", "cabd", "bdca"]);
        let turned = names.seated(Seating::Colors);
        assert_eq!((turned.get("TeamOne"), turned["TeamTwo"].as_str()), (None, "Rooks"));
    }

    #[test]
    fn names_outlive_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("day.json");
        assert_eq!(Names::kept(&path).unwrap(), Names::default());
        let mut names = names(&FOUR);
        names.teams.push(Team { name: "Rooks".to_owned(), players: ["a".to_owned(), "b".to_owned()] });
        names.record("m.tandem", Some("1-0"));
        names.keep(&path).unwrap();
        assert_eq!(Names::kept(&path).unwrap(), names);
        std::fs::write(&path, r#"{"players": []}"#).unwrap();
        let failure = Names::kept(&path).unwrap_err();
        assert!(failure.message.contains("day.json") && failure.message.contains("move it away"), "{failure}");
        assert!(names.keep(&folder.path().join("no/such/day.json")).is_err());
    }
}
