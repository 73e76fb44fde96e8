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

/// What it costs to say that the game begins with two pieces of each other's squares, in 1/256 nat: hands that set up in a hurry change kings and
/// queens, and eyes that take each of two pieces for the other are rarer.
const SWAPPED: i32 = 448;

impl Beam {
    /// While nothing has been played: accounts by which two pieces of a back rank stood on each other's squares from the start, with White, with Black, or with
    /// both.
    pub(super) fn swaps(&mut self) {
        let best = &self.accounts[0];
        if self.lines.len(best.line) != 1 || self.view.current() != SquareSet::ALL {
            return;
        }
        let start = best.position.placement();
        let back = |color: Color, file: usize| Square::new(file, if color == Color::White { 0 } else { 7 });
        let gain = |color: Color, one: usize, other: usize| {
            let (Some(one), Some(other)) = (back(color, one), back(color, other)) else { return 0 };
            let of = |square, content| self.view.look(square).map_or(0, |look| look.of(content));
            of(one, start[other]) + of(other, start[one]) - of(one, start[one]) - of(other, start[other])
        };
        let mut swapped = Vec::new();
        for (one, other) in (0..8).flat_map(|one| (one + 1..8).map(move |other| (one, other))) {
            let sides: [&[Color]; 3] = [&[Color::White], &[Color::Black], &Color::BOTH];
            for colors in sides {
                if !colors.iter().all(|&color| gain(color, one, other) > 0)
                    || colors.iter().map(|&color| gain(color, one, other)).sum::<i32>() <= SWAPPED
                {
                    continue;
                }
                let mut placement = start;
                for &color in colors {
                    if let (Some(one), Some(other)) = (back(color, one), back(color, other)) {
                        (placement[one], placement[other]) = (start[other], start[one]);
                    }
                }
                let position = Position::from_placement(&placement, Color::White);
                let mut account = account(position, best.line, best.past - SWAPPED);
                account.plies = best.plies;
                account.rescore(&self.view);
                swapped.push((account, Step::Jump(placement, Color::White)));
            }
        }
        for (mut account, step) in swapped {
            if !self.accounts.iter().any(|known| known.position.key() == account.position.key()) {
                account.line = self.lines.extend(Some(account.line), step);
                self.accounts.push(account);
            }
        }
    }

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
