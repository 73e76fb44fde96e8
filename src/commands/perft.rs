//! `tandem perft`: counting lines of play.

use crate::args::PerftArguments;
use crate::failure::{Failure, Kind};
use crate::profiles::by_name;
use crate::report::count::{Counted, rate};
use arbiter::profile::Profile;
use arbiter::rules::{Captures, MoveRules, Position, Table, divide, divide_table, perft, perft_table};
use std::io::{Write, stdout};
use std::time::Instant;

/// What is counted from.
enum Root {
    One(Position, Captures),
    Two(Table),
}

impl Root {
    fn count(&self, rules: &MoveRules, depth: u32) -> u64 {
        match self {
            Root::One(position, captures) => perft(position, rules, *captures, depth),
            Root::Two(table) => perft_table(table, rules, depth),
        }
    }

    /// The lines that each first move leads to; the move is named with its board where there are two.
    fn divide(&self, rules: &MoveRules, depth: u32) -> Vec<(String, u64)> {
        match self {
            Root::One(position, captures) => {
                let lines = divide(position, rules, *captures, depth);
                lines.into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
            }
            Root::Two(table) => {
                let lines = divide_table(table, rules, depth);
                lines.into_iter().map(|(board, mv, nodes)| (format!("{board} {mv}"), nodes)).collect()
            }
        }
    }
}

/// Counts and prints as it goes.
///
/// # Errors
/// When the FEN cannot be read, the options contradict each other, or there is no such profile.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let (root, profile) = meant(arguments)?;
    let rules = profile.move_rules();
    let mut out = stdout();
    if arguments.json {
        writeln!(out, "{}", Counted::opening(&profile.name, arguments.fen.as_deref()).line()?)?;
    }
    for depth in arguments.depth.min(1)..=arguments.depth {
        let begun = Instant::now();
        let nodes = root.count(&rules, depth);
        let taken = begun.elapsed();
        if arguments.json {
            writeln!(out, "{}", Counted::Nodes { depth, nodes, seconds: taken.as_secs_f64() }.line()?)?;
        } else {
            writeln!(out, "{:>2} {nodes:>16}  {}", depth, rate(nodes, taken))?;
        }
        out.flush()?;
    }
    if arguments.divide {
        for (mv, nodes) in root.divide(&rules, arguments.depth) {
            if arguments.json {
                writeln!(out, "{}", Counted::Divided { uci: &mv, nodes }.line()?)?;
            } else {
                writeln!(out, "{mv:<7} {nodes:>16}")?;
            }
        }
    }
    Ok(())
}

fn meant(arguments: &PerftArguments) -> Result<(Root, Profile), Failure> {
    let wrong = |error: arbiter::notation::fen::FenError| Failure::new(Kind::Usage, format!("--fen: {error}"));
    let fen = arguments.fen.as_deref();
    let captures = if arguments.crazyhouse { Captures::ToTheCapturer } else { Captures::LeaveTheTable };
    let root = match fen {
        None if arguments.crazyhouse => Root::One(Position::start(), captures),
        None => Root::Two(Table::start()),
        Some(fens) if fens.contains('|') && arguments.crazyhouse => {
            return Err(Failure::usage(format!("--crazyhouse: is played on one board, and --fen {fens:?} has two")));
        }
        Some(fens) if fens.contains('|') => Root::Two(fens.parse().map_err(wrong)?),
        Some(fen) => Root::One(fen.parse().map_err(wrong)?, captures),
    };
    let placement = fen.and_then(|fen| fen.split_whitespace().next()).unwrap_or_default();
    let has_reserve = placement.contains('[') || placement.matches('/').count() > 7;
    let chess = matches!(root, Root::One(..)) && !has_reserve && !arguments.crazyhouse;
    let profile = by_name(arguments.profile.as_deref().unwrap_or(if chess { "ch" } else { "free" }))?;
    Ok((root, profile))
}
