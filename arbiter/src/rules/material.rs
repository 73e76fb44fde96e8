//! What the pieces left are still good for: the question that a fallen flag raises.
use super::{MoveList, MoveRules, Position};
use crate::profile::{FlagDraw, Profile};
use board::{Color, Kind};

/// Whether `color` could still win, as the profile asks it when the opponent's flag has fallen (`flag_draw`); if not, the
/// flag is a draw. `more_may_come` says whether pieces may still reach `color`'s reserve: those on their way, and whatever the
/// other board's game may bring while it runs.
///
/// Judged by the pieces alone: locked pawns and the like are for people to see (RO-43).
pub fn can_still_win(profile: &Profile, position: &Position, color: Color, more_may_come: bool) -> bool {
    match profile.flag_draw.value {
        FlagDraw::Never => true,
        FlagDraw::NoMatePossible => Force::of(position, color).may_mate(&Force::of(position, !color)),
        FlagDraw::NoForcedMateExists => Force::of(position, color).may_force_mate(&Force::of(position, !color)),
        FlagDraw::ImpossibleWithFuturePieces => {
            more_may_come || Force::of(position, color).may_mate(&Force::of(position, !color))
        }
    }
}

/// What a colour has on its board and in its reserve besides kings.
struct Force {
    /// How many of each kind, in the order of [`Kind::HOLDABLE`].
    counts: [usize; 5],
    /// Whether it has bishops on dark and on light squares. One in the reserve can become either.
    bishops: [bool; 2],
}

impl Force {
    fn of(position: &Position, color: Color) -> Force {
        let pocket = position.pocket(color);
        let counts = Kind::HOLDABLE.map(|kind| position.of(color, kind).len() + pocket.count(kind));
        let held = pocket.count(Kind::Bishop) > 0;
        let bishops = [false, true]
            .map(|light| held || position.of(color, Kind::Bishop).any(|square| square.is_light() == light));
        Force { counts, bishops }
    }

    fn count(&self, kind: Kind) -> usize {
        self.counts[kind.index()]
    }

    fn minors(&self) -> usize {
        self.count(Kind::Knight) + self.count(Kind::Bishop)
    }

    /// Queens, rooks and pawns, of which each mates a bare king with its own king's help.
    fn majors(&self) -> usize {
        self.count(Kind::Queen) + self.count(Kind::Rook) + self.count(Kind::Pawn)
    }

    /// Whether all its bishops stand on squares of one colour, and it has nothing else: it sees half the board.
    fn sees_one_colour(&self) -> bool {
        self.count(Kind::Knight) == 0 && !(self.bishops[0] && self.bishops[1])
    }

    /// Whether some series of moves, the opponent helping, ends in mate by this force against `other`.
    fn may_mate(&self, other: &Force) -> bool {
        if self.majors() > 0 {
            return true;
        }
        if self.sees_one_colour() {
            // The mated king needs a piece of his own on a square of the other colour that cannot step between.
            let other_bishops = (0..2).any(|light| other.bishops[light] && !self.bishops[light]);
            return self.minors() > 0 && (other.count(Kind::Knight) + other.count(Kind::Pawn) > 0 || other_bishops);
        }
        let blockers = other.count(Kind::Rook) + other.minors() + other.count(Kind::Pawn);
        self.minors() > 1 || blockers > 0
    }

    /// Whether a position with these pieces exists in which the opponent, to move, cannot avoid mate by the next move (RO-30).
    ///
    /// For a single minor piece against at most one other piece this was computed over every position: only a knight against a pawn
    /// forces it (`tests/rules/material.rs`). Bishops that see one colour of squares need a pawn in the king's way and
    /// another piece that has to move; two knights need anything at all.
    fn may_force_mate(&self, other: &Force) -> bool {
        if self.majors() > 0 {
            return true;
        }
        let (pawns, others) = (other.count(Kind::Pawn), other.majors() + other.minors());
        match (self.count(Kind::Knight), self.count(Kind::Bishop)) {
            (0, 0) => false,
            (0, _) if self.sees_one_colour() => pawns > 0 && others > 1,
            (1, 0) => pawns > 0,
            (2, 0) => others > 0,
            _ => true,
        }
    }
}

impl Position {
    /// Fills `moves` with the legal moves and drops of the side to move that mate at once. Drops that a profile
    /// bars because they mate are not legal, and so not among them (RU-53).
    pub fn mating_moves(&self, rules: &MoveRules, moves: &mut MoveList) {
        let mut legal = MoveList::new();
        self.legal_moves(rules, &mut legal);
        moves.clear();
        for &mv in &legal {
            let mut after = *self;
            after.play(mv);
            if after.is_mate(rules) {
                moves.push(mv);
            }
        }
    }

    /// Whether the side to move has a move and none after which it is not mated at once.
    pub fn is_mated_next(&self, rules: &MoveRules) -> bool {
        let (mut moves, mut replies) = (MoveList::new(), MoveList::new());
        self.legal_moves(rules, &mut moves);
        !moves.is_empty()
            && moves.iter().all(|&mv| {
                let mut after = *self;
                after.play(mv);
                after.mating_moves(rules, &mut replies);
                !replies.is_empty()
            })
    }
}
