//! The brightness of a board's squares in a few cells each, and what has changed between two moments.

use board::{Square, SquareSet};

/// Cells along an edge of a square.
pub(crate) const CELLS: usize = 4;

/// Cells in a square.
const IN_SQUARE: usize = CELLS * CELLS;

/// A square's change is that of the quarter of its cells that changed most: a pawn changes no more of a square.
const QUARTER: usize = IN_SQUARE / 4;

/// Groups of cells of like brightness by which a change of light is judged, 128 cells each.
const LIGHT_GROUPS: usize = 8;

/// A noisy picture changes everywhere. A square has changed when it did so this many times as much as the median square...
const TIMES_MEDIAN: f32 = 3.0;

/// ...but a change of this many times the least that counts is one in any noise: nearly half the board may be under a hand.
const CERTAIN_TIMES: f32 = 3.0;

/// Brightness from 0 to 255 of the cells of each square, squares in the order of [`Square::index`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cells(Box<[[f32; IN_SQUARE]; 64]>);

impl Default for Cells {
    fn default() -> Cells {
        Cells(Box::new([[0.0; IN_SQUARE]; 64]))
    }
}

impl Cells {
    /// From a picture of the board of 8 x [`CELLS`] rows, the eighth rank's first, a8 at the left.
    pub(crate) fn from_rows(pixels: &[u8]) -> Cells {
        let side = 8 * CELLS;
        let mut cells = Cells::default();
        for (at, &pixel) in pixels.iter().enumerate().take(side * side) {
            let (row, column) = (at / side, at % side);
            let square = (7 - row / CELLS) * 8 + column / CELLS;
            cells.0[square][(row % CELLS) * CELLS + column % CELLS] = f32::from(pixel);
        }
        cells
    }

    /// The squares that look different from `before`, apart from a change of the light or the exposure of the whole board.
    pub(crate) fn differences(&self, before: &Cells, least: f32) -> SquareSet {
        let light = self.light_since(before);
        let changes: [f32; 64] = std::array::from_fn(|square| {
            let mut cells: [f32; IN_SQUARE] =
                std::array::from_fn(|cell| (self.0[square][cell] - light.apply(before.0[square][cell])).abs());
            cells.sort_unstable_by(|a, b| b.total_cmp(a));
            cells[..QUARTER].iter().sum::<f32>() / QUARTER as f32
        });
        let limit = (TIMES_MEDIAN * median(changes.to_vec())).clamp(least, CERTAIN_TIMES * least);
        Square::all().filter(|square| changes[square.index()] > limit).collect()
    }

    /// How the light changed between `before` and now: cameras change exposure, contrast and tone by themselves, and bright
    /// squares saturate first. Cells are put into groups of like brightness; what most of a group has become is what the light makes
    /// of that brightness. Nearly half of each group may have changed for other reasons.
    fn light_since(&self, before: &Cells) -> Light {
        let mut pairs: Vec<(f32, f32)> =
            before.0.iter().flatten().copied().zip(self.0.iter().flatten().copied()).collect();
        pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let groups = pairs.chunks(pairs.len().div_ceil(LIGHT_GROUPS));
        let mut steps: Vec<(f32, f32)> = groups
            .map(|group| (group[group.len() / 2].0, median(group.iter().map(|(_, now)| *now).collect())))
            .collect();
        // No light makes of the brighter the darker
        for i in 1..steps.len() {
            steps[i].1 = steps[i].1.max(steps[i - 1].1);
        }
        Light { steps }
    }
}

/// A change of brightness that all squares share: what becomes of some brightnesses, in rising order.
struct Light {
    steps: Vec<(f32, f32)>,
}

impl Light {
    /// What becomes of a brightness: between the known ones in proportion, beyond them shifted like the last.
    fn apply(&self, brightness: f32) -> f32 {
        let above = self.steps.partition_point(|(before, _)| *before < brightness);
        let shifted = |(before, now): (f32, f32)| brightness + now - before;
        match (above.checked_sub(1).and_then(|below| self.steps.get(below)), self.steps.get(above)) {
            (Some(&low), Some(&high)) => {
                let part = (brightness - low.0) / (high.0 - low.0).max(f32::EPSILON);
                low.1 + part * (high.1 - low.1)
            }
            (Some(&end), None) | (None, Some(&end)) => shifted(end).clamp(0.0, 255.0),
            (None, None) => brightness,
        }
    }
}

/// The middle of the values, the upper of two; 0 of none.
fn median(mut values: Vec<f32>) -> f32 {
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 8 * CELLS;

    /// A checked board with a little texture, as `look` sees each brightness.
    fn board(look: impl Fn(usize, usize, f32) -> f32) -> Cells {
        let pixels: Vec<u8> = (0..SIDE * SIDE)
            .map(|at| {
                let (row, column) = (at / SIDE, at % SIDE);
                let light = (row / CELLS + column / CELLS).is_multiple_of(2);
                let base = if light { 180.0 } else { 80.0 } + ((row * 7 + column * 3) % 5) as f32;
                look(row, column, base).round() as u8
            })
            .collect();
        Cells::from_rows(&pixels)
    }

    fn named(squares: SquareSet) -> Vec<String> {
        squares.map(|square| square.to_string()).collect()
    }

    #[test]
    fn only_the_square_that_changed_is_named() {
        let before = board(|_, _, b| b);
        // Four cells in the middle of the second row's third square: c7
        let after =
            board(|row, column, b| if (5..7).contains(&row) && (9..11).contains(&column) { b + 20.0 } else { b });
        assert_eq!(named(after.differences(&before, 4.0)), ["c7"]);
        assert_eq!(named(before.differences(&before, 4.0)), Vec::<String>::new());
    }

    #[test]
    fn an_exposure_jump_moves_nothing_and_hides_nothing() {
        let before = board(|_, _, b| b);
        let brighter = board(|_, _, b| b * 1.3 + 5.0);
        assert_eq!(named(brighter.differences(&before, 4.0)), Vec::<String>::new());
        // Light squares saturate, dark ones brighten
        let toned = board(|_, _, b| (255.0 * (b / 255.0).powf(0.6) * 1.15).min(230.0));
        assert_eq!(named(toned.differences(&before, 4.0)), Vec::<String>::new());
        assert_eq!(named(before.differences(&toned, 4.0)), Vec::<String>::new());
        let with_piece = board(|row, column, b| if row < 4 && column >= 28 { 40.0 } else { b * 0.8 });
        assert_eq!(named(with_piece.differences(&before, 4.0)), ["h8"]);
    }

    #[test]
    fn noise_everywhere_is_no_motion_but_a_hand_over_three_ranks_is() {
        let before = board(|_, _, b| b);
        let noisy = board(|row, column, b| b + if (row * 31 + column * 17) % 7 < 3 { 4.5 } else { -4.5 });
        assert_eq!(named(noisy.differences(&before, 4.0)), Vec::<String>::new());
        let hand = board(|row, _, b| if row < 12 { 140.0 + (row % 3) as f32 * 9.0 } else { b });
        let changed = hand.differences(&before, 4.0);
        assert!(Square::all().filter(|square| square.rank() >= 5).all(|square| changed.contains(square)));
        assert!(Square::all().filter(|square| square.rank() < 5).all(|square| !changed.contains(square)));
    }
}
