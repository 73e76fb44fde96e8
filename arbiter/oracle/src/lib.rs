//! The oracle bench: reconstruction tested without pixels.
//!
//! Scripts of real matches are played by hands ([`perform`]), watched by eyes that err as the real ones do ([`eyes`], [`noise`]), and
//! what the arbiter tells is compared with what was played ([`compare`], [`bench`]). What the numbers mean is written in
//! `docs/ref/oracle.md`.
#![forbid(unsafe_code)]

pub mod bench;
pub mod cases;
pub mod chart;
pub mod compare;
pub mod explain;
pub mod eyes;
pub mod film;
pub mod noise;
pub mod perform;
mod random;
pub mod script;
pub mod table;
pub mod told;

pub use random::Random;
