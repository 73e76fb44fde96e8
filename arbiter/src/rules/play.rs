use super::{Move, Position, attacks, position::bit};
use board::{Color, Content, Kind, Piece, Square, SquareSet};

/// What a move did to the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// Who moved.
    pub color: Color,
    /// The piece that moved, before a promotion; `None` where there was none to move and nothing was changed.
    pub moved: Content,
    /// Whether it came from the reserve.
    pub dropped: bool,
    /// What was taken.
    pub captured: Option<Captured>,
    /// The rook's way when the move was castling.
    pub castling: Option<RookPath>,
    /// What a pawn has become.
    pub promotion: Option<Kind>,
}

/// A piece that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Captured {
    /// What it was worth.
    pub piece: Piece,
    /// Whether it was a promoted pawn.
    pub promoted: bool,
    /// Where it stood: beside the square moved to when it was taken in passing.
    pub square: Square,
}

/// Where the rook goes in castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RookPath {
    /// Where it stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// Castling as recognised from the king's walk, legal or not.
#[derive(Clone, Copy)]
pub(super) struct Castling {
    pub(super) rook: RookPath,
    pub(super) king_to: Square,
    /// Whether nothing else stands where the two end: if something does, the walk cannot be carried out as castling.
    pub(super) has_room: bool,
}

/// The square on `file` of `color`'s first rank. `file` is below 8.
pub(super) fn home_square(color: Color, file: usize) -> Square {
    let rank = if color == Color::White { 0 } else { 7 };
    Square::new(file, rank).unwrap_or_else(|| unreachable!("file {file} of rank {rank} is on the board"))
}

impl Position {
    /// Plays a move, legal or not, by its plain meaning: a king's two-square walk towards a rook in the corner
    /// is castling, a pawn's step onto the en passant square takes the pawn beside it. The turn goes to the opponent of
    /// whoever owns the piece; a drop is the side to move's. What was taken goes into no pocket: see
    /// [`Table`](super::Table).
    pub fn play(&mut self, mv: Move) -> Played {
        self.play_as(self.mover(mv), mv)
    }

    /// As [`Position::play`], the hand being `color`'s: it matters for drops only.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Played {
        match mv {
            Move::Drop { kind, to } => self.play_drop(color, kind, to),
            Move::Walk { from, to, promotion } => {
                let Some(piece) = self.content(from) else { return self.nothing_moved(color) };
                if piece.kind == Kind::King
                    && let Some(castling) = self.castling_meant(piece.color, from, to)
                    && castling.has_room
                {
                    return self.play_castling(piece, from, castling);
                }
                let promotion = promotion.filter(|_| piece.kind == Kind::Pawn);
                self.play_walk(piece, from, to, promotion, piece.kind == Kind::Pawn)
            }
        }
    }

    /// Plays an irregular displacement: the piece goes from its square to any other and takes what stands there, with no
    /// special meaning (the rook stays, nothing is taken in passing), and the turn goes to its owner's opponent. With a promotion
    /// the piece becomes that kind, whatever it was. A drop is as in [`Position::play`].
    pub fn play_anything(&mut self, mv: Move) -> Played {
        match mv {
            Move::Drop { kind, to } => self.play_drop(self.turn, kind, to),
            Move::Walk { from, to, promotion } => match self.content(from) {
                None => self.nothing_moved(self.turn),
                Some(piece) => self.play_walk(piece, from, to, promotion, false),
            },
        }
    }

    /// Whose move it is: the piece's owner's, or for a drop (and where nothing stands) the side to move's.
    pub(super) fn mover(&self, mv: Move) -> Color {
        mv.from().and_then(|from| self.content(from)).map_or(self.turn, |piece| piece.color)
    }

    /// The castling that a king's walk means, if it means one: two squares from the e-file along his first
    /// rank towards a rook of his in the corner, or onto an unmoved rook of his.
    pub(super) fn castling_meant(&self, color: Color, from: Square, to: Square) -> Option<Castling> {
        if from.rank() != to.rank() || bit(from) & attacks::rank_of(color, 0) == 0 {
            return None;
        }
        let rooks = self.of(color, Kind::Rook);
        let kingside = to.file() > from.file();
        let [king_file, rook_file, corner] = if kingside { [6, 5, 7] } else { [2, 3, 0] };
        let corner = home_square(color, corner);
        let unmoved = self.native & bit(to) != 0 && self.native & bit(from) != 0;
        let rook_from = if rooks.contains(to) && unmoved && (from.file() != 4 || to != corner) {
            to
        } else if from.file() == 4 && to.file() == king_file && rooks.contains(corner) {
            corner
        } else {
            return None;
        };
        let rook = RookPath { from: rook_from, to: home_square(color, rook_file) };
        let king_to = home_square(color, king_file);
        let others = self.occupied() & !bit(from) & !bit(rook_from);
        Some(Castling { rook, king_to, has_room: others & (bit(king_to) | bit(rook.to)) == 0 })
    }

    fn nothing_moved(&self, color: Color) -> Played {
        Played { color, moved: None, dropped: false, captured: None, castling: None, promotion: None }
    }

    fn play_castling(&mut self, king: Piece, from: Square, castling: Castling) -> Played {
        let rook = Piece::new(king.color, Kind::Rook);
        let promoted = self.promoted & bit(castling.rook.from) != 0;
        self.lift_known(from, king);
        self.lift_known(castling.rook.from, rook);
        self.put(castling.king_to, king);
        self.put(castling.rook.to, rook);
        if promoted {
            self.promoted |= bit(castling.rook.to);
        }
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.pass_turn_from(king.color);
        Played { castling: Some(castling.rook), moved: Some(king), ..self.nothing_moved(king.color) }
    }

    #[inline]
    fn play_walk(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Kind>,
        may_take_in_passing: bool,
    ) -> Played {
        let mut captured = if from == to { None } else { self.capture(to) };
        if may_take_in_passing && captured.is_none() && self.en_passant == Some(to) && from.file() != to.file() {
            captured = Square::new(to.file(), from.rank()).and_then(|beside| self.capture(beside));
        }
        let promoted = self.promoted & bit(from) != 0 || promotion.is_some();
        self.lift_known(from, piece);
        let kind = promotion.unwrap_or(piece.kind);
        self.put(to, Piece::new(piece.color, kind));
        if promoted {
            self.mark_promoted(to, true);
        }
        let pawn = piece.kind == Kind::Pawn;
        self.halfmoves = if pawn || captured.is_some() { 0 } else { self.halfmoves.saturating_add(1) };
        self.pass_turn_from(piece.color);
        if pawn && from.file() == to.file() && from.rank().abs_diff(to.rank()) == 2 {
            self.set_en_passant(Square::from_index(from.index().midpoint(to.index())));
        }
        Played { moved: Some(piece), captured, promotion, ..self.nothing_moved(piece.color) }
    }

    #[inline]
    fn play_drop(&mut self, color: Color, kind: Kind, to: Square) -> Played {
        let captured = self.capture(to);
        self.pockets[color.index()].take(kind);
        let piece = Piece::new(color, kind);
        self.put(to, piece);
        if matches!(kind, Kind::Rook | Kind::Pawn) {
            self.mark_dropped(SquareSet(bit(to)));
        }
        self.halfmoves = 0;
        self.pass_turn_from(color);
        Played { moved: Some(piece), captured, dropped: true, ..self.nothing_moved(color) }
    }

    #[inline]
    fn capture(&mut self, square: Square) -> Option<Captured> {
        let promoted = self.promoted & bit(square) != 0;
        self.lift(square).map(|piece| Captured { piece, promoted, square })
    }

    #[inline]
    fn pass_turn_from(&mut self, color: Color) {
        self.turn = !color;
        self.en_passant = None;
        if color == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
    }
}
