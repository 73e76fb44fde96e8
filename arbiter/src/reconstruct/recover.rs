//! Finding back to what stands on the board when no account of what was played leads there.

use super::{
    beam::{Beam, account},
    candidates::CONTRADICTION,
    hypothesis::Hypothesis,
    line::Step,
};
use crate::rules::Position;
use board::{Color, Square, SquareSet, Stamp};

/// The board is taken as it is seen only when that contradicts the best account on this many squares: one or two are misread more often.
const SQUARES: usize = 3;

/// What is seen on a square for so long and contradicts what is believed there is not about to be explained, in milliseconds.
const LASTING_MS: i64 = 1000;

/// What is seen so long is no passing misreading, be it on one square, in milliseconds.
const CERTAIN_MS: i64 = 2800;

impl Beam {
    /// Accounts by which the board now simply stands as it is seen.
    pub(super) fn jumps(&self) -> Vec<(Hypothesis, Step)> {
        let best = &self.accounts[0];
        let against = best.contradicted(&self.view, 256);
        if against.len() < SQUARES || !self.view.unsettled().is_empty() {
            return Vec::new();
        }
        let mut placement = best.position.placement();
        for square in Square::all().filter(|&square| self.view.current().contains(square)) {
            if let Some(look) = self.view.look(square) {
                placement[square] = look.best();
            }
        }
        Color::BOTH
            .into_iter()
            .map(|turn| {
                let position = Position::from_placement(&placement, turn);
                let mut jump = account(position, best.line, best.past - self.priors.jump);
                (jump.dropped, jump.captured) = (best.dropped, best.captured);
                (jump.reserve, jump.kept_reserve) = (best.reserve, best.kept_reserve);
                jump.unscored = best.unscored;
                // how many plies were played is not known: what the clock says is taken
                jump.plies = self.view.tempo().pressed();
                jump.rescore(&self.view);
                (jump, Step::Jump(placement, turn))
            })
            .filter(|(jump, _)| jump.score > self.floor())
            .collect()
    }

    /// Where what is seen has contradicted the best account for a while on several squares, and no step explains it: accounts that take these squares as they are
    /// seen and leave all others as they are believed to be.
    pub(super) fn repair(&mut self, at: Stamp) {
        let best = &self.accounts[0];
        // kinds alone are misread for as long as a piece stands where it stands
        let against: SquareSet = Square::all()
            .filter(|&square| self.view.current().contains(square) && !best.unscored.contains(square))
            .filter(|&square| {
                self.view.look(square).is_some_and(|look| {
                    at.millis_since(look.first) >= LASTING_MS
                        && look.against_color_of(best.position.content(square)) > CONTRADICTION
                })
            })
            .collect();
        // eyes that misread a piece do so from the start
        let changed = SquareSet(best.unexplained.0 | best.belied.0);
        let certain = |square| {
            changed.contains(square) && self.view.look(square).is_some_and(|look| look.seen_ms() >= CERTAIN_MS)
        };
        if against.is_empty() || against.len() < SQUARES && !against.into_iter().all(certain) {
            return;
        }
        let mut placement = best.position.placement();
        for square in against {
            placement[square] = self.view.look(square).and_then(|look| look.best());
        }
        let unexplained = SquareSet(best.unexplained.0 & !against.0);
        let mut repaired = Vec::new();
        for turn in Color::BOTH {
            let mut repair =
                account(Position::from_placement(&placement, turn), best.line, best.past - self.priors.repair);
            (repair.dropped, repair.captured) = (best.dropped, best.captured);
            (repair.reserve, repair.kept_reserve) = (best.reserve, best.kept_reserve);
            (repair.unscored, repair.unexplained) = (best.unscored, unexplained);
            repair.plies = self.view.tempo().pressed();
            repair.rescore(&self.view);
            if repair.score > self.floor() {
                repaired.push((repair, Step::Jump(placement, turn)));
            }
        }
        for (mut repair, step) in repaired {
            let known = self.accounts.iter().any(|account| account.position.key() == repair.position.key());
            if !known || self.replaces(&repair) {
                repair.line = self.lines.extend(Some(repair.line), step);
                self.accounts.push(repair);
            }
        }
    }
}
