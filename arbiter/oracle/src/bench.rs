//! The bench: every match under every noise, and what came of it.

use crate::{
    compare::{Comparison, Fault, PlyClass, Verdict, compare},
    eyes::{Sight, watch},
    perform::{Hands, perform},
    script::Script,
    told::{Told, ToldAlert},
};
use arbiter::{Arbiter, Setup, profile::Profile};
use board::{BoardId, Input, Sighting, Visibility};
use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// A match at one noise.
#[derive(Clone, Debug)]
pub struct Run {
    /// Index of the script.
    pub script: usize,
    /// How its turns were told.
    pub comparison: Comparison,
    /// The alerts told.
    pub alerts: Vec<ToldAlert>,
    /// How many inputs the arbiter took.
    pub inputs: usize,
    /// How long the arbiter worked.
    pub worked: Duration,
}

/// What one match is run with.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The rules.
    pub profile: Profile,
    /// The eyes.
    pub sight: Sight,
    /// The hands.
    pub hands: Hands,
    /// What is drawn.
    pub seed: u64,
}

/// Plays one match and compares.
pub fn run(scripts: &[Script], index: usize, conditions: &Conditions) -> Run {
    let script = &scripts[index];
    let rules = conditions.profile.move_rules();
    let seed = conditions.seed.wrapping_mul(1000) + index as u64;
    let film = perform(script, &rules, conditions.hands, seed);
    let inputs = watch(&film, &BoardId::BOTH, &conditions.sight, seed);
    let mut arbiter = Arbiter::new(Setup::by_profile(BoardId::BOTH.to_vec(), &conditions.profile));
    let mut told = Told::default();
    let begun = Instant::now();
    for input in &inputs {
        told.take(&arbiter.step(input));
    }
    told.take(&arbiter.finish(film.end));
    let worked = begun.elapsed();
    let mut comparison = compare(script, &told, &BoardId::BOTH);
    for verdict in &mut comparison.plies {
        verdict.seen = was_seen(script, verdict.index, &inputs);
    }
    Run { script: index, comparison, alerts: told.alerts().cloned().collect(), inputs: inputs.len(), worked }
}

/// Whether the eyes had one look at the square that a ply reached before something else happened there.
fn was_seen(script: &Script, index: usize, inputs: &[Input]) -> bool {
    let ply = &script.plies[index];
    let to = ply.mv.to();
    let content = ply.after.board(ply.board).placement()[to];
    let later = script.plies[index + 1..].iter().filter(|later| later.board == ply.board);
    let changed = later.clone().find(|later| later.after.board(ply.board).placement()[to] != content);
    let until = changed.map(|changed| changed.at);
    let from = inputs.partition_point(|input| input.at() < ply.at);
    inputs[from..].iter().take_while(|input| until.is_none_or(|until| input.at() < until)).any(|input| match input {
        Input::Observation(look) if look.board == ply.board => match &look.sighting {
            Sighting::Board(evidence) => evidence.at(to).visibility == Visibility::Seen,
            Sighting::Reserve(_) | Sighting::Clock(_) => false,
        },
        _ => false,
    })
}

/// Runs `count` jobs on `workers` threads; `done` is called after each. The results are in the order of the jobs, whoever did them.
pub fn in_parallel<T: Send>(
    count: usize,
    workers: usize,
    job: impl Fn(usize) -> T + Sync,
    done: impl Fn() + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let result = job(index);
                    results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(index, result);
                    done();
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).into_values().collect()
}

/// What came of several runs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Plies of the scripts.
    pub plies: usize,
    /// Plies told right.
    pub right: usize,
    /// Turns told that were not played.
    pub invented: usize,
    /// Turns told anew or withdrawn.
    pub amended: usize,
    /// Alerts that were opened. The scripts hold no violation, so each is false.
    pub alerts: usize,
    /// Right plies told within half a second of their release.
    pub in_time: usize,
    /// By how much right plies were told after their release, in milliseconds, in rising order.
    pub late_ms: Vec<i64>,
    /// By class: plies, and those told right.
    pub by_class: BTreeMap<PlyClass, [usize; 2]>,
    /// Quick plies, and those told right.
    pub quick: [usize; 2],
    /// Plies whose piece was never seen where it went, and those told right.
    pub unseen: [usize; 2],
    /// Faults by class.
    pub faults: BTreeMap<(Fault, PlyClass), usize>,
    /// Inputs, and the time the arbiter took for them.
    pub inputs: usize,
    /// The arbiter's time.
    pub worked: Duration,
    /// For certainties in tenths: turns that stood at the end told so, and those of them that were right.
    pub certainties: [[usize; 2]; BINS],
}

/// Bins of certainty: below 0.5 (one bin), then to 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999 and above.
pub const BINS: usize = 10;
const BOUNDS: [u16; BINS - 1] = [500, 600, 700, 800, 900, 950, 980, 990, 999];

/// The bin of a certainty in thousandths.
pub fn bin(certainty: u16) -> usize {
    BOUNDS.iter().filter(|&&bound| certainty >= bound).count()
}

/// The bounds of a bin, in thousandths.
pub fn bounds(bin: usize) -> (u16, u16) {
    let low = bin.checked_sub(1).map_or(0, |before| BOUNDS[before]);
    (low, BOUNDS.get(bin).copied().unwrap_or(1000))
}

impl Summary {
    /// The summary of these runs.
    pub fn of<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Summary {
        let mut summary = Summary::default();
        for run in runs {
            summary.add(run);
        }
        summary.late_ms.sort_unstable();
        summary
    }

    fn add(&mut self, run: &Run) {
        let comparison = &run.comparison;
        for verdict in &comparison.plies {
            self.add_ply(verdict);
        }
        for &(_, _, certainty) in &comparison.invented {
            self.certainties[bin(certainty)][0] += 1;
        }
        self.invented += comparison.invented.len();
        self.amended += comparison.amended;
        self.alerts += run.alerts.len();
        self.inputs += run.inputs;
        self.worked += run.worked;
    }

    fn add_ply(&mut self, verdict: &Verdict) {
        let right = usize::from(verdict.fault.is_none());
        self.plies += 1;
        self.right += right;
        let class = self.by_class.entry(verdict.class).or_default();
        class[0] += 1;
        class[1] += right;
        if verdict.quick {
            self.quick[0] += 1;
            self.quick[1] += right;
        }
        if !verdict.seen {
            self.unseen[0] += 1;
            self.unseen[1] += right;
        }
        if let Some(fault) = verdict.fault {
            *self.faults.entry((fault, verdict.class)).or_default() += 1;
        }
        if let Some(late) = verdict.late_ms {
            self.in_time += usize::from(late <= 500);
            self.late_ms.push(late);
        }
        if let Some(certainty) = verdict.certainty {
            self.certainties[bin(certainty)][0] += 1;
            self.certainties[bin(certainty)][1] += 1;
        }
    }

    /// The share of plies right, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.right as f64 / self.plies.max(1) as f64
    }

    /// By how much the given share of right plies was told late at most, in milliseconds.
    pub fn late(&self, share: f64) -> i64 {
        let at = (self.late_ms.len().saturating_sub(1) as f64 * share) as usize;
        self.late_ms.get(at).copied().unwrap_or(0)
    }
}

/// Counts the boards of runs that were told without fault.
pub fn flawless(scripts: &[Script], runs: &[&Run]) -> (usize, usize) {
    let (mut boards, mut good) = (0, 0);
    for run in runs {
        for board in BoardId::BOTH {
            let plies = &scripts[run.script].plies;
            let faulty = run.comparison.plies.iter().any(|v| plies[v.index].board == board && v.fault.is_some());
            let invented = run.comparison.invented.iter().any(|(on, _, _)| *on == board);
            boards += 1;
            good += usize::from(!faulty && !invented);
        }
    }
    (boards, good)
}
