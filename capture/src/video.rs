use crate::picture::image_from_mat;
use crate::source::without_password;
use crate::timeline::Timeline;
use crate::{CaptureError, Frame, FrameSource, Image, SourceDescription, SourceKind};
use board::{CameraId, Stamp};
use opencv::core::{Mat, MatTraitConst, Vec3b, Vector};
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A stream that does not answer for this long is given up.
const OPEN_TIMEOUT_MS: i32 = 10_000;
const READ_TIMEOUT_MS: i32 = 10_000;

/// A container's frame count may be estimated from its length: a shortfall up to this many frames, and up to
/// this share of all, is no sign that the file breaks off.
const COUNT_SLACK_FRAMES: u64 = 2;
const COUNT_SLACK_SHARE: f64 = 0.01;

/// A video file or a network stream, decoded by OpenCV's FFmpeg back end.
pub(crate) struct Video {
    description: SourceDescription,
    camera: CameraId,
    capture: VideoCapture,
    size: (usize, usize),
    timeline: Timeline,
    /// Set where the container's times mean nothing (pictures pushed over HTTP): frames are stamped as they arrive.
    arrivals_since: Option<Instant>,
    read: u64,
    ended: bool,
    /// The latest pictures: once nobody looks at one any more its memory is the next one's.
    lent: VecDeque<Arc<Image>>,
}

/// So many pictures are remembered for their memory: one is being looked at, one waits.
const LENT: usize = 2;

impl Video {
    /// A video file.
    pub(crate) fn file(path: &Path, camera: CameraId) -> Result<Video, CaptureError> {
        Video::new(&path.display().to_string(), SourceKind::Video, camera, |name| {
            CaptureError::new(
                name,
                "is neither a picture nor a video that FFmpeg can read, or it breaks off before the first frame; \
                 see what `ffprobe` says about it, copy it again, or convert it with `ffmpeg -i FILE out.mp4`",
            )
        })
    }

    /// A network stream.
    pub(crate) fn stream(url: &str, camera: CameraId) -> Result<Video, CaptureError> {
        Video::new(url, SourceKind::Stream, camera, |name| {
            CaptureError::new(
                name,
                "the stream cannot be opened; check the address, the password and the network, for instance with \
                 `ffplay ADDRESS`",
            )
        })
    }

    fn new(
        address: &str,
        kind: SourceKind,
        camera: CameraId,
        unreadable: impl Fn(&str) -> CaptureError,
    ) -> Result<Video, CaptureError> {
        let parameters = Vector::<i32>::from_slice(&[
            videoio::CAP_PROP_OPEN_TIMEOUT_MSEC,
            OPEN_TIMEOUT_MS,
            videoio::CAP_PROP_READ_TIMEOUT_MSEC,
            READ_TIMEOUT_MS,
        ]);
        // An address is not a file name, but OpenCV takes both by the same parameter.
        let capture = VideoCapture::from_file_with_params(address, videoio::CAP_FFMPEG, &parameters)
            .ok()
            .filter(|capture| capture.is_opened().unwrap_or(false))
            .ok_or_else(|| unreadable(&without_password(address)))?;
        let property = |which| capture.get(which).ok().filter(|value: &f64| value.is_finite() && *value > 0.0);
        let rate = property(videoio::CAP_PROP_FPS).filter(|&rate| rate < 1000.0);
        let frames = property(videoio::CAP_PROP_FRAME_COUNT).filter(|&count| count < 1e12).map(|count| count as u64);
        let side = |which| property(which).map_or(0, |value| value as usize);
        let size = (side(videoio::CAP_PROP_FRAME_WIDTH), side(videoio::CAP_PROP_FRAME_HEIGHT));
        let name = without_password(address);
        let pushed_pictures = name.starts_with("http") && frames.is_none();
        Ok(Video {
            description: SourceDescription { name, kind, frames, rate, back_end: "FFMPEG" },
            camera,
            capture,
            size,
            timeline: Timeline::new(rate),
            arrivals_since: (kind == SourceKind::Stream && pushed_pictures).then(Instant::now),
            read: 0,
            ended: false,
            lent: VecDeque::new(),
        })
    }

    /// The frame that was grabbed, decoded straight into the picture's own memory where its size is as announced.
    fn retrieve(&mut self) -> Option<Image> {
        let (width, height) = self.size;
        let (columns, rows) = (i32::try_from(width).ok()?, i32::try_from(height).ok()?);
        let mut bytes = self.memory(width * height * 3);
        let own_memory = bytes.as_ptr();
        let moved = {
            let mut mat = Mat::new_rows_cols_with_bytes_mut::<Vec3b>(rows, columns, &mut bytes).ok()?;
            if !self.capture.retrieve(&mut mat, 0).ok()? {
                return None;
            }
            // OpenCV takes other memory when the frame has another size than the stream announced.
            if std::ptr::eq(mat.data(), own_memory) { None } else { Some(image_from_mat(&mat)?) }
        };
        match moved {
            None => Image::from_bgr(width, height, bytes),
            Some(image) => {
                self.size = (image.width(), image.height());
                Some(image)
            }
        }
    }

    /// Memory of that size, of a picture that nobody looks at any more where there is one: to have it cleared anew takes as long as a
    /// tenth of decoding.
    fn memory(&mut self, size: usize) -> Vec<u8> {
        let free = self.lent.iter().position(|image| Arc::strong_count(image) == 1 && image.bgr().len() == size);
        let image = free.and_then(|index| self.lent.remove(index)).and_then(|image| Arc::try_unwrap(image).ok());
        image.map_or_else(|| vec![0u8; size], Image::into_bgr)
    }

    fn lend(&mut self, image: Image) -> Arc<Image> {
        let image = Arc::new(image);
        self.lent.push_back(image.clone());
        if self.lent.len() > LENT {
            self.lent.pop_front();
        }
        image
    }

    /// What is to be said when there is no further frame: nothing, or that the source broke off.
    fn end(&mut self) -> Result<Option<Frame>, CaptureError> {
        self.ended = true;
        let name = &self.description.name;
        if self.description.kind == SourceKind::Stream && self.description.frames.is_none() {
            let reason = format!("the stream ended or was lost after {} frames; open it again", self.read);
            return Err(CaptureError::new(name, reason));
        }
        let promised = self.description.frames.unwrap_or(0);
        let slack = COUNT_SLACK_FRAMES.max((promised as f64 * COUNT_SLACK_SHARE) as u64);
        if self.read == 0 {
            return Err(CaptureError::new(
                name,
                "the video holds no frame that can be decoded; copy or record it again",
            ));
        }
        if self.read + slack < promised {
            let reason = format!(
                "the video breaks off after {} of {promised} frames; what was read is kept; copy it again for the rest",
                self.read
            );
            return Err(CaptureError::new(name, reason));
        }
        Ok(None)
    }
}

impl Video {
    /// The next frame that is wanted, by when it was taken; those before it are decoded, but no picture is made of them. All are counted.
    ///
    /// # Errors
    /// As [`FrameSource::next_frame`].
    pub(crate) fn next_wanted(&mut self, mut wanted: impl FnMut(Stamp) -> bool) -> Result<Option<Frame>, CaptureError> {
        while !self.ended {
            if !self.capture.grab().unwrap_or(false) {
                return self.end();
            }
            let presented_ms = match self.arrivals_since {
                Some(start) => start.elapsed().as_secs_f64() * 1000.0,
                None => self.capture.get(videoio::CAP_PROP_POS_MSEC).unwrap_or(0.0),
            };
            let at = self.timeline.stamp(presented_ms);
            let number = self.read;
            self.read += 1;
            if wanted(at) {
                let Some(image) = self.retrieve() else {
                    self.read -= 1;
                    return self.end();
                };
                return Ok(Some(Frame { camera: self.camera, number, at, image: self.lend(image) }));
            }
        }
        Ok(None)
    }
}

impl FrameSource for Video {
    fn description(&self) -> &SourceDescription {
        &self.description
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CaptureError> {
        self.next_wanted(|_| true)
    }
}
