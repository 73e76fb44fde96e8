//! Positions for tests: reached by random play with irregular moves among it, or thrown together at random.
use arbiter::rules::{DropLimit, KindSet, Move, MoveList, MoveRules, Position, PromotionStyle, Table};
use board::{BoardId, Color, Kind, Piece, Square, SquareSet};

/// Marsaglia's xorshift: the same numbers everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn square(&mut self) -> Square {
        Square::from_index(self.below(64)).expect("below 64")
    }

    fn piece(&mut self) -> Piece {
        Piece::new(Color::BOTH[self.below(2)], Kind::ALL[self.below(6)])
    }
}

/// Rules as far apart as profiles can be.
pub fn rule_sets() -> Vec<MoveRules> {
    let greek = MoveRules { castle_dropped_rook: true, promotion: PromotionStyle::PawnKeepsBody, ..MoveRules::FREE };
    let russian = MoveRules {
        pawn_drop_ranks: (2, 6),
        drop_limit: DropLimit::NoBughouseMate,
        promotion: PromotionStyle::TakeFromDiagonal,
        ..greek
    };
    let dutch = MoveRules { drop_limit: DropLimit::NoCheck, ..MoveRules::FREE };
    let house = MoveRules {
        drop_limit: DropLimit::NoMate,
        pawn_drop_ranks: (1, 8),
        promotion: PromotionStyle::Stays,
        promotion_kinds: KindSet::NONE,
        dropped_pawn_double_step: false,
        king_capture: true,
        ..greek
    };
    vec![MoveRules::CHESS, MoveRules::FREE, greek, russian, dutch, house]
}

/// Plays `plies` random moves, one in `irregular` of them any displacement or drop whatsoever.
pub fn play(table: &mut Table, rules: &MoveRules, plies: usize, irregular: usize, random: &mut Random) {
    let mut moves = MoveList::new();
    for _ in 0..plies {
        let board = BoardId::BOTH[random.below(2)];
        table.board(board).legal_moves(rules, &mut moves);
        let mv = match random.one_in(irregular) {
            true => any_move(random),
            false if moves.is_empty() => continue,
            false => moves[random.below(moves.len())],
        };
        if random.one_in(2 * irregular) {
            table.play_anything(board, mv, rules);
        } else {
            table.play(board, mv, rules);
        }
    }
}

/// A move that very likely is not legal.
pub fn any_move(random: &mut Random) -> Move {
    let to = random.square();
    if random.one_in(4) {
        return Move::Drop { kind: Kind::ALL[random.below(6)], to };
    }
    let promotion = random.one_in(8).then(|| Kind::ALL[random.below(6)]);
    Move::Walk { from: random.square(), to, promotion }
}

/// A board with up to 40 pieces of any kind on any squares, marks and reserves included.
pub fn scattered(random: &mut Random) -> Position {
    let mut position = Position::EMPTY;
    for _ in 0..random.below(40) {
        let (square, mut piece) = (random.square(), random.piece());
        // Kings are a sixth of all kinds: without this hardly a position would have one of each colour.
        if piece.kind == Kind::King && !random.one_in(3) {
            piece.kind = Kind::Queen;
        }
        position.set_content(square, Some(piece));
    }
    for color in Color::BOTH {
        if !random.one_in(8) {
            let rank = if color == Color::White { 0 } else { 7 };
            for (file, kind) in [(4, Kind::King), (0, Kind::Rook), (7, Kind::Rook)] {
                let square = Square::new(file, rank).expect("a square of the first rank");
                position.set_content(square, Some(Piece::new(color, kind)));
            }
        }
        for _ in 0..random.below(6) {
            position.pocket_mut(color).add(Kind::ALL[random.below(6)]);
        }
    }
    let some = |random: &mut Random| SquareSet((0..random.below(48)).map(|_| random.square()).collect::<SquareSet>().0);
    let marks = some(random);
    position.mark_dropped(SquareSet(!marks.0));
    position.mark_native(marks);
    marks.into_iter().filter(|_| random.one_in(2)).for_each(|square| position.mark_promoted(square, true));
    position.set_turn(Color::BOTH[random.below(2)]);
    position.set_en_passant(Some(random.square()));
    position
}
