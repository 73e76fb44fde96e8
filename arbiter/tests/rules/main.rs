//! The rules against published numbers, played matches and each other.
mod perft;
mod shared;
