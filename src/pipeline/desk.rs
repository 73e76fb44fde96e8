use super::Watched;
use crate::failure::{Failure, Kind};
use crate::hub::What;
use arbiter::Arbiter;
use arbiter::event::Event;
use board::{Input, Stamp};
use capture::Frame;
use session::{SessionError, SessionWriter};

/// Hears what an arbiter takes and says, in order.
pub trait Listener {
    /// A frame was looked at; what is said next may follow from it.
    fn looked(&mut self, _frame: &Frame, _camera: &Watched) {}

    /// The arbiter has taken an input; what it said to it follows.
    ///
    /// # Errors
    /// When what was heard cannot be passed on.
    fn taken(&mut self, _input: &Input, _arbiter: &Arbiter) -> Result<(), Failure> {
        Ok(())
    }

    /// The arbiter said something. It is in the session, if one is kept.
    ///
    /// # Errors
    /// When what was heard cannot be passed on.
    fn said(&mut self, event: &Event) -> Result<(), Failure>;

    /// Something could not be read; what was read before and after counts.
    fn missed(&mut self, failure: Failure);

    /// What somebody has entered since it was asked last.
    fn entered(&mut self) -> Vec<What> {
        Vec::new()
    }

    /// The match has ended; the arbiter can still be asked for rulings.
    fn finished(&mut self, _arbiter: Arbiter) {}
}

/// Where all inputs arrive in their order: each is recorded, judged, and what follows is recorded and told.
pub struct Desk<'a> {
    arbiter: Arbiter,
    recorder: Option<SessionWriter>,
    listener: &'a mut dyn Listener,
    latest: Stamp,
}

impl<'a> Desk<'a> {
    /// A desk before the match.
    pub fn new(arbiter: Arbiter, recorder: Option<SessionWriter>, listener: &'a mut dyn Listener) -> Desk<'a> {
        Desk { arbiter, recorder, listener, latest: Stamp::ZERO }
    }

    /// Takes the next input.
    ///
    /// # Errors
    /// When it cannot be recorded, or what follows cannot be told.
    pub fn take(&mut self, input: &Input) -> Result<(), Failure> {
        self.latest = self.latest.max(input.at());
        if let Some(recorder) = &mut self.recorder {
            recorder.record(input).map_err(unwritten)?;
        }
        let events = self.arbiter.step(input);
        if let Some(recorder) = &mut self.recorder {
            recorder.report(&events).map_err(unwritten)?;
        }
        self.listener.taken(input, &self.arbiter)?;
        events.iter().try_for_each(|event| self.listener.said(event))
    }

    /// Takes what somebody has entered, as of the latest moment that was taken or of `at` where that is later.
    ///
    /// # Errors
    /// As [`Desk::take`].
    pub fn take_entered(&mut self, at: Stamp) -> Result<(), Failure> {
        for what in self.listener.entered() {
            self.take(&what.input(self.latest.max(at)))?;
        }
        Ok(())
    }

    /// A frame was looked at.
    pub fn looked(&mut self, frame: &Frame, camera: &Watched) {
        self.listener.looked(frame, camera);
    }

    /// Something could not be read.
    pub fn missed(&mut self, failure: Failure) {
        self.listener.missed(failure);
    }

    /// Nothing follows. The match ends at `at`, or with the latest input where that is not known.
    ///
    /// # Errors
    /// As [`Desk::take`].
    pub fn finish(mut self, at: Option<Stamp>) -> Result<(), Failure> {
        let at = at.unwrap_or(self.latest);
        let events = self.arbiter.finish(at);
        if let Some(recorder) = self.recorder {
            recorder.finish(at, &events).map_err(unwritten)?;
        }
        events.iter().try_for_each(|event| self.listener.said(event))?;
        self.listener.finished(self.arbiter);
        Ok(())
    }
}

fn unwritten(error: SessionError) -> Failure {
    Failure::new(Kind::Output, error)
}
