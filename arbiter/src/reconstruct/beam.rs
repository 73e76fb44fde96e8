//! The beam: the accounts of one board's play that explain what was seen best.

use super::{
    candidates::{self, CONTRADICTION, Candidate},
    drops::{Drops, Reserves, Taken},
    exchanges::Exchanges,
    holding::{Holding, News},
    hypothesis::{Hypothesis, Tally, mover, play_irregular, touched},
    line::{LineId, Lines, Step},
    look::{Settling, View},
    order::Order,
};
use crate::rules::{Move, MoveList, MoveRules, Position, PromotionStyle};
use board::{BoardEvidence, Color, Kind, Piece, Placement, SquareSet, Stamp, Standing};
use std::collections::HashSet;

/// What each kind of step costs: its negative log-prior in 1/256 nat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priors {
    /// One of the thirty or so legal moves.
    pub legal: i32,
    /// A drop where a piece is seen.
    pub drop: i32,
    /// On top of that, when the ledger has no such piece in the reserve.
    pub not_held: i32,
    /// A move the rules forbid.
    pub irregular: i32,
    /// A drop the rules forbid, where a piece is seen.
    pub irregular_drop: i32,
    /// On top of a promotion's, that it was to no queen where nothing was declared.
    pub undeclared: i32,
    /// On top of a promotion's, that it was to something else than was declared.
    pub belies_declaration: i32,
    /// On top of a promotion's, that it was to no queen where the piece is put on the board.
    pub no_queen: i32,
    /// What was played last is taken back.
    pub back: i32,
    /// Something unexplained, after which the board is taken as it is seen.
    pub jump: i32,
    /// Something unexplained, after which the squares that have contradicted what is believed for a while are taken as they are seen.
    pub repair: i32,
}

impl Default for Priors {
    fn default() -> Self {
        Priors {
            legal: 640,
            drop: 900,
            not_held: 1280,
            irregular: 2816,
            irregular_drop: 1472,
            undeclared: 1024,
            belies_declaration: 3328,
            no_queen: 256,
            back: 1792,
            jump: 7168,
            repair: 3072,
        }
    }
}

/// The most accounts kept.
const WIDTH: usize = 64;
/// No more of them than this rest on a ply for which only a press speaks: they would crowd out those that wait for what it was.
const GUESSES: usize = 32;
/// Accounts this much worse than the best are dropped, in 1/256 nat.
const DEPTH: i32 = 256 * 18;
/// A step that lowers the score by more than this is not followed by another at once, in 1/256 nat.
const FOLLOWED: i32 = -512;
/// The most plies that may have been played between two observations.
const PLIES: usize = 6;
/// So many steps of lines are remembered in any case, some megabytes.
const MOST_LINES: usize = 20_000;
/// Irregular moves are looked for from this many of the best accounts.
const IRREGULAR_PARENTS: usize = 12;
/// Exchanges are looked for from this many.
const EXCHANGE_PARENTS: usize = 12;

/// The accounts of one board's play, best first; there is always at least one.
#[derive(Clone, Debug)]
pub struct Beam {
    rules: MoveRules,
    pub(super) priors: Priors,
    pub(super) view: View,
    pub(super) lines: Lines,
    pub(super) accounts: Vec<Hypothesis>,
    moves: MoveList,
    /// So many steps of lines may be remembered before those that nobody believes in are forgotten.
    remembered: usize,
    /// What was seen of the reserves when what stands on the squares came there.
    taken: Taken,
    /// What each colour said last that its pawn becomes.
    declared: [Option<Kind>; 2],
}

impl Beam {
    /// A board on which a game is to begin from the start position, seen or not.
    pub fn new(rules: MoveRules, priors: Priors, settling: Settling) -> Beam {
        let mut lines = Lines::default();
        let line = lines.extend(None, Step::Begin(Placement::start()));
        let first = account(Position::start(), line, 0);
        Beam {
            rules,
            priors,
            view: View::new(settling),
            lines,
            accounts: vec![first],
            moves: MoveList::new(),
            remembered: MOST_LINES,
            taken: Taken::default(),
            declared: [None; 2],
        }
    }

    /// Takes in one look at the board, with what is known of its reserves. Returns
    /// whether anything changed.
    pub fn observe(&mut self, evidence: &BoardEvidence, at: Stamp, standing: Standing, reserves: &Reserves) -> bool {
        let (changes, moved) = self.view.observe(evidence, at, standing);
        let best = &self.accounts[0];
        self.view.tempo_mut().settle(&best.plies, best.position.turn(), at);
        if !moved {
            return false;
        }
        self.taken.note(&self.view, reserves.against, at);
        for account in &mut self.accounts {
            account.take_in(&changes, &self.view);
            account.rescore(&self.view);
        }
        let matured = self.view.matured();
        let odd = || matured.0 & self.accounts[0].contradicted(&self.view, CONTRADICTION).0 != 0;
        if !changes.is_empty() || !matured.is_empty() && odd() {
            self.expand(reserves);
            self.swaps();
        }
        self.prune();
        if standing == Standing::Frame {
            self.repair(at);
            self.prune();
        }
        true
    }

    /// The clock of the board is pressed at `at`.
    pub fn hear(&mut self, color: Color, at: Stamp) {
        self.view.tempo_mut().hear(color, at);
        for account in &mut self.accounts {
            account.rescore(&self.view);
        }
        self.prune();
    }

    /// A reserve of the board is seen as a whole at `at`, to which `supply` has been handed over so far.
    pub fn see_reserve(&mut self, color: Color, holding: Holding, supply: [u8; 5], at: Stamp) {
        let news = self.view.holdings_mut().see(color, holding, supply, at);
        for account in &mut self.accounts {
            if news == News::Fewer {
                account.keep_reserve(color);
            }
            account.weigh_reserve(color, &self.view);
            account.rescore(&self.view);
        }
        self.prune();
    }

    /// A player said what his pawn becomes, before, while or after it was put on its last rank: accounts in which it has just become something
    /// else are set right.
    pub fn declare(&mut self, color: Color, kind: Kind) {
        self.declared[color.index()] = Some(kind);
        if self.rules.promotion != PromotionStyle::PawnKeepsBody {
            return;
        }
        for account in &mut self.accounts {
            let length = self.lines.len(account.line);
            let last = (length.saturating_sub(1)..=length).rev().find_map(|length| {
                let prefix = self.lines.prefix(account.line, length)?;
                match self.lines.step(prefix) {
                    Step::Legal(Move::Walk { from, to, promotion: Some(old) })
                        if account.position.content(to) == Some(Piece::new(color, old)) && old != kind =>
                    {
                        Some((length, Move::Walk { from, to, promotion: Some(kind) }))
                    }
                    _ => None,
                }
            });
            let Some((at, mv)) = last else { continue };
            let (turn, passing) = (account.position.turn(), account.position.en_passant());
            account.position.set_content(mv.to(), Some(Piece::new(color, kind)));
            account.position.mark_promoted(mv.to(), true);
            account.position.set_turn(turn);
            account.position.set_en_passant(passing);
            let after = (at + 1..=length).filter_map(|length| self.lines.prefix(account.line, length));
            let later: Vec<Step> = after.map(|line| self.lines.step(line)).collect();
            let mut line = self.lines.extend(self.lines.prefix(account.line, at - 1), Step::Legal(mv));
            for step in later {
                line = self.lines.extend(Some(line), step);
            }
            account.line = line;
        }
        // accounts that differed in this alone are one
        let mut known = HashSet::new();
        self.accounts.retain(|account| known.insert((account.position.key(), account.line)));
    }

    /// Lines that no account believes in any more are forgotten from time to time: all but those and the one that was `told`, whose name may change.
    pub fn forget_lines(&mut self, told: Option<&mut LineId>) {
        if self.lines.remembered() > self.remembered {
            self.lines.keep(self.accounts.iter_mut().map(|account| &mut account.line).chain(told));
            self.remembered = MOST_LINES.max(2 * self.lines.remembered());
        }
    }

    /// The account that explains best what was seen.
    pub fn best(&self) -> &Hypothesis {
        &self.accounts[0]
    }

    /// All accounts, best first.
    pub fn accounts(&self) -> &[Hypothesis] {
        &self.accounts
    }

    /// The lines the accounts refer to.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// What was seen, settled.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The rules by which legal moves are told.
    pub fn rules(&self) -> &MoveRules {
        &self.rules
    }

    fn expand(&mut self, reserves: &Reserves) {
        self.prune();
        let mut known: HashSet<u64> = self.accounts.iter().map(|account| account.position.key()).collect();
        let mut frontier = self.accounts.clone();
        let mut found = Vec::new();
        for ply in 0..PLIES {
            let floor = self.floor();
            let mut children = Vec::new();
            let drops = Drops { priors: &self.priors, reserves, taken: &self.taken };
            for (rank, parent) in frontier.iter().enumerate() {
                found.clear();
                candidates::legal(parent, &self.rules, &drops, &self.view, &mut self.moves, &mut found);
                candidates::weigh_promotions(
                    &mut found,
                    &self.rules,
                    &self.priors,
                    self.declared[parent.position.turn().index()],
                );
                if rank < IRREGULAR_PARENTS {
                    candidates::irregular(parent, &self.rules, &drops, &self.view, &mut found);
                }
                for &Candidate { mv, legal, cost } in &found {
                    // what explains nothing that is seen is not worth guessing: it can still be found when it does
                    let promise = parent.promise(mv, &self.view);
                    let presses = parent.promise_of_presses(mover(&parent.position, mv), &self.view);
                    if promise.saturating_add(presses.max(0)) <= 0 {
                        continue;
                    }
                    let (child, cost) = parent.child(mv, legal, cost, &self.view);
                    let gain = child.score - parent.score;
                    if child.score > floor && gain + cost > 0 {
                        let step = if legal { Step::Legal(mv) } else { Step::Irregular(mv) };
                        children.push((child, gain, step, promise <= 0));
                    }
                }
            }
            let mut exchanged = Vec::new();
            let mut exchanges = Exchanges {
                rules: &self.rules,
                drops: &drops,
                view: &self.view,
                moves: &mut self.moves,
                lines: &mut self.lines,
                found: &mut exchanged,
            };
            let sure = |parent: &&Hypothesis| parent.guessed.is_empty();
            for parent in frontier.iter().filter(sure).take(EXCHANGE_PARENTS) {
                exchanges.after(parent);
            }
            children.extend(
                exchanged
                    .into_iter()
                    .filter(|(child, _)| child.score > floor)
                    .map(|(child, step)| (child, 0, step, false)),
            );
            for parent in frontier.iter().take(IRREGULAR_PARENTS) {
                children.extend(self.backs(parent).map(|(child, gain)| (child, gain, Step::Back, false)));
                children.extend(
                    self.instead(parent).into_iter().map(|(child, gain, mv)| (child, gain, Step::Legal(mv), false)),
                );
            }
            if ply == 0 {
                children.extend(self.jumps().into_iter().map(|(jump, step)| (jump, 0, step, false)));
            }
            // of equal positions the account that explains more is kept; a stable sort keeps the order of generation
            children.sort_by_key(|(child, ..)| std::cmp::Reverse(child.score));
            // a press says that something was played, not what: guesses may lead on to something that is seen, but are not to crowd out what is seen already
            let mut room = [WIDTH; 2];
            frontier.clear();
            for (mut child, gain, step, guessed) in children {
                let room = &mut room[usize::from(guessed)];
                if *room == 0 || !known.insert(child.position.key()) && !self.replaces(&child) {
                    continue;
                }
                *room -= 1;
                child.line = self.lines.extend(Some(child.line), step);
                if guessed && let Some(mv) = step.played() {
                    child.guessed.insert(mv.to());
                }
                if gain >= FOLLOWED {
                    frontier.push(child.clone());
                }
                self.accounts.push(child);
            }
            self.prune();
            if frontier.is_empty() {
                break;
            }
            let floor = self.floor();
            frontier.retain(|child| child.score > floor);
        }
    }

    /// Whether `child` explains more than the account that holds the same position, which is then dropped.
    pub(super) fn replaces(&mut self, child: &Hypothesis) -> bool {
        let key = child.position.key();
        match self.accounts.iter().position(|account| account.position.key() == key) {
            Some(index) if self.accounts[index].score >= child.score => false,
            Some(index) => {
                self.accounts.remove(index);
                true
            }
            // it had been pruned
            None => true,
        }
    }

    /// The score below which an account cannot stay.
    pub(super) fn floor(&self) -> i32 {
        let best = self.accounts.iter().map(|account| account.score).max().unwrap_or(i32::MIN);
        best.saturating_sub(DEPTH)
    }

    fn prune(&mut self) {
        self.accounts.sort_by_key(|account| std::cmp::Reverse(account.score));
        let floor = self.accounts[0].score.saturating_sub(DEPTH);
        let mut guesses = GUESSES;
        self.accounts.retain(|account| {
            let stays = account.score >= floor && (account.guessed.is_empty() || guesses > 0);
            guesses -= usize::from(stays && !account.guessed.is_empty());
            stays
        });
        self.accounts.truncate(WIDTH);
    }

    /// Step number `length` of `line`, from 1, and the position before it.
    pub fn replay(&self, line: LineId, length: usize) -> (Position, Step) {
        let mut positions = Positions::default();
        if let Some(before) = self.lines.prefix(line, length.saturating_sub(1)) {
            self.lines.steps_since_placed(before).for_each(|(_, step)| positions.step(step));
        }
        let last = self.lines.prefix(line, length).unwrap_or(line);
        (positions.now, self.lines.step(last))
    }

    /// The move that step number `length` of `line` takes back, with its own number and the position before it; `None` when the step takes nothing back.
    pub fn taken_back(&self, line: LineId, length: usize) -> Option<(usize, Move, Position)> {
        let last = self.lines.prefix(line, length).filter(|&line| self.lines.step(line) == Step::Back)?;
        let (mut positions, mut numbers) = (Positions::default(), Vec::new());
        let before = self.lines.prefix(last, length.saturating_sub(1));
        for (number, step) in before.into_iter().flat_map(|before| self.lines.steps_since_placed(before)) {
            positions.step(step);
            match step {
                Step::Back => drop(numbers.pop()),
                Step::Legal(mv) | Step::Irregular(mv) => numbers.push((number, mv)),
                Step::Begin(_) | Step::Jump(..) | Step::Set(..) => numbers.clear(),
            }
        }
        let (number, mv) = numbers.pop()?;
        Some((number, mv, positions.before.pop()?))
    }

    /// Accounts by which what was played last has been taken back and the same piece put on another square, all before anything else was seen; each with what
    /// that added to the score and the move that was made instead.
    fn instead(&mut self, parent: &Hypothesis) -> Vec<(Hypothesis, i32, Move)> {
        let last = self.lines.step(parent.line).played().filter(|_| parent.guessed.is_empty());
        let Some(last) = last.filter(|mv| parent.promise_of(mv.to(), None, &self.view) > 0) else { return Vec::new() };
        let (mut before, _) = self.replay(parent.line, self.lines.len(parent.line));
        let by = mover(&before, last);
        if before.turn() != by || parent.position.turn() == by {
            return Vec::new();
        }
        let mut moves: Vec<Move> = Vec::new();
        match last {
            Move::Walk { from, .. } => {
                self.moves.clear();
                before.legal_moves(&self.rules, &mut self.moves);
                moves.extend(self.moves.iter().filter(|mv| mv.from() == Some(from)));
            }
            Move::Drop { kind, .. } => {
                before.pocket_mut(by).add(kind);
                let drops = self.view.current().into_iter().map(|to| Move::Drop { kind, to });
                moves.extend(drops.filter(|&mv| before.is_legal(mv, &self.rules)));
            }
        }
        let mut found = Vec::new();
        let cost = self.priors.back + self.priors.legal;
        for mv in moves.into_iter().filter(|mv| mv.to() != last.to()) {
            let moved = last.from().and_then(|from| before.content(from));
            if moved.is_some() && parent.promise_of(mv.to(), moved, &self.view) <= 0 {
                continue;
            }
            let mut after = before;
            let played = after.play(mv);
            let (mut child, gain) = parent.otherwise((&before, last), (&after, mv, &played), cost, &self.view);
            if gain + cost > 0 {
                child.line = self.lines.extend(Some(parent.line), Step::Back);
                found.push((child, gain, mv));
            }
        }
        found
    }

    /// Accounts by which what was played last has been taken back, each with what its step added to the score.
    fn backs(&self, parent: &Hypothesis) -> Option<(Hypothesis, i32)> {
        let number = self.lines.len(parent.line);
        let mv = self.lines.step(parent.line).played().filter(|_| parent.guessed.is_empty())?;
        let (before, _) = self.replay(parent.line, number);
        let promise: i32 = touched(&before, mv)
            .filter(|&square| before.content(square) != parent.position.content(square))
            .map(|square| parent.promise_of(square, before.content(square), &self.view))
            .sum();
        (promise > self.priors.back).then(|| parent.without(&before, mv, self.priors.back, &self.view))
    }
}

/// The position that steps lead to, and those before the moves that can be taken back.
#[derive(Default)]
struct Positions {
    now: Position,
    before: Vec<Position>,
}

impl Positions {
    fn step(&mut self, step: Step) {
        match step {
            Step::Back => self.now = self.before.pop().unwrap_or(self.now),
            Step::Legal(_) | Step::Irregular(_) => self.before.push(self.now),
            Step::Begin(_) | Step::Jump(..) | Step::Set(..) => self.before.clear(),
        }
        apply(&mut self.now, step);
    }
}

/// Lets `step` happen in `position`; what a step takes back has to be known by the caller.
pub(super) fn apply(position: &mut Position, step: Step) {
    match step {
        Step::Begin(placement) => *position = Position::from_placement(&placement, Color::White),
        Step::Jump(placement, turn) | Step::Set(placement, turn) => {
            *position = Position::from_placement(&placement, turn);
        }
        Step::Legal(mv) => {
            if let Move::Drop { kind, .. } = mv {
                let color = position.turn();
                position.pocket_mut(color).add(kind);
            }
            position.play(mv);
        }
        Step::Irregular(mv) => {
            play_irregular(position, mv);
        }
        Step::Back => {}
    }
}

pub(super) fn account(position: Position, line: LineId, past: i32) -> Hypothesis {
    Hypothesis {
        position,
        line,
        past,
        score: past,
        unscored: SquareSet::EMPTY,
        unexplained: SquareSet::EMPTY,
        order: Order::default(),
        lifted: Vec::new(),
        plies: [0; 2],
        tempo: 0,
        belied: SquareSet::EMPTY,
        unchanged: SquareSet::EMPTY,
        guessed: SquareSet::EMPTY,
        reserve: [0; 2],
        kept_reserve: [0; 2],
        dropped: Tally::default(),
        captured: Tally::default(),
    }
}
