//! The `tandem` command.
#![forbid(unsafe_code)]

use clap::Parser;
use std::process::ExitCode;
use tandem::args::Arguments;

fn main() -> ExitCode {
    let typed = Arguments::parse();
    match tandem::run(&typed.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                eprintln!("tandem: {failure}");
            }
            ExitCode::from(failure.kind.exit_code())
        }
    }
}
