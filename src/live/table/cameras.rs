//! Cameras: what they give is taken and looked at, and what is wrong with them is told.

use super::{Onlooker, Table};
use crate::failure::Failure;
use crate::live::incidents::happened;
use crate::pipeline::Desk;
use board::{BoardId, IncidentKind, Input, Observation, Sighting, Square, Stamp};
use calibration::{BoardCalibration, Corners, Point};
use capture::live::LiveFrame;

/// How sure the eyes are is looked at so often, in milliseconds.
const CERTAINTY_EVERY_MS: i64 = 900;

impl Table {
    /// Sees to one camera; the frame that it has, if there is a new one.
    pub(super) fn tend(&mut self, index: usize, now: Stamp) -> Result<Option<LiveFrame>, Failure> {
        let seen = &mut self.cameras[index];
        let camera = seen.live.camera();
        let mut notices = seen.live.tend(now);
        let taken = seen.live.take(&self.time);
        notices.extend(taken.iter().flat_map(|(_, notices)| notices.clone()));
        let name = seen.name.clone();
        for notice in &notices {
            for incident in self.incidents.camera(now, camera, &name, notice) {
                self.push(Input::Incident(incident))?;
            }
        }
        let Some((mut live, _)) = taken else { return Ok(None) };
        self.offsets.see(&live);
        // a camera whose pictures take longer has taken them earlier
        let at = live.frame.at.nanos() - self.offsets.later_by(camera).as_nanos() as i64;
        // other sources have not waited for a frame that is later than agreed
        let floor = self.cameras[index].watched.sources().filter_map(|source| self.floors.get(&source)).max();
        live.frame.at = Stamp::from_nanos(floor.map_or(at, |floor| at.max(floor.nanos() + 1)));
        Ok(Some(live))
    }

    /// Looks at a frame and hands on what is seen; `later` are those that are looked at after it.
    pub(super) fn look(
        &mut self,
        index: usize,
        now: Stamp,
        (live, later): (&LiveFrame, &[(usize, LiveFrame)]),
        desk: &mut Desk<'_>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(), Failure> {
        if !self.fits(index, live, now)? {
            return Ok(());
        }
        let begun = self.now();
        let seen = &mut self.cameras[index];
        let camera = seen.live.camera();
        let inputs = seen.watched.look(&live.frame)?;
        self.arrivals.looked(camera, live, begun, self.now());
        if self.is_due(now, CERTAINTY_EVERY_MS) {
            self.certainty.extend(certainty(&inputs).map(|sure| (camera, sure)));
        }
        for input in inputs {
            match input {
                Input::Incident(incident) => {
                    self.incidents.note(&incident);
                    self.push(Input::Incident(incident))?;
                }
                input => {
                    self.set_up.see(&input);
                    self.push(input)?;
                }
            }
        }
        self.mark_gaps(now, later)?;
        desk.looked(&live.frame, &self.cameras[index].watched);
        // what follows from it is told first, what goes beside it comes after
        self.drain(desk)?;
        let seen = &self.cameras[index];
        onlooker.frame(live, seen);
        Ok(())
    }

    /// Whether a frame has the size that its camera's boards were placed for; one of the same shape is placed anew.
    fn fits(&mut self, index: usize, live: &LiveFrame, now: Stamp) -> Result<bool, Failure> {
        let seen = &mut self.cameras[index];
        let camera = seen.live.camera();
        let (size, was) = ((live.frame.image.width(), live.frame.image.height()), seen.size);
        if size == was {
            self.resized.remove(&camera);
            return Ok(true);
        }
        let same_shape = (size.0 * was.1).abs_diff(size.1 * was.0) * 50 <= size.0 * was.1;
        if same_shape {
            let factor = size.0 as f64 / was.0 as f64;
            let boards: Vec<(BoardId, BoardCalibration)> = seen
                .watched
                .calibration()
                .boards
                .iter()
                .map(|(board, place)| (*board, scaled(place, factor)))
                .collect();
            for (board, place) in boards {
                seen.watched.moved(board, place)?;
            }
            seen.watched.resized(size.0, size.1);
            seen.size = size;
            return Ok(true);
        }
        if self.resized.insert(camera) {
            let text = format!(
                "{}: its boards are not read until its pictures have {}x{} pixels again, or are calibrated anew.",
                seen.name, was.0, was.1
            );
            self.push(Input::Incident(happened(now, Some(camera), IncidentKind::CameraResized, text)))?;
        }
        Ok(false)
    }
}

/// Where a board lies in the same picture made larger by a factor.
fn scaled(place: &BoardCalibration, factor: f64) -> BoardCalibration {
    let point = |point: Point| Point::new(point.x * factor, point.y * factor);
    let Corners { a8, h8, h1, a1 } = place.corners;
    let corners = Corners { a8: point(a8), h8: point(h8), h1: point(h1), a1: point(a1) };
    BoardCalibration { corners, ..place.clone() }
}

/// How sure the eyes are of the squares they saw, on the mean.
fn certainty(inputs: &[Input]) -> Option<f64> {
    let mut sure = Vec::new();
    for input in inputs {
        let Input::Observation(Observation { sighting: Sighting::Board(evidence), .. }) = input else { continue };
        sure.extend(Square::all().map(|square| vision::certainty(evidence.at(square))));
    }
    (!sure.is_empty()).then(|| sure.iter().sum::<f64>() / sure.len() as f64)
}
