//! Comparing what is seen in reserves with what lies there.

use super::squares::Share;
use board::{CLASS_COUNT, Kind, LogProb, Piece, ReserveEvidence, Visibility};

/// How well reserves are read, a look at one reserve at a time. Only looks at whole reserves count in which nothing had changed for a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReserveScore {
    /// Reserves that hold something: as many pieces seen as lie there.
    pub count: Share,
    /// Reserves that hold something: all kinds right, each by its own pixels alone, whatever was captured.
    pub kinds: Share,
    /// Pieces that lie there, in reserves whose number is right: kinds right.
    pub pieces: Share,
    /// Empty reserves: nothing seen.
    pub empty: Share,
}

impl ReserveScore {
    /// Counts a look at a reserve in which `truth` lies.
    pub fn count(&mut self, evidence: &ReserveEvidence, truth: &[Kind]) {
        if evidence.visibility != Visibility::Seen {
            return;
        }
        if truth.is_empty() {
            self.empty.count(evidence.pieces.is_empty());
            return;
        }
        let mut left = truth.to_vec();
        for piece in &evidence.pieces {
            let kind = likeliest(&piece.likelihood, evidence.seat.color);
            if let Some(index) = left.iter().position(|of| *of == kind) {
                left.swap_remove(index);
            }
        }
        let counted = evidence.pieces.len() == truth.len();
        self.count.count(counted);
        self.kinds.count(counted && left.is_empty());
        if counted {
            self.pieces.right += (truth.len() - left.len()) as u64;
            self.pieces.of += truth.len() as u64;
        }
    }
}

/// The kind that `likelihood` speaks most for, of the owner's colour.
fn likeliest(likelihood: &[LogProb; CLASS_COUNT], color: board::Color) -> Kind {
    let of = |kind: &Kind| likelihood[Piece::class_of(Some(Piece::new(color, *kind)))].0;
    Kind::HOLDABLE.into_iter().rev().max_by_key(of).unwrap_or(Kind::Pawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardId, Color, ReservePiece, Seat};

    fn look(kinds: &[Kind]) -> ReserveEvidence {
        let piece = |&kind: &Kind| {
            let mut likelihood = [LogProb(-700); CLASS_COUNT];
            likelihood[Piece::class_of(Some(Piece::new(Color::Black, kind)))] = LogProb::ZERO;
            ReservePiece { base: (900, 100), likelihood }
        };
        let seat = Seat::new(BoardId::A, Color::Black);
        ReserveEvidence { seat, visibility: Visibility::Seen, pieces: kinds.iter().map(piece).collect() }
    }

    #[test]
    fn number_and_kinds_are_counted_apart_and_empty_reserves_by_themselves() {
        let mut score = ReserveScore::default();
        score.count(&look(&[Kind::Pawn, Kind::Knight]), &[Kind::Knight, Kind::Pawn]);
        score.count(&look(&[Kind::Pawn, Kind::Bishop]), &[Kind::Knight, Kind::Pawn]);
        score.count(&look(&[Kind::Pawn]), &[Kind::Knight, Kind::Pawn]);
        assert_eq!((score.count, score.kinds), (Share { right: 2, of: 3 }, Share { right: 1, of: 3 }));
        assert_eq!(score.pieces, Share { right: 3, of: 4 });
        score.count(&look(&[]), &[]);
        score.count(&look(&[Kind::Queen]), &[]);
        assert_eq!(score.empty, Share { right: 1, of: 2 });
        score.count(&ReserveEvidence { visibility: Visibility::NotSeen, ..look(&[]) }, &[Kind::Pawn]);
        assert_eq!(score.count.of, 3, "what is not seen as a whole is not judged");
    }
}
