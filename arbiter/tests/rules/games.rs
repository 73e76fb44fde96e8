//! Real matches, ply by ply: nothing irregular in them, every move written and read as they have it, every position as theirs, and
//! the mates found exactly those they ended with.
use crate::shared::material;
use arbiter::{
    notation::{fen, san},
    rules::{Move, MoveRules, Table},
};
use board::{BoardId, Color};
use serde_json::Value;
use std::fs;

fn board_of(ply: &Value) -> BoardId {
    if ply["b"] == "A" { BoardId::A } else { BoardId::B }
}

/// A FEN with the letters of its reserve in one order: theirs lists them as they came.
fn in_order(fen: &str) -> String {
    let (placement, rest) = fen.split_once('[').expect("a reserve");
    let (reserve, rest) = rest.split_once(']').expect("a reserve's end");
    let mut letters: Vec<char> = reserve.chars().collect();
    letters.sort_unstable();
    format!("{placement}[{}]{rest}", letters.into_iter().collect::<String>())
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}"))
}

#[test]
fn the_online_matches_replay_with_no_irregularity_and_end_in_their_mates() {
    let Some(path) = material("rules/games/online21.jsonl") else { return };
    let rules = MoveRules::FREE;
    let (mut matches, mut plies, mut mates) = (0, 0, 0);
    for line in fs::read_to_string(path).expect("a readable file").lines() {
        let game: Value = serde_json::from_str(line).expect("one match a line");
        let mut table = Table::start();
        let mut mated = [false; 2];
        for (number, ply) in game["plies"].as_array().expect("plies").iter().enumerate() {
            let place = format!("match {} ply {number} {}", game["match"], text(ply, "uci"));
            let (board, written) = (board_of(ply), text(ply, "san"));
            // The other board's last ply may have been on its way when this one was mated.
            assert!(!mated[board.index()], "{place}: play goes on after a mate");
            let mv: Move = text(ply, "uci").parse().expect("a move");
            let position = *table.board(board);
            assert_eq!(position.irregularities(mv, &rules), [], "{place}");
            assert_eq!(san::read(&position, written, &rules), Ok(mv), "{place}");
            let ours = san::write(&position, mv, &rules);
            assert_eq!(ours.trim_end_matches(['+', '#']), written.trim_end_matches(['+', '#']), "{place}");
            let color = if ply["c"] == "w" { Color::White } else { Color::Black };
            let played = table.play(board, mv, &rules);
            assert_eq!(played.color, color, "{place}");
            for (board, key) in [(BoardId::A, "fa"), (BoardId::B, "fb")] {
                let theirs = text(ply, key);
                let ours = fen::write(table.board(board), fen::PocketStyle::Brackets);
                assert_eq!(in_order(&ours), in_order(theirs), "{place} board {board}");
            }
            mated[board.index()] = table.board(board).is_mate(&rules);
            assert_eq!(ours.ends_with('#'), mated[board.index()], "{place}: {ours}");
            plies += 1;
        }
        let ended = BoardId::BOTH.map(|board| game["end"][board.index()] == "checkmated");
        assert_eq!(mated, ended, "match {}", game["match"]);
        mates += mated.into_iter().filter(|&mated| mated).count();
        matches += 1;
    }
    assert_eq!((matches, plies, mates), (21, 2182, 13));
}
