use super::grey::Grey;
use super::model::BoardModel;
use crate::Point;

/// Places along an edge at which its position is measured, in squares.
const ALONG: [f64; 6] = [0.12, 0.24, 0.38, 0.62, 0.76, 0.88];
/// Samples of brightness over the searched width on each side.
const HALF_SAMPLES: usize = 16;

/// The position of one of the 18 lines at one place, as the picture shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePoint {
    /// Where on the board the line should be.
    pub(super) board: Point,
    /// Whether it is a line of constant x.
    pub(super) vertical: bool,
    /// Where it was seen, in pixels of the coloured picture.
    pub(super) seen: Point,
    /// The step in brightness, in grey levels, in the expected direction.
    pub(super) step: f64,
    /// 1 when the light square lies after the line, in the direction of growing coordinates, -1 when before.
    pub(super) light_side: f64,
}

impl LinePoint {
    /// Whether the line runs between squares, not along the board's rim.
    pub(super) fn is_inner(&self) -> bool {
        let line = if self.vertical { self.board.x } else { self.board.y };
        (1.0..=7.0).contains(&line)
    }

    /// The line's direction across, in the picture, per square.
    pub(super) fn across(&self, model: &BoardModel) -> (f64, f64) {
        let along = if self.vertical { (0.0, 1.0) } else { (1.0, 0.0) };
        let at = |t: f64| model.image_from_board(Point::new(self.board.x + t * along.0, self.board.y + t * along.1));
        let (p, q) = (at(-0.1), at(0.1));
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
        // A quarter turn such that the direction is that of growing x, or y, on a board that is not mirrored.
        if self.vertical { (dy / length, -dx / length) } else { (-dy / length, dx / length) }
    }
}

/// Searches the lines between the squares up to `reach` squares to either side of where the model has them. Only steps
/// of the expected sign that are at least two fifths of the median step are returned.
pub(super) fn measure_lines(grey: &Grey, model: &BoardModel, origin_is_dark: bool, reach: f64) -> Vec<LinePoint> {
    let mut points = Vec::new();
    for line in 1..8 {
        for square in 0..8 {
            let sign = if is_dark(line, square, origin_is_dark) { -1.0 } else { 1.0 };
            for vertical in [true, false] {
                points.extend(measure_edge(grey, model, (line, square), vertical, sign, reach));
            }
        }
    }
    let least = 0.4 * median_step(&points);
    points.retain(|point| point.step >= least && point.step > 1.0);
    points
}

/// Searches the outer edges of the light squares on the board's rim in the same way, given what was measured `inside`.
/// Something darker may follow them, if only a thin line. Dark squares are not asked: a line around the board looks like a
/// part of them.
pub(super) fn measure_outer_edges(
    grey: &Grey,
    model: &BoardModel,
    origin_is_dark: bool,
    reach: f64,
    inside: &[LinePoint],
) -> Vec<LinePoint> {
    let mut points = Vec::new();
    for (line, vertical, sign) in [(0, true, 1.0), (8, true, -1.0), (0, false, 1.0), (8, false, -1.0)] {
        for square in (0..8).filter(|&square| !is_dark(line.min(7), square, origin_is_dark)) {
            points.extend(measure_edge(grey, model, (line, square), vertical, sign, reach));
        }
    }
    let least = (0.4 * median_step(inside)).max(1.0);
    points.retain(|point| point.step >= least);
    points
}

/// Whether the square between the lines `line` and `line` + 1 of one direction and `square` and `square` + 1 of the other is
/// dark.
fn is_dark(line: i32, square: i32, origin_is_dark: bool) -> bool {
    ((line + square) % 2 == 0) == origin_is_dark
}

fn median_step(points: &[LinePoint]) -> f64 {
    let mut steps: Vec<f64> = points.iter().map(|point| point.step).collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(0.0)
}

/// Measures a line at several places along one square.
fn measure_edge(
    grey: &Grey,
    model: &BoardModel,
    (line, square): (i32, i32),
    vertical: bool,
    sign: f64,
    reach: f64,
) -> Vec<LinePoint> {
    let at = |along: f64| {
        let (line, along) = (f64::from(line), f64::from(square) + along);
        let board = if vertical { Point::new(line, along) } else { Point::new(along, line) };
        measure(grey, model, board, vertical, sign, reach)
    };
    ALONG.into_iter().filter_map(at).collect()
}

/// Measures one place of a line; `sign` is the expected step's.
fn measure(grey: &Grey, model: &BoardModel, board: Point, vertical: bool, sign: f64, reach: f64) -> Option<LinePoint> {
    let shifted = |offset: f64| {
        let (dx, dy) = if vertical { (offset, 0.0) } else { (0.0, offset) };
        model.image_from_board(Point::new(board.x + dx, board.y + dy))
    };
    // The brightness either side is averaged over half the reach.
    let width = HALF_SAMPLES / 2;
    let spacing = reach / HALF_SAMPLES as f64;
    let count = 2 * (HALF_SAMPLES + width) + 1;
    let first = -((HALF_SAMPLES + width) as f64);
    let mut sums = Vec::with_capacity(count + 1);
    sums.push(0.0);
    for sample in 0..count {
        let at = shifted((first + sample as f64) * spacing);
        let value = grey.at(Point::new(at.x * grey.scale, at.y * grey.scale))?;
        sums.push(sums[sample] + value);
    }
    // The step at a sample: the mean of the samples after it less that of those before it.
    let step = |sample: usize| {
        let after = sums[sample + width + 1] - sums[sample + 1];
        let before = sums[sample] - sums[sample - width];
        sign * (after - before) / width as f64
    };
    let best = (width..count - width).max_by(|&a, &b| step(a).total_cmp(&step(b)))?;
    // A maximum at the end of the search is no maximum.
    if best == width || best == count - width - 1 {
        return None;
    }
    let (before, here, after) = (step(best - 1), step(best), step(best + 1));
    let curvature = before - 2.0 * here + after;
    let between = if curvature < 0.0 { ((before - after) / (2.0 * curvature)).clamp(-0.5, 0.5) } else { 0.0 };
    let offset = (first + best as f64 + between) * spacing;
    Some(LinePoint { board, vertical, seen: shifted(offset), step: here, light_side: sign })
}
