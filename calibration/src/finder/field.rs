use super::saddles::Saddle;
use crate::Point;

/// The side of a bucket, in pixels.
const BUCKET: f64 = 24.0;
/// How many nearest saddles are known of each.
const NEAREST: usize = 64;

/// Saddles that can be asked for by place.
pub(super) struct SaddleField<'a> {
    pub(super) saddles: &'a [Saddle],
    columns: usize,
    rows: usize,
    buckets: Vec<Vec<usize>>,
}

impl<'a> SaddleField<'a> {
    pub(super) fn new(saddles: &'a [Saddle]) -> SaddleField<'a> {
        let greatest = |of: fn(&Saddle) -> f64| saddles.iter().map(of).fold(0.0, f64::max);
        let columns = (greatest(|saddle| saddle.at.x) / BUCKET) as usize + 1;
        let rows = (greatest(|saddle| saddle.at.y) / BUCKET) as usize + 1;
        let mut buckets = vec![Vec::new(); columns * rows];
        for (index, saddle) in saddles.iter().enumerate() {
            buckets[(saddle.at.y / BUCKET) as usize * columns + (saddle.at.x / BUCKET) as usize].push(index);
        }
        SaddleField { saddles, columns, rows, buckets }
    }

    /// The nearest saddle within `radius` of a point that satisfies `fits`.
    pub(super) fn nearest(&self, point: Point, radius: f64, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let span = |centre: f64, count: usize| {
            let first = ((centre - radius) / BUCKET).max(0.0) as usize;
            // Negative numbers become zero, which is before `first` or the same bucket.
            first..(((centre + radius) / BUCKET) as usize).saturating_add(1).min(count)
        };
        let mut best: Option<(f64, usize)> = None;
        for row in span(point.y, self.rows) {
            for column in span(point.x, self.columns) {
                for &index in &self.buckets[row * self.columns + column] {
                    let distance = self.saddles[index].at.distance(point);
                    if distance < radius && best.is_none_or(|(least, _)| distance < least) && fits(index) {
                        best = Some((distance, index));
                    }
                }
            }
        }
        best.map(|(_, index)| index)
    }

    /// The saddles nearest to one of them, without itself, the nearest first.
    pub(super) fn around(&self, seed: usize) -> Vec<(f64, usize)> {
        let origin = self.saddles[seed].at;
        let mut others: Vec<(f64, usize)> = (0..self.saddles.len())
            .filter(|&index| index != seed)
            .map(|index| (self.saddles[index].at.distance(origin), index))
            .collect();
        if others.len() > NEAREST {
            others.select_nth_unstable_by(NEAREST, |a, b| a.0.total_cmp(&b.0));
            others.truncate(NEAREST);
        }
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        others
    }
}
