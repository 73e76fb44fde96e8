//! What of a camera's picture may be kept: the table and what is just around it, and nobody's face.

use calibration::{BoardView, Point};
use capture::Image;

/// So far beside a board and behind the players' edges the picture is kept, in squares: reserves lie at the sides, hands come from behind.
const BESIDE: f64 = 5.5;
const BEHIND: f64 = 1.5;

/// The part of a picture that is kept: for each row the columns from and before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    width: usize,
    rows: Vec<(usize, usize)>,
}

impl Mask {
    /// The surroundings of the boards seen so in a picture of `width` x `height` pixels: the convex hull of all of them.
    pub fn around(views: &[BoardView], width: usize, height: usize) -> Mask {
        let corners =
            [(-BESIDE, -BEHIND), (8.0 + BESIDE, -BEHIND), (8.0 + BESIDE, 8.0 + BEHIND), (-BESIDE, 8.0 + BEHIND)];
        let points: Vec<Point> = views
            .iter()
            .flat_map(|view| corners.map(|(x, y)| view.image_from_table(Point::new(x, y))))
            .filter(|point| point.x.is_finite() && point.y.is_finite())
            .collect();
        let rows = (0..height).map(|row| across(&points, row as f64 + 0.5, width)).collect();
        Mask { width, rows }
    }

    /// The picture, or one of another size of the same view, with everything else black.
    pub fn apply(&self, image: Image) -> Image {
        let (width, height) = (image.width(), image.height());
        let keep = |row: usize| {
            let (from, to) = self.rows.get(row * self.rows.len() / height.max(1)).copied().unwrap_or((0, 0));
            (from * width / self.width.max(1), to * width / self.width.max(1))
        };
        image.only(keep)
    }
}

/// The columns in which a row at height `y` crosses the hull of `points`: the ends of all lines between two of them.
fn across(points: &[Point], y: f64, width: usize) -> (usize, usize) {
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    for (index, p) in points.iter().enumerate() {
        for q in &points[index..] {
            let (low, high) = if p.y <= q.y { (p, q) } else { (q, p) };
            if y < low.y || y > high.y {
                continue;
            }
            let share = if high.y > low.y { (y - low.y) / (high.y - low.y) } else { 0.0 };
            let x = low.x + share * (high.x - low.x);
            (from, to) = (from.min(x), to.max(x));
        }
    }
    match from <= to {
        true => (from.clamp(0.0, width as f64) as usize, to.clamp(0.0, width as f64).ceil() as usize),
        false => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_from_the_table_is_black() {
        let view = BoardView::new(&"400,300,480,300,480,380,400,380".parse().unwrap(), None).unwrap();
        let mask = Mask::around(&[view], 800, 600);
        let image = Image::from_bgr(400, 300, vec![200; 3 * 400 * 300]).unwrap();
        let kept = mask.apply(image);
        // in a picture of half the size
        for (x, y, seen) in [
            (220, 170, true),
            (180, 170, true),
            (220, 145, true),
            (220, 100, false),
            (100, 170, false),
            (390, 170, false),
            (220, 290, false),
        ] {
            assert_eq!(kept.pixel(x, y) == Some([200; 3]), seen, "{x},{y}");
        }
    }
}
