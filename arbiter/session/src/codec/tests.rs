use super::*;
use board::{
    ClockReading, ClockSighting, Color, Decision, Declaration, GapMark, Incident, IncidentKind, IncidentState, Input,
    Kind, LogProb, Observation, Placement, ReserveEvidence, ReservePiece, Ruling, Seat, Sighting, SourceId, Speaker,
    SquareEvidence, Standing, Visibility,
};

/// Marsaglia's xorshift64: the same inputs in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len() as u64) as usize]
    }

    fn visibility(&mut self) -> Visibility {
        self.any(&[Visibility::Seen, Visibility::Moving, Visibility::NotSeen])
    }

    fn likelihood(&mut self) -> [LogProb; board::CLASS_COUNT] {
        std::array::from_fn(|_| {
            let extremes = [i16::MIN, i16::MAX, 0, -1];
            let value = self.roll(0x10000) as u16 as i16;
            LogProb(if self.roll(4) == 0 { self.any(&extremes) } else { value })
        })
    }

    fn evidence(&mut self, last: &BoardEvidence) -> BoardEvidence {
        let mut evidence = last.clone();
        for _ in 0..self.any(&[0, 0, 1, 7, 200]) {
            let square = self.roll(64) as usize;
            evidence.0[square] = SquareEvidence { visibility: self.visibility(), likelihood: self.likelihood() };
        }
        evidence
    }

    fn stamp(&mut self) -> Stamp {
        let nanos = self.roll(10_000_000_000_000) as i64;
        Stamp::from_nanos(if self.roll(50) == 0 { self.any(&[i64::MIN, i64::MAX, 0]) } else { nanos })
    }

    fn input(&mut self, last: &mut BoardEvidence) -> Input {
        let at = self.stamp();
        let board = self.any(&BoardId::BOTH);
        match self.roll(11) {
            0 => Input::Clock(ClockReading {
                at,
                board,
                pressed: self.any(&[None, Some(Color::White), Some(Color::Black)]),
                white_ms: self.any(&[None, Some(-3), Some(180_000)]),
                black_ms: self.any(&[None, Some(i64::MAX), Some(0)]),
            }),
            1 if self.roll(2) == 0 => Input::Ruling(Ruling {
                at,
                by: self.any(&[Speaker::Arbiter, Speaker::Seat(Seat::ALL[2])]),
                what: match self.roll(3) {
                    0 => Decision::Note { text: "ü".repeat(self.roll(300) as usize) },
                    1 => Decision::Turn { turn: self.roll(9) as u32, uci: Some("e2e4".to_owned()) },
                    _ => Decision::Position { board, placement: Placement::start(), to_move: Color::Black },
                },
            }),
            1 if self.roll(3) == 0 => Input::Incident(Incident {
                at,
                camera: self.any(&[None, Some(CameraId(1))]),
                kind: self.any(&[IncidentKind::CameraLost, IncidentKind::Suspended]),
                state: self.any(&[IncidentState::Began, IncidentState::Happened]),
                text: "a\u{e9}".repeat(self.roll(90) as usize),
            }),
            1 => Input::Declaration(Declaration { at, seat: self.any(&Seat::ALL), promotion: self.any(&Kind::ALL) }),
            2 => {
                let camera = SourceId::Camera(CameraId(self.roll(3) as u8), board);
                Input::Gap(GapMark {
                    at,
                    source: self.any(&[
                        camera,
                        SourceId::Clock,
                        SourceId::Declarations,
                        SourceId::Rulings,
                        SourceId::Watch,
                    ]),
                })
            }
            kind => {
                let sighting = if kind == 3 {
                    let piece = |dice: &mut Dice| ReservePiece {
                        base: (dice.roll(1 << 32) as u32 as i32, -(dice.roll(100) as i32)),
                        likelihood: dice.likelihood(),
                    };
                    Sighting::Reserve(ReserveEvidence {
                        seat: self.any(&Seat::ALL),
                        visibility: self.visibility(),
                        pieces: (0..self.roll(4)).map(|_| piece(self)).collect(),
                    })
                } else if kind == 10 {
                    let reading = ClockReading {
                        at: self.stamp(),
                        board,
                        pressed: self.any(&[None, Some(Color::White), Some(Color::Black)]),
                        white_ms: self.any(&[None, Some(0), Some(i64::MIN)]),
                        black_ms: self.any(&[None, Some(3_599_000)]),
                    };
                    Sighting::Clock(ClockSighting { reading, certainty: self.any(&[0, 870, u16::MAX]) })
                } else {
                    *last = self.evidence(last);
                    Sighting::Board(last.clone())
                };
                Input::Observation(Observation {
                    at,
                    camera: CameraId(self.any(&[0, 0, 0, 1, 255])),
                    frame: if self.roll(20) == 0 { u64::MAX } else { self.roll(1000) },
                    board,
                    standing: self.any(&[Standing::Frame, Standing::Photograph]),
                    sighting,
                })
            }
        }
    }
}

#[test]
fn any_inputs_in_any_chunks_read_back_exactly() {
    let mut dice = Dice(0x5EED);
    for _ in 0..50 {
        let (mut encoder, mut decoder) = (Encoder::new(), Decoder::new());
        let mut last = BoardEvidence::not_seen();
        for _ in 0..10 {
            let inputs: Vec<Input> = (0..dice.roll(20)).map(|_| dice.input(&mut last)).collect();
            inputs.iter().for_each(|input| encoder.push(input));
            assert_eq!(decoder.chunk(&encoder.take()).unwrap(), inputs);
        }
    }
}

#[test]
fn a_still_board_at_a_steady_rate_costs_two_bytes_a_look() {
    let mut encoder = Encoder::new();
    let look = |frame: u64| {
        Input::Observation(Observation {
            at: Stamp::from_nanos(40_000_000 * frame as i64),
            camera: CameraId(0),
            frame,
            board: BoardId::B,
            standing: Standing::Frame,
            sighting: Sighting::Board(BoardEvidence::not_seen()),
        })
    };
    (0..2).for_each(|frame| encoder.push(&look(frame)));
    encoder.take();
    (2..1002).for_each(|frame| encoder.push(&look(frame)));
    assert_eq!(encoder.len(), 2000);
}

#[test]
fn damaged_bytes_are_refused_or_read_as_other_inputs_but_never_panic() {
    let mut dice = Dice(7);
    let mut encoder = Encoder::new();
    let mut last = BoardEvidence::not_seen();
    (0..40).for_each(|_| encoder.push(&dice.input(&mut last)));
    let whole = encoder.take();
    let mut refused = 0;
    for cut in 0..whole.len().min(3000) {
        refused += usize::from(Decoder::new().chunk(&whole[..cut]).is_err());
        let mut spoilt = whole.clone();
        spoilt[cut] ^= 1 << dice.roll(8);
        let _ = Decoder::new().chunk(&spoilt);
    }
    assert!(refused > whole.len().min(3000) / 2, "{refused} of {} cuts refused", whole.len());
    assert!(Decoder::new().chunk(&[0x07]).is_err());
    assert!(Decoder::new().chunk(&[0x80; 12]).is_err());
}
