//! A grey picture in floating point, with the few operations that reading a display takes.

/// Brightness from 0 to 255, or a share, row by row.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Plane {
    pub width: usize,
    pub height: usize,
    pub values: Vec<f32>,
}

impl Plane {
    /// A plane of what `value` says of each x and y.
    pub(crate) fn new(width: usize, height: usize, mut value: impl FnMut(usize, usize) -> f32) -> Plane {
        let values = (0..width * height).map(|at| value(at % width, at / width)).collect();
        Plane { width, height, values }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> f32 {
        self.values.get(y * self.width + x).copied().unwrap_or(0.0)
    }

    /// The value between four pixels, the nearest inside for a place outside. Pixel centres lie at whole numbers.
    pub(crate) fn between(&self, x: f32, y: f32) -> f32 {
        if self.width == 0 || self.height == 0 {
            return 0.0;
        }
        let x = x.clamp(0.0, (self.width - 1) as f32);
        let y = y.clamp(0.0, (self.height - 1) as f32);
        let (left, top) = (x as usize, y as usize);
        let (right, below) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (across, down) = (x - left as f32, y - top as f32);
        let upper = self.at(left, top) * (1.0 - across) + self.at(right, top) * across;
        let lower = self.at(left, below) * (1.0 - across) + self.at(right, below) * across;
        upper * (1.0 - down) + lower * down
    }

    /// Each value by `change`.
    pub(crate) fn map(&self, change: impl Fn(f32) -> f32) -> Plane {
        let values = self.values.iter().map(|value| change(*value)).collect();
        Plane { values, ..*self }
    }

    /// The morphological closing with a square of `2 * reach + 1` pixels: what is dark and narrower is filled with its ground.
    pub(crate) fn closed(&self, reach: usize) -> Plane {
        let brighter = |one: f32, two: f32| if one > two { one } else { two };
        let darker = |one: f32, two: f32| if one < two { one } else { two };
        self.extreme(reach, brighter, f32::NEG_INFINITY).extreme(reach, darker, f32::INFINITY)
    }

    /// How dark each pixel is against the ground about it, as a share of the ground's brightness: strokes narrower than
    /// `2 * reach + 1` pixels stand out.
    pub(crate) fn ink(&self, reach: usize) -> Plane {
        self.ink_on(self.closed(reach))
    }

    /// The same on a ground that is known.
    pub(crate) fn ink_on(&self, mut ground: Plane) -> Plane {
        for (ground, value) in ground.values.iter_mut().zip(&self.values) {
            // noise in the dark is no ink
            *ground = (*ground - value).max(0.0) / ground.max(40.0);
        }
        ground
    }

    fn extreme(&self, reach: usize, of: impl Fn(f32, f32) -> f32 + Copy, none: f32) -> Plane {
        let (width, height) = (self.width, self.height);
        let mut values = vec![none; self.values.len()];
        let mut line = Vec::new();
        for (from, to) in self.values.chunks(width.max(1)).zip(values.chunks_mut(width.max(1))) {
            line.clear();
            line.resize(reach, none);
            line.extend_from_slice(from);
            line.resize(width + 2 * reach, none);
            spread(&mut line, 2 * reach + 1, 1, of);
            to.copy_from_slice(&line[..width]);
        }
        line.clear();
        line.resize(reach * width, none);
        line.append(&mut values);
        line.resize((height + 2 * reach) * width, none);
        spread(&mut line, 2 * reach + 1, width, of);
        line.truncate(width * height);
        Plane { width, height, values: line }
    }
}

/// Makes each value the extreme of itself and those that follow `stride` after each other, `span` in all, by doubling what is covered.
fn spread(values: &mut Vec<f32>, span: usize, stride: usize, of: impl Fn(f32, f32) -> f32) {
    let (mut covered, mut next) = (1, Vec::with_capacity(values.len()));
    while covered < span {
        let by = covered.min(span - covered);
        let ahead = values.get(by * stride..).unwrap_or_default();
        next.clear();
        next.extend(values.iter().zip(ahead).map(|(value, ahead)| of(*value, *ahead)));
        next.extend_from_slice(&values[ahead.len()..]);
        std::mem::swap(values, &mut next);
        covered += by;
    }
}

/// Sums over rectangles of a plane, each in four look-ups.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    width: usize,
    height: usize,
    sums: Vec<f32>,
}

impl Sums {
    pub(crate) fn of(plane: &Plane) -> Sums {
        let wide = plane.width + 1;
        let mut sums = vec![0.0f32; wide * (plane.height + 1)];
        for y in 0..plane.height {
            let mut row = 0.0;
            for x in 0..plane.width {
                row += plane.at(x, y);
                sums[(y + 1) * wide + x + 1] = sums[y * wide + x + 1] + row;
            }
        }
        Sums { width: plane.width, height: plane.height, sums }
    }

    /// The mean over the pixels from `left` to before `right` and from `top` to before `bottom`; outside is 0.
    pub(crate) fn mean(&self, left: f32, top: f32, right: f32, bottom: f32) -> f32 {
        let column = |x: f32| (x.round().max(0.0) as usize).min(self.width);
        let row = |y: f32| (y.round().max(0.0) as usize).min(self.height);
        let (left, top) = (column(left), row(top));
        let (right, bottom) = (column(right).max(left), row(bottom).max(top));
        let area = ((right - left) * (bottom - top)) as f32;
        let wide = self.width + 1;
        let sum = self.sums[bottom * wide + right] - self.sums[bottom * wide + left] - self.sums[top * wide + right]
            + self.sums[top * wide + left];
        sum / area.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_stand_out_and_broad_dark_does_not() {
        let dark = |x: usize, y: usize| (x == 10 || x == 11) && y > 3 || x >= 25;
        let ink = Plane::new(40, 20, |x, y| if dark(x, y) { 50.0 } else { 200.0 }).ink(2);
        assert!((ink.at(10, 10) - 0.75).abs() < 1e-6 && ink.at(12, 10) == 0.0 && ink.at(11, 2) == 0.0);
        assert!((25..40).all(|x| ink.at(x, 9) == 0.0));
    }

    #[test]
    fn means_are_those_of_the_rectangle() {
        let plane = Plane::new(5, 4, |x, y| (x + 10 * y) as f32);
        let sums = Sums::of(&plane);
        assert!((sums.mean(1.0, 1.0, 3.0, 3.0) - 16.5).abs() < 1e-4);
        assert!((plane.between(1.5, 2.5) - 26.5).abs() < 1e-4);
        assert_eq!(sums.mean(-5.0, -5.0, 0.0, 0.0), 0.0);
    }
}
