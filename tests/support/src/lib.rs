//! Synthetic tables with known truth, for the tests.
