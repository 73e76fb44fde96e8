//! How sharp the edges between squares are.

use crate::samples::Samples;
use calibration::{BoardView, Point};
use capture::Image;

/// Samples across an edge.
const ACROSS: usize = 41;

/// Squares from one sample to the next.
const STEP: f64 = 0.0175;

/// An edge must be a step of so many grey levels at least.
const LEAST_STEP: f32 = 24.0;

/// So many edges must be clear.
const LEAST_EDGES: usize = 12;

/// The edges of one board in pictures of one size.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    samples: Samples<3>,
    inside: Vec<bool>,
    /// The share of a square that a pixel is: less cannot be seen.
    pixel: f32,
    grey: Vec<u8>,
}

impl Edges {
    /// The edges of a board seen so.
    pub(super) fn new(view: &BoardView, width: usize, height: usize) -> Edges {
        let mut points = Vec::with_capacity(112 * ACROSS);
        for flipped in [false, true] {
            for (line, other) in (1..8).flat_map(|line| (0..8).map(move |other| (line, other))) {
                for step in 0..ACROSS {
                    let x = f64::from(line) + (step as f64 - (ACROSS / 2) as f64) * STEP;
                    points.push([-0.04, 0.0, 0.04].map(|aside| {
                        let y = f64::from(other) + 0.5 + aside;
                        view.image_from_table(if flipped { Point::new(y, x) } else { Point::new(x, y) })
                    }));
                }
            }
        }
        let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| Point::new(x, y));
        let seen = corners.map(|corner| view.image_from_table(corner));
        let shortest = (0..4).map(|i| seen[i].distance(seen[(i + 1) % 4])).fold(f64::INFINITY, f64::min);
        let samples = Samples::new(width, height, points.into_iter());
        let inside =
            samples.inside().collect::<Vec<bool>>().chunks(ACROSS).map(|edge| !edge.contains(&false)).collect();
        Edges { samples, inside, pixel: (8.0 / shortest.max(8.0)) as f32, grey: Vec::new() }
    }

    /// How far the sharper edges take to pass from dark to light, 20 to 80 % of the step, as a share of a square and beyond
    /// what one pixel takes; `None` where too few edges are clear.
    pub(super) fn width(&mut self, image: &Image) -> Option<f32> {
        self.samples.measure(image, &mut self.grey);
        let edges = self.grey.chunks_exact(ACROSS).zip(&self.inside).filter(|(_, inside)| **inside);
        let mut widths: Vec<f32> = edges.filter_map(|(edge, _)| passing(edge)).collect();
        if widths.len() < LEAST_EDGES {
            return None;
        }
        widths.sort_unstable_by(f32::total_cmp);
        // the sharper half's middle: pieces stand on many edges
        Some((widths[widths.len() / 4] * STEP as f32 - self.pixel).max(0.0))
    }
}

/// How many samples a step takes from 20 to 80 %, where the samples are a clear step.
fn passing(edge: &[u8]) -> Option<f32> {
    let mean = |part: &[u8]| part.iter().map(|value| f32::from(*value)).sum::<f32>() / part.len() as f32;
    let spread =
        |part: &[u8]| part.iter().max().zip(part.iter().min()).map_or(0.0, |(most, least)| f32::from(most - least));
    let (before, after) = (&edge[..10], &edge[ACROSS - 10..]);
    let (from, to) = (mean(before), mean(after));
    let step = to - from;
    if step.abs() < LEAST_STEP || spread(before) > 0.4 * step.abs() || spread(after) > 0.4 * step.abs() {
        return None;
    }
    let share = |value: &u8| (f32::from(*value) - from) / step;
    let low = edge.iter().rposition(|value| share(value) < 0.2)?;
    let high = edge.iter().position(|value| share(value) > 0.8)?;
    (high > low).then(|| (high - low) as f32)
}
