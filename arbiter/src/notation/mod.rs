//! Positions, moves and games as text.
pub mod fen;
pub mod san;
