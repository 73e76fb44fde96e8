use crate::Color;
use std::{fmt, str::FromStr};

/// One of the table's two boards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum BoardId {
    /// The first board.
    A,
    /// The second board.
    B,
}

impl BoardId {
    /// Both boards, A first.
    pub const BOTH: [BoardId; 2] = [BoardId::A, BoardId::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other board.
    pub const fn other(self) -> BoardId {
        match self {
            BoardId::A => BoardId::B,
            BoardId::B => BoardId::A,
        }
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardId::A => "A",
            BoardId::B => "B",
        })
    }
}

/// One of the four seats at a table, named Aw, Ab, Bw, Bb.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat {
    /// The board sat at.
    pub board: BoardId,
    /// The colour played.
    pub color: Color,
}

/// The two partners: team 1 is Aw and Bb, team 2 is Ab and Bw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// Aw and Bb.
    One,
    /// Ab and Bw.
    Two,
}

impl Seat {
    /// All four: Aw, Ab, Bw, Bb.
    pub const ALL: [Seat; 4] = [
        Seat::new(BoardId::A, Color::White),
        Seat::new(BoardId::A, Color::Black),
        Seat::new(BoardId::B, Color::White),
        Seat::new(BoardId::B, Color::Black),
    ];

    /// The seat of `color` at `board`.
    pub const fn new(board: BoardId, color: Color) -> Seat {
        Seat { board, color }
    }

    /// Position in [`Seat::ALL`].
    pub const fn index(self) -> usize {
        self.board.index() * 2 + self.color.index()
    }

    /// Same team, other board, other colour.
    pub const fn partner(self) -> Seat {
        let color = match self.color {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        Seat { board: self.board.other(), color }
    }

    /// Other team, other board, same colour.
    pub const fn diagonal(self) -> Seat {
        Seat { board: self.board.other(), color: self.color }
    }

    /// Other team, same board, other colour.
    pub const fn opponent(self) -> Seat {
        self.diagonal().partner()
    }

    /// The seat's team.
    pub const fn team(self) -> Team {
        match (self.board, self.color) {
            (BoardId::A, Color::White) | (BoardId::B, Color::Black) => Team::One,
            _ => Team::Two,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.board, if self.color == Color::White { 'w' } else { 'b' })
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a seat: write Aw, Ab, Bw or Bb")]
pub struct ParseSeatError(pub String);

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        Seat::ALL.into_iter().find(|seat| seat.to_string() == text).ok_or_else(|| ParseSeatError(text.to_owned()))
    }
}

impl serde::Serialize for Seat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_share_a_team_and_nothing_else() {
        for seat in Seat::ALL {
            assert_eq!(seat.partner().partner(), seat);
            assert_eq!(seat.partner().team(), seat.team());
            assert_ne!(seat.diagonal().team(), seat.team());
            assert_eq!(seat.opponent(), Seat::new(seat.board, !seat.color));
            assert_eq!(seat.to_string().parse(), Ok(seat));
            assert_eq!(Seat::ALL[seat.index()], seat);
        }
    }
}
