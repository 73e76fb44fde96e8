use super::{Move, MoveRules, Played, Position, generate::CORNERS};
use crate::profile::{Profile, RepetitionBreak, RepetitionKey};
use board::{Color, Kind, Placement, Square, SquareSet};
use std::{collections::HashMap, sync::Arc};

/// What makes two positions the same, as the profile means it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    placement: Placement,
    turn: Color,
    /// Kings and rooks that may still castle, and the square of a capture in passing, where these count.
    rights: Option<(SquareSet, Option<Square>)>,
}

/// How often each position of one board has occurred, counted as a profile says.
///
/// Reserves never count: by GR-40 a claim stands though the opponent's has grown, and the other texts that know
/// reserves are silent. What starts the count anew is the profile's (`rep_break_on`).
#[derive(Clone, Debug)]
pub struct Repetitions {
    key: RepetitionKey,
    break_on: RepetitionBreak,
    occurrences: u8,
    rules: MoveRules,
    seen: HashMap<Arc<Key>, u32>,
}

impl Repetitions {
    /// Begins to count with the position a game begins from.
    pub fn new(profile: &Profile, start: &Position) -> Repetitions {
        let mut repetitions = Repetitions {
            key: profile.rep_key.value,
            break_on: profile.rep_break_on.value,
            occurrences: profile.rep_occurrences.value,
            rules: profile.move_rules(),
            seen: HashMap::new(),
        };
        repetitions.count(start);
        repetitions
    }

    /// Counts the position that a move led to; returns how often it has occurred by now.
    pub fn after(&mut self, played: &Played, position: &Position) -> u32 {
        let anew = match self.break_on {
            RepetitionBreak::None => false,
            RepetitionBreak::Drop => played.dropped,
            RepetitionBreak::Capture => played.captured.is_some(),
        };
        if anew {
            self.seen.clear();
        }
        self.count(position)
    }

    /// Whether a position that occurred so often may be claimed as a draw.
    pub fn may_be_claimed(&self, times: u32) -> bool {
        times >= u32::from(self.occurrences)
    }

    fn count(&mut self, position: &Position) -> u32 {
        let rights = match self.key {
            RepetitionKey::BoardOnly => None,
            RepetitionKey::PlacementAndRights => {
                Some((castlers(position, &self.rules), passing(position, &self.rules)))
            }
        };
        let key = Key { placement: position.placement(), turn: position.turn(), rights };
        let times = self.seen.entry(Arc::new(key)).or_insert(0);
        *times += 1;
        *times
    }
}

/// The kings and rooks that may castle some day.
fn castlers(position: &Position, rules: &MoveRules) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    for color in Color::BOTH {
        let may = |&rook: &Square| {
            let dropped = position.dropped().contains(rook) && CORNERS >> rook.index() & 1 == 1;
            position.unmoved().contains(rook) || rules.castle_dropped_rook && dropped
        };
        let rooks: SquareSet = position.of(color, Kind::Rook).filter(may).collect();
        let kings = SquareSet(position.unmoved().0 & position.of(color, Kind::King).0);
        if !rooks.is_empty() && !kings.is_empty() {
            set.0 |= rooks.0 | kings.0;
        }
    }
    set
}

/// The square a pawn can legally take in passing on.
fn passing(position: &Position, rules: &MoveRules) -> Option<Square> {
    let to = position.en_passant()?;
    let mut pawns = position.of(position.turn(), Kind::Pawn);
    pawns.any(|from| from.file() != to.file() && position.is_legal(Move::walk(from, to), rules)).then_some(to)
}
