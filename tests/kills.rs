//! Killed at random moments: nothing that was reported is lost, the session verifies, and the match goes on to the same end.
//!
//! `TANDEM_SLOW=1` kills two hundred times instead of twelve.

use arbiter::Arbiter;
use arbiter::event::Event;
use arbiter::profile::Profile;
use board::{BoardId, Input, Placement, Stamp};
use session::{Manifest, SessionReader, SessionWriter};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::Script;
use tandem::failure::Failure;
use tandem::live::resume::resume;
use tandem::pipeline::{Desk, Listener};

/// Set for the process that is killed: where its session lies.
const SESSION: &str = "TANDEM_KILLED_SESSION";

const MOVES: [&str; 18] = [
    "A e2e4", "B e2e4", "A d7d5", "B e7e5", "A e4d5", "B g1f3", "A d8d5", "B b8c6", "A b1c3", "B f1c4", "A d5a5",
    "B P@d4", "A g1f3", "B f8c5", "A c8g4", "B e1g1", "A f1e3", "B g8f6",
];

fn inputs() -> Vec<Input> {
    Script::new(&BoardId::BOTH, 7, 30).play(&MOVES).inputs()
}

fn setup() -> arbiter::Setup {
    arbiter::Setup::by_profile(BoardId::BOTH.to_vec(), &Profile::free())
}

fn manifest() -> Manifest {
    let (program, profile) = ("test".to_owned(), Profile::free().to_toml());
    Manifest { program, boards: BoardId::BOTH.to_vec(), profile, began_unix_ms: Some(0), ..Manifest::default() }
}

/// Tells on standard output, an event a line, at once.
struct Teller;

impl Listener for Teller {
    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "told {}", serde_json::to_string(event).expect("an event is JSON"))?;
        Ok(out.flush()?)
    }

    fn missed(&mut self, failure: Failure) {
        panic!("{failure}");
    }
}

/// Not a test by itself: the process that is killed. It plays the match from where its session has come to.
#[test]
fn the_process_that_is_killed() {
    let Some(path) = std::env::var_os(SESSION) else { return };
    let path = Path::new(&path);
    let (arbiter, writer, untold) = match path.exists() {
        true => {
            let earlier = resume(path).expect("the session can be gone on with");
            assert!(!earlier.differs);
            (earlier.arbiter, earlier.writer, earlier.untold)
        }
        false => (Arbiter::new(setup()), SessionWriter::create(path, &manifest()).expect("a session"), Vec::new()),
    };
    let inputs = inputs();
    let end = inputs.last().map_or(Stamp::ZERO, Input::at);
    let done = writer.recorded() as usize;
    let mut teller = Teller;
    let mut desk = Desk::new(arbiter, Some(writer), &mut teller);
    desk.hold_what_cannot_be_written();
    desk.catch_up(&untold).expect("it can be told");
    for input in &inputs[done..] {
        desk.take(input).expect("it can be told");
        std::thread::sleep(Duration::from_micros(100));
    }
    desk.finish(Some(end)).expect("it can be ended");
}

#[test]
fn a_match_survives_being_killed_at_random_moments() {
    let wanted = if std::env::var_os("TANDEM_SLOW").is_some() { 200 } else { 12 };
    let whole = {
        let mut arbiter = Arbiter::new(setup());
        let inputs = inputs();
        let mut events: Vec<Event> = inputs.iter().flat_map(|input| arbiter.step(input)).collect();
        events.extend(arbiter.finish(inputs.last().map_or(Stamp::ZERO, Input::at)));
        events
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut kills, mut matches, mut dice) = (0, 0, 0x9E37_79B9_7F4A_7C15u64);
    let (mut reported, mut length, begun) = (0, Duration::from_millis(1500), Instant::now());
    while kills < wanted {
        matches += 1;
        let path = folder.path().join(format!("match-{matches}.tandem"));
        let mut told: Vec<Event> = Vec::new();
        loop {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let patience = length.mul_f64((dice % 1000) as f64 / 1000.0);
            let started = Instant::now();
            let killed = play(&path, patience, &mut told);
            if !killed {
                length = started.elapsed().max(Duration::from_millis(200));
                break;
            }
            kills += 1;
            // killed before it had a session
            let opened = opened(&path);
            if !path.exists() || opened.is_err() {
                assert!(told.is_empty(), "something was told and there is no session: {opened:?}");
                _ = std::fs::remove_file(&path);
                continue;
            }
            let reader = SessionReader::open(&path).expect("the session can be opened");
            reader.verify().expect("the session is whole");
            let stored: Vec<Event> = reader.events().expect("its events").into_iter().map(|(_, event)| event).collect();
            assert!(
                told.len() <= stored.len() && told.iter().zip(&stored).all(|(a, b)| a == b),
                "something told is not there"
            );
            // what was written and not yet told when it was killed is known from the session alone
            told = stored;
            // it had done all and was killed on its way out
            if reader.finished_at().is_some() {
                break;
            }
        }
        assert_eq!(told.len(), whole.len(), "match {matches} ended otherwise");
        assert!(told == whole, "match {matches} ended otherwise");
        reported += told.len();
    }
    println!(
        "{kills} kills in {matches} matches: all {reported} events there, the same moves each time ({:.0} s)",
        begun.elapsed().as_secs_f64()
    );
}

/// Set for the process that makes and ends sessions: the folder for them.
const SESSIONS: &str = "TANDEM_KILLED_SESSIONS";

fn session_of(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("match-{number}.tandem"))
}

/// Not a test by itself: the process that is killed. It makes and ends one session after another, and tells how far it has come.
#[test]
fn the_process_that_makes_sessions_and_is_killed() {
    let Some(folder) = std::env::var_os(SESSIONS) else { return };
    let event = Event::Started { board: BoardId::A, placement: Placement::start(), at: Stamp::ZERO };
    for number in 0.. {
        let mut writer =
            SessionWriter::create(&session_of(Path::new(&folder), number), &manifest()).expect("a session");
        writer.report(std::slice::from_ref(&event)).expect("it is written");
        let mut out = std::io::stdout().lock();
        writeln!(out, "told {number}").and_then(|()| out.flush()).expect("it can be told");
        writer.finish(Stamp::ZERO, &[]).expect("it is ended");
    }
}

/// Most of what can be half done is done while a session is made and while it is ended.
#[test]
fn sessions_survive_being_killed_while_they_are_made_and_ended() {
    let wanted = if std::env::var_os("TANDEM_SLOW").is_some() { 600 } else { 25 };
    let (mut sessions, mut half, mut unmade, mut dice) = (0, 0, 0, 0x2545_F491_4F6C_DD1Du64);
    for _ in 0..wanted {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(std::env::current_exe().expect("this test's own program"))
            .args([
                "kills::the_process_that_makes_sessions_and_is_killed",
                "--exact",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(SESSIONS, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it can be started");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        let number = |line: &String| line.split_once("told ")?.1.parse::<usize>().ok();
        let mut told = lines.by_ref().find_map(|line| number(&line)).expect("it makes sessions");
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        std::thread::sleep(Duration::from_micros(dice % 60_000));
        child.kill().expect("it can be killed");
        child.wait().expect("its state");
        told = lines.filter_map(|line| number(&line)).last().unwrap_or(told);
        for number in 0..=told + 1 {
            let path = session_of(folder.path(), number);
            if !path.exists() {
                assert!(number > told, "what was told of match {number} is nowhere");
                unmade += 1;
                continue;
            }
            let hot = path.with_extension("tandem-journal").exists();
            let reader = SessionReader::open(&path);
            let reader = reader.unwrap_or_else(|error| panic!("match {number} of {told} (journal: {hot}): {error}"));
            let contents = reader.verify().expect("it is whole");
            assert!(contents.events == 1 || number > told, "match {number} of {told}: {contents:?}");
            half += usize::from(!contents.finished || hot);
            sessions += 1;
        }
    }
    println!(
        "{wanted} kills while sessions were made and ended: {sessions} are whole, {half} of them were not ended, {unmade} were not made yet"
    );
}

/// Whether the session can be opened, and why not. On a busy machine a lock of the killed process may be seen for a moment more: it is said when that
/// happens.
fn opened(path: &Path) -> Result<(), String> {
    let mut why = String::new();
    for attempt in 0..10 {
        match SessionReader::open(path) {
            Ok(_) if attempt == 0 => return Ok(()),
            Ok(_) => {
                println!("the session could be opened at attempt {}, not before: {why}", attempt + 1);
                return Ok(());
            }
            Err(error) => why = error.to_string(),
        }
        if !path.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(why)
}

/// Plays on for so long, or to the end; what is told is added. Says whether it was killed.
fn play(path: &Path, patience: Duration, told: &mut Vec<Event>) -> bool {
    let mut child = Command::new(std::env::current_exe().expect("this test's own program"))
        .args(["kills::the_process_that_is_killed", "--exact", "--nocapture", "--test-threads=1"])
        .env(SESSION, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be started");
    let out = child.stdout.take().expect("its output");
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(out).lines().map_while(Result::ok);
        // a line that was cut off was not told
        lines.filter_map(|line| serde_json::from_str(line.split_once("told ")?.1).ok()).collect::<Vec<Event>>()
    });
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().expect("its state") {
            break Some(status);
        }
        if begun.elapsed() >= patience {
            child.kill().expect("it can be killed");
            child.wait().expect("its state");
            break None;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    told.extend(reader.join().expect("what it told"));
    assert!(ended.is_none_or(|status| status.success()), "it failed by itself: {ended:?}");
    ended.is_none()
}
