//! What is recorded of all cameras of a run, and what there is to say about it.

use super::budget::keep_within;
use super::clips::Clips;
use super::folder_of;
use super::mask::Mask;
use super::streams::Copier;
use crate::live::config::{RunPlan, Video};
use crate::live::incidents::{Incidents, happened};
use crate::live::setup::Seen;
use crate::live::space::free;
use crate::live::teller::Counts;
use board::{CameraId, Incident, IncidentKind, Stamp};
use calibration::BoardView;
use capture::live::{Address, LiveFrame};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// What may be kept is looked at so often, in milliseconds.
const BUDGET_EVERY_MS: i64 = 60_000;

/// Records while a match is played.
#[derive(Debug)]
pub struct Recorder {
    plan: RunPlan,
    session: PathBuf,
    clips: BTreeMap<CameraId, Clips>,
    copiers: Vec<Copier>,
    counts: Rc<Counts>,
    decided: Option<Stamp>,
    budgeted: Option<Stamp>,
    incidents: Incidents,
}

impl Recorder {
    /// What the plan wants recorded of `seen` beside the session.
    pub fn new(plan: &RunPlan, session: &Path, seen: &[Seen], counts: Rc<Counts>) -> Recorder {
        let folder = folder_of(session);
        let (mut clips, mut copiers) = (BTreeMap::new(), Vec::new());
        for (camera, seen) in plan.cameras.iter().zip(seen) {
            let id = camera.plan.camera;
            match (plan.recording.video, &camera.address) {
                (Video::Off, _) => {}
                // a stream that is copied cannot be masked
                (Video::All, Address::Stream(address)) if !plan.recording.mask => {
                    copiers.push(Copier::new(address, &folder, id))
                }
                (video, _) => {
                    let around_ms = (plan.recording.around_s * 1000.0) as i64;
                    let mask = plan.recording.mask.then(|| mask_of(seen));
                    clips.insert(id, Clips::new(&folder, id, around_ms, video == Video::All, mask));
                }
            }
        }
        Recorder {
            plan: plan.clone(),
            session: session.to_owned(),
            clips,
            copiers,
            counts,
            decided: None,
            budgeted: None,
            incidents: Incidents::default(),
        }
    }

    /// A frame was looked at.
    pub fn frame(&mut self, live: &LiveFrame, _seen: &Seen) {
        let decided = self.counts.decided.get();
        if decided > self.decided {
            self.decided = decided;
            self.clips.values_mut().for_each(|clips| clips.keep_around(live.frame.at));
        }
        if let Some(clips) = self.clips.get_mut(&live.frame.camera) {
            clips.see(live.frame.at, &live.frame.image);
        }
    }

    /// Sees to the copiers and to the room; what there is to say.
    pub fn tend(&mut self, now: Stamp) -> Vec<Incident> {
        let mut said = Vec::new();
        let wrong = self.copiers.iter_mut().find_map(|copier| copier.tend(now));
        let wrong = wrong.or_else(|| self.clips.values().find_map(|clips| clips.failure().map(str::to_owned)));
        said.extend(match wrong {
            Some(why) => self.incidents.begin(
                now,
                None,
                IncidentKind::Recording,
                format!("Pictures are not recorded: {why}. The session is."),
            ),
            None => self.incidents.end(now, None, IncidentKind::Recording, "Pictures are recorded again.".to_owned()),
        });
        if self.budgeted.is_none_or(|then| now.millis_since(then) >= BUDGET_EVERY_MS) {
            self.budgeted = Some(now);
            let busy: Vec<PathBuf> = self.clips.values().flat_map(Clips::busy).collect();
            let recording = &self.plan.recording;
            let (most, days) =
                ((recording.most_gb * 1e9) as u64, Duration::from_secs_f64(recording.keep_days * 86_400.0));
            let folder =
                self.session.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let removed = keep_within(folder, most, days, free(folder), &busy);
            if removed.files > 0 {
                let text = format!(
                    "{} recordings ({:.1} MB) were removed: too old, or more than may be kept.",
                    removed.files,
                    removed.bytes as f64 / 1e6
                );
                said.push(happened(now, None, IncidentKind::Recording, text));
            }
        }
        said
    }
}

fn mask_of(seen: &Seen) -> Mask {
    let views: Vec<BoardView> = seen.watched.views().map(|(_, (_, view))| view).collect();
    Mask::around(&views, seen.size.0, seen.size.1)
}
