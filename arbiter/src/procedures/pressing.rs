//! The second part of a move's life: pressed and so complete; and what a press can do wrong.
use super::{Hand, MoveId, Proceedings, Topic, Weight, Who, article};
use crate::profile::{CaptureAvailable, Completion, Fifty, PromotionCompletion};
use board::{BoardId, Color, Seat};

impl Proceedings {
    pub(super) fn press(&mut self, seat: Seat, hand: Option<Hand>) {
        self.begin();
        let now = self.now;
        let ran = self.desk(seat.board).clock.press(seat.color, now);
        self.check_hand(seat, hand);
        self.note_played_on(seat);
        if self.profile.completion.value == Completion::Release || self.ended(seat.board) {
            return;
        }
        let moves = &self.desks[seat.board.index()].moves;
        let waiting = moves.iter().find(|record| record.pressed.is_none() && record.completed.is_none());
        match waiting.map(|record| (record.seat, record.id)) {
            Some((mover, id)) if mover == seat => self.pressed(seat, id),
            Some(_) => self.say_on(Weight::Alert, Topic::PressBeforeOpponent, Who::Seat(seat), ""),
            None if self.press_is_owed(seat) => {}
            None if ran => self.say_on(Weight::Alert, Topic::PressWithoutMove, Who::Seat(seat), ""),
            None => {}
        }
    }

    fn pressed(&mut self, seat: Seat, id: MoveId) {
        if self.snyatie_pressed(seat, id) {
            return;
        }
        let now = self.now;
        if let Some(record) = self.find(id) {
            record.pressed = Some(now);
        }
        self.press_order.push(id);
        if self.promotion_pressed(seat, id)
            && self.profile.promotion_completion.value == PromotionCompletion::Declaration
        {
            return;
        }
        self.complete(seat.board, id);
    }

    /// A move is complete: whatever waited for that follows.
    pub(super) fn complete(&mut self, board: BoardId, id: MoveId) {
        let now = self.now;
        let Some(record) = self.find(id) else { return };
        record.completed = Some(now);
        let record = record.clone();
        self.snyatie_ends_with(id);
        let seat = record.seat;
        let articles = article(&self.profile.completion);
        self.say(Weight::Log, Topic::Completed, Who::Seat(seat), articles, record.mv.to_string());
        let chair = self.chair(seat);
        (chair.adjusts, chair.hand) = (false, None);
        self.close_windows(seat);
        if self.profile.capture_available.value != CaptureAvailable::Passed {
            self.release(seat, id);
        }
        self.expect_pass(seat, record.passes);
        self.count_repetition(board, &record);
        if record.is_regular() {
            let sound = self.impossible(&record.after).is_none();
            self.desk(board).last_sound = sound.then_some(record.after).or(self.desks[board.index()].last_sound);
        } else {
            self.offence(board, id);
        }
        self.snyatie_other_moved(seat);
        self.last_move_made(seat);
        // A reply that is on the board already is judged when it is complete itself.
        if self.desks[board.index()].moves.last().is_some_and(|last| last.id == id) {
            self.evaluate(board, record.is_regular());
        }
    }

    fn count_repetition(&mut self, board: BoardId, record: &super::MoveRecord) {
        let desk = self.desk(board);
        let times = desk.repetitions.after(&record.played, &record.after);
        desk.occurrences = times;
        let needed = u32::from(self.profile.rep_occurrences.value);
        if times >= 3 && times + 1 >= needed {
            let articles = article(&self.profile.rep_occurrences);
            self.say(Weight::Info, Topic::Repeated, Who::Board(board), articles, times.to_string());
        }
        if times == 1 {
            for color in Color::BOTH {
                self.chair(Seat::new(board, color)).counted = 0;
            }
        }
        if self.profile.fifty.value == Fifty::Claim && record.after.halfmoves() == 100 {
            let articles = article(&self.profile.fifty);
            self.say(Weight::Info, Topic::FiftyMoves, Who::Board(board), articles, "");
        }
    }

    /// Remembers which hand moved.
    pub(super) fn note_hand(&mut self, seat: Seat, hand: Option<Hand>) {
        let Some(hand) = hand else { return };
        if self.profile.same_hand.value && hand == Hand::Both {
            self.wrong_hand(seat, "both hands");
        }
        self.chair(seat).hand = Some(hand);
    }

    fn check_hand(&mut self, seat: Seat, hand: Option<Hand>) {
        let moved = self.chairs[seat.index()].hand;
        if self.profile.same_hand.value
            && let (Some(moved), Some(pressed)) = (moved, hand)
            && moved != pressed
        {
            self.wrong_hand(seat, &format!("moved with {moved}, pressed with {pressed}"));
        }
    }

    fn wrong_hand(&mut self, seat: Seat, detail: &str) {
        let articles = article(&self.profile.same_hand);
        self.chair(seat).kept_breach = true;
        self.say(Weight::Alert, Topic::OtherHand, Who::Seat(seat), articles, detail);
    }
}
