//! Eyes that look at a film: what cameras and clocks would give the arbiter.

use crate::{
    film::{Change, Film, Pose, Token},
    noise::{Look, Noise},
    random::Random,
};
use board::{
    BoardEvidence, BoardId, CLASS_COUNT, CameraId, Color, Content, Input, LogProb, Observation, Piece, ReserveEvidence,
    ReservePiece, Seat, Sighting, Square, SquareEvidence, SquareSet, Stamp, Standing, Visibility,
};
use std::collections::BTreeMap;

/// For how long the eyes err in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// An error belongs to a piece on a square for as long as it stands there; a part of the looks is drawn anew (see
    /// [`Noise::flicker`]).
    Persistent,
    /// Every frame's looks are drawn anew.
    Independent,
}

/// How well the eyes see.
#[derive(Clone, Debug)]
pub struct Sight {
    /// What they mistake for what.
    pub noise: Noise,
    /// How often, in terms of what was measured; 0 for eyes without fault that miss no frame.
    pub scale: f64,
    /// For how long they err in the same way.
    pub errors: Errors,
    /// Frames a second.
    pub rate: u32,
}

/// The share of frames that do not arrive.
const MISSED: f64 = 0.03;
/// The share of pieces beside a board that are not noticed for as long as they lie there, and of looks at a reserve with a piece too many:
/// no measurement, an assumption until there is one.
const UNNOTICED: f64 = 0.02;
const PHANTOM: f64 = 0.005;
/// What lies beside a board is told again after so long, changed or not.
const SAID_AGAIN_MS: i64 = 2000;

#[derive(Clone, Copy)]
struct Lying {
    board: BoardId,
    place: (i32, i32),
    look: Look,
    noticed: bool,
}

/// What the eyes know of one board.
struct Retina {
    shown: [(Content, Pose); 64],
    look: [Look; 64],
    covered: SquareSet,
    /// Whether the table beside was covered in the frame before.
    beside: bool,
    /// What was last seen beside the board, by colour, and when it was last told.
    remembered: [Vec<ReservePiece>; 2],
    said: Option<Stamp>,
    /// Whether the table beside has changed since it was last told.
    stale: bool,
}

/// All inputs of a film in the order in which the arbiter takes them.
pub fn watch(film: &Film, boards: &[BoardId], sight: &Sight, seed: u64) -> Vec<Input> {
    let mut eyes = Watcher::new(film, sight, seed);
    let mut changes = film.changes.clone();
    changes.sort_by_key(|(at, _)| *at);
    let mut changes = changes.into_iter().peekable();
    let mut inputs = film.words.iter().filter(|input| said_of(input, boards)).cloned().collect::<Vec<_>>();
    let last = film.end.millis() * i64::from(sight.rate) / 1000;
    for frame in 0..=last {
        let at = Stamp::from_nanos(frame * 1_000_000_000 / i64::from(sight.rate));
        while let Some((_, change)) = changes.next_if(|(moment, _)| *moment <= at) {
            eyes.take(change);
        }
        if sight.scale > 0.0 && eyes.random.chance(MISSED) {
            continue;
        }
        for &board in boards {
            eyes.look(film, board, at, frame as u64, &mut inputs);
        }
    }
    inputs.sort_by_key(|input| (input.at(), input.source()));
    inputs
}

fn said_of(input: &Input, boards: &[BoardId]) -> bool {
    match input {
        Input::Clock(reading) => boards.contains(&reading.board),
        Input::Declaration(declaration) => boards.contains(&declaration.seat.board),
        Input::Observation(_) | Input::Ruling(_) | Input::Incident(_) | Input::Gap(_) => true,
    }
}

struct Watcher<'a> {
    sight: &'a Sight,
    random: Random,
    retinas: [Retina; 2],
    lying: BTreeMap<Token, Lying>,
}

impl<'a> Watcher<'a> {
    fn new(film: &Film, sight: &'a Sight, seed: u64) -> Watcher<'a> {
        let mut random = Random::new(seed, 7);
        let retinas = film.start.map(|placement| {
            let shown: [(Content, Pose); 64] = std::array::from_fn(|index| {
                (Square::from_index(index).and_then(|square| placement[square]), Pose::Upright)
            });
            let look = shown.map(|(content, _)| sight.noise.look(content, sight.scale, &mut random));
            Retina {
                shown,
                look,
                covered: SquareSet::EMPTY,
                beside: false,
                remembered: Default::default(),
                said: None,
                stale: true,
            }
        });
        Watcher { sight, random, retinas, lying: BTreeMap::new() }
    }

    fn take(&mut self, change: Change) {
        match change {
            Change::Square(board, square, content, pose) => {
                let look = self.read(content, pose);
                let retina = &mut self.retinas[board.index()];
                retina.shown[square.index()] = (content, pose);
                retina.look[square.index()] = look;
            }
            Change::Lay(token, board, piece, place) => {
                let look = self.read(Some(piece), Pose::Upright);
                let noticed = !self.random.chance(UNNOTICED * self.sight.scale);
                self.lying.insert(token, Lying { board, place, look, noticed });
                self.retinas[board.index()].stale = true;
            }
            Change::Lift(token) => {
                if let Some(lying) = self.lying.remove(&token) {
                    self.retinas[lying.board.index()].stale = true;
                }
            }
        }
    }

    fn read(&mut self, content: Content, pose: Pose) -> Look {
        let look = self.sight.noise.look(content, self.sight.scale, &mut self.random);
        match (pose, content) {
            // what lies looks like something of its colour, or like nothing known
            (Pose::Lying, Some(piece)) => lying_look(piece.color),
            _ => look,
        }
    }

    fn look(&mut self, film: &Film, board: BoardId, at: Stamp, frame: u64, inputs: &mut Vec<Input>) {
        let mut now = SquareSet::EMPTY;
        let mut beside = false;
        for cover in film.covers.iter().filter(|cover| cover.board == board && cover.from <= at && at < cover.until) {
            now.0 |= cover.squares.0;
            beside |= cover.beside;
        }
        let before = std::mem::replace(&mut self.retinas[board.index()].covered, now);
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all().filter(|&square| !now.contains(square)) {
            // a square that a hand has just left still moves: what was read of it is out of date
            evidence.0[square.index()] = if before.contains(square) {
                SquareEvidence { visibility: Visibility::Moving, ..SquareEvidence::NOT_SEEN }
            } else {
                SquareEvidence { visibility: Visibility::Seen, likelihood: self.glance(board, square) }
            };
        }
        let mut tell = |sighting| {
            let (camera, standing) = (CameraId(0), Standing::Frame);
            inputs.push(Input::Observation(Observation { at, camera, frame, board, standing, sighting }));
        };
        tell(Sighting::Board(evidence));
        for reserve in self.beside(board, beside, at) {
            tell(Sighting::Reserve(reserve));
        }
    }

    /// This frame's look at a square.
    fn glance(&mut self, board: BoardId, square: Square) -> Look {
        let retina = &self.retinas[board.index()];
        let (content, pose) = retina.shown[square.index()];
        let look = retina.look[square.index()];
        let anew = self.sight.scale > 0.0
            && match self.sight.errors {
                Errors::Independent => true,
                Errors::Persistent => content.is_some() && self.random.chance(self.sight.noise.flicker),
            };
        if anew { self.read(content, pose) } else { look }
    }

    /// Both reserves where there is something new to tell of them, or nothing was told for a while. Under a hand what was there before
    /// is remembered.
    fn beside(&mut self, board: BoardId, covered: bool, at: Stamp) -> Vec<ReserveEvidence> {
        let phantom = self.sight.scale > 0.0 && self.random.chance(PHANTOM * self.sight.scale);
        let phantom_piece = Piece::content_of(1 + self.random.below(CLASS_COUNT - 1));
        let phantom_look = self.read(phantom_piece, Pose::Upright);
        let retina = &mut self.retinas[board.index()];
        let long_ago = retina.said.is_none_or(|said| at.millis_since(said) >= SAID_AGAIN_MS);
        // what a hand has left is looked at again, and what a phantom has shown
        let anew = !covered && (retina.stale || phantom || std::mem::take(&mut retina.beside));
        retina.beside |= covered;
        if !anew && !long_ago {
            return Vec::new();
        }
        retina.said = Some(at);
        if anew {
            retina.stale = phantom;
            retina.remembered = Default::default();
            let lying = self.lying.values().filter(|lying| lying.board == board && lying.noticed);
            let places = lying.map(|lying| (lying.place, lying.look));
            for (base, likelihood) in places.chain(phantom.then_some(((1400, 400), phantom_look))) {
                if let Some(color) = color_of(&likelihood) {
                    retina.remembered[color.index()].push(ReservePiece { base, likelihood });
                }
            }
        }
        let visibility = if covered { Visibility::NotSeen } else { Visibility::Seen };
        Color::BOTH
            .map(|color| ReserveEvidence {
                seat: Seat::new(board, color),
                visibility,
                pieces: retina.remembered[color.index()].clone(),
            })
            .into()
    }
}

/// The colour that a look at a piece speaks most for.
fn color_of(look: &Look) -> Option<Color> {
    let best = (1..CLASS_COUNT).rev().max_by_key(|&class| look[class])?;
    Piece::content_of(best).map(|piece| piece.color)
}

/// A piece that lies: one of its colour, of any kind.
fn lying_look(color: Color) -> Look {
    std::array::from_fn(|class| match Piece::content_of(class) {
        Some(piece) if piece.color == color => LogProb::ZERO,
        _ => LogProb(-700),
    })
}
