//! Reading one board several times, turned and mirrored, and taking the mean.
//!
//! The network is trained on boards in every turn and on mirrored ones, so all eight views of a board should read the same. Where they
//! do not, their mean is right more often than any one of them ("test-time augmentation").

use board::CLASS_COUNT;
use models::Reading;
use opencv::core::{self, Mat};

/// One of the eight symmetries of a square picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    quarter_turns: usize,
    mirrored: bool,
}

impl Symmetry {
    /// All eight, the picture as it is first.
    pub(crate) const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { quarter_turns: 0, mirrored: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { quarter_turns: i % 4, mirrored: i >= 4 };
            i += 1;
        }
        all
    };

    /// Where row `row` and column `column` of the changed picture of `side` rows are in the one before.
    fn source(self, side: usize, row: usize, column: usize) -> (usize, usize) {
        let column = if self.mirrored { side - 1 - column } else { column };
        (0..self.quarter_turns).fold((row, column), |(row, column), _| (column, side - 1 - row))
    }

    /// The row and the column that square `at` of the changed board has on the one before.
    pub(crate) fn square(self, at: usize) -> (usize, usize) {
        self.source(8, at / 8, at % 8)
    }

    /// The changed picture; `None` where it is the picture as it is.
    pub(crate) fn of_picture(self, picture: &Mat) -> opencv::Result<Option<Mat>> {
        let mut turned = Mat::default();
        match self.quarter_turns {
            0 if !self.mirrored => return Ok(None),
            0 => {}
            1 => core::rotate(picture, &mut turned, core::ROTATE_90_COUNTERCLOCKWISE)?,
            2 => core::rotate(picture, &mut turned, core::ROTATE_180)?,
            _ => core::rotate(picture, &mut turned, core::ROTATE_90_CLOCKWISE)?,
        }
        if !self.mirrored {
            return Ok(Some(turned));
        }
        let mut mirrored = Mat::default();
        core::flip(if self.quarter_turns == 0 { picture } else { &turned }, &mut mirrored, 1)?;
        Ok(Some(mirrored))
    }

    /// Writes the changed planes of a picture of `side` rows.
    pub(crate) fn apply(self, side: usize, before: &[f32], after: &mut [f32]) {
        for (from, to) in before.chunks_exact(side * side).zip(after.chunks_exact_mut(side * side)) {
            for (row, values) in to.chunks_exact_mut(side).enumerate() {
                for (column, value) in values.iter_mut().enumerate() {
                    let (source_row, source_column) = self.source(side, row, column);
                    *value = from[source_row * side + source_column];
                }
            }
        }
    }
}

/// The mean of readings of the same board, the first under the first of [`Symmetry::ALL`], and so on.
pub(crate) fn mean(readings: &[Reading]) -> Reading {
    let mut sum = Reading { classes: Box::new([[0.0; CLASS_COUNT]; 64]), covered: Box::new([0.0; 64]) };
    let share = 1.0 / readings.len() as f32;
    for (reading, symmetry) in readings.iter().zip(Symmetry::ALL) {
        for at in 0..64 {
            let (row, column) = symmetry.square(at);
            let to = row * 8 + column;
            sum.covered[to] += share * reading.covered[at];
            for class in 0..CLASS_COUNT {
                sum.classes[to][class] += share * reading.classes[at][class];
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{MatTraitConst, MatTraitConstManual};

    #[test]
    fn the_eight_views_differ_and_their_readings_fall_on_each_other() {
        let picture: Vec<f32> = (0..64).map(|value| value as f32).collect();
        let views: Vec<Vec<f32>> = Symmetry::ALL
            .iter()
            .map(|symmetry| {
                let mut view = vec![0.0; 64];
                symmetry.apply(8, &picture, &mut view);
                view
            })
            .collect();
        assert_eq!(views[0], picture);
        for (i, view) in views.iter().enumerate() {
            assert!(views[..i].iter().all(|other| other != view));
        }
        // A network that gives each pixel back as its logit
        let reading = |view: &Vec<f32>| Reading {
            classes: Box::new(std::array::from_fn(|at| [view[at]; CLASS_COUNT])),
            covered: Box::new(std::array::from_fn(|at| -view[at])),
        };
        let mean = mean(&views.iter().map(reading).collect::<Vec<_>>());
        for at in 0..64 {
            assert!((mean.classes[at][3] - at as f32).abs() < 1e-4);
            assert!((mean.covered[at] + at as f32).abs() < 1e-4);
        }
    }

    #[test]
    fn a_picture_is_changed_as_its_planes_are() {
        let values: Vec<u8> = (0..64).collect();
        let picture = Mat::from_slice(&values).unwrap().reshape(1, 8).unwrap().clone_pointee();
        let planes: Vec<f32> = values.iter().copied().map(f32::from).collect();
        for symmetry in Symmetry::ALL {
            let mut expected = vec![0.0; 64];
            symmetry.apply(8, &planes, &mut expected);
            let changed = symmetry.of_picture(&picture).unwrap();
            let changed = changed.as_ref().unwrap_or(&picture).data_typed::<u8>().unwrap();
            assert_eq!(changed.iter().copied().map(f32::from).collect::<Vec<_>>(), expected, "{symmetry:?}");
        }
    }

    #[test]
    fn fewer_readings_are_a_mean_as_well() {
        let reading =
            |value: f32| Reading { classes: Box::new([[value; CLASS_COUNT]; 64]), covered: Box::new([value; 64]) };
        assert_eq!(mean(&[reading(1.0), reading(2.0)]), reading(1.5));
    }
}
