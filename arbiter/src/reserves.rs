//! What lies in the reserves, and which piece has gone from one without being played.
//!
//! The ledger says how many pieces a player holds: what his partner captured less what he dropped. When fewer lie there for longer than
//! the profile's grace, and the whole reserve is in view at its end, one is missing. A reserve in which the ledger was never once confirmed
//! accuses nobody: its owner may keep his pieces where no camera looks.
//!
//! A reserve is empty until the partner captures. Whatever is taken for a piece before that is *furniture*: a clock's display, a
//! pen, a pattern of the cloth. What is later seen in its place is not believed either.

use crate::{passing::Shown, reconstruct::Holding};
use board::{CLASS_COUNT, Color, Kind, LogProb, Piece, ReserveEvidence, ReservePiece, Seat, Stamp, Visibility};

/// A piece found within this of where one lay, in 1/100 of a square, is that one: hands brush past.
const SAME_PLACE: i64 = 60;

/// What lay in a reserve for less than this before the first capture was believed may have been that capture, in milliseconds.
const BELIEF_MS: i64 = 4000;

/// What has come to lie in a reserve within this may be a piece although none was captured for it, in milliseconds.
const NEW_MS: i64 = 15_000;

/// What went from a reserve up to this long ago may be what is being dropped, in milliseconds.
const ON_ITS_WAY_MS: i64 = 4000;

/// The most that what was taken from a reserve can say against a kind, in 1/256 nat.
const MOST_AGAINST: i32 = 256 * 3;

/// A piece that went within this of when the ledger began to say that one is lacking is the one, in milliseconds.
const TOGETHER_MS: i64 = 700;

/// How sure it can be that a piece is missing, in thousandths: of what lies on a table eyes are never quite sure.
const MOST_CERTAIN: f64 = 950.0;

/// What it costs to say that a piece was dropped that was missing from its reserve, in 1/256 nat.
const NOT_THERE: i32 = 256 * 3;

/// A piece is on its way from reserve to board for less than this, in milliseconds.
const IN_HAND_MS: i64 = 2000;

/// How likely it is, beside a piece that was seen to go, that another one was taken.
const UNSEEN: f64 = 0.2;

/// A piece that is missing from a reserve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Whose reserve.
    pub seat: Seat,
    /// What it is taken for.
    pub kind: Kind,
    /// When it was first seen to have gone.
    pub at: Stamp,
    /// How sure its kind is, in thousandths.
    pub certainty: u16,
}

/// Follows the four reserves.
#[derive(Clone, Debug, Default)]
pub struct ReserveWatch {
    seats: [SeatWatch; 4],
}

#[derive(Clone, Debug, Default)]
struct SeatWatch {
    /// Things that lay there before a piece could, and since when.
    furniture: Vec<(Lying, Stamp)>,
    supplied: bool,
    lying: Vec<Lying>,
    /// What lay there, by when it was seen to have gone.
    gone: Vec<(Lying, Stamp)>,
    /// When the reserve was last in view as a whole.
    whole: Option<Stamp>,
    /// Whether as many pieces as the ledger says were ever seen there.
    confirmed: bool,
    /// Since when so many pieces and more have been lacking: the first entry speaks of one.
    lacking: Vec<Stamp>,
    /// What the ledger says is held.
    held: [u8; 5],
    /// Missing pieces that were told.
    told: Vec<Missing>,
}

#[derive(Clone, Debug)]
struct Lying {
    base: (i32, i32),
    /// Sums of log-likelihoods, by kind as in [`Kind::HOLDABLE`].
    kinds: [i32; 5],
    looks: u32,
    /// When it was last seen.
    last: Stamp,
}

/// What has become of missing pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece is missing.
    Missing(Missing),
    /// What was missing is back, or was accounted for.
    Found(Missing),
}

impl ReserveWatch {
    /// Takes a look at one reserve, which has been handed `supply` so far. Where it is not seen as a whole its pieces are those that were
    /// last seen under what hides them.
    pub fn see(&mut self, evidence: &ReserveEvidence, supply: &[u8; 5], at: Stamp) {
        let seat = &mut self.seats[evidence.seat.index()];
        if evidence.visibility == Visibility::Seen {
            seat.whole = Some(at);
        }
        if seat.furnish(evidence.seat.color, &evidence.pieces, supply, at) {
            seat.see(evidence.seat.color, &evidence.pieces, at);
        }
    }

    /// What was taken from the reserve of `seat` within the last seconds, as what it costs to say that it was of a kind, by kind
    /// as in [`Kind::HOLDABLE`], in 1/256 nat: nothing for the likeliest. Nothing for any kind where that was not seen.
    pub fn against(&self, seat: Seat, at: Stamp) -> [i32; 5] {
        self.seats[seat.index()].against(at)
    }

    /// The pieces of a reserve as they were last seen; `None` while nothing was handed over.
    pub fn lying(&self, seat: Seat) -> Option<Holding> {
        let seat = &self.seats[seat.index()];
        let mean = |lying: &Lying| lying.kinds.map(|sum| sum / lying.looks.max(1) as i32);
        seat.supplied.then(|| Holding::new(seat.lying.iter().map(mean)))
    }

    /// How many pieces were last seen in a reserve.
    pub fn count(&self, seat: Seat) -> usize {
        self.seats[seat.index()].lying.len()
    }

    /// What has changed at `at` in the reserve of `seat`, which was handed `supply` and has dropped `dropped`. Of what was handed over `not_come` pieces have never come.
    pub fn changes(
        &mut self,
        seat: Seat,
        (supply, dropped, not_come): (&[u8; 5], &[u8; 5], usize),
        grace_ms: i64,
        at: Stamp,
    ) -> Vec<Change> {
        let held = std::array::from_fn(|kind| supply[kind].saturating_sub(dropped[kind]));
        self.seats[seat.index()].changes(seat, &held, not_come, grace_ms, at)
    }

    /// A game is found under way: what lies in the reserve of `seat` was captured before anybody looked. Returns what that is, by kind as in
    /// [`Kind::HOLDABLE`].
    pub fn adopt(&mut self, seat: Seat) -> [u8; 5] {
        let own = &mut self.seats[seat.index()];
        let mut tally = [0; 5];
        if own.supplied {
            return tally;
        }
        for (thing, _) in std::mem::take(&mut own.furniture) {
            tally[thing.likeliest()] += 1;
            own.lying.push(thing);
        }
        own.supplied = tally != [0; 5];
        tally
    }

    /// What is known at `at` of the reserve of `seat`, which was handed `supply` and has dropped `dropped`. While nothing was handed over to it that is what has
    /// come to lie there lately.
    pub(crate) fn shown(&self, seat: Seat, supply: &[u8; 5], dropped: &[u8; 5], at: Stamp) -> Shown {
        let own = &self.seats[seat.index()];
        if !own.supplied {
            let new: Vec<&Lying> = own
                .furniture
                .iter()
                .filter(|(thing, since)| {
                    let there = own.whole.is_some_and(|whole| thing.last >= whole);
                    there && thing.looks > 1 && at.millis_since(*since) <= NEW_MS
                })
                .map(|(thing, _)| thing)
                .collect();
            return Shown {
                supply: *supply,
                dropped: *dropped,
                lying: new.len(),
                surplus: new.iter().map(|thing| Kind::HOLDABLE[thing.likeliest()]).collect(),
                lacking: Vec::new(),
                whole: own.whole,
                unsure: true,
            };
        }
        let mut lacking: [u8; 5] = std::array::from_fn(|kind| supply[kind].saturating_sub(dropped[kind]));
        let mut left: Vec<&Lying> = own.lying.iter().collect();
        // each is taken for what it fits best of what is held
        loop {
            let pairs = left.iter().enumerate().flat_map(|(index, lying)| {
                (0..5).filter(|&kind| lacking[kind] > 0).map(move |kind| (lying.nats(kind), index, kind))
            });
            let Some((_, index, kind)) = pairs.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            lacking[kind] -= 1;
            left.swap_remove(index);
        }
        let likeliest = |lying: &&Lying| Kind::HOLDABLE[lying.likeliest()];
        let several = |lying: &&&Lying| lying.looks > 1;
        Shown {
            supply: *supply,
            dropped: *dropped,
            lying: own.lying.len(),
            surplus: left.iter().filter(several).map(likeliest).collect(),
            lacking: (0..5).flat_map(|kind| std::iter::repeat_n(Kind::HOLDABLE[kind], lacking[kind].into())).collect(),
            whole: own.whole,
            unsure: false,
        }
    }
}

impl SeatWatch {
    /// Learns what lies there before any piece can. Returns whether there can be pieces.
    fn furnish(&mut self, color: Color, pieces: &[ReservePiece], supply: &[u8; 5], at: Stamp) -> bool {
        if self.supplied || supply.iter().any(|count| *count > 0) {
            if !self.supplied {
                self.supplied = true;
                self.furniture.retain(|(_, since)| at.millis_since(*since) >= BELIEF_MS);
            }
            return true;
        }
        for piece in pieces {
            let known = self.furniture.iter().position(|(thing, _)| near(thing.base, piece.base));
            let index = known.unwrap_or_else(|| {
                self.furniture.push((Lying { base: piece.base, kinds: [0; 5], looks: 0, last: at }, at));
                self.furniture.len() - 1
            });
            self.furniture[index].0.look(piece, color, at);
        }
        false
    }

    fn against(&self, at: Stamp) -> [i32; 5] {
        let recent = |&&(_, since): &&(Lying, Stamp)| at.millis_since(since) <= ON_ITS_WAY_MS;
        let mut taken: Vec<&Lying> = self.gone.iter().filter(recent).map(|(lying, _)| lying).collect();
        if taken.is_empty() {
            // what was taken a moment ago may not have been missed yet
            taken = self.lying.iter().collect();
        }
        // what was dropped may also never have been seen to lie there
        let unseen = if self.gone.is_empty() { 1.0 } else { UNSEEN };
        let mut costs = SeatWatch::other_than(&taken, unseen);
        for missing in &self.told {
            costs[missing.kind.index()] += NOT_THERE;
        }
        // and one that has been lacking for a while is in nobody's hand
        let lacking = self.lacking.get(self.told.len()).filter(|since| at.millis_since(**since) >= IN_HAND_MS);
        if let Some(since) = lacking.filter(|_| self.confirmed) {
            costs[self.lacks(&self.held, *since).0.index()] += NOT_THERE;
        }
        costs
    }

    /// What it costs to say that one of these, or with the weight `unseen` any other, is of a kind.
    fn other_than(taken: &[&Lying], unseen: f64) -> [i32; 5] {
        if taken.is_empty() {
            return [0; 5];
        }
        // any of them: the mean of what each says
        let mut shares = [unseen / 5.0; 5];
        for lying in taken {
            let each: [f64; 5] = std::array::from_fn(|kind| lying.nats(kind).exp());
            let sum: f64 = each.iter().sum();
            shares.iter_mut().zip(each).for_each(|(share, value)| *share += value / sum);
        }
        let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        shares.map(|share| ((-(share / most).ln() * f64::from(LogProb::PER_NAT)).round() as i32).min(MOST_AGAINST))
    }

    fn see(&mut self, color: Color, pieces: &[ReservePiece], at: Stamp) {
        let mut before = std::mem::take(&mut self.lying);
        let furniture = &self.furniture;
        for piece in pieces.iter().filter(|piece| !furniture.iter().any(|(thing, _)| near(thing.base, piece.base))) {
            let same = before.iter().position(|lying| near(lying.base, piece.base));
            let mut lying = match same {
                Some(index) => before.swap_remove(index),
                None => Lying { base: piece.base, kinds: [0; 5], looks: 0, last: at },
            };
            lying.base = piece.base;
            lying.look(piece, color, at);
            self.lying.push(lying);
        }
        // a piece pushed to another place has not gone: as many new ones as there are take the places of those
        let new = self.lying.iter().filter(|lying| lying.looks == 1).count();
        let gone = before.len().saturating_sub(new);
        self.gone.extend(before.into_iter().take(gone).map(|lying| (lying, at)));
    }

    fn changes(&mut self, seat: Seat, held: &[u8; 5], not_come: usize, grace_ms: i64, at: Stamp) -> Vec<Change> {
        self.held = *held;
        let count: usize = held.iter().map(|count| usize::from(*count)).sum();
        self.confirmed |= count > 0 && self.lying.len() == count;
        let lacking = count.saturating_sub(self.lying.len() + not_come);
        self.lacking.resize(lacking, at);
        let mut changes = Vec::new();
        while self.told.len() > lacking {
            let Some(missing) = self.told.pop() else { break };
            changes.push(Change::Found(missing));
        }
        while self.confirmed && self.told.len() < lacking {
            let since = self.lacking[self.told.len()];
            let in_view = self.whole.is_some_and(|whole| whole.millis_since(since) >= grace_ms);
            if !in_view {
                break;
            }
            let (kind, certainty) = self.lacks(held, since);
            let missing = Missing { seat, kind, at: since, certainty };
            self.told.push(missing.clone());
            changes.push(Change::Missing(missing));
        }
        self.gone.retain(|(_, since)| at.millis_since(*since) <= ON_ITS_WAY_MS.max(grace_ms));
        changes
    }

    /// The kind of which there is most too little since `since`, and how sure that is in thousandths: what is held, less what lies there or
    /// lay there later, less what was already told to be missing. What was seen to go just then speaks for its kind.
    fn lacks(&self, held: &[u8; 5], since: Stamp) -> (Kind, u16) {
        let mut lack = held.map(f64::from);
        let mut count = |lying: &Lying, sign: f64| {
            lack.iter_mut().zip(lying.shares(held)).for_each(|(lack, share)| *lack += sign * share);
        };
        self.lying.iter().for_each(|lying| count(lying, -1.0));
        for (gone, went) in &self.gone {
            count(gone, if went.millis_since(since) > TOGETHER_MS { -1.0 } else { 1.0 });
        }
        for missing in &self.told {
            lack[missing.kind.index()] -= 1.0;
        }
        for (lack, held) in lack.iter_mut().zip(held) {
            *lack = if *held == 0 { 0.0 } else { lack.max(0.02) };
        }
        let best = (0..5).max_by(|&a, &b| lack[a].total_cmp(&lack[b]).then(b.cmp(&a))).unwrap_or(0);
        let share = lack[best] / lack.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        (Kind::HOLDABLE[best], (share * MOST_CERTAIN).round() as u16)
    }
}

impl Lying {
    /// Takes in one more look at it.
    fn look(&mut self, piece: &ReservePiece, color: Color, at: Stamp) {
        self.looks += 1;
        self.last = at;
        for (sum, value) in self.kinds.iter_mut().zip(kinds(&piece.likelihood, color)) {
            *sum += value;
        }
    }

    /// The kind it looks like most, as an index of [`Kind::HOLDABLE`].
    fn likeliest(&self) -> usize {
        (0..5).rev().max_by_key(|&kind| self.kinds[kind]).unwrap_or(0)
    }

    /// How likely it is of each kind, if it is of one of those that are held.
    fn shares(&self, held: &[u8; 5]) -> [f64; 5] {
        let each: [f64; 5] = std::array::from_fn(|kind| if held[kind] > 0 { self.nats(kind).exp() } else { 0.0 });
        let sum: f64 = each.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        each.map(|value| value / sum)
    }

    /// The mean log-likelihood of its being of a kind: looks at one piece are not independent.
    fn nats(&self, kind: usize) -> f64 {
        f64::from(self.kinds[kind]) / f64::from(LogProb::PER_NAT) / f64::from(self.looks.max(1))
    }
}

/// The likelihoods of the holdable kinds of a colour.
fn kinds(likelihood: &[LogProb; CLASS_COUNT], color: Color) -> [i32; 5] {
    Kind::HOLDABLE.map(|kind| i32::from(likelihood[Piece::class_of(Some(Piece::new(color, kind)))].0))
}

fn near(a: (i32, i32), b: (i32, i32)) -> bool {
    let (dx, dy) = (i64::from(a.0 - b.0), i64::from(a.1 - b.1));
    dx * dx + dy * dy <= SAME_PLACE * SAME_PLACE
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::BoardId;

    const GRACE_MS: i64 = 5000;

    fn seat() -> Seat {
        Seat::new(BoardId::A, Color::Black)
    }

    /// A reserve with black pieces of these kinds at these places.
    fn look(pieces: &[(char, i32)]) -> ReserveEvidence {
        let piece = |&(letter, x): &(char, i32)| {
            let mut likelihood = [LogProb(-900); CLASS_COUNT];
            likelihood[Piece::class_of(Some(Piece::new(Color::Black, Kind::from_letter(letter).unwrap())))] =
                LogProb(0);
            ReservePiece { base: (850 + x, 700), likelihood }
        };
        ReserveEvidence { seat: seat(), visibility: Visibility::Seen, pieces: pieces.iter().map(piece).collect() }
    }

    struct Table {
        watch: ReserveWatch,
        supply: [u8; 5],
        dropped: [u8; 5],
    }

    impl Table {
        /// A reserve to which a pawn and a knight were handed, seen twice.
        fn with_two() -> Table {
            let mut table = Table { watch: ReserveWatch::default(), supply: [1, 1, 0, 0, 0], dropped: [0; 5] };
            assert_eq!(table.at(0, Some(&[('P', 0), ('N', 100)])), []);
            assert_eq!(table.at(500, Some(&[('P', 5), ('N', 96)])), []);
            table
        }

        fn at(&mut self, ms: i64, pieces: Option<&[(char, i32)]>) -> Vec<Change> {
            let at = Stamp::from_millis(ms);
            if let Some(pieces) = pieces {
                self.watch.see(&look(pieces), &self.supply, at);
            }
            self.watch.changes(seat(), (&self.supply, &self.dropped, 0), GRACE_MS, at)
        }
    }

    #[test]
    fn a_piece_that_goes_and_is_not_played_is_missing_after_the_grace() {
        let mut table = Table::with_two();
        assert_eq!(table.at(1000, Some(&[('P', 0)])), []);
        assert_eq!(table.at(5999, Some(&[('P', 0)])), []);
        assert_eq!(table.at(6000, None), [], "it may have come back since it was last looked for");
        let [Change::Missing(missing)] = &table.at(6500, Some(&[('P', 0)]))[..] else { panic!("nothing is missing") };
        assert_eq!((missing.seat, missing.kind, missing.at), (seat(), Kind::Knight, Stamp::from_millis(1000)));
        assert_eq!(table.at(7000, Some(&[('P', 0)])), [], "it is told once");
        let back = table.at(8000, Some(&[('P', 0), ('N', 40)]));
        assert!(matches!(&back[..], [Change::Found(found)] if found == missing));
    }

    #[test]
    fn a_dropped_piece_is_not_missing() {
        let mut table = Table::with_two();
        table.at(1000, Some(&[('P', 0)]));
        table.dropped[1] = 1;
        assert_eq!(table.at(9000, Some(&[('P', 0)])), []);
    }

    #[test]
    fn pieces_that_are_pushed_about_or_hidden_by_a_hand_are_not_missing() {
        let mut table = Table::with_two();
        assert_eq!(table.at(1000, Some(&[('P', 300), ('N', 200)])), []);
        assert_eq!(table.at(9000, Some(&[('P', 300), ('N', 200)])), []);
        let mut hidden = look(&[('P', 300)]);
        hidden.visibility = Visibility::NotSeen;
        table.watch.see(&hidden, &table.supply, Stamp::from_millis(10_000));
        assert_eq!(table.at(20_000, None), []);
        table.watch.see(&hidden, &table.supply, Stamp::from_millis(20_500));
        assert_eq!(table.at(21_000, None), []);
    }

    #[test]
    fn a_phantom_and_an_unknown_capture_accuse_nobody() {
        let mut table = Table::with_two();
        // seen once where nothing is
        table.at(1000, Some(&[('P', 0), ('N', 100), ('Q', 300)]));
        table.at(1500, Some(&[('P', 0), ('N', 100)]));
        assert_eq!(table.at(9000, Some(&[('P', 0), ('N', 100)])), []);
        // nothing that was handed over was ever seen to lie here: its owner keeps his pieces elsewhere
        let mut table = Table { watch: ReserveWatch::default(), supply: [1, 1, 0, 0, 0], dropped: [0; 5] };
        table.at(0, Some(&[]));
        assert_eq!(table.at(20_000, Some(&[])), []);
    }

    #[test]
    fn a_piece_that_was_handed_over_and_never_seen_is_missing_too() {
        let mut table = Table::with_two();
        table.supply[4] = 1;
        table.at(1000, Some(&[('P', 0), ('N', 100)]));
        let [Change::Missing(missing)] = &table.at(6500, Some(&[('P', 0), ('N', 100)]))[..] else {
            panic!("nothing is missing")
        };
        assert_eq!((missing.kind, missing.at), (Kind::Queen, Stamp::from_millis(1000)));
        assert!(missing.certainty > 800, "{}", missing.certainty);
    }

    #[test]
    fn what_went_is_one_of_what_was_handed_over() {
        let mut table = Table::with_two();
        table.supply = [1, 0, 0, 1, 0];
        table.at(1000, Some(&[('P', 0)]));
        let [Change::Missing(missing)] = &table.at(6000, Some(&[('P', 0)]))[..] else { panic!("nothing is missing") };
        assert_eq!(missing.kind, Kind::Rook, "no knight was handed over, and what is left is the pawn");
    }

    #[test]
    fn what_lies_there_before_any_capture_is_furniture() {
        let mut table = Table { watch: ReserveWatch::default(), supply: [0; 5], dropped: [0; 5] };
        table.at(0, Some(&[('Q', 300)]));
        // the capture itself, seen before it is believed
        table.at(8000, Some(&[('P', 0), ('Q', 303)]));
        table.supply = [1, 0, 0, 0, 0];
        table.at(9000, Some(&[('P', 0), ('Q', 300)]));
        assert_eq!(table.watch.count(seat()), 1);
        table.at(10_000, Some(&[('P', 0)]));
        assert_eq!(table.at(30_000, Some(&[('P', 0)])), [], "the display went dark");
    }

    #[test]
    fn what_was_taken_says_what_is_dropped() {
        let mut table = Table::with_two();
        let all = table.watch.against(seat(), Stamp::from_millis(600));
        assert_eq!((all[0], all[1]), (0, 0), "pawn or knight: {all:?}");
        assert!(all[2] > 256, "hardly a bishop: {all:?}");
        table.at(1000, Some(&[('P', 0)]));
        let knight = table.watch.against(seat(), Stamp::from_millis(1500));
        assert!(knight[1] == 0 && knight[0] > 512, "{knight:?}");
        assert_eq!(table.watch.against(Seat::new(BoardId::B, Color::White), Stamp::from_millis(1500)), [0; 5]);
    }

    #[test]
    fn a_piece_taken_to_be_dropped_is_not_the_one_that_is_missing() {
        let mut table = Table::with_two();
        table.at(1000, Some(&[('P', 0)]));
        table.at(5500, Some(&[('P', 0)]));
        let changes = table.at(6400, Some(&[]));
        let kinds: Vec<Kind> = changes
            .iter()
            .map(|change| match change {
                Change::Missing(missing) | Change::Found(missing) => missing.kind,
            })
            .collect();
        assert_eq!(kinds, [Kind::Knight]);
    }

    #[test]
    fn what_has_long_been_lacking_is_hardly_what_is_dropped() {
        let mut table = Table::with_two();
        table.at(1000, Some(&[('P', 0)]));
        let just_gone = table.watch.against(seat(), Stamp::from_millis(1500));
        assert!(just_gone[1] < just_gone[0], "{just_gone:?}");
        table.at(5500, Some(&[('P', 0)]));
        table.at(5800, Some(&[]));
        let later = table.watch.against(seat(), Stamp::from_millis(6000));
        assert!(later[0] == 0 && later[1] >= NOT_THERE, "{later:?}");
    }
}
