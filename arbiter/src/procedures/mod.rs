//! The proceedings of a match: everything the five texts say about how moves are made, completed, claimed, taken back and how
//! games end, with no pixels.
//!
//! [`Proceedings`] is a value with one method, [`Proceedings::step`]: a time-stamped [`Input`] goes in, [`Outcome`]s come out. It
//! has no clock of its own and does nothing else, so the same inputs always give the same outcomes. The official state can be
//! read at any time. What the profile in force says decides everything; each outcome names its article.
//!
//! The flow and its states are drawn in `docs/design/procedures.md`.
mod claims;
mod clock;
mod ends;
mod flags;
mod illegal;
mod input;
mod outcome;
mod placing;
mod pressing;
mod promotion;
mod record;
mod reserves;
mod retraction;
mod rulings;
mod setup;
mod snyatie;
mod state;
mod topic;

pub use clock::Clock;
pub use input::{Claim, ClockAt, Hand, Happening, Input, Ruling, Speech, Zone};
pub use outcome::{Outcome, Weight, Who};
pub use snyatie::SnyatieStage;
pub use state::{MoveId, MoveRecord, Window};
pub use topic::Topic;

use crate::{
    profile::{Intervention, Profile, Ruled},
    rules::{BoardEnd, MoveRules, Table, Verdict},
};
use board::{BoardId, Color, Kind, Piece, Seat, Stamp};
use state::{Chair, Desk, Proposal};
use std::sync::Arc;

/// The proceedings of one match.
#[derive(Clone, Debug)]
pub struct Proceedings {
    profile: Profile,
    rules: MoveRules,
    start: Table,
    table: Table,
    now: Stamp,
    begun: bool,
    desks: [Desk; 2],
    chairs: [Chair; 4],
    board_order: Vec<MoveId>,
    press_order: Vec<MoveId>,
    ends: Vec<BoardEnd>,
    void_ends: Vec<BoardEnd>,
    verdict: Verdict,
    over_since: Option<Stamp>,
    confirmed: bool,
    snyatie: Option<snyatie::Snyatie>,
    retraction: Option<retraction::Retraction>,
    proposals: Vec<Proposal>,
    /// Pieces that left the game: captured on one board, kings taken, own pieces taken.
    gone: Vec<Piece>,
    /// Pieces that came from nowhere, because a board showed what no ledger explains.
    conjured: Vec<Piece>,
    /// Pieces lifted off a board and not yet put down.
    in_hand: Vec<Piece>,
    kept: Vec<Outcome>,
    out: Vec<Outcome>,
    asked: bool,
    /// Captured pieces expected in a reserve: by when in milliseconds, whose, which.
    passes_due: Vec<(i64, Seat, Kind)>,
    hands_on_clocks: Vec<(Stamp, Seat)>,
    next_move: u32,
    matches_played: u32,
}

impl Proceedings {
    /// Before a match under `profile` that begins from `start`.
    pub fn new(profile: Profile, start: Table) -> Proceedings {
        let desk = |board| Desk::new(&profile, start.board(board));
        Proceedings {
            rules: profile.move_rules(),
            desks: [desk(BoardId::A), desk(BoardId::B)],
            chairs: Default::default(),
            profile,
            start,
            table: start,
            now: Stamp::from_nanos(i64::MIN),
            begun: false,
            board_order: Vec::new(),
            press_order: Vec::new(),
            ends: Vec::new(),
            void_ends: Vec::new(),
            verdict: Verdict::Open,
            over_since: None,
            confirmed: false,
            snyatie: None,
            retraction: None,
            proposals: Vec::new(),
            gone: Vec::new(),
            conjured: Vec::new(),
            in_hand: Vec::new(),
            kept: Vec::new(),
            out: Vec::new(),
            asked: false,
            passes_due: Vec::new(),
            hands_on_clocks: Vec::new(),
            next_move: 1,
            matches_played: 0,
        }
    }

    /// Takes one input and says what follows from it. Inputs come in the order of time; one that is earlier than the last is taken
    /// as of the last one's moment.
    pub fn step(&mut self, input: &Input) -> Vec<Outcome> {
        let at = input.at.max(self.now);
        self.now = at;
        self.watch_deadlines();
        self.asked = false;
        if input.what.board().is_none_or(|board| self.boards().contains(&board)) {
            self.take(&input.what);
        }
        std::mem::take(&mut self.out)
    }

    fn take(&mut self, what: &Happening) {
        match what {
            Happening::Seated(seat, player) => self.seated(*seat, player),
            Happening::Stands(board, placement) => self.stands_before(*board, placement),
            Happening::ClockStands(board, at) => self.clock_stands(*board, *at),
            Happening::Start(board, color, by) => self.clock_starts(*board, *color, *by),
            Happening::Stop(board, by) => self.clock_stops(*board, *by),
            Happening::Press(seat, hand) => self.press(*seat, *hand),
            Happening::Reading(board, times) => self.reading(*board, *times),
            Happening::Flag(seat) => self.flag(*seat),
            Happening::Placed(seat, mv, hand) => self.place(*seat, *mv, *hand),
            Happening::Rearranged(seat, changes) => self.rearrange(*seat, changes),
            Happening::Touched(seat, square) => self.touch(*seat, *square),
            Happening::TouchedReserve(seat, kind, board) => self.touch_reserve(*seat, *kind, *board),
            Happening::Adjusts(seat) => self.chair(*seat).adjusts = true,
            Happening::TakenBack(seat) => self.take_back(*seat),
            Happening::Displaced(seat) => self.observe(Weight::Info, Topic::Displaced, *seat),
            Happening::SetRight(seat) => self.chair(*seat).adjusts = false,
            Happening::Lifted(by, board, square) => self.lifted(*by, *board, *square),
            Happening::Replaced(seat, square, kind, inverted) => self.replaced(*seat, *square, *kind, *inverted),
            Happening::Handed(from, to, kind) => self.handed(*from, *to, *kind),
            Happening::Reserve(seat, pocket) => self.reserve_seen(*seat, *pocket),
            Happening::HandOver(seat, zone) => self.hand_over(*seat, *zone),
            Happening::Spoke(seat, about) => self.spoke(*seat, *about),
            Happening::Declared(seat, kind) => self.declared(*seat, *kind),
            Happening::Announced(seat) => self.announced(*seat),
            Happening::Counted(seat, times) => self.counted(*seat, *times),
            Happening::Claims(seat, claim) => self.claim(*seat, *claim),
            Happening::Draw(seat) => self.draw(*seat),
            Happening::Declines(seat) => self.decline_draw(*seat),
            Happening::Resigns(seat) => self.resign(*seat),
            Happening::Rules(ruling) => self.rule(ruling),
            Happening::Tick => {}
        }
    }

    /// The rules in force.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What stands on both boards and is held in the four reserves, as far as it may be used.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The moves of a board as they were placed there, taken-back ones left out.
    pub fn moves(&self, board: BoardId) -> &[Arc<MoveRecord>] {
        &self.desks[board.index()].moves
    }

    /// The moves of a board that were taken back or undone, in the order in which they were.
    pub fn struck(&self, board: BoardId) -> &[Arc<MoveRecord>] {
        &self.desks[board.index()].struck
    }

    /// The log of both boards: moves in the order in which they were placed.
    pub fn board_order(&self) -> &[MoveId] {
        &self.board_order
    }

    /// The log of both clocks: moves in the order in which they were pressed.
    pub fn press_order(&self) -> &[MoveId] {
        &self.press_order
    }

    /// A board's clock.
    pub fn clock(&self, board: BoardId) -> &Clock {
        &self.desks[board.index()].clock
    }

    /// What the match has come to.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether the arbiter has confirmed it, or the profile needs no confirmation.
    pub fn is_confirmed(&self) -> bool {
        self.verdict != Verdict::Open && (self.confirmed || self.profile.auto_result.value)
    }

    /// How the games of the boards ended.
    pub fn ends(&self) -> &[BoardEnd] {
        &self.ends
    }

    /// How far a promotion by taking a piece has come.
    pub fn snyatie_stage(&self) -> Option<SnyatieStage> {
        self.snyatie.as_ref().map(|snyatie| snyatie.stage)
    }

    /// Findings kept from the arbiter until somebody claims.
    pub fn kept(&self) -> &[Outcome] {
        &self.kept
    }

    /// Captured pieces on their way to a seat, which it may not use yet.
    pub fn coming(&self, seat: Seat) -> impl Iterator<Item = Kind> + '_ {
        self.chairs[seat.index()].coming.iter().map(|coming| coming.kind)
    }

    /// Pieces that have left the game.
    pub fn gone(&self) -> &[Piece] {
        &self.gone
    }

    /// Pieces that are on the table though no ledger says where they came from.
    pub fn conjured(&self) -> &[Piece] {
        &self.conjured
    }

    /// Pieces that are in somebody's hand.
    pub fn in_hand(&self) -> &[Piece] {
        &self.in_hand
    }

    /// How many matches were begun anew by a ruling before this one.
    pub fn replays(&self) -> u32 {
        self.matches_played
    }

    fn chair(&mut self, seat: Seat) -> &mut Chair {
        &mut self.chairs[seat.index()]
    }

    fn desk(&mut self, board: BoardId) -> &mut Desk {
        &mut self.desks[board.index()]
    }

    fn ended(&self, board: BoardId) -> bool {
        self.ends.iter().any(|end| end.board == board)
    }

    /// Both boards of a match, or the only one.
    fn boards(&self) -> &'static [BoardId] {
        &BoardId::BOTH[..usize::from(self.profile.boards.value).min(2)]
    }

    /// Whether the next press on the seat's board is his: it is his turn, or he has moved and not pressed.
    fn is_to_press(&self, seat: Seat) -> bool {
        let waiting = self.desks[seat.board.index()].moves.iter().find(|record| record.completed.is_none());
        waiting.map_or(self.table.is_on_move(seat), |record| record.seat == seat)
    }

    fn both_stopped_after(&self, moment: Stamp) -> bool {
        self.boards()
            .iter()
            .all(|board| self.desks[board.index()].clock.stopped().is_some_and(|stopped| stopped >= moment))
    }

    /// Says something.
    fn say(&mut self, weight: Weight, topic: Topic, who: Who, articles: Vec<String>, detail: impl Into<String>) {
        let finding = matches!(weight, Weight::Info | Weight::Alert | Weight::AlertStop | Weight::Penalty);
        let silent = self.profile.arbiter_intervention.value == Intervention::OnClaim;
        let shown = !finding || !silent || self.asked;
        // Where the text is silent the laws that it builds on speak.
        let articles = if articles.is_empty() && weight > Weight::Info { self.on(Topic::BaseRules) } else { articles };
        let outcome = Outcome { at: self.now, weight, topic, who, articles, detail: detail.into(), shown };
        if !shown {
            self.kept.push(outcome.clone());
        }
        self.out.push(outcome);
    }

    /// Says something under the profile's own article on the topic, if it has one.
    fn say_on(&mut self, weight: Weight, topic: Topic, who: Who, detail: impl Into<String>) {
        let articles = self.on(topic);
        self.say(weight, topic, who, articles, detail);
    }

    /// Says what was noticed, if the profile has an article for it: what no text mentions is no breach.
    fn observe(&mut self, weight: Weight, topic: Topic, seat: Seat) {
        if self.profile.articles.on(topic).is_some() {
            self.say_on(weight, topic, Who::Seat(seat), "");
            self.chair(seat).kept_breach = true;
        }
    }

    /// The profile's article on a topic.
    fn on(&self, topic: Topic) -> Vec<String> {
        self.profile.articles.on(topic).map(str::to_owned).into_iter().collect()
    }

    /// The profile's article on a topic, or else that of a parameter.
    fn on_or<T>(&self, topic: Topic, parameter: &Ruled<T>) -> Vec<String> {
        let own = self.on(topic);
        if own.is_empty() { article(parameter) } else { own }
    }

    /// Shows findings that were kept.
    fn disclose(&mut self, concerns: impl Fn(&Outcome) -> bool) {
        let (told, kept) = std::mem::take(&mut self.kept).into_iter().partition(concerns);
        self.kept = kept;
        let at = self.now;
        let told: Vec<Outcome> = told;
        self.out.extend(told.into_iter().map(|outcome| Outcome { at, shown: true, ..outcome }));
    }
}

/// The article of a parameter; none where the text is silent.
fn article<T>(parameter: &Ruled<T>) -> Vec<String> {
    Some(&parameter.article).filter(|article| !article.is_empty()).cloned().into_iter().collect()
}

/// A colour's last rank as an index.
const fn last_rank(color: Color) -> usize {
    match color {
        Color::White => 7,
        Color::Black => 0,
    }
}
