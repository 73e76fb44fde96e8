//! `tandem calibrate`: where the boards lie in a camera's picture, and what will hurt.

use super::opening::Network;
use crate::args::CalibrateArguments;
use crate::draw;
use crate::failure::{Failure, Kind};
use crate::files::{may_be_written, write_calibration};
use crate::live::look::{Look, look};
use crate::live::warnings::{Measures, measure, of_board, of_stream};
use crate::pipeline::locate::{place_by_guess, placed_pair};
use board::BoardId;
use calibration::propose_zones;
use calibration::{CalibrationFile, FoundBoard, Side, find_board, find_boards};
use capture::Image;
use capture::live::{Address, UsbWishes};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::Instant;

/// A camera is looked at for so long, in milliseconds.
const LOOKED_MS: i64 = 2_000;

/// Finds, measures, stores and tells.
///
/// # Errors
/// When the source gives no picture, no board is found, or a result cannot be written.
pub fn run(arguments: &CalibrateArguments) -> Result<(), Failure> {
    let address = Address::new(&arguments.source);
    let seen = look(&address, &UsbWishes::default(), LOOKED_MS)?;
    let begun = Instant::now();
    let mut eyes = Network::load()?.eyes(Vec::new())?;
    let name = address.to_string();
    let (image, found) = found_in(&seen, arguments.boards, &name)?;
    let side = arguments.white_at.map(Side::from);
    let mut file = CalibrationFile::for_picture(image.width(), image.height());
    let mut warnings = Vec::new();
    for (board, found) in BoardId::BOTH.into_iter().zip(&found) {
        // the players of two boards sit opposite each other: told of A, it is known of B only by its pieces
        let told = side.filter(|_| board == BoardId::A);
        let (place, sure) = place_by_guess(found, told, &image, &mut eyes)?;
        if !sure {
            warnings.push(format!("board {board}: which side is White's is a guess, the pieces do not stand in the start position; say it with --white-at"));
        }
        file.boards.insert(board, place);
    }
    if found.len() == 2 && side.is_some() {
        placed_pair(&mut file);
    }
    propose_zones(&mut file);
    let measures: BTreeMap<BoardId, Measures> =
        file.boards.iter().filter_map(|(board, place)| Some((*board, measure(&image, place)?))).collect();
    measures.iter().for_each(|(board, measures)| warnings.extend(of_board(&format!("board {board}"), measures)));
    if seen.moves {
        warnings.extend(of_stream(seen.rate, &seen.images));
    }
    let output = |error: String| Failure::new(Kind::Output, error);
    let source = Path::new(&name);
    if let Some(path) = &arguments.output {
        write_calibration(&file, path, &[source])?;
    }
    if let Some(path) = &arguments.picture {
        let calibration = arguments.output.as_deref();
        may_be_written(path, &[source].into_iter().chain(calibration).collect::<Vec<_>>())?;
        draw::placed(&image, &file, path).map_err(|error| output(error.to_string()))?;
    }
    let taken_ms = begun.elapsed().as_millis() as u64;
    let mut out = stdout();
    if arguments.json {
        let line = json!({
            "event": "calibration", "schema": crate::report::json::SCHEMA, "source": name, "size": [image.width(), image.height()],
            "rate": seen.moves.then_some((seen.rate * 10.0).round() / 10.0),
            "boards": file.boards.iter().map(|(board, place)| (board.to_string(), json!({
                "corners": place.corners.in_order().map(|p| [(p.x * 10.0).round() / 10.0, (p.y * 10.0).round() / 10.0]),
                "error_squares": place.error_squares, "white_found_by": place.white_found_by, "measures": measures.get(board),
            }))).collect::<serde_json::Map<_, _>>(),
            "warnings": warnings, "taken_ms": taken_ms,
        });
        return Ok(writeln!(out, "{line}")?);
    }
    for (board, place) in &file.boards {
        let error = place.error_squares.map_or(String::new(), |error| format!(", within {error:.2} of a square"));
        writeln!(out, "board {board}: {}{error}", place.corners)?;
        if let Some(Measures { pixels_a_square, angle_degrees, .. }) = measures.get(board) {
            let angle =
                angle_degrees.map_or(String::new(), |angle| format!(", {angle:.0} degrees from straight above"));
            writeln!(out, "  {pixels_a_square:.0} pixels a square{angle}")?;
        }
    }
    warnings.iter().try_for_each(|what| writeln!(out, "! {what}"))?;
    if warnings.is_empty() {
        writeln!(out, "nothing to complain of")?;
    }
    if let Some(path) = &arguments.output {
        writeln!(out, "stored in {}; drag corners and zones by editing it", path.display())?;
    }
    Ok(writeln!(out, "found in {:.1} s", taken_ms as f64 / 1000.0)?)
}

/// The boards of the first picture that shows them, the last picture first: an exposure has settled by then.
fn found_in(seen: &Look, boards: Option<u8>, name: &str) -> Result<(Image, Vec<FoundBoard>), Failure> {
    let mut reason = None;
    for image in seen.images.iter().rev() {
        let two = || find_boards(image, 2);
        let one = || find_board(image).map(|board| vec![board]);
        let found = match boards {
            Some(1) => one(),
            Some(_) => two(),
            None => two().or_else(|_| one()),
        };
        match found {
            Ok(found) => return Ok((Image::clone(image), found)),
            Err(error) => _ = reason.get_or_insert(error.to_string()),
        }
    }
    let reason = reason.unwrap_or_else(|| "no picture was seen".to_owned());
    Err(Failure::new(Kind::Board, format!("{name}: {reason}")))
}
