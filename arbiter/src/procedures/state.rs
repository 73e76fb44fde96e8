//! What the proceedings remember of a board, a seat and a move.
use super::clock::Clock;
use crate::{
    profile::Profile,
    rules::{Irregularity, Move, Played, Pocket, Position, Repetitions},
};
use board::{BoardId, Kind, Seat, Square, Stamp};
use std::sync::Arc;

/// A move's name in its match, never used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveId(pub u32);

/// Where a dropped piece came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// It was no drop.
    Board,
    /// It was the player's to drop.
    Pocket,
    /// It was on its way to him.
    Coming(MoveId),
    /// Nobody knows.
    Nowhere,
}

/// How far the claim against an irregular move has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// There is nothing to claim, or nothing yet: the move is not complete.
    None,
    /// It can be claimed.
    Open,
    /// It was claimed, and the claim was accepted.
    Claimed,
    /// It can be claimed no more: the move stands.
    Closed,
}

/// One move in its life: placed, pressed, answered.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRecord {
    /// Its name.
    pub id: MoveId,
    /// Whose it is.
    pub seat: Seat,
    /// What was played, with the promotion as far as it was told.
    pub mv: Move,
    /// When the piece was let go.
    pub placed: Stamp,
    /// When the clock was pressed for it.
    pub pressed: Option<Stamp>,
    /// When it was complete, as the profile completes moves.
    pub completed: Option<Stamp>,
    /// Why it is irregular; empty for a legal move.
    pub reasons: Vec<Irregularity>,
    /// The articles it breaks.
    pub articles: Vec<String>,
    /// Whether it can be claimed.
    pub window: Window,
    /// Whether it came after the end of the match.
    pub void: bool,
    /// The board before it.
    pub before: Position,
    /// The board after it.
    pub after: Position,
    /// What it did.
    pub played: Played,
    pub(super) source: Source,
    /// A pawn on its last rank whose value has still to be named, or body replaced.
    pub(super) undeclared: Option<Square>,
    /// The piece that goes to the partner.
    pub(super) passes: Option<Kind>,
}

impl MoveRecord {
    /// Whether nothing is wrong with it.
    pub fn is_regular(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// A captured piece on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coming {
    pub(super) kind: Kind,
    pub(super) by: MoveId,
}

/// What a player has bound himself to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    /// To move (or take) what stands here.
    Touched(Square),
    /// To drop a piece of this kind.
    Drop(Kind),
    /// To play the piece from here after an illegal move was taken back.
    Same(Square),
    /// To drop the same kind after an illegal drop was taken back.
    SameDrop(Kind),
}

/// What is remembered of a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Chair {
    pub(super) player: Option<String>,
    pub(super) coming: Vec<Coming>,
    pub(super) seen: Option<Pocket>,
    pub(super) short_since: Option<Stamp>,
    pub(super) short_told: bool,
    pub(super) extra_told: bool,
    /// The opponent has demanded to see the reserve.
    pub(super) must_show: bool,
    pub(super) duty: Option<Duty>,
    /// The first piece touched and another moved, for the opponent to claim.
    pub(super) moved_other: Option<(MoveId, Square)>,
    pub(super) adjusts: bool,
    /// The piece named before the pawn was let go.
    pub(super) declared: Option<Kind>,
    pub(super) frozen_until: Option<Stamp>,
    pub(super) breaches: usize,
    /// Breaches kept for the opponent's claim.
    pub(super) kept_breach: bool,
    pub(super) illegal_moves: u32,
    pub(super) flag: Option<Stamp>,
    pub(super) draw: bool,
    pub(super) counted: u32,
    pub(super) hand: Option<super::Hand>,
    pub(super) insists_on_replay: bool,
    /// Somebody started his time without a move, so he may press without one.
    pub(super) owes_press: bool,
    /// He has said that his pawn has arrived.
    pub(super) announced: bool,
}

/// What is remembered of a board.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    /// Shared with the states of the proceedings that were kept before: each would hold the whole match otherwise.
    pub(super) moves: Vec<Arc<MoveRecord>>,
    pub(super) struck: Vec<Arc<MoveRecord>>,
    /// How many of the moves cannot be struck any more, because the board was changed otherwise since.
    pub(super) barrier: usize,
    pub(super) clock: Clock,
    pub(super) repetitions: Repetitions,
    pub(super) occurrences: u32,
    pub(super) wrong_setup: bool,
    /// Who resigned while the opponent may still make one last move.
    pub(super) last_move_before: Option<Seat>,
    pub(super) waiting_told: bool,
    /// Who has moved and pressed after the match was over.
    pub(super) played_on: [bool; 2],
    pub(super) not_stopped_told: bool,
    pub(super) last_sound: Option<Position>,
}

impl Desk {
    pub(super) fn new(profile: &Profile, position: &Position) -> Desk {
        Desk {
            moves: Vec::new(),
            struck: Vec::new(),
            barrier: 0,
            clock: Clock::new(profile),
            repetitions: Repetitions::new(profile, position),
            occurrences: 1,
            wrong_setup: false,
            last_move_before: None,
            waiting_told: false,
            played_on: [false; 2],
            not_stopped_told: false,
            last_sound: Some(*position),
        }
    }
}

/// Something proposed to the arbiter, for him to confirm or reject.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Proposal {
    /// The consequence of an irregular move.
    Illegal(BoardId, MoveId),
    /// The board's game counts as won by this seat at the same moment as the other's.
    Simultaneous(Seat, Stamp),
    /// The loss of the game for breaches.
    Loss(Seat, Vec<String>),
    /// Playing the match anew.
    Replay,
}
