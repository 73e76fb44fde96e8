//! The arbiter itself: inputs in, events out.

mod desk;
mod passing;
mod remedy;
mod rulings;
mod setup;

pub use setup::{Hiding, Setup};

use crate::{
    course::{Belief, Course, Fact},
    event::{Alert, AlertId, AlertKind, AlertState, Event, Turn},
    passing::{News, Passes},
    presses::Presses,
    profile::{Articles, Intervention, Profile},
    reconstruct::{Beam, Reporter, Reserves, Tally},
    reserves::{Change, Missing, ReserveWatch},
    rules::{MoveRules, Position},
};
use board::{
    BoardId, ClockReading, ClockSighting, Color, Declaration, Input, Observation, Placement, Seat, Sighting, Stamp,
    Visibility,
};
use desk::{Desk, Law, Names, take};

/// What is seen in a reserve within this after its game was found under way lay there before, in milliseconds.
const UNDER_WAY_MS: i64 = 4000;

/// Watches a table. A value without threads, files or clocks: what it says follows from what it was given and from nothing else.
#[derive(Clone, Debug)]
pub struct Arbiter {
    rules: MoveRules,
    articles: Articles,
    hiding: Option<Hiding>,
    course: Option<Course>,
    profile: Option<Profile>,
    /// Whether findings are shown unasked.
    shown: bool,
    /// By what people have put the reserves right, by seat and kind.
    corrected: [[i16; 5]; 4],
    reserves: ReserveWatch,
    missing: Vec<(Missing, Alert)>,
    /// Whether each board's clock tells of itself: what a camera sees of it says nothing then.
    linked: [bool; 2],
    /// What lay in each board's reserves when its game was found under way.
    found: [Tally; 2],
    /// When that was.
    under_way: [Option<Stamp>; 2],
    passes: Passes,
    passed: Vec<(News, Alert)>,
    desks: Vec<Desk>,
    /// Whether what is believed has changed since the proceedings last heard of it.
    news: bool,
    next_turn: u32,
    next_alert: u32,
}

impl Arbiter {
    /// An arbiter before the match.
    pub fn new(setup: Setup) -> Arbiter {
        let desk = |&board: &BoardId| Desk {
            board,
            beam: Beam::new(setup.rules, setup.priors, setup.settling),
            reporter: Reporter::new(setup.margins),
            told: Vec::new(),
            alerts: Vec::new(),
            waiting: Vec::new(),
            presses: Presses::default(),
            clear: None,
        };
        let desks = setup.boards.iter().map(desk).collect();
        let silent = |profile: &Profile| profile.arbiter_intervention.value == Intervention::OnClaim;
        Arbiter {
            shown: !setup.profile.as_ref().is_some_and(silent),
            rules: setup.rules,
            articles: setup.articles,
            hiding: setup.hiding,
            reserves: ReserveWatch::default(),
            corrected: [[0; 5]; 4],
            missing: Vec::new(),
            linked: [false; 2],
            found: [Tally::default(); 2],
            under_way: [None; 2],
            passes: Passes::new(setup.profile.as_ref().map_or(0, passing::deadline_s)),
            passed: Vec::new(),
            profile: setup.profile.clone(),
            course: setup.profile.map(Course::new),
            desks,
            news: false,
            next_turn: 1,
            next_alert: 1,
        }
    }

    /// Takes one input, in the order of the [sequencer](crate::sequencer::Sequencer), and says what follows from it.
    pub fn step(&mut self, input: &Input) -> Vec<Event> {
        let mut events = self.taken(input);
        self.say_remedies(&mut events);
        events
    }

    /// Says with each alert what the profile has done about it.
    fn say_remedies(&self, events: &mut [Event]) {
        let Some(profile) = &self.profile else { return };
        for event in events {
            if let Event::Alert(alert) = event {
                let told = |of| self.desks.iter().find_map(|desk| desk.violations_of(of));
                let reasons = alert.turn.and_then(told).unwrap_or_default();
                alert.remedy = remedy::remedy(profile, alert, reasons);
            }
        }
    }

    fn taken(&mut self, input: &Input) -> Vec<Event> {
        let at = input.at();
        let mut events = match input {
            Input::Observation(observation) => self.look(observation),
            Input::Clock(reading) => self.hear(reading),
            Input::Declaration(declaration) => self.learn(declaration),
            Input::Ruling(ruling) => return self.rule(ruling),
            // it says nothing about the game, and is told as it is
            Input::Incident(incident) => vec![Event::Incident(incident.clone())],
            Input::Gap(_) => Vec::new(),
        };
        let told = self.news || !events.is_empty() || matches!(input, Input::Clock(_) | Input::Declaration(_));
        let is_due = |course: &Course| {
            let cleared = |desk: &Desk| desk.clear.is_some_and(|clear| course.is_cleared(desk.board, clear));
            course.is_due(at) || self.desks.iter().any(cleared)
        };
        if told || self.course.as_ref().is_some_and(is_due) {
            self.follow(at, false, &mut events);
        }
        events
    }

    fn look(&mut self, observation: &Observation) -> Vec<Event> {
        let (board, at) = (observation.board, observation.at);
        let supply = self.supply(board);
        let Some(desk) = self.desks.iter_mut().find(|desk| desk.board == board) else { return Vec::new() };
        let mut events = Vec::new();
        match &observation.sighting {
            Sighting::Clock(seen) => return self.see_clock(seen, at),
            Sighting::Board(evidence) => {
                let against = Color::BOTH.map(|color| self.reserves.against(Seat::new(board, color), at));
                let reserves = Reserves { supply, against };
                if desk.beam.observe(evidence, at, observation.standing, &reserves) {
                    events = self.report(board, at, false);
                }
                desk_of(&mut self.desks, board).into_iter().for_each(|desk| desk.look_for_doubts(at));
                let began = |desk: &mut Desk| desk.told.len() <= 2 && desk.began_under_way();
                if self.under_way[board.index()].is_none() && desk_of(&mut self.desks, board).is_some_and(began) {
                    self.under_way[board.index()] = Some(at);
                    Color::BOTH.into_iter().for_each(|color| self.find_reserve(Seat::new(board, color)));
                }
            }
            Sighting::Reserve(evidence) => {
                let (seat, supply) = (evidence.seat, supply[evidence.seat.color.index()]);
                self.reserves.see(evidence, &supply, at);
                if self.under_way[board.index()].is_some_and(|since| at.millis_since(since) <= UNDER_WAY_MS) {
                    self.find_reserve(seat);
                }
                let supply = self.supply(board)[seat.color.index()];
                let Some(desk) = self.desks.iter_mut().find(|desk| desk.board == board) else { return events };
                if evidence.visibility == Visibility::Seen
                    && let Some(lying) = self.reserves.lying(seat)
                {
                    desk.beam.see_reserve(seat.color, lying, supply, at);
                    events = self.report(board, at, false);
                }
            }
        }
        self.watch_reserves(board, at, &mut events);
        events
    }

    /// A clock was read: a turn that was told before its clock was pressed is told again with the press, and what was held against it
    /// until then is said.
    fn hear(&mut self, reading: &ClockReading) -> Vec<Event> {
        if let Some(course) = &mut self.course {
            course.hear(*reading);
        }
        self.linked[reading.board.index()] = true;
        match reading.pressed {
            Some(color) => {
                if let Some(desk) = desk_of(&mut self.desks, reading.board) {
                    desk.beam.hear(color, reading.at);
                }
                self.press(Seat::new(reading.board, color), reading.at, reading.at)
            }
            None => Vec::new(),
        }
    }

    /// A camera saw a clock: what was pressed is the press of its turn, where the clock itself tells nothing and it is sure enough. How many
    /// plies were played it does not say, for presses are missed. Times that were seen are kept with the session and shown; nothing is decided by them, for
    /// a misread digit must not lose anybody a game.
    fn see_clock(&mut self, seen: &ClockSighting, at: Stamp) -> Vec<Event> {
        let ClockReading { board, pressed, .. } = seen.reading;
        match pressed {
            Some(color) if seen.is_sure() && !self.linked[board.index()] => {
                self.press(Seat::new(board, color), seen.reading.at, at)
            }
            _ => Vec::new(),
        }
    }

    /// `seat` pressed at `pressed`, which is known at `at`.
    fn press(&mut self, seat: Seat, pressed: Stamp, at: Stamp) -> Vec<Event> {
        let Seat { board, color } = seat;
        let Some(desk) = self.desks.iter_mut().find(|desk| desk.board == board) else { return Vec::new() };
        let mut events = Vec::new();
        if let Some(turn) = desk.presses.hear(color, pressed) {
            let turn = Turn { reported: at, ..turn };
            if let Some(told) = desk.told.iter_mut().find(|told| told.turn == Some(turn.id))
                && let Fact::Played(played, ..) = &mut told.fact
            {
                *played = turn.clone();
            }
            let id = turn.id;
            events.push(Event::TurnAmended { of: id, turn });
            desk.open_waiting(|waiting| waiting == id, at, &mut events);
        }
        // the press may have decided what was played
        events.extend(self.report(board, at, false));
        events
    }

    /// A promotion was declared.
    fn learn(&mut self, declaration: &Declaration) -> Vec<Event> {
        if let Some(course) = &mut self.course {
            course.declare(*declaration);
        }
        let Declaration { at, seat, promotion } = *declaration;
        let Some(desk) = self.desks.iter_mut().find(|desk| desk.board == seat.board) else { return Vec::new() };
        desk.beam.declare(seat.color, promotion);
        self.report(seat.board, at, false)
    }

    /// What the rules make of what is believed now.
    fn follow(&mut self, at: Stamp, at_the_end: bool, events: &mut Vec<Event>) {
        self.news = false;
        let Some(course) = &mut self.course else { return };
        self.desks.iter_mut().for_each(Desk::see_replaced);
        let beliefs: Vec<Belief<'_>> = self.desks.iter().map(Desk::belief).collect();
        for event in course.follow(&beliefs, at, at_the_end, &mut self.next_alert) {
            // a drop that the ledger allows and the proceedings do not
            if let Event::Alert(Alert { kind: AlertKind::IllegalDrop, state, turn: Some(of), .. }) = &event {
                let early = *state != AlertState::Closed;
                events.extend(self.desks.iter().find_map(|desk| desk.judged_anew(*of, early, at)));
            }
            events.push(event);
        }
    }

    /// Tells which pieces of the board's reserves are missing, and which no longer are.
    fn watch_reserves(&mut self, board: BoardId, at: Stamp, events: &mut Vec<Event>) {
        let Some(hiding) = &self.hiding else { return };
        let supply = self.supply(board);
        let Some(desk) = self.desks.iter().find(|desk| desk.board == board) else { return };
        let dropped = desk.beam.best().dropped;
        for color in [Color::White, Color::Black] {
            let (seat, of) = (Seat::new(board, color), color.index());
            let shown = self.reserves.shown(seat, &supply[of], &dropped[of], at);
            for news in self.passes.see(seat, &shown, at) {
                passing::tell(news, &self.articles, self.shown, at, &mut self.passed, &mut self.next_alert, events);
            }
            let ledger = (&supply[of], &dropped[of], self.passes.not_come(seat));
            for change in self.reserves.changes(seat, ledger, hiding.grace_ms, at) {
                match change {
                    Change::Missing(missing) => {
                        let id = AlertId(take(&mut self.next_alert));
                        let alert = Alert { shown: self.shown, ..hidden(&missing, hiding, id, at) };
                        self.missing.push((missing, alert.clone()));
                        events.push(Event::Alert(alert));
                    }
                    Change::Found(found) => {
                        let Some(index) = self.missing.iter().position(|(missing, _)| *missing == found) else {
                            continue;
                        };
                        let (_, alert) = self.missing.remove(index);
                        if alert.state != AlertState::Closed {
                            events.push(Event::Alert(Alert { state: AlertState::Closed, reported: at, ..alert }));
                        }
                    }
                }
            }
        }
    }

    /// The sources have ended at `at`: tells what had been held back.
    pub fn finish(&mut self, at: Stamp) -> Vec<Event> {
        let boards: Vec<BoardId> = self.desks.iter().map(|desk| desk.board).collect();
        let mut events: Vec<Event> = boards.iter().flat_map(|&board| self.report(board, at, true)).collect();
        self.follow(at, true, &mut events);
        self.say_remedies(&mut events);
        let placements = self.desks.iter().map(|desk| (desk.board, desk.beam.best().position.placement())).collect();
        events.push(Event::End { at, placements });
        events
    }

    /// The accounts of what was played on `board`, or `None` when it is not watched: for looking into a belief.
    pub fn beam(&self, board: BoardId) -> Option<&Beam> {
        self.desks.iter().find(|desk| desk.board == board).map(|desk| &desk.beam)
    }

    /// What is believed to stand on `board`, or `None` when it is not watched.
    pub fn position(&self, board: BoardId) -> Option<&Position> {
        self.desks.iter().find(|desk| desk.board == board).map(|desk| &desk.beam.best().position)
    }

    /// What is believed to stand on `board`, or `None` when it is not watched.
    pub fn placement(&self, board: BoardId) -> Option<Placement> {
        self.position(board).map(Position::placement)
    }

    /// What each colour at `board` has been handed over: the other board's captures, as far as people have not put them right.
    fn supply(&self, board: BoardId) -> Tally {
        let mut supply = self.found[board.index()];
        if let Some(other) = self.desks.iter().find(|desk| desk.board == board.other()) {
            let captured = other.beam.best().captured;
            // what White takes is black and goes to his partner, who plays Black
            for color in Color::BOTH {
                let taken = captured[(!color).index()];
                supply[color.index()].iter_mut().zip(taken).for_each(|(held, taken)| *held += taken);
            }
        }
        for color in Color::BOTH {
            let corrected = self.corrected[Seat::new(board, color).index()];
            for (held, by) in supply[color.index()].iter_mut().zip(corrected) {
                *held = (i16::from(*held) + by).clamp(0, 255) as u8;
            }
        }
        supply
    }

    /// The game of the seat's board was found under way: what lies in its reserve was captured before.
    fn find_reserve(&mut self, seat: Seat) {
        let lying = self.reserves.adopt(seat);
        let found = &mut self.found[seat.board.index()][seat.color.index()];
        found.iter_mut().zip(lying).for_each(|(held, lying)| *held += lying);
    }

    fn report(&mut self, board: BoardId, at: Stamp, at_the_end: bool) -> Vec<Event> {
        let supply = self.supply(board);
        let Some(desk) = self.desks.iter_mut().find(|desk| desk.board == board) else { return Vec::new() };
        // one update may depend on what another has told, so it goes on until there is nothing left to say
        let mut events = Vec::new();
        let waits = self.course.as_ref().is_some_and(|course| course.waits_for_press(board));
        let law = Law { rules: &self.rules, articles: &self.articles, shown: self.shown, waits };
        while let Some(update) = desk.reporter.update(&desk.beam, at_the_end) {
            let mut names = Names { turn: &mut self.next_turn, alert: &mut self.next_alert };
            desk.tell(&update, law, &supply, at, &mut names, &mut events);
            self.news = true;
        }
        desk.beam.forget_lines(desk.reporter.told_mut());
        events
    }
}

fn desk_of(desks: &mut [Desk], board: BoardId) -> Option<&mut Desk> {
    desks.iter_mut().find(|desk| desk.board == board)
}

/// The alert for a piece that is missing from a reserve.
fn hidden(missing: &Missing, hiding: &Hiding, id: AlertId, at: Stamp) -> Alert {
    let Missing { seat, kind, .. } = *missing;
    Alert {
        id,
        state: AlertState::Opened,
        kind: AlertKind::HiddenReserve,
        board: seat.board,
        seat: Some(seat),
        turn: None,
        piece: Some(kind.letter()),
        uci: None,
        squares: Vec::new(),
        articles: hiding.article.clone().into_iter().collect(),
        placement: None,
        text: format!(
            "{seat}: a {} has been out of sight for more than {} s and was not played.",
            kind.name(),
            hiding.grace_ms / 1000
        ),
        remedy: None,
        at: missing.at,
        reported: at,
        certainty: missing.certainty,
        shown: true,
    }
}
