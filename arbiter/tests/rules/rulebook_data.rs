//! Reading `arbiter/rulebook.toml`, finding the tests it speaks of, and making the page `docs/ref/rules.md` from it.
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The documents, by the prefix of their rules: how many rules each has, and what it is.
pub const DOCUMENTS: [(&str, usize, &str); 5] = [
    ("GR", 43, "Greek tournament rules of bughouse at the table"),
    ("CH", 32, "Basic chess, the layer below the others"),
    ("RU", 63, "\"Swedish chess\": the MGIMO tournament of 30 November 2008"),
    ("RO", 45, "Five-minute chess, the Pskov federation's rules"),
    ("NL", 33, "Doorgeefschaak, a Dutch club evening"),
];

/// What the program does about a rule.
pub const KINDS: [(&str, &str); 5] = [
    ("checked", "decided from what is seen, clocked, declared or claimed; a test shows it"),
    ("logged", "kept on the record for people to use"),
    ("shown", "put before the arbiter or the public"),
    ("reminded", "a value of the profile or a step of the set-up that somebody is led to"),
    ("people", "for people only; what the program does for them is said"),
];

/// One rule's row.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The rule in a sentence of our own.
    pub rule: String,
    /// One of [`KINDS`].
    pub kind: String,
    /// What the program does, where the rule does not say it already.
    #[serde(default)]
    pub does: String,
    /// Where it lives: `path#item` from the project's root.
    pub home: Vec<String>,
    /// Tests that do not bear the rule's name: `path#function`. Those that do are found.
    #[serde(default)]
    pub tests: Vec<String>,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rows by their ids.
pub fn rows() -> BTreeMap<String, Row> {
    let path = root().join("arbiter/rulebook.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("arbiter/rulebook.toml: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("arbiter/rulebook.toml: {error}"))
}

/// Every id there is, in the order of the documents.
pub fn ids() -> impl Iterator<Item = String> {
    DOCUMENTS.into_iter().flat_map(|(prefix, count, _)| (1..=count).map(move |n| format!("{prefix}-{n:02}")))
}

/// The names of the test functions in a source: those right below `#[test]` and further attributes.
pub fn tests_in(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut expected = false;
    for line in source.lines().map(str::trim) {
        if line == "#[test]" {
            expected = true;
        } else if expected && !line.starts_with("#[") {
            let name = line.strip_prefix("fn ").and_then(|rest| rest.split(['(', '<']).next());
            names.extend(name.map(str::to_owned));
            expected = false;
        }
    }
    names
}

/// The rules whose names a test bears: `gr_09_gr_10_...` bears those of GR-09 and GR-10.
pub fn rules_of(test: &str) -> Vec<String> {
    let words: Vec<&str> = test.split('_').collect();
    let rule = |pair: &[&str]| {
        let known = DOCUMENTS.into_iter().any(|(known, ..)| known.to_lowercase() == pair[0]);
        let number = pair[1].len() == 2 && pair[1].bytes().all(|byte| byte.is_ascii_digit());
        (known && number).then(|| format!("{}-{}", pair[0].to_uppercase(), pair[1]))
    };
    words.chunks_exact(2).map_while(rule).collect()
}

/// Every test below `arbiter/tests` that bears a rule's name, as `path#function` by the rule.
pub fn named_tests() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::<String, Vec<String>>::new();
    let mut folders = vec!["arbiter/tests".to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(root().join(&folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        for entry in entries.map(|entry| entry.expect("a readable folder")) {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") {
                let source = fs::read_to_string(entry.path()).unwrap_or_else(|error| panic!("{path}: {error}"));
                for test in tests_in(&source) {
                    for rule in rules_of(&test) {
                        found.entry(rule).or_default().push(format!("{path}#{test}"));
                    }
                }
            }
        }
    }
    found.values_mut().for_each(|tests| tests.sort());
    found
}

/// Every test of a rule: those that bear its name, and those its row names.
pub fn tests_of(id: &str, row: &Row, named: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut tests = named.get(id).cloned().unwrap_or_default();
    tests.extend(row.tests.iter().filter(|test| !tests.contains(test)).cloned().collect::<Vec<_>>());
    tests
}

/// The page made from the rows.
pub fn page(rows: &BTreeMap<String, Row>, named: &BTreeMap<String, Vec<String>>) -> String {
    let mut page = String::from(
        "# Where every rule lives\n\n\
         Made from `arbiter/rulebook.toml` and the names of the tests; `cargo test -p arbiter rulebook` fails when this page is not what\n\
         they say, when a rule has no row, when a home or a test does not exist, or when a rule that is checked has no test.\n\
         `TANDEM_WRITE_DOCS=1 cargo test -p arbiter rulebook` writes it anew.\n\n\
         The sentences are summaries. The numbers are those of the five source documents, counted through. *Checked* says that\n\
         the engine decides the rule from its inputs; hands, touches and words among these have to be entered, cameras tell boards and moves.\n\n",
    );
    for (kind, meaning) in KINDS {
        let count = rows.values().filter(|row| row.kind == kind).count();
        let _ = writeln!(page, "- *{kind}* ({count}): {meaning}.");
    }
    for (prefix, count, title) in DOCUMENTS {
        let _ = writeln!(
            page,
            "\n## {prefix}: {title}\n\n| id | rule | kind | lives in | test |\n| --- | --- | --- | --- | --- |"
        );
        for id in (1..=count).map(|n| format!("{prefix}-{n:02}")) {
            let row = rows.get(&id).cloned().unwrap_or_default();
            let code = |place: &String| {
                let (path, item) = place.split_once('#').unwrap_or((place, ""));
                let path = path.strip_prefix("arbiter/").unwrap_or(path);
                if item.is_empty() { format!("`{path}`") } else { format!("`{path}`: `{item}`") }
            };
            let homes: Vec<String> = row.home.iter().map(code).collect();
            let tests: Vec<String> = tests_of(&id, &row, named).iter().map(code).collect();
            let does = if row.does.is_empty() { String::new() } else { format!(" *{}*", row.does) };
            let tests =
                if tests.is_empty() && row.kind == "checked" { "**none yet**".to_owned() } else { tests.join("<br>") };
            let _ = writeln!(page, "| {id} | {}{does} | {} | {} | {tests} |", row.rule, row.kind, homes.join("<br>"));
        }
    }
    page
}
