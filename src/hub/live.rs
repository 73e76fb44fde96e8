use crate::pipeline::jpeg;
use capture::{Frame, Image};
use std::sync::Arc;

/// The longer side of a live picture has at most so many pixels.
const LONGEST: usize = 960;

/// Outer corners of a8, h8, h1, a1 as shares of the picture's width and height.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[serde(transparent)]
pub struct Outline(pub [[f64; 2]; 4]);

/// A camera's newest frame, and the picture that was made of it when somebody looked.
#[derive(Clone, Debug, Default)]
pub struct Live {
    shown: u64,
    frame: Option<Arc<Image>>,
    made: Option<(u64, Arc<Vec<u8>>)>,
}

impl Live {
    pub(super) fn show(&mut self, frame: &Frame) {
        self.shown += 1;
        self.frame = Some(Arc::clone(&frame.image));
    }

    /// The newest frame as a JPEG, with its number.
    pub(super) fn jpeg(&self) -> Option<(u64, Arc<Vec<u8>>)> {
        if let Some((number, jpeg)) = self.made.as_ref().filter(|(number, _)| *number == self.shown) {
            return Some((*number, Arc::clone(jpeg)));
        }
        let jpeg = jpeg(&smaller(self.frame.as_ref()?)?).ok()?;
        Some((self.shown, Arc::new(jpeg)))
    }

    pub(super) fn keep(&mut self, number: u64, jpeg: Arc<Vec<u8>>) {
        if self.made.as_ref().is_none_or(|(known, _)| *known < number) {
            self.made = Some((number, jpeg));
        }
    }
}

/// The picture with every second, third ... pixel left out until it is small enough: fast, and good enough to see who reaches where.
fn smaller(image: &Image) -> Option<Image> {
    let step = image.width().max(image.height()).div_ceil(LONGEST).max(1);
    let (columns, rows) = (image.width() / step, image.height() / step);
    let (bytes, stride) = (image.bgr(), 3 * image.width());
    let mut bgr = Vec::with_capacity(3 * columns * rows);
    for row in 0..rows {
        let line = &bytes[row * step * stride..][..stride];
        (0..columns).for_each(|column| bgr.extend_from_slice(&line[3 * column * step..][..3]));
    }
    Image::from_bgr(columns, rows, bgr)
}
