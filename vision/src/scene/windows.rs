//! One board laid flat in a small grey picture, compared with how it looked: what is the same surface, and in which light.

use crate::samples::Samples;
use calibration::{BoardView, Point};
use capture::Image;

/// Pixels along an edge of a square.
const PIXELS: usize = 8;

/// Pixels beyond the board's edges, and by which a square's window overlaps its neighbours: the edges between squares are the
/// structure that is always there.
const RIM: usize = 2;

/// Pixels along the small picture's edge.
const SIDE: usize = 8 * PIXELS + 2 * RIM;

/// Pixels along a window's edge.
const WINDOW: usize = PIXELS + 2 * RIM;

/// Pixels of a window.
const AREA: usize = WINDOW * WINDOW;

/// A window that changed by more than this in the mean since the look before is not still, in grey levels.
const STILL: f32 = 3.5;

/// How a window compares with how it looked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Likeness {
    /// The correlation of its pixels with the reference's; 0 where either has no structure.
    pub(super) like: f32,
    /// The logarithm of how much brighter it is than in the light of the reference.
    pub(super) light: f32,
    /// The standard deviation of its pixels, in grey levels.
    pub(super) contrast: f32,
    /// Whether it looks as it did at the look before.
    pub(super) still: bool,
}

/// How a window looked, and in how much more light than the board's first reference.
#[derive(Clone, Debug)]
struct Patch {
    pixels: [u8; AREA],
    light: f32,
}

/// One board through the looks at it.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    samples: Samples<4>,
    /// The squares whose windows lie inside the picture; row by row from the eighth rank.
    inside: Vec<bool>,
    grey: Vec<u8>,
    patches: Vec<Patch>,
    before: Vec<u8>,
    now: Vec<Likeness>,
}

impl Windows {
    /// A board seen so in pictures of that size.
    pub(super) fn new(view: &BoardView, width: usize, height: usize) -> Windows {
        let points = (0..SIDE * SIDE).map(|at| {
            [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map(|(u, v)| {
                let (x, y) = ((at % SIDE) as f64 + u - RIM as f64, (at / SIDE) as f64 + v - RIM as f64);
                view.image_from_table(Point::new(x / PIXELS as f64, 8.0 - y / PIXELS as f64))
            })
        });
        let samples = Samples::new(width, height, points);
        let seen: Vec<bool> = samples.inside().collect();
        let inside = (0..64).map(|window| offsets(window).all(|at| seen[at])).collect();
        Windows { samples, inside, grey: Vec::new(), patches: Vec::new(), before: Vec::new(), now: Vec::new() }
    }

    /// Looks at a picture. The first one is the reference.
    pub(super) fn look(&mut self, image: &Image) {
        std::mem::swap(&mut self.grey, &mut self.before);
        self.samples.measure(image, &mut self.grey);
        if self.patches.is_empty() {
            self.patches = (0..64).map(|window| Patch { pixels: cut(&self.grey, window), light: 0.0 }).collect();
        }
        if self.before.is_empty() {
            self.before.clone_from(&self.grey);
        }
        self.now = (0..64).map(|window| self.compare(window)).collect();
    }

    fn compare(&self, window: usize) -> Likeness {
        let Patch { pixels: was, light } = &self.patches[window];
        let (mut s, mut ss, mut r, mut rr, mut sr, mut moved) = (0u32, 0u32, 0u32, 0u32, 0u32, 0u32);
        for (at, was) in offsets(window).zip(was) {
            let (now, was) = (u32::from(self.grey[at]), u32::from(*was));
            s += now;
            ss += now * now;
            r += was;
            rr += was * was;
            sr += now * was;
            moved += now.abs_diff(u32::from(self.before[at]));
        }
        let n = AREA as f32;
        let (mean, was) = (s as f32 / n, r as f32 / n);
        let variance = |squares: u32, mean: f32| (squares as f32 / n - mean * mean).max(0.0);
        let (var, var_was) = (variance(ss, mean), variance(rr, was));
        let both = (var * var_was).sqrt();
        Likeness {
            like: if both > 1.0 { (sr as f32 / n - mean * was) / both } else { 0.0 },
            light: light + ((mean + 4.0) / (was + 4.0)).ln(),
            contrast: var.sqrt(),
            still: (moved as f32) < STILL * n,
        }
    }

    /// How the windows in the picture compare with how they looked, with their numbers.
    pub(super) fn seen(&self) -> impl Iterator<Item = (usize, Likeness)> + '_ {
        self.now.iter().copied().enumerate().filter(|(window, _)| self.inside[*window])
    }

    /// The window's look is its reference from now on, in so much light.
    pub(super) fn accept(&mut self, window: usize, light: f32) {
        self.patches[window] = Patch { pixels: cut(&self.grey, window), light };
    }

    /// Light is measured against what it is now: each window's own where that is known, else `otherwise`.
    pub(super) fn rebase(&mut self, known: impl Fn(&Likeness) -> bool, otherwise: f32) {
        for (patch, now) in self.patches.iter_mut().zip(&self.now) {
            patch.light -= if known(now) { now.light } else { otherwise };
        }
    }

    /// The pixels of the board itself that are as bright as the camera can tell, a bit each.
    pub(super) fn saturated(&self, least: u8) -> Vec<bool> {
        let board = RIM..SIDE - RIM;
        board.clone().flat_map(|y| board.clone().map(move |x| y * SIDE + x)).map(|at| self.grey[at] >= least).collect()
    }
}

/// The pixels of a window in the small picture.
fn offsets(window: usize) -> impl Iterator<Item = usize> {
    let start = window / 8 * PIXELS * SIDE + window % 8 * PIXELS;
    (0..WINDOW).flat_map(move |y| start + y * SIDE..start + y * SIDE + WINDOW)
}

fn cut(grey: &[u8], window: usize) -> [u8; AREA] {
    let mut pixels = [0; AREA];
    pixels.iter_mut().zip(offsets(window)).for_each(|(pixel, at)| *pixel = grey[at]);
    pixels
}
