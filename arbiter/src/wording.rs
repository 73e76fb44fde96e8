//! What is said to people about a breach of the rules, in English.

use crate::rules::Irregularity;

/// Why a move is irregular, as the end of a sentence that names the move.
pub fn reason(irregularity: Irregularity) -> &'static str {
    match irregularity {
        Irregularity::NothingThere => "nothing stood on the square it left",
        Irregularity::OutOfTurn => "it was the opponent's turn",
        Irregularity::CannotMoveSo => "the piece does not move so",
        Irregularity::WayBlocked => "another piece stood in the way",
        Irregularity::NothingToTake => "there was nothing for the pawn to take",
        Irregularity::DoubleStepBarred => "the pawn may not make a double step",
        Irregularity::TakesOwnPiece => "it took a piece of its own side",
        Irregularity::TakesKing => "it took the king",
        Irregularity::CastlingKingMoved => "the king had moved before castling",
        Irregularity::CastlingRookMoved => "the rook had moved before castling",
        Irregularity::CastlingWayBlocked => "a piece stood between king and rook",
        Irregularity::CastlingOutOfCheck => "the king castled out of check",
        Irregularity::CastlingThroughCheck => "the king castled over an attacked square",
        Irregularity::KingIntoCheck => "the king went to an attacked square",
        Irregularity::KingLeftInCheck => "the own king was left in check",
        Irregularity::PromotionMissing => "the pawn reached the last rank and was not promoted",
        Irregularity::PromotionToWrongKind => "the pawn became what it may not become",
        Irregularity::PawnMovesAsPromoted => "a pawn left on the last rank moved like the piece it has not become",
        Irregularity::PromotionMisplaced => "what was promoted is no pawn on its last rank",
        Irregularity::DropsNotPlayed => "pieces are not dropped in this game",
        Irregularity::DropNotHeld => "the piece dropped was not in the reserve",
        Irregularity::DropOnPiece => "the piece was dropped on another",
        Irregularity::DropOnForbiddenRank => "a pawn may not be dropped on this rank",
        Irregularity::DropGivesCheck => "a drop may not give check",
        Irregularity::DropMates => "a drop may not give mate",
    }
}
