//! What moves on a board, from frame to frame: cheap enough to be asked of every frame.

use crate::remap::RemapTable;
use crate::squares::{CELLS, Cells};
use board::{Square, SquareSet, Stamp};
use calibration::{BoardView, Point};
use capture::Image;
use opencv::core::{Mat, MatTraitConstManual, Size};
use opencv::imgproc;

/// Pixels along an edge of a square in the gate's small picture of the board.
const PIXELS: usize = 16;

/// When a square counts as moving. All times are of the recording, never of the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MotionSettings {
    /// A square moves until it has been still for so long. 150 ms is the shortest rest of a piece between hands that was seen to
    /// matter; a frame that is still itself is asked for in any case, so that slow cameras have two.
    pub settle_ms: i64,
    /// Frames closer to each other than this are not compared: between two of 60 a second even a hand hardly moves.
    pub least_interval_ms: i64,
    /// How much a square's most changed quarter must change in the mean to count, in grey levels of 256.
    pub least_change: f32,
}

impl Default for MotionSettings {
    fn default() -> MotionSettings {
        MotionSettings { settle_ms: 150, least_interval_ms: 30, least_change: 4.0 }
    }
}

/// What the gate says about a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motion {
    /// The squares on which something moves, or moved a moment ago.
    pub moving: SquareSet,
    /// The squares that do not look as they did when the board was last looked at; all, if it was not yet.
    pub changed: SquareSet,
}

impl Motion {
    /// Whether a look at the board would say something new: a square has changed and come to rest.
    pub fn asks_for_a_look(&self) -> bool {
        self.changed.0 & !self.moving.0 != 0
    }
}

/// Follows one board through the frames of a video.
#[derive(Debug)]
pub struct MotionGate {
    settings: MotionSettings,
    table: RemapTable,
    colour: Mat,
    grey: Mat,
    small: Mat,
    now: Cells,
    reference: Option<(Stamp, Cells)>,
    looked: Option<Cells>,
    last_moved: [Option<Stamp>; 64],
}

impl MotionGate {
    /// For a board seen so.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn new(settings: MotionSettings, view: &BoardView) -> opencv::Result<MotionGate> {
        let scale = PIXELS as f64;
        let table = RemapTable::new(8 * PIXELS, |x, y| view.image_from_table(Point::new(x / scale, 8.0 - y / scale)))?;
        Ok(MotionGate {
            settings,
            table,
            colour: Mat::default(),
            grey: Mat::default(),
            small: Mat::default(),
            now: Cells::default(),
            reference: None,
            looked: None,
            last_moved: [None; 64],
        })
    }

    /// What moves in `image`, taken at `at`; frames are given in the order of their times. In the first every square moves:
    /// nothing is known yet of its being still.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn observe(&mut self, image: &Image, at: Stamp) -> opencv::Result<Motion> {
        self.measure(image)?;
        match &self.reference {
            None => {
                self.reference = Some((at, self.now.clone()));
                self.last_moved = [Some(at); 64];
            }
            Some((since, reference)) if at.millis_since(*since) >= self.settings.least_interval_ms => {
                for square in self.now.differences(reference, self.settings.least_change) {
                    self.last_moved[square.index()] = Some(at);
                }
                self.reference = Some((at, self.now.clone()));
            }
            Some(_) => {}
        }
        let moving = Square::all().filter(|square| self.moves(*square, at)).collect();
        let changed = match &self.looked {
            Some(looked) => self.now.differences(looked, self.settings.least_change),
            None => SquareSet::ALL,
        };
        Ok(Motion { moving, changed })
    }

    /// The frame that was last observed has been looked at.
    pub fn looked(&mut self) {
        self.looked = Some(self.now.clone());
    }

    fn moves(&self, square: Square, at: Stamp) -> bool {
        self.last_moved[square.index()]
            .is_some_and(|moved| at <= moved || at.millis_since(moved) < self.settings.settle_ms)
    }

    fn measure(&mut self, image: &Image) -> opencv::Result<()> {
        self.table.apply(&image.as_mat()?, &mut self.colour)?;
        imgproc::cvt_color_def(&self.colour, &mut self.grey, imgproc::COLOR_BGR2GRAY)?;
        let side = (8 * CELLS) as i32;
        // Averaging whole blocks takes most of the noise away
        imgproc::resize(&self.grey, &mut self.small, Size::new(side, side), 0.0, 0.0, imgproc::INTER_AREA)?;
        self.now = Cells::from_rows(self.small.data_typed::<u8>()?);
        Ok(())
    }
}
