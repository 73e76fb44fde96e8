//! What is typed to watch a table as it is played.

use super::{PageArguments, SideArgument};
use clap::Args;
use std::path::PathBuf;
use tracing_subscriber::filter::LevelFilter;

fn level(word: &str) -> Result<LevelFilter, String> {
    word.parse().map_err(|_| "write off, error, warn, info, debug or trace".to_owned())
}

/// `tandem setup`.
#[derive(Args, Debug)]
#[command(
    long_about = "Set a table up in a browser, and watch it.\n\n\
        Serves a page on which cameras are picked and looked through, boards, sides and the zones of reserves and clocks are found and put \
        right by dragging, and names and rules are chosen. What comes of it is the configuration FILE, a calibration for each camera \
        beside it, and, once the start is tapped, a run as `tandem run --config FILE` would begin it, on the same pages.\n\n\
        A configuration that is there already is what the page begins with; it is kept as FILE.before.",
    after_long_help = "EXAMPLES:\n\
        \x20 On the laptop that watches:\n      tandem setup --config table.toml\n\n\
        \x20 From a tablet in the same network:\n      tandem setup --config table.toml --address 0.0.0.0:8017"
)]
pub struct SetupArguments {
    /// The configuration to write (form: docs/ref/run.md)
    #[arg(long, value_name = "FILE", default_value = "table.toml")]
    pub config: PathBuf,

    /// Where to listen: an address, a port, or both
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8017")]
    pub address: String,

    /// Print the run's events as JSON objects, one a line, and nothing else
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub pages: PageArguments,
}

/// `tandem run`.
#[derive(Args, Debug)]
#[command(
    long_about = "Watch a table as it is played.\n\n\
        Opens the cameras of the configuration, finds the boards, and from then on tells the moves and alerts as they happen, until it is \
        stopped (Ctrl-C) or its recordings are over. When a match has been played and all boards are set up again, the next one begins. Everything is in a session on the disk before it is told. Cameras that are lost are \
        opened again, and what happens to them is told and recorded.\n\n\
        A session that was broken off less than twelve hours ago, by a crash or a power cut, is gone on with: what was played so far is \
        taken from it, and the boards are looked at again.",
    after_long_help = "EXAMPLES:\n\
        \x20 A rehearsal without a camera, a recording played as if it happened now:\n      tandem run --config samples/run.toml\n\n\
        \x20 A table, told as JSON (fields: docs/ref/json.md):\n      tandem run --config table.toml --json\n\n\
        \x20 A new match, whatever was broken off before:\n      tandem run --config table.toml --new"
)]
pub struct RunArguments {
    /// The table and how it is watched (form: docs/ref/run.md)
    #[arg(long, value_name = "FILE")]
    pub config: PathBuf,

    /// The session to write; one that was broken off is gone on with
    ///
    /// Matches that follow in the same run get the name with a number: match.tandem, match-2.tandem, and so on.
    /// Without it a new one in the configuration's folder, named after the date and time (UTC), or the newest there that was broken off
    /// within twelve hours.
    #[arg(long, value_name = "FILE")]
    pub session: Option<PathBuf>,

    /// Begin a new session even if one was broken off
    #[arg(long)]
    pub new: bool,

    /// Write Prometheus metrics to this file every few seconds
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,

    /// How much to log: off, error, warn, info, debug or trace
    ///
    /// To standard error, or to the file named with --log-file. Where nothing is said it is what the environment variable TANDEM_LOG says,
    /// `info` where a file is named, and otherwise `off`.
    #[arg(long, value_name = "LEVEL", value_parser = level, help_heading = "Log")]
    pub log: Option<LevelFilter>,

    /// Append the log to a file instead of printing it
    #[arg(long, value_name = "FILE", help_heading = "Log")]
    pub log_file: Option<PathBuf>,

    /// Print JSON objects, one a line, and nothing else
    #[arg(long)]
    pub json: bool,

    /// Show it in a browser
    ///
    /// ADDRESS is where to listen: an address, a port, or both; 127.0.0.1:8017 where nothing is said, which only this machine can reach.
    /// The links to the pages, with their keys, go to standard error.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8017", help_heading = "Pages")]
    pub console: Option<String>,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub pages: PageArguments,
}

/// `tandem cameras`.
#[derive(Args, Debug)]
#[command(
    long_about = "List the cameras there are, and what they can do.\n\n\
        Names the USB cameras of this machine with the sizes and rates they have. Sources that are named (rtsp://, http://, usb:0, a file) \
        are opened, and what they give is measured for two seconds.",
    after_long_help = "EXAMPLES:\n\
        \x20 What is plugged in:\n      tandem cameras\n\n\
        \x20 What a network camera gives, with a picture:\n      tandem cameras rtsp://10.0.0.7/live --pictures look/"
)]
pub struct CamerasArguments {
    /// Sources to open: addresses, usb:NUMBER or usb:NAME, files
    pub sources: Vec<String>,

    /// Write a picture of each camera that can be opened into this folder
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,

    /// Print JSON objects, one a line, and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `tandem calibrate`.
#[derive(Args, Debug)]
#[command(
    long_about = "Find the boards in a camera's picture and store where they lie.\n\n\
        Takes a picture from SOURCE, finds one board or two, tells White's side from the pieces where it can, proposes the zones of \
        reserves and clocks, and says what will hurt: blur, glare, a steep angle, too few pixels, too few frames, flickering light.",
    after_long_help = "EXAMPLES:\n\
        \x20 A network camera, with a drawing to look at:\n      \
        tandem calibrate rtsp://10.0.0.7/live -o table.calib.toml --picture seen.png\n\n\
        \x20 A photograph of one board in the middle of a game:\n      \
        tandem calibrate photo.jpg --white-at left -o a.calib.toml"
)]
pub struct CalibrateArguments {
    /// A picture, a video, an address (rtsp://, http://), usb:NUMBER or usb:NAME
    pub source: String,

    /// How many boards there are; two are looked for and then one where nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub boards: Option<u8>,

    /// The side of the picture at which White sits, on board A where there are two
    #[arg(long, value_name = "SIDE")]
    pub white_at: Option<SideArgument>,

    /// The calibration file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Draw what was found over the picture, as a PNG
    #[arg(long, value_name = "OUT.png")]
    pub picture: Option<PathBuf>,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
