//! Disables one check of the arbiter at a time and sees whether a test notices.
//!
//! ```text
//! mutate TREE [--list] [--every N] [--budget CPU_SECONDS] [--tests NAME,NAME] FILE...
//! ```
//! `--list` writes the mutants and tries none. `--tests` names the test targets whose tests bear rules' names; these are run first.
//! `TREE` is a copy of the project that may be spoilt (`arbiter/mutate/run` makes one); the files are rewritten in it. One JSON line a
//! mutant goes to standard output, a summary to standard error.
#![forbid(unsafe_code)]
mod instrument;
mod trial;

use instrument::{Mutant, instrument};
use std::{collections::BTreeMap, fs, path::PathBuf, process::ExitCode};
use trial::{Fate, Trials};

struct Arguments {
    tree: PathBuf,
    every: usize,
    budget_s: f64,
    list: bool,
    tests: Vec<String>,
    files: Vec<String>,
}

fn arguments() -> Result<Arguments, String> {
    let mut words = std::env::args().skip(1);
    let tree = words.next().ok_or("the first word is the copied tree to work in")?.into();
    let mut arguments = Arguments {
        tree,
        every: 1,
        list: false,
        budget_s: 1200.0,
        tests: vec!["rules".into(), "procedures".into()],
        files: Vec::new(),
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--list" => arguments.list = true,
            "--every" => arguments.every = value()?.parse().map_err(|error| format!("--every: {error}"))?,
            "--budget" => arguments.budget_s = value()?.parse().map_err(|error| format!("--budget: {error}"))?,
            "--tests" => arguments.tests = value()?.split(',').map(str::to_owned).collect(),
            other if other.starts_with('-') => return Err(format!("{other} is no option")),
            file => arguments.files.push(file.to_owned()),
        }
    }
    if arguments.files.is_empty() || arguments.every == 0 {
        return Err("name the files to change, and every how manyth mutant to try".to_owned());
    }
    Ok(arguments)
}

/// The switch that the rewritten sources ask.
const SWITCH: &str = "//! Which check is disabled in this run.
use std::sync::OnceLock;

static CHOSEN: OnceLock<u32> = OnceLock::new();

pub fn on(id: u32) -> bool {
    *CHOSEN.get_or_init(|| std::env::var(\"MUTANT\").ok().and_then(|text| text.parse().ok()).unwrap_or(0)) == id
}

pub fn pick(always: u32, never: u32, condition: bool) -> bool {
    on(always) || condition && !on(never)
}
";

fn run() -> Result<(), String> {
    let arguments = arguments()?;
    let source = arguments.tree.join("arbiter/src");
    let mut mutants: Vec<Mutant> = Vec::new();
    for file in &arguments.files {
        let path = source.join(file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        let rewritten = instrument(file, &text, &mut mutants).map_err(|error| format!("{file}: {error}"))?;
        fs::write(&path, rewritten).map_err(|error| format!("{file}: {error}"))?;
    }
    fs::write(source.join("mutant.rs"), SWITCH).map_err(|error| error.to_string())?;
    let lib = fs::read_to_string(source.join("lib.rs")).map_err(|error| error.to_string())?;
    let lib = lib.replace("mod arbiter;", "#[allow(missing_docs)]\npub(crate) mod mutant;\nmod arbiter;");
    fs::write(source.join("lib.rs"), format!("#![allow(warnings, clippy::all)]\n{lib}"))
        .map_err(|error| error.to_string())?;

    if arguments.list {
        mutants.iter().for_each(|mutant| println!("{}", mutant.line(&[])));
        return Ok(());
    }
    let mut trials = Trials::build(&arguments.tree, &arguments.tests)?;
    trials.baseline()?;
    let mut tally = BTreeMap::<String, BTreeMap<Fate, usize>>::new();
    let chosen: Vec<&Mutant> = mutants.iter().step_by(arguments.every).collect();
    let mut tried = 0;
    for mutant in &chosen {
        if trials.cpu_s() > arguments.budget_s {
            break;
        }
        let (fate, by) = trials.fate(mutant.id)?;
        *tally.entry(mutant.file.clone()).or_default().entry(fate).or_default() += 1;
        tried += 1;
        println!("{}", mutant.line(&[("fate", format!("{fate:?}").to_lowercase()), ("by", by)]));
    }
    eprintln!(
        "{} mutants, {} chosen, {tried} tried, {:.0} s of CPU for their tests",
        mutants.len(),
        chosen.len(),
        trials.cpu_s()
    );
    for (file, fates) in tally {
        eprintln!("{file}: {fates:?}");
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutate: {error}");
            ExitCode::FAILURE
        }
    }
}
