//! What people say of a board: it is taken as it is said, whatever the eyes make of it.

use super::{
    beam::{Beam, account, apply},
    hypothesis::{Hypothesis, count, mover, play_irregular},
    line::{LineId, Step},
};
use crate::rules::{Captured, Move, MoveRules, Position};
use board::{Color, Kind, Placement};

/// Where the eyes contradict what a person said by more than this, in 1/256 nat, they are not believed there until they see something new.
const DISBELIEVED: i32 = 256;

impl Beam {
    /// This stands on the board from here on, and it is `turn`'s turn.
    pub fn set(&mut self, placement: Placement, turn: Color) {
        let best = self.best().clone();
        let line = self.lines.extend(Some(best.line), Step::Set(placement, turn));
        let mut set = account(Position::from_placement(&placement, turn), line, 0);
        (set.dropped, set.captured) = (best.dropped, best.captured);
        set.plies = self.view().tempo().pressed();
        self.take(set);
    }

    /// Step number `index` of `told`, from 0, was in truth `mv`, or nothing. What is believed to have followed is kept and judged anew. Returns whether
    /// there is such a step, and whether `mv` can be made there.
    pub fn correct(&mut self, told: LineId, index: usize, mv: Option<Move>) -> bool {
        let best = self.best().clone();
        // where the best account differs already, what was told is what people speak of
        let whole = if self.lines().prefix(best.line, index + 1) == self.lines().prefix(told, index + 1) {
            best.line
        } else {
            told
        };
        let steps: Vec<Step> = (1..=self.lines().len(whole))
            .filter_map(|length| self.lines().prefix(whole, length))
            .map(|line| self.lines().step(line))
            .collect();
        let Some(was) = steps.get(index).filter(|step| step.played().is_some()) else { return false };
        let was = was.played();
        let rules = *self.rules();
        let mut line = None;
        if (index + 1..=steps.len())
            .any(|number| self.taken_back(whole, number).is_some_and(|(of, ..)| of == index + 1))
        {
            // it stands on the board no more
            return false;
        }
        let mut replay = Replay::default();
        let mut plies = best.plies;
        for (place, &step) in steps.iter().enumerate() {
            let step = match (place == index, step.played()) {
                (true, _) => match mv {
                    Some(mv) if replay.can_be(mv) => replay.judged(mv, &rules),
                    Some(_) => return false,
                    None => {
                        if let Some(was) = was {
                            plies[mover(&replay.position, was).index()] -= 1;
                        }
                        continue;
                    }
                },
                (false, Some(later)) if place > index && replay.can_be(later) => replay.judged(later, &rules),
                (false, Some(_)) if place > index => continue,
                _ => step,
            };
            replay.step(step);
            line = Some(self.lines.extend(line, step));
        }
        let Some(line) = line else { return false };
        let mut corrected = account(replay.position, line, 0);
        (corrected.dropped, corrected.captured, corrected.plies) = (replay.dropped, replay.captured, plies);
        self.take(corrected);
        true
    }

    /// The only account there is from here on. Looks that contradict it are of eyes that misread.
    fn take(&mut self, mut only: Hypothesis) {
        Color::BOTH.into_iter().for_each(|color| only.weigh_reserve(color, self.view()));
        only.rescore(self.view());
        only.unscored = only.contradicted(self.view(), DISBELIEVED);
        only.rescore(self.view());
        self.accounts = vec![only];
    }
}

/// A line played through, with what was captured and dropped.
#[derive(Default)]
struct Replay {
    position: Position,
    dropped: super::Tally,
    captured: super::Tally,
    /// What there was before the moves that can be taken back.
    before: Vec<(Position, super::Tally, super::Tally)>,
}

impl Replay {
    /// Whether there is a piece to move, or room for one to be dropped.
    fn can_be(&self, mv: Move) -> bool {
        match mv {
            Move::Walk { from, to, .. } => from != to && self.position.content(from).is_some(),
            Move::Drop { to, .. } => self.position.content(to).is_none(),
        }
    }

    fn judged(&self, mv: Move, rules: &MoveRules) -> Step {
        let mut position = self.position;
        if let Move::Drop { kind, .. } = mv {
            let color = position.turn();
            position.pocket_mut(color).add(kind);
        }
        if position.is_legal(mv, rules) { Step::Legal(mv) } else { Step::Irregular(mv) }
    }

    fn step(&mut self, step: Step) {
        let Some(mv) = step.played() else {
            match step {
                Step::Back => {
                    if let Some(before) = self.before.pop() {
                        (self.position, self.dropped, self.captured) = before;
                    }
                }
                _ => self.before.clear(),
            }
            return apply(&mut self.position, step);
        };
        self.before.push((self.position, self.dropped, self.captured));
        let mover = mover(&self.position, mv);
        if let (Step::Legal(_), Move::Drop { kind, .. }) = (step, mv) {
            self.position.pocket_mut(mover).add(kind);
        }
        let played = match step {
            Step::Irregular(mv) => play_irregular(&mut self.position, mv),
            _ => self.position.play(mv),
        };
        if let Move::Drop { kind, .. } = mv {
            count(&mut self.dropped, mover, kind);
        }
        if let Some(Captured { piece, promoted, .. }) = played.captured {
            count(&mut self.captured, mover, if promoted { Kind::Pawn } else { piece.kind });
        }
    }
}
