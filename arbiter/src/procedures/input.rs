use crate::{
    profile::Penalty,
    rules::{GameEnd, Move, Pocket, Position, words::words},
};
use board::{BoardId, Color, Content, Kind, Placement, Seat, Square, Stamp};

/// One thing that happened, and when. Inputs come in the order of time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// When.
    pub at: Stamp,
    /// What.
    pub what: Happening,
}

words! {
    /// One of a player's hands.
    pub enum Hand {
        /// The left.
        Left = "left",
        /// The right.
        Right = "right",
        /// Both at once.
        Both = "both",
    }
}
words! {
    /// Where a hand was that should not have been there.
    pub enum Zone {
        /// Over the board the player does not sit at.
        OtherBoard = "other_board",
        /// On the clock of the board he does not sit at.
        OtherClock = "other_clock",
        /// Between the opponent and his clock.
        OpponentsPress = "opponents_press",
        /// On or over the button of his own clock for longer than the profile's `hover_s`.
        Button = "button",
        /// On his own clock, neither pressing nor straightening it: lifting or striking it.
        Clock = "clock",
    }
}
words! {
    /// What a remark was about.
    pub enum Speech {
        /// A move or plan told to the partner.
        Move = "move",
        /// Pieces asked for.
        Pieces = "pieces",
        /// Leave asked to resign, draw or mate.
        Leave = "leave",
        /// Anything else said by a player.
        Other = "other",
        /// A hint at a flag, an illegal move or a move by somebody outside the match.
        Hint = "hint",
    }
}
words! {
    /// At whose right hand a clock stands.
    pub enum ClockAt {
        /// White's.
        WhiteRight = "white_right",
        /// Black's.
        BlackRight = "black_right",
    }
}

/// What a player claims. Each claim is answered: accepted, or rejected with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The opponent's last complete move was illegal.
    Illegal,
    /// The opponent's flag has fallen.
    Flag,
    /// The position has repeated, or will with this move.
    Repetition(Option<Move>),
    /// Fifty moves without capture or pawn move, or fifty with this move.
    Fifty(Option<Move>),
    /// This move mates, and is to be recorded as mate without being made.
    MateInOne(Move),
    /// The opponent's reserve cannot be seen.
    Hidden,
    /// The opponent touched another piece first.
    Touch,
    /// The game began from a wrong array.
    Setup,
    /// Another breach by the opponent.
    Breach,
    /// The result is unclear.
    Unclear,
}

/// What the arbiter decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The last thing proposed (a penalty, a draw by two games ending at once) takes effect.
    Confirm,
    /// The last thing proposed does not take effect, or the last end entered is struck.
    Reject,
    /// A breach by this seat counts on the ladder.
    Breach(Seat),
    /// A penalty for this seat; seconds for time and freeze.
    Penalize(Seat, Penalty, u32),
    /// Seconds added to (or, negative, taken from) a seat's clock.
    AddTime(Seat, i32),
    /// What stands on a board from here on.
    Set(BoardId, Box<Position>),
    /// What a seat holds from here on.
    Hold(Seat, Pocket),
    /// The game of a board ends so.
    End(BoardId, GameEnd),
    /// The match is played anew.
    Replay,
    /// The arbiter handles this board's clock.
    Clock(BoardId),
    /// Anything else, in words.
    Note(String),
}

/// What can happen at a table, as a camera, a clock or a person tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// A player takes a seat.
    Seated(Seat, String),
    /// What stands on a board before its game.
    Stands(BoardId, Box<Placement>),
    /// Where a clock stands before the game.
    ClockStands(BoardId, ClockAt),
    /// One side of a clock begins to run without a move; who started it, where that is known.
    Start(BoardId, Color, Option<Seat>),
    /// Both sides of a clock stand still; who stopped it, where that is known.
    Stop(BoardId, Option<Seat>),
    /// A player presses: his time stops, his opponent's runs.
    Press(Seat, Option<Hand>),
    /// Both remaining times in milliseconds, White's first.
    Reading(BoardId, [i64; 2]),
    /// A player's time has run out.
    Flag(Seat),
    /// A move or drop is made: the piece was let go.
    Placed(Seat, Move, Option<Hand>),
    /// A board changed otherwise than by a move: what stands on these squares now.
    Rearranged(Seat, Vec<(Square, Content)>),
    /// A piece of this board was touched, or lifted and put back.
    Touched(Seat, Square),
    /// A piece of the player's reserve was touched, and whether it touched the board.
    TouchedReserve(Seat, Kind, bool),
    /// The player says that he only adjusts pieces.
    Adjusts(Seat),
    /// The player's last move stands on the board no more.
    TakenBack(Seat),
    /// The player knocked pieces over.
    Displaced(Seat),
    /// The pieces stand as they did.
    SetRight(Seat),
    /// A hand takes a piece off a board, not as a move.
    Lifted(Seat, BoardId, Square),
    /// A hand puts a piece in the place of the pawn on this square of the player's own board; whether it is upside down.
    Replaced(Seat, Square, Kind, bool),
    /// A piece goes from one seat to another.
    Handed(Seat, Seat, Kind),
    /// What is visible of a reserve.
    Reserve(Seat, Pocket),
    /// A hand where it should not be.
    HandOver(Seat, Zone),
    /// Something is said.
    Spoke(Seat, Speech),
    /// The player names the piece his pawn becomes.
    Declared(Seat, Kind),
    /// The player says aloud that his pawn has reached the last rank.
    Announced(Seat),
    /// The player counts a repetition aloud: 1 at the second occurrence.
    Counted(Seat, u32),
    /// The player claims.
    Claims(Seat, Claim),
    /// The player offers a draw, or agrees to one.
    Draw(Seat),
    /// The player declines a draw.
    Declines(Seat),
    /// The player resigns.
    Resigns(Seat),
    /// The arbiter decides.
    Rules(Ruling),
    /// Time has passed.
    Tick,
}

impl Happening {
    /// The board it happens on; `None` where it concerns the whole table.
    pub fn board(&self) -> Option<BoardId> {
        match self {
            Happening::Stands(board, _)
            | Happening::ClockStands(board, _)
            | Happening::Start(board, ..)
            | Happening::Stop(board, _)
            | Happening::Reading(board, _) => Some(*board),
            Happening::Seated(seat, _)
            | Happening::Press(seat, _)
            | Happening::Flag(seat)
            | Happening::Placed(seat, ..)
            | Happening::Rearranged(seat, _)
            | Happening::Touched(seat, _)
            | Happening::TouchedReserve(seat, ..)
            | Happening::Adjusts(seat)
            | Happening::TakenBack(seat)
            | Happening::Displaced(seat)
            | Happening::SetRight(seat)
            | Happening::Lifted(seat, ..)
            | Happening::Replaced(seat, ..)
            | Happening::Handed(seat, ..)
            | Happening::Reserve(seat, _)
            | Happening::HandOver(seat, _)
            | Happening::Spoke(seat, _)
            | Happening::Declared(seat, _)
            | Happening::Announced(seat)
            | Happening::Counted(seat, _)
            | Happening::Claims(seat, _)
            | Happening::Draw(seat)
            | Happening::Declines(seat)
            | Happening::Resigns(seat) => Some(seat.board),
            Happening::Rules(_) | Happening::Tick => None,
        }
    }
}
