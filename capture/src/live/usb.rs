use super::{Driver, DriverDescription, Picture, Taken, UsbWishes, pace::Pace};
use crate::{CaptureError, Image, decode_image};
use nokhwa::pixel_format::RgbFormat;
use nokhwa::utils::{
    ApiBackend, CameraFormat, CameraIndex, ControlValueDescription, ControlValueSetter, FrameFormat,
    KnownCameraControl, RequestedFormat, RequestedFormatType, Resolution,
};
use nokhwa::{Buffer, Camera};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Video4Linux's numbers of the controls that nokhwa has no names for (`linux/v4l2-controls.h`).
const EXPOSURE_AUTO: KnownCameraControl = KnownCameraControl::Other(0x009A_0901);
const EXPOSURE_ABSOLUTE: KnownCameraControl = KnownCameraControl::Other(0x009A_0902);
const EXPOSURE_AUTO_PRIORITY: KnownCameraControl = KnownCameraControl::Other(0x009A_0903);
const FOCUS_ABSOLUTE: KnownCameraControl = KnownCameraControl::Other(0x009A_090A);
const FOCUS_AUTO: KnownCameraControl = KnownCameraControl::Other(0x009A_090C);

/// `V4L2_EXPOSURE_MANUAL`.
const MANUAL: i64 = 1;

/// What is asked for where nothing is said.
const USUAL: ((u32, u32), u32) = ((1920, 1080), 30);

/// A driver that says a picture is older than this is not believed.
const OLDEST: Duration = Duration::from_secs(2);

/// A camera of this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsbCamera {
    /// Its number, as in `/dev/video0`.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// What it can do; empty where it cannot be opened.
    pub modes: Vec<UsbMode>,
    /// Why it cannot be opened, where it cannot.
    pub error: Option<String>,
}

/// A size and rate that a camera has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct UsbMode {
    /// How the pictures come: `MJPEG`, `YUYV`, ...
    pub form: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Frames a second.
    pub rate: u32,
}

/// The cameras of this machine and what they can do.
///
/// # Errors
/// When the system does not tell.
pub fn usb_cameras() -> Result<Vec<UsbCamera>, CaptureError> {
    let infos = nokhwa::query(ApiBackend::Video4Linux)
        .map_err(|error| CaptureError::new("usb", format!("the cameras cannot be listed: {error}")))?;
    let mut cameras: Vec<UsbCamera> = infos
        .iter()
        .filter_map(|info| {
            let number = info.index().as_index().ok()?;
            let modes = modes(number);
            let error = modes.as_ref().err().cloned();
            Some(UsbCamera { number, name: info.human_name(), modes: modes.unwrap_or_default(), error })
        })
        .collect();
    cameras.sort_by_key(|camera| camera.number);
    Ok(cameras)
}

fn modes(number: u32) -> Result<Vec<UsbMode>, String> {
    let any = RequestedFormat::new::<RgbFormat>(RequestedFormatType::None);
    let mut camera = Camera::new(CameraIndex::Index(number), any).map_err(|error| error.to_string())?;
    let formats = camera.compatible_camera_formats().map_err(|error| error.to_string())?;
    let mut modes: Vec<UsbMode> = formats
        .iter()
        .map(|format| UsbMode {
            form: format.format().to_string(),
            width: format.width(),
            height: format.height(),
            rate: format.frame_rate(),
        })
        .collect();
    modes.sort();
    modes.dedup();
    Ok(modes)
}

/// A USB camera that is open.
pub(super) struct UsbDriver {
    name: String,
    camera: Camera,
    description: DriverDescription,
    opened: Instant,
    pace: Pace,
}

impl UsbDriver {
    /// Opens the camera with that number, or whose name has `which` in it.
    pub fn open(which: &str, wishes: &UsbWishes) -> Result<UsbDriver, CaptureError> {
        let name = format!("usb:{which}");
        let wrong = |reason: String| CaptureError::new(name.clone(), reason);
        let number = number_of(which).map_err(wrong)?;
        let ((width, height), rate) = (wishes.size.unwrap_or(USUAL.0), wishes.rate.unwrap_or(USUAL.1));
        let asked = CameraFormat::new(Resolution::new(width, height), FrameFormat::MJPEG, rate);
        let format = RequestedFormat::new::<RgbFormat>(RequestedFormatType::Closest(asked));
        let mut camera = Camera::new(CameraIndex::Index(number), format).map_err(|error| {
            wrong(format!("cannot be opened ({error}); see that it is plugged in and that no other program uses it"))
        })?;
        let mut remarks = Vec::new();
        let got = camera.camera_format();
        if (got.width(), got.height(), got.frame_rate()) != (width, height, rate)
            && (wishes.size.is_some() || wishes.rate.is_some())
        {
            let (w, h, r) = (got.width(), got.height(), got.frame_rate());
            remarks.push(format!("{width}x{height} at {rate} is not to be had; it gives {w}x{h} at {r}"));
        }
        camera.open_stream().map_err(|error| wrong(format!("gives no pictures ({error}); plug it in again")))?;
        remarks.extend(lock(
            &mut camera,
            "exposure",
            EXPOSURE_AUTO,
            ControlValueSetter::Integer(MANUAL),
            EXPOSURE_ABSOLUTE,
            wishes.exposure,
        ));
        // a camera that lengthens its exposure in the dark gives fewer pictures than were asked for
        let _ = camera.set_camera_control(EXPOSURE_AUTO_PRIORITY, ControlValueSetter::Boolean(false));
        remarks.extend(lock(
            &mut camera,
            "focus",
            FOCUS_AUTO,
            ControlValueSetter::Boolean(false),
            FOCUS_ABSOLUTE,
            wishes.focus,
        ));
        let description = DriverDescription {
            rate: Some(f64::from(got.frame_rate())),
            back_end: format!("V4L2 {}", got.format()),
            remarks,
        };
        Ok(UsbDriver { name, camera, description, opened: Instant::now(), pace: Pace::default() })
    }
}

/// Turns an automatism off and sets its value, by default to what it has come to; says what could not be done.
fn lock(
    camera: &mut Camera,
    what: &str,
    automatism: KnownCameraControl,
    off: ControlValueSetter,
    control: KnownCameraControl,
    wish: Option<i64>,
) -> Option<String> {
    let now = camera.camera_control(control).ok().and_then(|control| match control.description() {
        ControlValueDescription::IntegerRange { value, .. } | ControlValueDescription::Integer { value, .. } => {
            Some(*value)
        }
        _ => None,
    });
    let off = camera.set_camera_control(automatism, off);
    let set = wish.or(now).map(|value| camera.set_camera_control(control, ControlValueSetter::Integer(value)));
    match (off, set) {
        (Ok(()), Some(Ok(()))) => None,
        (Err(_), None) => Some(format!("its {what} cannot be locked")),
        (_, Some(Err(error))) | (Err(error), _) => Some(format!("its {what} is not locked ({error})")),
        (Ok(()), None) => None,
    }
}

/// The number of the camera that `which` names.
fn number_of(which: &str) -> Result<u32, String> {
    if let Ok(number) = which.trim_start_matches("/dev/video").parse() {
        return Ok(number);
    }
    let infos =
        nokhwa::query(ApiBackend::Video4Linux).map_err(|error| format!("the cameras cannot be listed: {error}"))?;
    let named = |info: &&nokhwa::utils::CameraInfo| info.human_name().to_lowercase().contains(&which.to_lowercase());
    let mut numbers: Vec<u32> = infos.iter().filter(named).filter_map(|info| info.index().as_index().ok()).collect();
    // one camera has several numbers, of which the first gives pictures
    numbers.sort_unstable();
    numbers.first().copied().ok_or_else(|| match infos.is_empty() {
        true => "there is no camera on this machine; plug it in, or see what `tandem cameras` lists".to_owned(),
        false => "no camera of this machine is called so; see what `tandem cameras` lists".to_owned(),
    })
}

impl Driver for UsbDriver {
    fn describe(&self) -> DriverDescription {
        self.description.clone()
    }

    fn next(&mut self) -> Result<Option<Picture>, CaptureError> {
        let lost =
            |error: String| CaptureError::new(self.name.clone(), format!("was lost ({error}); plug it in again"));
        let buffer = loop {
            let buffer = self.camera.frame().map_err(|error| lost(error.to_string()))?;
            if self.pace.wants(self.opened.elapsed().as_nanos() as i64) {
                break buffer;
            }
        };
        let passed_over = self.pace.passed_over();
        let taken = age(&buffer).map_or(Taken::Arrived, Taken::Before);
        let image = match buffer.source_frame_format() {
            FrameFormat::MJPEG => decode_image(&self.name, buffer.buffer())?,
            _ => {
                let rgb = buffer.decode_image::<RgbFormat>().map_err(|error| lost(error.to_string()))?;
                let (width, height) = (rgb.width() as usize, rgb.height() as usize);
                let mut bytes = rgb.into_raw();
                bytes.chunks_exact_mut(3).for_each(|pixel| pixel.swap(0, 2));
                Image::from_bgr(width, height, bytes).ok_or_else(|| lost("an empty picture".to_owned()))?
            }
        };
        Ok(Some(Picture { image: Arc::new(image), taken, passed_over }))
    }
}

/// How old a picture is. nokhwa has turned the driver's steady stamp into one of the wall clock, a moment ago and by the same clock
/// that is read here: the difference is the age, whatever that clock was set to before.
fn age(buffer: &Buffer) -> Option<Duration> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    now.checked_sub(buffer.capture_timestamp()?).filter(|age| *age < OLDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cameras_are_listed_and_one_that_is_not_there_is_named() {
        let cameras = usb_cameras().unwrap();
        println!("cameras of this machine: {cameras:?}");
        let missing = ["no such camera", "97"];
        for which in missing {
            let error = UsbDriver::open(which, &UsbWishes::default()).err().map(|error| error.to_string()).unwrap();
            assert!(error.starts_with(&format!("usb:{which}: ")), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn the_age_of_a_picture_does_not_depend_on_what_the_clock_was_set_to() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let buffer = |taken| Buffer::with_timestamp(Resolution::new(1, 1), &[0; 3], FrameFormat::RAWRGB, taken);
        let told = age(&buffer(Some(now - Duration::from_millis(40)))).unwrap();
        assert!(told >= Duration::from_millis(40) && told < Duration::from_millis(500), "{told:?}");
        assert_eq!(age(&buffer(None)), None);
        assert_eq!(age(&buffer(Some(now + Duration::from_secs(100)))), None, "from the future");
        assert_eq!(age(&buffer(Some(now - Duration::from_secs(100)))), None, "too old to be believed");
    }
}
