//! From frames to evidence.
//!
//! [`Eyes`] look at a frame and give an [`board::Observation`] of each board in it. On the way a [`Rectifier`] lays the board
//! flat, the network of `models` reads all squares at once, [`Judgement`] turns its logits into integer log-likelihoods, and a
//! [`MotionGate`] says what moves and whether there is anything new to look at. [`turns_from_start`] tells which side is White's.
//! A [`Scene`] watches the picture itself: its light, whether it is sharp, covered, or of another place.
//!
//! [`ClockEyes`] tell presses from hands over a clock, and read its display.
//!
//! Nothing here knows a rule of the game or asks what time it is: times are the frames' own. Floating point ends
//! here; what goes out is the same on every machine once it is stored.
#![forbid(unsafe_code)]

mod clock;
mod clock_hand;
mod clock_picture;
mod clock_press;
mod clock_times;
mod clock_zone;
mod display_eyes;
mod display_find;
mod display_fit;
mod display_line;
mod display_lines;
mod display_read;
mod error;
mod evidence;
mod eyes;
mod learning;
mod motion;
mod orientation;
mod plane;
mod rectify;
mod remap;
mod reserves;
mod samples;
mod scene;
mod seven_segment;
mod sight;
mod squares;
mod symmetry;

pub use clock::{ClockEyes, WatchedClock};
pub use clock_zone::ClockZone;
pub use error::VisionError;
pub use evidence::{COVERED_ABOVE, Judgement, MISREAD_SHARE, certainty, likelihood};
pub use eyes::{Eyes, WatchedBoard};
pub use learning::LearnedSet;
pub use motion::{Motion, MotionGate, MotionSettings};
pub use orientation::{NoOrientation, likely_turns, turned, turns_from_start};
pub use rectify::Rectifier;
pub use scene::{Scene, SceneNotice};
