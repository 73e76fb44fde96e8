//! The two boards' lines woven into games that can be played through.

use super::lines::{Lines, Step};
use arbiter::event::Turn;
use arbiter::rules::{Irregularity, Move, MoveRules, Pocket, Position, Table};
use board::{BoardId, Color, Placement, Stamp};
use std::collections::VecDeque;

/// A drop whose piece has not been taken yet waits for the other board's moves up to this much later, in milliseconds: the
/// moments of two boards are not exact enough to put them in order.
const DROP_WAITS_MS: i64 = 5000;

/// A stretch of a match that can be played through from its beginning.
#[derive(Clone, Debug)]
pub struct Game {
    /// What stood on both boards when it began, with the reserves.
    pub start: Table,
    /// When it began.
    pub began: Stamp,
    /// The board that was taken as seen, where the stretch follows another because nothing explained what stood there.
    pub taken_as_seen: Option<BoardId>,
    /// What was played, in order.
    pub entries: Vec<Entry>,
}

/// A turn with what stood before and after it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As it stands after all amendments.
    pub turn: Turn,
    /// What was played.
    pub mv: Move,
    /// Both boards before it.
    pub before: Table,
    /// Both boards after it.
    pub after: Table,
}

impl Game {
    /// Both boards at a moment: with the turns that had been played by then.
    pub fn table_at(&self, at: Stamp, rules: &MoveRules) -> Table {
        let mut table = self.start;
        // what follows a turn that was yet to come was yet to come, whatever its moment
        let mut open = [true; 2];
        for entry in &self.entries {
            let board = entry.turn.board;
            open[board.index()] &= entry.turn.at <= at;
            if open[board.index()] {
                play(&mut table, &entry.turn, entry.mv, rules);
            }
        }
        table
    }
}

/// Weaves both boards' lines by their moments.
///
/// # Errors
/// When a turn's move is none.
pub(super) fn games(lines: &Lines, rules: &MoveRules) -> Result<Vec<Game>, String> {
    let mut open = BoardId::BOTH.map(|board| VecDeque::from(lines.of(board)));
    let mut weave = Weave { games: Vec::new(), table: Table::start() };
    while let Some(board) = next(&open, &weave.table) {
        let Some(step) = open[board.index()].pop_front() else { break };
        match step {
            Step::Begins(placement, at) => {
                let position = Position::from_placement(&placement, to_move(&open[board.index()], Color::White));
                weave.stands(board, position, at, false);
            }
            Step::Stands(placement, at) => {
                let last = weave.table.board(board).turn();
                weave.seen(board, &placement, to_move(&open[board.index()], last), at);
            }
            Step::Holds(color, pocket, at) => weave.holds(board, color, pocket, at),
            Step::Played(turn) => weave.played(turn, rules)?,
        }
    }
    Ok(weave.games)
}

/// The board whose next step comes next: the earlier, and of a drop that waits for its piece and what may bring it the latter.
fn next(open: &[VecDeque<Step>; 2], table: &Table) -> Option<BoardId> {
    let [a, b] = [open[0].front(), open[1].front()];
    let earlier = match (a, b) {
        (None, None) => return None,
        (Some(_), None) => return Some(BoardId::A),
        (None, Some(_)) => return Some(BoardId::B),
        (Some(a), Some(b)) if a.at() <= b.at() => BoardId::A,
        (Some(_), Some(_)) => BoardId::B,
    };
    let (Some(Step::Played(first)), Some(Step::Played(other))) =
        (open[earlier.index()].front(), open[earlier.other().index()].front())
    else {
        return Some(earlier);
    };
    let waits = match first.uci.parse() {
        Ok(Move::Drop { kind, .. }) => first.legal && table.reserve(first.seat).count(kind) == 0,
        _ => false,
    };
    let near = other.at.millis_since(first.at) <= DROP_WAITS_MS;
    Some(if waits && near { earlier.other() } else { earlier })
}

/// Whose move it is where `line` goes on: he who plays next, or `otherwise` where nobody does.
fn to_move(line: &VecDeque<Step>, otherwise: Color) -> Color {
    match line.front() {
        Some(Step::Played(turn)) if turn.violations.contains(&Irregularity::OutOfTurn) => !turn.seat.color,
        Some(Step::Played(turn)) => turn.seat.color,
        _ => otherwise,
    }
}

struct Weave {
    games: Vec<Game>,
    table: Table,
}

impl Weave {
    /// A board's game begins from `position`, its reserves as the position has them, or it is taken `as_seen`.
    fn stands(&mut self, board: BoardId, position: Position, at: Stamp, as_seen: bool) {
        let fresh = self.games.last().is_some_and(|game| game.entries.iter().all(|entry| entry.turn.board != board));
        *self.table.board_mut(board) = position;
        match self.games.last_mut() {
            // nothing was played there: it is what this game began from
            Some(game) if fresh => {
                let held = Color::BOTH.map(|color| game.start.board(board).pocket(color));
                *game.start.board_mut(board) = position;
                if as_seen {
                    for color in Color::BOTH {
                        *game.start.board_mut(board).pocket_mut(color) = held[color.index()];
                    }
                }
            }
            _ => {
                let taken_as_seen = as_seen.then_some(board);
                self.games.push(Game { start: self.table, began: at, taken_as_seen, entries: Vec::new() });
            }
        }
    }

    /// A board is taken as seen; what is held stays held.
    fn seen(&mut self, board: BoardId, placement: &Placement, turn: Color, at: Stamp) {
        let mut position = Position::from_placement(placement, turn);
        for color in Color::BOTH {
            *position.pocket_mut(color) = self.table.board(board).pocket(color);
        }
        self.stands(board, position, at, true);
    }

    /// A reserve was put right: no file of games has a word for that, so another game begins from there.
    fn holds(&mut self, board: BoardId, color: Color, pocket: Pocket, at: Stamp) {
        *self.table.board_mut(board).pocket_mut(color) = pocket;
        match self.games.last_mut() {
            Some(game) if game.entries.is_empty() => *game.start.board_mut(board).pocket_mut(color) = pocket,
            _ => {
                let taken_as_seen = Some(board);
                self.games.push(Game { start: self.table, began: at, taken_as_seen, entries: Vec::new() });
            }
        }
    }

    fn played(&mut self, turn: Turn, rules: &MoveRules) -> Result<(), String> {
        let mv: Move =
            turn.uci.parse().map_err(|error| format!("the session is damaged: turn {}: {error}", turn.id.0))?;
        if self.games.is_empty() {
            self.games.push(Game { start: self.table, began: turn.at, taken_as_seen: None, entries: Vec::new() });
        }
        let before = self.table;
        play(&mut self.table, &turn, mv, rules);
        let (board, at, after) = (turn.board, turn.at, self.table);
        let mut recorded = before;
        play_as_recorded(&mut recorded, &turn, mv, rules);
        if let Some(game) = self.games.last_mut() {
            game.entries.push(Entry { turn, mv, before, after });
        }
        // a displacement without the special meaning that a file of games would give it: the file goes on from what stood
        if recorded.board(board).placement() != after.board(board).placement() {
            self.games.push(Game { start: after, began: at, taken_as_seen: Some(board), entries: Vec::new() });
        }
        Ok(())
    }
}

/// Plays a turn as the arbiter believes it was: an irregular one as a mere displacement.
fn play(table: &mut Table, turn: &Turn, mv: Move, rules: &MoveRules) {
    if turn.legal {
        return play_as_recorded(table, turn, mv, rules);
    }
    let position = table.board_mut(turn.board);
    position.set_turn(turn.seat.color);
    let played = position.play_anything(mv);
    position.set_turn(!turn.seat.color);
    table.pass_on(turn.board, played, rules);
}

/// Plays a turn as whoever reads it in a file of games does.
fn play_as_recorded(table: &mut Table, turn: &Turn, mv: Move, rules: &MoveRules) {
    let position = table.board_mut(turn.board);
    position.set_turn(turn.seat.color);
    let played = position.play_as(turn.seat.color, mv);
    position.set_turn(!turn.seat.color);
    table.pass_on(turn.board, played, rules);
}
