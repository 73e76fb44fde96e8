//! Reads folders of photographs whose truth is known, and says how many squares were right.
//!
//! ```text
//! cargo run --release -p vision --example read_folder -- ../shared/real/club-vinyl/game-1 ... [--model FOLDER] [--out out/read] [--views 1] [--learn]
//! ```
//! A folder holds a `game.json`: `frames[i]` names a picture, its `placement` and the board's `corners` (a folder without
//! corners is taken to be cropped to the board, a8 at the top left). Corners are the truth's, so that only the eyes are judged.
//! Pictures with errors are written to the folder of `--out`: the rectified board, twice as large, the wrong squares framed,
//! `truth>read` beneath. `--views` is how often each board is read, turned and mirrored. With `--learn` the set is
//! learnt from the first picture, where that shows the start position, and the picture is not counted.

use board::{BoardEvidence, Content, Placement, Square, Visibility};
use calibration::{BoardView, Corners, Point};
use capture::Image;
use models::{BoardNet, Runtime, Weights};
use opencv::core::{Mat, MatTraitConst, Scalar, Size, Vector};
use opencv::{imgcodecs, imgproc};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vision::{Eyes, Rectifier};

#[derive(serde::Deserialize)]
struct Game {
    frames: Vec<Shot>,
}

#[derive(serde::Deserialize)]
struct Shot {
    frame: String,
    placement: String,
    corners: Option<Corners>,
}

/// Squares right of squares judged.
#[derive(Default)]
struct Tally {
    squares: usize,
    occupied: usize,
    right: usize,
    right_occupied: usize,
    right_colour: usize,
    right_colour_occupied: usize,
    not_seen: usize,
    boards: usize,
    exact: usize,
    time: Duration,
}

impl Tally {
    /// Counts one board; squares that were not seen count as wrong. Gives the wrong ones.
    fn count(&mut self, truth: &Placement, evidence: &BoardEvidence) -> Vec<Square> {
        let colour = |content: Content| content.map(|piece| piece.color);
        let mut wrong = Vec::new();
        for square in Square::all() {
            let look = evidence.at(square);
            let seen = look.visibility != Visibility::NotSeen;
            let right = seen && look.best() == truth[square];
            let right_colour = seen && colour(look.best()) == colour(truth[square]);
            let occupied = usize::from(truth[square].is_some());
            self.squares += 1;
            self.occupied += occupied;
            self.not_seen += usize::from(!seen);
            self.right += usize::from(right);
            self.right_occupied += usize::from(right) * occupied;
            self.right_colour += usize::from(right_colour);
            self.right_colour_occupied += usize::from(right_colour) * occupied;
            if !right {
                wrong.push(square);
            }
        }
        self.boards += 1;
        self.exact += usize::from(wrong.is_empty());
        wrong
    }

    fn row(&self, name: &str) -> String {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        format!(
            "{name:<28} {:>5} {:>5} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>7.1}",
            self.boards,
            self.exact,
            share(self.right_colour, self.squares),
            share(self.right_colour_occupied, self.occupied),
            share(self.right, self.squares),
            share(self.right_occupied, self.occupied),
            share(self.not_seen, self.squares),
            self.time.as_secs_f64() * 1e3 / self.boards.max(1) as f64
        )
    }
}

const HEADER: &str = "folder                       boards exact  colour%    (occ)    kind%    (occ) notseen%  ms each";

fn main() -> Result<(), Box<dyn Error>> {
    let mut folders = Vec::new();
    let (mut model, mut out, mut views) = (None, None, None);
    let mut learn = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--model" => model = arguments.next().map(PathBuf::from),
            "--learn" => learn = true,
            "--views" => views = arguments.next().and_then(|number| number.parse().ok()),
            "--out" => out = arguments.next().map(PathBuf::from),
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    let runtime = Runtime::load(None)?;
    let weights = Weights::from_folder(model.as_deref().unwrap_or(Path::new("models/weights")))?;
    println!("{weights:?}");
    let mut eyes = Eyes::new(BoardNet::load(&runtime, &weights)?, Vec::new());
    if let Some(views) = views {
        eyes.set_photograph_views(views);
    }
    println!("{HEADER}");
    for folder in &folders {
        let mut tally = Tally::default();
        let mut confusions = std::collections::BTreeMap::<String, usize>::new();
        let text = std::fs::read_to_string(folder.join("game.json"))?;
        let game: Game = serde_json::from_str(&text)?;
        let mut set = None;
        for (number, shot) in game.frames.iter().enumerate() {
            let image = capture::load_image(folder.join(&shot.frame))?;
            let truth: Placement = shot.placement.parse()?;
            let corners = shot.corners.unwrap_or_else(|| whole(&image));
            let view = BoardView::new(&corners, None).ok_or("corners on a line")?;
            let start = Instant::now();
            let evidence = eyes.read_knowing(&image, &view, set.as_ref())?;
            tally.time += start.elapsed();
            if learn && number == 0 && truth == Placement::start() {
                set = eyes.learn_set(&image, &view, &truth)?;
                println!("{}: the set is learnt from the first picture: {}", short(folder), set.is_some());
                continue;
            }
            let wrong = tally.count(&truth, &evidence);
            for &square in &wrong {
                *confusions.entry(confusion(&truth, &evidence, square)).or_default() += 1;
            }
            if let Some(out) = out.as_deref().filter(|_| !wrong.is_empty()) {
                let name = format!("{}-{}", short(folder).replace('/', "-"), shot.frame.replace('/', "-"));
                let spec = eyes.net().input().clone();
                let mut rectifier = Rectifier::new(&spec, &view, image.width(), image.height())?;
                rectifier.rectify(&image)?;
                let flat = rectifier.picture().ok_or("no picture")?;
                draw(&flat, spec.pixels_per_square, &truth, &evidence, &wrong, &out.join(name))?;
            }
        }
        println!("{}", tally.row(&short(folder)));
        let mut worst: Vec<_> = confusions.into_iter().collect();
        worst.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let worst: Vec<String> = worst.iter().take(10).map(|(what, count)| format!("{what} {count}")).collect();
        println!("    {}", worst.join("  "));
    }
    Ok(())
}

/// The last two parts of a folder's path.
fn short(folder: &Path) -> String {
    let parts: Vec<_> =
        folder.components().rev().take(2).map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

fn whole(image: &Image) -> Corners {
    let (w, h) = (image.width() as f64, image.height() as f64);
    Corners { a8: Point::new(0.0, 0.0), h8: Point::new(w, 0.0), h1: Point::new(w, h), a1: Point::new(0.0, h) }
}

fn letter(content: Content) -> char {
    content.map_or('.', |piece| piece.letter())
}

fn confusion(truth: &Placement, evidence: &BoardEvidence, square: Square) -> String {
    let look = evidence.at(square);
    let read = if look.visibility == Visibility::NotSeen { '?' } else { letter(look.best()) };
    format!("{}>{read}", letter(truth[square]))
}

fn draw(
    flat: &Image,
    pixels: usize,
    truth: &Placement,
    evidence: &BoardEvidence,
    wrong: &[Square],
    path: &Path,
) -> Result<(), Box<dyn Error>> {
    let mut sheet = Mat::default();
    let side = 2 * flat.width() as i32;
    imgproc::resize(&flat.as_mat()?, &mut sheet, Size::new(side, side), 0.0, 0.0, imgproc::INTER_LINEAR)?;
    let edge = 2 * pixels as i32;
    let red = Scalar::new(0.0, 0.0, 255.0, 0.0);
    for &square in wrong {
        let margin = (sheet.rows() - 8 * edge) / 2;
        let (x, y) = (margin + square.file() as i32 * edge, margin + (7 - square.rank() as i32) * edge);
        imgproc::rectangle_def(&mut sheet, opencv::core::Rect::new(x + 1, y + 1, edge - 2, edge - 2), red)?;
        let at = opencv::core::Point::new(x + 4, y + edge - 6);
        let text = confusion(truth, evidence, square);
        let font = imgproc::FONT_HERSHEY_SIMPLEX;
        imgproc::put_text(&mut sheet, &text, at, font, 0.55, Scalar::all(0.0), 3, imgproc::LINE_AA, false)?;
        let yellow = Scalar::new(0.0, 255.0, 255.0, 0.0);
        imgproc::put_text(&mut sheet, &text, at, font, 0.55, yellow, 1, imgproc::LINE_AA, false)?;
    }
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    if !imgcodecs::imwrite(path, &sheet, &Vector::new())? {
        return Err(format!("{}: cannot be written", path.display()).into());
    }
    Ok(())
}
