//! Finding a board in a picture without help.
//!
//! Corners between four squares are looked for ([`saddles`]), put into rows and columns ([`growth`]), the eight by eight
//! squares among them chosen by how well their colours alternate ([`extent`]), and the board fitted to the lines
//! between the squares ([`refine`]).

mod bend;
mod edges;
mod extent;
mod field;
mod grey;
mod growth;
mod model;
mod refine;
mod saddles;
mod search;

use crate::{Corners, Lattice, Point, SquareMesh};
use capture::Image;
use search::search;

/// A margin (see [`FoundBoard::margin`]) below this is a pattern that goes on beyond the 64 squares.
const LEAST_MARGIN: f64 = 0.5;

/// A board found in a picture.
#[derive(Clone, Debug)]
pub struct FoundBoard {
    /// The outer corners of the 64 squares, in pixels.
    pub lattice: Lattice,
    /// Whether the corner square at `lattice.clockwise[0]` is light. a1 and h8 are dark: it says which two of the four
    /// edges can be White's (see [`FoundBoard::possible_first_ranks`]).
    pub light_first_corner: bool,
    /// The standard error of the worst corner by the fit, in squares.
    pub error_squares: f64,
    /// How well the squares' colours alternate, from 0 (chance) to 1 (an ideal empty board in full view): the mean
    /// over the edges between the squares of the step in brightness over the usual step. An occupied board in play has
    /// about 0.7.
    pub confidence: f64,
    /// By how much the choice of these 64 squares is better than one a row or column off, in edges out of 112. Below 2.5 a
    /// whole row at the rim is hardly seen, under a hand for instance: another picture will be surer.
    pub margin: f64,
    /// Where the 9x9 corners of squares are seen, in pixels, where they deviate from the homography of the four
    /// corners: `[row][column]`, columns from `clockwise[0]` to `clockwise[1]`, rows from there to `clockwise[3]`.
    pub bent: Option<Box<[[Point; 9]; 9]>>,
}

/// Why no board was found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NotFound {
    /// Nothing in the picture looks like the corners of a chessboard's squares.
    #[error(
        "no chessboard was found in the {width}x{height} picture; show the whole board from above with at least one \
         empty square in view, or give its corners with --corners"
    )]
    NoLattice {
        /// The picture's width in pixels.
        width: usize,
        /// The picture's height in pixels.
        height: usize,
    },
    /// There is a chessboard's pattern, but not which 64 squares of it are the board.
    #[error(
        "a chessboard's pattern was found in the {width}x{height} picture, but not where it ends; show the whole board with \
         no hand over its rim, or give its corners with --corners"
    )]
    EndsHidden {
        /// The picture's width in pixels.
        width: usize,
        /// The picture's height in pixels.
        height: usize,
    },
    /// Fewer boards than were asked for.
    #[error(
        "{found} of {expected} boards were found in the picture; show all of them whole, or give their corners with \
         --corners"
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many were asked for.
        expected: usize,
    },
    /// OpenCV failed.
    #[error("the picture could not be searched for a chessboard: {0}")]
    Failed(String),
}

/// Finds the board in a picture, with or without pieces on it, turned and tilted as it may be. Of several it
/// takes the one that is clearest.
///
/// # Errors
/// When there is none, or none that can be seen well enough.
pub fn find_board(image: &Image) -> Result<FoundBoard, NotFound> {
    let (width, height) = (image.width(), image.height());
    let found = search(image, 1)?;
    let somewhere = !found.is_empty();
    match found.into_iter().find(FoundBoard::ends_seen) {
        Some(board) => Ok(board),
        None if somewhere => Err(NotFound::EndsHidden { width, height }),
        None => Err(NotFound::NoLattice { width, height }),
    }
}

/// Finds `expected` boards in a picture, from left to right by their centres.
///
/// # Errors
/// When there are fewer.
pub fn find_boards(image: &Image, expected: usize) -> Result<Vec<FoundBoard>, NotFound> {
    let mut boards = search(image, expected)?;
    boards.retain(FoundBoard::ends_seen);
    if boards.len() < expected {
        return Err(NotFound::TooFew { found: boards.len(), expected });
    }
    boards.truncate(expected);
    boards.sort_by(|a, b| a.lattice.centre().x.total_cmp(&b.lattice.centre().x));
    Ok(boards)
}

impl FoundBoard {
    fn ends_seen(&self) -> bool {
        self.margin >= LEAST_MARGIN
    }

    /// The two edges of the outline, as [`Lattice::with_first_rank_on_edge`] counts them, that can be the first rank's:
    /// those whose later corner, a1's, belongs to a dark square.
    pub fn possible_first_ranks(&self) -> [usize; 2] {
        // Edge i ends at corner i + 1, which has the first corner's colour when i is odd.
        if self.light_first_corner { [0, 2] } else { [1, 3] }
    }

    /// The mesh for `corners`, which must be this board's in one of the four orders, or `None` where the board has none.
    pub fn mesh(&self, corners: &Corners) -> Option<SquareMesh> {
        let bent = self.bent.as_ref()?;
        let first = self.lattice.clockwise.iter().position(|corner| corner.distance(corners.a8) < 1e-6)?;
        SquareMesh::from_seen(corners, |x, y| {
            // Right and down as White sees the board, from a8.
            let (right, down) = (x, 8 - y);
            let (column, row) = match first {
                0 => (right, down),
                1 => (8 - down, right),
                2 => (8 - right, 8 - down),
                _ => (down, 8 - right),
            };
            bent[row][column]
        })
    }
}
