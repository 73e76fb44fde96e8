use super::UNSURE_BELOW;
use board::{BoardEvidence, Square, Visibility};
use vision::certainty;

const YELLOW: &str = "\u{1b}[33m";
const GREY: &str = "\u{1b}[90m";
const PLAIN: &str = "\u{1b}[0m";

/// A board as White sees it, in nine lines: FEN's letters, empty dark squares as `·`; a letter or dot that is not sure is followed by
/// `?`, a square that was not seen is `#`, and one on which something moves is followed by `~`. `colours` (for a terminal that shows
/// them) makes the doubtful ones yellow and the unseen grey as well.
pub fn terminal_board(evidence: &BoardEvidence, colours: bool) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for square in (0..8).filter_map(|file| Square::new(file, rank)) {
            text.push_str(&cell(evidence, square, colours));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.push_str("   a  b  c  d  e  f  g  h\n");
    text
}

/// A blank, the square's content, and its mark or another blank.
fn cell(evidence: &BoardEvidence, square: Square, colours: bool) -> String {
    let look = evidence.at(square);
    let content = match look.best() {
        Some(piece) => piece.letter(),
        None if square.is_light() => ' ',
        None => '·',
    };
    let (content, mark, colour) = match look.visibility {
        Visibility::NotSeen => ('#', ' ', GREY),
        Visibility::Moving => (content, '~', YELLOW),
        Visibility::Seen if certainty(look) < UNSURE_BELOW => (content, '?', YELLOW),
        Visibility::Seen => (content, ' ', PLAIN),
    };
    if colours && colour != PLAIN { format!(" {colour}{content}{mark}{PLAIN}") } else { format!(" {content}{mark}") }
}

#[cfg(test)]
mod tests {
    use super::super::tests::seen;
    use super::*;
    use board::{LogProb, Placement, SquareEvidence};

    #[test]
    fn white_sits_at_the_bottom_and_doubt_is_marked() {
        let mut evidence = seen(&Placement::start());
        let at = |name: &str| name.parse::<Square>().unwrap().index();
        evidence.0[at("e1")].likelihood = [LogProb::ZERO; board::CLASS_COUNT];
        evidence.0[at("e1")].likelihood[0] = LogProb(-1);
        evidence.0[at("h3")] = SquareEvidence::NOT_SEEN;
        evidence.0[at("a8")].visibility = Visibility::Moving;
        let text = terminal_board(&evidence, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "8  r~ n  b  q  k  b  n  r");
        assert_eq!(lines[5], "3  ·     ·     ·     ·  #");
        assert_eq!(lines[7], "1  R  N  B  Q  P? B  N  R");
        assert_eq!(lines[8], "   a  b  c  d  e  f  g  h");
        assert!(!text.contains('\u{1b}'));
        assert!(terminal_board(&evidence, true).contains("\u{1b}[33mP?\u{1b}[0m"));
    }
}
