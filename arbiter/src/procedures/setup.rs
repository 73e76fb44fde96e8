//! Before the start and around the table: seats, arrays, clocks, hands and talk.
use super::{ClockAt, Proceedings, Speech, Topic, Weight, Who, Zone, article};
use crate::{
    profile::{ClaimForm, ClockSide, Communication, StartBy},
    rules::Position,
};
use board::{BoardId, Color, Kind, Piece, Placement, Seat, Square};

/// How far a reading may be from what the clock should show.
const CLOCK_TOLERANCE_MS: i64 = 2000;
/// Within how many milliseconds of a hand on the other clock both clocks have to stand for it to have been a call.
const CALL_MS: i64 = 5000;

impl Proceedings {
    pub(super) fn seated(&mut self, seat: Seat, player: &str) {
        self.chair(seat).player = Some(player.to_owned());
    }

    /// The first thing that happens in play.
    pub(super) fn begin(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let fingerprint = format!("{} {:016x}", self.profile.name, self.profile.fingerprint());
        self.say_on(Weight::Log, Topic::Opened, Who::Table, fingerprint);
        let seats: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| self.boards().contains(&seat.board)).collect();
        let players: Vec<&String> = seats.iter().filter_map(|s| self.chairs[s.index()].player.as_ref()).collect();
        let different = players.iter().enumerate().all(|(i, player)| !players[..i].contains(player));
        if !players.is_empty() && (players.len() < seats.len() || !different) {
            self.say_on(Weight::AlertStop, Topic::WrongSeating, Who::Table, "do not start");
        }
        if self.profile.wrong_setup_bars_castling.value {
            let wrong = |board: &&BoardId| self.desks[board.index()].wrong_setup;
            let wrong: Vec<BoardId> = self.boards().iter().filter(wrong).copied().collect();
            for board in wrong {
                self.table.board_mut(board).clear_marks();
                self.start.board_mut(board).clear_marks();
                let articles = article(&self.profile.wrong_setup_bars_castling);
                self.say(Weight::Info, Topic::CastlingBarred, Who::Board(board), articles, "");
            }
        }
    }

    /// What stands on a board before its game.
    pub(super) fn stands_before(&mut self, board: BoardId, placement: &Placement) {
        if self.begun {
            return;
        }
        let position = Position::from_placement(placement, Color::White);
        *self.table.board_mut(board) = position;
        *self.start.board_mut(board) = position;
        self.desks[board.index()] = super::Desk::new(&self.profile, &position);
        let right = Placement::start();
        let wrong = *placement != right;
        self.desk(board).wrong_setup = wrong;
        if wrong && (*placement == turned(&right, true) || *placement == turned(&right, false)) {
            self.say_on(Weight::Alert, Topic::BoardTurned, Who::Board(board), "");
        } else if wrong {
            let squares: Vec<String> = placement.differences(&right).map(|square| square.to_string()).collect();
            let swapped = Color::BOTH.into_iter().find(|&color| king_and_queen_swapped(placement, color));
            let detail = match swapped {
                Some(color) => format!("{}'s king and queen are exchanged", color.name()),
                None => squares.join(" "),
            };
            self.say_on(Weight::Alert, Topic::WrongSetup, Who::Board(board), detail);
        }
    }

    pub(super) fn clock_stands(&mut self, board: BoardId, at: ClockAt) {
        if !self.begun && self.profile.clock_side.value == ClockSide::BlackRight && at != ClockAt::BlackRight {
            let articles = article(&self.profile.clock_side);
            self.say(Weight::Alert, Topic::ClockSide, Who::Board(board), articles, "");
        }
    }

    pub(super) fn clock_starts(&mut self, board: BoardId, color: Color, by: Option<Seat>) {
        self.begin();
        let now = self.now;
        let first = self.desks[board.index()].clock.started().is_none();
        self.desk(board).clock.start(color, now);
        if !first {
            if !self.snyatie_starts(board, color) && !self.retraction_starts(board, color) {
                self.chair(Seat::new(board, color)).owes_press = true;
            }
            return;
        }
        if self.profile.start_by.value == StartBy::BothBlacks && by.is_some_and(|by| by.color != Color::Black) {
            let articles = article(&self.profile.start_by);
            self.say(Weight::Info, Topic::WrongStarter, Who::Board(board), articles, "");
        }
        let most = i64::from(self.profile.start_skew_max_s.value) * 1000;
        let other = self.desks[board.other().index()].clock.started();
        if let Some(other) = other.filter(|&other| most > 0 && now.millis_since(other) > most) {
            let articles = article(&self.profile.start_skew_max_s);
            let detail = format!("{} ms", now.millis_since(other));
            self.say(Weight::Info, Topic::StartSkew, Who::Board(board), articles, detail);
        }
    }

    pub(super) fn clock_stops(&mut self, board: BoardId, _by: Option<Seat>) {
        let now = self.now;
        self.desk(board).clock.stop(now);
        self.snyatie_stops(board);
    }

    pub(super) fn reading(&mut self, board: BoardId, times: [i64; 2]) {
        let now = self.now;
        let base = i64::from(self.profile.base_s.value) * 1000;
        let started = self.desks[board.index()].clock.started().is_some();
        let near = self.desk(board).clock.read(times, now, CLOCK_TOLERANCE_MS);
        if !started && base > 0 && times != [base; 2] {
            let articles = self.on_or(Topic::ClockSetting, &self.profile.base_s);
            let detail = format!("{} s and {} s instead of {} s", times[0] / 1000, times[1] / 1000, base / 1000);
            self.say(Weight::Alert, Topic::ClockSetting, Who::Board(board), articles, detail);
        } else if started && !near {
            let articles = self.on_or(Topic::ClockWrong, &self.profile.increment_s);
            self.say(Weight::Info, Topic::ClockWrong, Who::Board(board), articles, "");
        }
        for color in Color::BOTH {
            if times[color.index()] <= 0 {
                self.flag(Seat::new(board, color));
            }
        }
    }

    pub(super) fn hand_over(&mut self, seat: Seat, zone: Zone) {
        match zone {
            Zone::OtherBoard if self.retraction_reaches(seat) => {}
            // Where players call the arbiter by stopping both clocks, a hand on the other one may be just that (RU-44).
            Zone::OtherClock if self.profile.claim_form.value == ClaimForm::BothClocksStopped => {
                self.hands_on_clocks.push((self.now, seat));
            }
            Zone::OtherBoard | Zone::OtherClock => self.observe(Weight::Alert, Topic::HandOnOther, seat),
            Zone::OpponentsPress => self.observe(Weight::Alert, Topic::HandHinders, seat),
            Zone::Button if self.profile.hover_s.value > 0 => {
                let articles = article(&self.profile.hover_s);
                self.chair(seat).kept_breach = true;
                self.say(Weight::Alert, Topic::Hovering, Who::Seat(seat), articles, "");
            }
            Zone::Button => {}
            Zone::Clock => self.observe(Weight::Alert, Topic::ClockTouched, seat),
        }
    }

    fn watch_hands(&mut self) {
        let now = self.now;
        let (due, later) =
            std::mem::take(&mut self.hands_on_clocks).into_iter().partition(|&(at, _)| now.millis_since(at) >= CALL_MS);
        self.hands_on_clocks = later;
        let due: Vec<(board::Stamp, Seat)> = due;
        for (at, seat) in due {
            if !self.both_stopped_after(at) {
                self.observe(Weight::Alert, Topic::HandOnOther, seat);
            }
        }
    }

    pub(super) fn spoke(&mut self, seat: Seat, about: Speech) {
        match (about, self.profile.communication.value) {
            (Speech::Hint, _) if self.profile.articles.on(Topic::Hint).is_some() => {
                self.say_on(Weight::Alert, Topic::Hint, Who::Table, "");
            }
            (Speech::Move | Speech::Other, Communication::Listed) => {
                self.say_on(Weight::Info, Topic::Talk, Who::Seat(seat), about.word());
            }
            _ => {}
        }
    }

    pub(super) fn check_frozen(&mut self, seat: Seat) {
        let now = self.now;
        if self.chairs[seat.index()].frozen_until.is_some_and(|until| until > now) {
            self.say_on(Weight::Alert, Topic::MovedInFreeze, Who::Seat(seat), "");
        }
    }

    /// Everything that happens because time has passed.
    pub(super) fn watch_deadlines(&mut self) {
        let now = self.now;
        for seat in Seat::ALL {
            if self.chairs[seat.index()].frozen_until.is_some_and(|until| until <= now) {
                self.chair(seat).frozen_until = None;
                self.say_on(Weight::Log, Topic::Frozen, Who::Seat(seat), "");
            }
        }
        self.watch_hands();
        self.watch_snyatie();
        self.watch_passes();
        self.watch_hidden();
        self.watch_the_end();
    }
}

/// The starting array as it looks when the board, or each army on its own, is turned round.
fn turned(array: &Placement, whole: bool) -> Placement {
    let mut result = Placement::EMPTY;
    for (square, piece) in array.pieces() {
        let file = if whole { 7 - square.file() } else { square.file() };
        if let Some(to) = Square::new(file, 7 - square.rank()) {
            result[to] = Some(piece);
        }
    }
    result
}

fn king_and_queen_swapped(placement: &Placement, color: Color) -> bool {
    let rank = if color == Color::White { 0 } else { 7 };
    let at = |file| Square::new(file, rank).and_then(|square| placement[square]);
    at(3) == Some(Piece::new(color, Kind::King)) && at(4) == Some(Piece::new(color, Kind::Queen))
}
