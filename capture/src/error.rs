/// Why a source or a frame could not be read. One line, naming the file, the thing and the way out.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{source_name}: {reason}")]
pub struct CaptureError {
    /// The file, folder or address concerned.
    pub source_name: String,
    /// What is wrong, and what to do about it.
    pub reason: String,
}
