//! The integration tests of the whole program: one binary, a module a subject.

mod afterwards;
mod all_day;
mod arrows;
mod command;
mod console;
mod documents;
mod errors;
mod floods;
mod full_disk;
mod hostile;
mod kills;
mod languages;
mod live;
mod live_errors;
mod next_match;
mod recorded;
mod sample;
mod sessions;
mod viewers;
