//! `oracle`: the bench's command line.
#![forbid(unsafe_code)]

mod arguments;
mod commands;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let told = match Arguments::parse().command {
        Command::Bench { with, noise, errors, wrong } => commands::bench(&with, &noise, &errors, wrong),
        Command::Curve { with, noise, out, cases } => commands::curve(&with, &noise, &out, &cases),
        Command::Cases { paths, plan, wrong, check, explain } => {
            commands::planted(&paths, &plan, wrong, check, explain)
        }
        Command::Explain { r#match, ply, with, noise, errors } => commands::show(&r#match, ply, &with, noise, errors),
    };
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("oracle: {error}");
            ExitCode::from(2)
        }
    }
}
