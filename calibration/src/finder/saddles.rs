use super::grey::Grey;
use crate::Point;

/// A point where two light and two dark quarters seem to meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saddle {
    /// Where, in the grey picture's coordinates.
    pub(super) at: Point,
    /// The direction in which the light quarters lie, in radians, modulo half a turn.
    pub(super) light_axis: f64,
    /// How strongly the ring around it says so, in grey levels times samples.
    pub(super) response: f64,
}

/// Sixteen samples on a circle of radius 5, a sixteenth of a turn apart as nearly as pixels allow.
const RING: [(isize, isize); 16] = [
    (5, 0),
    (5, 2),
    (4, 4),
    (2, 5),
    (0, 5),
    (-2, 5),
    (-4, 4),
    (-5, 2),
    (-5, 0),
    (-5, -2),
    (-4, -4),
    (-2, -5),
    (0, -5),
    (2, -5),
    (4, -4),
    (5, -2),
];
const RADIUS: usize = 5;
/// Responses below this are noise: it is what a corner of about eight grey levels of contrast gives.
const LEAST_RESPONSE: i32 = 48;
/// No more saddles are kept than this, the strongest ones.
const MOST_SADDLES: usize = 900;
/// A saddle has the strongest response within this many pixels in both directions.
const SUPPRESSION: usize = 3;

/// Finds the corners of a chessboard pattern by the ChESS detector (S. Bennett and J. Lasenby, "ChESS: Quick and robust
/// detection of chess-board features", Computer Vision and Image Understanding 118, 2014): on a ring around a corner,
/// opposite samples are alike and samples a quarter turn apart differ, and the ring's mean is that of its centre.
pub(super) fn find_saddles(grey: &Grey) -> Vec<Saddle> {
    let (width, height) = (grey.width, grey.height);
    if width <= 2 * (RADIUS + SUPPRESSION) || height <= 2 * (RADIUS + SUPPRESSION) {
        return Vec::new();
    }
    let responses = ring_responses(grey);
    let mut saddles = Vec::new();
    let margin = RADIUS + 1;
    for y in margin..height - margin {
        for x in margin..width - margin {
            let response = responses[y * width + x];
            if response >= LEAST_RESPONSE && is_peak(&responses, width, height, x, y) {
                saddles.push(describe(grey, &responses, x, y));
            }
        }
    }
    saddles.sort_by(|a, b| b.response.total_cmp(&a.response));
    saddles.truncate(MOST_SADDLES);
    saddles
}

/// The detector's response at every pixel, zero near the picture's edge.
fn ring_responses(grey: &Grey) -> Vec<i32> {
    let (width, height) = (grey.width, grey.height);
    let mut responses = vec![0i32; width * height];
    let offsets: [isize; 16] = std::array::from_fn(|k| RING[k].1 * width as isize + RING[k].0);
    let value = |at: usize| i32::from(grey.values[at]);
    for y in RADIUS..height - RADIUS {
        for x in RADIUS..width - RADIUS {
            let centre = y * width + x;
            let ring: [i32; 16] = std::array::from_fn(|k| value(centre.wrapping_add_signed(offsets[k])));
            let quarters: i32 = (0..4).map(|k| (ring[k] + ring[k + 8] - ring[k + 4] - ring[k + 12]).abs()).sum();
            // Most pixels are no corner, and this already says so.
            if quarters < LEAST_RESPONSE {
                continue;
            }
            let opposites: i32 = (0..8).map(|k| (ring[k] - ring[k + 8]).abs()).sum();
            let inner =
                value(centre) + value(centre - 1) + value(centre + 1) + value(centre - width) + value(centre + width);
            let mean_difference = (ring.iter().sum::<i32>() - inner * 16 / 5).abs();
            responses[centre] = quarters - opposites - mean_difference;
        }
    }
    responses
}

/// Whether the response at (x, y) is the strongest around it; of equals the first in reading order is.
fn is_peak(responses: &[i32], width: usize, height: usize, x: usize, y: usize) -> bool {
    let centre = responses[y * width + x];
    let rows = y.saturating_sub(SUPPRESSION)..=(y + SUPPRESSION).min(height - 1);
    rows.into_iter().all(|row| {
        let columns = x.saturating_sub(SUPPRESSION)..=(x + SUPPRESSION).min(width - 1);
        columns.into_iter().all(|column| {
            let other = responses[row * width + column];
            let earlier = (row, column) < (y, x);
            other < centre || (other == centre && !earlier) || (row, column) == (y, x)
        })
    })
}

/// The saddle whose response peaks at (x, y): its place to a fraction of a pixel and its light axis.
fn describe(grey: &Grey, responses: &[i32], x: usize, y: usize) -> Saddle {
    let width = grey.width;
    let centre = y * width + x;
    let at = |index: usize| f64::from(responses[index].max(0));
    let peak = |before: f64, here: f64, after: f64| {
        let curvature = before - 2.0 * here + after;
        if curvature < 0.0 { ((before - after) / (2.0 * curvature)).clamp(-0.5, 0.5) } else { 0.0 }
    };
    let dx = peak(at(centre - 1), at(centre), at(centre + 1));
    let dy = peak(at(centre - width), at(centre), at(centre + width));
    let (mut cosine, mut sine) = (0.0, 0.0);
    for &(rx, ry) in &RING {
        let value = f64::from(grey.values[((y as isize + ry) * width as isize + x as isize + rx) as usize]);
        let twice = 2.0 * (ry as f64).atan2(rx as f64);
        cosine += value * twice.cos();
        sine += value * twice.sin();
    }
    Saddle {
        at: Point::new(x as f64 + 0.5 + dx, y as f64 + 0.5 + dy),
        light_axis: 0.5 * sine.atan2(cosine),
        response: f64::from(responses[centre]),
    }
}
