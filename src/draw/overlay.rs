//! The reading of a board drawn over its photograph.

use super::canvas::{Canvas, Rgb};
use crate::files::write_whole;
use board::{BoardEvidence, Color, Content, Placement, Square, Visibility};
use calibration::{BoardView, Point};
use capture::Image;
use std::path::{Path, PathBuf};
use vision::certainty;

const WHITE: Rgb = [250, 250, 245];
const BLACK: Rgb = [20, 20, 25];
const OUTLINE: Rgb = [0, 200, 255];
const GRID: Rgb = [0, 130, 170];
const UNSEEN: Rgb = [235, 60, 200];
const MOVING: Rgb = [255, 150, 0];
const WRONG: Rgb = [255, 30, 30];

/// A picture cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: the picture cannot be written ({reason}): choose another place", .path.display())]
pub struct DrawError {
    /// Where it was to go.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: String,
}

/// Draws what was read of the board in `photo` over it and writes it to `path` as a PNG: the outline, the grid, White's corner of
/// names, and in a corner of each occupied square a disc of the piece's colour with its letter, ringed from green (certain) over yellow
/// to red (a guess). Squares that were not seen are striped, those with motion have an orange frame.
///
/// # Errors
/// When the file cannot be written; what was there before is then left as it was.
pub fn reading(photo: &Image, view: &BoardView, evidence: &BoardEvidence, path: &Path) -> Result<(), DrawError> {
    let sheet = Sheet::of(photo, view, evidence);
    write(&sheet.canvas, path)
}

/// As [`reading`], with red frames around squares that hold something else in `truth`, and there, beside what was read, what
/// stands there on a red ground (`-` for nothing).
///
/// # Errors
/// As [`reading`].
pub fn difference(
    photo: &Image,
    view: &BoardView,
    evidence: &BoardEvidence,
    truth: &Placement,
    path: &Path,
) -> Result<(), DrawError> {
    let mut sheet = Sheet::of(photo, view, evidence);
    for square in Square::all() {
        let look = evidence.at(square);
        if look.visibility == Visibility::NotSeen || look.best() != truth[square] {
            sheet.frame(square, WRONG);
            sheet.mark(square, 0.76, truth[square], Some(WRONG));
        }
    }
    write(&sheet.canvas, path)
}

struct Sheet<'a> {
    canvas: Canvas,
    view: &'a BoardView,
    factor: f64,
    /// Pixels a square, about.
    square: f64,
}

/// Squares smaller than this many pixels hold no letter that can be read.
const LEAST_SQUARE: f64 = 60.0;

impl Sheet<'_> {
    fn of<'a>(photo: &Image, view: &'a BoardView, evidence: &BoardEvidence) -> Sheet<'a> {
        let corner = |x: f64, y: f64| view.image_from_table(Point::new(x, y));
        let outline = [corner(0.0, 0.0), corner(8.0, 0.0), corner(8.0, 8.0), corner(0.0, 8.0)];
        let square = (0..4).map(|i| outline[i].distance(outline[(i + 1) % 4])).sum::<f64>() / 32.0;
        let factor = (LEAST_SQUARE / square).ceil().clamp(1.0, 4.0);
        let mut sheet = Sheet { canvas: Canvas::over(photo, factor as usize), view, factor, square: square * factor };
        sheet.grid();
        for square in Square::all() {
            sheet.read(square, evidence);
        }
        sheet.names();
        sheet
    }

    /// Where a table point is on the sheet.
    fn at(&self, x: f64, y: f64) -> Point {
        let point = self.view.image_from_table(Point::new(x, y));
        Point::new(point.x * self.factor, point.y * self.factor)
    }

    fn grid(&mut self) {
        for line in 0..=8 {
            let rim = line == 0 || line == 8;
            let (width, colour) = if rim { (self.square / 25.0, OUTLINE) } else { (self.square / 60.0, GRID) };
            for step in 0..8 {
                let (line, step) = (f64::from(line), f64::from(step));
                self.canvas.line(self.at(line, step), self.at(line, step + 1.0), width.max(1.0), colour);
                self.canvas.line(self.at(step, line), self.at(step + 1.0, line), width.max(1.0), colour);
            }
        }
    }

    fn read(&mut self, square: Square, evidence: &BoardEvidence) {
        let look = evidence.at(square);
        match look.visibility {
            Visibility::NotSeen => {
                let outline = self.outline(square, 0.04);
                return self.canvas.hatch(&outline, self.square / 5.0, UNSEEN);
            }
            Visibility::Moving => self.frame(square, MOVING),
            Visibility::Seen => {}
        }
        let sure = certainty(look);
        // An empty square that is certain needs no mark
        if look.best().is_some() || sure < super::UNSURE_BELOW {
            self.mark(square, 0.24, look.best(), Some(certainty_colour(sure)));
        }
    }

    /// A disc with a letter at the square's lower edge, `across` of its width from the left.
    fn mark(&mut self, square: Square, across: f64, content: Content, ring: Option<Rgb>) {
        let centre = self.at(square.file() as f64 + across, square.rank() as f64 + 0.22);
        let radius = 0.17 * self.square;
        if let Some(ring) = ring {
            self.canvas.disc(centre, radius + (self.square / 25.0).max(1.5), ring);
        }
        let (ground, ink, letter) = match content {
            Some(piece) if piece.color == Color::White => (WHITE, BLACK, piece.kind.letter()),
            Some(piece) => (BLACK, WHITE, piece.kind.letter()),
            None => ([140; 3], BLACK, '-'),
        };
        self.canvas.disc(centre, radius, ground);
        self.canvas.letter(letter, centre, 1.25 * radius, ink);
    }

    fn frame(&mut self, square: Square, colour: Rgb) {
        let outline = self.outline(square, 0.05);
        for i in 0..4 {
            self.canvas.line(outline[i], outline[(i + 1) % 4], (self.square / 22.0).max(1.5), colour);
        }
    }

    /// A square's corners, so much of its edge inside.
    fn outline(&self, square: Square, inset: f64) -> [Point; 4] {
        let (left, lower) = (square.file() as f64 + inset, square.rank() as f64 + inset);
        let (right, upper) = (square.file() as f64 + 1.0 - inset, square.rank() as f64 + 1.0 - inset);
        [self.at(left, lower), self.at(right, lower), self.at(right, upper), self.at(left, upper)]
    }

    /// The files' letters below the board and the ranks' numbers at its left, as White sees it.
    fn names(&mut self) {
        let height = 0.3 * self.square;
        for (index, (file, rank)) in "abcdefgh".chars().zip("12345678".chars()).enumerate() {
            let middle = index as f64 + 0.5;
            for (name, at) in [(file, self.at(middle, -0.3)), (rank, self.at(-0.3, middle))] {
                self.canvas.disc(at, 0.75 * height, BLACK);
                self.canvas.letter(name, at, height, OUTLINE);
            }
        }
    }
}

/// Green at 1, yellow at 0.75, red at 0.5 and below.
fn certainty_colour(sure: f64) -> Rgb {
    let level = ((sure - 0.5) * 2.0).clamp(0.0, 1.0);
    let (red, green) = if level > 0.5 { (2.0 - 2.0 * level, 1.0) } else { (1.0, 2.0 * level) };
    [(235.0 * red) as u8, (215.0 * green) as u8, 40]
}

/// Writes a PNG: to a file beside it first, which then takes its place.
pub(super) fn write(canvas: &Canvas, path: &Path) -> Result<(), DrawError> {
    let wrong = |reason: String| DrawError { path: path.to_owned(), reason };
    let mut png = std::io::Cursor::new(Vec::new());
    canvas.picture().write_to(&mut png, image::ImageFormat::Png).map_err(|error| wrong(error.to_string()))?;
    write_whole(path, png.get_ref()).map_err(|error| wrong(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::seen;
    use super::*;
    use board::SquareEvidence;

    fn scene() -> (Image, BoardView, BoardEvidence) {
        let photo = Image::from_bgr(300, 300, vec![90; 3 * 300 * 300]).unwrap();
        let view = BoardView::new(&"40,40,260,40,260,260,40,260".parse().unwrap(), None).unwrap();
        let mut evidence = seen(&Placement::start());
        evidence.0["e4".parse::<Square>().unwrap().index()] = SquareEvidence::NOT_SEEN;
        (photo, view, evidence)
    }

    /// How many pixels of a square have this colour, in a picture three times as large as the scene.
    fn count(path: &Path, square: &str, colour: Rgb) -> usize {
        let picture = image::open(path).unwrap().to_rgb8();
        assert_eq!(picture.width(), 900);
        let square: Square = square.parse().unwrap();
        let (left, top) = (120.0 + 82.5 * square.file() as f64, 120.0 + 82.5 * (7 - square.rank()) as f64);
        let within = |x: u32, y: u32| {
            let (x, y) = (f64::from(x) - left, f64::from(y) - top);
            (0.0..82.5).contains(&x) && (0.0..82.5).contains(&y)
        };
        picture.enumerate_pixels().filter(|(x, y, pixel)| within(*x, *y) && pixel.0 == colour).count()
    }

    #[test]
    fn pieces_are_marked_in_their_colour_and_unseen_squares_striped() {
        let (photo, view, evidence) = scene();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seen.png");
        reading(&photo, &view, &evidence, &path).unwrap();
        assert!(count(&path, "e2", WHITE) > 200 && count(&path, "e7", BLACK) > 200);
        assert!(count(&path, "e2", WHITE) > count(&path, "e2", BLACK));
        assert!(count(&path, "e5", [90; 3]) > 5000);
        assert!(count(&path, "e4", [90; 3]) < 5500 && count(&path, "e2", WRONG) == 0);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_wrong_is_framed_in_red() {
        let (photo, view, evidence) = scene();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wrong.png");
        let mut truth = Placement::start();
        truth["d1".parse().unwrap()] = None;
        difference(&photo, &view, &evidence, &truth, &path).unwrap();
        assert!(count(&path, "d1", WRONG) > 300);
        // Not seen is not right
        assert!(count(&path, "e4", WRONG) > 300);
        assert_eq!(count(&path, "d2", WRONG), 0);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named_in_one_line() {
        let (photo, view, evidence) = scene();
        let error = reading(&photo, &view, &evidence, Path::new("no/such/folder/seen.png")).unwrap_err().to_string();
        assert!(error.starts_with("no/such/folder/seen.png: the picture cannot be written"), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
}
