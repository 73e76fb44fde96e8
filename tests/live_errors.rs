//! What `tandem run` cannot do, and how it is ended.

use crate::command::{refused, root, told};
use crate::live::{Run, configuration, is_turn};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn sample() -> String {
    root().join("samples/table-1/table.mp4").display().to_string()
}

fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("table.toml");
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

#[test]
fn what_cannot_be_run_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let camera = format!("[[camera]]\nsource = {:?}\nboards = [\"A\", \"B\"]\n", sample());
    for (text, code, words) in [
        ("[[camera]]\nsource = \"a.mp4\"\nboards = [\"A\"]\nfocs = 1\n", 3, ["line 4", "did you mean camera.focus?"]),
        ("[[camera]]\nsource = \"a.mp4\"\nboards = [\"A\"]\nfocus = \"far\"\n", 3, ["line 4", "focus is the text"]),
        (
            "[[camera]]\nsource = \"nowhere.mp4\"\nboards = [\"A\"]\n",
            3,
            ["nowhere.mp4: there is no such file", "correct the camera's source"],
        ),
        (&format!("{camera}calibration = \"none.toml\"\n"), 3, ["none.toml", "tandem calibrate"]),
        (
            &format!("{camera}[inputs]\nclock = \"none.jsonl\"\n"),
            3,
            ["none.jsonl: there is no such file", "inputs.clock"],
        ),
        (&format!("{camera}[inputs]\ndeclarations = \".\"\n"), 3, ["inputs.declarations", "table.toml"]),
        // it is there, and is no footage
        ("[[camera]]\nsource = \"table.toml\"\nboards = [\"A\"]\n", 3, ["table.toml", "neither a picture nor a video"]),
    ] {
        let config = written(folder.path(), text);
        let begun = Instant::now();
        refused(&["run", "--config", &config], code, &words);
        assert!(begun.elapsed() < Duration::from_secs(60), "{text}");
    }
    let config = written(folder.path(), &camera);
    let nowhere = folder.path().join("no/metrics.prom").display().to_string();
    refused(&["run", "--config", &config, "--metrics", &nowhere], 6, &["metrics.prom", "--metrics"]);
    let nowhere = folder.path().join("no/run.log").display().to_string();
    refused(&["run", "--config", &config, "--log-file", &nowhere], 6, &["run.log", "--log-file"]);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing but the configuration");
}

#[test]
fn a_stream_that_nobody_serves_is_told_within_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let port =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
    let text = format!("[[camera]]\nsource = \"http://127.0.0.1:{port}/cam.mjpg\"\nboards = [\"A\"]\n");
    let config = written(folder.path(), &text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .current_dir(root())
        .args(["run", "--config", &config])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tandem can be started");
    let errors = child.stderr.take().expect("its errors");
    let reader = std::thread::spawn(move || {
        let (mut text, begun) = (String::new(), Instant::now());
        let mut took = None;
        for byte in std::io::BufReader::new(errors).bytes().map_while(Result::ok) {
            text.push(byte as char);
            if took.is_none() && text.contains("has given no picture for") {
                took = Some(begun.elapsed());
            }
        }
        (text, took)
    });
    std::thread::sleep(Duration::from_secs(20));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    assert_eq!(child.wait().expect("its end").code(), Some(130));
    let (text, took) = reader.join().expect("what it said");
    assert!(text.contains("cannot be opened") && text.contains("`tandem cameras http://127.0.0.1"), "{text}");
    assert!(took.is_some_and(|took| took < Duration::from_secs(18)), "{took:?}: {text}");
    println!("a stream that nobody serves: told after {:.1} s", took.expect("it was told").as_secs_f64());
    assert!(text.lines().all(|line| line.starts_with("tandem: ")), "{text}");
}

#[test]
fn ctrl_c_ends_a_run_in_order_and_another_table_does_not_write_into_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = configuration(folder.path(), &sample());
    let log = folder.path().join("run.log");
    let logged = ["--log", "debug", "--log-file", log.to_str().expect("UTF-8")];
    let mut run = Run::with(&config, &logged, Stdio::null());
    run.until("a turn", is_turn);
    let config = config.display().to_string();
    refused(&["run", "--config", &config, "--new"], 6, &["another table's run", "a folder of its own"]);
    assert!(Command::new("kill").args(["-INT", &run.child.id().to_string()]).status().expect("kill").success());
    run.until("the end", |line| line["event"] == "end");
    assert_eq!(run.child.wait().expect("its end").code(), Some(130));
    let mut sessions = std::fs::read_dir(folder.path()).expect("the folder").flatten().map(|entry| entry.path());
    let session = sessions.find(|path| path.extension().is_some_and(|ending| ending == "tandem"));
    let checked = told(&["check", session.expect("a session").to_str().expect("UTF-8")]);
    assert!(checked.contains("finished"), "{checked}");
    let log = std::fs::read_to_string(log).expect("the log");
    for word in ["INFO", "tandem run", "the match is watched", "\"event\":\"turn\"", "the match is over"] {
        assert!(log.contains(word), "{word:?} is not in {log}");
    }
}

#[test]
fn a_session_without_its_log_is_said_to_be_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = configuration(folder.path(), &sample());
    let session = folder.path().join("m.tandem");
    let mut run = Run::with(&config, &["--session", session.to_str().expect("UTF-8")], Stdio::null());
    run.until("a turn", is_turn);
    run.child.kill().expect("it can be killed");
    run.rest();
    let copy = folder.path().join("copy.tandem");
    std::fs::copy(&session, &copy).expect("a copy without the log");
    let checked = told(&["check", session.to_str().expect("UTF-8")]);
    assert!(checked.contains("broken off") && !checked.contains("does not lie beside it"), "{checked}");
    let checked = told(&["check", copy.to_str().expect("UTF-8")]);
    assert!(checked.contains("(") && checked.contains("copy.tandem-wal) does not lie beside it"), "{checked}");
    let json = told(&["check", copy.to_str().expect("UTF-8"), "--json"]);
    assert!(json.contains("\"log\":\"missing\""), "{json}");
}
