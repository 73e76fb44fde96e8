//! The slow, obvious check of one move: every reason against it, walked square by square. The fast generator is tested
//! against it.
use super::words::words;
use super::{DropLimit, Move, MoveRules, Position, generate::CORNERS, play::Castling, position::bit};
use board::{Color, Kind, Piece, Square};

words! {
    /// One reason why a move is not legal.
    pub enum Irregularity {
        /// Nothing stands on the square left.
        NothingThere = "nothing_there",
        /// It was the other side's turn.
        OutOfTurn = "out_of_turn",
        /// A piece of this kind does not move so.
        CannotMoveSo = "cannot_move_so",
        /// It moves so, but another piece stands in the way.
        WayBlocked = "way_blocked",
        /// A pawn took where nothing was to be taken.
        NothingToTake = "nothing_to_take",
        /// A double step of a pawn that has moved, or was dropped where that bars it.
        DoubleStepBarred = "double_step_barred",
        /// A piece of the player's own was taken.
        TakesOwnPiece = "takes_own_piece",
        /// The opponent's king was taken.
        TakesKing = "takes_king",
        /// Castling with a king that has moved.
        CastlingKingMoved = "castling_king_moved",
        /// Castling with a rook that has moved or, where that bars it, was dropped.
        CastlingRookMoved = "castling_rook_moved",
        /// Castling over another piece.
        CastlingWayBlocked = "castling_way_blocked",
        /// Castling out of check.
        CastlingOutOfCheck = "castling_out_of_check",
        /// Castling over an attacked square.
        CastlingThroughCheck = "castling_through_check",
        /// The king went to an attacked square.
        KingIntoCheck = "king_into_check",
        /// The move left the player's own king attacked.
        KingLeftInCheck = "king_left_in_check",
        /// A pawn reached its last rank and was not promoted.
        PromotionMissing = "promotion_missing",
        /// A pawn became what it may not become.
        PromotionToWrongKind = "promotion_to_wrong_kind",
        /// A pawn left on its last rank moved like the piece it has not become.
        PawnMovesAsPromoted = "pawn_moves_as_promoted",
        /// Something was promoted that is not a pawn on its last rank.
        PromotionMisplaced = "promotion_misplaced",
        /// A piece was dropped where drops are not played.
        DropsNotPlayed = "drops_not_played",
        /// A piece was dropped that the player does not hold.
        DropNotHeld = "drop_not_held",
        /// A piece was dropped on another.
        DropOnPiece = "drop_on_piece",
        /// A pawn was dropped on a rank it may not be dropped on.
        DropOnForbiddenRank = "drop_on_forbidden_rank",
        /// A drop gave check where it may not.
        DropGivesCheck = "drop_gives_check",
        /// A drop gave mate where it may not.
        DropMates = "drop_mates",
    }
}

impl Position {
    /// Every reason why a move is not legal; none for a legal one. A walk is its piece's owner's, a drop the side to move's.
    pub fn irregularities(&self, mv: Move, rules: &MoveRules) -> Vec<Irregularity> {
        self.irregularities_as(self.mover(mv), mv, rules)
    }

    /// As [`Position::irregularities`], the hand being `color`'s: it matters for drops only.
    pub fn irregularities_as(&self, color: Color, mv: Move, rules: &MoveRules) -> Vec<Irregularity> {
        let mut reasons = Vec::new();
        match mv {
            Move::Drop { kind, to } => self.judge_drop(color, kind, to, rules, &mut reasons),
            Move::Walk { from, to, promotion } => match self.content(from) {
                None => reasons.push(Irregularity::NothingThere),
                Some(piece) => self.judge_walk(piece, from, to, promotion, rules, &mut reasons),
            },
        }
        reasons.sort_unstable();
        reasons
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move, rules: &MoveRules) -> bool {
        self.irregularities(mv, rules).is_empty()
    }

    fn judge_walk(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Kind>,
        rules: &MoveRules,
        reasons: &mut Vec<Irregularity>,
    ) {
        if piece.color != self.turn {
            reasons.push(Irregularity::OutOfTurn);
        }
        let castling = if piece.kind == Kind::King { self.castling_meant(piece.color, from, to) } else { None };
        if let Some(castling) = castling {
            self.judge_castling(piece.color, from, castling, rules, reasons);
        } else {
            if let Some(target) = self.content(to).filter(|_| from != to) {
                if target.color == piece.color {
                    reasons.push(Irregularity::TakesOwnPiece);
                } else if target.kind == Kind::King && !rules.king_capture {
                    reasons.push(Irregularity::TakesKing);
                }
            }
            match piece.kind {
                Kind::Pawn => self.judge_pawn(piece.color, from, to, rules, reasons),
                kind => self.judge_piece(kind, from, to, reasons),
            }
        }
        judge_promotion(piece, to, promotion, rules, reasons);
        let mut after = *self;
        after.play(Move::Walk { from, to, promotion });
        if after.in_check(piece.color) {
            let into = piece.kind == Kind::King;
            reasons.push(if into { Irregularity::KingIntoCheck } else { Irregularity::KingLeftInCheck });
        }
    }

    fn judge_piece(&self, kind: Kind, from: Square, to: Square, reasons: &mut Vec<Irregularity>) {
        if !moves_so(kind, from, to) {
            reasons.push(Irregularity::CannotMoveSo);
        } else if kind != Kind::Knight && !self.way_is_free(from, to) {
            reasons.push(Irregularity::WayBlocked);
        }
    }

    /// Whether nothing stands strictly between two squares of one line.
    fn way_is_free(&self, from: Square, to: Square) -> bool {
        let step = |from: usize, to: usize| (to as isize - from as isize).signum();
        let (df, dr) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
        let (mut file, mut rank) = (from.file(), from.rank());
        loop {
            (file, rank) = (file.wrapping_add_signed(df), rank.wrapping_add_signed(dr));
            match Square::new(file, rank) {
                Some(square) if square != to => {
                    if self.content(square).is_some() {
                        return false;
                    }
                }
                _ => return true,
            }
        }
    }

    fn judge_pawn(&self, color: Color, from: Square, to: Square, rules: &MoveRules, reasons: &mut Vec<Irregularity>) {
        let rank_seen = |square: Square| if color == Color::White { square.rank() } else { 7 - square.rank() };
        let (before, after) = (rank_seen(from), rank_seen(to));
        if before == 7 && (moves_so(Kind::Queen, from, to) || moves_so(Kind::Knight, from, to)) {
            reasons.push(Irregularity::PawnMovesAsPromoted);
            return;
        }
        match (from.file().abs_diff(to.file()), after as isize - before as isize) {
            (0, 1) => {
                if self.content(to).is_some() {
                    reasons.push(Irregularity::WayBlocked);
                }
            }
            (0, 2) => {
                let dropped = self.dropped().contains(from) && !rules.dropped_pawn_double_step;
                if before != 1 || dropped {
                    reasons.push(Irregularity::DoubleStepBarred);
                }
                if self.content(to).is_some() || !self.way_is_free(from, to) {
                    reasons.push(Irregularity::WayBlocked);
                }
            }
            (1, 1) => {
                if self.content(to).is_none() && (self.en_passant != Some(to) || color != self.turn) {
                    reasons.push(Irregularity::NothingToTake);
                }
            }
            _ => reasons.push(Irregularity::CannotMoveSo),
        }
    }

    fn judge_castling(
        &self,
        color: Color,
        from: Square,
        castling: Castling,
        rules: &MoveRules,
        reasons: &mut Vec<Irregularity>,
    ) {
        let rook = castling.rook;
        if !self.unmoved().contains(from) {
            reasons.push(Irregularity::CastlingKingMoved);
        }
        let dropped = rules.castle_dropped_rook && self.dropped().contains(rook.from) && bit(rook.from) & CORNERS != 0;
        if !self.unmoved().contains(rook.from) && !dropped {
            reasons.push(Irregularity::CastlingRookMoved);
        }
        let files = [from.file(), castling.king_to.file(), rook.from.file(), rook.to.file()];
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        let on_rank = |file: usize| Square::new(file, from.rank());
        let crossed = span(files[0], files[1]).chain(span(files[2], files[3])).chain(span(files[0], files[2]));
        if crossed
            .filter_map(on_rank)
            .any(|square| square != from && square != rook.from && self.content(square).is_some())
        {
            reasons.push(Irregularity::CastlingWayBlocked);
        }
        if self.in_check(color) {
            reasons.push(Irregularity::CastlingOutOfCheck);
        }
        let attacked_on_the_way = span(files[0], files[1]).filter_map(on_rank).any(|square| {
            let mut on_the_way = *self;
            on_the_way.lift(from);
            square != from && square != castling.king_to && {
                on_the_way.lift(square);
                on_the_way.put(square, Piece::new(color, Kind::King));
                on_the_way.in_check(color)
            }
        });
        if attacked_on_the_way {
            reasons.push(Irregularity::CastlingThroughCheck);
        }
    }

    fn judge_drop(&self, color: Color, kind: Kind, to: Square, rules: &MoveRules, reasons: &mut Vec<Irregularity>) {
        if color != self.turn {
            reasons.push(Irregularity::OutOfTurn);
        }
        if !rules.drops {
            reasons.push(Irregularity::DropsNotPlayed);
        }
        if self.pocket(color).count(kind) == 0 {
            reasons.push(Irregularity::DropNotHeld);
        }
        if self.content(to).is_some() {
            reasons.push(Irregularity::DropOnPiece);
        }
        if kind == Kind::Pawn && rules.pawn_drop_squares(color) & bit(to) == 0 {
            reasons.push(Irregularity::DropOnForbiddenRank);
        }
        let mut after = *self;
        after.play_as(color, Move::Drop { kind, to });
        if after.in_check(color) {
            reasons.push(Irregularity::KingLeftInCheck);
        }
        reasons.extend(after.drop_breaches_limit(rules));
    }

    /// Whether a drop that led to this position did more to the king of the side now to move than it may.
    pub(super) fn drop_breaches_limit(&self, rules: &MoveRules) -> Option<Irregularity> {
        match rules.drop_limit {
            DropLimit::MateAllowed => None,
            DropLimit::NoCheck => self.in_check(self.turn).then_some(Irregularity::DropGivesCheck),
            // Whether the answer is itself a drop that mates is not asked: it would lead from drop to drop.
            DropLimit::NoMate => {
                let answers = MoveRules { drop_limit: DropLimit::MateAllowed, ..*rules };
                self.is_actual_mate(&answers).then_some(Irregularity::DropMates)
            }
            DropLimit::NoBughouseMate => self.is_hypothetical_mate(rules).then_some(Irregularity::DropMates),
        }
    }
}

/// Whether a piece of this kind moves from one square to another on an empty board; a pawn's moves are judged otherwise.
fn moves_so(kind: Kind, from: Square, to: Square) -> bool {
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    let straight = (files == 0) != (ranks == 0);
    let diagonal = files == ranks && files != 0;
    match kind {
        Kind::King => files.max(ranks) == 1,
        Kind::Knight => files * ranks == 2,
        Kind::Bishop => diagonal,
        Kind::Rook => straight,
        Kind::Queen => straight || diagonal,
        Kind::Pawn => false,
    }
}

fn judge_promotion(
    piece: Piece,
    to: Square,
    promotion: Option<Kind>,
    rules: &MoveRules,
    reasons: &mut Vec<Irregularity>,
) {
    let last = if piece.color == Color::White { 7 } else { 0 };
    if piece.kind != Kind::Pawn || to.rank() != last {
        if promotion.is_some() {
            reasons.push(Irregularity::PromotionMisplaced);
        }
    } else if !rules.promotion_choices().contains(promotion) {
        let missing = promotion.is_none();
        reasons.push(if missing { Irregularity::PromotionMissing } else { Irregularity::PromotionToWrongKind });
    }
}
