//! How games and the match end: mate, stalemate, dead positions, draws by consent, resignation; what comes after the end; and
//! two games that end at once.
use super::{MoveRecord, Proceedings, Topic, Weight, Who, article, state::Proposal};
use crate::{
    profile::{MatchEnd, Resign, SimultaneousWindow},
    rules::{BoardEnd, GameEnd, Move, MoveList, NoMove, Verdict, is_dead, no_move_means, resolve},
};
use board::{BoardId, Kind, Seat, Stamp, Team};
use std::sync::Arc;

impl Proceedings {
    /// Whether a board's game is over by what stands there; `regular` where the last move was legal.
    pub(super) fn evaluate(&mut self, board: BoardId, regular: bool) {
        if self.ended(board) || !regular {
            return;
        }
        let position = *self.table.board(board);
        let (color, other) = (position.turn(), self.ended(board.other()));
        if position.is_mate(&self.rules) {
            return self.end(board, GameEnd::Mate(color), article(&self.profile.mate_model), "mate");
        }
        if is_dead(&self.profile, &position, other) {
            return self.end(board, GameEnd::Draw, article(&self.profile.dead_position), "dead position");
        }
        if position.has_legal_move(&self.rules) || std::mem::replace(&mut self.desk(board).waiting_told, true) {
            return;
        }
        let who = Who::Seat(Seat::new(board, color));
        if position.in_check(color) {
            let articles = article(&self.profile.mate_model);
            return self.say(Weight::Info, Topic::Waiting, who, articles, "in check that a piece to come could cover");
        }
        let articles = article(&self.profile.stalemate);
        match no_move_means(&self.profile, other) {
            NoMove::Draw => self.end(board, GameEnd::Draw, articles, "stalemate"),
            NoMove::Waits => self.say(Weight::Info, Topic::Waiting, who, articles, "no move"),
            NoMove::AskArbiter => self.say_on(Weight::Alert, Topic::AskArbiter, who, "no move"),
        }
    }

    /// A board's game ends. What came after the end of the match is kept and does not count.
    pub(super) fn end(&mut self, board: BoardId, end: GameEnd, articles: Vec<String>, cause: &str) {
        let ending = BoardEnd { board, at: self.now, end };
        // Where the ends of both boards are weighed against each other, one that is found while the clocks stand counts until
        // the arbiter has confirmed (RU-55).
        let weighed = !self.profile.priority.value.is_empty()
            && !self.confirmed
            && self.desks[board.index()].clock.stopped().is_some();
        if self.over_since.is_some() && !weighed {
            self.void_ends.push(ending);
            return self.say_on(Weight::Log, Topic::VoidMove, Who::Board(board), cause);
        }
        self.ends.push(ending);
        match ending.winner() {
            Some(_) => {
                let color = match end {
                    GameEnd::Mate(color) | GameEnd::Flag(color) | GameEnd::Lost(color) => color,
                    GameEnd::Draw => return,
                };
                let winner = Seat::new(board, !color);
                self.say(Weight::Result, Topic::GameWon, Who::Seat(winner), articles, cause);
            }
            None => self.say(Weight::Result, Topic::GameDrawn, Who::Board(board), articles, cause),
        }
        if let GameEnd::Mate(color) = end
            && self.two_at_once(Seat::new(board, color))
        {
            return;
        }
        self.settle();
        // What waited for this game to end may be decided now (NL-18).
        if self.profile.match_end.value == MatchEnd::BothGames {
            let other = board.other();
            let judged = |last: &Arc<MoveRecord>| last.is_regular() && last.completed.is_some();
            let regular = self.desks[other.index()].moves.last().is_none_or(judged);
            self.desk(other).waiting_told = false;
            self.evaluate(other, regular);
        }
    }

    /// Says what the match has come to, if that has changed.
    pub(super) fn settle(&mut self) {
        let verdict = resolve(&self.profile, &self.ends);
        if verdict == self.verdict {
            return;
        }
        self.verdict = verdict;
        match verdict {
            Verdict::Open => {}
            Verdict::Won(team) => {
                let articles = self.articles_of_match(Topic::MatchWon);
                self.say(Weight::Result, Topic::MatchWon, Who::Team(team), articles, "");
            }
            Verdict::Drawn => {
                let articles = self.articles_of_match(Topic::MatchDrawn);
                self.say(Weight::Result, Topic::MatchDrawn, Who::Table, articles, "");
            }
            Verdict::Score([one, two]) => {
                let articles = self.on_or(Topic::MatchScore, &self.profile.match_end);
                let detail = format!("{}-{}", points(one), points(two));
                self.say(Weight::Result, Topic::MatchScore, Who::Table, articles, detail);
            }
            Verdict::AskArbiter => self.say_on(Weight::Alert, Topic::AskArbiter, Who::Table, "result"),
        }
        self.stop_other_boards();
    }

    /// The article that decides a match, by what its games came to.
    fn articles_of_match(&self, topic: Topic) -> Vec<String> {
        let has = |kind: fn(&GameEnd) -> bool| self.ends.iter().any(|end| kind(&end.end));
        let mates: Vec<Option<Team>> =
            self.ends.iter().filter(|end| matches!(end.end, GameEnd::Mate(_))).map(BoardEnd::winner).collect();
        let flags = self.ends.iter().filter(|end| matches!(end.end, GameEnd::Flag(_))).count();
        let same_board = flags == self.ends.len() && self.ends.iter().all(|end| end.board == self.ends[0].board);
        let several = self.ends.len() > 1;
        let special = match () {
            () if mates.iter().any(|team| *team != mates[0]) => self.on(Topic::BothMated),
            () if !mates.is_empty() && flags > 0 => self.on(Topic::MateOverFlag),
            () if has(|end| *end == GameEnd::Draw) && flags > 0 => self.on(Topic::DrawOverFlag),
            () if flags > 1 && same_board => article(&self.profile.both_flags),
            () if flags > 1 && topic == Topic::MatchDrawn => self.on(Topic::FlagsAcross),
            () if several && !self.profile.priority.value.is_empty() => article(&self.profile.priority),
            () => Vec::new(),
        };
        match () {
            () if !special.is_empty() => special,
            () if several => self.on_or(topic, &self.profile.match_end),
            () => article(&self.profile.match_end),
        }
    }

    /// The match is over: the board that still plays has to stop (GR-23, GR-25). A flag that something else may yet overrule
    /// does not end the play by itself (RU-54, RU-63).
    fn stop_other_boards(&mut self) {
        let provisional =
            !self.profile.priority.value.is_empty() && self.ends.iter().all(|end| matches!(end.end, GameEnd::Flag(_)));
        if provisional || self.over_since.is_some() || self.verdict == Verdict::Open {
            return;
        }
        self.over_since = Some(self.now);
        let articles = if self.profile.arbiter_present.value {
            let own = article(&self.profile.arbiter_present);
            if own.is_empty() { self.on(Topic::StopClocks) } else { own }
        } else {
            self.on(Topic::StopClocks)
        };
        let running: Vec<BoardId> = self.boards().iter().copied().filter(|&board| !self.ended(board)).collect();
        for board in running {
            self.say(Weight::AlertStop, Topic::StopClocks, Who::Board(board), articles.clone(), "");
        }
    }

    /// A press after the end: when both players of the other board have gone on, and nobody is there to stop them, their game
    /// counts after all (GR-24).
    pub(super) fn note_played_on(&mut self, seat: Seat) {
        let Some(over) = self.over_since.filter(|_| !self.ended(seat.board)) else { return };
        let grace = i64::from(self.profile.end_grace_s.value) * 1000;
        if self.now.millis_since(over) <= grace || self.profile.arbiter_present.value {
            return;
        }
        let both = self.profile.continue_needs_both.value;
        let board = seat.board;
        self.desk(board).played_on[seat.color.index()] = true;
        if both && self.desks[board.index()].played_on == [true; 2] {
            let articles = article(&self.profile.continue_needs_both);
            self.over_since = None;
            self.say(Weight::Alert, Topic::Continued, Who::Board(board), articles, "");
            for record in &mut self.desk(board).moves {
                Arc::make_mut(record).void = false;
            }
            let found = std::mem::take(&mut self.void_ends);
            self.ends.extend(found);
            self.settle();
        }
    }

    /// The other board has not stopped in time.
    pub(super) fn watch_the_end(&mut self) {
        let Some(over) = self.over_since else { return };
        let grace = i64::from(self.profile.end_grace_s.value) * 1000;
        for &board in self.boards() {
            let desk = &self.desks[board.index()];
            let late = self.now.millis_since(over) > grace;
            if late && grace > 0 && !self.ended(board) && desk.clock.running().is_some() && !desk.not_stopped_told {
                self.desk(board).not_stopped_told = true;
                self.say_on(Weight::Alert, Topic::NotStopped, Who::Board(board), "");
            }
        }
    }

    /// Whether the mated player had just taken a piece with which his partner mates in one move: then both games end at the
    /// same moment, if the arbiter agrees (GR-27).
    fn two_at_once(&mut self, mated: Seat) -> bool {
        if self.profile.simultaneous_window.value != SimultaneousWindow::OneMove || self.ended(mated.board.other()) {
            return false;
        }
        let moves = &self.desks[mated.board.index()].moves;
        let Some(kind) = moves.iter().rev().find(|record| record.seat == mated).and_then(|record| record.passes) else {
            return false;
        };
        let Some(proof) = self.mating_drop(mated.partner(), kind) else { return false };
        let articles = article(&self.profile.simultaneous_window);
        self.say(Weight::AlertStop, Topic::Simultaneous, Who::Seat(mated.partner()), articles, proof.to_string());
        self.proposals.push(Proposal::Simultaneous(mated.partner(), self.now));
        true
    }

    /// A drop of `kind` with which the seat mates, were he handed the piece now; he has to be on move.
    fn mating_drop(&self, seat: Seat, kind: Kind) -> Option<Move> {
        let mut position = *self.table.board(seat.board);
        if position.turn() != seat.color {
            return None;
        }
        position.pocket_mut(seat.color).add(kind);
        let mut moves = MoveList::new();
        position.mating_moves(&self.rules, &mut moves);
        moves.iter().copied().find(|mv| matches!(mv, Move::Drop { kind: dropped, .. } if *dropped == kind))
    }

    /// The arbiter has confirmed or rejected that both games ended at once.
    pub(super) fn settle_simultaneous(&mut self, seat: Seat, at: Stamp, confirmed: bool) {
        if confirmed {
            let end = GameEnd::Mate(!seat.color);
            self.ends.push(BoardEnd { board: seat.board, at, end });
            let articles = article(&self.profile.simultaneous_window);
            self.say(Weight::Result, Topic::GameWon, Who::Seat(seat), articles, "at the same moment");
        }
        self.settle();
    }

    /// A draw offered or agreed to. Where four consents are needed the offer is made once both of a team have given theirs.
    pub(super) fn draw(&mut self, seat: Seat) {
        let needed = usize::from(self.profile.draw_consent.value);
        let whole_match = needed == 4;
        // What all four agree on is the match as it stands on both boards.
        let ended = if whole_match { !self.ends.is_empty() } else { self.ended(seat.board) };
        if ended || self.over_since.is_some() {
            return;
        }
        self.chair(seat).draw = true;
        let articles = article(&self.profile.draw_consent);
        let asked: Vec<Seat> = if whole_match { Seat::ALL.to_vec() } else { vec![seat, seat.opponent()] };
        let given = asked.iter().filter(|seat| self.chairs[seat.index()].draw).count();
        if given < needed {
            let detail = format!("{given} of {needed} consents");
            return self.say(Weight::Info, Topic::DrawOffered, Who::Seat(seat), articles, detail);
        }
        for seat in asked {
            self.chair(seat).draw = false;
        }
        if whole_match {
            let at = self.now;
            self.ends.extend(BoardId::BOTH.map(|board| BoardEnd { board, at, end: GameEnd::Draw }));
            self.verdict = resolve(&self.profile, &self.ends);
            self.over_since = Some(at);
            self.say(Weight::Result, Topic::MatchDrawn, Who::Table, articles, "agreed by all four");
        } else {
            self.end(seat.board, GameEnd::Draw, articles, "agreed");
        }
    }

    /// The offer is off: somebody of the other team declined or played on.
    pub(super) fn decline_draw(&mut self, seat: Seat) {
        let concerned = |other: &Seat| self.profile.draw_consent.value == 4 || other.board == seat.board;
        let offered: Vec<Seat> =
            Seat::ALL.into_iter().filter(concerned).filter(|s| self.chairs[s.index()].draw).collect();
        if offered.is_empty() {
            return;
        }
        for seat in offered {
            self.chair(seat).draw = false;
        }
        let articles = article(&self.profile.draw_consent);
        self.say(Weight::Info, Topic::DrawDeclined, Who::Seat(seat), articles, "");
    }

    /// Playing on declines an offer that is complete.
    pub(super) fn reply_declines_draw(&mut self, seat: Seat) {
        let offered = |seat: Seat| self.chairs[seat.index()].draw;
        let opponent = seat.opponent();
        let complete = offered(opponent) && (self.profile.draw_consent.value == 2 || offered(opponent.partner()));
        if complete && !offered(seat) {
            self.decline_draw(seat);
        }
    }

    /// A player resigns. Where that is allowed on move only it stands all the same, and the opponent may make one last move.
    pub(super) fn resign(&mut self, seat: Seat) {
        if self.ended(seat.board) {
            return;
        }
        let articles = article(&self.profile.resign);
        if self.profile.resign.value == Resign::OnMove && !self.table.is_on_move(seat) {
            self.desk(seat.board).last_move_before = Some(seat);
            self.say_on(Weight::Info, Topic::LastMove, Who::Seat(seat), "");
        } else {
            self.end(seat.board, GameEnd::Lost(seat.color), articles, "resignation");
        }
    }

    /// The last move that a resignation out of turn leaves to the opponent is made.
    pub(super) fn last_move_made(&mut self, seat: Seat) {
        let Some(resigned) = self.desks[seat.board.index()].last_move_before.filter(|resigned| *resigned != seat)
        else {
            return;
        };
        self.desk(seat.board).last_move_before = None;
        let articles = self.on_or(Topic::LastMove, &self.profile.resign);
        self.end(seat.board, GameEnd::Lost(resigned.color), articles, "resignation");
    }

    /// Whether a board's game is over, by more than a flag that the other's may join.
    pub(super) fn is_over(&self, board: BoardId) -> bool {
        self.ended(board) && self.ends.iter().any(|end| end.board == board && !matches!(end.end, GameEnd::Flag(_)))
    }
}

/// Half points as people write them.
fn points(half: u8) -> String {
    let whole = half / 2;
    match (whole, half % 2) {
        (0, 1) => "1/2".to_owned(),
        (whole, 1) => format!("{whole} 1/2"),
        (whole, _) => whole.to_string(),
    }
}
