//! Whether the boards still lie where they did: looked for when the picture says that one may not, and live every few seconds
//! anyhow, beside everything else.

use super::follow::{Shift, shifts};
use board::{BoardId, Stamp};
use calibration::{BoardCalibration, CalibrationFile};
use capture::Image;
use crossbeam_channel::{Receiver, bounded};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Live, the boards are looked for so often, in milliseconds. It takes some tenths of a second of another thread.
const EVERY_MS: i64 = 10_000;

/// ... and again so soon where one seems to have moved.
const AGAIN_MS: i64 = 1_500;

/// A board that has moved by more than this, in squares, is not followed: people have to say where it lies.
pub const GREATEST: f64 = 0.6;

/// Two looks at a board that has moved agree within this, in squares.
const AGREE: f64 = 0.12;

/// What came of it.
#[derive(Clone, Debug)]
pub enum Moved {
    /// A board lies a little differently: it is followed.
    Little(BoardId, f64, Box<BoardCalibration>),
    /// A board lies elsewhere.
    Far(BoardId, f64),
    /// A board lies where it did.
    Back(BoardId),
}

/// How boards are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// In a thread of its own, every few seconds and when asked: frames do not wait.
    Beside,
    /// At once, when asked and as long as a board has moved: the same frames have the same outcome.
    AtOnce,
}

/// Looks after one camera's boards.
#[derive(Debug)]
pub struct Mover {
    looks: Looks,
    job: Option<Receiver<Vec<(BoardId, Shift)>>>,
    due: Option<Stamp>,
    away: bool,
    seemed: BTreeMap<BoardId, (f64, Box<BoardCalibration>)>,
}

impl Mover {
    /// Looks at nothing yet.
    pub fn new(looks: Looks) -> Mover {
        Mover { looks, job: None, due: None, away: false, seemed: BTreeMap::new() }
    }

    /// A board may have moved: it is looked for as soon as possible.
    pub fn ask(&mut self, now: Stamp) {
        self.due = Some(now);
    }

    /// What is known by `now`; begins to look in `image` when it is time to.
    pub fn turn(&mut self, now: Stamp, calibration: &CalibrationFile, image: &Arc<Image>) -> Vec<Moved> {
        if self.looks == Looks::AtOnce {
            return self.turn_at_once(now, calibration, image);
        }
        let found = self.job.as_ref().and_then(|job| job.try_recv().ok());
        let mut moved = Vec::new();
        if let Some(found) = found {
            self.job = None;
            moved = self.judge(found);
            let wait = if self.seemed.is_empty() { EVERY_MS } else { AGAIN_MS };
            self.due = Some(Stamp::from_nanos(now.nanos() + wait * 1_000_000));
        }
        let due = *self.due.get_or_insert(Stamp::from_nanos(now.nanos() + EVERY_MS * 1_000_000));
        if self.job.is_none() && now >= due {
            let (sender, receiver) = bounded(1);
            let (calibration, image) = (calibration.clone(), image.clone());
            let thread = std::thread::Builder::new().name("boards".to_owned());
            // without a thread there is no answer, and it is tried again
            if thread.spawn(move || _ = sender.send(shifts(&calibration, &image))).is_ok() {
                self.job = Some(receiver);
            }
            self.due = Some(Stamp::from_nanos(now.nanos() + EVERY_MS * 1_000_000));
        }
        if self.job.is_some() && now.millis_since(due) > 6 * EVERY_MS {
            self.job = None;
        }
        moved
    }

    fn turn_at_once(&mut self, now: Stamp, calibration: &CalibrationFile, image: &Image) -> Vec<Moved> {
        if self.due.is_none_or(|due| now < due) {
            return Vec::new();
        }
        let moved = self.judge(shifts(calibration, image));
        let wait = match (self.seemed.is_empty(), self.away) {
            (false, _) => Some(AGAIN_MS),
            (true, true) => Some(EVERY_MS),
            (true, false) => None,
        };
        self.due = wait.map(|wait| Stamp::from_nanos(now.nanos() + wait * 1_000_000));
        moved
    }

    /// A move is believed when two looks one after the other agree on it.
    fn judge(&mut self, found: Vec<(BoardId, Shift)>) -> Vec<Moved> {
        let mut moved = Vec::new();
        for (board, shift) in found {
            match shift {
                Shift::None => {
                    self.seemed.remove(&board);
                    moved.push(Moved::Back(board));
                }
                Shift::By(by, place) => match self.seemed.remove(&board) {
                    Some((_, before)) if apart(&before, &place) <= AGREE => moved.push(match by > GREATEST {
                        true => Moved::Far(board, by),
                        false => Moved::Little(board, by, place),
                    }),
                    _ => _ = self.seemed.insert(board, (by, place)),
                },
            }
        }
        for moved in &moved {
            self.away = matches!(moved, Moved::Far(..)) || self.away && !matches!(moved, Moved::Back(_));
        }
        moved
    }
}

/// How far the corner that differs most is apart, in squares.
fn apart(one: &BoardCalibration, other: &BoardCalibration) -> f64 {
    let pairs = one.corners.in_order().into_iter().zip(other.corners.in_order());
    pairs.map(|(a, b)| a.distance(b)).fold(0.0, f64::max) / one.corners.square_size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::WhiteFoundBy;

    fn by(squares: f64) -> (BoardId, Shift) {
        let x = 100.0 + 10.0 * squares;
        let corners = format!("{x},100,{},100,{},180,{x},180", x + 80.0, x + 80.0).parse().unwrap();
        let place = BoardCalibration { corners, error_squares: None, white_found_by: WhiteFoundBy::Told, mesh: None };
        (BoardId::A, Shift::By(squares, Box::new(place)))
    }

    #[test]
    fn a_move_is_believed_when_it_was_seen_twice() {
        let mut mover = Mover::new(Looks::Beside);
        assert!(mover.judge(vec![by(0.3)]).is_empty());
        assert!(mover.judge(vec![by(0.55)]).is_empty(), "it still moves");
        assert!(matches!(mover.judge(vec![by(0.5)])[..], [Moved::Little(BoardId::A, _, _)]));
        assert!(mover.judge(vec![by(3.0)]).is_empty());
        assert!(mover.judge(Vec::new()).is_empty(), "a hand is in the way");
        assert!(matches!(mover.judge(vec![by(3.05)])[..], [Moved::Far(BoardId::A, _)]));
        assert!(matches!(mover.judge(vec![(BoardId::A, Shift::None)])[..], [Moved::Back(BoardId::A)]));
    }
}
