//! What was said of each board, put in the order in which it is believed to have happened there.

use arbiter::event::{AlertId, AlertKind, AlertState, Event, Turn, TurnId};
use arbiter::rules::Pocket;
use board::{BoardId, Color, Decision, Kind, Placement, Stamp};
use std::collections::BTreeMap;

/// What happened on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A game began.
    Begins(Placement, Stamp),
    /// Nothing explained what was seen, and it was taken as it stood.
    Stands(Placement, Stamp),
    /// A reserve held this, whatever had been taken and dropped.
    Holds(Color, Pocket, Stamp),
    /// Something was played.
    Played(Turn),
}

impl Step {
    /// When.
    pub(super) fn at(&self) -> Stamp {
        match self {
            Step::Begins(_, at) | Step::Stands(_, at) | Step::Holds(.., at) => *at,
            Step::Played(turn) => turn.at,
        }
    }
}

/// A beginning, or a break after which a board was taken as seen.
#[derive(Clone, Debug)]
struct Break {
    board: BoardId,
    step: Step,
    /// The alert that told it; none for a beginning.
    alert: Option<AlertId>,
    /// The number of the event.
    told: usize,
}

/// Takes the events of a session in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The turns that stand, with the number of the event that said so last.
    turns: BTreeMap<TurnId, (Turn, usize)>,
    breaks: Vec<Break>,
}

impl Lines {
    pub(super) fn take(&mut self, number: usize, event: &Event) {
        match event {
            Event::Started { board, placement, at } => self.breaks.push(Break {
                board: *board,
                step: Step::Begins(*placement, *at),
                alert: None,
                told: number,
            }),
            Event::Turn(turn) => _ = self.turns.insert(turn.id, (turn.clone(), number)),
            Event::TurnAmended { of, turn } => {
                let was = self.turns.remove(of);
                // a press that was heard later says nothing about where the turn belongs
                let told = was.filter(|(was, _)| is_press_of(was, turn)).map_or(number, |(_, told)| told);
                self.turns.insert(turn.id, (turn.clone(), told));
            }
            Event::TurnWithdrawn { of, .. } => _ = self.turns.remove(of),
            Event::Alert(alert) if alert.state == AlertState::Closed => {
                self.breaks.retain(|known| known.alert != Some(alert.id));
            }
            Event::Alert(alert) if matches!(alert.kind, AlertKind::Unexplained | AlertKind::WrongStart) => {
                let told =
                    self.breaks.iter().find(|known| known.alert == Some(alert.id)).map_or(number, |known| known.told);
                self.breaks.retain(|known| known.alert != Some(alert.id));
                // sessions of before the alerts had a field for it name it in the sentence
                if let Some(placement) = alert.placement.or_else(|| placement_in(&alert.text)) {
                    let step = Step::Stands(placement, alert.at);
                    self.breaks.push(Break { board: alert.board, step, alert: Some(alert.id), told });
                }
            }
            Event::Ruled { what: Decision::Position { board, placement, .. }, accepted: true, at, .. } => {
                self.breaks.push(Break {
                    board: *board,
                    step: Step::Stands(*placement, *at),
                    alert: None,
                    told: number,
                });
            }
            Event::Ruled { what: Decision::Reserve { seat, held }, accepted: true, at, .. } => {
                let mut pocket = Pocket::EMPTY;
                held.chars().filter_map(Kind::from_letter).for_each(|kind| pocket.add(kind));
                let step = Step::Holds(seat.color, pocket, *at);
                self.breaks.push(Break { board: seat.board, step, alert: None, told: number });
            }
            Event::Ruled { .. } | Event::Incident(_) | Event::Alert(_) | Event::Result { .. } | Event::End { .. } => {}
        }
    }

    /// What happened on `board`, in order.
    ///
    /// A turn lies behind a break if it was said after it: whatever was said of what follows a break is said again when the break is.
    pub(super) fn of(&self, board: BoardId) -> Vec<Step> {
        let mut turns: Vec<&(Turn, usize)> = self.turns.values().filter(|(turn, _)| turn.board == board).collect();
        turns.sort_by_key(|(turn, _)| (turn.ply, turn.id));
        let mut breaks: Vec<(usize, &Break)> = Vec::new();
        for known in self.breaks.iter().filter(|known| known.board == board) {
            let before = turns.iter().position(|(_, told)| *told > known.told).unwrap_or(turns.len());
            if matches!(known.step, Step::Begins(..)) {
                // the same beginning, told again
                breaks.retain(|(place, _)| *place != before);
            }
            breaks.push((before, known));
        }
        let mut steps = Vec::new();
        for index in 0..=turns.len() {
            steps.extend(breaks.iter().filter(|(place, _)| *place == index).map(|(_, known)| known.step.clone()));
            steps.extend(turns.get(index).map(|(turn, _)| Step::Played(turn.clone())));
        }
        steps
    }
}

/// Whether `turn` is `was` with the press that was heard for it.
fn is_press_of(was: &Turn, turn: &Turn) -> bool {
    was.pressed.is_none()
        && turn.pressed.is_some()
        && Turn { pressed: was.pressed, reported: was.reported, ..turn.clone() } == *was
}

/// The placement that an alert's sentence names.
fn placement_in(text: &str) -> Option<Placement> {
    text.split_whitespace().find_map(|word| word.trim_end_matches(['.', ',', ';']).parse().ok())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alert, turn};
    use super::*;

    const A: BoardId = BoardId::A;

    fn lines(events: &[Event]) -> Vec<String> {
        let mut lines = Lines::default();
        events.iter().enumerate().for_each(|(number, event)| lines.take(number, event));
        let written = |step: Step| match step {
            Step::Begins(..) => "begins".to_owned(),
            Step::Stands(..) => "stands".to_owned(),
            Step::Holds(..) => "holds".to_owned(),
            Step::Played(turn) => turn.uci,
        };
        lines.of(A).into_iter().map(written).collect()
    }

    fn begins() -> Event {
        Event::Started { board: A, placement: Placement::start(), at: Stamp::ZERO }
    }

    fn unexplained(id: u32, state: AlertState) -> Event {
        let text = format!("Board A: no move explains what is seen; taken as {} from here on.", Placement::start());
        Event::Alert(alert(id, AlertKind::Unexplained, state, &text))
    }

    #[test]
    fn amended_and_withdrawn_turns_are_as_they_were_said_last() {
        let said = [
            begins(),
            Event::Turn(turn(1, A, 1, "e2e4", 1000)),
            Event::Turn(turn(2, A, 2, "e7e5", 2000)),
            Event::Turn(turn(3, A, 3, "g1f3", 3000)),
            Event::TurnAmended { of: TurnId(2), turn: turn(2, A, 2, "e7e6", 2000) },
            Event::TurnWithdrawn { of: TurnId(3), reported: Stamp::ZERO },
        ];
        assert_eq!(lines(&said), ["begins", "e2e4", "e7e6"]);
    }

    #[test]
    fn a_break_lies_where_it_was_told() {
        let pressed = Turn { pressed: Some(Stamp::from_millis(1500)), ..turn(1, A, 1, "e2e4", 1000) };
        let said = [
            begins(),
            Event::Turn(turn(1, A, 1, "e2e4", 1000)),
            unexplained(1, AlertState::Opened),
            Event::Turn(turn(2, A, 2, "e7e5", 2000)),
            // heard late: the turn stays before the break
            Event::TurnAmended { of: TurnId(1), turn: pressed },
        ];
        assert_eq!(lines(&said), ["begins", "e2e4", "stands", "e7e5"]);
    }

    #[test]
    fn a_break_that_no_longer_holds_is_none_and_a_beginning_told_again_is_one() {
        let said = [
            begins(),
            Event::Turn(turn(1, A, 1, "e2e4", 1000)),
            unexplained(1, AlertState::Opened),
            unexplained(1, AlertState::Closed),
            begins(),
            Event::TurnAmended { of: TurnId(1), turn: turn(1, A, 1, "d2d4", 1000) },
        ];
        assert_eq!(lines(&said), ["begins", "d2d4"]);
    }
}
