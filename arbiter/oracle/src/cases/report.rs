//! What is printed of the cases.

use super::{CaseRun, Found};
use crate::table::{columns, percent};
use std::{collections::BTreeMap, fmt::Write as _};

/// Counts of one row.
#[derive(Default)]
struct Row {
    runs: usize,
    expected: usize,
    right: usize,
    early: usize,
    late: usize,
    withdrawn: usize,
    missed: usize,
    invented: usize,
    near_misses: usize,
    quiet: usize,
    turns: usize,
}

impl Row {
    fn add(&mut self, run: &CaseRun) {
        let outcome = &run.outcome;
        self.runs += 1;
        for (_, _, found) in &outcome.expected {
            self.expected += 1;
            *match found {
                Found::Right => &mut self.right,
                Found::Early(_) => &mut self.early,
                Found::Late(_) => &mut self.late,
                Found::Withdrawn => &mut self.withdrawn,
                Found::Missed => &mut self.missed,
            } += 1;
        }
        self.invented += outcome.invented.len();
        self.near_misses += usize::from(outcome.near_miss);
        self.quiet += usize::from(outcome.near_miss && outcome.invented.is_empty());
        self.turns += usize::from(outcome.wrong_turns.is_empty());
    }

    fn cells(&self, name: [String; 2]) -> Vec<String> {
        let mut cells = Vec::from(name);
        let counts = [self.runs, self.expected, self.right, self.early, self.late, self.withdrawn, self.missed];
        cells.extend(counts.map(|count| count.to_string()));
        cells.extend([percent(self.right, self.expected), self.invented.to_string()]);
        cells.extend([format!("{} of {}", self.quiet, self.near_misses), percent(self.turns, self.runs)]);
        cells
    }
}

/// A table by kind and profile of the runs at one noise.
pub fn report(runs: &[CaseRun]) -> String {
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    let mut all = Row::default();
    for run in runs {
        rows.entry((run.kind.clone(), run.profile.clone())).or_default().add(run);
        all.add(run);
    }
    let head = [
        "kind",
        "profile",
        "runs",
        "expected",
        "found",
        "early",
        "late",
        "withdrawn",
        "missed",
        "",
        "invented",
        "quiet near misses",
        "turns right",
    ];
    let mut cells = vec![head.map(str::to_owned).to_vec()];
    cells.extend(rows.iter().map(|((kind, profile), row)| row.cells([kind.clone(), profile.clone()])));
    cells.push(all.cells(["all".to_owned(), String::new()]));
    columns(&cells)
}

/// Every run that is not as it should be, and why.
pub fn faults(runs: &[CaseRun]) -> String {
    let mut text = String::new();
    for run in runs {
        let outcome = &run.outcome;
        if outcome.is_right() && outcome.wrong_turns.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}/{} under {}, noise x{}", run.kind, run.name, run.profile, run.scale);
        for (line, wanted, found) in &outcome.expected {
            let how = match found {
                Found::Right => continue,
                Found::Early(ms) => format!("{:.1} s too early", *ms as f64 / 1000.0),
                Found::Late(ms) => format!("{:.1} s too late", *ms as f64 / 1000.0),
                Found::Withdrawn => "told, and withdrawn".to_owned(),
                Found::Missed => "missed".to_owned(),
            };
            let _ = writeln!(text, "  line {line}: {wanted}: {how}");
        }
        for (alert, withdrawn) in &outcome.invented {
            let _ = writeln!(text, "  invented{}: {alert}", if *withdrawn { " (and withdrawn)" } else { "" });
        }
        for (board, wanted, given) in &outcome.wrong_turns {
            let _ = writeln!(text, "  turns on {board}: {wanted}\n           told: {given}");
        }
    }
    text
}
