//! The books of a match: what a session comes to after every amendment and withdrawal, as games to play through.
//!
//! A session keeps what was said in the order in which it was said. Here that is put together: the turns that stand, in the order in
//! which they were played, with what stood on both boards before and after each; the alerts in their last state; the result.

mod games;
mod lines;

pub use games::{Entry, Game};

use crate::afterwards;
use crate::failure::Failure;
use crate::readings::Readings;
use crate::report::profile_of;
use crate::unwatched::{Heard, Unwatched};
use arbiter::event::{Alert, AlertId, AlertKind, AlertState, Event};
use arbiter::profile::Profile;
use arbiter::rules::{MoveRules, Table};
use board::{BoardId, ClockReading, Decision, Placement, Seat, Speaker, Stamp};
use lines::Lines;
use session::{Manifest, SessionReader};
use std::collections::BTreeMap;
use std::path::Path;

/// A turn that is less sure than this, in thousandths, is named among what is uncertain.
pub const UNSURE_BELOW: u16 = 900;

/// What a match came to.
#[derive(Clone, Debug)]
pub struct Books {
    /// What the session was made with.
    pub manifest: Manifest,
    /// The rules played by.
    pub profile: Profile,
    /// Its games, in order; a game that goes on from what was seen after a break is one of its own.
    pub games: Vec<Game>,
    /// Every alert in its last state, with the moment at which it was first told, in the order in which they were opened.
    pub alerts: Vec<(Alert, Stamp)>,
    /// What was ruled, claimed and put right, with the answers, in order.
    pub rulings: Vec<Ruled>,
    /// The result told last, unless it was taken back.
    pub result: Option<MatchResult>,
    /// The clocks' readings, in the order of their moments.
    pub clock: Vec<ClockReading>,
    /// What could not be watched.
    pub unwatched: Vec<Unwatched>,
    /// When the recording ended, and what was believed to stand on each board then; `None` where it was broken off.
    pub end: Option<(Stamp, Vec<(BoardId, Placement)>)>,
}

/// Something that was entered, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruled {
    /// Who.
    pub by: Speaker,
    /// What.
    pub what: Decision,
    /// When.
    pub at: Stamp,
    /// Whether it took effect.
    pub accepted: bool,
    /// What followed from it, or why nothing did.
    pub text: String,
    /// The profile's articles.
    pub articles: Vec<String>,
}

/// What the match has come to by the profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// `1-0` for team 1, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How it came about.
    pub text: String,
    /// The profile's articles.
    pub articles: Vec<String>,
    /// When it was told.
    pub reported: Stamp,
}

impl Books {
    /// Reads the books of the session at `path`, with what was ruled after the end and kept beside it.
    ///
    /// # Errors
    /// When it is no session, or damaged, or what was ruled cannot be read.
    pub fn read(path: &Path) -> Result<Books, Failure> {
        let wrong = |what: String| Failure::input(format!("{}: {what}", path.display()));
        if path.is_file() && !session::is_session(path) {
            return Err(wrong("is no session; name a file that `tandem replay --session` wrote".to_owned()));
        }
        let session = SessionReader::open(path)?;
        let profile = profile_of(&session, path)?;
        let mut events: Vec<Event> = session.events()?.into_iter().map(|(_, event)| event).collect();
        events.extend(afterwards::events(&session, path, &profile)?);
        let (mut heard, mut readings, mut clock) = (Heard::default(), Readings::default(), Vec::new());
        for input in session.inputs() {
            let input = input?;
            heard.take(&input);
            clock.extend(readings.take(&input));
        }
        Books::new(session.manifest().clone(), profile, &events, clock, heard).map_err(wrong)
    }

    /// Puts the books together from what was said and heard.
    ///
    /// # Errors
    /// When an event names a move that is none.
    pub fn new(
        manifest: Manifest,
        profile: Profile,
        events: &[Event],
        mut clock: Vec<ClockReading>,
        heard: Heard,
    ) -> Result<Books, String> {
        // a press that is seen is told after it was made
        clock.sort_by_key(|reading| reading.at);
        let mut lines = Lines::default();
        let mut alerts: BTreeMap<AlertId, (Alert, Stamp)> = BTreeMap::new();
        let (mut result, mut end, mut rulings) = (None, None, Vec::new());
        for (number, event) in events.iter().enumerate() {
            lines.take(number, event);
            match event {
                Event::Alert(alert) => {
                    let first = alerts.get(&alert.id).map_or(alert.reported, |(_, first)| *first);
                    alerts.insert(alert.id, (alert.clone(), first));
                }
                Event::Result { result: what, text, articles, reported } => {
                    let told = MatchResult {
                        result: what.clone(),
                        text: text.clone(),
                        articles: articles.clone(),
                        reported: *reported,
                    };
                    result = Some(told).filter(|told| !told.text.is_empty());
                }
                Event::Ruled { by, what, at, accepted, text, articles } => rulings.push(Ruled {
                    by: *by,
                    what: what.clone(),
                    at: *at,
                    accepted: *accepted,
                    text: text.clone(),
                    articles: articles.clone(),
                }),
                Event::End { at, placements } => end = Some((*at, placements.clone())),
                Event::Started { .. }
                | Event::Incident(_)
                | Event::Turn(_)
                | Event::TurnAmended { .. }
                | Event::TurnWithdrawn { .. } => {}
            }
        }
        let noted = manifest.unwatched.as_ref().map(|words| words.iter().filter_map(|w| Unwatched::from_word(w)));
        let unwatched = match noted {
            Some(words) => words.collect(),
            None => Unwatched::of(&profile, &manifest.boards, heard),
        };
        let games = games::games(&lines, &profile.move_rules())?;
        let alerts = alerts.into_values().collect();
        Ok(Books { manifest, profile, games, alerts, rulings, result, clock, unwatched, end })
    }

    /// The rules moves are judged by.
    pub fn rules(&self) -> MoveRules {
        self.profile.move_rules()
    }

    /// Whether the session has two boards.
    pub fn has_two_boards(&self) -> bool {
        self.manifest.boards.len() > 1
    }

    /// Every turn that stands, in the order in which they were played.
    pub fn turns(&self) -> impl Iterator<Item = &Entry> {
        self.games.iter().flat_map(|game| &game.entries)
    }

    /// Alerts that hold and may be told.
    pub fn standing(&self) -> impl Iterator<Item = &(Alert, Stamp)> {
        self.alerts.iter().filter(|(alert, _)| alert.state != AlertState::Closed && alert.shown)
    }

    /// Findings that hold and are kept until somebody claims.
    pub fn kept(&self) -> impl Iterator<Item = &(Alert, Stamp)> {
        self.alerts.iter().filter(|(alert, _)| alert.state != AlertState::Closed && !alert.shown)
    }

    /// Alerts that were told and no longer hold.
    pub fn closed(&self) -> impl Iterator<Item = &(Alert, Stamp)> {
        self.alerts.iter().filter(|(alert, _)| alert.state == AlertState::Closed)
    }

    /// Where it had to be taken as seen what stands on a board, and turns that are unsure.
    pub fn doubts(&self) -> Vec<Doubt<'_>> {
        let unexplained = self.standing().filter(|(alert, _)| alert.kind == AlertKind::Unexplained);
        let unsure = self.turns().filter(|entry| entry.turn.certainty < UNSURE_BELOW);
        let mut doubts: Vec<Doubt<'_>> =
            unexplained.map(|(alert, _)| Doubt::Unexplained(alert)).chain(unsure.map(Doubt::Unsure)).collect();
        doubts.sort_by_key(Doubt::at);
        doubts
    }

    /// What the mover had left after a turn, in milliseconds: as read with his press, or before the next one on his board.
    pub fn remaining_ms(&self, entry: &Entry) -> Option<i64> {
        let turn = &entry.turn;
        let pressed = turn.pressed?;
        let left = |reading: &ClockReading| match turn.seat.color {
            board::Color::White => reading.white_ms,
            board::Color::Black => reading.black_ms,
        };
        let of_board = self.clock.iter().filter(|reading| reading.board == turn.board && reading.at >= pressed);
        let mut own = true;
        of_board
            // the first press is his own; with the next the clock goes over
            .take_while(|reading| reading.pressed.is_none() || std::mem::take(&mut own))
            .find_map(left)
    }

    /// The whole table at a moment: both boards with their reserves by the ledger.
    pub fn table_at(&self, at: Stamp) -> Table {
        let game = self.games.iter().rfind(|game| game.began <= at).or(self.games.first());
        game.map_or_else(Table::default, |game| game.table_at(at, &self.rules()))
    }

    /// The last turn of a board that had been played by a moment.
    pub fn last_turn(&self, board: BoardId, at: Stamp) -> Option<&Entry> {
        self.turns().filter(|entry| entry.turn.board == board && entry.turn.at <= at).last()
    }

    /// A board's clock as it was last read by a moment, White's time and Black's.
    pub fn clock_at(&self, board: BoardId, at: Stamp) -> Option<ClockReading> {
        let read = |reading: &&ClockReading| reading.white_ms.is_some() || reading.black_ms.is_some();
        self.clock.iter().filter(|reading| reading.board == board && reading.at <= at).rfind(read).copied()
    }

    /// The last moment anything is known of.
    pub fn last_moment(&self) -> Stamp {
        let said =
            self.turns().map(|entry| entry.turn.reported).chain(self.alerts.iter().map(|(alert, _)| alert.reported));
        let ruled = self.rulings.iter().map(|ruled| ruled.at);
        self.end.as_ref().map(|(at, _)| *at).into_iter().chain(said).chain(ruled).max().unwrap_or(Stamp::ZERO)
    }

    /// The seats that were watched.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|seat| self.manifest.boards.contains(&seat.board))
    }
}

/// Something of which the program is not sure.
#[derive(Clone, Copy, Debug)]
pub enum Doubt<'a> {
    /// What stands on a board followed from nothing and was taken as seen.
    Unexplained(&'a Alert),
    /// A turn may have been another.
    Unsure(&'a Entry),
}

impl Doubt<'_> {
    /// When.
    pub fn at(&self) -> Stamp {
        match self {
            Doubt::Unexplained(alert) => alert.at,
            Doubt::Unsure(entry) => entry.turn.at,
        }
    }
}

#[cfg(test)]
pub mod tests;
