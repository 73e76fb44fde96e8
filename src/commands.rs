//! The commands: each takes its plan and does it.

mod bench;
mod calibrate;
mod cameras;
mod check;
mod console;
mod diff;
mod eval;
mod export;
mod opening;
mod perft;
mod read;
mod replay;
mod rules;
mod run;
mod setup;
mod table;
mod validate;

pub use console::Shown;
pub use opening::Network;

use crate::args::Command;
use crate::export::ExportPlan;
use crate::failure::Failure;
use crate::plan::{EvalPlan, ReadPlan, ReplayPlan, SessionConsolePlan};

/// Does what was typed.
///
/// # Errors
/// One line that names the file, says what is wrong and what to do.
pub fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Read(arguments) => read::run(&ReadPlan::new(arguments)?),
        Command::Setup(arguments) => setup::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Cameras(arguments) => cameras::run(arguments),
        Command::Calibrate(arguments) => calibrate::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Replay(arguments) => replay::run(&ReplayPlan::new(arguments)?),
        Command::Eval(arguments) => eval::run(&EvalPlan::new(arguments)?),
        Command::Rules(arguments) => rules::run(arguments.profile.as_deref()),
        Command::Validate(arguments) => validate::run(arguments),
        Command::Export(arguments) => export::run(&ExportPlan::new(arguments)?),
        Command::Table(arguments) => table::run(arguments),
        Command::Console(arguments) => console::run(&SessionConsolePlan::new(arguments)?),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
    }
}
