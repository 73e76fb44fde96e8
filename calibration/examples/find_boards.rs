//! Looks for boards and shows what was found.
//!
//! `find_boards PICTURE...` prints the corners found in pictures, folders or videos (their first frames);
//! `find_boards --truth [WORD]` measures the finder on the pictures with known corners in `../shared` whose group contains
//! WORD, and prints how far off it is, in squares. With `--out FOLDER` the pictures are written there with the found board
//! drawn over them, `--worst` only those that are missed or more than 0.1 of a square off.
#[path = "../tests/stills/mod.rs"]
mod stills;

use calibration::{FoundBoard, Point, find_boards};
use capture::Image;
use opencv::core::{Scalar, Vector};
use opencv::imgproc::line_def;
use opencv::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn main() {
    let mut arguments = std::env::args().skip(1).collect::<Vec<String>>();
    let flag = |arguments: &mut Vec<String>, name: &str| {
        let at = arguments.iter().position(|argument| argument == name);
        at.map(|at| arguments.remove(at)).is_some()
    };
    let worst = flag(&mut arguments, "--worst");
    let truth = flag(&mut arguments, "--truth");
    let out = arguments.iter().position(|argument| argument == "--out").map(|at| {
        let folder = PathBuf::from(arguments.remove(at + 1));
        arguments.remove(at);
        std::fs::create_dir_all(&folder).expect("the output folder");
        folder
    });
    if truth {
        measure(arguments.first().map_or("", String::as_str), out.as_deref(), worst);
        return;
    }
    for path in &arguments {
        let frame = capture::open(path).and_then(|mut source| source.next_frame());
        match frame {
            Ok(Some(frame)) => {
                let started = processor_time();
                let found = find_boards(&frame.image, 1);
                let elapsed = (processor_time() - started).as_millis();
                match &found {
                    Ok(boards) => boards.iter().for_each(|board| println!("{path}: {} ({elapsed} ms)", told(board))),
                    Err(error) => println!("{path}: {error} ({elapsed} ms)"),
                }
                if let Some(out) = &out {
                    draw(&frame.image, &found.unwrap_or_default(), &[], &out.join(file_name(path)));
                }
            }
            Ok(None) => println!("{path}: there is no frame in it"),
            Err(error) => println!("{error}"),
        }
    }
}

fn measure(word: &str, out: Option<&Path>, worst: bool) {
    let Some(shared) = stills::shared() else { return };
    let mut all = stills::real_stills(&shared);
    all.extend(stills::reel_stills(&shared, 40, 240));
    all.extend(stills::box_stills(&shared));
    all.retain(|still| still.group.contains(word));
    println!(
        "{:<26} {:<28} {:>6} {:>7} {:>5} {:>6} {:>5}",
        "group", "picture", "off by", "thought", "conf", "margin", "ms"
    );
    for still in &all {
        let image = still.image();
        let started = processor_time();
        let found = find_boards(&image, still.boards.len().max(1));
        let elapsed = (processor_time() - started).as_millis();
        let name: String = still.name.chars().take(28).collect();
        let mut bad = found.is_err();
        match &found {
            Err(error) => println!("{:<26} {name:<28} {error}", still.group),
            Ok(boards) => {
                for (i, board) in boards.iter().enumerate() {
                    let error = still.boards.get(i).map(|truth| stills::corner_error(truth, &board.lattice.clockwise));
                    bad |= error.is_some_and(|error| error > 0.1);
                    println!(
                        "{:<26} {name:<28} {:>6.3} {:>7.3} {:>5.2} {:>6.2} {elapsed:>5}",
                        still.group,
                        error.unwrap_or(f64::NAN),
                        board.error_squares,
                        board.confidence,
                        board.margin
                    );
                }
            }
        }
        if let Some(out) = out.filter(|_| bad || !worst) {
            let name = format!("{}-{}", still.group, still.name);
            draw(&image, &found.unwrap_or_default(), &still.boards, &out.join(file_name(&name)));
        }
    }
}

/// The processor time this thread has used, which a busy machine does not falsify as it does the time of day; zero
/// where the kernel does not tell.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0))
}

fn told(board: &FoundBoard) -> String {
    let corners: Vec<String> = board.lattice.clockwise.iter().map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect();
    format!(
        "{} error {:.3} confidence {:.2} margin {:.1}",
        corners.join(" "),
        board.error_squares,
        board.confidence,
        board.margin
    )
}

/// A file name made of any text.
fn file_name(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{plain}.png")
}

/// Writes the picture with the boards found (green, their squares thin) and true (red) drawn over it.
fn draw(image: &Image, found: &[FoundBoard], truth: &[[Point; 4]], path: &Path) {
    let mut canvas = image.as_mat().and_then(|mat| mat.try_clone()).expect("a picture");
    let mut stroke = |p: Point, q: Point, colour: Scalar| {
        let at = |p: Point| opencv::core::Point::new(p.x.round() as i32, p.y.round() as i32);
        line_def(&mut canvas, at(p), at(q), colour).expect("a line");
    };
    let (green, red) = (Scalar::new(0.0, 255.0, 0.0, 0.0), Scalar::new(0.0, 0.0, 255.0, 0.0));
    for board in found {
        let view = calibration::Homography::from_four(
            [Point::new(0.0, 0.0), Point::new(8.0, 0.0), Point::new(8.0, 8.0), Point::new(0.0, 8.0)],
            board.lattice.clockwise,
        );
        let Some(view) = view else { continue };
        let seen = |x: usize, y: usize| match &board.bent {
            Some(bent) => bent[y][x],
            None => view.apply(Point::new(x as f64, y as f64)),
        };
        for i in 0..9 {
            for j in 0..8 {
                stroke(seen(i, j), seen(i, j + 1), green);
                stroke(seen(j, i), seen(j + 1, i), green);
            }
        }
    }
    for corners in truth {
        (0..4).for_each(|i| stroke(corners[i], corners[(i + 1) % 4], red));
    }
    opencv::imgcodecs::imwrite(path.to_string_lossy().as_ref(), &canvas, &Vector::new()).expect("a file to write");
}
