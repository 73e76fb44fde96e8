use super::bend::Bend;
use super::edges::{LinePoint, measure_lines, measure_outer_edges};
use super::grey::Grey;
use super::model::{BoardModel, PARAMETERS};
use crate::Point;
use nalgebra::{SMatrix, SVector};

/// How far lines are searched to either side, in squares, one round after the other.
const REACHES: [f64; 4] = [0.3, 0.2, 0.12, 0.1];
/// The outer edges are looked for no further than this, when the lines between the squares have told where they are: there are
/// other lines on a frame.
const OUTER_REACH: f64 = 0.12;
/// A line's position is known no better than this, in squares.
const FINEST: f64 = 0.006;
/// What is expected of a lens: distortion coefficients are about this large.
const USUAL_DISTORTION: f64 = 0.06;
/// Fewer measured places than this say nothing.
const FEWEST_POINTS: usize = 60;
/// Places on the same edge err together: so many count as one.
const ERRING_TOGETHER: f64 = 6.0;

/// What no fit knows of: the sheet's thickness, a rounded edge, in squares.
const SYSTEMATIC: f64 = 0.01;
/// The part of a bend at the corners that may be wrong.
const BEND_UNCERTAINTY: f64 = 0.25;

type Parameters = SVector<f64, PARAMETERS>;
type Normal = SMatrix<f64, PARAMETERS, PARAMETERS>;

/// A board's place, fitted to the lines between its squares.
pub(super) struct Refined {
    pub(super) model: BoardModel,
    /// What the board, or the sheet it is printed on, deviates from the model by, when that is worth saying.
    pub(super) bend: Option<Bend>,
    /// The standard error of the worst outer corner, in squares.
    pub(super) corner_error: f64,
}

/// Fits the model to the lines between the squares, round by round with a narrowing search, by Gauss-Newton steps with
/// Tukey's biweight against what pieces and shadows do to them. `origin_is_dark`: the square at the board
/// coordinates' origin. `None` when too little of the lines is seen.
pub(super) fn refine(grey: &Grey, start: BoardModel, origin_is_dark: bool) -> Option<Refined> {
    let mut model = start;
    let mut points = Vec::new();
    let mut spread = f64::INFINITY;
    let mut normal = Normal::zeros();
    for reach in REACHES {
        points = measure_lines(grey, &model, origin_is_dark, reach);
        if points.len() < FEWEST_POINTS {
            return None;
        }
        if reach <= OUTER_REACH {
            let outer = measure_outer_edges(grey, &model, origin_is_dark, reach, &points);
            points.extend(outer);
        }
        for _ in 0..4 {
            let residuals = residuals(&points, &model);
            spread = robust_spread(&residuals);
            let (step, matrix) = gauss_newton(&points, &residuals, &model, spread)?;
            normal = matrix;
            for (parameter, change) in model.parameters.iter_mut().zip(step.iter()) {
                *parameter += change;
            }
        }
        if !model.parameters.iter().all(|value| value.is_finite()) {
            return None;
        }
    }
    let bend = Bend::fit(&points, &residuals(&points, &model), spread);
    // A bend is least certain where it is greatest, at the corners.
    let at_corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| Point::new(x, y));
    let bent = bend.map_or(0.0, |bend| {
        at_corners.map(|at| bend.offset(at).distance(Point::default())).into_iter().fold(0.0, f64::max)
    });
    let corner_error = corner_error(&model, &normal)?.hypot(SYSTEMATIC) + BEND_UNCERTAINTY * bent;
    Some(Refined { model, bend, corner_error })
}

/// How far the lines were seen from where the model has them, across each line, in squares.
///
/// By how much the light squares look too large, because they outshine their neighbours, or too small, because dark lines
/// run between the squares, is estimated first and taken out: it would pull the outer edges in or out.
fn residuals(points: &[LinePoint], model: &BoardModel) -> Vec<f64> {
    let plain: Vec<f64> = points.iter().map(|point| residual(point, model)).collect();
    let inner = points.iter().zip(&plain).filter(|(point, _)| point.is_inner());
    let mut towards_light: Vec<f64> = inner.map(|(point, value)| point.light_side * value).collect();
    towards_light.sort_by(f64::total_cmp);
    let shift = towards_light.get(towards_light.len() / 2).copied().unwrap_or(0.0);
    points.iter().zip(plain).map(|(point, value)| value - shift * point.light_side).collect()
}

/// How far the line was seen from where the model has it, across the line, in squares.
fn residual(point: &LinePoint, model: &BoardModel) -> f64 {
    let here = model.image_from_board(point.board);
    let (nx, ny) = point.across(model);
    let (dx, dy) = if point.vertical { (0.5, 0.0) } else { (0.0, 0.5) };
    let next = model.image_from_board(Point::new(point.board.x + dx, point.board.y + dy));
    let square = 2.0 * ((next.x - here.x) * nx + (next.y - here.y) * ny);
    ((point.seen.x - here.x) * nx + (point.seen.y - here.y) * ny) / square
}

/// 1.48 times the median absolute residual: the standard deviation, were they normally distributed.
pub(super) fn robust_spread(residuals: &[f64]) -> f64 {
    let mut sizes: Vec<f64> = residuals.iter().map(|value| value.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    (1.4826 * sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)).max(FINEST)
}

/// Tukey's biweight.
pub(super) fn biweight(residual: f64, spread: f64) -> f64 {
    let t = residual / (4.685 * spread);
    if t.abs() >= 1.0 { 0.0 } else { (1.0 - t * t).powi(2) }
}

/// One step, and the normal matrix in units of the residuals' spread.
fn gauss_newton(
    points: &[LinePoint],
    residuals: &[f64],
    model: &BoardModel,
    spread: f64,
) -> Option<(Parameters, Normal)> {
    let mut normal = Normal::zeros();
    let mut right = Parameters::zeros();
    for (point, &value) in points.iter().zip(residuals) {
        let weight = biweight(value, spread) / (spread * spread);
        if weight == 0.0 {
            continue;
        }
        let here = residual(point, model);
        let mut slope = Parameters::zeros();
        for parameter in 0..PARAMETERS {
            let mut moved = *model;
            moved.parameters[parameter] += 1e-6;
            slope[parameter] = (residual(point, &moved) - here) / 1e-6;
        }
        normal += weight * slope * slope.transpose();
        right -= weight * value * slope;
    }
    let last = PARAMETERS - 1;
    let prior = ERRING_TOGETHER / (USUAL_DISTORTION * USUAL_DISTORTION);
    normal[(last, last)] += prior;
    right[last] -= prior * model.parameters[last];
    let step = normal.cholesky()?.solve(&right);
    Some((step, normal))
}

/// The standard error of the worst corner, in squares, by the fit's covariance.
fn corner_error(model: &BoardModel, normal: &Normal) -> Option<f64> {
    let covariance = normal.try_inverse()? * ERRING_TOGETHER;
    let corners = model.corners();
    let square = (0..4).map(|i| corners[i].distance(corners[(i + 1) % 4])).sum::<f64>() / 32.0;
    let mut worst: f64 = 0.0;
    for (index, corner) in corners.iter().enumerate() {
        let mut slopes = SMatrix::<f64, 2, PARAMETERS>::zeros();
        for parameter in 0..PARAMETERS {
            let mut moved = *model;
            moved.parameters[parameter] += 1e-6;
            let at = moved.corners()[index];
            slopes[(0, parameter)] = (at.x - corner.x) / 1e-6;
            slopes[(1, parameter)] = (at.y - corner.y) / 1e-6;
        }
        let variance = (slopes * covariance * slopes.transpose()).trace();
        worst = worst.max(variance.max(0.0).sqrt() / square);
    }
    Some(worst)
}
