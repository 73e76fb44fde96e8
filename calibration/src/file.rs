use crate::file_form::{self, BoardForm, FileForm};
use crate::{BoardView, Corners, Point, SquareMesh};
use board::{BoardId, Seat};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the file's form that this program writes and reads.
pub const VERSION: u32 = 1;

/// How it came to be known which side of a board is White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhiteFoundBy {
    /// The pieces stood in the start position.
    StartPosition,
    /// Somebody said so.
    Told,
    /// The corners were given by their names.
    NamedCorners,
}

/// Where one board lies in the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardCalibration {
    /// The outer corners of its squares, in pixels.
    pub corners: Corners,
    /// How far off the worst corner may be, in squares (a standard error), where the board was found and not told.
    pub error_squares: Option<f64>,
    /// How White's side was found.
    pub white_found_by: WhiteFoundBy,
    /// What the board deviates by from the homography of its corners.
    pub mesh: Option<SquareMesh>,
}

impl BoardCalibration {
    /// The map between picture and table in both directions, or `None` when the corners make none.
    pub fn view(&self) -> Option<BoardView> {
        BoardView::new(&self.corners, self.mesh.clone())
    }
}

/// What is known of one camera's picture: its size, the boards in it, and the zones beside them. Saved as TOML
/// that a person can read and edit; all coordinates are pixels from the picture's top left corner.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CalibrationFile {
    /// The picture's width in pixels.
    pub width: usize,
    /// The picture's height in pixels.
    pub height: usize,
    /// The boards the camera sees.
    pub boards: BTreeMap<BoardId, BoardCalibration>,
    /// The outlines of the zones where the seats' reserves lie, in the order of [`Seat::ALL`]; `None` where no zone was
    /// drawn.
    pub reserves: [Option<Vec<Point>>; 4],
    /// The outlines of the boards' clocks.
    pub clocks: BTreeMap<BoardId, Vec<Point>>,
}

/// Why a calibration cannot be read, written or used. One line: the file, the thing, the way out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct CalibrationError {
    /// The calibration file.
    pub file: PathBuf,
    /// What is wrong with it and what to do.
    pub reason: String,
}

impl CalibrationFile {
    /// A calibration without boards for a picture of this size in pixels.
    pub fn for_picture(width: usize, height: usize) -> CalibrationFile {
        CalibrationFile { width, height, ..CalibrationFile::default() }
    }

    /// The outline of a seat's reserve zone, where there is one.
    pub fn reserve(&self, seat: Seat) -> Option<&[Point]> {
        self.reserves[seat.index()].as_deref()
    }

    /// Reads a calibration.
    ///
    /// # Errors
    /// When the file is missing, is no TOML, has another version, holds a key that is not known (the nearest one that is
    /// gets named), lacks one, or its corners make no board.
    pub fn load(path: &Path) -> Result<CalibrationFile, CalibrationError> {
        let wrong = |reason: String| CalibrationError { file: path.to_owned(), reason };
        let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                wrong("there is no such file; write it with a calibration first".to_owned())
            }
            _ => wrong(format!("cannot be read: {error}")),
        })?;
        text.parse::<CalibrationFile>().map_err(wrong)
    }

    /// Makes sure that the calibration was made for pictures of this size; `path` is what an error names.
    ///
    /// # Errors
    /// When it was made for another one.
    pub fn check_size(&self, path: &Path, width: usize, height: usize) -> Result<(), CalibrationError> {
        if (self.width, self.height) == (width, height) {
            return Ok(());
        }
        let reason = format!(
            "was made for pictures of {}x{} pixels and these have {width}x{height}; calibrate again for them, or set the \
             camera back to {}x{}",
            self.width, self.height, self.width, self.height
        );
        Err(CalibrationError { file: path.to_owned(), reason })
    }

    /// The file's text.
    ///
    /// # Errors
    /// When a number is none.
    pub fn to_toml(&self) -> Result<String, String> {
        let outline = |points: &Vec<Point>| points.iter().map(|p| [round(p.x, 1), round(p.y, 1)]).collect();
        let form = FileForm {
            version: VERSION,
            width: self.width,
            height: self.height,
            board: self.boards.iter().map(|(id, board)| (*id, BoardForm::from(board))).collect(),
            reserve: Seat::ALL
                .iter()
                .filter_map(|seat| Some((seat.to_string(), outline(self.reserves[seat.index()].as_ref()?))))
                .collect(),
            clock: self.clocks.iter().map(|(id, points)| (*id, outline(points))).collect(),
        };
        let text = toml::to_string(&form).map_err(|error| error.to_string())?;
        Ok(format!("{}{text}", file_form::EXPLANATION))
    }
}

impl std::str::FromStr for CalibrationFile {
    type Err = String;

    fn from_str(text: &str) -> Result<CalibrationFile, String> {
        let form = file_form::parse(text)?;
        let mut file = CalibrationFile::for_picture(form.width, form.height);
        for (id, board) in form.board {
            file.boards.insert(id, board.into_calibration(id)?);
        }
        for (seat, points) in form.reserve {
            let seat: Seat = seat.parse().map_err(|error: board::ParseSeatError| format!("reserve: {error}"))?;
            file.reserves[seat.index()] = Some(file_form::outline(&format!("reserve.{seat}"), &points)?);
        }
        for (id, points) in form.clock {
            file.clocks.insert(id, file_form::outline(&format!("clock.{id}"), &points)?);
        }
        Ok(file)
    }
}

/// A number to so many decimals: a hundredth of a pixel is more than anybody can measure.
pub(crate) fn round(value: f64, decimals: i32) -> f64 {
    let unit = 10f64.powi(decimals);
    // Adding zero makes a negative zero a plain one.
    (value * unit).round() / unit + 0.0
}
