//! The arbiter: rules, profiles, notation, move reconstruction, events and alerts.
//!
//! It is a value with one method, `step(input) -> events`: no threads, no IO, no wall clock, no pixels.
#![forbid(unsafe_code)]

mod arbiter;
mod course;
pub mod event;
pub mod notation;
mod passing;
mod presses;
pub mod procedures;
pub mod profile;
pub mod reconstruct;
pub mod reserves;
pub mod rules;
pub mod sequencer;
pub mod wording;

pub use arbiter::{Arbiter, Setup};
