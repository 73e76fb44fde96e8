use super::{Move, MoveRules, Played, Pocket, Position};
use board::{BoardId, Kind, Seat};

/// The two boards of a match, linked: what is taken on one goes to the partner's reserve on the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Table {
    boards: [Position; 2],
}

impl Table {
    /// Both boards at the start of a game.
    pub fn start() -> Table {
        Table::default()
    }

    /// A table of two positions, A's and B's.
    pub const fn new(a: Position, b: Position) -> Table {
        Table { boards: [a, b] }
    }

    /// One of the boards.
    pub const fn board(&self, board: BoardId) -> &Position {
        &self.boards[board.index()]
    }

    /// One of the boards, to change it.
    pub const fn board_mut(&mut self, board: BoardId) -> &mut Position {
        &mut self.boards[board.index()]
    }

    /// What a seat holds.
    pub const fn reserve(&self, seat: Seat) -> Pocket {
        self.board(seat.board).pocket(seat.color)
    }

    /// Whether it is the seat's turn on its board.
    pub fn is_on_move(&self, seat: Seat) -> bool {
        self.board(seat.board).turn() == seat.color
    }

    /// Plays a move, legal or not (see [`Position::play`]), and passes what was taken on.
    pub fn play(&mut self, board: BoardId, mv: Move, rules: &MoveRules) -> Played {
        let played = self.board_mut(board).play(mv);
        self.pass_on(board, played, rules);
        played
    }

    /// Plays a displacement without special meaning (see [`Position::play_anything`]) and passes what was taken on.
    pub fn play_anything(&mut self, board: BoardId, mv: Move, rules: &MoveRules) -> Played {
        let played = self.board_mut(board).play_anything(mv);
        self.pass_on(board, played, rules);
        played
    }

    /// Puts what a move took into the reserve of the capturer's partner. An own piece taken, or a king, goes nowhere.
    pub fn pass_on(&mut self, board: BoardId, played: Played, rules: &MoveRules) {
        if let Some(kind) = passed_on(played, rules) {
            let partner = Seat::new(board, played.color).partner();
            self.board_mut(partner.board).pocket_mut(partner.color).add(kind);
        }
    }
}

/// The piece that a move hands to the partner: what was taken, a promoted piece as a pawn where the rules turn it back.
pub fn passed_on(played: Played, rules: &MoveRules) -> Option<Kind> {
    let captured = played
        .captured
        .filter(|captured| rules.drops && captured.piece.color != played.color && captured.piece.kind != Kind::King)?;
    Some(if captured.promoted && rules.demote_on_capture { Kind::Pawn } else { captured.piece.kind })
}
