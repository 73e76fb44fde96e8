//! The shipped networks and the ONNX Runtime wrapper that runs them.
//!
//! [`Runtime`] finds and loads ONNX Runtime's library, [`Weights`] pairs a network's bytes with the manifest that describes
//! them, and [`BoardNet`] runs it: a rectified picture of a board in, logits for its 64 squares out. A network whose manifest,
//! hash, shapes or class order disagree with the program is refused before it can read anything wrong.
//!
//! The crate knows pictures only as rows of numbers; where they come from and what the logits mean for the
//! game is `vision`'s business.
#![forbid(unsafe_code)]

mod board_net;
mod error;
mod manifest;
mod runtime;
mod weights;

pub use board_net::{BoardNet, Reading};
pub use error::ModelError;
pub use manifest::{Dimension, InputSpec, Manifest, OutputSpec, Outputs};
pub use runtime::{RUNTIME_VARIABLE, Runtime};
pub use weights::Weights;
