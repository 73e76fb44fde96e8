use super::{Bell, Clock, Driver, DriverDescription, Picture, Taken, pace::Pace};
use crate::{CaptureError, Frame, FrameSource, open};
use board::Stamp;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A recording played at its own pace, as if it happened now: for rehearsals without a camera, and for tests.
pub(super) struct Paced {
    path: PathBuf,
    again: bool,
    source: Box<dyn FrameSource>,
    clock: Arc<dyn Clock>,
    nobody: Bell,
    /// The clock's time at which the recording's zero is.
    zero: Duration,
    last: Stamp,
    pace: Pace,
}

impl Paced {
    pub fn open(path: &Path, again: bool, clock: Arc<dyn Clock>) -> Result<Paced, CaptureError> {
        let source = open(&path.display().to_string())?;
        let zero = clock.now().steady;
        Ok(Paced {
            path: path.to_owned(),
            again,
            source,
            clock,
            nobody: Bell::default(),
            zero,
            last: Stamp::ZERO,
            pace: Pace::default(),
        })
    }

    fn wanted(&mut self) -> Result<Option<Frame>, CaptureError> {
        while let Some(frame) = self.source.next_frame()? {
            if self.pace.wants(frame.at.nanos()) {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }
}

impl Driver for Paced {
    fn describe(&self) -> DriverDescription {
        let description = self.source.description();
        DriverDescription { rate: description.rate, back_end: description.back_end.to_owned(), remarks: Vec::new() }
    }

    fn next(&mut self) -> Result<Option<Picture>, CaptureError> {
        let mut frame = self.wanted()?;
        if frame.is_none() && self.again {
            self.source = open(&self.path.display().to_string())?;
            // the first picture follows the last as if it were the next
            self.zero += Duration::from_nanos(self.last.nanos().max(0) as u64) + Duration::from_millis(40);
            frame = self.wanted()?;
        }
        let Some(frame) = frame else { return Ok(None) };
        self.last = frame.at;
        let due = self.zero + Duration::from_nanos(frame.at.nanos().max(0) as u64);
        let early = due.saturating_sub(self.clock.now().steady);
        if !early.is_zero() {
            self.clock.wait(&self.nobody, early);
        }
        let passed_over = self.pace.passed_over();
        Ok(Some(Picture { image: frame.image, taken: Taken::Arrived, passed_over }))
    }
}
