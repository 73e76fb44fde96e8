//! Hands over a clock: who reaches for it, and when he lets go.
//!
//! A hand that presses comes over its player's end and leaves over it. It is told from the shadows that pass all the time by
//! its hue: a shadow darkens what it falls on and hardly colours it. What the clock looks like with nobody near is learnt as it goes.

use crate::clock_zone::ClockZone;
use crate::samples::Samples;
use board::{Color, Stamp};
use calibration::{BoardView, Point};
use capture::Image;

/// Cells along the zone and across it, and pixels looked up along an edge of a cell.
const ALONG: usize = 32;
const ACROSS: usize = 8;
const PER_CELL: usize = 4;

/// The cells at either end that belong to its player.
const END: usize = 11;

/// Frames nearer to each other than this are not looked at, in milliseconds: a hand is there for longer.
const LEAST_INTERVAL_MS: i64 = 25;

/// A cell is covered when its hue differs by so much from that of the empty clock under the same light, in grey levels, ...
const LEAST_HUE: f32 = 14.0;

/// ... or when it is brighter by so much: nothing but a thing does that.
const BRIGHTER: f32 = 1.35;
const BRIGHTER_BY: f32 = 40.0;

/// A hand is over a player's end when so much of it is covered.
const PRESENT: f32 = 0.09;

/// It has left when less than this share of what it covered at most is.
const LEFT: f32 = 0.25;

/// A hand that covers the other end almost as much came from there.
const OWN: f32 = 1.25;

/// What is learnt of the empty clock takes so long, in milliseconds.
const LEARNT_IN_MS: f32 = 600.0;

/// What covers the clock and does not move for so long is no hand, in milliseconds: the clock was moved, or the light was switched.
const STILL_MS: i64 = 3000;

/// Nothing moves when no cell's brightness changes by more than this, in grey levels summed over the channels.
const STILL: f32 = 24.0;

/// The zone is calm when less than this share of it is covered.
const CALM: f32 = 0.02;

/// A hand was over a player's end and has left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Visit {
    /// Whose end.
    pub by: Color,
    /// When it was last over the clock as much as a pressing hand is.
    pub at: Stamp,
    /// How much of the end it covered at most, from 0 to 1.
    pub most: f32,
    /// How much of the other end was covered meanwhile at most.
    pub other: f32,
    /// How long it was there, in milliseconds.
    pub lasted_ms: i64,
}

#[derive(Clone, Copy, Debug)]
struct Present {
    since: Stamp,
    last: Stamp,
    most: f32,
    other: f32,
}

#[derive(Clone, Copy, Default, Debug)]
struct Cell {
    /// Red less green and green less blue, in grey levels.
    hue: [f32; 2],
    /// The sum of the channels.
    sum: f32,
}

/// Watches one clock's zone for hands.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    samples: Samples<{ PER_CELL * PER_CELL }>,
    empty: Vec<Cell>,
    now: Vec<Cell>,
    before: Vec<Cell>,
    still_since: Option<Stamp>,
    last: Option<Stamp>,
    covered: f32,
    present: [Option<Present>; 2],
}

impl Hands {
    /// For a zone beside the board that is seen so, in pictures of this size.
    pub(crate) fn new(zone: &ClockZone, view: &BoardView, picture: (usize, usize)) -> Hands {
        let zone = zone.with_ends();
        let part =
            |cell: usize, n: usize, cells: usize| (cell as f64 + (n as f64 + 0.5) / PER_CELL as f64) / cells as f64;
        let points = (0..ACROSS * ALONG).map(|cell| -> [Point; PER_CELL * PER_CELL] {
            std::array::from_fn(|n| {
                let along = part(cell % ALONG, n % PER_CELL, ALONG);
                view.image_from_table(zone.at(along, part(cell / ALONG, n / PER_CELL, ACROSS)))
            })
        });
        Hands {
            samples: Samples::new(picture.0, picture.1, points),
            empty: Vec::new(),
            now: Vec::new(),
            before: Vec::new(),
            still_since: None,
            last: None,
            covered: 1.0,
            present: [None; 2],
        }
    }

    /// Whether they were made for pictures of this size.
    pub(crate) fn fit(&self, image: &Image) -> bool {
        self.samples.fit(image)
    }

    /// Whether nothing was over the clock in the last frame.
    pub(crate) fn is_calm(&self) -> bool {
        self.covered < CALM
    }

    /// Looks at a frame; gives the hands that have left.
    pub(crate) fn look(&mut self, image: &Image, at: Stamp) -> Vec<Visit> {
        let passed = self.last.map(|last| at.millis_since(last));
        if passed.is_some_and(|passed| passed < LEAST_INTERVAL_MS) {
            return Vec::new();
        }
        self.last = Some(at);
        self.measure(image);
        if self.empty.is_empty() {
            self.empty.clone_from(&self.now);
        }
        let covered: Vec<bool> = self.now.iter().zip(&self.empty).map(|(now, empty)| covers(now, empty)).collect();
        self.covered = share(covered.iter().copied());
        let end = |of: Color| {
            // the outermost rows are the table's
            let cells = (1..ACROSS - 1).flat_map(|row| (0..END).map(move |n| (row, n)));
            share(cells.map(|(row, n)| covered[row * ALONG + if of == Color::White { n } else { ALONG - 1 - n }]))
        };
        if self.learn(passed.unwrap_or(0), at) {
            return Vec::new();
        }
        let ends = [end(Color::White), end(Color::Black)];
        Color::BOTH.into_iter().filter_map(|by| self.follow(by, ends[by.index()], ends[(!by).index()], at)).collect()
    }

    fn measure(&mut self, image: &Image) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        for pixels in self.samples.colours(image) {
            let mut sum = [0.0f32; 3];
            let mut seen = 0.0f32;
            for [blue, green, red] in pixels {
                sum[0] += f32::from(blue);
                sum[1] += f32::from(green);
                sum[2] += f32::from(red);
                seen += 1.0;
            }
            let [blue, green, red] = sum.map(|sum| sum / seen.max(1.0));
            self.now.push(Cell { hue: [red - green, green - blue], sum: red + green + blue });
        }
    }

    /// Learns what the clock looks like with nobody near. Whether that is now what was taken for a hand until then.
    fn learn(&mut self, passed: i64, at: Stamp) -> bool {
        let moves = self.now.iter().zip(&self.before).any(|(now, before)| (now.sum - before.sum).abs() > STILL);
        if moves || self.before.len() != self.now.len() {
            self.still_since = None;
        } else if at.millis_since(*self.still_since.get_or_insert(at)) >= STILL_MS && !self.is_calm() {
            self.empty.clone_from(&self.now);
            self.present = [None; 2];
            self.covered = 0.0;
            return true;
        }
        if self.is_calm() {
            let part = 1.0 - (-(passed as f32) / LEARNT_IN_MS).exp();
            for (empty, now) in self.empty.iter_mut().zip(&self.now) {
                empty.sum += (now.sum - empty.sum) * part;
                empty.hue.iter_mut().zip(now.hue).for_each(|(empty, now)| *empty += (now - *empty) * part);
            }
        }
        false
    }

    /// Follows the hand at one end, of which so much is covered.
    fn follow(&mut self, by: Color, own: f32, other: f32, at: Stamp) -> Option<Visit> {
        let present = &mut self.present[by.index()];
        let Some(hand) = present else {
            *present = (own > PRESENT).then_some(Present { since: at, last: at, most: own, other });
            return None;
        };
        hand.most = hand.most.max(own);
        hand.other = hand.other.max(other);
        let gone = (LEFT * hand.most).max(PRESENT / 2.0);
        if own >= gone {
            hand.last = at;
            return None;
        }
        let Present { since, last, most, other } = *hand;
        *present = None;
        (most >= OWN * other).then_some(Visit { by, at: last, most, other, lasted_ms: last.millis_since(since) })
    }
}

/// Whether something lies over a cell that looks so when it is empty.
fn covers(now: &Cell, empty: &Cell) -> bool {
    let (sum, known) = (now.sum + 30.0, empty.sum + 30.0);
    let light = (sum / known).clamp(0.2, 3.0);
    let hue: f32 = now.hue.iter().zip(empty.hue).map(|(now, empty)| (now - empty * light).abs()).sum();
    hue > LEAST_HUE || sum > known * BRIGHTER + BRIGHTER_BY
}

fn share(cells: impl Iterator<Item = bool>) -> f32 {
    let (mut set, mut all) = (0u32, 0u32);
    for cell in cells {
        set += u32::from(cell);
        all += 1;
    }
    set as f32 / all.max(1) as f32
}
