use crate::{BoardId, Color, Placement, Seat, Stamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who entered something at the console.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Speaker {
    /// The arbiter.
    Arbiter,
    /// A player, or somebody who enters what he says.
    Seat(Seat),
}

impl fmt::Display for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speaker::Arbiter => f.write_str("arbiter"),
            Speaker::Seat(seat) => write!(f, "{seat}"),
        }
    }
}

impl Serialize for Speaker {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Speaker {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Speaker, D::Error> {
        let word = String::deserialize(deserializer)?;
        if word == "arbiter" {
            return Ok(Speaker::Arbiter);
        }
        let seat = word.parse().map_err(|_| {
            serde::de::Error::custom(format!("{word:?} is neither arbiter nor a seat (Aw, Ab, Bw, Bb)"))
        })?;
        Ok(Speaker::Seat(seat))
    }
}

/// A penalty as it is entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyWord {
    /// A warning.
    Warning,
    /// Extra time for the opponent.
    Time,
    /// The player may not move for some seconds.
    Freeze,
    /// The game is lost.
    Loss,
}

/// What a player claims, as it is entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimWord {
    /// The opponent's last complete move was illegal.
    Illegal,
    /// The opponent's flag has fallen.
    Flag,
    /// The position has repeated.
    Repetition,
    /// Fifty moves without capture or pawn move.
    Fifty,
    /// The opponent's reserve cannot be seen.
    Hidden,
    /// The opponent touched another piece first.
    Touch,
    /// The game began from a wrong array.
    Setup,
    /// Another breach by the opponent.
    Breach,
    /// The result is unclear.
    Unclear,
}

/// How a board's game ends, from its White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameWord {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// It goes on: an end entered before is struck.
    #[serde(rename = "*")]
    Open,
}

/// What was decided, claimed or put right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ruling", rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// What an alert says is so.
    Uphold {
        /// The alert's name.
        alert: u32,
    },
    /// What an alert says is not so.
    Dismiss {
        /// The alert's name.
        alert: u32,
    },
    /// A turn was in truth another, or none.
    Turn {
        /// The turn's name.
        turn: u32,
        /// UCI text of what was played; none where nothing was.
        uci: Option<String>,
    },
    /// This stands on a board from here on.
    Position {
        /// Which board.
        board: BoardId,
        /// What stands there.
        placement: Placement,
        /// Whose turn it is.
        to_move: Color,
    },
    /// A reserve holds this from here on.
    Reserve {
        /// Whose.
        seat: Seat,
        /// The letters of what is held, as in `QNPP`; empty for nothing.
        held: String,
    },
    /// A penalty.
    Penalty {
        /// Who is penalised.
        seat: Seat,
        /// How.
        penalty: PenaltyWord,
        /// For penalties of time: how many seconds.
        #[serde(default)]
        seconds: u32,
    },
    /// A board's clock is to run or to stand still.
    Clocks {
        /// Which board's.
        board: BoardId,
        /// Whether it runs.
        run: bool,
    },
    /// A player claims.
    Claim {
        /// Who.
        seat: Seat,
        /// What.
        claim: ClaimWord,
    },
    /// A board's game ends so.
    Result {
        /// Which board's.
        board: BoardId,
        /// How.
        result: GameWord,
    },
    /// Words for the record.
    Note {
        /// The words.
        text: String,
    },
}

/// What a person entered, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// When it was entered.
    pub at: Stamp,
    /// By whom.
    pub by: Speaker,
    /// What.
    pub what: Decision,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_read_as_it_is_written() {
        let written = [
            r#"{"ruling":"uphold","alert":3}"#,
            r#"{"ruling":"turn","turn":12,"uci":"e2e4"}"#,
            r#"{"ruling":"turn","turn":12,"uci":null}"#,
            r#"{"ruling":"position","board":"A","placement":"8/8/8/8/8/8/8/K1k5","to_move":"white"}"#,
            r#"{"ruling":"penalty","seat":"Aw","penalty":"time","seconds":30}"#,
            r#"{"ruling":"clocks","board":"B","run":false}"#,
            r#"{"ruling":"claim","seat":"Bb","claim":"repetition"}"#,
            r#"{"ruling":"result","board":"A","result":"1/2-1/2"}"#,
            r#"{"ruling":"note","text":"both players agreed"}"#,
        ];
        for text in written {
            let decision: Decision = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&decision).unwrap(), text);
        }
        for wrong in
            [r#"{"ruling":"uphold"}"#, r#"{"ruling":"hang","seat":"Aw"}"#, r#"{"ruling":"note","text":"","x":1}"#]
        {
            assert!(serde_json::from_str::<Decision>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_speaker_is_the_arbiter_or_a_seat() {
        for word in ["\"arbiter\"", "\"Ab\""] {
            let speaker: Speaker = serde_json::from_str(word).unwrap();
            assert_eq!(serde_json::to_string(&speaker).unwrap(), word);
        }
        assert!(serde_json::from_str::<Speaker>("\"somebody\"").is_err());
    }
}
