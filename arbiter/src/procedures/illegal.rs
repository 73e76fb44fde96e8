//! Irregular moves that were completed: how long they can be claimed, what they cost, and that what stands, stands.
use super::{MoveId, MoveRecord, Proceedings, Topic, Weight, Who, Window, article, last_rank, state::Proposal};
use crate::{
    profile::{ClaimForm, ClaimUntil, IllegalPenalty, Intervention},
    rules::{GameEnd, Position},
};
use board::{BoardId, Color, Kind, Seat};

impl Proceedings {
    /// An irregular move is complete: the offence is there.
    pub(super) fn offence(&mut self, board: BoardId, id: MoveId) {
        let Some(record) = self.find(id) else { return };
        record.window = Window::Open;
        let record = record.clone();
        self.chair(record.seat).illegal_moves += 1;
        let topic = if record.mv.is_drop() { Topic::IllegalDrop } else { Topic::IllegalMove };
        let second = if self.is_second_class(&record) { ", second class" } else { "" };
        let detail = format!("{}{second}", record.mv);
        self.say(Weight::AlertStop, topic, Who::Seat(record.seat), record.articles.clone(), detail);
        let by_itself = self.profile.claim_form.value == ClaimForm::Spoken
            && self.profile.arbiter_intervention.value == Intervention::OnObservation;
        if by_itself && !record.void {
            self.propose_penalty(board, &record);
        }
    }

    pub(super) fn is_second_class(&self, record: &MoveRecord) -> bool {
        self.profile.is_second_class(&record.reasons)
    }

    /// What an irregular move costs, and the article that says so.
    fn penalty(&self, record: &MoveRecord) -> (IllegalPenalty, Vec<String>) {
        let ruled =
            if self.is_second_class(record) { &self.profile.illegal_class2 } else { &self.profile.illegal_class1 };
        let again = self.chairs[record.seat.index()].illegal_moves > 1;
        let penalty = match ruled.value {
            IllegalPenalty::TimeThenLoss if again => IllegalPenalty::Loss,
            other => other,
        };
        (penalty, article(ruled))
    }

    /// Proposes what an irregular move costs; the arbiter confirms unless the profile says that he need not.
    pub(super) fn propose_penalty(&mut self, board: BoardId, record: &MoveRecord) {
        let (penalty, articles) = self.penalty(record);
        let topic = if penalty == IllegalPenalty::Loss { Topic::Loss } else { Topic::Undo };
        self.say(Weight::Penalty, topic, Who::Seat(record.seat), articles.clone(), record.mv.to_string());
        if matches!(penalty, IllegalPenalty::UndoAndTime | IllegalPenalty::TimeThenLoss) {
            let seconds = self.profile.illegal_bonus_s.value;
            let team = Who::Team(record.seat.opponent().team());
            self.say(Weight::Penalty, Topic::TimeToOpponent, team, articles, format!("{seconds} s"));
        }
        let proposal = Proposal::Illegal(board, record.id);
        if self.profile.auto_result.value {
            self.carry_out(proposal);
        } else if !self.proposals.contains(&proposal) {
            self.proposals.push(proposal);
        }
    }

    /// Carries out what an irregular move costs.
    pub(super) fn carry_out_penalty(&mut self, board: BoardId, id: MoveId) {
        let Some(record) = self.find(id) else { return };
        record.window = Window::Claimed;
        let record = record.clone();
        let seat = record.seat;
        let (penalty, articles) = self.penalty(&record);
        match penalty {
            IllegalPenalty::Loss => self.end(board, GameEnd::Lost(seat.color), articles, "illegal move"),
            IllegalPenalty::Retract if self.must_come_back(&record) => self.begin_retraction(&record),
            IllegalPenalty::Retract => self.undo(&record),
            IllegalPenalty::UndoAndTime => {
                self.undo(&record);
                let seconds = self.profile.illegal_bonus_s.value;
                self.add_time(seat.opponent(), seconds);
                self.add_time(seat.diagonal(), seconds);
            }
            IllegalPenalty::TimeThenLoss => {
                self.undo(&record);
                self.add_time(seat.opponent(), self.profile.illegal_bonus_s.value);
            }
        }
    }

    pub(super) fn undo(&mut self, record: &MoveRecord) {
        if self.strike_from(record.seat.board, record.id) {
            self.bind_after(record.seat, record);
        } else {
            let detail = "the board was changed since; set up the position";
            self.say_on(Weight::Alert, Topic::AskArbiter, Who::Board(record.seat.board), detail);
        }
    }

    pub(super) fn add_time(&mut self, seat: Seat, seconds: u32) {
        self.desk(seat.board).clock.add(seat.color, i64::from(seconds) * 1000);
        self.say(Weight::Log, Topic::TimeToOpponent, Who::Seat(seat), Vec::new(), format!("+{seconds} s"));
    }

    /// `seat` touches a piece to reply, or replies: where that is the end of claims, the moves against him stand.
    pub(super) fn reply_begins(&mut self, seat: Seat) {
        if self.profile.claim_until.value == ClaimUntil::Touch {
            self.close_windows(seat);
        }
    }

    /// `seat` has completed a move, which ends all claims: the moves against him stand.
    pub(super) fn close_windows(&mut self, seat: Seat) {
        let board = seat.board;
        let open: Vec<MoveId> = self.desks[board.index()]
            .moves
            .iter()
            .filter(|record| record.window == Window::Open && record.seat != seat)
            .map(|record| record.id)
            .collect();
        for id in open {
            self.close_window(board, id);
        }
    }

    fn close_window(&mut self, board: BoardId, id: MoveId) {
        let Some(record) = self.find(id) else { return };
        record.window = Window::Closed;
        let record = record.clone();
        self.proposals.retain(|proposal| *proposal != Proposal::Illegal(board, id));
        let topic = if self.is_second_class(&record) && self.profile.articles.on(Topic::StandsSecondClass).is_some() {
            Topic::StandsSecondClass
        } else {
            Topic::Stands
        };
        let articles = self.on_or(topic, &self.profile.claim_until);
        self.say(Weight::Log, topic, Who::Seat(record.seat), articles, record.mv.to_string());
        let here = *self.table.board(board);
        if let Some(reason) = self.impossible(&here)
            && self.profile.articles.on(Topic::ImpossiblePosition).is_some()
        {
            let sound = self.desks[board.index()].last_sound.map_or_else(String::new, |sound| sound.to_string());
            let turns = BoardId::BOTH.map(|board| self.table.board(board).turn().name());
            let detail = format!("{reason}, last possible: {sound}, turns: A {}, B {}", turns[0], turns[1]);
            let second =
                self.is_second_class(&record) && self.profile.articles.on(Topic::ImpossibleSecondClass).is_some();
            let topic = if second { Topic::ImpossibleSecondClass } else { Topic::ImpossiblePosition };
            self.say_on(Weight::AlertStop, topic, Who::Board(board), detail);
        }
    }

    /// Why a position is one that no game under these rules can reach, as far as that can be seen from it alone.
    pub(super) fn impossible(&self, position: &Position) -> Option<&'static str> {
        let kings = |color| position.of(color, Kind::King).len();
        let first = |color: Color| position.of(color, Kind::Pawn).any(|square| square.rank() == last_rank(!color));
        if Color::BOTH.into_iter().any(|color| kings(color) != 1) {
            Some("a colour has not one king")
        } else if position.in_check(!position.turn()) {
            Some("the side that is not to move is in check")
        } else if Color::BOTH.into_iter().any(first) {
            Some("a pawn stands on its own first rank")
        } else {
            None
        }
    }

    /// The king was taken in a house where that is how an illegal move is claimed.
    pub(super) fn king_taken(&mut self, seat: Seat, id: MoveId) {
        let Some(record) = self.find(id) else { return };
        record.completed = Some(record.placed);
        let loser = seat.opponent();
        let articles = article(&self.profile.king_capture);
        self.say(Weight::Accepted, Topic::ClaimIllegal, Who::Seat(seat), articles.clone(), "the king was taken");
        self.end(seat.board, GameEnd::Lost(loser.color), articles, "king taken");
    }
}
