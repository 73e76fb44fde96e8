use crate::{Color, Content, Kind, Piece, Square};
use std::{fmt, ops, str::FromStr};

/// What stands on each square of one board, as it looks: any pieces in any number.
///
/// It is FEN's first field without marks: a promoted pawn that still looks like a pawn is a pawn here. What
/// a piece is worth, whether it has moved and whose turn it is belong to the rules' position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement([Content; 64]);

/// The text is not the placement field of a FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a placement: {reason}")]
pub struct ParsePlacementError {
    /// What was given.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Placement {
    /// No piece at all.
    pub const EMPTY: Placement = Placement([None; 64]);

    /// The position games begin from.
    pub fn start() -> Placement {
        use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut placement = Placement::EMPTY;
        for (file, kind) in [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook].into_iter().enumerate() {
            placement.0[file] = Some(Piece::new(Color::White, kind));
            placement.0[8 + file] = Some(Piece::new(Color::White, Pawn));
            placement.0[48 + file] = Some(Piece::new(Color::Black, Pawn));
            placement.0[56 + file] = Some(Piece::new(Color::Black, kind));
        }
        placement
    }

    /// The occupied squares and what stands there, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self[square].map(|piece| (square, piece)))
    }

    /// The squares on which two placements differ, a1 first.
    pub fn differences<'a>(&'a self, other: &'a Placement) -> impl Iterator<Item = Square> + 'a {
        Square::all().filter(|&square| self[square] != other[square])
    }
}

impl ops::Index<Square> for Placement {
    type Output = Content;

    fn index(&self, square: Square) -> &Content {
        &self.0[square.index()]
    }
}

impl ops::IndexMut<Square> for Placement {
    fn index_mut(&mut self, square: Square) -> &mut Content {
        &mut self.0[square.index()]
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for content in &self.0[rank * 8..rank * 8 + 8] {
                match content {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{piece}")?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Placement {
    type Err = ParsePlacementError;

    /// Reads FEN's placement field; a `~` behind a piece (promoted) is read and dropped.
    fn from_str(text: &str) -> Result<Placement, ParsePlacementError> {
        let wrong = |reason: String| ParsePlacementError { text: text.to_owned(), reason };
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(wrong(format!("it has {} ranks, a board has 8", rows.len())));
        }
        let mut placement = Placement::EMPTY;
        for (row, rank) in rows.iter().zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter {
                    '1'..='8' => file += letter as usize - '0' as usize,
                    '~' if file > 0 => {}
                    _ => {
                        let piece = Piece::from_letter(letter).map_err(|error| wrong(error.to_string()))?;
                        let square =
                            Square::new(file, rank).ok_or_else(|| wrong(format!("rank {} is too long", rank + 1)))?;
                        placement[square] = Some(piece);
                        file += 1;
                    }
                }
            }
            if file != 8 {
                return Err(wrong(format!("rank {} has {file} squares instead of 8", rank + 1)));
            }
        }
        Ok(placement)
    }
}

impl serde::Serialize for Placement {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Placement {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Placement, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_read_back_as_they_are_written() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(Placement::start().to_string(), start);
        for text in [start, "8/8/8/8/8/8/8/8", "r1b2Q2/8/8/3Pp3/8/8/8/7k"] {
            assert_eq!(text.parse::<Placement>().unwrap().to_string(), text);
        }
        assert_eq!("Q~7/8/8/8/8/8/8/8".parse::<Placement>().unwrap().to_string(), "Q7/8/8/8/8/8/8/8");
    }

    #[test]
    fn a_wrong_placement_says_what_is_wrong() {
        for (text, reason) in [
            ("8/8", "2 ranks"),
            ("9/8/8/8/8/8/8/8", "not a piece"),
            ("7/8/8/8/8/8/8/8", "rank 8 has 7 squares"),
            ("ppppppppp/8/8/8/8/8/8/8", "rank 8 is too long"),
            ("8/8/8/8/8/8/8/88", "rank 1 has 16"),
        ] {
            let error = text.parse::<Placement>().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
