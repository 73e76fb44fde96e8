use super::locate::{FRAMES_LOOKED_AT, locate};
use super::moving::Looks;
use super::picture::Picture;
use super::{Desk, Feed, follow};
use crate::failure::{Failure, Kind};
use crate::plan::{CameraPlan, Placing};
use crate::unwatched::Heard;
use arbiter::sequencer::Sequencer;
use board::{BoardId, CameraId, ClockReading, Declaration, GapMark, Incident, Input, SourceId, Standing};
use calibration::{BoardCalibration, BoardView, CalibrationFile, propose_zones};
use capture::{Frame, Image, SourceDescription, SourceKind};
use indicatif::ProgressBar;
use std::time::{Duration, Instant};
use vision::{ClockEyes, ClockZone, Eyes, WatchedBoard, WatchedClock};

/// A camera whose boards have been placed.
#[derive(Debug)]
pub struct Watched {
    camera: CameraId,
    boards: Vec<BoardId>,
    feed: Feed,
    eyes: Eyes,
    clocks: ClockEyes,
    calibration: CalibrationFile,
    /// Whether the boards are looked for again in every picture.
    follows: bool,
    picture: Picture,
    ended: bool,
}

impl Watched {
    /// Places the boards in the first frames, which are shown again afterwards.
    ///
    /// # Errors
    /// When nothing can be read or a board cannot be placed; of several attempts the first one's reason.
    pub fn new(
        plan: &CameraPlan,
        mut feed: Feed,
        make_eyes: &dyn Fn(Vec<WatchedBoard>) -> Result<Eyes, Failure>,
    ) -> Result<Watched, Failure> {
        let mut first_reason = None;
        let mut placed = None;
        let mut looker = make_eyes(Vec::new())?;
        for skip in FRAMES_LOOKED_AT {
            let Some(frame) = feed.look_ahead(skip) else { continue };
            let image = frame.image.clone();
            match locate(&plan.placing, &plan.boards, &image, &plan.source, &mut looker) {
                Ok(calibration) => {
                    placed = Some((calibration, image));
                    break;
                }
                Err(failure) if failure.kind == Kind::Board => _ = first_reason.get_or_insert(failure),
                Err(failure) => return Err(failure),
            }
        }
        let Some((calibration, image)) = placed else {
            let unread = || match feed.take_error() {
                Some(error) => error.into(),
                None => Failure::input(format!("{}: has no frame that can be read", plan.source)),
            };
            return Err(first_reason.unwrap_or_else(unread));
        };
        let name = short_name(&capture::without_password(&plan.source));
        Watched::placed((plan, &name, Looks::AtOnce), feed, calibration, &image, make_eyes)
    }

    /// A live camera whose boards have been placed in `image`, with what people call it; its frames are [looked at](Watched::look)
    /// one by one.
    ///
    /// # Errors
    /// When a board has no place, or the network fails.
    pub fn live(
        (plan, name): (&CameraPlan, &str),
        description: SourceDescription,
        calibration: CalibrationFile,
        image: &Image,
        make_eyes: &dyn Fn(Vec<WatchedBoard>) -> Result<Eyes, Failure>,
    ) -> Result<Watched, Failure> {
        let feed = Feed::elsewhere(description);
        Watched::placed((plan, name, Looks::Beside), feed, calibration, image, make_eyes)
    }

    fn placed(
        (plan, name, looks): (&CameraPlan, &str, Looks),
        feed: Feed,
        calibration: CalibrationFile,
        image: &Image,
        make_eyes: &dyn Fn(Vec<WatchedBoard>) -> Result<Eyes, Failure>,
    ) -> Result<Watched, Failure> {
        let mut boards = Vec::new();
        for board in &plan.boards {
            let view = calibration.boards.get(board).and_then(|board| board.view());
            let view = view.ok_or_else(|| Failure::from(vision::VisionError::NoBoard(*board)))?;
            boards.push(WatchedBoard { camera: plan.camera, board: *board, view });
        }
        let views = boards.iter().map(|watched| (watched.board, watched.view.clone())).collect();
        let picture = Picture::new(plan.camera, name, looks, views);
        let mut eyes = make_eyes(boards)?;
        // what the set looks like is learnt where every piece is known; a board in another position is left as it is
        eyes.learn_from_start(plan.camera, image)?;
        // between photographs somebody has handled table or camera; a video's frames follow each other too closely for that
        let found = matches!(plan.placing, Placing::Find | Placing::FindWithWhiteAt(_));
        let follows = found && feed.description().kind == SourceKind::Photographs;
        let clocks = ClockEyes::new(clocks(plan, &calibration));
        let (camera, boards) = (plan.camera, plan.boards.clone());
        Ok(Watched { camera, boards, feed, eyes, clocks, calibration, follows, picture, ended: false })
    }

    /// A board lies elsewhere from now on.
    ///
    /// # Errors
    /// When it is none of the camera's, or its corners make no board.
    pub fn moved(&mut self, board: BoardId, place: BoardCalibration) -> Result<(), Failure> {
        let view = place.view().ok_or_else(|| Failure::from(vision::VisionError::NoBoard(board)))?;
        self.clocks.recalibrate(board, &view);
        self.eyes.recalibrate(board, view.clone())?;
        self.picture.placed(board, view);
        self.calibration.boards.insert(board, place);
        Ok(())
    }

    /// The camera's pictures have another size, for which its boards were placed anew.
    pub fn resized(&mut self, width: usize, height: usize) {
        (self.calibration.width, self.calibration.height) = (width, height);
    }

    /// Which camera it is.
    pub fn camera(&self) -> CameraId {
        self.camera
    }

    /// The boards it sees.
    pub fn boards(&self) -> &[BoardId] {
        &self.boards
    }

    /// Whether what lies beside the boards is read as well.
    pub fn watch_reserves(&mut self, on: bool) {
        self.eyes.watch_reserves(on);
    }

    /// Whether it was said of each of its boards where the clock stands in the picture.
    pub fn knows_clocks(&self) -> bool {
        self.boards.iter().all(|board| self.calibration.clocks.contains_key(board))
    }

    /// Where its boards lie.
    pub fn calibration(&self) -> &CalibrationFile {
        &self.calibration
    }

    /// Its boards with the maps between picture and table.
    pub fn views(&self) -> impl Iterator<Item = (BoardId, (CameraId, BoardView))> {
        let view = |board: &BoardId| Some((*board, (self.camera, self.calibration.boards.get(board)?.view()?)));
        self.boards.iter().filter_map(view)
    }

    /// What its source is.
    pub fn description(&self) -> &SourceDescription {
        self.feed.description()
    }

    /// The sources of inputs that it is.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> {
        let camera = self.camera;
        self.boards.clone().into_iter().map(move |board| SourceId::Camera(camera, board))
    }

    /// What is seen in the frame of each board, and what is to be told of the camera's picture itself. A board of which nothing is
    /// said gets a gap mark; so does one of which nothing is to be believed, because the picture is covered or blurred or it lies elsewhere.
    ///
    /// # Errors
    /// When the network or OpenCV fails.
    pub fn look(&mut self, frame: &Frame) -> Result<Vec<Input>, Failure> {
        if self.follows {
            for (board, place) in follow::moved(&self.calibration, &frame.image) {
                if let Some(view) = place.view() {
                    self.eyes.recalibrate(board, view)?;
                    self.calibration.boards.insert(board, place);
                }
            }
        }
        let standing = self.feed.description().kind.standing();
        let incidents = if standing == Standing::Frame { self.watch_picture(frame)? } else { Vec::new() };
        let mut observations = self.eyes.look(frame, standing)?;
        observations.retain(|observation| !self.picture.blinds(observation.board));
        let silent = self
            .sources()
            .filter(|source| !observations.iter().any(|o| SourceId::Camera(o.camera, o.board) == *source));
        let gaps: Vec<Input> = silent.map(|source| Input::Gap(GapMark { at: frame.at, source })).collect();
        // nobody presses in a photograph
        let clocks = if standing == Standing::Frame { self.clocks.look(frame) } else { Vec::new() };
        let incidents = incidents.into_iter().map(Input::Incident);
        Ok(observations.into_iter().chain(clocks).map(Input::Observation).chain(gaps).chain(incidents).collect())
    }

    fn watch_picture(&mut self, frame: &Frame) -> Result<Vec<Incident>, Failure> {
        let noticed = self.picture.look(frame, &self.calibration);
        for (board, place) in noticed.moved {
            self.moved(board, place)?;
        }
        // what was read of a picture of which nothing is believed is read anew
        for board in noticed.seen_again {
            if let Some(view) = self.calibration.boards.get(&board).and_then(BoardCalibration::view) {
                self.eyes.recalibrate(board, view)?;
            }
        }
        Ok(noticed.incidents)
    }
}

/// The last part of a source's name.
fn short_name(source: &str) -> String {
    source.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or(source).to_owned()
}

/// The clocks of a camera's boards: where the calibration says they stand, or where clocks stand most often.
fn clocks(plan: &CameraPlan, calibration: &CalibrationFile) -> Vec<WatchedClock> {
    let mut proposed = calibration.clone();
    propose_zones(&mut proposed);
    let clock = |&board: &BoardId| {
        let view = calibration.boards.get(&board)?.view()?;
        let told = calibration.clocks.contains_key(&board);
        let zone = ClockZone::of_outline(proposed.clocks.get(&board)?, &view, told)?;
        Some(WatchedClock { camera: plan.camera, board, view, zone })
    };
    plan.boards.iter().filter_map(clock).collect()
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Frames looked at.
    pub frames: u64,
    /// Waiting for a decoded frame.
    pub waiting: Duration,
    /// Looking: laying boards flat, gating, the network.
    pub seeing: Duration,
    /// Judging, recording and telling.
    pub judging: Duration,
}

/// All sources of a match, merged by time.
#[derive(Debug)]
pub struct Watch {
    cameras: Vec<Watched>,
    sequencer: Sequencer,
    heard: Heard,
}

impl Watch {
    /// Cameras, and the logs that go with them.
    ///
    /// # Errors
    /// When a log goes back in time.
    pub fn new(cameras: Vec<Watched>, clock: &[ClockReading], declarations: &[Declaration]) -> Result<Watch, Failure> {
        let logs = [SourceId::Clock, SourceId::Declarations];
        let mut sequencer =
            Sequencer::new(cameras.iter().flat_map(Watched::sources).chain(logs).chain([SourceId::Watch]));
        let mut heard = Heard::default();
        let readings = clock.iter().map(|reading| Input::Clock(*reading));
        let spoken = declarations.iter().map(|declaration| Input::Declaration(*declaration));
        for input in readings.chain(spoken) {
            heard.take(&input);
            sequencer.push(input).map_err(Failure::input)?;
        }
        logs.into_iter().for_each(|source| sequencer.end(source));
        heard.clocks = cameras.iter().all(Watched::knows_clocks);
        Ok(Watch { cameras, sequencer, heard })
    }

    /// What the logs tell.
    pub fn heard(&self) -> Heard {
        self.heard
    }

    /// The cameras.
    pub fn cameras(&self) -> &[Watched] {
        &self.cameras
    }

    /// How many frames the sources say they have, where all say so.
    pub fn frames(&self) -> Option<u64> {
        self.cameras.iter().map(|camera| camera.description().frames).sum()
    }

    /// Whether all that is watched are photographs.
    pub fn is_photographs(&self) -> bool {
        let still = |kind| matches!(kind, SourceKind::Image | SourceKind::Photographs);
        self.cameras.iter().all(|camera| still(camera.description().kind))
    }

    /// Watches to the end, and closes the desk.
    ///
    /// # Errors
    /// When looking fails, or the desk cannot record or tell what it was given. What cannot be read is told to the desk and
    /// passed over.
    pub fn run(mut self, mut desk: Desk<'_>, progress: &ProgressBar) -> Result<Timings, Failure> {
        let mut timings = Timings::default();
        let mut latest = None;
        loop {
            let before = Instant::now();
            let Some((index, frame)) = self.next_frame(&mut desk)? else { break };
            let read = Instant::now();
            let inputs = self.cameras[index].look(&frame)?;
            let seen = Instant::now();
            desk.looked(&frame, &self.cameras[index]);
            for input in inputs {
                self.sequencer.push(input).map_err(|error| Failure::new(Kind::Internal, error))?;
            }
            // of the cameras' pictures there is no more to be told before this frame
            let told = Input::Gap(GapMark { at: frame.at, source: SourceId::Watch });
            self.sequencer.push(told).map_err(|error| Failure::new(Kind::Internal, error))?;
            self.drain(&mut desk)?;
            desk.take_entered(frame.at)?;
            latest = latest.max(Some(frame.at));
            timings.frames += 1;
            timings.waiting += read - before;
            timings.seeing += seen - read;
            timings.judging += seen.elapsed();
            progress.inc(1);
        }
        let last = Instant::now();
        self.sequencer.end(SourceId::Watch);
        self.drain(&mut desk)?;
        desk.finish(latest)?;
        timings.judging += last.elapsed();
        Ok(timings)
    }

    fn drain(&mut self, desk: &mut Desk<'_>) -> Result<(), Failure> {
        while let Some(input) = self.sequencer.pop() {
            desk.take(&input)?;
        }
        Ok(())
    }

    /// The earliest of all cameras' next frames; of equals the first camera's.
    fn next_frame(&mut self, desk: &mut Desk<'_>) -> Result<Option<(usize, Frame)>, Failure> {
        let mut earliest = None;
        for index in 0..self.cameras.len() {
            let camera = &mut self.cameras[index];
            while !camera.ended && camera.feed.look_ahead(0).is_none() {
                match camera.feed.take_error() {
                    Some(error) => desk.missed(error.into()),
                    None => {
                        camera.ended = true;
                        camera.sources().for_each(|source| self.sequencer.end(source));
                    }
                }
            }
            if let Some(frame) = camera.feed.look_ahead(0)
                && earliest.is_none_or(|(at, _)| frame.at < at)
            {
                earliest = Some((frame.at, index));
            }
        }
        let Some((_, index)) = earliest else { return Ok(None) };
        match self.cameras[index].feed.take() {
            Some(frame) => Ok(Some((index, frame?))),
            None => Ok(None),
        }
    }
}
