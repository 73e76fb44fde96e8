//! Reads the time in its place on a display.

use crate::display_line::Face;
use crate::plane::{Plane, Sums};
use crate::seven_segment::{Digit, Inks, Lit};

/// Strokes take at least this much of the light of their ground.
const LEAST_INK: f32 = 0.05;

/// A digit that looks less like itself than this, in squared spreads, is none.
const MOST_COST: f32 = 8.0;

/// A digit is told when the next one is so much farther from what is seen, in squared spreads.
const LEAST_MARGIN: f32 = 2.5;

/// A margin of this is as good as any.
const PLENTY: f32 = 7.0;

/// The digits may lie so far beside their places, in strip pixels: a clock is pushed when it is pressed.
const SHIFTS: [f32; 5] = [0.0, -1.0, 1.0, -2.0, 2.0];

/// A time that was read once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Read {
    pub seconds: i64,
    /// How clearly its least clear digit was told from all others, from 0 to 1.
    pub clear: f32,
}

/// The time in its place in a strip's ink, if there is one and it is clear.
pub(crate) fn read(face: &Face, ink: &Plane) -> Option<Read> {
    let digits = digits(face, ink)?;
    let margin = digits.iter().map(|digit| digit.margin).fold(f32::INFINITY, f32::min);
    if margin < LEAST_MARGIN || digits.iter().any(|digit| digit.cost > MOST_COST) {
        return None;
    }
    Some(Read { seconds: seconds(face, &digits), clear: (margin / PLENTY).min(1.0) })
}

/// How far the digits are from looking as they should, on average: infinitely where there are no strokes.
pub(crate) fn cost(face: &Face, ink: &Plane) -> f32 {
    let mean = |digits: Vec<Digit>| digits.iter().map(|digit| digit.cost).sum::<f32>() / digits.len() as f32;
    digits(face, ink).map_or(f32::INFINITY, mean)
}

/// The digits that are likeliest in their places, none where strokes are too faint.
fn digits(face: &Face, ink: &Plane) -> Option<Vec<Digit>> {
    let sums = Sums::of(ink);
    let known = Lit::of(&face.inks(&sums, (0.0, 0.0)));
    let explained = |by: (f32, f32)| face.inks(&sums, by).iter().map(|inks| inks.explained(known)).sum::<f32>();
    let best = |shifts: [(f32, f32); 5]| {
        let tried = shifts.map(|by| (explained(by), by));
        tried.into_iter().fold((f32::NEG_INFINITY, (0.0, 0.0)), |best, one| if one.0 > best.0 { one } else { best }).1
    };
    let (along, _) = best(SHIFTS.map(|by| (by, 0.0)));
    let by = best(SHIFTS.map(|down| (along, down / 2.0)));
    let inks: Vec<Inks> = face.inks(&sums, by);
    let lit = Lit::of(&inks);
    let digits = inks.iter().zip(face.pattern.most()).map(|(inks, most)| inks.digit(lit, most));
    (lit.across.max(lit.upright) > LEAST_INK).then(|| digits.collect())
}

fn seconds(face: &Face, digits: &[Digit]) -> i64 {
    let (leading, pairs) = digits.split_at(usize::from(face.pattern.leading).min(digits.len()));
    let number = |digits: &[Digit]| digits.iter().fold(0, |number, digit| 10 * number + i64::from(digit.value));
    pairs.chunks(2).fold(number(leading), |time, pair| 60 * time + number(pair))
}
