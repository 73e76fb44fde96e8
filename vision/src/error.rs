/// Why a picture could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum VisionError {
    /// The board's corners span no area that can be mapped.
    #[error("board {0}: its corners span no board in the picture: calibrate it again, or give them with --corners")]
    NoBoard(board::BoardId),

    /// A board was spoken of that is not being watched.
    #[error("board {0} is not among the boards that are watched")]
    UnknownBoard(board::BoardId),

    /// The network failed.
    #[error(transparent)]
    Model(#[from] models::ModelError),

    /// OpenCV failed.
    #[error("OpenCV failed: {}", .0.message.lines().next().unwrap_or("no reason given"))]
    OpenCv(#[from] opencv::Error),
}
