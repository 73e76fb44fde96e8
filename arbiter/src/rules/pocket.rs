use board::{Color, Kind, Piece};
use std::fmt;

/// What one seat holds and may drop: a count of each kind but the king.
///
/// Any number is possible: two sets share a table, and a seat may hold more than one set has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pocket([u8; 5]);

impl Pocket {
    /// Nothing held.
    pub const EMPTY: Pocket = Pocket([0; 5]);

    /// How many of `kind` are held; a king never is.
    pub const fn count(self, kind: Kind) -> usize {
        match kind {
            Kind::King => 0,
            _ => self.0[kind.index()] as usize,
        }
    }

    /// Adds a piece. A king is not kept.
    pub fn add(&mut self, kind: Kind) {
        if let Some(count) = self.0.get_mut(kind.index()) {
            *count = count.saturating_add(1);
        }
    }

    /// Takes a piece out; `false`, and no change, where none of the kind is held.
    pub fn take(&mut self, kind: Kind) -> bool {
        match self.0.get_mut(kind.index()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// How many pieces are held.
    pub fn len(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether nothing is held.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }

    /// Whether something other than pawns is held.
    pub const fn has_piece(self) -> bool {
        self.0[1] | self.0[2] | self.0[3] | self.0[4] != 0
    }

    /// What is held, kind by kind, pawns first, kinds of which there is none left out.
    pub fn held(self) -> impl Iterator<Item = (Kind, usize)> {
        Kind::HOLDABLE.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }

    /// The pocket as FEN writes it: queens first, pawns last, upper case for White.
    pub fn letters(self, color: Color) -> String {
        Kind::HOLDABLE
            .into_iter()
            .rev()
            .flat_map(|kind| std::iter::repeat_n(Piece::new(color, kind).letter(), self.count(kind)))
            .collect()
    }
}

impl FromIterator<Kind> for Pocket {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Pocket {
        let mut pocket = Pocket::EMPTY;
        kinds.into_iter().for_each(|kind| pocket.add(kind));
        pocket
    }
}

impl fmt::Debug for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.letters(Color::White))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pocket_gives_what_was_put_in_and_no_more() {
        let mut pocket: Pocket = [Kind::Pawn, Kind::Queen, Kind::Pawn, Kind::King].into_iter().collect();
        assert_eq!((pocket.len(), pocket.count(Kind::Pawn), pocket.count(Kind::King)), (3, 2, 0));
        assert_eq!(pocket.letters(Color::Black), "qpp");
        assert!(pocket.take(Kind::Queen) && !pocket.take(Kind::Queen) && !pocket.take(Kind::King));
        assert!(!pocket.has_piece());
        assert_eq!(pocket.held().collect::<Vec<_>>(), [(Kind::Pawn, 2)]);
    }
}
