//! A picture to draw on, in pixels with the origin at its top left corner.

use super::glyphs::{COLUMNS, ROWS, glyph};
use calibration::Point;
use capture::Image;

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// A copy of a photograph that is drawn over.
pub(super) struct Canvas {
    picture: image::RgbImage,
}

impl Canvas {
    /// A copy of `photo`, enlarged by whole factors until its longer side has `least` pixels.
    pub(super) fn over(photo: &Image, factor: usize) -> Canvas {
        let (width, height) = ((photo.width() * factor) as u32, (photo.height() * factor) as u32);
        let picture = image::RgbImage::from_fn(width, height, |x, y| {
            let [b, g, r] = photo.pixel(x as usize / factor, y as usize / factor).unwrap_or_default();
            image::Rgb([r, g, b])
        });
        Canvas { picture }
    }

    pub(super) fn picture(&self) -> &image::RgbImage {
        &self.picture
    }

    /// Mixes `colour` into every pixel of the box around `points` (widened by `reach`) by the share, 0 to 1, that `share` gives its
    /// centre.
    fn mix(&mut self, points: &[Point], reach: f64, colour: Rgb, share: impl Fn(Point) -> f64) {
        let limits = |value: fn(&Point) -> f64, size: u32| {
            let least = points.iter().map(value).fold(f64::INFINITY, f64::min) - reach;
            let most = points.iter().map(value).fold(f64::NEG_INFINITY, f64::max) + reach;
            // A cast of NaN is 0: nothing is drawn
            (least.max(0.0) as u32, most.clamp(0.0, f64::from(size)).ceil() as u32)
        };
        let (left, right) = limits(|p| p.x, self.picture.width());
        let (top, bottom) = limits(|p| p.y, self.picture.height());
        for y in top..bottom {
            for x in left..right {
                let share = share(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)).clamp(0.0, 1.0);
                if share > 0.0 {
                    let pixel = &mut self.picture.get_pixel_mut(x, y).0;
                    for (channel, ink) in pixel.iter_mut().zip(colour) {
                        *channel = (f64::from(*channel) * (1.0 - share) + f64::from(ink) * share).round() as u8;
                    }
                }
            }
        }
    }

    /// A line of this width with round ends.
    pub(super) fn line(&mut self, from: Point, to: Point, width: f64, colour: Rgb) {
        self.mix(&[from, to], width, colour, |at| width / 2.0 + 0.5 - distance_to_segment(at, from, to));
    }

    /// A disc.
    pub(super) fn disc(&mut self, centre: Point, radius: f64, colour: Rgb) {
        self.mix(&[centre], radius + 1.0, colour, |at| radius + 0.5 - at.distance(centre));
    }

    /// Stripes across a convex outline.
    pub(super) fn hatch(&mut self, outline: &[Point], gap: f64, colour: Rgb) {
        let stripe = |at: Point| ((at.x + at.y) / gap).rem_euclid(1.0) < 0.3;
        self.mix(outline, 0.0, colour, |at| if inside(outline, at) && stripe(at) { 0.8 } else { 0.0 });
    }

    /// A letter of this height, centred.
    pub(super) fn letter(&mut self, letter: char, centre: Point, height: f64, colour: Rgb) {
        let dot = height / ROWS as f64;
        let rows = glyph(letter);
        let corner = Point::new(centre.x - dot * COLUMNS as f64 / 2.0, centre.y - height / 2.0);
        let ink = |at: Point| {
            let (column, row) = ((at.x - corner.x) / dot, (at.y - corner.y) / dot);
            let in_box = column >= 0.0 && row >= 0.0 && column < COLUMNS as f64 && row < ROWS as f64;
            let set = in_box && rows[row as usize] >> (COLUMNS - 1 - column as usize) & 1 == 1;
            if set { 1.0 } else { 0.0 }
        };
        self.mix(&[centre], height, colour, ink);
    }
}

fn distance_to_segment(at: Point, from: Point, to: Point) -> f64 {
    let (along, way) = (Point::new(to.x - from.x, to.y - from.y), Point::new(at.x - from.x, at.y - from.y));
    let length = along.x * along.x + along.y * along.y;
    let part = if length > 0.0 { ((way.x * along.x + way.y * along.y) / length).clamp(0.0, 1.0) } else { 0.0 };
    at.distance(Point::new(from.x + part * along.x, from.y + part * along.y))
}

/// Whether a point lies in a convex outline, either way round.
fn inside(outline: &[Point], at: Point) -> bool {
    let side = |i: usize| {
        let (p, q) = (outline[i], outline[(i + 1) % outline.len()]);
        (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x)
    };
    (0..outline.len()).all(|i| side(i) >= 0.0) || (0..outline.len()).all(|i| side(i) <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blank() -> Canvas {
        Canvas::over(&Image::from_bgr(40, 30, vec![0; 3 * 40 * 30]).unwrap(), 1)
    }

    fn inked(canvas: &Canvas) -> usize {
        canvas.picture().pixels().filter(|pixel| pixel.0[0] > 127).count()
    }

    #[test]
    fn shapes_cover_what_they_should() {
        let white = [255; 3];
        let mut canvas = blank();
        canvas.line(Point::new(5.0, 10.0), Point::new(25.0, 10.0), 4.0, white);
        assert!((80..=100).contains(&inked(&canvas)), "{}", inked(&canvas));
        let mut canvas = blank();
        canvas.disc(Point::new(20.0, 15.0), 10.0, white);
        assert!((300..=330).contains(&inked(&canvas)), "{}", inked(&canvas));
        let mut canvas = blank();
        canvas.letter('P', Point::new(20.0, 15.0), 14.0, white);
        assert_eq!(inked(&canvas), 4 * glyph('P').iter().map(|row| row.count_ones() as usize).sum::<usize>());
        let mut canvas = blank();
        let outline = [Point::new(10.0, 5.0), Point::new(30.0, 5.0), Point::new(30.0, 25.0), Point::new(10.0, 25.0)];
        canvas.hatch(&outline, 5.0, white);
        assert!((60..=200).contains(&inked(&canvas)), "{}", inked(&canvas));
    }

    #[test]
    fn what_is_outside_the_picture_is_left_out() {
        let mut canvas = blank();
        canvas.disc(Point::new(-50.0, -50.0), 10.0, [255; 3]);
        canvas.line(Point::new(f64::NAN, 0.0), Point::new(10.0, 500.0), 2.0, [255; 3]);
        canvas.letter('K', Point::new(200.0, 15.0), 14.0, [255; 3]);
        assert_eq!(inked(&canvas), 0);
    }
}
