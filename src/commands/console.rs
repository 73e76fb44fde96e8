//! `tandem console`: a session in a browser; and what a run needs that is shown in one.

use crate::afterwards::Afterwards;
use crate::console::{Console, ConsolePlan, Preparing};
use crate::failure::{Failure, Kind};
use crate::hub::{Entered, Hub, Outline};
use crate::pictures;
use crate::pipeline::{Desk, Listener, Watched};
use crate::plan::SessionConsolePlan;
use crate::profiles::setup;
use crate::report::{Opening, Report, profile_of};
use arbiter::Arbiter;
use arbiter::event::Event;
use board::{Input, Stamp};
use capture::Frame;
use crossbeam_channel::Receiver;
use session::SessionReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Pages that show a run, and what is entered there.
pub struct Shown {
    /// Where what is told meets those who look.
    pub hub: Hub,
    /// The run's arbiter, once it has ended.
    pub arbiter: Option<Arbiter>,
    entered: Receiver<Entered>,
    scratch: Option<PathBuf>,
    /// The session that is kept, if one is.
    session: Option<PathBuf>,
    /// Serves until it is dropped.
    _console: Console,
}

impl Shown {
    /// Begins to serve; with `keeps_pictures` there is a folder for pictures of alerts, which goes with the program.
    ///
    /// # Errors
    /// As [`Console::start`].
    pub fn start(plan: &ConsolePlan, keeps_pictures: bool) -> Result<Shown, Failure> {
        let (hub, entered) = Hub::new();
        let scratch =
            keeps_pictures.then(|| std::env::temp_dir().join(format!("tandem-pictures-{}", std::process::id())));
        Shown::serving(hub, entered, ConsolePlan { scratch, ..plan.clone() })
    }

    /// Begins to serve before there is a match: pages show what `prepare` makes.
    ///
    /// # Errors
    /// As [`Console::start`], and when nothing can be prepared.
    pub fn prepared(
        plan: &ConsolePlan,
        prepare: impl FnOnce(Hub) -> Result<Arc<dyn Preparing>, Failure>,
    ) -> Result<Shown, Failure> {
        let (hub, entered) = Hub::new();
        let preparing = Some(prepare(hub.clone())?);
        Shown::serving(hub, entered, ConsolePlan { preparing, ..plan.clone() })
    }

    fn serving(hub: Hub, entered: Receiver<Entered>, plan: ConsolePlan) -> Result<Shown, Failure> {
        let (scratch, session) = (plan.scratch.clone(), plan.session.clone());
        let console = Console::start(hub.clone(), plan)?;
        console.announce();
        Ok(Shown { hub, arbiter: None, entered, scratch, session, _console: console })
    }

    /// Where pictures go that are not kept.
    pub fn scratch(&self) -> Option<&Path> {
        self.scratch.as_deref()
    }

    /// A frame was looked at.
    pub fn looked(&self, frame: &Frame, camera: &Watched) {
        self.hub.looked(frame);
        let size = [frame.image.width() as f64, frame.image.height() as f64];
        for (board, calibration) in &camera.calibration().boards {
            let share = |point: calibration::Point| [point.x / size[0], point.y / size[1]];
            self.hub.lies(frame.camera, *board, Outline(calibration.corners.in_order().map(share)));
        }
    }

    /// What was entered since it was asked last.
    pub fn entered(&self) -> Vec<Entered> {
        self.entered.try_iter().collect()
    }

    /// Stays after the end, and answers what is entered, until the program is interrupted.
    ///
    /// # Errors
    /// When what follows cannot be told.
    pub fn stay(mut self, report: &mut dyn Report) -> Result<(), Failure> {
        let Some(arbiter) = self.arbiter.take() else { return Ok(()) };
        eprintln!("the recording has ended; the pages stay until interrupted");
        let mut told = Told { hub: &self.hub, report: Some(report), pictures: None };
        let afterwards = self.session.as_deref().map(Afterwards::beside).transpose()?;
        answer(arbiter, &self.entered, &mut told, afterwards)
    }
}

/// Tells the pages, and a report where there is one.
struct Told<'a> {
    hub: &'a Hub,
    report: Option<&'a mut dyn Report>,
    /// Where pictures of a session's alerts lie.
    pictures: Option<PathBuf>,
}

impl Listener for Told<'_> {
    fn taken(&mut self, input: &Input, _arbiter: &Arbiter) -> Result<(), Failure> {
        self.hub.taken(input);
        Ok(())
    }

    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        let pictures: Vec<String> = match (event, &self.pictures) {
            (Event::Alert(alert), Some(folder)) => {
                pictures::found(folder, alert.id).iter().map(|path| path.display().to_string()).collect()
            }
            _ => Vec::new(),
        };
        self.hub.said(event, &pictures)?;
        self.report.as_mut().map_or(Ok(()), |report| report.event(event, &pictures))
    }

    fn missed(&mut self, failure: Failure) {
        eprintln!("tandem: {failure}");
    }
}

/// Answers what is entered after the end, as if it had been said then, as long as the program runs.
fn answer(
    mut arbiter: Arbiter,
    entered: &Receiver<Entered>,
    told: &mut Told<'_>,
    mut afterwards: Option<Afterwards>,
) -> Result<(), Failure> {
    let at = Stamp::from_millis(told.hub.moment(std::time::Duration::ZERO).now_ms);
    let hub = told.hub;
    let mut take = |input: &Input| {
        let events = arbiter.step(input);
        told.taken(input, &arbiter)?;
        events.iter().try_for_each(|event| told.said(event))
    };
    let earlier = afterwards.as_mut().map(Afterwards::take_earlier);
    earlier.into_iter().flatten().try_for_each(|ruling| take(&Input::Ruling(ruling)))?;
    for entered in entered {
        let input = entered.what.input(at);
        match (&input, &mut afterwards) {
            // the time of play is over; what a clock that is a page shows now is none of the match
            (Input::Clock(_), _) => continue,
            (Input::Ruling(ruling), Some(afterwards)) => {
                // what cannot be kept does not count, and the pages stay for the next attempt
                if let Err(failure) = afterwards.keep(ruling) {
                    eprintln!("tandem: {failure}");
                    hub.not_kept(ruling.by, &ruling.what, &failure.message);
                    continue;
                }
            }
            _ => {}
        }
        take(&input)?;
    }
    Ok(())
}

/// Shows a session as planned.
///
/// # Errors
/// When it cannot be read, or pages cannot be served.
pub fn run(plan: &SessionConsolePlan) -> Result<(), Failure> {
    let path = &plan.session;
    let session = SessionReader::open(path)?;
    let profile = profile_of(&session, path)?;
    let manifest = session.manifest().clone();
    let shown = Shown::start(&plan.console, false)?;
    shown.hub.open(&manifest, &profile, &Opening::of_session(&session, &profile))?;
    let mut told = Told { hub: &shown.hub, report: None, pictures: Some(pictures::folder_of(path)) };
    let mut keeper = Keeper { told: &mut told, arbiter: None };
    let mut desk = Desk::new(Arbiter::new(setup(manifest.boards, &profile)), None, &mut keeper);
    for input in session.inputs() {
        desk.take(&input?)?;
    }
    desk.finish(session.finished_at())?;
    let arbiter = keeper.arbiter.take().ok_or_else(|| Failure::new(Kind::Internal, "the arbiter is gone"))?;
    let afterwards = Afterwards::beside(path)?;
    let kept = afterwards.path().display();
    eprintln!("{}: the pages stay until interrupted; what is ruled is kept in {kept}", path.display());
    answer(arbiter, &shown.entered, &mut told, Some(afterwards))
}

/// Keeps the arbiter of a run that has ended.
struct Keeper<'a, 'b> {
    told: &'a mut Told<'b>,
    arbiter: Option<Arbiter>,
}

impl Listener for Keeper<'_, '_> {
    fn taken(&mut self, input: &Input, arbiter: &Arbiter) -> Result<(), Failure> {
        self.told.taken(input, arbiter)
    }

    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        self.told.said(event)
    }

    fn missed(&mut self, failure: Failure) {
        self.told.missed(failure);
    }

    fn finished(&mut self, arbiter: Arbiter) {
        self.arbiter = Some(arbiter);
    }
}
