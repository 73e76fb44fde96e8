//! One account of what was played on a board, and how well it explains what was seen.

use super::{
    line::LineId,
    look::{Change, Look, View},
    order::Order,
};
use crate::rules::{Move, Played, Position};
use board::{Color, Content, Kind, Piece, Square, SquareSet};

/// How many pieces of each holdable kind, for White and for Black.
pub type Tally = [[u8; 5]; 2];

/// What it costs an account when a square shows something else and nothing in the account says why, in 1/256 nat. Eyes that
/// misread a piece go on misreading it, so that what was read changes of itself is rarer than that it was wrong from the start.
const SURPRISE: i32 = 768;

/// What it costs an account when it changes a square that goes on showing what it showed, in 1/256 nat: the counterpart of
/// [`SURPRISE`]. A square that was misread before and fits now has cost enough already.
const UNCHANGED: i32 = 768;

/// What it costs to say that a captured piece was taken off before the capturing one came, in 1/256 nat: it is what hands do, and only
/// now and then for long enough to be seen.
const LIFTED: i32 = 128;

/// What it costs to say that a piece went from one square to another when it was seen on both at once, in 1/256 nat.
const OVERLAP: i32 = 1792;

/// One account of what was played on a board.
#[derive(Clone, Debug)]
pub struct Hypothesis {
    /// What is believed to stand there, and whose turn it is.
    pub position: Position,
    /// What is believed to have been played.
    pub line: LineId,
    /// The log-likelihood of all looks that have ended, and the log-prior of all steps, in 1/256 nat.
    pub past: i32,
    /// `past` and the log-likelihood of the looks that stand.
    pub score: i32,
    /// Squares the account has changed since they were last seen: their looks speak of what was there before.
    pub unscored: SquareSet,
    /// Squares that show something else than they did though the account has changed nothing there since.
    pub unexplained: SquareSet,
    /// Squares the account has changed and that since then show the other colour, or whether anything stands there otherwise: what sets that
    /// right happened before they did.
    pub belied: SquareSet,
    /// Squares the account has changed and that go on showing what they showed before.
    pub unchanged: SquareSet,
    /// Where pieces went by plies that only a press speaks for, until they are seen there.
    pub guessed: SquareSet,
    /// In which order the squares of the latest steps changed, and what was seen against that: part of the score.
    pub order: Order,
    /// Squares that were seen empty while the account has a piece there, and what that has cost so far: given back when the
    /// piece turns out to have been captured.
    pub lifted: Vec<(Square, i32)>,
    /// How many plies each colour has played.
    pub plies: [i32; 2],
    /// What the presses of the clock say against these numbers: part of the score.
    pub tempo: i32,
    /// What was last seen of each colour's reserve says against what was dropped by then, in 1/256 nat: part of the score.
    pub reserve: [i32; 2],
    /// What earlier looks at each colour's reserve said, before something was taken from it: part of the score.
    pub kept_reserve: [i32; 2],
    /// What each colour has dropped.
    pub dropped: Tally,
    /// What each colour has captured, as it is handed over: a promoted piece counts as what it turns into.
    pub captured: Tally,
}

impl Hypothesis {
    /// How well `look` fits the account's content of `square`. A promoted pawn may look like either.
    fn fit(&self, square: Square, look: &Look) -> i32 {
        let content = self.position.content(square);
        let as_it_is = look.of(content);
        if self.position.promoted().contains(square) {
            let pawn = content.map(|piece| Piece::new(piece.color, Kind::Pawn));
            return as_it_is.max(look.of(pawn));
        }
        as_it_is
    }

    fn fit_if_scored(&self, square: Square, view: &View) -> i32 {
        match view.look(square) {
            Some(look) if !self.unscored.contains(square) => {
                let surprise = if self.unexplained.contains(square) { SURPRISE } else { 0 };
                // eyes that misread a piece do so from the start: what goes on showing something new is believed more and more
                let changed = surprise > 0 || self.belied.contains(square) || self.unchanged.contains(square);
                let lasting = if changed { look.lasting_against(self.position.content(square)) } else { 0 };
                self.fit(square, look) - surprise - lasting
            }
            _ => 0,
        }
    }

    /// Computes the score anew from `view`.
    pub fn rescore(&mut self, view: &View) {
        self.tempo = view.tempo().against(&self.plies, self.position.turn());
        let fit: i32 = Square::all().map(|square| self.fit_if_scored(square, view)).sum();
        self.score = self.past + fit
            - self.tempo
            - self.order.cost()
            - self.reserve.iter().chain(&self.kept_reserve).sum::<i32>();
    }

    /// Takes account of a look at `color`'s reserve. Call [`Hypothesis::rescore`] afterwards.
    pub fn weigh_reserve(&mut self, color: Color, view: &View) {
        self.reserve[color.index()] = view.holdings().against(color, &self.dropped[color.index()]);
    }

    /// Something was taken from `color`'s reserve: what its looks said until then is not forgotten. The same pieces lie there still, and their looks are no
    /// independent witnesses, so it does not add up.
    pub fn keep_reserve(&mut self, color: Color) {
        let of = color.index();
        self.kept_reserve[of] = (self.kept_reserve[of] + self.reserve[of]) / 2;
    }

    /// Takes account of another ply of `mover`.
    fn count_ply(&mut self, mover: Color, view: &View) {
        self.plies[mover.index()] += 1;
        let tempo = view.tempo().against(&self.plies, self.position.turn());
        self.score += self.tempo - tempo;
        self.tempo = tempo;
    }

    /// Takes account of looks that have ended or come back. Call [`Hypothesis::rescore`] afterwards.
    pub fn take_in(&mut self, changes: &[(Square, Change)], view: &View) {
        for (square, change) in changes {
            let unscored = self.unscored.contains(*square);
            self.unscored.remove(*square);
            self.guessed.remove(*square);
            if let Change::Replaced(old) = change {
                self.belied.remove(*square);
                self.unchanged.remove(*square);
                if unscored && old.is_some() {
                    self.order.shows(*square, view);
                    let color = |content: Content| content.map(|piece| piece.color);
                    let seen = view.look(*square).map(|look| color(look.best()));
                    if seen.is_some_and(|seen| seen != color(self.position.content(*square))) {
                        self.belied.insert(*square);
                    }
                }
            }
            if let (Change::Replaced(Some(old)), false) = (change, unscored) {
                let fit = self.fit(*square, old) - if self.unexplained.contains(*square) { SURPRISE } else { 0 };
                self.past += fit;
                self.unexplained.insert(*square);
                if self.position.content(*square).is_some() && old.best().is_none() {
                    self.lifted.push((*square, fit));
                }
            }
        }
    }

    /// The account that goes on with `mv`, its score brought up to date, and what the step cost: `cost` is its negative
    /// log-prior, to which comes what is odd about how it was seen. The line stays the parent's.
    pub fn child(&self, mv: Move, legal: bool, cost: i32, view: &View) -> (Hypothesis, i32) {
        self.child_on(mv, legal, cost, view, None)
    }

    /// The account that goes on with `mv` to a square where another piece came before anything was seen: its look says nothing of this one.
    pub fn passing(&self, mv: Move, cost: i32, view: &View) -> Hypothesis {
        let mut before = self.clone();
        let to = mv.to();
        let fit = self.fit_if_scored(to, view);
        if self.unexplained.contains(to) {
            before.unexplained.remove(to);
        } else {
            before.past += fit;
        }
        before.score = self.score - if self.unexplained.contains(to) { fit } else { 0 };
        before.unscored.insert(to);
        before.child_on(mv, true, cost, view, None).0
    }

    /// As [`Hypothesis::child`]; the look at `fresh` speaks of what this move leaves there.
    pub fn child_on(&self, mv: Move, legal: bool, cost: i32, view: &View, fresh: Option<Square>) -> (Hypothesis, i32) {
        let mut child = self.clone();
        if let Some(fresh) = fresh {
            child.unscored.remove(fresh);
        }
        let touched = touched(&self.position, mv);
        let played = if legal { child.position.play(mv) } else { play_irregular(&mut child.position, mv) };
        let mover = mover(&self.position, mv);
        child.count_ply(mover, view);
        if let Move::Drop { kind, .. } = mv {
            count(&mut child.dropped, mover, kind);
            // the reserve may have been seen before the piece was taken from it; once it has come to stand on the board it has left it
            let of = mover.index();
            let against = view.holdings().against(mover, &child.dropped[of]);
            let stood = view.look(mv.to()).filter(|_| view.current().contains(mv.to())).map(|look| look.first);
            let after = stood.is_some_and(|stood| view.holdings().seen(mover) >= Some(stood));
            let now = if after { against } else { against.min(child.reserve[of]) };
            child.score += child.reserve[of] - now;
            child.reserve[of] = now;
        }
        if let Some(captured) = played.captured {
            let kind = if captured.promoted { Kind::Pawn } else { captured.piece.kind };
            count(&mut child.captured, mover, kind);
        }
        if !child.lifted.is_empty() {
            let given_back: i32 =
                child.lifted.iter().filter(|(square, _)| *square == mv.to()).map(|(_, fit)| *fit).sum();
            if played.captured.is_some() && given_back < -LIFTED {
                child.past -= given_back + LIFTED;
                child.score -= given_back + LIFTED;
            }
            child.lifted.retain(|(square, _)| !touched.contains(*square));
        }
        let overlap = mv.from().is_some_and(|from| {
            played.castling.is_none() && self.unexplained.contains(mv.to()) && view.overlap(from, mv.to())
        });
        let mut cost = cost + if overlap { OVERLAP } else { 0 };
        let changed: SquareSet =
            touched.filter(|&square| self.position.content(square) != child.position.content(square)).collect();
        let disorder = child.order.cost();
        let pressed = view.tempo().of_ply(mover, child.plies[mover.index()]);
        child.past -= child.order.step(changed, pressed);
        cost += child.show(self, changed, view);
        // what an old step costs for good is no news
        child.score -= (child.order.cost() - disorder).max(0);
        child.past -= cost;
        child.score -= cost;
        (child, cost)
    }

    /// Takes account of what is seen on the squares that have just been `changed` from what they were in `parent`. Returns what is odd about it.
    fn show(&mut self, parent: &Hypothesis, changed: SquareSet, view: &View) -> i32 {
        let mut odd = 0;
        for square in changed {
            let before = parent.fit_if_scored(square, view);
            self.unexplained.remove(square);
            self.belied.remove(square);
            self.unchanged.remove(square);
            if view.current().contains(square) {
                let after = self.fit_if_scored(square, view);
                self.score += after - before;
                if parent.unexplained.contains(square) || parent.belied.contains(square) {
                    // only a look that has changed says when
                    self.order.shows(square, view);
                } else if !parent.unscored.contains(square) && after < before {
                    odd += UNCHANGED;
                    self.unchanged.insert(square);
                    self.score += self.fit_if_scored(square, view) - after;
                }
            } else {
                // the look spoke of what stood there before, and that it spoke well or badly of that remains
                self.past += before;
                self.unscored.insert(square);
            }
        }
        odd
    }

    /// The account by which `mv`, played last from the position `before`, was taken back, its score brought up to date, and what that added to it. `cost`
    /// is its negative log-prior. The line stays this one's.
    pub fn without(&self, before: &Position, mv: Move, cost: i32, view: &View) -> (Hypothesis, i32) {
        let mut child = self.clone();
        let by = mover(before, mv);
        // the clock has counted a ply that was pressed for
        if view.tempo().of_ply(by, self.plies[by.index()]).is_none() {
            child.plies[by.index()] -= 1;
        }
        child.forget(before, mv);
        child.becomes(self, before, by, touched(before, mv), cost, view)
    }

    /// As [`Hypothesis::without`], and another move played in the place of the one taken back, which leads to the position `after`.
    pub fn otherwise(
        &self,
        (before, mv): (&Position, Move),
        (after, instead, played): (&Position, Move, &Played),
        cost: i32,
        view: &View,
    ) -> (Hypothesis, i32) {
        let mut child = self.clone();
        let by = mover(before, mv);
        child.forget(before, mv);
        if let Move::Drop { kind, .. } = instead {
            count(&mut child.dropped, by, kind);
        }
        if let Some(captured) = played.captured {
            let kind = if captured.promoted { Kind::Pawn } else { captured.piece.kind };
            count(&mut child.captured, by, kind);
        }
        let squares = SquareSet(touched(before, mv).0 | touched(before, instead).0);
        child.becomes(self, after, by, squares, cost, view)
    }

    /// Takes what `mv` captured or dropped off the ledger.
    fn forget(&mut self, before: &Position, mv: Move) {
        let by = mover(before, mv);
        let less = |tally: &mut Tally, kind: Kind| {
            if let Some(counter) = tally[by.index()].get_mut(kind.index()) {
                *counter = counter.saturating_sub(1);
            }
        };
        if let Move::Drop { kind, .. } = mv {
            less(&mut self.dropped, kind);
        }
        if let Some(piece) = mv.from().and_then(|_| before.content(mv.to())) {
            less(&mut self.captured, if before.promoted().contains(mv.to()) { Kind::Pawn } else { piece.kind });
        }
    }

    /// Brings the score up to date with the board standing as in `position`, of which `squares` may differ from `parent`'s, at `cost`.
    fn becomes(
        mut self,
        parent: &Hypothesis,
        position: &Position,
        by: Color,
        squares: SquareSet,
        cost: i32,
        view: &View,
    ) -> (Hypothesis, i32) {
        self.position = *position;
        let tempo = view.tempo().against(&self.plies, self.position.turn());
        self.score += self.tempo - tempo;
        self.tempo = tempo;
        if self.dropped != parent.dropped {
            self.score += self.reserve[by.index()];
            self.weigh_reserve(by, view);
            self.score -= self.reserve[by.index()];
        }
        let changed: SquareSet =
            squares.filter(|&square| parent.position.content(square) != position.content(square)).collect();
        let disorder = self.order.cost();
        self.past -= self.order.step(changed, None);
        let cost = cost + self.show(parent, changed, view);
        self.score -= (self.order.cost() - disorder).max(0);
        self.past -= cost;
        self.score -= cost;
        let gain = self.score - parent.score;
        (self, gain)
    }

    /// What is seen on `square` adds to the score if `content` stands there.
    pub fn promise_of(&self, square: Square, content: Content, view: &View) -> i32 {
        match view.look(square) {
            Some(look) if view.current().contains(square) => look.of(content) - self.fit_if_scored(square, view),
            _ => 0,
        }
    }

    /// No less than what is seen adds to the score with `mv`, its cost and the presses left out, found without playing it.
    pub fn promise(&self, mv: Move, view: &View) -> i32 {
        let Move::Walk { from, to, promotion: None } = mv else { return i32::MAX };
        let moving = self.position.content(from);
        let special = match moving.map(|piece| piece.kind) {
            Some(Kind::King) => from.file().abs_diff(to.file()) != 1 && from.rank() == to.rank(),
            Some(Kind::Pawn) => from.file() != to.file(),
            _ => false,
        };
        if special || self.position.promoted().contains(from) {
            return i32::MAX;
        }
        self.promise_of(from, None, view) + self.promise_of(to, moving, view)
    }

    /// What the presses say for one more ply of `color`, in 1/256 nat.
    pub fn promise_of_presses(&self, color: Color, view: &View) -> i32 {
        let mut plies = self.plies;
        plies[color.index()] += 1;
        self.tempo - view.tempo().against(&plies, !self.position.turn())
    }

    /// The squares on which what is seen now speaks against the account by more than `threshold` (1/256 nat).
    pub fn contradicted(&self, view: &View, threshold: i32) -> SquareSet {
        Square::all()
            .filter(|&square| {
                view.current().contains(square)
                    && view
                        .look(square)
                        .is_some_and(|look| look.of(look.best()) - self.fit_if_scored(square, view) > threshold)
            })
            .collect()
    }
}

pub(super) fn count(tally: &mut Tally, color: Color, kind: Kind) {
    if let Some(counter) = tally[color.index()].get_mut(kind.index()) {
        *counter = counter.saturating_add(1);
    }
}

/// Plays a move the rules forbid: the king's two squares are castling with the rook there, everything else is as it looks.
pub fn play_irregular(position: &mut Position, mv: Move) -> Played {
    let Move::Walk { from, to, promotion: None } = mv else { return position.play_anything(mv) };
    let king = position.content(from).filter(|piece| piece.kind == Kind::King);
    match king {
        Some(_) if from.rank() == to.rank() && from.file().abs_diff(to.file()) == 2 => position.play(mv),
        _ => position.play_anything(mv),
    }
}

/// Whose piece `mv` moves: for a drop the player whose turn it is.
pub fn mover(position: &Position, mv: Move) -> Color {
    mv.from().and_then(|from| position.content(from)).map_or(position.turn(), |piece: Piece| piece.color)
}

/// The squares whose content `mv` can change in `position`.
pub fn touched(position: &Position, mv: Move) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    squares.insert(mv.to());
    let Some(from) = mv.from() else { return squares };
    squares.insert(from);
    let (moving, target): (Content, Content) = (position.content(from), position.content(mv.to()));
    match moving.map(|piece| piece.kind) {
        Some(Kind::King) if from.rank() == mv.to().rank() && from.file().abs_diff(mv.to().file()) != 1 => {
            (0..8).filter_map(|file| Square::new(file, from.rank())).for_each(|square| squares.insert(square));
        }
        Some(Kind::Pawn) if from.file() != mv.to().file() && target.is_none() => {
            Square::new(mv.to().file(), from.rank()).into_iter().for_each(|square| squares.insert(square));
        }
        _ => {}
    }
    squares
}
