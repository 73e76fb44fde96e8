//! Reading case files.

use super::{
    Action, Before, Case,
    actions::{deed, kinds, seat},
    expect::{allow, expect, profiles, turns},
    words::{Words, Wrong},
};
use arbiter::{notation::fen, rules::Move};
use board::{BoardId, Placement};
use std::path::{Path, PathBuf};

/// A case cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The file or folder cannot be opened.
    #[error("{path}: {error}", path = path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Something in it is not understood.
    #[error("{path}: line {line}, column {column}: {reason}", path = path.display())]
    Wrong {
        /// Which file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, in characters from 1.
        column: usize,
        /// What is wrong, and what would be right.
        reason: String,
    },
}

/// All cases of a file, or of a folder and the folders in it, in the order of their names.
///
/// # Errors
/// When a file cannot be opened, or is not understood.
pub fn read_all(path: &Path) -> Result<Vec<Case>, CaseError> {
    let unreadable = |error| CaseError::Unreadable { path: path.to_owned(), error };
    if !path.is_dir() {
        return read(path).map(|case| vec![case]);
    }
    let entries = std::fs::read_dir(path).map_err(unreadable)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>().map_err(unreadable)?;
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|ending| ending == "case"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        cases.extend(read_all(&path)?);
    }
    Ok(cases)
}

fn read(path: &Path) -> Result<Case, CaseError> {
    let text = std::fs::read_to_string(path).map_err(|error| CaseError::Unreadable { path: path.to_owned(), error })?;
    let name = |part: Option<&std::ffi::OsStr>| part.map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let kind = name(path.parent().and_then(Path::file_name));
    let wrong = |(line, wrong): (usize, Wrong)| CaseError::Wrong {
        path: path.to_owned(),
        line,
        column: wrong.column,
        reason: wrong.reason,
    };
    case(name(path.file_stem()), kind, &text).map_err(wrong)
}

/// The first words of statements that are no action.
const STATEMENTS: [&str; 10] =
    ["profile", "before", "start", "middle", "reserve", "no", "expect", "allow", "near", "turns"];

/// Reads the text of a case.
pub(super) fn case(name: String, kind: String, text: &str) -> Result<Case, (usize, Wrong)> {
    let mut case = Case {
        name,
        kind,
        profiles: Vec::new(),
        setup: Vec::new(),
        clock: true,
        actions: Vec::new(),
        expects: Vec::new(),
        allows: Vec::new(),
        near_miss: None,
        turns: [None, None],
    };
    let mut lines = 0;
    for (number, line) in (1..).zip(text.lines()) {
        lines = number;
        let mut words = Words::of(line);
        if words.is_empty() {
            continue;
        }
        statement(&mut case, &mut words, number).and_then(|()| words.done()).map_err(|wrong| (number, wrong))?;
    }
    whole(&case).map_err(|reason| (lines.max(1), Wrong { column: 1, reason }))?;
    Ok(case)
}

/// Whether anything is missing.
fn whole(case: &Case) -> Result<(), String> {
    if case.profiles.is_empty() {
        return Err("the case names no profile; write one as in: profile gr nl".to_owned());
    }
    if case.expects.is_empty() && case.near_miss.is_none() {
        return Err("the case says neither what must be said (expect ...) nor that nothing must (near miss)".to_owned());
    }
    if case.near_miss.as_ref().is_some_and(Vec::is_empty) && !case.expects.is_empty() {
        return Err("a near miss expects nothing; say under which profiles it is one (near miss under gr)".to_owned());
    }
    Ok(())
}

fn statement(case: &mut Case, words: &mut Words<'_>, line: usize) -> Result<(), Wrong> {
    let Some(first) = words.peek() else { return Ok(()) };
    if !STATEMENTS.contains(&first.text) {
        let action = action(case, words, line)?;
        case.actions.push(action);
        return Ok(());
    }
    words.take();
    let early = matches!(first.text, "profile" | "before" | "start" | "middle" | "reserve" | "no");
    if early && !case.actions.is_empty() {
        return Err(first.wrong(format!("{:?} comes before the first action", first.text)));
    }
    match first.text {
        "profile" => case.profiles = profiles(words)?,
        "before" => {
            let on = board(words)?;
            let mut moves = Vec::new();
            while !words.is_empty() {
                moves.push(words.parse::<Move>("a move")?);
            }
            case.setup.push(Before::Played(on, moves));
        }
        "start" => {
            let on = board(words)?;
            case.setup.push(Before::Start(on, words.parse::<Placement>("a placement")?));
        }
        "middle" => {
            let on = board(words)?;
            let rest = words.rest();
            let text = rest.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
            let position = fen::read(&text);
            let column = rest.first().map_or(first.column, |word| word.column);
            let position = position.map_err(|error| Wrong { column, reason: error.to_string() })?;
            case.setup.push(Before::Middle(on, Box::new(position)));
        }
        "reserve" => {
            let whose = seat(words)?;
            case.setup.push(Before::Reserve(whose, kinds(words)?));
        }
        "no" => {
            words.expect("clock")?;
            case.clock = false;
        }
        "allow" => case.allows.push(allow(words)?),
        "near" => {
            words.expect("miss")?;
            case.near_miss = Some(if words.skip("under") { profiles(words)? } else { Vec::new() });
        }
        "turns" => {
            let on = board(words)?;
            case.turns[on.index()] = Some(turns(words)?);
        }
        _ => {
            let expect = expect(words, &case.actions, line)?;
            case.expects.push(expect);
        }
    }
    Ok(())
}

pub(super) fn board(words: &mut Words<'_>) -> Result<BoardId, Wrong> {
    Ok(if words.one_of("board", &["A", "B"])? == "A" { BoardId::A } else { BoardId::B })
}

/// Milliseconds of a number of seconds.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let value = text.parse::<f64>().ok().filter(|value| value.abs() < 1e6)?;
    Some((value * 1000.0).round() as i64)
}

fn action(case: &Case, words: &mut Words<'_>, line: usize) -> Result<Action, Wrong> {
    let mut first = words.need("an action")?;
    let mut name = None;
    if let Some(text) = first.text.strip_suffix(':') {
        if case.actions.iter().any(|action| action.name.as_deref() == Some(text)) {
            return Err(first.wrong(format!("there is an action of the name {text:?} already")));
        }
        name = Some(text.to_owned());
        first = words.need("a time")?;
    }
    let before = case.actions.last().map_or(0, |action| action.at_ms);
    let relative = first.text.strip_prefix('+');
    let Some(ms) = seconds(relative.unwrap_or(first.text)) else {
        return Err(first.unknown("time or statement", &STATEMENTS));
    };
    let at_ms = if relative.is_some() { before + ms } else { ms };
    if at_ms < before {
        return Err(
            first.wrong(format!("it is before the action above, which is done at {} s", before as f64 / 1000.0))
        );
    }
    let seat = seat(words)?;
    let deed = deed(words, seat)?;
    Ok(Action { name, at_ms, seat, deed, line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{About, Capture, Deed};

    const GOOD: &str = "# a comment\nprofile gr nl\nbefore A e2e4 e7e5\nbad: 1.0 Aw plays d1h4 keeping\n+0.4 Aw presses\n  \
        expect illegal_move Aw piece=Q uci=d1h4 0..1.5 of bad under gr\nturns A d1h4!\nallow unexplained A\n";

    fn read(text: &str) -> Result<Case, (usize, Wrong)> {
        case("x".to_owned(), "illegal_move".to_owned(), text)
    }

    #[test]
    fn a_case_is_read_as_it_is_written() {
        let case = read(GOOD).unwrap();
        assert_eq!(case.profiles, ["gr", "nl"]);
        assert_eq!(case.actions.iter().map(|action| action.at_ms).collect::<Vec<_>>(), [1000, 1400]);
        assert!(matches!(case.actions[0].deed, Deed::Play { capture: Capture::Kept, alone: false, .. }));
        let expect = &case.expects[0];
        assert_eq!((expect.of, expect.window, expect.piece), (0, (0, 1500), Some('Q')));
        assert_eq!(expect.about, About::Seat("Aw".parse().unwrap()));
        assert_eq!(case.expected("gr").len(), 1);
        assert_eq!(case.expected("nl").len(), 0);
        assert_eq!(case.turns[0], Some(vec![("d1h4".to_owned(), false)]));
    }

    #[test]
    fn an_error_names_line_column_and_the_nearest_word() {
        for (from, to, line, column, reason) in [
            ("plays", "plasy", 4, 13, "did you mean \"plays\"?"),
            ("profile gr nl", "profile gr nk", 2, 12, "did you mean"),
            ("illegal_move Aw", "ilegal_move Aw", 6, 10, "did you mean \"illegal_move\"?"),
            ("of bad", "of bat", 6, 53, "did you mean \"bad\"?"),
            ("d1h4 keeping", "d1h9 keeping", 4, 19, "is not a move"),
            ("before A", "befroe A", 3, 1, "did you mean \"before\"?"),
            ("1.0 Aw", "1.0 Ax", 4, 10, "not a seat"),
            ("+0.4", "0.4", 5, 1, "before the action above"),
            ("piece=Q", "peice=Q", 6, 26, "did you mean \"piece\"?"),
            ("allow unexplained A", "allow unexplained A B", 8, 21, "too much"),
        ] {
            let text = GOOD.replacen(from, to, 1);
            let (at, wrong) = read(&text).unwrap_err();
            assert!(wrong.reason.contains(reason), "{to}: {}", wrong.reason);
            assert_eq!((at, wrong.column), (line, column), "{to}: {}", wrong.reason);
        }
        assert!(read("profile gr\n").unwrap_err().1.reason.contains("near miss"));
        assert!(read("near miss\n").unwrap_err().1.reason.contains("no profile"));
    }
}
