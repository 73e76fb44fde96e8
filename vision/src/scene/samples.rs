//! Grey samples of a picture at places that were computed once.

use calibration::Point;
use capture::Image;

/// A place outside the picture.
const OUTSIDE: u32 = u32::MAX;

/// Places in pictures of one size, each the mean of `N` pixels.
#[derive(Clone, Debug)]
pub(super) struct Samples<const N: usize> {
    bytes: Vec<[u32; N]>,
}

impl<const N: usize> Samples<N> {
    /// The pixels at these points of a picture of `width` x `height` pixels.
    pub(super) fn new(width: usize, height: usize, points: impl Iterator<Item = [Point; N]>) -> Samples<N> {
        let byte = |point: Point| {
            let inside = point.x >= 0.0 && point.y >= 0.0 && point.x < width as f64 && point.y < height as f64;
            // pictures have fewer than 2^32 bytes: more than 100 megapixels are refused when they are read
            if inside { (3 * (point.y as usize * width + point.x as usize)) as u32 } else { OUTSIDE }
        };
        Samples { bytes: points.map(|points| points.map(byte)).collect() }
    }

    /// Which samples lie inside the picture.
    pub(super) fn inside(&self) -> impl Iterator<Item = bool> + '_ {
        self.bytes.iter().map(|bytes| !bytes.contains(&OUTSIDE))
    }

    /// The brightness of each, 0 to 255; what is outside is black.
    pub(super) fn measure(&self, image: &Image, grey: &mut Vec<u8>) {
        let bgr = image.bgr();
        grey.clear();
        grey.extend(self.bytes.iter().map(|bytes| {
            let sum: u32 = bytes.iter().map(|at| bgr.get(*at as usize..*at as usize + 3).map_or(0, luma)).sum();
            (sum / (256 * N as u32)) as u8
        }));
    }
}

/// 256 times the brightness of a pixel.
fn luma(bgr: &[u8]) -> u32 {
    29 * u32::from(bgr[0]) + 150 * u32::from(bgr[1]) + 77 * u32::from(bgr[2])
}
