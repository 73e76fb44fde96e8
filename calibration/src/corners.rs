use crate::{Homography, Point};
use std::{fmt, str::FromStr};

/// The outer corners of a board's 64 squares in a picture, in pixels, named by the squares they belong to.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corners {
    /// The outer corner of a8.
    pub a8: Point,
    /// The outer corner of h8.
    pub h8: Point,
    /// The outer corner of h1.
    pub h1: Point,
    /// The outer corner of a1.
    pub a1: Point,
}

/// The side of the picture at which White sits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// At the picture's left edge.
    Left,
    /// At the right edge.
    Right,
    /// At the top.
    Top,
    /// At the bottom.
    Bottom,
}

impl Side {
    /// All four sides.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];
}

/// A board's outline without names: where it lies is known, which side is White's is not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lattice {
    /// The four outer corners in pixels, clockwise in the picture from the one nearest the top left.
    pub clockwise: [Point; 4],
}

impl Lattice {
    /// The corners when White sits at `side` of the picture: the first rank is the edge of the outline that faces it.
    pub fn with_white_at(&self, side: Side) -> Corners {
        let centre = self.centre();
        let outward = match side {
            Side::Left => Point::new(-1.0, 0.0),
            Side::Right => Point::new(1.0, 0.0),
            Side::Top => Point::new(0.0, -1.0),
            Side::Bottom => Point::new(0.0, 1.0),
        };
        let facing = |i: usize| {
            let (p, q) = (self.clockwise[i], self.clockwise[(i + 1) % 4]);
            let middle = Point::new((p.x + q.x) / 2.0 - centre.x, (p.y + q.y) / 2.0 - centre.y);
            (middle.x * outward.x + middle.y * outward.y) / middle.x.hypot(middle.y)
        };
        let edge = (0..4).max_by(|&i, &j| facing(i).total_cmp(&facing(j))).unwrap_or(0);
        self.with_first_rank_on_edge(edge)
    }

    /// The corners when the first rank lies along the edge from `clockwise[edge]` to the next corner. Seen from above,
    /// h1 comes before a1 when one goes clockwise.
    pub fn with_first_rank_on_edge(&self, edge: usize) -> Corners {
        let corner = |i: usize| self.clockwise[(edge + i) % 4];
        Corners { h1: corner(0), a1: corner(1), a8: corner(2), h8: corner(3) }
    }

    /// The mean of the four corners, in pixels.
    pub fn centre(&self) -> Point {
        let sum = self.clockwise.iter().fold(Point::default(), |s, p| Point::new(s.x + p.x, s.y + p.y));
        Point::new(sum.x / 4.0, sum.y / 4.0)
    }
}

impl Corners {
    /// a8, h8, h1, a1: clockwise as White sees the board.
    pub fn in_order(&self) -> [Point; 4] {
        [self.a8, self.h8, self.h1, self.a1]
    }

    /// The map from picture to table coordinates (squares, a1's outer corner the origin), or `None` when three corners
    /// lie on a line.
    pub fn table_from_image(&self) -> Option<Homography> {
        Homography::from_four(self.in_order(), TABLE_CORNERS)
    }

    /// The map from table to picture coordinates, or `None` when three corners lie on a line.
    pub fn image_from_table(&self) -> Option<Homography> {
        Homography::from_four(TABLE_CORNERS, self.in_order())
    }

    /// The mean length of the four edges over eight: pixels a square.
    pub fn square_size(&self) -> f64 {
        let order = self.in_order();
        (0..4).map(|i| order[i].distance(order[(i + 1) % 4])).sum::<f64>() / 32.0
    }
}

/// a8, h8, h1 and a1 in table coordinates.
const TABLE_CORNERS: [Point; 4] =
    [Point::new(0.0, 8.0), Point::new(8.0, 8.0), Point::new(8.0, 0.0), Point::new(0.0, 0.0)];

impl fmt::Display for Corners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.in_order().iter().map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect();
        f.write_str(&values.join(","))
    }
}

/// The text is not four corners.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{text:?} is not four corners: {reason}; write a8x,a8y,h8x,h8y,h1x,h1y,a1x,a1y in pixels")]
pub struct ParseCornersError {
    /// What was given.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl FromStr for Corners {
    type Err = ParseCornersError;

    fn from_str(text: &str) -> Result<Corners, ParseCornersError> {
        let wrong = |reason: String| ParseCornersError { text: text.to_owned(), reason };
        let mut values = Vec::new();
        for part in text.split(',') {
            match part.trim().parse::<f64>() {
                Ok(value) if value.is_finite() => values.push(value),
                _ => return Err(wrong(format!("{:?} is not a number", part.trim()))),
            }
        }
        let &[a8x, a8y, h8x, h8y, h1x, h1y, a1x, a1y] = values.as_slice() else {
            return Err(wrong(format!("it has {} numbers instead of 8", values.len())));
        };
        let corners = Corners {
            a8: Point::new(a8x, a8y),
            h8: Point::new(h8x, h8y),
            h1: Point::new(h1x, h1y),
            a1: Point::new(a1x, a1y),
        };
        let order = corners.in_order();
        let turn = |i: usize| {
            let (p, q, r) = (order[i], order[(i + 1) % 4], order[(i + 2) % 4]);
            (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
        };
        if (0..4).all(|i| turn(i) > 0.0) {
            Ok(corners)
        } else if (0..4).all(|i| turn(i) < 0.0) {
            Err(wrong("they run counter-clockwise, as in a mirror image".to_owned()))
        } else {
            Err(wrong("they do not span a convex quadrilateral".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_read_back_and_map_to_the_table() {
        let corners: Corners = "100,50,500,60,490,450,110,440".parse().unwrap();
        assert_eq!(corners.to_string().parse::<Corners>().unwrap(), corners);
        let table_from_image = corners.table_from_image().unwrap();
        assert!(table_from_image.apply(corners.a1).distance(Point::new(0.0, 0.0)) < 1e-9);
        assert!(table_from_image.apply(corners.h8).distance(Point::new(8.0, 8.0)) < 1e-9);
    }

    #[test]
    fn wrong_corners_say_what_is_wrong() {
        for (text, reason) in [
            ("1,2,3", "3 numbers"),
            ("a,2,3,4,5,6,7,8", "not a number"),
            ("0,0,0,400,400,400,400,0", "mirror"),
            ("0,0,400,400,400,0,0,400", "convex"),
            ("0,0,0,0,0,0,0,0", "convex"),
        ] {
            let error = text.parse::<Corners>().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn white_at_the_bottom_has_a8_at_the_top_left() {
        let lattice = Lattice {
            clockwise: [Point::new(0.0, 0.0), Point::new(80.0, 0.0), Point::new(80.0, 80.0), Point::new(0.0, 80.0)],
        };
        let at = |side| lattice.with_white_at(side).a8;
        assert_eq!(at(Side::Bottom), Point::new(0.0, 0.0));
        assert_eq!(at(Side::Left), Point::new(80.0, 0.0));
        assert_eq!(at(Side::Top), Point::new(80.0, 80.0));
        assert_eq!(at(Side::Right), Point::new(0.0, 80.0));
        assert_eq!(lattice.with_white_at(Side::Right).a1, Point::new(80.0, 80.0));
    }
}
