//! Times read from clocks' displays: drawn ones of several kinds, and footage whose times are known.

use board::{BoardId, CameraId, ClockSighting, Color, Sighting, Stamp};
use calibration::{BoardView, Corners, Point};
use std::path::{Path, PathBuf};
use vision::{ClockEyes, ClockZone, WatchedClock};

#[derive(serde::Deserialize)]
struct Truth {
    corners: std::collections::BTreeMap<BoardId, std::collections::BTreeMap<String, [f64; 2]>>,
}

#[derive(serde::Deserialize)]
struct Press {
    t_ms: i64,
    board: BoardId,
    press: Color,
    white_ms: i64,
    black_ms: i64,
}

/// What a clock truly shows at a moment, in whole seconds, by its presses: White's time and Black's.
fn shown(presses: &[Press], board: BoardId, at_ms: i64, start_ms: i64) -> [i64; 2] {
    let own = || presses.iter().filter(|press| press.board == board);
    let [white, black] = match own().rfind(|press| press.t_ms <= at_ms) {
        Some(Press { t_ms, press: Color::White, white_ms, black_ms, .. }) => [*white_ms, black_ms - (at_ms - t_ms)],
        Some(Press { t_ms, white_ms, black_ms, .. }) => [white_ms - (at_ms - t_ms), *black_ms],
        // White's clock runs from the beginning
        None => [start_ms - at_ms, start_ms],
    };
    [white.div_euclid(1000), black.div_euclid(1000)]
}

#[derive(Debug, Default)]
struct Told {
    /// Times told, each of one player, those that show what the clock does, those a second off, and others.
    times: usize,
    exact: usize,
    near: usize,
    wrong: usize,
    presses: usize,
    /// Presses after which the time of who pressed was told before the next.
    after_presses: usize,
    first_ms: [Option<i64>; 2],
    /// Spent on a frame on average, and once the displays are found.
    microseconds: [f64; 2],
}

fn watch(folder: &Path, start_ms: i64) -> Told {
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let truth: Truth = serde_json::from_str(&text("truth.json")).unwrap();
    let presses: Vec<Press> = text("clock.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut clocks = Vec::new();
    for (board, corners) in &truth.corners {
        let point = |name: &str| Point::new(corners[name][0], corners[name][1]);
        let corners = Corners { a8: point("a8"), h8: point("h8"), h1: point("h1"), a1: point("a1") };
        let view = BoardView::new(&corners, None).unwrap();
        let zone = ClockZone { along: (2.4, 5.6), across: (-0.3, -2.5), told: true };
        clocks.push(WatchedClock { camera: CameraId(0), board: *board, view, zone });
    }
    let mut eyes = ClockEyes::new(clocks);
    let mut source = capture::open_for(&folder.join("table.mp4").to_string_lossy(), CameraId(0)).unwrap();
    let (mut told, mut spent, mut end) = (Told::default(), Vec::new(), Stamp::ZERO);
    let mut seen: Vec<(BoardId, i64, [Option<i64>; 2])> = Vec::new();
    while let Some(frame) = source.next_frame().unwrap() {
        let begun = std::time::Instant::now();
        let observations = eyes.look(&frame);
        let microseconds = begun.elapsed().as_secs_f64() * 1e6;
        spent.push(microseconds);
        end = frame.at;
        for observation in observations {
            let Sighting::Clock(ClockSighting { reading, certainty }) = observation.sighting else { continue };
            if reading.pressed.is_none() {
                assert!(certainty >= 750, "{reading:?}");
                seen.push((reading.board, reading.at.millis(), [reading.white_ms, reading.black_ms]));
            }
        }
    }
    // the beginning, in which displays are looked for, lasts no third of a reel
    let mean = |spent: &[f64]| spent.iter().sum::<f64>() / spent.len().max(1) as f64;
    told.microseconds = [mean(&spent), mean(&spent[spent.len() / 3..])];
    for (board, at, times) in &seen {
        told.first_ms[board.index()].get_or_insert(*at);
        for (side, (time, shown)) in times.iter().zip(shown(&presses, *board, *at, start_ms)).enumerate() {
            let Some(time) = time.map(|ms| ms / 1000) else { continue };
            told.times += 1;
            match (time - shown).abs() {
                0 => told.exact += 1,
                1 => told.near += 1,
                _ => {
                    told.wrong += 1;
                    println!("    wrong: {board} {} at {at} ms: {time} for {shown}", Color::BOTH[side].name());
                }
            }
        }
    }
    for press in presses.iter().filter(|press| press.t_ms < end.millis()) {
        let next = presses.iter().find(|next| next.board == press.board && next.t_ms > press.t_ms);
        let until = next.map_or(end.millis(), |next| next.t_ms);
        told.presses += 1;
        let side = press.press.index();
        let own = |(board, at, times): &(BoardId, i64, [Option<i64>; 2])| {
            *board == press.board && (press.t_ms..=until).contains(at) && times[side].is_some()
        };
        told.after_presses += usize::from(seen.iter().any(own));
    }
    told
}

fn report(folder: &Path, start_ms: i64) -> Told {
    let told = watch(folder, start_ms);
    let Told { times, exact, near, wrong, presses, after_presses, first_ms, microseconds } = &told;
    println!(
        "{}: {times} times told, {exact} as shown, {near} a second off, {wrong} wrong; after {after_presses} of {presses} presses; first at {first_ms:?} ms; {:.0} us a frame, {:.0} once found",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        microseconds[0],
        microseconds[1],
    );
    told
}

#[test]
fn times_of_the_reels_are_read() {
    let reels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/reels");
    if !reels.is_dir() {
        println!("NOT RUN: ../shared/reels is not there");
        return;
    }
    for (name, start_ms, least) in [("reel-1", 300_000, 45), ("reel-2", 180_000, 25)] {
        let told = report(&reels.join(name), start_ms);
        assert!(told.wrong == 0 && told.exact + told.near >= least, "{name}: {told:?}");
    }
    // more reels, named in TANDEM_CLOCK_REELS with colons between them, are only told about
    let others = std::env::var_os("TANDEM_CLOCK_REELS").unwrap_or_default();
    for folder in std::env::split_paths(&others).filter(|folder: &PathBuf| !folder.as_os_str().is_empty()) {
        report(&folder, 300_000);
    }
}
