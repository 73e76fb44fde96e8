//! The loop of a table that is watched: what has come is looked at, merged by time, judged, recorded and told.

use super::clock_log::GrowingLog;
use super::incidents::{Incidents, happened, of_time};
use super::latency::Latency;
use super::moving::{Moved, Mover};
use super::setup::Seen;
use super::space::{LOW, Reserve, free};
use super::status::{CameraStatus, Status};
use super::teller::Counts;
use crate::failure::{Failure, Kind};
use crate::pipeline::Desk;
use arbiter::sequencer::Sequencer;
use board::{
    BoardId, CameraId, GapMark, Incident, IncidentKind, Input, Observation, Sighting, SourceId, Square, Stamp,
};
use calibration::{BoardCalibration, Corners, Point};
use capture::live::{Bell, Clock, LiveFrame, MOST_BEHIND, SessionTime};
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

    /// How the run is doing, about once a second.
    fn status(&mut self, _status: &Status) {}
}

/// A table that is watched.
pub struct Table {
    clock: Arc<dyn Clock>,
    bell: Arc<Bell>,
    time: SessionTime,
    cameras: Vec<Seen>,
    movers: Vec<Mover>,
    sequencer: Sequencer,
    /// For each source the moment before which it says nothing more.
    floors: BTreeMap<SourceId, Stamp>,
    clock_log: Option<GrowingLog>,
    declarations: Option<GrowingLog>,
    incidents: Incidents,
    /// Boards that lie elsewhere by too much: they are not looked at.
    astray: BTreeSet<BoardId>,
    resized: BTreeSet<CameraId>,
    latency: Latency,
    counts: Rc<Counts>,
    certainty: BTreeMap<CameraId, f64>,
    session: PathBuf,
    reserve: Reserve,
    kept_house: Option<Stamp>,
    status: Status,
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
    /// The clock's log.
    pub clock_log: Option<GrowingLog>,
    /// The log of declarations.
    pub declarations: Option<GrowingLog>,
    /// What has been told.
    pub counts: Rc<Counts>,
    /// Where the session lies.
    pub session: PathBuf,
}

impl Table {
    /// A table whose cameras are placed.
    pub fn new(parts: Parts) -> Table {
        let Parts { clock, bell, mut time, cameras, clock_log, declarations, counts, session } = parts;
        let others = [SourceId::Clock, SourceId::Declarations, SourceId::Rulings, SourceId::Watch];
        let sources: Vec<SourceId> = cameras.iter().flat_map(|seen| seen.watched.sources()).chain(others).collect();
        // getting ready takes its time, and nobody was kept waiting
        time.observe(clock.now());
        let begun = time.stamp(clock.now());
        let folder = session.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Table {
            movers: cameras.iter().map(|_| Mover::default()).collect(),
            sequencer: Sequencer::new(sources.iter().copied()),
            floors: sources.into_iter().map(|source| (source, begun)).collect(),
            incidents: Incidents::default(),
            astray: BTreeSet::new(),
            resized: BTreeSet::new(),
            latency: Latency::default(),
            certainty: BTreeMap::new(),
            reserve: Reserve::in_folder(folder),
            kept_house: None,
            status: Status::default(),
            clock,
            bell,
            time,
            cameras,
            clock_log,
            declarations,
            counts,
            session,
        }
    }

    /// Watches until `stop` is set or all recordings are over, and closes the desk. `first` are incidents of before.
    ///
    /// # Errors
    /// When looking fails, or what is told cannot be passed on, or the session cannot be written at the end.
    pub fn run(
        mut self,
        mut desk: Desk<'_>,
        first: Vec<Incident>,
        stop: &AtomicBool,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Latency, Failure> {
        desk.hold_what_cannot_be_written();
        let begun = self.time.stamp(self.clock.now());
        for incident in first {
            self.push(Input::Incident(Incident { at: begun, ..incident }))?;
        }
        while !stop.load(Ordering::SeqCst) && !self.cameras.iter().all(|seen| seen.live.has_ended()) {
            self.clock.wait(&self.bell, TURN);
            self.turn(&mut desk, onlooker)?;
        }
        let sources: Vec<SourceId> = self.floors.keys().copied().collect();
        sources.into_iter().for_each(|source| self.sequencer.end(source));
        self.drain(&mut desk)?;
        if desk.unwritten().is_some() {
            self.reserve.give();
            desk.retry()?;
        }
        desk.finish(Some(self.time.stamp(self.clock.now())))?;
        Ok(self.latency)
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
        let mut arrived: Option<Stamp> = None;
        for index in 0..self.cameras.len() {
            let came = self.tend(index, now, desk, onlooker)?;
            arrived = arrived.or(came).min(came.or(arrived));
        }
        self.mark_gaps(now)?;
        let told = self.counts.events.get();
        self.drain(desk)?;
        if let Some(arrived) = arrived.filter(|_| self.counts.events.get() > told && desk.unwritten().is_none()) {
            self.latency.add(arrived, self.time.stamp(self.clock.now()));
        }
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

    /// Sees to one camera: when the frame arrived that was looked at, if one was.
    fn tend(
        &mut self,
        index: usize,
        now: Stamp,
        desk: &mut Desk<'_>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Option<Stamp>, Failure> {
        let seen = &mut self.cameras[index];
        let camera = seen.live.camera();
        let mut notices = seen.live.tend(now);
        let taken = seen.live.take(&self.time);
        notices.extend(taken.iter().flat_map(|(_, notices)| notices.clone()));
        let name = seen.name.clone();
        for notice in &notices {
            for incident in self.incidents.camera(now, camera, &name, notice) {
                self.push(Input::Incident(incident))?;
            }
        }
        let Some((mut live, _)) = taken else { return Ok(None) };
        let seen = &mut self.cameras[index];
        // other sources have not waited for a frame that is later than agreed
        let floor = seen.watched.sources().filter_map(|source| self.floors.get(&source)).max();
        if let Some(floor) = floor.filter(|floor| **floor >= live.frame.at) {
            live.frame.at = Stamp::from_nanos(floor.nanos() + 1);
        }
        if !self.fits(index, &live, now)? {
            return Ok(None);
        }
        let seen = &mut self.cameras[index];
        let inputs = seen.watched.look(&live.frame)?;
        if self.is_due(now, HOUSEKEEPING_MS - 100) {
            self.certainty.extend(certainty(&inputs).map(|sure| (camera, sure)));
        }
        for input in inputs {
            let astray = matches!(&input, Input::Observation(look) if self.astray.contains(&look.board));
            match input {
                Input::Observation(look) if astray => {
                    let source = SourceId::Camera(look.camera, look.board);
                    self.push(Input::Gap(GapMark { at: look.at, source }))?;
                }
                input => self.push(input)?,
            }
        }
        let seen = &self.cameras[index];
        desk.looked(&live.frame, &seen.watched);
        onlooker.frame(&live, seen);
        let moved = self.movers[index].turn(now, seen.watched.calibration(), &live.frame.image);
        self.follow(index, now, moved)?;
        Ok(Some(live.arrived))
    }

    /// Whether a frame has the size that its camera's boards were placed for; one of the same shape is placed anew.
    fn fits(&mut self, index: usize, live: &LiveFrame, now: Stamp) -> Result<bool, Failure> {
        let seen = &mut self.cameras[index];
        let camera = seen.live.camera();
        let (size, was) = ((live.frame.image.width(), live.frame.image.height()), seen.size);
        if size == was {
            self.resized.remove(&camera);
            return Ok(true);
        }
        let same_shape = (size.0 * was.1).abs_diff(size.1 * was.0) * 50 <= size.0 * was.1;
        if same_shape {
            let factor = size.0 as f64 / was.0 as f64;
            let boards: Vec<(BoardId, BoardCalibration)> = seen
                .watched
                .calibration()
                .boards
                .iter()
                .map(|(board, place)| (*board, scaled(place, factor)))
                .collect();
            for (board, place) in boards {
                seen.watched.moved(board, place)?;
            }
            seen.watched.resized(size.0, size.1);
            seen.size = size;
            return Ok(true);
        }
        if self.resized.insert(camera) {
            let text = format!(
                "{}: its boards are not read until its pictures have {}x{} pixels again, or are calibrated anew.",
                seen.name, was.0, was.1
            );
            self.push(Input::Incident(happened(now, Some(camera), IncidentKind::CameraResized, text)))?;
        }
        Ok(false)
    }

    fn follow(&mut self, index: usize, now: Stamp, moved: Vec<Moved>) -> Result<(), Failure> {
        let (camera, name) = (self.cameras[index].live.camera(), self.cameras[index].name.clone());
        for moved in moved {
            match moved {
                Moved::Little(board, by, place) => {
                    self.cameras[index].watched.moved(board, *place)?;
                    let text = format!("Board {board} has moved by {by:.2} of a square in {name} and is followed.");
                    self.push(Input::Incident(happened(now, Some(camera), IncidentKind::CameraMoved, text)))?;
                    self.found(board, camera, now)?;
                }
                Moved::Far(board, by) => {
                    self.astray.insert(board);
                    let text = format!(
                        "Board {board} lies elsewhere in {name}, by {by:.1} squares: it is not read until it is back or calibrated anew."
                    );
                    if let Some(incident) = self.incidents.begin(now, Some(camera), IncidentKind::CameraMoved, text) {
                        self.push(Input::Incident(incident))?;
                    }
                }
                Moved::Back(board) => self.found(board, camera, now)?,
            }
        }
        Ok(())
    }

    fn found(&mut self, board: BoardId, camera: CameraId, now: Stamp) -> Result<(), Failure> {
        self.astray.remove(&board);
        if self.astray.is_empty() {
            let text = format!("Board {board} lies where it did and is read again.");
            if let Some(incident) = self.incidents.end(now, Some(camera), IncidentKind::CameraMoved, text) {
                self.push(Input::Incident(incident))?;
            }
        }
        Ok(())
    }

    fn read_logs(&mut self, now: Stamp, desk: &mut Desk<'_>) -> Result<(), Failure> {
        let (readings, mut wrong) = self.clock_log.as_mut().map(|log| log.clock(now)).unwrap_or_default();
        let (declarations, more) = self.declarations.as_mut().map(|log| log.declarations(now)).unwrap_or_default();
        wrong.extend(more);
        wrong.into_iter().for_each(|failure| desk.missed(failure));
        for reading in readings {
            self.push(Input::Clock(reading))?;
        }
        declarations.into_iter().try_for_each(|declaration| self.push(Input::Declaration(declaration)))
    }

    /// Says of every source that is silent how long it has been.
    fn mark_gaps(&mut self, now: Stamp) -> Result<(), Failure> {
        let late = Stamp::from_nanos(now.nanos() - MOST_BEHIND.as_nanos() as i64);
        let there: BTreeSet<CameraId> =
            self.cameras.iter().filter(|seen| seen.live.is_there()).map(|seen| seen.live.camera()).collect();
        let silent: Vec<(SourceId, Stamp)> = self
            .floors
            .iter()
            .map(|(source, floor)| match source {
                SourceId::Camera(camera, _) if there.contains(camera) => (*source, late.max(*floor)),
                _ => (*source, now.max(*floor)),
            })
            .collect();
        silent.into_iter().try_for_each(|(source, at)| self.push(Input::Gap(GapMark { at, source })))
    }

    /// Hands an input to the merge, no earlier than what its source has said already.
    fn push(&mut self, input: Input) -> Result<(), Failure> {
        let floor = self.floors.get(&input.source()).copied().unwrap_or(Stamp::ZERO);
        let input = not_before(input, floor);
        self.floors.insert(input.source(), input.at());
        self.sequencer.push(input).map_err(|error| Failure::new(Kind::Internal, error))
    }

    fn drain(&mut self, desk: &mut Desk<'_>) -> Result<(), Failure> {
        while let Some(input) = self.sequencer.pop() {
            desk.take(&input)?;
        }
        Ok(())
    }

    fn is_due(&self, now: Stamp, after_ms: i64) -> bool {
        self.kept_house.is_none_or(|kept| now.millis_since(kept) >= after_ms)
    }

    fn keep_house(&mut self, now: Stamp, desk: &mut Desk<'_>) -> Result<(), Failure> {
        let folder = self.session.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let room = free(folder);
        self.see_to_the_disk(now, room, desk)?;
        let cameras = self.cameras.iter().map(|seen| {
            let camera = seen.live.camera();
            let wrong = self.incidents.open().filter(|(of, _)| *of == Some(camera)).filter_map(|(_, kind)| {
                serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned))
            });
            CameraStatus {
                name: seen.name.clone(),
                there: seen.live.is_there(),
                rate: (seen.live.rate() * 10.0).round() / 10.0,
                received: seen.live.received(),
                dropped: seen.live.dropped(),
                certainty: self.certainty.get(&camera).copied(),
                wrong: wrong.collect(),
            }
        });
        self.status = Status {
            at_ms: now.millis(),
            cameras: cameras.collect(),
            turns: self.counts.turns.get(),
            decided_ms_ago: self.counts.decided.get().map(|at| now.millis_since(at)),
            disk_free: room,
            unwritten: desk.unwritten().map(ToString::to_string),
            latency_ms: None,
        };
        self.status.measure(&self.latency);
        Ok(())
    }

    fn see_to_the_disk(&mut self, now: Stamp, room: Option<u64>, desk: &mut Desk<'_>) -> Result<(), Failure> {
        use IncidentKind::{DiskFull, DiskLow};
        let gigabytes = |bytes: u64| format!("{:.2} GB", bytes as f64 / 1e9);
        let told = match room {
            Some(room) if room < LOW => {
                self.incidents.begin(now, None, DiskLow, format!("Only {} are left on the disk.", gigabytes(room)))
            }
            Some(room) if room > LOW + LOW / 4 => {
                self.incidents.end(now, None, DiskLow, format!("{} are left on the disk again.", gigabytes(room)))
            }
            _ => None,
        };
        told.map_or(Ok(()), |incident| self.push(Input::Incident(incident)))?;
        if let Some(error) = desk.unwritten() {
            let what = error.what.clone();
            // room that was kept back for saying so
            self.reserve.give();
            let text = format!("The session cannot be written ({what}); nothing is told until it can.");
            if let Some(incident) = self.incidents.begin(now, None, DiskFull, text) {
                desk.take(&Input::Incident(incident))?;
                self.floors.insert(SourceId::Watch, now);
            }
            desk.retry()?;
        } else if self.incidents.holds(None, DiskFull) && room.is_none_or(|room| room > 16 << 20) {
            self.reserve.keep();
            if let Some(incident) =
                self.incidents.end(now, None, DiskFull, "The session is written again; nothing is missing.".to_owned())
            {
                self.push(Input::Incident(incident))?;
            }
        }
        Ok(())
    }
}

/// The input, moved to `floor` where it is of before.
fn not_before(mut input: Input, floor: Stamp) -> Input {
    if input.at() >= floor {
        return input;
    }
    match &mut input {
        Input::Observation(look) => look.at = floor,
        Input::Clock(reading) => reading.at = floor,
        Input::Declaration(declaration) => declaration.at = floor,
        Input::Ruling(ruling) => ruling.at = floor,
        Input::Incident(incident) => incident.at = floor,
        Input::Gap(gap) => gap.at = floor,
    }
    input
}

/// Where a board lies in the same picture made larger by a factor.
fn scaled(place: &BoardCalibration, factor: f64) -> BoardCalibration {
    let point = |point: Point| Point::new(point.x * factor, point.y * factor);
    let Corners { a8, h8, h1, a1 } = place.corners;
    let corners = Corners { a8: point(a8), h8: point(h8), h1: point(h1), a1: point(a1) };
    BoardCalibration { corners, ..place.clone() }
}

/// How sure the eyes are of the squares they saw, on the mean.
fn certainty(inputs: &[Input]) -> Option<f64> {
    let mut sure = Vec::new();
    for input in inputs {
        let Input::Observation(Observation { sighting: Sighting::Board(evidence), .. }) = input else { continue };
        sure.extend(Square::all().map(|square| vision::certainty(evidence.at(square))));
    }
    (!sure.is_empty()).then(|| sure.iter().sum::<f64>() / sure.len() as f64)
}
