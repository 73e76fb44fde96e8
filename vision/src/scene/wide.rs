//! The whole picture, coarsely: whether the scene is there at all.

use crate::samples::Samples;
use calibration::Point;
use capture::Image;

/// Cells of the picture, along and down.
const COLUMNS: usize = 64;
const ROWS: usize = 36;

/// What a coarse look says, compared with how the scene looked when it was well seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideLook {
    /// The mean brightness, of 255.
    pub(super) brightness: f32,
    /// Structure of the size of hands and squares, as a share of what there was.
    pub(super) structure: f32,
    /// The correlation of the picture's layout with what it was.
    pub(super) layout: f32,
}

/// The coarse picture through the looks.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    samples: Samples<9>,
    cells: Vec<u8>,
    known: Option<(Vec<u8>, f32)>,
}

impl Wide {
    pub(super) fn new(width: usize, height: usize) -> Wide {
        let cell = |at: usize| {
            std::array::from_fn(|sample| {
                let (u, v) = ((sample % 3) as f64 / 3.0 + 0.17, (sample / 3) as f64 / 3.0 + 0.17);
                let x = ((at % COLUMNS) as f64 + u) * width as f64 / COLUMNS as f64;
                Point::new(x, ((at / COLUMNS) as f64 + v) * height as f64 / ROWS as f64)
            })
        };
        Wide { samples: Samples::new(width, height, (0..COLUMNS * ROWS).map(cell)), cells: Vec::new(), known: None }
    }

    /// Looks at a picture; `None` as long as the scene was not [known](Wide::know).
    pub(super) fn look(&mut self, image: &Image) -> Option<WideLook> {
        self.samples.measure(image, &mut self.cells);
        let (known, structured) = self.known.as_ref()?;
        Some(WideLook {
            brightness: self.cells.iter().map(|cell| f32::from(*cell)).sum::<f32>() / self.cells.len() as f32,
            structure: structure(&self.cells) / structured.max(0.5),
            layout: correlation(&blocks(known), &blocks(&self.cells)),
        })
    }

    /// The picture that was looked at shows the scene as it is.
    pub(super) fn know(&mut self) {
        self.known = Some((self.cells.clone(), structure(&self.cells)));
    }
}

/// The mean difference of neighbouring pairs of cells: noise averages out, what is nearer than the focus is smooth.
fn structure(cells: &[u8]) -> f32 {
    let at = |row: usize, column: usize| i32::from(cells[row * COLUMNS + column]);
    let mut sum = 0u32;
    for row in 0..ROWS - 2 {
        for column in 0..COLUMNS - 2 {
            let along = at(row, column) + at(row + 1, column) - at(row, column + 2) - at(row + 1, column + 2);
            let down = at(row, column) + at(row, column + 1) - at(row + 2, column) - at(row + 2, column + 1);
            sum += along.unsigned_abs() + down.unsigned_abs();
        }
    }
    sum as f32 / (4 * (ROWS - 2) * (COLUMNS - 2)) as f32
}

/// The means of blocks of four by four cells.
fn blocks(cells: &[u8]) -> Vec<f32> {
    let mut blocks = vec![0.0; (ROWS / 4) * (COLUMNS / 4)];
    for (at, cell) in cells.iter().enumerate() {
        blocks[at / COLUMNS / 4 * (COLUMNS / 4) + at % COLUMNS / 4] += f32::from(*cell) / 16.0;
    }
    blocks
}

/// Pearson's, 0 where one is even.
fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let n = a.len().max(1) as f32;
    let (mean_a, mean_b) = (a.iter().sum::<f32>() / n, b.iter().sum::<f32>() / n);
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        aa += (a - mean_a) * (a - mean_a);
        bb += (b - mean_b) * (b - mean_b);
        ab += (a - mean_a) * (b - mean_b);
    }
    if aa * bb > n { ab / (aa * bb).sqrt() } else { 0.0 }
}
