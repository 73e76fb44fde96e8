//! The rules against published numbers, played matches and each other.
mod games;
mod perft;
mod properties;
mod random;
mod shared;
mod spec_vectors;
mod written;
mod written_games;
