//! A chess clock as the camera sees it: who presses, and what the display says.
//!
//! [`ClockEyes`] look at the zones beside the boards in which clocks stand. Nothing is said where it is not sure enough.

use crate::clock_hand::Hands;
use crate::clock_press::{Press, Presses};
use crate::clock_zone::ClockZone;
use board::{BoardId, CameraId, ClockReading, ClockSighting, Observation, Sighting, Standing};
use calibration::BoardView;
use capture::Frame;

/// Where nobody said that a clock stands, one is recognised by so many presses: of hands that come over either end in turn.
const RECOGNISED_BY: u8 = 4;

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
}

impl ClockEyes {
    /// Eyes that watch these clocks; a camera may see several.
    pub fn new(clocks: Vec<WatchedClock>) -> ClockEyes {
        let watch = |of| Watch { of, hands: None, presses: Presses::default(), seen: 0 };
        ClockEyes { clocks: clocks.into_iter().map(watch).collect() }
    }

    /// The board lies there from now on, and its clock as it did beside it.
    pub fn recalibrate(&mut self, board: BoardId, view: &BoardView) {
        for watch in self.clocks.iter_mut().filter(|watch| watch.of.board == board) {
            watch.of.view = view.clone();
            watch.hands = None;
        }
    }

    /// What the frame shows of the clocks that its camera sees: observations of [`Sighting::Clock`], most often none. A press is told
    /// once the hand has left, as of when it was made.
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
            if self.of.zone.told || self.seen >= RECOGNISED_BY {
                observations.push(self.pressed(press, frame));
            }
        }
        observations
    }

    fn pressed(&self, press: Press, frame: &Frame) -> Observation {
        let WatchedClock { camera, board, .. } = self.of;
        let reading = ClockReading { at: press.at, board, pressed: Some(press.by), white_ms: None, black_ms: None };
        let sighting = Sighting::Clock(ClockSighting { reading, certainty: press.certainty });
        Observation { at: frame.at, camera, frame: frame.number, board, standing: Standing::Frame, sighting }
    }
}
