//! How the run is doing: a line for the terminal, JSON for pages, and text for Prometheus.

use super::latency::{Latency, PARTS};
use board::Stamp;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// How a camera is doing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CameraStatus {
    /// What people call it.
    pub name: String,
    /// Whether it gives pictures.
    pub there: bool,
    /// Frames a second that arrive.
    pub rate: f64,
    /// Frames that have arrived.
    pub received: u64,
    /// Frames that gave way to newer ones before anybody looked.
    pub dropped: u64,
    /// How sure the eyes are of its boards' squares on the mean, from 0 to 1; `None` before the first look.
    pub certainty: Option<f64>,
    /// What is wrong with it, by the words of its incidents.
    pub wrong: Vec<String>,
}

/// How the run is doing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The session's time, in milliseconds.
    pub at_ms: i64,
    /// The cameras.
    pub cameras: Vec<CameraStatus>,
    /// Turns told so far, withdrawn ones included.
    pub turns: u64,
    /// Milliseconds since something was last decided; `None` before.
    pub decided_ms_ago: Option<i64>,
    /// Free bytes where the session lies.
    pub disk_free: Option<u64>,
    /// Whether the session cannot be written at present, and why.
    pub unwritten: Option<String>,
    /// From a frame's arrival to the event on the disk: median and 99th percentile in milliseconds.
    pub latency_ms: Option<[f64; 2]>,
    /// What each of [`PARTS`] takes of it on the mean, in milliseconds.
    pub latency_parts_ms: Option<[f64; PARTS.len()]>,
    /// How much later the second camera's pictures come than the first's, and two standard deviations of that, in milliseconds.
    pub offset_ms: Option<[f64; 2]>,
}

impl Status {
    /// Puts the latency in.
    pub fn measure(&mut self, latency: &Latency) {
        self.latency_ms = latency.quantile_ms(0.5).zip(latency.quantile_ms(0.99)).map(|(median, most)| [median, most]);
        self.latency_parts_ms = latency.parts_ms();
    }

    /// One line.
    pub fn line(&self) -> String {
        let mut line = crate::report::text::clock_time(Stamp::from_millis(self.at_ms)).trim().to_owned();
        for camera in &self.cameras {
            let certainty = camera.certainty.map(|share| format!(" {:.0} % sure", 100.0 * share)).unwrap_or_default();
            let state = match (camera.there, camera.wrong.is_empty()) {
                (false, _) => "LOST".to_owned(),
                (true, false) => format!("{:.0}/s {}", camera.rate, camera.wrong.join(" ")),
                (true, true) => format!("{:.0}/s", camera.rate),
            };
            let _ = write!(line, " | {} {state}{certainty}, {} dropped", camera.name, camera.dropped);
        }
        let _ = match self.decided_ms_ago {
            Some(ms) => write!(line, " | {} turns, last decision {:.0} s ago", self.turns, ms as f64 / 1000.0),
            None => write!(line, " | nothing decided yet"),
        };
        if let Some(free) = self.disk_free {
            let _ = write!(line, " | {:.1} GB free", free as f64 / 1e9);
        }
        if let Some(why) = &self.unwritten {
            let _ = write!(line, " | NOT WRITTEN: {why}");
        }
        line
    }

    /// The text that Prometheus collects.
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        let mut gauge = |name: &str, kind: &str, help: &str, values: Vec<(String, f64)>| {
            let _ = writeln!(text, "# HELP tandem_{name} {help}\n# TYPE tandem_{name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(text, "tandem_{name}{labels} {value}");
            }
        };
        let of_cameras = |value: &dyn Fn(&CameraStatus) -> Option<f64>| {
            let labelled =
                |(number, camera): (usize, &CameraStatus)| Some((format!("{{camera=\"{number}\"}}"), value(camera)?));
            self.cameras.iter().enumerate().filter_map(labelled).collect::<Vec<_>>()
        };
        let one = |value: f64| vec![(String::new(), value)];
        gauge(
            "camera_up",
            "gauge",
            "Whether the camera gives pictures.",
            of_cameras(&|camera| Some(f64::from(camera.there))),
        );
        gauge(
            "camera_frames_per_second",
            "gauge",
            "Frames that arrive in a second.",
            of_cameras(&|camera| Some(camera.rate)),
        );
        gauge(
            "camera_frames_total",
            "counter",
            "Frames that have arrived.",
            of_cameras(&|camera| Some(camera.received as f64)),
        );
        let dropped = of_cameras(&|camera| Some(camera.dropped as f64));
        gauge(
            "camera_dropped_total",
            "counter",
            "Frames that gave way to newer ones before they were looked at.",
            dropped,
        );
        gauge(
            "eyes_certainty",
            "gauge",
            "How sure the eyes are of the squares on the mean, 0 to 1.",
            of_cameras(&|camera| camera.certainty),
        );
        gauge("turns_total", "counter", "Turns told.", one(self.turns as f64));
        gauge("session_seconds", "gauge", "The session's time.", one(self.at_ms as f64 / 1000.0));
        if let Some(ms) = self.decided_ms_ago {
            gauge("decision_age_seconds", "gauge", "Time since something was last decided.", one(ms as f64 / 1000.0));
        }
        if let Some(free) = self.disk_free {
            gauge("disk_free_bytes", "gauge", "Free room where the session lies.", one(free as f64));
        }
        gauge(
            "session_unwritten",
            "gauge",
            "Whether the session cannot be written.",
            one(f64::from(self.unwritten.is_some())),
        );
        if let Some([median, most]) = self.latency_ms {
            let quantiles = [(0.5, median), (0.99, most)].map(|(q, ms)| (format!("{{quantile=\"{q}\"}}"), ms / 1000.0));
            gauge("latency_seconds", "summary", "From a frame's arrival to the event on the disk.", quantiles.to_vec());
        }
        if let Some(parts) = self.latency_parts_ms {
            let parts = PARTS.iter().zip(parts).map(|(part, ms)| (format!("{{part=\"{part}\"}}"), ms / 1000.0));
            gauge("latency_part_seconds", "gauge", "What the parts of that take on the mean.", parts.collect());
        }
        if let Some([ms, uncertainty]) = self.offset_ms {
            let help = "How much later the second camera's pictures come than the first's.";
            gauge("camera_offset_seconds", "gauge", help, one(ms / 1000.0));
            gauge(
                "camera_offset_uncertainty_seconds",
                "gauge",
                "Two standard deviations of it.",
                one(uncertainty / 1000.0),
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::latency::Times;
    use std::time::Duration;

    #[test]
    fn the_line_and_the_metrics_say_the_same() {
        let camera = CameraStatus {
            name: "left".to_owned(),
            there: true,
            rate: 29.97,
            received: 900,
            dropped: 3,
            certainty: Some(0.987),
            wrong: Vec::new(),
        };
        let lost = CameraStatus { name: "right".to_owned(), ..CameraStatus::default() };
        let mut status = Status {
            at_ms: 61_000,
            cameras: vec![camera, lost],
            turns: 12,
            decided_ms_ago: Some(4_000),
            disk_free: Some(5_000_000_000),
            ..Status::default()
        };
        let mut latency = Latency::default();
        let times = Times { arrived: Stamp::ZERO, begun: Stamp::ZERO, seen: Stamp::from_millis(15) };
        latency.add(&times.done(Stamp::from_millis(15), Stamp::from_millis(20), Duration::from_millis(5)));
        status.measure(&latency);
        let line = status.line();
        assert_eq!(
            line,
            "1:01.0 | left 30/s 99 % sure, 3 dropped | right LOST, 0 dropped | 12 turns, last decision 4 s ago | 5.0 GB free"
        );
        let text = status.prometheus();
        for wanted in [
            "tandem_camera_up{camera=\"1\"} 0",
            "tandem_camera_frames_total{camera=\"0\"} 900",
            "tandem_latency_seconds{quantile=\"0.99\"} 0.02",
            "tandem_latency_part_seconds{part=\"seeing\"} 0.015",
            "# TYPE tandem_turns_total counter",
        ] {
            assert!(text.lines().any(|line| line == wanted), "{wanted} in\n{text}");
        }
        status.unwritten = Some("the disk is full".to_owned());
        assert!(status.line().ends_with("| NOT WRITTEN: the disk is full"));
    }
}
