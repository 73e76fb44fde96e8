use board::{CameraId, Stamp, Standing};
use std::sync::Arc;

/// A picture: 8 bits a channel, three channels in the order blue, green, red, rows from the top, no padding.
///
/// Pixel coordinates have their origin in the picture's top left corner, x to the right and y down; the centre
/// of the first pixel is at (0.5, 0.5).
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    width: usize,
    height: usize,
    bgr: Vec<u8>,
}

impl Image {
    /// A picture of `width` x `height` from its bytes, or `None` when there are not `3 * width * height` of them or
    /// the picture is empty.
    pub fn from_bgr(width: usize, height: usize, bgr: Vec<u8>) -> Option<Image> {
        let size = width.checked_mul(height)?.checked_mul(3)?;
        (size > 0 && bgr.len() == size).then_some(Image { width, height, bgr })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All bytes: `3 * width * height`, blue first.
    pub fn bgr(&self) -> &[u8] {
        &self.bgr
    }

    /// The pixels' memory, for another picture.
    pub(crate) fn into_bgr(self) -> Vec<u8> {
        self.bgr
    }

    /// The same picture with every pixel black of which `keep` says no, by row: the columns to keep, from and before.
    pub fn only(mut self, keep: impl Fn(usize) -> (usize, usize)) -> Image {
        let stride = 3 * self.width;
        for (row, bytes) in self.bgr.chunks_exact_mut(stride).enumerate() {
            let (from, to) = keep(row);
            let (from, to) = (3 * from.min(self.width), 3 * to.min(self.width));
            bytes[..from.min(to)].fill(0);
            bytes[to..].fill(0);
        }
        self
    }

    /// Blue, green and red at column `x` and row `y`, or `None` outside the picture.
    pub fn pixel(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = 3 * (y * self.width + x);
        Some([self.bgr[at], self.bgr[at + 1], self.bgr[at + 2]])
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image {}x{}", self.width, self.height)
    }
}

/// A picture with its camera, its number and its moment.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which camera took it.
    pub camera: CameraId,
    /// Counted from 0 in the order of the source.
    pub number: u64,
    /// When it was taken, in session time; never earlier than the frame before.
    pub at: Stamp,
    /// The pixels.
    pub image: Arc<Image>,
}

/// What a source is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceKind {
    /// A single picture.
    Image,
    /// A folder of photographs in the order of their names.
    Photographs,
    /// A video file.
    Video,
    /// A network stream.
    Stream,
}

impl SourceKind {
    /// How looks made from the source's frames count.
    pub fn standing(self) -> Standing {
        match self {
            SourceKind::Image | SourceKind::Photographs => Standing::Photograph,
            SourceKind::Video | SourceKind::Stream => Standing::Frame,
        }
    }
}

/// What is known of a source before its frames are read.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceDescription {
    /// Its path or address as it was given.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// How many frames it says it has, where it says so. Containers can be wrong.
    pub frames: Option<u64>,
    /// Frames a second, where it says so.
    pub rate: Option<f64>,
    /// What decodes it, for instance `FFMPEG`.
    pub back_end: &'static str,
}

/// Something that gives frames one after another.
pub trait FrameSource: Send {
    /// What the source is.
    fn description(&self) -> &SourceDescription;

    /// The next frame, or `None` at the end.
    ///
    /// # Errors
    /// When a frame cannot be read. What was read before stays good; a later call may go on (a folder whose
    /// picture is broken) or return `Ok(None)` (a file that breaks off).
    fn next_frame(&mut self) -> Result<Option<Frame>, crate::CaptureError>;
}
