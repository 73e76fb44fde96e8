use crate::Dice;
use board::{BoardEvidence, CLASS_COUNT, LogProb, Piece, Placement, Square, SquareEvidence, SquareSet, Visibility};

/// Nats by which the content seen leads over the others.
const LEAD_NATS: f32 = 4.0;

/// The floor of every class, in nats.
const FLOOR_NATS: f32 = -4.6;

/// Eyes that misread a known share of squares. An error belongs to a piece on a square for as long as it stands there:
/// looking again does not mend it.
#[derive(Clone, Debug)]
pub struct SyntheticEyes {
    dice: Dice,
    misread_permille: u64,
    /// What each square was last seen to hold and how that was read.
    memory: Box<[(usize, usize); 64]>,
}

impl SyntheticEyes {
    /// Eyes that take `misread_permille` in a thousand pieces for another kind of their colour.
    pub fn new(seed: u64, misread_permille: u64) -> SyntheticEyes {
        SyntheticEyes { dice: Dice::new(seed), misread_permille, memory: Box::new([(0, 0); 64]) }
    }

    /// What is seen of `placement` while something covers `covered`.
    pub fn look(&mut self, placement: &Placement, covered: SquareSet) -> BoardEvidence {
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all().filter(|square| !covered.contains(*square)) {
            let class = Piece::class_of(placement[square]);
            let (stood, read) = self.memory[square.index()];
            let read = if stood == class { read } else { self.read(class) };
            self.memory[square.index()] = (class, read);
            evidence.0[square.index()] =
                SquareEvidence { visibility: Visibility::Seen, likelihood: self.likelihood(read) };
        }
        evidence
    }

    fn read(&mut self, class: usize) -> usize {
        if class == 0 || !self.dice.permille(self.misread_permille) {
            return class;
        }
        let first_of_color = if class <= 6 { 1 } else { 7 };
        first_of_color + self.dice.below(6) as usize
    }

    /// The class that is read leads; the others jitter below.
    fn likelihood(&mut self, read: usize) -> [LogProb; CLASS_COUNT] {
        std::array::from_fn(|class| match class {
            _ if class == read => LogProb::ZERO,
            _ => LogProb::from_nats((-LEAD_NATS - self.dice.below(200) as f32 / 100.0).max(FLOOR_NATS)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_eyes_see_what_stands_there_and_covered_squares_say_nothing() {
        let covered: SquareSet = Square::all().take(8).collect();
        let evidence = SyntheticEyes::new(1, 0).look(&Placement::start(), covered);
        for square in Square::all() {
            let look = evidence.at(square);
            assert_eq!(look.visibility == Visibility::NotSeen, covered.contains(square));
            assert!(covered.contains(square) || look.best() == Placement::start()[square]);
        }
    }

    #[test]
    fn an_error_stays_while_the_piece_stands() {
        let mut eyes = SyntheticEyes::new(2, 500);
        let read = |evidence: BoardEvidence| Square::all().map(|square| evidence.at(square).best()).collect::<Vec<_>>();
        let first = read(eyes.look(&Placement::start(), SquareSet::EMPTY));
        assert_ne!(first, Square::all().map(|square| Placement::start()[square]).collect::<Vec<_>>());
        assert_eq!(read(eyes.look(&Placement::start(), SquareSet::EMPTY)), first);
    }
}
