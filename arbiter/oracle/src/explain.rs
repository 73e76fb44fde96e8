//! What was observed and believed around one ply.

use crate::{
    bench::Conditions,
    eyes::watch,
    perform::perform,
    script::{Script, ScriptPly},
};
use arbiter::{Arbiter, Setup, event::Event, reconstruct::touched, rules::Move};
use board::{BoardId, Content, Input, ReserveEvidence, Sighting, SquareEvidence, SquareSet, Stamp, Visibility};
use std::fmt::Write as _;

/// What is shown before and after the ply, in milliseconds.
const BEFORE_MS: i64 = 1500;
const AFTER_MS: i64 = 3000;

/// How many accounts of the beam are shown, and how many of their last steps.
const ACCOUNTS: usize = 4;
const STEPS: usize = 5;

/// Plays the script once more and writes what was seen of ply `number` (of the script, from 1), what was told, and what was believed.
pub fn explain(scripts: &[Script], index: usize, number: usize, conditions: &Conditions) -> Option<String> {
    let script = &scripts[index];
    let ply = script.plies.get(number.checked_sub(1)?)?;
    let seed = conditions.seed.wrapping_mul(1000) + index as u64;
    let film = perform(script, &conditions.profile.move_rules(), conditions.hands, seed);
    let inputs = watch(&film, &BoardId::BOTH, &conditions.sight, seed);
    let arbiter = Arbiter::new(Setup::by_profile(BoardId::BOTH.to_vec(), &conditions.profile));
    let squares = squares_of(ply);
    let mut text = heading(script, number, ply, &squares);
    let span = (ply.at.millis() - BEFORE_MS, ply.at.millis() + AFTER_MS);
    let truth = script.plies.iter().filter(|other| other.board == ply.board).map(|ply| (ply.at, ply.mv)).collect();
    let focus = Focus { board: ply.board, squares, span, mv: Some(ply.mv), truth };
    narrate(&mut text, arbiter, (&inputs, film.end), &focus);
    Some(text)
}

/// What is shown of a run.
pub(crate) struct Focus {
    /// The board.
    pub(crate) board: BoardId,
    /// The squares whose looks are shown.
    pub(crate) squares: SquareSet,
    /// From and until when, in milliseconds.
    pub(crate) span: (i64, i64),
    /// What is told of this move is shown at any time.
    pub(crate) mv: Option<Move>,
    /// What was played on the board, and when, where that is known.
    pub(crate) truth: Vec<(Stamp, Move)>,
}

/// Runs the arbiter over inputs and writes what it saw, told and believed.
pub(crate) fn narrate(text: &mut String, mut arbiter: Arbiter, (inputs, end): (&[Input], Stamp), focus: &Focus) {
    let mut believed = String::new();
    for input in inputs {
        let shown = (focus.span.0..=focus.span.1).contains(&input.at().millis());
        let events = arbiter.step(input);
        if !shown {
            tell(text, &events, Some(focus.mv));
            continue;
        }
        if let Some(line) = observed(input, focus.board, focus.squares) {
            let _ = writeln!(text, "{:8.2}  {line}", seconds(input.at()));
        }
        tell(text, &events, None);
        let now = beliefs(&arbiter, focus.board) + &true_account(&arbiter, focus, input.at());
        if matches!(input, Input::Observation(o) if o.board == focus.board) && now != believed {
            text.push_str(&now);
            believed = now;
        }
    }
    tell(text, &arbiter.finish(end), Some(focus.mv));
}

fn seconds(at: Stamp) -> f64 {
    at.millis() as f64 / 1000.0
}

fn squares_of(ply: &ScriptPly) -> SquareSet {
    let mut squares = touched(ply.before.board(ply.board), ply.mv);
    if ply.mv.from().is_none() {
        squares.insert(ply.mv.to());
    }
    squares
}

fn heading(script: &Script, number: usize, ply: &ScriptPly, squares: &SquareSet) -> String {
    let mut text = format!("{}, ply {number}: {} on board {}\n", script.name, ply.mv, ply.board);
    let _ = writeln!(text, "before it: {}", ply.before.board(ply.board).placement());
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    let _ = writeln!(text, "squares: {}\nplies nearby:", names.join(" "));
    let near = |other: &ScriptPly| (other.at.millis() - ply.at.millis()).abs() <= AFTER_MS;
    for (index, other) in script.plies.iter().enumerate().filter(|(_, other)| near(other)) {
        let held = other.before.reserve(board::Seat::new(other.board, other.color)).letters(other.color);
        let mark = if index + 1 == number { "->" } else { "  " };
        let _ = writeln!(
            text,
            "{mark}{:8.2}  {} {:<6} {} holds {held:?}",
            seconds(other.at),
            other.board,
            other.mv.to_string(),
            other.color.name()
        );
    }
    text
}

fn observed(input: &Input, board: BoardId, squares: SquareSet) -> Option<String> {
    match input {
        Input::Observation(observation) if observation.board == board => match &observation.sighting {
            Sighting::Board(evidence) => {
                let looks: Vec<String> =
                    squares.map(|square| format!("{square} {}", look(evidence.at(square)))).collect();
                Some(looks.join("   "))
            }
            Sighting::Reserve(reserve) => Some(reserve_line(reserve)),
            Sighting::Clock(seen) => Some(format!("the clock is seen: {:?}", seen.reading)),
        },
        Input::Clock(reading) if reading.board == board => Some(format!("{:?} presses", reading.pressed)),
        _ => None,
    }
}

fn reserve_line(reserve: &ReserveEvidence) -> String {
    let seen = |piece: &board::ReservePiece| {
        letter(SquareEvidence { visibility: Visibility::Seen, likelihood: piece.likelihood }.best())
    };
    match reserve.visibility {
        Visibility::Seen => {
            format!("reserve {}: {}", reserve.seat, reserve.pieces.iter().map(seen).collect::<Vec<_>>().join(" "))
        }
        _ => format!("reserve {}: covered", reserve.seat),
    }
}

/// The best content and how far ahead it is of the next, in nats.
fn look(evidence: &SquareEvidence) -> String {
    match evidence.visibility {
        Visibility::NotSeen => "(hidden)".to_owned(),
        Visibility::Moving => "(moving)".to_owned(),
        Visibility::Seen => {
            let mut values = evidence.likelihood.map(|value| value.0);
            values.sort_unstable();
            let ahead = f64::from(values[values.len() - 1] - values[values.len() - 2]) / 256.0;
            format!("{}+{ahead:.1}", letter(evidence.best()))
        }
    }
}

fn letter(content: Content) -> String {
    content.map_or("-".to_owned(), |piece| piece.to_string())
}

/// The told events; with `about` only turns of that move (or none).
fn tell(text: &mut String, events: &[Event], about: Option<Option<Move>>) {
    let concerns = |uci: &str| about.is_none_or(|about| about.is_some() && uci.parse::<Move>().ok() == about);
    for event in events {
        let line = match event {
            Event::Turn(turn) if concerns(&turn.uci) => Some((
                turn.reported,
                format!(
                    "told {}: {} {} (ply {}, certainty {})",
                    turn.id.0, turn.board, turn.uci, turn.ply, turn.certainty
                ),
            )),
            Event::TurnAmended { turn, .. } if concerns(&turn.uci) && turn.pressed != Some(turn.reported) => Some((
                turn.reported,
                format!(
                    "told {} anew: {} {} (ply {}, certainty {})",
                    turn.id.0, turn.board, turn.uci, turn.ply, turn.certainty
                ),
            )),
            Event::TurnWithdrawn { of, reported } if about.is_none() => {
                Some((*reported, format!("withdrawn: {}", of.0)))
            }
            Event::Alert(alert) if about.is_none() => Some((
                alert.reported,
                format!("alert {:?}, certainty {}: {}", alert.state, alert.certainty, alert.text),
            )),
            _ => None,
        };
        if let Some((at, line)) = line {
            let _ = writeln!(text, "{:8.2}      => {line}", seconds(at));
        }
    }
}

/// The best accounts of a board: how far behind the best, and their last steps.
fn beliefs(arbiter: &Arbiter, board: BoardId) -> String {
    let Some(beam) = arbiter.beam(board) else { return String::new() };
    let best = beam.best().score;
    let mut text = String::new();
    for account in beam.accounts().iter().take(ACCOUNTS) {
        let length = beam.lines().len(account.line);
        let steps = (1..=length).rev().take(STEPS).filter_map(|depth| beam.lines().prefix(account.line, depth));
        let mut names: Vec<String> = steps
            .map(|line| match beam.lines().step(line).played() {
                Some(mv) => mv.to_string(),
                None => "(jump)".to_owned(),
            })
            .collect();
        names.reverse();
        let _ = writeln!(text, "              {:6.2} {}", f64::from(account.score - best) / 256.0, names.join(" "));
    }
    text
}

/// How the account that has the truth fares: its rank, how far behind the best it is, and how many plies it lacks of those that were played.
fn true_account(arbiter: &Arbiter, focus: &Focus, at: Stamp) -> String {
    let Some(beam) = arbiter.beam(focus.board).filter(|_| !focus.truth.is_empty()) else { return String::new() };
    let played = focus.truth.iter().filter(|(when, _)| *when <= at).count();
    let lines = beam.lines();
    let has_it = |length: usize, line| {
        length <= focus.truth.len() + 1
            && focus.truth[..length - 1].iter().enumerate().all(|(index, (_, mv))| {
                lines.prefix(line, index + 2).and_then(|prefix| lines.step(prefix).played()) == Some(*mv)
            })
    };
    let best = beam.best().score;
    let found = beam.accounts().iter().enumerate().find(|(_, account)| has_it(lines.len(account.line), account.line));
    match found {
        Some((rank, account)) => format!(
            "              truth: rank {} of {}, {:.2}, {} of {played} plies\n",
            rank + 1,
            beam.accounts().len(),
            f64::from(account.score - best) / 256.0,
            lines.len(account.line) - 1,
        ),
        None => "              truth: lost\n".to_owned(),
    }
}
