use crate::SyntheticEyes;
use arbiter::rules::{Move, Position};
use board::{
    BoardId, CameraId, ClockReading, Color, Input, Observation, Placement, Sighting, SquareSet, Stamp, Standing,
};

/// Frames a second.
const RATE: u64 = 10;

/// Frames a hand covers the squares of a move, and frames of rest after it.
const HAND_FRAMES: u64 = 3;
const REST_FRAMES: u64 = 6;

/// A table at which moves are played one after the other, filmed from above. A move is `A e2e4`, a drop `B P@e4`.
#[derive(Debug)]
pub struct Script {
    positions: [Position; 2],
    eyes: [SyntheticEyes; 2],
    boards: Vec<BoardId>,
    frame: u64,
    inputs: Vec<Input>,
}

impl Script {
    /// Both boards in the start position, seen by eyes that misread so many pieces in a thousand, at rest for a second.
    pub fn new(boards: &[BoardId], seed: u64, misread_permille: u64) -> Script {
        let eyes = |seed| SyntheticEyes::new(seed, misread_permille);
        let mut script = Script {
            positions: [Position::start(), Position::start()],
            eyes: [eyes(seed), eyes(seed + 1)],
            boards: boards.to_vec(),
            frame: 0,
            inputs: Vec::new(),
        };
        script.rest(RATE);
        script
    }

    /// Plays moves, each written `A e2e4`; legal or not, and pressed for.
    ///
    /// # Panics
    /// When one is not written so: a script is part of a test.
    pub fn play(mut self, moves: &[&str]) -> Script {
        for text in moves {
            let (board, uci) = text.split_once(' ').unwrap_or_else(|| panic!("{text:?} names no board"));
            let board = if board == "A" { BoardId::A } else { BoardId::B };
            let mv: Move = uci.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
            let mover = self.positions[board.index()].turn();
            let covered = mv.from().into_iter().chain([mv.to()]).collect();
            for _ in 0..HAND_FRAMES {
                self.shoot(Some((board, covered)));
            }
            self.positions[board.index()].play(mv);
            self.rest(REST_FRAMES);
            self.press(board, mover);
        }
        self
    }

    /// What an arbiter would be given.
    pub fn inputs(self) -> Vec<Input> {
        self.inputs
    }

    /// What stands on `board` now.
    pub fn placement(&self, board: BoardId) -> Placement {
        self.positions[board.index()].placement()
    }

    fn now(&self) -> Stamp {
        Stamp::from_nanos((self.frame * 1_000_000_000 / RATE) as i64)
    }

    fn rest(&mut self, frames: u64) {
        (0..frames).for_each(|_| self.shoot(None));
    }

    fn shoot(&mut self, hand: Option<(BoardId, SquareSet)>) {
        for board in self.boards.clone() {
            let covered = hand.filter(|(over, _)| *over == board).map_or(SquareSet::EMPTY, |(_, squares)| squares);
            let evidence = self.eyes[board.index()].look(&self.positions[board.index()].placement(), covered);
            self.inputs.push(Input::Observation(Observation {
                at: self.now(),
                camera: CameraId(0),
                frame: self.frame,
                board,
                standing: Standing::Frame,
                sighting: Sighting::Board(evidence),
            }));
        }
        self.frame += 1;
    }

    fn press(&mut self, board: BoardId, mover: Color) {
        self.inputs.push(Input::Clock(ClockReading {
            at: self.now(),
            board,
            pressed: Some(mover),
            white_ms: None,
            black_ms: None,
        }));
    }
}
