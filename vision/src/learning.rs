//! Learning the set at the table, from one board whose placement is known.
//!
//! Piece colours survive almost any change of set, kinds seen from above do not; but what a strange set's bishop looks like to the
//! network is much the same wherever it stands. So the network stays as it is, and a small linear correction of its logits is fitted
//! to the 64 squares of the start position, in all eight symmetries of the picture, so that lean and light point every way. It is a
//! multinomial logistic regression on top of the general judgement, each class weighing the same, shrunk towards no correction at all.
//! How strongly it is shrunk hardly matters (0.001 to 0.03 gave the same readings), and it mends colours as well as kinds.

use crate::evidence::COVERED_ABOVE;
use crate::symmetry::Symmetry;
use board::{CLASS_COUNT, Piece, Placement, Square};
use models::Reading;

/// The correction's inputs: the general log-probabilities and a constant.
const INPUTS: usize = CLASS_COUNT + 1;

/// Log-probabilities below this say "surely not" and no more.
const LEAST_LOG: f32 = -8.0;

/// The inputs' scale, which with [`SHRINKAGE`] says how far 64 squares may move the general judgement.
const SCALE: f32 = 0.25;

/// The constant input.
const CONSTANT: f32 = 0.3;

/// The weight of the correction's squared size against the mean log-loss.
const SHRINKAGE: f32 = 0.01;

/// Steps of gradient descent with momentum, and their length. The loss is convex; more steps change no reading.
const STEPS: usize = 300;
const STEP: f32 = 0.1;
const MOMENTUM: f32 = 0.9;

/// What has been learnt about the set on a board: a correction of the network's logits.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedSet {
    weights: [[f32; INPUTS]; CLASS_COUNT],
}

impl LearnedSet {
    /// From general judgements (see [`crate::Judgement::general`]) of one board, under the symmetries in their order, on which
    /// `placement` stands; covered squares are left out. `None` when not all thirteen classes are in view.
    pub(crate) fn from_judged(judged: &[Reading], placement: &Placement) -> Option<LearnedSet> {
        let mut samples = Vec::new();
        for (reading, symmetry) in judged.iter().zip(Symmetry::ALL) {
            for at in (0..64).filter(|at| reading.covered[*at] <= COVERED_ABOVE) {
                let (row, column) = symmetry.square(at);
                let square = Square::new(column, 7 - row)?;
                samples.push((reading.classes[at], Piece::class_of(placement[square])));
            }
        }
        fit(&samples)
    }

    /// The general judgement of a square, corrected.
    pub(crate) fn correct(&self, general: &[f32; CLASS_COUNT]) -> [f32; CLASS_COUNT] {
        let inputs = inputs(general);
        std::array::from_fn(|class| general[class] + dot(&self.weights[class], &inputs))
    }
}

/// Fits the correction to squares whose class is known, by gradient descent from none.
fn fit(samples: &[([f32; CLASS_COUNT], usize)]) -> Option<LearnedSet> {
    let mut counts = [0usize; CLASS_COUNT];
    samples.iter().for_each(|(_, class)| counts[*class] += 1);
    if counts.contains(&0) {
        return None;
    }
    let known: Vec<([f32; INPUTS], f32)> =
        samples.iter().map(|(general, class)| (inputs(general), 1.0 / (CLASS_COUNT * counts[*class]) as f32)).collect();
    let mut set = LearnedSet { weights: [[0.0; INPUTS]; CLASS_COUNT] };
    let mut speed = set.weights;
    for _ in 0..STEPS {
        let mut gradient = set.weights.map(|row| row.map(|weight| SHRINKAGE * weight));
        for ((general, truth), (inputs, share)) in samples.iter().zip(&known) {
            let judged = softmax(&set.correct(general));
            for (class, row) in gradient.iter_mut().enumerate() {
                let excess = share * (judged[class] - f32::from(u8::from(class == *truth)));
                row.iter_mut().zip(inputs).for_each(|(slope, input)| *slope += excess * input);
            }
        }
        for ((weights, speeds), slopes) in set.weights.iter_mut().zip(&mut speed).zip(&gradient) {
            for ((weight, speed), slope) in weights.iter_mut().zip(speeds).zip(slopes) {
                *speed = MOMENTUM * *speed - STEP * slope;
                *weight += *speed;
            }
        }
    }
    Some(set)
}

fn inputs(general: &[f32; CLASS_COUNT]) -> [f32; INPUTS] {
    let shares = softmax(general);
    std::array::from_fn(|at| shares.get(at).map_or(CONSTANT, |share| SCALE * share.ln().max(LEAST_LOG)))
}

fn softmax(logits: &[f32; CLASS_COUNT]) -> [f32; CLASS_COUNT] {
    let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let shares = logits.map(|logit| (logit - best).exp());
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

fn dot(a: &[f32; INPUTS], b: &[f32; INPUTS]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set whose bishops of both colours look like pawns with a touch of bishop, seen under all symmetries.
    fn strange(placement: &Placement) -> Vec<Reading> {
        let (white_pawn, white_bishop) = (1, 3);
        let judged = |symmetry: &Symmetry| {
            let classes = std::array::from_fn(|at| {
                let (row, column) = symmetry.square(at);
                let class = Piece::class_of(Square::new(column, 7 - row).and_then(|square| placement[square]));
                let mut logits = [-4.0; CLASS_COUNT];
                // A little different in each view
                logits[class] = 3.0 + 0.1 * (at % 3) as f32;
                if class == white_bishop || class == white_bishop + 6 {
                    logits[class] = 0.5;
                    logits[class - white_bishop + white_pawn] = 2.0;
                }
                logits
            });
            Reading { classes: Box::new(classes), covered: Box::new([-1.0; 64]) }
        };
        Symmetry::ALL.iter().map(judged).collect()
    }

    fn best(logits: &[f32; CLASS_COUNT]) -> usize {
        (0..CLASS_COUNT).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap()
    }

    #[test]
    fn what_the_start_position_shows_is_known_in_another() {
        let set = LearnedSet::from_judged(&strange(&Placement::start()), &Placement::start()).unwrap();
        let later: Placement = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR".parse().unwrap();
        let judged = &strange(&later)[0];
        for square in Square::all() {
            let logits = &judged.classes[(7 - square.rank()) * 8 + square.file()];
            let truth = Piece::class_of(later[square]);
            assert_eq!(best(&set.correct(logits)), truth, "{square}");
            if matches!(truth, 3 | 9) {
                assert_ne!(best(logits), truth, "nothing had to be learnt on {square}");
            }
        }
    }

    #[test]
    fn the_same_squares_teach_the_same_and_too_few_teach_nothing() {
        let learn = || LearnedSet::from_judged(&strange(&Placement::start()), &Placement::start());
        assert_eq!(learn(), learn());
        assert_eq!(LearnedSet::from_judged(&strange(&Placement::EMPTY), &Placement::EMPTY), None);
        let mut covered = strange(&Placement::start());
        covered.iter_mut().for_each(|reading| *reading.covered = [1.0; 64]);
        assert_eq!(LearnedSet::from_judged(&covered, &Placement::start()), None);
    }
}
