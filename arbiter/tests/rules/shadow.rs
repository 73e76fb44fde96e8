//! A second, slow account of the table: every piece a thing of its own that knows whether it was dropped, has moved, was a pawn.
//! Whatever is played, legal or not, the engine's marks, reserves and squares must be what this account says.
use crate::random::{Random, any_move, rule_sets};
use arbiter::rules::{Move, MoveList, MoveRules, Played, Position, Table, passed_on};
use board::{BoardId, Color, Kind, Seat, Square, SquareSet};
use proptest::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Body {
    color: Color,
    worth: Kind,
    was_pawn: bool,
    moved: bool,
    dropped: bool,
}

impl Body {
    /// Whether it bears the mark of a promoted pawn: what is a pawn again, or a king, does not.
    fn promoted(self) -> bool {
        self.was_pawn && !matches!(self.worth, Kind::Pawn | Kind::King)
    }

    fn native(self, kind: Kind) -> bool {
        self.worth == kind && !self.moved && !self.dropped
    }
}

/// Both boards and the four reserves.
struct Shadow {
    squares: [[Option<Body>; 64]; 2],
    held: [[usize; 6]; 4],
}

fn rank_seen(color: Color, square: Square) -> usize {
    if color == Color::White { square.rank() } else { 7 - square.rank() }
}

impl Shadow {
    fn start() -> Shadow {
        let body = |square| {
            Position::start().content(square).map(|piece| Body {
                color: piece.color,
                worth: piece.kind,
                was_pawn: false,
                moved: false,
                dropped: false,
            })
        };
        let mut squares = [None; 64];
        Square::all().for_each(|square| squares[square.index()] = body(square));
        Shadow { squares: [squares; 2], held: [[0; 6]; 4] }
    }

    /// Does what was played. Whether a king's walk was castling and what was taken in passing is taken from `played`.
    fn follow(&mut self, board: BoardId, mv: Move, played: &Played, anything: bool, rules: &MoveRules) {
        let squares = &mut self.squares[board.index()];
        let mut taken = None;
        match mv {
            Move::Drop { kind, to } => {
                taken = squares[to.index()].take();
                let held = &mut self.held[Seat::new(board, played.color).index()][kind.index()];
                *held = held.saturating_sub(1);
                let body = Body { color: played.color, worth: kind, was_pawn: false, moved: false, dropped: true };
                squares[to.index()] = Some(body);
            }
            Move::Walk { from, to, promotion } => {
                let Some(mut body) = squares[from.index()].take() else { return };
                body.moved = true;
                if let Some(rook) = played.castling {
                    let mut other = squares[rook.from.index()].take().expect("a rook castles");
                    other.moved = true;
                    squares[rook.to.index()] = Some(other);
                    let file = if rook.to.file() == 5 { 6 } else { 2 };
                    squares[Square::new(file, from.rank()).expect("a square").index()] = Some(body);
                    return;
                }
                if from != to {
                    taken = squares[to.index()].take();
                }
                if let Some(beside) = played.captured.map(|captured| captured.square).filter(|&square| square != to) {
                    assert!(taken.is_none() && body.worth == Kind::Pawn, "in passing nothing else is taken");
                    taken = squares[beside.index()].take();
                }
                if let Some(kind) = promotion.filter(|_| anything || body.worth == Kind::Pawn) {
                    (body.worth, body.was_pawn) = (kind, true);
                }
                squares[to.index()] = Some(body);
            }
        }
        let Some(taken) = taken.filter(|taken| rules.drops && taken.color != played.color && taken.worth != Kind::King)
        else {
            assert_eq!(passed_on(*played, rules), None);
            return;
        };
        let kind = if taken.promoted() && rules.demote_on_capture { Kind::Pawn } else { taken.worth };
        self.held[Seat::new(board, played.color).partner().index()][kind.index()] += 1;
    }

    /// The squares of bodies of which `what` holds.
    fn all(&self, board: BoardId, what: impl Fn(Square, Body) -> bool) -> SquareSet {
        let squares = &self.squares[board.index()];
        Square::all().filter(|&square| squares[square.index()].is_some_and(|body| what(square, body))).collect()
    }

    fn agrees(&self, table: &Table) {
        for board in BoardId::BOTH {
            let position = table.board(board);
            for square in Square::all() {
                let body =
                    self.squares[board.index()][square.index()].map(|body| board::Piece::new(body.color, body.worth));
                assert_eq!(position.content(square), body, "{square} of {position}");
            }
            let castles = |color| !self.all(board, |_, body| body.color == color && body.native(Kind::King)).is_empty();
            let unmoved = |_, body: Body| body.native(Kind::King) || body.native(Kind::Rook) && castles(body.color);
            assert_eq!(position.unmoved(), self.all(board, unmoved), "unmoved in {position}");
            let dropped = |square, body: Body| {
                let rank = rank_seen(body.color, square);
                body.dropped
                    && !body.moved
                    && match body.worth {
                        Kind::Rook => rank == 0 && castles(body.color),
                        Kind::Pawn => rank == 1,
                        _ => false,
                    }
            };
            assert_eq!(position.dropped(), self.all(board, dropped), "dropped in {position}");
            assert_eq!(position.promoted(), self.all(board, |_, body| body.promoted()), "promoted in {position}");
        }
        for seat in Seat::ALL {
            let held = Kind::ALL.map(|kind| table.reserve(seat).count(kind));
            assert_eq!(held, self.held[seat.index()], "the reserve of {seat} in {table}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn marks_and_reserves_are_those_of_the_pieces_themselves(seed: u64) {
        let mut random = Random::new(seed);
        for rules in rule_sets() {
            let (mut table, mut shadow) = (Table::start(), Shadow::start());
            let mut moves = MoveList::new();
            let irregular = 2 + random.below(30);
            for _ in 0..120 {
                let board = BoardId::BOTH[random.below(2)];
                table.board(board).legal_moves(&rules, &mut moves);
                let mv = match random.one_in(irregular) || moves.is_empty() {
                    true => any_move(&mut random),
                    false => moves[random.below(moves.len())],
                };
                let before = table;
                let anything = random.one_in(3 * irregular);
                let played = match anything {
                    true => table.play_anything(board, mv, &rules),
                    false => table.play(board, mv, &rules),
                };
                shadow.follow(board, mv, &played, anything, &rules);
                shadow.agrees(&table);
                // A move is taken back by keeping the table before it: that one is as it was.
                let mut again = before;
                let replayed = match anything {
                    true => again.play_anything(board, mv, &rules),
                    false => again.play(board, mv, &rules),
                };
                prop_assert_eq!((again, replayed), (table, played));
            }
        }
    }
}
