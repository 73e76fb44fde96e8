use crate::{BoardEvidence, BoardId, Incident, Kind, ReserveEvidence, Ruling, Seat, Stamp};

/// One camera of the table, counted from 0 in the order of the configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct CameraId(pub u8);

/// Where an input came from. Inputs of the same moment are taken in this order, so that a merge of several
/// sources has one outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceId {
    /// A camera's view of one board and what lies beside it.
    Camera(CameraId, BoardId),
    /// The clocks.
    Clock,
    /// Spoken promotions.
    Declarations,
    /// What the arbiter and the players enter.
    Rulings,
    /// Those who watch: what happens to cameras, machine and disk.
    Watch,
}

/// How a look came about, which says how long a thing must be seen before it counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// One of a video's frames: what it shows counts once it was still over some of them.
    Frame,
    /// A photograph, taken when the table was at rest: it counts by itself.
    Photograph,
}

/// What was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sighting {
    /// A whole board.
    Board(BoardEvidence),
    /// A reserve.
    Reserve(ReserveEvidence),
    /// The board's clock.
    Clock(ClockSighting),
}

/// What a camera has read of a board's clock, which nobody else tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSighting {
    /// What was read, of the observation's board. Its moment is when it happened: a press is believed only once the hand has left, so
    /// that it may lie before the observation's.
    pub reading: ClockReading,
    /// How sure it is, in thousandths.
    pub certainty: u16,
}

impl ClockSighting {
    /// What a camera has read of a clock counts when it is so sure, in thousandths.
    pub const SURE: u16 = 750;

    /// Whether it counts, where the clock itself tells nothing.
    pub const fn is_sure(&self) -> bool {
        self.certainty >= ClockSighting::SURE
    }
}

/// Evidence from one moment of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// When the frame was taken.
    pub at: Stamp,
    /// Which camera took it.
    pub camera: CameraId,
    /// The frame's number in its source, from 0.
    pub frame: u64,
    /// The board concerned.
    pub board: BoardId,
    /// How the look came about.
    pub standing: Standing,
    /// What was seen.
    pub sighting: Sighting,
}

/// Both remaining times of one board's clock, and who has just pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct ClockReading {
    /// When it was read.
    pub at: Stamp,
    /// Which clock.
    pub board: BoardId,
    /// Who pressed at that moment, if anybody did.
    pub pressed: Option<crate::Color>,
    /// White's remaining time in milliseconds, where it is known.
    pub white_ms: Option<i64>,
    /// Black's remaining time in milliseconds, where it is known.
    pub black_ms: Option<i64>,
}

impl ClockReading {
    /// A reading that says nothing but that the clock of `board` is heard from `at` on.
    pub const fn heard(board: BoardId, at: Stamp) -> ClockReading {
        ClockReading { at, board, pressed: None, white_ms: None, black_ms: None }
    }
}

/// A spoken promotion as it was entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// When it was entered.
    pub at: Stamp,
    /// Who declared.
    pub seat: Seat,
    /// What the pawn becomes.
    pub promotion: Kind,
}

/// A source says that it has nothing older than this moment left to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GapMark {
    /// Nothing before this moment will follow from the source.
    pub at: Stamp,
    /// Which source.
    pub source: SourceId,
}

/// Everything that can reach the arbiter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A look at a board or a reserve.
    Observation(Observation),
    /// A clock's reading.
    Clock(ClockReading),
    /// A spoken promotion.
    Declaration(Declaration),
    /// A decision, a claim or a correction.
    Ruling(Ruling),
    /// Something happened to those who watch.
    Incident(Incident),
    /// Silence, told.
    Gap(GapMark),
}

impl Input {
    /// The moment the input belongs to.
    pub const fn at(&self) -> Stamp {
        match self {
            Input::Observation(observation) => observation.at,
            Input::Clock(reading) => reading.at,
            Input::Declaration(declaration) => declaration.at,
            Input::Ruling(ruling) => ruling.at,
            Input::Incident(incident) => incident.at,
            Input::Gap(gap) => gap.at,
        }
    }

    /// Where the input came from.
    pub const fn source(&self) -> SourceId {
        match self {
            Input::Observation(observation) => SourceId::Camera(observation.camera, observation.board),
            Input::Clock(_) => SourceId::Clock,
            Input::Declaration(_) => SourceId::Declarations,
            Input::Ruling(_) => SourceId::Rulings,
            Input::Incident(_) => SourceId::Watch,
            Input::Gap(gap) => gap.source,
        }
    }
}
