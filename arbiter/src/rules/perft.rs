//! Counting the ends of all lines of play to a depth: the move generator's arithmetic proof.
use super::{MoveList, MoveRules, Played, Position, Table};
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
    match depth {
        0 => 1,
        1 => position.count_legal(rules),
        _ => {
            let mut moves = MoveList::new();
            position.legal_moves(rules, &mut moves);
            let one = |&mv| {
                let mut after = *position;
                let played = after.play(mv);
                if captures == Captures::ToTheCapturer {
                    give_to_capturer(&mut after, played, rules);
                }
                perft(&after, rules, captures, depth - 1)
            };
            moves.iter().map(one).sum()
        }
    }
}

fn give_to_capturer(position: &mut Position, played: Played, rules: &MoveRules) {
    if let Some(captured) = played.captured {
        let demoted = captured.promoted && rules.demote_on_capture;
        position.pocket_mut(played.color).add(if demoted { Kind::Pawn } else { captured.piece.kind });
    }
}

/// The number of lines of `depth` plies on two linked boards, where at every ply the side to move of either may move.
pub fn perft_table(table: &Table, rules: &MoveRules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => BoardId::BOTH.into_iter().map(|board| table.board(board).count_legal(rules)).sum(),
        _ => {
            let mut lines = 0;
            let mut moves = MoveList::new();
            for board in BoardId::BOTH {
                table.board(board).legal_moves(rules, &mut moves);
                for &mv in &moves {
                    let mut after = *table;
                    after.play(board, mv, rules);
                    lines += perft_table(&after, rules, depth - 1);
                }
            }
            lines
        }
    }
}
