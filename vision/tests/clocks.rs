//! Presses read from the picture of a clock: drawn ones of several kinds, and footage whose presses are known.

use board::{BoardId, CameraId, ClockSighting, Color, Sighting, Stamp};
use calibration::{BoardView, Corners, Point};
use capture::{Frame, Image};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vision::{ClockEyes, ClockZone, WatchedClock};

/// How a clock is drawn: the colours of table, body, rocker and hand in blue, green, red, and how bright the light is.
struct Look {
    name: &'static str,
    table: [f32; 3],
    body: [f32; 3],
    rocker: [f32; 3],
    hand: [f32; 3],
    light: f32,
}

static LOOKS: [Look; 5] = [
    Look {
        name: "dark on grey",
        table: [90.0; 3],
        body: [38.0; 3],
        rocker: [200.0; 3],
        hand: [95.0, 130.0, 190.0],
        light: 1.0,
    },
    Look {
        name: "white on green",
        table: [90.0, 130.0, 95.0],
        body: [210.0; 3],
        rocker: [190.0; 3],
        hand: [60.0, 85.0, 125.0],
        light: 0.9,
    },
    Look {
        name: "red on wood",
        table: [80.0, 120.0, 160.0],
        body: [40.0, 40.0, 150.0],
        rocker: [205.0; 3],
        hand: [130.0, 165.0, 215.0],
        light: 1.0,
    },
    Look {
        name: "blue in dim light",
        table: [60.0; 3],
        body: [110.0, 60.0, 40.0],
        rocker: [170.0; 3],
        hand: [100.0, 140.0, 200.0],
        light: 0.5,
    },
    Look {
        name: "black with a dark hand",
        table: [70.0; 3],
        body: [30.0; 3],
        rocker: [180.0; 3],
        hand: [40.0, 58.0, 92.0],
        light: 1.0,
    },
];

/// A board at the right of a picture, White at the bottom, and a clock beside its a-file.
const SIZE: (usize, usize) = (420, 320);
const CORNERS: &str = "120,20,400,20,400,300,120,300";

struct Drawn {
    dice: u64,
}

impl Drawn {
    /// Marsaglia's xorshift64, as noise of a few grey levels.
    fn noise(&mut self) -> f32 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice % 9) as f32 - 4.0
    }

    /// The table with a hand that reaches so far over either end of the clock (0 for none, 1 as far as it presses), and a shadow that
    /// falls on everything above this row.
    fn frame(&mut self, look: &Look, reach: [f32; 2], shadow: usize) -> Image {
        let mut bytes = Vec::with_capacity(3 * SIZE.0 * SIZE.1);
        for y in 0..SIZE.1 {
            for x in 0..SIZE.0 {
                let on_clock = (38..98).contains(&x) && (108..212).contains(&y);
                let on_rocker = (62..80).contains(&x) && (116..204).contains(&y);
                // fingers with gaps between them
                let finger = (44..92).contains(&x) && x % 12 < 9;
                let from_white = finger && reach[0] > 0.0 && y as f32 > 230.0 - 60.0 * reach[0];
                let from_black = finger && reach[1] > 0.0 && (y as f32) < 90.0 + 60.0 * reach[1];
                let colour = match (from_white || from_black, on_rocker, on_clock) {
                    (true, ..) => look.hand,
                    (_, true, _) => look.rocker,
                    (_, _, true) => look.body,
                    _ => look.table,
                };
                let light = look.light * if y < shadow { 0.6 } else { 1.0 };
                let noise = self.noise();
                bytes.extend(colour.map(|value| (value * light + noise).clamp(0.0, 255.0) as u8));
            }
        }
        Image::from_bgr(SIZE.0, SIZE.1, bytes).unwrap()
    }
}

fn eyes(told: bool) -> ClockEyes {
    let view = BoardView::new(&CORNERS.parse::<Corners>().unwrap(), None).unwrap();
    let outline = [(35.0, 105.0), (101.0, 105.0), (101.0, 215.0), (35.0, 215.0)].map(|(x, y)| Point::new(x, y));
    let zone = ClockZone::of_outline(&outline, &view, told).unwrap();
    ClockEyes::new(vec![WatchedClock { camera: CameraId(0), board: BoardId::A, view, zone }])
}

/// Ten seconds at 15 frames a second: White and Black press in turn, a second apart from 1000 ms on; shadows pass in between.
fn filmed(look: &Look, eyes: &mut ClockEyes) -> Vec<(i64, Color, i64, u16)> {
    let mut drawn = Drawn { dice: 0x9E37_79B9_7F4A_7C15 };
    let mut presses = Vec::new();
    for number in 0..150u64 {
        let ms = number as i64 * 1000 / 15;
        let (turn, phase) = (ms / 1000, ms % 1000);
        // from 150 ms before it to the press the hand is over the clock, and withdraws within another 100
        let near = if phase >= 850 {
            1.0
        } else if phase < 100 && turn > 0 {
            0.3
        } else {
            0.0
        };
        let by = usize::from(if phase >= 850 { turn } else { turn - 1 } % 2 != 0);
        let mut reach = [0.0; 2];
        reach[by] = near;
        let shadow = if (300..700).contains(&phase) { 60 + phase as usize / 4 } else { 0 };
        let image = Arc::new(drawn.frame(look, reach, shadow));
        let frame = Frame { camera: CameraId(0), number, at: Stamp::from_millis(ms), image };
        for observation in eyes.look(&frame) {
            assert_eq!((observation.at, observation.frame), (frame.at, number));
            let Sighting::Clock(ClockSighting { reading, certainty }) = observation.sighting else {
                panic!("no clock")
            };
            assert_eq!(reading.board, BoardId::A);
            presses.extend(reading.pressed.map(|color| (reading.at.millis(), color, ms, certainty)));
        }
    }
    presses
}

#[test]
fn presses_are_read_from_drawn_clocks_and_shadows_are_none() {
    for look in &LOOKS {
        let presses = filmed(look, &mut eyes(true));
        let expected: Vec<Color> = (0..9).map(|n| Color::BOTH[n % 2]).collect();
        assert_eq!(presses.iter().map(|press| press.1).collect::<Vec<_>>(), expected, "{}: {presses:?}", look.name);
        for (index, (at, _, told, certainty)) in presses.iter().enumerate() {
            let due = 1000 * (index as i64 + 1);
            assert!((at - due).abs() <= 100 && told - at <= 200 && *certainty >= 750, "{}: {presses:?}", look.name);
        }
    }
}

#[test]
fn where_nobody_said_that_a_clock_stands_it_has_to_be_recognised_first() {
    let presses = filmed(&LOOKS[0], &mut eyes(false));
    assert_eq!((presses.len(), presses[0].0 / 1000), (6, 4), "{presses:?}");
}

#[test]
fn a_clock_that_is_pushed_or_lit_otherwise_is_learnt_anew() {
    let (mut eyes, mut drawn) = (eyes(true), Drawn { dice: 77 });
    let mut told = 0;
    for number in 0..150u64 {
        let mut reach = [0.0; 2];
        // a hand lies there from the beginning to 1 s; from 3 s on another light; a press at 8 s
        reach[0] = if number < 15 || (117..121).contains(&number) { 1.0 } else { 0.0 };
        let look = if number < 45 { &LOOKS[0] } else { &LOOKS[3] };
        let image = Arc::new(drawn.frame(look, reach, 0));
        let at = Stamp::from_millis(number as i64 * 1000 / 15);
        let seen = eyes.look(&Frame { camera: CameraId(0), number, at, image });
        if number > 110 {
            told += seen.len();
        } else {
            assert!(seen.is_empty(), "{seen:?}");
        }
    }
    assert_eq!(told, 1);
}

#[derive(serde::Deserialize)]
struct Truth {
    corners: std::collections::BTreeMap<BoardId, std::collections::BTreeMap<String, [f64; 2]>>,
}

#[derive(serde::Deserialize)]
struct Line {
    t_ms: i64,
    board: BoardId,
    press: Color,
}

/// What was found of the presses of a reel, with the zones where clocks stand most often.
#[derive(Debug, Default)]
struct Found {
    presses: usize,
    found: usize,
    invented: usize,
    /// The errors of those found, in milliseconds, in order.
    errors: Vec<i64>,
    /// From each press to its being told, in milliseconds.
    late: Vec<i64>,
    microseconds: f64,
}

fn watch(folder: &Path) -> Found {
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let truth: Truth = serde_json::from_str(&text("truth.json")).unwrap();
    let lines: Vec<Line> = text("clock.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut clocks = Vec::new();
    for (board, corners) in &truth.corners {
        let point = |name: &str| Point::new(corners[name][0], corners[name][1]);
        let corners = Corners { a8: point("a8"), h8: point("h8"), h1: point("h1"), a1: point("a1") };
        let view = BoardView::new(&corners, None).unwrap();
        // as drawn by somebody who set the table up: the clock with some room around it
        let zone = ClockZone { along: (2.4, 5.6), across: (-0.3, -2.5), told: true };
        clocks.push(WatchedClock { camera: CameraId(0), board: *board, view, zone });
    }
    let mut eyes = ClockEyes::new(clocks);
    let mut source = capture::open_for(&folder.join("table.mp4").to_string_lossy(), CameraId(0)).unwrap();
    let (mut seen, mut found, mut frames, mut spent) = (Vec::new(), Found::default(), 0u32, 0.0);
    let mut end = Stamp::ZERO;
    while let Some(frame) = source.next_frame().unwrap() {
        let begun = std::time::Instant::now();
        let observations = eyes.look(&frame);
        spent += begun.elapsed().as_secs_f64();
        frames += 1;
        end = frame.at;
        for observation in observations {
            let Sighting::Clock(ClockSighting { reading, .. }) = observation.sighting else { continue };
            seen.extend(reading.pressed.map(|by| (reading.board, by, reading.at.millis(), observation.at.millis())));
        }
    }
    found.microseconds = spent * 1e6 / f64::from(frames);
    for line in lines.iter().filter(|line| line.t_ms < end.millis()) {
        found.presses += 1;
        let near = |(_, (board, by, at, _)): &(usize, &(BoardId, Color, i64, i64))| {
            *board == line.board && *by == line.press && (at - line.t_ms).abs() < 400
        };
        let Some((index, _)) = seen.iter().enumerate().filter(near).min_by_key(|(_, s)| (s.2 - line.t_ms).abs()) else {
            println!("    missed: {} {:?} at {} ms", line.board, line.press, line.t_ms);
            continue;
        };
        let (_, _, at, told) = seen.remove(index);
        found.found += 1;
        found.errors.push((at - line.t_ms).abs());
        found.late.push(told - line.t_ms);
    }
    seen.iter().for_each(|(board, by, at, _)| println!("    invented: {board} {by:?} at {at} ms"));
    found.invented = seen.len();
    found.errors.sort_unstable();
    found.late.sort_unstable();
    found
}

fn report(folder: &Path) -> Found {
    let found = watch(folder);
    let Found { presses, found: right, invented, errors, late, microseconds } = &found;
    println!(
        "{}: {right} of {presses} presses, {invented} invented, error {} ms in the middle, {} ms at most, told {} ms late at most, {microseconds:.0} us a frame",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        errors.get(errors.len() / 2).unwrap_or(&0),
        errors.last().unwrap_or(&0),
        late.last().unwrap_or(&0),
    );
    found
}

#[test]
fn presses_of_the_reels_are_seen() {
    let reels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/reels");
    if !reels.is_dir() {
        println!("NOT RUN: ../shared/reels is not there");
        return;
    }
    for (name, least, most) in [("reel-1", 29, 0), ("reel-2", 27, 1)] {
        let found = report(&reels.join(name));
        assert!(found.found >= least && found.invented <= most, "{name}: {found:?}");
        // a hand that comes twice for one press may be taken at its word too early: once in the two reels, and not sure
        let far = found.errors.iter().filter(|error| **error > 170).count();
        assert!(found.errors[found.errors.len() / 2] <= 34 && far <= 1, "{name}: {found:?}");
    }
    // more reels, named in TANDEM_CLOCK_REELS with colons between them, are only told about
    let others = std::env::var_os("TANDEM_CLOCK_REELS").unwrap_or_default();
    for folder in std::env::split_paths(&others).filter(|folder: &PathBuf| !folder.as_os_str().is_empty()) {
        report(&folder);
    }
}
