use super::grey::Grey;
use super::growth::{Grid, extent};
use crate::{Homography, Point};

/// Brightness is compared this far to both sides of an edge between two squares, in squares.
const BESIDE: f64 = 0.14;
/// And at these places along it: near its ends, where the pieces are not.
const ALONG: [f64; 6] = [0.1, 0.2, 0.32, 0.68, 0.8, 0.9];

/// An 8x8 window of a lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The lattice point of the board's outer corner of least coordinates.
    pub(super) origin: (i32, i32),
    /// How well the colours of its squares alternate: the mean over the 112 edges between them of the step in
    /// brightness over the lattice's usual step. 1 is an ideal empty board in full view, 0 is chance.
    pub(super) alternation: f64,
    /// By how much the sum over all edges is better than that of any window one step off, in edges.
    pub(super) margin: f64,
}

/// The window of the lattice in which the squares' colours alternate best.
pub(super) fn best_extent(grey: &Grey, grid: &Grid) -> Option<Extent> {
    let (columns, rows) = extent(&grid.members);
    let range = |(first, last): (i32, i32)| {
        let (a, b) = (last - 7, first - 1);
        (a.min(b) - 1, a.max(b) + 1)
    };
    let known: Vec<(i32, i32)> = grid.members.keys().copied().collect();
    best_window(grey, &grid.image_from_lattice, grid.even_squares_dark, range(columns), range(rows), &known)
}

/// The same for a board already found, whose square at the origin of `image_from_board` is dark or not: its own
/// window, with the origin (0, 0), or one a row or a column off.
pub(super) fn check_extent(grey: &Grey, image_from_board: &Homography, origin_is_dark: bool) -> Option<Extent> {
    let inner: Vec<(i32, i32)> = (1..8).flat_map(|row| (1..8).map(move |column| (column, row))).collect();
    best_window(grey, image_from_board, origin_is_dark, (-1, 1), (-1, 1), &inner)
}

/// The best window whose origin lies in the ranges `left` and `top`. What counts as a full step is learnt at the lattice
/// points `known` to be corners.
fn best_window(
    grey: &Grey,
    image_from_lattice: &Homography,
    even_squares_dark: bool,
    left: (i32, i32),
    top: (i32, i32),
    known: &[(i32, i32)],
) -> Option<Extent> {
    let mut edges =
        Edges::measure(grey, image_from_lattice, even_squares_dark, (left.0, left.1 + 8), (top.0, top.1 + 8));
    edges.normalise(known)?;
    let mut windows = Vec::new();
    for y in top.0..=top.1 {
        for x in left.0..=left.1 {
            windows.push(((x, y), edges.window_sum(x, y)));
        }
    }
    let &(origin, sum) = windows.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let next = windows
        .iter()
        .filter(|(place, _)| *place != origin && (place.0 - origin.0).abs() <= 1 && (place.1 - origin.1).abs() <= 1)
        .map(|&(_, sum)| sum)
        .fold(0.0, f64::max);
    Some(Extent { origin, alternation: sum / 112.0, margin: sum - next })
}

/// For every edge between two cells of a lattice how well the brightness steps as on a chessboard.
struct Edges {
    origin: (i32, i32),
    size: (usize, usize),
    /// Edges on lines of constant x: `vertical[y][x]` lies on the line x, between the rows y and y + 1.
    vertical: Vec<f64>,
    /// Edges on lines of constant y.
    horizontal: Vec<f64>,
}

impl Edges {
    fn measure(
        grey: &Grey,
        image_from_lattice: &Homography,
        even_squares_dark: bool,
        x: (i32, i32),
        y: (i32, i32),
    ) -> Edges {
        let size = ((x.1 - x.0 + 1) as usize, (y.1 - y.0 + 1) as usize);
        let mut edges = Edges { origin: (x.0, y.0), size, vertical: Vec::new(), horizontal: Vec::new() };
        let step = |at: (f64, f64), along: (f64, f64)| edge_step(grey, image_from_lattice, at, along);
        for row in y.0..=y.1 {
            for column in x.0..=x.1 {
                // Positive where the cell right of, or below, the edge should be the lighter one.
                let even = (column + row).rem_euclid(2) == 0;
                let sign = if even == even_squares_dark { -1.0 } else { 1.0 };
                let at = (f64::from(column), f64::from(row));
                edges.vertical.push(sign * step(at, (0.0, 1.0)));
                edges.horizontal.push(sign * step(at, (1.0, 0.0)));
            }
        }
        edges
    }

    /// Divides by the median step around the lattice points `known`; `None` where that is next to nothing.
    fn normalise(&mut self, known: &[(i32, i32)]) -> Option<()> {
        let mut steps: Vec<f64> = Vec::new();
        for &(column, row) in known {
            if let Some(index) = self.index(column, row) {
                steps.extend([self.vertical[index], self.horizontal[index]]);
            }
        }
        steps.sort_by(f64::total_cmp);
        let usual = *steps.get(steps.len() / 2)?;
        if usual < 2.0 {
            return None;
        }
        for value in self.vertical.iter_mut().chain(&mut self.horizontal) {
            *value = (*value / usual).clamp(-1.0, 1.0);
        }
        Some(())
    }

    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let (x, y) = (column - self.origin.0, row - self.origin.1);
        let inside = x >= 0 && y >= 0 && (x as usize) < self.size.0 && (y as usize) < self.size.1;
        inside.then(|| y as usize * self.size.0 + x as usize)
    }

    /// The sum over the edges between the squares of the window whose corner is (x, y).
    fn window_sum(&self, x: i32, y: i32) -> f64 {
        let mut sum = 0.0;
        for across in 1..8 {
            for along in 0..8 {
                sum += self.index(x + across, y + along).map_or(0.0, |index| self.vertical[index]);
                sum += self.index(x + along, y + across).map_or(0.0, |index| self.horizontal[index]);
            }
        }
        sum
    }
}

/// The median step in brightness over the edge that runs from lattice point `at` one unit `along`, from its left or
/// upper side to the other one; 0 outside the picture.
fn edge_step(grey: &Grey, image_from_lattice: &Homography, at: (f64, f64), along: (f64, f64)) -> f64 {
    let (nx, ny) = (along.1 * BESIDE, along.0 * BESIDE);
    let mut steps: Vec<f64> = ALONG
        .iter()
        .filter_map(|t| {
            let (x, y) = (at.0 + t * along.0, at.1 + t * along.1);
            let after = grey.at(image_from_lattice.apply(Point::new(x + nx, y + ny)))?;
            Some(after - grey.at(image_from_lattice.apply(Point::new(x - nx, y - ny)))?)
        })
        .collect();
    if steps.len() < ALONG.len() / 2 {
        return 0.0;
    }
    steps.sort_by(f64::total_cmp);
    let middle = steps.len() / 2;
    if steps.len() % 2 == 1 { steps[middle] } else { (steps[middle - 1] + steps[middle]) / 2.0 }
}
