use super::Watched;
use crate::failure::{Failure, Kind};
use crate::hub::Entered;
use arbiter::Arbiter;
use arbiter::event::Event;
use board::{Input, Stamp};
use capture::Frame;
use session::{SessionError, SessionWriter};
use std::time::{Duration, Instant};

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
    fn entered(&mut self) -> Vec<Entered> {
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
    holds: bool,
    /// What was said and could not be written yet: nobody has been told.
    untold: Vec<Event>,
    unwritten: Option<SessionError>,
    written_in: Duration,
}

impl<'a> Desk<'a> {
    /// A desk before the match.
    pub fn new(arbiter: Arbiter, recorder: Option<SessionWriter>, listener: &'a mut dyn Listener) -> Desk<'a> {
        let (latest, untold, written_in) = (Stamp::ZERO, Vec::new(), Duration::ZERO);
        Desk { arbiter, recorder, listener, latest, holds: false, untold, unwritten: None, written_in }
    }

    /// From now on a session that cannot be written is no failure: what is said is held back until [`Desk::retry`] has written it.
    pub fn hold_what_cannot_be_written(&mut self) {
        self.holds = true;
    }

    /// Why nothing can be written at present, if nothing can.
    pub fn unwritten(&self) -> Option<&SessionError> {
        self.unwritten.as_ref()
    }

    /// Tries again to write what could not be, and tells what was held back.
    ///
    /// # Errors
    /// When what is told cannot be passed on. That it still cannot be written is none: see [`Desk::unwritten`].
    pub fn retry(&mut self) -> Result<(), Failure> {
        let Some(recorder) = &mut self.recorder else { return Ok(()) };
        match recorder.retry() {
            Ok(()) => {
                self.unwritten = None;
                self.tell()
            }
            Err(error) => {
                self.unwritten = Some(error);
                Ok(())
            }
        }
    }

    /// How long it took to write what followed from the last input.
    pub fn written_in(&self) -> Duration {
        self.written_in
    }

    /// The arbiter as it is.
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// Records and tells what the arbiter had said before the session was broken off and nobody had recorded.
    ///
    /// # Errors
    /// As [`Desk::take`].
    pub fn catch_up(&mut self, events: &[Event]) -> Result<(), Failure> {
        let written = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.report(events));
        self.written(written)?;
        self.untold.extend_from_slice(events);
        self.tell()
    }

    fn written(&mut self, result: Result<(), SessionError>) -> Result<(), Failure> {
        match result {
            Ok(()) => Ok(()),
            Err(error) if self.holds => {
                self.unwritten = Some(error);
                Ok(())
            }
            Err(error) => Err(unwritten(error)),
        }
    }

    /// Tells what waits, if all of it is written.
    fn tell(&mut self) -> Result<(), Failure> {
        if self.recorder.as_ref().is_some_and(SessionWriter::is_behind) {
            return Ok(());
        }
        self.untold.drain(..).try_for_each(|event| self.listener.said(&event))
    }

    /// Takes the next input.
    ///
    /// # Errors
    /// When it cannot be recorded, or what follows cannot be told.
    pub fn take(&mut self, input: &Input) -> Result<(), Failure> {
        self.latest = self.latest.max(input.at());
        let recorded = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.record(input));
        self.written(recorded)?;
        let events = self.arbiter.step(input);
        let begun = Instant::now();
        let reported = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.report(&events));
        self.written_in = begun.elapsed();
        self.written(reported)?;
        self.listener.taken(input, &self.arbiter)?;
        self.untold.extend(events);
        self.tell()
    }

    /// What somebody has entered since it was asked last, for whoever merges it with everything else.
    pub fn entered(&mut self) -> Vec<Entered> {
        self.listener.entered()
    }

    /// Takes what somebody has entered, as of when it happened, `at` being now, and no earlier than what was taken last.
    ///
    /// # Errors
    /// As [`Desk::take`].
    pub fn take_entered(&mut self, at: Stamp) -> Result<(), Failure> {
        for entered in self.listener.entered() {
            self.take(&entered.input(at, self.latest))?;
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
