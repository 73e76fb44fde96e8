use super::edges::LinePoint;
use super::refine::{biweight, robust_spread};
use crate::Point;
use nalgebra::{SMatrix, SVector};

/// Terms of a cubic polynomial in two variables.
const TERMS: usize = 10;
/// Bends this small, in squares at the worst place, are not worth keeping.
const LEAST_BEND: f64 = 0.02;
/// Greater ones are no bend but a mistake.
const GREATEST_BEND: f64 = 0.35;
/// The residuals must become smaller at least by this factor.
const WORTHWHILE: f64 = 0.85;
/// What keeps the cubic from running away where nothing was measured, in measured places.
const RIDGE: f64 = 6.0;

/// How a board's lines deviate from the model: a cubic polynomial each for x and y, in squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    x: SVector<f64, TERMS>,
    y: SVector<f64, TERMS>,
}

impl Bend {
    /// Fits the model's residuals, or `None` when that is too little to matter or not worth having.
    pub(super) fn fit(points: &[LinePoint], residuals: &[f64], spread: f64) -> Option<Bend> {
        let mut bend = Bend { x: SVector::zeros(), y: SVector::zeros() };
        // A bent board's residuals are not noise: the biweight starts wide.
        let mut spread = 2.0 * spread;
        for _ in 0..5 {
            bend = Bend {
                x: fit_one(points, residuals, true, &bend.x, spread)?,
                y: fit_one(points, residuals, false, &bend.y, spread)?,
            };
            spread = robust_spread(&bend.left_over(points, residuals));
        }
        let before = robust_spread(residuals);
        let after = robust_spread(&bend.left_over(points, residuals));
        let greatest = bend.greatest();
        (after < WORTHWHILE * before && (LEAST_BEND..GREATEST_BEND).contains(&greatest)).then_some(bend)
    }

    /// By how much the board's point appears displaced, in squares: it is seen where the model has
    /// `board` + `offset(board)`.
    pub(super) fn offset(&self, board: Point) -> Point {
        let terms = terms(board);
        Point::new(self.x.dot(&terms), self.y.dot(&terms))
    }

    fn left_over(&self, points: &[LinePoint], residuals: &[f64]) -> Vec<f64> {
        let of = |point: &LinePoint| {
            let offset = self.offset(point.board);
            if point.vertical { offset.x } else { offset.y }
        };
        points.iter().zip(residuals).map(|(point, residual)| residual - of(point)).collect()
    }

    fn greatest(&self) -> f64 {
        let grid = (0..81).map(|i| Point::new(f64::from(i % 9), f64::from(i / 9)));
        grid.map(|board| self.offset(board).distance(Point::default())).fold(0.0, f64::max)
    }
}

fn terms(board: Point) -> SVector<f64, TERMS> {
    let (x, y) = ((board.x - 4.0) / 4.0, (board.y - 4.0) / 4.0);
    SVector::from([1.0, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y])
}

fn fit_one(
    points: &[LinePoint],
    residuals: &[f64],
    vertical: bool,
    last: &SVector<f64, TERMS>,
    spread: f64,
) -> Option<SVector<f64, TERMS>> {
    let mut normal = SMatrix::<f64, TERMS, TERMS>::identity() * RIDGE;
    let mut right = SVector::<f64, TERMS>::zeros();
    for (point, &value) in points.iter().zip(residuals).filter(|(point, _)| point.vertical == vertical) {
        let terms = terms(point.board);
        let weight = biweight(value - last.dot(&terms), spread);
        normal += weight * terms * terms.transpose();
        right += weight * value * terms;
    }
    Some(normal.cholesky()?.solve(&right))
}
