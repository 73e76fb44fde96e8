//! What the commands do.

use crate::arguments::{CasePlan, ErrorsArgument, With};
use indicatif::{ProgressBar, ProgressStyle};
use oracle::{
    bench::{Run, Summary, flawless, in_parallel, run},
    cases::{self, Case, CaseRun},
    chart::{Curve, Reliability, picture},
    explain::explain,
    noise::Noise,
    script::Script,
    table,
};
use std::path::{Path, PathBuf};

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

pub fn bench(with: &With, noise: &[f64], errors: &[ErrorsArgument], wrong: bool) -> Result<(), String> {
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
            println!("{}\n{}", wrong_plies(&scripts, runs), false_alerts(&scripts, runs));
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

/// Every alert: the matches hold no violation.
fn false_alerts(scripts: &[Script], runs: &[Run]) -> String {
    let mut cells = vec![["match", "at", "certainty", "alert"].map(str::to_owned).to_vec()];
    for run in runs {
        for told in &run.alerts {
            let seconds = told.opened.millis() as f64 / 1000.0;
            let stood = told.closed.map_or(String::new(), |closed| {
                format!(" (withdrawn after {:.1} s)", closed.millis_since(told.opened) as f64 / 1000.0)
            });
            cells.push(vec![
                scripts[run.script].name.clone(),
                format!("{seconds:.1} s"),
                format!("{:.3}", f64::from(told.alert.certainty) / 1000.0),
                format!("{}: {}{stood}", told.alert.kind.word(), told.alert.text),
            ]);
        }
    }
    table::columns(&cells)
}

pub fn show(name: &str, ply: usize, with: &With, scale: f64, errors: ErrorsArgument) -> Result<(), String> {
    let scripts = with.scripts()?;
    let names = || scripts.iter().map(|script| script.name.as_str()).collect::<Vec<_>>().join(", ");
    let index = scripts.iter().position(|script| script.name == name);
    let index = index.ok_or_else(|| format!("there is no match {name:?}; there are {}", names()))?;
    let text = explain(&scripts, index, ply, &with.conditions(scale, errors)?);
    let plies = scripts[index].plies.len();
    println!("{}", text.ok_or_else(|| format!("{name} has no ply {ply}; it has {plies}"))?);
    Ok(())
}

pub fn curve(with: &With, noise: &[f64], out: &Path, planted: &Path) -> Result<(), String> {
    let scripts = with.scripts()?;
    let mut curves = Vec::new();
    let mut turns = Reliability::new("turns");
    let mut alerts = Reliability::new("alerts");
    for errors in [ErrorsArgument::Persistent, ErrorsArgument::Independent] {
        let levels = runs(with, &scripts, noise, &[errors])?;
        let mut points = Vec::new();
        for (&scale, (name, runs)) in noise.iter().zip(&levels) {
            let summary = Summary::of(runs);
            println!("{name:<16} {} of {} plies right, {:.2} %", summary.right, summary.plies, 100.0 * summary.share());
            points.push((scale, summary.share()));
            for run in runs {
                let told = run.comparison.plies.iter().filter_map(|verdict| verdict.certainty);
                told.for_each(|certainty| turns.add(certainty, true));
                run.comparison.invented.iter().for_each(|(_, _, certainty)| turns.add(*certainty, false));
                run.alerts.iter().for_each(|told| alerts.add(told.alert.certainty, false));
            }
        }
        curves.push(Curve { name: format!("{} errors", errors.name()), points });
    }
    if planted.is_dir() {
        let plan = CasePlan {
            noise: noise.to_vec(),
            times: 3,
            rate: with.rate,
            profile: Vec::new(),
            seed: with.seed,
            jobs: with.jobs,
        };
        for run in plan.run(&cases::read_all(planted).map_err(|error| error.to_string())?)? {
            run.outcome.certainties.iter().for_each(|(certainty, right)| alerts.add(*certainty, *right));
        }
    }
    for reliability in [&turns, &alerts] {
        println!("\n{}\n\n{}", reliability.name, table::certainties(&reliability.bins));
    }
    let title = format!(
        "{} matches at {} frames a second, hands hovering {:.0} % of the time",
        scripts.len(),
        with.rate,
        100.0 * with.hovering
    );
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::write(out, picture(&title, &curves, &[turns, alerts]))
        .map_err(|error| format!("{}: {error}", out.display()))?;
    println!("drawn into {}", out.display());
    Ok(())
}

impl CasePlan {
    fn run(&self, all: &[Case]) -> Result<Vec<CaseRun>, String> {
        let mut jobs = Vec::new();
        for case in all {
            let wanted = |name: &&String| self.profile.is_empty() || self.profile.contains(name);
            for profile in case.profiles.iter().filter(wanted) {
                for &scale in &self.noise {
                    let times = if scale > 0.0 { self.times.max(1) } else { 1 };
                    // every case, profile and time errs in its own way
                    jobs.extend((0..times).map(|time| (case, profile, scale, time)));
                }
            }
        }
        let noise = Noise::footage();
        let bar = bar(jobs.len());
        let job = |index: usize| {
            let (case, profile, scale, time) = jobs[index];
            cases::run(case, profile, &noise, (scale, self.rate.max(1)), self.seed_of(case, profile, time))
        };
        let runs = in_parallel(jobs.len(), self.jobs, job, || bar.inc(1));
        bar.finish_and_clear();
        runs.into_iter().collect()
    }

    fn explain(&self, all: &[Case]) -> Result<(), String> {
        let [case] = all else { return Err(format!("one case can be explained at a time, not {}", all.len())) };
        let wanted = |name: &&String| self.profile.is_empty() || self.profile.contains(name);
        let profile = case.profiles.iter().find(wanted).ok_or("the case does not run under such a profile")?;
        let scale = self.noise.first().copied().unwrap_or(0.0);
        let seed = self.seed_of(case, profile, 0);
        println!("{}", cases::explain(case, profile, &Noise::footage(), (scale, self.rate.max(1)), seed)?);
        Ok(())
    }

    /// What a run's errors are drawn from (FNV-1a over what tells it from others).
    fn seed_of(&self, case: &Case, profile: &str, time: u64) -> u64 {
        let text = format!("{}/{}/{profile}/{time}/{}", case.kind, case.name, self.seed);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

pub fn planted(paths: &[PathBuf], plan: &CasePlan, wrong: bool, check: bool, explain: bool) -> Result<(), String> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(cases::read_all(path).map_err(|error| error.to_string())?);
    }
    if all.is_empty() {
        return Err("there is no case (*.case) there".to_owned());
    }
    for case in &all {
        cases::check(case)?;
    }
    println!("{} cases", all.len());
    if check {
        return Ok(());
    }
    if explain {
        return plan.explain(&all);
    }
    let runs = plan.run(&all)?;
    for &scale in &plan.noise {
        let of_scale: Vec<CaseRun> = runs.iter().filter(|run| run.scale == scale).cloned().collect();
        let name = if scale > 0.0 { format!("noise x{scale}") } else { "no noise".to_owned() };
        println!("\n{name}\n\n{}", cases::report(&of_scale));
        if wrong {
            println!("{}", cases::faults(&of_scale));
        }
    }
    Ok(())
}
