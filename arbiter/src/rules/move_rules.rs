use super::words::words;
use board::{Color, Kind};

words! {
    /// How far a drop may go against the opponent's king.
    pub enum DropLimit {
        /// A drop may give check and mate.
        MateAllowed = "mate_allowed",
        /// A drop may give check, and mate by chess rules if a piece still to come could cover it, but not a check that
        /// nothing could ever parry.
        NoBughouseMate = "no_bughouse_mate",
        /// A drop may give check but not mate as the pieces stand and are held now.
        NoMate = "no_mate",
        /// A drop may not give check.
        NoCheck = "no_check",
    }
}

words! {
    /// What happens to a pawn on its last rank.
    pub enum PromotionStyle {
        /// A piece replaces it in the same move.
        ReplaceBody = "replace_body",
        /// It keeps its body and is given a value aloud.
        PawnKeepsBody = "pawn_keeps_body",
        /// A piece is taken from the board of the player sitting diagonally (*snyatie*). On the one board the
        /// pawn may therefore become a piece or stay; which pieces can be taken is a question to the table.
        TakeFromDiagonal = "take_from_diagonal",
        /// Nothing: it stays a pawn that cannot move until it is taken.
        Stays = "stays",
    }
}

words! {
    /// When a check is mate.
    pub enum MateModel {
        /// When no move and no drop of a piece now held answers it.
        Actual = "actual",
        /// When no move answers it and no piece that could still reach the reserve could cover it.
        Hypothetical = "hypothetical",
    }
}

/// The part of a profile that says which moves are legal: plain data, cheap to copy.
///
/// Made from a [`Profile`](crate::profile::Profile); [`MoveRules::CHESS`] and [`MoveRules::FREE`] are two of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRules {
    /// Whether pieces are dropped at all.
    pub drops: bool,
    /// The ranks a pawn may be dropped on as its player counts them, 1 his own: first and last.
    pub pawn_drop_ranks: (u8, u8),
    /// What a drop may do to the opponent's king.
    pub drop_limit: DropLimit,
    /// What happens to a pawn on its last rank.
    pub promotion: PromotionStyle,
    /// The kinds a pawn may become.
    pub promotion_kinds: KindSet,
    /// Whether a promoted piece is a pawn again once it is taken.
    pub demote_on_capture: bool,
    /// Whether a rook dropped in a corner and not moved since may castle.
    pub castle_dropped_rook: bool,
    /// Whether a pawn dropped on its second rank may make a double step.
    pub dropped_pawn_double_step: bool,
    /// Whether a king may be taken (some houses claim an illegal move so).
    pub king_capture: bool,
    /// When a check is mate.
    pub mate_model: MateModel,
    /// How many chess sets the table shares: it bounds what can still come to a reserve.
    pub sets: u8,
}

impl MoveRules {
    /// The rules of chess.
    pub const CHESS: MoveRules = MoveRules {
        drops: false,
        pawn_drop_ranks: (2, 7),
        drop_limit: DropLimit::MateAllowed,
        promotion: PromotionStyle::ReplaceBody,
        promotion_kinds: KindSet::OFFICERS,
        demote_on_capture: false,
        castle_dropped_rook: false,
        dropped_pawn_double_step: true,
        king_capture: false,
        mate_model: MateModel::Actual,
        sets: 1,
    };

    /// Bughouse as it is played online: drops with check and mate, pawns on ranks 2 to 7, a promoted piece is a pawn
    /// again when taken, no castling with a dropped rook, mate only where no drop could ever cover.
    pub const FREE: MoveRules = MoveRules {
        drops: true,
        demote_on_capture: true,
        mate_model: MateModel::Hypothetical,
        sets: 2,
        ..MoveRules::CHESS
    };

    /// The squares `color` may drop a pawn on, as a set of squares.
    pub(super) const fn pawn_drop_squares(&self, color: Color) -> u64 {
        let mut set = 0;
        let mut rank = self.pawn_drop_ranks.0;
        while rank >= 1 && rank <= 8 && rank <= self.pawn_drop_ranks.1 {
            set |= super::attacks::rank_of(color, rank as usize - 1);
            rank += 1;
        }
        set
    }

    /// What a pawn that reaches its last rank may become; `None` in the set stands for staying a pawn.
    pub(super) const fn promotion_choices(&self) -> PromotionChoices {
        match self.promotion {
            PromotionStyle::ReplaceBody | PromotionStyle::PawnKeepsBody => {
                PromotionChoices { kinds: self.promotion_kinds, stays: false }
            }
            PromotionStyle::TakeFromDiagonal => PromotionChoices { kinds: self.promotion_kinds, stays: true },
            PromotionStyle::Stays => PromotionChoices { kinds: KindSet::NONE, stays: true },
        }
    }
}

/// What a pawn that reaches its last rank may become.
#[derive(Clone, Copy)]
pub(super) struct PromotionChoices {
    pub(super) kinds: KindSet,
    pub(super) stays: bool,
}

impl PromotionChoices {
    pub(super) const fn len(self) -> usize {
        self.kinds.len() + self.stays as usize
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Option<Kind>> {
        self.kinds.iter().map(Some).chain(self.stays.then_some(None))
    }

    pub(super) fn contains(self, promotion: Option<Kind>) -> bool {
        promotion.map_or(self.stays, |kind| self.kinds.contains(kind))
    }
}

/// A set of kinds of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KindSet(u8);

impl KindSet {
    /// No kind.
    pub const NONE: KindSet = KindSet(0);
    /// Queen, rook, bishop and knight.
    pub const OFFICERS: KindSet = KindSet(0b01_1110);

    /// The set with `kind` added.
    #[must_use]
    pub const fn with(self, kind: Kind) -> KindSet {
        KindSet(self.0 | 1 << kind.index())
    }

    /// Whether `kind` is in the set.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// How many kinds are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds, queen first.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().rev().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::NONE, KindSet::with)
    }
}

impl serde::Serialize for KindSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Kind::letter))
    }
}

impl<'de> serde::Deserialize<'de> for KindSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<KindSet, D::Error> {
        let letters = Vec::<String>::deserialize(deserializer)?;
        let kind = |text: &String| {
            let mut letters = text.chars();
            letters.next().filter(|_| letters.as_str().is_empty()).and_then(Kind::from_letter)
        };
        letters
            .iter()
            .map(|text| {
                kind(text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is no piece: write Q, R, B or N")))
            })
            .collect()
    }
}
