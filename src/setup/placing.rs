use super::asked::Drawn;
use super::watcher::View;
use crate::live::warnings::{measure, of_board, of_stream};
use crate::pipeline::locate::{place_by_guess, placed_pair};
use board::{BoardId, Placement, Seat, Square};
use calibration::propose_zones;
use calibration::{BoardCalibration, CalibrationFile, Corners, Point, Side, WhiteFoundBy, find_board, find_boards};
use capture::Image;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An outline has at most so many corners.
const MOST_CORNERS: usize = 12;

/// What was drawn lies in the picture or at most so many times its size beside it.
const BESIDE: f64 = 0.5;

/// A camera's boards and zones as they are placed, and what was seen there.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Where.
    pub file: CalibrationFile,
    /// What seems to stand on each board.
    pub read: BTreeMap<BoardId, Placement>,
    /// What will hurt, a sentence each.
    pub warnings: Vec<String>,
}

impl Placed {
    /// For the page.
    pub(super) fn object(&self) -> Value {
        let points = |points: &[Point]| -> Vec<[f64; 2]> { points.iter().map(|p| [tenth(p.x), tenth(p.y)]).collect() };
        let board = |(board, place): (&BoardId, &BoardCalibration)| {
            let seen = self.read.get(board).map(ToString::to_string);
            (board.to_string(), json!({"corners": points(&place.corners.in_order()), "placement": seen}))
        };
        let reserve = |seat: Seat| Some((seat.to_string(), json!(points(self.file.reserve(seat)?))));
        let clock = |(board, outline): (&BoardId, &Vec<Point>)| (board.to_string(), json!(points(outline)));
        json!({
            "size": [self.file.width, self.file.height],
            "boards": self.file.boards.iter().map(board).collect::<Map<_, _>>(),
            "reserves": Seat::ALL.into_iter().filter_map(reserve).collect::<Map<_, _>>(),
            "clocks": self.file.clocks.iter().map(clock).collect::<Map<_, _>>(),
            "warnings": self.warnings,
        })
    }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Finds `boards` in what is seen now, from left to right; White sits at `white_at` of the first where that is known.
pub(super) fn find(view: &mut View, boards: &[BoardId], white_at: Option<Side>) -> Result<Placed, String> {
    let image = Arc::clone(&view.image);
    let found = match boards {
        [_] => find_board(&image).map(|board| vec![board]),
        several => find_boards(&image, several.len()),
    };
    let found = found.map_err(|error| error.to_string())?;
    let mut file = CalibrationFile::for_picture(image.width(), image.height());
    let mut warnings = Vec::new();
    for (at, (board, found)) in boards.iter().zip(&found).enumerate() {
        let told = white_at.filter(|_| at == 0);
        let placed = view.eyes(|eyes| place_by_guess(found, told, &image, eyes).map_err(|failure| failure.message))?;
        let (place, sure) = placed;
        if !sure {
            warnings.push(format!(
                "board {board}: which side is White's is a guess, the pieces do not stand in the start position; turn it if it is wrong"
            ));
        }
        file.boards.insert(*board, place);
    }
    if white_at.is_some() && boards.len() > 1 {
        placed_pair(&mut file);
    }
    propose_zones(&mut file);
    looked_at(view, file, warnings)
}

/// The boards and zones lie as they were drawn.
pub(super) fn drawn(view: &mut View, boards: &[BoardId], drawn: &Drawn) -> Result<Placed, String> {
    let (width, height) = (view.image.width(), view.image.height());
    let near = |[x, y]: &[f64; 2]| {
        let within = |value: f64, size: usize| (-BESIDE * size as f64..(1.0 + BESIDE) * size as f64).contains(&value);
        within(*x, width) && within(*y, height)
    };
    let mut file = CalibrationFile::for_picture(width, height);
    for (board, corners) in &drawn.boards {
        if !boards.contains(board) || !corners.iter().all(near) {
            return Err(format!("board {board} is not seen there"));
        }
        let text = corners.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let corners: Corners =
            text.parse().map_err(|error: calibration::ParseCornersError| format!("board {board}: {}", error.reason))?;
        file.boards.insert(*board, as_it_was(view, *board, corners));
    }
    let outline = |what: String, points: &Vec<[f64; 2]>| {
        if !(3..=MOST_CORNERS).contains(&points.len()) || !points.iter().all(near) {
            return Err(format!("{what}: an outline has 3 to {MOST_CORNERS} corners in the picture"));
        }
        Ok(points.iter().map(|[x, y]| Point::new(*x, *y)).collect::<Vec<_>>())
    };
    for (seat, points) in &drawn.reserves {
        file.reserves[seat.index()] = Some(outline(format!("reserve of {seat}"), points)?);
    }
    for (board, points) in &drawn.clocks {
        file.clocks.insert(*board, outline(format!("clock of {board}"), points)?);
    }
    propose_zones(&mut file);
    looked_at(view, file, Vec::new())
}

/// A board that was not moved keeps what was found of it; one that was is as it was drawn.
fn as_it_was(view: &View, board: BoardId, corners: Corners) -> BoardCalibration {
    let near = |one: &Corners| one.in_order().iter().zip(corners.in_order()).all(|(a, b)| a.distance(b) < 0.1);
    match view.known.as_ref().and_then(|file| file.boards.get(&board)).filter(|known| near(&known.corners)) {
        Some(known) => known.clone(),
        None => {
            BoardCalibration { corners, error_squares: None, white_found_by: WhiteFoundBy::NamedCorners, mesh: None }
        }
    }
}

/// What is seen where the boards lie, and what will hurt.
pub(super) fn looked_at(view: &mut View, file: CalibrationFile, mut warnings: Vec<String>) -> Result<Placed, String> {
    let image = Arc::clone(&view.image);
    let mut read = BTreeMap::new();
    for (board, place) in &file.boards {
        let spans = place.view().ok_or_else(|| format!("board {board}: its corners span no board"))?;
        if let Some(measures) = measure(&image, place) {
            warnings.extend(of_board(&format!("board {board}"), &measures));
        }
        read.insert(*board, view.eyes(|eyes| placement(eyes, &image, &spans))?);
    }
    if view.moves {
        warnings.extend(of_stream(view.rate, &view.images));
    }
    Ok(Placed { file, read, warnings })
}

fn placement(eyes: &mut vision::Eyes, image: &Image, view: &calibration::BoardView) -> Result<Placement, String> {
    let evidence = eyes.read(image, view).map_err(|error| error.to_string())?;
    let mut placement = Placement::EMPTY;
    Square::all().for_each(|square| placement[square] = evidence.at(square).best());
    Ok(placement)
}
