//! A table that is watched as it happens: cameras that come and go, clocks, a session that outlives the program, and what goes wrong.

pub mod clock_log;
pub mod config;
#[cfg(feature = "dgt3000")]
pub mod dgt3000;
pub mod incidents;
pub mod latency;
pub mod lock;
pub mod look;
pub mod next;
pub mod offset;
pub mod recording;
pub mod resume;
pub mod setup;
pub mod space;
pub mod status;
pub mod table;
pub mod teller;
pub mod warnings;
