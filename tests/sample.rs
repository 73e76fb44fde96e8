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
    // pictures are kept beside the session, and nothing else depends on them
    let mut without = lines(&first);
    for line in &mut without {
        let pictures = line.as_object_mut().and_then(|fields| fields.remove("pictures"));
        assert_eq!(pictures.is_some(), line["event"] == "alert", "{line}");
        for path in pictures.iter().flat_map(|list| list.as_array().expect("a list")) {
            let path = path.as_str().expect("a path");
            assert!(path.starts_with(&format!("{session}.pictures/alert-")), "{path}");
            assert!(image::open(path).is_ok_and(|picture| picture.width() <= 640), "{path} is no picture");
        }
    }
    assert_eq!(without, lines(&again));
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
