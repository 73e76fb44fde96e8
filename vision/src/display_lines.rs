//! Finds lines that may be text in a picture of a clock: rows of thin strokes on even ground.

use crate::display_line::Line;
use crate::plane::Plane;
use crate::seven_segment::ROWS;

/// Strokes take at least this much of the light of their ground.
pub(crate) const LEAST_INK: f32 = 0.12;

/// Even ground changes by no more than this from pixel to pixel, in grey levels, or this share of its brightness.
const EVEN: (f32, f32) = (6.0, 0.06);

/// Of the clock's picture a display takes no less than this.
const LEAST_AREA: f32 = 0.015;

/// So much of even ground is its edge, in pixels.
const EDGE: usize = 2;

/// So many rows of ink in one even ground are tried.
const BANDS: usize = 3;

/// Text lies along the clock, give or take so many degrees and so much slant.
const TURNED_DEG: i32 = 15;
const SLANT: f32 = 0.36;

/// Digits are no lower than this, in pixels of the clock's picture, and no higher than this share of its height.
const LEAST_HEIGHT: f32 = 10.0;
const MOST_HEIGHT: f32 = 0.6;

/// The lines of text on even ground, with strokes narrower than `2 * reach + 1` pixels.
pub(crate) fn lines(plane: &Plane, reach: usize) -> Vec<Line> {
    let ground = plane.closed(reach);
    let ink = plane.ink_on(ground.clone());
    let even = Plane::new(plane.width, plane.height, |x, y| {
        let here = ground.at(x, y);
        let step = |x: usize, y: usize| (ground.at(x.min(plane.width - 1), y.min(plane.height - 1)) - here).abs();
        let most = step(x + 1, y).max(step(x, y + 1)).max(step(x + 1, y + 1));
        f32::from(u8::from(most < EVEN.0.max(EVEN.1 * here)))
    });
    let mut seen = vec![false; plane.values.len()];
    let mut found = Vec::new();
    for start in 0..seen.len() {
        if seen[start] || even.values[start] == 0.0 {
            continue;
        }
        let region = flooded(&even, start, &mut seen);
        let share = region.len() as f32 / seen.len() as f32;
        if share > LEAST_AREA {
            found.extend(lines_in(&inner(&region, &even), &ink));
        }
    }
    found
}

/// The pixels of the even ground around one.
fn flooded(even: &Plane, start: usize, seen: &mut [bool]) -> Vec<usize> {
    let (mut region, mut at) = (vec![start], 0);
    seen[start] = true;
    while let Some(&pixel) = region.get(at) {
        at += 1;
        let (x, y) = (pixel % even.width, pixel / even.width);
        let mut visit = |next: usize, inside: bool| {
            if inside && !seen[next] && even.values[next] > 0.0 {
                seen[next] = true;
                region.push(next);
            }
        };
        visit(pixel.wrapping_sub(1), x > 0);
        visit(pixel + 1, x + 1 < even.width);
        visit(pixel.wrapping_sub(even.width), y > 0);
        visit(pixel + even.width, y + 1 < even.height);
    }
    region
}

/// The pixels of a region that are not at its edge: an edge that runs askew looks like strokes.
fn inner(region: &[usize], even: &Plane) -> Vec<usize> {
    let own = |at: Option<usize>| at.and_then(|at| even.values.get(at)).is_some_and(|even| *even > 0.0);
    let inside = |at: usize| {
        let down = EDGE * even.width;
        [at.checked_sub(EDGE), Some(at + EDGE), at.checked_sub(down), Some(at + down)].into_iter().all(own)
    };
    region.iter().copied().filter(|at| inside(*at)).collect()
}

/// The lines in a region that may be text.
fn lines_in(region: &[usize], ink: &Plane) -> Vec<Line> {
    let mut strokes: Vec<(f32, f32, f32)> = Vec::new();
    let mut strengths: Vec<f32> = region.iter().map(|at| ink.values[*at]).filter(|ink| *ink > 0.03).collect();
    strengths.sort_unstable_by(f32::total_cmp);
    let strong = strengths.get(strengths.len() * 9 / 10).copied().unwrap_or(0.0);
    if strong < LEAST_INK {
        return Vec::new();
    }
    for &at in region {
        if ink.values[at] > 0.35 * strong {
            strokes.push(((at % ink.width) as f32, (at / ink.width) as f32, ink.values[at].min(strong)));
        }
    }
    // the way in which rows of strokes are sharpest
    let across = |turned: f32| {
        let (sin, cos) = turned.to_radians().sin_cos();
        profile(strokes.iter().map(|(x, y, ink)| (y * cos - x * sin, *ink)))
    };
    let turned = sharpest((-TURNED_DEG..=TURNED_DEG).map(|deg| deg as f32), |deg| across(deg).1);
    let turned = sharpest((-4..=4).map(|part| turned + part as f32 / 4.0), |deg| across(deg).1);
    let ((first, mut rows), _) = across(turned);
    let mut found = Vec::new();
    for _ in 0..BANDS {
        let Some((top, bottom)) = band(&mut rows) else { break };
        let (top, bottom) = (first + top, first + bottom);
        if (LEAST_HEIGHT..MOST_HEIGHT * ink.height as f32).contains(&(bottom - top)) {
            found.extend(line_of(&strokes, turned, (top, bottom)));
        }
    }
    found
}

/// The line of the text between two rows of strokes that are turned so.
fn line_of(strokes: &[(f32, f32, f32)], turned: f32, (top, bottom): (f32, f32)) -> Option<Line> {
    let height = bottom - top;
    let (sin, cos) = turned.to_radians().sin_cos();
    let in_band: Vec<(f32, f32, f32)> = strokes
        .iter()
        .map(|(x, y, ink)| (x * cos + y * sin, y * cos - x * sin, *ink))
        .filter(|(_, across, _)| (top..bottom).contains(across))
        .collect();
    let slant = sharpest((-12..=12).map(|part| SLANT * part as f32 / 12.0), |slant| {
        halves(&in_band, (top + bottom) / 2.0, |x, y| x - slant * (y - top))
    });
    let ((first, columns), _) = profile(in_band.iter().map(|(x, y, ink)| (x - slant * (y - top), *ink)));
    let scale = height / ROWS;
    let along = (cos * scale, sin * scale);
    // a row down is a row's height across the line, and the slant along it
    let down = (-sin * scale + slant * along.0, cos * scale + slant * along.1);
    let left = first - ROWS / 2.0 * scale;
    let origin = (left * cos - top * sin, left * sin + top * cos);
    let length = (columns.len() as f32 / scale + ROWS) as usize;
    (length as f32 > 2.0 * ROWS && (length as f32) < 40.0 * ROWS).then_some(Line { origin, along, down, length })
}

/// What of these is sharpest.
pub(crate) fn sharpest(among: impl Iterator<Item = f32>, sharp: impl Fn(f32) -> f32) -> f32 {
    among
        .map(|at| (sharp(at), at))
        .fold((f32::NEG_INFINITY, 0.0), |best, one| if one.0 > best.0 { one } else { best })
        .1
}

/// From where to where there is ink among rows: around the strongest, as far as there is some. It is taken out.
fn band(rows: &mut [f32]) -> Option<(f32, f32)> {
    let most = rows.iter().copied().fold(0.0, f32::max);
    let middle = rows.iter().position(|row| *row == most && most > 0.0)?;
    let has = |row: usize| rows.get(row).is_some_and(|row| *row > 0.12 * most);
    let (mut top, mut bottom) = (middle, middle + 1);
    while top > 0 && has(top - 1) {
        top -= 1;
    }
    while has(bottom) {
        bottom += 1;
    }
    rows[top..bottom].fill(0.0);
    Some((top as f32, bottom as f32))
}

/// How sharp the columns of strokes are above a row and below it. The halves of a digit are judged each by itself: those of a 2 or a 5 lie on
/// opposite sides, and look sharpest when they are slanted onto each other.
pub(crate) fn halves(strokes: &[(f32, f32, f32)], middle: f32, column: impl Fn(f32, f32) -> f32) -> f32 {
    let half = |upper: bool| {
        let own = strokes.iter().filter(|(_, y, _)| (*y < middle) == upper);
        profile(own.map(|(x, y, ink)| (column(*x, *y), *ink))).1
    };
    half(true) + half(false)
}

/// The sums of values by whole numbers from the least on, and how sharp they are.
pub(crate) fn profile(values: impl Iterator<Item = (f32, f32)> + Clone) -> ((f32, Vec<f32>), f32) {
    let least = values.clone().map(|(at, _)| at).fold(f32::INFINITY, f32::min).floor();
    let mut sums = Vec::new();
    for (at, value) in values {
        let bin = (at - least) as usize;
        if bin >= sums.len() {
            sums.resize(bin + 1, 0.0);
        }
        sums[bin] += value;
    }
    let sharp = sums.iter().map(|sum| sum * sum).sum();
    ((least, sums), sharp)
}
