//! `run(A) = run(A) again = replay(recording of A)`, event by event.

use arbiter::event::Event;
use arbiter::profile::Profile;
use arbiter::{Arbiter, Setup};
use board::{BoardId, Input, Stamp};
use session::{Manifest, SessionReader, SessionWriter};
use std::path::Path;
use support::Script;

/// A bughouse opening at both boards, with a capture, a drop of what was taken, castling, and a bishop moved like none.
const MOVES: [&str; 18] = [
    "A e2e4", "B e2e4", "A d7d5", "B e7e5", "A e4d5", "B g1f3", "A d8d5", "B b8c6", "A b1c3", "B f1c4", "A d5a5",
    "B P@d4", "A g1f3", "B f8c5", "A c8g4", "B e1g1", "A f1e3", "B g8f6",
];

fn table() -> Vec<Input> {
    Script::new(&BoardId::BOTH, 7, 30).play(&MOVES).inputs()
}

fn arbiter() -> Arbiter {
    Arbiter::new(Setup::by_profile(BoardId::BOTH.to_vec(), &Profile::free()))
}

fn run(inputs: &[Input], end: Stamp) -> Vec<Event> {
    let mut arbiter = arbiter();
    let mut events: Vec<Event> = inputs.iter().flat_map(|input| arbiter.step(input)).collect();
    events.extend(arbiter.finish(end));
    events
}

/// Runs and records at once, as the program does.
fn record(inputs: &[Input], end: Stamp, path: &Path) -> Vec<Event> {
    let manifest = Manifest {
        program: "test".to_owned(),
        boards: BoardId::BOTH.to_vec(),
        profile: Profile::free().to_toml(),
        ..Manifest::default()
    };
    let mut writer = SessionWriter::create(path, &manifest).expect("a session can be begun");
    let mut arbiter = arbiter();
    let mut events = Vec::new();
    for input in inputs {
        writer.record(input).expect("an input can be recorded");
        let said = arbiter.step(input);
        writer.report(&said).expect("events can be recorded");
        events.extend(said);
    }
    let last = arbiter.finish(end);
    writer.finish(end, &last).expect("a session can be ended");
    events.extend(last);
    events
}

#[test]
fn a_run_a_second_run_and_the_replay_of_its_recording_say_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.tandem");
    let inputs = table();
    let end = inputs.last().expect("there are inputs").at();
    let first = run(&inputs, end);
    let turns = first.iter().filter(|event| matches!(event, Event::Turn(_))).count();
    assert!(turns >= 10, "only {turns} turns: there is nothing to compare");
    assert_eq!(run(&inputs, end), first);
    assert_eq!(record(&inputs, end, &path), first);

    let session = SessionReader::open(&path).expect("the session can be opened");
    let replayed: Vec<Input> = session.inputs().collect::<Result<_, _>>().expect("its inputs can be read");
    assert!(replayed == inputs, "the inputs differ");
    assert_eq!(run(&replayed, session.finished_at().expect("it was finished")), first);
    let stored: Vec<Event> =
        session.events().expect("its events can be read").into_iter().map(|(_, event)| event).collect();
    assert_eq!(stored, first);
    assert_eq!(Profile::from_toml(&session.manifest().profile).as_ref(), Ok(&Profile::free()));
}

#[test]
fn what_was_reported_is_on_disk_before_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.tandem");
    let inputs = table();
    let manifest = Manifest { boards: BoardId::BOTH.to_vec(), ..Manifest::default() };
    let mut writer = SessionWriter::create(&path, &manifest).expect("a session can be begun");
    let mut arbiter = arbiter();
    let mut events = 0;
    for input in &inputs {
        writer.record(input).expect("an input can be recorded");
        let said = arbiter.step(input);
        writer.report(&said).expect("events can be recorded");
        events += said.len();
        if !said.is_empty() {
            // another reader, while the session is being written
            let session = SessionReader::open(&path).expect("the session can be opened");
            assert_eq!(session.events().expect("its events can be read").len(), events);
            assert_eq!(session.finished_at(), None);
        }
    }
    assert!(events >= 10, "only {events} events");
}

#[test]
fn the_program_replays_a_session_as_the_arbiter_ran_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.tandem");
    let inputs = table();
    let events = record(&inputs, inputs.last().expect("there are inputs").at(), &path);
    let told = crate::command::told(&["replay", path.to_str().expect("a path in UTF-8"), "--json"]);
    let lines: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines[0]["event"], "session");
    assert_eq!(lines[0]["profile"], "free");
    let expected: Vec<serde_json::Value> = events
        .iter()
        .map(|event| serde_json::to_value(tandem::report::json::public(event)).expect("an event is JSON"))
        .collect();
    assert_eq!(lines[1..], expected);
    let text = crate::command::told(&["replay", path.to_str().expect("a path in UTF-8")]);
    assert!(text.contains("Board A") && text.contains("1. e4"), "{text}");
}
