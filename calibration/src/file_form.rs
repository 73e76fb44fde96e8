//! How a calibration looks on disk.
use crate::file::{BoardCalibration, VERSION, WhiteFoundBy, round};
use crate::nearest::nearest;
use crate::{Corners, Point, SquareMesh};
use board::BoardId;
use std::collections::BTreeMap;

/// What stands above everything else in a file.
pub(crate) const EXPLANATION: &str = "\
# Where the boards lie in one camera's picture. Coordinates are pixels [x, y] from the picture's top left corner.
# Corners are the outer corners of the 64 squares, not of the frame, named by the square they belong to.
# To turn a board, exchange the names of its corners and delete its mesh.

";

const FILE_KEYS: [&str; 6] = ["version", "width", "height", "board", "reserve", "clock"];
const BOARD_KEYS: [&str; 4] = ["corners", "error_squares", "white_found_by", "mesh"];
const CORNER_KEYS: [&str; 4] = ["a8", "h8", "h1", "a1"];
const BOARDS: [&str; 2] = ["A", "B"];
const SEATS: [&str; 4] = ["Aw", "Ab", "Bw", "Bb"];

#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct FileForm {
    pub(crate) version: u32,
    pub(crate) width: usize,
    pub(crate) height: usize,
    #[serde(default)]
    pub(crate) board: BTreeMap<BoardId, BoardForm>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) reserve: BTreeMap<String, Vec<[f64; 2]>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) clock: BTreeMap<BoardId, Vec<[f64; 2]>>,
}

#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct BoardForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    error_squares: Option<f64>,
    white_found_by: WhiteFoundBy,
    corners: CornersForm,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<SquareMesh>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct CornersForm {
    a8: [f64; 2],
    h8: [f64; 2],
    h1: [f64; 2],
    a1: [f64; 2],
}

impl From<&BoardCalibration> for BoardForm {
    fn from(board: &BoardCalibration) -> BoardForm {
        let [a8, h8, h1, a1] = board.corners.in_order().map(|p| [round(p.x, 2), round(p.y, 2)]);
        let mut mesh = board.mesh.clone();
        for value in mesh.iter_mut().flat_map(|mesh| mesh.offsets.iter_mut().flatten().flatten()) {
            *value = round(*value, 4);
        }
        BoardForm {
            error_squares: board.error_squares.map(|error| round(error, 4)),
            white_found_by: board.white_found_by,
            corners: CornersForm { a8, h8, h1, a1 },
            mesh,
        }
    }
}

impl BoardForm {
    pub(crate) fn into_calibration(self, id: BoardId) -> Result<BoardCalibration, String> {
        let point = |[x, y]: [f64; 2]| Point::new(x, y);
        let corners = Corners {
            a8: point(self.corners.a8),
            h8: point(self.corners.h8),
            h1: point(self.corners.h1),
            a1: point(self.corners.a1),
        };
        // The text form is checked for a convex outline that is not mirrored.
        corners.to_string().parse::<Corners>().map_err(|error| format!("board.{id}.corners: {}", error.reason))?;
        if self.mesh.as_ref().is_some_and(|mesh| !mesh.greatest().is_finite()) {
            return Err(format!("board.{id}.mesh: every offset is a number of squares; delete the mesh or mend it"));
        }
        Ok(BoardCalibration {
            corners,
            error_squares: self.error_squares,
            white_found_by: self.white_found_by,
            mesh: self.mesh,
        })
    }
}

/// A zone's outline, which has at least three corners.
pub(crate) fn outline(key: &str, points: &[[f64; 2]]) -> Result<Vec<Point>, String> {
    if points.len() < 3 || !points.iter().flatten().all(|value| value.is_finite()) {
        return Err(format!("{key}: an outline is a list of three or more points [x, y]"));
    }
    Ok(points.iter().map(|&[x, y]| Point::new(x, y)).collect())
}

/// Reads the text, unknown keys first: their error should not hide behind that of a key which they misspell.
pub(crate) fn parse(text: &str) -> Result<FileForm, String> {
    let told = |error: toml::de::Error| {
        let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].lines().count().max(1));
        format!("line {line}: {}", error.message().replace('\n', " "))
    };
    let table: toml::Table = text.parse().map_err(told)?;
    check_keys("", &table, &FILE_KEYS)?;
    match table.get("version").and_then(toml::Value::as_integer) {
        Some(version) if version == i64::from(VERSION) => {}
        Some(version) => {
            return Err(format!(
                "is of version {version} and this program reads version {VERSION}; calibrate again, or use the program \
                 that wrote it"
            ));
        }
        None => return Err(format!("has no version; write version = {VERSION} at the top")),
    }
    for (key, allowed) in [("board", &BOARDS[..]), ("reserve", &SEATS), ("clock", &BOARDS)] {
        if let Some(part) = table.get(key).and_then(toml::Value::as_table) {
            check_keys(&format!("{key}."), part, allowed)?;
        }
    }
    for (id, board) in table.get("board").and_then(toml::Value::as_table).into_iter().flatten() {
        let Some(board) = board.as_table() else { continue };
        check_keys(&format!("board.{id}."), board, &BOARD_KEYS)?;
        if let Some(corners) = board.get("corners").and_then(toml::Value::as_table) {
            check_keys(&format!("board.{id}.corners."), corners, &CORNER_KEYS)?;
        }
    }
    toml::from_str(text).map_err(told)
}

fn check_keys(prefix: &str, table: &toml::Table, allowed: &[&str]) -> Result<(), String> {
    for key in table.keys() {
        if !allowed.contains(&key.as_str()) {
            return Err(match nearest(key, allowed) {
                Some(known) => format!("the key {prefix}{key} is not known; did you mean {prefix}{known}?"),
                None => format!("the key {prefix}{key} is not known; here can be {}", allowed.join(", ")),
            });
        }
    }
    Ok(())
}
