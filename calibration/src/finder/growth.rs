use super::field::SaddleField;
use super::saddles::Saddle;
use crate::{Homography, Point};
use std::collections::{BTreeMap, HashSet};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Directions and light axes may be off by this much, in radians, and still fit.
const ANGLE_TOLERANCE: f64 = 0.52;
/// How far a saddle may lie from where the lattice expects it, in steps of the lattice, while it grows and at the end.
const GROWING_TOLERANCE: f64 = 0.24;
const FINAL_TOLERANCE: f64 = 0.14;
/// No lattice of fewer saddles is worth looking at.
const FEWEST_SADDLES: usize = 9;
/// A seed's quadrilateral has sides of at least so many pixels, and its two first sides are not more unequal than this.
const SHORTEST_STEP: f64 = 9.0;
const GREATEST_RATIO: f64 = 3.0;
/// No board reaches further from a seed, in squares.
const FARTHEST: i32 = 10;

/// Saddles that stand in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// From lattice coordinates (a step between neighbouring saddles is 1) to the grey picture.
    pub(super) image_from_lattice: Homography,
    /// Which saddle stands at which lattice point (column, row).
    pub(super) members: BTreeMap<(i32, i32), usize>,
    /// Whether the squares whose upper left lattice point has an even coordinate sum are dark.
    pub(super) even_squares_dark: bool,
}

/// All lattices that grow from any four saddles around one square, those of the most saddles first.
pub(super) fn grow_grids(saddles: &[Saddle]) -> Vec<Grid> {
    let field = SaddleField::new(saddles);
    let mut grids: Vec<Grid> = Vec::new();
    let mut taken: HashSet<usize> = HashSet::new();
    for seed in 0..saddles.len() {
        if taken.contains(&seed) {
            continue;
        }
        let around = field.around(seed);
        for quarter in 0..4 {
            for quad in quads(&field, &around, seed, quarter) {
                if quad.iter().any(|index| taken.contains(index)) {
                    continue;
                }
                let Some(grid) = grow(&field, quad, quarter % 2 == 0) else { continue };
                // A lattice this large is hardly an accident: its saddles need not be tried as seeds again.
                if grid.members.len() >= 16 {
                    taken.extend(grid.members.values());
                }
                grids.push(grid);
            }
        }
    }
    grids.sort_by_key(|grid| std::cmp::Reverse(grid.members.len()));
    grids
}

impl Grid {
    /// The lattice of those members that are corners between the squares of an 8x8 window, `origin` its outer corner of
    /// least coordinates; what stands outside, a frame's ornaments for instance, no longer bends it. `None` when too few
    /// are left.
    pub(super) fn within(&self, saddles: &[Saddle], origin: (i32, i32)) -> Option<Grid> {
        let mut members = self.members.clone();
        let inside = |place: i32, first: i32| (first + 1..first + 8).contains(&place);
        members.retain(|&(column, row), _| inside(column, origin.0) && inside(row, origin.1));
        if members.len() < FEWEST_SADDLES {
            return None;
        }
        let image_from_lattice = fit(saddles, &members)?;
        Some(Grid { image_from_lattice, members, even_squares_dark: self.even_squares_dark })
    }
}

/// Sets of four saddles that may be the corners of one square: the seed, its neighbour in one of the four edge directions
/// (`quarter`), its neighbour a quarter turn clockwise, and the one across.
fn quads(field: &SaddleField, around: &[(f64, usize)], seed: usize, quarter: usize) -> Vec<[usize; 4]> {
    let saddles = field.saddles;
    let origin = &saddles[seed];
    let along = origin.light_axis + FRAC_PI_4 + quarter as f64 * FRAC_PI_2;
    let mut found = Vec::new();
    for first in neighbours(saddles, around, seed, along) {
        for second in neighbours(saddles, around, seed, along + FRAC_PI_2) {
            let (p, q, r) = (origin.at, saddles[first].at, saddles[second].at);
            let (step, other_step) = (p.distance(q), p.distance(r));
            if step.max(other_step) > GREATEST_RATIO * step.min(other_step) {
                continue;
            }
            let across = Point::new(q.x + r.x - p.x, q.y + r.y - p.y);
            let alike = |index: usize| axes_differ(saddles[index].light_axis, origin.light_axis) < ANGLE_TOLERANCE;
            if let Some(opposite) = field.nearest(across, 0.3 * step.min(other_step), alike) {
                found.push([seed, first, second, opposite]);
            }
        }
    }
    found
}

/// The nearest saddles of the other parity in direction `along`, of those `around` the seed: two at most.
fn neighbours(saddles: &[Saddle], around: &[(f64, usize)], seed: usize, along: f64) -> Vec<usize> {
    let origin = &saddles[seed];
    let (sine, cosine) = along.sin_cos();
    let nearly_along = ANGLE_TOLERANCE.cos();
    around
        .iter()
        .filter(|&&(distance, index)| {
            let other = &saddles[index];
            let ahead = (other.at.x - origin.at.x) * cosine + (other.at.y - origin.at.y) * sine;
            distance >= SHORTEST_STEP
                && ahead > nearly_along * distance
                && axes_differ(other.light_axis, origin.light_axis + FRAC_PI_2) < ANGLE_TOLERANCE
        })
        .map(|&(_, index)| index)
        .take(2)
        .collect()
}

/// Grows a lattice from one square's corners, given as in [`quads`]: the first at (0, 0), the second at (1, 0), the
/// third at (0, 1), the fourth at (1, 1).
fn grow(field: &SaddleField, quad: [usize; 4], quad_is_dark: bool) -> Option<Grid> {
    let saddles = field.saddles;
    let places = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let mut members: BTreeMap<(i32, i32), usize> = places.into_iter().zip(quad).collect();
    let mut image_from_lattice = fit(saddles, &members)?;
    for round in 0..16 {
        let before = members.len();
        let reach = if round < 2 { 1 } else { 2 };
        add_fitting(field, &mut members, &image_from_lattice, quad_is_dark, reach);
        if members.len() >= 6 {
            image_from_lattice = fit(saddles, &members)?;
            drop_misfits(saddles, &mut members, &image_from_lattice, GROWING_TOLERANCE);
        }
        // A seed that finds nothing around itself is an accident.
        if members.len() < 6 && round > 0 {
            return None;
        }
        if members.len() == before && round > 2 {
            break;
        }
    }
    for _ in 0..3 {
        image_from_lattice = fit(saddles, &members)?;
        drop_misfits(saddles, &mut members, &image_from_lattice, FINAL_TOLERANCE);
    }
    let image_from_lattice = fit(saddles, &members)?;
    (members.len() >= FEWEST_SADDLES).then_some(Grid { image_from_lattice, members, even_squares_dark: quad_is_dark })
}

/// Takes in the saddles that stand where the lattice, continued by `reach` steps, has none yet.
fn add_fitting(
    field: &SaddleField,
    members: &mut BTreeMap<(i32, i32), usize>,
    image_from_lattice: &Homography,
    quad_is_dark: bool,
    reach: i32,
) {
    let mut used: HashSet<usize> = members.values().copied().collect();
    let (columns, rows) = extent(members);
    for row in (rows.0 - reach).max(-FARTHEST)..=(rows.1 + reach).min(FARTHEST) {
        for column in (columns.0 - reach).max(-FARTHEST)..=(columns.1 + reach).min(FARTHEST) {
            if members.contains_key(&(column, row)) {
                continue;
            }
            let at =
                |dx: f64, dy: f64| image_from_lattice.apply(Point::new(f64::from(column) + dx, f64::from(row) + dy));
            let (here, right, below) = (at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0));
            let step = here.distance(right).min(here.distance(below));
            // The light axis runs across the dark square, along a diagonal of the lattice.
            let dark_down_right = quad_is_dark == ((column + row) % 2 == 0);
            let sign = if dark_down_right { -1.0 } else { 1.0 };
            let (ux, uy) = unit(here, right);
            let (vx, vy) = unit(here, below);
            let light_axis = (uy + sign * vy).atan2(ux + sign * vx);
            let fits = |index: usize| {
                !used.contains(&index) && axes_differ(field.saddles[index].light_axis, light_axis) < ANGLE_TOLERANCE
            };
            let nearest = field.nearest(here, GROWING_TOLERANCE * step, fits);
            if let Some(index) = nearest {
                members.insert((column, row), index);
                used.insert(index);
            }
        }
    }
}

/// Drops the saddles that lie further than `tolerance` steps from where the lattice expects them.
fn drop_misfits(
    saddles: &[Saddle],
    members: &mut BTreeMap<(i32, i32), usize>,
    image_from_lattice: &Homography,
    tolerance: f64,
) {
    members.retain(|&(column, row), &mut index| {
        let lattice = Point::new(f64::from(column), f64::from(row));
        let here = image_from_lattice.apply(lattice);
        let right = image_from_lattice.apply(Point::new(lattice.x + 1.0, lattice.y));
        let below = image_from_lattice.apply(Point::new(lattice.x, lattice.y + 1.0));
        let step = here.distance(right).min(here.distance(below));
        saddles[index].at.distance(here) <= tolerance * step
    });
}

/// The homography that fits the members best.
fn fit(saddles: &[Saddle], members: &BTreeMap<(i32, i32), usize>) -> Option<Homography> {
    let lattice: Vec<Point> = members.keys().map(|&(x, y)| Point::new(f64::from(x), f64::from(y))).collect();
    let image: Vec<Point> = members.values().map(|&index| saddles[index].at).collect();
    Homography::least_squares(&lattice, &image)
}

/// The first and last column, and the first and last row, that have members.
pub(super) fn extent(members: &BTreeMap<(i32, i32), usize>) -> ((i32, i32), (i32, i32)) {
    let over = |of: fn(&(i32, i32)) -> i32| {
        let first = members.keys().map(of).min().unwrap_or(0);
        (first, members.keys().map(of).max().unwrap_or(0))
    };
    (over(|place| place.0), over(|place| place.1))
}

fn unit(from: Point, to: Point) -> (f64, f64) {
    let length = from.distance(to).max(f64::MIN_POSITIVE);
    ((to.x - from.x) / length, (to.y - from.y) / length)
}

/// The angle between two axes, which have no sense of direction.
fn axes_differ(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(PI);
    turn.min(PI - turn)
}
