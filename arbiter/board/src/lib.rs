//! The vocabulary of a bughouse table.
//!
//! Everything that more than one part of Tandem talks about lives here: squares and pieces, boards
//! and seats, time stamps, placements, and the evidence a camera gives about them. The crate
//! knows no rules, no pixels and no files, and its evidence holds no floating-point number, so
//! whatever is computed from it is the same on every machine.
#![forbid(unsafe_code)]

mod evidence;
mod incident;
mod observation;
mod piece;
mod placement;
mod ruling;
mod seat;
mod square;
mod time;

pub use evidence::{BoardEvidence, LogProb, ReserveEvidence, ReservePiece, SquareEvidence, Visibility};
pub use incident::{Incident, IncidentKind, IncidentState};
pub use observation::{
    CameraId, ClockReading, ClockSighting, Declaration, GapMark, Input, Observation, Sighting, SourceId, Standing,
};
pub use piece::{CLASS_COUNT, Color, Content, Kind, ParsePieceError, Piece};
pub use placement::{ParsePlacementError, Placement};
pub use ruling::{ClaimWord, Decision, GameWord, PenaltyWord, Ruling, Speaker};
pub use seat::{BoardId, ParseSeatError, Seat, Team};
pub use square::{ParseSquareError, Square, SquareSet};
pub use time::Stamp;
