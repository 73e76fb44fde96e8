//! What is seen to about once a second: how all are doing, and the disk.

use super::Table;
use crate::failure::{Failure, Kind};
use crate::live::space::{LOW, free};
use crate::live::status::{CameraStatus, Status};
use crate::pipeline::Desk;
use board::{IncidentKind, Input, SourceId, Stamp};
use std::path::Path;

/// So much room there must be before the session counts as written again, in bytes.
const ENOUGH: u64 = 16 << 20;

impl Table {
    pub(super) fn is_due(&self, now: Stamp, after_ms: i64) -> bool {
        self.kept_house.is_none_or(|kept| now.millis_since(kept) >= after_ms)
    }

    pub(super) fn keep_house(&mut self, now: Stamp, desk: &mut Desk<'_>) -> Result<(), Failure> {
        let folder = self.session.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let room = free(folder);
        self.see_to_the_disk(now, room, desk)?;
        let cameras = self.cameras.iter().map(|seen| {
            let camera = seen.live.camera();
            let wrong = self.incidents.open().filter(|(of, _)| *of == Some(camera)).filter_map(|(_, kind)| {
                serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned))
            });
            CameraStatus {
                name: seen.name.clone(),
                there: seen.live.is_there(),
                rate: (seen.live.rate() * 10.0).round() / 10.0,
                received: seen.live.received(),
                dropped: seen.live.dropped(),
                certainty: self.certainty.get(&camera).copied(),
                wrong: wrong.collect(),
            }
        });
        self.status = Status {
            at_ms: now.millis(),
            cameras: cameras.collect(),
            turns: self.counts.turns.get(),
            decided_ms_ago: self.counts.decided.get().map(|at| now.millis_since(at)),
            disk_free: room,
            unwritten: desk.unwritten().map(ToString::to_string),
            latency_ms: None,
            latency_parts_ms: None,
            offset_ms: self.offsets.known().map(|offset| [offset.ms, offset.uncertainty_ms]),
        };
        self.status.measure(&self.latency);
        self.counts.presses().into_iter().for_each(|(board, ms)| self.offsets.pressed(board, ms));
        self.offsets.estimate(now).map_or(Ok(()), |incident| self.push(Input::Incident(incident)))
    }

    fn see_to_the_disk(&mut self, now: Stamp, room: Option<u64>, desk: &mut Desk<'_>) -> Result<(), Failure> {
        use IncidentKind::{DiskFull, DiskLow};
        let gigabytes = |bytes: u64| format!("{:.2} GB", bytes as f64 / 1e9);
        let told = match room {
            Some(room) if room < LOW => {
                self.incidents.begin(now, None, DiskLow, format!("Only {} are left on the disk.", gigabytes(room)))
            }
            Some(room) if room > LOW + LOW / 4 => {
                self.incidents.end(now, None, DiskLow, format!("{} are left on the disk again.", gigabytes(room)))
            }
            _ => None,
        };
        told.map_or(Ok(()), |incident| self.push(Input::Incident(incident)))?;
        if let Some(error) = desk.unwritten() {
            let (what, error_line) = (error.what.clone(), format!("{error}; nothing is told until it is written"));
            // room that was kept back for saying so
            self.reserve.give();
            let text = format!("The session cannot be written ({what}); nothing is told until it can.");
            if let Some(incident) = self.incidents.begin(now, None, DiskFull, text) {
                // the event itself waits until it can be written
                desk.missed(Failure::new(Kind::Output, error_line));
                desk.take(&Input::Incident(incident))?;
                self.floors.insert(SourceId::Watch, now);
            }
            desk.retry()?;
        } else if self.incidents.holds(None, DiskFull) && room.is_none_or(|room| room > ENOUGH) {
            self.reserve.keep();
            if let Some(incident) =
                self.incidents.end(now, None, DiskFull, "The session is written again; nothing is missing.".to_owned())
            {
                desk.missed(Failure::new(Kind::Output, format!("{}: is written again", self.session.display())));
                self.push(Input::Incident(incident))?;
            }
        }
        Ok(())
    }
}
