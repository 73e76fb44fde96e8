//! Legal moves found by trying every conceivable one: for positions with no king of the side to move or with several, where checks and
//! pins are not those of one square.
use super::{Move, MoveRules, Pocket, Position, attacks, position::bit};
use board::{Kind, Square};

impl Position {
    /// The squares that the piece on `from` might reach: all it can legally, and some more.
    fn conceivable(&self, from: Square) -> u64 {
        let occupied = self.occupied();
        match self.content(from).map(|piece| piece.kind) {
            None => 0,
            Some(Kind::Pawn) => {
                let ahead = attacks::ahead(bit(from), self.turn);
                ahead | attacks::ahead(ahead, self.turn) | attacks::pawn(self.turn, from)
            }
            Some(Kind::Knight) => attacks::knight(from),
            Some(Kind::Bishop) => attacks::bishop(from, occupied),
            Some(Kind::Rook) => attacks::rook(from, occupied),
            Some(Kind::Queen) => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
            // castling is a walk along the first rank
            Some(Kind::King) => attacks::king(from) | attacks::rank_of(self.turn, 0),
        }
    }

    /// The squares on which a move of anything but a king could answer every check there is: those that take or cover the one
    /// checker of each attacked king.
    fn answers_to_all(&self) -> u64 {
        let occupied = self.occupied();
        self.of(self.turn, Kind::King).fold(u64::MAX, |answers, king| {
            let checkers = self.attackers(king, !self.turn, occupied);
            let mut squares = attacks::squares(checkers);
            match (squares.next(), squares.is_empty()) {
                (None, _) => answers,
                (Some(checker), true) => answers & (attacks::between(king, checker) | checkers),
                (Some(_), false) => 0,
            }
        })
    }

    /// Every move that a piece or the reserve could conceivably make, tried one by one: for positions without a king or with
    /// several.
    pub(super) fn legal_by_trial(&self, rules: &MoveRules) -> impl Iterator<Item = Move> {
        let (last, choices) = (attacks::rank_of(self.turn, 7), rules.promotion_choices());
        let [pawns, .., kings] = self.kinds;
        let (answers, passing) = (self.answers_to_all(), self.en_passant.map_or(0, bit));
        let walks = attacks::squares(self.colors[self.turn.index()]).flat_map(move |from| {
            let anywhere = kings & bit(from) != 0;
            let targets = if anywhere { u64::MAX } else { answers | passing };
            attacks::squares(self.conceivable(from) & targets).flat_map(move |to| {
                let promotes = pawns & bit(from) != 0 && last & bit(to) != 0;
                let plain = (!promotes).then_some(None);
                let promotions = plain.into_iter().chain(choices.iter().filter(move |_| promotes));
                promotions.map(move |promotion| Move::Walk { from, to, promotion })
            })
        });
        let held = if rules.drops { self.pocket(self.turn) } else { Pocket::EMPTY };
        let drops = held.held().flat_map(move |(kind, _)| {
            attacks::squares(!self.occupied() & answers).map(move |to| Move::Drop { kind, to })
        });
        walks.chain(drops).filter(|&mv| self.is_legal(mv, rules))
    }
}
