//! Tells what is said while it happens: to the terminal or as JSON lines, with the pictures of alerts.

use crate::commands::Shown;
use crate::failure::Failure;
use crate::hub::Entered;
use crate::log;
use crate::pictures;
use crate::pipeline::{Album, Listener, Watched};
use crate::report::Report;
use arbiter::Arbiter;
use arbiter::event::{Event, Turn};
use board::{BoardId, Input, Stamp};
use capture::Frame;
use indicatif::ProgressBar;
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

/// What a run's listeners have in common.
pub struct LiveTeller {
    report: Box<dyn Report>,
    album: Option<Album>,
    shown: Option<Shown>,
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
    /// Whether the match has come to a result.
    pub decided_by_rule: Cell<bool>,
    /// For turns told how long after the piece was let go the clock was pressed, since somebody asked.
    presses: RefCell<Vec<(BoardId, i64)>>,
}

impl Counts {
    /// How long after the piece was let go the clock was pressed, in milliseconds, for what was told since this was asked last.
    pub fn presses(&self) -> Vec<(BoardId, i64)> {
        self.presses.take()
    }

    fn pressed(&self, turn: &Turn) {
        if let Some(pressed) = turn.pressed {
            self.presses.borrow_mut().push((turn.board, pressed.millis_since(turn.at)));
        }
    }
}

impl LiveTeller {
    /// Tells by `report` and on the pages that are `shown`; pictures of alerts go into `album`.
    pub fn new(report: Box<dyn Report>, album: Option<Album>, shown: Option<Shown>, bar: ProgressBar) -> LiveTeller {
        LiveTeller { report, album, shown, bar, counts: Rc::default() }
    }

    /// Another match begins: what was counted is forgotten, and pictures of alerts go into `album`.
    pub fn begin_anew(&mut self, album: Album) {
        self.album = Some(album);
        self.counts = Rc::default();
    }

    /// By what it tells, and where it is shown.
    pub fn outlets(&mut self) -> (&mut dyn Report, Option<&Shown>) {
        (self.report.as_mut(), self.shown.as_ref())
    }

    /// What was told before the program was started again counts.
    ///
    /// # Errors
    /// Never in practice; `serde_json` leaves it open.
    pub fn told_before(&mut self, events: &[Event], clock: &[Input], kept: &Path) -> Result<(), Failure> {
        events.iter().for_each(|event| self.count(event));
        if let Some(shown) = &self.shown {
            clock.iter().for_each(|input| shown.hub.taken(input));
            for event in events {
                let paths = match event {
                    Event::Alert(alert) => pictures::found(kept, alert.id),
                    _ => Vec::new(),
                };
                let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                shown.hub.said(event, &paths)?;
            }
        }
        self.counts.events.set(0);
        Ok(())
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
                self.counts.pressed(turn);
                turn.reported
            }
            Event::TurnAmended { turn, .. } => turn.reported,
            Event::Result { result, reported, .. } => {
                self.counts.decided_by_rule.set(result != "*");
                *reported
            }
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
        if let Some(shown) = &self.shown {
            shown.looked(frame, camera);
        }
    }

    fn taken(&mut self, input: &Input, _arbiter: &Arbiter) -> Result<(), Failure> {
        if let Some(shown) = &self.shown {
            shown.hub.taken(input);
        }
        Ok(())
    }

    fn entered(&mut self) -> Vec<Entered> {
        self.shown.as_ref().map_or(Vec::new(), Shown::entered)
    }

    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        self.count(event);
        log::told(event);
        let pictures = match (event, &mut self.album) {
            // a disk that is full does not silence what is told
            (Event::Alert(alert), Some(album)) => album.pictures_of(alert).unwrap_or_default(),
            _ => Vec::new(),
        };
        if let Some(shown) = &self.shown {
            shown.hub.said(event, &pictures)?;
        }
        self.report.event(event, &pictures)
    }

    fn missed(&mut self, failure: Failure) {
        tracing::error!("{failure}");
        self.bar.suspend(|| eprintln!("tandem: {failure}"));
    }
}
