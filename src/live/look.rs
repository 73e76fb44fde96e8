//! A short look at a source: some pictures, and how they come.

use crate::failure::Failure;
use board::{CameraId, Stamp};
use capture::Image;
use capture::live::{
    Address, Bell, CameraNotice, Clock, LiveCamera, LiveSettings, SessionTime, SystemClock, UsbWishes, connector,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A source that gives nothing for so long is given up, in milliseconds.
const PATIENCE_MS: i64 = 15_000;

/// Of the pictures so many are kept, spread over the look.
const KEPT: usize = 12;

/// What was seen.
#[derive(Clone, Debug)]
pub struct Look {
    /// Pictures in order; at least one.
    pub images: Vec<Arc<Image>>,
    /// Frames a second; 0 for a picture.
    pub rate: f64,
    /// Milliseconds from the beginning to the first picture.
    pub first_ms: i64,
    /// What could not be had as it was asked for.
    pub remarks: Vec<String>,
    /// Whether it is no single picture.
    pub moves: bool,
}

impl Look {
    /// The last picture.
    pub fn image(&self) -> &Image {
        &self.images[self.images.len() - 1]
    }
}

/// Looks at a source for `for_ms` milliseconds; a file that is a picture is read.
///
/// # Errors
/// When it gives no picture, with the reason.
pub fn look(address: &Address, wishes: &UsbWishes, for_ms: i64) -> Result<Look, Failure> {
    if let Address::File { path, .. } = address
        && is_still(path)
    {
        let image = Arc::new(capture::load_image(path)?);
        return Ok(Look { images: vec![image], rate: 0.0, first_ms: 0, remarks: Vec::new(), moves: false });
    }
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let bell = Arc::new(Bell::default());
    let time = SessionTime::new(clock.now(), Stamp::ZERO);
    let connect = connector(address, wishes, clock.clone());
    let mut camera = LiveCamera::new(CameraId(0), connect, clock.clone(), bell.clone(), LiveSettings::default());
    let (mut images, mut first, mut remarks) = (Vec::new(), None::<Stamp>, Vec::new());
    let mut kept: Option<Stamp> = None;
    loop {
        clock.wait(&bell, Duration::from_millis(20));
        let now = time.stamp(clock.now());
        let mut notices = camera.tend(now);
        if let Some((live, more)) = camera.take(&time) {
            notices.extend(more);
            first.get_or_insert(now);
            if kept.is_none_or(|kept| now.millis_since(kept) * KEPT as i64 >= for_ms) {
                kept = Some(now);
                images.push(live.frame.image);
            }
        }
        for notice in notices {
            match notice {
                CameraNotice::Lost { reason } => return Err(Failure::input(reason)),
                CameraNotice::There { remarks: more, .. } => remarks.extend(more),
                _ => {}
            }
        }
        let over = first.is_some_and(|first| now.millis_since(first) >= for_ms) || camera.has_ended();
        if over && let Some(first) = first {
            let rate = camera.received() as f64 * 1000.0 / now.millis_since(first).max(1) as f64;
            return Ok(Look { images, rate, first_ms: first.millis(), remarks, moves: true });
        }
        if first.is_none() && (now.millis() >= PATIENCE_MS || camera.has_ended()) {
            return Err(Failure::input(format!("{address}: gives no picture; see that it is on and plays elsewhere")));
        }
    }
}

/// Whether a file is a picture by its name's ending.
pub fn is_still(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    matches!(ending.as_deref(), Some("jpg" | "jpeg" | "png" | "bmp" | "tif" | "tiff" | "webp"))
}
