//! Positions, moves and games as text.
pub mod bpgn;
pub mod fen;
mod format;
mod games;
pub mod jsonl;
mod lexer;
pub mod pgn;
mod record;
pub mod san;
mod validate;

pub use format::Format;
pub use record::{Place, Ply, Record, RecordError};
pub use validate::{EndFound, EndKind, EndSource, Finding, last_table, validate};
