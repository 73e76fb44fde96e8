//! The arbiter itself: inputs in, events out.

use crate::{
    course::{Course, Fact},
    event::{Alert, AlertId, AlertKind, AlertState, Event, Turn, TurnId},
    notation::san,
    presses::Presses,
    profile::{Articles, HiddenRemedy, Intervention, Profile},
    reconstruct::{
        Beam, LineId, Margins, Priors, Reporter, Reserves, Settling, Step, Tally, Update, certainty, play_irregular,
        touched,
    },
    reserves::{Change, Missing, ReserveWatch},
    rules::{Irregularity, Move, MoveRules, Position},
    wording,
};
use board::{
    BoardId, ClockReading, Color, Declaration, Input, Kind, Observation, Placement, Seat, Sighting, Square, Stamp,
};

/// What the arbiter is told before the match.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The boards that are watched.
    pub boards: Vec<BoardId>,
    /// What may be played.
    pub rules: MoveRules,
    /// How long a thing must be seen.
    pub settling: Settling,
    /// What each kind of step costs.
    pub priors: Priors,
    /// How sure the arbiter must be.
    pub margins: Margins,
    /// The articles that irregular moves break.
    pub articles: Articles,
    /// What is done about pieces that go from a reserve; nothing where it is `None`.
    pub hiding: Option<Hiding>,
    /// All that the rules say of the course of a match; without it only moves are judged.
    pub profile: Option<Profile>,
}

/// When a held piece counts as hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hiding {
    /// How long it may be out of sight, in milliseconds.
    pub grace_ms: i64,
    /// The article that says so.
    pub article: Option<String>,
}

impl Setup {
    /// Watching `boards` by `rules`, all else as usual.
    pub fn new(boards: Vec<BoardId>, rules: MoveRules) -> Setup {
        Setup {
            boards,
            rules,
            settling: Settling::default(),
            priors: Priors::default(),
            margins: Margins::default(),
            articles: Articles::default(),
            hiding: None,
            profile: None,
        }
    }

    /// Watching `boards` by a profile: its moves, its articles, its reserves.
    pub fn by_profile(boards: Vec<BoardId>, profile: &Profile) -> Setup {
        let after = &profile.hidden_after_s;
        let watches = profile.hidden_remedy.value != HiddenRemedy::None && profile.drops.value;
        Setup {
            articles: profile.articles.clone(),
            hiding: watches.then(|| Hiding {
                grace_ms: 1000 * i64::from(after.value),
                article: Some(after.article.clone()).filter(|a| !a.is_empty()),
            }),
            profile: Some(profile.clone()),
            ..Setup::new(boards, profile.move_rules())
        }
    }
}

/// One step of what was told, with the names it was told by.
#[derive(Clone, Debug, Default)]
struct Told {
    turn: Option<TurnId>,
    alert: Option<AlertId>,
    fact: Fact,
}

#[derive(Clone, Debug)]
struct Desk {
    board: BoardId,
    beam: Beam,
    reporter: Reporter,
    told: Vec<Told>,
    alerts: Vec<Alert>,
    /// Alerts about turns that are complete only when the clock is pressed for them, or when they are answered.
    waiting: Vec<Alert>,
    presses: Presses,
}

/// Watches a table. A value without threads, files or clocks: what it says follows from what it was given and from nothing else.
#[derive(Clone, Debug)]
pub struct Arbiter {
    rules: MoveRules,
    articles: Articles,
    hiding: Option<Hiding>,
    course: Option<Course>,
    /// Whether findings are shown unasked.
    shown: bool,
    reserves: ReserveWatch,
    missing: Vec<(Missing, Alert)>,
    desks: Vec<Desk>,
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
        };
        let desks = setup.boards.iter().map(desk).collect();
        let silent = |profile: &Profile| profile.arbiter_intervention.value == Intervention::OnClaim;
        Arbiter {
            shown: !setup.profile.as_ref().is_some_and(silent),
            course: setup.profile.map(Course::new),
            rules: setup.rules,
            articles: setup.articles,
            hiding: setup.hiding,
            reserves: ReserveWatch::default(),
            missing: Vec::new(),
            desks,
            next_turn: 1,
            next_alert: 1,
        }
    }

    /// Takes one input, in the order of the [sequencer](crate::sequencer::Sequencer), and says what follows from it.
    pub fn step(&mut self, input: &Input) -> Vec<Event> {
        let at = input.at();
        let mut events = match input {
            Input::Observation(observation) => self.look(observation),
            Input::Clock(reading) => self.hear(reading),
            Input::Declaration(declaration) => self.learn(declaration),
            Input::Gap(_) => Vec::new(),
        };
        let told = !events.is_empty() || matches!(input, Input::Clock(_) | Input::Declaration(_));
        if told || self.course.as_ref().is_some_and(|course| course.is_due(at)) {
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
            Sighting::Board(evidence) => {
                let against = Color::BOTH.map(|color| self.reserves.against(Seat::new(board, color), at));
                let reserves = Reserves { supply, against };
                if desk.beam.observe(evidence, at, observation.standing, &reserves) {
                    events = self.report(board, at, false);
                }
            }
            Sighting::Reserve(evidence) => {
                self.reserves.see(evidence, &supply[evidence.seat.color.index()], at);
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
        let (board, at) = (reading.board, reading.at);
        let desk = self.desks.iter_mut().find(|desk| desk.board == board);
        let Some((desk, color)) = desk.zip(reading.pressed) else { return Vec::new() };
        desk.beam.hear(color, at);
        let mut events = Vec::new();
        if let Some(turn) = desk.presses.hear(color, at) {
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
        let Some(course) = &mut self.course else { return };
        self.desks.iter_mut().for_each(Desk::see_replaced);
        let facts = self.desks.iter().map(|desk| (desk.board, desk.told.iter().map(|told| &told.fact).collect()));
        let undecided = |desk: &&Desk| desk.beam.lines().len(desk.beam.best().line) > desk.told.len();
        let undecided: Vec<BoardId> = self.desks.iter().filter(undecided).map(|desk| desk.board).collect();
        events.extend(course.follow(facts, &undecided, at, at_the_end, &mut self.next_alert));
    }

    /// Tells which pieces of the board's reserves are missing, and which no longer are.
    fn watch_reserves(&mut self, board: BoardId, at: Stamp, events: &mut Vec<Event>) {
        let Some(hiding) = &self.hiding else { return };
        let supply = self.supply(board);
        let Some(desk) = self.desks.iter().find(|desk| desk.board == board) else { return };
        let dropped = desk.beam.best().dropped;
        for color in [Color::White, Color::Black] {
            let (seat, of) = (Seat::new(board, color), color.index());
            for change in self.reserves.changes(seat, &supply[of], &dropped[of], hiding.grace_ms, at) {
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
                        events.push(Event::Alert(Alert { state: AlertState::Closed, reported: at, ..alert }));
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

    /// What each colour at `board` has been handed over: the other board's captures.
    fn supply(&self, board: BoardId) -> Tally {
        self.desks.iter().find(|desk| desk.board == board.other()).map_or(Tally::default(), |other| {
            let captured = other.beam.best().captured;
            // what White takes is black and goes to his partner, who plays Black
            [captured[Color::Black.index()], captured[Color::White.index()]]
        })
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
        }
        events
    }
}

/// What moves are judged by.
#[derive(Clone, Copy)]
struct Law<'a> {
    rules: &'a MoveRules,
    articles: &'a Articles,
    /// Whether breaches are shown unasked.
    shown: bool,
    /// Whether a move is complete only when the clock is pressed, and presses are heard.
    waits: bool,
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
        text: format!(
            "{seat}: a {} has been out of sight for more than {} s and was not played.",
            kind.name(),
            hiding.grace_ms / 1000
        ),
        at: missing.at,
        reported: at,
        certainty: missing.certainty,
        shown: true,
    }
}

/// The next names to give.
struct Names<'a> {
    turn: &'a mut u32,
    alert: &'a mut u32,
}

fn take(next: &mut u32) -> u32 {
    let name = *next;
    *next += 1;
    name
}

impl Desk {
    fn tell(
        &mut self,
        update: &Update,
        law: Law<'_>,
        supply: &Tally,
        at: Stamp,
        names: &mut Names<'_>,
        events: &mut Vec<Event>,
    ) {
        let before = self.told.split_off(update.from.min(self.told.len()));
        for told in &before {
            self.close_alert(told.alert, at, events);
        }
        let mut old = before.iter();
        for (index, &margin) in (update.from..update.length).zip(&update.margins) {
            let earlier = old.next().and_then(|told| told.turn);
            let told = self.tell_step(update.line, index, margin, earlier, law, supply, at, names, events);
            self.told.push(told);
        }
        for turn in old.filter_map(|told| told.turn) {
            self.waiting.retain(|alert| alert.turn != Some(turn));
            self.presses.withdraw(turn);
            events.push(Event::TurnWithdrawn { of: turn, reported: at });
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call, and every argument another thing")]
    fn tell_step(
        &mut self,
        line: LineId,
        index: usize,
        margin: i32,
        earlier: Option<TurnId>,
        law: Law<'_>,
        supply: &Tally,
        at: Stamp,
        names: &mut Names<'_>,
        events: &mut Vec<Event>,
    ) -> Told {
        let (before, step) = self.beam.replay(line, index + 1);
        let certainty = certainty(margin);
        let Some(mv) = step.played() else {
            if let Some(turn) = earlier {
                self.presses.withdraw(turn);
                events.push(Event::TurnWithdrawn { of: turn, reported: at });
            }
            let fact = match step {
                Step::Begin(placement) => Fact::Stands(placement, Color::White, at),
                Step::Jump(placement, turn) => Fact::Stands(placement, turn, at),
                Step::Legal(_) | Step::Irregular(_) => Fact::Nothing,
            };
            return Told { turn: None, alert: self.tell_placement(step, index, certainty, at, names, events), fact };
        };
        let mut position = before;
        let color = mv.from().and_then(|from| position.content(from)).map_or(position.turn(), |piece| piece.color);
        let mut violations = Vec::new();
        if let Move::Drop { kind, .. } = mv {
            position.pocket_mut(color).add(kind);
            if !self.held(line, index, color, kind, supply) {
                violations.push(Irregularity::DropNotHeld);
            }
        }
        violations.extend(position.irregularities(mv, law.rules));
        let id = earlier.unwrap_or_else(|| TurnId(take(names.turn)));
        let turn = Turn {
            id,
            board: self.board,
            seat: Seat::new(self.board, color),
            ply: self.told.iter().filter(|told| told.turn.is_some()).count() as u32 + 1,
            uci: mv.to_string(),
            san: san::write(&position, mv, law.rules),
            at: self.released(&position, mv, at),
            pressed: None,
            reported: at,
            legal: violations.is_empty(),
            violations,
            certainty,
        };
        let turn = self.presses.press_for(turn);
        // whatever was said against the moves before stands now: they were answered
        self.waiting.retain(|alert| alert.turn != Some(id));
        self.open_waiting(|_| true, at, events);
        let alert = (!turn.legal).then(|| {
            let mut after = position;
            let played = play_irregular(&mut after, mv);
            let articles = law.articles.of_move(&turn.violations, &played);
            let alert = self.of_turn(&turn, mv, played.moved.map(|piece| piece.kind), articles, names);
            Alert { shown: law.shown, ..alert }
        });
        let replaced = !self.looks_like_a_pawn(mv.to());
        let fact = Fact::Played(turn.clone(), mv, replaced);
        let waits = law.waits && turn.pressed.is_none();
        events.push(match earlier {
            Some(of) => Event::TurnAmended { of, turn },
            None => Event::Turn(turn),
        });
        let name = alert.as_ref().map(|alert| alert.id);
        match alert {
            Some(alert) if waits => self.waiting.push(alert),
            Some(alert) => self.open(alert, events),
            None => {}
        }
        Told { turn: Some(id), alert: name, fact }
    }

    /// Says what waited for the press of one of these turns.
    fn open_waiting(&mut self, of: impl Fn(TurnId) -> bool, at: Stamp, events: &mut Vec<Event>) {
        let (now, waiting) =
            std::mem::take(&mut self.waiting).into_iter().partition(|alert: &Alert| alert.turn.is_some_and(&of));
        self.waiting = waiting;
        for alert in now {
            self.open(Alert { reported: at, ..alert }, events);
        }
    }

    /// Takes note of promoted pawns that have been replaced since they were told.
    fn see_replaced(&mut self) {
        for index in 0..self.told.len() {
            if let Fact::Played(_, mv @ Move::Walk { promotion: Some(_), .. }, false) = self.told[index].fact
                && !self.looks_like_a_pawn(mv.to())
                && let Fact::Played(.., replaced) = &mut self.told[index].fact
            {
                *replaced = true;
            }
        }
    }

    fn looks_like_a_pawn(&self, square: Square) -> bool {
        let best = self.beam.view().look(square).and_then(|look| look.best());
        best.is_some_and(|piece| piece.kind == Kind::Pawn)
    }

    /// Whether the ledger had `kind` in `color`'s reserve before step `index` of `line`.
    fn held(&self, line: LineId, index: usize, color: Color, kind: Kind, supply: &Tally) -> bool {
        let used = (1..=index)
            .filter_map(|length| self.beam.lines().prefix(line, length))
            .filter(|&prefix| {
                let (before, step) = self.beam.replay(prefix, self.beam.lines().len(prefix));
                before.turn() == color && matches!(step.played(), Some(Move::Drop { kind: k, .. }) if k == kind)
            })
            .count();
        usize::from(supply[color.index()][kind.index()]) > used
    }

    /// When the piece was let go: since when the last of the move's squares has shown what it shows.
    fn released(&self, before: &Position, mv: Move, at: Stamp) -> Stamp {
        let mut after = *before;
        after.play(mv);
        let view = self.beam.view();
        touched(before, mv)
            .filter(|&square| before.content(square) != after.content(square))
            .filter_map(|square| view.look(square).filter(|look| look.best() == after.content(square)))
            .map(|look| look.first)
            .max()
            .unwrap_or(at)
    }

    fn tell_placement(
        &mut self,
        step: Step,
        index: usize,
        certainty: u16,
        at: Stamp,
        names: &mut Names<'_>,
        events: &mut Vec<Event>,
    ) -> Option<AlertId> {
        let (placement, kind) = match step {
            Step::Begin(placement) => {
                events.push(Event::Started { board: self.board, placement, at });
                return None;
            }
            Step::Jump(placement, _) if index == 1 => (placement, AlertKind::WrongStart),
            Step::Jump(placement, _) => (placement, AlertKind::Unexplained),
            Step::Legal(_) | Step::Irregular(_) => return None,
        };
        let text = match kind {
            AlertKind::WrongStart => {
                format!("Board {}: the game does not begin from the start position but from {placement}.", self.board)
            }
            _ => format!("Board {}: no move explains what is seen; taken as {placement} from here on.", self.board),
        };
        let squares: Vec<Square> = match step {
            Step::Jump(placement, _) if index == 1 => placement.differences(&Placement::start()).collect(),
            _ => Vec::new(),
        };
        let id = AlertId(take(names.alert));
        self.open(
            Alert {
                id,
                state: AlertState::Opened,
                kind,
                board: self.board,
                seat: None,
                turn: None,
                piece: None,
                uci: None,
                squares,
                articles: Vec::new(),
                text,
                at,
                reported: at,
                certainty,
                shown: true,
            },
            events,
        );
        Some(id)
    }

    fn of_turn(
        &self,
        turn: &Turn,
        mv: Move,
        piece: Option<Kind>,
        articles: Vec<String>,
        names: &mut Names<'_>,
    ) -> Alert {
        let id = AlertId(take(names.alert));
        let kind = if mv.is_drop() { AlertKind::IllegalDrop } else { AlertKind::IllegalMove };
        let reasons: Vec<&str> = turn.violations.iter().map(|&violation| wording::reason(violation)).collect();
        Alert {
            id,
            state: AlertState::Opened,
            kind,
            board: self.board,
            seat: Some(turn.seat),
            turn: Some(turn.id),
            piece: piece.map(Kind::letter),
            uci: Some(turn.uci.clone()),
            squares: mv.from().into_iter().chain([mv.to()]).collect(),
            articles,
            text: format!("{} played {}: {}.", turn.seat, turn.san, reasons.join("; ")),
            at: turn.at,
            reported: turn.reported,
            certainty: turn.certainty,
            shown: true,
        }
    }

    fn open(&mut self, alert: Alert, events: &mut Vec<Event>) {
        self.alerts.push(alert.clone());
        events.push(Event::Alert(alert));
    }

    fn close_alert(&mut self, id: Option<AlertId>, at: Stamp, events: &mut Vec<Event>) {
        self.waiting.retain(|alert| Some(alert.id) != id);
        let Some(index) = self.alerts.iter().position(|alert| Some(alert.id) == id) else { return };
        let alert = self.alerts.remove(index);
        events.push(Event::Alert(Alert { state: AlertState::Closed, reported: at, ..alert }));
    }
}
