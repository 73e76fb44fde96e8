//! The camera's picture is watched: what was done to footage is noticed, within a stated time and as what it is; hands, arms and
//! people over the table, and footage to which nothing was done, are not.
//!
//! Made from the sample of two boards; the last test looks at all other footage that is there, and says what it did not find.

use board::{BoardId, CameraId, Stamp};
use calibration::{BoardView, Corners, Point};
use capture::{Frame, Image};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vision::{Scene, SceneNotice};

type Views = Vec<(BoardId, BoardView)>;

/// What is done to the footage begins and ends at these moments of it, in milliseconds.
const BEGINS: i64 = 5_000;
const ENDS: i64 = 13_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn frames(video: &Path) -> Vec<Frame> {
    let mut source = capture::open_for(video.to_str().unwrap(), CameraId(0)).unwrap();
    std::iter::from_fn(|| source.next_frame().unwrap()).collect()
}

fn view(corners: [[f64; 2]; 4]) -> BoardView {
    let [a8, h8, h1, a1] = corners.map(|[x, y]| Point::new(x, y));
    BoardView::new(&Corners { a8, h8, h1, a1 }, None).unwrap()
}

/// The boards of a reel by its truth.
fn views(folder: &Path) -> Views {
    let text = std::fs::read_to_string(folder.join("truth.json")).unwrap();
    let truth: serde_json::Value = serde_json::from_str(&text).unwrap();
    let boards = [("A", BoardId::A), ("B", BoardId::B)].into_iter();
    let of = |name: &str| {
        let corner = |which: &str| serde_json::from_value(truth["corners"][name][which].clone()).unwrap();
        view(["a8", "h8", "h1", "a1"].map(corner))
    };
    boards.map(|(name, board)| (board, of(name))).collect()
}

/// The word for a notice; asking where a board is tells nobody anything.
fn word(notice: &SceneNotice) -> Option<&'static str> {
    Some(match notice {
        SceneNotice::Light { .. } => "light",
        SceneNotice::Shadow { .. } => "shadow",
        SceneNotice::ShadowGone => "shadow gone",
        SceneNotice::Glare { .. } => "glare",
        SceneNotice::GlareGone => "glare gone",
        SceneNotice::Blurred { .. } => "blurred",
        SceneNotice::Sharp => "sharp",
        SceneNotice::Covered { .. } => "covered",
        SceneNotice::Uncovered => "uncovered",
        SceneNotice::Jolted(_) => return None,
    })
}

struct Seen {
    notices: Vec<(Stamp, SceneNotice)>,
    /// Frames in which a board was not to be believed, and looks for a board that were asked for.
    blind: Vec<(Stamp, bool)>,
}

impl Seen {
    fn told(&self) -> Vec<(i64, &'static str)> {
        self.notices.iter().filter_map(|(at, notice)| Some((at.millis(), word(notice)?))).collect()
    }

    fn jolts(&self) -> usize {
        self.notices.iter().filter(|(_, notice)| matches!(notice, SceneNotice::Jolted(_))).count()
    }

    fn blind_share(&self) -> f64 {
        self.blind.iter().filter(|(_, blind)| *blind).count() as f64 / self.blind.len().max(1) as f64
    }
}

/// Watches frames as `change` makes them; a board that is asked for is said to lie where it did, as it does.
fn watch(frames: &[Frame], views: &Views, change: &dyn Fn(&Frame) -> Arc<Image>) -> Seen {
    let mut scene = Scene::new(views.iter().cloned());
    let mut seen = Seen { notices: Vec::new(), blind: Vec::new() };
    for frame in frames {
        for notice in scene.observe(&change(frame), frame.at) {
            if let SceneNotice::Jolted(board) = notice {
                scene.stays(board);
            }
            seen.notices.push((frame.at, notice));
        }
        seen.blind.push((frame.at, views.iter().any(|(board, _)| scene.blinds(*board))));
    }
    seen
}

fn sample() -> (Vec<Frame>, Views) {
    let folder = root().join("samples/table-1");
    (frames(&folder.join("table.mp4")), views(&folder))
}

/// The picture with each byte changed, knowing where it is.
fn painted(image: &Image, paint: impl Fn(usize, usize, u8) -> f64) -> Arc<Image> {
    let (width, height) = (image.width(), image.height());
    let bytes = image.bgr().iter().enumerate().map(|(at, value)| {
        let pixel = at / 3;
        paint(pixel % width, pixel / width, *value).round().clamp(0.0, 255.0) as u8
    });
    Arc::new(Image::from_bgr(width, height, bytes.collect()).unwrap())
}

/// As a lens out of focus makes it: three means over a square are nearly a bell of that deviation, in pixels.
fn blurred(image: &Image, deviation: f64) -> Arc<Image> {
    let (width, height) = (image.width(), image.height());
    let reach = ((deviation * deviation + 1.0 / 12.0) * 12.0 / 3.0).sqrt() as usize / 2;
    let mut bytes = image.bgr().to_vec();
    for _ in 0..3 {
        bytes = mean_along(&bytes, width, height, 3, reach);
        bytes = mean_down(&bytes, width, height, reach);
    }
    Arc::new(Image::from_bgr(width, height, bytes).unwrap())
}

fn mean_along(bytes: &[u8], width: usize, height: usize, step: usize, reach: usize) -> Vec<u8> {
    let mut to = vec![0; bytes.len()];
    for line in 0..height {
        for channel in 0..step {
            let at = |x: usize| usize::from(bytes[(line * width + x) * step + channel]);
            let clamped = |x: isize| at(x.clamp(0, width as isize - 1) as usize);
            let mut sum: usize = (-(reach as isize)..=reach as isize).map(clamped).sum();
            for x in 0..width as isize {
                to[(line * width + x as usize) * step + channel] = (sum / (2 * reach + 1)) as u8;
                sum = sum + clamped(x + reach as isize + 1) - clamped(x - reach as isize);
            }
        }
    }
    to
}

fn mean_down(bytes: &[u8], width: usize, height: usize, reach: usize) -> Vec<u8> {
    let turned = |bytes: &[u8], width: usize, height: usize| -> Vec<u8> {
        (0..bytes.len())
            .map(|at| {
                let (pixel, channel) = (at / 3, at % 3);
                bytes[3 * (pixel % height * width + pixel / height) + channel]
            })
            .collect()
    };
    let sideways = turned(bytes, width, height);
    turned(&mean_along(&sideways, height, width, 3, reach), height, width)
}

/// Noise of that deviation, the same for the same picture.
fn noise(at: (usize, usize), frame: u64, deviation: f64) -> f64 {
    let mut sum = 0.0;
    let mut state = (at.0 as u64) << 40 ^ (at.1 as u64) << 20 ^ frame ^ 0x9E37_79B9_7F4A_7C15;
    for _ in 0..4 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        sum += (state >> 40) as f64 / (1u64 << 24) as f64 - 0.5;
    }
    sum * deviation * 3f64.sqrt()
}

/// How far something has come that takes `takes` ms from where it begins, and is gone after where it ends; 0 to 1.
fn come(at: Stamp, takes: i64) -> f64 {
    match at.millis() {
        ms if !(BEGINS..ENDS).contains(&ms) => 0.0,
        ms if ms - BEGINS >= takes => 1.0,
        ms => (ms - BEGINS) as f64 / takes as f64,
    }
}

/// What is done to a frame.
type Change = Box<dyn Fn(&Frame) -> Arc<Image>>;

/// What was done, what is to be told when it comes, within how many milliseconds, and what when it is over.
struct Case {
    name: &'static str,
    change: Change,
    begins: &'static str,
    within_ms: i64,
    ends: &'static str,
    ends_within_ms: i64,
}

fn case(
    name: &'static str,
    (begins, within_ms): (&'static str, i64),
    (ends, ends_within_ms): (&'static str, i64),
    change: impl Fn(&Frame) -> Arc<Image> + 'static,
) -> Case {
    Case { name, change: Box::new(change), begins, within_ms, ends, ends_within_ms }
}

fn gain(frame: &Frame, factor: f64) -> Arc<Image> {
    painted(&frame.image, |_, _, value| f64::from(value) * factor)
}

fn cases() -> Vec<Case> {
    let light = ("light", 1_600);
    vec![
        case("exposure down by a third at once", light, ("light", 1_600), |frame| {
            gain(frame, 1.0 - 0.33 * come(frame.at, 1))
        }),
        case("exposure up by a third at once", light, ("light", 1_600), |frame| {
            gain(frame, 1.0 + 0.33 * come(frame.at, 1))
        }),
        case("another tone at once", light, ("light", 1_600), |frame| {
            let gamma = 1.0 + 0.6 * come(frame.at, 1);
            painted(&frame.image, |_, _, value| 255.0 * (f64::from(value) / 255.0).powf(gamma))
        }),
        case("lamps off, down to an eighth of the light", light, ("light", 1_600), |frame| {
            gain(frame, 1.0 - 0.875 * come(frame.at, 1))
        }),
        case("exposure down by a half over two seconds", ("light", 3_600), ("light", 1_600), |frame| {
            gain(frame, 1.0 - 0.5 * come(frame.at, 2_000))
        }),
        case("the lamp of one side off", ("shadow", 3_600), ("shadow gone", 2_600), |frame| {
            let (on, middle) = (come(frame.at, 1), frame.image.width() as f64 / 2.0);
            painted(&frame.image, |x, _, value| {
                let side = 1.0 / (1.0 + ((x as f64 - middle) / 60.0).exp());
                f64::from(value) * (1.0 - 0.55 * on * side)
            })
        }),
        case("a shadow that moves over the table", ("shadow", 5_000), ("shadow gone", 2_600), |frame| {
            let reach = come(frame.at, 4_000) * 0.4 * frame.image.width() as f64;
            painted(&frame.image, |x, y, value| {
                let inside = ((reach - x as f64 - 0.2 * y as f64) / 10.0).clamp(0.0, 1.0);
                f64::from(value) * (1.0 - 0.5 * inside)
            })
        }),
        case("focus lost over a second", ("blurred", 3_600), ("sharp", 2_600), |frame| match come(frame.at, 1_000) {
            0.0 => frame.image.clone(),
            share => blurred(&frame.image, 6.0 * share),
        }),
        case("focus lost altogether", ("blurred", 3_600), ("sharp", 2_600), |frame| match come(frame.at, 1) {
            0.0 => frame.image.clone(),
            _ => blurred(&frame.image, 26.0),
        }),
        case("a black cap with a sensor's noise", ("covered", 1_400), ("uncovered", 1_600), |frame| {
            let (on, number) = (come(frame.at, 1), frame.number);
            painted(&frame.image, |x, y, value| f64::from(value) * (1.0 - on) + on * (6.0 + noise((x, y), number, 3.0)))
        }),
        case("a finger over the lens", ("covered", 1_400), ("uncovered", 1_600), |frame| {
            let (on, number) = (come(frame.at, 1), frame.number);
            let (width, height) = (frame.image.width() as f64, frame.image.height() as f64);
            painted(&frame.image, |x, y, value| {
                let finger = 60.0 + 90.0 * x as f64 / width + 30.0 * y as f64 / height + noise((x, y), number, 4.0);
                f64::from(value) * (1.0 - on) + on * finger
            })
        }),
        case("a lamp that glares on a board", ("glare", 4_600), ("glare gone", 1_600), |frame| {
            let on = come(frame.at, 1);
            painted(&frame.image, |x, y, value| {
                let away = ((x as f64 - 330.0).powi(2) + (y as f64 - 300.0).powi(2)).sqrt();
                f64::from(value) + on * (500.0 - 6.0 * away).max(0.0)
            })
        }),
    ]
}

#[test]
fn what_happens_to_the_picture_is_noticed_as_what_it_is() {
    let (frames, views) = sample();
    let mut wrong = Vec::new();
    for case in cases() {
        let seen = watch(&frames, &views, &*case.change);
        let told = seen.told();
        let after = |ms: i64, from: i64| ms - from;
        let fits = match told[..] {
            [(begun, begins), (ended, ends)] => {
                let (came, went) = (after(begun, BEGINS), after(ended, ENDS));
                println!("{}: {begins} after {came} ms, {ends} {went} ms after its end", case.name);
                (begins, ends) == (case.begins, case.ends)
                    && (0..=case.within_ms).contains(&came)
                    && (0..=case.ends_within_ms).contains(&went)
            }
            _ => false,
        };
        if !fits {
            wrong.push(format!("{}: {told:?}, {} jolts", case.name, seen.jolts()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_is_believed_while_nothing_can_be_seen_and_much_is_while_it_can() {
    let (frames, views) = sample();
    for case in cases() {
        let seen = watch(&frames, &views, &*case.change);
        let during = |ms: i64| (BEGINS + 200..ENDS).contains(&ms);
        let blind = |wanted: bool| {
            let those: Vec<bool> =
                seen.blind.iter().filter(|(at, _)| during(at.millis()) == wanted).map(|(_, blind)| *blind).collect();
            those.iter().filter(|blind| **blind).count() as f64 / those.len() as f64
        };
        println!("{}: blind {:.2} of the time, else {:.2}", case.name, blind(true), blind(false));
        let useless = case.begins == "covered" || case.name == "focus lost altogether";
        assert!(!useless || blind(true) == 1.0, "{}", case.name);
        assert!(useless || blind(true) < 0.05, "{}", case.name);
        // until what is seen has settled after the end some frames pass: a second at most, of some twenty
        assert!(blind(false) < 0.1, "{}", case.name);
    }
}

/// A body of a colour with folds, sharp at its edge, that covers the picture from one side up to a share of it.
fn body(frame: &Frame, share: f64, colour: [f64; 3]) -> Arc<Image> {
    let (width, height) = (frame.image.width(), frame.image.height());
    let edge = share * height as f64;
    let bytes = frame.image.bgr().iter().enumerate().map(|(at, value)| {
        let (x, y) = (at / 3 % width, at / 3 / width);
        let reach = edge * (0.8 + 0.2 * (x as f64 / 90.0 + frame.at.millis() as f64 / 900.0).sin());
        if y as f64 >= reach {
            return *value;
        }
        let folds = 1.0 + 0.15 * ((x as f64 + 0.6 * y as f64) / 17.0).sin() * ((y as f64 / 43.0).sin());
        (colour[at % 3] * folds) as u8
    });
    Arc::new(Image::from_bgr(width, height, bytes.collect()).unwrap())
}

#[test]
fn hands_arms_and_people_are_no_blur_no_shadow_and_no_cover() {
    let (frames, views) = sample();
    let dark: [f64; 3] = [46.0, 40.0, 36.0];
    let skin = [120.0, 150.0, 205.0];
    for (name, share, colour) in [("an arm", 0.3, skin), ("a dark shirt", 0.55, dark), ("a person", 0.8, skin)] {
        let seen = watch(&frames, &views, &|frame| match come(frame.at, 1_500) {
            0.0 => frame.image.clone(),
            come => body(frame, come * share, colour),
        });
        println!(
            "{name} over {share} of the picture: told {:?}, {} jolts, blind {:.3}",
            seen.told(),
            seen.jolts(),
            seen.blind_share()
        );
        assert!(seen.told().is_empty(), "{name}: {:?}", seen.told());
    }
}

#[test]
fn a_board_that_was_pushed_is_asked_for() {
    let (frames, views) = sample();
    // a square has 41 pixels here
    for (name, by) in [("a fifth of a square", 8), ("two squares", 82)] {
        let mut scene = Scene::new(views.iter().cloned());
        let mut asked = Vec::new();
        for frame in &frames {
            let image = if frame.at.millis() < BEGINS { frame.image.clone() } else { shifted(&frame.image, by) };
            for notice in scene.observe(&image, frame.at) {
                match notice {
                    SceneNotice::Jolted(board) => asked.push((frame.at.millis(), board)),
                    other => panic!("{name}: {other:?} at {:?}", frame.at),
                }
            }
        }
        let first = |of: BoardId| asked.iter().find(|(_, board)| *board == of).map(|(ms, _)| ms - BEGINS);
        println!(
            "pushed by {name}: asked for A after {:?} ms, for B after {:?} ms",
            first(BoardId::A),
            first(BoardId::B)
        );
        for board in [BoardId::A, BoardId::B] {
            // measured 1.4 to 4.4 s: it could be sooner, and is not to become later
            assert!(first(board).is_some_and(|ms| (0..=5_000).contains(&ms)), "{name}: {asked:?}");
        }
    }
}

/// The picture moved to the right.
fn shifted(image: &Image, by: usize) -> Arc<Image> {
    let (width, height) = (image.width(), image.height());
    let byte = |at: usize| image.bgr()[3 * (at / 3 / width * width + (at / 3 % width).saturating_sub(by)) + at % 3];
    Arc::new(Image::from_bgr(width, height, (0..3 * width * height).map(byte).collect()).unwrap())
}

/// All footage that is on this machine, with its boards.
fn footage() -> Vec<(String, PathBuf, Views)> {
    let mut all = Vec::new();
    let mut reels = vec![root().join("samples/table-1")];
    let shared = root().join("../shared");
    reels.extend(["reel-1", "reel-2"].map(|reel| shared.join("reels").join(reel)));
    if let Some(home) = std::env::var_os("HOME") {
        let own = Path::new(&home).join(".cache/tandem/reels");
        reels.extend(["fast", "medium", "dim"].map(|reel| own.join(reel)));
    }
    for reel in reels {
        if reel.join("truth.json").exists() {
            all.push((reel.display().to_string(), reel.join("table.mp4"), views(&reel)));
        } else {
            eprintln!("NOT RUN: {} is not there", reel.display());
        }
    }
    let webcam = shared.join("real/webcam");
    match std::fs::read_to_string(webcam.join("clips.json")) {
        Err(_) => eprintln!("NOT RUN: {} is not there", webcam.display()),
        Ok(text) => {
            let clips: serde_json::Value = serde_json::from_str(&text).unwrap();
            for clip in clips["videos"].as_array().unwrap() {
                let corner = |which: &str| serde_json::from_value(clip["corners"][which].clone()).ok();
                let named = ["a8", "h8", "h1", "a1"].map(corner);
                let clockwise: Option<[[f64; 2]; 4]> =
                    serde_json::from_value(clip["corners_clockwise_from_top_left"].clone()).ok();
                let corners = match named {
                    [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
                    _ => clockwise,
                };
                let video = webcam.join(clip["video"].as_str().unwrap());
                match corners {
                    Some(corners) => all.push((video.display().to_string(), video, vec![(BoardId::A, view(corners))])),
                    None => eprintln!("NOT RUN: {} has no corners", video.display()),
                }
            }
        }
    }
    all
}

#[test]
fn nothing_is_told_of_footage_to_which_nothing_was_done() {
    for (name, video, views) in footage() {
        let frames = frames(&video);
        let begun = std::time::Instant::now();
        let seen = watch(&frames, &views, &|frame| frame.image.clone());
        let each = begun.elapsed().as_secs_f64() * 1000.0 / frames.len() as f64;
        println!(
            "{name}: {} frames, {each:.3} ms each, told {:?}, {} jolts, blind {:.3}",
            frames.len(),
            seen.notices,
            seen.jolts(),
            seen.blind_share()
        );
        // the exposure of scholarsmate.avi does jump, twice
        let told: Vec<&str> = seen.told().into_iter().map(|(_, word)| word).collect();
        let jumps = name.ends_with("scholarsmate.avi");
        assert!(told.is_empty() || jumps && told.iter().all(|word| *word == "light"), "{name}: {told:?}");
        assert!(seen.blind_share() < 0.01, "{name}");
    }
}
