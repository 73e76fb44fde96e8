//! The course of the match by the rules: what the [proceedings](crate::procedures) make of what is believed to have been played.
//!
//! The proceedings go forward only, what is believed may be amended. So the course is a list of happenings made anew from the turns that
//! hold now, the clocks and what was declared; where it differs from the list before, the proceedings are taken up again
//! from there. An alert stands for as long as the list gives rise to it.

use crate::{
    event::{Alert, AlertId, AlertKind, AlertState, Event, Turn, TurnId},
    procedures::{Happening, Input, Outcome, Proceedings, Ruling, Topic, Weight, Who},
    profile::{CaptureAvailable, Completion, Profile},
    rules::{Move, Position, PromotionStyle, Table, Verdict},
};
use board::{BoardId, ClockReading, Color, Declaration, Kind, Placement, Seat, Stamp};
use std::collections::BTreeMap;

/// After so many happenings the proceedings are kept, to be taken up again from there.
const KEPT_EVERY: usize = 16;

/// So many of the proceedings are kept: each holds the whole match before it, and a day's worth of them would fill the memory.
const KEPT_AT_MOST: usize = 24;

/// A reply that was seen this much before the opponent's press, in milliseconds, may have come after it: a hand hides the clock.
const PRESS_SLACK_MS: i64 = 400;

/// A press so much before the move it is for was seen is still the press for it, in milliseconds.
const SEEN_LATE_MS: i64 = 600;

/// What depends on a turn that may not have been seen yet is said so much later, in milliseconds.
const PATIENCE_MS: i64 = 2500;

/// A board that is seen so much later to stand as it is believed to hides no turn, in milliseconds.
const CLEAR_MS: i64 = 250;

/// What waits until then waits to be seen clearly.
const NEVER: Stamp = Stamp::from_nanos(i64::MAX);

/// How sure it is, in thousandths, that presses and moves did not come as they should: most often a ply was not seen. On the oracle
/// bench a third of such alerts were right.
const UNSEEN_PLY: u16 = 350;

/// While it is not sure what was played it is asked again so often, in milliseconds.
const UNDECIDED_MS: i64 = 300;

/// A promotion is declared about when the clock is pressed, and somebody has to enter it, in milliseconds.
const DECLARATION_MS: i64 = 700;

/// What is believed to have happened on a board, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) enum Fact {
    /// Nothing that the proceedings need to know.
    #[default]
    Nothing,
    /// This stands there from now on, and it is this colour's turn.
    Stands(Placement, Color, Stamp),
    /// Something was played, and whether a promoted pawn was seen to be replaced.
    Played(Turn, Move, bool),
    /// This seat took back what it had played last.
    TakenBack(Seat, Stamp),
}

/// What gave rise to a happening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cause {
    Stands(BoardId, usize),
    Turn(TurnId),
    TakenBack(BoardId, usize),
    Clock(BoardId, usize),
    Declared(usize),
    Ruled(usize),
}

#[derive(Clone, PartialEq, Debug)]
struct Entry {
    input: Input,
    cause: Cause,
    certainty: u16,
    /// Whether a clock is read while it runs.
    running: bool,
    /// Whether it is a turn that was told to be irregular.
    irregular: bool,
}

/// What the match has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Standing {
    result: Verdict,
    text: String,
}

/// What an alert is known by: a happening gives rise to one of a topic for each concerned.
type Key = (Cause, Topic, String);

/// The course of one match.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    profile: Profile,
    entries: Vec<Entry>,
    /// The proceedings before some entries, by their number, beginning with 0: dense lately, sparse long ago.
    kept: Vec<(usize, Proceedings)>,
    now: Proceedings,
    outcomes: Vec<Vec<Outcome>>,
    clock: Vec<ClockReading>,
    declared: Vec<Declaration>,
    ruled: Vec<(Stamp, Happening)>,
    told: BTreeMap<Key, Alert>,
    standing: Option<Standing>,
    /// The earliest moment at which something that waits may be said.
    due: Option<Stamp>,
    /// The board and the moment of all that waits for a board to be seen clearly.
    unclear: Vec<(BoardId, Stamp)>,
}

/// What is believed of one board, for the proceedings.
pub(crate) struct Belief<'a> {
    /// Which.
    pub board: BoardId,
    /// What happened there, one after the other.
    pub facts: Vec<&'a Fact>,
    /// Whether something was played of which it is not sure yet what.
    pub undecided: bool,
    /// When all of it was last seen to stand as it is believed to.
    pub clear: Option<Stamp>,
}

impl Course {
    /// Before a match under `profile`.
    pub(crate) fn new(profile: Profile) -> Course {
        let first = Proceedings::new(profile.clone(), Table::start());
        Course {
            profile,
            entries: Vec::new(),
            kept: vec![(0, first.clone())],
            now: first,
            outcomes: Vec::new(),
            clock: Vec::new(),
            declared: Vec::new(),
            ruled: Vec::new(),
            told: BTreeMap::new(),
            standing: None,
            due: None,
            unclear: Vec::new(),
        }
    }

    /// A clock was read.
    pub(crate) fn hear(&mut self, reading: ClockReading) {
        self.clock.push(reading);
    }

    /// A promotion was declared.
    pub(crate) fn declare(&mut self, declaration: Declaration) {
        self.declared.push(declaration);
    }

    /// Somebody ruled or claimed. Returns the number by which the answer is known.
    pub(crate) fn rule(&mut self, at: Stamp, what: Happening) -> usize {
        self.ruled.push((at, what));
        self.ruled.len() - 1
    }

    /// What the proceedings say to the ruling or claim of that number: whether it holds, in which words, by which articles.
    pub(crate) fn answer(&self, number: usize) -> (bool, String, Vec<String>) {
        let outcomes = self.entries.iter().zip(&self.outcomes).find(|(entry, _)| entry.cause == Cause::Ruled(number));
        let outcomes: &[Outcome] = outcomes.map_or(&[], |(_, outcomes)| outcomes);
        let accepted = outcomes.iter().all(|outcome| outcome.weight != Weight::Rejected);
        let text: Vec<String> = outcomes.iter().map(Outcome::sentence).collect();
        (accepted, text.join(" "), outcomes.iter().flat_map(|outcome| outcome.articles.clone()).collect())
    }

    /// The alerts that were told, those that a person dismissed as closed.
    pub(crate) fn alerts_told(&mut self) -> impl Iterator<Item = &mut Alert> {
        self.told.values_mut()
    }

    /// Whether something may have become due by `at`.
    pub(crate) fn is_due(&self, at: Stamp) -> bool {
        self.due.is_some_and(|due| due <= at)
    }

    /// Whether something waited for `board` to be seen as clearly as it is at `at`.
    pub(crate) fn is_cleared(&self, board: BoardId, at: Stamp) -> bool {
        self.unclear.iter().any(|&(of, since)| of == board && at.millis_since(since) >= CLEAR_MS)
    }

    /// Takes up the proceedings again with what is believed now, by board, and says what follows. Nothing is said of presses on a board of which it is
    /// undecided what was played; `at_the_end` nothing is waited for.
    pub(crate) fn follow(
        &mut self,
        beliefs: &[Belief<'_>],
        at: Stamp,
        at_the_end: bool,
        next_alert: &mut u32,
    ) -> Vec<Event> {
        let entries = self.entries_of(beliefs);
        self.take_up(entries);
        let mut events = self.alerts(beliefs, at, at_the_end, next_alert);
        events.extend(self.result(at));
        events
    }

    fn entries_of(&self, beliefs: &[Belief<'_>]) -> Vec<Entry> {
        let mut entries = Vec::new();
        for Belief { board, facts, .. } in beliefs {
            let linked = self.clock.iter().any(|reading| reading.board == *board && reading.pressed.is_some());
            self.play(*board, facts, linked, &mut entries);
        }
        let mut running = false;
        for (index, reading) in self.clock.iter().enumerate() {
            let cause = Cause::Clock(reading.board, index);
            running |= reading.pressed.is_some();
            let mut say = |what| {
                entries.push(Entry {
                    input: Input { at: reading.at, what },
                    cause,
                    certainty: 990,
                    running,
                    irregular: false,
                })
            };
            if let Some(color) = reading.pressed {
                say(Happening::Press(Seat::new(reading.board, color), None));
            }
            if let (Some(white), Some(black)) = (reading.white_ms, reading.black_ms) {
                say(Happening::Reading(reading.board, [white, black]));
                for (color, left) in [(Color::White, white), (Color::Black, black)] {
                    if left <= 0 {
                        say(Happening::Flag(Seat::new(reading.board, color)));
                    }
                }
            }
        }
        for (index, declaration) in self.declared.iter().enumerate() {
            let what = Happening::Declared(declaration.seat, declaration.promotion);
            let input = Input { at: declaration.at, what };
            entries.push(Entry {
                input,
                cause: Cause::Declared(index),
                certainty: 990,
                running: false,
                irregular: false,
            });
        }
        for (index, (at, what)) in self.ruled.iter().enumerate() {
            let input = Input { at: *at, what: what.clone() };
            entries.push(Entry {
                input,
                cause: Cause::Ruled(index),
                certainty: 1000,
                running: false,
                irregular: false,
            });
        }
        // a stable sort: of one moment first what was played, then the clock, then what was said
        entries.sort_by_key(|entry| entry.input.at);
        entries
    }

    /// The happenings of one board, with presses put in where no clock is heard: a move that was answered was complete.
    fn play(&self, board: BoardId, facts: &[&Fact], linked: bool, entries: &mut Vec<Entry>) {
        let mut before = Stamp::from_nanos(i64::MIN);
        let mut waiting: Option<(&Turn, u16)> = None;
        let mut pressed: Option<Stamp> = None;
        for (index, fact) in facts.iter().enumerate() {
            match fact {
                Fact::Nothing => {}
                Fact::Stands(placement, turn, at) => {
                    let what = if waiting.is_none() && *turn == Color::White && entries_of_board(entries, board) == 0 {
                        Happening::Stands(board, Box::new(*placement))
                    } else {
                        let position = Position::from_placement(placement, *turn);
                        Happening::Rules(Ruling::Set(board, Box::new(position)))
                    };
                    before = before.max(*at);
                    let cause = Cause::Stands(board, index);
                    entries.push(Entry {
                        input: Input { at: before, what },
                        cause,
                        certainty: 900,
                        running: false,
                        irregular: false,
                    });
                }
                Fact::TakenBack(seat, at) => {
                    before = before.max(*at);
                    let (what, cause) = (Happening::TakenBack(*seat), Cause::TakenBack(board, index));
                    let certainty = waiting.take().map_or(900, |(_, certainty)| certainty);
                    let input = Input { at: before, what };
                    entries.push(Entry { input, cause, certainty, running: false, irregular: false });
                }
                Fact::Played(turn, mv, replaced) => {
                    let mut at = turn.at;
                    if let Some(press) = pressed
                        && at < press
                        && press.millis_since(at) < PRESS_SLACK_MS
                    {
                        at = press;
                    }
                    if let Some(own) = turn.pressed {
                        at = at.min(own);
                    }
                    at = at.max(before);
                    let (cause, certainty) = (Cause::Turn(turn.id), turn.certainty);
                    if let Some((earlier, sure)) = waiting.take().filter(|_| !linked) {
                        let what = Happening::Press(earlier.seat, None);
                        // where the press was seen it is known when the move was complete
                        let at = earlier.pressed.map_or(at, |pressed| pressed.clamp(before, at));
                        let cause = Cause::Turn(earlier.id);
                        entries.push(Entry {
                            input: Input { at, what },
                            cause,
                            certainty: sure,
                            running: false,
                            irregular: false,
                        });
                    }
                    let irregular = !turn.legal;
                    let mut say = |what| {
                        entries.push(Entry { input: Input { at, what }, cause, certainty, running: false, irregular });
                    };
                    let (placed, becomes) = self.placed(*mv);
                    say(Happening::Placed(turn.seat, placed, None));
                    if let (Some(kind), true) = (becomes, *replaced) {
                        say(Happening::Replaced(turn.seat, mv.to(), kind, false));
                    }
                    waiting = Some((turn, certainty));
                    (before, pressed) = (at, turn.pressed);
                }
            }
        }
        // a press that was seen completes the last move before it is answered
        if let Some((turn, certainty)) = waiting.filter(|_| !linked)
            && let Some(seen) = turn.pressed
        {
            let input = Input { at: seen.max(before), what: Happening::Press(turn.seat, None) };
            entries.push(Entry { input, cause: Cause::Turn(turn.id), certainty, running: false, irregular: false });
        }
    }

    /// The move as it is made on the board, and what a pawn is replaced by then.
    fn placed(&self, mv: Move) -> (Move, Option<Kind>) {
        match (mv, self.profile.promotion.value) {
            (Move::Walk { from, to, promotion: Some(kind) }, style) if style != PromotionStyle::Stays => {
                let by_hand = style == PromotionStyle::ReplaceBody;
                (Move::walk(from, to), by_hand.then_some(kind))
            }
            _ => (mv, None),
        }
    }

    /// Goes on from where `entries` differ from what was gone through.
    fn take_up(&mut self, entries: Vec<Entry>) {
        let shared = self.entries.iter().zip(&entries).take_while(|(old, new)| old == new).count();
        if shared < self.entries.len() {
            let after = self.kept.partition_point(|&(before, _)| before <= shared);
            self.kept.truncate(after.max(1));
            let (from, proceedings) = &self.kept[self.kept.len() - 1];
            self.now = proceedings.clone();
            self.outcomes.truncate(*from);
        }
        let done = self.outcomes.len();
        for (index, entry) in entries.iter().enumerate().skip(done) {
            if index % KEPT_EVERY == 0 && self.kept.last().is_some_and(|&(last, _)| last < index) {
                self.keep(index);
            }
            self.outcomes.push(self.now.step(&entry.input));
        }
        self.entries = entries;
    }

    /// Keeps the proceedings before this entry; of those kept long ago every other goes once there are too many.
    fn keep(&mut self, before: usize) {
        self.kept.push((before, self.now.clone()));
        if self.kept.len() > KEPT_AT_MOST {
            let mut number = 0..;
            self.kept.retain(|_| number.next().is_some_and(|number| number % 2 == 0 || number > KEPT_AT_MOST / 2));
        }
    }

    fn alerts(&mut self, beliefs: &[Belief<'_>], at: Stamp, at_the_end: bool, next_alert: &mut u32) -> Vec<Event> {
        let mut found: BTreeMap<Key, (&Entry, &Outcome)> = BTreeMap::new();
        for (index, (entry, outcomes)) in self.entries.iter().zip(&self.outcomes).enumerate() {
            // whether a piece has been passed on the cameras do not say yet
            let unknown = self.profile.capture_available.value == CaptureAvailable::Passed;
            // without presses nothing is complete for good
            let pressed = self.profile.completion.value == Completion::Press;
            let alerts =
                outcomes.iter().filter(|outcome| is_alert(entry, outcome)).filter(|outcome| match outcome.topic {
                    Topic::IllegalDrop => !unknown,
                    Topic::TakenBackAfterPress => pressed,
                    _ => true,
                });
            for outcome in alerts {
                let entry = if outcome.topic == Topic::IllegalDrop {
                    // the offence is complete with the press; it is the turn before it that is spoken of
                    match early_drop(&self.entries[..=index], &self.clock, outcome) {
                        Some(turn) => turn,
                        None => continue,
                    }
                } else {
                    entry
                };
                found.entry((entry.cause, outcome.topic, outcome.who.to_string())).or_insert((entry, outcome));
            }
        }
        let mut events = Vec::new();
        let gone: Vec<Key> = self.told.keys().filter(|key| !found.contains_key(key)).cloned().collect();
        let gone = gone.iter().filter_map(|key| self.told.remove(key));
        for alert in gone.filter(|alert| alert.state != AlertState::Closed) {
            events.push(Event::Alert(Alert { state: AlertState::Closed, reported: at, ..alert }));
        }
        self.due = None;
        self.unclear.clear();
        for (key, (entry, outcome)) in found {
            if self.told.contains_key(&key) {
                continue;
            }
            let mut due = Stamp::from_nanos(outcome.at.nanos().saturating_add(patience(outcome.topic) * 1_000_000));
            let belief = entry.input.what.board().and_then(|board| beliefs.iter().find(|belief| belief.board == board));
            if is_about_presses(outcome.topic) && belief.is_some_and(|belief| belief.undecided) {
                due = due.max(Stamp::from_millis(at.millis() + UNDECIDED_MS));
            }
            let clear = belief
                .and_then(|belief| belief.clear)
                .is_some_and(|clear| clear.millis_since(outcome.at) >= CLEAR_MS && needs_only_sight(outcome.topic));
            // what follows from presses where the board was not seen to agree is most often a ply that was missed
            let due = if is_about_presses(outcome.topic) { NEVER } else { due };
            if due > at && !clear && (!at_the_end || due == NEVER) {
                self.due = Some(self.due.map_or(due, |other| other.min(due)));
                self.unclear.extend(belief.map(|belief| (belief.board, outcome.at)));
                continue;
            }
            let mut alert = alert(entry, outcome, AlertId(*next_alert), at);
            // that the board has to stop, beside who stops it
            let general = self.profile.articles.on(Topic::StopClocks).filter(|_| outcome.topic == Topic::StopClocks);
            alert.articles.extend(general.map(str::to_owned).filter(|article| !outcome.articles.contains(article)));
            *next_alert += 1;
            events.push(Event::Alert(alert.clone()));
            self.told.insert(key, alert);
        }
        events
    }

    /// What the match has come to, when that is something else than was told.
    fn result(&mut self, at: Stamp) -> Option<Event> {
        let said: Vec<&Outcome> =
            self.outcomes.iter().flatten().filter(|outcome| outcome.weight == Weight::Result).collect();
        let standing = Standing {
            result: self.now.verdict(),
            text: said.iter().map(|outcome| outcome.sentence()).collect::<Vec<_>>().join(" "),
        };
        let old = self.standing.replace(standing.clone());
        let news = old.map_or(!said.is_empty(), |old| old != standing);
        let articles = said.iter().flat_map(|outcome| outcome.articles.iter().cloned()).collect();
        news.then(|| Event::Result {
            result: standing.result.result().to_owned(),
            text: standing.text,
            articles,
            reported: at,
        })
    }
}

fn entries_of_board(entries: &[Entry], board: BoardId) -> usize {
    entries
        .iter()
        .filter(|entry| entry.input.what.board() == Some(board))
        .filter(|entry| matches!(entry.input.what, Happening::Placed(..)))
        .count()
}

/// Whether an outcome is for a person to look at. Irregular moves are told with the turn, wrong starts with the beginning; the steps of
/// a *snyatie* are done by hands and on clocks that nobody reports yet, and a clock that runs is not being set.
fn is_alert(entry: &Entry, outcome: &Outcome) -> bool {
    use Topic::{
        ClockSetting, IllegalMove, ImpossiblePosition, NotPressed, SnyatieChoice, SnyatieClock, SnyatieOrder,
        SnyatiePartner, SnyatieShort, SnyatieSkipped, SnyatieWaits, Stands, TakenBack, WrongSetup,
    };
    // that a press was forgotten is for a person to know, though the rules only take note of it
    if !matches!(outcome.weight, Weight::Alert | Weight::AlertStop) && outcome.topic != NotPressed {
        return false;
    }
    match outcome.topic {
        // before the press a move may be taken back; what is played instead is another matter
        TakenBack | IllegalMove | WrongSetup | ImpossiblePosition | Stands => false,
        SnyatieOrder | SnyatieClock | SnyatieWaits | SnyatiePartner | SnyatieChoice | SnyatieShort | SnyatieSkipped => {
            false
        }
        ClockSetting => !entry.running,
        _ => true,
    }
}

/// The drop that an outcome of the last of these entries calls illegal, if it was told to be regular: its piece was still on its way. Only
/// presses that are heard on both boards say so, and what was pressed for within a moment may have been seen late.
fn early_drop<'a>(entries: &'a [Entry], clock: &[ClockReading], outcome: &Outcome) -> Option<&'a Entry> {
    let Who::Seat(seat) = outcome.who else { return None };
    let heard = |board| clock.iter().any(|reading| reading.board == board && reading.pressed.is_some());
    let of_seat =
        |entry: &&Entry| matches!(entry.input.what, Happening::Placed(by, mv, _) if by == seat && mv.is_drop());
    let turn = entries.iter().rev().find(of_seat)?;
    // what his partner played last before it: if he pressed for that, nothing was on its way any more
    let partner = seat.partner();
    let of_partner = |entry: &&Entry| {
        matches!(entry.input.what, Happening::Placed(by, ..) if by == partner) && entry.input.at <= turn.input.at
    };
    let capture = entries.iter().rev().find(of_partner)?;
    let pressed = clock.iter().any(|reading| {
        reading.board == partner.board
            && reading.pressed == Some(partner.color)
            && reading.at.millis_since(capture.input.at) >= -SEEN_LATE_MS
            && reading.at.millis_since(turn.input.at) < PRESS_SLACK_MS
    });
    (!turn.irregular && heard(seat.board) && heard(seat.board.other()) && !pressed).then_some(turn)
}

/// Whether an outcome follows from the order of moves and presses.
fn is_about_presses(topic: Topic) -> bool {
    use Topic::{NotPressed, PressBeforeOpponent, PressWithoutMove, ReplyBeforePress};
    matches!(topic, PressWithoutMove | PressBeforeOpponent | NotPressed | ReplyBeforePress)
}

/// Whether nothing but what stands on the board can still speak against an outcome: of declarations the eyes see nothing.
fn needs_only_sight(topic: Topic) -> bool {
    patience(topic) == PATIENCE_MS
}

/// How long an outcome is held back, in milliseconds.
fn patience(topic: Topic) -> i64 {
    match topic {
        Topic::PromotionUndeclared | Topic::PawnNotReplaced | Topic::WrongBody => DECLARATION_MS,
        Topic::Flag | Topic::FlagStored => 0,
        _ => PATIENCE_MS,
    }
}

fn alert(entry: &Entry, outcome: &Outcome, id: AlertId, reported: Stamp) -> Alert {
    let (board, seat) = match outcome.who {
        Who::Seat(seat) => (seat.board, Some(seat)),
        Who::Board(board) => (board, None),
        Who::Table | Who::Team(_) => (entry.input.what.board().unwrap_or(BoardId::A), None),
    };
    let (turn, uci) = match (&entry.cause, &entry.input.what) {
        (Cause::Turn(id), Happening::Placed(_, mv, _)) => (Some(*id), Some(mv.to_string())),
        (Cause::Turn(id), _) => (Some(*id), None),
        _ => (None, None),
    };
    let early = outcome.topic == Topic::IllegalDrop;
    let dropped = match entry.input.what {
        Happening::Placed(_, Move::Drop { kind, .. }, _) if early => Some(kind.letter()),
        _ => None,
    };
    Alert {
        id,
        state: AlertState::Opened,
        kind: if early { AlertKind::IllegalDrop } else { AlertKind::Rule(outcome.topic) },
        board,
        seat,
        turn,
        piece: dropped,
        uci,
        squares: outcome.detail.parse().ok().into_iter().collect(),
        articles: outcome.articles.clone(),
        placement: None,
        text: match (&entry.input.what, early) {
            (Happening::Placed(seat, mv, _), true) => {
                format!("{seat} played {mv}: the piece was still on its way, its capture was not complete.")
            }
            _ => outcome.sentence(),
        },
        remedy: None,
        at: outcome.at,
        reported,
        certainty: if is_about_presses(outcome.topic) { entry.certainty.min(UNSEEN_PLY) } else { entry.certainty },
        shown: outcome.shown,
    }
}

impl Course {
    /// Whether a move is complete only with the press, and presses are heard on `board`: one was, or a reading that says nothing else said that they will be.
    pub(crate) fn waits_for_press(&self, board: BoardId) -> bool {
        let linked =
            |reading: &ClockReading| reading.pressed.is_some() || (reading.white_ms, reading.black_ms) == (None, None);
        self.profile.completion.value == Completion::Press
            && self.clock.iter().any(|reading| reading.board == board && linked(reading))
    }
}
