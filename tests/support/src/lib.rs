//! Synthetic tables with known truth, for the tests.
//!
//! [`SyntheticEyes`] see a known placement as a camera would: mostly right, sometimes not, never twice the same.
//! [`Script`] plays moves at both boards of a table and gives the inputs an arbiter would have had.
#![forbid(unsafe_code)]

mod dice;
mod eyes;
mod script;

pub use dice::Dice;
pub use eyes::SyntheticEyes;
pub use script::Script;
