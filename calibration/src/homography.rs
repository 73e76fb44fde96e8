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
    fn points_on_a_line_make_no_map() {
        let line = [Point::new(0.0, 0.0), Point::new(1.0, 1.0), Point::new(2.0, 2.0), Point::new(3.0, 3.0)];
        let square = [Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(1.0, 1.0), Point::new(0.0, 1.0)];
        assert_eq!(Homography::from_four(line, square), None);
        assert_eq!(Homography::from_four(square, line), None);
    }
}
