//! From frames to evidence.
