//! A day at the table on a simulated clock: memory stays flat, nothing piles up.
//!
//! Three minutes of the match, or eight hours with `TANDEM_SLOW=1`.

use crate::command::root;
use arbiter::Arbiter;
use arbiter::event::Event;
use board::Stamp;
use capture::live::{Bell, Clock, SessionTime, SimulatedClock};
use session::{Manifest, SessionReader, SessionWriter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tandem::commands::Network;
use tandem::failure::Failure;
use tandem::live::clock_log::Logs;
use tandem::live::config::RunPlan;
use tandem::live::setup::{self, Stage, Waiting};
use tandem::live::status::Status;
use tandem::live::table::{Onlooker, Parts, Table};
use tandem::live::teller::LiveTeller;
use tandem::pipeline::Desk;
use tandem::report::{Opening, Report};

/// How far it has come is told so often, in milliseconds of the match.
const TOLD_EVERY_MS: i64 = 15 * 60_000;

/// Tells nobody.
struct Silent;

impl Report for Silent {
    fn open(&mut self, _opening: &Opening) -> Result<(), Failure> {
        Ok(())
    }

    fn event(&mut self, _event: &Event, _pictures: &[String]) -> Result<(), Failure> {
        Ok(())
    }
}

/// Stops the run after a time of the session, and measures on the way.
struct Day<'a> {
    stop: &'a AtomicBool,
    until_ms: i64,
    /// When it is told again how far it has come.
    next_ms: i64,
    /// The session's time, and resident bytes.
    memory: Vec<(i64, u64)>,
    last: Status,
}

impl Onlooker for Day<'_> {
    fn status(&mut self, status: &Status) {
        self.memory.push((status.at_ms, resident()));
        self.last = status.clone();
        if status.at_ms >= self.next_ms {
            self.next_ms = status.at_ms + TOLD_EVERY_MS;
            println!("{:.2} h: {:.0} MB", status.at_ms as f64 / 3.6e6, resident() as f64 / 1e6);
        }
        if status.at_ms >= self.until_ms {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

impl Waiting for Day<'_> {
    fn say(&mut self, text: &str) {
        println!("{text}");
    }
}

/// Bytes of memory that this process has.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

#[test]
fn memory_stays_flat_all_day() {
    let slow = std::env::var_os("TANDEM_SLOW").is_some();
    let until_ms = if slow { 8 * 3_600_000 } else { 180_000 };
    let folder = tempfile::tempdir().expect("a folder");
    let sample = root().join("samples/table-1/table.mp4");
    let config = folder.path().join("table.toml");
    let text = format!(
        "profile = \"free\"\n[[camera]]\nsource = {:?}\nboards = [\"A\", \"B\"]\nagain = true\n[watch]\nreserves = false\nleast_rate = 1\n",
        sample.display().to_string()
    );
    std::fs::write(&config, text).expect("the configuration can be written");
    let plan = RunPlan::load(&config).expect("the configuration can be read");
    let network = Network::load().expect("the network is there");
    let clock: Arc<dyn Clock> = Arc::new(SimulatedClock::new(1_800_000_000_000));
    let (bell, stop) = (Arc::new(Bell::default()), AtomicBool::new(false));
    let mut time = SessionTime::new(clock.now(), Stamp::ZERO);
    let mut day = Day { stop: &stop, until_ms, next_ms: 0, memory: Vec::new(), last: Status::default() };
    let session = folder.path().join("match.tandem");
    let cameras = setup::open(&plan, &clock, &bell);
    let kept = setup::folder_of(&session);
    let stage = Stage { clock: &clock, bell: &bell, network: &network, folder: &kept, stop: &stop };
    let placed = setup::place(&plan, cameras, &mut time, &stage, &mut day);
    let (seen, _) = placed.expect("the boards are found").expect("nobody stopped it");
    let manifest = Manifest {
        program: "test".to_owned(),
        boards: plan.boards(),
        profile: plan.profile.to_toml(),
        began_unix_ms: Some(time.began_unix_ms()),
        ..Manifest::default()
    };
    let writer = SessionWriter::create(&session, &manifest).expect("a session");
    let arbiter = Arbiter::new(arbiter::Setup::by_profile(plan.boards(), &plan.profile));
    let mut teller = LiveTeller::new(Box::new(Silent), None, None, indicatif::ProgressBar::hidden());
    let counts = teller.counts();
    let desk = Desk::new(arbiter, Some(writer), &mut teller);
    let begun = Instant::now();
    let parts = Parts { clock, bell, time, cameras: seen, logs: Logs::default(), counts, session: session.clone() };
    Table::new(parts).run(desk, Vec::new(), &stop, &mut day).expect("it runs");
    let contents = SessionReader::open(&session).and_then(|session| session.verify()).expect("the session is whole");
    let at = |share: f64| day.memory[((day.memory.len() - 1) as f64 * share) as usize].1 as f64 / 1e6;
    let most = day.memory.iter().map(|(_, bytes)| *bytes).max().unwrap_or(0) as f64 / 1e6;
    let bytes = std::fs::metadata(&session).map_or(0, |metadata| metadata.len());
    println!(
        "{:.2} hours of the match in {:.0} s: {} frames, {} inputs, {} events, {:.1} MB on the disk an hour; resident {:.0} MB after a third, {:.0} MB at the end, {most:.0} MB at most",
        day.last.at_ms as f64 / 3.6e6,
        begun.elapsed().as_secs_f64(),
        day.last.cameras[0].received,
        contents.inputs,
        contents.events,
        bytes as f64 / 1e6 / (day.last.at_ms as f64 / 3.6e6),
        at(0.34),
        at(1.0),
    );
    assert!(contents.finished && contents.inputs > 500, "{contents:?}");
    assert!(most < 600.0, "{most} MB");
    assert!(at(1.0) < at(0.34) * 1.25 + 20.0, "memory grows: {:.0} MB and {:.0} MB", at(0.34), at(1.0));
}
