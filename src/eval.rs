//! Measuring how well sequences of known truth are read.

pub mod align;
pub mod beside;
pub mod game;
pub mod pictures;
pub mod slides;
pub mod squares;
pub mod table;
pub mod truth;
