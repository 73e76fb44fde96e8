//! Digits of seven segments: what is measured of one, and which it is.

use crate::plane::{Plane, Sums};

/// Rows from the top of a digit to its bottom in the strips that digits are read from.
pub(crate) const ROWS: f32 = 24.0;

/// The segments of the digits 0 to 9, one bit each: top, upper right, lower right, bottom, lower left, upper left, middle.
const CODES: [u8; 10] = [
    0b011_1111, 0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110, 0b110_1101, 0b111_1101, 0b000_0111, 0b111_1111,
    0b110_1111,
];

/// Which segments lie across: they may be seen thinner or thicker than those that stand.
const ACROSS: [bool; 7] = [true, false, false, true, false, false, true];

/// A segment strays from what it should be by so much, as a share of one that is lit.
const SPREAD: f32 = 0.27;

/// Nothing costs more than this: a spot of dirt is one segment's.
const DEAREST: f32 = 9.0;

/// The ink of a digit's seven segments and of its two holes, which have none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Inks {
    pub segments: [f32; 7],
    pub holes: [f32; 2],
}

/// How much ink a lit segment has: one across, and one that stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Lit {
    pub across: f32,
    pub upright: f32,
}

/// Which digit it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Digit {
    pub value: u8,
    /// How far it is from looking as it should: a squared distance in spreads, 0 for perfect.
    pub cost: f32,
    /// How much farther every other digit is.
    pub margin: f32,
}

impl Inks {
    /// Of the digit in the box of this width with its top left corner there, in a strip's pixels.
    pub(crate) fn of(ink: &Sums, left: f32, top: f32, width: f32) -> Inks {
        // a segment may lie a little beside its place: the darkest of three places counts
        let across = |middle: f32| {
            let strip = |by: f32| {
                let y = top + middle * ROWS + by;
                ink.mean(left + 0.3 * width, y - 1.0, left + 0.7 * width, y + 1.0)
            };
            strip(-1.0).max(strip(0.0)).max(strip(1.0))
        };
        let upright = |middle: f32, from: f32, to: f32| {
            let strip = |by: f32| {
                let x = left + middle * width + by;
                ink.mean(x - 1.0, top + from * ROWS, x + 1.0, top + to * ROWS)
            };
            strip(-1.0).max(strip(0.0)).max(strip(1.0))
        };
        let (upper, lower) = ((0.17, 0.41), (0.59, 0.83));
        let segments = [
            across(0.065),
            upright(0.92, upper.0, upper.1),
            upright(0.92, lower.0, lower.1),
            across(0.935),
            upright(0.08, lower.0, lower.1),
            upright(0.08, upper.0, upper.1),
            across(0.5),
        ];
        let hole =
            |from: f32, to: f32| ink.mean(left + 0.38 * width, top + from * ROWS, left + 0.62 * width, top + to * ROWS);
        Inks { segments, holes: [hole(0.2, 0.36), hole(0.64, 0.8)] }
    }

    /// As shares of what a lit segment has.
    fn shares(&self, lit: Lit) -> [f32; 7] {
        let mut shares = self.segments;
        for (share, across) in shares.iter_mut().zip(ACROSS) {
            *share /= if across { lit.across } else { lit.upright };
        }
        shares
    }

    /// The digit it is most likely, of those up to `most`.
    pub(crate) fn digit(&self, lit: Lit, most: u8) -> Digit {
        let shares = self.shares(lit);
        let holes = self.holes.iter().map(|hole| square(hole / lit.upright.max(lit.across))).sum::<f32>();
        let mut costs = [f32::INFINITY; 10];
        for (cost, code) in costs.iter_mut().zip(CODES) {
            let of = |(at, share): (usize, &f32)| match code >> at & 1 {
                1 => square((share - 1.0).min(0.0)),
                _ => square(*share),
            };
            *cost = holes + shares.iter().enumerate().map(of).sum::<f32>();
        }
        let (mut value, mut margin) = (0, f32::INFINITY);
        for (of, cost) in (0u8..).zip(costs) {
            if of <= most && cost < costs[usize::from(value)] {
                value = of;
            }
        }
        let cost = costs[usize::from(value)];
        for (of, other) in (0u8..).zip(costs) {
            // what no clock shows in this place is still another digit
            if of != value {
                margin = margin.min(other - cost);
            }
        }
        Digit { value, cost, margin }
    }

    /// How much of the ink a digit explains, in lit segments: what is lit as it should be, less what should not be there. Used to find
    /// where digits are.
    pub(crate) fn explained(&self, lit: Lit) -> f32 {
        let shares = self.shares(lit).map(|share| share.min(1.0));
        let holes: f32 = self.holes.iter().map(|hole| hole / lit.upright.max(lit.across)).sum();
        let of = |code: &u8| -> f32 {
            let segment = |(at, share): (usize, &f32)| match code >> at & 1 {
                1 => 2.0 * share - 1.0,
                _ => -2.0 * share,
            };
            shares.iter().enumerate().map(segment).sum()
        };
        CODES.iter().map(of).fold(f32::NEG_INFINITY, f32::max) - 2.0 * holes
    }
}

impl Lit {
    /// What a lit segment is likely to have in a strip's ink with so many rows above and below the text, wherever digits are in it.
    pub(crate) fn within(ink: &Plane, beside: usize) -> Lit {
        let from = ink.width * (beside + 2).min(ink.height / 2);
        let text = &ink.values[from..ink.values.len() - from];
        let mut strengths: Vec<f32> = text.iter().copied().filter(|ink| *ink > 0.03).collect();
        strengths.sort_unstable_by(f32::total_cmp);
        let least = 0.3 * strengths.get(strengths.len() * 9 / 10).copied().unwrap_or(0.0);
        let strokes = &strengths[strengths.partition_point(|ink| *ink < least)..];
        let lit = strokes.get(strokes.len() * 6 / 10).copied().unwrap_or(0.0).max(1e-3);
        Lit { across: lit, upright: lit }
    }

    /// What a lit segment has, from those of several digits: in each direction some are lit, or hardly any are and the other's half stands in.
    pub(crate) fn of(digits: &[Inks]) -> Lit {
        let some = |lies: bool| {
            let own = |inks: &Inks| inks.segments.into_iter().zip(ACROSS).filter(move |(_, across)| *across == lies);
            let mut all: Vec<f32> = digits.iter().flat_map(|inks| own(inks).map(|(ink, _)| ink)).collect();
            all.sort_unstable_by(f32::total_cmp);
            all.get(all.len() * 4 / 5).copied().unwrap_or(0.0)
        };
        let (across, upright) = (some(true), some(false));
        let least = (0.5 * across.max(upright)).max(1e-3);
        Lit { across: across.max(least), upright: upright.max(least) }
    }
}

fn square(share: f32) -> f32 {
    let spreads = share / SPREAD;
    (spreads * spreads).min(DEAREST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIT: Lit = Lit { across: 0.4, upright: 0.6 };

    fn inks(code: u8) -> Inks {
        let lit = |at: usize| {
            if code >> at & 1 == 0 {
                0.02
            } else if ACROSS[at] {
                0.38
            } else {
                0.61
            }
        };
        Inks { segments: std::array::from_fn(lit), holes: [0.01; 2] }
    }

    #[test]
    fn digits_are_told_and_other_patterns_cost() {
        for (value, code) in (0..).zip(CODES) {
            let digit = inks(code).digit(LIT, 9);
            assert!(digit.value == value && digit.cost < 0.2 && digit.margin > 8.0, "{digit:?}");
        }
        // E, and what is half an 8 and half a 6
        assert!(inks(0b111_1001).digit(LIT, 9).cost > 8.0);
        let mut half = inks(CODES[8]);
        half.segments[1] = 0.3;
        assert!(half.digit(LIT, 9).margin < 1.0);
        assert_eq!(inks(CODES[7]).digit(LIT, 5).value, 1, "no minute has 70 seconds");
    }

    #[test]
    fn what_is_lit_is_learnt_from_the_digits_themselves() {
        let lit = Lit::of(&[1, 1, 7].map(|digit: usize| inks(CODES[digit])));
        assert!((lit.upright - 0.61).abs() < 0.01 && (lit.across - 0.305).abs() < 0.01, "{lit:?}");
    }
}
