//! In which order things were seen to happen.
//!
//! A square that was still seen as it was at a moment had not been changed by then; one that shows something new at a moment had. So each step of an account
//! lies between two moments, before the press for it, and an account whose steps cannot follow each other is charged.

use super::look::View;
use board::{Square, SquareSet, Stamp};

/// What it costs to say that a step came after another when it was already seen while the other was not yet, in 1/256 nat.
const OUT_OF_ORDER: i32 = 2304;

/// No more than so many such contradictions are charged.
const MOST: i32 = 2;

/// A square that was seen unchanged for longer than this after a press was not changed by the ply the press was for, in milliseconds: frames and clocks do not
/// quite agree.
const PRESS_SLACK_MS: i64 = 150;

/// The steps that are looked at: what came before them is settled.
const STEPS: usize = 8;

/// When an account's latest steps can have happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Order {
    steps: [Span; STEPS],
    count: usize,
    cost: i32,
}

/// The squares of a step that no later one has changed, and between which moments it lies.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    squares: SquareSet,
    after: Option<Stamp>,
    by: Option<Stamp>,
    /// When the clock was pressed for it, if that was heard before.
    pressed: Option<Stamp>,
}

impl Order {
    /// What the order of the steps costs.
    pub fn cost(&self) -> i32 {
        self.cost
    }

    /// A step changes `squares`; the clock was `pressed` for it then. Returns what the order of a step that is too old to be followed has cost for good.
    pub fn step(&mut self, squares: SquareSet, pressed: Option<Stamp>) -> i32 {
        let mut settled = 0;
        if self.count == STEPS {
            settled = self.cost;
            self.steps.rotate_left(1);
            self.count -= 1;
            self.weigh();
            settled -= self.cost;
        }
        for span in &mut self.steps[..self.count] {
            span.squares = SquareSet(span.squares.0 & !squares.0);
        }
        self.steps[self.count] = Span { squares, after: None, by: None, pressed };
        self.count += 1;
        settled
    }

    /// The look at `square` has changed with the step that changed it.
    pub fn shows(&mut self, square: Square, view: &View) {
        let spans = &mut self.steps[..self.count];
        let (Some(span), Some(look)) = (spans.iter_mut().find(|span| span.squares.contains(square)), view.look(square))
        else {
            return;
        };
        span.squares.remove(square);
        span.by = Some(span.by.map_or(look.first, |by| by.min(look.first)));
        span.after = span.after.max(view.left(square));
        self.weigh();
    }

    /// Computes the cost anew.
    fn weigh(&mut self) {
        let mut after: Option<Stamp> = None;
        let mut contradictions = 0;
        for span in &self.steps[..self.count] {
            let too_late = match (span.after, span.pressed) {
                (Some(after), Some(pressed)) => after.millis_since(pressed) > PRESS_SLACK_MS,
                _ => false,
            };
            if too_late || span.by.is_some() && span.by <= after {
                contradictions += 1;
            }
            after = after.max(span.after);
        }
        self.cost = OUT_OF_ORDER * contradictions.min(MOST);
    }
}
