//! What was typed. What is meant by it is [`crate::plan`]'s business.

mod footage;
mod games;
mod live;
mod sessions;

pub use footage::{BenchArguments, EvalArguments, ReadArguments, ReplayArguments};
pub use games::{PerftArguments, RulesArguments, ValidateArguments};
pub use live::{CalibrateArguments, CamerasArguments, RunArguments, SetupArguments};
pub use sessions::{CheckArguments, ConsoleArguments, DiffArguments, ExportArguments, FormArgument, TableArguments};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Tandem, as typed.
#[derive(Parser, Debug)]
#[command(
    name = "tandem",
    version,
    about = "A camera arbiter for over-the-board bughouse: footage in, moves and alerts out.",
    long_about = "A camera arbiter for over-the-board bughouse: footage in, moves and alerts out.\n\n\
        Tandem looks at photographs or video of one chessboard or of a bughouse table's two, finds the boards, reads what \
        stands on them, and keeps the books: which moves were played, by whom and when, and which of them the rules do not \
        allow. An illegal move is reported, not repaired.",
    after_long_help = "EXAMPLES:\n\
        \x20 Look at one photograph:\n      tandem read photo.jpg\n\n\
        \x20 The moves of a game, from a folder with a photograph for each:\n      tandem replay photos/\n\n\
        \x20 A bughouse match, from a folder with a table.toml:\n      tandem replay samples/table-1\n\n\
        \x20 Recorded games, checked against a tournament's rules:\n      tandem validate match.bpgn --profile gr\n\n\
        `tandem COMMAND --help` says more about each. Exit codes are listed in docs/ref/exit-codes.md.",
    arg_required_else_help = true,
    disable_help_subcommand = true,
    propagate_version = true
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Read what stands on the board in one picture
    Read(ReadArguments),
    /// Set a table up in a browser: cameras, boards, names, rules
    Setup(SetupArguments),
    /// Watch a table as it is played
    Run(RunArguments),
    /// List the cameras there are and what they can do
    Cameras(CamerasArguments),
    /// Find the boards in a camera's picture and store where they lie
    Calibrate(CalibrateArguments),
    /// Check that a session is whole, and repair it
    Check(CheckArguments),
    /// Reconstruct a game or a match from footage, or from a session
    Replay(ReplayArguments),
    /// Measure how well games of known truth are read
    Eval(EvalArguments),
    /// Show the rules of a profile
    Rules(RulesArguments),
    /// Check recorded games against a profile
    Validate(ValidateArguments),
    /// Write a session as BPGN, PGN, JSON lines or a report to sign
    Export(ExportArguments),
    /// Show the whole table at a moment of a session
    Table(TableArguments),
    /// Open a session in a browser: to look at, to rule on, to report
    Console(ConsoleArguments),
    /// Name the first event in which two runs differ
    Diff(DiffArguments),
    /// Count the lines of play from a position
    Perft(PerftArguments),
    /// Measure where the time goes
    #[command(hide = true)]
    Bench(BenchArguments),
}

/// Where the board lies in the picture; without any of these it is looked for.
#[derive(Args, Debug, Default)]
pub struct PlacingArguments {
    /// The outer corners of a8, h8, h1 and a1 in pixels
    ///
    /// Eight numbers, x and y of the outer corners of the squares a8, h8, h1 and a1, counted from the picture's top left:
    /// a8x,a8y,h8x,h8y,h1x,h1y,a1x,a1y. They say where the board lies and which side is White's; nothing is looked for.
    #[arg(long, value_name = "CORNERS", allow_hyphen_values = true)]
    pub corners: Option<String>,

    /// The side of the picture at which White sits
    ///
    /// Needed where the pieces do not stand in the start position, which tells it by itself.
    #[arg(long, value_name = "SIDE", conflicts_with = "corners")]
    pub white_at: Option<SideArgument>,

    /// A calibration file with the board's corners
    ///
    /// As --save-calibration writes it; a person can read and edit it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["corners", "white_at"])]
    pub calibration: Option<PathBuf>,

    /// Where to save the calibration that was found or given
    #[arg(long, value_name = "FILE")]
    pub save_calibration: Option<PathBuf>,
}

/// A side of the picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideArgument {
    /// At the picture's left edge
    Left,
    /// At its right edge
    Right,
    /// At the top
    Top,
    /// At the bottom
    Bottom,
}

/// How pages are served.
#[derive(Args, Debug, Default)]
pub struct PageArguments {
    /// Another name under which this machine is called in its network; may be given several times
    #[arg(long, value_name = "HOST", help_heading = "Pages")]
    pub console_name: Vec<String>,

    /// A file that keeps the keys in the links, so that they hold after a restart; made if there is none
    #[arg(long, value_name = "FILE", help_heading = "Pages")]
    pub console_keys: Option<PathBuf>,

    /// A file whose first line is the arbiter's password, or what argon2 makes of it; asked for beside the key
    #[arg(long, value_name = "FILE", help_heading = "Pages")]
    pub console_password: Option<PathBuf>,

    /// Keep spectators so many seconds behind
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, help_heading = "Pages")]
    pub broadcast_delay: f64,

    /// A file that keeps names, teams, pairings and the day's results; made if there is none
    ///
    /// A table that is watched keeps them in day.json in its folder where nothing is said; else they go with the program.
    #[arg(long, value_name = "FILE", help_heading = "Pages")]
    pub day: Option<PathBuf>,

    /// Keep games.bpgn, games.pgn and table.json current in a folder, as far behind as spectators are
    #[arg(long, value_name = "DIR", help_heading = "Pages")]
    pub broadcast_folder: Option<PathBuf>,

    /// Send each alert as JSON to an address: http://HOST:PORT/PATH
    #[arg(long, value_name = "URL", help_heading = "Pages")]
    pub webhook: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        for wrong in [
            &["tandem", "read", "a.png", "--corners", "1,2", "--white-at", "left"][..],
            &["tandem", "replay", "a.mp4", "--calibration", "c.toml", "--white-at", "left"],
            &["tandem", "eval"],
            &["tandem", "eval", "dir", "--leave-out", "1"],
            &["tandem", "read", "a.png", "--white-at", "north"],
            &["tandem", "perft", "deep"],
            &["tandem", "validate"],
            &["tandem", "export", "m.tandem"],
            &["tandem", "export", "m.tandem", "--as", "pdf"],
            &["tandem", "diff", "m.tandem"],
        ] {
            assert!(Arguments::try_parse_from(wrong).is_err(), "{wrong:?}");
        }
    }
}
