//! Evidence as imperfect eyes would give it, from a known placement.

use arbiter::event::{Event, Turn, TurnId};
use board::{
    BoardEvidence, BoardId, CLASS_COUNT, CameraId, Color, Input, Kind, LogProb, Observation, Piece, Placement,
    Sighting, Square, SquareEvidence, Stamp, Standing, Visibility,
};
use std::collections::BTreeMap;

/// A small generator of random numbers (xorshift64*, Vigna 2016), the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        ((self.next() >> 11) as f64) < probability * (1u64 << 53) as f64
    }
}

/// How often the eyes are wrong about a piece for as long as it stands where it stands.
#[derive(Clone, Copy)]
pub struct Noise {
    pub kind: f64,
    pub color_or_occupancy: f64,
}

/// Eyes that misread a piece on a square, once they do, until something else stands there.
pub struct Eyes {
    pub random: Random,
    noise: Noise,
    standing: Option<Placement>,
    seen: Box<[SquareEvidence; 64]>,
}

impl Eyes {
    pub fn new(seed: u64, noise: Noise) -> Eyes {
        Eyes { random: Random(seed), noise, standing: None, seen: Box::new([SquareEvidence::NOT_SEEN; 64]) }
    }

    pub fn look(&mut self, placement: &Placement) -> BoardEvidence {
        for square in Square::all() {
            if self.standing.is_none_or(|before| before[square] != placement[square]) {
                self.seen[square.index()] = self.read(placement, square);
            }
        }
        self.standing = Some(*placement);
        BoardEvidence(self.seen.clone())
    }

    fn read(&mut self, placement: &Placement, square: Square) -> SquareEvidence {
        let truth = placement[square];
        let mut read = truth;
        if self.random.chance(self.noise.color_or_occupancy) {
            read = Piece::content_of(self.random.below(CLASS_COUNT));
        } else if let Some(piece) = truth
            && self.random.chance(self.noise.kind)
        {
            read = Some(Piece::new(piece.color, Kind::ALL[self.random.below(6)]));
        }
        let mut likelihood = [LogProb(-1179); CLASS_COUNT];
        if let Some(piece) = read {
            // the other kinds of the colour seen are less unlikely than anything else
            for kind in Kind::ALL {
                likelihood[Piece::class_of(Some(Piece::new(piece.color, kind)))] = LogProb(-700);
            }
        }
        likelihood[Piece::class_of(read)] = LogProb::ZERO;
        SquareEvidence { visibility: Visibility::Seen, likelihood }
    }
}

pub fn observation(evidence: BoardEvidence, board: BoardId, frame: u64, at: Stamp, standing: Standing) -> Input {
    let sighting = Sighting::Board(evidence);
    Input::Observation(Observation { at, camera: CameraId(0), frame, board, standing, sighting })
}

/// What stands after all amendments: the turns by name.
#[derive(Default)]
pub struct Told(pub BTreeMap<TurnId, Turn>);

impl Told {
    pub fn take(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Turn(turn) | Event::TurnAmended { turn, .. } => {
                    self.0.insert(turn.id, turn.clone());
                }
                Event::TurnWithdrawn { of, .. } => {
                    self.0.remove(of);
                }
                Event::Started { .. }
                | Event::Alert(_)
                | Event::Result { .. }
                | Event::Ruled { .. }
                | Event::Incident(_)
                | Event::End { .. } => {}
            }
        }
    }

    pub fn moves(&self, board: BoardId) -> Vec<String> {
        let mut turns: Vec<&Turn> = self.0.values().filter(|turn| turn.board == board).collect();
        turns.sort_by_key(|turn| turn.ply);
        turns.iter().map(|turn| turn.uci.clone()).collect()
    }
}

/// A game of random legal chess moves: the moves and the placement after each.
pub fn random_game(random: &mut Random, plies: usize) -> Vec<(String, Placement)> {
    use arbiter::rules::{MoveList, MoveRules, Position};
    let (mut position, mut moves, mut game) = (Position::start(), MoveList::new(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(&MoveRules::CHESS, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        position.play(mv);
        game.push((mv.to_string(), position.placement()));
    }
    assert!(position.fullmove() > 1 || position.turn() == Color::Black, "a game has begun");
    game
}
