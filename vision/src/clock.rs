//! A chess clock as the camera sees it: who presses, and what the display says.
//!
//! [`ClockEyes`] look at the zones beside the boards in which clocks stand. Nothing is said where it is not sure enough.

use crate::clock_hand::Hands;
use crate::clock_press::{Press, Presses};
use crate::clock_times::{Shown, Times};
use crate::clock_zone::ClockZone;
use crate::display_eyes::DisplayEyes;
use board::{BoardId, CameraId, ClockReading, ClockSighting, Color, Observation, Sighting, Stamp, Standing};
use calibration::BoardView;
use capture::Frame;

/// Where nobody said that a clock stands, one is recognised by so many presses: of hands that come over either end in turn.
const RECOGNISED_BY: u8 = 4;

/// Times that have changed are told so often when nobody presses, in milliseconds.
const TOLD_EVERY_MS: i64 = 5000;

/// A clock to watch, and where it is.
#[derive(Clone, Debug)]
pub struct WatchedClock {
    /// The camera that sees it.
    pub camera: CameraId,
    /// The board it belongs to.
    pub board: BoardId,
    /// Where that board lies in the camera's picture.
    pub view: BoardView,
    /// Where the clock stands beside it.
    pub zone: ClockZone,
}

/// Eyes for the clocks of one or several boards.
#[derive(Debug, Default)]
pub struct ClockEyes {
    clocks: Vec<Watch>,
}

#[derive(Debug)]
struct Watch {
    of: WatchedClock,
    /// For pictures of the size seen last.
    hands: Option<Hands>,
    presses: Presses,
    /// The presses seen so far, up to what it takes to recognise a clock.
    seen: u8,
    /// When the last one was.
    pressed: Option<Stamp>,
    display: DisplayEyes,
    times: Times,
    told: Told,
    /// Whether one of the times was not sure when they were read last.
    unsure: bool,
}

/// What was told of the times.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    ms: [Option<i64>; 2],
    at: Option<Stamp>,
    /// Who has pressed since, and when.
    pressed: Option<(Color, Stamp)>,
}

impl ClockEyes {
    /// Eyes that watch these clocks; a camera may see several.
    pub fn new(clocks: Vec<WatchedClock>) -> ClockEyes {
        let watch = |of: WatchedClock| Watch {
            display: DisplayEyes::new(&of.zone, &of.view),
            of,
            hands: None,
            presses: Presses::default(),
            seen: 0,
            pressed: None,
            times: Times::default(),
            told: Told::default(),
            unsure: true,
        };
        ClockEyes { clocks: clocks.into_iter().map(watch).collect() }
    }

    /// The board lies there from now on, and its clock as it did beside it.
    pub fn recalibrate(&mut self, board: BoardId, view: &BoardView) {
        for watch in self.clocks.iter_mut().filter(|watch| watch.of.board == board) {
            watch.of.view = view.clone();
            watch.hands = None;
            watch.display = DisplayEyes::new(&watch.of.zone, view);
        }
    }

    /// What the frame shows of the clocks that its camera sees: observations of [`Sighting::Clock`], most often none. A press is told
    /// once the hand has left, as of when it was made; times once they are sure, after presses and every few seconds.
    pub fn look(&mut self, frame: &Frame) -> Vec<Observation> {
        let own = self.clocks.iter_mut().filter(|watch| watch.of.camera == frame.camera);
        own.flat_map(|watch| watch.look(frame)).collect()
    }
}

impl Watch {
    fn look(&mut self, frame: &Frame) -> Vec<Observation> {
        let hands = match &mut self.hands {
            Some(hands) if hands.fit(&frame.image) => hands,
            other => {
                let size = (frame.image.width(), frame.image.height());
                other.insert(Hands::new(&self.of.zone, &self.of.view, size))
            }
        };
        let visits = hands.look(&frame.image, frame.at);
        let presses: Vec<Press> = visits.iter().filter_map(|visit| self.presses.visited(visit)).collect();
        let mut observations = Vec::new();
        for press in presses {
            self.seen = self.seen.saturating_add(1);
            self.pressed = Some(press.at);
            self.told.pressed = Some((press.by, press.at));
            if self.of.zone.told || self.seen >= RECOGNISED_BY {
                observations.push(self.pressed(press, frame));
            }
        }
        let calm = self.hands.as_ref().is_some_and(Hands::is_calm);
        let soon = self.told.pressed.is_some() || self.unsure;
        if let Some(reads) = self.display.look(&frame.image, frame.at, calm, soon) {
            self.times.take(reads, self.pressed, frame.at);
            let sure = self.times.sure(frame.at);
            self.unsure = sure.contains(&None);
            if self.told.is_due(&sure, frame.at) {
                self.told =
                    Told { ms: sure.map(|shown| shown.map(|shown| shown.ms)), at: Some(frame.at), pressed: None };
                observations.push(self.shown(&sure, frame));
            }
        }
        observations
    }

    fn pressed(&self, press: Press, frame: &Frame) -> Observation {
        let board = self.of.board;
        let reading = ClockReading { at: press.at, board, pressed: Some(press.by), white_ms: None, black_ms: None };
        self.told_of(ClockSighting { reading, certainty: press.certainty }, frame)
    }

    fn shown(&self, sure: &[Option<Shown>; 2], frame: &Frame) -> Observation {
        let [white_ms, black_ms] = sure.map(|shown| shown.map(|shown| shown.ms));
        let reading = ClockReading { at: frame.at, board: self.of.board, pressed: None, white_ms, black_ms };
        let certainty = sure.iter().flatten().map(|shown| shown.certainty).min().unwrap_or(0);
        self.told_of(ClockSighting { reading, certainty }, frame)
    }

    fn told_of(&self, sighting: ClockSighting, frame: &Frame) -> Observation {
        let WatchedClock { camera, board, .. } = self.of;
        let sighting = Sighting::Clock(sighting);
        Observation { at: frame.at, camera, frame: frame.number, board, standing: Standing::Frame, sighting }
    }
}

impl Told {
    /// Whether times that are sure are to be told: the time of who pressed, what was set anew, and now and then what has run down.
    fn is_due(&self, sure: &[Option<Shown>; 2], at: Stamp) -> bool {
        let changed = |side: usize| sure[side].is_some_and(|shown| self.ms[side] != Some(shown.ms));
        let more = |side: usize| sure[side].zip(self.ms[side]).is_some_and(|(shown, told)| shown.ms > told);
        if let Some((by, pressed)) = self.pressed
            && at > pressed
        {
            // the clock takes a moment to go over
            return sure[by.index()].is_some();
        }
        let waited = self.at.is_none_or(|told| at.millis_since(told) >= TOLD_EVERY_MS);
        more(0) || more(1) || waited && (changed(0) || changed(1))
    }
}
