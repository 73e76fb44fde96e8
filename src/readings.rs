//! What clocks show, by whoever tells it: a clock itself, or a camera where none is heard.

use board::{ClockReading, Input, Sighting};

/// Follows what is told of both boards' clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readings {
    /// Whether each board's clock has told of itself: what a camera sees of it counts for nothing then.
    heard: [bool; 2],
}

impl Readings {
    /// The reading that an input brings, if it brings one that counts.
    pub fn take(&mut self, input: &Input) -> Option<ClockReading> {
        match input {
            Input::Clock(reading) => {
                self.heard[reading.board.index()] = true;
                Some(*reading)
            }
            Input::Observation(observation) => match observation.sighting {
                Sighting::Clock(seen) if seen.is_sure() && !self.heard[observation.board.index()] => Some(seen.reading),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardId, CameraId, ClockSighting, Observation, Stamp, Standing};

    #[test]
    fn what_is_seen_counts_where_it_is_sure_and_nothing_is_heard() {
        let reading = |board, ms| ClockReading {
            at: Stamp::from_millis(ms),
            board,
            pressed: None,
            white_ms: Some(1000 * ms),
            black_ms: None,
        };
        let seen = |board, ms, certainty| {
            let sighting = Sighting::Clock(ClockSighting { reading: reading(board, ms), certainty });
            let (at, camera, standing) = (Stamp::from_millis(ms), CameraId(0), Standing::Frame);
            Input::Observation(Observation { at, camera, frame: 0, board, standing, sighting })
        };
        let mut readings = Readings::default();
        assert_eq!(readings.take(&seen(BoardId::A, 1, 900)), Some(reading(BoardId::A, 1)));
        assert_eq!(readings.take(&seen(BoardId::A, 2, 700)), None, "not sure");
        let heard = reading(BoardId::A, 3);
        assert_eq!(readings.take(&Input::Clock(heard)), Some(heard));
        assert_eq!(readings.take(&seen(BoardId::A, 4, 990)), None, "that clock is heard");
        assert_eq!(readings.take(&seen(BoardId::B, 5, 990)), Some(reading(BoardId::B, 5)));
    }
}
