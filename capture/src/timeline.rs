use board::Stamp;

/// Assumed where a container names no usable rate.
const FALLBACK_RATE: f64 = 25.0;

/// Turns a container's presentation times into a time line that begins at zero and never goes back.
///
/// OpenCV reports 0 ms for the last frames of a stream with B-frames (it asks the decoder for packets that are no longer
/// there), and some containers repeat or reverse a time; such a frame comes one nominal interval after the frame
/// before.
#[derive(Debug)]
pub(crate) struct Timeline {
    interval_ms: f64,
    first_ms: Option<f64>,
    last_ms: f64,
}

impl Timeline {
    /// A time line for a stream of about `rate` frames a second.
    pub(crate) fn new(rate: Option<f64>) -> Timeline {
        Timeline { interval_ms: 1000.0 / rate.unwrap_or(FALLBACK_RATE), first_ms: None, last_ms: 0.0 }
    }

    /// The stamp of the next frame, of which the container says that it belongs at `presented_ms`.
    pub(crate) fn stamp(&mut self, presented_ms: f64) -> Stamp {
        let at_ms = match self.first_ms {
            None => {
                self.first_ms = Some(if presented_ms.is_finite() { presented_ms } else { 0.0 });
                0.0
            }
            Some(first) => {
                let since_first = presented_ms - first;
                if since_first > self.last_ms { since_first } else { self.last_ms + self.interval_ms }
            }
        };
        self.last_ms = at_ms;
        Stamp::from_nanos((at_ms * 1e6).round() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_frames_without_a_time_follow_at_the_rate() {
        let mut timeline = Timeline::new(Some(20.0));
        let presented = [80.0, 130.0, 180.0, 0.0, 0.0];
        let stamps: Vec<i64> = presented.iter().map(|&ms| timeline.stamp(ms).millis()).collect();
        assert_eq!(stamps, [0, 50, 100, 150, 200]);
    }

    #[test]
    fn a_gap_is_kept_and_nothing_goes_back() {
        let mut timeline = Timeline::new(None);
        let presented = [0.0, 40.0, 1000.0, 990.0, f64::NAN, 1060.0, 1200.0];
        let stamps: Vec<i64> = presented.iter().map(|&ms| timeline.stamp(ms).millis()).collect();
        assert_eq!(stamps, [0, 40, 1000, 1040, 1080, 1120, 1200]);
    }
}
