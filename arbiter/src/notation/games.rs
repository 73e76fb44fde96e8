//! Reading and writing recorded games: what BPGN (two boards) and PGN (one) have in common.
use super::{
    fen::{self, FenError},
    lexer::{Token, decode, tokens},
    record::{Place, Ply, Record, RecordError, judge, play_ply},
    san,
};
use crate::rules::{MoveRules, Position, Table};
use board::{BoardId, Color};
use std::fmt::Write as _;

/// The results a game can be closed with.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The result a word stands for, in any of its spellings.
pub(super) fn result(word: &str) -> Option<&'static str> {
    let word = match word {
        "1:0" => "1-0",
        "0:1" => "0-1",
        "1/2" | "\u{bd}-\u{bd}" | "0.5-0.5" => "1/2-1/2",
        word => word,
    };
    RESULTS.into_iter().find(|result| *result == word)
}

/// The remark that marks a move that was not legal and stood: it is made anew when a record is written.
const IRREGULAR: &str = "irregular:";

/// How a file says whose a move is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbering {
    /// `12A.` and `12a.`: the letter names board and colour.
    Lettered,
    /// `12.` and `12...`: one board, colours alternate.
    Plain,
}

/// Splits a file into its games: a tag after a move or a result begins the next.
fn split(tokens: Vec<(Place, Token)>) -> Vec<Vec<(Place, Token)>> {
    let mut games: Vec<Vec<(Place, Token)>> = Vec::new();
    let mut in_tags = false;
    for (place, token) in tokens {
        let tag = matches!(token, Token::Tag(..));
        if games.is_empty() || (tag && !in_tags) {
            games.push(Vec::new());
        }
        // A comment between tags does not end them.
        in_tags = tag || (in_tags && matches!(token, Token::Comment(_)));
        if let Some(game) = games.last_mut() {
            game.push((place, token));
        }
    }
    games
}

/// Reads every game of a file.
pub(super) fn read_all(bytes: &[u8], numbering: Numbering, rules: &MoveRules) -> Result<Vec<Record>, RecordError> {
    let games = split(tokens(&decode(bytes))?);
    games.into_iter().map(|game| Reader::new(numbering, rules).read(game)).collect()
}

struct Reader<'a> {
    numbering: Numbering,
    rules: &'a MoveRules,
    record: Record,
    table: Table,
    started: bool,
    /// Whose move the last number announced.
    next: Option<(BoardId, Color)>,
}

impl<'a> Reader<'a> {
    fn new(numbering: Numbering, rules: &'a MoveRules) -> Reader<'a> {
        let record = Record { result: "*".to_owned(), ..Record::default() };
        let table = Table::start();
        Reader { numbering, rules, record, table, started: false, next: None }
    }

    fn read(mut self, game: Vec<(Place, Token)>) -> Result<Record, RecordError> {
        for (place, token) in game {
            match token {
                Token::Tag(name, value, value_place) => self.tag(value_place, name, value)?,
                Token::Comment(text) => self.comment(text),
                Token::Word(word) => self.word(place, &word)?,
            }
        }
        if let ("*", Some(result)) = (self.record.result.as_str(), self.record.tag("Result").and_then(result)) {
            self.record.result = result.to_owned();
        }
        Ok(self.record)
    }

    fn tag(&mut self, value_place: Place, name: String, value: String) -> Result<(), RecordError> {
        if name.eq_ignore_ascii_case("FEN") {
            self.table = self.starting_table(&value).map_err(|error| RecordError {
                place: Place { column: value_place.column + error.column - 1, ..value_place },
                reason: format!("{} (in the FEN {value:?})", error.reason),
            })?;
            self.record.start = self.table;
        }
        if name == "Variant" && self.numbering == Numbering::Plain {
            let with_drops = ["bughouse", "crazyhouse"].iter().any(|variant| value.eq_ignore_ascii_case(variant));
            self.record.reserves_unknown = self.rules.drops && with_drops;
        }
        self.record.tags.push((name, value));
        Ok(())
    }

    fn starting_table(&self, fen: &str) -> Result<Table, FenError> {
        match self.numbering {
            Numbering::Lettered => fen.parse(),
            Numbering::Plain => Ok(Table::new(fen::read(fen)?, Position::start())),
        }
    }

    /// A remark; one that is a number or a `%clk` is the time left.
    fn comment(&mut self, text: String) {
        if text.is_empty() || text.starts_with(IRREGULAR) {
            return;
        }
        let Some(ply) = self.record.plies.last_mut().filter(|_| self.started) else {
            self.record.remarks.push(text);
            return;
        };
        match remaining_ms(&text) {
            Some(ms) if ply.remaining_ms.is_none() => ply.remaining_ms = Some(ms),
            _ => ply.remarks.push(text),
        }
    }

    fn word(&mut self, place: Place, word: &str) -> Result<(), RecordError> {
        if let Some(result) = result(word) {
            self.record.result = result.to_owned();
            // What is still remarked is about the end.
            if let Some(last) = self.record.plies.last_mut() {
                self.record.remarks.append(&mut last.remarks);
            }
            self.started = false;
            return Ok(());
        }
        let mut rest = word;
        let mut column = place.column;
        if let Some((length, announced)) = self.number(word) {
            self.next = Some(announced);
            rest = &word[length..];
            column += length;
        }
        match rest {
            "" => Ok(()),
            "!" | "?" | "!!" | "??" | "!?" | "?!" | "+" | "#" | "e.p." | "ep" => Ok(()),
            _ => self.ply(Place { column, ..place }, rest),
        }
    }

    /// The number a word begins with, its length in bytes, and whose move it announces.
    fn number(&self, word: &str) -> Option<(usize, (BoardId, Color))> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return None;
        }
        let after = &word[digits..];
        match self.numbering {
            Numbering::Lettered => {
                let letter = after.chars().next()?;
                let board = if matches!(letter, 'A' | 'a') { BoardId::A } else { BoardId::B };
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                let dots = after[letter.len_utf8()..].bytes().take_while(|&byte| byte == b'.').count();
                let alone = after.len() == letter.len_utf8();
                let announces = matches!(letter, 'A' | 'a' | 'B' | 'b') && (dots > 0 || alone);
                announces.then_some((digits + letter.len_utf8() + dots, (board, color)))
            }
            Numbering::Plain => {
                let dots = after.bytes().take_while(|&byte| byte == b'.').count();
                let color = if dots > 1 { Color::Black } else { Color::White };
                (dots > 0 || after.is_empty()).then_some((digits + dots, (BoardId::A, color)))
            }
        }
    }

    fn ply(&mut self, place: Place, text: &str) -> Result<(), RecordError> {
        let wrong = |reason: String| RecordError { place, reason };
        let (board, color) = match (self.numbering, self.next.take()) {
            (_, Some(announced)) => announced,
            (Numbering::Plain, None) => (BoardId::A, self.table.board(BoardId::A).turn()),
            (Numbering::Lettered, None) => {
                return Err(wrong(format!("{text:?} has no number that says whose it is: write it as in 1A. {text}")));
            }
        };
        let out_of_turn = self.table.board(board).turn() != color;
        self.table.board_mut(board).set_turn(color);
        let (mv, position) = self.meant(board, text).map_err(|error| {
            wrong(format!(
                "{error}; board {board} stands at {}",
                fen::write(self.table.board(board), fen::PocketStyle::Brackets)
            ))
        })?;
        let irregularities = judge(&position, color, mv, out_of_turn, self.rules);
        *self.table.board_mut(board) = position;
        play_ply(&mut self.table, board, color, mv, self.rules);
        self.started = true;
        let (remaining_ms, remarks) = (None, Vec::new());
        self.record.plies.push(Ply { board, color, mv, remaining_ms, irregularities, remarks, place });
        Ok(())
    }

    /// The move a text means, and the position it was played in: as it is, or with the dropped piece in hand where
    /// nothing tells what is held.
    fn meant(&self, board: BoardId, text: &str) -> Result<(crate::rules::Move, Position), san::SanError> {
        let position = *self.table.board(board);
        let legal = san::read(&position, text, self.rules);
        if let (Err(_), true, Ok(crate::rules::Move::Drop { kind, .. })) =
            (&legal, self.record.reserves_unknown, san::read_irregular(&position, text))
        {
            let mut held = position;
            held.pocket_mut(held.turn()).add(kind);
            if let Ok(mv) = san::read(&held, text, self.rules) {
                return Ok((mv, held));
            }
        }
        legal.or_else(|_| san::understand(&position, text, self.rules)).map(|mv| (mv, position))
    }
}

/// The longest time there can be, thirty years: what is written has at most nine digits of seconds.
pub(super) const MAX_MS: i64 = 999_999_999_999;

/// Before a remark that looks like a time and is none.
const SAID: &str = "C:";

/// The time left that a remark gives: seconds (`119.051`, `-0.5`), minutes and seconds (`1:59`), or `[%clk 0:01:59]`.
fn remaining_ms(text: &str) -> Option<i64> {
    if text.trim_start().starts_with(SAID) {
        return None;
    }
    let time = match text.split_once("%clk") {
        Some((_, rest)) => rest.trim().trim_end_matches(']').trim(),
        None => text.trim(),
    };
    let (sign, digits) = time.strip_prefix('-').map_or((1, time), |rest| (-1, rest));
    let mut ms = 0_i64;
    for part in digits.split(':') {
        let (whole, fraction) = part.split_once('.').unwrap_or((part, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
        ms = ms.checked_mul(60)?.checked_add(whole.parse::<i64>().ok()? * 1000 + thousandths.parse::<i64>().ok()?)?;
    }
    (ms <= MAX_MS).then_some(sign * ms)
}

/// Seconds with as many decimals as needed: `119.051`, `180`, `-0.576`.
pub(super) fn seconds(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:03}", ms.unsigned_abs() / 1000, ms.unsigned_abs() % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Writes tags: those named in `order` first, then the others as they come. `Result` is the record's.
pub(super) fn write_tags(text: &mut String, record: &Record, order: &[&str], start: Option<String>) {
    let mut tags: Vec<(&str, String)> = Vec::new();
    for &name in order {
        let value = if name == "Result" { record.result.as_str() } else { record.tag(name).unwrap_or("?") };
        tags.push((name, value.to_owned()));
    }
    let is = |name: &str, tag: &str| name.eq_ignore_ascii_case(tag);
    let known = |name: &str| order.contains(&name) || is(name, "FEN") || is(name, "SetUp");
    tags.extend(
        record.tags.iter().filter(|(name, _)| !known(name)).map(|(name, value)| (name.as_str(), value.clone())),
    );
    if let Some(fen) = start {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen));
    }
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
}

/// Words joined into lines of at most 80 characters.
pub(super) struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    pub(super) fn new(text: String) -> Lines {
        Lines { text, column: 0 }
    }

    pub(super) fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= 80;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// What somebody remarked: one that looks like a time is said to be a comment.
    pub(super) fn comment(&mut self, comment: &str) {
        match remaining_ms(comment) {
            Some(_) => self.remark(&format!("{SAID}{comment}")),
            None => self.remark(comment),
        }
    }

    /// A remark in braces; a brace within would end it and becomes a parenthesis.
    pub(super) fn remark(&mut self, remark: &str) {
        for word in format!("{{{}}}", remark.replace('{', "(").replace('}', ")")).split_whitespace() {
            self.word(word);
        }
    }

    pub(super) fn end(mut self, result: &str) -> String {
        self.word(result);
        self.text.push('\n');
        self.text
    }
}

/// The remarks of a ply, the mark of an irregular move first.
pub(super) fn write_remarks(lines: &mut Lines, ply: &Ply) {
    if !ply.irregularities.is_empty() {
        let reasons: Vec<&str> = ply.irregularities.iter().map(|reason| reason.word()).collect();
        lines.remark(&format!("{IRREGULAR} {}", reasons.join(", ")));
    }
    ply.remarks.iter().for_each(|remark| lines.comment(remark));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_spelling_and_written_in_one() {
        for (text, ms) in [
            ("119.051", 119_051),
            ("180", 180_000),
            ("-0.576", -576),
            ("1:59", 119_000),
            ("[%clk 0:01:59.5]", 119_500),
            ("0.1", 100),
        ] {
            assert_eq!(remaining_ms(text), Some(ms), "{text}");
            assert_eq!(remaining_ms(&seconds(ms)), Some(ms));
        }
        for text in ["", "Aw resigns", "1:x", "12 s", "9999999999", "."] {
            assert_eq!(remaining_ms(text), None, "{text}");
        }
        assert_eq!((seconds(119_050).as_str(), seconds(-576).as_str(), seconds(0).as_str()), ("119.05", "-0.576", "0"));
    }
}
