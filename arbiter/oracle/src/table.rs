//! What is printed: columns of text.

use crate::{
    bench::{BINS, Summary, bounds},
    compare::PlyClass,
};
use std::fmt::Write as _;

/// Rows with equal columns, the first to the left and the others to the right.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
            let _ = if column == 0 { write!(line, "{cell}{pad}") } else { write!(line, "  {pad}{cell}") };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Per cent with two decimals.
pub fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.2} %", 100.0 * part as f64 / whole as f64) }
}

/// One line a noise: `name` and what came of it.
pub fn overview(rows: &[(String, &Summary, (usize, usize))]) -> String {
    let head = [
        "",
        "plies",
        "right",
        "",
        "boards without fault",
        "invented",
        "told anew",
        "alerts",
        "median late",
        "95 %",
        "within 0.5 s",
        "us/input",
    ];
    let mut cells = vec![head.map(str::to_owned).to_vec()];
    for (name, s, (boards, good)) in rows {
        cells.push(vec![
            name.clone(),
            s.plies.to_string(),
            s.right.to_string(),
            percent(s.right, s.plies),
            format!("{good} of {boards}"),
            s.invented.to_string(),
            s.amended.to_string(),
            s.alerts.to_string(),
            format!("{} ms", s.late(0.5)),
            format!("{} ms", s.late(0.95)),
            percent(s.in_time, s.right),
            format!("{:.0}", s.worked.as_secs_f64() * 1e6 / s.inputs.max(1) as f64),
        ]);
    }
    columns(&cells)
}

/// Plies right by class.
pub fn classes(summary: &Summary) -> String {
    let mut cells = vec![["class", "plies", "right", "", "wrong"].map(str::to_owned).to_vec()];
    let mut add = |name: &str, [plies, right]: [usize; 2]| {
        let wrong = (plies - right).to_string();
        cells.push(vec![name.to_owned(), plies.to_string(), right.to_string(), percent(right, plies), wrong]);
    };
    for class in PlyClass::ALL {
        add(class.name(), summary.by_class.get(&class).copied().unwrap_or_default());
    }
    add("(quick, of any class)", summary.quick);
    add("(never seen in its place)", summary.unseen);
    columns(&cells)
}

/// The most frequent faults.
pub fn faults(summary: &Summary) -> String {
    let mut faults: Vec<_> = summary.faults.iter().collect();
    faults.sort_by_key(|(key, count)| (std::cmp::Reverse(**count), **key));
    let mut cells = vec![["fault", "class", "plies"].map(str::to_owned).to_vec()];
    for ((fault, class), count) in faults {
        cells.push(vec![fault.name().to_owned(), class.name().to_owned(), count.to_string()]);
    }
    columns(&cells)
}

/// What was said with which certainty, and how often it was so.
pub fn certainties(bins: &[[usize; 2]; BINS]) -> String {
    let mut cells = vec![["certainty", "told", "right", ""].map(str::to_owned).to_vec()];
    for (index, [told, right]) in bins.iter().enumerate().filter(|(_, [told, _])| *told > 0) {
        let (low, high) = bounds(index);
        let name = format!("{:.3} to {:.3}", f64::from(low) / 1000.0, f64::from(high) / 1000.0);
        cells.push(vec![name, told.to_string(), right.to_string(), percent(*right, *told)]);
    }
    columns(&cells)
}
