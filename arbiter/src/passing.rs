//! Pieces on their way between the boards: captures that never come to the partner's reserve, what lies in a reserve and was never captured, and pieces
//! that went to somebody else.
//!
//! The ledger says what each player was handed over; [`ReserveWatch`](crate::reserves::ReserveWatch) says what lies there. What was captured and never seen to arrive is late, what lies
//! there beyond the ledger is too much, and where one is late when another is too much a piece was passed to the wrong player.

use board::{Kind, Seat, Stamp};

/// A piece must be too many for so long before it is spoken of: its capture may not have been believed yet. In milliseconds.
const TOO_MANY_MS: i64 = 2200;

/// A piece that is lacking somewhere when one is too many elsewhere went there if both began within this, in milliseconds.
const TOGETHER_MS: i64 = 15_000;

/// How sure it can be that a piece is late or too many, in thousandths: eyes count what lies on a table now and then wrongly.
const CERTAINTY: u16 = 800;

/// What is found of pieces that are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finding {
    /// What was captured has not come to the partner's reserve.
    Late,
    /// More lies in the reserve than was captured for it.
    Extra,
    /// A piece was given to somebody it does not belong to.
    Wrongly,
}

/// Something about a passed piece that was found, or that no longer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct News {
    /// What.
    pub finding: Finding,
    /// Who is concerned: who captured it, in whose reserve it lies, who gave it.
    pub seat: Seat,
    /// The reserve that shows it.
    pub reserve: Seat,
    /// What the piece is taken for.
    pub kind: Option<Kind>,
    /// When it began.
    pub at: Stamp,
    /// Whether it holds from now on.
    pub holds: bool,
    /// How sure that is, in thousandths.
    pub certainty: u16,
}

/// What is known of one reserve at a moment.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// What it was handed over, by kind as in [`Kind::HOLDABLE`].
    pub supply: [u8; 5],
    /// What its owner has dropped.
    pub dropped: [u8; 5],
    /// How many pieces lie there.
    pub lying: usize,
    /// What of them is left when each has been taken for what it fits best of what is held, where it was seen more than once.
    pub surplus: Vec<Kind>,
    /// What is held and does not lie there.
    pub lacking: Vec<Kind>,
    /// When it was last in view as a whole.
    pub whole: Option<Stamp>,
    /// Whether nothing was ever handed over to it: what lies there need be no piece.
    pub unsure: bool,
}

/// Follows what is passed to the four reserves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passes {
    seats: [Passed; 4],
    /// After how long a capture is late, in milliseconds; never where it is `None`.
    deadline_ms: Option<i64>,
}

#[derive(Clone, Debug, Default)]
struct Passed {
    /// How many pieces have come so far, those that were dropped or have gone since included.
    come: usize,
    /// How many lay there or had been dropped when it was last seen.
    before: usize,
    /// How many of these were more than had been captured for it: their captures were not believed yet.
    early: usize,
    /// Since when so many pieces and more have not come: the first entry speaks of one.
    due: Vec<Stamp>,
    late: Vec<News>,
    /// Since when one piece is lacking.
    lacking: Option<(Kind, Stamp)>,
    too_many: Option<Stamp>,
    extra: Vec<News>,
}

impl Passes {
    /// Nothing has been captured. Captures are late after `deadline_s` seconds, never if that is zero.
    pub(crate) fn new(deadline_s: u32) -> Passes {
        let deadline_ms = (deadline_s > 0).then(|| i64::from(deadline_s) * 1000);
        Passes { deadline_ms, ..Passes::default() }
    }

    /// How many of the pieces that `seat` was handed over have not come yet, where that is watched.
    pub(crate) fn not_come(&self, seat: Seat) -> usize {
        if self.deadline_ms.is_some() { self.seats[seat.index()].due.len() } else { 0 }
    }

    /// What `shown` of the reserve of `seat` says at `at`.
    pub(crate) fn see(&mut self, seat: Seat, shown: &Shown, at: Stamp) -> Vec<News> {
        let total = |tally: &[u8; 5]| tally.iter().map(|count| usize::from(*count)).sum::<usize>();
        let (supply, dropped) = (total(&shown.supply), total(&shown.dropped));
        let deadline_ms = self.deadline_ms;
        let mut news = Vec::new();
        let own = &mut self.seats[seat.index()];
        // what comes while something is on its way is that; otherwise it has lain there before
        let now = shown.lying + dropped;
        let due = supply.saturating_sub(own.come);
        own.come += (now.saturating_sub(own.before) + own.early).min(due);
        (own.before, own.early) = (now, now.saturating_sub(supply));
        own.due.resize(supply.saturating_sub(own.come), at);
        own.lacking = shown.lacking.first().map(|&kind| match own.lacking {
            Some((known, since)) if known == kind => (kind, since),
            _ => (kind, at),
        });
        while own.late.len() > own.due.len() {
            news.extend(own.late.pop().map(|late| News { holds: false, ..late }));
        }
        if let (Some(since), Some(deadline), Some(whole)) = (own.due.get(own.late.len()), deadline_ms, shown.whole)
            && whole.millis_since(*since) >= deadline
        {
            let (kind, seat) = (shown.lacking.get(own.late.len()).copied(), seat.partner());
            let late = News {
                finding: Finding::Late,
                seat,
                reserve: seat.partner(),
                kind,
                at: *since,
                holds: true,
                certainty: CERTAINTY,
            };
            own.late.push(late);
            news.push(late);
        }
        news.extend(self.extra(seat, shown, supply.saturating_sub(dropped), at));
        news
    }

    fn extra(&mut self, seat: Seat, shown: &Shown, held: usize, at: Stamp) -> Vec<News> {
        let mut news = Vec::new();
        let count = shown.lying.saturating_sub(held).min(shown.surplus.len());
        let own = &mut self.seats[seat.index()];
        while own.extra.len() > count {
            news.extend(own.extra.pop().map(|extra| News { holds: false, ..extra }));
        }
        if own.extra.len() == count {
            own.too_many = None;
            return news;
        }
        let since = *own.too_many.get_or_insert(at);
        if shown.whole.is_none_or(|whole| whole.millis_since(since) < TOO_MANY_MS) {
            return news;
        }
        let number = own.extra.len();
        let kind = shown.surplus.get(number).copied();
        let from = self.giver(seat, kind, since);
        // what lies beside the board it was taken on may yet be handed over
        let may_come = from.is_some_and(|from| {
            from.board == seat.board && self.due_since(from.partner()).is_some_and(|due| !self.is_late(due, at))
        });
        if from.is_none() && shown.unsure || may_come {
            return news;
        }
        let finding = if from.is_some() { Finding::Wrongly } else { Finding::Extra };
        let whose = from.unwrap_or(seat);
        let extra = News { finding, seat: whose, reserve: seat, kind, at: since, holds: true, certainty: CERTAINTY };
        let own = &mut self.seats[seat.index()];
        own.extra.push(extra);
        own.too_many = None;
        news.push(extra);
        news
    }

    /// Since when a piece has not come to `seat`.
    fn due_since(&self, seat: Seat) -> Option<Stamp> {
        self.seats[seat.index()].due.first().copied()
    }

    fn is_late(&self, due: Stamp, at: Stamp) -> bool {
        at.millis_since(due) >= self.deadline_ms.unwrap_or(TOGETHER_MS)
    }

    /// Who gave away what is too many in the reserve `to` since `since`: somebody whose capture has not come to his partner, or out of whose reserve a piece
    /// has gone.
    fn giver(&self, to: Seat, kind: Option<Kind>, since: Stamp) -> Option<Seat> {
        let together = |began: Stamp| began.millis_since(since).abs() <= TOGETHER_MS;
        let of = |seat: Seat| &self.seats[seat.index()];
        let others = || Seat::ALL.into_iter().filter(move |seat| *seat != to);
        let of_kind = |seat: &Seat| of(*seat).lacking.is_some_and(|(lacking, _)| Some(lacking) == kind);
        let late = || others().filter(|seat| of(*seat).due.iter().any(|due| together(*due)));
        let gone = || {
            others()
                .filter(|seat| of(*seat).due.is_empty() && of(*seat).lacking.is_some_and(|(_, began)| together(began)))
        };
        // the eyes may take it for another kind, as long as there is only one that it can be
        let only = |mut seats: Vec<Seat>| if seats.len() == 1 { seats.pop() } else { None };
        let kept = late().find(of_kind).or_else(|| only(late().collect()));
        let taken = || gone().find(of_kind).or_else(|| only(gone().collect()));
        kept.map(Seat::partner).or_else(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardId, Color};

    const SEAT: Seat = Seat::new(BoardId::B, Color::Black);

    fn ms(milliseconds: i64) -> Stamp {
        Stamp::from_millis(milliseconds)
    }

    fn shown(supply: [u8; 5], lying: usize, surplus: &[Kind], lacking: &[Kind], at: i64) -> Shown {
        let (surplus, lacking) = (surplus.to_vec(), lacking.to_vec());
        Shown { supply, dropped: [0; 5], lying, surplus, lacking, whole: Some(ms(at)), unsure: false }
    }

    #[test]
    fn a_capture_that_never_comes_is_late_after_the_deadline_and_its_taker_is_concerned() {
        let mut passes = Passes::new(10);
        let kept = |at| shown([0, 1, 0, 0, 0], 0, &[], &[Kind::Knight], at);
        assert_eq!(passes.see(SEAT, &kept(0), ms(0)), []);
        assert_eq!(passes.see(SEAT, &kept(9900), ms(9900)), []);
        assert_eq!(passes.not_come(SEAT), 1);
        let news = passes.see(SEAT, &kept(10_000), ms(10_000));
        let [late] = news[..] else { panic!("{news:?}") };
        assert_eq!((late.finding, late.seat, late.kind), (Finding::Late, SEAT.partner(), Some(Kind::Knight)));
        assert_eq!(passes.see(SEAT, &kept(11_000), ms(11_000)), [], "it is told once");
        let come = passes.see(SEAT, &shown([0, 1, 0, 0, 0], 1, &[], &[], 12_000), ms(12_000));
        assert_eq!(come, [News { holds: false, ..late }]);
        assert_eq!(passes.not_come(SEAT), 0);
    }

    #[test]
    fn what_has_come_and_goes_again_is_not_late() {
        let mut passes = Passes::new(10);
        passes.see(SEAT, &shown([1, 0, 0, 0, 0], 1, &[], &[], 0), ms(0));
        assert_eq!(passes.see(SEAT, &shown([1, 0, 0, 0, 0], 0, &[], &[Kind::Pawn], 20_000), ms(20_000)), []);
        assert_eq!(passes.not_come(SEAT), 0);
    }

    #[test]
    fn a_piece_that_comes_when_another_has_gone_is_the_one_that_was_due() {
        let mut passes = Passes::new(10);
        passes.see(SEAT, &shown([1, 0, 0, 0, 0], 1, &[], &[], 0), ms(0));
        passes.see(SEAT, &shown([1, 0, 0, 0, 0], 0, &[], &[Kind::Pawn], 1000), ms(1000));
        passes.see(SEAT, &shown([1, 1, 0, 0, 0], 0, &[], &[Kind::Pawn, Kind::Knight], 2000), ms(2000));
        assert_eq!(passes.not_come(SEAT), 1);
        passes.see(SEAT, &shown([1, 1, 0, 0, 0], 1, &[], &[Kind::Pawn], 3000), ms(3000));
        assert_eq!(passes.not_come(SEAT), 0);
    }

    #[test]
    fn a_piece_that_comes_before_its_capture_is_believed_is_not_late() {
        let mut passes = Passes::new(10);
        passes.see(SEAT, &shown([1, 0, 0, 0, 0], 1, &[], &[], 0), ms(0));
        passes.see(SEAT, &shown([1, 0, 0, 0, 0], 2, &[Kind::Knight], &[], 1000), ms(1000));
        passes.see(SEAT, &shown([1, 1, 0, 0, 0], 2, &[], &[], 2000), ms(2000));
        assert_eq!(passes.not_come(SEAT), 0);
        assert_eq!(passes.see(SEAT, &shown([1, 1, 0, 0, 0], 2, &[], &[], 20_000), ms(20_000)), []);
    }

    #[test]
    fn a_piece_too_many_is_told_when_it_has_lain_there_for_a_while() {
        let mut passes = Passes::new(10);
        let extra = |at| shown([1, 0, 0, 0, 0], 2, &[Kind::Knight], &[], at);
        assert_eq!(passes.see(SEAT, &extra(0), ms(0)), []);
        let news = passes.see(SEAT, &extra(TOO_MANY_MS), ms(TOO_MANY_MS));
        let [told] = news[..] else { panic!("{news:?}") };
        assert_eq!((told.finding, told.seat, told.kind), (Finding::Extra, SEAT, Some(Kind::Knight)));
        let gone = passes.see(SEAT, &shown([1, 0, 0, 0, 0], 1, &[], &[], 4000), ms(4000));
        assert_eq!(gone, [News { holds: false, ..told }]);
    }

    #[test]
    fn a_capture_that_lies_in_another_reserve_was_passed_wrongly() {
        let mut passes = Passes::new(10);
        passes.see(SEAT, &shown([0, 1, 0, 0, 0], 0, &[], &[Kind::Knight], 0), ms(0));
        let other = SEAT.opponent();
        let extra = |at| shown([1, 0, 0, 0, 0], 2, &[Kind::Knight], &[], at);
        assert_eq!(passes.see(other, &extra(1000), ms(1000)), []);
        let news = passes.see(other, &extra(4000), ms(4000));
        let [told] = news[..] else { panic!("{news:?}") };
        assert_eq!((told.finding, told.seat, told.reserve), (Finding::Wrongly, SEAT.partner(), other));
    }
}
