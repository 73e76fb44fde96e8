//! `tandem run`: a table watched as it is played.

mod line;
mod matches;

use super::console::Shown;
use super::opening::Network;
use crate::args::RunArguments;
use crate::console::ConsolePlan;
use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use crate::live::config::RunPlan;
use crate::live::lock::Lock;
use crate::live::resume::{Resumed, broken_off, resume};
use crate::log::{self, LogPlan};
use crate::plan::console_plan;
use crate::report::Report;
use crate::report::json::JsonLines;
use crate::report::text::Text;
use capture::live::{Clock, SystemClock};
use line::{Line, status_bar};
use matches::Day;
use session::SessionReader;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A session that was broken off is gone on with for so long after it began.
const RESUMED_WITHIN_MS: i64 = 12 * 3_600_000;

/// Watches as configured.
///
/// # Errors
/// When the configuration cannot be used, the session cannot be written, or Tandem is not installed whole; and of the kind
/// [`Kind::Interrupted`] where Ctrl-C ended it, in order.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    watch_on(arguments, None)
}

/// Watches as configured, on pages that are served already where there are some.
///
/// # Errors
/// As [`run`].
pub fn watch_on(arguments: &RunArguments, served: Option<Shown>) -> Result<(), Failure> {
    let bar = status_bar();
    log::start(LogPlan { level: arguments.log, file: arguments.log_file.as_deref() }, &bar)?;
    let plan = RunPlan::load(&arguments.config)?;
    plan.check_paths(&arguments.config)?;
    if let Some(path) = &arguments.metrics {
        let unwritable = |failure: std::io::Error| {
            let what = format!("{}: metrics cannot be written there: {failure}", path.display());
            Failure::new(Kind::Output, format!("{what}; name another file with --metrics"))
        };
        write_whole(path, b"").map_err(unwritable)?;
    }
    tracing::info!(version = env!("CARGO_PKG_VERSION"), config = %arguments.config.display(), "tandem run");
    capture::prepare();
    let stop = stop_by_signal()?;
    let interrupted = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, interrupted.clone()).map_err(untaken)?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let network = Network::load()?;
    std::fs::create_dir_all(&plan.folder).map_err(|error| {
        Failure::new(Kind::Output, format!("{}: cannot be made: {error}; name another folder", plan.folder.display()))
    })?;
    let _folder = Lock::of_folder(&plan.folder)?;
    let wall = clock.now().wall_ms;
    let first = choose(arguments, &plan, wall)?;
    let session = first.0.clone();
    let report: Box<dyn Report> = match arguments.json {
        true => Box::new(JsonLines::new(stdout())),
        false => Box::new(Text::new(stdout(), bar.clone())),
    };
    let console = arguments.console.as_deref();
    let console =
        console.map(|text| console_plan("--console", text, &arguments.pages, Some(session.clone()))).transpose()?;
    // names are kept where sessions are; a run that is interrupted ends by itself
    let day = |console: &ConsolePlan| console.day.clone().or_else(|| Some(plan.folder.join("day.json")));
    let console = console.map(|console| ConsolePlan { day: day(&console), alone: false, ..console });
    let shown = match (served, &console) {
        (Some(shown), _) => Some(shown),
        (None, console) => console.as_ref().map(|console| Shown::start(console, false)).transpose()?,
    };
    let hub = shown.as_ref().map(|shown| shown.hub.clone());
    let mut onlooker = Line { bar: bar.clone(), metrics: arguments.metrics.clone(), hub, count: 0, recorder: None };
    let follows = |session: &Path| following(session, arguments, &plan, clock.now().wall_ms);
    let day = Day { plan: &plan, network: &network, clock: clock.clone(), stop: &stop, follows: &follows };
    let latency = day.watch(first, (report, shown), &mut onlooker)?;
    bar.finish_and_clear();
    if let (Some(latency), true) = (latency, stderr().is_terminal())
        && let (Some(median), Some(most)) = (latency.quantile_ms(0.5), latency.quantile_ms(0.99))
    {
        eprintln!("tandem: {}; from arrival to disk {median:.0} ms, 99 % within {most:.0} ms", session.display());
    }
    match interrupted.load(Ordering::SeqCst) {
        true => Err(Failure::new(Kind::Interrupted, "")),
        false => Ok(()),
    }
}

/// A name for a session in the plan's folder that nothing has.
fn fresh(plan: &RunPlan, wall_ms: i64) -> PathBuf {
    let name = date_and_time(wall_ms);
    let names = (1..).map(|number| match number {
        1 => plan.folder.join(format!("match-{name}.tandem")),
        number => plan.folder.join(format!("match-{name}-{number}.tandem")),
    });
    first_unused(names)
}

/// Where the match after `session` is recorded.
fn following(session: &Path, arguments: &RunArguments, plan: &RunPlan, wall_ms: i64) -> PathBuf {
    let Some(named) = &arguments.session else { return fresh(plan, wall_ms) };
    let stem = named.file_stem().unwrap_or(session.as_os_str()).to_string_lossy();
    let ending = named.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    first_unused((2..).map(|number| named.with_file_name(format!("{stem}-{number}{ending}"))))
}

fn first_unused(mut names: impl Iterator<Item = PathBuf>) -> PathBuf {
    names.find(|path| !path.exists()).unwrap_or_default()
}

/// The session to write, with what is in it already where it was broken off, and the lock that keeps other runs from it.
fn choose(arguments: &RunArguments, plan: &RunPlan, wall_ms: i64) -> Result<(PathBuf, Option<Resumed>, Lock), Failure> {
    let fresh = || fresh(plan, wall_ms);
    let path = match &arguments.session {
        Some(path) => path.clone(),
        None if arguments.new => fresh(),
        None => broken_off(&plan.folder, wall_ms, RESUMED_WITHIN_MS).unwrap_or_else(fresh),
    };
    let lock = Lock::of_session(&path)?;
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

/// Set by the first of SIGINT and SIGTERM; the second ends the program at once.
pub(super) fn stop_by_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, stop.clone())
            .and_then(|_| flag::register(signal, stop.clone()))
            .map_err(untaken)?;
    }
    Ok(stop)
}

fn untaken(error: std::io::Error) -> Failure {
    Failure::new(Kind::Internal, format!("signals cannot be taken: {error}"))
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
