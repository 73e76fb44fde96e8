//! Exchanges: pieces that came to a square and were taken there before they were seen.
//!
//! Pawn takes pawn and pawn takes back under the same two hands: on the square itself a pawn stands as before, and only the squares that were
//! left say that anything happened. The first capture by itself explains nothing, so such chains are looked for as a whole. A piece that is dropped and
//! taken at once leaves no other trace than the move of the piece that took it.

use super::{
    candidates::CONTRADICTION,
    drops::Drops,
    hypothesis::Hypothesis,
    line::{Lines, Step},
    look::View,
};
use crate::rules::{Move, MoveList, MoveRules};
use board::{Kind, Square, SquareSet};

/// The most plies on one square that are looked for at once.
const LONGEST: usize = 4;

/// Finds exchanges and adds the accounts after them, with their last steps; the line has the others already.
pub struct Exchanges<'a> {
    pub rules: &'a MoveRules,
    pub drops: &'a Drops<'a>,
    pub view: &'a View,
    pub moves: &'a mut MoveList,
    pub lines: &'a mut Lines,
    pub found: &'a mut Vec<(Hypothesis, Step)>,
}

impl Exchanges<'_> {
    /// All that can have followed `parent`.
    pub fn after(&mut self, parent: &Hypothesis) {
        let against = parent.contradicted(self.view, CONTRADICTION);
        if against.is_empty() {
            return;
        }
        let left: SquareSet = against.filter(|&square| self.shows_empty(square)).collect();
        for mv in self.walks(parent, None) {
            let (Some(from), to) = (mv.from(), mv.to()) else { continue };
            // something must speak for it: a square seen to be left, or what is seen on the one reached
            if left.contains(from) || against.contains(to) {
                self.go_on(parent, mv, self.drops.priors.legal, left.contains(from), 1);
            }
        }
        if self.rules.drops {
            for to in against {
                self.drops(parent, to);
            }
            self.drops_taken_on_the_way(parent, left);
        }
    }

    /// Drops on a square where now another piece is seen, of whatever colour: what was dropped may have been taken, and its taker too.
    fn drops(&mut self, parent: &Hypothesis, to: Square) {
        let seen = self.view.look(to).and_then(|look| look.best()).is_some();
        if parent.position.content(to).is_some() || !seen {
            return;
        }
        for (mv, cost) in self.droppable(parent, to) {
            self.go_on(parent, mv, cost, true, 1);
        }
    }

    /// A piece has left its square, and where it went cannot be seen or it has gone on: it may have taken what was dropped there.
    fn drops_taken_on_the_way(&mut self, parent: &Hypothesis, left: SquareSet) {
        let mut after = parent.position;
        after.set_turn(!after.turn());
        self.moves.clear();
        after.legal_moves(self.rules, self.moves);
        let current = self.view.current();
        let takers: Vec<Move> = self
            .moves
            .iter()
            .filter(|mv| mv.from().is_some_and(|from| left.contains(from)) && after.content(mv.to()).is_none())
            .filter(|mv| !current.contains(mv.to()) || self.shows_empty(mv.to()))
            .copied()
            .collect();
        for taker in takers {
            for (mv, cost) in self.droppable(parent, taker.to()) {
                let mut account = parent.passing(mv, cost, self.view);
                if !account.position.is_legal(taker, self.rules) {
                    continue;
                }
                account.line = self.lines.extend(Some(account.line), Step::Legal(mv));
                let (after, _) = account.child_on(taker, true, self.drops.priors.legal, self.view, Some(taker.to()));
                self.found.push((after, Step::Legal(taker)));
            }
        }
    }

    /// What whoever is to move after `parent` can have dropped on a square, with what it costs to say so.
    fn droppable(&self, parent: &Hypothesis, to: Square) -> Vec<(Move, i32)> {
        let color = parent.position.turn();
        let mut position = parent.position;
        let mut found = Vec::new();
        for kind in Kind::HOLDABLE.into_iter().filter(|&kind| self.drops.holds(parent, color, kind)) {
            position.pocket_mut(color).add(kind);
            let mv = Move::Drop { kind, to };
            if position.is_legal(mv, self.rules) {
                found.push((mv, self.drops.priors.drop + self.drops.cost(parent, color, kind, to)));
            }
        }
        found
    }

    /// `mv` was the `length`-th ply of an exchange; what came to its square after it?
    fn go_on(&mut self, before: &Hypothesis, mv: Move, cost: i32, spoken_for: bool, length: usize) {
        let mut account = before.passing(mv, cost, self.view);
        account.line = self.lines.extend(Some(account.line), Step::Legal(mv));
        for reply in self.walks(&account, Some(mv.to())) {
            let (after, _) = account.child_on(reply, true, self.drops.priors.legal, self.view, Some(mv.to()));
            let fits =
                self.view.look(mv.to()).is_some_and(|look| look.of(after.position.content(mv.to())) > -CONTRADICTION);
            let left = reply.from().is_some_and(|from| self.view.current().contains(from) && self.shows_empty(from));
            if fits && (spoken_for || left) {
                self.found.push((after, Step::Legal(reply)));
            } else if length + 1 < LONGEST {
                self.go_on(&account, reply, self.drops.priors.legal, spoken_for || left, length + 1);
            }
        }
    }

    /// Captures and moves from squares that are seen empty or not seen at all, to where a piece is seen.
    fn walks(&mut self, account: &Hypothesis, to: Option<Square>) -> Vec<Move> {
        let position = account.position;
        position.legal_moves(self.rules, self.moves);
        let current = self.view.current();
        let possible = |mv: &&Move| {
            let (Some(from), target) = (mv.from(), mv.to()) else { return false };
            to.is_none_or(|to| to == target)
                && current.contains(target)
                && (!current.contains(from) || self.shows_empty(from))
                && (to.is_some() || !self.shows_empty(target))
        };
        self.moves.iter().filter(possible).copied().collect()
    }

    /// Whether what is seen on `square` may be nothing.
    fn shows_empty(&self, square: Square) -> bool {
        self.view.look(square).is_some_and(|look| look.of(None) > -CONTRADICTION)
    }
}
