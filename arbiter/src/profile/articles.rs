use crate::{
    procedures::Topic,
    rules::{Irregularity, Played},
};
use board::Kind;
use std::collections::BTreeMap;

/// To what an article applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Scope {
    /// Any move.
    Any,
    /// A drop.
    Drop,
    /// A move of one kind of piece on the board.
    Piece(Kind),
}

impl Scope {
    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Scope::Any => "any",
            Scope::Drop => "drop",
            Scope::Piece(kind) => kind.name(),
        }
    }

    /// Every scope.
    pub(super) fn all() -> impl Iterator<Item = Scope> {
        [Scope::Any, Scope::Drop].into_iter().chain(Kind::ALL.into_iter().map(Scope::Piece))
    }
}

/// The articles that are not those of a parameter: which one each irregular move breaks, and which one speaks of each topic of
/// the proceedings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Articles {
    pub(super) moves: BTreeMap<(Irregularity, Scope), String>,
    pub(super) procedures: BTreeMap<Topic, String>,
}

impl Articles {
    /// The article that a move of `kind`, dropped or not, breaks by `reason`; `None` where the profile names none.
    pub fn of(&self, reason: Irregularity, kind: Kind, dropped: bool) -> Option<&str> {
        let scope = if dropped { Scope::Drop } else { Scope::Piece(kind) };
        self.moves.get(&(reason, scope)).or_else(|| self.moves.get(&(reason, Scope::Any))).map(String::as_str)
    }

    /// The articles that a move already played breaks by `reasons`, each once, in their order.
    pub fn of_move(&self, reasons: &[Irregularity], played: &Played) -> Vec<String> {
        let kind = played.moved.map_or(Kind::Pawn, |piece| piece.kind);
        let mut articles: Vec<String> = Vec::new();
        for article in reasons.iter().filter_map(|&reason| self.of(reason, kind, played.dropped)) {
            if !articles.iter().any(|known| known == article) {
                articles.push(article.to_owned());
            }
        }
        articles
    }

    /// The article that speaks of a topic of the proceedings; `None` where the text has none, or an organiser has emptied it.
    pub fn on(&self, topic: Topic) -> Option<&str> {
        self.procedures.get(&topic).map(String::as_str).filter(|article| !article.is_empty())
    }

    /// The articles of all topics that have one.
    pub fn procedures(&self) -> impl Iterator<Item = (Topic, &str)> {
        self.procedures.iter().map(|(topic, article)| (*topic, article.as_str()))
    }

    /// All of those of moves, as pairs of `reason.scope` and article.
    pub fn entries(&self) -> impl Iterator<Item = (Irregularity, &'static str, &str)> {
        self.moves.iter().map(|((reason, scope), article)| (*reason, scope.word(), article.as_str()))
    }
}
