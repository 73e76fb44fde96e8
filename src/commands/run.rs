//! `tandem run`: a table watched as it is played.

use super::console::Shown;
use super::opening::Network;
use crate::args::RunArguments;
use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use crate::hub::Hub;
use crate::live::clock_log::GrowingLog;
use crate::live::config::RunPlan;
use crate::live::incidents::happened;
use crate::live::latency::Latency;
use crate::live::lock::SessionLock;
use crate::live::recording::recorder::Recorder;
use crate::live::resume::{Resumed, broken_off, resume};
use crate::live::setup::{self, Seen, Stage, Waiting, folder_of};
use crate::live::status::Status;
use crate::live::table::{Onlooker, Parts, Table};
use crate::live::teller::LiveTeller;
use crate::pictures;
use crate::pipeline::{Album, Desk};
use crate::plan::console_plan;
use crate::profiles;
use crate::report::json::JsonLines;
use crate::report::text::Text;
use crate::report::{Opening, Report};
use crate::unwatched::{Heard, Unwatched};
use arbiter::Arbiter;
use board::{CameraId, Incident, IncidentKind, Square, Stamp};
use capture::live::{Bell, Clock, LiveFrame, SessionTime, SystemClock};
use indicatif::{ProgressBar, ProgressStyle};
use session::{Manifest, SessionReader, SessionWriter};
use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A session that was broken off is gone on with for so long after it began.
const RESUMED_WITHIN_MS: i64 = 12 * 3_600_000;

/// Metrics are written so often, in status reports of about a second.
const METRICS_EVERY: u64 = 5;

/// Watches as configured.
///
/// # Errors
/// When the configuration cannot be used, the session cannot be written, or Tandem is not installed whole.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let plan = RunPlan::load(&arguments.config)?;
    capture::prepare();
    let stop = stop_by_signal()?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let network = Network::load()?;
    std::fs::create_dir_all(&plan.folder).map_err(|error| {
        Failure::new(Kind::Output, format!("{}: cannot be made: {error}; name another folder", plan.folder.display()))
    })?;
    let wall = clock.now().wall_ms;
    let (session, earlier, _lock) = choose(arguments, &plan, wall)?;
    let bar = status_bar();
    let report: Box<dyn Report> = match arguments.json {
        true => Box::new(JsonLines::new(stdout())),
        false => Box::new(Text::new(stdout(), bar.clone())),
    };
    let console = arguments.console.as_deref();
    let console =
        console.map(|text| console_plan("--console", text, &arguments.pages, Some(session.clone()))).transpose()?;
    let shown = console.as_ref().map(|console| Shown::start(console, false)).transpose()?;
    let hub = shown.as_ref().map(|shown| shown.hub.clone());
    let mut onlooker = Line { bar: bar.clone(), metrics: arguments.metrics.clone(), hub, count: 0, recorder: None };
    let latency = watch(&plan, &session, earlier, (clock, &stop), &network, (report, shown), &mut onlooker)?;
    bar.finish_and_clear();
    if let (Some(latency), true) = (latency, stderr().is_terminal())
        && let (Some(median), Some(most)) = (latency.quantile_ms(0.5), latency.quantile_ms(0.99))
    {
        eprintln!("tandem: {}; from arrival to disk {median:.0} ms, 99 % within {most:.0} ms", session.display());
    }
    Ok(())
}

/// Gets ready and watches until told to stop; how long it took from arrival to disk. `None` where it was stopped while getting ready.
fn watch(
    plan: &RunPlan,
    session: &Path,
    earlier: Option<Resumed>,
    (clock, stop): (Arc<dyn Clock>, &AtomicBool),
    network: &Network,
    (mut report, shown): (Box<dyn Report>, Option<Shown>),
    onlooker: &mut Line,
) -> Result<Option<Latency>, Failure> {
    let bell = Arc::new(Bell::default());
    let now = clock.now();
    let mut time = match &earlier {
        Some(earlier) => SessionTime::resumed(now, earlier.began_unix_ms, earlier.last),
        None => SessionTime::new(now, Stamp::ZERO),
    };
    let folder = folder_of(session);
    let mut cameras = setup::open(plan, &clock, &bell);
    for camera in &mut cameras {
        let number = earlier.as_ref().and_then(|earlier| earlier.frames.get(&camera.camera())).copied();
        camera.number_from(number.unwrap_or(0));
    }
    let stage = Stage { clock: &clock, bell: &bell, network, folder: &folder, stop };
    let Some((seen, pictures)) = setup::place(plan, cameras, &mut time, &stage, onlooker)? else {
        return Ok(None);
    };
    let now = time.stamp(clock.now());
    let unwatched = unwatched(plan);
    let manifest = manifest(plan, network, &seen, &unwatched, time.began_unix_ms())?;
    let opening = Opening::new(&manifest, &plan.profile, unwatched);
    report.open(&opening)?;
    shown.as_ref().map_or(Ok(()), |shown| shown.hub.open(&manifest, &plan.profile, &opening))?;
    let kept = pictures::folder_of(session);
    let album = Album::new(&kept, plan.reserves)?;
    let mut teller = LiveTeller::new(report, Some(album), shown, onlooker.bar.clone());
    let counts = teller.counts();
    let mut first = Vec::new();
    let (arbiter, writer, untold) = match earlier {
        Some(earlier) => {
            first.push(earlier.incident(now));
            first.extend(compared(&earlier.arbiter, seen.as_slice(), &pictures, network, now)?);
            teller.told_before(&earlier.told, &earlier.clock, &kept)?;
            (earlier.arbiter, earlier.writer, earlier.untold)
        }
        None => {
            let output = |error| Failure::new(Kind::Output, error);
            let writer = SessionWriter::create(session, &manifest).map_err(output)?;
            setup::keep(plan, &seen, &pictures, &folder)?;
            (Arbiter::new(profiles::setup(plan.boards(), &plan.profile)), writer, Vec::new())
        }
    };
    let mut desk = Desk::new(arbiter, Some(writer), &mut teller);
    desk.catch_up(&untold)?;
    onlooker.recorder = Some(Recorder::new(plan, session, &seen, counts.clone()));
    let table = Table::new(Parts {
        clock,
        bell,
        time,
        cameras: seen,
        clock_log: plan.clock.as_deref().map(GrowingLog::follow),
        declarations: plan.declarations.as_deref().map(GrowingLog::follow),
        counts,
        session: session.to_owned(),
    });
    table.run(desk, first, stop, onlooker).map(Some)
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

/// The session to write, with what is in it already where it was broken off, and the lock that keeps other runs from it.
fn choose(
    arguments: &RunArguments,
    plan: &RunPlan,
    wall_ms: i64,
) -> Result<(PathBuf, Option<Resumed>, SessionLock), Failure> {
    let fresh = || plan.folder.join(format!("match-{}.tandem", date_and_time(wall_ms)));
    let path = match &arguments.session {
        Some(path) => path.clone(),
        None if arguments.new => fresh(),
        None => broken_off(&plan.folder, wall_ms, RESUMED_WITHIN_MS).unwrap_or_else(fresh),
    };
    let lock = SessionLock::take(&path)?;
    if !path.exists() {
        return Ok((path, None, lock));
    }
    if arguments.new {
        return Err(Failure::new(Kind::Output, format!("{}: is there already; name a new file", path.display())));
    }
    let manifest = SessionReader::open(&path)?.manifest().clone();
    let sources: Vec<String> = plan.cameras.iter().map(|camera| camera.plan.source.clone()).collect();
    if (&manifest.boards, &manifest.sources) != (&plan.boards(), &sources) || manifest.profile != plan.profile.to_toml()
    {
        let what = "was broken off with other cameras or another profile; begin anew with --new, or name another with --session";
        return Err(Failure::usage(format!("{}: {what}", path.display())));
    }
    let earlier = resume(&path)?;
    Ok((path, Some(earlier), lock))
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
fn unwatched(plan: &RunPlan) -> Vec<Unwatched> {
    let clock = plan.clock.is_some();
    let heard =
        Heard { presses: clock, times: clock, reserves: plan.reserves, declarations: plan.declarations.is_some() };
    Unwatched::of(&plan.profile, &plan.boards(), heard)
}

/// Set by the first of SIGINT and SIGTERM; the second ends the program at once.
fn stop_by_signal() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, stop.clone())
            .and_then(|_| flag::register(signal, stop.clone()))
            .map_err(|error| Failure::new(Kind::Internal, format!("signals cannot be taken: {error}")))?;
    }
    Ok(stop)
}

/// The line of how it is doing, on standard error, hidden where that is no terminal.
struct Line {
    bar: ProgressBar,
    metrics: Option<PathBuf>,
    hub: Option<Hub>,
    count: u64,
    recorder: Option<Recorder>,
}

impl Waiting for Line {
    fn say(&mut self, text: &str) {
        self.bar.suspend(|| eprintln!("tandem: {text}"));
    }
}

impl Onlooker for Line {
    fn frame(&mut self, frame: &LiveFrame, seen: &Seen) {
        if let Some(recorder) = &mut self.recorder {
            recorder.frame(frame, seen);
        }
    }

    fn incidents(&mut self, now: Stamp) -> Vec<Incident> {
        self.recorder.as_mut().map_or(Vec::new(), |recorder| recorder.tend(now))
    }

    fn status(&mut self, status: &Status) {
        self.bar.set_message(status.line());
        if let (Some(hub), Ok(value)) = (&self.hub, serde_json::to_value(status)) {
            hub.status(value);
        }
        if let Some(path) = self.metrics.as_ref().filter(|_| self.count.is_multiple_of(METRICS_EVERY)) {
            // what cannot be written now is written in five seconds; a full disk is told elsewhere
            let _ = write_whole(path, status.prometheus().as_bytes());
        }
        self.count += 1;
    }
}

fn status_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// `20261130-162514`, in UTC, by the proleptic Gregorian calendar.
///
/// Days to dates as in Howard Hinnant's `civil_from_days` (chrono-compatible low-level date algorithms).
pub(crate) fn date_and_time(unix_ms: i64) -> String {
    let seconds = unix_ms.div_euclid(1000);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_named_after_the_date() {
        assert_eq!(date_and_time(0), "19700101-000000");
        assert_eq!(date_and_time(951_827_696_000), "20000229-123456");
        assert_eq!(date_and_time(1_796_055_914_999), "20261130-162514");
        assert_eq!(date_and_time(-1), "19691231-235959");
    }
}
