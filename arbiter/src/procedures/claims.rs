//! Claims and how they are answered: accepted, or rejected with the reason and the article.
use super::{
    Claim, MoveId, MoveRecord, Proceedings, Topic, Weight, Who, Window, article,
    state::{Duty, Proposal},
};
use crate::{
    profile::{ClaimForm, ClaimUntil, Fifty, RepetitionBreak},
    rules::{GameEnd, Move, Position},
};
use board::{BoardId, Seat};

impl Proceedings {
    pub(super) fn claim(&mut self, seat: Seat, claim: Claim) {
        self.asked = true;
        match claim {
            Claim::Illegal => self.claim_illegal(seat),
            Claim::Flag => self.claim_flag(seat),
            Claim::Repetition(with) => self.claim_repetition(seat, with),
            Claim::Fifty(with) => self.claim_fifty(seat, with),
            Claim::MateInOne(mv) => self.claim_mate_in_one(seat, mv),
            Claim::Hidden => self.claim_hidden(seat),
            Claim::Touch => self.claim_touch(seat),
            Claim::Setup => self.claim_setup(seat),
            Claim::Breach => self.claim_breach(seat),
            Claim::Unclear => self.say_on(Weight::Alert, Topic::ClaimUnclear, Who::Seat(seat), ""),
        }
    }

    pub(super) fn accept(&mut self, topic: Topic, seat: Seat, articles: Vec<String>, detail: impl Into<String>) {
        self.say(Weight::Accepted, topic, Who::Seat(seat), articles, detail);
    }

    pub(super) fn reject(&mut self, topic: Topic, seat: Seat, articles: Vec<String>, detail: impl Into<String>) {
        self.say(Weight::Rejected, topic, Who::Seat(seat), articles, detail);
    }

    fn claim_illegal(&mut self, seat: Seat) {
        let topic = Topic::ClaimIllegal;
        let profile = &self.profile;
        let both_stopped = profile.claim_form.value == ClaimForm::BothClocksStopped;
        let against = |board: BoardId| {
            let moves = &self.desks[board.index()].moves;
            moves.iter().rev().find(|r| r.seat.team() != seat.team() && !r.is_regular() && !r.void).cloned()
        };
        let own = against(seat.board);
        // Where the whole team has to stop both clocks, the whole team claims.
        let other = if both_stopped { against(seat.board.other()) } else { None };
        let latest = own.into_iter().chain(other).max_by_key(|record| (record.pressed, record.id));
        let Some(record) = latest else {
            return self.reject(topic, seat, article(&profile.illegal_class1), "no illegal move is on record");
        };
        if record.completed.is_none() {
            let detail = format!("{} is not complete before the press", record.mv);
            return self.reject(topic, seat, article(&self.profile.completion), detail);
        }
        match record.window {
            Window::Open => {}
            Window::Claimed => {
                return self.reject(topic, seat, article(&self.profile.illegal_class1), "it has been claimed already");
            }
            Window::Closed | Window::None => return self.reject_late(seat, &record),
        }
        if both_stopped && !record.completed.is_some_and(|completed| self.both_stopped_after(completed)) {
            let detail = "both clocks have to be stopped after the press";
            return self.reject(topic, seat, article(&self.profile.claim_form), detail);
        }
        let at = record.mv.to_string();
        let articles = record.articles.clone();
        self.disclose(|kept| {
            matches!(kept.topic, Topic::IllegalMove | Topic::IllegalDrop) && kept.who == Who::Seat(record.seat)
        });
        self.accept(topic, seat, articles, at);
        // Play goes on from here if the move is undone (RU-23).
        let turns = BoardId::BOTH.map(|board| self.table.board(board).turn().name());
        let detail = format!("turns when claimed: A {}, B {}", turns[0], turns[1]);
        self.say(Weight::Log, Topic::Ruling, Who::Table, Vec::new(), detail);
        self.propose_penalty(record.seat.board, &record);
    }

    fn reject_late(&mut self, seat: Seat, record: &MoveRecord) {
        let until = match self.profile.claim_until.value {
            ClaimUntil::OpponentPress => "own press",
            ClaimUntil::Touch => "touching a piece to reply",
            ClaimUntil::NextMove => "the next move",
        };
        let second = self.is_second_class(record) && self.profile.articles.on(Topic::StandsSecondClass).is_some();
        let articles = if second { self.on(Topic::StandsSecondClass) } else { article(&self.profile.claim_until) };
        self.reject(Topic::ClaimIllegal, seat, articles, format!("{} had to be claimed before {until}", record.mv));
    }

    fn claim_repetition(&mut self, seat: Seat, with: Option<Move>) {
        let topic = Topic::ClaimRepetition;
        let needed = u32::from(self.profile.rep_occurrences.value);
        let articles = article(&self.profile.rep_occurrences);
        if self.profile.rep_break_on.value == RepetitionBreak::None && !self.table.is_on_move(seat) {
            return self.reject(topic, seat, articles, "only the player on move may claim");
        }
        let stops = self.profile.claim_form.value == ClaimForm::BothClocksStopped;
        let last = self.desks[seat.board.index()].moves.iter().rev().find_map(|record| record.completed);
        if stops && !self.both_stopped_after(last.unwrap_or(board::Stamp::ZERO)) {
            return self.reject(topic, seat, articles, "both clocks have to be stopped");
        }
        let times = match with {
            None => self.desks[seat.board.index()].occurrences,
            Some(mv) => {
                let mut position: Position = self.facing(seat);
                if !position.is_legal(mv, &self.rules) {
                    return self.reject(topic, seat, articles, format!("{mv} is not legal"));
                }
                let played = position.play_as(seat.color, mv);
                self.desks[seat.board.index()].repetitions.clone().after(&played, &position)
            }
        };
        // Either player of the board may count.
        let aloud = self.chairs[seat.index()].counted.max(self.chairs[seat.opponent().index()].counted);
        if times < needed {
            self.reject(topic, seat, articles, format!("occurred {times} times, {needed} are needed"));
        } else if self.profile.rep_needs_counting.value && aloud + 1 < needed {
            let articles = article(&self.profile.rep_needs_counting);
            self.reject(topic, seat, articles, format!("counted aloud {aloud} times, {} are needed", needed - 1));
        } else {
            self.accept(topic, seat, articles.clone(), format!("occurred {times} times"));
            self.end(seat.board, GameEnd::Draw, articles, "repetition");
        }
    }

    /// A repetition is counted aloud: the first at the second occurrence.
    pub(super) fn counted(&mut self, seat: Seat, times: u32) {
        let occurrences = self.desks[seat.board.index()].occurrences;
        if times + 1 == occurrences {
            self.chair(seat).counted = times;
        } else {
            let articles = article(&self.profile.rep_needs_counting);
            let detail = format!("counted {times}, occurred {occurrences} times");
            self.say(Weight::Info, Topic::Miscounted, Who::Seat(seat), articles, detail);
        }
    }

    fn claim_fifty(&mut self, seat: Seat, with: Option<Move>) {
        let topic = Topic::ClaimFifty;
        let articles = article(&self.profile.fifty);
        if self.profile.fifty.value == Fifty::None {
            return self.reject(topic, seat, articles, "there is no such draw");
        }
        if !self.table.is_on_move(seat) {
            return self.reject(topic, seat, articles, "only the player on move may claim");
        }
        let mut position = self.facing(seat);
        if let Some(mv) = with {
            position.play_as(seat.color, mv);
        }
        let moves = position.halfmoves() / 2;
        if position.halfmoves() < 100 {
            return self.reject(topic, seat, articles, format!("{moves} moves of each side, 50 are needed"));
        }
        self.accept(topic, seat, articles.clone(), format!("{moves} moves of each side"));
        self.end(seat.board, GameEnd::Draw, articles, "fifty moves");
    }

    fn claim_mate_in_one(&mut self, seat: Seat, mv: Move) {
        let topic = Topic::ClaimMateInOne;
        let articles = article(&self.profile.mate_in_one_claim);
        if !self.profile.mate_in_one_claim.value {
            return self.reject(topic, seat, articles, "a mate has to be played");
        }
        if self.desks[seat.board.index()].clock.stopped().is_none() {
            return self.reject(topic, seat, articles, "the clock has to be stopped");
        }
        let mut position = self.facing(seat);
        if !self.table.is_on_move(seat) {
            return self.reject(topic, seat, articles, "it is the opponent's move");
        }
        if mv.is_drop() || !position.is_legal(mv, &self.rules) {
            return self.reject(topic, seat, articles, format!("{mv} is no legal move on the board"));
        }
        position.play_as(seat.color, mv);
        if !position.is_mate(&self.rules) {
            return self.reject(topic, seat, articles, format!("{mv} does not mate"));
        }
        self.accept(topic, seat, articles.clone(), mv.to_string());
        self.end(seat.board, GameEnd::Mate(!seat.color), articles, "mate in one");
    }

    fn claim_touch(&mut self, seat: Seat) {
        let topic = Topic::ClaimTouch;
        let opponent = seat.opponent();
        let articles = article(&self.profile.touch_move);
        let claimed = self.chairs[opponent.index()].moved_other;
        let last: Option<MoveId> = self.desks[seat.board.index()].moves.last().map(|record| record.id);
        let Some((id, square)) = claimed.filter(|&(id, _)| Some(id) == last) else {
            return self.reject(topic, seat, articles, "no other piece was seen to be touched first");
        };
        self.disclose(|kept| kept.topic == Topic::TouchMove && kept.who == Who::Seat(opponent));
        self.accept(topic, seat, articles, square.to_string());
        self.strike_from(seat.board, id);
        let chair = self.chair(opponent);
        (chair.moved_other, chair.duty) = (None, Some(Duty::Touched(square)));
    }

    fn claim_breach(&mut self, seat: Seat) {
        let opponent = seat.opponent();
        let found = self.chairs[opponent.index()].kept_breach;
        self.disclose(|kept| {
            kept.who == Who::Seat(opponent) && !matches!(kept.topic, Topic::IllegalMove | Topic::IllegalDrop)
        });
        let articles = article(&self.profile.ladder);
        if !found {
            return self.reject(Topic::ClaimBreach, seat, articles, "none is on record");
        }
        self.chair(opponent).kept_breach = false;
        self.accept(Topic::ClaimBreach, seat, articles, "");
        self.breach(opponent);
    }

    fn claim_setup(&mut self, seat: Seat) {
        let topic = Topic::ClaimSetup;
        let limit = self.profile.setup_claim_moves.value as usize;
        let articles = article(&self.profile.setup_claim_moves);
        if !self.boards().iter().any(|board| self.desks[board.index()].wrong_setup) {
            return self.reject(topic, seat, articles, "nothing was wrong with the start");
        }
        self.chair(seat).insists_on_replay = true;
        let made = |color| {
            let count = |board: &BoardId| {
                let moves = &self.desks[board.index()].moves;
                moves.iter().filter(|record| record.seat.color == color && record.completed.is_some()).count()
            };
            self.boards().iter().filter(|board| self.desks[board.index()].wrong_setup).map(count).max().unwrap_or(0)
        };
        let early = board::Color::BOTH.into_iter().all(|color| made(color) <= limit);
        let all = self.boards().len() == 2 && self.chairs.iter().all(|chair| chair.insists_on_replay);
        if !early && !all {
            let detail = format!("more than {limit} moves were made");
            return self.reject(topic, seat, articles, detail);
        }
        self.accept(topic, seat, articles, if early { "in time" } else { "all four insist" });
        let articles = self.on(Topic::Replay);
        self.say(Weight::Penalty, Topic::Replay, Who::Table, articles, "");
        self.proposals.push(Proposal::Replay);
    }
}
