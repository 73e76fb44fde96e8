//! Events as JSON, one object a line. The one place where the public form is made; each field is documented in
//! `docs/ref/json.md`. Fields may be added; a field that changes or goes raises [`SCHEMA`].

use super::{Opening, Report};
use crate::failure::{Failure, Kind};
use arbiter::event::{Alert, AlertId, AlertKind, AlertState, Event, Remedy, Turn, TurnId};
use arbiter::rules::Irregularity;
use board::{BoardId, CameraId, Decision, IncidentKind, IncidentState, Placement, Seat, Speaker, Square, Stamp};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io::Write;

/// The version of the public form, in the first line.
pub const SCHEMA: u32 = 1;

/// Writes JSON lines.
#[derive(Debug)]
pub struct JsonLines<W: Write> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> JsonLines<W> {
        JsonLines { out }
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        // whoever reads a pipe should not wait for the next event
        Ok(self.out.flush()?)
    }
}

impl<W: Write> Report for JsonLines<W> {
    fn open(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.line(&opening_text(opening)?)
    }

    fn event(&mut self, event: &Event, pictures: &[String]) -> Result<(), Failure> {
        self.line(&text(event, pictures)?)
    }
}

/// The text of the first line.
///
/// # Errors
/// Never in practice; `serde_json` leaves it open.
pub fn opening_text(opening: &Opening) -> Result<String, Failure> {
    text_of(&Line::Session { schema: SCHEMA, opening })
}

/// The text of an event's line; `pictures` are what stands in an alert for its pictures.
///
/// # Errors
/// Never in practice; `serde_json` leaves it open.
pub fn text(event: &Event, pictures: &[String]) -> Result<String, Failure> {
    let mut line = public(event);
    if let Line::Alert(fields) = &mut line {
        fields.pictures = pictures;
    }
    text_of(&line)
}

fn text_of(line: &Line<'_>) -> Result<String, Failure> {
    serde_json::to_string(line).map_err(|error| Failure::new(Kind::Internal, error))
}

/// The word in a line's field `event`, which is its first.
pub fn name(line: &str) -> &str {
    line.strip_prefix("{\"event\":\"").and_then(|rest| rest.split('"').next()).unwrap_or_default()
}

/// A line of the public form; the order of the fields is the order in which they are written.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "docs/ref/json.md has them, field by field")]
pub enum Line<'a> {
    Session {
        schema: u32,
        #[serde(flatten)]
        opening: &'a Opening,
    },
    Started {
        board: BoardId,
        placement: Placement,
        at_ms: i64,
    },
    Turn(TurnFields<'a>),
    TurnAmended {
        of: TurnId,
        #[serde(flatten)]
        turn: TurnFields<'a>,
    },
    TurnWithdrawn {
        of: TurnId,
        reported_ms: i64,
    },
    Alert(AlertFields<'a>),
    Result {
        result: &'a str,
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        article: Option<&'a str>,
        articles: &'a [String],
        reported_ms: i64,
    },
    Ruled {
        by: Speaker,
        #[serde(flatten)]
        what: &'a Decision,
        accepted: bool,
        #[serde(rename = "answer")]
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        article: Option<&'a str>,
        articles: &'a [String],
        at_ms: i64,
    },
    Incident {
        kind: IncidentKind,
        state: IncidentState,
        #[serde(skip_serializing_if = "Option::is_none")]
        camera: Option<CameraId>,
        text: &'a str,
        at_ms: i64,
    },
    End {
        at_ms: i64,
        placement: BTreeMap<BoardId, Placement>,
    },
}

/// A turn's public fields.
#[derive(Serialize, Debug)]
#[allow(missing_docs, reason = "docs/ref/json.md has them, field by field")]
pub struct TurnFields<'a> {
    pub id: TurnId,
    pub board: BoardId,
    pub seat: Seat,
    pub ply: u32,
    pub uci: &'a str,
    pub san: &'a str,
    pub at_ms: i64,
    pub pressed_ms: Option<i64>,
    pub reported_ms: i64,
    pub legal: bool,
    pub violations: &'a [Irregularity],
    pub certainty: f64,
}

/// An alert's public fields.
#[derive(Serialize, Debug)]
#[allow(missing_docs, reason = "docs/ref/json.md has them, field by field")]
pub struct AlertFields<'a> {
    pub id: AlertId,
    pub state: AlertState,
    pub kind: AlertKind,
    pub board: BoardId,
    pub seat: Option<Seat>,
    pub turn: Option<TurnId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uci: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<&'a str>,
    pub squares: &'a [Square],
    pub articles: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    pub text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<&'a Remedy>,
    pub at_ms: i64,
    pub reported_ms: i64,
    pub certainty: f64,
    pub shown: bool,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub pictures: &'a [String],
}

/// The public form of an event.
pub fn public(event: &Event) -> Line<'_> {
    match event {
        Event::Started { board, placement, at } => {
            Line::Started { board: *board, placement: *placement, at_ms: at.millis() }
        }
        Event::Turn(turn) => Line::Turn(turn_fields(turn)),
        Event::TurnAmended { of, turn } => Line::TurnAmended { of: *of, turn: turn_fields(turn) },
        Event::TurnWithdrawn { of, reported } => Line::TurnWithdrawn { of: *of, reported_ms: reported.millis() },
        Event::Alert(alert) => Line::Alert(alert_fields(alert)),
        Event::Result { result, text, articles, reported } => Line::Result {
            result,
            text,
            article: articles.first().map(String::as_str),
            articles,
            reported_ms: reported.millis(),
        },
        Event::Ruled { by, what, at, accepted, text, articles } => Line::Ruled {
            by: *by,
            what,
            accepted: *accepted,
            text,
            article: articles.first().map(String::as_str),
            articles,
            at_ms: at.millis(),
        },
        Event::Incident(incident) => Line::Incident {
            kind: incident.kind,
            state: incident.state,
            camera: incident.camera,
            text: &incident.text,
            at_ms: incident.at.millis(),
        },
        Event::End { at, placements } => {
            Line::End { at_ms: at.millis(), placement: placements.iter().copied().collect() }
        }
    }
}

fn turn_fields(turn: &Turn) -> TurnFields<'_> {
    TurnFields {
        id: turn.id,
        board: turn.board,
        seat: turn.seat,
        ply: turn.ply,
        uci: &turn.uci,
        san: &turn.san,
        at_ms: turn.at.millis(),
        pressed_ms: turn.pressed.map(Stamp::millis),
        reported_ms: turn.reported.millis(),
        legal: turn.legal,
        violations: &turn.violations,
        certainty: thousandths(turn.certainty),
    }
}

fn alert_fields(alert: &Alert) -> AlertFields<'_> {
    AlertFields {
        id: alert.id,
        state: alert.state,
        kind: alert.kind,
        board: alert.board,
        seat: alert.seat,
        turn: alert.turn,
        piece: alert.piece,
        uci: alert.uci.as_deref(),
        article: alert.articles.first().map(String::as_str),
        squares: &alert.squares,
        articles: &alert.articles,
        placement: alert.placement,
        text: &alert.text,
        remedy: alert.remedy.as_ref(),
        at_ms: alert.at.millis(),
        reported_ms: alert.reported.millis(),
        certainty: thousandths(alert.certainty),
        shown: alert.shown,
        pictures: &[],
    }
}

/// A share from 0 to 1 with three decimals.
fn thousandths(value: u16) -> f64 {
    f64::from(value) / 1000.0
}

/// The public form of what `tandem read` found.
#[derive(Serialize, Debug)]
pub struct BoardLine {
    /// Always `board`.
    pub event: &'static str,
    /// [`SCHEMA`].
    pub schema: u32,
    /// The picture as it was named.
    pub image: String,
    /// Its width and height in pixels.
    pub size: [usize; 2],
    /// FEN's placement field.
    pub placement: Placement,
    /// The outer corners of a8, h8, h1 and a1 in pixels.
    pub corners: Map<String, Value>,
    /// The standard error of the worst corner in squares, where the board was looked for.
    pub corner_error_squares: Option<f64>,
    /// How White's side was found.
    pub white_found_by: calibration::WhiteFoundBy,
    /// The mean probability of the contents read.
    pub confidence: f64,
    /// The squares, a1 first.
    pub squares: Map<String, Value>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unwatched::Unwatched;
    use serde_json::json;

    fn value(event: &Event) -> Value {
        serde_json::to_value(public(event)).unwrap()
    }

    fn turn() -> Turn {
        Turn {
            id: TurnId(17),
            board: BoardId::A,
            seat: Seat::ALL[0],
            ply: 1,
            uci: "e2e4".to_owned(),
            san: "e4".to_owned(),
            at: Stamp::from_millis(2_900),
            pressed: None,
            reported: Stamp::from_millis(3_100),
            legal: true,
            violations: Vec::new(),
            certainty: 998,
        }
    }

    fn lines(events: &[Event]) -> Vec<String> {
        let mut report = JsonLines::new(Vec::new());
        events.iter().for_each(|event| report.event(event, &[]).unwrap());
        String::from_utf8(report.out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_turn_has_the_documented_form() {
        assert_eq!(
            lines(&[Event::Turn(turn())]),
            [concat!(
                r#"{"event":"turn","id":17,"board":"A","seat":"Aw","ply":1,"uci":"e2e4","san":"e4","at_ms":2900,"#,
                r#""pressed_ms":null,"reported_ms":3100,"legal":true,"violations":[],"certainty":0.998}"#
            )]
        );
    }

    #[test]
    fn an_amendment_carries_the_whole_turn() {
        let amended = Turn { uci: "d2d4".to_owned(), ..turn() };
        let value = value(&Event::TurnAmended { of: TurnId(17), turn: amended });
        assert_eq!(value["event"], "turn_amended");
        assert_eq!(value["of"], 17);
        assert_eq!(value["uci"], "d2d4");
        assert_eq!(
            value.as_object().unwrap().len(),
            super::tests::value(&Event::Turn(turn())).as_object().unwrap().len() + 1
        );
    }

    #[test]
    fn the_name_of_an_event_is_found_in_its_line() {
        assert_eq!(name(&text(&Event::Turn(turn()), &[]).unwrap()), "turn");
        assert_eq!(name(&text(&Event::Alert(an_alert()), &[]).unwrap()), "alert");
        assert_eq!(name("[1]"), "");
    }

    #[test]
    fn the_last_line_has_the_boards() {
        let placements = vec![(BoardId::A, Placement::start()), (BoardId::B, Placement::EMPTY)];
        assert_eq!(
            lines(&[Event::End { at: Stamp::from_millis(40), placements }]),
            [
                r#"{"event":"end","at_ms":40,"placement":{"A":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","B":"8/8/8/8/8/8/8/8"}}"#
            ]
        );
    }

    #[test]
    fn an_alert_names_its_turn_and_squares() {
        let alert = an_alert();
        let value = value(&Event::Alert(alert.clone()));
        assert_eq!((&value["kind"], &value["shown"]), (&json!("illegal_move"), &json!(true)));
        assert_eq!(value["state"], "opened");
        assert_eq!(value["squares"], json!(["e7", "f5"]));
        assert!(value.get("pictures").is_none());
        let mut report = JsonLines::new(Vec::new());
        report.event(&Event::Alert(alert), &["out/alert-1-before.jpg".to_owned()]).unwrap();
        let line: Value = serde_json::from_slice(&report.out).unwrap();
        assert_eq!(line["pictures"], json!(["out/alert-1-before.jpg"]));
    }

    fn an_alert() -> Alert {
        Alert {
            id: AlertId(1),
            state: AlertState::Opened,
            kind: AlertKind::IllegalMove,
            board: BoardId::A,
            seat: Some(Seat::ALL[0]),
            turn: Some(TurnId(17)),
            piece: Some('N'),
            uci: None,
            squares: vec!["e7".parse().unwrap(), "f5".parse().unwrap()],
            articles: vec!["3.2".to_owned()],
            placement: None,
            text: "Aw played Bf5.".to_owned(),
            remedy: None,
            at: Stamp::ZERO,
            reported: Stamp::ZERO,
            certainty: 1000,
            shown: true,
        }
    }

    #[test]
    fn the_first_line_has_the_schema() {
        let mut report = JsonLines::new(Vec::new());
        let opening = Opening {
            program: "0.1.0".to_owned(),
            boards: vec![BoardId::A],
            profile: "ch".to_owned(),
            sources: vec!["game.mp4".to_owned()],
            unwatched: vec![Unwatched::Presses, Unwatched::Flags],
        };
        report.open(&opening).unwrap();
        let line: Value = serde_json::from_slice(&report.out).unwrap();
        assert_eq!(
            line,
            json!({"event": "session", "schema": 1, "program": "0.1.0", "boards": ["A"], "profile": "ch",
                   "sources": ["game.mp4"], "unwatched": ["presses", "flags"]})
        );
    }
}
