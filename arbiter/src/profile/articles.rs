use crate::rules::{Irregularity, Played};
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

/// The article that each irregular move breaks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Articles(pub(super) BTreeMap<(Irregularity, Scope), String>);

impl Articles {
    /// The article that a move of `kind`, dropped or not, breaks by `reason`; `None` where the profile names none.
    pub fn of(&self, reason: Irregularity, kind: Kind, dropped: bool) -> Option<&str> {
        let scope = if dropped { Scope::Drop } else { Scope::Piece(kind) };
        self.0.get(&(reason, scope)).or_else(|| self.0.get(&(reason, Scope::Any))).map(String::as_str)
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

    /// All of them, as pairs of `reason.scope` and article.
    pub fn entries(&self) -> impl Iterator<Item = (Irregularity, &'static str, &str)> {
        self.0.iter().map(|((reason, scope), article)| (*reason, scope.word(), article.as_str()))
    }
}
