//! Pixels of a picture that are looked up again and again, at places that were computed once.

use calibration::Point;
use capture::Image;

/// A place outside the picture.
const OUTSIDE: u32 = u32::MAX;

/// Places in pictures of one size, in groups of `N` pixels.
#[derive(Clone, Debug)]
pub(crate) struct Samples<const N: usize> {
    picture: (usize, usize),
    bytes: Vec<[u32; N]>,
}

impl<const N: usize> Samples<N> {
    /// The pixels at these points of a picture of `width` x `height` pixels.
    pub(crate) fn new(width: usize, height: usize, points: impl Iterator<Item = [Point; N]>) -> Samples<N> {
        let byte = |point: Point| {
            let inside = point.x >= 0.0 && point.y >= 0.0 && point.x < width as f64 && point.y < height as f64;
            // pictures have fewer than 2^32 bytes: more than 100 megapixels are refused when they are read
            if inside { (3 * (point.y as usize * width + point.x as usize)) as u32 } else { OUTSIDE }
        };
        Samples { picture: (width, height), bytes: points.map(|points| points.map(byte)).collect() }
    }

    /// Whether they were computed for pictures of this size.
    pub(crate) fn fit(&self, image: &Image) -> bool {
        self.picture == (image.width(), image.height())
    }

    /// Which groups lie inside the picture.
    pub(crate) fn inside(&self) -> impl Iterator<Item = bool> + '_ {
        self.bytes.iter().map(|bytes| !bytes.contains(&OUTSIDE))
    }

    /// The pixels of each group that are inside the picture: blue, green, red.
    pub(crate) fn colours<'a>(
        &'a self,
        image: &'a Image,
    ) -> impl Iterator<Item = impl Iterator<Item = [u8; 3]> + 'a> + 'a {
        let bgr = image.bgr();
        let pixel = |at: &u32| bgr.get(*at as usize..*at as usize + 3).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        self.bytes.iter().map(move |bytes| bytes.iter().filter_map(pixel))
    }

    /// The mean brightness of each group, 0 to 255; what is outside is black.
    pub(crate) fn measure(&self, image: &Image, grey: &mut Vec<u8>) {
        grey.clear();
        grey.extend(self.colours(image).map(|pixels| (pixels.map(luma).sum::<u32>() / (256 * N as u32)) as u8));
    }
}

/// 256 times the brightness of a pixel.
fn luma([blue, green, red]: [u8; 3]) -> u32 {
    29 * u32::from(blue) + 150 * u32::from(green) + 77 * u32::from(red)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_outside_the_picture_are_none() {
        let mut bytes = vec![0; 3 * 40 * 30];
        bytes[3 * (20 * 40 + 12)] = 7;
        let image = Image::from_bgr(40, 30, bytes).unwrap();
        let points = [[Point::new(12.6, 20.2), Point::new(-1.0, 4.0)], [Point::new(1.0, 1.0); 2]];
        let samples = Samples::new(40, 30, points.into_iter());
        assert!(samples.fit(&image));
        let seen: Vec<Vec<[u8; 3]>> = samples.colours(&image).map(Iterator::collect).collect();
        assert_eq!(seen, [vec![[7, 0, 0]], vec![[0; 3]; 2]]);
        assert_eq!(samples.inside().collect::<Vec<_>>(), [false, true]);
    }
}
