//! The logs that can go with a table's footage: clocks and declarations, a JSON object a line.

use crate::failure::Failure;
use board::{BoardId, ClockReading, Color, Declaration, Kind, Seat, Stamp};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockLine {
    t_ms: i64,
    board: BoardId,
    press: Option<Color>,
    white_ms: Option<i64>,
    black_ms: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeclarationLine {
    t_ms: i64,
    seat: Seat,
    promotion: String,
}

/// Reads a clock's log. For each board whose presses it has it begins with a reading that says nothing but that its clock is heard.
///
/// # Errors
/// When it cannot be read, a line is none, or goes back in time; the line is named.
pub fn clock(path: &Path) -> Result<Vec<ClockReading>, Failure> {
    let mut readings = lines(path, |line: ClockLine| Ok(reading(line)), |reading| reading.at)?;
    let at = readings.first().map_or(Stamp::ZERO, |first| first.at.min(Stamp::ZERO));
    let pressed = |board: &BoardId| readings.iter().any(|known| known.board == *board && known.pressed.is_some());
    let heard: Vec<BoardId> = BoardId::BOTH.into_iter().filter(pressed).collect();
    readings.splice(0..0, heard.into_iter().map(|board| ClockReading::heard(board, at)));
    Ok(readings)
}

/// Reads one line of a clock's log.
///
/// # Errors
/// When it is none.
pub fn clock_line(line: &str) -> Result<ClockReading, String> {
    serde_json::from_str(line).map(reading).map_err(|error| error.to_string())
}

/// Reads one line of a log of declarations.
///
/// # Errors
/// When it is none, or names no kind.
pub fn declaration_line(line: &str) -> Result<Declaration, String> {
    serde_json::from_str(line).map_err(|error| error.to_string()).and_then(declaration)
}

fn reading(line: ClockLine) -> ClockReading {
    ClockReading {
        at: Stamp::from_millis(line.t_ms),
        board: line.board,
        pressed: line.press,
        white_ms: line.white_ms,
        black_ms: line.black_ms,
    }
}

fn declaration(line: DeclarationLine) -> Result<Declaration, String> {
    Ok(Declaration { at: Stamp::from_millis(line.t_ms), seat: line.seat, promotion: kind(&line.promotion)? })
}

/// Reads a log of declarations.
///
/// # Errors
/// When it cannot be read, a line is none, names no kind, or goes back in time; the line is named.
pub fn declarations(path: &Path) -> Result<Vec<Declaration>, Failure> {
    lines(path, declaration, |declaration| declaration.at)
}

/// A kind by its letter (`q` or `Q`) or its name.
fn kind(text: &str) -> Result<Kind, String> {
    let is_it =
        |kind: &Kind| text.eq_ignore_ascii_case(kind.name()) || text.eq_ignore_ascii_case(&kind.letter().to_string());
    let found = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight].into_iter().find(is_it);
    found.ok_or_else(|| {
        format!("{text:?} is nothing a pawn can become; write queen, rook, bishop, knight, or their letters")
    })
}

fn lines<Line: for<'de> Deserialize<'de>, T>(
    path: &Path,
    mut read: impl FnMut(Line) -> Result<T, String>,
    at: impl Fn(&T) -> Stamp,
) -> Result<Vec<T>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", path.display())))?;
    let mut entries: Vec<T> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |reason: String| Failure::input(format!("{}: line {number}: {reason}", path.display()));
        let line: Line = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let entry = read(line).map_err(wrong)?;
        if entries.last().is_some_and(|last| at(last) > at(&entry)) {
            return Err(wrong("is earlier than the line before; put the lines in the order of t_ms".to_owned()));
        }
        entries.push(entry);
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<T>(text: &str, read: impl Fn(&Path) -> T) -> T {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn logs_are_read() {
        let text = "{\"t_ms\": 3000, \"board\": \"A\", \"press\": \"white\", \"white_ms\": 1, \"black_ms\": 2}\n\n\
                    {\"t_ms\": 3000, \"board\": \"B\"}\n";
        let readings = written(text, clock).unwrap();
        assert_eq!(readings[0], ClockReading::heard(BoardId::A, Stamp::ZERO), "only A's presses are heard");
        assert_eq!(readings[1].pressed, Some(Color::White));
        assert_eq!(
            readings[2],
            ClockReading { pressed: None, white_ms: None, black_ms: None, board: BoardId::B, ..readings[1] }
        );
        assert_eq!(readings.len(), 3);
        let text = "{\"t_ms\": 1, \"seat\": \"Bb\", \"promotion\": \"queen\"}\n{\"t_ms\": 1, \"seat\": \"Bb\", \"promotion\": \"n\"}";
        let kinds: Vec<Kind> = written(text, declarations).unwrap().iter().map(|entry| entry.promotion).collect();
        assert_eq!(kinds, [Kind::Queen, Kind::Knight]);
        assert!(written("", declarations).unwrap().is_empty());
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (text, reason) in [
            ("{\"t_ms\": 1, \"board\": \"A\"}\nnonsense", "line 2"),
            ("{\"t_ms\": 1, \"board\": \"C\"}", "line 1"),
            ("{\"t_ms\": 1, \"board\": \"A\", \"pres\": \"white\"}", "pres"),
            ("{\"t_ms\": 2, \"board\": \"A\"}\n{\"t_ms\": 1, \"board\": \"A\"}", "line 2: is earlier"),
        ] {
            let failure = written(text, clock).unwrap_err();
            assert!(failure.message.contains(reason), "{failure}");
        }
        let failure = written("{\"t_ms\": 1, \"seat\": \"Aw\", \"promotion\": \"duke\"}", declarations).unwrap_err();
        assert!(failure.message.contains("duke"), "{failure}");
        assert!(clock(Path::new("no/such/log")).unwrap_err().message.contains("no/such/log"));
    }
}
