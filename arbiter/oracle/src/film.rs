//! What happens at a table, as it could be filmed: pieces that appear and vanish, hands in the way, clocks pressed.

use board::{BoardId, Color, Content, Input, Piece, Placement, Seat, Square, SquareSet, Stamp};

/// A piece beside a board, by its number.
pub type Token = usize;

/// How a square shows its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pose {
    /// As it should.
    #[default]
    Upright,
    /// Knocked over: somebody's piece, its kind hardly to be told.
    Lying,
}

/// Something that changes what can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A square holds this from now on.
    Square(BoardId, Square, Content, Pose),
    /// A piece lies beside a board, at this place of its table (1/100 of a square from a1's outer corner).
    Lay(Token, BoardId, Piece, (i32, i32)),
    /// A piece that lay beside a board no longer does.
    Lift(Token),
}

/// A hand, or another thing, in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Over which board, or the table beside it.
    pub board: BoardId,
    /// From this moment.
    pub from: Stamp,
    /// To this one, no longer included.
    pub until: Stamp,
    /// The squares that cannot be seen.
    pub squares: SquareSet,
    /// Whether the table beside the board is covered as well.
    pub beside: bool,
}

/// A table's film.
#[derive(Clone, Debug)]
pub struct Film {
    /// What stands on both boards at the beginning.
    pub start: [Placement; 2],
    /// What changes, in any order; equal moments in the order in which they were added.
    pub changes: Vec<(Stamp, Change)>,
    /// What is in the way.
    pub covers: Vec<Cover>,
    /// What does not come from a camera: clock readings and declarations.
    pub words: Vec<Input>,
    /// When it ends.
    pub end: Stamp,
}

impl Film {
    /// A film that begins so.
    pub fn new(start: [Placement; 2]) -> Film {
        Film { start, changes: Vec::new(), covers: Vec::new(), words: Vec::new(), end: Stamp::ZERO }
    }

    /// A square holds `content` from `at` on.
    pub fn put(&mut self, at: Stamp, board: BoardId, square: Square, content: Content) {
        self.changes.push((at, Change::Square(board, square, content, Pose::Upright)));
    }

    /// A hand covers these squares of a board.
    pub fn cover(&mut self, board: BoardId, (from, until): (Stamp, Stamp), squares: SquareSet) {
        self.covers.push(Cover { board, from, until, squares, beside: false });
    }

    /// A hand covers the table beside a board.
    pub fn cover_beside(&mut self, board: BoardId, (from, until): (Stamp, Stamp)) {
        self.covers.push(Cover { board, from, until, squares: SquareSet::EMPTY, beside: true });
    }
}

/// The squares that a hand over `at` and its arm cover for a camera above: the square and its neighbours, and a way of two files
/// (`lean` says on which side of the hand) to the edge at which the player of `side` sits.
pub fn hand_over(at: Square, side: Color, lean: bool) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    let (file, rank) = (at.file() as i32, at.rank() as i32);
    let mut add = |file: i32, rank: i32| {
        if let (Ok(file), Ok(rank)) = (usize::try_from(file), usize::try_from(rank)) {
            Square::new(file, rank).into_iter().for_each(|square| squares.insert(square));
        }
    };
    for df in -1..=1 {
        for dr in -1..=1 {
            add(file + df, rank + dr);
        }
    }
    let arm = if side == Color::White { 0..=rank } else { rank..=7 };
    for rank in arm {
        add(file, rank);
        add(if lean { file + 1 } else { file - 1 }, rank);
    }
    squares
}

/// A place for the `index`-th piece beside a board on its owner's side, in 1/100 of a square from a1's outer corner.
pub fn place_beside(seat: Seat, index: usize) -> (i32, i32) {
    let (column, row) = ((index % 3) as i32, (index / 3) as i32);
    let y = if seat.color == Color::White { 60 + 110 * (row % 4) } else { 740 - 110 * (row % 4) };
    (860 + 110 * column + 330 * (row / 4), y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_covers_its_square_the_neighbours_and_the_way_to_its_owner() {
        let names = |squares: SquareSet| squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        let e4 = "e4".parse().unwrap();
        assert_eq!(names(hand_over(e4, Color::White, true)), "e1 f1 e2 f2 d3 e3 f3 d4 e4 f4 d5 e5 f5");
        let h7 = "h7".parse().unwrap();
        assert_eq!(names(hand_over(h7, Color::Black, true)), "g6 h6 g7 h7 g8 h8");
    }
}
