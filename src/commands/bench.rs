//! `tandem bench`: where the time goes. Run it on a quiet machine: the rates of one run are compared with each other.

use super::opening::Network;
use super::replay::{open_feeds, watch};
use crate::args::BenchArguments;
use crate::failure::Failure;
use crate::pipeline::{Desk, Listener, Watch};
use crate::plan::{FootagePlan, footage};
use crate::profiles::setup;
use arbiter::Arbiter;
use arbiter::event::Event;
use indicatif::ProgressBar;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};
use vision::{Rectifier, VisionError};

/// Frames of each source that are read whole to measure the parts.
const FRAMES_IN_PARTS: usize = 20;

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
    let parts = parts(&footage, &watch, &network)?;
    let mut nobody = Nobody { events: 0 };
    let desk = Desk::new(Arbiter::new(setup(footage.boards(), &footage.profile)), None, &mut nobody);
    let replaying = Instant::now();
    let timings = watch.run(desk, &ProgressBar::hidden())?;
    let replaying = replaying.elapsed();
    let each = |time: Duration| each_of(time, timings.frames);
    let rate = |frames: u64, time: Duration| frames as f64 / time.as_secs_f64();
    let mut out = stdout();
    writeln!(out, "{} frames, {} events", timings.frames, nobody.events)?;
    writeln!(out, "boards placed in           {:8.0} ms", 1000.0 * placing.as_secs_f64())?;
    writeln!(
        out,
        "decode alone               {:8.2} ms a frame",
        1000.0 * decoding.as_secs_f64() / frames.max(1) as f64
    )?;
    writeln!(out, "rectify                    {:8.2} ms a board", each_of(parts.rectify, parts.boards))?;
    writeln!(out, "evidence                   {:8.2} ms a board read", each_of(parts.evidence, parts.boards))?;
    writeln!(out, "seeing, gate included      {:8.2} ms a frame", each(timings.seeing))?;
    writeln!(out, "reconstruction             {:8.2} ms a frame", each(timings.judging))?;
    writeln!(out, "waiting for a frame        {:8.2} ms a frame", each(timings.waiting))?;
    let (replay, decode) = (rate(timings.frames, replaying), rate(frames, decoding));
    writeln!(out, "replay                     {replay:8.1} frames a second")?;
    writeln!(out, "decode alone               {decode:8.1} frames a second")?;
    Ok(writeln!(out, "replay over decode alone   {:8.2}", replay / decode)?)
}

/// Milliseconds for each of `count`.
fn each_of(time: Duration, count: u64) -> f64 {
    1000.0 * time.as_secs_f64() / count.max(1) as f64
}

/// What it takes to lay boards flat and to read them, measured by themselves.
#[derive(Default)]
struct Parts {
    boards: u64,
    rectify: Duration,
    evidence: Duration,
}

/// Reads every board of the first frames whole, whether anything has changed or not.
fn parts(footage: &FootagePlan, watch: &Watch, network: &Network) -> Result<Parts, Failure> {
    let mut parts = Parts::default();
    let mut eyes = network.eyes(Vec::new())?;
    // once, as a video's frames are read; a photograph is read in several symmetries
    eyes.set_photograph_views(1);
    let spec = eyes.net().input().clone();
    let mut planes = vec![0.0; 3 * spec.size() * spec.size()];
    for (plan, watched) in footage.cameras.iter().zip(watch.cameras()) {
        let mut source = capture::open_for(&plan.source, plan.camera)?;
        let mut rectifiers = Vec::new();
        for _ in 0..FRAMES_IN_PARTS {
            let Some(frame) = source.next_frame()? else { break };
            for (index, (_, (_, view))) in watched.views().enumerate() {
                if rectifiers.len() == index {
                    rectifiers.push(
                        Rectifier::new(&spec, &view, frame.image.width(), frame.image.height())
                            .map_err(VisionError::from)?,
                    );
                }
                let begun = Instant::now();
                rectifiers[index].rectify(&frame.image).map_err(VisionError::from)?;
                rectifiers[index].write_planes(&mut planes).map_err(VisionError::from)?;
                let flat = begun.elapsed();
                let begun = Instant::now();
                // lays the board flat once more, with a map of its own
                eyes.read(&frame.image, &view)?;
                let read = begun.elapsed();
                let begun = Instant::now();
                Rectifier::new(&spec, &view, frame.image.width(), frame.image.height()).map_err(VisionError::from)?;
                parts.rectify += flat;
                parts.evidence += read.saturating_sub(flat + begun.elapsed());
                parts.boards += 1;
            }
        }
    }
    Ok(parts)
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
