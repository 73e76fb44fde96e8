//! Matches as JSON lines: one match a line, with its `result` and `plies`, each with board `b`, colour `c`, `uci` and, where known,
//! `rem`, the tenths of a second remaining.
use super::record::{Place, Ply, Record, RecordError, play_ply};
use crate::rules::{Irregularity, Move, MoveRules, Table};
use board::{BoardId, Color};
use serde::Deserialize;

#[derive(Deserialize)]
struct Match {
    #[serde(default)]
    result: Option<String>,
    plies: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    b: BoardId,
    c: char,
    uci: String,
    #[serde(default)]
    rem: Option<i64>,
}

/// Reads every match of a file; fields that are not known are passed over. Moves that are not legal are read and marked.
///
/// # Errors
/// When a line is not JSON, or lacks what a match needs: which, and what is wrong.
pub fn read(bytes: &[u8], rules: &MoveRules) -> Result<Vec<Record>, RecordError> {
    let text = super::lexer::decode(bytes);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| read_match(number + 1, line, rules)).collect()
}

fn read_match(line: usize, text: &str, rules: &MoveRules) -> Result<Record, RecordError> {
    let wrong = |column: usize, reason: String| RecordError { place: Place { line, column }, reason };
    let read: Match = serde_json::from_str(text).map_err(|error| wrong(error.column(), error.to_string()))?;
    let mut record = Record { result: read.result.unwrap_or_else(|| "*".to_owned()), ..Record::default() };
    let mut table = Table::start();
    for (index, ply) in read.plies.into_iter().enumerate() {
        let here = |reason: String| wrong(1, format!("ply {index}: {reason}"));
        let mv: Move = ply.uci.parse().map_err(|error: crate::rules::ParseMoveError| here(error.to_string()))?;
        let color = match ply.c {
            'w' => Color::White,
            'b' => Color::Black,
            other => return Err(here(format!("{other:?} is no colour: write w or b"))),
        };
        let position = table.board_mut(ply.b);
        let out_of_turn = position.turn() != color;
        position.set_turn(color);
        let mut irregularities = position.irregularities_as(color, mv, rules);
        if out_of_turn {
            irregularities.push(Irregularity::OutOfTurn);
            irregularities.sort_unstable();
        }
        play_ply(&mut table, ply.b, color, mv, rules);
        let remaining_ms = ply.rem.map(|tenths| tenths.saturating_mul(100));
        let place = Place { line, column: 1 };
        record.plies.push(Ply { board: ply.b, color, mv, remaining_ms, irregularities, remarks: Vec::new(), place });
    }
    Ok(record)
}
