//! The shipped sample: what the README's first command shows.

use crate::command::{root, told};
use serde_json::Value;

const SAMPLE: &str = "samples/table-1";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// What is expected of an event: times and certainties may differ a little between machines, moves may not.
fn gist(line: &Value) -> Value {
    let mut gist = line.clone();
    if let Some(fields) = gist.as_object_mut() {
        fields.retain(|key, _| !key.ends_with("_ms") && !["certainty", "program", "pictures"].contains(&key.as_str()));
    }
    gist
}

#[test]
fn the_sample_gives_its_expected_events_twice_and_again_from_its_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = folder.path().join("match.tandem");
    let session = session.to_str().expect("a path in UTF-8");
    let first = told(&["replay", SAMPLE, "--json", "--session", session]);
    let expected = root().join(SAMPLE).join("expected.jsonl");
    let again = told(&["replay", SAMPLE, "--json"]);
    if std::env::var_os("TANDEM_WRITE_EXPECTED").is_some() {
        std::fs::write(&expected, &again).expect("the expected events can be written");
    }
    let expected = std::fs::read_to_string(&expected).unwrap_or_else(|error| panic!("{}: {error}", expected.display()));
    let gists = |text: &str| lines(text).iter().map(gist).collect::<Vec<_>>();
    assert_eq!(
        gists(&first),
        gists(&expected),
        "after a change that is meant to change them: TANDEM_WRITE_EXPECTED=1 cargo test --test tests sample"
    );
    assert_eq!(told(&["replay", session, "--json"]), first);
    // pictures are kept beside the session
    let mut without = lines(&first);
    without.iter_mut().for_each(|line| _ = pictures(line, &format!("{session}.pictures/")));
    assert_eq!(without, lines(&again));
}

/// Takes the paths of an alert's pictures out of it; each is a picture in `folder`.
fn pictures(line: &mut Value, folder: &str) -> Vec<String> {
    let taken = line.as_object_mut().and_then(|fields| fields.remove("pictures"));
    assert_eq!(taken.is_some(), line["event"] == "alert", "{line}");
    let paths: Vec<String> = taken.map_or(Vec::new(), |paths| serde_json::from_value(paths).expect("a list of paths"));
    for path in &paths {
        assert!(path.starts_with(folder), "{path} is not in {folder}");
        let picture = image::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!((200..=640).contains(&picture.width()), "{path} is {} pixels wide", picture.width());
    }
    paths
}

#[test]
fn an_alert_gets_pictures_from_before_and_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let (profile, kept) = (path("club.toml"), path("pictures"));
    // the sample's pawns are dropped on the fifth rank
    std::fs::write(&profile, "name = \"club\"\nbase = \"free\"\npawn_drop_ranks = [2, 4]\n").expect("a profile");
    let told = told(&["replay", SAMPLE, "--profile", &profile, "--pictures", &kept, "--json"]);
    let mut alerts: Vec<Value> = lines(&told).into_iter().filter(|line| line["kind"] == "illegal_drop").collect();
    assert!(alerts.len() >= 2, "{told}");
    for alert in &mut alerts {
        let paths = pictures(alert, &kept);
        let [before, after] = &paths[..] else { panic!("{paths:?}") };
        assert!(before.ends_with(&format!("alert-{}-before.jpg", alert["id"])), "{before}");
        assert!(after.ends_with(&format!("alert-{}-after.jpg", alert["id"])), "{after}");
        assert_ne!(std::fs::read(before).expect("a picture"), std::fs::read(after).expect("a picture"));
    }
}

#[test]
fn the_sample_is_what_it_promises() {
    let mut bytes = 0;
    for entry in std::fs::read_dir(root().join(SAMPLE)).expect("the sample is there") {
        bytes += entry.and_then(|entry| entry.metadata()).expect("a file of the sample").len();
    }
    assert!(bytes < 8_000_000, "the sample has {bytes} bytes");
    let text =
        std::fs::read_to_string(root().join(SAMPLE).join("expected.jsonl")).expect("the expected events are there");
    let turns: Vec<Value> = lines(&text).into_iter().filter(|line| line["event"] == "turn").collect();
    let any = |what: &dyn Fn(&str) -> bool| turns.iter().any(|turn| turn["san"].as_str().is_some_and(what));
    assert!(turns.len() >= 20, "{} turns", turns.len());
    assert!(any(&|san| san.contains('x')), "no capture");
    assert!(any(&|san| san.contains('@')), "no drop");
    assert!(any(&|san| san.starts_with("O-O")), "no castling");
    assert!(turns.iter().any(|turn| turn["board"] == "A") && turns.iter().any(|turn| turn["board"] == "B"));
}
