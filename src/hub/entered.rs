use board::{BoardId, ClockReading, Color, Decision, Declaration, Input, Kind, Ruling, Seat, Speaker, Stamp};
use crossbeam_channel::TrySendError;
use std::time::Duration;

/// So much may wait for the run; a table of four cannot press faster.
pub(super) const WAITING: usize = 256;

/// What somebody entered on a page.
///
/// It has no moment of its own: whoever takes it stamps it with the session's time of now less `ago`, and not before what was
/// pushed last from the same source.
#[derive(Clone, PartialEq, Debug)]
pub struct Entered {
    /// What.
    pub what: What,
    /// How long ago it happened: a page that was cut off tells what was pressed meanwhile.
    pub ago: Duration,
}

/// What can be entered.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// A clock that is a page: somebody pressed, or a flag fell (nobody pressed and a time is 0).
    Clock {
        /// Whose.
        board: BoardId,
        /// Who pressed.
        pressed: Option<Color>,
        /// What White has left, in milliseconds.
        white_ms: i64,
        /// What Black has left, in milliseconds.
        black_ms: i64,
    },
    /// A spoken promotion.
    Declaration {
        /// Whose pawn.
        seat: Seat,
        /// What it becomes.
        promotion: Kind,
    },
    /// What the arbiter decided or a player claims.
    Ruling {
        /// Who says so.
        by: Speaker,
        /// What.
        what: Decision,
    },
}

impl Entered {
    /// What the run takes, `now` being the session's time: as of when it happened, but not before `floor`.
    pub fn input(self, now: Stamp, floor: Stamp) -> Input {
        let ago = i64::try_from(self.ago.as_nanos()).unwrap_or(i64::MAX);
        self.what.input(Stamp::from_nanos(now.nanos().saturating_sub(ago)).max(floor))
    }
}

impl What {
    /// What the run takes, as of `at`.
    pub fn input(self, at: Stamp) -> Input {
        match self {
            What::Clock { board, pressed, white_ms, black_ms } => {
                let (white_ms, black_ms) = (Some(white_ms), Some(black_ms));
                Input::Clock(ClockReading { at, board, pressed, white_ms, black_ms })
            }
            What::Declaration { seat, promotion } => Input::Declaration(Declaration { at, seat, promotion }),
            What::Ruling { by, what } => Input::Ruling(Ruling { at, by, what }),
        }
    }
}

/// Why what was entered is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Too much waits.
    #[error("the run is behind and takes nothing now; try again in a moment")]
    Busy,
    /// Nobody will take it.
    #[error("the match has ended and takes nothing more")]
    Over,
}

impl<T> From<TrySendError<T>> for Refused {
    fn from(error: TrySendError<T>) -> Refused {
        match error {
            TrySendError::Full(_) => Refused::Busy,
            TrySendError::Disconnected(_) => Refused::Over,
        }
    }
}
