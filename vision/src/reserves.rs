//! The table beside a board: which pieces lie there.
//!
//! The network that reads the board reads the table too, in cells of a square's size. Pieces in a reserve stand where they like, so
//! each side is read four times, with the cells shifted by half: a piece is where the four cells over a place agree that it is occupied.
//! Whose a piece is follows from its colour, for a reserve holds its owner's pieces; which board it belongs to, from which board is nearer.

use crate::evidence::{Judgement, likelihood};
use crate::{LearnedSet, MotionGate, MotionSettings, Rectifier, VisionError};
use board::{
    BoardId, CLASS_COUNT, Color, Piece, ReserveEvidence, ReservePiece, Seat, Square, SquareSet, Stamp, Standing,
    Visibility,
};
use calibration::{BoardView, Point};
use capture::{Frame, Image};
use models::{BoardNet, InputSpec, Reading};

/// Where the parts of the table beside a board begin, in squares from a1's outer corner along the first rank and the a-file: two on each
/// side, which meet at the middle of the board.
const PARTS: [(f64, f64); 4] = [(8.0, -4.0), (8.0, 4.0), (-8.0, -4.0), (-8.0, 4.0)];

/// How far from its board a reserve is looked for, in squares.
const REACH: f64 = 5.0;

/// Nearer to another board than this, in squares, nothing is taken for a reserve: that board's pieces lean over its rim.
const RIM: f64 = 0.4;

/// Places along an edge of a part: two a cell.
const PLACES: usize = 16;

/// The shifts of the cells, in places.
const SHIFTS: [(usize, usize); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// The mean probability that the cells over a place are occupied from which on a piece is there. Of the cells over a place next to a
/// piece's half are occupied; near a cell's edge the network need not know on which side of it a base stands.
const OCCUPIED: f32 = 0.62;

/// Two pieces do not stand nearer to each other than this, in places.
const LEAST_DISTANCE: f64 = 1.3;

/// The covered logit above which a cell beside the board counts as covered. To a network that has mostly seen boards plain cloth looks a
/// little covered (about 2), what is really covered or outside the picture far more (5 to 8).
const COVERED_BESIDE: f32 = 3.5;

/// Reserves of whose cells more than this share is under a hand, moving, or was never seen are not seen as a whole.
const HIDDEN_SHARE: f64 = 0.06;

/// A part is not read more often than this, in milliseconds of the recording.
const LEAST_INTERVAL_MS: i64 = 500;

/// What moves on it is looked for no more often than this, in milliseconds of the recording: a hand stays longer, and a piece far longer.
const WATCHED_EVERY_MS: i64 = 90;

/// What is seen is said at least so often, changed or not, in milliseconds of the recording.
const SAID_AGAIN_MS: i64 = 2000;

/// The table on both sides of one board.
#[derive(Debug)]
pub(crate) struct Beside {
    board: BoardId,
    picture: (usize, usize),
    parts: Vec<Part>,
    said: Option<Stamp>,
}

/// A part of the table, and what is remembered of it: what lies under a hand is as it was before the hand came.
#[derive(Debug)]
struct Part {
    /// In squares from a1's outer corner.
    origin: Point,
    /// Places that are in the picture and nearest to this board, by row from the first rank's and by column.
    places: [[bool; PLACES]; PLACES],
    /// The cells, as squares of the view that is not shifted, that hold such a place.
    cells: SquareSet,
    gate: MotionGate,
    rectifiers: [Rectifier; 4],
    watched: Option<Stamp>,
    read: Option<Stamp>,
    /// Cells that were free when they were last looked at.
    free: SquareSet,
    /// Cells that were free at least once.
    known: SquareSet,
    pieces: Vec<Found>,
}

#[derive(Clone, Debug)]
struct Found {
    /// In squares from a1's outer corner.
    base: Point,
    judged: [f32; CLASS_COUNT],
}

impl Beside {
    /// For `board` seen so by a camera that sees `others` too, in pictures of `width` x `height` pixels.
    pub(crate) fn new(
        spec: &InputSpec,
        settings: MotionSettings,
        (board, view): (BoardId, &BoardView),
        others: &[BoardView],
        (width, height): (usize, usize),
    ) -> Result<Beside, VisionError> {
        let mut parts = Vec::new();
        for origin in PARTS.map(|(x, y)| Point::new(x, y)) {
            let places = places(view, others, origin, (width, height));
            let cells: SquareSet = Square::all()
                .filter(|cell| (0..4).any(|n| places[2 * cell.rank() + n / 2][2 * cell.file() + n % 2]))
                .collect();
            if cells.is_empty() {
                continue;
            }
            let shifted = |(x, y): (usize, usize)| {
                let view = view.with_origin(Point::new(origin.x + x as f64 / 2.0, origin.y + y as f64 / 2.0));
                Rectifier::new(spec, &view, width, height)
            };
            let [a, b, c, d] = SHIFTS.map(shifted);
            let gate = MotionGate::new(settings, &view.with_origin(origin))?;
            parts.push(Part {
                origin,
                places,
                cells,
                gate,
                rectifiers: [a?, b?, c?, d?],
                watched: None,
                read: None,
                free: SquareSet::EMPTY,
                known: SquareSet::EMPTY,
                pieces: Vec::new(),
            });
        }
        Ok(Beside { board, picture: (width, height), parts, said: None })
    }

    /// Whether it was made for pictures of this size.
    pub(crate) fn fits(&self, image: &Image) -> bool {
        self.picture == (image.width(), image.height())
    }

    /// Both reserves of the board, White's first, when a part was read anew in this frame or nothing was said for a while.
    ///
    /// A part of a video's frame is read when a cell of it has changed and come to rest.
    pub(crate) fn look(
        &mut self,
        frame: &Frame,
        standing: Standing,
        (net, judgement, set): (&mut BoardNet, &Judgement, Option<&LearnedSet>),
        planes: &mut Vec<f32>,
    ) -> Result<Vec<ReserveEvidence>, VisionError> {
        let mut anew = false;
        for part in &mut self.parts {
            let moving = match standing {
                Standing::Photograph => Some(SquareSet::EMPTY),
                Standing::Frame => part.moving_when_wanted(frame)?,
            };
            if let Some(moving) = moving {
                part.read(&frame.image, moving, (&mut *net, judgement, set), planes)?;
                part.read = Some(frame.at);
                part.gate.looked();
                anew = true;
            }
        }
        let long_ago = self.said.is_some_and(|said| frame.at.millis_since(said) >= SAID_AGAIN_MS);
        if !anew && !long_ago {
            return Ok(Vec::new());
        }
        self.said = Some(frame.at);
        Ok([Color::White, Color::Black].map(|color| self.evidence(color)).into())
    }

    /// What is remembered of the pieces of one colour.
    fn evidence(&self, color: Color) -> ReserveEvidence {
        let count =
            |cells: fn(&Part) -> SquareSet| self.parts.iter().map(|part| cells(part).len()).sum::<usize>() as f64;
        let hidden = count(|part| SquareSet(part.cells.0 & !(part.free.0 & part.known.0)));
        let hundredth = |squares: f64| (squares * 100.0).round() as i32;
        let of_color = |found: &&Found| best(&found.judged).is_some_and(|piece| piece.color == color);
        let pieces = self.parts.iter().flat_map(|part| &part.pieces).filter(of_color).map(|found| ReservePiece {
            base: (hundredth(found.base.x), hundredth(found.base.y)),
            likelihood: likelihood(&found.judged),
        });
        ReserveEvidence {
            seat: Seat::new(self.board, color),
            visibility: if hidden > HIDDEN_SHARE * count(|part| part.cells) {
                Visibility::NotSeen
            } else {
                Visibility::Seen
            },
            pieces: pieces.collect(),
        }
    }
}

impl Part {
    /// The cells that move, if a look at the frame is wanted.
    fn moving_when_wanted(&mut self, frame: &Frame) -> Result<Option<SquareSet>, VisionError> {
        if self.watched.is_some_and(|watched| (0..WATCHED_EVERY_MS).contains(&frame.at.millis_since(watched))) {
            return Ok(None);
        }
        self.watched = Some(frame.at);
        let motion = self.gate.observe(&frame.image, frame.at)?;
        self.free = SquareSet(self.free.0 & !motion.moving.0);
        let at_rest = motion.changed.0 & !motion.moving.0 & self.cells.0;
        let soon = self.read.is_some_and(|read| frame.at.millis_since(read) < LEAST_INTERVAL_MS);
        Ok((at_rest != 0 && !soon).then_some(motion.moving))
    }

    /// Reads the cells that do not move.
    fn read(
        &mut self,
        image: &Image,
        moving: SquareSet,
        (net, judgement, set): (&mut BoardNet, &Judgement, Option<&LearnedSet>),
        planes: &mut Vec<f32>,
    ) -> Result<(), VisionError> {
        let size = net.input().size();
        let length = 3 * size * size;
        planes.resize(planes.len().max(SHIFTS.len() * length), 0.0);
        for (rectifier, planes) in self.rectifiers.iter_mut().zip(planes.chunks_exact_mut(length)) {
            rectifier.rectify(image)?;
            rectifier.write_planes(planes)?;
        }
        let mut readings = net.run(&planes[..SHIFTS.len() * length])?;
        let occupied: Vec<[f32; 64]> =
            readings.iter().map(|reading| std::array::from_fn(|at| judgement.occupied(&reading.classes[at]))).collect();
        readings.iter_mut().for_each(|reading| judgement.judge(reading, set));
        self.free = free_cells(self.cells, moving, &readings[0]);
        self.known = SquareSet(self.known.0 | self.free.0);
        let found = self.pieces(&readings, &occupied);
        let (origin, free) = (self.origin, self.free);
        let in_view = |found: &Found| cell_of(origin, found.base).is_some_and(|cell| free.contains(cell));
        self.pieces.retain(|found| !in_view(found));
        self.pieces.extend(found.into_iter().filter(in_view));
        Ok(())
    }

    /// Finds the pieces in the four readings of the shifted cells.
    fn pieces(&self, readings: &[Reading], occupied: &[[f32; 64]]) -> Vec<Found> {
        let mut score = [[0.0f32; PLACES]; PLACES];
        for (y, row) in score.iter_mut().enumerate() {
            for (x, score) in row.iter_mut().enumerate().filter(|(x, _)| self.places[y][*x]) {
                let over = cells_over(x, y);
                *score = over.clone().map(|(shift, at)| occupied[shift][at]).sum::<f32>() / over.clone().count() as f32;
            }
        }
        let rows = score.iter().enumerate();
        let places = rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, score)| (*score, x, y)));
        let mut peaks: Vec<(f32, usize, usize)> = places.filter(|(score, ..)| *score > OCCUPIED).collect();
        // The best first; of equals the first, so that the same picture always gives the same
        peaks.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.2, a.1).cmp(&(b.2, b.1))));
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for (_, x, y) in peaks {
            let near = |&(a, b): &(usize, usize)| (a as f64 - x as f64).hypot(b as f64 - y as f64) < LEAST_DISTANCE;
            if !kept.iter().any(near) {
                kept.push((x, y));
            }
        }
        let pieces = kept.iter().map(|&(x, y)| {
            let over: Vec<(usize, usize)> = cells_over(x, y).collect();
            let judged: [f32; CLASS_COUNT] = std::array::from_fn(|class| {
                over.iter().map(|&(shift, at)| readings[shift].classes[at][class]).sum::<f32>() / over.len() as f32
            });
            Found { base: place(self.origin, x, y), judged }
        });
        // a thing that is a little like every piece and like nothing at all, a clock's display for instance, is none
        pieces.filter(|found| found.judged[1..].iter().any(|class| *class > found.judged[0])).collect()
    }
}

/// Those of `cells` that neither move nor are covered.
fn free_cells(cells: SquareSet, moving: SquareSet, reading: &Reading) -> SquareSet {
    let covered = |cell: &Square| reading.covered[(7 - cell.rank()) * 8 + cell.file()] > COVERED_BESIDE;
    cells.filter(|cell| !moving.contains(*cell) && !covered(cell)).collect()
}

/// The cell of the view that is not shifted in which a point lies; points beyond its edge count to the last.
fn cell_of(origin: Point, base: Point) -> Option<Square> {
    let index = |value: f64| value.floor().clamp(0.0, 7.0) as usize;
    Square::new(index(base.x - origin.x), index(base.y - origin.y))
}

/// The cells over a place: which shift, and which of the reading's cells (its first row is the farthest from the first rank).
fn cells_over(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    SHIFTS.into_iter().enumerate().filter_map(move |(shift, (dx, dy))| {
        let (column, row) = (x.checked_sub(dx)? / 2, y.checked_sub(dy)? / 2);
        Some((shift, (7 - row) * 8 + column))
    })
}

/// The places of a part that are in the picture, within reach, and nearer to this board than to any other.
fn places(
    view: &BoardView,
    others: &[BoardView],
    origin: Point,
    (width, height): (usize, usize),
) -> [[bool; PLACES]; PLACES] {
    let outside = |table: Point| {
        let beyond = |value: f64| (-value).max(value - 8.0).max(0.0);
        beyond(table.x).hypot(beyond(table.y))
    };
    std::array::from_fn(|y| {
        std::array::from_fn(|x| {
            let table = place(origin, x, y);
            let seen = view.image_from_table(table);
            let inside = seen.x >= 0.0 && seen.x < width as f64 && seen.y >= 0.0 && seen.y < height as f64;
            let away = outside(table);
            inside
                && away <= REACH
                && others.iter().all(|other| {
                    let theirs = outside(other.table_from_image(seen));
                    theirs > RIM && theirs >= away
                })
        })
    })
}

/// The middle of a place, in squares from a1's outer corner.
fn place(origin: Point, x: usize, y: usize) -> Point {
    Point::new(origin.x + (x as f64 + 0.5) / 2.0, origin.y + (y as f64 + 0.5) / 2.0)
}

/// The piece a judgement speaks most for.
fn best(judged: &[f32; CLASS_COUNT]) -> Option<Piece> {
    (1..CLASS_COUNT).max_by(|&a, &b| judged[a].total_cmp(&judged[b])).and_then(Piece::content_of)
}
