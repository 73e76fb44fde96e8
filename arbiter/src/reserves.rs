//! What lies in the reserves, and which piece has gone from one without being played.
//!
//! A piece that was seen to lie somewhere and no longer does has *gone*. That alone is nothing: it is dropped a moment later, or
//! was pushed aside. It is missing when the profile's grace has passed, the reserve holds fewer pieces than were handed over and not
//! dropped, and it has not come back. Both must speak for it, so that neither a misread capture nor a misread reserve accuses anybody.

use board::{CLASS_COUNT, Color, Kind, LogProb, Piece, ReserveEvidence, ReservePiece, Seat, Stamp, Visibility};

/// A piece found within this of where one lay, in 1/100 of a square, is that one: hands brush past.
const SAME_PLACE: i64 = 60;

/// A piece must have been seen so often before its going means anything.
const LOOKS_TO_BE_REAL: u32 = 2;

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
    lying: Vec<Lying>,
    gone: Vec<(Lying, Stamp)>,
    /// Missing pieces that were told, by when they went.
    told: Vec<Missing>,
}

#[derive(Clone, Debug)]
struct Lying {
    base: (i32, i32),
    /// Sums of log-likelihoods, by kind as in [`Kind::HOLDABLE`].
    kinds: [i32; 5],
    looks: u32,
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
    /// Takes a look at one reserve. One that could not be seen says nothing.
    pub fn see(&mut self, evidence: &ReserveEvidence, at: Stamp) {
        if evidence.visibility == Visibility::Seen {
            self.seats[evidence.seat.index()].see(evidence.seat.color, &evidence.pieces, at);
        }
    }

    /// How many pieces were last seen in a reserve.
    pub fn count(&self, seat: Seat) -> usize {
        self.seats[seat.index()].lying.len()
    }

    /// What has changed at `at` in the reserve of `seat`, which was handed `supply` and has dropped `dropped`.
    pub fn changes(
        &mut self,
        seat: Seat,
        supply: &[u8; 5],
        dropped: &[u8; 5],
        grace_ms: i64,
        at: Stamp,
    ) -> Vec<Change> {
        let held: usize = supply.iter().zip(dropped).map(|(s, d)| usize::from(s.saturating_sub(*d))).sum();
        self.seats[seat.index()].changes(seat, held, supply, grace_ms, at)
    }
}

impl SeatWatch {
    fn see(&mut self, color: Color, pieces: &[ReservePiece], at: Stamp) {
        let mut before = std::mem::take(&mut self.lying);
        for piece in pieces {
            let same = before.iter().position(|lying| near(lying.base, piece.base));
            let mut lying = match same {
                Some(index) => before.swap_remove(index),
                None => Lying { base: piece.base, kinds: [0; 5], looks: 0 },
            };
            lying.base = piece.base;
            lying.looks += 1;
            for (sum, value) in lying.kinds.iter_mut().zip(kinds(&piece.likelihood, color)) {
                *sum += value;
            }
            self.lying.push(lying);
        }
        // a piece pushed to another place has not gone: as many new ones as there are take the places of those
        let new = self.lying.iter().filter(|lying| lying.looks == 1).count();
        before.retain(|lying| lying.looks >= LOOKS_TO_BE_REAL);
        let gone = before.len().saturating_sub(new);
        self.gone.extend(before.into_iter().take(gone).map(|lying| (lying, at)));
    }

    fn changes(&mut self, seat: Seat, held: usize, supply: &[u8; 5], grace_ms: i64, at: Stamp) -> Vec<Change> {
        let lacking = held.saturating_sub(self.lying.len());
        let mut changes = Vec::new();
        while self.told.len() > lacking {
            let Some(missing) = self.told.pop() else { break };
            changes.push(Change::Found(missing));
        }
        let grace_over = |since: Stamp| at.millis() - since.millis() >= grace_ms;
        let (old, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.gone).into_iter().partition(|(_, since)| grace_over(*since));
        self.gone = waiting;
        for (lying, since) in old {
            if self.told.len() < lacking {
                let (kind, certainty) = lying.kind(supply);
                let missing = Missing { seat, kind, at: since, certainty };
                self.told.push(missing.clone());
                changes.push(Change::Missing(missing));
            }
        }
        changes
    }
}

impl Lying {
    /// The likeliest kind of those that were handed over, and its share in thousandths.
    fn kind(&self, supply: &[u8; 5]) -> (Kind, u16) {
        let could_be = |at: &usize| supply[*at] > 0 || supply.iter().all(|count| *count == 0);
        let best = (0..5).filter(could_be).max_by_key(|&at| (self.kinds[at], 5 - at)).unwrap_or(0);
        let nats = |value: i32| f64::from(value) / f64::from(LogProb::PER_NAT) / f64::from(self.looks.max(1));
        let sum: f64 = (0..5).filter(could_be).map(|at| (nats(self.kinds[at]) - nats(self.kinds[best])).exp()).sum();
        (Kind::HOLDABLE[best], (1000.0 / sum).round() as u16)
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
                self.watch.see(&look(pieces), at);
            }
            self.watch.changes(seat(), &self.supply, &self.dropped, GRACE_MS, at)
        }
    }

    #[test]
    fn a_piece_that_goes_and_is_not_played_is_missing_after_the_grace() {
        let mut table = Table::with_two();
        assert_eq!(table.at(1000, Some(&[('P', 0)])), []);
        assert_eq!(table.at(5999, None), []);
        let [Change::Missing(missing)] = &table.at(6000, None)[..] else { panic!("nothing is missing") };
        assert_eq!((missing.seat, missing.kind, missing.at), (seat(), Kind::Knight, Stamp::from_millis(1000)));
        assert_eq!(table.at(7000, None), [], "it is told once");
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
        assert_eq!(table.at(9000, None), []);
        let mut hidden = look(&[]);
        hidden.visibility = Visibility::NotSeen;
        table.watch.see(&hidden, Stamp::from_millis(10_000));
        assert_eq!(table.at(20_000, None), []);
        assert_eq!(table.watch.count(seat()), 2);
    }

    #[test]
    fn a_phantom_and_an_unknown_capture_accuse_nobody() {
        let mut table = Table::with_two();
        // seen once where nothing is
        table.at(1000, Some(&[('P', 0), ('N', 100), ('Q', 300)]));
        table.at(1500, Some(&[('P', 0), ('N', 100)]));
        assert_eq!(table.at(9000, None), []);
        // more was handed over than was ever seen here: perhaps a misread capture, certainly no piece that went
        table.supply[4] = 1;
        assert_eq!(table.at(20_000, Some(&[('P', 0), ('N', 100)])), []);
    }

    #[test]
    fn what_went_is_one_of_what_was_handed_over() {
        let mut table = Table::with_two();
        table.supply = [1, 0, 0, 1, 0];
        table.at(1000, Some(&[('P', 0)]));
        let [Change::Missing(missing)] = &table.at(6000, None)[..] else { panic!("nothing is missing") };
        assert_eq!(
            missing.kind,
            Kind::Pawn,
            "no knight was handed over: of pawn and rook, equally unlike it, the pawn"
        );
        assert_eq!(missing.certainty, 500);
    }
}
