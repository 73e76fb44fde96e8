//! What cannot be watched with the set-up at hand, so that nobody takes silence for a clean game.

use arbiter::profile::Profile;
use arbiter::rules::PromotionStyle;
use board::{BoardId, Input, Sighting};

/// Something that the rules speak of and the set-up does not show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unwatched {
    /// The profile is for two boards and one is in the picture.
    OtherBoard,
    /// Nobody hears the clocks being pressed, and it is not known where they are in the picture.
    Presses,
    /// The clocks' presses are seen in the picture and not heard.
    PressRules,
    /// Nobody hears the times left; no flag is called by what a camera reads of a display.
    Flags,
    /// What lies beside the boards is not read.
    Reserves,
    /// Promotions are spoken, and there is no record of what was said.
    Declarations,
}

/// What is known of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    /// The clocks' presses are.
    pub presses: bool,
    /// Every board's clock has a place in a camera's picture.
    pub clocks: bool,
    /// The times left are.
    pub times: bool,
    /// What lies in the reserves is.
    pub reserves: bool,
    /// Spoken promotions are.
    pub declarations: bool,
}

impl Heard {
    /// Learns from an input what there is.
    pub fn take(&mut self, input: &Input) {
        match input {
            Input::Clock(reading) => {
                self.presses |= reading.pressed.is_some();
                self.times |= reading.white_ms.is_some() || reading.black_ms.is_some();
            }
            Input::Observation(observation) => {
                self.reserves |= matches!(observation.sighting, Sighting::Reserve(_));
                self.clocks |= matches!(observation.sighting, Sighting::Clock(_));
            }
            Input::Declaration(_) => self.declarations = true,
            Input::Ruling(_) | Input::Incident(_) | Input::Gap(_) => {}
        }
    }
}

impl Unwatched {
    const ALL: [Unwatched; 6] = [
        Unwatched::OtherBoard,
        Unwatched::Presses,
        Unwatched::PressRules,
        Unwatched::Flags,
        Unwatched::Reserves,
        Unwatched::Declarations,
    ];

    /// What a profile asks for and is not there.
    pub fn of(profile: &Profile, boards: &[BoardId], heard: Heard) -> Vec<Unwatched> {
        let lacks = |what: &Unwatched| match what {
            Unwatched::OtherBoard => profile.boards.value > 1 && boards.len() < 2,
            Unwatched::Presses => !heard.presses && !heard.clocks,
            Unwatched::PressRules => !heard.presses && heard.clocks,
            Unwatched::Flags => !heard.times,
            Unwatched::Reserves => profile.drops.value && !heard.reserves,
            Unwatched::Declarations => profile.promotion.value == PromotionStyle::PawnKeepsBody && !heard.declarations,
        };
        Unwatched::ALL.into_iter().filter(lacks).collect()
    }

    /// The word for it in the JSON form and in sessions.
    pub const fn word(self) -> &'static str {
        match self {
            Unwatched::OtherBoard => "other_board",
            Unwatched::Presses => "presses",
            Unwatched::PressRules => "press_rules",
            Unwatched::Flags => "flags",
            Unwatched::Reserves => "reserves",
            Unwatched::Declarations => "declarations",
        }
    }

    /// What a word stands for; words of later programs are none.
    pub fn from_word(word: &str) -> Option<Unwatched> {
        Unwatched::ALL.into_iter().find(|what| what.word() == word)
    }

    /// What it is and why, in a few words.
    pub const fn short(self) -> &'static str {
        match self {
            Unwatched::OtherBoard => "the other board",
            Unwatched::Presses => "presses (no clock is heard, none is set up in the picture)",
            Unwatched::PressRules => "rules about presses (they are seen, no clock is heard)",
            Unwatched::Flags => "flags (no times are heard)",
            Unwatched::Reserves => "reserves (not read)",
            Unwatched::Declarations => "spoken promotions (no record of them)",
        }
    }

    /// What follows from it, in a sentence.
    pub const fn consequence(self) -> &'static str {
        match self {
            Unwatched::OtherBoard => {
                "The other board was not in the picture: a piece that was dropped is taken to have been held, and no result is made for the match."
            }
            Unwatched::Presses => {
                "No clock was heard being pressed: a move is taken to be complete once it is answered, and rules about presses were not watched."
            }
            Unwatched::PressRules => {
                "No clock was heard: presses were read from the picture, which say when a move was complete; rules about presses were not watched."
            }
            Unwatched::Flags => "No times were heard: nobody was told that a flag has fallen.",
            Unwatched::Reserves => {
                "What lay beside the boards was not read: hidden pieces, and pieces handed to the wrong player, were not looked for."
            }
            Unwatched::Declarations => {
                "There is no record of what was said: a pawn on its last rank has the value that its moves showed."
            }
        }
    }
}

/// The line that is said at the start; `None` where everything is watched.
pub fn line(unwatched: &[Unwatched]) -> Option<String> {
    let parts: Vec<&str> = unwatched.iter().map(|what| what.short()).collect();
    (!parts.is_empty()).then(|| format!("not watched: {}", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{ClockReading, Color, Stamp};

    #[test]
    fn what_a_profile_asks_for_and_is_not_there_is_named() {
        use Unwatched::{Declarations, Flags, OtherBoard, PressRules, Presses, Reserves};
        let of = |name: &str, boards: &[BoardId], heard| Unwatched::of(&Profile::named(name).unwrap(), boards, heard);
        assert_eq!(of("ch", &[BoardId::A], Heard::default()), [Presses, Flags]);
        let bughouse = of("gr", &BoardId::BOTH, Heard::default());
        assert_eq!(bughouse, [Presses, Flags, Reserves, Declarations]);
        assert_eq!(of("gr", &[BoardId::A], Heard::default())[0], OtherBoard);
        let mut heard = Heard { reserves: true, declarations: true, ..Heard::default() };
        let (at, board) = (Stamp::ZERO, BoardId::A);
        let reading = ClockReading { at, board, pressed: Some(Color::White), white_ms: None, black_ms: None };
        let seen = Heard { clocks: true, ..heard };
        assert_eq!(of("gr", &BoardId::BOTH, seen), [PressRules, Flags]);
        heard.take(&Input::Clock(reading));
        assert_eq!(of("gr", &BoardId::BOTH, heard), [Flags]);
        heard.take(&Input::Clock(ClockReading { white_ms: Some(1), ..reading }));
        assert!(of("gr", &BoardId::BOTH, heard).is_empty());
    }

    #[test]
    fn words_and_the_line_say_the_same() {
        for what in Unwatched::ALL {
            assert_eq!(Unwatched::from_word(what.word()), Some(what));
            assert_eq!(serde_json::to_value(what).unwrap(), what.word());
        }
        assert_eq!(line(&[]), None);
        let said = line(&[Unwatched::Presses, Unwatched::Reserves]).unwrap();
        assert_eq!(
            said,
            "not watched: presses (no clock is heard, none is set up in the picture), reserves (not read)"
        );
    }
}
