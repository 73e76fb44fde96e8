//! What the arbiter is told before the match.

use crate::{
    profile::{Articles, HiddenRemedy, Profile},
    reconstruct::{Margins, Priors, Settling},
    rules::MoveRules,
};
use board::BoardId;

/// What the arbiter is told before the match.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The boards that are watched.
    pub boards: Vec<BoardId>,
    /// What may be played.
    pub rules: MoveRules,
    /// How long a thing must be seen.
    pub settling: Settling,
    /// What each kind of step costs.
    pub priors: Priors,
    /// How sure the arbiter must be.
    pub margins: Margins,
    /// The articles that irregular moves break.
    pub articles: Articles,
    /// What is done about pieces that go from a reserve; nothing where it is `None`.
    pub hiding: Option<Hiding>,
    /// All that the rules say of the course of a match; without it only moves are judged.
    pub profile: Option<Profile>,
}

/// When a held piece counts as hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hiding {
    /// How long it may be out of sight, in milliseconds.
    pub grace_ms: i64,
    /// The article that says so.
    pub article: Option<String>,
}

impl Setup {
    /// Watching `boards` by `rules`, all else as usual.
    pub fn new(boards: Vec<BoardId>, rules: MoveRules) -> Setup {
        Setup {
            boards,
            rules,
            settling: Settling::default(),
            priors: Priors::default(),
            margins: Margins::default(),
            articles: Articles::default(),
            hiding: None,
            profile: None,
        }
    }

    /// Watching `boards` by a profile: its moves, its articles, its reserves.
    pub fn by_profile(boards: Vec<BoardId>, profile: &Profile) -> Setup {
        let after = &profile.hidden_after_s;
        let watches = profile.hidden_remedy.value != HiddenRemedy::None && profile.drops.value;
        Setup {
            articles: profile.articles.clone(),
            hiding: watches.then(|| Hiding {
                grace_ms: 1000 * i64::from(after.value),
                article: Some(after.article.clone()).filter(|a| !a.is_empty()),
            }),
            profile: Some(profile.clone()),
            ..Setup::new(boards, profile.move_rules())
        }
    }
}
