use super::{Pocket, attacks};
use board::{Color, Content, Kind, Piece, Placement, Square, SquareSet};

/// One board as the rules see it: what stands where and is worth what, what each side holds, whose turn it is.
///
/// Any placement is possible, also one that no game can reach: no king or several, nine queens, pawns on the first or last
/// rank, both kings in check. Nothing here panics on such a position. That a move is *legal* in it is another
/// question, see [`Position::irregularities`].
///
/// Equality and hash cover everything, counters of moves included; [`Position::key`] leaves these out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Squares by kind, in the order of [`Kind::ALL`].
    pub(super) kinds: [u64; 6],
    /// Squares by colour.
    pub(super) colors: [u64; 2],
    /// Pieces that were pawns.
    pub(super) promoted: u64,
    /// Kings and rooks that have stood where they stand since the game began. A colour's rooks are marked only while its
    /// king is: once he has moved they cannot castle any more.
    pub(super) native: u64,
    /// Rooks and pawns that stand where they were dropped, as far as that can matter: rooks while the king is unmoved, pawns
    /// on their second rank.
    pub(super) dropped: u64,
    pub(super) pockets: [Pocket; 2],
    pub(super) turn: Color,
    /// The square passed over by a pawn's double step, if a pawn could take there.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmoves: u16,
    pub(super) fullmove: u16,
}

pub(super) const fn bit(square: Square) -> u64 {
    1 << square.index()
}

impl Position {
    /// An empty board, White to move, nothing held.
    pub const EMPTY: Position = Position {
        kinds: [0; 6],
        colors: [0; 2],
        promoted: 0,
        native: 0,
        dropped: 0,
        pockets: [Pocket::EMPTY; 2],
        turn: Color::White,
        en_passant: None,
        halfmoves: 0,
        fullmove: 1,
    };

    /// The position games begin from.
    pub fn start() -> Position {
        Position::from_placement(&Placement::start(), Color::White)
    }

    /// A position known only by what stands on the board and whose turn it is. A king on his home square and the
    /// rooks in his corners are taken not to have moved; nothing is held, nothing is promoted.
    pub fn from_placement(placement: &Placement, turn: Color) -> Position {
        let mut position = Position { turn, ..Position::EMPTY };
        for (square, piece) in placement.pieces() {
            position.put(square, piece);
        }
        let homes = [0x91_u64, 0x91 << 56];
        for color in Color::BOTH {
            position.mark_native(SquareSet(homes[color.index()] & position.colors[color.index()]));
        }
        position
    }

    /// What stands on `square`, a promoted pawn as what it is worth.
    pub fn content(&self, square: Square) -> Content {
        let bit = bit(square);
        let color = if self.colors[0] & bit != 0 {
            Color::White
        } else if self.colors[1] & bit != 0 {
            Color::Black
        } else {
            return None;
        };
        Kind::ALL.into_iter().find(|kind| self.kinds[kind.index()] & bit != 0).map(|kind| Piece::new(color, kind))
    }

    /// What stands on every square, promoted pawns as what they are worth.
    pub fn placement(&self) -> Placement {
        let mut placement = Placement::EMPTY;
        for square in attacks::squares(self.occupied()) {
            placement[square] = self.content(square);
        }
        placement
    }

    /// What every square looks like where promoted pawns keep their bodies: as [`Position::placement`], but these as pawns.
    pub fn placement_of_bodies(&self) -> Placement {
        let mut placement = self.placement();
        for square in attacks::squares(self.promoted) {
            placement[square] = placement[square].map(|piece| Piece::new(piece.color, Kind::Pawn));
        }
        placement
    }

    /// The squares of pieces that were pawns.
    pub const fn promoted(&self) -> SquareSet {
        SquareSet(self.promoted)
    }

    /// Kings and rooks that have not moved since the game began. A colour's rooks are in the set only while its king is.
    pub const fn unmoved(&self) -> SquareSet {
        SquareSet(self.native)
    }

    /// Rooks and pawns that have not moved since they were dropped, as far as that can matter to castling and
    /// double steps.
    pub const fn dropped(&self) -> SquareSet {
        SquareSet(self.dropped)
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Gives the turn to `color`. A capture in passing is no longer possible if the turn changes.
    pub fn set_turn(&mut self, color: Color) {
        if self.turn != color {
            self.turn = color;
            self.en_passant = None;
        }
    }

    /// What `color` holds.
    pub const fn pocket(&self, color: Color) -> Pocket {
        self.pockets[color.index()]
    }

    /// What `color` holds, to change it.
    pub const fn pocket_mut(&mut self, color: Color) -> &mut Pocket {
        &mut self.pockets[color.index()]
    }

    /// The square a pawn may take in passing on now: one that a pawn just stepped over, with a pawn of the side to move
    /// beside. (Whether the capture is legal otherwise is not said.)
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Moves of either side since the last capture, drop or move of a pawn.
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, 1 at first and one more after each move of Black.
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// Sets both counters, see [`Position::halfmoves`] and [`Position::fullmove`].
    pub fn set_counters(&mut self, halfmoves: u16, fullmove: u16) {
        (self.halfmoves, self.fullmove) = (halfmoves, fullmove);
    }

    /// The squares `color` stands on.
    pub const fn color(&self, color: Color) -> SquareSet {
        SquareSet(self.colors[color.index()])
    }

    /// The squares of `color`'s pieces of one kind.
    pub const fn of(&self, color: Color, kind: Kind) -> SquareSet {
        SquareSet(self.colors[color.index()] & self.kinds[kind.index()])
    }

    /// Every square something stands on.
    pub(super) const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// Changes what stands on a square, as when a piece is set straight. The new piece counts as moved and not
    /// promoted, see [`Position::mark_promoted`] and [`Position::mark_native`].
    pub fn set_content(&mut self, square: Square, content: Content) {
        self.lift(square);
        if let Some(piece) = content {
            self.put(square, piece);
        }
        self.en_passant = None;
    }

    /// Says whether the piece on `square` was a pawn. Empty squares, pawns and kings take no mark.
    pub fn mark_promoted(&mut self, square: Square, promoted: bool) {
        let plain = !self.occupied() | self.kinds[Kind::Pawn.index()] | self.kinds[Kind::King.index()];
        self.promoted = if promoted { self.promoted | bit(square) & !plain } else { self.promoted & !bit(square) };
    }

    /// Says which kings and rooks have not moved since the game began, in addition to those marked already. Squares
    /// of other pieces, squares off the colour's first rank, and rooks whose king is not marked are left out.
    pub fn mark_native(&mut self, squares: SquareSet) {
        for color in Color::BOTH {
            let home = self.colors[color.index()] & attacks::rank_of(color, 0);
            self.native |= squares.0 & home & self.kinds[Kind::King.index()];
            if self.native & home & self.kinds[Kind::King.index()] != 0 {
                self.native |= squares.0 & home & self.kinds[Kind::Rook.index()];
            }
        }
        self.dropped &= !self.native;
    }

    /// Forgets what has not moved: every king and rook counts as moved, every pawn as native.
    pub fn clear_marks(&mut self) {
        (self.native, self.dropped) = (0, 0);
    }

    /// Says which rooks and pawns stand where they were dropped, in addition to those marked already. Other squares, and
    /// those where it cannot matter, are left out.
    pub fn mark_dropped(&mut self, squares: SquareSet) {
        for color in Color::BOTH {
            let own = self.colors[color.index()];
            if self.native & own & self.kinds[Kind::King.index()] != 0 {
                self.dropped |= squares.0 & own & self.kinds[Kind::Rook.index()] & attacks::rank_of(color, 0);
            }
            self.dropped |= squares.0 & own & self.kinds[Kind::Pawn.index()] & attacks::rank_of(color, 1);
        }
        self.dropped &= !self.native;
    }

    /// Says that the pawn before `square` has just stepped over it. Without such a pawn, or without a pawn
    /// of the side to move that could take there, nothing is set.
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.en_passant = square.filter(|&square| {
            let stepped = !self.turn;
            let pawns = self.kinds[Kind::Pawn.index()];
            bit(square) & attacks::rank_of(stepped, 2) & !self.occupied() != 0
                && attacks::ahead(bit(square), stepped) & pawns & self.colors[stepped.index()] != 0
                && attacks::pawn(stepped, square) & pawns & self.colors[self.turn.index()] != 0
        });
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.kinds[piece.kind.index()] |= bit(square);
        self.colors[piece.color.index()] |= bit(square);
    }

    /// Takes away what stands on a square, with all its marks.
    #[inline]
    pub(super) fn lift(&mut self, square: Square) -> Content {
        let piece = self.content(square)?;
        self.lift_known(square, piece);
        Some(piece)
    }

    /// Takes away `piece`, known to stand on `square`, with all its marks.
    #[inline]
    pub(super) fn lift_known(&mut self, square: Square, piece: Piece) {
        let keep = !bit(square);
        if piece.kind == Kind::King && self.native & bit(square) != 0 {
            let own = self.colors[piece.color.index()];
            self.native &= !own;
            self.dropped &= !(own & self.kinds[Kind::Rook.index()]);
        }
        self.kinds[piece.kind.index()] &= keep;
        self.colors[piece.color.index()] &= keep;
        self.promoted &= keep;
        self.native &= keep;
        self.dropped &= keep;
    }

    /// The squares from which `by` attacks `square`, were `occupied` the squares something stands on.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: u64) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let attackers = attacks::pawn(!by, square) & pawns
            | attacks::knight(square) & knights
            | attacks::king(square) & kings
            | attacks::bishop(square, occupied) & (bishops | queens)
            | attacks::rook(square, occupied) & (rooks | queens);
        attackers & self.colors[by.index()]
    }

    /// Whether a king of `color` is attacked. A side without a king is never in check.
    pub fn in_check(&self, color: Color) -> bool {
        let occupied = self.occupied();
        self.of(color, Kind::King).into_iter().any(|king| self.attackers(king, !color, occupied) != 0)
    }

    /// The squares of the pieces that attack a king of `color`.
    pub fn checkers(&self, color: Color) -> SquareSet {
        let occupied = self.occupied();
        SquareSet(
            self.of(color, Kind::King).map(|king| self.attackers(king, !color, occupied)).fold(0, |all, s| all | s),
        )
    }

    /// A 64-bit key of everything but the counters of moves: equal for equal positions on every machine.
    pub fn key(&self) -> u64 {
        let pockets = self
            .pockets
            .map(|pocket| Kind::HOLDABLE.into_iter().fold(0, |key: u64, kind| key << 8 | pocket.count(kind) as u64));
        let state = self.en_passant.map_or(64, Square::index) as u64 * 2 + self.turn.index() as u64;
        let words = self.kinds.into_iter().chain([self.colors[0], self.promoted, self.native, self.dropped]);
        words.chain(pockets).chain([state]).fold(0x243f_6a88_85a3_08d3, |key, word| {
            // The finalizer of splitmix64 (Steele, Lea and Flood 2014).
            let mut mixed = (key ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        })
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}
