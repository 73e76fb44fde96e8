use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

/// A point of a plane: picture coordinates in pixels or table coordinates in squares, as its name says.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// To the right in a picture, along the first rank on the table.
    pub x: f64,
    /// Down in a picture, along the a-file on the table.
    pub y: f64,
}

impl Point {
    /// The point (x, y).
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The distance to `other`.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A projective map from one plane to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Homography(Matrix3<f64>);

impl Homography {
    /// The map that takes each of four points to its partner, or `None` when three of either four lie on a line.
    pub fn from_four(from: [Point; 4], to: [Point; 4]) -> Option<Homography> {
        let mut equations = SMatrix::<f64, 8, 8>::zeros();
        let mut right = SVector::<f64, 8>::zeros();
        for (i, (p, q)) in from.iter().zip(&to).enumerate() {
            let (a, b) = (2 * i, 2 * i + 1);
            for (column, value) in [p.x, p.y, 1.0].into_iter().enumerate() {
                equations[(a, column)] = value;
                equations[(b, column + 3)] = value;
            }
            for (column, value) in [p.x, p.y].into_iter().enumerate() {
                equations[(a, column + 6)] = -value * q.x;
                equations[(b, column + 6)] = -value * q.y;
            }
            right[a] = q.x;
            right[b] = q.y;
        }
        let solved = equations.lu().solve(&right)?;
        let matrix =
            Matrix3::new(solved[0], solved[1], solved[2], solved[3], solved[4], solved[5], solved[6], solved[7], 1.0);
        Homography::from_matrix(matrix)
    }

    /// The map that takes points nearest to their partners, in the least-squares sense of the direct linear transform on
    /// normalised coordinates (R. Hartley, "In defense of the eight-point algorithm", 1997). `None` for fewer
    /// than four pairs, or when they do not determine a map.
    pub fn least_squares(from: &[Point], to: &[Point]) -> Option<Homography> {
        let count = from.len().min(to.len());
        if count < 4 {
            return None;
        }
        let (from_scaling, to_scaling) = (normalising(&from[..count])?, normalising(&to[..count])?);
        let mut normal = SMatrix::<f64, 9, 9>::zeros();
        for (p, q) in from.iter().zip(to) {
            let (p, q) = (from_scaling.apply(*p), to_scaling.apply(*q));
            let rows = [
                [p.x, p.y, 1.0, 0.0, 0.0, 0.0, -q.x * p.x, -q.x * p.y, -q.x],
                [0.0, 0.0, 0.0, p.x, p.y, 1.0, -q.y * p.x, -q.y * p.y, -q.y],
            ];
            for row in rows {
                let row = SVector::<f64, 9>::from(row);
                normal += row * row.transpose();
            }
        }
        let eigen = normal.symmetric_eigen();
        let smallest = (0..9).min_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b]))?;
        let solved = eigen.eigenvectors.column(smallest);
        let matrix = Matrix3::from_row_iterator(solved.iter().copied());
        let map = to_scaling.inverse().after(&Homography::from_matrix(matrix)?).after(&from_scaling);
        Homography::from_matrix(map.0)
    }

    /// The map with the given matrix (row by row, acting on column vectors), or `None` when it cannot be inverted.
    pub fn from_matrix(matrix: Matrix3<f64>) -> Option<Homography> {
        let scale = matrix.norm();
        let usable = matrix.iter().all(|value| value.is_finite()) && scale > 0.0;
        (usable && (matrix / scale).determinant().abs() > 1e-14).then_some(Homography(matrix))
    }

    /// The matrix, row by row.
    pub fn rows(&self) -> [[f64; 3]; 3] {
        std::array::from_fn(|row| std::array::from_fn(|column| self.0[(row, column)]))
    }

    /// The matrix, acting on column vectors.
    pub fn matrix(&self) -> &Matrix3<f64> {
        &self.0
    }

    /// Where `point` goes. Points of the horizon go to infinity.
    pub fn apply(&self, point: Point) -> Point {
        let mapped = self.0 * Vector3::new(point.x, point.y, 1.0);
        Point::new(mapped.x / mapped.z, mapped.y / mapped.z)
    }

    /// The map back.
    pub fn inverse(&self) -> Homography {
        // from_matrix has made sure that there is one
        Homography(self.0.try_inverse().unwrap_or_else(Matrix3::identity))
    }

    /// `self` after `first`.
    pub fn after(&self, first: &Homography) -> Homography {
        Homography(self.0 * first.0)
    }
}

/// The map that brings the points' mean to the origin and their mean distance from it to the root of two, or `None` when
/// they coincide.
fn normalising(points: &[Point]) -> Option<Homography> {
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x / count, y + p.y / count));
    let mean = Point::new(x, y);
    let distance = points.iter().map(|p| p.distance(mean)).sum::<f64>() / count;
    let scale = std::f64::consts::SQRT_2 / distance;
    if !scale.is_finite() {
        return None;
    }
    Homography::from_matrix(Matrix3::new(scale, 0.0, -scale * x, 0.0, scale, -scale * y, 0.0, 0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_points_go_where_they_should_and_back() {
        let from = [Point::new(10.0, 20.0), Point::new(400.0, 31.0), Point::new(380.0, 420.0), Point::new(25.0, 390.0)];
        let to = [Point::new(0.0, 8.0), Point::new(8.0, 8.0), Point::new(8.0, 0.0), Point::new(0.0, 0.0)];
        let map = Homography::from_four(from, to).unwrap();
        for (p, q) in from.into_iter().zip(to) {
            assert!(map.apply(p).distance(q) < 1e-9);
            assert!(map.inverse().apply(q).distance(p) < 1e-9);
        }
    }

    #[test]
    fn many_points_with_small_errors_give_nearly_the_true_map() {
        let rows = Matrix3::new(110.0, 12.0, 300.0, -9.0, 95.0, 80.0, 0.01, -0.02, 1.0);
        let truth = Homography::from_matrix(rows).unwrap();
        let from: Vec<Point> = (0..49).map(|i| Point::new(f64::from(i % 7), f64::from(i / 7))).collect();
        let error = |i: usize| 0.3 * (i as f64 * 2.4).sin();
        let to: Vec<Point> = from.iter().map(|&p| truth.apply(p)).collect();
        let exact = Homography::least_squares(&from, &to).unwrap();
        let noisy: Vec<Point> =
            to.iter().enumerate().map(|(i, p)| Point::new(p.x + error(i), p.y + error(i + 100))).collect();
        let near = Homography::least_squares(&from, &noisy).unwrap();
        let corner = Point::new(-1.0, -1.0);
        assert!(exact.apply(corner).distance(truth.apply(corner)) < 1e-6);
        assert!(near.apply(corner).distance(truth.apply(corner)) < 0.5);
        assert_eq!(Homography::least_squares(&from[..3], &to[..3]), None);
        assert_eq!(Homography::least_squares(&[Point::default(); 5], &to[..5]), None);
    }

    #[test]
    fn points_on_a_line_make_no_map() {
        let line = [Point::new(0.0, 0.0), Point::new(1.0, 1.0), Point::new(2.0, 2.0), Point::new(3.0, 3.0)];
        let square = [Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(1.0, 1.0), Point::new(0.0, 1.0)];
        assert_eq!(Homography::from_four(line, square), None);
        assert_eq!(Homography::from_four(square, line), None);
    }
}
