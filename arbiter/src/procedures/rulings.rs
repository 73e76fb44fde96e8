//! The arbiter's decisions: confirming, rejecting, penalties with their ladder, positions set, matches replayed.
use super::{Proceedings, Ruling, Topic, Weight, Who, article, state::Proposal};
use crate::{
    profile::{Intervention, Penalty},
    rules::{GameEnd, Position, Verdict},
};
use board::{BoardId, Seat, Stamp};

impl Proceedings {
    pub(super) fn rule(&mut self, ruling: &Ruling) {
        self.asked = true;
        match ruling {
            Ruling::Confirm => match self.proposals.pop() {
                Some(proposal) => self.carry_out(proposal),
                None => self.confirmed = self.verdict != Verdict::Open,
            },
            Ruling::Reject => self.reject_last(),
            Ruling::Breach(seat) => self.breach(*seat),
            Ruling::Penalize(seat, penalty, seconds) => self.penalize(*seat, *penalty, *seconds),
            Ruling::AddTime(seat, seconds) => {
                let ms = i64::from(*seconds) * 1000;
                self.desk(seat.board).clock.add(seat.color, ms);
                self.note(Who::Seat(*seat), format!("{seconds:+} s"));
            }
            Ruling::Set(board, position) => self.set_position(*board, position),
            Ruling::Hold(seat, pocket) => {
                *self.table.board_mut(seat.board).pocket_mut(seat.color) = *pocket;
                self.note(Who::Seat(*seat), "the reserve is put right".to_owned());
            }
            Ruling::End(board, end) => self.end(*board, *end, self.on(Topic::Ruling), "ruling"),
            Ruling::Replay => self.replay(),
            Ruling::Clock(board) => self.handle_clock(*board),
            Ruling::Note(text) => self.note(Who::Table, text.clone()),
        }
    }

    fn note(&mut self, who: Who, detail: String) {
        self.say_on(Weight::Log, Topic::Ruling, who, detail);
    }

    /// A proposal takes effect.
    pub(super) fn carry_out(&mut self, proposal: Proposal) {
        match proposal {
            Proposal::Illegal(board, id) => self.carry_out_penalty(board, id),
            Proposal::Simultaneous(seat, at) => self.settle_simultaneous(seat, at, true),
            Proposal::Loss(seat, articles) => self.end(seat.board, GameEnd::Lost(seat.color), articles, "breaches"),
            Proposal::Replay => self.replay(),
        }
    }

    /// The last proposal does not take effect; without one, the last end is struck and play goes on.
    fn reject_last(&mut self) {
        match self.proposals.pop() {
            Some(Proposal::Simultaneous(seat, at)) => self.settle_simultaneous(seat, at, false),
            Some(_) => self.note(Who::Table, "not confirmed".to_owned()),
            None => {
                if let Some(end) = self.ends.pop() {
                    (self.verdict, self.over_since) = (Verdict::Open, None);
                    self.note(Who::Board(end.board), "the end is struck".to_owned());
                    self.settle();
                }
            }
        }
    }

    /// A breach counts on the ladder (RO-20 to RO-24).
    pub(super) fn breach(&mut self, seat: Seat) {
        let chair = self.chair(seat);
        chair.breaches += 1;
        let number = chair.breaches;
        let ladder = &self.profile.ladder.value;
        let Some(&step) = ladder.get(number - 1).or(ladder.last()) else {
            return self.note(Who::Seat(seat), format!("breach {number}"));
        };
        let seconds = self.profile.ladder_time_s.value;
        let topic = topic(step);
        let articles = self.on_or(topic, &self.profile.ladder);
        // RO-21: where the opponent's flag has fallen a warning would not help him: he gets time to think.
        let fallen = self.chairs[seat.opponent().index()].flag.is_some();
        let detail = format!("breach {number}");
        match step {
            Penalty::Warn if fallen => {
                self.say(Weight::Penalty, Topic::TimeToOpponent, Who::Seat(seat), articles, detail);
                self.chair(seat.opponent()).flag = None;
                self.add_time(seat.opponent(), seconds);
            }
            Penalty::TimeToOpponent => {
                self.say(Weight::Penalty, topic, Who::Seat(seat), articles, detail);
                self.add_time(seat.opponent(), seconds);
            }
            Penalty::Loss => {
                self.say(Weight::Penalty, topic, Who::Seat(seat), articles.clone(), detail);
                self.proposals.push(Proposal::Loss(seat, articles));
            }
            Penalty::Warn | Penalty::Freeze | Penalty::Exclude | Penalty::Remove | Penalty::Replay => {
                self.say(Weight::Penalty, topic, Who::Seat(seat), articles, detail);
            }
        }
    }

    fn penalize(&mut self, seat: Seat, penalty: Penalty, seconds: u32) {
        let articles = article(&self.profile.penalties);
        if !self.profile.penalties.value.contains(&penalty) {
            self.say(Weight::Info, Topic::PenaltyUnlisted, Who::Seat(seat), articles.clone(), penalty.word());
        }
        let detail = if seconds > 0 { format!("{seconds} s") } else { String::new() };
        self.say(Weight::Penalty, topic(penalty), Who::Seat(seat), articles.clone(), detail);
        match penalty {
            Penalty::Freeze => {
                let until = self.now.nanos() + i64::from(seconds) * 1_000_000_000;
                self.chair(seat).frozen_until = Some(Stamp::from_nanos(until));
            }
            Penalty::TimeToOpponent => self.add_time(seat.opponent(), seconds),
            Penalty::Loss => self.end(seat.board, GameEnd::Lost(seat.color), articles, "penalty"),
            Penalty::Replay => self.replay(),
            Penalty::Warn | Penalty::Exclude | Penalty::Remove => {}
        }
    }

    fn set_position(&mut self, board: BoardId, position: &Position) {
        let before = *self.table.board(board);
        self.exchange_ledger(&before, position);
        *self.table.board_mut(board) = *position;
        let desk = self.desk(board);
        desk.barrier = desk.moves.len();
        self.note(Who::Board(board), position.to_string());
    }

    /// What a position set by hand adds to the table or takes from it.
    fn exchange_ledger(&mut self, before: &Position, after: &Position) {
        let pieces = |position: &Position| {
            let bodies = position.placement_of_bodies();
            let held = board::Color::BOTH.into_iter().flat_map(|color| {
                let pocket = position.pocket(color);
                board::Kind::HOLDABLE
                    .into_iter()
                    .flat_map(move |kind| std::iter::repeat_n(board::Piece::new(color, kind), pocket.count(kind)))
            });
            bodies.pieces().map(|(_, piece)| piece).chain(held).collect::<Vec<_>>()
        };
        pieces(before).into_iter().for_each(|piece| self.discard(piece));
        pieces(after).into_iter().for_each(|piece| self.fetch(piece));
    }

    /// Where the arbiter is silent he does not touch the clock unless both players ask (RO-38).
    fn handle_clock(&mut self, board: BoardId) {
        if self.profile.arbiter_intervention.value == Intervention::OnClaim {
            self.say_on(Weight::Info, Topic::ClockLocked, Who::Board(board), "");
        } else {
            self.note(Who::Board(board), "clock".to_owned());
        }
    }

    /// The match begins anew; the record of how often stays.
    fn replay(&mut self) {
        let articles = self.on(Topic::Replay);
        self.say(Weight::Log, Topic::Replay, Who::Table, articles, format!("match {}", self.matches_played + 2));
        let next = Proceedings {
            now: self.now,
            matches_played: self.matches_played + 1,
            out: std::mem::take(&mut self.out),
            kept: std::mem::take(&mut self.kept),
            ..Proceedings::new(self.profile.clone(), self.start)
        };
        *self = next;
    }
}

fn topic(penalty: Penalty) -> Topic {
    match penalty {
        Penalty::Warn => Topic::Warn,
        Penalty::TimeToOpponent => Topic::TimeToOpponent,
        Penalty::Freeze => Topic::Freeze,
        Penalty::Loss => Topic::Loss,
        Penalty::Exclude => Topic::Exclude,
        Penalty::Remove => Topic::Remove,
        Penalty::Replay => Topic::Replay,
    }
}
