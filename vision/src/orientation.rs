//! Which side of a board is White's.

use board::{BoardEvidence, Color, Content, Kind, Piece, Placement, Square, Visibility};

/// Fewer squares in view than this say too little.
const LEAST_SEEN: usize = 48;

/// The start position fits when this share of the squares in view is empty, white or black as in it: a dozen in a hundred
/// may be misread.
const LEAST_SHARE: f32 = 0.88;

/// How many squares better than any other turn the best one must fit. Half a turn changes the colour of 32 squares.
const LEAST_LEAD: usize = 16;

/// By how much a turn must be the likeliest to be worth a hint, in the units of [`lean`]; the start position has 78.
const LEAST_LEAN: f32 = 15.0;

/// Why it cannot be told which side is White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoOrientation {
    /// Too much of the board is covered or outside the picture.
    #[error("only {0} of 64 squares are in view, too few to tell which side is White's: give it with --white-at")]
    TooLittleSeen(usize),
    /// It is not the start position, or too much of it is misread.
    #[error(
        "this is not the start position ({fitting} of {seen} squares fit), so it cannot be told which side is White's: give it with --white-at"
    )]
    NotTheStart {
        /// How many squares fit at best.
        fitting: usize,
        /// How many are in view.
        seen: usize,
    },
    /// The start position, but the board lies wrong.
    #[error(
        "the pieces stand as at the start, but with a dark square at White's right: turn the board, or give White's side with --white-at"
    )]
    DarkAtTheRight,
}

/// By how many quarter turns the board was read wrong, judged by the start position: 0 when `evidence` has the names of
/// the squares right, `n` when [`turned`] by `n` has. Colours decide, not kinds, and several squares may be misread. `allowed`
/// says which turns have a light square at White's right, where that is known.
///
/// # Errors
/// When it cannot be told.
pub fn turns_from_start(evidence: &BoardEvidence, allowed: [bool; 4]) -> Result<usize, NoOrientation> {
    let seen = evidence.0.iter().filter(|look| look.visibility != Visibility::NotSeen).count();
    if seen < LEAST_SEEN {
        return Err(NoOrientation::TooLittleSeen(seen));
    }
    let fits: [usize; 4] = std::array::from_fn(|turns| fitting(&turned(evidence, turns)));
    let best = (0..4).max_by_key(|&turns| fits[turns]).unwrap_or(0);
    let next = (0..4).filter(|&turns| turns != best).map(|turns| fits[turns]).max().unwrap_or(0);
    if (fits[best] as f32) < LEAST_SHARE * seen as f32 || fits[best] < next + LEAST_LEAD {
        return Err(NoOrientation::NotTheStart { fitting: fits[best], seen });
    }
    if allowed[best] { Ok(best) } else { Err(NoOrientation::DarkAtTheRight) }
}

/// As [`turns_from_start`], but for any position: the turn that has the pawns and the king of each side nearest to it. Good
/// for a hint to a person, not for more: late in a game it is often wrong.
pub fn likely_turns(evidence: &BoardEvidence, allowed: [bool; 4]) -> Option<usize> {
    let mut leans: Vec<(usize, f32)> =
        (0..4).filter(|&turns| allowed[turns]).map(|turns| (turns, lean(&turned(evidence, turns)))).collect();
    leans.sort_by(|a, b| b.1.total_cmp(&a.1));
    let lead = match leans.as_slice() {
        [] => return None,
        [only] => only.1,
        [best, next, ..] => best.1 - next.1,
    };
    (lead >= LEAST_LEAN).then(|| leans[0].0)
}

/// The evidence as it is when the board's squares are named a number of quarter turns on: with one turn the first rank lies where
/// the a-file lay, h1 where a1 lay. It goes with [`calibration::Lattice::with_first_rank_on_edge`]: what was read with edge `e` is,
/// after `n` turns, what is read with edge `e + n`.
pub fn turned(evidence: &BoardEvidence, quarter_turns: usize) -> BoardEvidence {
    let mut result = evidence.clone();
    for _ in 0..quarter_turns % 4 {
        let before = result.clone();
        for square in Square::all() {
            // (file, rank) is where (rank, 7 - file) was
            result.0[square.index()] = before.0[(7 - square.file()) * 8 + square.rank()];
        }
    }
    result
}

/// How many squares in view are empty, white or black as in the start position.
fn fitting(evidence: &BoardEvidence) -> usize {
    let start = Placement::start();
    let colour = |content: Content| content.map(|piece| piece.color);
    let in_view = Square::all().filter(|&square| evidence.at(square).visibility != Visibility::NotSeen);
    in_view.filter(|&square| colour(evidence.at(square).best()) == colour(start[square])).count()
}

/// How much the pieces lean to their own sides: ranks from the board's middle, weighed by what a piece's place says.
fn lean(evidence: &BoardEvidence) -> f32 {
    let one = |square: Square, piece: Piece| {
        let towards_black = square.rank() as f32 - 3.5;
        let at_home = if piece.color == Color::White { -towards_black } else { towards_black };
        match piece.kind {
            // No pawn stands on the first or the last rank
            Kind::Pawn if at_home.abs() > 3.0 => -4.0,
            Kind::Pawn => at_home,
            Kind::King => 2.0 * at_home,
            _ => 0.5 * at_home,
        }
    };
    let in_view = Square::all().filter(|&square| evidence.at(square).visibility != Visibility::NotSeen);
    in_view.filter_map(|square| evidence.at(square).best().map(|piece| one(square, piece))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{LogProb, SquareEvidence};
    use calibration::{Lattice, Point};

    const ANY: [bool; 4] = [true; 4];

    /// What is seen of a placement by good eyes.
    fn seen(placement: &Placement) -> BoardEvidence {
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all() {
            let mut look = SquareEvidence { visibility: Visibility::Seen, ..SquareEvidence::NOT_SEEN };
            look.likelihood = [LogProb(-1000); board::CLASS_COUNT];
            look.likelihood[Piece::class_of(placement[square])] = LogProb::ZERO;
            evidence.0[square.index()] = look;
        }
        evidence
    }

    fn start() -> BoardEvidence {
        seen(&Placement::start())
    }

    #[test]
    fn four_turns_are_none_and_one_turn_agrees_with_the_lattice() {
        let evidence = start();
        assert_eq!(turned(&evidence, 4), evidence);
        assert_eq!(turned(&turned(&evidence, 1), 3), evidence);

        // A king on the square at the picture's top left
        let corner = |x, y| Point::new(x, y);
        let lattice = Lattice { clockwise: [corner(0., 0.), corner(8., 0.), corner(8., 8.), corner(0., 8.)] };
        let square_at_top_left = |edge: usize| {
            let table = lattice.with_first_rank_on_edge(edge).table_from_image().unwrap().apply(corner(0.5, 0.5));
            Square::new(table.x as usize, table.y as usize).unwrap()
        };
        let king = Some(Piece::new(Color::White, Kind::King));
        let mut placement = Placement::EMPTY;
        placement[square_at_top_left(0)] = king;
        for turns in 0..4 {
            assert_eq!(turned(&seen(&placement), turns).at(square_at_top_left(turns)).best(), king);
        }
    }

    #[test]
    fn the_start_position_tells_in_every_turn() {
        for turns in 0..4 {
            let read = turned(&start(), (4 - turns) % 4);
            assert_eq!(turns_from_start(&read, ANY), Ok(turns));
            assert_eq!(likely_turns(&read, ANY), Some(turns));
        }
    }

    #[test]
    fn a_few_misread_squares_and_wrong_kinds_do_not_matter() {
        let mut placement = Placement::start();
        for square in ["a1", "d1", "c8", "h7"] {
            let square: Square = square.parse().unwrap();
            placement[square] = placement[square].map(|piece| Piece::new(!piece.color, Kind::Pawn));
        }
        for file in 0..8 {
            placement[Square::new(file, 1).unwrap()] = Some(Piece::new(Color::White, Kind::Bishop));
        }
        assert_eq!(turns_from_start(&turned(&seen(&placement), 3), ANY), Ok(1));
    }

    #[test]
    fn other_positions_cannot_tell() {
        let middle: Placement = "r4rk1/pp3ppp/2n1b3/3p4/3P4/2N1B3/PP3PPP/R4RK1".parse().unwrap();
        assert!(matches!(turns_from_start(&seen(&middle), ANY), Err(NoOrientation::NotTheStart { .. })));
        assert_eq!(likely_turns(&turned(&seen(&middle), 2), ANY), Some(2));
        assert!(matches!(turns_from_start(&seen(&Placement::EMPTY), ANY), Err(NoOrientation::NotTheStart { .. })));
        assert_eq!(likely_turns(&seen(&Placement::EMPTY), ANY), None);
        assert_eq!(turns_from_start(&BoardEvidence::not_seen(), ANY), Err(NoOrientation::TooLittleSeen(0)));
    }

    #[test]
    fn one_colour_for_all_pieces_cannot_tell() {
        let mut placement = Placement::start();
        for square in Square::all() {
            placement[square] = placement[square].map(|piece| Piece::new(Color::White, piece.kind));
        }
        assert!(matches!(turns_from_start(&seen(&placement), ANY), Err(NoOrientation::NotTheStart { .. })));
    }

    #[test]
    fn a_board_that_lies_wrong_is_said_to() {
        let read = turned(&start(), 1);
        assert_eq!(turns_from_start(&read, [true, false, true, false]), Err(NoOrientation::DarkAtTheRight));
        assert_eq!(turns_from_start(&read, [false, true, false, true]), Ok(3));
    }
}
