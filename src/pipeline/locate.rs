//! Where the boards lie in a camera's picture, and which side of each is White's.

use crate::failure::{Failure, Kind};
use crate::plan::Placing;
use board::{BoardId, Square};
use calibration::{BoardCalibration, CalibrationFile, FoundBoard, Point, Side, WhiteFoundBy};
use capture::Image;
use vision::{Eyes, likely_turns, turns_from_start};

/// The frames, counted from the first, in which boards are looked for one after the other: a hand or a jump in
/// exposure may hide them in some.
pub const FRAMES_LOOKED_AT: [usize; 6] = [0, 2, 5, 10, 16, 24];

/// Given corners must leave so many squares in the picture.
const LEAST_SQUARES_INSIDE: usize = 32;

/// Given corners must make squares of so many pixels: below, nothing can be told apart.
const LEAST_SQUARE_PIXELS: f64 = 4.0;

/// Places `boards` in `image` as `placing` says; `name` is the footage's, for messages. Boards that are found get their names
/// from left to right.
///
/// # Errors
/// When a board is not found, White's side cannot be told, or a calibration does not fit.
pub fn locate(
    placing: &Placing,
    boards: &[BoardId],
    image: &Image,
    name: &str,
    eyes: &mut Eyes,
) -> Result<CalibrationFile, Failure> {
    let mut file = CalibrationFile::for_picture(image.width(), image.height());
    match placing {
        Placing::File(path) => {
            let stored = CalibrationFile::load(path)?;
            stored.check_size(path, image.width(), image.height())?;
            match boards.iter().find(|board| !stored.boards.contains_key(board)) {
                Some(board) => {
                    return Err(Failure::input(format!(
                        "{}: says nothing about board {board}; add its corners",
                        path.display()
                    )));
                }
                None => file = stored,
            }
        }
        Placing::Corners(corners) => {
            let placed = BoardCalibration {
                corners: *corners,
                error_squares: None,
                white_found_by: WhiteFoundBy::NamedCorners,
                mesh: None,
            };
            check_corners(&placed, image, name)?;
            file.boards.extend(boards.iter().map(|board| (*board, placed.clone())));
        }
        Placing::Find | Placing::FindWithWhiteAt(_) => {
            let unplaced = |what: String| Failure::new(Kind::Board, format!("{name}: {what}"));
            let found = match boards {
                [_] => calibration::find_board(image).map(|board| vec![board]),
                several => calibration::find_boards(image, several.len()),
            };
            let side = if let Placing::FindWithWhiteAt(side) = placing { Some(*side) } else { None };
            for (board, found) in boards.iter().zip(found.map_err(|error| unplaced(error.to_string()))?) {
                let place = place(&found, side, image, eyes)?;
                let several = if boards.len() > 1 { format!("board {board}: ") } else { String::new() };
                file.boards.insert(*board, place.map_err(|what| unplaced(format!("{several}{what}")))?);
            }
        }
    }
    Ok(file)
}

/// Refuses given corners between which next to nothing is to be seen.
fn check_corners(placed: &BoardCalibration, image: &Image, name: &str) -> Result<(), Failure> {
    let (width, height) = (image.width() as f64, image.height() as f64);
    let unusable = |what: &str| {
        Failure::usage(format!(
            "--corners: {what} in the {width}x{height} pixels of {name}; give the board's outer corners in pixels"
        ))
    };
    let view = placed.view().ok_or_else(|| unusable("they span no board"))?;
    let inside = Square::all().filter(|square| {
        let centre = Point::new(square.file() as f64 + 0.5, square.rank() as f64 + 0.5);
        let seen = view.image_from_table(centre);
        (0.0..width).contains(&seen.x) && (0.0..height).contains(&seen.y)
    });
    if inside.count() < LEAST_SQUARES_INSIDE {
        return Err(unusable("fewer than half of the board's squares lie"));
    }
    if placed.corners.square_size() < LEAST_SQUARE_PIXELS {
        return Err(unusable("a square has less than 4 pixels"));
    }
    Ok(())
}

/// Names the corners of a board that was found, or says why it cannot.
fn place(
    found: &FoundBoard,
    side: Option<Side>,
    image: &Image,
    eyes: &mut Eyes,
) -> Result<Result<BoardCalibration, String>, Failure> {
    let calibration = |corners, white_found_by| BoardCalibration {
        corners,
        error_squares: Some(found.error_squares),
        white_found_by,
        mesh: found.mesh(&corners),
    };
    if let Some(side) = side {
        return Ok(Ok(calibration(found.lattice.with_white_at(side), WhiteFoundBy::Told)));
    }
    let [edge, _] = found.possible_first_ranks();
    let on_edge =
        |edge: usize| calibration(found.lattice.with_first_rank_on_edge(edge % 4), WhiteFoundBy::StartPosition);
    let Some(view) = on_edge(edge).view() else {
        return Ok(Err("what was found spans no board; give its corners with --corners".to_owned()));
    };
    let evidence = eyes.read(image, &view)?;
    // only these two have a dark square on White's left
    let allowed = [true, false, true, false];
    Ok(match turns_from_start(&evidence, allowed) {
        Ok(turns) => Ok(on_edge(edge + turns)),
        Err(reason) => {
            let hint = likely_turns(&evidence, allowed).and_then(|turns| {
                let corners = found.lattice.with_first_rank_on_edge((edge + turns) % 4);
                Side::ALL.into_iter().find(|side| found.lattice.with_white_at(*side) == corners)
            });
            Err(match hint {
                Some(side) => format!("{reason} (perhaps {})", side_name(side)),
                None => reason.to_string(),
            })
        }
    })
}

/// As well as it can be told where a board lies and which side is White's, and whether that is sure: by `side` where it was told, else by
/// the start position, else by where the pieces most probably belong, else at the bottom of the picture.
///
/// # Errors
/// When the corners span no board, or the network fails.
pub fn place_by_guess(
    found: &FoundBoard,
    side: Option<Side>,
    image: &Image,
    eyes: &mut Eyes,
) -> Result<(BoardCalibration, bool), Failure> {
    if let Ok(placed) = place(found, side, image, eyes)? {
        return Ok((placed, true));
    }
    let [edge, _] = found.possible_first_ranks();
    let corners = found.lattice.with_first_rank_on_edge(edge % 4);
    let calibration = |corners| BoardCalibration {
        corners,
        error_squares: Some(found.error_squares),
        white_found_by: WhiteFoundBy::Told,
        mesh: found.mesh(&corners),
    };
    let spans = || Failure::new(Kind::Board, "what was found spans no board; give its corners by hand");
    let view = calibration(corners).view().ok_or_else(spans)?;
    let evidence = eyes.read(image, &view)?;
    let guessed = likely_turns(&evidence, [true, false, true, false]);
    let corners = match guessed {
        Some(turns) => found.lattice.with_first_rank_on_edge((edge + turns) % 4),
        None => {
            let bottom = found.lattice.with_white_at(Side::Bottom);
            let [one, other] = found.possible_first_ranks().map(|edge| found.lattice.with_first_rank_on_edge(edge % 4));
            // of the two that the squares' colours allow, the one nearer to the bottom
            let lower = |corners: &calibration::Corners| corners.a1.y + corners.h1.y;
            if bottom == other || lower(&other) > lower(&one) { other } else { one }
        }
    };
    Ok((calibration(corners), false))
}

/// Two boards of a table: White of the one sits beside Black of the other. B is turned so where A is known and B was guessed.
pub fn placed_pair(file: &mut CalibrationFile) {
    let corners = |board: BoardId| file.boards.get(&board).map(|place| place.corners);
    let (Some(a), Some(b)) = (corners(BoardId::A), corners(BoardId::B)) else { return };
    let along = |corners: &calibration::Corners| Point::new(corners.a8.x - corners.a1.x, corners.a8.y - corners.a1.y);
    let (one, other) = (along(&a), along(&b));
    if one.x * other.x + one.y * other.y > 0.0
        && let Some(place) = file.boards.get_mut(&BoardId::B).filter(|place| place.white_found_by == WhiteFoundBy::Told)
    {
        let calibration::Corners { a8, h8, h1, a1 } = place.corners;
        place.corners = calibration::Corners { a8: h1, h8: a1, h1: a8, a1: h8 };
        place.mesh = None;
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
        Side::Top => "top",
        Side::Bottom => "bottom",
    }
}
