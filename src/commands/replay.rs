//! `tandem replay`: footage or a session in, events out.

use super::console::Shown;
use super::opening::Network;
use crate::failure::{Failure, Kind};
use crate::files::write_calibration;
use crate::hub::Entered;
use crate::logs;
use crate::pictures;
use crate::pipeline::{Album, Desk, Feed, Listener, Watch, Watched};
use crate::plan::{CameraPlan, FootagePlan, ReplayPlan, ReplaySource};
use crate::profiles::setup;
use crate::report::json::JsonLines;
use crate::report::text::Text;
use crate::report::{Opening, Report, profile_of};
use crate::unwatched::{Heard, Unwatched};
use arbiter::Arbiter;
use arbiter::event::{Alert, Event};
use arbiter::profile::Profile;
use board::{Input, Stamp};
use capture::Frame;
use indicatif::{ProgressBar, ProgressStyle};
use session::{Manifest, SessionReader, SessionWriter};
use std::collections::VecDeque;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Replays as planned.
///
/// # Errors
/// When something cannot be read, found, written or told.
pub fn run(plan: &ReplayPlan) -> Result<(), Failure> {
    let bar = progress_bar();
    let report: Box<dyn Report> = match plan.json {
        true => Box::new(JsonLines::new(stdout())),
        false => Box::new(Text::new(stdout(), bar.clone())),
    };
    let pictures = Pictures::None;
    // an address that cannot be listened at is told before anything is read
    let shown = plan.console.as_ref().map(|console| Shown::start(console, plan.pictures.is_none())).transpose()?;
    let pace = plan.pace.map(Pace::new);
    let mut teller =
        Teller { report, pictures, bar: bar.clone(), missed: None, recorded: None, others: 0, beyond: 0, shown, pace };
    match &plan.source {
        ReplaySource::Footage(footage) => from_footage(plan, footage, &mut teller, &bar)?,
        ReplaySource::Session(path) => {
            teller.pictures = plan.pictures.clone().map_or(Pictures::None, Pictures::Kept);
            from_session(plan, path, &mut teller, &bar)?;
        }
    }
    bar.finish_and_clear();
    if let Some(shown) = teller.shown.take() {
        if let Some(failure) = &teller.missed {
            eprintln!("tandem: {failure}");
        }
        shown.stay(teller.report.as_mut())?;
    }
    teller.missed.map_or(Ok(()), Err)
}

/// Keeps a run from going faster than its recording did, or than so many times that.
struct Pace {
    times: f64,
    began: Option<(Instant, Stamp)>,
}

impl Pace {
    fn new(times: f64) -> Pace {
        Pace { times, began: None }
    }

    /// Waits until a moment of the recording has come.
    fn keep(&mut self, at: Stamp) {
        let (began, first) = *self.began.get_or_insert_with(|| (Instant::now(), at));
        let passed = (at.nanos() - first.nanos()).max(0) as f64 / self.times;
        let due = Duration::from_nanos(passed as u64);
        std::thread::sleep(due.saturating_sub(began.elapsed()));
    }
}

/// Where the pictures of alerts come from.
enum Pictures {
    /// There are none.
    None,
    /// They are made as alerts are opened.
    Made(Album),
    /// They lie in a folder, as far as they were made when the session was recorded.
    Kept(PathBuf),
}

impl Pictures {
    fn of(&mut self, alert: &Alert) -> Result<Vec<String>, Failure> {
        match self {
            Pictures::None => Ok(Vec::new()),
            Pictures::Made(album) => album.pictures_of(alert),
            Pictures::Kept(folder) => {
                Ok(pictures::found(folder, alert.id).iter().map(|path| path.display().to_string()).collect())
            }
        }
    }
}

/// Tells what is said, and remembers the first thing that could not be read.
struct Teller {
    report: Box<dyn Report>,
    pictures: Pictures,
    bar: ProgressBar,
    missed: Option<Failure>,
    /// What was said when the session was recorded and has not been said again yet.
    recorded: Option<VecDeque<Event>>,
    /// Events that are not those recorded.
    others: u64,
    /// Events after the last that was recorded.
    beyond: u64,
    /// The pages it is shown on.
    shown: Option<Shown>,
    pace: Option<Pace>,
}

impl Teller {
    fn open(&mut self, manifest: &Manifest, profile: &Profile, opening: &Opening) -> Result<(), Failure> {
        self.report.open(opening)?;
        self.shown.as_ref().map_or(Ok(()), |shown| shown.hub.open(manifest, profile, opening))
    }
}

impl Listener for Teller {
    fn looked(&mut self, frame: &Frame, camera: &Watched) {
        if let Some(pace) = &mut self.pace {
            pace.keep(frame.at);
        }
        if let Some(shown) = &self.shown {
            shown.looked(frame, camera);
        }
        if let Pictures::Made(album) = &mut self.pictures {
            album.looked(frame, camera);
        }
    }

    fn taken(&mut self, input: &Input, _arbiter: &Arbiter) -> Result<(), Failure> {
        if let Some(shown) = &self.shown {
            shown.hub.taken(input);
        }
        Ok(())
    }

    fn entered(&mut self) -> Vec<Entered> {
        self.shown.as_ref().map_or(Vec::new(), Shown::entered)
    }

    fn finished(&mut self, arbiter: Arbiter) {
        if let Some(shown) = &mut self.shown {
            shown.arbiter = Some(arbiter);
        }
    }

    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        if let Some(recorded) = &mut self.recorded {
            match recorded.pop_front() {
                Some(earlier) => self.others += u64::from(earlier != *event),
                None => self.beyond += 1,
            }
        }
        let pictures = match event {
            Event::Alert(alert) => self.pictures.of(alert)?,
            _ => Vec::new(),
        };
        if let Some(shown) = &self.shown {
            shown.hub.said(event, &pictures)?;
        }
        self.report.event(event, &pictures)
    }

    fn missed(&mut self, failure: Failure) {
        match &self.missed {
            // the last line of standard error is the first failure; what follows is told at once
            None => self.missed = Some(failure),
            Some(_) => self.bar.suspend(|| eprintln!("tandem: {failure}")),
        }
    }
}

fn from_footage(
    plan: &ReplayPlan,
    footage: &FootagePlan,
    teller: &mut Teller,
    bar: &ProgressBar,
) -> Result<(), Failure> {
    let feeds = open_feeds(footage)?;
    let network = Network::load()?;
    let watch = watch(footage, feeds, &network)?;
    if let Some(path) = &plan.save_calibration
        && let Some(camera) = watch.cameras().first()
    {
        write_calibration(camera.calibration(), path, &[])?;
    }
    let manifest = manifest(footage, &network, &watch)?;
    // a session that is there already is refused first, and no folder made for it
    if let Some(folder) = plan.pictures.as_ref().filter(|_| !plan.session.as_ref().is_some_and(|path| path.exists())) {
        let own = plan.session.as_deref().map(pictures::folder_of).as_ref() == Some(folder);
        let album = if own { Album::in_empty } else { Album::new };
        teller.pictures = Pictures::Made(album(folder, footage.reserves)?);
    } else if let Some(scratch) = teller.shown.as_ref().and_then(Shown::scratch) {
        teller.pictures = Pictures::Made(Album::new(scratch, footage.reserves)?);
    }
    let recorder = plan.session.as_deref().map(|path| begin(path, &manifest)).transpose()?;
    let opening = Opening::new(&manifest, &footage.profile, unwatched(footage, &watch));
    teller.open(&manifest, &footage.profile, &opening)?;
    bar.set_length(watch.frames().unwrap_or(0));
    let arbiter = Arbiter::new(setup(footage.boards(), &footage.profile));
    watch.run(Desk::new(arbiter, recorder, teller), bar)?;
    Ok(())
}

fn from_session(plan: &ReplayPlan, path: &Path, teller: &mut Teller, bar: &ProgressBar) -> Result<(), Failure> {
    let session = SessionReader::open(path)?;
    let manifest = session.manifest().clone();
    let profile = profile_of(&session, path)?;
    teller.open(&manifest, &profile, &Opening::of_session(&session, &profile))?;
    bar.set_length(session.input_count()?);
    teller.recorded = Some(session.events()?.into_iter().map(|(_, event)| event).collect());
    let arbiter = Arbiter::new(setup(manifest.boards, &profile));
    let mut desk = Desk::new(arbiter, None, teller);
    let mut pace = plan.pace.map(Pace::new);
    for input in session.inputs() {
        let input = input?;
        if let Some(pace) = &mut pace {
            pace.keep(input.at());
        }
        desk.take(&input)?;
        desk.take_entered(input.at())?;
        bar.inc(1);
    }
    desk.finish(session.finished_at())?;
    let left = teller.recorded.take().map_or(0, |recorded| recorded.len() as u64);
    let note = |what: String| bar.suspend(|| eprintln!("tandem: {}: {what}", path.display()));
    // the end of one that was broken off has been told now and not then
    let others = match session.finished_at() {
        Some(_) => teller.others + teller.beyond + left,
        None => {
            note("the session was broken off; all that had been recorded was replayed".to_owned());
            teller.others
        }
    };
    if others > 0 {
        note(format!(
            "{others} events differ from those recorded; another version wrote the session, or it is damaged"
        ));
    }
    Ok(())
}

/// Begins to decode the cameras' sources.
///
/// # Errors
/// When one cannot be opened.
pub fn open_feeds(footage: &FootagePlan) -> Result<Vec<Feed>, Failure> {
    let open = |plan: &CameraPlan| start(capture::open_for(&plan.source, plan.camera)?);
    footage.cameras.iter().map(open).collect()
}

/// Places the boards in each camera's picture, and puts the logs beside them; `feeds` are the cameras' in their order.
///
/// # Errors
/// When something cannot be read or found.
pub fn watch(footage: &FootagePlan, feeds: Vec<Feed>, network: &Network) -> Result<Watch, Failure> {
    let clock = footage.clock.as_deref().map_or(Ok(Vec::new()), logs::clock)?;
    let declarations = footage.declarations.as_deref().map_or(Ok(Vec::new()), logs::declarations)?;
    let mut cameras = Vec::new();
    for (plan, feed) in footage.cameras.iter().zip(feeds) {
        let mut camera = Watched::new(plan, feed, &|boards| network.eyes(boards))?;
        camera.watch_reserves(footage.reserves);
        cameras.push(camera);
    }
    Watch::new(cameras, &clock, &declarations)
}

/// Begins to decode `source` in a thread.
///
/// # Errors
/// When no thread can be had.
pub fn start(source: Box<dyn capture::FrameSource>) -> Result<Feed, Failure> {
    Feed::start(source).map_err(|error| Failure::new(Kind::Internal, format!("no thread can be started: {error}")))
}

fn manifest(footage: &FootagePlan, network: &Network, watch: &Watch) -> Result<Manifest, Failure> {
    let texts: Result<Vec<String>, String> =
        watch.cameras().iter().map(|camera| camera.calibration().to_toml()).collect();
    Ok(Manifest {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        boards: footage.boards(),
        profile: footage.profile.to_toml(),
        model: Some(network.hash().to_owned()),
        calibration: Some(texts.map_err(|error| Failure::new(Kind::Internal, error))?.join("\n")),
        sources: footage.cameras.iter().map(|camera| capture::without_password(&camera.source)).collect(),
        // footage does not say when it was taken
        began_unix_ms: None,
        unwatched: Some(unwatched(footage, watch).into_iter().map(|what| what.word().to_owned()).collect()),
    })
}

fn begin(path: &Path, manifest: &Manifest) -> Result<SessionWriter, Failure> {
    SessionWriter::create(path, manifest).map_err(|error| Failure::new(Kind::Output, error))
}

/// What the set-up does not show. A log that was named is one, also when nothing was said in it.
fn unwatched(footage: &FootagePlan, watch: &Watch) -> Vec<Unwatched> {
    let heard = Heard { reserves: footage.reserves, declarations: footage.declarations.is_some(), ..watch.heard() };
    Unwatched::of(&footage.profile, &footage.boards(), heard)
}

/// A bar on standard error, which hides itself where that is no terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    bar
}
