use capture::{CaptureError, Frame, FrameSource, SourceDescription};
use crossbeam_channel::{Receiver, bounded};
use std::collections::VecDeque;
use std::thread;

/// Decoded frames that may wait for their turn. More would only cost memory: the slower side sets the pace.
const FRAMES_WAITING: usize = 4;

/// A folder may have broken pictures; a source that gives nothing but errors is given up.
const ERRORS_IN_A_ROW: usize = 100;

/// A camera's frames, decoded ahead in a thread of their own.
#[derive(Debug)]
pub struct Feed {
    description: SourceDescription,
    decoded: Receiver<Result<Frame, CaptureError>>,
    ahead: VecDeque<Result<Frame, CaptureError>>,
}

impl Feed {
    /// Begins to decode `source`. The thread ends with the source, or once the feed is dropped.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(mut source: Box<dyn FrameSource>) -> std::io::Result<Feed> {
        let description = source.description().clone();
        let (sender, decoded) = bounded(FRAMES_WAITING);
        thread::Builder::new().name(format!("decode {}", description.name)).spawn(move || {
            let mut errors = 0;
            while let Some(frame) = source.next_frame().transpose() {
                errors = if frame.is_err() { errors + 1 } else { 0 };
                if sender.send(frame).is_err() || errors == ERRORS_IN_A_ROW {
                    return;
                }
            }
        })?;
        Ok(Feed { description, decoded, ahead: VecDeque::new() })
    }

    /// A feed that gives nothing: frames of its source are handed on by somebody else.
    pub fn elsewhere(description: SourceDescription) -> Feed {
        Feed { description, decoded: crossbeam_channel::never(), ahead: VecDeque::new() }
    }

    /// What the source is.
    pub fn description(&self) -> &SourceDescription {
        &self.description
    }

    /// The frame that comes after `skip` others from now, without taking it; `None` where the source ends before or the
    /// frame could not be read.
    pub fn look_ahead(&mut self, skip: usize) -> Option<&Frame> {
        while self.ahead.len() <= skip {
            self.ahead.push_back(self.decoded.recv().ok()?);
        }
        self.ahead[skip].as_ref().ok()
    }

    /// Takes the next frame, waiting for it; `None` at the end.
    pub fn take(&mut self) -> Option<Result<Frame, CaptureError>> {
        self.ahead.pop_front().or_else(|| self.decoded.recv().ok())
    }

    /// Why the next frame cannot be read, if it cannot; takes the error.
    pub fn take_error(&mut self) -> Option<CaptureError> {
        if self.look_ahead(0).is_some() {
            return None;
        }
        self.ahead.pop_front().and_then(Result::err)
    }
}
