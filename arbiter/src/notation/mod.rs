//! Positions, moves and games as text.
pub mod bpgn;
pub mod fen;
mod games;
mod lexer;
pub mod pgn;
mod record;
pub mod san;

pub use record::{Place, Ply, Record, RecordError};
