//! Boards as drawings in the page itself.

use super::moment;
use super::text::escaped;
use crate::books::Books;
use arbiter::rules::Table;
use board::{BoardId, Color, Kind, Seat, Square, Stamp};
use std::fmt::Write as _;

/// The outlines of the pieces in a square of 45 by 45, drawn for this program.
fn outline(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => {
            "M22.5 8a6 6 0 0 1 3.6 10.8c3.5 2 4 7.5 5.4 12.2h-18c1.4-4.700 1.900-10.200 5.400-12.200A6 6 0 0 1 22.500 8zM11 33h23v5H11z"
        }
        Kind::Knight => {
            "M13.500 32c-.5-8 7.500-9.500 7.500-14.500l-6.500 6.500-4.500-3 6-10 1-5 4.500 3.500c9 1.500 13 10 12 22.500zM11 33h24v5H11z"
        }
        Kind::Bishop => {
            "M22.500 5a3 3 0 0 1 2 5.300c6.500 5 8.500 12.200 4 17.700l2 3h-16l2-3c-4.500-5.500-2.500-12.700 4-17.700a3 3 0 0 1 2-5.300zM11 33h23v5H11zM21.500 15v3.500h-3.500v2h3.500v3.500h2v-3.500h3.500v-2h-3.500v-3.500z"
        }
        Kind::Rook => "M11 33h23v5H11zM14.500 31l1.500-13h-4V8h4.500v3.500h3.500V8h5v3.500h3.500V8H33v10h-4l1.500 13z",
        Kind::Queen => "M11 33h23v5H11zM14 31L8.500 13.500l7.500 8L18 9l4.500 12L27 9l2 12.500 7.500-8L31 31z",
        Kind::King => {
            "M11 33h23v5H11zM21 3.500h3v3h3v3h-3v4.500c9-2.500 14 7 7 17H14c-7-10-2-19.500 7-17V9.500h-3v-3h3z"
        }
    }
}

fn name(color: Color, kind: Kind) -> String {
    format!("{}{}", color.name(), kind.letter())
}

/// The drawings of all pieces, once for the page.
pub(super) fn shapes() -> String {
    let mut shapes =
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\n".to_owned();
    for color in Color::BOTH {
        let (fill, stroke) = if color == Color::White { ("#fff", "#111") } else { ("#222", "#222") };
        for kind in Kind::ALL {
            let _ = writeln!(
                shapes,
                "<path id=\"{}\" d=\"{}\" fill=\"{fill}\" fill-rule=\"evenodd\" stroke=\"{stroke}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"/>",
                name(color, kind),
                outline(kind)
            );
        }
    }
    shapes + "</defs></svg>\n"
}

/// A board of a table as White sees it, some squares marked, under it the caption and what its two seats hold.
pub(super) fn board(table: &Table, board: BoardId, marked: &[Square], reserves: bool, caption: &str) -> String {
    let placement = table.board(board).placement();
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"-14 0 374 374\" role=\"img\" aria-label=\"board {board}: {placement}\">\n"
    );
    for square in Square::all() {
        let (x, y) = (45 * square.file(), 45 * (7 - square.rank()));
        let ground = if square.is_light() { "#f0e6d2" } else { "#b99a76" };
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"45\" height=\"45\" fill=\"{ground}\"/>");
        if marked.contains(&square) {
            let (x, y) = (x + 2, y + 2);
            let frame = "fill=\"none\" stroke=\"#c00\" stroke-width=\"4\"";
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"41\" height=\"41\" {frame}/>");
        }
        if let Some(piece) = placement[square] {
            let _ = writeln!(svg, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", name(piece.color, piece.kind));
        }
    }
    for index in 0..8usize {
        let (middle, file, rank) = (45 * index + 22, (b'a' + index as u8) as char, 8 - index);
        let style = "font-size=\"11\" font-family=\"sans-serif\" text-anchor=\"middle\"";
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"371\" {style}>{file}</text>");
        let _ = writeln!(svg, "<text x=\"-7\" y=\"{}\" {style}>{rank}</text>", middle + 4);
    }
    svg += "</svg>";
    let held = if reserves { held(table, board) } else { String::new() };
    format!("<figure>{svg}<figcaption>{}{}</figcaption></figure>\n", escaped(caption), escaped(&held))
}

/// What the seats of a board hold by the ledger.
fn held(table: &Table, board: BoardId) -> String {
    let held = Color::BOTH.map(|color| {
        let letters = table.reserve(Seat::new(board, color)).letters(Color::White);
        format!("{} {}", color.name(), if letters.is_empty() { "nothing".to_owned() } else { letters })
    });
    format!(". In reserve: {}", held.join(", "))
}

/// A board at a moment, with the clock as it was last read.
pub(super) fn table(books: &Books, id: BoardId, at: Stamp, when: &str) -> String {
    let table = books.table_at(at);
    let time = |ms: Option<i64>| ms.map_or("?".to_owned(), |ms| moment(Stamp::from_millis(ms)));
    let clock = books.clock_at(id, at).map_or(String::new(), |reading| {
        format!(", clock white {}, black {}", time(reading.white_ms), time(reading.black_ms))
    });
    let caption = format!("Board {id} {when}, {} to move{clock}", table.board(id).turn().name());
    board(&table, id, &[], books.profile.drops.value, &caption)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_on_its_square() {
        let shapes = shapes();
        for color in Color::BOTH {
            for kind in Kind::ALL {
                assert_eq!(shapes.matches(&format!("id=\"{}\"", name(color, kind))).count(), 1);
            }
        }
        let svg = board(&Table::start(), BoardId::A, &["e2".parse().unwrap()], true, "before <it>");
        assert_eq!((svg.matches("<use ").count(), svg.matches("#c00").count()), (32, 1));
        assert!(
            svg.contains("<use href=\"#WhiteK\" x=\"180\" y=\"315\"/>") && svg.contains("#BlackQ\" x=\"135\" y=\"0\"")
        );
        assert!(svg.contains("before &lt;it&gt;. In reserve: White nothing, Black nothing"));
    }
}
