use board::{Kind, Square};
use std::{fmt, ops, str::FromStr};

/// What a player does on his turn: a piece goes from one square to another, or one is dropped.
///
/// Castling is the king's walk of two squares. Where that is not how he castles (he does not stand on the
/// e-file, or the rook not in the corner, as in Chess960) it is his walk onto his own rook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A piece goes from one square to another.
    Walk {
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes; `None` where it stays a pawn.
        promotion: Option<Kind>,
    },
    /// A piece from the player's reserve is placed.
    Drop {
        /// What is placed.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

impl Move {
    /// A walk without promotion.
    pub const fn walk(from: Square, to: Square) -> Move {
        Move::Walk { from, to, promotion: None }
    }

    /// The square the piece ends on (for castling by walking onto the rook: the rook's).
    pub const fn to(self) -> Square {
        match self {
            Move::Walk { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    /// The square left; `None` for a drop.
    pub const fn from(self) -> Option<Square> {
        match self {
            Move::Walk { from, .. } => Some(from),
            Move::Drop { .. } => None,
        }
    }

    /// Whether it is a drop.
    pub const fn is_drop(self) -> bool {
        matches!(self, Move::Drop { .. })
    }
}

impl fmt::Display for Move {
    /// UCI's notation: `e2e4`, `e7e8q`, `N@f3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Walk { from, to, promotion: None } => write!(f, "{from}{to}"),
            Move::Walk { from, to, promotion: Some(kind) } => {
                write!(f, "{from}{to}{}", kind.letter().to_ascii_lowercase())
            }
            Move::Drop { kind, to } => write!(f, "{}@{to}", kind.letter()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move as UCI writes it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a move: write the squares it leaves and reaches (e2e4, e7e8q) or the piece dropped (N@f3)")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let wrong = || ParseMoveError(text.to_owned());
        if !text.is_ascii() {
            return Err(wrong());
        }
        let square = |part: &str| part.parse::<Square>().map_err(|_| wrong());
        let kind = |letter: u8| Kind::from_letter(char::from(letter.to_ascii_uppercase())).ok_or_else(wrong);
        match text.as_bytes() {
            [letter, b'@', _, _] => Ok(Move::Drop { kind: kind(*letter)?, to: square(&text[2..])? }),
            [_, _, _, _] => Ok(Move::walk(square(&text[..2])?, square(&text[2..])?)),
            [_, _, _, _, letter] => {
                let promotion = Some(kind(*letter)?);
                Ok(Move::Walk { from: square(&text[..2])?, to: square(&text[2..4])?, promotion })
            }
            _ => Err(wrong()),
        }
    }
}

impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A list of moves that can be filled again and again without asking for memory each time.
#[derive(Clone, Default, Debug)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList(Vec::new())
    }

    /// Forgets the moves and keeps the room for them.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a move.
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_back_as_they_are_written() {
        for text in ["e2e4", "e7e8q", "P@e4", "N@f3", "a7a8n"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("p@e4".parse::<Move>().unwrap().to_string(), "P@e4");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", "e2", "e2e9", "e2e4x", "X@e4", "@e4", "P@e9", "e2e4qq", "é2e4", "P@éa"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError(text.to_owned())));
        }
    }
}
