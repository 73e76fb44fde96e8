//! What is kept of a watched board from frame to frame.
//!
//! A board that stands still is read again in the frames that follow, each time turned or mirrored otherwise: the mean of four
//! such readings is right more often than one, and costs a frame one reading at most. What has changed is always read in the same order of turns:
//! a piece that one of them misreads is misread alike whenever a hand has passed, and does not seem to have been replaced.

use crate::evidence::{board_evidence, with_motion};
use crate::symmetry::Symmetry;
use crate::{MotionGate, MotionSettings, Rectifier};
use board::{BoardEvidence, CLASS_COUNT, Square, SquareSet, Standing};
use calibration::BoardView;
use capture::{Frame, Image};
use models::{InputSpec, Reading};

/// The symmetries in the order in which what stands still is read.
const ORDER: [usize; 8] = [0, 6, 1, 7, 2, 4, 3, 5];

/// Why a board is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    /// There is nothing new to read.
    None,
    /// What was read before could be read better, in the symmetry of that number.
    Again(usize),
    /// A square has changed and come to rest.
    Anew,
}

/// A board in pictures of one size, and what was read of it.
#[derive(Debug)]
pub(crate) struct Sight {
    pub rectifier: Rectifier,
    gate: MotionGate,
    looked: BoardEvidence,
    motion: Option<(SquareSet, SquareSet)>,
    read: Readings,
}

/// The mean of what was read of each square since it changed, as the picture of the board has them, row by row.
#[derive(Debug)]
struct Readings {
    mean: Reading,
    /// In which symmetries, a bit for each.
    symmetries: [u8; 64],
}

impl Sight {
    /// For a board seen so in pictures of the size of `image`.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn new(spec: &InputSpec, settings: MotionSettings, view: &BoardView, image: &Image) -> opencv::Result<Sight> {
        Ok(Sight {
            rectifier: Rectifier::new(spec, view, image.width(), image.height())?,
            gate: MotionGate::new(settings, view)?,
            looked: BoardEvidence::not_seen(),
            motion: None,
            read: Readings {
                mean: Reading { classes: Box::new([[0.0; CLASS_COUNT]; 64]), covered: Box::new([0.0; 64]) },
                symmetries: [0; 64],
            },
        })
    }

    /// Whether the board is to be read in `frame`; what stands still is read up to `views` times.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn calls(&mut self, frame: &Frame, standing: Standing, views: usize) -> opencv::Result<Call> {
        if standing == Standing::Photograph {
            self.motion = None;
            return Ok(Call::Anew);
        }
        let motion = self.gate.observe(&frame.image, frame.at)?;
        // What lies outside the picture is black and never moves, but its rim may
        let inside = !self.rectifier.outside().0;
        self.motion = Some((SquareSet(motion.moving.0 & inside), SquareSet(motion.changed.0 & inside)));
        let still = SquareSet(inside & !motion.moving.0 & !motion.changed.0);
        if motion.asks_for_a_look() {
            return Ok(Call::Anew);
        }
        let next = (0..views.min(ORDER.len())).find(|&number| self.read.lacks(number, still));
        Ok(next.map_or(Call::None, Call::Again))
    }

    /// A photograph was read so.
    pub fn photographed(&mut self, judged: &Reading) {
        self.looked = board_evidence(judged, self.rectifier.outside());
        self.gate.looked();
    }

    /// The board was read so in the frame in which it called, in the [symmetry](Call::symmetry) it called for.
    pub fn take(&mut self, judged: &Reading, call: Call) {
        let (moving, changed) = self.motion.unwrap_or_default();
        let (anew, kept) = match call {
            Call::Anew => (changed, SquareSet::EMPTY),
            _ => (SquareSet::EMPTY, SquareSet(moving.0 | changed.0)),
        };
        self.read.take(judged, call.number(), anew, kept);
        self.looked = board_evidence(&self.read.mean, self.rectifier.outside());
        if call == Call::Anew {
            self.gate.looked();
            self.motion = Some((moving, SquareSet::EMPTY));
        }
    }

    /// What the board shows, squares on which something moves marked so.
    pub fn evidence(&self) -> BoardEvidence {
        match self.motion {
            Some((moving, changed)) => with_motion(&self.looked, moving, changed),
            None => self.looked.clone(),
        }
    }
}

impl Call {
    fn number(self) -> usize {
        if let Call::Again(number) = self { number } else { 0 }
    }

    /// The symmetry in which the board is to be read.
    pub fn symmetry(self) -> Symmetry {
        Symmetry::ALL[ORDER[self.number()]]
    }
}

impl Readings {
    /// Whether one of `squares` was not read yet in the symmetry of that number.
    fn lacks(&self, number: usize, squares: SquareSet) -> bool {
        squares.into_iter().any(|square| self.symmetries[place_of(square)] >> number & 1 == 0)
    }

    /// Takes in one reading in the symmetry of that number, once for each square: what was read before of squares that are to be read `anew` is
    /// forgotten, that of those `kept` stays as it is.
    fn take(&mut self, judged: &Reading, number: usize, anew: SquareSet, kept: SquareSet) {
        let symmetry = Symmetry::ALL[ORDER[number]];
        for at in 0..64 {
            let (row, column) = symmetry.square(at);
            let to = row * 8 + column;
            let Some(square) = Square::new(column, 7 - row) else { continue };
            let known = if anew.contains(square) { 0 } else { self.symmetries[to] };
            if kept.contains(square) || known >> number & 1 == 1 {
                continue;
            }
            self.symmetries[to] = known | 1 << number;
            let share = 1.0 / (known.count_ones() + 1) as f32;
            let towards = |mean: &mut f32, value: f32| {
                *mean = if known == 0 { value } else { *mean + share * (value - *mean) };
            };
            towards(&mut self.mean.covered[to], judged.covered[at]);
            for (mean, value) in self.mean.classes[to].iter_mut().zip(judged.classes[at]) {
                towards(mean, value);
            }
        }
    }
}

/// Where a square lies in a board's picture, row by row.
fn place_of(square: Square) -> usize {
    (7 - square.rank()) * 8 + square.file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings() -> Readings {
        Readings { mean: reading(0.0), symmetries: [0; 64] }
    }

    fn reading(value: f32) -> Reading {
        Reading { classes: Box::new([[value; CLASS_COUNT]; 64]), covered: Box::new([value; 64]) }
    }

    fn square(name: &str) -> (Square, SquareSet) {
        let square = name.parse::<Square>().unwrap();
        (square, [square].into_iter().collect())
    }

    #[test]
    fn what_stands_still_is_the_mean_of_its_readings_each_counted_once() {
        let mut read = readings();
        for (number, value) in [(0, 1.0), (1, 2.0), (1, 100.0), (2, 6.0)] {
            read.take(&reading(value), number, SquareSet::EMPTY, SquareSet::EMPTY);
        }
        assert_eq!(read.mean, reading(3.0));
        assert!(read.lacks(3, SquareSet::ALL) && !read.lacks(2, SquareSet::ALL));
    }

    #[test]
    fn a_square_that_changed_is_read_anew_and_one_that_moves_stays_as_it_was() {
        let (mut read, (on_e4, e4), (on_d4, d4)) = (readings(), square("e4"), square("d4"));
        read.take(&reading(1.0), 0, SquareSet::ALL, SquareSet::EMPTY);
        read.take(&reading(7.0), 0, e4, SquareSet::EMPTY);
        read.take(&reading(9.0), 1, SquareSet::EMPTY, d4);
        assert_eq!([on_e4, on_d4].map(|square| read.mean.covered[place_of(square)]), [8.0, 1.0]);
        assert_eq!(read.mean.covered[0], 5.0);
        assert!(read.lacks(1, d4) && !read.lacks(1, e4));
    }

    #[test]
    fn readings_in_other_symmetries_fall_on_the_same_squares() {
        let mut read = readings();
        for (number, symmetry) in ORDER.into_iter().enumerate() {
            let mut turned = reading(0.0);
            for at in 0..64 {
                let (row, column) = Symmetry::ALL[symmetry].square(at);
                turned.covered[at] = (row * 8 + column) as f32;
            }
            read.take(&turned, number, SquareSet::EMPTY, SquareSet::EMPTY);
        }
        assert!((0..64).all(|at| (read.mean.covered[at] - at as f32).abs() < 1e-4));
    }

    #[test]
    fn every_symmetry_has_its_turn() {
        let mut order = ORDER;
        order.sort_unstable();
        assert_eq!(order, std::array::from_fn(|index| index));
    }
}
