use crate::{CLASS_COUNT, Content, Piece, Seat, Square};

/// A logarithm of a probability or of a likelihood ratio, in 1/256 nat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct LogProb(pub i16);

impl LogProb {
    /// Units in one nat.
    pub const PER_NAT: i32 = 256;
    /// Certain, or no evidence either way.
    pub const ZERO: LogProb = LogProb(0);

    /// The natural logarithm `nats`, rounded to the nearest 1/256 and limited to what fits.
    pub fn from_nats(nats: f32) -> LogProb {
        LogProb((nats * Self::PER_NAT as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16)
    }
}

/// How well a square was seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// In view and still.
    Seen,
    /// In view, but something moves there: what is read may be on its way.
    Moving,
    /// Under a hand or another thing, or outside the picture: nothing is known.
    NotSeen,
}

/// What one look at one square says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareEvidence {
    /// Whether the look counts at all.
    pub visibility: Visibility,
    /// For each class of [`Piece::class_of`] the log-likelihood of the look given that content, up to a
    /// constant that all thirteen share: the largest is zero. The model's posterior has been divided by its training
    /// prior, and each class has a floor, so that one confident error cannot veto the truth.
    pub likelihood: [LogProb; CLASS_COUNT],
}

impl SquareEvidence {
    /// A square of which nothing is known.
    pub const NOT_SEEN: SquareEvidence =
        SquareEvidence { visibility: Visibility::NotSeen, likelihood: [LogProb::ZERO; CLASS_COUNT] };

    /// The log-likelihood of the look given `content`.
    pub fn of(&self, content: Content) -> LogProb {
        self.likelihood[Piece::class_of(content)]
    }

    /// The content that explains the look best; of equals the first in class order.
    pub fn best(&self) -> Content {
        let best = (0..CLASS_COUNT).rev().max_by_key(|&class| self.likelihood[class]).unwrap_or(0);
        Piece::content_of(best)
    }
}

/// What one look at one board says, a square at a time, in the order of [`Square::index`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardEvidence(pub Box<[SquareEvidence; 64]>);

impl BoardEvidence {
    /// A board of which nothing is known.
    pub fn not_seen() -> BoardEvidence {
        BoardEvidence(Box::new([SquareEvidence::NOT_SEEN; 64]))
    }

    /// The evidence about `square`.
    pub fn at(&self, square: Square) -> &SquareEvidence {
        &self.0[square.index()]
    }
}

/// One piece seen in a reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReservePiece {
    /// Where its base stands on the table, in 1/100 of a square of its board, from the outer corner of
    /// a1 along the first rank (x) and along the a-file (y).
    pub base: (i32, i32),
    /// As [`SquareEvidence::likelihood`].
    pub likelihood: [LogProb; CLASS_COUNT],
}

/// What one look at one seat's reserve says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReserveEvidence {
    /// Whose reserve.
    pub seat: Seat,
    /// Whether the zone could be seen.
    pub visibility: Visibility,
    /// The pieces seen in it.
    pub pieces: Vec<ReservePiece>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_content_of_equals_is_the_first_class() {
        assert_eq!(SquareEvidence::NOT_SEEN.best(), None);
        let mut look = SquareEvidence { visibility: Visibility::Seen, likelihood: [LogProb(-100); CLASS_COUNT] };
        look.likelihood[5] = LogProb(0);
        assert_eq!(look.best(), Piece::content_of(5));
    }

    #[test]
    fn nats_round_and_saturate() {
        assert_eq!(LogProb::from_nats(-1.0), LogProb(-256));
        assert_eq!(LogProb::from_nats(-4.6052), LogProb(-1179));
        assert_eq!(LogProb::from_nats(f32::NEG_INFINITY), LogProb(i16::MIN));
    }
}
