//! How long a step of the arbiter takes: a whole match of two boards from perfect looks, one a ply and frame by frame.
//!
//! `cargo run --release -p arbiter --example step_time`

use arbiter::{
    Arbiter, Setup,
    rules::{MoveList, MoveRules, Position},
};
use board::{
    BoardEvidence, BoardId, CLASS_COUNT, CameraId, Input, LogProb, Observation, Piece, Placement, Sighting, Square,
    SquareEvidence, Stamp, Standing, Visibility,
};
use std::time::{Duration, Instant};

fn evidence(placement: &Placement, covered: Option<Square>) -> BoardEvidence {
    let mut evidence = BoardEvidence::not_seen();
    for square in Square::all() {
        let near = |c: Square| c.file().abs_diff(square.file()) <= 1 && c.rank().abs_diff(square.rank()) <= 1;
        if covered.is_some_and(near) {
            continue;
        }
        let mut likelihood = [LogProb(-1179); CLASS_COUNT];
        likelihood[Piece::class_of(placement[square])] = LogProb::ZERO;
        evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
    }
    evidence
}

fn main() {
    let mut seed = 0x9e37_79b9_u64;
    let mut random = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let mut arbiter = Arbiter::new(Setup::new(BoardId::BOTH.to_vec(), MoveRules::FREE));
    let mut positions = [Position::start(); 2];
    let mut moves = MoveList::new();
    let mut times: Vec<Duration> = Vec::new();
    let mut at = 0;
    for ply in 0..240 {
        let board = BoardId::BOTH[ply % 2];
        let position = &mut positions[board.index()];
        moves.clear();
        position.legal_moves(&MoveRules::FREE, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let mv = moves[random(moves.len())];
        position.play(mv);
        for frame in 0..12 {
            let covered = (frame < 6).then_some(mv.to());
            let sighting = Sighting::Board(evidence(&position.placement(), covered));
            let stamp = Stamp::from_millis(at);
            let standing = Standing::Frame;
            let observation =
                Observation { at: stamp, camera: CameraId(0), frame: at as u64, board, standing, sighting };
            let input = Input::Observation(observation);
            let begun = Instant::now();
            let events = arbiter.step(&input);
            times.push(begun.elapsed());
            std::hint::black_box(events);
            at += 40;
        }
    }
    times.sort();
    let of = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} steps: median {:?}, 90 % {:?}, 99 % {:?}, most {:?}",
        times.len(),
        of(0.5),
        of(0.9),
        of(0.99),
        of(1.0)
    );
}
