//! Lays the places of a time's digits exactly over them.

use crate::display_line::{Face, Line, MARGIN, Pattern, Setting};
use crate::display_lines::{halves, profile, sharpest};
use crate::plane::{Plane, Sums};
use crate::seven_segment::{Inks, Lit, ROWS};

/// So often a line is laid straight.
const ROUNDS: usize = 3;

/// The setting is looked for within so many strip pixels of what was found roughly: width, pitch, colon.
const ABOUT: [f32; 3] = [3.0, 4.0, 6.0];

/// A line may be so far from straight: in rows over its length, and in columns over its height.
const TILTED: f32 = 4.0;
const SLANTED: f32 = 9.0;

/// Rows with less than this share of the ink of the strongest are above or below the text.
const BESIDE: f32 = 0.16;

/// The face with the place, height, slant and setting that explain most of the ink in a plane.
pub(crate) fn fitted(plane: &Plane, face: Face) -> Face {
    let mut face = face;
    for _ in 0..ROUNDS {
        face = straightened(plane, face).unwrap_or(face);
    }
    // what is lit stays what it is: places in which little is lit would do as well as any
    let lit = Lit::within(&face.line.ink_in(plane), MARGIN as usize);
    face = set(plane, face, lit);
    face = whole(plane, face, lit).unwrap_or(face);
    let mut best = (explained(plane, &face, lit), face);
    for change in CHANGES {
        for by in [-0.7, 0.7] {
            let changed = change(best.1, by);
            let score = explained(plane, &changed, lit);
            if score > best.0 {
                best = (score, changed);
            }
        }
    }
    best.1
}

/// The same time with all of its digits: one more may stand before those that were found, or hours.
fn whole(plane: &Plane, face: Face, lit: Lit) -> Option<Face> {
    let end = face.left + face.setting.length(face.pattern);
    let long = Pattern::ALL.map(|pattern| face.setting.length(pattern)).into_iter().fold(0.0, f32::max);
    let room = (long + face.setting.pitch - end).max(0.0).ceil();
    let line = Line { origin: face.line.point(-room, 0.0), length: face.line.length + room as usize, ..face.line };
    let of = |pattern: Pattern| {
        let left = end + room - face.setting.length(pattern);
        let face = Face { line, left, pattern, ..face };
        (explained(plane, &face, lit), face)
    };
    let best = Pattern::ALL.map(of).into_iter().max_by(|one, two| one.0.total_cmp(&two.0));
    best.map(|(_, face)| face.alone())
}

/// The face with the setting, and its digits where they are in its line, that explain most.
fn set(plane: &Plane, face: Face, lit: Lit) -> Face {
    let ink = Sums::of(&face.line.ink_in(plane));
    let steps = |about: f32, reach: f32, step: f32| {
        let count = (2.0 * reach / step) as i32;
        (0..=count).map(move |at| about - reach + at as f32 * step)
    };
    let mut best = (f32::NEG_INFINITY, face);
    for width in steps(face.setting.width, ABOUT[0], 1.0) {
        // at half a pixel each
        let explained: Vec<f32> =
            (0..2 * face.line.length).map(|x| Inks::of(&ink, x as f32 / 2.0, MARGIN, width).explained(lit)).collect();
        let of = |at: f32| explained.get((2.0 * at + 0.5) as usize).copied().unwrap_or(0.0);
        for pitch in steps(face.setting.pitch, ABOUT[1], 0.5) {
            for colon in steps(face.setting.colon, ABOUT[2], 1.0) {
                let setting = Setting { width, pitch, colon };
                if !is_sound(&Face { setting, ..face }) {
                    continue;
                }
                let mut left = (face.left - ABOUT[0]).max(0.0);
                while left < face.left + ABOUT[0] {
                    let digits: f32 = setting.offsets(face.pattern).map(|at| of(left + at)).sum();
                    // the rest takes away, and a colon brings one
                    if digits + 2.0 > best.0 {
                        let score = setting.score(&ink, left, face.pattern, lit, of);
                        if score > best.0 {
                            best = (score, Face { left, setting, ..face });
                        }
                    }
                    left += 0.5;
                }
            }
        }
    }
    best.1
}

/// Its line along the rows of the text, its columns along the strokes that stand, and its top and bottom at those of the text.
fn straightened(plane: &Plane, face: Face) -> Option<Face> {
    let ink = face.line.ink_in(plane);
    let long = face.setting.length(face.pattern);
    let (first, last) = ((face.left - 1.0).max(0.0) as usize, ((face.left + long + 2.0) as usize).min(ink.width));
    let rows = MARGIN as usize - 5..(MARGIN + ROWS) as usize + 5;
    let strokes: Vec<(f32, f32, f32)> = rows
        .flat_map(|y| (first..last).map(move |x| (x, y)))
        .map(|(x, y)| (x as f32, y as f32 - MARGIN, ink.at(x, y)))
        .filter(|(.., ink)| *ink > 0.05)
        .collect();
    let middle = (face.left + long / 2.0, ROWS / 2.0);
    let parts = |most: f32| (-16..=16).map(move |part| most * part as f32 / 16.0);
    let tilt = sharpest(parts(TILTED), |tilt| {
        profile(strokes.iter().map(|(x, y, ink)| (y - tilt * (x - middle.0) / long, *ink))).1
    });
    let slant = sharpest(parts(SLANTED), |slant| halves(&strokes, middle.1, |x, y| x - slant * (y - middle.1) / ROWS));
    let Line { origin, along, down, length } = face.line;
    let step = |from: (f32, f32), by: (f32, f32), times: f32| (from.0 + by.0 * times, from.1 + by.1 * times);
    let line = Line {
        origin: step(step(origin, down, -tilt * middle.0 / long), along, -slant * middle.1 / ROWS),
        along: step(along, down, tilt / long),
        down: step(down, along, slant / ROWS),
        length,
    };
    // the text reaches as far as there is ink around its middle
    let ((top, sums), _) = profile(strokes.iter().map(|(x, y, ink)| (y - tilt * (x - middle.0) / long, *ink)));
    let at = |row: f32| match row < top {
        true => 0.0,
        false => sums.get((row - top) as usize).copied().unwrap_or(0.0),
    };
    let most = (2..ROWS as usize - 2).map(|row| at(row as f32)).fold(0.0, f32::max);
    let reach = |by: f32| {
        let mut row = middle.1;
        while at(row + by) > BESIDE * most && (-5.0..ROWS + 5.0).contains(&row) {
            row += by;
        }
        row
    };
    let (top, bottom) = (reach(-1.0), reach(1.0) + 1.0);
    (bottom - top > 0.7 * ROWS).then(|| {
        let line = Line { origin: line.point(0.0, top), ..line };
        stretched(Face { line, ..face }, bottom - top - ROWS)
    })
}

/// How much of the ink it explains, in lit segments.
fn explained(plane: &Plane, face: &Face, lit: Lit) -> f32 {
    let ink = Sums::of(&face.line.ink_in(plane));
    let of = |left: f32| Inks::of(&ink, left, MARGIN, face.setting.width).explained(lit);
    face.setting.score(&ink, face.left, face.pattern, lit, of)
}

fn is_sound(face: &Face) -> bool {
    let Setting { width, pitch, colon } = face.setting;
    width >= 7.0 && pitch > 1.05 * width && colon >= 1.0 && colon < 1.2 * width
}

/// What is changed of a line, by strip pixels.
const CHANGES: [fn(Face, f32) -> Face; 3] =
    [|face, by| Face { line: Line { origin: face.line.point(0.0, by), ..face.line }, ..face }, stretched, slanted];

/// Slanted so much more over its height, about its middle.
fn slanted(face: Face, by: f32) -> Face {
    let (part, line) = (by / ROWS, face.line);
    let down = (line.down.0 + part * line.along.0, line.down.1 + part * line.along.1);
    Face { line: Line { origin: line.point(-by / 2.0, 0.0), down, ..line }, ..face }
}

/// Higher by so many rows.
fn stretched(face: Face, by: f32) -> Face {
    let (part, line) = (1.0 + by / ROWS, face.line);
    Face { line: Line { down: (line.down.0 * part, line.down.1 * part), ..line }, ..face }
}
