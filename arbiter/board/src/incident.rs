use crate::{CameraId, Stamp};

/// What has happened to those who watch the table: cameras, the machine, the disk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentKind {
    /// A camera gives no pictures.
    CameraLost,
    /// A camera's picture does not change at all.
    CameraFrozen,
    /// A camera gives too few pictures.
    CameraSlow,
    /// A camera's pictures have another size.
    CameraResized,
    /// A board lies elsewhere in a camera's picture: followed when by little, not read any more when by much.
    CameraMoved,
    /// The light on the boards, or the exposure, has changed.
    LightChanged,
    /// A part of the boards is darker than the rest, and stays so.
    Shadow,
    /// A part of a board is as bright as the camera can tell.
    Glare,
    /// A camera's picture is blurred.
    CameraBlurred,
    /// A camera sees nothing of the table: its lens is covered, or it is dark.
    CameraCovered,
    /// A camera's own time has jumped.
    CameraTime,
    /// Something about a camera could not be had as it was asked for.
    CameraSettings,
    /// The machine was suspended.
    Suspended,
    /// The wall clock was set.
    WallClock,
    /// The program did not get to run.
    Starved,
    /// The disk is nearly full.
    DiskLow,
    /// The session cannot be written.
    DiskFull,
    /// Pictures cannot be recorded, or recordings were removed to make room.
    Recording,
    /// The session goes on after it was broken off.
    Resumed,
    /// How much later one camera's pictures arrive than another's.
    Latency,
}

/// Whether an incident has a length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentState {
    /// It begins and will end.
    Began,
    /// What began is over.
    Ended,
    /// It happened at once.
    Happened,
}

/// Something happened to those who watch the table. It is an input as everything else, so that a session tells it when it is
/// replayed; no rule of the game depends on it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Incident {
    /// When it was noticed.
    pub at: Stamp,
    /// The camera concerned, where it is one.
    pub camera: Option<CameraId>,
    /// What it is.
    pub kind: IncidentKind,
    /// Whether it begins, ends, or was over at once.
    pub state: IncidentState,
    /// One sentence for people, with the numbers.
    pub text: String,
}
