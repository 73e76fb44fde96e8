//! `oracle`: the bench's command line.
#![forbid(unsafe_code)]

use arbiter::profile::Profile;
use clap::{Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use oracle::{
    bench::{Conditions, Run, Summary, flawless, in_parallel, run},
    explain::explain,
    eyes::{Errors, Sight},
    noise::Noise,
    perform::Hands,
    script::Script,
    table,
};
use std::{path::PathBuf, process::ExitCode};

/// Reconstruction tested without pixels: scripts of real matches, noisy eyes, and what the arbiter makes of them.
#[derive(Parser)]
#[command(version, about, max_term_width = 120)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
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
struct With {
    /// A file of matches (BPGN or JSON lines), or a folder of such files.
    #[arg(long, default_value = "../shared/rules/games")]
    games: PathBuf,
    /// A noise file; the one measured on footage unless given.
    #[arg(long)]
    noise_file: Option<PathBuf>,
    /// The rules.
    #[arg(long, default_value = "free")]
    profile: String,
    /// Frames a second.
    #[arg(long, default_value_t = 10)]
    rate: u32,
    /// The share of time in which hands hover over each board.
    #[arg(long, default_value_t = 0.5)]
    hovering: f64,
    /// Whether presses are heard.
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    presses: bool,
    /// What is drawn; the same seed gives the same runs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Each match is played so often, every time with other errors and hands.
    #[arg(long, default_value_t = 1)]
    times: u64,
    /// Threads.
    #[arg(long, short, default_value_t = 1)]
    jobs: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum ErrorsArgument {
    /// As long as a piece stands where it stands.
    Persistent,
    /// One frame.
    Independent,
}

impl ErrorsArgument {
    fn errors(self) -> Errors {
        match self {
            ErrorsArgument::Persistent => Errors::Persistent,
            ErrorsArgument::Independent => Errors::Independent,
        }
    }

    fn name(self) -> &'static str {
        match self {
            ErrorsArgument::Persistent => "persistent",
            ErrorsArgument::Independent => "independent",
        }
    }
}

impl With {
    fn scripts(&self) -> Result<Vec<Script>, String> {
        Script::read_all(&self.games, &self.profile()?.move_rules()).map_err(|error| error.to_string())
    }

    fn profile(&self) -> Result<Profile, String> {
        Profile::named(&self.profile).map_err(|error| error.to_string())
    }

    fn noise(&self) -> Result<Noise, String> {
        let Some(path) = &self.noise_file else { return Ok(Noise::footage()) };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Noise::from_toml(&name, &text).map_err(|error| error.to_string())
    }

    fn conditions(&self, scale: f64, errors: ErrorsArgument) -> Result<Conditions, String> {
        Ok(Conditions {
            profile: self.profile()?,
            sight: Sight { noise: self.noise()?, scale, errors: errors.errors(), rate: self.rate.max(1) },
            hands: Hands { hovering: self.hovering.clamp(0.0, 1.0), presses: self.presses },
            seed: self.seed,
        })
    }
}

fn main() -> ExitCode {
    let told = match Arguments::parse().command {
        Command::Bench { with, noise, errors, wrong } => bench(&with, &noise, &errors, wrong),
        Command::Explain { r#match, ply, with, noise, errors } => show(&r#match, ply, &with, noise, errors),
    };
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("oracle: {error}");
            ExitCode::from(2)
        }
    }
}

fn bar(count: usize) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {eta} left");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// Runs every match under every noise; the levels with their names and runs.
fn runs(
    with: &With,
    scripts: &[Script],
    noise: &[f64],
    errors: &[ErrorsArgument],
) -> Result<Vec<(String, Vec<Run>)>, String> {
    let mut levels = Vec::new();
    for &scale in noise {
        for &errors in if scale > 0.0 { errors } else { &[ErrorsArgument::Persistent][..] } {
            let name = if scale > 0.0 { format!("x{scale} {}", errors.name()) } else { "no noise".to_owned() };
            levels.push((name, with.conditions(scale, errors)?));
        }
    }
    let each = scripts.len() * with.times.max(1) as usize;
    let bar = bar(levels.len() * each);
    let job = |index: usize| {
        let (level, rest) = (index / each, index % each);
        let mut conditions = levels[level].1.clone();
        conditions.seed += (rest / scripts.len()) as u64;
        run(scripts, rest % scripts.len(), &conditions)
    };
    let mut all = in_parallel(levels.len() * each, with.jobs, job, || bar.inc(1)).into_iter();
    bar.finish_and_clear();
    Ok(levels.into_iter().map(|(name, _)| (name, all.by_ref().take(each).collect())).collect())
}

fn bench(with: &With, noise: &[f64], errors: &[ErrorsArgument], wrong: bool) -> Result<(), String> {
    let scripts = with.scripts()?;
    let levels = runs(with, &scripts, noise, errors)?;
    let summaries: Vec<Summary> = levels.iter().map(|(_, runs)| Summary::of(runs)).collect();
    let rows = levels.iter().zip(&summaries);
    let rows: Vec<_> = rows
        .map(|((name, runs), summary)| (name.clone(), summary, flawless(&scripts, &runs.iter().collect::<Vec<_>>())))
        .collect();
    println!("{}", table::overview(&rows));
    for ((name, runs), summary) in levels.iter().zip(&summaries) {
        println!("{name}\n\n{}", table::classes(summary));
        if summary.right < summary.plies {
            println!("{}", table::faults(summary));
        }
        println!("{}", table::certainties(&summary.certainties));
        if wrong {
            println!("{}", wrong_plies(&scripts, runs));
        }
    }
    Ok(())
}

/// Every wrong ply: match, number, what was played and what was told.
fn wrong_plies(scripts: &[Script], runs: &[Run]) -> String {
    let mut cells = vec![["match", "ply", "board", "played", "told", "fault"].map(str::to_owned).to_vec()];
    for run in runs {
        let script = &scripts[run.script];
        for verdict in &run.comparison.plies {
            let Some(fault) = verdict.fault else { continue };
            let ply = &script.plies[verdict.index];
            cells.push(vec![
                script.name.clone(),
                (verdict.index + 1).to_string(),
                ply.board.to_string(),
                ply.mv.to_string(),
                verdict.instead.clone().unwrap_or_else(|| "-".to_owned()),
                fault.name().to_owned(),
            ]);
        }
    }
    table::columns(&cells)
}

fn show(name: &str, ply: usize, with: &With, scale: f64, errors: ErrorsArgument) -> Result<(), String> {
    let scripts = with.scripts()?;
    let names = || scripts.iter().map(|script| script.name.as_str()).collect::<Vec<_>>().join(", ");
    let index = scripts.iter().position(|script| script.name == name);
    let index = index.ok_or_else(|| format!("there is no match {name:?}; there are {}", names()))?;
    let text = explain(&scripts, index, ply, &with.conditions(scale, errors)?);
    let plies = scripts[index].plies.len();
    println!("{}", text.ok_or_else(|| format!("{name} has no ply {ply}; it has {plies}"))?);
    Ok(())
}
