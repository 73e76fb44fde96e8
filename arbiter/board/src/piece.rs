use std::fmt;

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

impl std::ops::Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// What kind of piece (a pawn counts as a piece here).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// P
    Pawn,
    /// N
    Knight,
    /// B
    Bishop,
    /// R
    Rook,
    /// Q
    Queen,
    /// K
    King,
}

impl Kind {
    /// All six, pawn first, king last.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// The kinds a reserve can hold: all but the king.
    pub const HOLDABLE: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

    /// 0 for the pawn to 5 for the king.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter, upper case, `P` for the pawn.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The kind an upper-case English letter stands for.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'P' => Kind::Pawn,
            'N' => Kind::Knight,
            'B' => Kind::Bishop,
            'R' => Kind::Rook,
            'Q' => Kind::Queen,
            'K' => Kind::King,
            _ => return None,
        })
    }

    /// The word for it: `pawn`, `knight`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::Queen => "queen",
            Kind::King => "king",
        }
    }
}

/// A piece of one colour and kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

/// The letter is none of `PNBRQKpnbrqk`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a piece: White's are PNBRQK, Black's pnbrqk")]
pub struct ParsePieceError(pub char);

impl Piece {
    /// A piece of `color` and `kind`.
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece { color, kind }
    }

    /// FEN's letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece FEN's letter stands for.
    ///
    /// # Errors
    /// When the letter is none of `PNBRQKpnbrqk`.
    pub const fn from_letter(letter: char) -> Result<Piece, ParsePieceError> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Kind::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Ok(Piece { color, kind }),
            None => Err(ParsePieceError(letter)),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What a square holds: nothing or a piece.
pub type Content = Option<Piece>;

/// The number of classes a square's content falls into: empty and twelve pieces.
pub const CLASS_COUNT: usize = 13;

impl Piece {
    /// The class of a square's content: 0 empty, 1 to 6 White's P N B R Q K, 7 to 12 Black's.
    pub const fn class_of(content: Content) -> usize {
        match content {
            None => 0,
            Some(piece) => 1 + piece.color.index() * 6 + piece.kind.index(),
        }
    }

    /// The content a class (0 to 12) stands for.
    ///
    /// # Panics
    /// When `class` is above 12: a class is made by [`Piece::class_of`] or counted below [`CLASS_COUNT`].
    pub const fn content_of(class: usize) -> Content {
        assert!(class < CLASS_COUNT);
        if class == 0 {
            return None;
        }
        let color = if class <= 6 { Color::White } else { Color::Black };
        Some(Piece { color, kind: Kind::ALL[(class - 1) % 6] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_letters_read_back() {
        let letters: String = (1..CLASS_COUNT).map(|c| Piece::content_of(c).unwrap().letter()).collect();
        assert_eq!(letters, "PNBRQKpnbrqk");
        for class in 0..CLASS_COUNT {
            assert_eq!(Piece::class_of(Piece::content_of(class)), class);
        }
        for letter in letters.chars() {
            assert_eq!(Piece::from_letter(letter).unwrap().letter(), letter);
        }
        assert_eq!(Piece::from_letter('x'), Err(ParsePieceError('x')));
    }
}
