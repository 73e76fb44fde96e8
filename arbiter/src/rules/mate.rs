use super::{MateModel, MoveRules, Position, attacks, position::bit};
use board::{Kind, Square};

/// How many of a kind one colour of one chess set has, in the order of [`Kind::HOLDABLE`].
const ONE_SET: [usize; 5] = [8, 2, 2, 2, 1];

impl Position {
    /// Whether the side to move is mated, as the rules mean mate.
    pub fn is_mate(&self, rules: &MoveRules) -> bool {
        match rules.mate_model {
            MateModel::Actual => self.is_actual_mate(rules),
            MateModel::Hypothetical => self.is_hypothetical_mate(rules),
        }
    }

    /// Whether the side to move is in check and no move, and no drop of what it holds, answers it.
    pub fn is_actual_mate(&self, rules: &MoveRules) -> bool {
        self.in_check(self.turn) && !self.has_legal_move(rules)
    }

    /// Whether the side to move is in check, no move answers it, and no drop ever could: by contact, by a knight, by two
    /// pieces, or from afar when no piece is left that could come to the reserve and cover.
    ///
    /// What could come is counted from this board alone: [`MoveRules::sets`] chess sets less what stands on it, promoted
    /// pawns as pawns (GR-15, GR-16, RU-51, RU-52).
    pub fn is_hypothetical_mate(&self, rules: &MoveRules) -> bool {
        self.in_check(self.turn) && !self.has_board_move(rules) && !self.could_be_covered(rules)
    }

    /// Whether the side to move is not in check and has neither move nor drop.
    pub fn is_stalemate(&self, rules: &MoveRules) -> bool {
        !self.in_check(self.turn) && !self.has_legal_move(rules)
    }

    /// Whether a piece that the side to move holds or may still receive could be put between its king and the checker.
    fn could_be_covered(&self, rules: &MoveRules) -> bool {
        let mut kings = self.of(self.turn, Kind::King);
        let occupied = self.occupied();
        let Some(king) = kings.find(|&king| self.attackers(king, !self.turn, occupied) != 0) else { return false };
        let mut checkers = attacks::squares(self.attackers(king, !self.turn, occupied));
        let Some(checker) = checkers.next().filter(|_| checkers.is_empty()) else { return false };
        let between = attacks::between(king, checker);
        let obtainable = |kind| self.could_hold(kind, rules);
        let pawn_squares = rules.pawn_drop_squares(self.turn);
        between != 0
            && (Kind::HOLDABLE[1..].iter().any(|&kind| obtainable(kind))
                || obtainable(Kind::Pawn) && between & pawn_squares != 0)
    }

    /// Whether the side to move holds a piece of `kind` or one is left that could come to it.
    fn could_hold(&self, kind: Kind, rules: &MoveRules) -> bool {
        let promoted_of = |square: Square| self.promoted & bit(square) != 0;
        let on_board = attacks::squares(self.colors[self.turn.index()])
            .filter(|&square| {
                let value = self.kinds[kind.index()] & bit(square) != 0;
                if kind == Kind::Pawn { value || promoted_of(square) } else { value && !promoted_of(square) }
            })
            .count();
        let exist = ONE_SET.get(kind.index()).map_or(0, |one| one * usize::from(rules.sets));
        self.pocket(self.turn).count(kind) > 0 || exist > on_board
    }
}
