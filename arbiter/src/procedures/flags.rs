//! Fallen flags: whose, when, whether they count at once or on claim, and whether the opponent could have won.
use super::{Proceedings, Topic, Weight, Who, article};
use crate::{
    profile::{BothFlags, Flag},
    rules::{BoardEnd, GameEnd, can_still_win},
};
use board::Seat;

impl Proceedings {
    pub(super) fn flag(&mut self, seat: Seat) {
        if self.chairs[seat.index()].flag.is_some() || self.is_over(seat.board) {
            return;
        }
        let now = self.now;
        self.chair(seat).flag = Some(now);
        match self.profile.flag.value {
            Flag::Auto => self.flag_counts(seat),
            Flag::OnClaim => self.flag_waits(seat),
        }
    }

    /// The flag counts: a loss, or a draw where the opponent could not have won.
    fn flag_counts(&mut self, seat: Seat) {
        self.say(Weight::Alert, Topic::Flag, Who::Seat(seat), article(&self.profile.flag), "");
        let first = GameEnd::Flag(!seat.color);
        if self.ends.iter().any(|end| end.board == seat.board && end.end == first) {
            return self.second_flag(seat);
        }
        if self.opponent_can_win(seat) {
            let articles = article(&self.profile.flag);
            self.end(seat.board, GameEnd::Flag(seat.color), articles, "flag");
        } else {
            let articles = article(&self.profile.flag_draw);
            self.end(seat.board, GameEnd::Draw, articles, "flag, and the opponent could not win");
        }
    }

    /// The flag of the second player of a board falls as well.
    fn second_flag(&mut self, seat: Seat) {
        let articles = article(&self.profile.both_flags);
        let (board, at) = (seat.board, self.now);
        self.ends.push(BoardEnd { board, at, end: GameEnd::Flag(seat.color) });
        match self.profile.both_flags.value {
            BothFlags::Draw => {
                self.say(Weight::Result, Topic::GameDrawn, Who::Board(board), articles, "both flags");
            }
            BothFlags::FirstLoses => {
                self.say(Weight::Log, Topic::Flag, Who::Board(board), articles, "the first to fall lost");
            }
            BothFlags::AskArbiter => self.say_on(Weight::Alert, Topic::AskArbiter, Who::Board(board), "both flags"),
        }
        self.settle();
    }

    /// The flag is kept until the opponent claims; the second to fall makes it a draw (RO-34).
    fn flag_waits(&mut self, seat: Seat) {
        self.say_on(Weight::Info, Topic::FlagStored, Who::Seat(seat), "");
        if self.chairs[seat.opponent().index()].flag.is_none() {
            return;
        }
        let articles = article(&self.profile.both_flags);
        match self.profile.both_flags.value {
            BothFlags::Draw => self.end(seat.board, GameEnd::Draw, articles, "both flags"),
            BothFlags::FirstLoses => {
                self.end(seat.board, GameEnd::Flag(!seat.color), articles, "the first of both flags");
            }
            BothFlags::AskArbiter => {
                self.say_on(Weight::Alert, Topic::AskArbiter, Who::Board(seat.board), "both flags")
            }
        }
    }

    pub(super) fn claim_flag(&mut self, seat: Seat) {
        let topic = Topic::ClaimFlag;
        let opponent = seat.opponent();
        let articles = article(&self.profile.flag);
        let Some(_) = self.chairs[opponent.index()].flag else {
            return self.reject(topic, seat, articles, "the opponent's flag has not fallen");
        };
        if self.profile.flag.value == Flag::Auto {
            return self.accept(topic, seat, articles, "it counts already");
        }
        if self.is_over(seat.board) {
            return self.reject(topic, seat, article(&self.profile.both_flags), "the game is over");
        }
        let stopped = self.desks[seat.board.index()].clock.stopped();
        let own = self.chairs[seat.index()].flag;
        match (stopped, own) {
            (None, _) => return self.reject(topic, seat, articles, "the clock has to be stopped"),
            (Some(stopped), Some(own)) if own <= stopped => {
                return self.reject(topic, seat, articles, "the claimant's own flag had fallen before");
            }
            _ => {}
        }
        self.disclose(|kept| kept.topic == Topic::FlagStored && kept.who == Who::Seat(opponent));
        if self.opponent_can_win(opponent) {
            self.accept(topic, seat, articles.clone(), "");
            self.end(seat.board, GameEnd::Flag(opponent.color), articles, "flag");
        } else {
            let articles = article(&self.profile.flag_draw);
            self.reject(topic, seat, articles.clone(), "not enough material to mate");
            self.end(seat.board, GameEnd::Draw, articles, "flag, and the opponent could not win");
        }
    }

    /// Whether the opponent of a player whose flag fell could still have won, as the profile asks.
    fn opponent_can_win(&self, seat: Seat) -> bool {
        let winner = seat.opponent();
        let more_may_come = self.boards().len() == 2 && !self.ended(seat.board.other())
            || !self.table.reserve(winner).is_empty()
            || !self.chairs[winner.index()].coming.is_empty();
        can_still_win(&self.profile, self.table.board(seat.board), winner.color, more_may_come)
    }
}
