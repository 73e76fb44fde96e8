//! When an account is sure enough to be told, and what to say when a later one is better.

use super::{
    beam::Beam,
    hypothesis::{Hypothesis, touched},
    line::{LineId, Step},
};
use crate::rules::Move;
use board::SquareSet;

/// How far the best account must be ahead, in 1/256 nat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// To report a step whose squares were all seen since.
    pub seen: i32,
    /// To report one of these that the rules forbid.
    pub irregular: i32,
    /// To report a step of which a square has not been seen since, or that later steps confirm.
    pub unseen: i32,
    /// To take back what was reported.
    pub amend: i32,
}

impl Default for Margins {
    fn default() -> Self {
        Margins { seen: 512, irregular: 896, unseen: 1536, amend: 768 }
    }
}

/// The most a margin is taken to be, in 1/256 nat: what no account contradicts is not certain.
const MOST: i32 = 256 * 9;

/// What has changed in the account that was told. Indices count the steps of the line from 0, its beginning included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The steps from here on that were told no longer hold.
    pub from: usize,
    /// How many steps had been told before.
    pub told: usize,
    /// The line as it is told now.
    pub line: LineId,
    /// How many of its steps are told.
    pub length: usize,
    /// For each step from `from` on, how far ahead the account is in it, in 1/256 nat.
    pub margins: Vec<i32>,
}

/// What has been told of one board's play.
#[derive(Clone, Debug, Default)]
pub struct Reporter {
    margins: Margins,
    told: Option<LineId>,
}

impl Reporter {
    /// Nothing has been told.
    pub fn new(margins: Margins) -> Reporter {
        Reporter { margins, told: None }
    }

    /// The line that was told, if anything was.
    pub fn told(&self) -> Option<LineId> {
        self.told
    }

    /// The line that was told, to be given another name.
    pub fn told_mut(&mut self) -> Option<&mut LineId> {
        self.told.as_mut()
    }

    /// What is to be told now, if anything. With `at_the_end` the best account is told as a whole, sure or not.
    pub fn update(&mut self, beam: &Beam, at_the_end: bool) -> Option<Update> {
        let lines = beam.lines();
        let told = self.told.map_or(0, |line| lines.len(line));
        let mut best = beam.best();
        let mut shared = self.told.map_or(0, |line| lines.shared(line, best.line));
        if shared < told {
            let rival = beam.accounts().iter().find(|account| lines.prefix(account.line, told) == self.told);
            if let Some(rival) = rival.filter(|account| best.score - account.score < self.margins.amend) {
                // not better enough to take anything back: at the end the account that agrees with what was told is told out
                if !at_the_end {
                    return None;
                }
                (best, shared) = (rival, told);
            }
        }
        let mut length = shared;
        let mut margins = Vec::new();
        while length < lines.len(best.line) {
            let margin = margin(beam, best, length + 1);
            let needed = if at_the_end { i32::MIN } else { self.needed(beam, best, length + 1) };
            // what is amended is told at once: leaving a hole in the middle would tell less than is known; and of a drop or promotion of which
            // only the kind is in doubt the likeliest
            if margin < needed && length >= told && but_for_kind(beam, best, length + 1) < needed {
                break;
            }
            length += 1;
            margins.push(margin);
        }
        if length == told && shared == told {
            return None;
        }
        let line = lines.prefix(best.line, length)?;
        self.told = Some(line);
        Some(Update { from: shared, told, line, length, margins })
    }

    /// The margin asked of the step that makes the best account's line `length` long.
    fn needed(&self, beam: &Beam, best: &Hypothesis, length: usize) -> i32 {
        let (before, step) = beam.replay(best.line, length);
        let Some(mv) = step.played() else {
            return match step {
                Step::Jump(..) if length > 2 => self.margins.unseen,
                Step::Back => self.margins.irregular,
                _ => self.margins.seen,
            };
        };
        let squares = touched(&before, mv);
        let hidden = SquareSet(squares.0 & (best.unscored.0 | !beam.view().current().0));
        match step {
            _ if !hidden.is_empty() => self.margins.unseen,
            Step::Irregular(_) => self.margins.irregular,
            _ => self.margins.seen,
        }
    }
}

/// As [`margin`], where a drop to the same square is the same step, whatever was dropped, and a promotion whatever the pawn becomes.
fn but_for_kind(beam: &Beam, best: &Hypothesis, length: usize) -> i32 {
    let lines = beam.lines();
    let drop = |line| match lines.prefix(line, length).and_then(|prefix| lines.step(prefix).played()) {
        Some(Move::Drop { to, .. }) => Some((None, to)),
        Some(Move::Walk { from, to, promotion: Some(_) }) => Some((Some(from), to)),
        _ => None,
    };
    let Some(to) = drop(best.line) else { return margin(beam, best, length) };
    let before = lines.prefix(best.line, length - 1);
    beam.accounts()
        .iter()
        .find(|account| drop(account.line) != Some(to) || lines.prefix(account.line, length - 1) != before)
        .map_or(MOST, |rival| (best.score - rival.score).min(MOST))
}

/// How far the `best` account is ahead of the best that differs from it in the first `length` steps, in 1/256 nat.
fn margin(beam: &Beam, best: &Hypothesis, length: usize) -> i32 {
    let lines = beam.lines();
    let prefix = lines.prefix(best.line, length);
    beam.accounts()
        .iter()
        .find(|account| lines.prefix(account.line, length) != prefix)
        .map_or(MOST, |rival| (best.score - rival.score).min(MOST))
}

/// A margin as a probability in thousandths: the logistic of it.
pub fn certainty(margin: i32) -> u16 {
    // by table, a nat a step, so that no machine's exponential function has a say
    const OF_NATS: [u16; 10] = [500, 731, 881, 953, 982, 993, 998, 999, 1000, 1000];
    let nats = (margin.clamp(0, MOST) / 256) as usize;
    let part = margin.clamp(0, MOST) % 256;
    let (low, high) = (OF_NATS[nats], OF_NATS[(nats + 1).min(OF_NATS.len() - 1)]);
    low + ((i32::from(high - low) * part) / 256) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_grows_with_the_margin() {
        assert_eq!(certainty(-5), 500);
        assert_eq!(certainty(256), 731);
        assert_eq!(certainty(i32::MAX), 1000);
        assert!((0..MOST).all(|margin| certainty(margin) <= certainty(margin + 1)));
    }
}
