//! What is typed to look at footage.

use super::{PageArguments, PlacingArguments};
use clap::Args;
use std::path::PathBuf;

/// `tandem read`.
#[derive(Args, Debug)]
#[command(
    long_about = "Read what stands on the board in one picture.\n\n\
        Finds the board, reads its 64 squares and prints them: a drawn board, the placement as in FEN, the corners in \
        pixels, and how sure the reading is. Which side is White's is told from the start position where the pieces stand \
        in it; otherwise say so with --white-at.",
    after_long_help = "EXAMPLES:\n\
        \x20 Read a photograph and draw what was seen over it:\n      tandem read photo.jpg --picture seen.png\n\n\
        \x20 A position in the middle of a game, White sitting at the bottom:\n      \
        tandem read photo.jpg --white-at bottom\n\n\
        \x20 A board that is cropped so tightly that it is not found, corners by hand:\n      \
        tandem read photo.jpg --corners 3,5,476,2,478,477,1,474\n\n\
        \x20 As JSON (fields: docs/ref/json.md):\n      tandem read photo.jpg --json"
)]
pub struct ReadArguments {
    /// The picture: JPEG, PNG, BMP, TIFF or WebP
    pub image: PathBuf,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub placing: PlacingArguments,

    /// Draw what was seen over the photograph, as a PNG
    #[arg(long, value_name = "OUT.png")]
    pub picture: Option<PathBuf>,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

/// `tandem replay`.
#[derive(Args, Debug)]
#[command(
    long_about = "Reconstruct a game or a match from footage, or from a session.\n\n\
        SOURCE is one of\n\
        \x20 - a folder of photographs of one board, in the order of their names; one a move, or several\n\
        \x20 - a video file or a network stream (rtsp://, http://) of one board\n\
        \x20 - a folder with a table.toml: a bughouse table's two boards, seen by one camera or by one each, with the \
        profile and the logs of clocks and declarations (form: docs/ref/table.md)\n\
        \x20 - a session, as --session writes it: the same events again, without the pixels\n\n\
        Moves are printed as they are found. The same source gives the same output every time.",
    after_long_help = "EXAMPLES:\n\
        \x20 A game from photographs:\n      tandem replay photos/\n\n\
        \x20 A video that begins in the middle of a game, White sitting at the left:\n      \
        tandem replay game.mp4 --white-at left\n\n\
        \x20 A bughouse match, keeping a session, and the session again:\n      \
        tandem replay samples/table-1 --session match.tandem\n      tandem replay match.tandem\n\n\
        \x20 As JSON, an event a line (fields: docs/ref/json.md):\n      tandem replay samples/table-1 --json\n\n\
        \x20 In a browser, at the recording's own speed:\n      tandem replay samples/table-1 --console --pace\n\n\
        PROFILES:\n\
        \x20 ch     chess, one board\n\
        \x20 free   bughouse as played online\n\
        \x20 gr ru ro nl ...  tournaments' rules (docs/ref/profiles.md)"
)]
pub struct ReplayArguments {
    /// Footage, a folder with a table.toml, or a session
    pub source: String,

    /// The rules played by
    ///
    /// `ch` for one board and the table's own or `gr` for two where nothing is said. A session's profile cannot be changed.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub placing: PlacingArguments,

    /// Keep a session: all that was seen and said, replayable without the pixels
    #[arg(long, value_name = "OUT")]
    pub session: Option<PathBuf>,

    /// Where the pictures of alerts go
    ///
    /// For each alert two JPEG files: its board as it was shortly before (alert-12-before.jpg) and as it is when the alert is told
    /// (alert-12-after.jpg). With --session they go to OUT.pictures where nothing is said, and `tandem export` finds them there.
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,

    /// Do not read what lies beside the boards
    ///
    /// Where pieces are dropped the table beside the boards is read too: what was taken from a reserve says what was dropped, and a piece
    /// that goes from one unplayed is reported. It costs about twice the time of all else.
    #[arg(long)]
    pub no_reserves: bool,

    /// Print JSON objects, one a line, and nothing else
    #[arg(long)]
    pub json: bool,

    /// Show it in a browser while it runs
    ///
    /// ADDRESS is where to listen: an address, a port, or both; 127.0.0.1:8017 where nothing is said, which only this machine can reach.
    /// The links to the pages, with their keys, go to standard error. They stay up after the end, until interrupted.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8017", help_heading = "Pages")]
    pub console: Option<String>,

    /// Go no faster than the recording went, or than TIMES that
    #[arg(long, value_name = "TIMES", num_args = 0..=1, default_missing_value = "1", help_heading = "Pages")]
    pub pace: Option<f64>,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub pages: PageArguments,
}

/// `tandem eval`.
#[derive(Args, Debug)]
#[command(
    long_about = "Measure how well games of known truth are read.\n\n\
        Walks through each DIR and runs over every folder that holds a truth: game.json (photographs, one a ply), clips.json \
        (stills and videos), or truth.json beside a table.toml (a table's two boards). Prints a table, and writes every \
        failure as a picture to look at. Means are taken over folders, never over frames.\n\n\
        Nothing of the truth reaches the reading: the boards are found, White's side is told and the moves are \
        reconstructed exactly as `tandem replay` does it. The columns are explained in docs/ref/eval.md.",
    after_long_help = "EXAMPLES:\n\
        \x20 One game:\n      tandem eval photos/game-1\n\n\
        \x20 Everything under two folders, failures into out/eval:\n      tandem eval games/ reels/"
)]
pub struct EvalArguments {
    /// Folders to look through
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Where the failures' pictures go; it is made anew for each sequence
    #[arg(long, value_name = "DIR", default_value = "out/eval")]
    pub out: PathBuf,

    /// Show every photograph twice: a photograph is no ply
    #[arg(long, help_heading = "Robustness")]
    pub twice: bool,

    /// Turn every picture by 90 degrees, clockwise
    #[arg(long, help_heading = "Robustness")]
    pub turned: bool,

    /// Leave out every Nth photograph (the first is kept)
    #[arg(long, value_name = "N", help_heading = "Robustness", value_parser = clap::value_parser!(u64).range(2..))]
    pub leave_out: Option<u64>,

    /// Give the corners of the truth instead of finding the board, to measure the rest by itself
    #[arg(long, help_heading = "Robustness")]
    pub given_corners: bool,
}

/// `tandem bench`.
#[derive(Args, Debug)]
pub struct BenchArguments {
    /// Footage or a folder with a table.toml, as for replay
    pub source: String,

    #[command(flatten)]
    #[allow(missing_docs, reason = "its fields have them, and clap would print this one")]
    pub placing: PlacingArguments,
}
