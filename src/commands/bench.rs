//! `tandem bench`: where the time goes. Run it on a quiet machine: the rates of one run are compared with each other.

use super::opening::Network;
use super::replay::{open_feeds, watch};
use crate::args::BenchArguments;
use crate::failure::Failure;
use crate::pipeline::{Desk, Listener};
use crate::plan::{FootagePlan, footage};
use crate::profiles::setup;
use arbiter::Arbiter;
use arbiter::event::Event;
use indicatif::ProgressBar;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

/// Measures decoding alone, then a whole replay, and prints milliseconds a frame.
///
/// # Errors
/// As replay.
pub fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    let footage = footage(&arguments.source, &arguments.placing, None)?;
    let (frames, decoding) = decode(&footage)?;
    let network = Network::load()?;
    let placing = Instant::now();
    let watch = watch(&footage, open_feeds(&footage)?, &network)?;
    let placing = placing.elapsed();
    let mut nobody = Nobody { events: 0 };
    let desk = Desk::new(Arbiter::new(setup(footage.boards(), &footage.profile)), None, &mut nobody);
    let replaying = Instant::now();
    let timings = watch.run(desk, &ProgressBar::hidden())?;
    let replaying = replaying.elapsed();
    let each = |time: Duration| 1000.0 * time.as_secs_f64() / timings.frames.max(1) as f64;
    let rate = |frames: u64, time: Duration| frames as f64 / time.as_secs_f64();
    let mut out = stdout();
    writeln!(out, "{} frames, {} events", timings.frames, nobody.events)?;
    writeln!(out, "boards placed in           {:8.0} ms", 1000.0 * placing.as_secs_f64())?;
    writeln!(
        out,
        "decode alone               {:8.2} ms a frame",
        1000.0 * decoding.as_secs_f64() / frames.max(1) as f64
    )?;
    for (what, time) in [("rectify and evidence", timings.seeing)] {
        writeln!(out, "{what:<26} {:8.2} ms a frame", each(time))?;
    }
    writeln!(out, "reconstruction             {:8.2} ms a frame", each(timings.judging))?;
    writeln!(out, "waiting for a frame        {:8.2} ms a frame", each(timings.waiting))?;
    let (replay, decode) = (rate(timings.frames, replaying), rate(frames, decoding));
    writeln!(out, "replay                     {replay:8.1} frames a second")?;
    writeln!(out, "decode alone               {decode:8.1} frames a second")?;
    Ok(writeln!(out, "replay over decode alone   {:8.2}", replay / decode)?)
}

/// Decodes everything in this thread and does nothing else.
fn decode(footage: &FootagePlan) -> Result<(u64, Duration), Failure> {
    let mut frames = 0;
    let begun = Instant::now();
    for camera in &footage.cameras {
        let mut source = capture::open_for(&camera.source, camera.camera)?;
        while source.next_frame()?.is_some() {
            frames += 1;
        }
    }
    Ok((frames, begun.elapsed()))
}

/// Hears everything and tells nobody.
struct Nobody {
    events: u64,
}

impl Listener for Nobody {
    fn said(&mut self, _event: &Event) -> Result<(), Failure> {
        self.events += 1;
        Ok(())
    }

    fn missed(&mut self, _failure: Failure) {}
}
