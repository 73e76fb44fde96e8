//! Where boards and zones lie, drawn over a camera's picture.

use super::canvas::{Canvas, Rgb};
use super::overlay::{DrawError, write};
use board::{BoardId, Color, Seat};
use calibration::{CalibrationFile, Point};
use capture::Image;
use std::path::Path;

const GRID: Rgb = [0, 200, 255];
const WHITE: Rgb = [250, 250, 245];
const BLACK: Rgb = [20, 20, 25];
const CLOCK: Rgb = [255, 150, 0];

/// Draws the boards with their grids and names, White's and Black's sides, reserves and clocks over `photo` into a PNG at `path`.
///
/// # Errors
/// When it cannot be written.
pub fn placed(photo: &Image, file: &CalibrationFile, path: &Path) -> Result<(), DrawError> {
    let mut canvas = Canvas::over(photo, 1);
    for (board, place) in &file.boards {
        let Some(view) = place.view() else { continue };
        let at = |x: f64, y: f64| view.image_from_table(Point::new(x, y));
        let square = place.corners.square_size();
        for line in 0..=8 {
            let width = if line % 8 == 0 { square / 20.0 } else { square / 50.0 };
            for step in 0..8 {
                let (line, step) = (f64::from(line), f64::from(step));
                canvas.line(at(line, step), at(line, step + 1.0), width.max(1.0), GRID);
                canvas.line(at(step, line), at(step + 1.0, line), width.max(1.0), GRID);
            }
        }
        mark(&mut canvas, letter(*board), at(4.0, 4.0), 0.5 * square, GRID, BLACK);
        // who sits there, by the colour
        canvas.disc(at(4.0, -0.45), 0.35 * square, BLACK);
        canvas.disc(at(4.0, -0.45), 0.3 * square, WHITE);
        canvas.disc(at(4.0, 8.45), 0.35 * square, WHITE);
        canvas.disc(at(4.0, 8.45), 0.3 * square, BLACK);
        if let Some(outline) = file.clocks.get(board) {
            ring(&mut canvas, outline, square, CLOCK);
        }
        for color in [Color::White, Color::Black] {
            if let Some(outline) = file.reserve(Seat::new(*board, color)) {
                ring(&mut canvas, outline, square, if color == Color::White { WHITE } else { BLACK });
            }
        }
    }
    write(&canvas, path)
}

fn letter(board: BoardId) -> char {
    board.to_string().chars().next().unwrap_or('?').to_ascii_lowercase()
}

/// A disc with a letter.
fn mark(canvas: &mut Canvas, letter: char, at: Point, radius: f64, ground: Rgb, ink: Rgb) {
    canvas.disc(at, radius, ground);
    canvas.letter(letter, at, 1.1 * radius, ink);
}

/// A zone's outline.
fn ring(canvas: &mut Canvas, outline: &[Point], square: f64, colour: Rgb) {
    for (index, from) in outline.iter().enumerate() {
        canvas.line(*from, outline[(index + 1) % outline.len()], (square / 15.0).max(2.0), colour);
    }
}
