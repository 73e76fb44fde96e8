//! Building the rewritten tree once and running its tests with one check disabled at a time.
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// A test failed.
    Killed,
    /// The tests did not come to an end: a loop without one, which counts as noticed.
    TimedOut,
    /// No test noticed.
    Survived,
}

/// Some tests of one executable.
struct Stage {
    name: String,
    path: PathBuf,
    part: Part,
}

/// Which tests of an executable.
#[derive(Clone, Copy)]
enum Part {
    /// Those that bear a rule's name.
    Named,
    /// The others.
    Others,
    /// All.
    All,
}

impl Part {
    /// What picks them, as the test harness is told.
    fn arguments(self) -> Vec<&'static str> {
        match self {
            Part::Named => NAMED.to_vec(),
            Part::Others => NAMED.iter().flat_map(|name| ["--skip", name]).collect(),
            Part::All => Vec::new(),
        }
    }
}

/// The tests that bear a rule's name.
const NAMED: &[&str] = &["ch_", "gr_", "ru_", "ro_", "nl_"];

/// Left out: perft, real games and play at random are the generator's proof, take long, and say nothing of which rule is broken; the
/// rulebook's own tests read the sources.
const SKIPPED: &[&str] = &["perft", "properties", "games::", "rulebook"];

/// The tests, built.
pub struct Trials {
    /// In the order they are run: the tests that bear a rule's name first.
    stages: Vec<Stage>,
    folder: PathBuf,
    started: f64,
    limit: Duration,
}

impl Trials {
    /// Builds the unit tests of the arbiter in `tree` and the test targets in `first`, which are run first.
    pub fn build(tree: &Path, first: &[String]) -> Result<Trials, String> {
        let output = Command::new("cargo")
            .args(["test", "-p", "arbiter", "--lib", "--no-run", "--message-format=json", "-j2"])
            .args(first.iter().flat_map(|name| ["--test", name]))
            .args(["--config", "profile.dev.package.arbiter.opt-level=1"])
            .current_dir(tree)
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Err("the rewritten tree does not build".to_owned());
        }
        let mut tests: Vec<(String, PathBuf)> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter(|message| message["profile"]["test"] == true)
            .filter_map(|message| {
                let path = message["executable"].as_str()?.into();
                Some((message["target"]["name"].as_str()?.to_owned(), path))
            })
            .collect();
        tests.sort_by_key(|(name, _)| {
            (first.iter().position(|known| known == name).unwrap_or(first.len()), name.clone())
        });
        let stage = |(name, path): &(String, PathBuf), part| {
            let suffix = if matches!(part, Part::Named) { ": tests of rules" } else { "" };
            Stage { name: format!("{name}{suffix}"), path: path.clone(), part }
        };
        let has_named = |(name, _): &&(String, PathBuf)| first.contains(name);
        let named = tests.iter().filter(has_named).map(|test| stage(test, Part::Named));
        let rest = tests.iter().map(|test| stage(test, if has_named(&test) { Part::Others } else { Part::All }));
        let stages = named.chain(rest).collect();
        let folder = tree.join("arbiter");
        Ok(Trials { stages, folder, started: children_cpu_s(), limit: Duration::from_secs(60) })
    }

    /// Runs every test with nothing disabled: all must pass, and what they take bounds what a mutant may.
    pub fn baseline(&mut self) -> Result<(), String> {
        let mut longest = Duration::ZERO;
        for stage in &self.stages {
            let started = Instant::now();
            if self.test(stage, 0, Duration::from_secs(600))? != Fate::Survived {
                return Err(format!("{} fails with nothing disabled", stage.name));
            }
            longest = longest.max(started.elapsed());
            eprintln!("{}: {:.1} s", stage.name, started.elapsed().as_secs_f64());
        }
        self.limit = (longest * 4).max(Duration::from_secs(20));
        Ok(())
    }

    /// What becomes of a mutant, and the test target that noticed it.
    pub fn fate(&self, mutant: u32) -> Result<(Fate, String), String> {
        for stage in &self.stages {
            let fate = self.test(stage, mutant, self.limit)?;
            if fate != Fate::Survived {
                return Ok((fate, stage.name.clone()));
            }
        }
        Ok((Fate::Survived, String::new()))
    }

    fn test(&self, stage: &Stage, mutant: u32, limit: Duration) -> Result<Fate, String> {
        let path = &stage.path;
        let mut child = Command::new(path)
            .args(["--test-threads", "1"])
            .args(stage.part.arguments())
            .args(SKIPPED.iter().flat_map(|name| ["--skip", name]))
            .env("MUTANT", mutant.to_string())
            .current_dir(&self.folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let failed = Arc::new(AtomicBool::new(false));
        let reader = child.stdout.take().map(|output| {
            let failed = Arc::clone(&failed);
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    failed.fetch_or(line.ends_with("FAILED"), Ordering::Relaxed);
                }
            })
        });
        let fate = wait(&mut child, limit, &failed).map_err(|error| format!("{}: {error}", path.display()));
        if let Some(reader) = reader {
            drop(reader.join());
        }
        fate
    }

    /// CPU seconds of the tests so far.
    pub fn cpu_s(&self) -> f64 {
        children_cpu_s() - self.started
    }
}

/// Waits for the tests, but no longer than to the first that fails.
fn wait(child: &mut Child, limit: Duration, failed: &AtomicBool) -> std::io::Result<Fate> {
    let started = Instant::now();
    loop {
        if failed.load(Ordering::Relaxed) {
            child.kill()?;
            child.wait()?;
            return Ok(Fate::Killed);
        }
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { Fate::Survived } else { Fate::Killed });
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(Fate::TimedOut);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// CPU time of all children that have ended, from `/proc/self/stat` (fields 16 and 17, in hundredths of a second).
fn children_cpu_s() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(13) + ticks(14)) / 100.0
}
