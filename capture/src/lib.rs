//! Frames and where they come from.
//!
//! A [`FrameSource`] gives pictures one after another, each with its camera, its number and its moment in
//! session time. Everything below this crate works on [`Image`]s and never asks where they came from.

mod error;
mod frame;

pub use error::CaptureError;
pub use frame::{Frame, FrameSource, Image, SourceDescription, SourceKind};
