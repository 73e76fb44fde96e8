//! Frames and where they come from.
//!
//! A [`FrameSource`] gives pictures one after another, each with its camera, its number and its moment in
//! session time. Everything below this crate works on [`Image`]s and never asks where they came from.
//!
//! [`open`] finds out what a path or an address is: one picture, a folder of photographs, a video file or a network
//! stream. [`load_image`] reads one picture. Both decode through the system's OpenCV, on one thread and without its
//! messages on standard error: see [`prepare`]. Cameras that are watched as it happens are in [`live`].
#![deny(unsafe_code)]

mod encode;
mod error;
mod frame;
pub mod live;
mod natural_order;
mod opencv_setup;
mod photographs;
mod picture;
mod source;
mod still_format;
mod timeline;
mod video;

pub use encode::{jpeg, part_shrunk, shrunk};
pub use error::CaptureError;
pub use frame::{Frame, FrameSource, Image, SourceDescription, SourceKind};
pub use opencv_setup::prepare;
pub use picture::{decode_image, load_image};
pub use source::{open, open_for, without_password};
