//! Where each pixel of a square picture is looked up in another, computed once.

use calibration::Point;
use opencv::core::{BORDER_CONSTANT, CV_16SC2, CV_32FC1, Mat, MatTrait, Scalar, ToInputArray};
use opencv::imgproc;

/// For each pixel of a square picture the place in another picture where it is seen.
#[derive(Debug)]
pub(crate) struct RemapTable {
    whole: Mat,
    fractions: Mat,
}

impl RemapTable {
    /// For a picture of `size` x `size` pixels whose point (x, y) is seen at `seen(x, y)`, both in pixels with the
    /// origin at the top left corner and the first pixel's centre at (0.5, 0.5).
    pub(crate) fn new(size: usize, seen: impl Fn(f64, f64) -> Point) -> opencv::Result<RemapTable> {
        let side = i32::try_from(size)
            .map_err(|_| opencv::Error::new(opencv::core::StsOutOfRange, "the rectified picture is too large"))?;
        let mut columns = Mat::new_rows_cols_with_default(side, side, CV_32FC1, Scalar::all(0.0))?;
        let mut rows = columns.clone();
        for y in 0..side {
            for x in 0..side {
                let point = seen(f64::from(x) + 0.5, f64::from(y) + 0.5);
                // OpenCV counts a pixel's centre as whole. Fixed-point tables hold no more than 16 bits: what is far
                // outside any picture stays outside, but within them. NaN becomes outside as well.
                let limited = |value: f64| if value.is_finite() { value.clamp(-1e4, 3e4) as f32 - 0.5 } else { -1e4 };
                *columns.at_2d_mut::<f32>(y, x)? = limited(point.x);
                *rows.at_2d_mut::<f32>(y, x)? = limited(point.y);
            }
        }
        let (mut whole, mut fractions) = (Mat::default(), Mat::default());
        imgproc::convert_maps(&columns, &rows, &mut whole, &mut fractions, CV_16SC2, false)?;
        Ok(RemapTable { whole, fractions })
    }

    /// Looks the picture up in `from`, between its pixels; what is outside is black.
    pub(crate) fn apply(&self, from: &impl ToInputArray, to: &mut Mat) -> opencv::Result<()> {
        let black = Scalar::all(0.0);
        imgproc::remap(from, to, &self.whole, &self.fractions, imgproc::INTER_LINEAR, BORDER_CONSTANT, black)
    }
}
