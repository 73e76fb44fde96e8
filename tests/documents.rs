//! What the documents say can be done.

use crate::command::{root, told};
use clap::Parser;
use std::os::unix::fs::PermissionsExt;
use tandem::args::Arguments;

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The lines of a document's shell examples.
fn commands(document: &str) -> Vec<String> {
    let mut inside = false;
    let mut commands = Vec::new();
    for line in read(document).lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside && !line.trim().is_empty() && !line.starts_with('#') {
            commands.push(line.split(" #").next().unwrap_or_default().trim().to_owned());
        }
    }
    commands
}

/// The words of a command, as a shell cuts it: what stands in double quotes is one.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('"').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// What was typed must be understood; whether its files exist is another matter.
fn assert_understood(command: &str, place: &str) {
    let words = words(command);
    if let Err(error) = Arguments::try_parse_from(&words) {
        assert!(!error.use_stderr(), "{place}: {command}: {error}");
    }
}

#[test]
fn the_first_two_commands_of_the_readme_are_set_up_and_check() {
    let commands = commands("README.md");
    assert_eq!(commands[..2], ["./setup", "./check"]);
    for script in ["setup", "check", ".ci/run"] {
        let metadata = std::fs::metadata(root().join(script)).unwrap_or_else(|error| panic!("{script}: {error}"));
        assert!(metadata.permissions().mode() & 0o111 == 0o111, "{script} cannot be run");
    }
    assert!(read(".ci/run").lines().any(|line| line == "./check"), "CI does not run ./check");
}

#[test]
fn the_commands_of_the_documents_exist() {
    let mut understood = 0;
    for document in ["README.md", "CONTRIBUTING.md", "docs/guide/after-the-match.md", "docs/guide/console.md"] {
        for command in commands(document) {
            let program = command.split_whitespace().next().unwrap_or_default();
            if let Some(at) = command.find("tandem ").filter(|_| program.ends_with("tandem")) {
                assert_understood(&command[at..], document);
                understood += 1;
            } else if program.starts_with("./") {
                assert!(root().join(program).is_file(), "{document}: there is no {program}");
            }
        }
    }
    assert!(understood >= 3, "only {understood} commands were looked at");
}

#[test]
fn the_examples_of_the_help_are_understood() {
    for command in ["", "read", "replay", "eval", "rules", "validate", "perft", "export", "table", "diff", "console"] {
        let command: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let help = told(&command);
        let examples: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("tandem ")).collect();
        assert!(examples.len() >= 2, "{command:?} has {} examples", examples.len());
        examples.iter().for_each(|example| assert_understood(example, "the help"));
    }
}

#[test]
fn every_field_of_a_turn_is_documented() {
    let documented = read("docs/ref/json.md");
    let fields =
        ["id", "board", "seat", "ply", "uci", "san", "at_ms", "pressed_ms", "reported_ms", "legal", "violations"];
    for field in
        fields.into_iter().chain(["certainty", "of", "schema", "placement", "kind", "state", "articles", "pictures"])
    {
        assert!(documented.contains(&format!("`{field}`")), "docs/ref/json.md does not mention {field}");
    }
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let documents = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/glossary.md",
        "docs/guide/after-the-match.md",
        "docs/guide/console.md",
        "docs/ref/broadcast.md",
        "docs/ref/json.md",
        "docs/ref/session.md",
    ];
    let mut links = 0;
    for document in documents {
        let folder = root().join(document).parent().expect("a document lies in a folder").to_owned();
        for rest in read(document).split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default().split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                assert!(folder.join(target).exists(), "{document} links to {target}");
                links += 1;
            }
        }
    }
    assert!(links >= 8, "only {links} links were looked at");
}
