//! The session file: one recorded match, written as it happens and replayable without the pixels, exactly.
//!
//! A session is one SQLite file (while it is being written, two: SQLite's write-ahead log lies beside it). It holds a
//! [`Manifest`], every [`board::Input`] that reached the arbiter, in the order in which it did, and every
//! [`arbiter::event::Event`] the arbiter answered with. [`SessionWriter`] writes it: what was reported is on disk before
//! [`SessionWriter::report`] returns. [`SessionReader`] gives it back and checks it.
//!
//! Inputs are stored in chunks, looks as changes against the look before: see [`codec`]. Stored sessions
//! are read tolerantly (an unknown key of the manifest is passed over), never wrongly (a chunk carries a checksum).
#![forbid(unsafe_code)]

mod checksum;
pub mod codec;
mod error;
mod manifest;
mod reader;
mod repair;
mod schema;
mod writer;

pub use error::SessionError;
pub use manifest::Manifest;
pub use reader::{Contents, Inputs, SessionReader};
pub use repair::{Repair, repair};
pub use schema::{APPLICATION_ID, OLDEST_VERSION, SCHEMA_VERSION, is_session};
pub use writer::SessionWriter;
