//! Logs that grow while the match is played.

use super::config::RunPlan;
#[cfg(feature = "dgt3000")]
use super::dgt3000::Dgt3000;
use crate::failure::Failure;
use crate::logs;
use board::{ClockReading, Declaration, Input, Stamp};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// So many bytes are read at once at most; what follows is read the next time.
const AT_ONCE: u64 = 1 << 20;

/// All logs of a run.
#[derive(Debug, Default)]
pub struct Logs {
    clock: Option<GrowingLog>,
    declarations: Option<GrowingLog>,
    #[cfg(feature = "dgt3000")]
    dgt3000: Vec<(GrowingLog, Dgt3000)>,
}

impl Logs {
    /// Those of a plan, of which what comes from now on is read.
    pub fn of(plan: &RunPlan) -> Logs {
        let follow = |path: &Option<PathBuf>| path.as_deref().map(GrowingLog::follow);
        Logs {
            clock: follow(&plan.clock),
            declarations: follow(&plan.declarations),
            #[cfg(feature = "dgt3000")]
            dgt3000: plan
                .dgt3000
                .iter()
                .map(|clock| (GrowingLog::follow(&clock.events), Dgt3000::new(clock.board, clock.left)))
                .collect(),
        }
    }

    /// What has come, as of `now`, and what could not be read of it.
    pub fn read(&mut self, now: Stamp) -> (Vec<Input>, Vec<Failure>) {
        let (mut inputs, mut wrong) = (Vec::new(), Vec::new());
        let mut clock = |(readings, failures): (Vec<ClockReading>, Vec<Failure>)| {
            inputs.extend(readings.into_iter().map(Input::Clock));
            wrong.extend(failures);
        };
        self.clock.iter_mut().for_each(|log| clock(log.clock(now)));
        #[cfg(feature = "dgt3000")]
        for (log, dgt3000) in &mut self.dgt3000 {
            let (readings, failures) = log.lines(|line| dgt3000.line(line, now));
            clock((readings.into_iter().flatten().collect(), failures));
        }
        if let Some(log) = &mut self.declarations {
            let (declarations, failures) = log.declarations(now);
            inputs.extend(declarations.into_iter().map(Input::Declaration));
            wrong.extend(failures);
        }
        (inputs, wrong)
    }
}

/// A file whose new lines are read as they come. Lines that are there when the run begins are passed over.
#[derive(Debug)]
pub struct GrowingLog {
    path: PathBuf,
    at: u64,
    /// The beginning of a line whose end has not come yet.
    rest: Vec<u8>,
}

impl GrowingLog {
    /// A log of which what comes from now on is read.
    pub fn follow(path: &Path) -> GrowingLog {
        let at = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        GrowingLog { path: path.to_owned(), at, rest: Vec::new() }
    }

    /// The clock's readings that have come, as of `now`: its own times are another clock's.
    pub fn clock(&mut self, now: Stamp) -> (Vec<ClockReading>, Vec<Failure>) {
        self.lines(|line| logs::clock_line(line).map(|reading| ClockReading { at: now, ..reading }))
    }

    /// The declarations that have come, as of `now`.
    pub fn declarations(&mut self, now: Stamp) -> (Vec<Declaration>, Vec<Failure>) {
        self.lines(|line| logs::declaration_line(line).map(|declaration| Declaration { at: now, ..declaration }))
    }

    fn lines<T>(&mut self, mut read: impl FnMut(&str) -> Result<T, String>) -> (Vec<T>, Vec<Failure>) {
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        if let Err(error) = self.grow() {
            wrong.push(Failure::input(format!("{}: cannot be read: {error}", self.path.display())));
        }
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            match line.trim() {
                "" => {}
                line => match read(line) {
                    Ok(entry) => found.push(entry),
                    Err(reason) => wrong.push(Failure::input(format!("{}: {line:?}: {reason}", self.path.display()))),
                },
            }
        }
        (found, wrong)
    }

    fn grow(&mut self) -> std::io::Result<()> {
        let length = match std::fs::metadata(&self.path) {
            Ok(metadata) => metadata.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if length < self.at {
            // it was begun anew
            self.at = 0;
            self.rest.clear();
        }
        if length > self.at {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.at))?;
            self.at += file.take(AT_ONCE).read_to_end(&mut self.rest)? as u64;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Color;
    use std::io::Write;

    #[test]
    fn new_lines_are_read_once_and_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("clock.jsonl");
        let mut early = GrowingLog::follow(&path);
        let now = Stamp::from_millis(7);
        assert!(early.clock(now).0.is_empty());
        let mut file = File::create(&path).unwrap();
        writeln!(file, "{{\"t_ms\": 1, \"board\": \"A\", \"press\": \"white\"}}").unwrap();
        let mut late = GrowingLog::follow(&path);
        write!(file, "{{\"t_ms\": 2, \"board\": \"B\", \"press\": \"bl").unwrap();
        assert_eq!(early.clock(now).0.len(), 1);
        assert!(late.clock(now).0.is_empty(), "what was there before");
        write!(file, "ack\"}}\nnonsense\n").unwrap();
        let (readings, wrong) = late.clock(now);
        assert_eq!((readings[0].pressed, readings[0].at), (Some(Color::Black), now));
        assert!(wrong[0].message.contains("clock.jsonl: \"nonsense\""), "{wrong:?}");
        assert_eq!(early.clock(now).0.len(), 1);
        drop(file);
        std::fs::write(&path, "{\"t_ms\": 1, \"board\": \"A\"}\n").unwrap();
        assert_eq!(early.clock(now).0.len(), 1, "begun anew");
    }
}
