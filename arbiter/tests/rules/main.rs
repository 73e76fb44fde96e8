//! The rules against published numbers, played matches and each other.
mod endings;
mod games;
mod perft;
mod properties;
mod random;
mod reference;
mod shared;
mod spec_vectors;
mod validation;
mod written;
mod written_games;
