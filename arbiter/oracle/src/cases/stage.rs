//! A case on the stage: what its hands do, as a film, and what is to be told of it.

use super::{
    Action, Before, Case, Deed,
    hands::{Hands, Play},
    table::Table,
};
use crate::film::{Film, Pose};
use arbiter::{
    profile::Profile,
    rules::{Move, PromotionStyle},
};
use board::{BoardId, Color, Declaration, Input, Kind, Piece, Placement, Seat, Square, Stamp};

/// The first ply before the case, in milliseconds of the film.
const BEGIN_MS: i64 = 1500;
/// From one ply before the case to the next, and from a ply to its press.
const PLY_MS: i64 = 1000;
const PRESS_MS: i64 = 250;
/// From the last of them to second 0.
const PAUSE_MS: i64 = 1500;
/// After the last action.
const REST_MS: i64 = 3000;
/// The thinking time where the profile leaves it to the organiser.
const BASE_S: u32 = 300;

/// A case as a film.
pub(super) struct Staged {
    /// What happens.
    pub(super) film: Film,
    /// Second 0 of the case.
    pub(super) zero: Stamp,
    /// The boards that are watched.
    pub(super) boards: Vec<BoardId>,
    /// When each action is done.
    pub(super) done: Vec<Stamp>,
    /// The turns of each board before the case.
    pub(super) before: [Vec<String>; 2],
    /// The turns of each board in it, by the actions.
    pub(super) turns: [Vec<String>; 2],
}

/// Stages a case under a profile.
///
/// # Errors
/// When something in it cannot be done: which line, and why.
pub(super) fn stage(case: &Case, profile: &Profile) -> Result<Staged, (usize, String)> {
    let boards: Vec<BoardId> = BoardId::BOTH.into_iter().take(usize::from(profile.boards.value)).collect();
    let mut start = [Placement::start(); 2];
    let mut turn = [Color::White; 2];
    for before in &case.setup {
        match before {
            Before::Start(board, placement) => start[board.index()] = *placement,
            Before::Middle(board, position) => {
                start[board.index()] = position.placement_of_bodies();
                turn[board.index()] = position.turn();
            }
            Before::Played(..) | Before::Reserve(..) => {}
        }
    }
    let base_s = if profile.base_s.value == 0 { BASE_S } else { profile.base_s.value };
    let (base_ms, increment_ms) = (i64::from(base_s) * 1000, i64::from(profile.increment_s.value) * 1000);
    let mut hands = Hands::new(Table::new(start, base_ms, increment_ms, case.clock));
    let before = prelude(case, profile, &mut hands, turn).map_err(|why| (1, why))?;
    let zero = hands.now() + PAUSE_MS;
    let mut stage = Stage { hands, turns: Vec::new(), done: Vec::new() };
    for action in &case.actions {
        let at = zero + action.at_ms;
        if !boards.contains(&action.seat.board) {
            return Err((action.line, format!("the profile {} plays on board A alone", profile.name)));
        }
        stage.done.push(Stamp::from_millis(at));
        stage.act(action, at).map_err(|why| (action.line, why))?;
    }
    let mut turns = [Vec::new(), Vec::new()];
    for played in &stage.turns {
        turns[played.seat.board.index()].push(played.mv.to_string());
    }
    let last_expected =
        case.expects.iter().filter_map(|expect| stage.done.get(expect.of).map(|done| done.millis() + expect.window.1));
    let last_done = stage.done.last().map_or(zero, |done| done.millis());
    let end = last_expected.max().unwrap_or(0).max(last_done + REST_MS);
    let mut film = stage.hands.table.film;
    film.end = Stamp::from_millis(end);
    Ok(Staged { film, zero: Stamp::from_millis(zero), boards, done: stage.done, before, turns })
}

/// Plays what comes before the case.
fn prelude(
    case: &Case,
    profile: &Profile,
    hands: &mut Hands,
    mut turn: [Color; 2],
) -> Result<[Vec<String>; 2], String> {
    let mut told = [Vec::new(), Vec::new()];
    let mut at = BEGIN_MS;
    for before in &case.setup {
        match before {
            Before::Played(board, moves) => {
                for &mv in moves {
                    let seat = Seat::new(*board, turn[board.index()]);
                    turn[board.index()] = !seat.color;
                    let bodied = with_body(mv, profile);
                    hands.play(seat, at, &Play::plain(bodied))?;
                    if let (Move::Walk { promotion: Some(kind), .. }, true) = (mv, bodied != mv) {
                        hands.say(declaration(seat, kind, at + PRESS_MS / 2));
                    }
                    hands.press(seat, at + PRESS_MS);
                    told[board.index()].push(mv.to_string());
                    at += PLY_MS;
                }
            }
            Before::Middle(board, position) => {
                for color in Color::BOTH {
                    for (kind, count) in position.pocket(color).held() {
                        (0..count).for_each(|_| hands.lay_before(Seat::new(*board, color), kind));
                    }
                }
            }
            Before::Reserve(seat, kinds) => kinds.iter().for_each(|&kind| hands.lay_before(*seat, kind)),
            Before::Start(..) => {}
        }
    }
    Ok(told)
}

/// The move as its body makes it: where pawns keep theirs, nothing is put in their place.
fn with_body(mv: Move, profile: &Profile) -> Move {
    match mv {
        Move::Walk { from, to, .. } if profile.promotion.value != PromotionStyle::ReplaceBody => Move::walk(from, to),
        _ => mv,
    }
}

fn declaration(seat: Seat, promotion: Kind, at: i64) -> Input {
    Input::Declaration(Declaration { at: Stamp::from_millis(at), seat, promotion })
}

/// A turn that stands so far.
struct Played {
    seat: Seat,
    mv: Move,
}

struct Stage {
    hands: Hands,
    turns: Vec<Played>,
    done: Vec<Stamp>,
}

impl Stage {
    fn act(&mut self, action: &Action, at: i64) -> Result<(), String> {
        let seat = action.seat;
        let hands = &mut self.hands;
        match &action.deed {
            Deed::Play { mv, over, capture, alone } => {
                let play = Play { mv: *mv, over: over.clone(), capture: *capture, alone: *alone };
                hands.play(seat, at, &play)?;
                self.turns.push(Played { seat, mv: *mv });
            }
            Deed::TakeBack => {
                let was_play = hands.take_back(seat, at)?;
                let last = self.turns.iter().rposition(|played| played.seat == seat);
                match last {
                    Some(last) if was_play => {
                        self.turns.remove(last);
                    }
                    Some(last) => self.promote(seat, None, Some(last)),
                    None => {}
                }
            }
            Deed::HandOver(kind, to) => hands.hand_over(seat, *kind, *to, at)?,
            Deed::Press => hands.press(seat, at),
            Deed::Touch(board, square) => hands.touch(seat, (*board, *square), at)?,
            Deed::Adjust(board, square) => hands.over(seat, (*board, *square), at),
            Deed::Lift(board, square) => hands.remove(seat, (*board, *square), true, at)?,
            Deed::Put(board, square) => hands.put(seat, (*board, *square), at)?,
            Deed::KnockOver(board, squares) => {
                squares.iter().try_for_each(|&square| hands.pose(seat, (*board, square), Pose::Lying, at))?;
            }
            Deed::SetRight(board, moved) => hands.set_right(seat, *board, *moved, at)?,
            Deed::Replace { square, piece, from_reserve } => {
                hands.replace(seat, *square, *piece, *from_reserve, at)?;
                self.promote_on(*square, *piece);
            }
            Deed::Remove { square, to_hand } => hands.remove(seat, *square, *to_hand, at)?,
            Deed::Add(board, square, piece) => hands.add(seat, (*board, *square), *piece, at),
            Deed::Swap(board, one, other) => hands.swap(seat, *board, (*one, *other), at),
            Deed::Declare(kind) => {
                hands.say(declaration(seat, *kind, at));
                self.promote(seat, Some(*kind), None);
            }
            Deed::Hide(kinds) => kinds.iter().try_for_each(|&kind| hands.hide(seat, kind, at))?,
            Deed::Show(kinds) => kinds.iter().try_for_each(|&kind| hands.show(seat, kind, at))?,
            Deed::AddReserve(kind) => hands.add_reserve(seat, *kind, at),
            Deed::Push(kind) => hands.push(seat, *kind, at)?,
            Deed::CoverReserve(ms) => hands.table.hand_beside(seat.board, at, at + ms),
            Deed::Reach(board, square, ms) => hands.table.hand(seat, *board, *square, (at, at + ms)),
            Deed::Flag => hands.table.flag(at, seat),
            Deed::Read(left_ms) => hands.table.read(at, seat.board, *left_ms),
            Deed::Stop => hands.table.run(at, seat.board, None),
            Deed::Start => hands.table.run(at, seat.board, Some(seat.color)),
            Deed::Claim(_) | Deed::Wait => {}
        }
        self.hands.acted(seat, at);
        Ok(())
    }

    /// The seat's last pawn on a last rank is now worth `kind`; or the turn of that number is no promotion any more.
    fn promote(&mut self, seat: Seat, kind: Option<Kind>, turn: Option<usize>) {
        let last = turn.or_else(|| self.turns.iter().rposition(|played| played.seat == seat));
        let Some(played) = last.and_then(|last| self.turns.get_mut(last)) else { return };
        if let Move::Walk { from, to, .. } = played.mv {
            let pawn = self.hands.was_pawn(played.seat, to);
            if kind.is_none() || pawn && matches!(to.rank(), 0 | 7) {
                played.mv = Move::Walk { from, to, promotion: kind };
            }
        }
    }

    /// The piece that replaces a pawn on a last rank is what it became.
    fn promote_on(&mut self, (board, square): (BoardId, Square), piece: Piece) {
        let last = self.turns.iter().rposition(|played| played.seat.board == board && played.mv.to() == square);
        if let Some(last) = last {
            let seat = self.turns[last].seat;
            self.promote(seat, Some(piece.kind), Some(last));
        }
    }
}
