//! Events as a person reads them.

use super::picture_text::side_by_side;
use super::summary::Summary;
use super::{Opening, Report};
use crate::failure::Failure;
use crate::unwatched;
use arbiter::event::{Alert, AlertState, Event, Turn, TurnId};
use board::{Color, Decision, IncidentState, Placement, Stamp};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::Write;

/// Writes a line a turn and a line an alert, and the boards at the end.
#[derive(Debug)]
pub struct Text<W: Write> {
    out: W,
    /// Shares the terminal with the lines: it steps aside while one is written.
    bar: ProgressBar,
    two_boards: bool,
    /// Turns as they were told, for amendments.
    told: BTreeMap<TurnId, Turn>,
    summary: Summary,
}

impl<W: Write> Text<W> {
    /// Writes to `out`, while `bar` may be shown on standard error.
    pub fn new(out: W, bar: ProgressBar) -> Text<W> {
        Text { out, bar, two_boards: false, told: BTreeMap::new(), summary: Summary::default() }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let Text { out, bar, .. } = self;
        Ok(bar.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))?)
    }

    /// The time, the board where there are two, the move's number and the move.
    fn turn(&self, turn: &Turn) -> String {
        let number = turn.ply.div_ceil(2);
        let dots = if turn.seat.color == Color::White { "." } else { "..." };
        let board = if self.two_boards { format!("{}  ", turn.board) } else { String::new() };
        format!("{}  {board}{:>7} {}", clock_time(turn.at), format!("{number}{dots}"), turn.san)
    }

    fn alert(&self, alert: &Alert) -> String {
        let articles = match alert.articles.as_slice() {
            [] => String::new(),
            articles => format!(" (article {})", articles.join(", ")),
        };
        let state = match alert.state {
            AlertState::Opened => "",
            AlertState::Updated => " (changed)",
            AlertState::Closed => " (no longer holds)",
        };
        format!("{}  ! {}{articles}{state}", clock_time(alert.at), alert.text)
    }

    /// The alert, and when it is opened where its pictures are.
    fn alert_with(&self, alert: &Alert, pictures: &[String]) -> String {
        let line = self.alert(alert);
        match alert.state {
            AlertState::Opened if !pictures.is_empty() => format!("{line}\n            {}", pictures.join("  ")),
            _ => line,
        }
    }

    fn end(&mut self, placements: &[(board::BoardId, Placement)]) -> Result<(), Failure> {
        let mut boards = Vec::new();
        for (board, placement) in placements {
            let turns = self.told.values().filter(|turn| turn.board == *board).count();
            boards.push((format!("Board {board}, {turns} turns"), *placement));
        }
        let turns: Vec<(board::BoardId, usize)> = placements
            .iter()
            .map(|(board, _)| (*board, self.told.values().filter(|turn| turn.board == *board).count()))
            .collect();
        let drawn = side_by_side(&boards);
        self.say(&format!("\n{}", drawn.trim_end()))?;
        for (board, placement) in placements {
            self.say(&format!("{board} {placement}"))?;
        }
        let summary = self.summary.text(&turns);
        self.say(&format!("\n{summary}"))
    }
}

impl<W: Write> Report for Text<W> {
    fn open(&mut self, opening: &Opening) -> Result<(), Failure> {
        // another match of the same run begins anew
        (self.told, self.summary) = (BTreeMap::new(), Summary::default());
        self.two_boards = opening.boards.len() > 1;
        let sources = opening.sources.join(" and ");
        self.say(&format!("{sources}, profile {}", opening.profile))?;
        unwatched::line(&opening.unwatched).map_or(Ok(()), |line| self.say(&line))
    }

    fn event(&mut self, event: &Event, pictures: &[String]) -> Result<(), Failure> {
        self.summary.take(event);
        match event {
            Event::Started { board, placement, at } => {
                let how = if *placement == Placement::start() {
                    "begins from the start position".to_owned()
                } else {
                    format!("begins from {placement}")
                };
                self.say(&format!("{}  board {board} {how}", clock_time(*at)))
            }
            Event::Turn(turn) => {
                self.told.insert(turn.id, turn.clone());
                self.say(&self.turn(turn))
            }
            Event::TurnAmended { of, turn } => {
                let was = self.told.remove(of);
                self.told.insert(turn.id, turn.clone());
                match was {
                    // surer, or better timed: nothing a reader would look up for
                    Some(was) if (&was.uci, was.ply, was.legal) == (&turn.uci, turn.ply, turn.legal) => Ok(()),
                    Some(was) => self.say(&format!("{}  (was {})", self.turn(turn), was.san)),
                    None => self.say(&self.turn(turn)),
                }
            }
            Event::TurnWithdrawn { of, .. } => match self.told.remove(of) {
                Some(turn) => self.say(&format!("{}  (withdrawn)", self.turn(&turn))),
                None => Ok(()),
            },
            // under a silent arbiter findings are kept until somebody claims
            Event::Alert(alert) if !alert.shown => Ok(()),
            Event::Alert(alert) => self.say(&self.alert_with(alert, pictures)),
            Event::Result { text, reported, .. } if text.is_empty() => {
                self.say(&format!("{}  no result: the game goes on", clock_time(*reported)))
            }
            Event::Result { result, text, reported, .. } => {
                self.say(&format!("{}  {result}  {text}", clock_time(*reported)))
            }
            Event::Ruled { by, what, at, accepted, text, .. } => {
                let refused = if *accepted { "" } else { "  (refused)" };
                let text = if text.is_empty() { String::new() } else { format!("  {text}") };
                self.say(&format!("{}  {by}: {}{refused}{text}", clock_time(*at), decision(what)))
            }
            Event::Incident(incident) => {
                let sign = if incident.state == IncidentState::Ended { "-" } else { "*" };
                self.say(&format!("{}  {sign} {}", clock_time(incident.at), incident.text))
            }
            Event::End { placements, .. } => self.end(placements),
        }
    }
}

/// What was entered, in words.
pub fn decision(what: &Decision) -> String {
    match what {
        Decision::Uphold { alert } => format!("alert {alert} is right"),
        Decision::Dismiss { alert } => format!("alert {alert} is wrong"),
        Decision::Turn { turn, uci: Some(uci) } => format!("turn {turn} was {uci}"),
        Decision::Turn { turn, uci: None } => format!("turn {turn} was not played"),
        Decision::Position { board, placement, to_move } => {
            format!("board {board} stands {placement}, {} to move", to_move.name())
        }
        Decision::Reserve { seat, held } if held.is_empty() => format!("{seat} holds nothing"),
        Decision::Reserve { seat, held } => format!("{seat} holds {held}"),
        Decision::Penalty { seat, penalty, seconds: 0 } => format!("{seat}: {}", word(penalty)),
        Decision::Penalty { seat, penalty, seconds } => format!("{seat}: {} {seconds} s", word(penalty)),
        Decision::Clocks { board, run } => {
            format!("the clock of board {board} {}", if *run { "runs" } else { "stands" })
        }
        Decision::Claim { seat, claim } => format!("{seat} claims: {}", word(claim)),
        Decision::Result { board, result } => format!("board {board} ends {}", word(result)),
        Decision::Note { text } => text.clone(),
    }
}

/// The word by which something is written in JSON.
fn word(of: &impl serde::Serialize) -> String {
    serde_json::to_value(of).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// `m:ss.t`, minutes without limit.
pub fn clock_time(at: Stamp) -> String {
    let tenths = at.millis().max(0) / 100;
    format!("{:>3}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::alert;
    use crate::unwatched::Unwatched;
    use arbiter::event::AlertKind;
    use board::{BoardId, Seat};

    fn turn(id: u32, ply: u32, san: &str, color: Color) -> Turn {
        Turn {
            id: TurnId(id),
            board: BoardId::A,
            seat: Seat::new(BoardId::A, color),
            ply,
            uci: san.to_owned(),
            san: san.to_owned(),
            at: Stamp::from_millis(61_240),
            pressed: None,
            reported: Stamp::ZERO,
            legal: true,
            violations: Vec::new(),
            certainty: 1000,
        }
    }

    #[test]
    fn moves_are_numbered_and_amendments_say_what_was() {
        let mut text = Text::new(Vec::new(), ProgressBar::hidden());
        for event in [
            Event::Turn(turn(1, 1, "e4", Color::White)),
            Event::Turn(turn(2, 2, "e5", Color::Black)),
            Event::TurnAmended { of: TurnId(2), turn: turn(2, 2, "e6", Color::Black) },
            Event::TurnWithdrawn { of: TurnId(2), reported: Stamp::ZERO },
            Event::End { at: Stamp::ZERO, placements: vec![(BoardId::A, Placement::start())] },
        ] {
            text.event(&event, &[]).unwrap();
        }
        let said = String::from_utf8(text.out).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "  1:01.2       1. e4");
        assert_eq!(lines[1], "  1:01.2     1... e5");
        assert_eq!(lines[2], "  1:01.2     1... e6  (was e5)");
        assert_eq!(lines[3], "  1:01.2     1... e6  (withdrawn)");
        assert_eq!(lines[5], "Board A, 1 turns");
        assert!(lines[lines.len() - 5].starts_with("A rnbqkbnr/"), "{said}");
        assert_eq!(lines[lines.len() - 3..], ["turns   A 1", "alerts  none", "result  none"]);
    }

    #[test]
    fn what_is_not_watched_is_said_first_and_pictures_with_their_alert() {
        let mut text = Text::new(Vec::new(), ProgressBar::hidden());
        let opening = Opening {
            program: "0.1.0".to_owned(),
            boards: vec![BoardId::A],
            profile: "gr".to_owned(),
            sources: vec!["game.mp4".to_owned()],
            unwatched: vec![Unwatched::Reserves],
        };
        text.open(&opening).unwrap();
        let mut about = alert(12, AlertKind::IllegalMove, AlertState::Opened, "Ab played Bf5.");
        let pictures = ["p/alert-12-before.jpg".to_owned(), "p/alert-12-after.jpg".to_owned()];
        text.event(&Event::Alert(about.clone()), &pictures).unwrap();
        about.state = AlertState::Closed;
        text.event(&Event::Alert(about), &pictures).unwrap();
        let said = String::from_utf8(text.out).unwrap();
        let lines: Vec<&str> = said.lines().map(str::trim).collect();
        assert_eq!(lines[..2], ["game.mp4, profile gr", "not watched: reserves (not read)"]);
        assert_eq!(lines[3], pictures.join("  "));
        assert_eq!(lines.len(), 5, "{said}");
    }
}
