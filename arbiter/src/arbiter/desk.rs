//! What has been told of one board, and how an account becomes turns and alerts.

use crate::{
    course::{Belief, Fact},
    event::{Alert, AlertId, AlertKind, AlertState, Event, Turn, TurnId},
    notation::san,
    presses::Presses,
    profile::Articles,
    reconstruct::{Beam, LineId, Reporter, Step, Tally, Update, certainty, play_irregular, touched},
    rules::{Irregularity, Move, MoveRules, Position},
    wording,
};
use board::{BoardId, Color, Kind, Piece, Placement, Seat, Square, SquareSet, Stamp};

/// One step of what was told, with the names it was told by.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub turn: Option<TurnId>,
    pub alert: Option<AlertId>,
    pub fact: Fact,
    /// The turn that this step took back, as it was told.
    pub back: Option<Turn>,
    /// Whether that turn has been withdrawn: at once, or where the clock had been pressed for it with the move that takes its place.
    pub withdrawn: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Desk {
    pub board: BoardId,
    pub beam: Beam,
    pub reporter: Reporter,
    pub told: Vec<Told>,
    pub alerts: Vec<Alert>,
    /// Alerts about turns that are complete only when the clock is pressed for them, or when they are answered.
    pub waiting: Vec<Alert>,
    pub presses: Presses,
    /// When the whole board was last seen to stand as it is believed to.
    pub clear: Option<Stamp>,
}

/// A position that differs from the start on so many squares is one of a game under way.
const UNDER_WAY: usize = 5;

/// What is seen on a square must speak so much against what is believed there for the board not to be clear, in 1/256 nat.
const DOUBT: i32 = 384;

/// What moves are judged by.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    pub rules: &'a MoveRules,
    pub articles: &'a Articles,
    /// Whether breaches are shown unasked.
    pub shown: bool,
    /// Whether a move is complete only when the clock is pressed, and presses are heard.
    pub waits: bool,
}

/// The next names to give.
pub(super) struct Names<'a> {
    pub turn: &'a mut u32,
    pub alert: &'a mut u32,
}

pub(super) fn take(next: &mut u32) -> u32 {
    let name = *next;
    *next += 1;
    name
}

impl Desk {
    /// What is believed of the board.
    pub(super) fn belief(&self) -> Belief<'_> {
        Belief {
            board: self.board,
            facts: self.told.iter().map(|told| &told.fact).collect(),
            undecided: self.undecided(),
            clear: self.clear,
        }
    }

    /// Whether more was played than has been told.
    fn undecided(&self) -> bool {
        self.beam.lines().len(self.beam.best().line) > self.told.len()
    }

    /// Takes note if the board is seen whole at `at` and stands as it is believed to; of which kind a piece is does not count.
    pub(super) fn look_for_doubts(&mut self, at: Stamp) {
        let (view, best) = (self.beam.view(), self.beam.best());
        let as_believed = |square: Square| {
            let content = best.position.content(square);
            view.look(square).is_some_and(|look| look.against_color_of(content) < DOUBT)
        };
        // what was misread from the start is no doubt about what happened since
        let changed = SquareSet(best.unexplained.0 | best.belied.0 | best.unchanged.0 | best.unscored.0);
        if view.current() == SquareSet::ALL && changed.into_iter().all(as_believed) && !self.undecided() {
            self.clear = Some(at);
        }
    }

    /// Whether the game was found under way: whether it is believed to begin from something that no hand sets up by mistake.
    pub(super) fn began_under_way(&self) -> bool {
        let lines = self.beam.lines();
        let first = lines.prefix(self.beam.best().line, 2).map(|line| lines.step(line));
        let far = |placement: &Placement| placement.differences(&Placement::start()).count() >= UNDER_WAY;
        matches!(first, Some(Step::Jump(placement, _)) if far(&placement))
    }

    pub(super) fn tell(
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
            // it was not taken back after all
            events.extend(told.back.clone().filter(|_| told.withdrawn).map(Event::Turn));
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
                Step::Jump(placement, turn) | Step::Set(placement, turn) => Fact::Stands(placement, turn, at),
                Step::Back => return self.tell_back(line, index, at, events),
                Step::Legal(_) | Step::Irregular(_) => Fact::Nothing,
            };
            let alert = self.tell_placement(step, index, certainty, at, names, events);
            return Told { alert, fact, ..Told::default() };
        };
        self.withdraw_last_back(at, events);
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
            ply: self.plies() + 1,
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
        Told { turn: Some(id), alert: name, fact, ..Told::default() }
    }

    /// The turns told that were not taken back.
    fn plies(&self) -> u32 {
        let turns = self.told.iter().filter(|told| told.turn.is_some()).count();
        turns.saturating_sub(self.told.iter().filter(|told| told.back.is_some()).count()) as u32
    }

    /// The last turn stands on the board no more. One that was complete stays on record until another takes its place.
    fn tell_back(&mut self, line: LineId, index: usize, at: Stamp, events: &mut Vec<Event>) -> Told {
        let Some((of, mv, before)) = self.beam.taken_back(line, index + 1) else { return Told::default() };
        let undone = self.told.get(of - 1).cloned().unwrap_or_default();
        let Fact::Played(turn, ..) = undone.fact else { return Told::default() };
        let view = self.beam.view();
        let seen = touched(&before, mv)
            .filter_map(|square| view.look(square).filter(|look| look.best() == before.content(square)))
            .map(|look| look.first)
            .max();
        let when = seen.map_or(at, |seen| seen.max(turn.at).min(at));
        let mut told = Told { fact: Fact::TakenBack(turn.seat, when), back: Some(turn), ..Told::default() };
        if told.back.as_ref().is_some_and(|turn| turn.pressed.is_none()) {
            self.waiting.retain(|alert| alert.turn != undone.turn);
            withdraw(&mut told, at, events);
        }
        told
    }

    /// Another move is told after one was taken back: it takes its place.
    fn withdraw_last_back(&mut self, at: Stamp, events: &mut Vec<Event>) {
        if let Some(last) = self.told.last_mut() {
            withdraw(last, at, events);
        }
    }

    /// A drop that was told to be regular, told again: whether its piece was still on its way when it was dropped.
    pub(super) fn judged_anew(&self, of: TurnId, early: bool, at: Stamp) -> Option<Event> {
        let told = self.told.iter().find(|told| told.turn == Some(of))?;
        let Fact::Played(turn, ..) = &told.fact else { return None };
        let violations = if early { vec![Irregularity::DropNotHeld] } else { Vec::new() };
        let turn = Turn { legal: !early, violations, reported: at, ..turn.clone() };
        Some(Event::TurnAmended { of, turn })
    }

    /// What was told to be wrong with a turn of this board.
    pub(super) fn violations_of(&self, of: TurnId) -> Option<&[Irregularity]> {
        self.told.iter().find_map(|told| match &told.fact {
            Fact::Played(turn, ..) if turn.id == of => Some(&turn.violations[..]),
            _ => None,
        })
    }

    /// Says what waited for the press of one of these turns.
    pub(super) fn open_waiting(&mut self, of: impl Fn(TurnId) -> bool, at: Stamp, events: &mut Vec<Event>) {
        let (now, waiting) =
            std::mem::take(&mut self.waiting).into_iter().partition(|alert: &Alert| alert.turn.is_some_and(&of));
        self.waiting = waiting;
        for alert in now {
            self.open(Alert { reported: at, ..alert }, events);
        }
    }

    /// Takes note of promoted pawns that have been replaced since they were told.
    pub(super) fn see_replaced(&mut self) {
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
        let drops = |length: usize| {
            let (before, step) = self.beam.replay(line, length);
            let (mv, before) = match self.beam.taken_back(line, length) {
                Some((_, mv, before)) => (Some(mv), before),
                None => (step.played(), before),
            };
            let counts = before.turn() == color && matches!(mv, Some(Move::Drop { kind: k, .. }) if k == kind);
            match step {
                Step::Back => -i32::from(counts),
                _ => i32::from(counts),
            }
        };
        i32::from(supply[color.index()][kind.index()]) > (1..=index).map(drops).sum()
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
            // without its kings a board is one on which nobody has begun: being set up, or empty
            Step::Jump(placement, _) if index == 1 && !has_kings(&placement) => return None,
            Step::Jump(placement, _) if index == 1 => (placement, AlertKind::WrongStart),
            Step::Jump(placement, _) => (placement, AlertKind::Unexplained),
            Step::Set(..) | Step::Back | Step::Legal(_) | Step::Irregular(_) => return None,
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
                placement: Some(placement),
                text,
                remedy: None,
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
            placement: None,
            text: format!("{} played {}: {}.", turn.seat, turn.san, reasons.join("; ")),
            remedy: None,
            at: turn.at,
            reported: turn.reported,
            certainty: turn.certainty,
            shown: true,
        }
    }

    pub(super) fn open(&mut self, alert: Alert, events: &mut Vec<Event>) {
        self.alerts.push(alert.clone());
        events.push(Event::Alert(alert));
    }

    pub(super) fn close_alert(&mut self, id: Option<AlertId>, at: Stamp, events: &mut Vec<Event>) {
        self.waiting.retain(|alert| Some(alert.id) != id);
        let Some(index) = self.alerts.iter().position(|alert| Some(alert.id) == id) else { return };
        let alert = self.alerts.remove(index);
        if alert.state == AlertState::Closed {
            // a person had dismissed it
            return;
        }
        events.push(Event::Alert(Alert { state: AlertState::Closed, reported: at, ..alert }));
    }
}

/// Whether both kings stand there.
fn has_kings(placement: &Placement) -> bool {
    let king = |color| Square::all().any(|square| placement[square] == Some(Piece::new(color, Kind::King)));
    Color::BOTH.into_iter().all(king)
}

/// Withdraws the turn that a step took back, if that was not done before.
fn withdraw(told: &mut Told, at: Stamp, events: &mut Vec<Event>) {
    if let Some(turn) = told.back.as_ref().filter(|_| !told.withdrawn) {
        events.push(Event::TurnWithdrawn { of: turn.id, reported: at });
        told.withdrawn = true;
    }
}
