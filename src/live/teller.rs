//! Tells what is said while it happens: to the terminal or as JSON lines, with the pictures of alerts.

use crate::failure::Failure;
use crate::pipeline::{Album, Listener, Watched};
use crate::report::Report;
use arbiter::event::Event;
use board::Stamp;
use capture::Frame;
use indicatif::ProgressBar;
use std::cell::Cell;
use std::rc::Rc;

/// What a run's listeners have in common.
pub struct LiveTeller {
    report: Box<dyn Report>,
    album: Option<Album>,
    bar: ProgressBar,
    counts: Rc<Counts>,
}

/// What has been told so far.
#[derive(Debug, Default)]
pub struct Counts {
    /// Turns told.
    pub turns: Cell<u64>,
    /// Events told in this run of the program.
    pub events: Cell<u64>,
    /// When something was last decided, by the session's time.
    pub decided: Cell<Option<Stamp>>,
}

impl LiveTeller {
    /// Tells by `report`; pictures of alerts go into `album`.
    pub fn new(report: Box<dyn Report>, album: Option<Album>, bar: ProgressBar) -> LiveTeller {
        LiveTeller { report, album, bar, counts: Rc::default() }
    }

    /// What was told before the program was started again counts.
    pub fn told_before(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.count(event));
        self.counts.events.set(0);
    }

    /// What has been told, to be looked at while this tells.
    pub fn counts(&self) -> Rc<Counts> {
        self.counts.clone()
    }

    fn count(&mut self, event: &Event) {
        self.counts.events.set(self.counts.events.get() + 1);
        let at = match event {
            Event::Turn(turn) => {
                self.counts.turns.set(self.counts.turns.get() + 1);
                turn.reported
            }
            Event::TurnAmended { turn, .. } => turn.reported,
            Event::Alert(alert) => alert.reported,
            Event::Started { at, .. } => *at,
            _ => return,
        };
        self.counts.decided.set(self.counts.decided.get().max(Some(at)));
    }
}

impl Listener for LiveTeller {
    fn looked(&mut self, frame: &Frame, camera: &Watched) {
        if let Some(album) = &mut self.album {
            album.looked(frame, camera);
        }
    }

    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        self.count(event);
        let pictures = match (event, &mut self.album) {
            // a disk that is full does not silence what is told
            (Event::Alert(alert), Some(album)) => album.pictures_of(alert).unwrap_or_default(),
            _ => Vec::new(),
        };
        self.report.event(event, &pictures)
    }

    fn missed(&mut self, failure: Failure) {
        self.bar.suspend(|| eprintln!("tandem: {failure}"));
    }
}
