//! Inputs as bytes: a look is stored as what changed since the look before.
//!
//! One [`Encoder`] turns inputs into bytes in order, one [`Decoder`] turns them back. Both carry the same state: for
//! every camera's view of a board the last moment, the last step in time, the last frame's number and the last
//! evidence. A look in which nothing changed and whose frame came when it was expected costs two bytes.
//!
//! An input is a tag byte and what the tag asks for. Numbers are LEB128 (seven bits a byte, least significant first),
//! signed ones folded (0, -1, 1, -2, ...). The tag's bits:
//!
//! | bits | meaning |
//! | --- | --- |
//! | 0-2 | 0 board unchanged, 1 board changed, 2 reserve, 3 clock, 4 declaration, 5 gap mark, 6 ruling, 7 incident |
//! | 3 | set for a photograph, clear for a video's frame |
//! | 4 | the frame's number is the last one's plus one; otherwise it follows |
//! | 5 | set for board B |
//! | 6 | the camera's number follows; otherwise it is 0 |
//! | 7 | with reserve: what was seen is the board's clock |
//!
//! A look goes on with its moment less the expected one (the last plus the last step). A changed board goes on
//! with 8 bytes, bit *i* set when the square of index *i* changed; each of these with 2 bytes, bits 0-12
//! set for classes that changed, bits 13-14 the visibility; and with each changed class's difference.

mod bytes;
mod decode;
mod encode;

pub use bytes::Malformed;
pub use decode::Decoder;
pub use encode::Encoder;

use board::{BoardEvidence, BoardId, CameraId, Stamp};
use std::collections::BTreeMap;

const BOARD_UNCHANGED: u8 = 0;
const BOARD_CHANGED: u8 = 1;
const RESERVE: u8 = 2;
const CLOCK: u8 = 3;
const DECLARATION: u8 = 4;
const GAP: u8 = 5;
const RULING: u8 = 6;
const INCIDENT: u8 = 7;
const KIND_BITS: u8 = 0b111;
const PHOTOGRAPH: u8 = 1 << 3;
const NEXT_FRAME: u8 = 1 << 4;
const BOARD_B: u8 = 1 << 5;
const OTHER_CAMERA: u8 = 1 << 6;
const SEEN_CLOCK: u8 = RESERVE | 1 << 7;

/// What is remembered of the inputs so far, the same on both sides.
#[derive(Clone, Debug, Default)]
struct Memory {
    views: BTreeMap<(CameraId, BoardId), View>,
    /// The last input's moment, whatever it was.
    at: i64,
}

/// What is remembered of one camera's view of one board.
#[derive(Clone, Debug)]
struct View {
    at: i64,
    step: i64,
    frame: u64,
    evidence: BoardEvidence,
}

impl Memory {
    fn view(&mut self, camera: CameraId, board: BoardId) -> &mut View {
        self.views.entry((camera, board)).or_insert_with(|| View {
            at: 0,
            step: 0,
            frame: u64::MAX,
            evidence: BoardEvidence::not_seen(),
        })
    }
}

impl View {
    fn expected_at(&self) -> i64 {
        self.at.wrapping_add(self.step)
    }

    /// Several sightings may come from one frame: the step is measured between frames.
    fn advance(&mut self, at: Stamp, frame: u64) {
        if frame != self.frame {
            self.step = at.nanos().wrapping_sub(self.at);
        }
        self.at = at.nanos();
        self.frame = frame;
    }
}

#[cfg(test)]
mod tests;
