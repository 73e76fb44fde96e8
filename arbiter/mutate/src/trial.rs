//! Building the rewritten tree once and running its tests with one check disabled at a time.
use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
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

/// The tests, built.
pub struct Trials {
    /// Executables, those named first.
    tests: Vec<(String, PathBuf)>,
    folder: PathBuf,
    started: f64,
    limit: Duration,
}

impl Trials {
    /// Builds the tests of the arbiter in `tree`; those of the targets in `first` are run first.
    pub fn build(tree: &Path, first: &[String]) -> Result<Trials, String> {
        let output = Command::new("cargo")
            .args(["test", "-p", "arbiter", "--lib", "--test", "*", "--no-run", "--message-format=json", "-j2"])
            .args(["--config", "profile.dev.package.arbiter.opt-level=1", "--config", "profile.dev.debug=false"])
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
        tests.sort_by_key(|(name, _)| (first.iter().position(|known| known == name).unwrap_or(first.len()), name.clone()));
        let folder = tree.join("arbiter");
        Ok(Trials { tests, folder, started: children_cpu_s(), limit: Duration::from_secs(60) })
    }

    /// Runs every test with nothing disabled: all must pass, and what they take bounds what a mutant may.
    pub fn baseline(&mut self) -> Result<(), String> {
        let mut longest = Duration::ZERO;
        for (name, path) in &self.tests {
            let started = Instant::now();
            if self.test(path, 0, Duration::from_secs(600))? != Fate::Survived {
                return Err(format!("{name} fails with nothing disabled"));
            }
            longest = longest.max(started.elapsed());
            eprintln!("{name}: {:.1} s", started.elapsed().as_secs_f64());
        }
        self.limit = (longest * 4).max(Duration::from_secs(20));
        Ok(())
    }

    /// What becomes of a mutant, and the test target that noticed it.
    pub fn fate(&self, mutant: u32) -> Result<(Fate, String), String> {
        for (name, path) in &self.tests {
            let fate = self.test(path, mutant, self.limit)?;
            if fate != Fate::Survived {
                return Ok((fate, name.clone()));
            }
        }
        Ok((Fate::Survived, String::new()))
    }

    /// Runs one executable. Perft and play at random are left out: they are the generator's proof, take minutes, and say nothing of
    /// which rule is broken.
    fn test(&self, path: &Path, mutant: u32, limit: Duration) -> Result<Fate, String> {
        let skipped = ["perft", "properties", "games::", "rulebook", "photographs", "video", "noise"];
        let mut child = Command::new(path)
            .args(["--test-threads", "1", "-q"])
            .args(skipped.iter().flat_map(|name| ["--skip", name]))
            .env("MUTANT", mutant.to_string())
            .current_dir(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        wait(&mut child, limit).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// CPU seconds of the tests so far.
    pub fn cpu_s(&self) -> f64 {
        children_cpu_s() - self.started
    }
}

fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Fate> {
    let started = Instant::now();
    loop {
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
