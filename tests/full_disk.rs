//! A disk that is really full: a small one of its own, in memory.

use crate::command::{root, told};
use crate::live::{Run, is_turn};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A file system of 40 MB, which goes when it is dropped.
struct SmallDisk {
    at: tempfile::TempDir,
}

impl SmallDisk {
    /// `None`, said aloud, where none can be had.
    fn mount() -> Option<SmallDisk> {
        let at = tempfile::tempdir().expect("a folder");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=40m", "tandem-test"]).arg(at.path()).output();
        match mounted {
            Ok(output) if output.status.success() => Some(SmallDisk { at }),
            other => {
                eprintln!(
                    "NOT RUN: no small disk can be mounted here, which takes root ({other:?}); a full disk was not tried"
                );
                None
            }
        }
    }

    fn path(&self) -> &Path {
        self.at.path()
    }

    /// Fills it until so many bytes are left.
    fn fill(&self, left: usize) {
        let mut file = OpenOptions::new().create(true).append(true).open(self.filler()).expect("a file that fills it");
        let block = vec![1u8; 4096];
        while file.write_all(&block).is_ok() {}
        let length = file.metadata().expect("its size").len().saturating_sub(left as u64);
        file.set_len(length).expect("room is left");
    }

    fn filler(&self) -> PathBuf {
        self.path().join("everything-else")
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the disk").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // whatever still has a file there is on its way out
        _ = Command::new("umount").arg("-l").arg(self.at.path()).status();
    }
}

fn configuration(folder: &Path, matches: &Path) -> PathBuf {
    let path = folder.join("table.toml");
    let sample = root().join("samples/table-1/table.mp4");
    let text = format!(
        "profile = \"free\"\nfolder = {:?}\n[[camera]]\nsource = {:?}\nboards = [\"A\", \"B\"]\nagain = true\n\
         [watch]\nleast_rate = 1\n[recording]\nvideo = \"off\"\n",
        matches.display().to_string(),
        sample.display().to_string()
    );
    std::fs::write(&path, text).expect("the configuration can be written");
    path
}

#[test]
fn a_disk_that_is_full_at_the_set_up_leaves_no_half_session() {
    let Some(disk) = SmallDisk::mount() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let config = configuration(folder.path(), disk.path());
    for left in [0, 16_384, 400_000] {
        disk.fill(left);
        let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .current_dir(root())
            .args(["run", "--config"])
            .arg(&config)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(6) && said.lines().count() == 1, "{left} bytes left: {said}");
        assert!(said.contains("No space left") || said.contains("the disk is full"), "{left} bytes left: {said}");
        assert_eq!(disk.names(), ["everything-else"], "{left} bytes left: {said}");
    }
}

#[test]
fn a_disk_that_fills_up_during_a_match_loses_nothing_and_is_gone_on_with_when_there_is_room() {
    let Some(disk) = SmallDisk::mount() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let config = configuration(folder.path(), disk.path());
    let errors = folder.path().join("errors.txt");
    let session = disk.path().join("m.tandem");
    let mut run = Run::with(
        &config,
        &["--session", session.to_str().expect("UTF-8")],
        Stdio::from(File::create(&errors).expect("a file")),
    );
    (0..2).for_each(|_| run.until("a turn", is_turn));
    // also what is given back of what was kept
    let full = Instant::now();
    let said = || std::fs::read_to_string(&errors).unwrap_or_default();
    while !said().contains("nothing is told until it is written") {
        disk.fill(0);
        std::thread::sleep(Duration::from_millis(20));
        assert!(full.elapsed() < Duration::from_secs(120), "a full disk was not noticed: {}", said());
    }
    println!("full disk: said after {:.1} s", full.elapsed().as_secs_f64());
    while let Ok(line) = run.lines.recv_timeout(Duration::from_millis(500)) {
        run.seen.push(line);
        disk.fill(0);
    }
    // nothing can be written, and nothing is told
    let quiet = Instant::now();
    while quiet.elapsed() < Duration::from_secs(6) {
        disk.fill(0);
        let line = run.lines.recv_timeout(Duration::from_millis(100));
        assert!(line.is_err(), "told on a full disk: {line:?}");
    }
    assert!(run.child.try_wait().expect("its state").is_none(), "it goes on: {}", said());
    let stored = || -> Vec<Value> {
        let text = told(&["replay", session.to_str().expect("UTF-8"), "--json"]);
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    std::fs::remove_file(disk.filler()).expect("room is made");
    let room = Instant::now();
    run.until("that it is written again", |line| line["kind"] == "disk_full" && line["state"] == "ended");
    println!("room again: written and told after {:.1} s", room.elapsed().as_secs_f64());
    assert!(run.seen.iter().any(|line| line["kind"] == "disk_full" && line["state"] == "began"), "{:?}", run.seen);
    assert!(said().contains("is written again"), "{}", said());
    run.until("a turn", is_turn);
    assert!(Command::new("kill").args(["-TERM", &run.child.id().to_string()]).status().expect("kill").success());
    run.until("the end", |line| line["event"] == "end");
    assert!(run.child.wait().expect("its end").success(), "{}", said());
    let told_lines: Vec<&Value> = run.seen.iter().filter(|line| line["event"] != "session").collect();
    let stored = stored();
    assert!(told_lines.iter().copied().eq(stored.iter()), "what was told is not what is recorded");
    let checked = told(&["check", session.to_str().expect("UTF-8")]);
    assert!(checked.contains("finished") && checked.contains("the same of it again"), "{checked}");
}
