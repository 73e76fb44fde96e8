use crate::Point;
use capture::Image;
use opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Size, ToInputArray};
use opencv::imgproc;

/// A grey picture, scaled from a coloured one. Its coordinates are as [`Image`]'s: the centre of the first pixel is at
/// (0.5, 0.5), so that a point of the coloured picture lies at `scale` times its coordinates.
pub(super) struct Grey {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Grey pixels a pixel of the coloured picture.
    pub(super) scale: f64,
    pub(super) values: Vec<u8>,
}

/// Reduces a coloured matrix to one channel.
fn extract(colour: &impl ToInputArray, channel: Channel, grey: &mut Mat) -> opencv::Result<()> {
    match channel {
        Channel::Luminance => imgproc::cvt_color(colour, grey, imgproc::COLOR_BGR2GRAY, 0),
        Channel::Darkest => {
            let (mut least, mut other) = (Mat::default(), Mat::default());
            opencv::core::extract_channel(colour, &mut least, 0)?;
            for index in 1..3 {
                opencv::core::extract_channel(colour, &mut other, index)?;
                let before = least.try_clone()?;
                opencv::core::min(&before, &other, &mut least)?;
            }
            *grey = least;
            Ok(())
        }
    }
}

/// What of a coloured picture is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Channel {
    /// The usual weighted mean of red, green and blue.
    Luminance,
    /// The least of red, green and blue: it tells coloured squares from white ones even where they are as bright.
    Darkest,
}

impl Grey {
    /// The picture's channel, scaled so that its longer side is at most `longest`, or twice as long as it was, and blurred
    /// by a Gaussian of `sigma` scaled pixels.
    pub(super) fn new(image: &Image, channel: Channel, longest: usize, sigma: f64) -> opencv::Result<Grey> {
        let colour = image.as_mat()?;
        let side = image.width().max(image.height());
        let scale = (longest as f64 / side as f64).min(2.0);
        let fit = |length: usize| ((length as f64 * scale).round() as i32).max(1);
        let size = Size::new(fit(image.width()), fit(image.height()));
        let how = if scale < 1.0 { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
        let mut scaled = Mat::default();
        let mut grey = Mat::default();
        if longest == side {
            extract(&colour, channel, &mut grey)?;
        } else {
            imgproc::resize(&colour, &mut scaled, size, 0.0, 0.0, how)?;
            extract(&scaled, channel, &mut grey)?;
        }
        let mut blurred = Mat::default();
        imgproc::gaussian_blur(&grey, &mut blurred, Size::new(0, 0), sigma, sigma, opencv::core::BORDER_REPLICATE)?;
        Ok(Grey {
            width: blurred.cols() as usize,
            height: blurred.rows() as usize,
            scale,
            values: blurred.data_bytes()?.to_vec(),
        })
    }

    /// The picture without dark lines (or light ones, where `light`) of up to `width` pixels: a morphological closing (or
    /// opening) with a square. What the line separated then grows by a pixel, so that squares meet at their corners.
    pub(super) fn without_thin_lines(&self, light: bool, width: i32) -> opencv::Result<Grey> {
        let source = Mat::new_rows_cols_with_bytes::<u8>(self.height as i32, self.width as i32, &self.values)?;
        let square = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(width + 1, width + 1))?;
        let pixel = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, Size::new(3, 3))?;
        let (fill, grow) = if light {
            (imgproc::MORPH_OPEN, imgproc::MORPH_ERODE)
        } else {
            (imgproc::MORPH_CLOSE, imgproc::MORPH_DILATE)
        };
        let (mut filled, mut smooth) = (Mat::default(), Mat::default());
        imgproc::morphology_ex_def(&source, &mut filled, fill, &square)?;
        imgproc::morphology_ex_def(&filled, &mut smooth, grow, &pixel)?;
        Ok(Grey { values: smooth.data_bytes()?.to_vec(), ..*self })
    }

    /// The value at a point of this picture, linear between pixels, or `None` outside it.
    pub(super) fn at(&self, point: Point) -> Option<f64> {
        let (x, y) = (point.x - 0.5, point.y - 0.5);
        // Negated so that a point that is no number is outside, too.
        if !(x > -0.5 && y > -0.5 && x < self.width as f64 - 0.5 && y < self.height as f64 - 0.5) {
            return None;
        }
        let (x, y) = (x.clamp(0.0, (self.width - 1) as f64), y.clamp(0.0, (self.height - 1) as f64));
        let (column, row) = (x as usize, y as usize);
        let (right, below) = ((column + 1).min(self.width - 1), (row + 1).min(self.height - 1));
        let (fx, fy) = (x - column as f64, y - row as f64);
        let value = |column: usize, row: usize| f64::from(self.values[row * self.width + column]);
        let upper = value(column, row) * (1.0 - fx) + value(right, row) * fx;
        let lower = value(column, below) * (1.0 - fx) + value(right, below) * fx;
        Some(upper * (1.0 - fy) + lower * fy)
    }
}
