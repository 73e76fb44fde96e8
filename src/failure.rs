//! Why a command did not do what it was asked, and the exit code that says so.

use std::fmt;

/// What kind of failure: each has an exit code of its own, listed in `docs/ref/exit-codes.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What was asked makes no sense.
    Usage,
    /// An input is missing, damaged, of another kind, or breaks off.
    Input,
    /// The board was not found, or which side of it is White's.
    Board,
    /// Something of Tandem itself is missing: ONNX Runtime, the network.
    Installation,
    /// A result cannot be written.
    Output,
    /// Two runs that were to be compared differ.
    Different,
    /// Anything else: a fault of the program.
    Internal,
    /// Ctrl-C: what was told until then is on the disk.
    Interrupted,
}

impl Kind {
    /// The process's exit code.
    pub const fn exit_code(self) -> u8 {
        match self {
            Kind::Internal => 1,
            Kind::Usage => 2,
            Kind::Input => 3,
            Kind::Board => 4,
            Kind::Installation => 5,
            Kind::Output => 6,
            Kind::Different => 7,
            // as shells have it: 128 and the signal's number
            Kind::Interrupted => 130,
        }
    }
}

/// A failure: one line that names the file, says what is wrong and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind.
    pub kind: Kind,
    /// The line. Empty where nothing is to be said: the reader of a pipe has gone away, or standard output has it all.
    pub message: String,
}

impl Failure {
    /// A failure of `kind`.
    pub fn new(kind: Kind, message: impl fmt::Display) -> Failure {
        // whatever a library says, it is one line
        let message = message.to_string();
        let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Failure { kind, message: lines.join("; ") }
    }

    /// An input cannot be used.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::new(Kind::Input, message)
    }

    /// What was asked makes no sense.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure::new(Kind::Usage, message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<capture::CaptureError> for Failure {
    fn from(error: capture::CaptureError) -> Failure {
        Failure::input(error)
    }
}

impl From<calibration::CalibrationError> for Failure {
    fn from(error: calibration::CalibrationError) -> Failure {
        Failure::input(error)
    }
}

impl From<session::SessionError> for Failure {
    fn from(error: session::SessionError) -> Failure {
        Failure::input(error)
    }
}

impl From<models::ModelError> for Failure {
    fn from(error: models::ModelError) -> Failure {
        Failure::new(Kind::Installation, error)
    }
}

impl From<vision::VisionError> for Failure {
    fn from(error: vision::VisionError) -> Failure {
        let kind = match error {
            vision::VisionError::Model(_) => Kind::Installation,
            vision::VisionError::NoBoard(_) => Kind::Board,
            _ => Kind::Internal,
        };
        Failure::new(kind, error)
    }
}

impl From<std::io::Error> for Failure {
    /// A failure to write to standard output; that its reader has gone away is nobody's fault.
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure { kind: Kind::Output, message: String::new() },
            _ => Failure::new(Kind::Output, format!("standard output: cannot be written: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(Failure::input("a.mp4: broken\n  try again\n").message, "a.mp4: broken; try again");
    }

    #[test]
    fn every_kind_has_a_code_of_its_own() {
        let kinds = [
            Kind::Usage,
            Kind::Input,
            Kind::Board,
            Kind::Installation,
            Kind::Output,
            Kind::Different,
            Kind::Internal,
            Kind::Interrupted,
        ];
        let codes: std::collections::BTreeSet<u8> = kinds.into_iter().map(Kind::exit_code).collect();
        assert_eq!(codes.len(), kinds.len());
        assert!(!codes.contains(&0));
    }
}
