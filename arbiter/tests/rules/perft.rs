//! The numbers of nodes in `shared/rules/perft`, as far as time allows: by default those of few nodes, with
//! `TANDEM_SLOW=1` those of up to 30 million (in all some ten minutes of one core; the random
//! positions alone, 65 thousand million nodes, take seven), with `TANDEM_PERFT_NODES=N` those of up to N. All of
//! them together are five million million nodes.
use crate::shared::{material, slow};
use arbiter::rules::{Captures, MoveRules, Position, Table, perft, perft_table};
use std::fs;

/// The largest number counted in the slow mode.
const SLOW_LIMIT: u64 = 30_000_000;

/// One position with the numbers published for it.
struct Case {
    name: String,
    position: String,
    counts: Vec<(u32, u64)>,
}

/// Reads `id`, `epd` and `perft DEPTH NODES` lines.
fn read_perft(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("id ") {
            cases.push(Case { name: name.to_owned(), position: String::new(), counts: Vec::new() });
        } else if let Some(position) = line.strip_prefix("epd ") {
            cases.last_mut().expect("an id before the epd").position = position.to_owned();
        } else if let Some(numbers) = line.strip_prefix("perft ") {
            let (depth, nodes) = numbers.split_once(' ').expect("a depth and a number");
            let count = (depth.parse().expect("a depth"), nodes.trim().parse().expect("a number"));
            cases.last_mut().expect("an id before the numbers").counts.push(count);
        }
    }
    cases
}

/// Reads `ONE FEN` or `TWO FEN | FEN` lines followed by `dDEPTH NODES` lines; `kind` picks one of the two.
fn read_bughouse(text: &str, kind: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut wanted = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("  d") {
            let mut fields = rest.split_whitespace().map(|field| field.parse::<u64>());
            if let (true, Some(Ok(depth)), Some(Ok(nodes))) = (wanted, fields.next(), fields.next()) {
                cases.last_mut().expect("a position before the numbers").counts.push((depth as u32, nodes));
            }
        } else if let Some((which, position)) = line.split_once(' ') {
            wanted = which == kind;
            if wanted {
                cases.push(Case { name: position.to_owned(), position: position.to_owned(), counts: Vec::new() });
            }
        }
    }
    cases
}

/// Counts every case to the depths of at most `limit` nodes and compares; returns how many numbers were compared.
fn check(cases: &[Case], limit: u64, count: impl Fn(&str, u32) -> u64) -> usize {
    let mut compared = 0;
    for case in cases {
        assert!(!case.counts.is_empty(), "{} has no number", case.name);
        for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= limit) {
            assert_eq!(count(&case.position, depth), nodes, "{}: {} to depth {depth}", case.name, case.position);
            compared += 1;
        }
    }
    compared
}

fn one_board(rules: &MoveRules, captures: Captures) -> impl Fn(&str, u32) -> u64 {
    move |fen, depth| perft(&fen.parse::<Position>().expect("a position"), rules, captures, depth)
}

fn file(name: &str) -> Option<String> {
    material(&format!("rules/perft/{name}")).map(|path| fs::read_to_string(path).expect("a readable file"))
}

/// The largest number to count, where `quick` is enough by default.
fn limit(quick: u64) -> u64 {
    match std::env::var("TANDEM_PERFT_NODES") {
        Ok(nodes) => nodes.parse().expect("TANDEM_PERFT_NODES is a number of nodes"),
        Err(_) if slow() => SLOW_LIMIT,
        Err(_) => quick,
    }
}

fn chess(name: &str, quick: u64, at_least: usize) {
    let Some(text) = file(name) else { return };
    let compared = check(&read_perft(&text), limit(quick), one_board(&MoveRules::CHESS, Captures::LeaveTheTable));
    assert!(compared >= at_least, "only {compared} numbers of {name} were compared");
}

#[test]
fn chess_positions_that_trip_move_generators() {
    chess("tricky.perft", u64::MAX, 70);
}

#[test]
fn random_chess_positions() {
    chess("random.perft", 40_000, 20_000);
}

#[test]
fn chess960_positions() {
    chess("chess960.perft", 300_000, 2_900);
}

#[test]
fn the_start_position_to_depth_5() {
    let start = Position::start();
    assert_eq!(perft(&start, &MoveRules::CHESS, Captures::LeaveTheTable, 5), 4_865_609);
}

#[test]
fn crazyhouse_positions() {
    for name in ["crazyhouse.perft", "crazyhouse_pythonchess.perft"] {
        let Some(text) = file(name) else { return };
        let compared = check(&read_perft(&text), u64::MAX, one_board(&MoveRules::FREE, Captures::ToTheCapturer));
        assert!(compared >= 14, "only {compared} numbers of {name} were compared");
    }
}

#[test]
fn one_board_of_bughouse() {
    for name in ["bughouse_perft_fairystockfish.txt", "bughouse_perft_shakmaty_derived.txt"] {
        let Some(text) = file(name) else { return };
        let cases = read_bughouse(&text, "ONE");
        let compared = check(&cases, limit(5_000_000), one_board(&MoveRules::FREE, Captures::LeaveTheTable));
        assert!(compared >= 22, "only {compared} numbers of {name} were compared");
    }
}

#[test]
fn two_linked_boards_of_bughouse() {
    for name in ["bughouse_perft_fairystockfish.txt", "bughouse_perft_shakmaty_derived.txt"] {
        let Some(text) = file(name) else { return };
        let cases = read_bughouse(&text, "TWO");
        let count =
            |fens: &str, depth| perft_table(&fens.parse::<Table>().expect("two positions"), &MoveRules::FREE, depth);
        let compared = check(&cases, limit(5_000_000), count);
        assert!(compared >= 13, "only {compared} numbers of {name} were compared");
    }
}
