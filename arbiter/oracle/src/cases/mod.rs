//! Planted cases: short scripts of what hands do, and of what must be said about it. `docs/ref/cases.md` describes their form.

mod actions;
mod expect;
mod hands;
mod judge;
mod parse;
mod report;
mod run;
mod stage;
mod table;
mod words;

pub use judge::{Found, Outcome};
pub use parse::{CaseError, read_all};
pub use report::{faults, report};
pub use run::{CaseRun, check, explain, run};

use arbiter::rules::{Move, Position};
use board::{BoardId, Kind, Piece, Placement, Seat, Square};

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file's name without its ending.
    pub name: String,
    /// The folder's name: the alert that is meant.
    pub kind: String,
    /// The profiles it runs under.
    pub profiles: Vec<String>,
    /// What comes before its first second, in order.
    pub setup: Vec<Before>,
    /// Whether presses reach the arbiter.
    pub clock: bool,
    /// What happens, in order.
    pub actions: Vec<Action>,
    /// What must be said.
    pub expects: Vec<Expect>,
    /// Alerts that are not minded: their kind, and whose or which board's.
    pub allows: Vec<(String, Option<About>)>,
    /// The profiles under which nothing is to be said; `None` where none was named, an empty list for all.
    pub near_miss: Option<Vec<String>>,
    /// The turns of each board that must stand, and whether each is legal.
    pub turns: [Option<Vec<(String, bool)>>; 2],
}

/// What comes before the first second of a case.
#[derive(Clone, Debug)]
pub enum Before {
    /// Moves were played in turn.
    Played(BoardId, Vec<Move>),
    /// The board stands so when the game begins.
    Start(BoardId, Placement),
    /// The recording begins with this position.
    Middle(BoardId, Box<Position>),
    /// This lies in a reserve as well.
    Reserve(Seat, Vec<Kind>),
}

/// One thing done.
#[derive(Clone, Debug)]
pub struct Action {
    /// The name by which an `expect` refers to it.
    pub name: Option<String>,
    /// When it is done, in milliseconds from the case's beginning.
    pub at_ms: i64,
    /// Who does it.
    pub seat: Seat,
    /// What is done.
    pub deed: Deed,
    /// The line of the file.
    pub line: usize,
}

/// What becomes of a captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// It comes to the partner's reserve.
    Passed,
    /// It stays in the hand.
    Kept,
    /// It is laid beside the mover's own board.
    Left,
}

/// What hands do.
#[derive(Clone, Debug)]
pub enum Deed {
    /// A move or drop; the piece rests on the squares `over` before.
    Play {
        /// What is moved.
        mv: Move,
        /// Where it rests on its way.
        over: Vec<Square>,
        /// What becomes of a captured piece.
        capture: Capture,
        /// Nothing goes with it.
        alone: bool,
    },
    /// A piece is handed over.
    HandOver(Kind, Option<Seat>),
    /// The clock is pressed.
    Press,
    /// The last move is undone.
    TakeBack,
    /// A piece is lifted and put back.
    Touch(BoardId, Square),
    /// A piece is set straight.
    Adjust(BoardId, Square),
    /// A piece goes into the hand.
    Lift(BoardId, Square),
    /// What the hand holds is put down.
    Put(BoardId, Square),
    /// Pieces fall over.
    KnockOver(BoardId, Vec<Square>),
    /// What lies is set up again, one piece perhaps elsewhere.
    SetRight(BoardId, Option<(Square, Square)>),
    /// Another piece is put on a square.
    Replace {
        /// Where.
        square: (BoardId, Square),
        /// What is put there.
        piece: Piece,
        /// Whether it comes out of the own reserve.
        from_reserve: bool,
    },
    /// A piece goes from a square, into the hand or off the table.
    Remove {
        /// Where.
        square: (BoardId, Square),
        /// Whether into the hand.
        to_hand: bool,
    },
    /// A piece from nowhere.
    Add(BoardId, Square, Piece),
    /// Two pieces change places.
    Swap(BoardId, Square, Square),
    /// A spoken promotion.
    Declare(Kind),
    /// Reserve pieces are carried off.
    Hide(Vec<Kind>),
    /// Hidden pieces are back.
    Show(Vec<Kind>),
    /// A piece from nowhere in the own reserve.
    AddReserve(Kind),
    /// A reserve piece is pushed aside.
    Push(Kind),
    /// A hand rests over the own reserve, for milliseconds.
    CoverReserve(i64),
    /// A hand rests over a square, for milliseconds.
    Reach(BoardId, Square, i64),
    /// The seat's time is at zero.
    Flag,
    /// The clock reads so many milliseconds for White and Black.
    Read([i64; 2]),
    /// The board's clock is stopped.
    Stop,
    /// The seat's own time runs.
    Start,
    /// A claim is made.
    Claim(&'static str),
    /// Nothing.
    Wait,
}

/// Whom an alert concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A seat.
    Seat(Seat),
    /// A board and nobody in particular.
    Board(BoardId),
}

/// Something that must be said.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Whether an alert is to be opened, or one that was opened to be closed.
    pub closed: bool,
    /// Its kind, in snake case.
    pub kind: String,
    /// Whom it concerns.
    pub about: About,
    /// The kind of piece.
    pub piece: Option<char>,
    /// The turn.
    pub uci: Option<String>,
    /// Squares among the alert's.
    pub squares: Vec<Square>,
    /// An article among the alert's.
    pub article: Option<String>,
    /// The earliest and the latest moment, in milliseconds after the action.
    pub window: (i64, i64),
    /// The action it speaks of, by its number.
    pub of: usize,
    /// The profiles it holds under; all where the list is empty.
    pub under: Vec<String>,
    /// The line of the file.
    pub line: usize,
}

impl Case {
    /// What must be said under a profile.
    pub fn expected(&self, profile: &str) -> Vec<&Expect> {
        if self.is_near_miss(profile) {
            return Vec::new();
        }
        let holds = |expect: &&Expect| expect.under.is_empty() || expect.under.iter().any(|name| name == profile);
        self.expects.iter().filter(holds).collect()
    }

    /// Whether nothing must be said under a profile.
    pub fn is_near_miss(&self, profile: &str) -> bool {
        self.near_miss.as_ref().is_some_and(|names| names.is_empty() || names.iter().any(|name| name == profile))
    }
}
