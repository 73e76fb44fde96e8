use crate::noise::{Eyes, Noise, Random, Told, observation, random_game};
use arbiter::{Arbiter, Setup, rules::MoveRules};
use board::{BoardId, Placement, Stamp, Standing};

const NONE: Noise = Noise { kind: 0.0, color_or_occupancy: 0.0 };
const USUAL: Noise = Noise { kind: 0.1, color_or_occupancy: 0.003 };

/// The moves the arbiter makes out of one photograph a placement.
fn reconstruct(placements: impl Iterator<Item = Placement>, seed: u64, noise: Noise, times: usize) -> Vec<String> {
    let mut arbiter = Arbiter::new(Setup::new(vec![BoardId::A], MoveRules::CHESS));
    let (mut eyes, mut told, mut frame) = (Eyes::new(seed, noise), Told::default(), 0);
    for placement in std::iter::once(Placement::start()).chain(placements) {
        let evidence = eyes.look(&placement);
        for _ in 0..times {
            let at = Stamp::from_millis(1000 * frame as i64);
            told.take(&arbiter.step(&observation(evidence.clone(), BoardId::A, frame, at, Standing::Photograph)));
            frame += 1;
        }
    }
    told.take(&arbiter.finish(Stamp::from_millis(1000 * frame as i64)));
    told.moves(BoardId::A)
}

fn games(count: u64) -> impl Iterator<Item = (u64, Vec<(String, Placement)>)> {
    (1..=count).map(|seed| (seed, random_game(&mut Random(seed * 7919), 80)))
}

#[test]
fn every_move_is_found_when_nothing_is_misread() {
    for (seed, game) in games(20) {
        let moves: Vec<&String> = game.iter().map(|(mv, _)| mv).collect();
        let found = reconstruct(game.iter().map(|(_, p)| *p), seed, NONE, 1);
        assert_eq!(found.iter().collect::<Vec<_>>(), moves, "game {seed}");
    }
}

#[test]
fn misread_pieces_block_nothing() {
    let (mut right, mut all) = (0, 0);
    for (seed, game) in games(40) {
        let found = reconstruct(game.iter().map(|(_, p)| *p), seed, USUAL, 1);
        right += game.iter().zip(&found).filter(|((mv, _), other)| mv == *other).count();
        all += game.len();
    }
    println!("{right} of {all} plies right with one piece in ten misread");
    assert!(right * 1000 >= all * 995, "{right} of {all} plies right");
}

#[test]
fn a_photograph_given_twice_changes_nothing() {
    for (seed, game) in games(10) {
        let once = reconstruct(game.iter().map(|(_, p)| *p), seed, USUAL, 1);
        let twice = reconstruct(game.iter().map(|(_, p)| *p), seed, USUAL, 2);
        assert_eq!(once, twice, "game {seed}");
    }
}

#[test]
fn a_photograph_left_out_costs_no_later_ply() {
    let (mut right, mut all) = (0, 0);
    for (seed, game) in games(20) {
        let kept = game.iter().enumerate().filter(|(i, _)| i % 20 != 9).map(|(_, (_, p))| *p);
        let found = reconstruct(kept, seed, NONE, 1);
        if let Some(ply) = game.iter().zip(&found).position(|((mv, _), other)| mv != other) {
            println!(
                "game {seed} ply {ply}: {} for {}, after {}",
                found[ply],
                game[ply].0,
                game[ply.saturating_sub(1)].1
            );
        }
        right += game.iter().zip(&found).filter(|((mv, _), other)| mv == *other).count();
        all += game.len();
    }
    println!("{right} of {all} plies right with one photograph in twenty left out");
    assert!(right * 1000 >= all * 997, "{right} of {all} plies right");
}

/// The matches of `rules/games`, both boards in turn, as `(board, uci, placement after it)`.
fn matches() -> Option<Vec<Vec<(BoardId, String, Placement)>>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/rules/games/online21.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("DID NOT RUN: ../shared/rules/games/online21.jsonl is not there");
        return None;
    };
    let read = |line: &str| {
        let whole: serde_json::Value = serde_json::from_str(line).unwrap();
        let plies = whole["plies"].as_array().unwrap().iter().map(|ply| {
            let (board, fen) = if ply["b"] == "A" { (BoardId::A, &ply["fa"]) } else { (BoardId::B, &ply["fb"]) };
            let placement = fen.as_str().unwrap().split('[').next().unwrap().parse().unwrap();
            (board, ply["uci"].as_str().unwrap().to_owned(), placement)
        });
        plies.collect()
    };
    Some(text.lines().filter(|line| line.starts_with('{')).map(read).collect())
}

#[test]
fn whole_bughouse_matches_are_found_from_a_photograph_a_ply() {
    let Some(matches) = matches() else { return };
    for (noise, floor) in [(NONE, 1000), (USUAL, 985)] {
        let (mut right, mut all) = (0, 0);
        for (number, plies) in matches.iter().enumerate() {
            let mut arbiter = Arbiter::new(Setup::new(BoardId::BOTH.to_vec(), MoveRules::FREE));
            let mut told = Told::default();
            let mut eyes = BoardId::BOTH.map(|board| Eyes::new(100 + 2 * number as u64 + board.index() as u64, noise));
            let mut look = |board: BoardId, placement: &Placement, frame: usize| {
                let evidence = eyes[board.index()].look(placement);
                let at = Stamp::from_millis(1000 * frame as i64);
                told.take(&arbiter.step(&observation(evidence, board, frame as u64, at, Standing::Photograph)));
            };
            BoardId::BOTH.iter().for_each(|&board| look(board, &Placement::start(), 0));
            for (frame, (board, _, placement)) in plies.iter().enumerate() {
                look(*board, placement, frame + 1);
            }
            told.take(&arbiter.finish(Stamp::from_millis(1000 * plies.len() as i64)));
            for board in BoardId::BOTH {
                let found = told.moves(board);
                let truth: Vec<&String> = plies.iter().filter(|ply| ply.0 == board).map(|ply| &ply.1).collect();
                let same = truth.iter().zip(&found).filter(|(a, b)| **a == *b).count();
                if same < truth.len() && noise.kind == 0.0 {
                    let first = truth.iter().zip(&found).position(|(a, b)| *a != b).unwrap_or(found.len());
                    println!(
                        "match {number} board {board} ply {first}: {:?} for {:?}",
                        found.get(first),
                        truth.get(first)
                    );
                }
                right += same;
                all += truth.len();
            }
        }
        println!("{right} of {all} plies of {} matches right, kinds misread {}", matches.len(), noise.kind);
        assert!(right * 1000 >= all * floor, "{right} of {all} plies right");
    }
}
