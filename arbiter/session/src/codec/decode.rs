use super::bytes::Cursor;
use super::*;
use board::{
    ClockReading, ClockSighting, Color, Declaration, GapMark, Incident, Input, Kind, LogProb, Observation,
    ReserveEvidence, ReservePiece, Ruling, Seat, Sighting, SourceId, SquareEvidence, Standing, Visibility,
};

/// Turns bytes back into inputs; see the [module](super).
#[derive(Debug, Default)]
pub struct Decoder {
    memory: Memory,
}

impl Decoder {
    /// A decoder that remembers nothing: its first chunk must be an encoder's first.
    pub fn new() -> Decoder {
        Decoder::default()
    }

    /// The inputs of a chunk. Chunks must come in the order in which they were encoded.
    ///
    /// # Errors
    /// When the bytes are not what an encoder writes.
    pub fn chunk(&mut self, bytes: &[u8]) -> Result<Vec<Input>, Malformed> {
        let mut cursor = Cursor::new(bytes);
        let mut inputs = Vec::new();
        while !cursor.is_at_end() {
            let input = self.input(&mut cursor)?;
            self.memory.at = input.at().nanos();
            inputs.push(input);
        }
        Ok(inputs)
    }

    fn input(&mut self, cursor: &mut Cursor) -> Result<Input, Malformed> {
        let tag = cursor.byte()?;
        let board = if tag & BOARD_B == 0 { BoardId::A } else { BoardId::B };
        match tag & KIND_BITS {
            BOARD_UNCHANGED | BOARD_CHANGED | RESERVE => self.observation(cursor, tag, board).map(Input::Observation),
            CLOCK => self.clock(cursor, board).map(Input::Clock),
            DECLARATION => self.declaration(cursor).map(Input::Declaration),
            RULING => self.ruling(cursor).map(Input::Ruling),
            INCIDENT => self.incident(cursor).map(Input::Incident),
            GAP => self.gap(cursor).map(Input::Gap),
            _ => Err(cursor.malformed()),
        }
    }

    fn moment(&self, cursor: &mut Cursor) -> Result<Stamp, Malformed> {
        Ok(Stamp::from_nanos(self.memory.at.wrapping_add(cursor.signed()?)))
    }

    fn clock(&self, cursor: &mut Cursor, board: BoardId) -> Result<ClockReading, Malformed> {
        let at = self.moment(cursor)?;
        reading(cursor, board, at)
    }

    fn declaration(&self, cursor: &mut Cursor) -> Result<Declaration, Malformed> {
        let at = self.moment(cursor)?;
        let byte = usize::from(cursor.byte()?);
        let seat = Seat::ALL.get(byte / 8).copied().ok_or(cursor.malformed())?;
        let promotion = Kind::ALL.get(byte % 8).copied().ok_or(cursor.malformed())?;
        Ok(Declaration { at, seat, promotion })
    }

    fn ruling(&self, cursor: &mut Cursor) -> Result<Ruling, Malformed> {
        let at = self.moment(cursor)?;
        let length = cursor.unsigned()?;
        let json = cursor.slice(length)?;
        let (by, what) = serde_json::from_slice(json).map_err(|_| cursor.malformed())?;
        Ok(Ruling { at, by, what })
    }

    fn incident(&self, cursor: &mut Cursor) -> Result<Incident, Malformed> {
        let at = self.moment(cursor)?;
        let length = cursor.unsigned()?;
        let json = cursor.slice(length)?;
        let (camera, kind, state, text) = serde_json::from_slice(json).map_err(|_| cursor.malformed())?;
        Ok(Incident { at, camera, kind, state, text })
    }

    fn gap(&self, cursor: &mut Cursor) -> Result<GapMark, Malformed> {
        let at = self.moment(cursor)?;
        let source = match cursor.byte()? {
            board @ (0 | 1) => SourceId::Camera(CameraId(cursor.byte()?), BoardId::BOTH[usize::from(board)]),
            2 => SourceId::Clock,
            3 => SourceId::Declarations,
            4 => SourceId::Rulings,
            5 => SourceId::Watch,
            _ => return Err(cursor.malformed()),
        };
        Ok(GapMark { at, source })
    }

    fn observation(&mut self, cursor: &mut Cursor, tag: u8, board: BoardId) -> Result<Observation, Malformed> {
        let camera = CameraId(if tag & OTHER_CAMERA == 0 { 0 } else { cursor.byte()? });
        let view = self.memory.view(camera, board);
        let at = Stamp::from_nanos(view.expected_at().wrapping_add(cursor.signed()?));
        let frame = if tag & NEXT_FRAME == 0 { cursor.unsigned()? } else { view.frame.wrapping_add(1) };
        view.advance(at, frame);
        let sighting = match tag & KIND_BITS {
            RESERVE if tag & SEEN_CLOCK == SEEN_CLOCK => {
                let certainty = cursor.narrow()?;
                let moment = Stamp::from_nanos(at.nanos().wrapping_add(cursor.signed()?));
                Sighting::Clock(ClockSighting { reading: reading(cursor, board, moment)?, certainty })
            }
            RESERVE => Sighting::Reserve(whole_reserve(cursor)?),
            kind => {
                if kind == BOARD_CHANGED {
                    changes(cursor, &mut view.evidence)?;
                }
                Sighting::Board(view.evidence.clone())
            }
        };
        let standing = if tag & PHOTOGRAPH == 0 { Standing::Frame } else { Standing::Photograph };
        Ok(Observation { at, camera, frame, board, standing, sighting })
    }
}

/// What a clock says of `board` at `at`.
fn reading(cursor: &mut Cursor, board: BoardId, at: Stamp) -> Result<ClockReading, Malformed> {
    let flags = cursor.byte()?;
    let pressed = match flags & 3 {
        0 => None,
        1 => Some(Color::White),
        2 => Some(Color::Black),
        _ => return Err(cursor.malformed()),
    };
    let mut known = |bit: u8| if flags & bit != 0 { cursor.signed().map(Some) } else { Ok(None) };
    Ok(ClockReading { at, board, pressed, white_ms: known(4)?, black_ms: known(8)? })
}

fn changes(cursor: &mut Cursor, evidence: &mut BoardEvidence) -> Result<(), Malformed> {
    let mask = u64::from_le_bytes(cursor.array()?);
    for i in (0..64).filter(|i| mask >> i & 1 == 1) {
        square(cursor, &mut evidence.0[i])?;
    }
    Ok(())
}

fn square(cursor: &mut Cursor, evidence: &mut SquareEvidence) -> Result<(), Malformed> {
    let head = u16::from_le_bytes(cursor.array()?);
    evidence.visibility = visibility(cursor, (head >> 13) as u8)?;
    for (class, LogProb(value)) in evidence.likelihood.iter_mut().enumerate() {
        if head >> class & 1 == 1 {
            let difference: i32 = cursor.narrow()?;
            let after = i32::from(*value).checked_add(difference).ok_or(cursor.malformed())?;
            *value = i16::try_from(after).map_err(|_| cursor.malformed())?;
        }
    }
    Ok(())
}

fn whole_reserve(cursor: &mut Cursor) -> Result<ReserveEvidence, Malformed> {
    let head = cursor.byte()?;
    let seat = Seat::ALL[usize::from(head & 3)];
    let visibility = visibility(cursor, head >> 2)?;
    let count = cursor.unsigned()?;
    let mut pieces = Vec::new();
    for _ in 0..count {
        let base = (cursor.narrow()?, cursor.narrow()?);
        let mut likelihood = [LogProb::ZERO; board::CLASS_COUNT];
        for LogProb(value) in &mut likelihood {
            *value = cursor.narrow()?;
        }
        pieces.push(ReservePiece { base, likelihood });
    }
    Ok(ReserveEvidence { seat, visibility, pieces })
}

fn visibility(cursor: &Cursor, code: u8) -> Result<Visibility, Malformed> {
    match code {
        0 => Ok(Visibility::Seen),
        1 => Ok(Visibility::Moving),
        2 => Ok(Visibility::NotSeen),
        _ => Err(cursor.malformed()),
    }
}
