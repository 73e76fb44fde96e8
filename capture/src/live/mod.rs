//! Cameras that are watched as it happens.
//!
//! A [`Driver`] gives pictures and may block for as long as it likes, for ever included. A [`LiveCamera`] runs it in a thread of
//! its own, keeps the newest picture alone, notices what goes wrong (silence, a frozen picture, a slow stream, another size,
//! a stream whose times jump), gives up a driver that blocks and opens the source again. That is the only place where anything is
//! tried again. Everything asks the [`Clock`] it was given what time it is; [`SimulatedClock`] is the real one's twin for tests.

mod arrival;
mod camera;
mod clock;
mod driver;
mod health;
mod pace;
mod paced;
mod session_time;
mod simulated;
mod slot;
#[cfg(feature = "usb")]
mod usb;

pub use arrival::{ArrivalLine, MOST_BEHIND, Taken};
pub use camera::{CameraNotice, LiveCamera, LiveFrame, LiveSettings};
pub use clock::{Bell, Clock, Moments, SystemClock};
pub use driver::{Address, Connect, Driver, DriverDescription, Picture, UsbWishes, connector};
pub use health::{Health, HealthSettings};
pub use session_time::{SessionTime, TimeNotice};
pub use simulated::SimulatedClock;
#[cfg(feature = "usb")]
pub use usb::{UsbCamera, UsbMode, usb_cameras};
