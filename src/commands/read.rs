//! `tandem read`: one picture in, what stands on its board out.

use super::opening::Network;
use crate::draw::{self, UNSURE_BELOW};
use crate::failure::{Failure, Kind};
use crate::files::{may_be_written, write_calibration};
use crate::pipeline::locate::locate;
use crate::plan::ReadPlan;
use crate::report::json::{BoardLine, SCHEMA};
use board::{BoardEvidence, BoardId, Placement, Square};
use calibration::BoardCalibration;
use serde_json::{Map, json};
use std::io::{IsTerminal, Write, stdout};
use vision::certainty;

/// Unsure squares that are named in the text, the least sure first.
const UNSURE_NAMED: usize = 10;

/// Reads as planned.
///
/// # Errors
/// When the picture cannot be read, its board not found, or a result not written.
pub fn run(plan: &ReadPlan) -> Result<(), Failure> {
    let image = capture::load_image(&plan.image)?;
    let name = plan.image.display().to_string();
    let mut eyes = Network::load()?.eyes(Vec::new())?;
    let file = locate(&plan.placing, &[BoardId::A], &image, &name, &mut eyes)?;
    let unplaced = || Failure::new(Kind::Board, format!("{name}: the corners span no board; check them"));
    let placed = file.boards.get(&BoardId::A).ok_or_else(unplaced)?;
    let view = placed.view().ok_or_else(unplaced)?;
    let evidence = eyes.read(&image, &view)?;
    let output = |error: String| Failure::new(Kind::Output, error);
    if let Some(path) = &plan.save_calibration {
        write_calibration(&file, path, &[&plan.image])?;
    }
    if let Some(path) = &plan.picture {
        may_be_written(path, &[&plan.image])?;
        draw::reading(&image, &view, &evidence, path).map_err(|error| output(error.to_string()))?;
    }
    let reading = Reading::new(&evidence);
    let mut out = stdout();
    if plan.json {
        let line = line(&name, &image, placed, &evidence, &reading);
        let text = serde_json::to_string(&line).map_err(|error| Failure::new(Kind::Internal, error))?;
        return Ok(writeln!(out, "{text}")?);
    }
    let board = draw::terminal_board(&evidence, out.is_terminal());
    Ok(write!(out, "{board}{}", text(placed, &reading))?)
}

/// What was read, and how surely.
struct Reading {
    placement: Placement,
    /// The probability of each square's content, given that all contents were equally likely before; 0 where the square was
    /// not seen.
    sure: [f64; 64],
}

impl Reading {
    fn new(evidence: &BoardEvidence) -> Reading {
        let mut placement = Placement::EMPTY;
        let mut sure = [0.0; 64];
        for square in Square::all() {
            let look = evidence.at(square);
            placement[square] = look.best();
            sure[square.index()] = certainty(look);
        }
        Reading { placement, sure }
    }

    fn confidence(&self) -> f64 {
        self.sure.iter().sum::<f64>() / 64.0
    }

    fn unsure(&self) -> Vec<String> {
        let mut unsure: Vec<Square> = Square::all().filter(|square| self.sure[square.index()] < UNSURE_BELOW).collect();
        unsure.sort_by(|a, b| self.sure[a.index()].total_cmp(&self.sure[b.index()]));
        unsure.into_iter().map(|square| format!("{square} {:.0} %", 100.0 * self.sure[square.index()])).collect()
    }
}

fn text(placed: &BoardCalibration, reading: &Reading) -> String {
    let mut text = String::new();
    let error = placed.error_squares.map_or(String::new(), |error| format!(" (within {error:.2} of a square)"));
    text += &format!("\nplacement  {}\ncorners    {}{error}\n", reading.placement, placed.corners);
    text += &format!("confidence {:.1} %\n", 100.0 * reading.confidence());
    let unsure = reading.unsure();
    if !unsure.is_empty() {
        let more = match unsure.len().saturating_sub(UNSURE_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        text +=
            &format!("unsure     {}{more}\n", unsure.iter().take(UNSURE_NAMED).cloned().collect::<Vec<_>>().join(", "));
    }
    text
}

fn line(
    name: &str,
    image: &capture::Image,
    placed: &BoardCalibration,
    evidence: &BoardEvidence,
    reading: &Reading,
) -> BoardLine {
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let thousandth = |value: f64| (value * 1000.0).round() / 1000.0;
    let corners = ["a8", "h8", "h1", "a1"].into_iter().zip(placed.corners.in_order());
    let square = |square: Square| {
        json!({
            "content": reading.placement[square].map(|piece| piece.letter()),
            "confidence": thousandth(reading.sure[square.index()]),
            "visibility": evidence.at(square).visibility,
        })
    };
    BoardLine {
        event: "board",
        schema: SCHEMA,
        image: name.to_owned(),
        size: [image.width(), image.height()],
        placement: reading.placement,
        corners: corners.map(|(name, p)| (name.to_owned(), json!([tenth(p.x), tenth(p.y)]))).collect(),
        corner_error_squares: placed.error_squares.map(thousandth),
        white_found_by: placed.white_found_by,
        confidence: thousandth(reading.confidence()),
        squares: Square::all().map(|s| (s.to_string(), square(s))).collect::<Map<_, _>>(),
    }
}
