//! Following one sequence: what was told, believed and seen, against the truth.

use super::align::Agreement;
use super::beside::ReserveScore;
use super::squares::{Share, SquareScore};
use super::truth::{OtherViolation, Ply, Release, Sequence};
use arbiter::Arbiter;
use arbiter::event::{Alert, AlertId, AlertState, Event, Turn, TurnId};
use board::{BoardEvidence, BoardId, Input, Observation, Placement, Sighting, SquareSet, Stamp};
use std::collections::BTreeMap;

/// A board that was seen or believed wrong in one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The frame's number in what was shown.
    pub frame: u64,
    /// Which board.
    pub board: BoardId,
    /// Squares seen wrong.
    pub seen: SquareSet,
    /// What was seen.
    pub evidence: BoardEvidence,
    /// What the arbiter believed, where that was wrong.
    pub believed: Option<Placement>,
    /// What stands there.
    pub truth: Placement,
}

/// How many alerts were right, missed and invented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AlertScore {
    /// Raised for a ply that was illegal.
    pub right: usize,
    /// Illegal plies and other violations without one.
    pub missed: usize,
    /// Raised for anything else.
    pub invented: usize,
}

/// What is known of a sequence after it was followed.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    /// Frame numbers of the truth, by the number of the frame shown.
    shown: Option<Vec<usize>>,
    /// Squares as they were seen.
    pub squares: SquareScore,
    /// Reserves as they were seen.
    pub reserves: ReserveScore,
    /// Boards believed right, of the frames whose truth is known.
    pub believed: Share,
    /// Frames with something wrong.
    pub wrong: Vec<Wrong>,
    turns: BTreeMap<TurnId, Turn>,
    /// When each turn was first told as it is now.
    first_told: BTreeMap<TurnId, Stamp>,
    alerts: BTreeMap<AlertId, Alert>,
    /// When each frame was taken.
    moments: BTreeMap<u64, Stamp>,
}

impl Follower {
    /// Follows a sequence of which the frames `shown` are shown, or all.
    pub fn new(shown: Option<Vec<usize>>) -> Follower {
        Follower { shown, ..Follower::default() }
    }

    /// The number in the truth of a frame that is shown.
    pub fn truth_number(&self, frame: u64) -> u64 {
        match &self.shown {
            Some(order) => order.get(frame as usize).map_or(u64::MAX, |i| *i as u64),
            None => frame,
        }
    }

    /// An input, and what is believed after it.
    pub fn taken(&mut self, sequence: &Sequence, input: &Input, arbiter: &Arbiter) {
        let Input::Observation(Observation { at, frame, board, sighting, .. }) = input else { return };
        let number = self.truth_number(*frame);
        let evidence = match sighting {
            Sighting::Board(evidence) => evidence,
            Sighting::Reserve(evidence) => {
                if let Some(truth) = sequence.frames.get(&number).and_then(|truth| truth.reserves.get(&evidence.seat)) {
                    self.reserves.count(evidence, truth);
                }
                return;
            }
            Sighting::Clock(_) => return,
        };
        self.moments.entry(number).or_insert(*at);
        let known = sequence.frames.get(&number).and_then(|truth| truth.boards.get(board));
        let Some((truth, hidden)) = known else { return };
        let seen = self.squares.count(evidence, truth, *hidden);
        let believed = arbiter.placement(*board).filter(|believed| believed != truth);
        let is_right = arbiter.placement(*board) == Some(*truth);
        self.believed.count(is_right);
        if !seen.is_empty() || !is_right {
            let (frame, board, truth) = (*frame, *board, *truth);
            self.wrong.push(Wrong { frame, board, seen, evidence: evidence.clone(), believed, truth });
        }
    }

    /// An event.
    pub fn said(&mut self, event: &Event) {
        match event {
            Event::Turn(turn) => self.told(turn),
            Event::TurnAmended { of, turn } => {
                self.turns.remove(of);
                self.told(turn);
            }
            Event::TurnWithdrawn { of, .. } => {
                self.turns.remove(of);
            }
            Event::Alert(alert) if alert.state == AlertState::Closed => {
                self.alerts.remove(&alert.id);
            }
            Event::Alert(alert) => {
                self.alerts.insert(alert.id, alert.clone());
            }
            Event::Started { .. }
            | Event::Result { .. }
            | Event::Ruled { .. }
            | Event::Incident(_)
            | Event::End { .. } => {}
        }
    }

    fn told(&mut self, turn: &Turn) {
        self.first_told.insert(turn.id, turn.reported);
        self.turns.insert(turn.id, turn.clone());
    }

    /// The board's turns as they stand at the end, in order.
    fn final_turns(&self, board: BoardId) -> Vec<&Turn> {
        let mut turns: Vec<&Turn> = self.turns.values().filter(|turn| turn.board == board).collect();
        turns.sort_by_key(|turn| (turn.ply, turn.id));
        turns
    }

    /// How the final turns agree with the truth's plies, where these are known.
    pub fn agreement(&self, sequence: &Sequence) -> Option<Agreement> {
        let boards = sequence.plies.as_ref()?.iter().map(|(board, plies)| {
            let truth: Vec<&str> = plies.iter().map(|ply| ply.uci.as_str()).collect();
            let told: Vec<&str> = self.final_turns(*board).iter().map(|turn| turn.uci.as_str()).collect();
            Agreement::of(&truth, &told)
        });
        boards.reduce(Agreement::and)
    }

    /// Alerts against the illegal plies, by board and move, and against other violations, by kind, seat and piece.
    pub fn alerts(&self, sequence: &Sequence) -> Option<AlertScore> {
        let plies = sequence.plies.as_ref()?;
        let mut expected: Vec<(BoardId, &str)> = Vec::new();
        for (board, plies) in plies {
            expected.extend(plies.iter().filter(|ply| !ply.legal).map(|ply| (*board, ply.uci.as_str())));
        }
        let mut others: Vec<&OtherViolation> = sequence.other_violations.iter().collect();
        let mut score = AlertScore::default();
        for alert in self.alerts.values() {
            let turn = alert.turn.and_then(|id| self.turns.get(&id));
            let position = turn.and_then(|turn| expected.iter().position(|e| *e == (turn.board, turn.uci.as_str())));
            match position {
                Some(position) => {
                    expected.swap_remove(position);
                    score.right += 1;
                }
                None => match others.iter().position(|other| is_of(alert, other)) {
                    Some(position) => {
                        others.swap_remove(position);
                        score.right += 1;
                    }
                    None => score.invented += 1,
                },
            }
        }
        score.missed += expected.len() + others.len();
        Some(score)
    }

    /// For each ply whose release frame is known and that was told in its place: how long after it, in milliseconds.
    pub fn lateness(&self, sequence: &Sequence) -> Vec<i64> {
        let mut late = Vec::new();
        for (board, plies) in sequence.plies.iter().flatten() {
            for (Ply { uci, released, .. }, turn) in plies.iter().zip(self.final_turns(*board)) {
                let released = match released {
                    Some(Release::Frame(frame)) => self.moments.get(frame).copied(),
                    Some(Release::Press(_)) | None => None,
                };
                if let (Some(released), Some(told)) = (released, self.first_told.get(&turn.id))
                    && *uci == turn.uci
                {
                    late.push(told.millis_since(released));
                }
            }
        }
        late
    }
}

/// Whether an alert is about this violation.
fn is_of(alert: &Alert, other: &OtherViolation) -> bool {
    alert.kind.word() == other.kind
        && (other.seat.is_none() || other.seat == alert.seat)
        && (other.piece.is_none() || other.piece == alert.piece)
}

/// What a sequence scored whose boards were not found: every square of every frame is wrong.
pub fn unread(sequence: &Sequence) -> Follower {
    let mut follower = Follower::new(None);
    for (frame, truth) in &sequence.frames {
        for (board, (placement, hidden)) in &truth.boards {
            follower.squares.count_unread(placement, *hidden);
            follower.believed.count(false);
            if *frame == 0 {
                let wrong = Wrong {
                    frame: 0,
                    board: *board,
                    seen: SquareSet::ALL,
                    evidence: BoardEvidence::not_seen(),
                    believed: None,
                    truth: *placement,
                };
                follower.wrong.push(wrong);
            }
        }
    }
    follower
}

#[cfg(test)]
mod tests;
