//! A table that is photographed, with what is said and heard there.

use crate::noise::{Eyes, Noise, observation};
use arbiter::{
    Arbiter, Setup,
    event::{Alert, AlertState, Event, Turn},
    profile::Profile,
};
use board::{
    BoardId, CameraId, ClockReading, ClockSighting, Color, Decision, Declaration, Input, Kind, Observation, Placement,
    Ruling, Seat, Sighting, Speaker, Stamp, Standing,
};

const CLEAR: Noise = Noise { kind: 0.0, color_or_occupancy: 0.0 };

/// A table at which board A is photographed and its clock is heard.
pub struct Table {
    pub arbiter: Arbiter,
    eyes: Eyes,
    pub events: Vec<Event>,
    frame: u64,
}

impl Table {
    pub fn new(profile: &str) -> Table {
        let profile = Profile::named(profile).unwrap();
        let arbiter = Arbiter::new(Setup::by_profile(vec![BoardId::A, BoardId::B], &profile));
        Table { arbiter, eyes: Eyes::new(1, CLEAR), events: Vec::new(), frame: 0 }
    }

    pub fn take(&mut self, input: &Input) {
        self.events.extend(self.arbiter.step(input));
    }

    pub fn see(&mut self, ms: i64, placement: &str) {
        let evidence = self.eyes.look(&placement.parse::<Placement>().unwrap());
        self.frame += 1;
        let (at, standing) = (Stamp::from_millis(ms), Standing::Photograph);
        self.take(&observation(evidence, BoardId::A, self.frame, at, standing));
    }

    pub fn press(&mut self, ms: i64, color: Color) {
        let at = Stamp::from_millis(ms);
        self.take(&Input::Clock(ClockReading {
            at,
            board: BoardId::A,
            pressed: Some(color),
            white_ms: None,
            black_ms: None,
        }));
    }

    /// At `ms` a camera tells that `color` pressed at `pressed`, so sure in thousandths.
    pub fn see_press(&mut self, ms: i64, pressed: i64, color: Color, certainty: u16) {
        let board = BoardId::A;
        let at = Stamp::from_millis(pressed);
        let reading = ClockReading { at, board, pressed: Some(color), white_ms: None, black_ms: None };
        let sighting = Sighting::Clock(ClockSighting { reading, certainty });
        let (at, frame, standing) = (Stamp::from_millis(ms), self.frame, Standing::Frame);
        let camera = CameraId(0);
        self.take(&Input::Observation(Observation { at, camera, frame, board, standing, sighting }));
    }

    pub fn declare(&mut self, ms: i64, color: Color, promotion: Kind) {
        let (at, seat) = (Stamp::from_millis(ms), Seat::new(BoardId::A, color));
        self.take(&Input::Declaration(Declaration { at, seat, promotion }));
    }

    /// The arbiter enters something; returns whether it was accepted and the answer.
    pub fn rule(&mut self, ms: i64, what: Decision) -> (bool, String) {
        let from = self.events.len();
        self.take(&Input::Ruling(Ruling { at: Stamp::from_millis(ms), by: Speaker::Arbiter, what }));
        match &self.events[from] {
            Event::Ruled { accepted, text, .. } => (*accepted, text.clone()),
            other => panic!("the answer comes first, not {other:?}"),
        }
    }

    pub fn end(mut self, ms: i64) -> Vec<Event> {
        self.events.extend(self.arbiter.finish(Stamp::from_millis(ms)));
        self.events
    }
}

/// The alerts that stand at the end, as kind, time of the report and whether they are shown.
pub fn standing(events: &[Event]) -> Vec<(String, i64, bool)> {
    let mut open: Vec<Alert> = Vec::new();
    for event in events {
        if let Event::Alert(alert) = event {
            open.retain(|other| other.id != alert.id);
            open.extend((alert.state != AlertState::Closed).then(|| alert.clone()));
        }
    }
    open.iter().map(|alert| (alert.kind.word().to_owned(), alert.reported.millis(), alert.shown)).collect()
}

pub fn last_turn(events: &[Event]) -> &Turn {
    let turns = events.iter().rev().filter_map(|event| match event {
        Event::Turn(turn) | Event::TurnAmended { turn, .. } => Some(turn),
        _ => None,
    });
    turns.into_iter().next().unwrap()
}
