//! One match after another in one run: set up again, the boards are another match's.

use crate::command::{root, told};
use crate::live::{Run, is_turn};
use serde_json::Value;
use std::process::{Command, Stdio};

#[test]
fn the_next_match_begins_by_itself_when_the_boards_are_set_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    // the sample with the start position standing for a while, and noise, as a camera has it
    let footage = folder.path().join("table.mp4");
    let picture = "tpad=start_mode=clone:start_duration=6,noise=alls=4:allf=t";
    let made = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(root().join("samples/table-1/table.mp4"))
        .args(["-vf", picture, "-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "20"])
        .arg(&footage)
        .stdin(Stdio::null())
        .status();
    if !made.as_ref().is_ok_and(|status| status.success()) {
        eprintln!("NOT RUN: this test needs the program ffmpeg ({made:?})");
        return;
    }
    let config = folder.path().join("run.toml");
    let text = "profile = \"free\"\n[[camera]]\nsource = \"table.mp4\"\nboards = [\"A\", \"B\"]\nagain = true\n\
                [watch]\nleast_rate = 1\n[recording]\nvideo = \"off\"\n";
    std::fs::write(&config, text).expect("the configuration can be written");
    let first = folder.path().join("day.tandem");
    let mut run = Run::with(&config, &["--session", first.to_str().expect("UTF-8")], Stdio::null());
    run.until("a match", |line| line["event"] == "session");
    run.until("a turn", is_turn);
    run.until("its end", |line| line["event"] == "end");
    let turns = |seen: &[Value]| seen.iter().filter(|line| is_turn(line)).count();
    let played = turns(&run.seen);
    run.until("another match", |line| line["event"] == "session");
    run.until("its beginning", |line| line["event"] == "started");
    let started = run.seen.last().expect("it was told").clone();
    assert!(started["at_ms"].as_i64().is_some_and(|at| at < 20_000), "its time begins anew: {started}");
    (0..3).for_each(|_| run.until("a turn of it", is_turn));
    assert!(Command::new("kill").args(["-TERM", &run.child.id().to_string()]).status().expect("kill").success());
    run.until("its end", |line| line["event"] == "end");
    assert!(run.child.wait().expect("its end").success());
    println!("{played} turns in the first match, {} in the second", turns(&run.seen) - played);
    for name in ["day.tandem", "day-2.tandem"] {
        let session = folder.path().join(name);
        let checked = told(&["check", session.to_str().expect("UTF-8")]);
        assert!(checked.contains("finished") && checked.contains("the same of it again"), "{name}: {checked}");
        assert!(folder.path().join(format!("{name}.setup/camera-0.toml")).is_file());
    }
}
