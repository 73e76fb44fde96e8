//! `tandem table`: the whole table at a moment of a session.

use crate::args::TableArguments;
use crate::books::{Books, Entry};
use crate::failure::Failure;
use crate::report::json::SCHEMA;
use crate::report::picture_text::side_by_side;
use crate::report::text::clock_time;
use arbiter::notation::fen::{self, PocketStyle};
use arbiter::rules::Table;
use board::{BoardId, Color, Seat, Stamp};
use serde_json::{Map, Value, json};
use std::io::{Write, stdout};

/// Shows the table as it was.
///
/// # Errors
/// When the session cannot be read, or the moment is none or none of the recording's.
pub fn run(arguments: &TableArguments) -> Result<(), Failure> {
    let moment = arguments.at.as_deref().map(moment).transpose()?;
    let books = Books::read(&arguments.session)?;
    let last = books.last_moment();
    let at = moment.unwrap_or(last);
    if at > last {
        return Err(Failure::usage(format!(
            "--at: the recording of {} ends at {}; name an earlier moment",
            arguments.session.display(),
            clock_time(last).trim()
        )));
    }
    let said = if arguments.json { object(&books, at).to_string() } else { text(&books, at) };
    Ok(writeln!(stdout(), "{said}")?)
}

/// A moment as people write it: `12.5`, `2:07.3`, `1:02:07`.
fn moment(text: &str) -> Result<Stamp, Failure> {
    let wrong = || {
        Failure::usage(format!("--at: {text:?} is no moment; write seconds (12.5), or minutes and seconds (2:07.3)"))
    };
    let parts: Vec<&str> = text.trim().split(':').collect();
    let (seconds, whole) = parts.split_last().ok_or_else(wrong)?;
    let mut minutes = 0u32;
    for part in whole {
        let part: u32 = part.parse().map_err(|_| wrong())?;
        minutes = minutes.checked_mul(60).and_then(|minutes| minutes.checked_add(part)).ok_or_else(wrong)?;
    }
    let seconds: f64 = seconds.parse().map_err(|_| wrong())?;
    let total = f64::from(minutes) * 60.0 + seconds;
    let fits = whole.len() <= 2 && (0.0..1e6).contains(&total) && (whole.is_empty() || seconds < 60.0);
    if !fits {
        return Err(wrong());
    }
    Ok(Stamp::from_millis((total * 1000.0).round() as i64))
}

/// What stands, as a person sets it up again.
fn text(books: &Books, at: Stamp) -> String {
    let table = books.table_at(at);
    let boards: Vec<(String, board::Placement)> = books
        .manifest
        .boards
        .iter()
        .map(|board| {
            (format!("Board {board}, {} to move", table.board(*board).turn().name()), table.board(*board).placement())
        })
        .collect();
    let mut lines = vec![format!("the table at {}", clock_time(at).trim()), String::new()];
    lines.push(side_by_side(&boards).trim_end().to_owned());
    lines.push(String::new());
    if books.profile.drops.value {
        lines.extend(books.seats().map(|seat| format!("{seat} holds {}", held(&table, seat))));
    }
    for board in &books.manifest.boards {
        let last = books.last_turn(*board, at).map_or("no move yet".to_owned(), last_move);
        lines.push(format!("{board}  {last}; clock {}", clock(books, *board, at)));
        lines.push(format!("{board}  {}", position(&table, *board)));
    }
    lines.join("\n")
}

/// A seat's reserve by the ledger, as people say it.
fn held(table: &Table, seat: Seat) -> String {
    let kinds: Vec<String> =
        table.reserve(seat).held().map(|(kind, count)| format!("{count} {}", plural(kind.name(), count))).collect();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
}

fn plural(name: &str, count: usize) -> String {
    format!("{name}{}", if count == 1 { "" } else { "s" })
}

fn last_move(entry: &Entry) -> String {
    let turn = &entry.turn;
    let dots = if turn.seat.color == Color::White { "." } else { "..." };
    let sure = f64::from(turn.certainty) / 10.0;
    format!("last {}{dots} {} at {} ({sure:.0} %)", turn.ply.div_ceil(2), turn.san, clock_time(turn.at).trim())
}

fn clock(books: &Books, board: BoardId, at: Stamp) -> String {
    let Some(reading) = books.clock_at(board, at) else { return "not read".to_owned() };
    let time = |ms: Option<i64>| ms.map_or("?".to_owned(), |ms| clock_time(Stamp::from_millis(ms)).trim().to_owned());
    let read = clock_time(reading.at);
    format!("white {}, black {} (read at {})", time(reading.white_ms), time(reading.black_ms), read.trim())
}

/// A board as FEN with its reserves, which other programs read.
fn position(table: &Table, board: BoardId) -> String {
    fen::write(table.board(board), PocketStyle::Brackets)
}

fn object(books: &Books, at: Stamp) -> Value {
    let table = books.table_at(at);
    let board = |board: &BoardId| {
        let position_there = table.board(*board);
        let last = books.last_turn(*board, at).map(|entry| {
            let turn = &entry.turn;
            json!({"id": turn.id, "seat": turn.seat, "ply": turn.ply, "uci": turn.uci, "san": turn.san,
                   "at_ms": turn.at.millis(), "certainty": f64::from(turn.certainty) / 1000.0})
        });
        let clock = books.clock_at(*board, at).map(
            |reading| json!({"white_ms": reading.white_ms, "black_ms": reading.black_ms, "at_ms": reading.at.millis()}),
        );
        let fields = json!({"placement": position_there.placement(), "turn": position_there.turn().name(),
                            "fen": position(&table, *board), "last": last, "clock": clock});
        (board.to_string(), fields)
    };
    let boards: Map<String, Value> = books.manifest.boards.iter().map(board).collect();
    let reserves: Map<String, Value> = books
        .seats()
        .filter(|_| books.profile.drops.value)
        .map(|seat| (seat.to_string(), Value::String(table.reserve(seat).letters(Color::White))))
        .collect();
    json!({"event": "table", "schema": SCHEMA, "at_ms": at.millis(), "boards": boards, "reserves": reserves})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::{books, played};
    use board::ClockReading;

    #[test]
    fn moments_are_read_as_people_write_them() {
        for (text, ms) in [("12.5", 12_500), ("0", 0), ("2:07.3", 127_300), ("1:02:07", 3_727_000), (" 7 ", 7_000)] {
            assert_eq!(moment(text).unwrap(), Stamp::from_millis(ms), "{text}");
        }
        for text in ["", "x", "-1", "1:75", "1:2:3:4", "nan", "inf", "1e9", "1:-5", ":"] {
            let failure = moment(text).unwrap_err();
            assert!(failure.message.contains("--at"), "{text}: {failure}");
        }
    }

    #[test]
    fn the_table_is_told_with_all_that_is_needed_to_set_it_up_again() {
        let clock = [ClockReading {
            at: Stamp::from_millis(2100),
            board: BoardId::A,
            pressed: None,
            white_ms: Some(61_240),
            black_ms: None,
        }];
        let books = books(&played(&["A e2e4", "A d7d5", "B d2d4", "A e4d5"]), &clock);
        let at = Stamp::from_millis(4000);
        let text = text(&books, at);
        for part in [
            "the table at 0:04.0",
            "Board A, black to move",
            "Bb holds 1 pawn",
            "Aw holds nothing",
            "last 2. e4d5 at 0:04.0 (100 %)",
            "clock white 1:01.2, black ? (read at 0:02.1)",
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b",
            "clock not read",
        ] {
            assert!(text.contains(part), "{part:?} is not in\n{text}");
        }
        let object = object(&books, at);
        assert_eq!((&object["reserves"]["Bb"], &object["reserves"]["Aw"]), (&json!("P"), &json!("")));
        assert_eq!(object["boards"]["A"]["clock"], json!({"white_ms": 61_240, "black_ms": null, "at_ms": 2100}));
        assert_eq!(object["boards"]["B"]["last"]["uci"], "d2d4");
        assert_eq!(object["boards"]["B"]["turn"], "black");
    }
}
