use super::bytes::{put_signed, put_unsigned};
use super::*;
use board::{
    BoardEvidence, ClockReading, ClockSighting, Color, GapMark, Incident, Input, LogProb, Observation, ReserveEvidence,
    Ruling, Sighting, SourceId, SquareEvidence, Standing, Visibility,
};

/// Turns inputs into bytes; see the [module](super).
#[derive(Debug, Default)]
pub struct Encoder {
    memory: Memory,
    bytes: Vec<u8>,
}

impl Encoder {
    /// An encoder that remembers nothing: its first chunk can be decoded by itself.
    pub fn new() -> Encoder {
        Encoder::default()
    }

    /// Adds an input to the chunk.
    pub fn push(&mut self, input: &Input) {
        match input {
            Input::Observation(observation) => self.observation(observation),
            Input::Clock(reading) => self.clock(reading),
            Input::Declaration(declaration) => {
                self.bytes.push(DECLARATION);
                self.moment(declaration.at);
                self.bytes.push((declaration.seat.index() * 8 + declaration.promotion.index()) as u8);
            }
            Input::Ruling(ruling) => self.ruling(ruling),
            Input::Incident(incident) => self.incident(incident),
            Input::Gap(gap) => self.gap(gap),
        }
        self.memory.at = input.at().nanos();
    }

    /// The chunk's size so far, in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes added since the last chunk was taken.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether nothing was added since the last chunk was taken.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The chunk; what was remembered is kept, so that the next chunk needs this one to be decoded.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    fn moment(&mut self, at: Stamp) {
        put_signed(&mut self.bytes, at.nanos().wrapping_sub(self.memory.at));
    }

    fn clock(&mut self, reading: &ClockReading) {
        self.bytes.push(CLOCK | board_bit(reading.board));
        self.moment(reading.at);
        self.reading(reading);
    }

    /// What a clock says, but for its board and moment.
    fn reading(&mut self, reading: &ClockReading) {
        let pressed = match reading.pressed {
            None => 0,
            Some(Color::White) => 1,
            Some(Color::Black) => 2,
        };
        let known = |ms: Option<i64>, bit: u8| if ms.is_some() { bit } else { 0 };
        self.bytes.push(pressed | known(reading.white_ms, 4) | known(reading.black_ms, 8));
        for ms in [reading.white_ms, reading.black_ms].into_iter().flatten() {
            put_signed(&mut self.bytes, ms);
        }
    }

    /// What people enter is rare and has words in it: it is stored as JSON.
    fn ruling(&mut self, ruling: &Ruling) {
        self.bytes.push(RULING);
        self.moment(ruling.at);
        let json = serde_json::to_vec(&(ruling.by, &ruling.what)).unwrap_or_default();
        put_unsigned(&mut self.bytes, json.len() as u64);
        self.bytes.extend(json);
    }

    fn incident(&mut self, incident: &Incident) {
        let Incident { at, camera, kind, state, text } = incident;
        self.bytes.push(INCIDENT);
        self.moment(*at);
        let json = serde_json::to_vec(&(camera, kind, state, text)).unwrap_or_default();
        put_unsigned(&mut self.bytes, json.len() as u64);
        self.bytes.extend(json);
    }

    fn gap(&mut self, gap: &GapMark) {
        self.bytes.push(GAP);
        self.moment(gap.at);
        match gap.source {
            SourceId::Camera(camera, board) => self.bytes.extend([board.index() as u8, camera.0]),
            SourceId::Clock => self.bytes.push(2),
            SourceId::Declarations => self.bytes.push(3),
            SourceId::Rulings => self.bytes.push(4),
            SourceId::Watch => self.bytes.push(5),
        }
    }

    fn observation(&mut self, observation: &Observation) {
        let view = self.memory.view(observation.camera, observation.board);
        let mut tag = board_bit(observation.board);
        if observation.standing == Standing::Photograph {
            tag |= PHOTOGRAPH;
        }
        if observation.frame == view.frame.wrapping_add(1) {
            tag |= NEXT_FRAME;
        }
        if observation.camera != CameraId(0) {
            tag |= OTHER_CAMERA;
        }
        tag |= match &observation.sighting {
            Sighting::Board(evidence) if *evidence == view.evidence => BOARD_UNCHANGED,
            Sighting::Board(_) => BOARD_CHANGED,
            Sighting::Reserve(_) => RESERVE,
            Sighting::Clock(_) => SEEN_CLOCK,
        };
        self.bytes.push(tag);
        if tag & OTHER_CAMERA != 0 {
            self.bytes.push(observation.camera.0);
        }
        put_signed(&mut self.bytes, observation.at.nanos().wrapping_sub(view.expected_at()));
        if tag & NEXT_FRAME == 0 {
            put_unsigned(&mut self.bytes, observation.frame);
        }
        view.advance(observation.at, observation.frame);
        match &observation.sighting {
            Sighting::Board(evidence) if tag & KIND_BITS == BOARD_CHANGED => {
                changes(&mut self.bytes, &view.evidence, evidence);
                view.evidence = evidence.clone();
            }
            Sighting::Board(_) => {}
            Sighting::Reserve(reserve) => whole_reserve(&mut self.bytes, reserve),
            Sighting::Clock(ClockSighting { reading, certainty }) => {
                put_signed(&mut self.bytes, i64::from(*certainty));
                put_signed(&mut self.bytes, reading.at.nanos().wrapping_sub(observation.at.nanos()));
                self.reading(reading);
            }
        }
    }
}

fn changes(out: &mut Vec<u8>, before: &BoardEvidence, after: &BoardEvidence) {
    let changed = |i: usize| before.0[i] != after.0[i];
    let mask = (0..64).filter(|&i| changed(i)).fold(0u64, |mask, i| mask | 1 << i);
    out.extend(mask.to_le_bytes());
    for i in (0..64).filter(|&i| changed(i)) {
        square(out, &before.0[i], &after.0[i]);
    }
}

fn square(out: &mut Vec<u8>, before: &SquareEvidence, after: &SquareEvidence) {
    let pairs = || before.likelihood.iter().zip(&after.likelihood).enumerate().filter(|(_, (b, a))| b != a);
    let classes = pairs().fold(0u16, |mask, (class, _)| mask | 1 << class);
    out.extend((classes | u16::from(visibility(after.visibility)) << 13).to_le_bytes());
    for (_, (LogProb(b), LogProb(a))) in pairs() {
        put_signed(out, i64::from(*a) - i64::from(*b));
    }
}

fn whole_reserve(out: &mut Vec<u8>, reserve: &ReserveEvidence) {
    out.push(reserve.seat.index() as u8 | visibility(reserve.visibility) << 2);
    put_unsigned(out, reserve.pieces.len() as u64);
    for piece in &reserve.pieces {
        put_signed(out, i64::from(piece.base.0));
        put_signed(out, i64::from(piece.base.1));
        for LogProb(value) in piece.likelihood {
            put_signed(out, i64::from(value));
        }
    }
}

fn visibility(visibility: Visibility) -> u8 {
    match visibility {
        Visibility::Seen => 0,
        Visibility::Moving => 1,
        Visibility::NotSeen => 2,
    }
}

fn board_bit(board: BoardId) -> u8 {
    if board == BoardId::B { BOARD_B } else { 0 }
}
