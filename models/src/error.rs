use std::path::PathBuf;

/// Why a network or the library that runs it cannot be used. Each is one line that says what differs and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// ONNX Runtime's library is in none of the places it is looked for in.
    #[error(
        "ONNX Runtime's library ({file}) was not found in {}: run ./setup, or name the library or its folder in TANDEM_RUNTIME",
        list(.searched)
    )]
    RuntimeMissing {
        /// The library's file name.
        file: &'static str,
        /// The folders it was looked for in.
        searched: Vec<PathBuf>,
    },

    /// A file was found, but it is no ONNX Runtime of a version that can be used.
    #[error("{}: not a usable ONNX Runtime library ({reason}): run ./setup, or correct TANDEM_RUNTIME", .path.display())]
    RuntimeUnusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// A file of the model cannot be read.
    #[error("{file}: cannot be read ({reason}): a model's folder holds board.onnx and its manifest board.json")]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },

    /// The manifest is not one, or asks for something this program does not do.
    #[error("{file}: {reason}: export the model and its manifest together with models/train")]
    Manifest {
        /// The manifest's file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },

    /// The network is not the one the manifest describes, or no network at all.
    #[error("{file}: {reason}: export the model and its manifest together with models/train")]
    Network {
        /// The network's file.
        file: String,
        /// What differs.
        reason: String,
    },

    /// The network failed while it ran.
    #[error("{file}: the network failed: {reason}")]
    Run {
        /// The network's file.
        file: String,
        /// What ONNX Runtime says.
        reason: String,
    },
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The first line of what a library says about a failure: some say whole pages.
pub(crate) fn first_line(error: impl std::fmt::Display) -> String {
    error.to_string().lines().next().unwrap_or("no reason given").trim_end_matches([':', '.']).to_owned()
}
