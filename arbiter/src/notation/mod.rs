//! Positions, moves and games as text.
pub mod bpgn;
pub mod fen;
mod games;
pub mod jsonl;
mod lexer;
pub mod pgn;
mod record;
pub mod san;
mod validate;

pub use record::{Place, Ply, Record, RecordError};
pub use validate::{Finding, last_table, validate};
