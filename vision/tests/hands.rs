//! Hands over a real board: every square that they cover on every fifth frame, marked by eye, against what the eyes call seen.

use board::{BoardId, CameraId, Sighting, Square, SquareSet, Standing, Visibility};
use calibration::{BoardView, Corners};

use models::{BoardNet, ModelError, Runtime, Weights};
use std::collections::BTreeMap;
use std::path::Path;
use vision::{Eyes, WatchedBoard};

const FOOTAGE: &str = "../../shared/real/webcam/scholarsmate.avi";
const CORNERS: &str = "138,374.4,140,6,508,7,507,374";

/// What is asked: so many of the covered squares are not called seen, and so many of the free ones are not called covered.
const FLOOR: f64 = 0.99;

/// A free square may also be called moving: light that changes all over the picture and shadows of hands do that here. This many are called seen, which is what is reached.
const SEEN_FLOOR: f64 = 0.85;

/// What is marked of one frame: what is covered, and what does not count.
#[derive(Default)]
struct Marked {
    covered: SquareSet,
    unsure: SquareSet,
}

fn marked() -> BTreeMap<u64, Marked> {
    let text = include_str!("data/scholarsmate-hands.txt");
    let squares = |names: &str| names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect();
    let line = |line: &str| {
        let (frame, rest) = line.split_once(' ').unwrap();
        let (covered, unsure) = rest.split_once('?').unwrap_or((rest, ""));
        (frame.parse().unwrap(), Marked { covered: squares(covered), unsure: squares(unsure) })
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

#[derive(Default)]
struct Share {
    right: usize,
    of: usize,
}

impl Share {
    fn count(&mut self, right: bool) {
        self.right += usize::from(right);
        self.of += 1;
    }

    fn value(&self) -> f64 {
        self.right as f64 / self.of as f64
    }
}

#[test]
fn squares_under_hands_are_not_called_seen_and_free_ones_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let footage = root.join(FOOTAGE);
    if !footage.exists() {
        eprintln!("NOT RUN: {} is not there", footage.display());
        return;
    }
    let runtime = match Runtime::load(None) {
        Ok(runtime) => runtime,
        Err(error @ ModelError::RuntimeMissing { .. }) => {
            eprintln!("NOT RUN: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let weights = Weights::from_folder(&root.join("../models/weights")).expect("the weights that ship");
    let view = BoardView::new(&CORNERS.parse::<Corners>().unwrap(), None).unwrap();
    let board = WatchedBoard { camera: CameraId(0), board: BoardId::A, view };
    let mut eyes = Eyes::new(BoardNet::load(&runtime, &weights).expect("a network"), vec![board]);
    let mut video = capture::open(footage.to_str().expect("a path")).expect("a video");
    let marked = marked();
    let (mut covered, mut free, mut still) = (Share::default(), Share::default(), Share::default());
    let mut last = None;
    while let Some(frame) = video.next_frame().expect("a frame") {
        let observations = eyes.look(&frame, Standing::Frame).expect("a look");
        let evidence = observations.into_iter().find_map(|observation| match observation.sighting {
            Sighting::Board(evidence) => Some(evidence),
            _ => None,
        });
        last = evidence.or(last);
        let (Some(evidence), 0) = (&last, frame.number % 5) else { continue };
        let nothing = Marked::default();
        let truth = marked.get(&frame.number).unwrap_or(&nothing);
        for square in Square::all().filter(|square| !truth.unsure.contains(*square)) {
            let visibility = evidence.at(square).visibility;
            if truth.covered.contains(square) {
                covered.count(visibility != Visibility::Seen);
                if visibility == Visibility::Seen {
                    println!("frame {}: {square} is covered and called seen", frame.number);
                }
            } else {
                free.count(visibility == Visibility::Seen);
                still.count(visibility != Visibility::NotSeen);
            }
        }
    }
    println!(
        "covered squares not called seen: {} of {} ({:.1} %); free ones called seen: {} of {} ({:.1} %), not called covered: {:.1} %",
        covered.right,
        covered.of,
        100.0 * covered.value(),
        free.right,
        free.of,
        100.0 * free.value(),
        100.0 * still.value()
    );
    assert!(covered.of > 130 && covered.value() >= FLOOR, "{} of {}", covered.right, covered.of);
    assert!(still.value() >= FLOOR, "{} of {}", still.right, still.of);
    assert!(free.value() >= SEEN_FLOOR, "{} of {}", free.right, free.of);
}
