//! The table of a case as hands change it: boards, what lies beside them, what is in hands, the clocks.

use crate::film::{Change, Film, Pose, Token, hand_over, place_beside};
use board::{BoardId, ClockReading, Color, Content, Input, Kind, Piece, Placement, Seat, Square, Stamp};

/// The hand is gone so long after what it did, in milliseconds.
const GONE_MS: i64 = 80;

/// A clock that was stopped or started is read once more after so long, in milliseconds.
const READ_AGAIN_MS: i64 = 300;

/// White's time runs from here on, in milliseconds of the film.
const CLOCKS_START_MS: i64 = 1000;

/// A piece that lies beside a board.
#[derive(Clone, Copy, Debug)]
struct Lying {
    token: Token,
    piece: Piece,
    /// On whose side, and at which place there.
    side: Seat,
    slot: usize,
    laid_ms: i64,
}

/// One board's clock.
#[derive(Clone, Copy, Debug)]
struct Clock {
    left_ms: [i64; 2],
    running: Option<(Color, i64)>,
}

/// The table. Moments are milliseconds of the film.
pub(super) struct Table {
    pub(super) film: Film,
    boards: [Placement; 2],
    poses: [[Pose; 64]; 2],
    lying: Vec<Lying>,
    tokens: Token,
    clocks: [Clock; 2],
    increment_ms: i64,
    clock_heard: bool,
}

impl Table {
    pub(super) fn new(start: [Placement; 2], base_ms: i64, increment_ms: i64, clock_heard: bool) -> Table {
        Table {
            film: Film::new(start),
            boards: start,
            poses: [[Pose::Upright; 64]; 2],
            lying: Vec::new(),
            tokens: 0,
            clocks: [Clock { left_ms: [base_ms; 2], running: Some((Color::White, CLOCKS_START_MS)) }; 2],
            increment_ms,
            clock_heard,
        }
    }

    pub(super) fn content(&self, board: BoardId, square: Square) -> Content {
        self.boards[board.index()][square]
    }

    pub(super) fn is_lying(&self, board: BoardId, square: Square) -> bool {
        self.poses[board.index()][square.index()] == Pose::Lying
    }

    /// A square holds `content` from `at` on, as `pose` says.
    pub(super) fn set(&mut self, at: i64, board: BoardId, square: Square, content: Content, pose: Pose) {
        self.boards[board.index()][square] = content;
        self.poses[board.index()][square.index()] = pose;
        self.film.changes.push((Stamp::from_millis(at), Change::Square(board, square, content, pose)));
    }

    /// A square is seen so from `at` on; what it will hold in the end is set by another.
    pub(super) fn pass(&mut self, at: i64, board: BoardId, square: Square, content: Content) {
        self.film.changes.push((Stamp::from_millis(at), Change::Square(board, square, content, Pose::Upright)));
    }

    /// A hand of `seat` is over a square from `from` until it is gone after `until`.
    pub(super) fn hand(&mut self, seat: Seat, board: BoardId, square: Square, (from, until): (i64, i64)) {
        // on the other board the arm comes from where the partner sits
        let side = if board == seat.board { seat.color } else { !seat.color };
        let span = (Stamp::from_millis(from), Stamp::from_millis(until + GONE_MS));
        self.film.cover(board, span, hand_over(square, side, true));
    }

    /// A hand is over the table beside a board.
    pub(super) fn hand_beside(&mut self, board: BoardId, from: i64, until: i64) {
        self.film.cover_beside(board, (Stamp::from_millis(from), Stamp::from_millis(until)));
    }

    /// A piece lies on `side` of its board's table from `at` on. Returns its number.
    pub(super) fn lay(&mut self, at: i64, side: Seat, piece: Piece) -> Token {
        let used = |slot: usize| self.lying.iter().any(|lying| lying.side == side && lying.slot == slot);
        let slot = (0..).find(|&slot| !used(slot)).unwrap_or_default();
        let token = self.tokens;
        self.tokens += 1;
        self.lying.push(Lying { token, piece, side, slot, laid_ms: at });
        let place = place_beside(side, slot);
        self.film.changes.push((Stamp::from_millis(at), Change::Lay(token, side.board, piece, place)));
        self.hand_beside(side.board, at - 200, at + GONE_MS);
        token
    }

    /// A piece that lay beside a board no longer does; one that was still on its way there never comes.
    pub(super) fn lift(&mut self, at: i64, token: Token) -> Option<Piece> {
        let index = self.lying.iter().position(|lying| lying.token == token)?;
        let lying = self.lying.remove(index);
        if lying.laid_ms >= at {
            self.film.changes.retain(|(_, change)| !matches!(change, Change::Lay(of, ..) if *of == token));
        } else {
            self.film.changes.push((Stamp::from_millis(at), Change::Lift(token)));
            self.hand_beside(lying.side.board, at - 200, at + GONE_MS);
        }
        Some(lying.piece)
    }

    /// A piece of a seat's reserve.
    pub(super) fn reserve(&self, seat: Seat, kind: Kind) -> Option<Token> {
        let piece = Piece::new(seat.color, kind);
        self.lying.iter().find(|lying| lying.side.board == seat.board && lying.piece == piece).map(|lying| lying.token)
    }

    /// A piece is pushed to another place on its side.
    pub(super) fn push(&mut self, at: i64, token: Token) {
        let Some(index) = self.lying.iter().position(|lying| lying.token == token) else { return };
        let side = self.lying[index].side;
        let highest = self.lying.iter().filter(|lying| lying.side == side).map(|lying| lying.slot).max();
        let slot = highest.unwrap_or_default() + 1;
        let piece = self.lying[index].piece;
        self.lying[index].slot = slot;
        let at = Stamp::from_millis(at);
        self.film.changes.push((at, Change::Lift(token)));
        self.film.changes.push((at, Change::Lay(token, side.board, piece, place_beside(side, slot))));
        self.hand_beside(side.board, at.millis() - 400, at.millis() + GONE_MS);
    }

    /// A clock is pressed by `color`.
    pub(super) fn press(&mut self, at: i64, board: BoardId, color: Color) {
        self.stop_running(at, board);
        let clock = &mut self.clocks[board.index()];
        clock.left_ms[color.index()] += self.increment_ms;
        clock.running = Some((!color, at));
        self.reading(at, board, Some(color));
    }

    /// The time of `color` runs from now on, or nobody's does. It is read twice, so that one can see which.
    pub(super) fn run(&mut self, at: i64, board: BoardId, color: Option<Color>) {
        self.stop_running(at, board);
        self.clocks[board.index()].running = color.map(|color| (color, at));
        self.reading(at, board, None);
        let kept = self.clocks[board.index()];
        self.stop_running(at + READ_AGAIN_MS, board);
        self.reading(at + READ_AGAIN_MS, board, None);
        self.clocks[board.index()] = kept;
    }

    /// A clock reads these times.
    pub(super) fn read(&mut self, at: i64, board: BoardId, left_ms: [i64; 2]) {
        self.stop_running(at, board);
        self.clocks[board.index()].left_ms = left_ms;
        self.reading(at, board, None);
    }

    /// The time of a seat is at zero.
    pub(super) fn flag(&mut self, at: i64, seat: Seat) {
        self.stop_running(at, seat.board);
        self.clocks[seat.board.index()].left_ms[seat.color.index()] = 0;
        self.reading(at, seat.board, None);
    }

    fn stop_running(&mut self, at: i64, board: BoardId) {
        let clock = &mut self.clocks[board.index()];
        if let Some((color, since)) = clock.running {
            let left = &mut clock.left_ms[color.index()];
            *left = (*left - (at - since)).max(0);
            clock.running = Some((color, at));
        }
    }

    fn reading(&mut self, at: i64, board: BoardId, pressed: Option<Color>) {
        if self.clock_heard {
            let [white, black] = self.clocks[board.index()].left_ms;
            let at = Stamp::from_millis(at);
            let (white_ms, black_ms) = (Some(white), Some(black));
            self.film.words.push(Input::Clock(ClockReading { at, board, pressed, white_ms, black_ms }));
        }
    }
}
