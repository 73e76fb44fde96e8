//! The moves of both boards in the order in which they happened.

use super::moment;
use super::text::escaped;
use crate::books::{Books, Entry, UNSURE_BELOW};
use crate::report::text::clock_time;
use arbiter::event::Turn;
use arbiter::wording::reason;
use board::{BoardId, Color, Stamp};
use std::fmt::Write as _;

/// A move's number as people write it: `12.` for White, `12...` for Black.
pub(super) fn number(turn: &Turn) -> String {
    format!("{}{}", turn.ply.div_ceil(2), if turn.seat.color == Color::White { "." } else { "..." })
}

/// The table of all moves, a column a board.
pub(super) fn section(books: &Books) -> String {
    let mut section = "<section>\n<h2>Moves</h2>\n".to_owned();
    if books.turns().next().is_none() {
        return section + "<p>No move was seen.</p>\n</section>\n";
    }
    section +=
        "<p>In the order in which they were played; times are those of the recording.</p>\n<table class=\"moves\">\n";
    let boards: String = books.manifest.boards.iter().map(|board| format!("<th>Board {board}</th>")).collect();
    let _ = writeln!(section, "<tr><th>Let go</th>{boards}<th>Pressed</th><th>Left</th><th>Certain</th><th></th></tr>");
    for game in &books.games {
        if let Some(board) = game.taken_as_seen {
            let what = format!("board {board} is taken as it was seen");
            let columns = books.manifest.boards.len() + 4;
            let at = moment(game.began);
            let _ = writeln!(section, "<tr><td class=\"time\">{at}</td><td colspan=\"{columns}\">{what}</td></tr>");
        }
        game.entries.iter().for_each(|entry| section += &row(books, entry));
    }
    section + "</table>\n</section>\n"
}

fn row(books: &Books, entry: &Entry) -> String {
    let turn = &entry.turn;
    let cell = |board: &BoardId| {
        if *board != turn.board {
            return "<td></td>".to_owned();
        }
        let class = if turn.legal { "" } else { " class=\"wrong\"" };
        format!("<td{class}>{} {}</td>", number(turn), escaped(&turn.san))
    };
    let cells: String = books.manifest.boards.iter().map(cell).collect();
    let pressed = turn.pressed.map_or(String::new(), moment);
    let left =
        books.remaining_ms(entry).map_or(String::new(), |ms| clock_time(Stamp::from_millis(ms)).trim().to_owned());
    let mark = if turn.certainty < UNSURE_BELOW { " ?" } else { "" };
    let sure = format!("{:.0} %{mark}", f64::from(turn.certainty) / 10.0);
    let reasons: Vec<&str> = turn.violations.iter().map(|violation| reason(*violation)).collect();
    format!(
        "<tr><td class=\"time\">{}</td>{cells}<td class=\"time\">{pressed}</td><td class=\"time\">{left}</td>\
         <td class=\"sure\">{sure}</td><td>{}</td></tr>\n",
        moment(turn.at),
        escaped(&reasons.join("; "))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::{books, played};
    use arbiter::event::Event;
    use arbiter::rules::Irregularity;

    #[test]
    fn irregular_and_unsure_moves_are_marked() {
        let mut events = played(&["A e2e4", "B d2d4", "A e7e4"]);
        if let Some(Event::Turn(turn)) = events.last_mut() {
            (turn.legal, turn.certainty) = (false, 870);
            turn.violations = vec![Irregularity::CannotMoveSo];
        }
        let section = section(&books(&events, &[]));
        assert!(section.contains("<td class=\"time\">0:02.0</td><td></td><td>1. d2d4</td>"), "{section}");
        assert!(section.contains("<td class=\"wrong\">1... e7e4</td><td></td>"), "{section}");
        assert!(section.contains("87 % ?</td><td>the piece does not move so</td>"), "{section}");
    }
}
