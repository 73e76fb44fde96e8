//! `tandem setup`: a table set up in a browser, and watched.

use super::console::Shown;
use super::run::{stop_by_signal, watch_on};
use crate::args::{Arguments, Command, SetupArguments};
use crate::console::ConsolePlan;
use crate::failure::{Failure, Kind};
use crate::plan::console_plan;
use crate::setup::Setup;
use clap::Parser;
use crossbeam_channel::{RecvTimeoutError, bounded};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Whether to stop is looked at so often.
const LOOKED_AT: Duration = Duration::from_millis(100);

/// Serves the set-up until the start is tapped, and then watches the table on the same pages.
///
/// # Errors
/// When the configuration that is there cannot be used, pages cannot be served, or as `tandem run`.
pub fn run(arguments: &SetupArguments) -> Result<(), Failure> {
    capture::prepare();
    let stop = stop_by_signal()?;
    let plan = console_plan("--address", &arguments.address, &arguments.pages, None)?;
    let day = plan.day.clone().or_else(|| Some(arguments.config.with_file_name("day.json")));
    let plan = ConsolePlan { alone: false, day, ..plan };
    let (ready, hears) = bounded(1);
    let mut setup = None;
    let shown = Shown::prepared(&plan, |hub| {
        let made = Arc::new(Setup::new(&arguments.config, hub, ready)?);
        setup = Some(Arc::clone(&made));
        Ok(made)
    })?;
    let setup = setup.ok_or_else(|| Failure::new(Kind::Internal, "nothing is set up"))?;
    loop {
        match hears.recv_timeout(LOOKED_AT) {
            Ok(()) => break,
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::SeqCst) => {
                setup.close();
                return Err(Failure::new(Kind::Interrupted, ""));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
    // a camera of this machine can be opened once
    setup.close();
    let config = arguments.config.as_os_str().to_owned();
    let typed = ["tandem", "run", "--config"].map(Into::into).into_iter().chain([config]);
    let typed = typed.chain(arguments.json.then(|| "--json".into()));
    match Arguments::try_parse_from(typed).map_err(|error| Failure::new(Kind::Internal, error))?.command {
        Command::Run(arguments) => watch_on(&arguments, Some(shown)),
        _ => Err(Failure::new(Kind::Internal, "what was set up is no run")),
    }
}
