//! A DGT 3000 behind the open BLE gateway: the JSON that the gateway notifies, a line each, becomes readings of the clock.
//!
//! The form is that of the gateway's public description (*DGT3000 BLE Gateway Protocol Documentation*, sections 5 and 7: `timeUpdate`,
//! `buttonEvent`, `connectionStatus`, `error`, `command_response`). No clock and no gateway were at hand: it is tested against dialogues made
//! up from that description, and has not been tried with a device.
//!
//! Who pressed is not told by the lever's side, of which the description does not say which player's press moves it where, but by whose time
//! was running before.

use board::{BoardId, ClockReading, Color, Stamp};
use serde::Deserialize;

/// A notification of the gateway; what is not of interest here is passed over.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum Notified {
    #[serde(rename = "timeUpdate")]
    Time { data: Times },
    #[serde(rename = "buttonEvent")]
    Button { data: Button },
    #[serde(rename = "connectionStatus")]
    Connection { data: Connection },
    #[serde(rename = "error")]
    Error { data: Wrong },
    #[serde(rename = "command_response")]
    Response {},
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
struct Times {
    left_hours: u8,
    left_minutes: u8,
    left_seconds: u8,
    right_hours: u8,
    right_minutes: u8,
    right_seconds: u8,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Button {
    button: String,
    #[serde(default)]
    is_repeat: bool,
}

#[derive(Deserialize)]
struct Connection {
    connected: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wrong {
    error_code: u32,
    error_message: String,
}

impl Times {
    /// Left and right, in seconds.
    fn seconds(self) -> [i64; 2] {
        let seconds = |hours: u8, minutes: u8, seconds: u8| {
            3600 * i64::from(hours) + 60 * i64::from(minutes) + i64::from(seconds)
        };
        [
            seconds(self.left_hours, self.left_minutes, self.left_seconds),
            seconds(self.right_hours, self.right_minutes, self.right_seconds),
        ]
    }
}

/// One clock and what is known of it.
#[derive(Debug)]
pub struct Dgt3000 {
    board: BoardId,
    /// Who sits at the clock's left and at its right, seen from its display.
    sides: [Color; 2],
    shown: Option<[i64; 2]>,
    /// Whose time runs: the index of a side.
    running: Option<usize>,
    connected: bool,
}

impl Dgt3000 {
    /// The clock of `board`, at whose left `left` sits.
    pub fn new(board: BoardId, left: Color) -> Dgt3000 {
        Dgt3000 { board, sides: [left, !left], shown: None, running: None, connected: true }
    }

    /// What a line says, as of `at`; `None` where it says nothing about the time or a press.
    ///
    /// # Errors
    /// When the line is no notification of the gateway, or says that something is wrong.
    pub fn line(&mut self, line: &str, at: Stamp) -> Result<Option<ClockReading>, String> {
        let notified: Notified = serde_json::from_str(line)
            .map_err(|error| format!("is no notification of the DGT 3000's gateway ({error})"))?;
        match notified {
            Notified::Time { data } => {
                let seconds = data.seconds();
                if let Some(shown) = self.shown {
                    let ran: Vec<usize> = (0..2).filter(|side| seconds[*side] < shown[*side]).collect();
                    if let [side] = ran[..] {
                        self.running = Some(side);
                    }
                }
                let is_new = self.shown != Some(seconds);
                self.shown = Some(seconds);
                Ok(is_new.then(|| self.reading(at, None)))
            }
            Notified::Button { data } if data.button.starts_with("lever_") && !data.is_repeat => {
                // before the first time has run nobody is known to have pressed
                let pressed = self.running.map(|side| self.sides[side]);
                self.running = self.running.map(|side| 1 - side);
                Ok(pressed.map(|color| self.reading(at, Some(color))))
            }
            Notified::Connection { data } => {
                let was = std::mem::replace(&mut self.connected, data.connected);
                if was && !data.connected {
                    // what it showed may have changed when it is back
                    (self.shown, self.running) = (None, None);
                    return Err("the gateway has lost the DGT 3000; see to the cable".to_owned());
                }
                Ok(None)
            }
            Notified::Error { data } => Err(format!("error {} ({})", data.error_code, data.error_message)),
            Notified::Button { .. } | Notified::Response {} => Ok(None),
        }
    }

    fn reading(&self, at: Stamp, pressed: Option<Color>) -> ClockReading {
        let of = |color: Color| {
            let side = self.sides.iter().position(|sits| *sits == color)?;
            Some(1000 * self.shown?[side])
        };
        ClockReading { at, board: self.board, pressed, white_ms: of(Color::White), black_ms: of(Color::Black) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(left: i64, right: i64) -> String {
        format!(
            r#"{{"type":"timeUpdate","timestamp":1,"data":{{"leftHours":{},"leftMinutes":{},"leftSeconds":{},"rightHours":{},"rightMinutes":{},"rightSeconds":{}}}}}"#,
            left / 3600,
            left / 60 % 60,
            left % 60,
            right / 3600,
            right / 60 % 60,
            right % 60
        )
    }

    fn lever(side: &str) -> String {
        format!(
            r#"{{"type":"buttonEvent","timestamp":2,"data":{{"button":"lever_{side}","buttonCode":64,"isRepeat":false,"repeatCount":0}}}}"#
        )
    }

    fn readings(lines: &[String]) -> Vec<(Option<Color>, Option<i64>, Option<i64>)> {
        let mut clock = Dgt3000::new(BoardId::B, Color::Black);
        let read = |line: &String| clock.line(line, Stamp::from_millis(7)).unwrap();
        let readings = lines.iter().filter_map(read);
        readings.map(|reading| (reading.pressed, reading.white_ms, reading.black_ms)).collect()
    }

    #[test]
    fn a_dialogue_made_up_from_the_description_is_followed() {
        use Color::{Black, White};
        let lines = [
            r#"{"type":"connectionStatus","timestamp":1,"data":{"connected":true,"configured":true}}"#.to_owned(),
            r#"{"type":"command_response","id":"1","status":"success","result":{"status":"Time set successfully"}}"#
                .to_owned(),
            time(300, 300),
            // Black, at the left, starts White's time: nobody's was running
            lever("right"),
            time(300, 299),
            time(300, 299),
            r#"{"type":"buttonEvent","timestamp":3,"data":{"button":"plus","buttonCode":8,"isRepeat":false}}"#
                .to_owned(),
            lever("left"),
            time(299, 299),
            lever("right"),
            // quicker than the display changes
            lever("left"),
            time(298, 299),
            time(3661, 299),
        ];
        assert_eq!(
            readings(&lines),
            [
                (None, Some(300_000), Some(300_000)),
                (None, Some(299_000), Some(300_000)),
                (Some(White), Some(299_000), Some(300_000)),
                (None, Some(299_000), Some(299_000)),
                (Some(Black), Some(299_000), Some(299_000)),
                (Some(White), Some(299_000), Some(299_000)),
                (None, Some(299_000), Some(298_000)),
                (None, Some(299_000), Some(3_661_000)),
            ]
        );
    }

    #[test]
    fn a_repeated_lever_is_one_press_and_what_is_wrong_is_said() {
        let mut clock = Dgt3000::new(BoardId::A, Color::White);
        let mut read = |line: &str| clock.line(line, Stamp::ZERO);
        for line in [time(10, 10), time(9, 10)] {
            assert!(read(&line).unwrap().is_some());
        }
        let repeated = r#"{"type":"buttonEvent","timestamp":2,"data":{"button":"lever_left","buttonCode":64,"isRepeat":true,"repeatCount":3}}"#;
        assert_eq!(read(repeated), Ok(None));
        assert_eq!(read(&lever("left")).unwrap().unwrap().pressed, Some(Color::White));
        let error = r#"{"type":"error","timestamp":2,"data":{"errorCode":101,"errorMessage":"I2C CRC Error"}}"#;
        assert!(read(error).unwrap_err().contains("I2C CRC Error"));
        let lost = r#"{"type":"connectionStatus","timestamp":1,"data":{"connected":false,"configured":false}}"#;
        assert!(read(lost).unwrap_err().contains("cable"));
        assert_eq!(read(&lever("right")), Ok(None), "whose time runs is not known any more");
        assert!(read("{}").is_err() && read("nonsense").is_err());
    }
}
