//! From the network's logits to evidence.

use crate::LearnedSet;
use board::{BoardEvidence, CLASS_COUNT, LogProb, Piece, Square, SquareEvidence, SquareSet, Visibility};
use models::{Manifest, Reading};

/// The share of looks that say nothing about what stands there: a piece of a kind never seen, a reflection, a piece fallen over. It
/// is mixed into every likelihood, so that a square can contradict the truth by no more than ln 100 = 4.6 nats however sure the
/// network is, and a confident error costs what a misread square costs and does not veto the truth.
pub const MISREAD_SHARE: f32 = 0.01;

/// The share of pieces whose kind the network gets wrong without knowing it. A set that nobody trained on is the normal case, and seen
/// from above its kinds differ less than sets do, while colour and occupancy survive almost any change of set. It is spread over
/// the six kinds of the piece's colour, so that a kind contradicts by no more than 2.3 nats and half a dozen misread kinds do not
/// outweigh a square that is seen to have emptied.
pub const KIND_MISREAD_SHARE: f32 = 0.4;

/// The covered logit above which a square counts as covered: even odds. A missed hand costs wrong evidence and a free square
/// taken for covered only a delay, but hands are rare and delays are felt at every ply.
pub const COVERED_ABOVE: f32 = 0.0;

/// How a network's logits become likelihoods; made from its manifest.
#[derive(Clone, Debug)]
pub struct Judgement {
    temperature: f32,
    log_prior: [f32; CLASS_COUNT],
}

impl Judgement {
    /// As the manifest says.
    pub fn of(manifest: &Manifest) -> Judgement {
        let log_prior =
            std::array::from_fn(|class| manifest.training_prior.get(class).copied().unwrap_or(f32::EPSILON).ln());
        Judgement { temperature: manifest.temperature, log_prior }
    }

    /// The general judgement of one square's logits: log-likelihoods up to a constant, at the temperature and divided by the training
    /// prior. (The softmax's denominator is the same for all classes and drops out.)
    pub fn general(&self, logits: &[f32; CLASS_COUNT]) -> [f32; CLASS_COUNT] {
        std::array::from_fn(|class| logits[class] / self.temperature - self.log_prior[class])
    }

    /// The probability that something stands there, with the training's prior: renders hold reserves as full as these come.
    pub(crate) fn occupied(&self, logits: &[f32; CLASS_COUNT]) -> f32 {
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let share = logits.map(|logit| ((logit - most) / self.temperature).exp());
        1.0 - share[0] / share.iter().sum::<f32>()
    }

    /// Turns a reading's logits into the general judgement, corrected by what is known of the set on the board.
    pub(crate) fn judge(&self, reading: &mut Reading, set: Option<&LearnedSet>) {
        for square in reading.classes.iter_mut() {
            let general = self.general(square);
            *square = set.map_or(general, |set| set.correct(&general));
        }
    }
}

/// The evidence of a judgement: relative to the best class, with [`KIND_MISREAD_SHARE`] and [`MISREAD_SHARE`] mixed in.
pub fn likelihood(judged: &[f32; CLASS_COUNT]) -> [LogProb; CLASS_COUNT] {
    let best = judged.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if !best.is_finite() {
        // A network that gave infinity or no number at all has said nothing
        return [LogProb::ZERO; CLASS_COUNT];
    }
    let mut share = judged.map(|value| (value - best).exp());
    for kinds in [1..7, 7..13] {
        let even = share[kinds.clone()].iter().sum::<f32>() / 6.0;
        share[kinds].iter_mut().for_each(|value| *value += KIND_MISREAD_SHARE * (even - *value));
    }
    let most = share.iter().copied().fold(0.0, f32::max);
    share.map(|value| LogProb::from_nats((value / most * (1.0 - MISREAD_SHARE) + MISREAD_SHARE).ln()))
}

/// The evidence of a judged board, whose first row is the eighth rank, a8 first. Squares `outside` the picture and covered ones are not
/// seen.
pub(crate) fn board_evidence(judged: &Reading, outside: SquareSet) -> BoardEvidence {
    let mut evidence = BoardEvidence::not_seen();
    for square in Square::all() {
        let at = (7 - square.rank()) * 8 + square.file();
        // Written so that a logit that is no number is covered
        let free = judged.covered[at] <= COVERED_ABOVE;
        if free && !outside.contains(square) {
            let likelihood = likelihood(&judged.classes[at]);
            evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
        }
    }
    evidence
}

/// The network's probability of what a square is taken for, before [`MISREAD_SHARE`] and [`KIND_MISREAD_SHARE`] are mixed in,
/// all contents having been equally likely before; 0 where the square was not seen. For showing: what follows from evidence is reckoned
/// with the evidence itself.
pub fn certainty(look: &SquareEvidence) -> f64 {
    if look.visibility == Visibility::NotSeen {
        return 0.0;
    }
    let floor = f64::from(MISREAD_SHARE);
    let mut share =
        look.likelihood.map(|value| ((f64::from(value.0) / f64::from(LogProb::PER_NAT)).exp() - floor).max(0.0));
    for kinds in [1..7, 7..13] {
        // spreading a share over the kinds has left their mean as it was
        let (even, spread) = (share[kinds.clone()].iter().sum::<f64>() / 6.0, f64::from(KIND_MISREAD_SHARE));
        share[kinds].iter_mut().for_each(|value| *value = ((*value - spread * even) / (1.0 - spread)).max(0.0));
    }
    share[Piece::class_of(look.best())] / share.iter().sum::<f64>()
}

/// The evidence with squares that move marked so. Those that have changed since they were looked at say nothing any more.
pub(crate) fn with_motion(looked: &BoardEvidence, moving: SquareSet, changed: SquareSet) -> BoardEvidence {
    let mut evidence = looked.clone();
    for square in moving {
        let look = &mut evidence.0[square.index()];
        if changed.contains(square) {
            *look = SquareEvidence { visibility: Visibility::Moving, ..SquareEvidence::NOT_SEEN };
        } else if look.visibility == Visibility::Seen {
            look.visibility = Visibility::Moving;
        }
    }
    evidence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(temperature: f32) -> Judgement {
        let mut prior = [0.04; CLASS_COUNT];
        prior[0] = 0.52;
        Judgement { temperature, log_prior: prior.map(f32::ln) }
    }

    fn likelihood_of(judgement: &Judgement, logits: &[f32; CLASS_COUNT]) -> [LogProb; CLASS_COUNT] {
        likelihood(&judgement.general(logits))
    }

    fn evidence_of(mut reading: Reading, outside: SquareSet) -> BoardEvidence {
        judgement(1.0).judge(&mut reading, None);
        board_evidence(&reading, outside)
    }

    fn reading(classes: [f32; CLASS_COUNT], covered: f32) -> Reading {
        Reading { classes: Box::new([classes; 64]), covered: Box::new([covered; 64]) }
    }

    #[test]
    fn the_training_prior_is_divided_out() {
        // A posterior equal to the prior is no evidence for anything
        let judgement = judgement(1.0);
        assert_eq!(likelihood_of(&judgement, &judgement.log_prior), [LogProb::ZERO; CLASS_COUNT]);
        // Equal logits speak against the class that was most frequent: by ln 13, and a little less for the misread share
        let even = likelihood_of(&judgement, &[0.0; CLASS_COUNT]);
        let expected = ((0.04f32 / 0.52) * 0.99 + 0.01).ln();
        assert_eq!(even[0], LogProb::from_nats(expected));
        assert_eq!(even[5], LogProb::ZERO);
    }

    #[test]
    fn no_square_vetoes_anything() {
        let mut logits = [-80.0; CLASS_COUNT];
        logits[3] = 80.0;
        let sure = likelihood_of(&judgement(1.0), &logits);
        assert_eq!(sure[3], LogProb::ZERO);
        assert_eq!(sure[7], LogProb::from_nats(0.01f32.ln()));
        // the right colour and the wrong kind: a sixth of the share against five sixths of it and the rest
        let kind = KIND_MISREAD_SHARE / 6.0;
        assert_eq!(sure[4], LogProb::from_nats((kind / (1.0 - 5.0 * kind) * 0.99 + 0.01).ln()));
        let cool = likelihood_of(&judgement(100.0), &logits);
        assert!(cool[4] > sure[4]);
    }

    #[test]
    fn certainty_is_the_networks_probability() {
        let mut logits = [-9.0; CLASS_COUNT];
        let even = judgement(1.0);
        (logits[1], logits[2]) = (0.0, -1.5);
        let look = SquareEvidence { visibility: Visibility::Seen, likelihood: likelihood_of(&even, &logits) };
        assert!((certainty(&look) - 1.0 / (1.0 + (-1.5f64).exp())).abs() < 0.01);
        assert_eq!(certainty(&SquareEvidence::NOT_SEEN), 0.0);
    }

    #[test]
    fn a_network_that_says_nothing_is_no_evidence() {
        assert_eq!(likelihood_of(&judgement(1.0), &[f32::NAN; CLASS_COUNT]), [LogProb::ZERO; CLASS_COUNT]);
        let evidence = evidence_of(reading([0.0; CLASS_COUNT], f32::NAN), SquareSet::EMPTY);
        assert_eq!(evidence, BoardEvidence::not_seen());
    }

    #[test]
    fn squares_outside_and_covered_are_not_seen_and_the_top_row_is_the_eighth_rank() {
        let mut read = reading([0.0; CLASS_COUNT], -1.0);
        read.classes[1][12] = 9.0;
        read.covered[63] = 1.0;
        let outside: SquareSet = ["a1".parse().unwrap()].into_iter().collect();
        let evidence = evidence_of(read, outside);
        let look = |square: &str| *evidence.at(square.parse().unwrap());
        assert_eq!(look("b8").best(), Piece::content_of(12));
        assert_eq!(look("h1"), SquareEvidence::NOT_SEEN);
        assert_eq!(look("a1"), SquareEvidence::NOT_SEEN);
        assert_eq!(look("a2").visibility, Visibility::Seen);
    }

    #[test]
    fn what_moves_is_marked_and_what_has_changed_says_nothing() {
        let mut logits = [0.0; CLASS_COUNT];
        logits[7] = 9.0;
        let looked = evidence_of(reading(logits, -1.0), SquareSet::EMPTY);
        let squares = |names: &[&str]| names.iter().map(|name| name.parse::<Square>().unwrap()).collect::<SquareSet>();
        let evidence = with_motion(&looked, squares(&["e2", "e4"]), squares(&["e4"]));
        let look = |square: &str| *evidence.at(square.parse().unwrap());
        assert_eq!((look("e2").visibility, look("e2").best()), (Visibility::Moving, Piece::content_of(7)));
        assert_eq!((look("e4").visibility, look("e4").likelihood), (Visibility::Moving, [LogProb::ZERO; CLASS_COUNT]));
        assert_eq!(look("d4"), *looked.at("d4".parse().unwrap()));
    }
}
