//! Running a case.

use super::{
    Case,
    judge::{Outcome, judge},
    stage::{Staged, stage},
};
use crate::{
    explain::{Focus, narrate},
    eyes::{Errors, Sight, watch},
    film::Change,
    noise::Noise,
    told::Told,
};
use arbiter::{Arbiter, Setup, profile::Profile};
use board::{BoardId, ClockReading, Input, Stamp};
use std::fmt::Write as _;

/// One run of a case.
#[derive(Clone, Debug)]
pub struct CaseRun {
    /// The folder: the alert that is meant.
    pub kind: String,
    /// The case's name.
    pub name: String,
    /// The profile.
    pub profile: String,
    /// How often the eyes erred, in terms of what was measured.
    pub scale: f64,
    /// What came of it.
    pub outcome: Outcome,
}

/// The share of time in which hands hover over each board where there is noise.
const HOVERING: f64 = 0.5;

/// Runs a case under one of its profiles.
///
/// # Errors
/// When the case cannot be staged or the profile is not known: which case, which line, and why.
pub fn run(case: &Case, profile: &str, noise: &Noise, (scale, rate): (f64, u32), seed: u64) -> Result<CaseRun, String> {
    let (staged, inputs, rules) = prepared(case, profile, noise, (scale, rate), seed)?;
    let mut arbiter = Arbiter::new(Setup::by_profile(staged.boards.clone(), &rules));
    let mut told = Told::default();
    for input in &inputs {
        told.take(&arbiter.step(input));
    }
    told.take(&arbiter.finish(staged.film.end));
    let outcome = judge(case, profile, &staged, &told);
    Ok(CaseRun { kind: case.kind.clone(), name: case.name.clone(), profile: profile.to_owned(), scale, outcome })
}

/// The case on the stage, and what the eyes see of it.
fn prepared(
    case: &Case,
    profile: &str,
    noise: &Noise,
    (scale, rate): (f64, u32),
    seed: u64,
) -> Result<(Staged, Vec<Input>, Profile), String> {
    let place = format!("{}/{}.case", case.kind, case.name);
    let rules = Profile::named(profile).map_err(|error| format!("{place}: {error}"))?;
    let mut staged = stage(case, &rules).map_err(|(line, why)| format!("{place}: line {line}: {why}"))?;
    if scale > 0.0 {
        crate::perform::hover_all(&mut staged.film, HOVERING, seed);
    }
    let sight = Sight { noise: noise.clone(), scale, errors: Errors::Persistent, rate };
    let mut inputs = watch(&staged.film, &staged.boards, &sight, seed);
    if case.clock {
        let heard = |&board: &BoardId| Input::Clock(ClockReading::heard(board, Stamp::ZERO));
        inputs.splice(0..0, staged.boards.iter().map(heard));
    }
    Ok((staged, inputs, rules))
}

/// Runs a case as [`run`] does and writes what was seen of the squares where something happens, what was told and what was believed.
///
/// # Errors
/// As [`run`].
pub fn explain(
    case: &Case,
    profile: &str,
    noise: &Noise,
    (scale, rate): (f64, u32),
    seed: u64,
) -> Result<String, String> {
    let (staged, inputs, rules) = prepared(case, profile, noise, (scale, rate), seed)?;
    let mut text = String::new();
    let from = staged.zero.millis() - 500;
    for action in &case.actions {
        let at = (staged.zero.millis() + action.at_ms) as f64 / 1000.0;
        let _ = writeln!(text, "{at:8.2}  {} line {}: {:?}", action.seat, action.line, action.deed);
    }
    for &board in &staged.boards {
        let squares = staged.film.changes.iter().filter_map(|(at, change)| match change {
            Change::Square(on, square, ..) if *on == board && at.millis() >= from => Some(*square),
            _ => None,
        });
        let focus = Focus {
            board,
            squares: squares.collect(),
            span: (from, staged.film.end.millis()),
            mv: None,
            truth: Vec::new(),
        };
        if focus.squares.is_empty() && board != case.actions.first().map_or(board, |action| action.seat.board) {
            continue;
        }
        let _ = writeln!(text, "\nboard {board}");
        let arbiter = Arbiter::new(Setup::by_profile(staged.boards.clone(), &rules));
        narrate(&mut text, arbiter, (&inputs, staged.film.end), &focus);
    }
    Ok(text)
}

/// Whether a case can be staged under each of its profiles.
///
/// # Errors
/// When it cannot: which case, which line, and why.
pub fn check(case: &Case) -> Result<(), String> {
    for profile in &case.profiles {
        let rules = Profile::named(profile).map_err(|error| error.to_string())?;
        stage(case, &rules).map_err(|(line, why)| format!("{}/{}.case: line {line}: {why}", case.kind, case.name))?;
    }
    Ok(())
}
