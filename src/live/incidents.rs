//! What was noticed about cameras and clocks, in words.

use board::{CameraId, Incident, IncidentKind, IncidentState, Stamp};
use capture::live::{CameraNotice, TimeNotice};
use std::collections::BTreeSet;

/// What holds at present, so that what is over can be said to be.
#[derive(Debug, Default)]
pub struct Incidents {
    open: BTreeSet<(Option<CameraId>, IncidentKind)>,
}

impl Incidents {
    /// What there is to say about a camera's notice; `name` is what people call it.
    pub fn camera(&mut self, at: Stamp, camera: CameraId, name: &str, notice: &CameraNotice) -> Vec<Incident> {
        use IncidentKind::{CameraFrozen, CameraLost, CameraResized, CameraSettings, CameraSlow, CameraTime};
        let seconds = |ms: i64| format!("{:.1} s", ms as f64 / 1000.0);
        let of = Some(camera);
        let mut told = Vec::new();
        match notice {
            CameraNotice::There { size: (width, height), away_ms, remarks } => {
                let away = away_ms.map(|ms| format!(" after {}", seconds(ms))).unwrap_or_default();
                told.extend(self.end(at, of, CameraLost, format!("{name} is back{away}, {width}x{height} pixels.")));
                for kind in [CameraFrozen, CameraSlow] {
                    told.extend(self.end(at, of, kind, format!("{name} was opened anew.")));
                }
                told.extend(remarks.iter().map(|what| happened(at, of, CameraSettings, format!("{name}: {what}."))));
            }
            CameraNotice::Lost { reason } => {
                told.extend(self.begin(at, of, CameraLost, format!("{name} is lost: {reason}.")))
            }
            CameraNotice::Frozen { ms } => {
                told.extend(self.begin(
                    at,
                    of,
                    CameraFrozen,
                    format!("The picture of {name} has not changed for {}.", seconds(*ms)),
                ));
            }
            CameraNotice::Thawed => {
                told.extend(self.end(at, of, CameraFrozen, format!("The picture of {name} changes again.")))
            }
            CameraNotice::Slow { rate } => {
                told.extend(self.begin(at, of, CameraSlow, format!("{name} gives {rate:.1} frames a second.")));
            }
            CameraNotice::Recovered { rate } => {
                told.extend(self.end(at, of, CameraSlow, format!("{name} gives {rate:.1} frames a second again.")));
            }
            CameraNotice::Resized { from, to } => {
                let text =
                    format!("The pictures of {name} have {}x{} pixels and had {}x{}.", to.0, to.1, from.0, from.1);
                told.push(happened(at, of, CameraResized, text));
            }
            CameraNotice::TimeJumped => {
                told.push(happened(at, of, CameraTime, format!("The time of {name}'s stream has jumped.")))
            }
            CameraNotice::Ended => told.push(happened(at, of, CameraLost, format!("The recording {name} is over."))),
        }
        told
    }

    /// Something begins, if it does not hold already.
    pub fn begin(&mut self, at: Stamp, camera: Option<CameraId>, kind: IncidentKind, text: String) -> Option<Incident> {
        self.open.insert((camera, kind)).then_some(Incident { at, camera, kind, state: IncidentState::Began, text })
    }

    /// Something is over, if it held.
    pub fn end(&mut self, at: Stamp, camera: Option<CameraId>, kind: IncidentKind, text: String) -> Option<Incident> {
        self.open.remove(&(camera, kind)).then_some(Incident { at, camera, kind, state: IncidentState::Ended, text })
    }

    /// Takes note of what was noticed elsewhere.
    pub fn note(&mut self, incident: &Incident) {
        let of = (incident.camera, incident.kind);
        _ = match incident.state {
            IncidentState::Began => self.open.insert(of),
            IncidentState::Ended => self.open.remove(&of),
            IncidentState::Happened => false,
        };
    }

    /// Whether something holds.
    pub fn holds(&self, camera: Option<CameraId>, kind: IncidentKind) -> bool {
        self.open.contains(&(camera, kind))
    }

    /// What holds, by its word.
    pub fn open(&self) -> impl Iterator<Item = (Option<CameraId>, IncidentKind)> {
        self.open.iter().copied()
    }
}

/// Something that has no length.
pub fn happened(at: Stamp, camera: Option<CameraId>, kind: IncidentKind, text: String) -> Incident {
    Incident { at, camera, kind, state: IncidentState::Happened, text }
}

/// What there is to say about the machine's clocks.
pub fn of_time(at: Stamp, notice: TimeNotice) -> Incident {
    let seconds = |ms: i64| format!("{:.1} s", ms.abs() as f64 / 1000.0);
    let (kind, text) = match notice {
        TimeNotice::Suspended { ms } => (
            IncidentKind::Suspended,
            format!("The machine was suspended for {}; nothing was seen meanwhile.", seconds(ms)),
        ),
        TimeNotice::WallClockSet { ms } => {
            let way = if ms < 0 { "back" } else { "forward" };
            (
                IncidentKind::WallClock,
                format!("The wall clock was set {way} by {}; the session's time is not affected.", seconds(ms)),
            )
        }
        TimeNotice::Starved { ms } => {
            (IncidentKind::Starved, format!("The program did not get to run for {}.", seconds(ms)))
        }
    };
    happened(at, None, kind, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_is_told_once_and_ends_once() {
        let mut incidents = Incidents::default();
        let camera = CameraId(0);
        let mut told = Vec::new();
        let lost = CameraNotice::Lost { reason: "unplugged".to_owned() };
        let there = |away_ms| CameraNotice::There {
            size: (640, 480),
            away_ms,
            remarks: vec!["its focus cannot be locked".to_owned()],
        };
        for notice in [there(None), lost.clone(), lost, there(Some(2_500))] {
            told.extend(incidents.camera(Stamp::ZERO, camera, "the camera", &notice));
        }
        let states: Vec<(IncidentKind, IncidentState)> = told.iter().map(|told| (told.kind, told.state)).collect();
        use IncidentKind::{CameraLost, CameraSettings};
        use IncidentState::{Began, Ended, Happened};
        assert_eq!(
            states,
            [(CameraSettings, Happened), (CameraLost, Began), (CameraLost, Ended), (CameraSettings, Happened)]
        );
        assert!(told[2].text.contains("after 2.5 s"), "{}", told[2].text);
        assert!(of_time(Stamp::ZERO, TimeNotice::WallClockSet { ms: -3_600_000 }).text.contains("back by 3600.0 s"));
    }
}
