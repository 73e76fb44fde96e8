//! What five hundred spectators cost the run: the CPU time of its own thread, with and without them.
//!
//! Wall time says little on a machine that does other things too, and so does one run: the thread's own clock is read around each step,
//! runs with and without spectators take turns, each input counts with its median over the runs, and an interval says how sure that is.

use crate::command::{root, told};
use crate::console::Served;
use arbiter::profile::Profile;
use arbiter::{Arbiter, Setup};
use rustix::time::{ClockId, clock_gettime};
use session::SessionReader;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tandem::report::Opening;

const VIEWERS: usize = 500;

/// More than this is too much, in percent.
const MOST: f64 = 5.0;

/// The CPU time of stepping and of telling the hub for each input of a run, in nanoseconds.
type Spent = Vec<[u64; 2]>;

/// What of an input's two times is looked at.
type Part = fn(&[u64; 2]) -> u64;

/// The thread's own CPU time, in nanoseconds, up to now: what lies in `/proc` is as old as the scheduler's last tick.
fn cpu() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
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

/// Steps through a session at so many times its speed and tells the hub; gives what was spent.
fn run(session: &SessionReader, served: &Served, times: f64) -> Spent {
    let profile = Profile::from_toml(&session.manifest().profile).expect("its profile");
    let manifest = session.manifest();
    served.hub.open(manifest, &profile, &Opening::new(manifest, &profile, Vec::new())).expect("a match begins");
    let inputs: Vec<_> = session.inputs().collect::<Result<_, _>>().expect("its inputs");
    let mut arbiter = Arbiter::new(Setup::by_profile(manifest.boards.clone(), &profile));
    let began = Instant::now();
    let step = |input| {
        let input: &board::Input = input;
        let due = Duration::from_nanos((input.at().nanos().max(0) as f64 / times) as u64);
        std::thread::sleep(due.saturating_sub(began.elapsed()));
        let before = cpu();
        let events = arbiter.step(input);
        let stepped = cpu();
        served.hub.taken(input);
        events.iter().for_each(|event| served.hub.said(event, &[]).expect("it is told"));
        [stepped - before, cpu() - stepped]
    };
    inputs.iter().map(step).collect()
}

/// What a run takes in milliseconds where each input takes its median over `runs`: a step that something else has held up counts in one
/// run alone.
fn typical(runs: &[&Spent], part: Part) -> f64 {
    let inputs = runs.first().map_or(0, |run| run.len());
    let median = |input: usize| {
        let mut spent: Vec<u64> = runs.iter().map(|run| part(&run[input])).collect();
        let middle = spent.len() / 2;
        *spent.select_nth_unstable(middle).1
    };
    (0..inputs).map(median).sum::<u64>() as f64 / 1e6
}

/// How much more is spent with spectators, in percent; `pairs` are runs without and with them.
fn more(pairs: &[&[Spent; 2]], part: Part) -> f64 {
    let of = |with: usize| typical(&pairs.iter().map(|pair| &pair[with]).collect::<Vec<_>>(), part);
    100.0 * (of(1) / of(0) - 1.0)
}

/// The middle 95 of 100 of what pairs drawn from `pairs` give (a bootstrap).
fn interval(pairs: &[&[Spent; 2]], part: Part) -> [f64; 2] {
    const DRAWS: usize = 400;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        pairs[(state % pairs.len() as u64) as usize]
    };
    let mut found: Vec<f64> =
        (0..DRAWS).map(|_| more(&(0..pairs.len()).map(|_| draw()).collect::<Vec<_>>(), part)).collect();
    found.sort_by(f64::total_cmp);
    [found[DRAWS / 40], found[DRAWS - 1 - DRAWS / 40]]
}

fn number(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
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
    let (rounds, times, viewers) = match slow {
        true => (number("TANDEM_VIEWERS_ROUNDS", 12.0) as usize, number("TANDEM_VIEWERS_SPEED", 1.0), VIEWERS),
        false => (1, 20.0, 100),
    };
    // the first pair warms up and is measured only where there is no other
    let mut pairs: Vec<[Spent; 2]> = Vec::new();
    for round in 0..rounds + usize::from(slow) {
        let mut pair = [Spent::new(), Spent::new()];
        for with in [round % 2, 1 - round % 2] {
            let crowd = Crowd::of(if with == 1 { viewers } else { 0 }, &served.host());
            std::thread::sleep(Duration::from_millis(500));
            pair[with] = run(&session, &served, times);
            std::thread::sleep(Duration::from_millis(500));
            let bytes = crowd.leave();
            // each has heard at least the session's line and a table
            assert!(with == 0 || bytes > 500 * viewers as u64, "{bytes} bytes for {viewers} spectators");
        }
        pairs.push(pair);
    }
    let pairs: Vec<&[Spent; 2]> = pairs.iter().skip(usize::from(slow)).collect();
    let parts: [(&str, Part); 3] = [
        ("the arbiter's steps", |[step, _]| *step),
        ("telling the hub", |[_, tell]| *tell),
        ("both", |[step, tell]| step + tell),
    ];
    println!("{rounds} pairs of runs over {} inputs at {times} times their speed", pairs[0][0].len());
    for (index, (what, part)) in parts.into_iter().enumerate() {
        let of = |with: usize| typical(&pairs.iter().map(|pair| &pair[with]).collect::<Vec<_>>(), part);
        let mut each: Vec<f64> = pairs.iter().map(|pair| more(&[*pair], part)).collect();
        each.sort_by(f64::total_cmp);
        let [least, most] = interval(&pairs, part);
        println!(
            "CPU time of {what}: {:.2} ms without spectators, {:.2} ms with {viewers} ({:+.1} %, 95 % interval {least:+.1} to {most:+.1}; single pairs {:+.1} to {:+.1})",
            of(0),
            of(1),
            more(&pairs, part),
            each[0],
            each[each.len() - 1],
        );
        assert!(
            !slow || index != 0 || least <= MOST,
            "{viewers} spectators cost the arbiter's steps more than {MOST} %"
        );
    }
}
