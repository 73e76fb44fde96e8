//! Counting the ends of all lines of play to a depth: the move generator's arithmetic proof.
use super::{Move, MoveList, MoveRules, Played, Position, Table};
use board::{BoardId, Kind};

/// Where a captured piece goes when one board is counted alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// Off the table, as in chess.
    LeaveTheTable,
    /// Into the reserve of whoever took it, turned over to his colour, as in Crazyhouse.
    ToTheCapturer,
}

/// The number of lines of `depth` plies from a position.
pub fn perft(position: &Position, rules: &MoveRules, captures: Captures, depth: u32) -> u64 {
    count(position, rules, captures, depth, &mut lists(depth))
}

/// A list of moves for each ply, so that none is made anew for every position.
fn lists(depth: u32) -> Vec<MoveList> {
    vec![MoveList::new(); depth.saturating_sub(1) as usize]
}

fn count(position: &Position, rules: &MoveRules, captures: Captures, depth: u32, lists: &mut [MoveList]) -> u64 {
    match lists.split_first_mut() {
        None if depth == 0 => 1,
        None => position.count_legal(rules),
        Some((moves, lists)) => {
            position.legal_moves(rules, moves);
            let one = |&mv| count(&after(position, mv, rules, captures), rules, captures, depth - 1, lists);
            moves.iter().map(one).sum()
        }
    }
}

/// The same for each first move: what a wrong number is traced with. `depth` is 1 or more; 0 has no first move.
pub fn divide(position: &Position, rules: &MoveRules, captures: Captures, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = MoveList::new();
    if depth > 0 {
        position.legal_moves(rules, &mut moves);
    }
    let one = |&mv| (mv, perft(&after(position, mv, rules, captures), rules, captures, depth - 1));
    moves.iter().map(one).collect()
}

fn after(position: &Position, mv: Move, rules: &MoveRules, captures: Captures) -> Position {
    let mut after = *position;
    let played = after.play(mv);
    if captures == Captures::ToTheCapturer {
        give_to_capturer(&mut after, played, rules);
    }
    after
}

fn give_to_capturer(position: &mut Position, played: Played, rules: &MoveRules) {
    if let Some(captured) = played.captured {
        let demoted = captured.promoted && rules.demote_on_capture;
        position.pocket_mut(played.color).add(if demoted { Kind::Pawn } else { captured.piece.kind });
    }
}

/// The number of lines of `depth` plies on two linked boards, where at every ply the side to move of either may move.
pub fn perft_table(table: &Table, rules: &MoveRules, depth: u32) -> u64 {
    count_table(table, rules, depth, &mut lists(depth))
}

fn count_table(table: &Table, rules: &MoveRules, depth: u32, lists: &mut [MoveList]) -> u64 {
    match lists.split_first_mut() {
        None if depth == 0 => 1,
        None => BoardId::BOTH.into_iter().map(|board| table.board(board).count_legal(rules)).sum(),
        Some((moves, lists)) => {
            let mut lines = 0;
            for board in BoardId::BOTH {
                table.board(board).legal_moves(rules, moves);
                for &mv in &*moves {
                    let mut after = *table;
                    after.play(board, mv, rules);
                    lines += count_table(&after, rules, depth - 1, lists);
                }
            }
            lines
        }
    }
}

/// The same for each first move, on either board. `depth` is 1 or more; 0 has no first move.
pub fn divide_table(table: &Table, rules: &MoveRules, depth: u32) -> Vec<(BoardId, Move, u64)> {
    let mut lines = Vec::new();
    let mut moves = MoveList::new();
    for board in BoardId::BOTH.into_iter().filter(|_| depth > 0) {
        table.board(board).legal_moves(rules, &mut moves);
        lines.extend(moves.iter().map(|&mv| {
            let mut after = *table;
            after.play(board, mv, rules);
            (board, mv, perft_table(&after, rules, depth - 1))
        }));
    }
    lines
}
