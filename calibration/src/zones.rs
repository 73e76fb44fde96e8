//! Where reserves and clocks probably lie: a proposal for people to put right.

use crate::{BoardView, CalibrationFile, Point};
use board::{BoardId, Color, Seat};

/// A reserve begins so far from its board, in squares, and is so wide.
const GAP: f64 = 0.5;
const WIDE: f64 = 3.5;

/// A clock stands so far from its board, in squares, is so wide, and with some room on both ends so long.
const CLOCK_GAP: f64 = 0.3;
const CLOCK_WIDE: f64 = 2.2;
const CLOCK_LONG: f64 = 3.2;

/// Puts zones beside every board that has none: each player's reserve beside his half of the board, on the side with more room in the
/// picture, and the clock at the middle of the other side.
pub fn propose_zones(file: &mut CalibrationFile) {
    let views: Vec<(BoardId, BoardView)> =
        file.boards.iter().filter_map(|(board, place)| Some((*board, place.view()?))).collect();
    for (board, view) in &views {
        let others: Vec<&BoardView> = views.iter().filter(|(other, _)| other != board).map(|(_, view)| view).collect();
        let sides = [right as fn(f64) -> f64, left];
        let room = |side: &fn(f64) -> f64| {
            let inside = (0..8).filter(|row| {
                free(file, &others, view.image_from_table(Point::new(side(GAP + WIDE), f64::from(*row) + 0.5)))
            });
            inside.count()
        };
        let side = if room(&sides[0]) >= room(&sides[1]) { sides[0] } else { sides[1] };
        let other = if room(&sides[0]) >= room(&sides[1]) { sides[1] } else { sides[0] };
        let outline = |side: fn(f64) -> f64, near: f64, far: f64, low: f64, high: f64| {
            let corners = [(near, low), (far, low), (far, high), (near, high)];
            corners.map(|(x, y)| view.image_from_table(Point::new(side(x), y))).to_vec()
        };
        for color in [Color::White, Color::Black] {
            let seat = Seat::new(*board, color);
            let (low, high) = if color == Color::White { (-0.5, 3.8) } else { (4.2, 8.5) };
            file.reserves[seat.index()].get_or_insert_with(|| outline(side, GAP, GAP + WIDE, low, high));
        }
        let clock = outline(other, CLOCK_GAP, CLOCK_GAP + CLOCK_WIDE, 4.0 - CLOCK_LONG / 2.0, 4.0 + CLOCK_LONG / 2.0);
        file.clocks.entry(*board).or_insert(clock);
    }
}

fn right(squares: f64) -> f64 {
    8.0 + squares
}

fn left(squares: f64) -> f64 {
    -squares
}

/// Whether a place is in the picture and on no other board.
fn free(file: &CalibrationFile, others: &[&BoardView], at: Point) -> bool {
    let inside = (0.0..file.width as f64).contains(&at.x) && (0.0..file.height as f64).contains(&at.y);
    let on = |view: &&BoardView| {
        let table = view.table_from_image(at);
        (-0.5..8.5).contains(&table.x) && (-0.5..8.5).contains(&table.y)
    };
    inside && !others.iter().any(on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardCalibration, WhiteFoundBy};

    #[test]
    fn zones_lie_where_there_is_room_and_what_was_drawn_stays() {
        let mut file = CalibrationFile::for_picture(1000, 500);
        // A at the left edge of the picture with White below, B beside it
        for (board, corners) in
            [(BoardId::A, "10,100,410,100,410,500,10,500"), (BoardId::B, "450,100,850,100,850,500,450,500")]
        {
            let corners = corners.parse().unwrap();
            file.boards.insert(
                board,
                BoardCalibration { corners, error_squares: None, white_found_by: WhiteFoundBy::Told, mesh: None },
            );
        }
        file.reserves[0] = Some(vec![Point::new(1.0, 1.0); 4]);
        propose_zones(&mut file);
        assert_eq!(file.reserves[0].as_ref().unwrap()[0], Point::new(1.0, 1.0));
        let black_of_b = file.reserves[Seat::new(BoardId::B, Color::Black).index()].as_ref().unwrap();
        assert!(black_of_b.iter().all(|p| p.x > 850.0 && p.y < 310.0), "{black_of_b:?}");
        assert_eq!(file.clocks.len(), 2);
    }
}
