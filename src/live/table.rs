//! The loop of a table that is watched: what has come is looked at, merged by time, judged, recorded and told.

mod cameras;
mod house;
mod merging;

use super::clock_log::Logs;
use super::incidents::{Incidents, of_time};
use super::latency::{Arrivals, Latency};
use super::next::SetUp;
use super::offset::Offsets;
use super::setup::Seen;
use super::space::Reserve;
use super::status::Status;
use super::teller::Counts;
use crate::failure::Failure;
use crate::pipeline::Desk;
use arbiter::sequencer::Sequencer;
use board::{CameraId, Incident, Input, SourceId, Stamp};
use capture::live::{Bell, Clock, LiveFrame, SessionTime};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The loop turns at least so often.
const TURN: Duration = Duration::from_millis(20);

/// Status, room on the disk and what could not be written are seen to so often, in milliseconds.
const HOUSEKEEPING_MS: i64 = 1_000;

/// Somebody who wants to know what happens beside the match.
pub trait Onlooker {
    /// A frame was looked at.
    fn frame(&mut self, _frame: &LiveFrame, _seen: &Seen) {}

    /// What there is to say about it, about once a second.
    fn incidents(&mut self, _now: Stamp) -> Vec<Incident> {
        Vec::new()
    }

    /// Whether somebody has asked for the next match since this was asked last.
    fn asked_for_next(&mut self) -> bool {
        false
    }

    /// How the run is doing, about once a second.
    fn status(&mut self, _status: &Status) {}
}

/// A table that is watched.
pub struct Table {
    clock: Arc<dyn Clock>,
    bell: Arc<Bell>,
    time: SessionTime,
    cameras: Vec<Seen>,
    sequencer: Sequencer,
    /// For each source the moment before which it says nothing more.
    floors: BTreeMap<SourceId, Stamp>,
    logs: Logs,
    incidents: Incidents,
    resized: BTreeSet<CameraId>,
    latency: Latency,
    counts: Rc<Counts>,
    arrivals: Arrivals,
    offsets: Offsets,
    set_up: SetUp,
    certainty: BTreeMap<CameraId, f64>,
    session: PathBuf,
    reserve: Reserve,
    kept_house: Option<Stamp>,
    status: Status,
}

/// How it came to an end.
pub struct Ended {
    /// How long it took from frames' arrivals to the disk.
    pub latency: Latency,
    /// The boards have been set up for another match: what it is watched with.
    pub next: Option<Next>,
}

/// What goes on where one match is over and another follows.
pub struct Next {
    /// The session's time line of the match that is over.
    pub time: SessionTime,
    /// The cameras.
    pub cameras: Vec<Seen>,
    /// The logs, as far as they were read.
    pub logs: Logs,
}

/// What a table is made of.
pub struct Parts {
    /// What tells the time and wakes.
    pub clock: Arc<dyn Clock>,
    /// What the cameras ring.
    pub bell: Arc<Bell>,
    /// The session's time line.
    pub time: SessionTime,
    /// The cameras.
    pub cameras: Vec<Seen>,
    /// The logs of clocks and declarations.
    pub logs: Logs,
    /// What has been told.
    pub counts: Rc<Counts>,
    /// Where the session lies.
    pub session: PathBuf,
}

impl Table {
    /// A table whose cameras are placed.
    pub fn new(parts: Parts) -> Table {
        let Parts { clock, bell, mut time, cameras, logs, counts, session } = parts;
        let others = [SourceId::Clock, SourceId::Declarations, SourceId::Rulings, SourceId::Watch];
        let sources: Vec<SourceId> = cameras.iter().flat_map(|seen| seen.watched.sources()).chain(others).collect();
        // getting ready takes its time, and nobody was kept waiting
        time.observe(clock.now());
        let begun = time.stamp(clock.now());
        let folder = session.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let watching =
            cameras.iter().map(|seen| (seen.live.camera(), seen.name.clone(), seen.watched.boards().to_vec()));
        let boards = cameras.iter().flat_map(|seen| seen.watched.boards().to_vec());
        Table {
            sequencer: Sequencer::new(sources.iter().copied()),
            floors: sources.into_iter().map(|source| (source, begun)).collect(),
            incidents: Incidents::default(),
            resized: BTreeSet::new(),
            latency: Latency::default(),
            arrivals: Arrivals::default(),
            offsets: Offsets::new(watching.collect()),
            set_up: SetUp::new(boards),
            certainty: BTreeMap::new(),
            reserve: Reserve::in_folder(folder),
            kept_house: None,
            status: Status::default(),
            clock,
            bell,
            time,
            cameras,
            logs,
            counts,
            session,
        }
    }

    /// Watches until `stop` is set, all recordings are over, or the boards are set up for another match or somebody asks for it, and closes the desk. `first` are
    /// incidents of before.
    ///
    /// # Errors
    /// When looking fails, or what is told cannot be passed on, or the session cannot be written at the end.
    pub fn run(
        mut self,
        mut desk: Desk<'_>,
        first: Vec<Incident>,
        stop: &AtomicBool,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Ended, Failure> {
        desk.hold_what_cannot_be_written();
        let begun = self.now();
        for incident in first {
            self.push(Input::Incident(Incident { at: begun, ..incident }))?;
        }
        let (mut again, mut asked) = (false, false);
        while !again && !stop.load(Ordering::SeqCst) && !self.cameras.iter().all(|seen| seen.live.has_ended()) {
            self.clock.wait(&self.bell, TURN);
            self.turn(&mut desk, onlooker)?;
            // as long as something could not be told the match is not over
            asked |= onlooker.asked_for_next();
            again = (asked || self.set_up.is_for_another_match(&self.counts)) && desk.unwritten().is_none();
        }
        let sources: Vec<SourceId> = self.floors.keys().copied().collect();
        sources.into_iter().for_each(|source| self.sequencer.end(source));
        self.drain(&mut desk)?;
        if desk.unwritten().is_some() {
            self.reserve.give();
            desk.retry()?;
        }
        desk.finish(Some(self.now()))?;
        let Table { time, cameras, logs, latency, .. } = self;
        Ok(Ended { latency, next: again.then_some(Next { time, cameras, logs }) })
    }

    fn turn(&mut self, desk: &mut Desk<'_>, onlooker: &mut dyn Onlooker) -> Result<(), Failure> {
        let moments = self.clock.now();
        let notices = self.time.observe(moments);
        let now = self.time.stamp(moments);
        for notice in notices {
            self.push(Input::Incident(of_time(now, notice)))?;
        }
        for entered in desk.entered() {
            self.push(entered.input(now, Stamp::ZERO))?;
        }
        self.read_logs(now, desk)?;
        let mut frames: Vec<(usize, LiveFrame)> = Vec::new();
        for index in 0..self.cameras.len() {
            frames.extend(self.tend(index, now)?.map(|live| (index, live)));
        }
        // what follows from the earlier does not wait until the later has been looked at
        frames.sort_by_key(|(_, live)| live.frame.at);
        for done in 0..frames.len() {
            let (index, live) = &frames[done];
            self.look(*index, now, (live, &frames[done + 1..]), desk, onlooker)?;
        }
        self.mark_gaps(now, &[])?;
        self.drain(desk)?;
        if self.is_due(now, HOUSEKEEPING_MS) {
            self.kept_house = Some(now);
            self.keep_house(now, desk)?;
            onlooker.status(&self.status);
            for incident in onlooker.incidents(now) {
                self.push(Input::Incident(incident))?;
            }
        }
        Ok(())
    }

    fn now(&self) -> Stamp {
        self.time.stamp(self.clock.now())
    }
}
