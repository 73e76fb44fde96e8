//! `tandem run` from outside: a recording played as if it happened now, stopped, killed and started again.

use crate::command::root;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

pub fn configuration(folder: &Path, source: &str) -> PathBuf {
    let path = folder.join("table.toml");
    let text = format!(
        "profile = \"free\"\n[[camera]]\nsource = {source:?}\nboards = [\"A\", \"B\"]\nagain = true\n[watch]\nleast_rate = 1\n\
         [recording]\nvideo = \"off\"\n"
    );
    std::fs::write(&path, text).expect("the configuration can be written");
    path
}

/// `tandem run --json` and what it has told.
pub struct Run {
    pub child: Child,
    pub lines: Receiver<Value>,
    pub seen: Vec<Value>,
}

impl Run {
    pub fn start(config: &Path) -> Run {
        Run::with(config, &[], Stdio::null())
    }

    pub fn with(config: &Path, more: &[&str], errors: Stdio) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .current_dir(root())
            .args(["run", "--json", "--config"])
            .arg(config)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("tandem can be started");
        let out = child.stdout.take().expect("its output");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if let Ok(value) = serde_json::from_str(&line) {
                    _ = sender.send(value);
                }
            }
        });
        Run { child, lines, seen: Vec::new() }
    }

    pub fn until(&mut self, what: &str, so: impl Fn(&Value) -> bool) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(240) {
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(200)) {
                self.seen.push(line.clone());
                if so(&line) {
                    return;
                }
            }
        }
        panic!("{what} was not told; {:?}", self.seen);
    }

    pub fn rest(&mut self) {
        while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(20)) {
            self.seen.push(line);
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn session_in(folder: &Path) -> PathBuf {
    let sessions = std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path());
    let mut sessions: Vec<PathBuf> =
        sessions.filter(|path| path.extension().is_some_and(|end| end == "tandem")).collect();
    assert_eq!(sessions.len(), 1, "{sessions:?}");
    sessions.remove(0)
}

pub fn is_turn(line: &Value) -> bool {
    line["event"] == "turn"
}

#[test]
fn a_run_is_killed_goes_on_when_started_again_and_ends_when_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = configuration(folder.path(), root().join("samples/table-1/table.mp4").to_str().expect("UTF-8"));
    let mut first = Run::start(&config);
    first.until("the start", |line| line["event"] == "started");
    (0..3).for_each(|_| first.until("a turn", is_turn));
    first.child.kill().expect("it can be killed");
    first.rest();
    let told: Vec<Value> = first.seen.iter().filter(|line| line["event"] != "session").cloned().collect();
    let session = session_in(folder.path());
    let replayed = crate::command::told(&["replay", session.to_str().expect("UTF-8"), "--json"]);
    let stored: Vec<Value> = replayed.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(told.len() <= stored.len() && told.iter().zip(&stored).all(|(a, b)| a == b), "told and not there");

    let killed = Instant::now();
    let mut second = Run::start(&config);
    second.until("that it goes on", |line| line["event"] == "incident" && line["kind"] == "resumed");
    println!("killed and started again: goes on after {:.1} s", killed.elapsed().as_secs_f64());
    let text = second.seen.last().expect("it was told")["text"].as_str().unwrap_or_default().to_owned();
    assert!(text.contains("turns told so far"), "{text}");
    second.until("what the boards show", |line| {
        line["kind"] == "resumed" && line["text"].as_str().is_some_and(|t| t.contains("Board A"))
    });
    assert!(Command::new("kill").args(["-TERM", &second.child.id().to_string()]).status().expect("kill").success());
    second.until("the end", |line| line["event"] == "end");
    assert!(second.child.wait().expect("its end").success());
    assert_eq!(session_in(folder.path()), session, "one match, one session");
    let checked = crate::command::told(&["check", session.to_str().expect("UTF-8")]);
    assert!(checked.contains("finished") && checked.contains("the same of it again"), "{checked}");
}

#[test]
fn every_still_with_a_board_is_calibrated_in_ten_seconds() {
    let real = root().join("../shared/real");
    let mut stills = Vec::new();
    for (game, ending) in [
        ("club-vinyl/game-1", ""),
        ("printed-board/game-01", ""),
        ("stickered-set/scholars", ""),
        ("tight-crop/game-2", ""),
        ("webcam", ""),
    ] {
        let folder = real.join(game);
        let mut here = pictures(&folder);
        here.sort();
        let every = if std::env::var_os("TANDEM_SLOW").is_some() { 1 } else { 25 };
        stills.extend(here.into_iter().filter(|path| path.to_string_lossy().ends_with(ending)).step_by(every));
    }
    if stills.is_empty() {
        eprintln!("NOT RUN: ../shared/real is not here, no still was calibrated");
        return;
    }
    let (mut found, mut slowest, count) = (0, 0, stills.len());
    for still in stills {
        let begun = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .current_dir(root())
            .args(["calibrate", "--json", "--boards", "1"])
            .arg(&still)
            .output()
            .expect("it runs");
        let taken = begun.elapsed().as_millis();
        slowest = slowest.max(taken);
        match output.status.success() {
            true => {
                let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
                assert!(line["boards"]["A"]["corners"].is_array(), "{line}");
                found += 1;
            }
            false => println!("{}: {}", still.display(), String::from_utf8_lossy(&output.stderr).trim()),
        }
        assert!(taken < 10_000, "{}: {taken} ms", still.display());
    }
    println!("calibrated {found} of {count} stills, the slowest in {slowest} ms with starting the program");
    assert!(found * 10 >= count * 9, "{found} of {count}");
}

/// All pictures below a folder.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(pictures(&path));
        } else if path.extension().is_some_and(|ending| ending == "jpg" || ending == "png") {
            found.push(path);
        }
    }
    found
}
