//! A board seen straight from above, as the network is fed with it.

use crate::remap::RemapTable;
use crate::symmetry::Symmetry;
use board::{Square, SquareSet};
use calibration::{BoardView, Point};
use capture::Image;
use models::InputSpec;
use opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Rect, Size, Vec3b};
use opencv::imgproc;

/// A square counts as outside the picture when more than this share of it is: what is left of a piece's base could be
/// anything. (A board that touches the picture's edge loses a few hundredths of a square to inexact corners.)
const OUTSIDE_SHARE: f64 = 0.25;

/// Where points of a square are tested for lying in the picture: this many along each edge.
const OUTSIDE_SAMPLES: usize = 5;

/// Cuts one board out of pictures of one size and lays it flat: what is needed is computed once.
///
/// The rectified picture has the board with `margin_squares` of table around it, `pixels_per_square` pixels a square; its top
/// left is beyond a8, its top row the eighth rank's side: as White sees the board. What lies outside the picture is black.
#[derive(Debug)]
pub struct Rectifier {
    /// The picture's width and height, for which the table was made.
    picture: (usize, usize),
    /// The part of the picture that holds the board, in pixels.
    region: Rect,
    /// How many of the picture's pixels are averaged to one, along each edge, before anything is looked up.
    reduction: i32,
    table: RemapTable,
    reduced: Mat,
    flat: Mat,
    outside: SquareSet,
}

impl Rectifier {
    /// For a board seen so in pictures of `width` x `height` pixels.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn new(spec: &InputSpec, view: &BoardView, width: usize, height: usize) -> opencv::Result<Rectifier> {
        let scale = spec.pixels_per_square as f64;
        let top_left = spec.margin_squares as f64;
        let table_from_flat = |x: f64, y: f64| Point::new(x / scale - top_left, 8.0 + top_left - y / scale);
        let size = spec.size();
        let reduction = reduction(view, scale);
        let region = region(view, top_left, width, height, reduction);
        let table = RemapTable::new(size, |x, y| {
            let seen = view.image_from_table(table_from_flat(x, y));
            let within = |value: f64, start: i32| (value - f64::from(start)) / f64::from(reduction);
            Point::new(within(seen.x, region.x), within(seen.y, region.y))
        })?;
        Ok(Rectifier {
            picture: (width, height),
            region,
            reduction,
            table,
            reduced: Mat::default(),
            flat: Mat::default(),
            outside: outside(view, width, height),
        })
    }

    /// Whether the rectifier was made for pictures of this size.
    pub fn fits(&self, image: &Image) -> bool {
        self.picture == (image.width(), image.height())
    }

    /// The squares that lie outside the picture, as far as they cannot be judged.
    pub fn outside(&self) -> SquareSet {
        self.outside
    }

    /// Lays the board of `image`, which must have the size the rectifier was made for, flat.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn rectify(&mut self, image: &Image) -> opencv::Result<()> {
        let whole = image.as_mat()?;
        let region = Mat::roi(&whole, self.region)?;
        if self.reduction == 1 {
            return self.table.apply(&region, &mut self.flat);
        }
        let size = Size::new(self.region.width / self.reduction, self.region.height / self.reduction);
        imgproc::resize(&region, &mut self.reduced, size, 0.0, 0.0, imgproc::INTER_AREA)?;
        self.table.apply(&self.reduced, &mut self.flat)
    }

    /// Writes the picture that was last rectified into `planes` as the network takes it: rows of red, then of green, then of
    /// blue, from 0 to 1. `planes` must hold three values a pixel.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn write_planes(&self, planes: &mut [f32]) -> opencv::Result<()> {
        self.write_planes_in(Symmetry::ALL[0], planes)
    }

    /// As [`Rectifier::write_planes`], the picture turned and mirrored so.
    pub(crate) fn write_planes_in(&self, symmetry: Symmetry, planes: &mut [f32]) -> opencv::Result<()> {
        let turned = symmetry.of_picture(&self.flat)?;
        let (red, rest) = planes.split_at_mut(planes.len() / 3);
        let (green, blue) = rest.split_at_mut(rest.len() / 2);
        let pixels = turned.as_ref().unwrap_or(&self.flat).data_typed::<Vec3b>()?;
        for (((pixel, red), green), blue) in pixels.iter().zip(red).zip(green).zip(blue) {
            const UNIT: f32 = 1.0 / 255.0;
            *blue = f32::from(pixel[0]) * UNIT;
            *green = f32::from(pixel[1]) * UNIT;
            *red = f32::from(pixel[2]) * UNIT;
        }
        Ok(())
    }

    /// The picture that was last rectified, for looking at; `None` before the first.
    pub fn picture(&self) -> Option<Image> {
        let side = usize::try_from(self.flat.rows()).ok()?;
        Image::from_bgr(side, side, self.flat.data_bytes().ok()?.to_vec())
    }
}

/// Averaging this many pixels keeps bilinear look-ups from skipping any, without taking sharpness the network could use.
fn reduction(view: &BoardView, pixels_per_square: f64) -> i32 {
    let corner = |x: f64, y: f64| view.image_from_table(Point::new(x, y));
    let outline = [corner(0.0, 8.0), corner(8.0, 8.0), corner(8.0, 0.0), corner(0.0, 0.0)];
    let edges = (0..4).map(|i| outline[i].distance(outline[(i + 1) % 4])).sum::<f64>();
    let wanted = (edges / 32.0 / pixels_per_square).floor();
    if wanted.is_finite() { wanted.clamp(1.0, 16.0) as i32 } else { 1 }
}

/// The part of the picture the board and its margin lie in; its edges are multiples of `reduction`.
fn region(view: &BoardView, margin: f64, width: usize, height: usize, reduction: i32) -> Rect {
    let (low, high) = (-margin, 8.0 + margin);
    let outline =
        [(low, low), (low, high), (high, low), (high, high)].map(|(x, y)| view.image_from_table(Point::new(x, y)));
    let span = |values: [f64; 4], limit: usize| {
        let limit = i32::try_from(limit).unwrap_or(i32::MAX);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A pixel more on each side for the look-ups between pixels. The margin's corners can lie beyond the horizon of a
        // steep camera and come out anywhere; what is cut away then is black, as what is outside the picture.
        let first = (least.floor() as i32).saturating_sub(1).clamp(0, (limit - reduction).max(0));
        let last = (most.ceil() as i32).saturating_add(1).clamp(first, limit);
        let length = ((last - first) / reduction).max(1) * reduction;
        // Rounded up where the picture allows, so that no edge is lost
        let longer = length + reduction;
        (first, if length < last - first && first + longer <= limit { longer } else { length })
    };
    let (x, w) = span(outline.map(|p| p.x), width);
    let (y, h) = span(outline.map(|p| p.y), height);
    Rect::new(x, y, w, h)
}

/// The squares of which too much lies outside a picture of this size.
fn outside(view: &BoardView, width: usize, height: usize) -> SquareSet {
    let (width, height) = (width as f64, height as f64);
    let is_outside = |square: &Square| {
        let mut lost = 0;
        for i in 0..OUTSIDE_SAMPLES * OUTSIDE_SAMPLES {
            let part = |n: usize| (n as f64 + 0.5) / OUTSIDE_SAMPLES as f64;
            let (dx, dy) = (part(i % OUTSIDE_SAMPLES), part(i / OUTSIDE_SAMPLES));
            let seen = view.image_from_table(Point::new(square.file() as f64 + dx, square.rank() as f64 + dy));
            // Written so that a point at infinity is outside
            let inside = seen.x >= 0.0 && seen.x < width && seen.y >= 0.0 && seen.y < height;
            lost += usize::from(!inside);
        }
        lost as f64 > OUTSIDE_SHARE * (OUTSIDE_SAMPLES * OUTSIDE_SAMPLES) as f64
    };
    Square::all().filter(is_outside).collect()
}
