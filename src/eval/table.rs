//! The tables `tandem eval` prints. Means are taken over the sequences of a group, then over the groups: never over frames,
//! and never so that many games of one rig outweigh the others.

use super::align::Agreement;
use super::beside::ReserveScore;
use super::game::AlertScore;
use super::squares::{Share, SquareScore};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What one sequence scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The sequence's name.
    pub name: String,
    /// What counts as one when means are taken.
    pub group: String,
    /// Frames shown.
    pub frames: u64,
    /// The greatest error of a corner in squares, where the truth has corners; `None` inside where the board was not found.
    pub corner_error: Option<Option<f64>>,
    /// Squares as they are seen in a replay: with what was learnt from the start position, where the board stood in it.
    pub squares: SquareScore,
    /// Squares as they are seen without that.
    pub unhelped: SquareScore,
    /// Reserves as they are seen.
    pub reserves: ReserveScore,
    /// Boards believed right.
    pub believed: Share,
    /// Plies, where they are known.
    pub plies: Option<Agreement>,
    /// Alerts, where plies are known.
    pub alerts: Option<AlertScore>,
    /// How long after the hand had left each ply was told, in milliseconds.
    pub lateness: Vec<i64>,
    /// Why it could not be read, if it could not.
    pub failure: Option<String>,
}

impl Row {
    /// The row in a line, for whoever waits.
    pub fn brief(&self) -> String {
        let plies =
            self.plies.map_or(String::new(), |plies| format!(", {} of {} plies in a row", plies.prefix, plies.truth));
        let failure = self.failure.as_ref().map_or(String::new(), |failure| format!(", {failure}"));
        let (kind, believed) = (percent(self.squares.kind.value()), of(&self.believed));
        format!("{}: kind {kind} %, believed {believed}{plies}{failure}", self.name)
    }

    /// Whether the whole game is right: by its plies, or where only placements are known by what was believed after each
    /// frame. `None` for a still.
    pub fn is_exact(&self) -> Option<bool> {
        match &self.plies {
            Some(plies) if plies.truth == 0 && plies.told == 0 => None,
            Some(plies) => Some(self.failure.is_none() && plies.is_exact()),
            None if self.believed.of > 1 => Some(self.failure.is_none() && self.believed.right == self.believed.of),
            None => None,
        }
    }
}

/// Both tables and what they mean together.
pub fn print(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(24);
    let mut text = String::new();
    eyes(&mut text, "WHAT IS SEEN, with the start position's help", rows, width, |row| &row.squares);
    text.push('\n');
    eyes(&mut text, "WHAT IS SEEN, without it", rows, width, |row| &row.unhelped);
    text.push('\n');
    beside(&mut text, rows, width);
    games(&mut text, rows, width);
    for row in rows {
        if let Some(failure) = &row.failure {
            let _ = write!(text, "\n{}: {failure}", row.name);
        }
    }
    text
}

fn eyes(text: &mut String, title: &str, rows: &[Row], width: usize, score: fn(&Row) -> &SquareScore) {
    let _ =
        writeln!(text, "{title}: % of squares right by kind and by colour and occupancy, of all and of occupied ones");
    let heads = ["frames", "corner", "kind", "k.occ", "colour", "c.occ", "boards"].map(str::to_owned);
    line(text, width, "sequence", &heads);
    for row in rows {
        let SquareScore { kind, kind_occupied, color, color_occupied, boards } = score(row);
        let corner = match row.corner_error {
            None => "-".to_owned(),
            Some(None) => "lost".to_owned(),
            Some(Some(error)) => format!("{error:.3}"),
        };
        let [kind, kind_occupied, color, color_occupied] =
            [kind, kind_occupied, color, color_occupied].map(|share| percent(share.value()));
        let cells = [row.frames.to_string(), corner, kind, kind_occupied, color, color_occupied, of(boards)];
        line(text, width, &row.name, &cells);
    }
    let mean_of = |value: &dyn Fn(&Row) -> Option<f64>| percent(mean(rows, value));
    let cells = [
        String::new(),
        mean_of(&|row| row.corner_error.map(|error| f64::from(u8::from(error.is_some_and(|e| e <= 0.1))))),
        mean_of(&|row| score(row).kind.value()),
        mean_of(&|row| score(row).kind_occupied.value()),
        mean_of(&|row| score(row).color.value()),
        mean_of(&|row| score(row).color_occupied.value()),
        mean_of(&|row| score(row).boards.value()),
    ];
    line(text, width, &format!("mean over {} folders", groups(rows)), &cells);
    let _ = writeln!(text, "corner: greatest error in squares; in the last line the share of boards within 0.1");
}

/// Reserves, where the truth has any.
fn beside(text: &mut String, rows: &[Row], width: usize) {
    let known: Vec<&Row> = rows.iter().filter(|row| row.reserves.count.of + row.reserves.empty.of > 0).collect();
    if known.is_empty() {
        return;
    }
    let _ = writeln!(text, "WHAT LIES IN RESERVES: looks at whole ones, by the pixels alone");
    let _ = writeln!(
        text,
        "{:width$} {:>13} {:>13} {:>15} {:>13}",
        "sequence", "number right", "kinds right", "pieces right", "empty right"
    );
    for Row { name, reserves: ReserveScore { count, kinds, pieces, empty }, .. } in known {
        let [count, kinds, pieces, empty] = [count, kinds, pieces, empty].map(of);
        let _ = writeln!(text, "{name:width$} {count:>13} {kinds:>13} {pieces:>15} {empty:>13}");
    }
    text.push('\n');
}

fn line(text: &mut String, width: usize, name: &str, cells: &[String; 7]) {
    let cells: String = cells.iter().map(|cell| format!(" {cell:>9}")).collect();
    let _ = writeln!(text, "{name:width$}{cells}");
}

fn games(text: &mut String, rows: &[Row], width: usize) {
    let _ = writeln!(text, "WHAT IS RECONSTRUCTED");
    let _ = writeln!(
        text,
        "{:width$} {:>9} {:>6} {:>5} {:>7} {:>8} {:>6} {:>6} {:>7} {:>9} {:>12}",
        "sequence",
        "believed",
        "plies",
        "told",
        "in a row",
        "aligned",
        "exact",
        "right",
        "missed",
        "invented",
        "late ms"
    );
    for row in rows.iter().filter(|row| row.plies.is_some() || row.believed.of > 1) {
        let exact = match row.is_exact() {
            None => "-",
            Some(true) => "yes",
            Some(false) => "no",
        };
        let star = if row.plies.is_none() { "*" } else { "" };
        let plies = row.plies.map_or(["-"; 4].map(str::to_owned), |plies| {
            [plies.truth, plies.told, plies.prefix, plies.aligned].map(|count| count.to_string())
        });
        let alerts = row.alerts.map_or(["-"; 3].map(str::to_owned), |alerts| {
            [alerts.right, alerts.missed, alerts.invented].map(|count| count.to_string())
        });
        let _ = writeln!(
            text,
            "{:width$} {:>9} {:>6} {:>5} {:>8} {:>8} {:>6} {:>6} {:>7} {:>9} {:>12}",
            row.name,
            of(&row.believed),
            plies[0],
            plies[1],
            plies[2],
            plies[3],
            format!("{exact}{star}"),
            alerts[0],
            alerts[1],
            alerts[2],
            late(&row.lateness)
        );
    }
    let exact: Vec<bool> = rows.iter().filter_map(Row::is_exact).collect();
    let right = exact.iter().filter(|exact| **exact).count();
    let share = |count: fn(&Agreement) -> usize| {
        move |row: &Row| {
            row.plies.filter(|plies| plies.truth > 0).map(|plies| count(&plies) as f64 / plies.truth as f64)
        }
    };
    let _ = writeln!(
        text,
        "mean over {} folders: plies in a row {} %, aligned {} %, boards believed {} %; games exact {right} of {}",
        groups(rows),
        percent(mean(rows, &share(|plies| plies.prefix))),
        percent(mean(rows, &share(|plies| plies.aligned))),
        percent(mean(rows, &|row| row.believed.value())),
        exact.len(),
    );
    let _ = writeln!(
        text,
        "* the truth has placements only: exact means that what was believed after each frame was right. late: median and \
         greatest time from the frame in which the hand has left to the report."
    );
}

fn late(lateness: &[i64]) -> String {
    let mut sorted = lateness.to_vec();
    sorted.sort_unstable();
    match sorted.last() {
        None => "-".to_owned(),
        Some(greatest) => format!("{} / {greatest}", sorted[sorted.len() / 2]),
    }
}

fn of(share: &Share) -> String {
    if share.of == 0 { "-".to_owned() } else { format!("{}/{}", share.right, share.of) }
}

fn percent(value: Option<f64>) -> String {
    // rounded down: 100.00 means all
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.2}", (value * 10_000.0).floor() / 100.0))
}

fn groups(rows: &[Row]) -> usize {
    rows.iter().map(|row| &row.group).collect::<std::collections::BTreeSet<_>>().len()
}

/// The mean over the groups that have a value of the means of their sequences.
fn mean(rows: &[Row], value: &dyn Fn(&Row) -> Option<f64>) -> Option<f64> {
    let mut by_group: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows {
        if let Some(value) = value(row) {
            by_group.entry(&row.group).or_default().push(value);
        }
    }
    let means: Vec<f64> = by_group.values().map(|values| values.iter().sum::<f64>() / values.len() as f64).collect();
    (!means.is_empty()).then(|| means.iter().sum::<f64>() / means.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, group: &str, right: u64) -> Row {
        let share = Share { right, of: 100 };
        Row {
            name: name.to_owned(),
            group: group.to_owned(),
            frames: 2,
            corner_error: Some(Some(0.05)),
            squares: SquareScore { kind: share, ..SquareScore::default() },
            unhelped: SquareScore::default(),
            reserves: ReserveScore::default(),
            believed: share,
            plies: None,
            alerts: None,
            lateness: vec![300, 100, 200],
            failure: None,
        }
    }

    #[test]
    fn a_group_of_many_counts_as_much_as_a_group_of_one() {
        let rows = [row("a/1", "a", 100), row("a/2", "a", 100), row("a/3", "a", 100), row("b/1", "b", 0)];
        assert_eq!(mean(&rows, &|row| row.squares.kind.value()), Some(0.5));
        assert_eq!(mean(&rows, &|_| None), None);
    }

    #[test]
    fn all_but_one_is_not_a_hundred_per_cent() {
        assert_eq!(percent(Some(99_999.0 / 100_000.0)), "99.99");
        assert_eq!(percent(Some(1.0)), "100.00");
    }

    #[test]
    fn games_without_moves_are_exact_by_their_placements() {
        assert_eq!(row("a/1", "a", 100).is_exact(), Some(true));
        assert_eq!(row("a/1", "a", 99).is_exact(), Some(false));
        let failed = Row { failure: Some("lost".to_owned()), ..row("a/1", "a", 100) };
        assert_eq!(failed.is_exact(), Some(false));
        let text = print(&[failed]);
        assert!(text.contains("no*") && text.contains("200 / 300") && text.ends_with("a/1: lost"), "{text}");
    }
}
