//! The integration tests of the whole program.
