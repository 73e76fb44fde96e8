//! Reserves: what is handed over, what is visible, what is hidden and what may be demanded.
use super::{Proceedings, Topic, Weight, Who, article};
use crate::{
    profile::{CaptureAvailable, HiddenRemedy, Passing},
    rules::Pocket,
};
use board::{BoardId, Kind, Seat, Square};

impl Proceedings {
    /// A piece goes from one seat to another.
    pub(super) fn handed(&mut self, from: Seat, to: Seat, kind: Kind) {
        if self.snyatie_handed(from, to, kind) || self.retraction_handed(from, to, kind) {
            return;
        }
        let coming = &self.chairs[to.index()].coming;
        let found = coming.iter().find(|coming| coming.kind == kind).map(|coming| coming.by);
        if to != from.partner() {
            self.observe(Weight::Alert, Topic::PassedWrongly, from);
        } else if let Some(by) = found.filter(|_| self.profile.capture_available.value == CaptureAvailable::Passed) {
            self.release(from, by);
        }
    }

    /// A piece leaves a board, and no move says why.
    pub(super) fn lifted(&mut self, by: Seat, board: BoardId, square: Square) {
        if self.snyatie_lifted(by, board, square) || self.retraction_lifted(by, board, square) {
            return;
        }
        if by.board != board {
            self.observe(Weight::Alert, Topic::HandOnOther, by);
        }
        self.say_on(Weight::Alert, Topic::Rearranged, Who::Seat(by), format!("{square} was lifted"));
        self.take_in_hand(board, square);
    }

    /// A captured piece is expected in the partner's reserve.
    pub(super) fn expect_pass(&mut self, seat: Seat, kind: Option<Kind>) {
        let seconds = i64::from(self.profile.pass_deadline_s.value);
        if let Some(kind) = kind
            && seconds > 0
            && self.profile.passing.value == Passing::Required
        {
            self.passes_due.push((self.now.millis() + seconds * 1000, seat.partner(), kind));
        }
    }

    pub(super) fn watch_passes(&mut self) {
        let now = self.now.millis();
        let (due, later) = std::mem::take(&mut self.passes_due).into_iter().partition(|&(at, ..)| at <= now);
        self.passes_due = later;
        let due: Vec<(i64, Seat, Kind)> = due;
        for (_, seat, kind) in due {
            let held = self.table.reserve(seat).count(kind);
            if self.chairs[seat.index()].seen.is_some_and(|seen| seen.count(kind) < held) {
                let articles = self.on_or(Topic::PassLate, &self.profile.passing);
                self.say(Weight::Info, Topic::PassLate, Who::Seat(seat), articles, kind.name());
            }
        }
    }

    /// What is visible of a reserve, against what the rules say it holds.
    pub(super) fn reserve_seen(&mut self, seat: Seat, seen: Pocket) {
        let now = self.now;
        let missing = self.missing(seat, seen);
        let extra = self.extra(seat, seen);
        let chair = self.chair(seat);
        chair.seen = Some(seen);
        if missing.is_empty() {
            chair.short_since = None;
            let told = std::mem::take(&mut chair.short_told);
            if std::mem::take(&mut chair.must_show) || told {
                let articles = article(&self.profile.hidden_remedy);
                self.say(Weight::Info, Topic::ReserveShown, Who::Seat(seat), articles, "");
            }
        } else {
            chair.short_since.get_or_insert(now);
        }
        let told = std::mem::replace(&mut self.chair(seat).extra_told, !extra.is_empty());
        if !extra.is_empty() && !told {
            self.say_on(Weight::Alert, Topic::ReserveExtra, Who::Seat(seat), extra.letters(seat.color));
        }
    }

    /// What the seat holds and does not show.
    fn missing(&self, seat: Seat, seen: Pocket) -> Pocket {
        let held = self.table.reserve(seat);
        Kind::HOLDABLE
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind, held.count(kind).saturating_sub(seen.count(kind))))
            .collect()
    }

    /// What lies there and is neither held nor on its way.
    fn extra(&self, seat: Seat, seen: Pocket) -> Pocket {
        let held = self.table.reserve(seat);
        let coming = |kind| self.coming(seat).filter(|&other| other == kind).count();
        Kind::HOLDABLE
            .into_iter()
            .flat_map(|kind| {
                std::iter::repeat_n(kind, seen.count(kind).saturating_sub(held.count(kind) + coming(kind)))
            })
            .collect()
    }

    /// Pieces out of sight for longer than the profile allows.
    pub(super) fn watch_hidden(&mut self) {
        let limit = i64::from(self.profile.hidden_after_s.value) * 1000;
        for seat in Seat::ALL {
            let chair = &self.chairs[seat.index()];
            let (Some(since), Some(seen)) = (chair.short_since, chair.seen) else { continue };
            if limit > 0 && !chair.short_told && self.now.millis_since(since) >= limit {
                self.chair(seat).short_told = true;
                let articles = article(&self.profile.hidden_after_s);
                let detail = self.missing(seat, seen).letters(seat.color);
                self.say(Weight::Alert, Topic::ReserveHidden, Who::Seat(seat), articles, detail);
            }
        }
    }

    pub(super) fn claim_hidden(&mut self, seat: Seat) {
        let topic = Topic::ClaimHidden;
        let hider = seat.opponent();
        let articles = article(&self.profile.hidden_remedy);
        let held = self.table.reserve(hider);
        let missing = self.chairs[hider.index()].seen.map_or(held, |seen| self.missing(hider, seen));
        match self.profile.hidden_remedy.value {
            HiddenRemedy::None => return self.reject(topic, seat, articles, "the text knows no such claim"),
            HiddenRemedy::Tell => {
                self.accept(topic, seat, articles, "");
                let list = held.letters(hider.color);
                return self.say_on(Weight::Info, Topic::ReserveListed, Who::Seat(hider), list);
            }
            HiddenRemedy::StartHidersClock | HiddenRemedy::StopBoth => {}
        }
        if missing.is_empty() {
            return self.reject(topic, seat, articles, "everything held is visible");
        }
        self.chair(hider).must_show = true;
        let stopped = self.boards().iter().all(|board| self.desks[board.index()].clock.stopped().is_some());
        let detail = match self.profile.hidden_remedy.value {
            HiddenRemedy::StopBoth if !stopped => "both clocks are to be stopped until it is shown",
            _ => "",
        };
        self.accept(topic, seat, articles, detail);
    }

    /// A press without a move that gives back the time which somebody had started without one; while the player has still to
    /// show his reserve that is wrong (GR-30).
    pub(super) fn press_is_owed(&mut self, seat: Seat) -> bool {
        if self.chairs[seat.index()].must_show {
            let articles = article(&self.profile.hidden_remedy);
            self.say(Weight::Alert, Topic::HiderStopped, Who::Seat(seat), articles, "");
            return true;
        }
        std::mem::take(&mut self.chair(seat).owes_press)
    }
}
