//! The program behind the `tandem` command, as a thin library: the command line, the threads, the reports.
//!
//! Everything that is known of chess lives in `arbiter`, everything about pixels in `capture`, `calibration`, `models` and
//! `vision`. This crate ties them together and is the only one that touches the terminal.
#![forbid(unsafe_code)]

pub mod afterwards;
pub mod args;
pub mod books;
pub mod commands;
pub mod compare;
pub mod console;
pub mod draw;
pub mod eval;
pub mod export;
pub mod failure;
mod files;
pub mod hub;
pub mod live;
pub mod log;
mod logs;
pub mod pictures;
pub mod pipeline;
pub mod plan;
mod profiles;
mod readings;
pub mod report;
pub mod setup;
mod table_file;
mod toml_words;
pub mod unwatched;

pub use commands::run;
