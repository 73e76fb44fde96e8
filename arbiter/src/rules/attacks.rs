//! Which squares a piece attacks: tables made at compile time, and sliding attacks by the hyperbola quintessence
//! (chessprogramming.org/Hyperbola_Quintessence) on files and diagonals and by a look-up on ranks.
//!
//! Sets of squares are plain `u64` here and in the rest of the move generator: bit `i` is the square of index `i`
//! (a1 is 0, h1 is 7, h8 is 63), as in [`board::SquareSet`].
use board::{Color, Square};

/// The first rank's squares.
pub(super) const RANK_1: u64 = 0xff;
/// The eighth rank's squares.
pub(super) const RANK_8: u64 = RANK_1 << 56;
/// The a-file's squares.
const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The h-file's squares.
const FILE_H: u64 = FILE_A << 7;

/// The squares reached from `square` by one of the `steps` (files, ranks), as far as they are on the board.
const fn leaps(square: usize, steps: &[(i32, i32)]) -> u64 {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let (f, r) = (file + steps[i].0, rank + steps[i].1);
        if f >= 0 && f < 8 && r >= 0 && r < 8 {
            set |= 1 << (r * 8 + f);
        }
        i += 1;
    }
    set
}

const fn leap_table(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = leaps(square, steps);
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leap_table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = leap_table(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[u64; 64]; 2] = [leap_table(&[(-1, 1), (1, 1)]), leap_table(&[(-1, -1), (1, -1)])];

const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// All squares from `square` to the edge in one direction, `square` itself left out.
const fn ray(square: usize, step: (i32, i32)) -> u64 {
    let (mut file, mut rank) = ((square % 8) as i32 + step.0, (square / 8) as i32 + step.1);
    let mut set = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += step.0;
        rank += step.1;
    }
    set
}

/// `BETWEEN[a][b]`: the squares strictly between two squares of one line; none for others.
static BETWEEN: [[u64; 64]; 64] = line_tables().0;
/// `LINE[a][b]`: every square of the line through two squares, both included; none for squares of no common line.
static LINE: [[u64; 64]; 64] = line_tables().1;

const fn line_tables() -> ([[u64; 64]; 64], [[u64; 64]; 64]) {
    let (mut between, mut line) = ([[0; 64]; 64], [[0; 64]; 64]);
    let mut a = 0;
    while a < 64 {
        let mut d = 0;
        while d < 8 {
            let (onward, back) = (ray(a, DIRECTIONS[d]), ray(a, DIRECTIONS[(d + 4) % 8]));
            let mut b = 0;
            while b < 64 {
                if onward >> b & 1 == 1 {
                    between[a][b] = onward & ray(b, DIRECTIONS[(d + 4) % 8]);
                    line[a][b] = onward | back | 1 << a;
                }
                b += 1;
            }
            d += 1;
        }
        a += 1;
    }
    (between, line)
}

/// The three lines through a square whose far half a byte swap mirrors: its file and both diagonals, itself left out.
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [const { Lines { file: 0, diagonal: 0, antidiagonal: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = Lines {
            file: ray(square, (0, 1)) | ray(square, (0, -1)),
            diagonal: ray(square, (1, 1)) | ray(square, (-1, -1)),
            antidiagonal: ray(square, (1, -1)) | ray(square, (-1, 1)),
        };
        square += 1;
    }
    lines
};

/// `RANK_ATTACKS[occupancy of files b to g][file]`: what a rook sees along its rank.
static RANK_ATTACKS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let occupied = inner << 1;
        let mut file = 0i32;
        while file < 8 {
            let mut seen = 0u8;
            let mut direction = -1;
            while direction <= 1 {
                let mut f = file + direction;
                while f >= 0 && f < 8 {
                    seen |= 1 << f;
                    if occupied >> f & 1 == 1 {
                        break;
                    }
                    f += direction;
                }
                direction += 2;
            }
            table[inner][file as usize] = seen;
            file += 1;
        }
        inner += 1;
    }
    table
};

/// Attacks along one line: subtracting the slider from the blockers above it borrows up to the first of them.
#[inline]
const fn along(line: u64, bit: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let upward = blockers.wrapping_sub(bit);
    let downward = blockers.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (upward ^ downward) & line
}

/// What a bishop on `square` attacks when `occupied` squares stop it (the first of them included).
#[inline]
pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
    let lines = &LINES[square.index()];
    let bit = 1 << square.index();
    along(lines.diagonal, bit, occupied) | along(lines.antidiagonal, bit, occupied)
}

/// What a rook on `square` attacks when `occupied` squares stop it (the first of them included).
#[inline]
pub(super) fn rook(square: Square, occupied: u64) -> u64 {
    let shift = square.rank() * 8;
    let inner = (occupied >> (shift + 1)) as usize & 63;
    let rank = u64::from(RANK_ATTACKS[inner][square.file()]) << shift;
    along(LINES[square.index()].file, 1 << square.index(), occupied) | rank
}

/// The squares of both diagonals through `square`: what a bishop there would attack on an empty board.
#[inline]
pub(super) fn diagonals(square: Square) -> u64 {
    let lines = &LINES[square.index()];
    lines.diagonal | lines.antidiagonal
}

/// The squares of the file and the rank through `square`, itself included: what a rook there would attack on an empty board.
#[inline]
pub(super) fn file_and_rank(square: Square) -> u64 {
    LINES[square.index()].file | RANK_1 << (square.rank() * 8)
}

/// What a knight on `square` attacks.
#[inline]
pub(super) fn knight(square: Square) -> u64 {
    KNIGHT[square.index()]
}

/// What a king on `square` attacks.
#[inline]
pub(super) fn king(square: Square) -> u64 {
    KING[square.index()]
}

/// What a pawn of `color` on `square` attacks.
#[inline]
pub(super) fn pawn(color: Color, square: Square) -> u64 {
    PAWN[color.index()][square.index()]
}

/// The squares strictly between two squares of one line; none for others.
#[inline]
pub(super) fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}

/// Every square of the line through two squares, both included; none for squares of no common line.
#[inline]
pub(super) fn line(a: Square, b: Square) -> u64 {
    LINE[a.index()][b.index()]
}

/// The squares one step ahead of `set` for `color`; what leaves the board is gone.
#[inline]
pub(super) const fn ahead(set: u64, color: Color) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// The squares one step ahead and to the a-file's side of `set` for `color`.
#[inline]
pub(super) const fn ahead_towards_a(set: u64, color: Color) -> u64 {
    ahead((set & !FILE_A) >> 1, color)
}

/// The squares one step ahead and to the h-file's side of `set` for `color`.
#[inline]
pub(super) const fn ahead_towards_h(set: u64, color: Color) -> u64 {
    ahead((set & !FILE_H) << 1, color)
}

/// The squares of the rank that `color` counts as `rank` (0 is the rank its pieces begin on).
pub(super) const fn rank_of(color: Color, rank: usize) -> u64 {
    match color {
        Color::White => RANK_1 << (8 * rank),
        Color::Black => RANK_8 >> (8 * rank),
    }
}

/// The squares of a set, lowest index first.
pub(super) fn squares(set: u64) -> board::SquareSet {
    board::SquareSet(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square, as a person would.
    fn walked(square: Square, occupied: u64, directions: &[(i32, i32)]) -> u64 {
        let mut set = 0;
        for &(df, dr) in directions {
            let (mut file, mut rank) = (square.file() as i32 + df, square.rank() as i32 + dr);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let bit = 1 << (rank * 8 + file);
                set |= bit;
                if occupied & bit != 0 {
                    break;
                }
                (file, rank) = (file + df, rank + dr);
            }
        }
        set
    }

    #[test]
    fn sliding_attacks_are_those_walked_square_by_square() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let occupied = state & state.rotate_left(21);
            for square in Square::all() {
                let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                let slanted = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
                assert_eq!(rook(square, occupied), walked(square, occupied, &straight));
                assert_eq!(bishop(square, occupied), walked(square, occupied, &slanted));
            }
        }
    }

    #[test]
    fn lines_through_a_square_are_its_attacks_on_an_empty_board() {
        for square in Square::all() {
            assert_eq!(diagonals(square), bishop(square, 0));
            assert_eq!(file_and_rank(square), rook(square, 0) | 1 << square.index());
        }
    }

    #[test]
    fn lines_run_through_both_squares() {
        let at = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(squares(between(at("e1"), at("e4"))).map(|s| s.to_string()).collect::<Vec<_>>(), ["e2", "e3"]);
        assert_eq!(between(at("e1"), at("f3")), 0);
        assert_eq!(line(at("a1"), at("c3")), 0x8040_2010_0804_0201);
        assert_eq!(line(at("a1"), at("b3")), 0);
    }
}
