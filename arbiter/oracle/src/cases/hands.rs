//! Hands that do what a case says.

use super::{Capture, table::Table};
use crate::film::{Pose, Token};
use arbiter::rules::Move;
use board::{BoardId, Content, Input, Kind, Piece, Seat, Square};

/// A move takes so long at most, in milliseconds.
const MOVE_MS: i64 = 600;
/// And at least.
const LEAST_MS: i64 = 150;
/// A captured piece lies in the partner's reserve so long after the capture.
const HANDED_MS: i64 = 800;
/// A sliding piece rests so long on each square.
const REST_MS: i64 = 300;

/// A move or drop as a case has it.
pub(super) struct Play {
    pub(super) mv: Move,
    pub(super) over: Vec<Square>,
    pub(super) capture: Capture,
    pub(super) alone: bool,
}

impl Play {
    /// Just this.
    pub(super) fn plain(mv: Move) -> Play {
        Play { mv, over: Vec::new(), capture: Capture::Passed, alone: false }
    }
}

/// A piece that a seat took.
#[derive(Clone, Copy)]
struct Taken {
    piece: Piece,
    /// Where it lies; in the hand where it lies nowhere.
    lies: Option<Token>,
    /// Whether it lies in a reserve.
    passed: bool,
}

/// What a seat did last, to be undone.
struct Done {
    board: BoardId,
    squares: Vec<(Square, Content)>,
    captured: bool,
    dropped: Option<Kind>,
    is_play: bool,
}

/// The four players' hands.
pub(super) struct Hands {
    pub(super) table: Table,
    holding: [Vec<Piece>; 4],
    taken: [Vec<Taken>; 4],
    hidden: [Vec<Piece>; 4],
    done: [Vec<Done>; 4],
    last: [i64; 4],
    now: i64,
    /// What moved last to a square, by board.
    moved: Vec<(Seat, Square, Piece)>,
}

impl Hands {
    pub(super) fn new(table: Table) -> Hands {
        Hands {
            table,
            holding: Default::default(),
            taken: Default::default(),
            hidden: Default::default(),
            done: Default::default(),
            last: [0; 4],
            now: 0,
            moved: Vec::new(),
        }
    }

    /// When something was last done.
    pub(super) fn now(&self) -> i64 {
        self.now
    }

    /// A seat has done something at this moment.
    pub(super) fn acted(&mut self, seat: Seat, at: i64) {
        self.last[seat.index()] = at;
        self.now = self.now.max(at);
    }

    /// When the hand comes for something that is done at `at`.
    fn comes(&self, seat: Seat, at: i64) -> i64 {
        at - (at - self.last[seat.index()]).clamp(LEAST_MS, MOVE_MS)
    }

    pub(super) fn say(&mut self, word: Input) {
        self.table.film.words.push(word);
    }

    pub(super) fn press(&mut self, seat: Seat, at: i64) {
        self.table.press(at, seat.board, seat.color);
        self.acted(seat, at);
    }

    /// Whether it was a pawn that the seat last moved to a square.
    pub(super) fn was_pawn(&self, seat: Seat, to: Square) -> bool {
        let last = self.moved.iter().rev().find(|(by, at, _)| (*by, *at) == (seat, to));
        last.is_some_and(|(_, _, piece)| piece.kind == Kind::Pawn)
    }

    pub(super) fn play(&mut self, seat: Seat, at: i64, play: &Play) -> Result<(), String> {
        let board = seat.board;
        let to = play.mv.to();
        let rests = play.over.len() as i64 * REST_MS;
        let come = self.comes(seat, at - rests);
        let lifted = come + (at - rests - come) * 3 / 10;
        let mut done = Done { board, squares: Vec::new(), captured: false, dropped: None, is_play: true };
        let piece = match play.mv {
            Move::Drop { kind, .. } => {
                if let Some(token) = self.table.reserve(seat, kind) {
                    self.table.lift(come, token);
                    done.dropped = Some(kind);
                }
                Piece::new(seat.color, kind)
            }
            Move::Walk { from, .. } => {
                let content = self.table.content(board, from);
                let piece = content.ok_or_else(|| format!("nothing stands on {from} of board {board}"))?;
                done.squares.push((from, content));
                self.table.hand(seat, board, from, (come, lifted + (at - rests - lifted) / 2));
                self.table.set(lifted, board, from, None, Pose::Upright);
                piece
            }
        };
        let mut before = lifted;
        for (index, &square) in play.over.iter().enumerate() {
            // the fingers hold it there, and it is seen
            let from = at - rests + index as i64 * REST_MS;
            let there = self.table.content(board, square);
            self.table.hand(seat, board, square, (before, from - 80));
            self.table.pass(from, board, square, Some(piece));
            self.table.pass(from + REST_MS * 8 / 10, board, square, there);
            before = from + REST_MS * 8 / 10;
        }
        self.table.hand(seat, board, to, ((lifted + (at - rests - lifted) / 2).max(before.min(at)), at));
        if !play.alone {
            self.goes_along(seat, play.mv, piece, at, lifted, &mut done);
        }
        if let Some(victim) = self.table.content(board, to).filter(|_| play.mv.from() != Some(to)) {
            done.squares.push((to, Some(victim)));
            done.captured = true;
            self.take(seat, victim, play.capture, at);
        } else {
            done.squares.push((to, None));
        }
        let stands = match play.mv {
            Move::Walk { promotion: Some(kind), .. } if piece.kind == Kind::Pawn => Piece::new(piece.color, kind),
            _ => piece,
        };
        self.table.set(at, board, to, Some(stands), Pose::Upright);
        self.moved.push((seat, to, piece));
        self.done[seat.index()].push(done);
        self.acted(seat, at);
        Ok(())
    }

    /// The rook of a castling king, the pawn taken in passing.
    fn goes_along(&mut self, seat: Seat, mv: Move, piece: Piece, at: i64, lifted: i64, done: &mut Done) {
        let (board, Move::Walk { from, to, .. }) = (seat.board, mv) else { return };
        let castles = piece.kind == Kind::King
            && from.file() == 4
            && from.rank() == to.rank()
            && from.file().abs_diff(to.file()) == 2;
        if castles {
            let (corner, beside) = if to.file() == 6 { (7, 5) } else { (0, 3) };
            let squares = Square::new(corner, from.rank()).zip(Square::new(beside, from.rank()));
            let Some((corner, beside)) = squares else { return };
            let rook = self.table.content(board, corner);
            let is_rook = rook == Some(Piece::new(piece.color, Kind::Rook));
            if is_rook && self.table.content(board, beside).is_none() {
                done.squares.extend([(corner, rook), (beside, None)]);
                let half = lifted + (at - lifted) * 6 / 10;
                self.table.hand(seat, board, corner, (half, at));
                self.table.set(half, board, corner, None, Pose::Upright);
                self.table.set(at, board, beside, rook, Pose::Upright);
            }
        }
        let diagonal = piece.kind == Kind::Pawn && from.file().abs_diff(to.file()) == 1;
        if diagonal
            && self.table.content(board, to).is_none()
            && let Some(beside) = Square::new(to.file(), from.rank())
            && self.table.content(board, beside) == Some(Piece::new(!piece.color, Kind::Pawn))
        {
            let victim = Piece::new(!piece.color, Kind::Pawn);
            done.squares.push((beside, Some(victim)));
            done.captured = true;
            self.table.set(at, board, beside, None, Pose::Upright);
            self.take(seat, victim, Capture::Passed, at);
        }
    }

    fn take(&mut self, seat: Seat, victim: Piece, capture: Capture, at: i64) {
        let lies = match capture {
            Capture::Passed => Some(self.table.lay(at + HANDED_MS, seat.partner(), victim)),
            Capture::Left => Some(self.table.lay(at + HANDED_MS / 2, seat, victim)),
            Capture::Kept => None,
        };
        self.taken[seat.index()].push(Taken { piece: victim, lies, passed: capture == Capture::Passed });
    }

    pub(super) fn hand_over(&mut self, seat: Seat, kind: Kind, to: Option<Seat>, at: i64) -> Result<(), String> {
        let taken = &mut self.taken[seat.index()];
        let index = taken.iter().rposition(|taken| taken.piece.kind == kind && !taken.passed);
        let (piece, lies) = match index.map(|index| taken.remove(index)) {
            Some(taken) => (taken.piece, taken.lies),
            None => {
                let token = self.table.reserve(seat, kind);
                (
                    Piece::new(seat.color, kind),
                    Some(token.ok_or_else(|| format!("{seat} has no {} to hand over", kind.name()))?),
                )
            }
        };
        lies.and_then(|token| self.table.lift(at - 300, token));
        let lies = Some(self.table.lay(at, to.unwrap_or(seat.partner()), piece));
        self.taken[seat.index()].push(Taken { piece, lies, passed: true });
        Ok(())
    }

    /// Undoes what the seat did last to a board. Returns whether it was a move.
    pub(super) fn take_back(&mut self, seat: Seat, at: i64) -> Result<bool, String> {
        let done = self.done[seat.index()].pop().ok_or_else(|| format!("{seat} has played nothing"))?;
        let come = self.comes(seat, at);
        for &(square, content) in done.squares.iter().rev() {
            self.table.hand(seat, done.board, square, (come, at));
            self.table.set(at, done.board, square, content, Pose::Upright);
        }
        if done.captured
            && let Some(taken) = self.taken[seat.index()].pop()
        {
            taken.lies.and_then(|token| self.table.lift(come, token));
        }
        if let Some(kind) = done.dropped {
            self.table.lay(at, seat, Piece::new(seat.color, kind));
        }
        Ok(done.is_play)
    }

    fn standing(&self, (board, square): (BoardId, Square)) -> Result<Piece, String> {
        self.table.content(board, square).ok_or_else(|| format!("nothing stands on {square} of board {board}"))
    }

    pub(super) fn touch(&mut self, seat: Seat, at_square: (BoardId, Square), at: i64) -> Result<(), String> {
        let piece = self.standing(at_square)?;
        let come = self.comes(seat, at);
        self.over(seat, at_square, at);
        self.table.set(come + (at - come) / 2, at_square.0, at_square.1, None, Pose::Upright);
        self.table.set(at, at_square.0, at_square.1, Some(piece), Pose::Upright);
        Ok(())
    }

    /// A hand is over a square and changes nothing.
    pub(super) fn over(&mut self, seat: Seat, (board, square): (BoardId, Square), at: i64) {
        self.table.hand(seat, board, square, (self.comes(seat, at), at));
    }

    pub(super) fn remove(
        &mut self,
        seat: Seat,
        at_square: (BoardId, Square),
        to_hand: bool,
        at: i64,
    ) -> Result<(), String> {
        let piece = self.standing(at_square)?;
        self.over(seat, at_square, at);
        self.table.set(at, at_square.0, at_square.1, None, Pose::Upright);
        if to_hand {
            self.holding[seat.index()].push(piece);
        }
        Ok(())
    }

    pub(super) fn put(&mut self, seat: Seat, at_square: (BoardId, Square), at: i64) -> Result<(), String> {
        let piece = self.holding[seat.index()].pop().ok_or_else(|| format!("{seat} holds nothing in the hand"))?;
        self.add(seat, at_square, piece, at);
        Ok(())
    }

    pub(super) fn add(&mut self, seat: Seat, at_square: (BoardId, Square), piece: Piece, at: i64) {
        self.over(seat, at_square, at);
        self.table.set(at, at_square.0, at_square.1, Some(piece), Pose::Upright);
    }

    pub(super) fn pose(&mut self, seat: Seat, at_square: (BoardId, Square), pose: Pose, at: i64) -> Result<(), String> {
        let piece = self.standing(at_square)?;
        self.over(seat, at_square, at);
        self.table.set(at, at_square.0, at_square.1, Some(piece), pose);
        Ok(())
    }

    pub(super) fn set_right(
        &mut self,
        seat: Seat,
        board: BoardId,
        moved: Option<(Square, Square)>,
        at: i64,
    ) -> Result<(), String> {
        let lying: Vec<Square> = match moved {
            Some((from, _)) => vec![from],
            None => Square::all().filter(|&square| self.table.is_lying(board, square)).collect(),
        };
        if lying.is_empty() || lying.iter().any(|&square| !self.table.is_lying(board, square)) {
            return Err(format!("no piece lies there on board {board}"));
        }
        for square in lying {
            let piece = self.standing((board, square))?;
            let to = moved.map_or(square, |(_, to)| to);
            if to != square {
                self.over(seat, (board, square), at);
                self.table.set(at - LEAST_MS, board, square, None, Pose::Upright);
            }
            self.add(seat, (board, to), piece, at);
        }
        Ok(())
    }

    pub(super) fn replace(
        &mut self,
        seat: Seat,
        at_square: (BoardId, Square),
        piece: Piece,
        from_reserve: bool,
        at: i64,
    ) -> Result<(), String> {
        let before = self.table.content(at_square.0, at_square.1);
        if from_reserve {
            let token = self.table.reserve(seat, piece.kind);
            let token = token.ok_or_else(|| format!("{seat} has no {} in reserve", piece.kind.name()))?;
            self.table.lift(self.comes(seat, at), token);
        }
        let dropped = from_reserve.then_some(piece.kind);
        let squares = vec![(at_square.1, before)];
        self.done[seat.index()].push(Done { board: at_square.0, squares, captured: false, dropped, is_play: false });
        self.add(seat, at_square, piece, at);
        Ok(())
    }

    pub(super) fn swap(&mut self, seat: Seat, board: BoardId, (one, other): (Square, Square), at: i64) {
        let contents = (self.table.content(board, one), self.table.content(board, other));
        for square in [one, other] {
            self.over(seat, (board, square), at);
        }
        self.table.set(at, board, one, contents.1, Pose::Upright);
        self.table.set(at, board, other, contents.0, Pose::Upright);
    }

    pub(super) fn hide(&mut self, seat: Seat, kind: Kind, at: i64) -> Result<(), String> {
        let token = self.own(seat, kind)?;
        if let Some(piece) = self.table.lift(at, token) {
            self.hidden[seat.index()].push(piece);
        }
        Ok(())
    }

    pub(super) fn show(&mut self, seat: Seat, kind: Kind, at: i64) -> Result<(), String> {
        let hidden = &mut self.hidden[seat.index()];
        let index = hidden.iter().position(|piece| piece.kind == kind);
        let piece = hidden.remove(index.ok_or_else(|| format!("{seat} has hidden no {}", kind.name()))?);
        self.table.lay(at, seat, piece);
        Ok(())
    }

    pub(super) fn push(&mut self, seat: Seat, kind: Kind, at: i64) -> Result<(), String> {
        let token = self.own(seat, kind)?;
        self.table.push(at, token);
        Ok(())
    }

    fn own(&self, seat: Seat, kind: Kind) -> Result<Token, String> {
        let token = self.table.reserve(seat, kind);
        token.ok_or_else(|| format!("no {} lies in the reserve of {seat}", kind.name()))
    }

    pub(super) fn add_reserve(&mut self, seat: Seat, kind: Kind, at: i64) {
        self.table.lay(at, seat, Piece::new(seat.color, kind));
    }

    /// A piece that lies in a reserve from the beginning.
    pub(super) fn lay_before(&mut self, seat: Seat, kind: Kind) {
        let at = self.now;
        self.table.lay(at, seat, Piece::new(seat.color, kind));
    }
}
