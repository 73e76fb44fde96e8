//! The texts of the pages: nothing that the program says lacks in a language that it has.

use crate::command::root;
use arbiter::event::AlertKind;
use arbiter::procedures::Topic;
use arbiter::rules::Irregularity;
use std::collections::{BTreeMap, BTreeSet};

const LANGUAGES: [&str; 4] = ["greek", "russian", "romanian", "dutch"];

fn read(name: &str) -> String {
    let path = root().join("web/src").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The entries of an object in a source: a line each, `key: value`.
fn entries(text: &str, begins: &str) -> BTreeMap<String, String> {
    let lines =
        text.lines().skip_while(|line| !line.contains(begins)).skip(1).take_while(|line| !line.starts_with('}'));
    let entry = |line: &str| {
        let (key, value) = line.trim().split_once(": ")?;
        Some((key.trim_matches('"').to_owned(), value.trim_end_matches(',').to_owned()))
    };
    lines.filter_map(entry).collect()
}

/// What stands in braces.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// The texts in a list, as in `["a", "b"]`.
fn list(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_text_is_there_in_every_language_with_the_same_places() {
    let english = entries(&read("texts.ts"), "const EN = {");
    assert!(english.len() > 150, "{} texts", english.len());
    for language in LANGUAGES {
        let texts = entries(&read(&format!("texts/{language}.ts")), "Record<Key, string> = {");
        assert!(texts.keys().eq(english.keys()), "{language}: other texts than in English");
        for (key, text) in &texts {
            assert_eq!(places(text), places(&english[key]), "{language}: {key}");
            assert!(text.len() > 2, "{language}: {key} is empty");
        }
        // a text that was left in English; some words are the same
        let same = texts.iter().filter(|(key, text)| english[*key] == **text && text.len() > 14).count();
        assert!(same <= 3, "{language}: {same} texts are English");
    }
}

#[test]
fn every_alert_has_a_title_in_every_language() {
    use AlertKind::{HiddenReserve, IllegalDrop, IllegalMove, Unexplained, WrongStart};
    let titles = entries(&read("texts/alerts.ts"), "export const ALERTS");
    let own = [IllegalMove, IllegalDrop, Unexplained, WrongStart, HiddenReserve];
    for kind in own.into_iter().chain(Topic::ALL.iter().map(|topic| AlertKind::Rule(*topic))) {
        let word = kind.word();
        let title = list(titles.get(word).unwrap_or_else(|| panic!("{word} has no title")));
        assert!(title.len() == 5 && title.iter().all(|text| !text.is_empty()), "{word}: {title:?}");
        assert!(title[1..].iter().all(|text| *text != title[0]), "{word}: {title:?}");
    }
    let sentences = entries(&read("texts/sentences.ts"), "export const SENTENCES");
    for (kind, sentence) in &sentences {
        assert!(titles.contains_key(kind), "{kind} is no alert");
        let four = list(sentence);
        assert!(four.len() == 4 && four.iter().all(|text| places(text) == places(&four[0])), "{kind}: {four:?}");
    }
}

#[test]
fn every_reason_of_an_irregular_move_has_a_sentence_in_every_language() {
    let reasons = entries(&read("texts/sentences.ts"), "export const REASONS");
    for reason in Irregularity::ALL {
        let word = serde_json::to_value(reason).expect("a word");
        let word = word.as_str().expect("a word");
        let four = list(reasons.get(word).unwrap_or_else(|| panic!("{word} has no sentence")));
        assert!(four.len() == 4 && four.iter().all(|text| !text.is_empty()), "{word}");
    }
}

#[test]
fn every_article_is_there_in_the_language_of_its_text() {
    let rulebook = std::fs::read_to_string(root().join("arbiter/rulebook.toml")).expect("the rulebook");
    let rulebook: toml::Table = rulebook.parse().expect("the rulebook's form");
    for (prefix, language) in ["GR-", "RU-", "RO-", "NL-"].into_iter().zip(LANGUAGES) {
        let own: BTreeSet<&str> =
            rulebook.keys().map(String::as_str).filter(|article| article.starts_with(prefix)).collect();
        let texts = entries(&read(&format!("articles/{language}.ts")), "Record<string, string> = {");
        let told: BTreeSet<&str> =
            texts.iter().filter(|(_, text)| text.len() > 10).map(|(key, _)| key.as_str()).collect();
        assert!(own.len() > 20 && own == told, "{language}: {:?}", own.symmetric_difference(&told).collect::<Vec<_>>());
    }
}
