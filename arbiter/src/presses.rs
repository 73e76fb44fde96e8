//! Which press of the clock belongs to which turn.
use crate::event::{Turn, TurnId};
use board::{Color, Stamp};
use std::collections::BTreeMap;

/// A piece is seen to be let go only once the hand has left, and in a hurry that hand is on the clock already: a press may have
/// come by so much before.
const BEFORE_RELEASE_MS: i64 = 2000;

/// The presses of one board's clock, and the turns of its board that wait for theirs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presses {
    heard: Vec<(Color, Stamp)>,
    given: BTreeMap<TurnId, Stamp>,
    /// The last turn told of each colour that has no press yet.
    waiting: [Option<Turn>; 2],
}

impl Presses {
    /// A press is heard. Returns the turn that it completes, if that was told already.
    pub(crate) fn hear(&mut self, color: Color, at: Stamp) -> Option<Turn> {
        self.heard.push((color, at));
        let turn = self.waiting[color.index()].take_if(|turn| at.millis_since(turn.at) >= -BEFORE_RELEASE_MS)?;
        self.given.insert(turn.id, at);
        Some(Turn { pressed: Some(at), reported: at, ..turn })
    }

    /// A turn as it is about to be told: with its press if that was heard, else it waits for it.
    pub(crate) fn press_for(&mut self, mut turn: Turn) -> Turn {
        let color = turn.seat.color;
        let taken = |at: &Stamp| self.given.values().any(|given| given == at);
        let fits = |at: &Stamp| at.millis_since(turn.at) >= -BEFORE_RELEASE_MS && !taken(at);
        let heard = self.heard.iter().filter(|(by, _)| *by == color).map(|&(_, at)| at).find(fits);
        turn.pressed = self.given.get(&turn.id).copied().or(heard);
        match turn.pressed {
            Some(at) => {
                self.given.insert(turn.id, at);
                self.waiting[color.index()].take_if(|waiting| waiting.id == turn.id);
            }
            None => self.waiting[color.index()] = Some(turn.clone()),
        }
        turn
    }

    /// A turn is withdrawn: the press it had is free for another.
    pub(crate) fn withdraw(&mut self, id: TurnId) {
        self.given.remove(&id);
        for waiting in &mut self.waiting {
            waiting.take_if(|turn| turn.id == id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardId, Seat};

    fn turn(id: u32, color: Color, at: i64) -> Turn {
        Turn {
            id: TurnId(id),
            board: BoardId::A,
            seat: Seat::new(BoardId::A, color),
            ply: id,
            uci: "e2e4".to_owned(),
            san: "e4".to_owned(),
            at: Stamp::from_millis(at),
            pressed: None,
            reported: Stamp::from_millis(at + 300),
            legal: true,
            violations: Vec::new(),
            certainty: 1000,
        }
    }

    fn ms(turn: &Turn) -> Option<i64> {
        turn.pressed.map(Stamp::millis)
    }

    #[test]
    fn a_press_goes_to_the_turn_of_its_colour_told_before_or_after_it() {
        let mut presses = Presses::default();
        assert_eq!(ms(&presses.press_for(turn(1, Color::White, 1000))), None);
        assert!(presses.hear(Color::Black, Stamp::from_millis(1500)).is_none());
        let told = presses.hear(Color::White, Stamp::from_millis(1600)).unwrap();
        assert_eq!((told.id, ms(&told), told.reported.millis()), (TurnId(1), Some(1600), 1600));
        // The press that came while the hand was still there.
        assert!(presses.hear(Color::Black, Stamp::from_millis(2900)).is_none());
        assert_eq!(ms(&presses.press_for(turn(2, Color::Black, 3000))), Some(1500), "the earliest that can be its");
        assert_eq!(ms(&presses.press_for(turn(4, Color::Black, 4500))), Some(2900));
    }

    #[test]
    fn no_press_is_used_twice_and_a_withdrawn_turn_gives_its_back() {
        let mut presses = Presses::default();
        presses.hear(Color::White, Stamp::from_millis(1000));
        assert_eq!(ms(&presses.press_for(turn(1, Color::White, 900))), Some(1000));
        assert_eq!(ms(&presses.press_for(turn(1, Color::White, 950))), Some(1000), "an amended turn keeps its press");
        assert_eq!(ms(&presses.press_for(turn(3, Color::White, 1100))), None);
        presses.withdraw(TurnId(3));
        presses.withdraw(TurnId(1));
        assert_eq!(ms(&presses.press_for(turn(5, Color::White, 1100))), Some(1000));
        assert!(presses.hear(Color::White, Stamp::from_millis(9000)).is_none(), "nobody waits");
    }
}
