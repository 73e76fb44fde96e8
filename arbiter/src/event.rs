//! What the arbiter says: past-tense facts and what a person should look at.

use crate::{procedures::Topic, rules::Irregularity};
use board::{BoardId, Decision, Incident, Placement, Seat, Speaker, Square, Stamp};
use serde::{Deserialize, Serialize};

/// A reported turn's name, unique in its match and never used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TurnId(pub u32);

/// A move or drop as it was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Its name. An amendment keeps it.
    pub id: TurnId,
    /// Where it was played.
    pub board: BoardId,
    /// Who played it.
    pub seat: Seat,
    /// Its number on its board, from 1.
    pub ply: u32,
    /// UCI text: `e2e4`, `e7e8q`, drops as `P@e4`, castling as the king's two-square move.
    pub uci: String,
    /// Standard algebraic notation in the position before it.
    pub san: String,
    /// When the piece was let go, as nearly as it was seen.
    pub at: Stamp,
    /// When the clock was pressed for it, where that is known.
    pub pressed: Option<Stamp>,
    /// The moment of the recording at which the program said so.
    pub reported: Stamp,
    /// Whether the profile allows it.
    pub legal: bool,
    /// What the rules hold against it, one a reason; empty when legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Irregularity>,
    /// How sure the arbiter is that just this was played, in thousandths.
    pub certainty: u16,
}

/// Whether an alert begins, changes or ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertState {
    /// For the first time.
    Opened,
    /// Something about it has changed.
    Updated,
    /// It no longer holds.
    Closed,
}

/// What an alert is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AlertKind {
    /// A piece moved as the profile does not allow.
    IllegalMove,
    /// A piece dropped as the profile does not allow.
    IllegalDrop,
    /// What stands on the board follows from nothing the arbiter can think of.
    Unexplained,
    /// The game did not begin from the position it should.
    WrongStart,
    /// A piece has gone from a reserve and was not played.
    HiddenReserve,
    /// What the [proceedings](crate::procedures) found: a promotion that was not declared, a press without a move, a fallen flag.
    Rule(Topic),
}

impl AlertKind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            AlertKind::IllegalMove => "illegal_move",
            AlertKind::IllegalDrop => "illegal_drop",
            AlertKind::Unexplained => "unexplained",
            AlertKind::WrongStart => "wrong_start",
            AlertKind::HiddenReserve => "hidden_reserve",
            AlertKind::Rule(Topic::PromotionUndeclared) => "promotion_not_declared",
            AlertKind::Rule(Topic::PawnNotReplaced) => "promotion_not_replaced",
            AlertKind::Rule(topic) => topic.word(),
        }
    }

    /// What a word stands for; the topic's own word is understood as well.
    pub fn from_word(word: &str) -> Option<AlertKind> {
        use AlertKind::{HiddenReserve, IllegalDrop, IllegalMove, Unexplained, WrongStart};
        let own = [IllegalMove, IllegalDrop, Unexplained, WrongStart, HiddenReserve];
        let rules = Topic::ALL.iter().map(|topic| AlertKind::Rule(*topic));
        own.into_iter()
            .chain(rules)
            .find(|kind| kind.word() == word)
            .or_else(|| Topic::from_word(word).map(AlertKind::Rule))
    }
}

impl Serialize for AlertKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for AlertKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<AlertKind, D::Error> {
        let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        AlertKind::from_word(&word)
            .ok_or_else(|| serde::de::Error::custom(format!("there is no alert of the kind {word:?}")))
    }
}

/// An alert's name; its later states carry the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AlertId(pub u32);

/// What a profile has done about a breach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remedy {
    /// One sentence.
    pub text: String,
    /// The article that says so, where the profile names one.
    pub article: Option<String>,
}

/// Something a person should look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alert {
    /// Its name.
    pub id: AlertId,
    /// Whether it begins, changes or ends.
    pub state: AlertState,
    /// What it is about.
    pub kind: AlertKind,
    /// The board concerned.
    pub board: BoardId,
    /// Who is concerned, where that is known.
    pub seat: Option<Seat>,
    /// The turn concerned, where there is one.
    pub turn: Option<TurnId>,
    /// The kind of piece concerned, as its English letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    /// The turn's UCI text, where the alert is about a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    /// The squares concerned.
    pub squares: Vec<Square>,
    /// The profile's articles concerned.
    pub articles: Vec<String>,
    /// What the board is taken to show from here on, where the alert is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// One sentence.
    pub text: String,
    /// What the profile has done about it, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
    /// When it happened.
    pub at: Stamp,
    /// The moment of the recording at which the program said so.
    pub reported: Stamp,
    /// How sure the arbiter is, in thousandths.
    pub certainty: u16,
    /// Whether it may be shown now. Under a profile whose arbiter is silent until a claim it is kept.
    #[serde(default = "shown")]
    pub shown: bool,
}

fn shown() -> bool {
    true
}

/// A fact about the match, or something computed from facts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A board's game was seen to begin.
    Started {
        /// Which board.
        board: BoardId,
        /// What stands there.
        placement: Placement,
        /// When it was first seen.
        at: Stamp,
    },
    /// Something was played.
    Turn(Turn),
    /// What was reported as turn `of` was in truth this turn, which keeps its name.
    TurnAmended {
        /// The turn that is replaced.
        of: TurnId,
        /// The whole new turn.
        turn: Turn,
    },
    /// What was reported as turn `of` was not played.
    TurnWithdrawn {
        /// The turn that is taken back.
        of: TurnId,
        /// The moment of the recording at which the program said so.
        reported: Stamp,
    },
    /// Something a person should look at.
    Alert(Alert),
    /// What the games and the match have come to by the profile; it takes the place of what was told before.
    Result {
        /// `1-0` for team 1 (White on one board), `0-1`, `1/2-1/2`, or `*` where nothing is decided.
        result: String,
        /// How it came about, in sentences; empty where an earlier result no longer holds.
        text: String,
        /// The profile's articles concerned.
        articles: Vec<String>,
        /// The moment of the recording at which the program said so.
        reported: Stamp,
    },
    /// Somebody decided, claimed or put something right.
    Ruled {
        /// Who.
        by: Speaker,
        /// What.
        what: Decision,
        /// When it was entered.
        at: Stamp,
        /// Whether it took effect: a claim is right, a correction could be made.
        accepted: bool,
        /// What followed from it, or why nothing did, in sentences; empty where there is nothing to say.
        text: String,
        /// The profile's articles concerned.
        articles: Vec<String>,
    },
    /// Something happened to those who watch the table: a camera, the machine, the disk.
    Incident(Incident),
    /// The source has ended.
    End {
        /// When.
        at: Stamp,
        /// What the arbiter believes stands on each board.
        placements: Vec<(BoardId, Placement)>,
    },
}
