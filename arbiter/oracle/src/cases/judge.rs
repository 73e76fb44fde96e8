//! What was told about a case against what had to be.

use super::{About, Case, Expect, expect::matter, stage::Staged};
use crate::told::{Told, ToldAlert};
use arbiter::event::{Alert, AlertKind};
use board::BoardId;

/// How an expected alert came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// As it should.
    Right,
    /// Right but for its moment, by so many milliseconds too early.
    Early(i64),
    /// Right but for its moment, by so many milliseconds too late.
    Late(i64),
    /// Right, and withdrawn later.
    Withdrawn,
    /// Not at all.
    Missed,
}

/// What came of one run of a case.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Each expected alert: its line, what it asks for, how it came.
    pub expected: Vec<(usize, String, Found)>,
    /// What was told and not expected: the alert as a line, and whether it was withdrawn later.
    pub invented: Vec<(String, bool)>,
    /// Of a near miss.
    pub near_miss: bool,
    /// Where the turns told differ from those expected: the latter and the former, by board.
    pub wrong_turns: Vec<(BoardId, String, String)>,
    /// Each alert's certainty in thousandths, and whether it was right.
    pub certainties: Vec<(u16, bool)>,
}

impl Outcome {
    /// Whether everything expected was told, in time, and nothing else.
    pub fn is_right(&self) -> bool {
        self.expected.iter().all(|(_, _, found)| *found == Found::Right) && self.invented.is_empty()
    }
}

fn word_of(kind: AlertKind) -> String {
    matter(kind.word())
}

pub(super) fn judge(case: &Case, profile: &str, staged: &Staged, told: &Told) -> Outcome {
    let mut alerts: Vec<(&ToldAlert, bool)> = told.alerts().map(|alert| (alert, false)).collect();
    let mut outcome = Outcome {
        expected: Vec::new(),
        invented: Vec::new(),
        near_miss: case.is_near_miss(profile),
        wrong_turns: wrong_turns(case, staged, told),
        certainties: Vec::new(),
    };
    let expected = case.expected(profile);
    let ends: Vec<&&Expect> = expected.iter().filter(|expect| expect.closed).collect();
    for expect in expected.iter().filter(|expect| !expect.closed) {
        let done = staged.done[expect.of].millis();
        let mut fits: Vec<(i64, usize)> = Vec::new();
        for (index, (alert, used)) in alerts.iter().enumerate() {
            if !used && suits(expect, &alert.alert) {
                fits.push((off(expect, alert.opened.millis() - done), index));
            }
        }
        let best = fits.into_iter().min_by_key(|(off, index)| (off.abs(), *index));
        let found = match best {
            None => Found::Missed,
            Some((off, index)) => {
                alerts[index].1 = true;
                let alert = alerts[index].0;
                let may_close = ends.iter().any(|end| end.kind == expect.kind && end.about == expect.about);
                match off {
                    _ if alert.closed.is_some() && !may_close => Found::Withdrawn,
                    0 => Found::Right,
                    off if off < 0 => Found::Early(-off),
                    off => Found::Late(off),
                }
            }
        };
        outcome.expected.push((expect.line, wanted(expect), found));
    }
    for end in ends {
        let done = staged.done[end.of].millis();
        let closed = alerts.iter().filter(|(alert, _)| suits(end, &alert.alert)).filter_map(|(alert, _)| alert.closed);
        let best = closed.map(|at| off(end, at.millis() - done)).min_by_key(|off| off.abs());
        let found = match best {
            None => Found::Missed,
            Some(0) => Found::Right,
            Some(off) if off < 0 => Found::Early(-off),
            Some(off) => Found::Late(off),
        };
        outcome.expected.push((end.line, wanted(end), found));
    }
    for (told, used) in alerts {
        let right = used || is_allowed(case, &told.alert);
        outcome.certainties.push((told.alert.certainty, right));
        if !right {
            outcome.invented.push((described(&told.alert, told.opened.millis(), staged), told.closed.is_some()));
        }
    }
    outcome
}

/// By how much a moment is outside the window, in milliseconds; below zero where it is too early.
fn off(expect: &Expect, after: i64) -> i64 {
    let (mut low, high) = expect.window;
    if expect.kind == "wrong_start" || expect.kind == "board_turned" {
        // what stands wrong does so before the case's first second, and may be said as soon as it is seen
        low = i64::MIN;
    }
    if after < low { after - low } else { (after - high).max(0) }
}

fn suits(expect: &Expect, alert: &Alert) -> bool {
    let about = match expect.about {
        About::Seat(seat) => alert.seat == Some(seat),
        About::Board(board) => alert.board == board,
    };
    about
        && word_of(alert.kind) == expect.kind
        && expect.piece.is_none_or(|piece| alert.piece == Some(piece))
        && expect.uci.as_ref().is_none_or(|uci| alert.uci.as_ref() == Some(uci))
        && expect.squares.iter().all(|square| alert.squares.contains(square))
        && expect.article.as_ref().is_none_or(|article| alert.articles.contains(article))
}

fn is_allowed(case: &Case, alert: &Alert) -> bool {
    let word = word_of(alert.kind);
    let middle =
        case.setup.iter().any(|before| matches!(before, super::Before::Middle(board, _) if *board == alert.board));
    let named = case.allows.iter().any(|(kind, about)| {
        *kind == word
            && about.is_none_or(|about| match about {
                About::Seat(seat) => alert.seat == Some(seat),
                About::Board(board) => alert.board == board,
            })
    });
    named || middle && word == "wrong_start"
}

fn wanted(expect: &Expect) -> String {
    let whose = match expect.about {
        About::Seat(seat) => seat.to_string(),
        About::Board(board) => board.to_string(),
    };
    let closed = if expect.closed { "closed " } else { "" };
    let uci = expect.uci.as_ref().map(|uci| format!(" {uci}")).unwrap_or_default();
    format!("{closed}{} {whose}{uci}", expect.kind)
}

fn described(alert: &Alert, opened: i64, staged: &Staged) -> String {
    let whose = alert.seat.map_or(alert.board.to_string(), |seat| seat.to_string());
    let uci = alert.uci.as_ref().map(|uci| format!(" {uci}")).unwrap_or_default();
    let zero = staged.zero.millis();
    format!("{} {whose}{uci} at {:.1} s ({})", word_of(alert.kind), (opened - zero) as f64 / 1000.0, alert.text)
}

/// Where the turns told are not those expected.
fn wrong_turns(case: &Case, staged: &Staged, told: &Told) -> Vec<(BoardId, String, String)> {
    let mut wrong = Vec::new();
    for &board in &staged.boards {
        let own = board.index();
        let turns = told.turns(board);
        let named = case.turns[own].as_ref();
        let mut expected: Vec<(String, bool)> = staged.before[own].iter().map(|uci| (uci.clone(), true)).collect();
        match named {
            Some(named) => expected.extend(named.iter().cloned()),
            None => expected.extend(staged.turns[own].iter().map(|uci| (uci.clone(), true))),
        }
        let same = turns.len() == expected.len()
            && turns
                .iter()
                .zip(&expected)
                .all(|(told, (uci, legal))| told.turn.uci == *uci && (named.is_none() || told.turn.legal == *legal));
        if !same {
            let mark = |legal: bool| if legal || named.is_none() { "" } else { "!" };
            let wanted: Vec<String> = expected.iter().map(|(uci, legal)| format!("{uci}{}", mark(*legal))).collect();
            let given: Vec<String> =
                turns.iter().map(|told| format!("{}{}", told.turn.uci, mark(told.turn.legal))).collect();
            wrong.push((board, wanted.join(" "), given.join(" ")));
        }
    }
    wrong
}
