//! The picture of a clock laid flat: White's end at the left, as it would be seen from the side of the clock that is farther from the
//! board, or nearer to it where that is turned round.

use crate::clock_zone::ClockZone;
use crate::display_line::Line;
use crate::plane::Plane;
use calibration::{BoardView, Point};
use capture::Image;

/// Pixels of the picture from White's end of the zone to Black's, at most, and for each one of the camera's.
const LONGEST: f64 = 320.0;
const FINER: f64 = 1.6;

/// A clock stands up: seen from above the board, what is high of it lies beyond where it stands. So much is looked at beyond its zone's ends and
/// its far side, in squares.
const BEYOND_ENDS: f64 = 0.25;
const BEYOND_FAR_SIDE: f64 = 0.7;

/// Lays the zone of one clock flat.
#[derive(Clone, Debug)]
pub(crate) struct ClockPicture {
    zone: ClockZone,
    view: BoardView,
    size: (usize, usize),
}

impl ClockPicture {
    /// Of the clock in the zone beside the board that is seen so. `None` where it is so small that no digit can be read.
    pub(crate) fn new(zone: &ClockZone, view: &BoardView) -> Option<ClockPicture> {
        let zone = ClockZone {
            along: (zone.along.0 - BEYOND_ENDS, zone.along.1 + BEYOND_ENDS),
            across: (zone.across.0, zone.across.1 + BEYOND_FAR_SIDE.copysign(zone.across.1 - zone.across.0)),
            ..*zone
        };
        let corner = |along, across| view.image_from_table(zone.at(along, across));
        let long = corner(0.0, 0.5).distance(corner(1.0, 0.5));
        let wide = corner(0.5, 0.0).distance(corner(0.5, 1.0));
        let scale = (LONGEST / long).min(FINER);
        let size = ((long * scale) as usize, (wide * scale) as usize);
        let fits = long.is_finite() && wide.is_finite() && size.0 >= 60 && size.1 >= 20 && size.1 <= 2 * size.0;
        fits.then(|| ClockPicture { zone, view: view.clone(), size })
    }

    /// Where a point of the flat picture is seen.
    fn seen(&self, (x, y): (f32, f32)) -> Point {
        let along = (f64::from(x) + 0.5) / self.size.0 as f64;
        let across = (f64::from(y) + 0.5) / self.size.1 as f64;
        // seen from above, what is farther from the board lies to the right of the way from White to Black beside the h-file, and to the left beside the a-file
        let beside_a = self.zone.across.0 + self.zone.across.1 < 8.0;
        self.view.image_from_table(self.zone.at(along, if beside_a { 1.0 - across } else { across }))
    }

    /// The flat picture.
    pub(crate) fn take(&self, image: &Image) -> Plane {
        let all = (0..self.size.1).flat_map(|y| (0..self.size.0).map(move |x| (x as f32, y as f32)));
        Plane { width: self.size.0, height: self.size.1, values: Spots::new(all.map(|at| self.seen(at))).look(image) }
    }

    /// Where the pixels of a line of text in the flat picture are seen.
    pub(crate) fn spots(&self, line: &Line) -> Spots {
        Spots::new(line.places().map(|at| self.seen(at)))
    }
}

/// Places in pictures of the camera that are looked up again and again, between pixels.
#[derive(Clone, Debug)]
pub(crate) struct Spots {
    /// From the corner of the part in which they lie, in pixels.
    places: Vec<(f32, f32)>,
    corner: (usize, usize),
    size: (usize, usize),
}

impl Spots {
    fn new(places: impl Iterator<Item = Point>) -> Spots {
        // pixel centres lie at halves in pictures, at whole numbers in planes
        let places: Vec<(f64, f64)> = places.map(|place| (place.x - 0.5, place.y - 0.5)).collect();
        let least = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min).max(0.0).floor();
        let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(0.0, f64::max).ceil();
        let (left, top) = (least(|place| place.0), least(|place| place.1));
        let size = ((most(|place| place.0) - left).max(0.0), (most(|place| place.1) - top).max(0.0));
        Spots {
            places: places.iter().map(|(x, y)| ((x - left) as f32, (y - top) as f32)).collect(),
            corner: (left as usize, top as usize),
            size: (size.0 as usize + 1, size.1 as usize + 1),
        }
    }

    /// The brightness at each, 0 to 255: that of the nearest pixel for one outside the picture.
    pub(crate) fn look(&self, image: &Image) -> Vec<f32> {
        let left = self.corner.0.min(image.width());
        let (right, bottom) =
            ((left + self.size.0).min(image.width()), (self.corner.1 + self.size.1).min(image.height()));
        let mut part = Plane { width: right - left, ..Plane::default() };
        for y in self.corner.1..bottom {
            let row = &image.bgr()[3 * (y * image.width() + left)..3 * (y * image.width() + right)];
            let luma = |bgr: &[u8]| 0.114 * f32::from(bgr[0]) + 0.587 * f32::from(bgr[1]) + 0.299 * f32::from(bgr[2]);
            part.values.extend(row.chunks_exact(3).map(luma));
            part.height += 1;
        }
        self.places.iter().map(|(x, y)| part.between(*x, *y)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::Corners;

    #[test]
    fn a_clock_on_either_side_is_seen_with_white_at_the_left_and_not_mirrored() {
        // White at the bottom; beside each file a spot at White's end and one at the far side
        for (across, white, far) in [((-0.3, -2.5), (60, 250), (8, 200)), ((8.3, 10.5), (480, 250), (532, 200))] {
            let corners: Corners = "110,40,430,40,430,360,110,360".parse().unwrap();
            let view = BoardView::new(&corners, None).unwrap();
            let zone = ClockZone { along: (2.4, 5.6), across, told: true };
            // the quarters of the flat picture's length and height in which a spot lies
            let place = |(x, y): (usize, usize)| {
                let mut bytes = vec![0; 3 * 560 * 400];
                for (x, y) in (x - 3..x + 3).flat_map(|x| (y - 3..y + 3).map(move |y| (x, y))) {
                    bytes[3 * (y * 560 + x)..][..3].fill(200);
                }
                let flat = ClockPicture::new(&zone, &view).unwrap().take(&Image::from_bgr(560, 400, bytes).unwrap());
                let at = flat.values.iter().position(|seen| *seen > 150.0).unwrap();
                (at % flat.width * 4 / flat.width, at / flat.width * 4 / flat.height)
            };
            // seen from the far side of a clock beside the a-file White sits at the right: there the picture is turned round
            let beside_a = across.0 < 0.0;
            assert_eq!(place(white).0, 0, "White's end");
            assert_eq!(place(far).1, if beside_a { 0 } else { 3 }, "the far side");
        }
    }
}
