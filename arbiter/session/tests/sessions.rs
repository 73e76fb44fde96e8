//! Sessions on disk: what is written is read back, and what cannot be read says why.

use arbiter::event::{Event, Turn, TurnId};
use board::{
    BoardEvidence, BoardId, CameraId, ClockReading, Color, Input, LogProb, Observation, Placement, Seat, Sighting,
    Stamp, Standing, Visibility,
};
use session::{Contents, Manifest, SessionReader, SessionWriter, is_session};
use std::path::{Path, PathBuf};

fn manifest() -> Manifest {
    Manifest {
        program: "0.1.0".to_owned(),
        boards: vec![BoardId::A, BoardId::B],
        profile: "name = \"free\"\n".to_owned(),
        model: Some("00".repeat(32)),
        calibration: Some("A: 1,2,3".to_owned()),
        sources: vec!["table.mp4".to_owned()],
        began_unix_ms: None,
        unwatched: Some(Vec::new()),
    }
}

/// Two boards at 30 frames a second; what is seen jitters on a few squares, and in some frames not at all.
fn inputs(frames: u64) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut boards = [BoardEvidence::not_seen(), BoardEvidence::not_seen()];
    for frame in 0..frames {
        let at = Stamp::from_nanos(frame as i64 * 1_000_000_000 / 30);
        for board in BoardId::BOTH {
            let evidence = &mut boards[board.index()];
            if frame % 3 == 0 {
                let square = &mut evidence.0[(frame * 7 % 64) as usize];
                square.visibility = Visibility::Seen;
                square.likelihood[(frame % 13) as usize] = LogProb(-((frame * 31 % 1179) as i16));
            }
            inputs.push(Input::Observation(Observation {
                at,
                camera: CameraId(0),
                frame,
                board,
                standing: Standing::Frame,
                sighting: Sighting::Board(evidence.clone()),
            }));
        }
        if frame % 50 == 49 {
            inputs.push(Input::Clock(ClockReading {
                at,
                board: BoardId::B,
                pressed: Some(Color::Black),
                white_ms: Some(1000),
                black_ms: None,
            }));
        }
    }
    inputs
}

fn event(id: u32) -> Event {
    Event::Turn(Turn {
        id: TurnId(id),
        board: BoardId::B,
        seat: Seat::ALL[2],
        ply: id,
        uci: "N@f3".to_owned(),
        san: "N@f3+".to_owned(),
        at: Stamp::from_millis(10),
        pressed: None,
        reported: Stamp::from_millis(20),
        legal: false,
        violations: vec![arbiter::rules::Irregularity::DropNotHeld],
        certainty: 870,
    })
}

fn end() -> Event {
    Event::End { at: Stamp::from_millis(9_000), placements: vec![(BoardId::A, Placement::start())] }
}

/// Records all inputs, an event after every hundredth, and ends.
fn write(path: &Path, inputs: &[Input]) -> Vec<(u64, Event)> {
    let mut writer = SessionWriter::create(path, &manifest()).unwrap();
    let mut events = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        writer.record(input).unwrap();
        if i % 100 == 99 {
            events.push((i as u64 + 1, event(events.len() as u32)));
            writer.report(&[events.last().unwrap().1.clone()]).unwrap();
        }
    }
    events.push((inputs.len() as u64, end()));
    writer.finish(Stamp::from_millis(9_000), &[end()]).unwrap();
    events
}

fn read(path: &Path) -> Vec<Input> {
    SessionReader::open(path).unwrap().inputs().map(Result::unwrap).collect()
}

#[test]
fn everything_reads_back_in_order_and_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    // more than one key row
    let inputs = inputs(5_000);
    let events = write(&path, &inputs);
    assert!(is_session(&path));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "one file once the session is finished");
    let reader = SessionReader::open(&path).unwrap();
    assert_eq!(*reader.manifest(), manifest());
    assert_eq!(reader.finished_at(), Some(Stamp::from_millis(9_000)));
    assert!(read(&path) == inputs);
    assert_eq!(reader.events().unwrap(), events);
    let count = inputs.len() as u64;
    assert_eq!(reader.input_count().unwrap(), count);
    assert_eq!(reader.verify().unwrap(), Contents { inputs: count, events: events.len() as u64, finished: true });
}

#[test]
fn a_session_that_was_broken_off_has_all_that_was_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    let inputs = inputs(400);
    let mut writer = SessionWriter::create(&path, &manifest()).unwrap();
    inputs[..500].iter().for_each(|input| writer.record(input).unwrap());
    writer.report(&[event(0)]).unwrap();
    inputs[500..510].iter().for_each(|input| writer.record(input).unwrap());
    // what a program that is killed leaves behind: the files as they are at this moment
    let left = folder.path().join("left.tandem");
    for ending in ["", "-wal"] {
        let copy = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        std::fs::copy(copy(&path), copy(&left)).unwrap();
    }
    assert!(session::is_session(&left));
    let reader = SessionReader::open(&left).unwrap();
    assert_eq!(reader.verify().unwrap(), Contents { inputs: 500, events: 1, finished: false });
    assert!(reader.inputs().map(Result::unwrap).eq(inputs[..500].iter().cloned()));
    drop(writer);
}

#[test]
fn a_session_is_known_by_its_first_bytes_or_by_the_log_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    let writer = SessionWriter::create(&path, &manifest()).unwrap();
    assert!(session::is_session(&path), "while it is written");
    drop(writer);
    let other = folder.path().join("other.db");
    let mut head = b"SQLite format 3\0".to_vec();
    head.resize(4096, 0);
    std::fs::write(&other, &head).unwrap();
    assert!(!session::is_session(&other));
    std::fs::write(folder.path().join("other.db-wal"), "not empty").unwrap();
    assert!(session::is_session(&other), "its name may be in the log only");
}

#[test]
fn an_existing_file_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    std::fs::write(&path, "mine").unwrap();
    let error = SessionWriter::create(&path, &manifest()).unwrap_err().to_string();
    assert!(error.contains("there already"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    let error = SessionWriter::create(&folder.path().join("no/such/folder"), &manifest()).unwrap_err().to_string();
    assert!(error.contains("folder does not exist"), "{error}");
}

/// One line that names the file and says what is wrong.
fn refused(path: &Path, what: &str) {
    let error =
        SessionReader::open(path).and_then(|reader| reader.verify()).expect_err("should have been refused").to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
    assert!(error.contains(what), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn what_is_no_session_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    refused(&path, "no such file");
    refused(folder.path(), "no such file");
    std::fs::write(&path, "not a session at all, but long enough to look at ".repeat(40)).unwrap();
    refused(&path, "is not a session");
    std::fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE t (x)").unwrap();
    refused(&path, "no session");
    assert!(!is_session(&path));
}

#[test]
fn a_newer_schema_a_cut_file_and_spoilt_bytes_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    write(&path, &inputs(600));
    let whole = std::fs::read(&path).unwrap();
    for keep in [100, whole.len() / 4, whole.len() / 2, whole.len() - 4096] {
        std::fs::write(&path, &whole[..keep]).unwrap();
        refused(&path, "damaged or cut off");
    }
    std::fs::write(&path, &whole).unwrap();
    let change = |sql: &str| rusqlite::Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    change("UPDATE inputs SET data = zeroblob(length(data)) WHERE first > 300");
    refused(&path, "checksum");
    std::fs::write(&path, &whole).unwrap();
    change("DELETE FROM inputs WHERE first > 0 AND first < 300");
    refused(&path, "are missing");
    std::fs::write(&path, &whole).unwrap();
    change("DELETE FROM events WHERE number = 2");
    refused(&path, "event 2 is missing");
    change("PRAGMA user_version = 9");
    refused(&path, "newer Tandem (schema 9");
}

#[test]
fn an_hour_of_two_boards_at_rest_stays_small() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    let minute = inputs(30 * 60);
    write(&path, &minute);
    let bytes = std::fs::metadata(&path).unwrap().len();
    assert!(bytes * 60 < 30_000_000, "{} bytes an hour", bytes * 60);
}

#[test]
fn a_damaged_session_is_repaired_as_far_as_it_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    let inputs = inputs(600);
    let events = write(&path, &inputs);
    assert_eq!(session::repair(&path).unwrap().damage, None);
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("UPDATE inputs SET data = zeroblob(length(data)) WHERE first > 600")
        .unwrap();
    refused(&path, "checksum");
    let repair = session::repair(&path).unwrap();
    assert!(repair.damage.as_ref().unwrap().contains("checksum"), "{repair:?}");
    let reader = SessionReader::open(&path).unwrap();
    let kept = reader.verify().unwrap();
    assert!(kept.inputs >= 600 && kept.inputs < inputs.len() as u64 && kept.finished);
    assert_eq!((kept.inputs, kept.events), (repair.inputs, repair.events));
    assert!(reader.inputs().map(Result::unwrap).eq(inputs[..kept.inputs as usize].iter().cloned()));
    let told: Vec<Event> = reader.events().unwrap().into_iter().map(|(_, event)| event).collect();
    assert!(told.iter().eq(events.iter().map(|(_, event)| event)), "events that were told are kept");
    assert!(repair.kept_as.unwrap().is_file());
}

#[test]
fn a_session_that_was_broken_off_is_made_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.tandem");
    let mut writer = SessionWriter::create(&path, &manifest()).unwrap();
    inputs(100).iter().for_each(|input| writer.record(input).unwrap());
    writer.report(&[event(0)]).unwrap();
    // as a program that is killed leaves it
    let left = folder.path().join("left.tandem");
    for ending in ["", "-wal"] {
        let copy = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        std::fs::copy(copy(&path), copy(&left)).unwrap();
    }
    let repair = session::repair(&left).unwrap();
    assert_eq!((repair.damage, repair.inputs, repair.events), (None, 202, 1));
    assert!(!PathBuf::from(format!("{}-wal", left.display())).exists());
    assert!(!SessionReader::open(&left).unwrap().verify().unwrap().finished);
}
