//! Finds the times on a clock's display in a picture of the clock.
//!
//! A display is even ground with thin strokes in it. Even ground is found first, then which way lines of text run in it, then whether digits of seven
//! segments with colons between them explain the strokes.

use crate::display_fit::fitted;
use crate::display_line::{Face, Line, MARGIN, Pattern, Setting};
use crate::display_lines::{LEAST_INK, lines};
use crate::display_read::cost;
use crate::plane::{Plane, Sums};
use crate::seven_segment::{Inks, Lit};
use std::borrow::Cow;

/// Strokes are narrower than twice this and one more, in pixels of the clock's picture: thin ones and thick ones.
const STROKES: [usize; 2] = [3, 6];

/// Of the strokes that digits ought to have, these explain at least this share.
const EXPLAINED: f32 = 0.5;

/// Digits look less like themselves than this on average, in squared spreads, where there are none.
pub(crate) const MOST_COST: f32 = 7.0;

/// Where a digit is, at least so much is explained, in lit segments.
const SOME: f32 = 1.0;

/// How sure the way up has to be: so much more is explained, in lit segments.
const WAY_UP: f32 = 2.0;

/// What was found: White's time and Black's in the clock's picture, in which White's end is at the left, and whether digits are brighter
/// than their ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Display {
    pub faces: [Face; 2],
    pub bright: bool,
}

/// Looks for both times in a picture of the clock.
pub(crate) fn find(picture: &Plane) -> Option<Display> {
    // most displays are dark on pale ground, with thin strokes
    [false, true].into_iter().find_map(|bright| {
        let plane = toned(picture, bright);
        STROKES.into_iter().find_map(|reach| {
            let both_ways = lines(&plane, reach).into_iter().flat_map(|line| [line, line.turned()]);
            let times: Vec<Time> = both_ways.flat_map(|line| parsed(&plane, line)).collect();
            let faces = both(&times)?.map(|face| fitted(&plane, face.alone()));
            faces
                .iter()
                .all(|face| cost(face, &face.line.ink_in(&plane)) < MOST_COST)
                .then_some(Display { faces, bright })
        })
    })
}

/// The picture with digits darker than their ground.
pub(crate) fn toned(picture: &Plane, bright: bool) -> Cow<'_, Plane> {
    if bright { Cow::Owned(picture.map(|value| 255.0 - value)) } else { Cow::Borrowed(picture) }
}

/// A time that was found, and how much it explains.
#[derive(Clone, Copy, Debug)]
struct Time {
    face: Face,
    score: f32,
}

/// White's and Black's: one on either side of the clock's middle, both read the same way up. None where the other way up would do almost
/// as well: most times turned round are none, and some are.
fn both(times: &[Time]) -> Option<[Face; 2]> {
    let [upright, turned] = [true, false].map(|upright| {
        let own: Vec<&Time> = times.iter().filter(|time| (time.face.line.along.0 > 0.0) == upright).collect();
        pair(&own)
    });
    let score = |pair: &Option<(f32, [Face; 2])>| pair.map_or(0.0, |(score, _)| score);
    let more = score(&upright) - score(&turned);
    (more.abs() > WAY_UP).then_some(if more > 0.0 { upright } else { turned }).flatten().map(|(_, faces)| faces)
}

/// The two that explain most, and how much.
fn pair(times: &[&Time]) -> Option<(f32, [Face; 2])> {
    let mut best: Option<(f32, [Face; 2])> = None;
    for (index, one) in times.iter().enumerate() {
        for two in &times[index + 1..] {
            let (left, right) = if one.face.middle().0 < two.face.middle().0 { (one, two) } else { (two, one) };
            let apart = right.face.middle().0 - left.face.middle().0;
            let size = |time: &Time| time.face.setting.length(time.face.pattern) * length(time.face.line.along);
            let score = one.score + two.score;
            if apart > 0.8 * size(left).max(size(right)) && best.is_none_or(|(known, _)| score > known) {
                best = Some((score, [left.face, right.face]));
            }
        }
    }
    best
}

fn length((x, y): (f32, f32)) -> f32 {
    x.hypot(y)
}

/// The one or two times that explain most of a line's ink.
fn parsed(plane: &Plane, line: Line) -> Vec<Time> {
    let ink = line.ink_in(plane);
    let sums = Sums::of(&ink);
    let lit = Lit::within(&ink, MARGIN as usize);
    if lit.upright < 0.5 * LEAST_INK {
        return Vec::new();
    }
    let mut best: (f32, Vec<Time>) = (0.0, Vec::new());
    for width in [9, 12, 15, 18, 21, 25, 29] {
        let width = width as f32;
        let explained: Vec<f32> =
            (0..line.length).map(|x| Inks::of(&sums, x as f32, MARGIN, width).explained(lit)).collect();
        if explained.iter().filter(|explained| **explained > SOME).count() < 3 {
            continue;
        }
        for pitch in [1.15, 1.3, 1.5] {
            for colon in [0.25, 0.45, 0.75] {
                let setting = Setting { width, pitch: (width * pitch).round(), colon: (width * colon).round() };
                let mut found: Vec<Time> = Vec::new();
                for pattern in Pattern::ALL {
                    let last = line.length as f32 - setting.length(pattern);
                    let mut left = 0.0;
                    while left < last {
                        let of = |at: f32| explained.get(at as usize).copied().unwrap_or(0.0);
                        // a group without a digit at its beginning is none
                        let begins = of(left) > 0.0;
                        if begins && setting.offsets(pattern).map(|at| of(left + at)).sum::<f32>() > 3.0 {
                            let score = setting.score(&sums, left, pattern, lit, of);
                            found.push(Time { face: Face { line, left, pattern, setting }, score });
                        }
                        left += 1.0;
                    }
                }
                let chosen = pick(&mut found);
                let sum = chosen.iter().map(|time| time.score).sum::<f32>();
                if sum > best.0 {
                    best = (sum, chosen);
                }
            }
        }
    }
    best.1.retain(|time| time.score > EXPLAINED * 6.0);
    best.1
}

/// The two that explain most and do not overlap.
fn pick(found: &mut [Time]) -> Vec<Time> {
    found.sort_by(|one, two| two.score.total_cmp(&one.score));
    let mut best: (f32, Vec<Time>) = (0.0, Vec::new());
    for (index, one) in found.iter().enumerate().take(12) {
        let apart = |two: &&Time| {
            let end = |time: &Time| time.face.left + time.face.setting.length(time.face.pattern);
            let room = 0.25 * one.face.setting.width;
            two.face.left > end(one) + room || one.face.left > end(two) + room
        };
        let other = found[index + 1..].iter().find(apart);
        let sum = one.score + other.map_or(0.0, |other| other.score.max(0.0));
        if sum > best.0 {
            best = (sum, std::iter::once(*one).chain(other.copied().filter(|other| other.score > 0.0)).collect());
        }
    }
    best.1
}
