//! Who may depend on whom. The table is the design's: data flows from pixels to evidence to facts to judgements, and only the
//! outermost ring touches the world.

use crate::command::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A crate's folder, its name, those of ours it may use, and those of others it must not.
struct Arrow {
    folder: &'static str,
    name: &'static str,
    ours: &'static [&'static str],
    never: &'static [&'static str],
}

const PIXELS: [&str; 4] = ["opencv", "nokhwa", "image", "ort"];

const ARROWS: [Arrow; 10] = [
    Arrow {
        folder: "arbiter/board",
        name: "board",
        ours: &[],
        never: &["rusqlite", "crossbeam-channel", "clap", "indicatif", "toml", "serde_json"],
    },
    Arrow {
        folder: "arbiter",
        name: "arbiter",
        ours: &["board"],
        never: &["rusqlite", "crossbeam-channel", "clap", "indicatif"],
    },
    Arrow {
        folder: "arbiter/session",
        name: "session",
        ours: &["board", "arbiter"],
        never: &["crossbeam-channel", "clap", "indicatif"],
    },
    Arrow {
        folder: "arbiter/oracle",
        name: "oracle",
        ours: &["board", "arbiter"],
        never: &["rusqlite", "crossbeam-channel"],
    },
    Arrow { folder: "capture", name: "capture", ours: &["board"], never: &["ort", "rusqlite", "clap", "indicatif"] },
    Arrow {
        folder: "calibration",
        name: "calibration",
        ours: &["board", "capture"],
        never: &["ort", "rusqlite", "clap", "indicatif"],
    },
    Arrow { folder: "models", name: "models", ours: &["board"], never: &["opencv", "rusqlite", "clap", "indicatif"] },
    Arrow {
        folder: "vision",
        name: "vision",
        ours: &["board", "capture", "calibration", "models"],
        never: &["rusqlite", "clap", "indicatif"],
    },
    Arrow {
        folder: ".",
        name: "tandem",
        ours: &["board", "arbiter", "session", "capture", "calibration", "models", "vision", "support"],
        never: &["opencv", "ort", "rusqlite"],
    },
    Arrow {
        folder: "tests/support",
        name: "support",
        ours: &["board", "arbiter", "capture", "calibration"],
        never: &["rusqlite", "clap"],
    },
];

/// Crates that see no pixels, however far down.
const WITHOUT_PIXELS: [&str; 4] = ["board", "arbiter", "session", "oracle"];

fn manifest(folder: &str) -> toml::Table {
    let path = root().join(folder).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The dependencies of some kinds.
fn dependencies(manifest: &toml::Table, kinds: &[&str]) -> BTreeSet<String> {
    let tables = kinds.iter().filter_map(|kind| manifest.get(*kind));
    tables.filter_map(toml::Value::as_table).flat_map(|table| table.keys().cloned()).collect()
}

/// What goes into the program.
const SHIPPED: [&str; 2] = ["dependencies", "build-dependencies"];

#[test]
fn no_crate_depends_on_what_it_must_not() {
    let ours: BTreeSet<&str> = ARROWS.iter().map(|arrow| arrow.name).collect();
    for arrow in &ARROWS {
        let manifest = manifest(arrow.folder);
        let shipped = dependencies(&manifest, &SHIPPED);
        for dependency in shipped.union(&dependencies(&manifest, &["dev-dependencies"])) {
            let dependency = dependency.as_str();
            let allowed = !ours.contains(dependency) || arrow.ours.contains(&dependency);
            // tests may write down what the crate itself must not know of
            let forbidden = arrow.never.contains(&dependency) && shipped.contains(dependency)
                || WITHOUT_PIXELS.contains(&arrow.name) && PIXELS.contains(&dependency);
            assert!(allowed && !forbidden, "{} must not depend on {dependency}", arrow.name);
        }
    }
}

#[test]
fn every_crate_of_the_workspace_is_in_the_table() {
    let root_manifest = manifest(".");
    let members = root_manifest["workspace"]["members"].as_array().expect("members is a list");
    let members: BTreeSet<&str> = members.iter().filter_map(toml::Value::as_str).chain(["."]).collect();
    assert_eq!(members, ARROWS.iter().map(|arrow| arrow.folder).collect());
    for arrow in &ARROWS {
        assert_eq!(manifest(arrow.folder)["package"]["name"].as_str(), Some(arrow.name));
    }
}

/// Each package of the lock file with those it depends on.
fn locked() -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is there");
    let lock: toml::Table = text.parse().expect("Cargo.lock is TOML");
    let mut packages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().expect("packages are a list") {
        let name = package["name"].as_str().expect("a package has a name").to_owned();
        let list = package.get("dependencies").and_then(toml::Value::as_array);
        let names = list.into_iter().flatten().filter_map(toml::Value::as_str);
        // "name version" where there are several versions
        let names = names.filter_map(|entry| entry.split(' ').next()).map(str::to_owned);
        packages.entry(name).or_default().extend(names);
    }
    packages
}

fn reachable(from: &str, packages: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        for next in packages.get(&name).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[test]
fn the_arbiter_needs_no_native_library() {
    let packages = locked();
    for name in ["board", "arbiter"] {
        let below = reachable(name, &packages);
        assert!(below.contains("serde"), "the lock file is not read right: {below:?}");
        // bindings to the operating system's own interfaces link nothing that has to be installed
        let native: Vec<&String> = below
            .iter()
            .filter(|package| {
                let systems_own = ["windows", "linux-raw", "js-sys"];
                package.ends_with("-sys") && !systems_own.iter().any(|known| package.starts_with(known))
            })
            .collect();
        assert!(native.is_empty(), "{name} reaches {native:?}");
        assert!(PIXELS.iter().all(|package| !below.contains(*package)), "{name} reaches pixels");
    }
    let below = reachable("session", &packages);
    assert!(["opencv", "ort", "nokhwa"].iter().all(|package| !below.contains(*package)), "session reaches pixels");
}

/// The lines of code under `folder`, without comments, each with its place.
fn code(folder: &Path) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            lines.extend(code(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file can be read");
            let numbered = (1..).zip(text.lines());
            lines.extend(numbered.map(|(number, line)| {
                (format!("{}:{number}", path.display()), line.split("//").next().unwrap_or_default().to_owned())
            }));
        }
    }
    lines
}

#[test]
fn the_arbiter_has_no_clock_no_thread_and_no_file() {
    for folder in ["arbiter/src", "arbiter/board/src"] {
        let lines = code(&root().join(folder));
        assert!(lines.len() > 500, "{folder} was not read");
        for (place, line) in lines {
            for word in ["Instant", "SystemTime", "std::thread", "thread::spawn", "std::fs", "std::net", "File::open"] {
                assert!(!line.contains(word), "{place} uses {word}");
            }
        }
    }
}
