//! Following a board that lies a little differently in every photograph.

use calibration::{BoardCalibration, CalibrationFile, Corners, FoundBoard};
use capture::Image;

/// A board that has moved by less than this, in squares, is left where it was: the finder itself is no finer.
const LEAST_SHIFT: f64 = 0.06;

/// A board that seems to have moved by more than this, in squares, is not believed: it may be another, or found a row off.
const GREATEST_SHIFT: f64 = 1.5;

/// A board found with less than this between its lattice and the next best is not believed.
const LEAST_MARGIN: f64 = 2.5;

/// How a board lies in a picture, compared with where it lay.
#[derive(Clone, Debug)]
pub enum Shift {
    /// Where it was.
    None,
    /// Elsewhere by so much of a square.
    By(f64, Box<BoardCalibration>),
}

/// Looks for the boards of `calibration` in `image`. What was not found surely is left out: hands and arms cover boards all the time.
pub fn shifts(calibration: &CalibrationFile, image: &Image) -> Vec<(board::BoardId, Shift)> {
    let found = find(calibration, image);
    let compared = calibration.boards.iter().filter_map(|(board, known)| {
        let (corners, found) = nearest(&known.corners, &found)?;
        if found.margin < LEAST_MARGIN {
            return None;
        }
        let by = shift(&known.corners, &corners);
        if by < LEAST_SHIFT {
            return Some((*board, Shift::None));
        }
        let mesh = found.mesh(&corners);
        let place = BoardCalibration { corners, error_squares: Some(found.error_squares), mesh, ..known.clone() };
        Some((*board, Shift::By(by, Box::new(place))))
    });
    compared.collect()
}

fn find(calibration: &CalibrationFile, image: &Image) -> Vec<FoundBoard> {
    let found = match calibration.boards.len() {
        1 => calibration::find_board(image).map(|board| vec![board]),
        several => calibration::find_boards(image, several),
    };
    found.unwrap_or_default()
}

/// The boards of `calibration` that lie elsewhere in `image`, with where they lie now. A board that is not found, or not where
/// it could have moved to, is taken to lie where it did.
pub fn moved(calibration: &CalibrationFile, image: &Image) -> Vec<(board::BoardId, BoardCalibration)> {
    let found = find(calibration, image);
    let shifted = calibration.boards.iter().filter_map(|(board, known)| {
        let (corners, found) = nearest(&known.corners, &found)?;
        let shift = shift(&known.corners, &corners);
        let believed = (LEAST_SHIFT..GREATEST_SHIFT).contains(&shift) && found.margin >= LEAST_MARGIN;
        believed.then(|| {
            let mesh = found.mesh(&corners);
            (*board, BoardCalibration { corners, error_squares: Some(found.error_squares), mesh, ..known.clone() })
        })
    });
    shifted.collect()
}

/// The board found nearest to where one was, its corners named so that it has turned least.
fn nearest<'a>(known: &Corners, found: &'a [FoundBoard]) -> Option<(Corners, &'a FoundBoard)> {
    let ways =
        found.iter().flat_map(|found| (0..4).map(move |edge| (found.lattice.with_first_rank_on_edge(edge), found)));
    ways.min_by(|(a, _), (b, _)| shift(known, a).total_cmp(&shift(known, b)))
}

/// How far the corner that differs most lies from where it was, in squares.
fn shift(from: &Corners, to: &Corners) -> f64 {
    let pairs = from.in_order().into_iter().zip(to.in_order());
    pairs.map(|(a, b)| a.distance(b)).fold(0.0, f64::max) / from.square_size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::Lattice;

    #[test]
    fn corners_keep_their_names_when_a_board_is_pushed() {
        let known: Corners = "400,40,420,400,50,410,40,50".parse().unwrap();
        let [a8, h8, h1, a1] = known.in_order().map(|p| calibration::Point::new(p.x + 4.0, p.y - 3.0));
        let lattice = Lattice { clockwise: [a1, a8, h8, h1] };
        let best = (0..4).map(|edge| lattice.with_first_rank_on_edge(edge));
        let named = best.min_by(|a, b| shift(&known, a).total_cmp(&shift(&known, b))).unwrap();
        assert_eq!(named.a8, a8);
        assert!((shift(&known, &named) * known.square_size() - 5.0).abs() < 1e-9);
    }
}
