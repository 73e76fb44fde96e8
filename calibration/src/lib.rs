//! From picture to board.
//!
//! The frame of reference is the *table*: for one board, its unit is a square of that board, its origin the outer
//! corner of a1, x runs along the first rank to h1 (8, 0) and y along the a-file to a8 (0, 8). `table_from_image` maps picture
//! coordinates (see [`capture::Image`]) to the table, `image_from_table` the other way.
#![forbid(unsafe_code)]

mod corners;
mod file;
mod file_form;
mod finder;
mod homography;
mod mesh;
mod nearest;
mod zones;

pub use corners::{Corners, Lattice, ParseCornersError, Side};
pub use file::{BoardCalibration, CalibrationError, CalibrationFile, VERSION, WhiteFoundBy};
pub use finder::{FoundBoard, NotFound, find_board, find_boards};
pub use homography::{Homography, Point};
pub use mesh::{BoardView, SquareMesh};
pub use nearest::nearest;
pub use zones::propose_zones;
