use super::{Clock, Taken, pace::Pace, paced::Paced};
use crate::video::Video;
use crate::{CaptureError, FrameSource, Image, prepare, without_password};
use board::CameraId;
use std::path::PathBuf;
use std::sync::Arc;

/// A picture as a driver gives it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The pixels.
    pub image: Arc<Image>,
    /// What is known of when it was taken.
    pub taken: Taken,
    /// How many came between the one before and this one and were passed over by the driver.
    pub passed_over: u64,
}

/// What is known of a source once it is open.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DriverDescription {
    /// Frames a second, where it says so.
    pub rate: Option<f64>,
    /// What gives the pictures, for instance `FFMPEG` or `V4L2`.
    pub back_end: String,
    /// What could not be had as it was asked for, one line each.
    pub remarks: Vec<String>,
}

/// A source of pictures that is open. It may block for ever: it is opened and used in a thread of its own, and left there if it does.
pub trait Driver {
    /// What it is.
    fn describe(&self) -> DriverDescription;

    /// The next picture, waiting for it; `None` where the source has ended and is not expected back.
    ///
    /// # Errors
    /// When the source is lost.
    fn next(&mut self) -> Result<Option<Picture>, CaptureError>;
}

/// Opens a source, as often as it takes.
pub type Connect = dyn Fn() -> Result<Box<dyn Driver>, CaptureError> + Send + Sync;

/// What is asked of a USB camera.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UsbWishes {
    /// Width and height in pixels; the camera's nearest is taken.
    pub size: Option<(u32, u32)>,
    /// Frames a second; the camera's nearest is taken.
    pub rate: Option<u32>,
    /// The exposure, in the driver's own unit (often 0.1 ms). Without, the camera's own at the start is kept.
    pub exposure: Option<i64>,
    /// The focus, in the driver's own unit. Without, the camera's own at the start is kept.
    pub focus: Option<i64>,
}

/// A live camera as it is named in a configuration.
#[derive(Clone, PartialEq, Debug)]
pub enum Address {
    /// `usb:0` or `usb:NAME`: a camera of this machine by its number or by a part of its name.
    Usb(String),
    /// A network stream's address.
    Stream(String),
    /// A file of a recording, played at its own pace as if it happened now.
    File {
        /// The file.
        path: PathBuf,
        /// It begins anew when it ends.
        again: bool,
    },
}

impl Address {
    /// What `text` names: `usb:...`, an address with a scheme, or else a file.
    pub fn new(text: &str) -> Address {
        match text.strip_prefix("usb:") {
            Some(which) => Address::Usb(which.trim().to_owned()),
            None if text.contains("://") => Address::Stream(text.to_owned()),
            None => Address::File { path: PathBuf::from(text), again: false },
        }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Address::Usb(which) => write!(f, "usb:{which}"),
            Address::Stream(address) => f.write_str(&without_password(address)),
            Address::File { path, .. } => write!(f, "{}", path.display()),
        }
    }
}

/// What opens the source at `address`. Files are paced by `clock`.
pub fn connector(address: &Address, wishes: &UsbWishes, clock: Arc<dyn Clock>) -> Box<Connect> {
    prepare();
    match address.clone() {
        Address::Stream(address) => Box::new(move || {
            let video = Video::stream(&address, CameraId(0))?;
            Ok(Box::new(Stream { video, pace: Pace::default() }) as Box<dyn Driver>)
        }),
        Address::File { path, again } => {
            Box::new(move || Ok(Box::new(Paced::open(&path, again, clock.clone())?) as Box<dyn Driver>))
        }
        Address::Usb(which) => usb(which, wishes.clone()),
    }
}

#[cfg(feature = "usb")]
fn usb(which: String, wishes: UsbWishes) -> Box<Connect> {
    Box::new(move || Ok(Box::new(super::usb::UsbDriver::open(&which, &wishes)?) as Box<dyn Driver>))
}

#[cfg(not(feature = "usb"))]
fn usb(which: String, _wishes: UsbWishes) -> Box<Connect> {
    Box::new(move || {
        let reason = "this program was built without USB cameras; build it with the feature `usb`, or name a stream";
        Err(CaptureError::new(format!("usb:{which}"), reason))
    })
}

/// A network stream.
struct Stream {
    video: Video,
    pace: Pace,
}

impl Driver for Stream {
    fn describe(&self) -> DriverDescription {
        let description = self.video.description();
        DriverDescription { rate: description.rate, back_end: description.back_end.to_owned(), remarks: Vec::new() }
    }

    fn next(&mut self) -> Result<Option<Picture>, CaptureError> {
        let frame = self.video.next_wanted(|at| self.pace.wants(at.nanos()))?;
        let passed_over = self.pace.passed_over();
        Ok(frame.map(|frame| Picture { image: frame.image, taken: Taken::Stream(frame.at.nanos()), passed_over }))
    }
}
