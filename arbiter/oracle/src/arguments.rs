//! What can be typed.

use arbiter::profile::Profile;
use clap::{Parser, Subcommand, ValueEnum};
use oracle::{
    bench::Conditions,
    eyes::{Errors, Sight},
    noise::Noise,
    perform::Hands,
    script::Script,
};
use std::path::PathBuf;

/// Reconstruction tested without pixels: scripts of real matches, noisy eyes, and what the arbiter makes of them.
#[derive(Parser)]
#[command(version, about, max_term_width = 120)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Plays every match and compares what is told with what was played.
    Bench {
        #[command(flatten)]
        with: With,
        /// How often the eyes err, in terms of what was measured.
        #[arg(long, value_delimiter = ',', default_value = "0,1,3")]
        noise: Vec<f64>,
        /// For how long an error lasts.
        #[arg(long, value_delimiter = ',', default_value = "persistent,independent")]
        errors: Vec<ErrorsArgument>,
        /// Also names every wrong ply.
        #[arg(long)]
        wrong: bool,
    },
    /// Draws plies right against noise, and how honest certainties are.
    Curve {
        #[command(flatten)]
        with: With,
        /// The noises, in terms of what was measured.
        #[arg(long, value_delimiter = ',', default_value = "0.25,0.5,1,2,3,4")]
        noise: Vec<f64>,
        /// Where the picture goes (SVG).
        #[arg(long, default_value = "out/oracle.svg")]
        out: PathBuf,
        /// The planted cases, whose alerts are counted among the certainties; none where the folder is empty.
        #[arg(long, default_value = "arbiter/oracle/cases")]
        cases: PathBuf,
    },
    /// Runs planted cases and says what was found, missed and invented.
    Cases {
        /// Files or folders.
        #[arg(default_value = "arbiter/oracle/cases")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        plan: CasePlan,
        /// Also says of every run what was wrong.
        #[arg(long)]
        wrong: bool,
        /// Reads and stages the cases and runs none.
        #[arg(long)]
        check: bool,
        /// Shows what was observed, told and believed in the first run of each case: for one file at a time.
        #[arg(long)]
        explain: bool,
    },
    /// Shows what was observed and believed around one ply of one match.
    Explain {
        /// The match, as `bench` names it.
        r#match: String,
        /// The ply, from 1, both boards counted.
        ply: usize,
        #[command(flatten)]
        with: With,
        /// How often the eyes err, in terms of what was measured.
        #[arg(long, default_value_t = 1.0)]
        noise: f64,
        /// For how long an error lasts.
        #[arg(long, default_value = "persistent")]
        errors: ErrorsArgument,
    },
}

#[derive(clap::Args)]
pub struct With {
    /// A file of matches (BPGN or JSON lines), or a folder of such files.
    #[arg(long, default_value = "../shared/rules/games")]
    pub games: PathBuf,
    /// A noise file; the one measured on footage unless given.
    #[arg(long)]
    pub noise_file: Option<PathBuf>,
    /// The rules.
    #[arg(long, default_value = "free")]
    pub profile: String,
    /// Frames a second.
    #[arg(long, default_value_t = 10)]
    pub rate: u32,
    /// The share of time in which hands hover over each board.
    #[arg(long, default_value_t = 0.5)]
    pub hovering: f64,
    /// Whether presses are heard.
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    pub presses: bool,
    /// What is drawn; the same seed gives the same runs.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Each match is played so often, every time with other errors and hands.
    #[arg(long, default_value_t = 1)]
    pub times: u64,
    /// Threads.
    #[arg(long, short, default_value_t = 1)]
    pub jobs: usize,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ErrorsArgument {
    /// As long as a piece stands where it stands.
    Persistent,
    /// One frame.
    Independent,
}

impl ErrorsArgument {
    pub fn errors(self) -> Errors {
        match self {
            ErrorsArgument::Persistent => Errors::Persistent,
            ErrorsArgument::Independent => Errors::Independent,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            ErrorsArgument::Persistent => "persistent",
            ErrorsArgument::Independent => "independent",
        }
    }
}

impl With {
    pub fn scripts(&self) -> Result<Vec<Script>, String> {
        Script::read_all(&self.games, &self.profile()?.move_rules()).map_err(|error| error.to_string())
    }

    pub fn profile(&self) -> Result<Profile, String> {
        Profile::named(&self.profile).map_err(|error| error.to_string())
    }

    pub fn noise(&self) -> Result<Noise, String> {
        let Some(path) = &self.noise_file else { return Ok(Noise::footage()) };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Noise::from_toml(&name, &text).map_err(|error| error.to_string())
    }

    pub fn conditions(&self, scale: f64, errors: ErrorsArgument) -> Result<Conditions, String> {
        Ok(Conditions {
            profile: self.profile()?,
            sight: Sight { noise: self.noise()?, scale, errors: errors.errors(), rate: self.rate.max(1) },
            hands: Hands { hovering: self.hovering.clamp(0.0, 1.0), presses: self.presses },
            seed: self.seed,
        })
    }
}

/// With what planted cases are run.
#[derive(clap::Args)]
pub struct CasePlan {
    /// How often the eyes err, in terms of what was measured.
    #[arg(long, value_delimiter = ',', default_value = "0,1")]
    pub noise: Vec<f64>,
    /// Where there is noise each case runs so often, every time with other errors.
    #[arg(long, default_value_t = 3)]
    pub times: u64,
    /// Frames a second.
    #[arg(long, default_value_t = 10)]
    pub rate: u32,
    /// Only these profiles.
    #[arg(long, value_delimiter = ',')]
    pub profile: Vec<String>,
    /// What is drawn.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads.
    #[arg(long, short, default_value_t = 1)]
    pub jobs: usize,
}
