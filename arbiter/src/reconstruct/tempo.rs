//! How many plies the clock says were played: each is followed by a press.

use board::{Color, Stamp};

/// What it costs an account that it has a ply less than the presses say, in 1/256 nat.
const PLY_LESS: i32 = 640;

/// What it costs an account that it has a ply more than the presses say, in 1/256 nat; the last may not have been pressed for yet.
const PLY_MORE: i32 = 512;

/// No more plies than this count against an account: clocks are pressed twice, and forgotten.
const MOST: i32 = 3;

/// When the best account has disagreed with the presses for so long, in milliseconds, the presses were wrong.
const FORGOTTEN_MS: i64 = 8000;

/// The presses of a board's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tempo {
    /// When each colour pressed.
    times: [Vec<Stamp>; 2],
    /// The plies of each colour that these presses speak of.
    pressed: [i32; 2],
    last: Option<Color>,
    /// Since when the best account disagrees, and by how much.
    odd: Option<(Stamp, [i32; 2])>,
}

impl Tempo {
    /// A press by `color`. One that follows another of the same player, or with which Black starts the game, is no ply's.
    pub fn hear(&mut self, color: Color, at: Stamp) {
        if self.last != Some(color) && (self.last.is_some() || color == Color::White) {
            self.pressed[color.index()] += 1;
            self.times[color.index()].push(at);
        }
        if self.last.is_some() || color == Color::White {
            self.last = Some(color);
        }
    }

    /// What the presses say against an account with so many plies after which it is `turn`'s turn, in 1/256 nat.
    pub fn against(&self, plies: &[i32; 2], turn: Color) -> i32 {
        if self.last.is_none() {
            return 0;
        }
        let of = |difference: &i32| match *difference {
            less if less > 0 => PLY_LESS * less.min(MOST),
            more => PLY_MORE * (-more).min(MOST),
        };
        self.differences(plies, turn).iter().map(of).sum()
    }

    /// How many plies an account lacks of each colour; the last one need not have been pressed for.
    fn differences(&self, plies: &[i32; 2], turn: Color) -> [i32; 2] {
        Color::BOTH.map(|color| {
            let lacking = self.pressed[color.index()] - plies[color.index()];
            if lacking < 0 && color != turn { lacking + 1 } else { lacking }
        })
    }

    /// The best account at `at`: where it goes on disagreeing a press was forgotten or made for nothing.
    pub fn settle(&mut self, plies: &[i32; 2], turn: Color, at: Stamp) {
        let differences = self.differences(plies, turn);
        if self.last.is_none() || differences == [0, 0] {
            self.odd = None;
            return;
        }
        match self.odd {
            Some((since, before)) if before == differences => {
                if at.millis_since(since) >= FORGOTTEN_MS {
                    self.pressed.iter_mut().zip(differences).for_each(|(pressed, lacking)| *pressed -= lacking);
                    self.odd = None;
                }
            }
            _ => self.odd = Some((at, differences)),
        }
    }

    /// When the clock was pressed for `color`'s ply of that number, from 1, if it was.
    pub fn of_ply(&self, color: Color, number: i32) -> Option<Stamp> {
        let times = &self.times[color.index()];
        let shift = times.len() as i32 - self.pressed[color.index()];
        usize::try_from(number - 1 + shift).ok().and_then(|index| times.get(index).copied())
    }

    /// The plies of each colour that the presses speak of.
    pub fn pressed(&self) -> [i32; 2] {
        self.pressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: i64) -> Stamp {
        Stamp::from_millis(milliseconds)
    }

    #[test]
    fn as_many_plies_as_presses_cost_nothing_and_the_last_need_not_be_pressed_for() {
        let mut tempo = Tempo::default();
        assert_eq!(tempo.against(&[5, 5], Color::White), 0, "no clock is heard");
        tempo.hear(Color::White, ms(0));
        tempo.hear(Color::Black, ms(0));
        assert_eq!(tempo.against(&[1, 1], Color::White), 0);
        assert_eq!(tempo.against(&[2, 1], Color::Black), 0);
        assert_eq!(tempo.against(&[2, 2], Color::White), PLY_MORE);
        assert_eq!(tempo.against(&[1, 0], Color::Black), PLY_LESS);
    }

    #[test]
    fn black_starts_the_clock_and_nobody_presses_twice() {
        let mut tempo = Tempo::default();
        tempo.hear(Color::Black, ms(0));
        assert_eq!(tempo.against(&[0, 0], Color::White), 0);
        tempo.hear(Color::White, ms(0));
        tempo.hear(Color::White, ms(0));
        assert_eq!(tempo.pressed(), [1, 0]);
        assert_eq!((tempo.of_ply(Color::White, 1), tempo.of_ply(Color::White, 2)), (Some(ms(0)), None));
        assert_eq!(tempo.of_ply(Color::Black, 1), None);
    }

    #[test]
    fn a_forgotten_press_is_forgotten_in_time() {
        let mut tempo = Tempo::default();
        tempo.hear(Color::White, ms(0));
        let (plies, turn) = ([2, 2], Color::White);
        tempo.settle(&plies, turn, ms(0));
        tempo.settle(&plies, turn, ms(FORGOTTEN_MS - 1));
        assert!(tempo.against(&plies, turn) > 0);
        tempo.settle(&plies, turn, ms(FORGOTTEN_MS));
        assert_eq!(tempo.against(&plies, turn), 0);
    }
}
