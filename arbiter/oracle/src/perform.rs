//! Hands that play a script: what is lifted when, what is in the way, when the clock is pressed.

use crate::{
    film::{Change, Film, Token, hand_over, place_beside},
    random::Random,
    script::{Script, ScriptPly},
};
use arbiter::rules::{Move, MoveRules, passed_on};
use board::{BoardId, ClockReading, Color, Input, Kind, Piece, Seat, Square, SquareSet, Stamp};

/// How hands behave.
#[derive(Clone, Copy, Debug)]
pub struct Hands {
    /// The share of time in which a hand hovers over each board, moves not counted.
    pub hovering: f64,
    /// Whether clocks are pressed, and heard.
    pub presses: bool,
}

/// A hand hovers over one place for so long, in milliseconds: at least and at most.
const HOVER_MS: (i64, i64) = (300, 1500);
/// A move takes so long from the hand's coming to the piece's being let go, where there is time for it.
const MOVE_MS: i64 = 600;
/// Of the time since the ply before at most this share, in tenths: in a hurry hands are quick.
const MOVE_SHARE: i64 = 6;
/// The hand is gone so long after the piece was let go.
const GONE_MS: i64 = 80;
/// What was captured lies in the partner's reserve so long after the capture.
const HANDED_MS: i64 = 500;
/// After the last ply.
const REST_MS: i64 = 3000;

/// A piece that lies beside a board.
struct Lying {
    token: Token,
    seat: Seat,
    kind: Kind,
    slot: usize,
}

/// The film of a script that hands play, different for each `seed`.
pub fn perform(script: &Script, rules: &MoveRules, hands: Hands, seed: u64) -> Film {
    let mut random = Random::new(seed, 1);
    let start = script.plies.first().map(|ply| BoardId::BOTH.map(|board| ply.before.board(board).placement()));
    let mut film = Film::new(start.unwrap_or([board::Placement::start(); 2]));
    let mut reserves = Reserves::default();
    for ply in &script.plies {
        let taken = MOVE_MS.min(ply.gap_ms * MOVE_SHARE / 10);
        let begun = earlier(ply.at, taken);
        move_pieces(&mut film, ply, taken, &mut random);
        cover_move(&mut film, ply, begun, &mut random);
        let seat = Seat::new(ply.board, ply.color);
        if let Move::Drop { kind, .. } = ply.mv {
            reserves.take(&mut film, seat, kind, begun);
        }
        if let Some(kind) = passed_on(ply.played, rules) {
            reserves.lay(&mut film, seat.partner(), kind, later(ply.at, HANDED_MS.min(script_pass(script, ply))));
        }
        if hands.presses {
            let at = later(ply.at, random.between(100, 250));
            film.words.push(Input::Clock(ClockReading {
                at,
                board: ply.board,
                pressed: Some(ply.color),
                white_ms: None,
                black_ms: None,
            }));
        }
    }
    film.end = later(script.plies.last().map_or(Stamp::ZERO, |ply| ply.at), REST_MS);
    hover_all(&mut film, hands.hovering, seed);
    film
}

/// How long what `ply` captured has to come to the partner's reserve: until his next drop's hand comes for it.
fn script_pass(script: &Script, ply: &ScriptPly) -> i64 {
    let partner = Seat::new(ply.board, ply.color).partner();
    let drop = script.plies.iter().find(|later| {
        later.at > ply.at && (later.board, later.color) == (partner.board, partner.color) && later.mv.is_drop()
    });
    drop.map_or(i64::MAX, |drop| drop.at.millis_since(ply.at) - MOVE_MS.min(drop.gap_ms * MOVE_SHARE / 10)).max(0)
}

fn earlier(at: Stamp, ms: i64) -> Stamp {
    Stamp::from_millis(at.millis() - ms)
}

fn later(at: Stamp, ms: i64) -> Stamp {
    Stamp::from_millis(at.millis() + ms)
}

/// The piece is lifted, carried and put down; what it takes goes shortly before, or is pushed aside by it.
fn move_pieces(film: &mut Film, ply: &ScriptPly, taken: i64, random: &mut Random) {
    let (before, after) = (ply.before.board(ply.board).placement(), ply.after.board(ply.board).placement());
    let lifted = earlier(ply.at, taken * 7 / 10);
    let first_takes = random.chance(0.5);
    for square in before.differences(&after) {
        let (was, is) = (before[square], after[square]);
        let king_of_castling = ply.played.castling.is_some() && is.is_some_and(|piece| piece.kind == Kind::King);
        let captured = ply.played.captured.is_some_and(|captured| captured.square == square);
        match is {
            None if captured => film.put(earlier(ply.at, taken / 10), ply.board, square, None),
            None if was.is_some_and(|piece| piece.kind == Kind::Rook) && ply.played.castling.is_some() => {
                film.put(earlier(ply.at, taken * 2 / 10), ply.board, square, None);
            }
            None => film.put(lifted, ply.board, square, None),
            Some(_) if king_of_castling => film.put(earlier(ply.at, taken * 4 / 10), ply.board, square, is),
            Some(_) => {
                if was.is_some() && first_takes {
                    film.put(earlier(ply.at, taken * 4 / 10), ply.board, square, None);
                }
                film.put(ply.at, ply.board, square, is);
            }
        }
    }
}

/// The hand is over the square left, on its way, over the square reached, and gone.
fn cover_move(film: &mut Film, ply: &ScriptPly, begun: Stamp, random: &mut Random) {
    let lean = random.chance(0.5);
    let over = |square: Square| hand_over(square, ply.color, lean);
    let to = over(ply.mv.to());
    let from = ply.mv.from().map(over).unwrap_or_default();
    let half = earlier(ply.at, ply.at.millis_since(begun) / 2);
    film.cover(ply.board, (begun, half), if from.is_empty() { arm_only(ply, lean) } else { from });
    film.cover(ply.board, (half, later(ply.at, GONE_MS)), to);
    if let Some(rook) = ply.played.castling {
        film.cover(ply.board, (half, later(ply.at, GONE_MS)), SquareSet(over(rook.from).0 | over(rook.to).0));
    }
}

/// A hand that comes from beside the board with a piece to drop: the arm is over the way already.
fn arm_only(ply: &ScriptPly, lean: bool) -> SquareSet {
    let edge = if ply.color == Color::White { 0 } else { 7 };
    Square::new(ply.mv.to().file(), edge).map(|square| hand_over(square, ply.color, lean)).unwrap_or_default()
}

/// Hands over both boards that do nothing, for `share` of the time.
pub fn hover_all(film: &mut Film, share: f64, seed: u64) {
    for board in BoardId::BOTH {
        hover(film, board, share, &mut Random::new(seed, 2 + board as u64));
    }
}

/// Hands over a board that do nothing, for `share` of the time.
fn hover(film: &mut Film, board: BoardId, share: f64, random: &mut Random) {
    let mut at = 0;
    let (low, high) = HOVER_MS;
    while share > 0.0 && at < film.end.millis() {
        let length = random.between(low, high);
        let square = Square::from_index(random.below(64));
        let side = if random.chance(0.5) { Color::White } else { Color::Black };
        let lean = random.chance(0.5);
        if let Some(square) = square {
            let span = (Stamp::from_millis(at), Stamp::from_millis(at + length));
            film.cover(board, span, hand_over(square, side, lean));
        }
        at += length + (random.between(low, high) as f64 * (1.0 - share) / share) as i64;
    }
}

#[derive(Default)]
struct Reserves {
    lying: Vec<Lying>,
    tokens: Token,
}

impl Reserves {
    fn lay(&mut self, film: &mut Film, seat: Seat, kind: Kind, at: Stamp) {
        let used = |slot: usize| self.lying.iter().any(|lying| lying.seat == seat && lying.slot == slot);
        let slot = (0..).find(|&slot| !used(slot)).unwrap_or_default();
        let token = self.tokens;
        self.tokens += 1;
        self.lying.push(Lying { token, seat, kind, slot });
        let piece = Piece::new(seat.color, kind);
        film.changes.push((at, Change::Lay(token, seat.board, piece, place_beside(seat, slot))));
        film.cover_beside(seat.board, (earlier(at, 200), later(at, GONE_MS)));
    }

    fn take(&mut self, film: &mut Film, seat: Seat, kind: Kind, at: Stamp) {
        let Some(index) = self.lying.iter().position(|lying| (lying.seat, lying.kind) == (seat, kind)) else { return };
        let lying = self.lying.swap_remove(index);
        film.changes.push((at, Change::Lift(lying.token)));
        film.cover_beside(seat.board, (earlier(at, 200), later(at, GONE_MS)));
    }
}
