//! Lines of play: what each hypothesis believes was played, sharing their beginnings.

use crate::rules::Move;
use board::{Color, Placement};
use std::collections::HashMap;

/// One step of a line of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The game begins, or is taken to begin, from this placement.
    Begin(Placement),
    /// A move or drop the rules allow.
    Legal(Move),
    /// A move or drop they do not.
    Irregular(Move),
    /// Something happened that no step explains; since then this stands on the board and it is this colour's turn.
    Jump(Placement, Color),
    /// What was played last stands on the board no more: it was taken back.
    Back,
    /// A person said that this stands on the board from here on, and that it is this colour's turn.
    Set(Placement, Color),
}

impl Step {
    /// The move or drop, where the step is one.
    pub fn played(&self) -> Option<Move> {
        match self {
            Step::Legal(mv) | Step::Irregular(mv) => Some(*mv),
            Step::Begin(_) | Step::Back | Step::Jump(..) | Step::Set(..) => None,
        }
    }
}

/// A step with all that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LineId(u32);

#[derive(Clone, Debug)]
struct Node {
    parent: Option<LineId>,
    depth: usize,
    step: Step,
}

/// All lines that hypotheses have believed in. The same step after the same line is the same line, whoever finds it.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    nodes: Vec<Node>,
    known: HashMap<(Option<LineId>, Step), LineId>,
}

impl Lines {
    /// The line that continues `parent` (or begins) with `step`.
    pub fn extend(&mut self, parent: Option<LineId>, step: Step) -> LineId {
        let (nodes, depth) = (&mut self.nodes, parent.map_or(0, |line| line.0 as usize));
        let depth = if parent.is_some() { nodes[depth].depth + 1 } else { 1 };
        *self.known.entry((parent, step)).or_insert_with(|| {
            nodes.push(Node { parent, depth, step });
            LineId((nodes.len() - 1) as u32)
        })
    }

    /// How many steps the line has, its beginning included.
    pub fn len(&self, line: LineId) -> usize {
        self.nodes[line.0 as usize].depth
    }

    /// The line's last step.
    pub fn step(&self, line: LineId) -> Step {
        self.nodes[line.0 as usize].step
    }

    /// The first `length` steps of the line, or `None` when it has fewer or `length` is zero.
    pub fn prefix(&self, line: LineId, length: usize) -> Option<LineId> {
        let mut at = line;
        if length == 0 || self.len(line) < length {
            return None;
        }
        while self.len(at) > length {
            at = self.nodes[at.0 as usize].parent?;
        }
        Some(at)
    }

    /// The steps of the line, from its beginning.
    pub fn steps(&self, line: LineId) -> impl Iterator<Item = Step> {
        let mut steps = Vec::with_capacity(self.len(line));
        let mut at = Some(line);
        while let Some(line) = at {
            steps.push(self.nodes[line.0 as usize].step);
            at = self.nodes[line.0 as usize].parent;
        }
        steps.into_iter().rev()
    }

    /// The steps of the line, from the last on that says what stands on the board, each with its number.
    pub fn steps_since_placed(&self, line: LineId) -> impl Iterator<Item = (usize, Step)> {
        let (mut steps, mut at) = (Vec::new(), Some(line));
        while let Some(line) = at {
            let node = &self.nodes[line.0 as usize];
            steps.push((node.depth, node.step));
            let places = matches!(node.step, Step::Begin(_) | Step::Jump(..) | Step::Set(..));
            at = node.parent.filter(|_| !places);
        }
        steps.into_iter().rev()
    }

    /// How many steps of lines are remembered.
    pub fn remembered(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets every line but `kept` and their beginnings. All names change: the new ones are put in place of the old.
    pub fn keep<'a>(&mut self, kept: impl Iterator<Item = &'a mut LineId>) {
        let kept: Vec<&mut LineId> = kept.collect();
        let mut names = vec![None; self.nodes.len()];
        for line in &kept {
            let mut at = Some(**line);
            while let Some(line) = at.filter(|line| names[line.0 as usize].is_none()) {
                names[line.0 as usize] = Some(line);
                at = self.nodes[line.0 as usize].parent;
            }
        }
        // what comes later in the order of names stays later: beginnings before what follows them
        let mut nodes = Vec::new();
        for (node, name) in self.nodes.iter().zip(0..) {
            if names[name].is_some() {
                names[name] = Some(LineId(nodes.len() as u32));
                let parent = node.parent.and_then(|parent| names[parent.0 as usize]);
                nodes.push(Node { parent, ..node.clone() });
            }
        }
        self.known = (0..).zip(&nodes).map(|(name, node)| ((node.parent, node.step), LineId(name))).collect();
        self.nodes = nodes;
        for line in kept {
            *line = names[line.0 as usize].unwrap_or(*line);
        }
    }

    /// The longest beginning that two lines share, in steps.
    pub fn shared(&self, one: LineId, other: LineId) -> usize {
        let shorter = self.len(one).min(self.len(other));
        let (mut a, mut b) = (self.prefix(one, shorter), self.prefix(other, shorter));
        while a != b {
            a = a.and_then(|line| self.nodes[line.0 as usize].parent);
            b = b.and_then(|line| self.nodes[line.0 as usize].parent);
        }
        a.map_or(0, |line| self.len(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_steps_after_equal_lines_are_equal_lines() {
        let mut lines = Lines::default();
        let step = |text: &str| Step::Legal(text.parse().unwrap());
        let start = lines.extend(None, Step::Begin(Placement::start()));
        let e4 = lines.extend(Some(start), step("e2e4"));
        let e5 = lines.extend(Some(e4), step("e7e5"));
        let c5 = lines.extend(Some(e4), step("c7c5"));
        let nf3 = lines.extend(Some(e5), step("g1f3"));
        assert_eq!(lines.extend(Some(e4), step("e7e5")), e5);
        assert_eq!((lines.len(nf3), lines.shared(nf3, c5), lines.shared(nf3, e5)), (4, 2, 3));
        assert_eq!(lines.prefix(nf3, 2), Some(e4));
        assert_eq!(lines.prefix(c5, 4), None);
    }

    #[test]
    fn what_nobody_believes_is_forgotten_and_the_rest_stays_as_it_was() {
        let mut lines = Lines::default();
        let step = |text: &str| Step::Legal(text.parse().unwrap());
        let start = lines.extend(None, Step::Begin(Placement::start()));
        let dropped = lines.extend(Some(start), step("a2a3"));
        lines.extend(Some(dropped), step("a7a6"));
        let e4 = lines.extend(Some(start), step("e2e4"));
        let placed = lines.extend(Some(e4), Step::Jump(Placement::start(), Color::Black));
        let (mut e5, mut c5) = (lines.extend(Some(placed), step("e7e5")), lines.extend(Some(placed), step("c7c5")));
        let before: Vec<Vec<Step>> = [e5, c5].map(|line| lines.steps(line).collect()).into();
        lines.keep([&mut e5, &mut c5].into_iter());
        assert_eq!(lines.remembered(), 5);
        assert_eq!([e5, c5].map(|line| lines.steps(line).collect::<Vec<_>>()).to_vec(), before);
        assert!(e5 < c5);
        assert_eq!(lines.shared(e5, c5), 3);
        // the same step after the same line is the same line still
        let known = lines.prefix(c5, 3).unwrap();
        assert_eq!(lines.extend(Some(known), step("e7e5")), e5);
        let since: Vec<(usize, Step)> = lines.steps_since_placed(c5).collect();
        assert_eq!(since, [(3, Step::Jump(Placement::start(), Color::Black)), (4, step("c7c5"))]);
    }
}
