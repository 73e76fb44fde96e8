//! The merge: what comes in is put in the order of time, and handed to the desk.

use super::Table;
use crate::failure::{Failure, Kind};
use crate::pipeline::Desk;
use board::{CameraId, GapMark, Input, SourceId, Stamp};
use capture::live::LiveFrame;
use std::collections::BTreeMap;

impl Table {
    pub(super) fn read_logs(&mut self, now: Stamp, desk: &mut Desk<'_>) -> Result<(), Failure> {
        let (inputs, wrong) = self.logs.read(now);
        wrong.into_iter().for_each(|failure| desk.missed(failure));
        inputs.into_iter().try_for_each(|input| self.push(input))
    }

    /// Says of every source how long it has been silent: of cameras until this moment, of all else until `now`, when it was asked last.
    /// `waiting` are frames that were taken and are not looked at yet.
    pub(super) fn mark_gaps(&mut self, now: Stamp, waiting: &[(usize, LiveFrame)]) -> Result<(), Failure> {
        let first = |at: &mut Stamp, live: &LiveFrame| *at = (*at).min(Stamp::from_nanos(live.frame.at.nanos() - 1));
        let mut cameras: BTreeMap<CameraId, Stamp> = BTreeMap::new();
        let until = self.now();
        for seen in self.cameras.iter().filter(|seen| seen.live.is_there()) {
            let camera = seen.live.camera();
            let behind = (seen.live.behind() + self.offsets.later_by(camera)).as_nanos() as i64;
            // what comes later arrives later; of what has come since, the first may be gone, and the newest alone is looked at
            let arrived = seen.live.waiting(&self.time).map_or(until, |arrived| arrived.min(until));
            cameras.insert(camera, Stamp::from_nanos(arrived.nanos() - behind));
        }
        for (index, live) in waiting {
            first(cameras.entry(self.cameras[*index].live.camera()).or_insert(now), live);
        }
        let silent: Vec<(SourceId, Stamp)> = self
            .floors
            .iter()
            .map(|(source, floor)| match source {
                SourceId::Camera(camera, _) => (*source, cameras.get(camera).copied().unwrap_or(now).max(*floor)),
                _ => (*source, now.max(*floor)),
            })
            .collect();
        silent.into_iter().try_for_each(|(source, at)| self.push(Input::Gap(GapMark { at, source })))
    }

    /// Hands an input to the merge, no earlier than what its source has said already.
    pub(super) fn push(&mut self, input: Input) -> Result<(), Failure> {
        let floor = self.floors.get(&input.source()).copied().unwrap_or(Stamp::ZERO);
        let input = not_before(input, floor);
        self.floors.insert(input.source(), input.at());
        self.sequencer.push(input).map_err(|error| Failure::new(Kind::Internal, error))
    }

    /// Hands over what is in order; of what follows from a frame it is noted how long it took.
    pub(super) fn drain(&mut self, desk: &mut Desk<'_>) -> Result<(), Failure> {
        while let Some(input) = self.sequencer.pop() {
            let (told, merged) = (self.counts.events.get(), self.now());
            desk.take(&input)?;
            if let Some(times) = self.arrivals.of(&input)
                && self.counts.events.get() > told
                && desk.unwritten().is_none()
            {
                self.latency.add(&times.done(merged, self.now(), desk.written_in()));
            }
        }
        Ok(())
    }
}

/// The input, moved to `floor` where it is of before.
fn not_before(mut input: Input, floor: Stamp) -> Input {
    if input.at() >= floor {
        return input;
    }
    match &mut input {
        Input::Observation(look) => look.at = floor,
        Input::Clock(reading) => reading.at = floor,
        Input::Declaration(declaration) => declaration.at = floor,
        Input::Ruling(ruling) => ruling.at = floor,
        Input::Incident(incident) => incident.at = floor,
        Input::Gap(gap) => gap.at = floor,
    }
    input
}
