//! Networks that fit and networks that do not, run through the real ONNX Runtime.

use models::{BoardNet, ModelError, Runtime, Weights};
use std::path::{Path, PathBuf};

/// The runtime, or `None` and a loud line where the set-up has not been run.
fn runtime() -> Option<Runtime> {
    match Runtime::load(None) {
        Ok(runtime) => Some(runtime),
        Err(error @ ModelError::RuntimeMissing { .. }) => {
            eprintln!("NOT RUN: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// A folder with the network of one folder of the test data and the manifest of another.
fn folder_of(network: &str, manifest: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(data().join(network).join("board.onnx"), folder.path().join("board.onnx")).unwrap();
    std::fs::copy(data().join(manifest).join("board.json"), folder.path().join("board.json")).unwrap();
    folder
}

/// Puts the hash of the folder's network into its manifest, and `change`s that.
fn with_right_hash(folder: &Path, change: impl Fn(&mut serde_json::Value)) {
    use sha2::{Digest, Sha256};
    let onnx = std::fs::read(folder.join("board.onnx")).unwrap();
    let path = folder.join("board.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    manifest["sha256"] = Sha256::digest(&onnx).iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    change(&mut manifest);
    std::fs::write(path, manifest.to_string()).unwrap();
}

/// The one line with which the folder's network is refused.
fn refusal(runtime: &Runtime, folder: &Path) -> String {
    let error = match Weights::from_folder(folder) {
        Ok(weights) => BoardNet::load(runtime, &weights).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// Planes of one dark board of 320 x 320 whose square in `row` and `column` has `colour` (red, green, blue).
fn planes_with(row: usize, column: usize, colour: [f32; 3]) -> Vec<f32> {
    let mut planes = vec![0.0; 3 * 320 * 320];
    for (plane, value) in planes.chunks_exact_mut(320 * 320).zip(colour) {
        for y in (row + 1) * 32..(row + 2) * 32 {
            plane[y * 320 + (column + 1) * 32..][..32].fill(value);
        }
    }
    planes
}

#[test]
fn squares_come_out_where_they_were_put_and_boards_in_order() {
    let Some(runtime) = runtime() else { return };
    let mut net = BoardNet::load(&runtime, &Weights::from_folder(&data().join("tiny")).unwrap()).unwrap();
    let mut planes = planes_with(0, 2, [1.0, 0.0, 0.0]);
    planes.extend(planes_with(7, 5, [0.0, 1.0, 1.0]));
    let readings = net.run(&planes).unwrap();
    assert_eq!(readings.len(), 2);
    assert!((readings[0].classes[2][6] - 10.0).abs() < 1e-4);
    assert!((readings[0].classes[3][6]).abs() < 1e-4);
    assert!((readings[1].classes[7 * 8 + 5][12] - 10.0).abs() < 1e-4);
    assert!((readings[1].covered[7 * 8 + 5] - 5.0).abs() < 1e-4);
    assert!((readings[1].covered[0] + 5.0).abs() < 1e-4);

    assert_eq!(net.run(&[]).unwrap(), []);
    assert!(net.run(&planes[1..]).unwrap_err().to_string().contains("no whole number of boards"));
}

#[test]
fn a_network_that_is_not_the_manifests_is_refused() {
    let Some(runtime) = runtime() else { return };
    let swapped = folder_of("twelve", "tiny");
    assert!(refusal(&runtime, swapped.path()).contains("its SHA-256 is"));

    with_right_hash(swapped.path(), |_| {});
    assert!(refusal(&runtime, swapped.path()).contains("is [-1, 12, 8, 8], expected [-1, 13, 8, 8]"));

    let renamed = folder_of("tiny", "tiny");
    with_right_hash(renamed.path(), |manifest| manifest["outputs"]["covered"]["name"] = "hands".into());
    assert!(refusal(&runtime, renamed.path()).contains("no output \"hands\""));

    let resized = folder_of("tiny", "tiny");
    with_right_hash(resized.path(), |manifest| {
        manifest["input"]["pixels_per_square"] = 40.into();
        manifest["input"]["shape"] = serde_json::json!(["n", 3, 400, 400]);
    });
    assert!(refusal(&runtime, resized.path()).contains("is [-1, 3, 320, 320], expected [-1, 3, 400, 400]"));
}

#[test]
fn a_file_that_is_no_network_is_refused() {
    let Some(runtime) = runtime() else { return };
    let folder = folder_of("tiny", "tiny");
    let network = folder.path().join("board.onnx");
    let whole = std::fs::read(&network).unwrap();

    std::fs::write(&network, "").unwrap();
    assert!(refusal(&runtime, folder.path()).contains("board.onnx: the file is empty"));
    for bytes in [b"no network".as_slice(), &whole[..whole.len() / 2]] {
        std::fs::write(&network, bytes).unwrap();
        assert!(refusal(&runtime, folder.path()).contains("its SHA-256 is"));
        with_right_hash(folder.path(), |_| {});
        assert!(refusal(&runtime, folder.path()).contains("takes it for no network"));
    }

    std::fs::remove_file(&network).unwrap();
    assert!(refusal(&runtime, folder.path()).contains("board.onnx: cannot be read"));
    std::fs::write(folder.path().join("board.json"), [0xff, 0xfe]).unwrap();
    std::fs::write(&network, whole).unwrap();
    assert!(refusal(&runtime, folder.path()).contains("board.json: not a model manifest"));
}
