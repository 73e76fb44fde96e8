//! The shipped network gives here what it gave where it was trained.

use board::CLASS_COUNT;
use models::{BoardNet, ModelError, Runtime, Weights};
use std::path::Path;

#[derive(serde::Deserialize)]
struct Fixture {
    /// A rectified picture, beside the fixture.
    picture: String,
    /// How far a logit may be off.
    tolerance: f32,
    /// By class, row and column.
    classes: Vec<Vec<Vec<f32>>>,
    /// By row and column, in one plane.
    covered: Vec<Vec<Vec<f32>>>,
}

#[test]
fn the_shipped_network_fits_the_program_and_its_fixture() {
    let weights = Weights::shipped().unwrap();
    let runtime = match Runtime::load(None) {
        Ok(runtime) => runtime,
        Err(error @ ModelError::RuntimeMissing { .. }) => {
            eprintln!("NOT RUN: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let mut net = BoardNet::load(&runtime, &weights).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("weights");
    let fixture: Fixture = serde_json::from_slice(&std::fs::read(folder.join("board-parity.json")).unwrap()).unwrap();
    assert!(fixture.tolerance <= 0.05, "a tolerance of {} would hide a wrong reading", fixture.tolerance);

    let picture = image::open(folder.join(&fixture.picture)).unwrap().to_rgb8();
    let side = net.input().size();
    assert_eq!((picture.width() as usize, picture.height() as usize), (side, side));
    let mut planes = vec![0.0; 3 * side * side];
    for (at, pixel) in picture.pixels().enumerate() {
        for channel in 0..3 {
            planes[channel * side * side + at] = f32::from(pixel.0[channel]) / 255.0;
        }
    }
    // The same board twice: boards of one batch do not touch each other
    let both = [planes.as_slice(), planes.as_slice()].concat();
    let readings = net.run(&both).unwrap();
    assert_eq!(readings.len(), 2);
    for reading in &readings {
        for at in 0..64 {
            for class in 0..CLASS_COUNT {
                near(reading.classes[at][class], fixture.classes[class][at / 8][at % 8], fixture.tolerance);
            }
            near(reading.covered[at], fixture.covered[0][at / 8][at % 8], fixture.tolerance);
        }
    }
}

fn near(got: f32, expected: f32, tolerance: f32) {
    assert!((got - expected).abs() <= tolerance, "{got} instead of {expected}");
}
