//! What is typed about rules and games.

use clap::Args;
use std::path::PathBuf;

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
