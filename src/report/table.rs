//! The whole table at a moment: as a person sets it up again, and as JSON (documented in `docs/ref/json.md`).

use super::json::SCHEMA;
use super::picture_text::side_by_side;
use super::text::clock_time;
use crate::books::{Books, Entry};
use arbiter::notation::fen::{self, PocketStyle};
use arbiter::rules::Table;
use board::{BoardId, Color, Seat, Stamp};
use serde_json::{Map, Value, json};

/// What stands, as a person sets it up again.
pub fn text(books: &Books, at: Stamp) -> String {
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

/// The same as an object of the public form.
pub fn object(books: &Books, at: Stamp) -> Value {
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
        let fields = json!({"placement": position_there.placement(), "turn": position_there.turn().name().to_lowercase(),
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
            "Board A, Black to move",
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
