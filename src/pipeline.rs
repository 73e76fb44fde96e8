//! From frames to events: decoding in one thread a camera, seeing and judging in the caller's.

mod album;
mod desk;
mod feed;
pub mod follow;
pub mod locate;
mod moving;
mod picture;
mod watch;

pub use album::{Album, jpeg};
pub use desk::{Desk, Listener};
pub use feed::Feed;
pub use watch::{Watch, Watched};
