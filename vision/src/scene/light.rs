//! How the light on the boards has changed: all of it, or on a part.
//!
//! Light is told by surfaces that are seen to be the same, so hands, sleeves and pieces that were moved say nothing about it.

use super::windows::Likeness;
use board::Stamp;
use std::collections::VecDeque;

/// A window that correlates so with how it looked shows the same surface.
pub(super) const SAME: f32 = 0.8;

/// ... if it has so much structure, in grey levels.
pub(super) const STRUCTURED: f32 = 3.0;

/// So many windows must show the same surface for anything to be said about the light.
const LEAST_WINDOWS: usize = 14;

/// Light that has changed by so much, as a logarithm, is told: 20 %.
const CHANGED: f32 = 0.18;

/// ... if it came within so long, in milliseconds; and by so much however long it took.
const SUDDEN_MS: i64 = 5_000;
const SLOW: f32 = 0.45;

/// Light has settled when it has stayed within so much for so long.
const STEADY: f32 = 0.05;
const STEADY_MS: i64 = 500;

/// Light that has not settled for so long is told all the same.
const UNSETTLED_MS: i64 = 4_000;

/// After so many changes within so long only their going on is told, in milliseconds.
const MANY: usize = 4;
const MANY_WITHIN_MS: i64 = 60_000;

/// A part in shadow has less light than the rest and than before by so much.
const SHADED: f32 = 0.3;

/// ... and the more by this share of what all has changed: bright and dark surfaces follow the exposure differently.
const TONE: f32 = 0.3;

/// A part that is so many windows of the sixty-four of a board is one.
const PART: usize = 10;

/// If more than this share is in shadow, it is the light.
const ALL: f32 = 0.85;

/// What one look says of the light.
#[derive(Clone, Debug)]
pub(super) struct Lit {
    /// How much brighter the boards are, as a logarithm, apart from what is in shadow.
    pub(super) level: f32,
    /// For each board the windows in shadow, a bit each.
    pub(super) shaded: Vec<u64>,
    /// How much darker than the rest the part in shadow is, as a logarithm.
    pub(super) depth: f32,
}

/// Whether a window shows the surface it did.
pub(super) fn same(now: &Likeness) -> bool {
    now.like >= SAME && now.contrast >= STRUCTURED
}

/// The light on the boards' windows; `None` where too few are seen.
pub(super) fn lit(boards: &[Vec<(usize, Likeness)>]) -> Option<Lit> {
    let fields: Vec<[Option<f32>; 64]> = boards.iter().map(|windows| smooth(windows)).collect();
    let mut all: Vec<f32> = fields.iter().flatten().flatten().copied().collect();
    if all.len() < LEAST_WINDOWS {
        return None;
    }
    all.sort_unstable_by(f32::total_cmp);
    let (middle, bright) = (all[all.len() / 2], all[all.len() * 9 / 10]);
    let limit = (bright - SHADED).min(-SHADED / 1.5) - TONE * bright.abs();
    let dark = |light: &f32| *light < limit;
    let share = all.iter().filter(|light| dark(light)).count() as f32 / all.len() as f32;
    if share > ALL {
        return Some(Lit { level: middle, shaded: vec![0; boards.len()], depth: 0.0 });
    }
    let bits = |field: &[Option<f32>; 64]| {
        field
            .iter()
            .enumerate()
            .filter(|(_, light)| light.as_ref().is_some_and(dark))
            .fold(0, |bits, (at, _)| bits | 1 << at)
    };
    let in_light: Vec<f32> = all.iter().copied().filter(|light| !dark(light)).collect();
    let in_shadow: Vec<f32> = all.iter().copied().filter(dark).collect();
    let level = in_light[in_light.len() / 2];
    let depth = in_shadow.get(in_shadow.len() / 2).map_or(0.0, |shadow| level - shadow);
    Some(Lit { level, shaded: fields.iter().map(bits).collect(), depth })
}

/// Each window's light as the median of it and its neighbours, where they show the surfaces they did.
fn smooth(windows: &[(usize, Likeness)]) -> [Option<f32>; 64] {
    let mut known = [None; 64];
    windows.iter().filter(|(_, now)| same(now)).for_each(|(at, now)| known[*at] = Some(now.light));
    std::array::from_fn(|at| {
        known[at]?;
        let (row, column) = (at / 8, at % 8);
        let rows = row.saturating_sub(1)..=(row + 1).min(7);
        let near =
            rows.flat_map(|row| (column.saturating_sub(1)..=(column + 1).min(7)).map(move |column| row * 8 + column));
        let mut lights: Vec<f32> = near.filter_map(|near| known[near]).collect();
        lights.sort_unstable_by(f32::total_cmp);
        Some(lights[lights.len() / 2])
    })
}

/// A change of the light that is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Change {
    /// How much brighter, as a logarithm.
    pub(super) by: f32,
    /// How long it took, in milliseconds.
    pub(super) over_ms: i64,
    /// It has changed so often that no more is told until it has been steady for a while.
    pub(super) unsteady: bool,
}

/// Follows the level of the light, which is measured against what was last told.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    recent: VecDeque<(Stamp, f32)>,
    /// Since when it has been clearly other.
    left: Option<Stamp>,
    changes: VecDeque<Stamp>,
}

impl Level {
    /// Takes a level; the change, if it is to be told or, where it would be too often, kept to oneself.
    pub(super) fn see(&mut self, at: Stamp, level: f32) -> Option<(Change, bool)> {
        self.recent.push_back((at, level));
        while self.recent.front().is_some_and(|(then, _)| at.millis_since(*then) > SUDDEN_MS) {
            self.recent.pop_front();
        }
        if level.abs() < CHANGED / 2.0 {
            self.left = None;
            return None;
        }
        let left = *self.left.get_or_insert(at);
        if level.abs() < CHANGED {
            return None;
        }
        let last = self.recent.iter().rev().take_while(|(then, _)| at.millis_since(*then) <= STEADY_MS);
        let (mut least, mut most) = (level, level);
        last.for_each(|(_, level)| (least, most) = (least.min(*level), most.max(*level)));
        let full = at.millis_since(left) >= STEADY_MS && self.recent.len() >= 3;
        let steady = full && most - least <= STEADY;
        let (lowest, highest) =
            self.recent.iter().fold((level, level), |(a, b), (_, level)| (a.min(*level), b.max(*level)));
        let sudden = highest - lowest >= CHANGED;
        let waited = at.millis_since(left) >= UNSETTLED_MS;
        if !(steady && sudden || waited && level.abs() >= SLOW) {
            return None;
        }
        self.recent.clear();
        self.left = None;
        while self.changes.front().is_some_and(|then| at.millis_since(*then) > MANY_WITHIN_MS) {
            self.changes.pop_front();
        }
        self.changes.push_back(at);
        let over_ms = if steady { (at.millis_since(left) - STEADY_MS).max(0) } else { at.millis_since(left) };
        let change = Change { by: level, over_ms, unsteady: self.changes.len() == MANY };
        Some((change, self.changes.len() <= MANY))
    }
}

/// A part that stays in shadow: what has been in it for so long, in milliseconds.
const SHADOW_MS: i64 = 2_500;
const SHADOW_GONE_MS: i64 = 1_500;

/// Follows one board's part in shadow.
#[derive(Clone, Debug)]
pub(super) struct Shade {
    since: [Option<Stamp>; 64],
    gone: Option<Stamp>,
    holds: bool,
}

impl Default for Shade {
    fn default() -> Shade {
        Shade { since: [None; 64], gone: None, holds: false }
    }
}

impl Shade {
    /// Takes the windows in shadow; how many of them have been so for long, and whether that is a part of the board.
    pub(super) fn see(&mut self, at: Stamp, shaded: u64) -> bool {
        let mut long = 0;
        for (window, since) in self.since.iter_mut().enumerate() {
            if shaded >> window & 1 == 0 {
                *since = None;
                continue;
            }
            long += usize::from(at.millis_since(*since.get_or_insert(at)) >= SHADOW_MS);
        }
        if !self.holds {
            self.holds = long >= PART;
            self.gone = None;
        } else if shaded.count_ones() as usize >= PART / 2 {
            self.gone = None;
        } else if at.millis_since(*self.gone.get_or_insert(at)) >= SHADOW_GONE_MS {
            self.holds = false;
        }
        self.holds
    }
}
