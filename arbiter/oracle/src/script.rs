//! Scripts of real matches: which plies were played, and when the piece of each was let go.

use arbiter::{
    notation::{Format, Record, RecordError},
    rules::{Move, MoveRules, Played, Table},
};
use board::{BoardId, Color, Kind, Seat, Stamp};
use std::path::{Path, PathBuf};

/// No ply of a board is played sooner after the one before it.
const LEAST_GAP_MS: i64 = 400;

/// A piece is not dropped sooner after its capture.
const PASS_MS: i64 = 300;

/// Longer thinking is cut to this: nothing can be seen of it.
const MOST_GAP_MS: i64 = 4000;

/// The first ply.
const BEGIN_MS: i64 = 1500;

/// One ply of a script.
#[derive(Clone, Debug)]
pub struct ScriptPly {
    /// Where.
    pub board: BoardId,
    /// Who.
    pub color: Color,
    /// What.
    pub mv: Move,
    /// When the piece is let go.
    pub at: Stamp,
    /// How long after the one before it on its board, in milliseconds.
    pub gap_ms: i64,
    /// The table before it.
    pub before: Table,
    /// The table after it.
    pub after: Table,
    /// What it did.
    pub played: Played,
}

/// A match as it is played on the bench.
#[derive(Clone, Debug)]
pub struct Script {
    /// The file's name and the match's number in it.
    pub name: String,
    /// The plies of both boards in order.
    pub plies: Vec<ScriptPly>,
}

/// A script cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// The file or folder cannot be opened.
    #[error("{path}: {error}", path = path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The file's text is no game.
    #[error("{path}: {error}", path = path.display())]
    Wrong {
        /// Which.
        path: PathBuf,
        /// Where and what.
        error: RecordError,
    },
    /// There is nothing to play.
    #[error("{path} holds no match of two boards (*.bpgn, *.jsonl)", path = path.display())]
    Nothing {
        /// Which.
        path: PathBuf,
    },
}

impl Script {
    /// A recorded match, its times stretched so that hands can play it.
    pub fn of(name: String, record: &Record, rules: &MoveRules) -> Script {
        let mut plies: Vec<ScriptPly> = Vec::new();
        let mut clock = Clock::of(record);
        let mut held: Vec<(Seat, Kind, i64)> = Vec::new();
        let mut last = [BEGIN_MS - LEAST_GAP_MS; 2];
        for (before, ply, played) in record.replay(rules) {
            let own = ply.board.index();
            let gap = clock.thought_ms(ply.board, ply.color, ply.remaining_ms).clamp(LEAST_GAP_MS, MOST_GAP_MS);
            // the record's order across the boards is kept: a piece is not dropped before it was taken
            let mut at = (last[own] + gap).max(plies.last().map_or(0, |ply| ply.at.millis()));
            let seat = Seat::new(ply.board, ply.color);
            if let Move::Drop { kind, .. } = ply.mv
                && let Some(index) = held.iter().position(|&(whose, what, _)| (whose, what) == (seat, kind))
            {
                at = at.max(held.remove(index).2 + PASS_MS);
            }
            let mut after = before;
            let position = after.board_mut(ply.board);
            position.set_turn(ply.color);
            position.play_as(ply.color, ply.mv);
            position.set_turn(!ply.color);
            if let Some(kind) = after.pass(ply.board, played, rules) {
                held.push((seat.partner(), kind, at));
            }
            let (at, gap_ms) = (Stamp::from_millis(at), at - last[own]);
            last[own] = at.millis();
            plies.push(ScriptPly { board: ply.board, color: ply.color, mv: ply.mv, at, gap_ms, before, after, played });
        }
        Script { name, plies }
    }

    /// Every match of a file, or of the files of a folder in the order of their names. Where a folder has the same matches as `.jsonl` and
    /// `.bpgn`, the former are taken.
    ///
    /// # Errors
    /// When a file cannot be opened or read, or there is no match.
    pub fn read_all(path: &Path, rules: &MoveRules) -> Result<Vec<Script>, ScriptError> {
        let unreadable = |error| ScriptError::Unreadable { path: path.to_owned(), error };
        let mut files = vec![path.to_owned()];
        if path.is_dir() {
            let entries = std::fs::read_dir(path).map_err(unreadable)?;
            files = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>().map_err(unreadable)?;
            let twin = |file: &PathBuf| {
                file.extension().is_some_and(|e| e == "bpgn") && file.with_extension("jsonl").is_file()
            };
            files.retain(|file| file.extension().is_some_and(|e| e == "bpgn" || e == "jsonl") && !twin(file));
            files.sort();
        }
        let mut scripts = Vec::new();
        for file in files {
            let bytes = std::fs::read(&file).map_err(|error| ScriptError::Unreadable { path: file.clone(), error })?;
            let format = Format::of(&bytes);
            let records =
                format.read(&bytes, rules).map_err(|error| ScriptError::Wrong { path: file.clone(), error })?;
            let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let several = records.len() > 1;
            for (number, record) in (1..).zip(records.iter().filter(|_| format.has_two_boards())) {
                let name = if several { format!("{stem}/{number}") } else { stem.clone() };
                scripts.push(Script::of(name, record, rules));
            }
        }
        if scripts.is_empty() { Err(ScriptError::Nothing { path: path.to_owned() }) } else { Ok(scripts) }
    }

    /// The plies of one board.
    pub fn of_board(&self, board: BoardId) -> impl Iterator<Item = &ScriptPly> {
        self.plies.iter().filter(move |ply| ply.board == board)
    }
}

/// How long each seat thought, from the remaining times.
struct Clock {
    left: [Option<i64>; 4],
}

impl Clock {
    fn of(record: &Record) -> Clock {
        let base = record.tag("TimeControl").and_then(|control| control.split('+').next()?.parse::<i64>().ok());
        Clock { left: [base.map(|seconds| seconds * 1000); 4] }
    }

    fn thought_ms(&mut self, board: BoardId, color: Color, remaining: Option<i64>) -> i64 {
        let left = &mut self.left[Seat::new(board, color).index()];
        let before = left.or(remaining);
        *left = remaining.or(*left);
        // where the record has no times a ply takes what one takes in the median
        before.zip(remaining).map_or(1000, |(before, now)| before - now)
    }
}

/// Passing on, saying what.
trait Pass {
    fn pass(&mut self, board: BoardId, played: Played, rules: &MoveRules) -> Option<Kind>;
}

impl Pass for Table {
    fn pass(&mut self, board: BoardId, played: Played, rules: &MoveRules) -> Option<Kind> {
        self.pass_on(board, played, rules);
        arbiter::rules::passed_on(played, rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = "[TimeControl \"120+0\"]\n[Result \"*\"]\n\n1A. e4 {119.9} 1a. d5 {119.8} 1B. d4 {110} 2A. exd5 {119.7} \
        1b. P@d5 {119.9} *\n";

    #[test]
    fn times_are_stretched_and_the_order_is_kept() {
        let rules = MoveRules::FREE;
        let records = Format::Bpgn.read(MATCH.as_bytes(), &rules).unwrap();
        let script = Script::of("x".to_owned(), &records[0], &rules);
        let at: Vec<i64> = script.plies.iter().map(|ply| ply.at.millis()).collect();
        // 0.1 s of thought become 0.4; ten seconds become four; the pawn that A's White took is Black's on B 0.3 s later
        assert_eq!(at, [1500, 1900, 5100, 5100, 5500]);
        assert_eq!(script.plies[4].mv.to_string(), "P@d5");
        assert_eq!(script.plies[4].before.reserve("Bb".parse().unwrap()).len(), 1);
    }
}
