use arbiter::profile::Profile;
use board::{BoardId, Color, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The times of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// What each player has, in milliseconds.
    pub base_ms: i64,
    /// What is added for each move.
    pub increment_ms: i64,
    /// What of each move is not counted.
    pub delay_ms: i64,
}

impl Default for ClockSetting {
    /// Five minutes.
    fn default() -> ClockSetting {
        ClockSetting { base_ms: 300_000, increment_ms: 0, delay_ms: 0 }
    }
}

impl ClockSetting {
    /// The times of a profile; five minutes where it leaves them to the organiser.
    pub fn of(profile: &Profile) -> ClockSetting {
        let ms = |seconds: u32| 1000 * i64::from(seconds);
        let base_ms = match profile.base_s.value {
            0 => ClockSetting::default().base_ms,
            seconds => ms(seconds),
        };
        let (increment_ms, delay_ms) = (ms(profile.increment_s.value), ms(profile.delay_s.value));
        ClockSetting { base_ms, increment_ms, delay_ms }
    }

    pub(super) fn verify(&self) -> Result<(), String> {
        let ranges = [
            ("base", self.base_ms, 1000..=36_000_000),
            ("increment", self.increment_ms, 0..=600_000),
            ("delay", self.delay_ms, 0..=600_000),
        ];
        match ranges.into_iter().find(|(_, value, range)| !range.contains(value)) {
            Some((name, _, range)) => Err(format!("{name}_ms is from {} to {}", range.start(), range.end())),
            None => Ok(()),
        }
    }
}

/// What a clock showed when something happened to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub board: BoardId,
    pub pressed: Option<Color>,
    pub left: [i64; 2],
    pub at: Instant,
}

/// One board's clock.
#[derive(Clone, Copy, Debug)]
struct One {
    /// What each had left at `since`.
    left: [i64; 2],
    running: Option<Color>,
    since: Instant,
    /// What of the delay has been used before a pause.
    used_ms: i64,
    /// Who runs when it goes on.
    held: Option<Color>,
    flagged: Option<Color>,
    moves: [u32; 2],
}

/// Both clocks. Moments come from outside.
#[derive(Clone, Debug)]
pub(super) struct State {
    setting: ClockSetting,
    boards: [One; 2],
}

impl State {
    pub(super) fn new(setting: ClockSetting) -> State {
        let one = One {
            left: [setting.base_ms; 2],
            running: None,
            since: Instant::now(),
            used_ms: 0,
            held: None,
            flagged: None,
            moves: [0; 2],
        };
        State { setting, boards: [one; 2] }
    }

    pub(super) fn started(&self) -> bool {
        self.boards.iter().any(|one| one.running.is_some() || one.held.is_some() || one.flagged.is_some())
    }

    pub(super) fn setting(&self) -> ClockSetting {
        self.setting
    }

    /// Whether a move has been made on a clock, or a flag has fallen.
    pub(super) fn pressed(&self) -> bool {
        self.boards.iter().any(|one| one.flagged.is_some() || one.moves.iter().any(|moves| *moves > 0))
    }

    /// What of a move has passed that counts.
    fn counted_ms(&self, one: &One, now: Instant) -> i64 {
        let passed = i64::try_from(now.saturating_duration_since(one.since).as_millis()).unwrap_or(i64::MAX);
        passed.saturating_sub((self.setting.delay_ms - one.used_ms).max(0)).max(0)
    }

    fn left_at(&self, one: &One, now: Instant) -> [i64; 2] {
        let mut left = one.left;
        if let Some(color) = one.running {
            left[color.index()] = left[color.index()].saturating_sub(self.counted_ms(one, now)).max(0);
        }
        left
    }

    /// Both boards' clocks start together: White's.
    pub(super) fn start(&mut self, at: Instant) -> Result<Vec<Reading>, String> {
        if self.started() {
            return Err("the clocks have started already; set them anew for the next match".to_owned());
        }
        let mut readings = Vec::new();
        for board in BoardId::BOTH {
            let one = &mut self.boards[board.index()];
            (one.running, one.since) = (Some(Color::White), at);
            readings.push(Reading { board, pressed: None, left: one.left, at });
        }
        Ok(readings)
    }

    pub(super) fn press(&mut self, board: BoardId, color: Color, at: Instant) -> Result<Reading, String> {
        let one = self.boards[board.index()];
        // a press that was told late may have come before a flag that was believed to have fallen
        let revived = one.flagged.filter(|flagged| *flagged == color);
        let running = one.running.or(revived);
        let at = at.max(one.since);
        if running != Some(color) {
            return Err("this side's clock does not run".to_owned());
        }
        let mut one = One { running, flagged: None, ..one };
        let mut left = self.left_at(&one, at);
        if left[color.index()] == 0 {
            return Err("the flag had fallen".to_owned());
        }
        left[color.index()] += self.setting.increment_ms;
        one = One { left, running: Some(!color), since: at, used_ms: 0, ..one };
        one.moves[color.index()] += 1;
        self.boards[board.index()] = one;
        Ok(Reading { board, pressed: Some(color), left, at })
    }

    pub(super) fn pause(&mut self, boards: &[BoardId], now: Instant) -> Vec<Reading> {
        let mut readings = Vec::new();
        for &board in boards {
            let one = self.boards[board.index()];
            let Some(color) = one.running else { continue };
            let left = self.left_at(&one, now);
            let passed = i64::try_from(now.saturating_duration_since(one.since).as_millis()).unwrap_or(i64::MAX);
            let used_ms = one.used_ms.saturating_add(passed).min(self.setting.delay_ms);
            self.boards[board.index()] = One { left, running: None, held: Some(color), since: now, used_ms, ..one };
            readings.push(Reading { board, pressed: None, left, at: now });
        }
        readings
    }

    pub(super) fn resume(&mut self, boards: &[BoardId], now: Instant) -> Vec<Reading> {
        let mut readings = Vec::new();
        for &board in boards {
            let one = &mut self.boards[board.index()];
            let Some(color) = one.held.take() else { continue };
            (one.running, one.since) = (Some(color), now);
            readings.push(Reading { board, pressed: None, left: one.left, at: now });
        }
        readings
    }

    pub(super) fn adjust(&mut self, seat: Seat, by_ms: i64, now: Instant) -> Result<Reading, String> {
        if !(-3_600_000..=3_600_000).contains(&by_ms) {
            return Err("by_ms is at most an hour".to_owned());
        }
        let one = &mut self.boards[seat.board.index()];
        let own = &mut one.left[seat.color.index()];
        *own = (*own + by_ms).max(0);
        let one = *one;
        Ok(Reading { board: seat.board, pressed: None, left: self.left_at(&one, now), at: now })
    }

    /// Flags that have fallen by now, on boards of which that is believed.
    pub(super) fn flags(&mut self, now: Instant, believed: [bool; 2]) -> Vec<Reading> {
        let mut readings = Vec::new();
        for board in BoardId::BOTH.into_iter().filter(|board| believed[board.index()]) {
            let one = self.boards[board.index()];
            let Some(color) = one.running else { continue };
            let left = self.left_at(&one, now);
            if left[color.index()] > 0 {
                continue;
            }
            let after = one.left[color.index()] + (self.setting.delay_ms - one.used_ms).max(0);
            let at = one.since + Duration::from_millis(u64::try_from(after).unwrap_or(0));
            // what was left before stays known: a press that comes late may show that it had not fallen
            let own = &mut self.boards[board.index()];
            (own.running, own.flagged) = (None, Some(color));
            readings.push(Reading { board, pressed: None, left, at: at.min(now) });
        }
        readings
    }

    pub(super) fn object(&self, now: Instant) -> Value {
        let board = |board: BoardId| {
            let one = &self.boards[board.index()];
            let mut left = self.left_at(one, now);
            if let Some(color) = one.flagged {
                left[color.index()] = 0;
            }
            let ago = i64::try_from(now.saturating_duration_since(one.since).as_millis()).unwrap_or(i64::MAX);
            let delay_left = one.running.map_or(0, |_| (self.setting.delay_ms - one.used_ms - ago).max(0));
            json!({"white_ms": left[0], "black_ms": left[1], "running": one.running.map(word), "delay_left_ms": delay_left,
                   "paused": one.held.is_some(), "flagged": one.flagged.map(word), "moves": one.moves})
        };
        json!({"setting": self.setting, "started": self.started(),
               "boards": {"A": board(BoardId::A), "B": board(BoardId::B)}})
    }
}

fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
