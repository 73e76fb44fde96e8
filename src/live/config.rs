//! What `tandem run` is told: a table and how it is watched. Its form is documented in `docs/ref/run.md`.

use crate::failure::Failure;
use crate::plan::{CameraPlan, Placing};
use crate::profiles;
use crate::table_file::check_boards;
use crate::toml_words::{check_keys, in_line};
use arbiter::profile::Profile;
use board::{BoardId, CameraId, Color};
use capture::live::{Address, HealthSettings, LiveSettings, UsbWishes};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file, read strictly.
#[derive(Deserialize, Clone, Debug, PartialEq)]
struct RunFile {
    profile: Option<String>,
    folder: Option<PathBuf>,
    camera: Vec<CameraEntry>,
    #[serde(default)]
    inputs: InputsEntry,
    #[serde(default)]
    watch: WatchEntry,
    #[serde(default)]
    recording: RecordingEntry,
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
struct CameraEntry {
    source: String,
    boards: Vec<BoardId>,
    calibration: Option<PathBuf>,
    size: Option<[u32; 2]>,
    rate: Option<u32>,
    exposure: Option<i64>,
    focus: Option<i64>,
    #[serde(default)]
    again: bool,
}

#[derive(Deserialize, Clone, Debug, PartialEq, Default)]
struct InputsEntry {
    clock: Option<PathBuf>,
    declarations: Option<PathBuf>,
    #[serde(default)]
    dgt3000: Vec<DgtEntry>,
}

/// A DGT 3000 behind the open BLE gateway.
#[derive(Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct DgtEntry {
    /// Whose clock it is.
    pub board: BoardId,
    /// Where the lines lie that the gateway notifies.
    pub events: PathBuf,
    /// Who sits at its left, seen from the display.
    pub left: Color,
}

#[derive(Deserialize, Clone, Debug, PartialEq, Default)]
struct WatchEntry {
    silent_after_s: Option<f64>,
    frozen_after_s: Option<f64>,
    least_rate: Option<f64>,
    reserves: Option<bool>,
}

/// What is kept of the pictures.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Video {
    /// Nothing but the pictures of alerts.
    Off,
    /// Some seconds around turns and alerts.
    #[default]
    Moments,
    /// Everything.
    All,
}

/// `[recording]`, with what is left out filled in.
#[derive(Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct RecordingEntry {
    /// What is kept.
    pub video: Video,
    /// So much of the disk all recordings in the folder may take, in gigabytes.
    pub most_gb: f64,
    /// Recordings older than this are removed, in days.
    pub keep_days: f64,
    /// Seconds before and after a moment.
    pub around_s: f64,
    /// Whether everything outside the table's surroundings is blackened.
    pub mask: bool,
}

impl Default for RecordingEntry {
    fn default() -> RecordingEntry {
        RecordingEntry { video: Video::Moments, most_gb: 20.0, keep_days: 30.0, around_s: 4.0, mask: true }
    }
}

const KEYS: [&str; 7] = ["profile", "folder", "camera", "inputs", "watch", "recording", "console"];
const CAMERA_KEYS: [&str; 8] = ["source", "boards", "calibration", "size", "rate", "exposure", "focus", "again"];
const INPUT_KEYS: [&str; 3] = ["clock", "declarations", "dgt3000"];
const WATCH_KEYS: [&str; 4] = ["silent_after_s", "frozen_after_s", "least_rate", "reserves"];
const RECORDING_KEYS: [&str; 5] = ["video", "most_gb", "keep_days", "around_s", "mask"];

/// A camera to be watched.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveCameraPlan {
    /// Which boards it sees, and where they lie.
    pub plan: CameraPlan,
    /// What it is.
    pub address: Address,
    /// What is asked of it.
    pub wishes: UsbWishes,
}

/// A table to be watched, as meant.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// The cameras.
    pub cameras: Vec<LiveCameraPlan>,
    /// The rules played by.
    pub profile: Profile,
    /// Where sessions are kept.
    pub folder: PathBuf,
    /// The clock's log, which grows.
    pub clock: Option<PathBuf>,
    /// The log of declarations, which grows.
    pub declarations: Option<PathBuf>,
    /// Clocks behind the open BLE gateway.
    pub dgt3000: Vec<DgtEntry>,
    /// Whether what lies beside the boards is read.
    pub reserves: bool,
    /// How patient the cameras' keeper is.
    pub settings: LiveSettings,
    /// What is recorded.
    pub recording: RecordingEntry,
}

impl RunPlan {
    /// Reads a configuration. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// When it cannot be read, is no TOML, holds a key that is not known (the nearest one that is gets named), lacks one, its cameras do
    /// not see each board once, or there is no such profile.
    pub fn load(path: &Path) -> Result<RunPlan, Failure> {
        let wrong = |reason: String| Failure::input(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let file = parse(&text).map_err(wrong)?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let mut plan = RunPlan::new(file, beside).map_err(|failure| wrong(failure.message))?;
        if plan.folder.as_os_str().is_empty() {
            plan.folder = PathBuf::from(".");
        }
        Ok(plan)
    }

    fn new(file: RunFile, beside: &Path) -> Result<RunPlan, Failure> {
        let inside = |path: &PathBuf| beside.join(path);
        let boards: usize = file.camera.iter().map(|camera| camera.boards.len()).sum();
        let usual = if boards > 1 { profiles::FOR_A_TABLE } else { profiles::FOR_ONE_BOARD };
        let name = match file.profile {
            Some(name) if name.ends_with(".toml") => inside(&PathBuf::from(name)).display().to_string(),
            Some(name) => name,
            None => usual.to_owned(),
        };
        let profile = profiles::by_name(&name)?;
        if boards > 1 && !profile.drops.value {
            return Err(Failure::usage(format!(
                "has two boards, and the profile {name} is for one; `tandem rules` lists others"
            )));
        }
        let camera = |(number, entry): (u8, &CameraEntry)| {
            let address = match Address::new(&entry.source) {
                Address::File { path, .. } => Address::File { path: inside(&path), again: entry.again },
                other => other,
            };
            let placing = entry.calibration.as_ref().map_or(Placing::Find, |path| Placing::File(inside(path)));
            let plan = CameraPlan {
                camera: CameraId(number),
                source: address.to_string(),
                boards: entry.boards.clone(),
                placing,
            };
            let size = entry.size.map(|[width, height]| (width, height));
            let wishes = UsbWishes { size, rate: entry.rate, exposure: entry.exposure, focus: entry.focus };
            LiveCameraPlan { plan, address, wishes }
        };
        let usual = LiveSettings::default();
        let ms = |seconds: Option<f64>, usual: i64| seconds.map_or(usual, |seconds| (seconds * 1000.0) as i64);
        let health = HealthSettings {
            frozen_after_ms: ms(file.watch.frozen_after_s, usual.health.frozen_after_ms),
            least_rate: file.watch.least_rate.unwrap_or(usual.health.least_rate),
        };
        Ok(RunPlan {
            cameras: (0..).zip(&file.camera).map(camera).collect(),
            reserves: file.watch.reserves.unwrap_or(true) && boards > 1 && profile.drops.value,
            profile,
            folder: file.folder.as_ref().map_or(beside.to_owned(), inside),
            clock: file.inputs.clock.as_ref().map(inside),
            declarations: file.inputs.declarations.as_ref().map(inside),
            dgt3000: {
                let entry = |entry: DgtEntry| DgtEntry { events: inside(&entry.events), ..entry };
                file.inputs.dgt3000.into_iter().map(entry).collect()
            },
            settings: LiveSettings {
                silent_after_ms: ms(file.watch.silent_after_s, usual.silent_after_ms),
                health,
                ..usual
            },
            recording: file.recording,
        })
    }

    /// Makes sure that the files it names are there: what is missing is said before anything is waited for. `config` is where it was read.
    ///
    /// # Errors
    /// For the first that is not.
    pub fn check_paths(&self, config: &Path) -> Result<(), Failure> {
        let missing = |path: &Path, what: &str| {
            let config = config.display();
            Failure::input(format!("{}: there is no such file; {what} (it is named in {config})", path.display()))
        };
        for camera in &self.cameras {
            match &camera.address {
                Address::File { path, .. } if !path.exists() => {
                    return Err(missing(path, "correct the camera's source"));
                }
                _ => {}
            }
            match &camera.plan.placing {
                Placing::File(path) if !path.is_file() => {
                    return Err(missing(path, "write it with `tandem calibrate`, or correct the camera's calibration"));
                }
                _ => {}
            }
        }
        let clocks = self.dgt3000.iter().map(|clock| (&clock.events, "dgt3000"));
        let logs = self.clock.iter().map(|path| (path, "clock"));
        let mut logs = logs.chain(self.declarations.iter().map(|path| (path, "declarations"))).chain(clocks);
        if let Some((path, name)) = logs.find(|(path, _)| !path.is_file()) {
            let what = format!("start what writes it, make an empty one, or correct inputs.{name}");
            return Err(missing(path, &what));
        }
        match self.dgt3000.is_empty() || cfg!(feature = "dgt3000") {
            true => Ok(()),
            false => Err(Failure::input(format!(
                "{}: this program was built without DGT 3000 clocks; build it with the feature dgt3000, or leave inputs.dgt3000 out",
                config.display()
            ))),
        }
    }

    /// All boards, A before B.
    pub fn boards(&self) -> Vec<BoardId> {
        let mut boards: Vec<BoardId> = self.cameras.iter().flat_map(|camera| camera.plan.boards.clone()).collect();
        boards.sort();
        boards
    }
}

fn parse(text: &str) -> Result<RunFile, String> {
    let sections: [(&str, &[&str]); 4] =
        [("inputs", &INPUT_KEYS), ("watch", &WATCH_KEYS), ("recording", &RECORDING_KEYS), ("camera", &CAMERA_KEYS)];
    check_keys(text, &KEYS, &sections)?;
    let file: RunFile = toml::from_str(text).map_err(|error| in_line(text, &error))?;
    check_boards(file.camera.iter().map(|camera| camera.boards.as_slice()))?;
    let positive = [
        ("watch.silent_after_s", file.watch.silent_after_s),
        ("watch.frozen_after_s", file.watch.frozen_after_s),
        ("watch.least_rate", file.watch.least_rate),
        ("recording.most_gb", Some(file.recording.most_gb)),
        ("recording.keep_days", Some(file.recording.keep_days)),
        ("recording.around_s", Some(file.recording.around_s)),
    ];
    match positive.iter().find(|(_, value)| value.is_some_and(|value| !(value > 0.0 && value < 1e6))) {
        Some((key, value)) => Err(format!("{key} is {}; write a number above 0", value.unwrap_or_default())),
        None => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "[[camera]]\nsource = \"rtsp://me:secret@cam/live\"\nboards = [\"A\"]\n\
                         [[camera]]\nsource = \"usb:Brio\"\nboards = [\"B\"]\nsize = [1280, 720]\nfocus = 20\n\
                         [watch]\nleast_rate = 3\n[recording]\nvideo = \"all\"\nmost_gb = 5\n";

    #[test]
    fn a_configuration_is_read_and_what_is_left_out_filled_in() {
        let plan = RunPlan::new(parse(TABLE).unwrap(), Path::new("club")).unwrap();
        assert_eq!(plan.boards(), BoardId::BOTH);
        assert_eq!(plan.profile.name, "gr");
        assert_eq!(plan.cameras[0].plan.source, "rtsp://me:***@cam/live");
        assert_eq!(plan.cameras[1].address, Address::Usb("Brio".to_owned()));
        assert_eq!((plan.cameras[1].wishes.size, plan.cameras[1].wishes.focus), (Some((1280, 720)), Some(20)));
        assert_eq!((plan.settings.silent_after_ms, plan.settings.health.least_rate), (3_000, 3.0));
        let recording = RecordingEntry { video: Video::All, most_gb: 5.0, ..RecordingEntry::default() };
        assert_eq!(plan.recording, recording);
        assert_eq!((plan.folder, plan.reserves), (PathBuf::from("club"), true));
    }

    #[test]
    fn a_clock_behind_the_gateway_is_named_with_its_board_and_sides() {
        let text = format!("{TABLE}[[inputs.dgt3000]]\nboard = \"B\"\nevents = \"b.jsonl\"\nleft = \"black\"\n");
        let plan = RunPlan::new(parse(&text).unwrap(), Path::new("club")).unwrap();
        let (board, events, left) = (BoardId::B, PathBuf::from("club/b.jsonl"), Color::Black);
        assert_eq!(plan.dgt3000, [DgtEntry { board, events, left }]);
        let error = parse(&text.replace("left", "lefft")).unwrap_err();
        assert!(error.contains("the key lefft is not known; did you mean left?"), "{error}");
    }

    #[test]
    fn a_wrong_configuration_says_what_is_wrong() {
        for (text, reason) in [
            ("", "the key camera is missing"),
            ("camera = 3", "line 1: camera is the number 3; write a list in brackets"),
            ("folder = \"x\"\ncamra = 1", "did you mean camera?"),
            ("[[camera]]\nsource = \"a\"\nboards = [\"A\"]\nexposur = 1", "did you mean camera.exposure?"),
            (
                "[[camera]]\nsource = \"a\"\nboards = [\"A\"]\n[recording]\nvideo = \"most\"",
                "line 5: video cannot be \"most\"; it can be off, moments or all",
            ),
            ("[[camera]]\nsource = \"a\"\nboards = [\"A\"]\n[watch]\nleast_rate = 0", "watch.least_rate is 0"),
            ("[[camera]]\nsource = \"a\"\nboards = [\"B\"]", "each board once"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(reason), "{text:?}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
