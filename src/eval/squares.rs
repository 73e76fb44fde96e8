//! Comparing what squares show with what stands there.

use board::{BoardEvidence, Content, Placement, Square, SquareSet, Visibility};

/// A share: so many right of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Right ones.
    pub right: u64,
    /// All.
    pub of: u64,
}

impl Share {
    /// One more.
    pub fn count(&mut self, right: bool) {
        self.right += u64::from(right);
        self.of += 1;
    }

    /// From 0 to 1, or `None` of nothing.
    pub fn value(&self) -> Option<f64> {
        (self.of > 0).then(|| self.right as f64 / self.of as f64)
    }
}

/// How well squares are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareScore {
    /// The very content, of all squares.
    pub kind: Share,
    /// The very content, of occupied squares.
    pub kind_occupied: Share,
    /// Empty, white or black, of all squares.
    pub color: Share,
    /// Empty, white or black, of occupied squares.
    pub color_occupied: Share,
    /// Boards with every square right.
    pub boards: Share,
}

impl SquareScore {
    /// Counts a look. Squares that truly cannot be seen are passed over; one that the program says it did not see counts as
    /// wrong.
    pub fn count(&mut self, evidence: &BoardEvidence, truth: &Placement, hidden: SquareSet) -> SquareSet {
        let color = |content: Content| content.map(|piece| piece.color);
        let mut wrong = SquareSet::EMPTY;
        for square in Square::all().filter(|square| !hidden.contains(*square)) {
            let look = evidence.at(square);
            let seen = look.visibility != Visibility::NotSeen;
            let (kind, colour) =
                (seen && look.best() == truth[square], seen && color(look.best()) == color(truth[square]));
            self.kind.count(kind);
            self.color.count(colour);
            if truth[square].is_some() {
                self.kind_occupied.count(kind);
                self.color_occupied.count(colour);
            }
            if !kind {
                wrong.insert(square);
            }
        }
        self.boards.count(wrong.is_empty());
        wrong
    }

    /// Counts a board that was not read at all.
    pub fn count_unread(&mut self, truth: &Placement, hidden: SquareSet) {
        self.count(&BoardEvidence::not_seen(), truth, hidden);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{CLASS_COUNT, LogProb, Piece, SquareEvidence};

    fn evidence(placement: &Placement) -> BoardEvidence {
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all() {
            let mut likelihood = [LogProb(-500); CLASS_COUNT];
            likelihood[Piece::class_of(placement[square])] = LogProb::ZERO;
            evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
        }
        evidence
    }

    #[test]
    fn a_wrong_kind_of_the_right_colour_counts_as_such() {
        let truth = Placement::start();
        let mut seen = truth;
        seen[Square::from_index(1).unwrap()] = Some(Piece::from_letter('B').unwrap());
        let mut score = SquareScore::default();
        let wrong = score.count(&evidence(&seen), &truth, SquareSet::EMPTY);
        assert_eq!(wrong.len(), 1);
        assert_eq!((score.kind.right, score.kind.of), (63, 64));
        assert_eq!((score.kind_occupied.right, score.kind_occupied.of), (31, 32));
        assert_eq!(score.color, Share { right: 64, of: 64 });
        assert_eq!(score.boards, Share { right: 0, of: 1 });
    }

    #[test]
    fn hidden_squares_are_passed_over_and_unread_ones_are_wrong() {
        let truth = Placement::start();
        let mut score = SquareScore::default();
        let hidden = Square::all().take(16).collect();
        score.count_unread(&truth, hidden);
        assert_eq!(score.kind, Share { right: 0, of: 48 });
        assert_eq!(score.color_occupied, Share { right: 0, of: 16 });
    }
}
