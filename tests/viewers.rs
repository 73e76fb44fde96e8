//! What five hundred spectators cost the run: the CPU time of its own thread, with and without them.

use crate::command::{root, told};
use crate::console::Served;
use arbiter::profile::Profile;
use arbiter::{Arbiter, Setup};
use session::SessionReader;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tandem::report::Opening;

const VIEWERS: usize = 500;

/// The thread's own CPU time, in nanoseconds, as the kernel counts it.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel counts a thread's time");
    text.split(' ').next().and_then(|ns| ns.parse().ok()).expect("a number of nanoseconds")
}

/// Spectators that read what they are told until they are stopped.
struct Crowd {
    stop: Arc<AtomicBool>,
    bytes: Arc<AtomicU64>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Crowd {
    fn of(count: usize, host: &str) -> Crowd {
        let (stop, bytes) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let watch = |_| {
            let (stop, bytes) = (Arc::clone(&stop), Arc::clone(&bytes));
            let mut stream = TcpStream::connect(host).expect("it listens");
            stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
            write!(stream, "GET /api/events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it hears");
            let builder = std::thread::Builder::new().stack_size(64 * 1024);
            let reading = builder.spawn(move || {
                let mut part = [0u8; 8192];
                while !stop.load(Ordering::Relaxed) {
                    match stream.read(&mut part) {
                        Ok(0) => return,
                        Ok(length) => _ = bytes.fetch_add(length as u64, Ordering::Relaxed),
                        Err(_) => {}
                    }
                }
            });
            reading.expect("a thread")
        };
        Crowd { threads: (0..count).map(watch).collect(), stop: Arc::clone(&stop), bytes: Arc::clone(&bytes) }
    }

    fn leave(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.threads.into_iter().for_each(|thread| thread.join().expect("a spectator"));
        self.bytes.load(Ordering::Relaxed)
    }
}

/// Steps through a session at so many times its speed and tells the hub; gives the CPU time of stepping and of telling.
fn run(session: &SessionReader, served: &Served, times: f64) -> [Duration; 2] {
    let profile = Profile::from_toml(&session.manifest().profile).expect("its profile");
    let manifest = session.manifest();
    served.hub.open(manifest, &profile, &Opening::new(manifest, &profile, Vec::new())).expect("a match begins");
    let inputs: Vec<_> = session.inputs().collect::<Result<_, _>>().expect("its inputs");
    let mut arbiter = Arbiter::new(Setup::by_profile(manifest.boards.clone(), &profile));
    let (began, mut spent) = (Instant::now(), [0; 2]);
    for input in &inputs {
        let due = Duration::from_nanos((input.at().nanos().max(0) as f64 / times) as u64);
        std::thread::sleep(due.saturating_sub(began.elapsed()));
        let before = cpu();
        let events = arbiter.step(input);
        let stepped = cpu();
        served.hub.taken(input);
        events.iter().for_each(|event| served.hub.said(event, &[]).expect("it is told"));
        spent[0] += stepped - before;
        spent[1] += cpu() - stepped;
    }
    spent.map(Duration::from_nanos)
}

#[test]
fn five_hundred_spectators_are_told_and_the_run_goes_on() {
    // the long form measures; the short one sees that everybody is told
    let slow = std::env::var_os("TANDEM_SLOW").is_some();
    let folder = tempfile::tempdir().expect("a folder");
    let path = std::env::var_os("TANDEM_VIEWERS_SESSION").map_or(folder.path().join("m.tandem"), Into::into);
    if !path.exists() {
        told(&["replay", "samples/table-1", "--json", "--session", path.to_str().expect("a path in UTF-8")]);
    }
    assert!(root().is_dir());
    let session = SessionReader::open(&path).expect("a session");
    let served = Served::with(|_| {});
    let rounds = std::env::var("TANDEM_VIEWERS_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let (rounds, times, viewers) = if slow { (rounds, 1.0, VIEWERS) } else { (1, 20.0, 100) };
    // without and with spectators by turns, so that what else the machine does falls on both
    let mut spent: [Vec<[Duration; 2]>; 2] = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        for with in [round % 2, 1 - round % 2] {
            let crowd = Crowd::of(if with == 1 { viewers } else { 0 }, &served.host());
            std::thread::sleep(Duration::from_millis(500));
            spent[with].push(run(&session, &served, times));
            std::thread::sleep(Duration::from_millis(500));
            let bytes = crowd.leave();
            // each has heard at least the session's line and a table
            assert!(with == 0 || bytes > 500 * viewers as u64, "{bytes} bytes for {viewers} spectators");
        }
    }
    for (index, what) in ["the arbiter's steps", "telling the hub", "both"].into_iter().enumerate() {
        let of = |with: usize| -> Vec<f64> {
            let parts = |spent: &[Duration; 2]| spent.map(|part| part.as_secs_f64() * 1000.0);
            let mut ms: Vec<f64> =
                spent[with].iter().map(parts).map(|[step, tell]| [step, tell, step + tell][index]).collect();
            ms.sort_by(f64::total_cmp);
            ms
        };
        let (without, with) = (of(0), of(1));
        let said = |ms: &[f64]| format!("{:.2} ms ({:.2} to {:.2})", ms[ms.len() / 2], ms[0], ms[ms.len() - 1]);
        let more = 100.0 * (with[with.len() / 2] / without[without.len() / 2] - 1.0);
        let (less, much) = (said(&without), said(&with));
        println!(
            "CPU time of {what}, median of {rounds}: {less} without spectators, {much} with {viewers} ({more:+.1} %)"
        );
    }
}
