//! Matches as JSON lines: one match a line, with its `result`, the reason `end` for which each board's game ended, and
//! its `plies`, each with board `b`, colour `c`, `uci` and, where known, the time remaining: `rem` in tenths of a second or
//! `rem_ms` in milliseconds. A match that did not begin at the start has both boards' FENs in `start`, `A-FEN | B-FEN`.
use super::{
    games,
    record::{Place, Ply, Record, RecordError, end_reason_tag, judge, play_ply},
    san,
};
use crate::rules::{Move, MoveRules, Table, words::nearest};
use board::{BoardId, Color};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};

#[derive(Deserialize)]
struct Match<'a> {
    #[serde(default, borrow)]
    result: Option<&'a RawValue>,
    #[serde(default)]
    end: Option<[Option<String>; 2]>,
    #[serde(default)]
    base_ds: Option<u32>,
    #[serde(default, borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow)]
    plies: Vec<&'a RawValue>,
}

/// A ply's fields as they stand in the line, so that an error can point at the one that is wrong.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    b: &'a RawValue,
    #[serde(borrow)]
    c: &'a RawValue,
    #[serde(borrow)]
    uci: &'a RawValue,
    #[serde(default)]
    rem: Option<i64>,
    #[serde(default)]
    rem_ms: Option<i64>,
}

const MATCH_KEYS: [&str; 6] = ["match", "result", "end", "base_ds", "start", "plies"];
const PLY_KEYS: [&str; 5] = ["b", "c", "uci", "rem", "rem_ms"];

/// Reads every match of a file; fields that are not known are passed over. Moves that are not legal are read and marked.
///
/// # Errors
/// When a line is not JSON, or lacks what a match needs: where, and what would be right.
pub fn read(bytes: &[u8], rules: &MoveRules) -> Result<Vec<Record>, RecordError> {
    let text = super::lexer::decode(bytes);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, text)| Line { number: number + 1, text }.read(rules)).collect()
}

/// A line of the file.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn read(self, rules: &MoveRules) -> Result<Record, RecordError> {
        let read: Match<'a> = self.parse(self.text, &MATCH_KEYS, "a match")?;
        let mut record = Record { result: self.result(read.result)?, ..Record::default() };
        if let Some(tenths) = read.base_ds {
            record.tags.push(("TimeControl".to_owned(), format!("{}+0", tenths / 10)));
        }
        for (board, reason) in BoardId::BOTH.into_iter().zip(read.end.into_iter().flatten()) {
            record.tags.extend(reason.map(|reason| (end_reason_tag(board).to_owned(), reason)));
        }
        if let Some(start) = read.start {
            let fens: String = self.value(start, || "a text with both boards' FENs".to_owned())?;
            record.start = fens.parse().map_err(|error: super::fen::FenError| {
                self.wrong(self.offset(start.get()), format!("start: {error}"))
            })?;
        }
        let mut table = record.start;
        for (index, ply) in read.plies.into_iter().enumerate() {
            record.plies.push(self.ply(index, ply, &mut table, rules)?);
        }
        Ok(record)
    }

    fn result(self, field: Option<&'a RawValue>) -> Result<String, RecordError> {
        let Some(field) = field else { return Ok("*".to_owned()) };
        let reason = || format!("result: {} is no result: write \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"", field.get());
        let word: Option<String> = self.value(field, reason)?;
        let known = word.as_deref().map_or(Some("*"), games::result);
        known.map(str::to_owned).ok_or_else(|| self.wrong(self.offset(field.get()), reason()))
    }

    fn ply(self, index: usize, text: &'a RawValue, table: &mut Table, rules: &MoveRules) -> Result<Ply, RecordError> {
        let fields: Fields<'a> = self.parse(text.get(), &PLY_KEYS, &format!("ply {}", index + 1))?;
        let expected = |field: &RawValue, what: &str| format!("ply {}: {} is {what}", index + 1, field.get());
        let board: BoardId = self.value(fields.b, || expected(fields.b, "no board: write \"A\" or \"B\""))?;
        let color =
            match self.value::<String>(fields.c, || expected(fields.c, "no colour: write \"w\" or \"b\""))?.as_str() {
                "w" => Color::White,
                "b" => Color::Black,
                _ => {
                    let reason = expected(fields.c, "no colour: write \"w\" or \"b\"");
                    return Err(self.wrong(self.offset(fields.c.get()), reason));
                }
            };
        let move_text: String = self.value(fields.uci, || expected(fields.uci, "no move: write it as in \"e2e4\""))?;
        let mv: Move = move_text.parse().map_err(|error: crate::rules::ParseMoveError| {
            self.wrong(self.offset(fields.uci.get()), format!("ply {}: {error}", index + 1))
        })?;
        let position = table.board_mut(board);
        let out_of_turn = position.turn() != color;
        position.set_turn(color);
        let irregularities = judge(position, color, mv, out_of_turn, rules);
        play_ply(table, board, color, mv, rules);
        let remaining_ms = fields.rem_ms.or(fields.rem.map(|tenths| tenths.saturating_mul(100)));
        if let Some(ms) = remaining_ms.filter(|ms| ms.unsigned_abs() > games::MAX_MS.unsigned_abs()) {
            return Err(self.wrong(self.offset(text.get()), format!("ply {}: nobody has {ms} ms left", index + 1)));
        }
        let place = self.place(self.offset(text.get()));
        Ok(Ply { board, color, mv, remaining_ms, irregularities, remarks: Vec::new(), place })
    }

    /// Reads an object out of a part of the line.
    fn parse<T: Deserialize<'a>>(self, part: &'a str, known: &[&str], what: &str) -> Result<T, RecordError> {
        // serde would take a list for an object, its values in order
        if !part.trim_start().starts_with('{') {
            return Err(self.wrong(self.offset(part), format!("{what} is an object: write it in {{ }}")));
        }
        serde_json::from_str(part).map_err(|error| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            // serde_json counts bytes from 1 and stands behind what it could not use
            let offset = self.offset(part) + error.column().saturating_sub(1);
            let missing = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
            match missing {
                Some(key) => self.wrong(self.offset(part), missing_key(part, key, known, what)),
                None => self.wrong(offset, format!("{what}: {message}")),
            }
        })
    }

    fn value<T: Deserialize<'a>>(self, field: &'a RawValue, reason: impl Fn() -> String) -> Result<T, RecordError> {
        serde_json::from_str(field.get()).map_err(|_| self.wrong(self.offset(field.get()), reason()))
    }

    /// Where a part of the line begins in it, in bytes.
    fn offset(self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn place(self, offset: usize) -> Place {
        let before = self.text.char_indices().take_while(|(at, _)| *at < offset).count();
        Place { line: self.number, column: before + 1 }
    }

    fn wrong(self, offset: usize, reason: String) -> RecordError {
        RecordError { place: self.place(offset), reason }
    }
}

/// Says that `key` is missing, and which key was perhaps meant for it.
fn missing_key(object: &str, key: &str, known: &[&str], what: &str) -> String {
    let keys = serde_json::from_str::<Map<String, Value>>(object).unwrap_or_default();
    let strangers = keys.keys().map(String::as_str).filter(|stranger| !known.contains(stranger));
    match nearest(key, strangers) {
        Some(meant) => format!("{what} has no {key:?}; is {meant:?} meant for it?"),
        None => format!("{what} has no {key:?}"),
    }
}

/// A match as it is written, in the order of its fields.
#[derive(Serialize)]
struct Written<'a> {
    r#match: usize,
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<[Option<&'a str>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_ds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    plies: Vec<WrittenPly>,
}

#[derive(Serialize)]
struct WrittenPly {
    b: BoardId,
    c: char,
    uci: Move,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rem: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rem_ms: Option<i64>,
}

/// Writes a match as one line, its line end included. `number` goes into the field `match`. Remarks and tags other than the
/// time and the reasons of the end have no place in it.
///
/// # Errors
/// Never for a match that was read; `serde_json` leaves it open.
pub fn write(record: &Record, number: usize, rules: &MoveRules) -> serde_json::Result<String> {
    let plies = record.replay(rules).map(|(before, ply, _)| {
        let mut position = *before.board(ply.board);
        position.set_turn(ply.color);
        WrittenPly {
            b: ply.board,
            c: if ply.color == Color::White { 'w' } else { 'b' },
            uci: ply.mv,
            san: san::write(&position, ply.mv, rules),
            rem: ply.remaining_ms.map(|ms| ms.div_euclid(100)),
            rem_ms: ply.remaining_ms.filter(|ms| ms % 100 != 0),
        }
    });
    let base_s = record.tag("TimeControl").and_then(|control| control.strip_suffix("+0")?.parse::<u32>().ok());
    let end = BoardId::BOTH.map(|board| record.end_reason(board));
    let line = serde_json::to_string(&Written {
        r#match: number,
        result: &record.result,
        end: (end != [None; 2]).then_some(end),
        base_ds: base_s.and_then(|seconds| seconds.checked_mul(10)),
        start: (record.start != Table::start()).then(|| record.start.to_string()),
        plies: plies.collect(),
    });
    Ok(line? + "\n")
}
