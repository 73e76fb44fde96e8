//! Where a time stands on a display: a line of text, and the places of its digits in it.

use crate::plane::{Plane, Sums};
use crate::seven_segment::{Inks, Lit, ROWS};

/// Rows above and below the text that are looked at with it.
pub(crate) const MARGIN: f32 = 6.0;

/// Strokes are narrower than twice this and one more, in a strip's pixels.
const STROKE_REACH: usize = 4;

/// The parallelogram of a line of text in a plane: where its top left corner lies, and the steps of one strip pixel along it and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Line {
    pub origin: (f32, f32),
    pub along: (f32, f32),
    pub down: (f32, f32),
    /// The length in strip pixels.
    pub length: usize,
}

/// Whether a time has one or two digits before its first colon, and hours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    pub leading: u8,
    pub hours: bool,
}

/// How a clock sets its times, in strip pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Setting {
    /// The width of a digit, from the outer edge of its left strokes to that of its right.
    pub width: f32,
    /// From one digit to the next.
    pub pitch: f32,
    /// What a colon adds.
    pub colon: f32,
}

/// A time's place: its line, and where in it the first digit begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Face {
    pub line: Line,
    pub left: f32,
    pub pattern: Pattern,
    pub setting: Setting,
}

impl Line {
    /// The point of a strip pixel.
    pub(crate) fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.origin.0 + x * self.along.0 + y * self.down.0, self.origin.1 + x * self.along.1 + y * self.down.1)
    }

    /// The same text read from the other side.
    pub(crate) fn turned(&self) -> Line {
        let minus = |(x, y): (f32, f32)| (-x, -y);
        let origin = self.point(self.length.saturating_sub(1) as f32, ROWS - 1.0);
        Line { origin, along: minus(self.along), down: minus(self.down), length: self.length }
    }

    /// The places of the strip's pixels, row by row, with its margin above and below.
    pub(crate) fn places(&self) -> impl Iterator<Item = (f32, f32)> + '_ {
        let rows = (ROWS + 2.0 * MARGIN) as usize;
        (0..rows).flat_map(move |y| (0..self.length).map(move |x| self.point(x as f32, y as f32 - MARGIN)))
    }

    /// The ink along it, from what lies at its places.
    pub(crate) fn ink(&self, values: Vec<f32>) -> Plane {
        let rows = (ROWS + 2.0 * MARGIN) as usize;
        Plane { width: self.length, height: rows, values }.ink(STROKE_REACH)
    }

    /// The ink along it in a plane.
    pub(crate) fn ink_in(&self, plane: &Plane) -> Plane {
        self.ink(self.places().map(|(x, y)| plane.between(x, y)).collect())
    }
}

impl Pattern {
    pub(crate) const ALL: [Pattern; 3] = [
        Pattern { leading: 1, hours: false },
        Pattern { leading: 2, hours: false },
        Pattern { leading: 1, hours: true },
    ];

    /// Each digit: whether a colon stands before it, and the largest value that it can have.
    fn digits(self) -> impl Iterator<Item = (bool, u8)> {
        let leading = (0..self.leading).map(|_| (false, 9));
        let pair = [(true, 5), (false, 9)];
        leading.chain(pair.into_iter().cycle().take(if self.hours { 4 } else { 2 }))
    }

    /// The largest value of each digit.
    pub(crate) fn most(self) -> impl Iterator<Item = u8> {
        self.digits().map(|(_, most)| most)
    }
}

impl Setting {
    /// Where the digits of a time begin, from its first.
    pub(crate) fn offsets(&self, pattern: Pattern) -> impl Iterator<Item = f32> + '_ {
        pattern.digits().scan(0.0, |next, (after_colon, _)| {
            let at = *next + if after_colon { self.colon } else { 0.0 };
            *next = at + self.pitch;
            Some(at)
        })
    }

    /// From the first digit's left to the last one's right.
    pub(crate) fn length(&self, pattern: Pattern) -> f32 {
        self.offsets(pattern).last().unwrap_or(0.0) + self.width
    }

    /// How much of the ink a time that begins at `left` explains, in lit segments, when `explained` says it of a digit.
    pub(crate) fn score(
        &self,
        ink: &Sums,
        left: f32,
        pattern: Pattern,
        lit: Lit,
        explained: impl Fn(f32) -> f32,
    ) -> f32 {
        let unit = lit.upright.max(lit.across);
        let column = |from: f32, to: f32| ink.mean(from, MARGIN, to, MARGIN + ROWS) / unit;
        let gap = self.pitch - self.width;
        let mut score = 0.0;
        let mut before: Option<f32> = None;
        for (at, (after_colon, _)) in self.offsets(pattern).zip(pattern.digits()) {
            let at = left + at;
            score += explained(at);
            match before {
                Some(end) if after_colon => score += self.colon_score(ink, (end, at), unit),
                Some(end) => score -= 4.0 * column(end + 0.5, at - 0.5),
                None => score -= 4.0 * column(at - gap.max(2.0), at - 0.5),
            }
            before = Some(at + self.width);
        }
        let end = before.unwrap_or(left);
        score - 4.0 * column(end + 0.5, end + gap.max(2.0))
    }

    /// Two dots between two digits speak for a colon, and anything else against it.
    fn colon_score(&self, ink: &Sums, (from, to): (f32, f32), unit: f32) -> f32 {
        let rows = |top: f32, bottom: f32| ink.mean(from + 1.0, MARGIN + top * ROWS, to - 1.0, MARGIN + bottom * ROWS);
        let dots = rows(0.25, 0.47).min(rows(0.55, 0.8)) / unit;
        let other = (rows(0.0, 0.18) + rows(0.85, 1.0)) / unit;
        (3.0 * dots).min(1.0) - 4.0 * other
    }
}

impl Face {
    /// What is measured of its digits in a strip's ink, shifted by so much.
    pub(crate) fn inks(&self, ink: &Sums, by: (f32, f32)) -> Vec<Inks> {
        let of = |at: f32| Inks::of(ink, self.left + at + by.0, MARGIN + by.1, self.setting.width);
        self.setting.offsets(self.pattern).map(of).collect()
    }

    /// The middle of its time in the plane.
    pub(crate) fn middle(&self) -> (f32, f32) {
        self.line.point(self.left + self.setting.length(self.pattern) / 2.0, ROWS / 2.0)
    }

    /// The same time with no more of its line than it needs: a digit's width on both sides.
    pub(crate) fn alone(&self) -> Face {
        let room = self.setting.width.max(ROWS / 3.0);
        let origin = self.line.point(self.left - room, 0.0);
        let length = (self.setting.length(self.pattern) + 2.0 * room).ceil() as usize;
        Face { line: Line { origin, length, ..self.line }, left: room, ..*self }
    }
}
