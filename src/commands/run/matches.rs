//! The matches of a run, one after another: each is set up, recorded in a session of its own, watched, and ended.

use super::line::Line;
use crate::commands::Network;
use crate::commands::console::Shown;
use crate::failure::{Failure, Kind};
use crate::files::write_calibration;
use crate::live::clock_log::Logs;
use crate::live::config::RunPlan;
use crate::live::incidents::happened;
use crate::live::latency::Latency;
use crate::live::lock::Lock;
use crate::live::recording::recorder::Recorder;
use crate::live::resume::Resumed;
use crate::live::setup::{self, Placements, Seen, Stage, Waiting, folder_of};
use crate::live::table::{Next, Parts, Table};
use crate::live::teller::LiveTeller;
use crate::pictures;
use crate::pipeline::{Album, Desk};
use crate::profiles;
use crate::report::{Opening, Report};
use crate::unwatched::{Heard, Unwatched};
use arbiter::Arbiter;
use arbiter::event::Event;
use board::{CameraId, Incident, IncidentKind, Square, Stamp};
use capture::live::{Bell, Clock, LiveCamera, SessionTime};
use session::{Manifest, SessionWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A match that cannot be recorded yet is tried again so often.
const AGAIN: Duration = Duration::from_secs(1);

/// What all matches of a run have in common.
pub(super) struct Day<'a> {
    pub plan: &'a RunPlan,
    pub network: &'a Network,
    pub clock: Arc<dyn Clock>,
    pub stop: &'a AtomicBool,
    /// The name of a session that follows one.
    pub follows: &'a dyn Fn(&Path) -> PathBuf,
}

/// The first match: where it is recorded, what was recorded of it before, and the lock that keeps others away.
pub(super) type First = (PathBuf, Option<Resumed>, Lock);

/// A match that is about to be watched.
struct Match {
    seen: Vec<Seen>,
    arbiter: Arbiter,
    writer: SessionWriter,
    untold: Vec<Event>,
    first: Vec<Incident>,
    teller: LiveTeller,
}

impl Day<'_> {
    /// Watches one match after another until told to stop or the recordings are over; how long it took from arrival to disk in the last
    /// one. `None` where it was stopped while getting ready.
    pub(super) fn watch(
        &self,
        (mut session, mut earlier, mut lock): First,
        (report, shown): (Box<dyn Report>, Option<Shown>),
        onlooker: &mut Line,
    ) -> Result<Option<Latency>, Failure> {
        let bell = Arc::new(Bell::default());
        let now = self.clock.now();
        let mut time = match &earlier {
            Some(earlier) => SessionTime::resumed(now, earlier.began_unix_ms, earlier.last),
            None => SessionTime::new(now, Stamp::ZERO),
        };
        let mut cameras = setup::open(self.plan, &self.clock, &bell);
        for camera in &mut cameras {
            let number = earlier.as_ref().and_then(|earlier| earlier.frames.get(&camera.camera())).copied();
            camera.number_from(number.unwrap_or(0));
        }
        let mut logs = Logs::of(self.plan);
        let mut teller = LiveTeller::new(report, None, shown, onlooker.bar.clone());
        let mut latency = None;
        loop {
            let folder = folder_of(&session);
            let stage =
                Stage { clock: &self.clock, bell: &bell, network: self.network, folder: &folder, stop: self.stop };
            let Some(placed) = setup::place(self.plan, cameras, &mut time, &stage, onlooker)? else {
                return Ok(latency);
            };
            // an arbiter who sets up sees at once what is wrong; between matches nobody looks, and it is waited for
            let waits = latency.is_some();
            let Some(made) =
                self.begin(&session, earlier.take(), placed, &mut time, teller, (waits, &mut *onlooker))?
            else {
                return Ok(latency);
            };
            tracing::info!(session = %session.display(), "the match is watched");
            teller = made.teller;
            let counts = teller.counts();
            let mut desk = Desk::new(made.arbiter, Some(made.writer), &mut teller);
            desk.catch_up(&made.untold)?;
            onlooker.recorder = Some(Recorder::new(self.plan, &session, &made.seen, counts.clone()));
            let clock = self.clock.clone();
            let table = Table::new(Parts {
                clock,
                bell: bell.clone(),
                time,
                cameras: made.seen,
                logs,
                counts,
                session: session.clone(),
            });
            let ended = table.run(desk, made.first, self.stop, onlooker)?;
            tracing::info!(session = %session.display(), "the match is over");
            latency = Some(ended.latency);
            let Some(next) = ended.next else { return Ok(latency) };
            // what is still recorded is closed
            onlooker.recorder = None;
            session = (self.follows)(&session);
            // the one that is over is let go only now
            drop(std::mem::replace(&mut lock, Lock::of_session(&session)?));
            (logs, cameras, time) = self.carry_on(next, &session);
            onlooker.say(&format!("the boards are set up for another match; it is recorded in {}", session.display()));
        }
    }

    /// Makes the session of a match and opens it, or takes up one that was broken off. `None` where it was stopped while waiting for
    /// room.
    fn begin(
        &self,
        session: &Path,
        earlier: Option<Resumed>,
        (seen, pictures): Placements,
        time: &mut SessionTime,
        mut teller: LiveTeller,
        (waits, onlooker): (bool, &mut Line),
    ) -> Result<Option<Match>, Failure> {
        let unwatched = unwatched(self.plan, &seen);
        let manifest = manifest(self.plan, self.network, &seen, &unwatched, time.began_unix_ms())?;
        let kept = pictures::folder_of(session);
        let mut first = Vec::new();
        let now = |time: &SessionTime| time.stamp(self.clock.now());
        let (arbiter, writer, untold, before) = match earlier {
            Some(earlier) => {
                let now = now(time);
                first.push(earlier.incident(now));
                first.extend(compared(&earlier.arbiter, seen.as_slice(), &pictures, self.network, now)?);
                (earlier.arbiter, earlier.writer, earlier.untold, Some((earlier.told, earlier.clock)))
            }
            None => {
                let mut said = false;
                let writer = loop {
                    match self.make(session, &manifest, &seen, &pictures) {
                        Ok(writer) => break writer,
                        Err(failure) if !waits => return Err(failure),
                        Err(failure) => {
                            if !std::mem::replace(&mut said, true) {
                                onlooker.say(&format!("{failure}; the match is not watched until it can be recorded"));
                            }
                        }
                    }
                    if self.stop.load(Ordering::SeqCst) {
                        return Ok(None);
                    }
                    self.clock.wait(&Bell::default(), AGAIN);
                    time.observe(self.clock.now());
                };
                (Arbiter::new(profiles::setup(self.plan.boards(), &self.plan.profile)), writer, Vec::new(), None)
            }
        };
        teller.begin_anew(Album::new(&kept, self.plan.reserves)?);
        let opening = Opening::new(&manifest, &self.plan.profile, unwatched);
        let (report, shown) = teller.outlets();
        report.open(&opening)?;
        if let Some(Shown { hub, .. }) = shown {
            hub.recorded_in(Some(session.to_owned()));
            hub.open(&manifest, &self.plan.profile, &opening)?;
            hub.offer_next();
        }
        if let Some((told, clock)) = before {
            teller.told_before(&told, &clock, &kept)?;
        }
        Ok(Some(Match { seen, arbiter, writer, untold, first, teller }))
    }

    /// A new session, and how the cameras are set up beside it: both, or neither.
    fn make(
        &self,
        session: &Path,
        manifest: &Manifest,
        seen: &[Seen],
        pictures: &[Arc<capture::Image>],
    ) -> Result<SessionWriter, Failure> {
        let folder = folder_of(session);
        // the session comes last: where there is one, all that belongs to it is there
        let made = setup::keep(self.plan, seen, pictures, &folder)
            .and_then(|()| SessionWriter::create(session, manifest).map_err(|error| Failure::new(Kind::Output, error)));
        if made.is_err() {
            // nothing was watched yet: what was found is found again
            let _ = std::fs::remove_dir_all(&folder);
        }
        made
    }

    /// What the next match is watched with: the same cameras, whose boards lie where they did, on a time line that begins now.
    fn carry_on(&self, next: Next, session: &Path) -> (Logs, Vec<LiveCamera>, SessionTime) {
        let Next { time, cameras, logs } = next;
        let folder = folder_of(session);
        let made = std::fs::create_dir_all(&folder);
        for (camera, seen) in self.plan.cameras.iter().zip(&cameras) {
            let [calibration, _] = setup::names(&folder, camera);
            // where it cannot be written the boards are looked for again
            let _ = made.as_ref().map(|()| write_calibration(seen.watched.calibration(), &calibration, &[]));
        }
        let begun = self.clock.now();
        let zero = time.stamp(begun);
        let cameras = cameras.into_iter().map(|mut seen| {
            seen.live.rebase(zero);
            seen.live
        });
        (logs, cameras.collect(), SessionTime::new(begun, Stamp::ZERO))
    }
}

/// What the boards show after a break, compared with what was believed before.
fn compared(
    arbiter: &Arbiter,
    seen: &[Seen],
    pictures: &[Arc<capture::Image>],
    network: &Network,
    now: Stamp,
) -> Result<Vec<Incident>, Failure> {
    let mut eyes = network.eyes(Vec::new())?;
    let mut told = Vec::new();
    for (seen, picture) in seen.iter().zip(pictures) {
        for (board, (_, view)) in seen.watched.views() {
            let Some(believed) = arbiter.placement(board) else { continue };
            let evidence = eyes.read(picture, &view)?;
            let other: Vec<String> = Square::all()
                .filter(|square| evidence.at(*square).best() != believed[*square])
                .map(|square| square.to_string())
                .collect();
            let text = match other.as_slice() {
                [] => format!("Board {board} stands as it was believed to."),
                some => format!(
                    "Board {board} may stand otherwise than believed on {}; what follows decides.",
                    some.join(", ")
                ),
            };
            told.push(happened(now, Some(CameraId(seen.live.camera().0)), IncidentKind::Resumed, text));
        }
    }
    Ok(told)
}

fn manifest(
    plan: &RunPlan,
    network: &Network,
    seen: &[Seen],
    unwatched: &[Unwatched],
    began: i64,
) -> Result<Manifest, Failure> {
    let texts: Result<Vec<String>, String> = seen.iter().map(|seen| seen.watched.calibration().to_toml()).collect();
    Ok(Manifest {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        boards: plan.boards(),
        profile: plan.profile.to_toml(),
        model: Some(network.hash().to_owned()),
        calibration: Some(texts.map_err(|error| Failure::new(Kind::Internal, error))?.join("\n")),
        sources: plan.cameras.iter().map(|camera| camera.plan.source.clone()).collect(),
        began_unix_ms: Some(began),
        unwatched: Some(unwatched.iter().map(|what| what.word().to_owned()).collect()),
    })
}

/// What the configuration does not provide for. A log that is named is expected to tell.
fn unwatched(plan: &RunPlan, seen: &[Seen]) -> Vec<Unwatched> {
    let clock = plan.clock.is_some() || !plan.dgt3000.is_empty();
    let heard = Heard {
        presses: clock,
        clocks: seen.iter().all(|seen| seen.watched.knows_clocks()),
        times: clock,
        reserves: plan.reserves,
        declarations: plan.declarations.is_some(),
    };
    Unwatched::of(&plan.profile, &plan.boards(), heard)
}
