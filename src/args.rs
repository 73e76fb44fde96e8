//! What was typed. What is meant by it is [`crate::plan`]'s business.

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

/// `tandem run`.
#[derive(Args, Debug)]
#[command(
    long_about = "Watch a table as it is played.\n\n\
        Opens the cameras of the configuration, finds the boards, and from then on tells the moves and alerts as they happen, until it is \
        stopped (Ctrl-C) or its recordings are over. Everything is in a session on the disk before it is told. Cameras that are lost are \
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

    /// Keep games.bpgn, games.pgn and table.json current in a folder, as far behind as spectators are
    #[arg(long, value_name = "DIR", help_heading = "Pages")]
    pub broadcast_folder: Option<PathBuf>,

    /// Send each alert as JSON to an address: http://HOST:PORT/PATH
    #[arg(long, value_name = "URL", help_heading = "Pages")]
    pub webhook: Option<String>,
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

/// `tandem rules`.
#[derive(Args, Debug)]
#[command(
    long_about = "Show the rules of a profile.\n\n\
        Prints a profile with every parameter and the article each comes from, in the form in which an organiser can write his \
        own (docs/ref/profiles.md). Without a name, lists the profiles that are built in.",
    after_long_help = "EXAMPLES:\n\
        \x20 Which profiles there are:\n      tandem rules\n\n\
        \x20 What one says:\n      tandem rules gr"
)]
pub struct RulesArguments {
    /// One of the built-in profiles, or a file whose name ends in .toml
    pub profile: Option<String>,
}

/// `tandem validate`.
#[derive(Args, Debug)]
#[command(
    long_about = "Check recorded games against a profile.\n\n\
        Plays every match of FILE through and reports each move that the profile does not allow: who played it, why it is \
        irregular, the article it breaks and what it costs if it is claimed in time. Then, how each board's game ended and the \
        result the profile makes of it. A move that stood, stands: the match is followed from where it led.\n\n\
        FILE is one of (told apart by what is in it)\n\
        \x20 - BPGN: both boards of bughouse matches (versions 1.0 to 1.2)\n\
        \x20 - PGN: games on one board; with [Variant \"Bughouse\"] one board of a match, whatever was dropped taken as held\n\
        \x20 - JSON lines: a match a line (docs/ref/games.md)\n\n\
        Irregular moves are results, not failures: the exit code is 0 when the file could be read.",
    after_long_help = "EXAMPLES:\n\
        \x20 A match as it was played at the table, by the Greek rules:\n      tandem validate match.bpgn --profile gr\n\n\
        \x20 Matches played online:\n      tandem validate games.jsonl --profile free\n\n\
        \x20 By an organiser's own rules, as JSON (fields: docs/ref/json.md):\n      \
        tandem validate match.bpgn --profile club.toml --json\n\n\
        `tandem rules` lists the profiles."
)]
pub struct ValidateArguments {
    /// A file of recorded games: BPGN, PGN or JSON lines
    pub file: PathBuf,

    /// The rules to check by
    ///
    /// `gr` for matches of two boards and for one of their boards, `ch` for games of chess, where nothing is said. A name
    /// that ends in .toml is an organiser's own profile.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,

    /// Print JSON objects, one a line, and nothing else
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

/// `tandem perft`.
#[derive(Args, Debug)]
#[command(
    long_about = "Count the lines of play from a position.\n\n\
        Perft is the move generator's arithmetic proof: the number of ways in which DEPTH plies can be played. On two boards, \
        at every ply the side to move of either may move, and what it takes goes to its partner. Every depth up to DEPTH is \
        counted, with the nodes counted in a second.\n\n\
        A FEN may hold reserves, in brackets (...RNBQKBNR[Qp]) or as a ninth rank, promoted pieces (Q~), and castling rights \
        by the rooks' files (HAha), as in Chess960.",
    after_long_help = "EXAMPLES:\n\
        \x20 Two boards from the start (40, 1600, 65804 lines):\n      tandem perft 3\n\n\
        \x20 Two boards from anywhere:\n      \
        tandem perft 2 --fen \"4k3/8/8/8/8/8/4P3/4K3[Q] w - - | 4k3/8/8/8/8/8/8/4K3[n] b - -\"\n\n\
        \x20 Chess, with the lines that each first move leads to:\n      \
        tandem perft 4 --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\" --divide\n\n\
        \x20 Crazyhouse:\n      tandem perft 3 --crazyhouse --fen \"2k5/8/8/8/8/8/8/4K3[Qn] w - -\""
)]
pub struct PerftArguments {
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,

    /// The position: a FEN, or two with a | between for both boards
    ///
    /// Without it both boards are at the start. One board with a reserve, be it empty ([]), is a board of bughouse whose
    /// captures leave it; without, it is chess.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// What is taken goes to the reserve of whoever took it
    #[arg(long)]
    pub crazyhouse: bool,

    /// The rules to count by: `ch` for chess and `free` for all else where nothing is said
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,

    /// Print the lines that each first move leads to
    #[arg(long)]
    pub divide: bool,

    /// Print JSON objects, one a line, and nothing else
    #[arg(long)]
    pub json: bool,
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
