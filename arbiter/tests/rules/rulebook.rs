//! Every rule has a home: the rows of `arbiter/rulebook.toml` against the specification, the sources and the tests.
use crate::{
    rulebook_data::{DOCUMENTS, KINDS, ids, named_tests, page, root, rows, rules_of, tests_in, tests_of},
    shared::material,
};
use std::{collections::BTreeMap, fs};

/// Rules with a checkable part that no test shows yet. The list may only shrink: a row here that has got a test fails, and so does
/// a row without a test that is not here.
const WITHOUT_TEST: &[&str] = &[];

#[test]
fn rulebook_has_a_row_for_every_rule() {
    let rows = rows();
    for id in ids() {
        let row = rows.get(&id).unwrap_or_else(|| panic!("{id} has no row"));
        assert!(row.rule.len() > 12 && row.rule.ends_with('.'), "{id}: the rule is a sentence");
        assert!(KINDS.iter().any(|(kind, _)| *kind == row.kind), "{id}: {:?} is no kind", row.kind);
        assert!(row.kind != "people" || !row.does.is_empty(), "{id}: what does the program do for people?");
        assert!(!row.home.is_empty(), "{id} has no home");
        for text in [&row.rule, &row.does] {
            assert!(!text.contains(['|', '\n']), "{id}: {text:?} would break the table");
        }
    }
    let total: usize = DOCUMENTS.iter().map(|(_, count, _)| count).sum();
    assert_eq!((rows.len(), total), (216, 216), "a row that no document has");
}

#[test]
fn rulebook_agrees_with_the_specification() {
    let Some(path) = material("rules/SPEC.md") else { return };
    let text = fs::read_to_string(path).expect("a readable file");
    let rows = rows();
    let mut seen = 0;
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, id, _, class, ..] = cells[..] else { continue };
        if !DOCUMENTS.iter().any(|(prefix, ..)| id.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-'))) {
            continue;
        }
        let row = rows.get(id).unwrap_or_else(|| panic!("{id} of the specification has no row"));
        if class.starts_with('A') {
            assert_eq!(row.kind, "checked", "{id}: the specification calls it checkable ({class})");
        }
        seen += 1;
    }
    assert_eq!(seen, 216, "rules read from the specification");
}

#[test]
fn rulebook_names_homes_that_exist() {
    let mut sources = BTreeMap::<String, String>::new();
    for (id, row) in rows() {
        for home in &row.home {
            let (path, item) = home.split_once('#').unwrap_or((home, ""));
            let source = sources.entry(path.to_owned()).or_insert_with(|| {
                fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{id}: {path}: {error}"))
            });
            assert!(item.is_empty() || defines(source, path, item), "{id}: {path} does not define {item}");
        }
    }
}

/// Whether a source defines an item: a function, type, constant, variant, field or parameter of this name.
fn defines(source: &str, path: &str, item: &str) -> bool {
    if path.ends_with(".toml") {
        return source.lines().any(|line| line.starts_with(&format!("{item} =")));
    }
    source.lines().map(str::trim_start).any(|line| {
        let mut rest = line;
        for word in ["pub ", "pub(super) ", "pub(crate) ", "const ", "static "] {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        for word in ["fn ", "struct ", "enum ", "mod ", "trait ", "type "] {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        let end = |c: char| !c.is_alphanumeric() && c != '_';
        rest.strip_prefix(item).is_some_and(|after| after.starts_with(end)) && !line.starts_with("//")
    })
}

#[test]
fn rulebook_names_tests_that_exist() {
    let named = named_tests();
    let rows = rows();
    for (rule, tests) in &named {
        assert!(rows.contains_key(rule), "{tests:?} bear the name of {rule}, which no document has");
    }
    for (id, row) in &rows {
        for test in &row.tests {
            let (path, function) = test.split_once('#').unwrap_or_else(|| panic!("{id}: {test} names no function"));
            let source = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{id}: {path}: {error}"));
            assert!(tests_in(&source).iter().any(|name| name == function), "{id}: {path} has no test {function}");
            assert!(!rules_of(function).contains(id), "{id}: {function} is found by its name; leave it out");
        }
    }
}

#[test]
fn rulebook_names_a_test_for_every_rule_that_is_checked() {
    let named = named_tests();
    let bare: Vec<String> = rows()
        .iter()
        .filter(|(id, row)| row.kind == "checked" && tests_of(id, row, &named).is_empty())
        .map(|(id, _)| id.clone())
        .collect();
    let known: Vec<String> = ids().filter(|id| WITHOUT_TEST.contains(&id.as_str())).collect();
    let in_order: Vec<String> = ids().filter(|id| bare.contains(id)).collect();
    assert_eq!(in_order, known, "left: checked rules without a test; right: those known to lack one");
}

#[test]
fn rulebook_page_says_what_the_rows_say() {
    let path = root().join("docs/ref/rules.md");
    let page = page(&rows(), &named_tests());
    if std::env::var_os("TANDEM_WRITE_DOCS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/ref/rules.md is out of date: run `TANDEM_WRITE_DOCS=1 cargo test -p arbiter rulebook`"
    );
}
