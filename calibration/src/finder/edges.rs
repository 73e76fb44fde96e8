use super::grey::Grey;
use super::model::BoardModel;
use crate::Point;

/// Places along an edge at which its position is measured, in squares.
const ALONG: [f64; 6] = [0.12, 0.24, 0.38, 0.62, 0.76, 0.88];
/// Samples of brightness over the searched width on each side.
const HALF_SAMPLES: usize = 16;

/// The position of one of the 14 inner lines at one place, as the picture shows it.
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
}

impl LinePoint {
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

/// Searches the lines between the squares up to `reach` squares to either side of where the model has them, at every edge
/// between two squares. Only steps of the expected sign that are at least two fifths of the median step are returned.
pub(super) fn measure_lines(grey: &Grey, model: &BoardModel, origin_is_dark: bool, reach: f64) -> Vec<LinePoint> {
    let mut points = Vec::new();
    for line in 1..8 {
        for square in 0..8 {
            // Positive where the square after the line is the lighter one.
            let like_origin = (line + square) % 2 == 0;
            let sign = if like_origin == origin_is_dark { -1.0 } else { 1.0 };
            for along in ALONG {
                let (line, along) = (f64::from(line), f64::from(square) + along);
                for vertical in [true, false] {
                    let board = if vertical { Point::new(line, along) } else { Point::new(along, line) };
                    points.extend(measure(grey, model, board, vertical, sign, reach));
                }
            }
        }
    }
    let mut steps: Vec<f64> = points.iter().map(|point| point.step).collect();
    steps.sort_by(f64::total_cmp);
    let least = steps.get(steps.len() / 2).copied().unwrap_or(0.0) * 0.4;
    points.retain(|point| point.step >= least && point.step > 1.0);
    points
}

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
    Some(LinePoint { board, vertical, seen: shifted(offset), step: here })
}
