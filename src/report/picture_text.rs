//! A board as a picture made of letters.

use board::{Placement, Square};

/// A board as White sees it, nine lines: ranks 8 to 1 and the files' letters. Empty dark squares are `·`, light ones
/// blank.
pub fn drawn(placement: &Placement) -> Vec<String> {
    let mut lines: Vec<String> = (0..8)
        .rev()
        .map(|rank| {
            let squares = (0..8).filter_map(|file| Square::new(file, rank));
            let cells = squares.map(|square| match placement[square] {
                Some(piece) => piece.letter(),
                None if square.is_light() => ' ',
                None => '·',
            });
            format!("{} {}", rank + 1, cells.map(|cell| format!(" {cell}")).collect::<String>())
        })
        .collect();
    lines.push("   a b c d e f g h".to_owned());
    lines
}

/// Boards side by side, each under its title.
pub fn side_by_side(boards: &[(String, Placement)]) -> String {
    const WIDTH: usize = 24;
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (title, placement) in boards {
        let mut column = vec![title.clone()];
        column.extend(drawn(placement));
        columns.push(column);
    }
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..height {
        let line: String =
            columns.iter().map(|column| format!("{:<WIDTH$}", column.get(row).map_or("", String::as_str))).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_sits_at_the_bottom() {
        let lines = drawn(&Placement::start());
        assert_eq!(lines[0], "8  r n b q k b n r");
        assert_eq!(lines[2], "6    ·   ·   ·   ·");
        assert_eq!(lines[7], "1  R N B Q K B N R");
        assert_eq!(lines[8], "   a b c d e f g h");
    }

    #[test]
    fn two_boards_stand_side_by_side() {
        let text = side_by_side(&[("A".to_owned(), Placement::start()), ("B".to_owned(), Placement::start())]);
        assert_eq!(text.lines().count(), 10);
        assert!(text.lines().nth(1).unwrap().ends_with("8  r n b q k b n r"));
        assert_eq!(text.lines().nth(1).unwrap().matches("r n b q").count(), 2);
    }
}
