use std::path::Path;

/// Why a source or a frame could not be read. One line, naming the file, the thing and the way out.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{source_name}: {reason}")]
pub struct CaptureError {
    /// The file, folder or address concerned.
    pub source_name: String,
    /// What is wrong, and what to do about it.
    pub reason: String,
}

impl CaptureError {
    /// An error about the source `name`.
    pub(crate) fn new(name: impl Into<String>, reason: impl Into<String>) -> CaptureError {
        CaptureError { source_name: name.into(), reason: reason.into() }
    }

    /// An error about the file or folder at `path`.
    pub(crate) fn at(path: &Path, reason: impl Into<String>) -> CaptureError {
        CaptureError::new(path.display().to_string(), reason)
    }

    /// What the operating system said about `path`, with the way out where the kind of error tells one.
    pub(crate) fn io(path: &Path, error: &std::io::Error) -> CaptureError {
        use std::io::ErrorKind;
        let reason = match error.kind() {
            ErrorKind::NotFound => "there is no such file or folder; check the path".to_owned(),
            ErrorKind::PermissionDenied => "may not be read; check its permissions".to_owned(),
            _ => format!("cannot be read: {error}"),
        };
        CaptureError::at(path, reason)
    }
}
