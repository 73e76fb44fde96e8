//! Promotion by taking a piece from the board of the player sitting diagonally (*snyatie*, RU-26 to RU-35): what can be
//! taken, and what the exchange does to both boards. Who stops which clock when is not told here.
use super::{Position, Table, attacks, position::bit};
use board::{BoardId, Kind, Piece, Seat, Square, SquareSet};

impl Table {
    /// The squares of the diagonal player's pieces that the promoter may take: no pawn, no king, and none whose removal
    /// leaves the diagonal player's king attacked, as the promoter's partner is then to move (RU-32). With `may_expose_partner`
    /// false, none either whose removal opens a new attack on that partner's king.
    pub fn removable(&self, promoter: Seat, may_expose_partner: bool) -> SquareSet {
        let (diagonal, partner) = (promoter.diagonal(), promoter.partner());
        let position = self.board(diagonal.board);
        let fixed = position.of(diagonal.color, Kind::Pawn).0 | position.of(diagonal.color, Kind::King).0;
        let attacked_before = position.checkers(partner.color).0;
        attacks::squares(position.color(diagonal.color).0 & !fixed)
            .filter(|&square| {
                let mut after = *position;
                after.set_content(square, None);
                let exposes_partner = after.checkers(partner.color).0 & !attacked_before != 0;
                !after.in_check(diagonal.color) && (may_expose_partner || !exposes_partner)
            })
            .collect()
    }

    /// Takes a piece off a board, as by a hand that is no move's. A capture in passing stays possible if its pawn still stands.
    pub fn take_off(&mut self, board: BoardId, square: Square) -> Option<Piece> {
        let piece = self.board(board).content(square)?;
        remove(self.board_mut(board), square);
        Some(piece)
    }

    /// Carries the exchange out: the piece on `taken` of the diagonal player's board replaces the promoter's pawn on
    /// `pawn`, and the pawn goes to the diagonal player. Without `taken` (nothing can be taken, RU-35) the pawn goes and nothing
    /// comes. The piece is a real one: captured later it stays what it is. Whose turn it is does not change.
    ///
    /// Returns what now stands on the promotion square, or `None`, with nothing changed, where there is no such pawn or piece.
    pub fn take_from_diagonal(&mut self, promoter: Seat, pawn: Square, taken: Option<Square>) -> Option<Option<Piece>> {
        let diagonal = promoter.diagonal();
        if !self.board(promoter.board).of(promoter.color, Kind::Pawn).contains(pawn) {
            return None;
        }
        let piece = match taken {
            None => None,
            Some(square) => {
                let piece = self.board(diagonal.board).content(square)?;
                if piece.color != diagonal.color || matches!(piece.kind, Kind::Pawn | Kind::King) {
                    return None;
                }
                remove(self.board_mut(diagonal.board), square);
                Some(piece)
            }
        };
        let home = self.board_mut(promoter.board);
        remove(home, pawn);
        if let Some(piece) = piece {
            home.put(pawn, piece);
        }
        self.board_mut(diagonal.board).pocket_mut(diagonal.color).add(Kind::Pawn);
        Some(piece)
    }
}

/// Takes a piece off without touching anything else: a capture in passing stays possible if its pawn still stands.
fn remove(position: &mut Position, square: Square) {
    let passing = position.en_passant();
    position.lift(square);
    debug_assert!(position.occupied() & bit(square) == 0);
    position.set_en_passant(passing);
}
