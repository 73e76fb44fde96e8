//! Where a board's clock is looked for.
//!
//! The frame of reference lies along the clock: *along* runs beside the board from White's end to Black's, *across* away from
//! the board. Both in squares, so that a zone means the same in every picture.

use calibration::{BoardView, Point};

/// Hands come over a clock's ends: it is watched so far beyond them, in squares.
const BEYOND: f64 = 0.8;

/// A zone is no longer and no wider than this, in squares: more is no clock.
const LONGEST: f64 = 9.0;
const WIDEST: f64 = 5.0;

/// Where a clock stands beside its board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClockZone {
    /// From where to where along the board, in squares from a1's outer corner: White's end and Black's.
    pub along: (f64, f64),
    /// From where to where beside it, in squares along the first rank: the nearer side first. Below 0 is beside the a-file, above 8
    /// beside the h-file.
    pub across: (f64, f64),
    /// Whether somebody said that a clock stands there; else it is only where clocks are found most often, and one has to be recognised.
    pub told: bool,
}

impl ClockZone {
    /// The zone of an outline, in pixels, beside the board that is seen so. `None` when it does not lie beside the board, between
    /// its players, or is far too large.
    pub fn of_outline(outline: &[Point], view: &BoardView, told: bool) -> Option<ClockZone> {
        let table: Vec<Point> = outline.iter().map(|point| view.table_from_image(*point)).collect();
        let span = |of: fn(&Point) -> f64| {
            let least = table.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = table.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            (least.is_finite() && most.is_finite() && least < most).then_some((least, most))
        };
        let (along, across) = (span(|p| p.y)?, span(|p| p.x)?);
        let middle = (across.0 + across.1) / 2.0;
        let beside = !(0.0..=8.0).contains(&middle) && along.0 < 8.0 && along.1 > 0.0;
        let fits = along.1 - along.0 <= LONGEST && across.1 - across.0 <= WIDEST;
        let across = if middle < 0.0 { (across.1, across.0) } else { across };
        (beside && fits).then_some(ClockZone { along, across, told })
    }

    /// The zone with as much on both ends as a hand needs to come in over.
    pub(crate) fn with_ends(&self) -> ClockZone {
        ClockZone { along: (self.along.0 - BEYOND, self.along.1 + BEYOND), ..*self }
    }

    /// The table point at so much of the zone's length and width, from 0 to 1.
    pub(crate) fn at(&self, along: f64, across: f64) -> Point {
        let between = |(from, to): (f64, f64), part: f64| from + (to - from) * part;
        Point::new(between(self.across, across), between(self.along, along))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::Corners;

    fn view() -> BoardView {
        let corners: Corners = "200,100,520,100,520,420,200,420".parse().unwrap();
        BoardView::new(&corners, None).unwrap()
    }

    #[test]
    fn an_outline_beside_the_board_is_a_zone_and_one_on_it_is_none() {
        let outline = |points: [(f64, f64); 4]| points.map(|(x, y)| Point::new(x, y));
        let left = outline([(100.0, 200.0), (180.0, 200.0), (180.0, 320.0), (100.0, 320.0)]);
        let zone = ClockZone::of_outline(&left, &view(), true).unwrap();
        assert!((zone.along.0 - 2.5).abs() < 1e-6 && (zone.along.1 - 5.5).abs() < 1e-6, "{zone:?}");
        assert!((zone.across.0 + 0.5).abs() < 1e-6 && (zone.across.1 + 2.5).abs() < 1e-6, "{zone:?}");
        let on = left.map(|point| Point::new(point.x + 150.0, point.y));
        assert_eq!(ClockZone::of_outline(&on, &view(), true), None);
        let beyond = left.map(|point| Point::new(point.x, point.y - 320.0));
        assert_eq!(ClockZone::of_outline(&beyond, &view(), true), None, "behind Black");
        assert_eq!(ClockZone::of_outline(&[], &view(), true), None);
    }
}
