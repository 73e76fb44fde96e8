//! What was seen on each square, settled: the thirty frames in which a piece stands still are one look.
//!
//! Frames are not independent. Whatever makes the eyes misread a knight at one moment makes them misread it a moment
//! later, so a settled view counts once however long it lasts, and an error costs every hypothesis
//! that disagrees with it once. A *look* begins when a square shows something else than before for long enough, and ends
//! when the next one begins.

use super::{holding::Holdings, tempo::Tempo};
use board::{
    BoardEvidence, CLASS_COUNT, Content, Piece, Square, SquareEvidence, SquareSet, Stamp, Standing, Visibility,
};

/// How long and how often something must be seen before it counts, in session time. Frames are asked for beside the time
/// because at six frames a second 150 ms are a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settling {
    /// From the first to the last frame of the same content, at least.
    pub span_ms: i64,
    /// Distinct frames of the same content, at least.
    pub frames: u32,
}

impl Default for Settling {
    fn default() -> Self {
        Settling { span_ms: 60, frames: 2 }
    }
}

/// Two readings of one square are of different things when each holds the other's best class to be this unlikely,
/// in 1/256 nat. Below it they are two opinions about the same thing.
const DIFFERENT_COLOR: i32 = 256 * 3 / 2;
const DIFFERENT_KIND: i32 = 256 * 5 / 2;
/// After a hand was over the square, which may have taken a knight and left a pawn of the same colour.
const DIFFERENT_KIND_AFTER_A_HAND: i32 = 256 * 3 / 2;
/// The most frames over which a look's reading is averaged; later ones still move it a little.
const MEMORY: i32 = 8;
/// Whether anything stands on a square, and of which colour, is misread for a moment far more often than for seconds: with each of
/// so many seconds in view a look that speaks clearly says more about that. What kind stands there is misread for as long as it stands.
const LASTING_SECONDS: i64 = 3;
/// What a look says against a colour beyond this is clear, in 1/256 nat.
const CLEAR: i32 = 512;
/// What lies between two frames is seen time only up to this, in milliseconds.
const LONGEST_FRAME_MS: i64 = 500;

/// One settled view of one square, or one on its way to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Log-likelihood by class, in 1/256 nat, averaged over the look; the largest is near zero.
    pub likelihood: [i32; CLASS_COUNT],
    /// When it was first seen.
    pub first: Stamp,
    last: Stamp,
    frames: u32,
    /// For how long it was in view, in milliseconds.
    seen_ms: i64,
}

impl Look {
    fn begin(evidence: &SquareEvidence, at: Stamp) -> Look {
        let likelihood = evidence.likelihood.map(|value| i32::from(value.0));
        Look { likelihood, first: at, last: at, frames: 1, seen_ms: 0 }
    }

    /// Takes in one more frame. One that reads exactly as the mean does tells nothing new.
    fn merge(&mut self, evidence: &SquareEvidence, at: Stamp) -> bool {
        let seen = evidence.likelihood.map(|value| i32::from(value.0));
        self.frames += u32::from(at > self.last);
        self.last = at;
        let share = (self.frames as i32).clamp(2, MEMORY);
        let mut moved = false;
        for (mean, value) in self.likelihood.iter_mut().zip(seen) {
            let by = (value - *mean) / share;
            *mean += by;
            moved |= by != 0;
        }
        moved
    }

    /// It was in view from the frame before until `at`. Returns whether another of the seconds that count is full.
    fn last_until(&mut self, at: Stamp) -> bool {
        let before = self.seconds();
        self.seen_ms += at.millis_since(self.last).clamp(0, LONGEST_FRAME_MS);
        self.seconds() > before
    }

    /// The full seconds it was in view, as far as they count.
    fn seconds(&self) -> i32 {
        (self.seen_ms / 1000).min(LASTING_SECONDS) as i32
    }

    /// For how long it was in view, in milliseconds.
    pub fn seen_ms(&self) -> i64 {
        self.seen_ms
    }

    /// The class that explains the look best.
    pub fn best(&self) -> Content {
        let best = (0..CLASS_COUNT).rev().max_by_key(|&class| self.likelihood[class]).unwrap_or(0);
        Piece::content_of(best)
    }

    /// The log-likelihood of the look given `content`, in 1/256 nat.
    pub fn of(&self, content: Content) -> i32 {
        self.likelihood[Piece::class_of(content)]
    }

    /// What the look says more against anything of `content`'s colour, or against nothing, for having gone on for so long, in 1/256 nat.
    pub fn lasting_against(&self, content: Content) -> i32 {
        (self.against_color_of(content) - CLEAR).max(0) * self.seconds()
    }

    /// What the look says against anything of `content`'s colour standing there, or against nothing standing there, in 1/256 nat.
    pub fn against_color_of(&self, content: Content) -> i32 {
        -best_of_color(&self.likelihood, content)
    }

    /// Whether `evidence` shows something else than this look; a hand `between` them may have changed it.
    fn differs_from(&self, evidence: &SquareEvidence, between: bool) -> bool {
        let (mine, theirs) = (self.best(), evidence.best());
        if mine == theirs {
            return false;
        }
        let kind = if between { DIFFERENT_KIND_AFTER_A_HAND } else { DIFFERENT_KIND };
        let threshold = if mine.map(|p| p.color) == theirs.map(|p| p.color) { kind } else { DIFFERENT_COLOR };
        // for another colour it is the colour that counts, not the kind that goes with it
        let (i_hold_theirs, they_hold_mine) = if threshold == kind {
            (self.of(theirs), i32::from(evidence.of(mine).0))
        } else {
            (
                best_of_color(&self.likelihood, theirs),
                best_of_color(&evidence.likelihood.map(|value| i32::from(value.0)), mine),
            )
        };
        -i_hold_theirs > threshold && -they_hold_mine > threshold
    }
}

/// The best log-likelihood among the classes of `content`'s colour (or of the empty square).
fn best_of_color(likelihood: &[i32; CLASS_COUNT], content: Content) -> i32 {
    let classes = match content {
        None => 0..1,
        Some(piece) => 1 + piece.color.index() * 6..7 + piece.color.index() * 6,
    };
    likelihood[classes].iter().copied().max().unwrap_or(0)
}

/// What happened to a square's look with one observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new look has settled in the place of the one given (none before the first).
    Replaced(Option<Look>),
    /// The look that stood before a hand or a movement came between is seen again.
    Back,
}

/// The settled looks at one board.
#[derive(Clone, Debug)]
pub struct View {
    settling: Settling,
    settled: [Option<Look>; 64],
    pending: [Option<Look>; 64],
    /// When the look before the settled one was last seen.
    left: [Option<Stamp>; 64],
    current: SquareSet,
    /// The squares whose looks have just been in view for another second.
    matured: SquareSet,
    tempo: Tempo,
    holdings: Holdings,
}

impl View {
    /// A view of a board nothing has been seen of.
    pub fn new(settling: Settling) -> View {
        View {
            settling,
            settled: [None; 64],
            pending: [None; 64],
            left: [None; 64],
            current: SquareSet::EMPTY,
            matured: SquareSet::EMPTY,
            tempo: Tempo::default(),
            holdings: Holdings::default(),
        }
    }

    /// What was heard of the clock.
    pub fn tempo(&self) -> &Tempo {
        &self.tempo
    }

    /// What was heard of the clock, to hear more.
    pub fn tempo_mut(&mut self) -> &mut Tempo {
        &mut self.tempo
    }

    /// What was last seen of the reserves.
    pub fn holdings(&self) -> &Holdings {
        &self.holdings
    }

    /// What was last seen of the reserves, to see more.
    pub fn holdings_mut(&mut self) -> &mut Holdings {
        &mut self.holdings
    }

    /// The settled look at `square`, if there ever was one.
    pub fn look(&self, square: Square) -> Option<&Look> {
        self.settled[square.index()].as_ref()
    }

    /// When the look before the settled one at `square` was last seen, if there was one.
    pub fn left(&self, square: Square) -> Option<Stamp> {
        self.left[square.index()]
    }

    /// Whether `square` was still seen as it was before at a moment when `other` already showed what it shows now. A piece
    /// cannot have gone from one to the other then.
    pub fn overlap(&self, square: Square, other: Square) -> bool {
        match (self.left[square.index()], self.look(other)) {
            (Some(left), Some(look)) => self.current.contains(square) && left >= look.first,
            _ => false,
        }
    }

    /// The squares whose settled look is what is seen there now: not under a hand, not changing.
    pub fn current(&self) -> SquareSet {
        self.current
    }

    /// The squares whose looks had been in view for another second with the latest frame, and say more since.
    pub fn matured(&self) -> SquareSet {
        self.matured
    }

    /// The squares that showed something else than their settled look in the latest frame, but not yet for long enough.
    pub fn unsettled(&self) -> SquareSet {
        Square::all().filter(|square| self.pending[square.index()].is_some()).collect()
    }

    /// Takes in one observation's evidence and says which squares' looks changed, and whether any reading moved at all.
    pub fn observe(
        &mut self,
        evidence: &BoardEvidence,
        at: Stamp,
        standing: Standing,
    ) -> (Vec<(Square, Change)>, bool) {
        let mut changes = Vec::new();
        let mut moved = false;
        self.matured = SquareSet::EMPTY;
        for square in Square::all() {
            let seen = evidence.at(square);
            if seen.visibility != Visibility::Seen {
                self.pending[square.index()] = None;
                self.current.remove(square);
                continue;
            }
            let settled = &mut self.settled[square.index()];
            let between = !self.current.contains(square);
            match settled {
                Some(look) if !look.differs_from(seen, between) => {
                    self.pending[square.index()] = None;
                    if standing == Standing::Frame && self.current.contains(square) && look.last_until(at) {
                        self.matured.insert(square);
                    }
                    moved |= look.merge(seen, at);
                    if !self.current.contains(square) {
                        self.current.insert(square);
                        changes.push((square, Change::Back));
                    }
                    continue;
                }
                _ => self.current.remove(square),
            }
            let pending = &mut self.pending[square.index()];
            match pending {
                Some(look) if !look.differs_from(seen, false) => {
                    look.merge(seen, at);
                }
                _ => *pending = Some(Look::begin(seen, at)),
            }
            let enough = |look: &Look| {
                standing == Standing::Photograph
                    || (look.frames >= self.settling.frames
                        && look.last.millis_since(look.first) >= self.settling.span_ms)
            };
            if pending.as_ref().is_some_and(enough) {
                let replaced = std::mem::replace(settled, pending.take());
                self.left[square.index()] = replaced.map(|look| look.last);
                self.current.insert(square);
                changes.push((square, Change::Replaced(replaced)));
            }
        }
        moved |= !changes.is_empty() || !self.matured.is_empty();
        (changes, moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{LogProb, Placement};

    fn reading(letter: char) -> SquareEvidence {
        let content = (letter != '.').then(|| Piece::from_letter(letter).unwrap());
        let mut likelihood = [LogProb(-1179); CLASS_COUNT];
        likelihood[Piece::class_of(content)] = LogProb::ZERO;
        SquareEvidence { visibility: Visibility::Seen, likelihood }
    }

    fn evidence(placement: &str) -> BoardEvidence {
        let placement: Placement = placement.parse().unwrap();
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all() {
            evidence.0[square.index()] = reading(placement[square].map_or('.', Piece::letter));
        }
        evidence
    }

    fn ms(milliseconds: i64) -> Stamp {
        Stamp::from_millis(milliseconds)
    }

    #[test]
    fn a_frame_settles_only_after_its_time_and_a_photograph_at_once() {
        let mut view = View::new(Settling { span_ms: 100, frames: 2 });
        let start = evidence("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        assert_eq!(view.observe(&start, ms(0), Standing::Frame).0, []);
        assert_eq!(view.observe(&start, ms(50), Standing::Frame).0, []);
        assert_eq!(view.observe(&start, ms(100), Standing::Frame).0.len(), 64);
        let mut view = View::new(Settling::default());
        assert_eq!(view.observe(&start, ms(0), Standing::Photograph).0.len(), 64);
    }

    #[test]
    fn a_hand_over_a_square_does_not_make_a_second_look() {
        let mut view = View::new(Settling::default());
        let start = evidence("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        view.observe(&start, ms(0), Standing::Photograph);
        let mut covered = start.clone();
        covered.0[12] = SquareEvidence::NOT_SEEN;
        assert_eq!(view.observe(&covered, ms(1), Standing::Photograph).0, []);
        assert!(!view.current().contains(Square::from_index(12).unwrap()));
        let back = view.observe(&start, ms(2), Standing::Photograph).0;
        assert_eq!(back, [(Square::from_index(12).unwrap(), Change::Back)]);
    }

    #[test]
    fn kinds_that_flicker_are_one_look_and_another_colour_is_another() {
        let mut view = View::new(Settling::default());
        let square = Square::from_index(0).unwrap();
        let mut board = BoardEvidence::not_seen();
        let mut doubtful = reading('N');
        doubtful.likelihood[3] = LogProb(-100);
        board.0[0] = doubtful;
        view.observe(&board, ms(0), Standing::Photograph);
        let mut other = reading('B');
        other.likelihood[2] = LogProb(-200);
        board.0[0] = other;
        assert_eq!(view.observe(&board, ms(1), Standing::Photograph), (vec![], true));
        board.0[0] = reading('n');
        let (changes, _) = view.observe(&board, ms(2), Standing::Photograph);
        assert!(matches!(changes.as_slice(), [(s, Change::Replaced(Some(_)))] if *s == square));
    }

    #[test]
    fn the_same_photograph_twice_changes_nothing() {
        let mut view = View::new(Settling::default());
        let start = evidence("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        view.observe(&start, ms(0), Standing::Photograph);
        let before = view.settled;
        assert_eq!(view.observe(&start, ms(0), Standing::Photograph), (vec![], false));
        assert_eq!(view.settled, before);
    }
}
