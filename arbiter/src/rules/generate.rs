//! The fast move generator: checks, pins and targets as sets of squares.
use super::{DropLimit, Move, MoveList, MoveRules, Position, attacks, move_rules::PromotionChoices, position::bit};
use crate::rules::play::home_square;
use board::{Color, Kind, Square};

/// Takes what the generator finds, many moves at a time.
trait Sink {
    /// Walks of one piece to each of `targets`.
    fn walks(&mut self, from: Square, targets: u64);
    /// Walks of pawns to each of `targets`, each from `offset` squares (by index) before it.
    fn pawn_walks(&mut self, targets: u64, offset: i32);
    /// As [`Sink::pawn_walks`], onto the last rank.
    fn promotions(&mut self, targets: u64, offset: i32, choices: PromotionChoices);
    /// Drops of one kind on each of `targets`.
    fn drops(&mut self, kind: Kind, targets: u64);
}

/// Counts and does not keep.
struct Count(u64);

impl Sink for Count {
    fn walks(&mut self, _from: Square, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }

    fn pawn_walks(&mut self, targets: u64, _offset: i32) {
        self.0 += u64::from(targets.count_ones());
    }

    fn promotions(&mut self, targets: u64, _offset: i32, choices: PromotionChoices) {
        self.0 += u64::from(targets.count_ones()) * choices.len() as u64;
    }

    fn drops(&mut self, _kind: Kind, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
}

/// The square `offset` before `to`, by index.
fn before(to: Square, offset: i32) -> Option<Square> {
    usize::try_from(to.index() as i32 - offset).ok().and_then(Square::from_index)
}

impl Sink for MoveList {
    fn walks(&mut self, from: Square, targets: u64) {
        for to in attacks::squares(targets) {
            self.push(Move::walk(from, to));
        }
    }

    fn pawn_walks(&mut self, targets: u64, offset: i32) {
        for to in attacks::squares(targets) {
            if let Some(from) = before(to, offset) {
                self.push(Move::walk(from, to));
            }
        }
    }

    fn promotions(&mut self, targets: u64, offset: i32, choices: PromotionChoices) {
        for to in attacks::squares(targets) {
            if let Some(from) = before(to, offset) {
                choices.iter().for_each(|promotion| self.push(Move::Walk { from, to, promotion }));
            }
        }
    }

    fn drops(&mut self, kind: Kind, targets: u64) {
        for to in attacks::squares(targets) {
            self.push(Move::Drop { kind, to });
        }
    }
}

impl Position {
    /// Fills `moves` with every legal move and drop of the side to move; what was in it is forgotten.
    pub fn legal_moves(&self, rules: &MoveRules, moves: &mut MoveList) {
        moves.clear();
        match self.only_king() {
            Some(king) => Generator::new(self, rules, king).all(moves),
            None => self.legal_by_trial(rules).for_each(|mv| moves.push(mv)),
        }
    }

    /// How many legal moves and drops the side to move has.
    pub fn count_legal(&self, rules: &MoveRules) -> u64 {
        match self.only_king() {
            Some(king) => {
                let mut count = Count(0);
                Generator::new(self, rules, king).all(&mut count);
                count.0
            }
            None => self.legal_by_trial(rules).count() as u64,
        }
    }

    /// Whether the side to move has a legal move on the board, drops left out.
    pub(super) fn has_board_move(&self, rules: &MoveRules) -> bool {
        self.has_legal_move(&MoveRules { drops: false, ..*rules })
    }

    /// Whether the side to move has a legal move or drop.
    pub fn has_legal_move(&self, rules: &MoveRules) -> bool {
        match self.only_king() {
            Some(_) => self.count_legal(rules) > 0,
            None => self.legal_by_trial(rules).next().is_some(),
        }
    }

    /// Whether `by` attacks `square`, were `occupied` the squares something stands on: as `attackers` without saying by what.
    #[inline]
    fn is_attacked(&self, square: Square, by: Color, occupied: u64) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let theirs = self.colors[by.index()];
        let leapers =
            attacks::pawn(!by, square) & pawns | attacks::knight(square) & knights | attacks::king(square) & kings;
        let (slanted, straight) = ((bishops | queens) & theirs, (rooks | queens) & theirs);
        // Most squares lie on no line of a slider at all.
        leapers & theirs != 0
            || attacks::diagonals(square) & slanted != 0 && attacks::bishop(square, occupied) & slanted != 0
            || attacks::file_and_rank(square) & straight != 0 && attacks::rook(square, occupied) & straight != 0
    }

    fn only_king(&self) -> Option<Square> {
        let mut kings = self.of(self.turn, Kind::King);
        kings.next().filter(|_| kings.is_empty())
    }
}

/// One generation of moves for a side with one king.
struct Generator<'a> {
    position: &'a Position,
    rules: &'a MoveRules,
    us: Color,
    king: Square,
    own: u64,
    enemy: u64,
    occupied: u64,
    checkers: u64,
    /// Own pieces that stand between the king and an enemy slider.
    pinned: u64,
    /// Squares a move may end on as far as check goes: all, or those that take or cover the one checker.
    answers: u64,
    /// Squares not taken by an own piece or a king that may not be taken.
    open: u64,
}

impl<'a> Generator<'a> {
    #[inline]
    fn new(position: &'a Position, rules: &'a MoveRules, king: Square) -> Generator<'a> {
        let us = position.turn;
        let (own, enemy) = (position.colors[us.index()], position.colors[(!us).index()]);
        let occupied = own | enemy;
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let leapers = attacks::pawn(us, king) & pawns | attacks::knight(king) & knights | attacks::king(king) & kings;
        let snipers = attacks::file_and_rank(king) & (rooks | queens) | attacks::diagonals(king) & (bishops | queens);
        let (mut checkers, mut pinned) = (leapers & enemy, 0);
        for sniper in attacks::squares(snipers & enemy) {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers == 0 {
                checkers |= bit(sniper);
            } else if blockers & (blockers - 1) == 0 {
                pinned |= blockers & own;
            }
        }
        let answers = match checkers.count_ones() {
            0 => u64::MAX,
            1 => attacks::squares(checkers).next().map_or(0, |checker| attacks::between(king, checker) | checkers),
            _ => 0,
        };
        let open = if rules.king_capture { !own } else { !own & !kings };
        Generator { position, rules, us, king, own, enemy, occupied, checkers, pinned, answers, open }
    }

    #[inline]
    fn all(&self, sink: &mut impl Sink) {
        self.king_steps(sink);
        if self.checkers == 0 {
            self.castlings(sink);
        }
        if self.answers == 0 {
            return;
        }
        self.pieces(sink);
        self.pawns(sink);
        self.captures_in_passing(sink);
        if self.rules.drops {
            self.drops(sink);
        }
    }

    #[inline]
    fn king_steps(&self, sink: &mut impl Sink) {
        let without_king = self.occupied & !bit(self.king);
        let mut targets = 0;
        for to in attacks::squares(attacks::king(self.king) & self.open) {
            if !self.position.is_attacked(to, !self.us, without_king) {
                targets |= bit(to);
            }
        }
        sink.walks(self.king, targets);
    }

    #[inline]
    fn pieces(&self, sink: &mut impl Sink) {
        let [_, knights, bishops, rooks, queens, _] = self.position.kinds;
        let targets = self.open & self.answers;
        for from in attacks::squares(knights & self.own & !self.pinned) {
            sink.walks(from, attacks::knight(from) & targets);
        }
        for from in attacks::squares((bishops | rooks | queens) & self.own) {
            let mut reach = 0;
            if (bishops | queens) & bit(from) != 0 {
                reach |= attacks::bishop(from, self.occupied);
            }
            if (rooks | queens) & bit(from) != 0 {
                reach |= attacks::rook(from, self.occupied);
            }
            if self.pinned & bit(from) != 0 {
                reach &= attacks::line(self.king, from);
            }
            sink.walks(from, reach & targets);
        }
    }

    #[inline]
    fn pawns(&self, sink: &mut impl Sink) {
        let pawns = self.position.kinds[Kind::Pawn.index()] & self.own;
        self.pawn_set(pawns & !self.pinned, self.answers, sink);
        for from in attacks::squares(pawns & self.pinned) {
            self.pawn_set(bit(from), self.answers & attacks::line(self.king, from), sink);
        }
    }

    /// Walks of a set of pawns, captures in passing left out, that end on one of `targets`.
    #[inline]
    fn pawn_set(&self, pawns: u64, targets: u64, sink: &mut impl Sink) {
        let us = self.us;
        let sign = if us == Color::White { 1 } else { -1 };
        let last = attacks::rank_of(us, 7);
        let choices = self.rules.promotion_choices();
        let captures = self.enemy & self.open & targets;
        let single = attacks::ahead(pawns, us) & !self.occupied;
        let towards_a = attacks::ahead_towards_a(pawns, us) & captures;
        let towards_h = attacks::ahead_towards_h(pawns, us) & captures;
        for (reached, offset) in [(single & targets, 8 * sign), (towards_a, 8 * sign - 1), (towards_h, 8 * sign + 1)] {
            sink.pawn_walks(reached & !last, offset);
            sink.promotions(reached & last, offset, choices);
        }
        let mut steppers = pawns & attacks::rank_of(us, 1);
        if !self.rules.dropped_pawn_double_step {
            steppers &= !self.position.dropped;
        }
        let double = attacks::ahead(attacks::ahead(steppers, us) & single, us) & !self.occupied;
        sink.pawn_walks(double & targets, 16 * sign);
    }

    #[inline]
    fn captures_in_passing(&self, sink: &mut impl Sink) {
        let Some(to) = self.position.en_passant else { return };
        let taken = attacks::ahead(bit(to), !self.us);
        let pawns = self.position.kinds[Kind::Pawn.index()] & self.own;
        for from in attacks::squares(attacks::pawn(!self.us, to) & pawns) {
            let after = self.occupied & !bit(from) & !taken | bit(to);
            if self.position.attackers(self.king, !self.us, after) & !taken == 0 {
                sink.walks(from, bit(to));
            }
        }
    }

    /// Castlings of a king who is not in check.
    fn castlings(&self, sink: &mut impl Sink) {
        let position = self.position;
        if position.native & bit(self.king) == 0 {
            return;
        }
        let dropped = if self.rules.castle_dropped_rook { position.dropped & CORNERS } else { 0 };
        let rooks = (position.native | dropped) & self.own & position.kinds[Kind::Rook.index()];
        for rook in attacks::squares(rooks & attacks::rank_of(self.us, 0)) {
            let native = position.native & bit(rook) != 0;
            let [king_file, rook_file] = if rook.file() > self.king.file() { [6, 5] } else { [2, 3] };
            let (king_to, rook_to) = (home_square(self.us, king_file), home_square(self.us, rook_file));
            let orthodox = self.king.file() == 4 && bit(rook) & CORNERS != 0;
            if !native && !orthodox {
                continue;
            }
            let king_path = attacks::between(self.king, king_to) | bit(king_to);
            let rook_path = attacks::between(rook, rook_to) | bit(rook_to) | attacks::between(rook, self.king);
            let others = self.occupied & !bit(self.king) & !bit(rook);
            if others & (king_path | rook_path) != 0 {
                continue;
            }
            let without_king = self.occupied & !bit(self.king);
            let after = others | bit(king_to) | bit(rook_to);
            let attacked = |square, occupied| position.is_attacked(square, !self.us, occupied);
            if attacks::squares(king_path & !bit(self.king)).any(|square| attacked(square, without_king))
                || attacked(king_to, after)
            {
                continue;
            }
            sink.walks(self.king, if orthodox { bit(king_to) } else { bit(rook) });
        }
    }

    fn drops(&self, sink: &mut impl Sink) {
        let pocket = self.position.pocket(self.us);
        if pocket.is_empty() {
            return;
        }
        let empty = !self.occupied & self.answers;
        for (kind, _) in pocket.held() {
            let mut targets = empty;
            if kind == Kind::Pawn {
                targets &= self.rules.pawn_drop_squares(self.us);
            }
            if self.rules.drop_limit != DropLimit::MateAllowed {
                targets = attacks::squares(targets)
                    .filter(|&to| {
                        let mut after = *self.position;
                        after.play(Move::Drop { kind, to });
                        after.drop_breaches_limit(self.rules).is_none()
                    })
                    .map(bit)
                    .fold(0, |set, bit| set | bit);
            }
            sink.drops(kind, targets);
        }
    }
}

/// a1, h1, a8 and h8.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
