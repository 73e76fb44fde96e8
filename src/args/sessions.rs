//! What is typed about sessions.

use super::PageArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `tandem check`.
#[derive(Args, Debug)]
#[command(
    long_about = "Check that a session is whole, and repair it.\n\n\
        Reads everything: the file's structure, the checksum of every row, that no input and no event is missing; then has the arbiter take \
        the inputs again and compares what it says with what was told.\n\n\
        With --repair, what can be read of a damaged session takes its place, and the damaged file is kept beside it.",
    after_long_help = "EXAMPLES:\n\
        \x20 Is it whole?\n      tandem check match.tandem\n\n\
        \x20 Make the best of it:\n      tandem check match.tandem --repair"
)]
pub struct CheckArguments {
    /// The session
    pub session: PathBuf,

    /// Repair it if it is damaged
    #[arg(long)]
    pub repair: bool,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `tandem export`.
#[derive(Args, Debug)]
#[command(
    long_about = "Write a session as a file of games or as a report.\n\n\
        What is written is the match as it stands after every amendment: turns that were withdrawn are left out, moves that the \
        profile does not allow stand and are marked. A break that nothing explains, after which a board was taken as seen, \
        begins a game of its own, from what stood and what was held.\n\n\
        The report is one HTML file with everything in it: the profile and where the match comes from, the result, each alert \
        with its article, boards before and after and its pictures, what was kept until a claim, the moves of both boards, \
        what is uncertain and what was not watched, and a place to sign.",
    after_long_help = "EXAMPLES:\n\
        \x20 Both boards as BPGN:\n      tandem export match.tandem --as bpgn -o match.bpgn\n\n\
        \x20 A report, with what the footage does not tell:\n      \
        tandem export match.tandem --as html -o report.html --tag \"Event=Club night\"\n\n\
        \x20 Each board as a game of its own, to standard output:\n      tandem export match.tandem --as pgn"
)]
pub struct ExportArguments {
    /// The session, as `tandem replay --session` writes it
    pub session: PathBuf,

    /// The form to write
    #[arg(long = "as", value_name = "FORM")]
    pub form: FormArgument,

    /// The file to write; standard output where nothing is said
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Where the pictures of alerts lie, for the report; SESSION.pictures where nothing is said
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,

    /// Something the footage does not tell: Event, Site, Date, Round, WhiteA, BlackA, WhiteB, BlackB (White, Black for one board), ...
    #[arg(long = "tag", value_name = "NAME=VALUE")]
    pub tags: Vec<String>,
}

/// A form in which a match is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormArgument {
    /// Both boards in one game
    Bpgn,
    /// A game for each board
    Pgn,
    /// A match a line
    Jsonl,
    /// A report to read, print and sign
    Html,
}

/// `tandem table`.
#[derive(Args, Debug)]
#[command(
    long_about = "Show the whole table at a moment of a session.\n\n\
        Both boards, whose turn it is, the reserves by the ledger of captures and drops, and the clocks as they were last read: all \
        that is needed to set up again after an undo. It is the table as it is believed to have been after everything that was seen \
        since, not only what was known at the moment.",
    after_long_help = "EXAMPLES:\n\
        \x20 Twelve and a half seconds into the recording:\n      tandem table match.tandem --at 12.5\n\n\
        \x20 Before something that happened at 2:07.3, as JSON (fields: docs/ref/json.md):\n      \
        tandem table match.tandem --at 2:07.2 --json"
)]
pub struct TableArguments {
    /// The session, as `tandem replay --session` writes it
    pub session: PathBuf,

    /// The moment: seconds of the recording, or minutes and seconds (2:07.3); the end where nothing is said
    #[arg(long, value_name = "MOMENT")]
    pub at: Option<String>,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `tandem diff`.
#[derive(Args, Debug)]
#[command(
    long_about = "Name the first event in which two runs differ.\n\n\
        Each run is a session or a file of JSON lines as `tandem replay --json` prints them. The program's version, the names of sources \
        and the paths of pictures are no difference.\n\n\
        The exit code is 0 when the runs are the same and 7 when they differ.",
    after_long_help = "EXAMPLES:\n\
        \x20 Two sessions of the same footage:\n      tandem diff monday.tandem tuesday.tandem\n\n\
        \x20 A run against what was expected:\n      tandem diff samples/table-1/expected.jsonl run.jsonl"
)]
pub struct DiffArguments {
    /// A session, or a file of JSON lines
    pub one: PathBuf,

    /// Another
    pub other: PathBuf,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `tandem console`.
#[derive(Args, Debug)]
#[command(
    long_about = "Open a session in a browser: to look at, to rule on, to report.\n\n\
        Shows the match as it ended: both boards, the reserves, every move, the alerts with their pictures and articles. What the \
        arbiter rules is judged as if it had been said at the end of the match. The pages stay up until interrupted.",
    after_long_help = "EXAMPLES:\n\
        \x20 After the match:\n      tandem console match.tandem\n\n\
        \x20 For a tablet in the same network:\n      tandem console match.tandem --address 0.0.0.0:8017"
)]
pub struct ConsoleArguments {
    /// The session, as `tandem replay --session` writes it
    pub session: PathBuf,

    /// Where to listen: an address, a port, or both
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8017")]
    pub address: String,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub pages: PageArguments,
}
