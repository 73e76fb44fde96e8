//! What was found in recorded games, as a person reads it. The JSON form is [`Validation`] and [`Finding`] themselves; the fields
//! are documented in `docs/ref/json.md`.

use arbiter::notation::{EndFound, EndKind, EndSource, Finding, Format, Record};
use arbiter::profile::IllegalPenalty;
use arbiter::wording::reason;
use std::fmt::Write as _;

/// The first line of the JSON form.
#[derive(serde::Serialize, Debug)]
#[serde(tag = "event", rename = "validation")]
#[allow(missing_docs, reason = "docs/ref/json.md has them, field by field")]
pub struct Validation {
    pub schema: u32,
    pub program: String,
    pub file: String,
    pub format: Format,
    pub profile: String,
}

/// A match as a person reads it: who played, a line for each irregular move, and the result.
pub fn text(record: &Record, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        match finding {
            Finding::Irregular { .. } => {}
            Finding::Result { r#match, plies, .. } => {
                let _ = writeln!(text, "Match {match}{}, {plies} plies", players(record));
            }
        }
    }
    for finding in findings {
        let _ = writeln!(text, "  {}", line(finding));
    }
    text
}

fn players(record: &Record) -> String {
    let name = |tag: &str| record.tag(tag).filter(|name| *name != "?");
    let team = |white: &str, black: &str| Some(format!("{} and {}", name(white)?, name(black)?));
    if let (Some(one), Some(two)) = (team("WhiteA", "BlackB"), team("BlackA", "WhiteB")) {
        return format!(": {one} against {two}");
    }
    match (name("White"), name("Black")) {
        (Some(white), Some(black)) => format!(": {white} against {black}"),
        _ => String::new(),
    }
}

fn line(finding: &Finding) -> String {
    match finding {
        Finding::Irregular { number, seat, san, reasons, article, penalty, .. } => {
            let reasons: Vec<&str> = reasons.iter().map(|&irregularity| reason(irregularity)).collect();
            let article = if article.is_empty() { String::new() } else { format!(" (article {article})") };
            let costs = match penalty {
                IllegalPenalty::Loss => "costs the game if it is claimed in time",
                IllegalPenalty::TimeThenLoss => {
                    "gives the opponent time if it is claimed, and costs the game the next time"
                }
                IllegalPenalty::UndoAndTime => "is taken back if it is claimed in time, and gives the opponents time",
                IllegalPenalty::Retract => "is taken back if it is claimed in time",
            };
            format!("{number}. {san}  {seat}: {}{article}; it {costs}", reasons.join(", "))
        }
        Finding::Result { result, ends, recorded, .. } => {
            let ends: Vec<String> = ends.iter().map(end).collect();
            let why = if ends.is_empty() { String::new() } else { format!(": {}", ends.join("; ")) };
            let recorded = match recorded.as_str() {
                "*" => "the file has no result".to_owned(),
                known if known == result => "as in the file".to_owned(),
                known => format!("the file has {known}"),
            };
            match result.as_str() {
                "*" => format!("Nothing decided{why} ({recorded})"),
                result => format!("{result}{why} ({recorded})"),
            }
        }
    }
}

fn end(found: &EndFound) -> String {
    let seat = found.seat.map(|seat| seat.to_string()).unwrap_or_default();
    let what = match found.kind {
        EndKind::Mate => format!("{seat} is mated"),
        EndKind::NoMove => format!("board {} has no move left and is drawn", found.board),
        EndKind::DeadPosition => format!("nobody can win on board {} any more", found.board),
        EndKind::Flag => format!("{seat}'s flag fell"),
        EndKind::Resigned => format!("{seat} resigned or left"),
        EndKind::Drawn => format!("board {} was drawn", found.board),
    };
    match found.source {
        EndSource::Board => what,
        EndSource::Clock => format!("{what}, by the times of the file"),
        EndSource::File => format!("{what}, says the file"),
    }
}
