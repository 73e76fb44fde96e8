//! What is known of a sequence: the three forms of truth brought into one.
//!
//! `game.json` lies beside photographs, `clips.json` beside stills and videos, `truth.json` beside a table's footage. They
//! are others' files, or of a later form: keys that are not known are passed over, missing ones are errors.

mod clips;
mod game;
mod reel;

use crate::failure::Failure;
use crate::plan::FootagePlan;
use board::{BoardId, Kind, Placement, Seat, SquareSet, Stamp};
use calibration::{Corners, Lattice, Point};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Footage of which the truth is known.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The folder and, where it holds several sequences, the file.
    pub name: String,
    /// What counts as one when means are taken: the folder above.
    pub group: String,
    /// What is shown.
    pub footage: Footage,
    /// What stands on the boards, a frame at a time, where it is known.
    pub frames: BTreeMap<u64, FrameTruth>,
    /// The plies of each board, where they are known.
    pub plies: Option<BTreeMap<BoardId, Vec<Ply>>>,
    /// Where the boards lie, where that is known.
    pub outlines: BTreeMap<BoardId, Outline>,
    /// Violations that are no ply of the board on which they would be noticed.
    pub other_violations: Vec<OtherViolation>,
}

/// A violation that is no ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherViolation {
    /// The alert's kind as its word.
    pub kind: String,
    /// Who is concerned, where the truth says so.
    pub seat: Option<Seat>,
    /// The kind of piece concerned, where the truth says so.
    pub piece: Option<char>,
}

/// What is shown.
#[derive(Clone, Debug)]
pub enum Footage {
    /// Photographs in this order, all of board A.
    Photographs(Vec<PathBuf>),
    /// A video of board A.
    Video(PathBuf),
    /// A table.
    Table(Box<FootagePlan>),
}

/// What stands on the boards in one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameTruth {
    /// The placement of each board, and the squares that cannot be seen.
    pub boards: BTreeMap<BoardId, (Placement, SquareSet)>,
    /// What lies in the reserves, of those in which nothing has changed for a second.
    pub reserves: BTreeMap<Seat, Vec<Kind>>,
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// UCI text, drops as `P@e4`.
    pub uci: String,
    /// Whether it was legal.
    pub legal: bool,
    /// The moment and the frame from which on it can be seen, where they are known.
    pub released: Option<Release>,
}

/// When a ply can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// From this frame on the hand has left.
    Frame(u64),
    /// The clock was pressed at this moment.
    Press(Stamp),
}

/// Where a board lies in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline {
    /// The corners have names.
    Named(Corners),
    /// The corners of an empty board: nobody knows which side is White's.
    Unnamed(Lattice),
}

impl Outline {
    /// The corners, clockwise in the picture.
    pub fn clockwise(&self) -> [Point; 4] {
        match self {
            Outline::Named(corners) => corners.in_order(),
            Outline::Unnamed(lattice) => lattice.clockwise,
        }
    }

    /// The greatest distance of a corner from where it was found, in squares. Named corners are compared name by
    /// name: a board that is read turned is eight squares off.
    pub fn error_of(&self, found: &Corners) -> f64 {
        let (truth, found_order) = (self.clockwise(), found.in_order());
        let worst = |turn: usize| (0..4).map(|i| truth[i].distance(found_order[(i + turn) % 4])).fold(0.0, f64::max);
        let pixels = match self {
            Outline::Named(_) => worst(0),
            Outline::Unnamed(_) => (0..4).map(worst).fold(f64::INFINITY, f64::min),
        };
        let edges: f64 = (0..4).map(|i| truth[i].distance(truth[(i + 1) % 4])).sum();
        pixels / (edges / 32.0)
    }
}

/// All sequences under `folder`, in the order of their names.
///
/// # Errors
/// When a truth cannot be read.
pub fn find(folder: &Path) -> Result<Vec<Sequence>, Failure> {
    let mut sequences = Vec::new();
    for file in truth_files(folder)? {
        match file.file_name().and_then(|name| name.to_str()) {
            Some(game::FILE) => sequences.push(game::load(&file)?),
            Some(clips::FILE) => sequences.extend(clips::load(&file)?),
            _ => sequences.push(reel::load(&file)?),
        }
    }
    Ok(sequences)
}

/// The files that hold truths, sorted by their paths.
fn truth_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |error: std::io::Error| Failure::input(format!("{}: cannot be read: {error}", folder.display()));
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>())
        .map_err(wrong)?;
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(truth_files(&path)?);
        } else if [game::FILE, clips::FILE, reel::FILE].iter().any(|name| path.ends_with(name)) {
            files.push(path);
        }
    }
    Ok(files)
}

/// The folder a truth lies in, and the one above, as names for people.
fn names(file: &Path) -> (String, String) {
    let part = |path: Option<&Path>| {
        path.and_then(Path::file_name).map_or_else(|| ".".to_owned(), |name| name.to_string_lossy().into_owned())
    };
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let folder = file.parent();
    (part(folder), part(folder.and_then(Path::parent)))
}

fn read<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<T, Failure> {
    let wrong = |error: String| Failure::input(format!("{}: {error}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|error| wrong(format!("is not the truth it should be: {error}")))
}

/// Corners by their names, as `[x, y]`.
#[derive(Deserialize, Clone, Copy, Debug)]
struct NamedCorners {
    a8: [f64; 2],
    h8: [f64; 2],
    h1: [f64; 2],
    a1: [f64; 2],
}

impl From<NamedCorners> for Corners {
    fn from(named: NamedCorners) -> Corners {
        let point = |[x, y]: [f64; 2]| Point::new(x, y);
        Corners { a8: point(named.a8), h8: point(named.h8), h1: point(named.h1), a1: point(named.a1) }
    }
}

impl FrameTruth {
    fn of_one(placement: Placement) -> FrameTruth {
        FrameTruth { boards: BTreeMap::from([(BoardId::A, (placement, SquareSet::EMPTY))]), ..FrameTruth::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(offset: f64) -> [Point; 4] {
        [(0.0, 0.0), (80.0, 0.0), (80.0, 80.0), (0.0, 80.0)].map(|(x, y)| Point::new(x + offset, y))
    }

    #[test]
    fn a_corner_error_is_in_squares_and_a_turned_board_is_far_off() {
        let [a8, h8, h1, a1] = square(0.0);
        let truth = Corners { a8, h8, h1, a1 };
        let [a8, h8, h1, a1] = square(5.0);
        let found = Corners { a8, h8, h1, a1 };
        assert!((Outline::Named(truth).error_of(&found) - 0.5).abs() < 1e-9);
        let turned = Corners { a8: h8, h8: h1, h1: a1, a1: a8 };
        assert!(Outline::Named(truth).error_of(&turned) > 7.0);
        let lattice = Lattice { clockwise: square(0.0) };
        assert!((Outline::Unnamed(lattice).error_of(&turned) - 0.5).abs() < 1e-9);
    }
}
