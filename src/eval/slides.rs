//! Sequences as sources, disturbed where that is asked for.

use crate::plan::Disturbance;
use board::{CameraId, Stamp};
use capture::{CaptureError, Frame, FrameSource, Image, SourceDescription, SourceKind, load_image};
use std::path::PathBuf;
use std::sync::Arc;

/// Photographs are this far apart, as they are from a folder.
const INTERVAL_MS: i64 = 1000;

/// Photographs in a given order.
#[derive(Debug)]
pub struct Slides {
    description: SourceDescription,
    pictures: Vec<PathBuf>,
    order: Vec<usize>,
    turned: bool,
    next: usize,
}

/// Which of `count` photographs are shown, in order.
pub fn shown(count: usize, disturbance: &Disturbance) -> Vec<usize> {
    let kept = |i: &usize| disturbance.leave_out.is_none_or(|n| i == &0 || !(*i as u64).is_multiple_of(n));
    let times = if disturbance.twice { 2 } else { 1 };
    (0..count).filter(kept).flat_map(|i| std::iter::repeat_n(i, times)).collect()
}

impl Slides {
    /// Shows `pictures`, disturbed; `name` is for messages.
    pub fn new(name: &str, pictures: &[PathBuf], disturbance: &Disturbance) -> Slides {
        let order = shown(pictures.len(), disturbance);
        Slides {
            description: SourceDescription {
                name: name.to_owned(),
                kind: SourceKind::Photographs,
                frames: Some(order.len() as u64),
                rate: None,
                back_end: "OpenCV imgcodecs",
            },
            pictures: pictures.to_vec(),
            order,
            turned: disturbance.turned,
            next: 0,
        }
    }
}

impl FrameSource for Slides {
    fn description(&self) -> &SourceDescription {
        &self.description
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CaptureError> {
        let Some(picture) = self.order.get(self.next).map(|i| &self.pictures[*i]) else { return Ok(None) };
        let number = self.next as u64;
        self.next += 1;
        let image = load_image(picture)?;
        let image = Arc::new(if self.turned { turned(&image) } else { image });
        Ok(Some(Frame { camera: CameraId(0), number, at: Stamp::from_millis(INTERVAL_MS * number as i64), image }))
    }
}

/// Another source's frames, turned by 90 degrees clockwise.
struct Turned(Box<dyn FrameSource>);

impl FrameSource for Turned {
    fn description(&self) -> &SourceDescription {
        self.0.description()
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CaptureError> {
        let frame = self.0.next_frame()?;
        Ok(frame.map(|frame| Frame { image: Arc::new(turned(&frame.image)), ..frame }))
    }
}

/// A video or another source, turned where that is asked for.
///
/// # Errors
/// When it cannot be opened.
pub fn open(source: &str, camera: CameraId, disturbance: &Disturbance) -> Result<Box<dyn FrameSource>, CaptureError> {
    let source = capture::open_for(source, camera)?;
    Ok(if disturbance.turned { Box::new(Turned(source)) } else { source })
}

/// The picture turned by 90 degrees clockwise: its left column, from the bottom up, becomes the top row.
pub fn turned(image: &Image) -> Image {
    let (width, height) = (image.height(), image.width());
    let mut bgr = Vec::with_capacity(image.bgr().len());
    for y in 0..height {
        for x in 0..width {
            let from = 3 * ((image.height() - 1 - x) * image.width() + y);
            bgr.extend_from_slice(&image.bgr()[from..from + 3]);
        }
    }
    Image::from_bgr(width, height, bgr).unwrap_or_else(|| image.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_turned_clockwise() {
        let image = Image::from_bgr(3, 2, (0..18).collect()).unwrap();
        let once = turned(&image);
        assert_eq!((once.width(), once.height()), (2, 3));
        // the bottom left pixel is now at the top left
        assert_eq!(once.pixel(0, 0), image.pixel(0, 1));
        assert_eq!(once.pixel(1, 0), image.pixel(0, 0));
        assert_eq!(turned(&turned(&turned(&once))), image);
    }

    #[test]
    fn photographs_are_repeated_and_left_out() {
        let with = |twice, leave_out| Disturbance { twice, leave_out, turned: false };
        assert_eq!(shown(3, &with(true, None)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(shown(7, &with(false, Some(3))), [0, 1, 2, 4, 5]);
    }
}
