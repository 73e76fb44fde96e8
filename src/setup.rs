//! A table set up in a browser before there is a configuration: cameras are picked and looked through, boards and zones found and put
//! right, the rules chosen; what comes out is the configuration of a run and a calibration for each camera.

mod asked;
mod placing;
mod stored;
mod watcher;

use crate::console::Preparing;
use crate::failure::Failure;
use crate::hub::Hub;
use crate::profiles::{FOR_A_TABLE, FOR_ONE_BOARD};
use arbiter::profile::Profile;
use asked::Asked;
use board::{BoardId, CameraId};
use capture::live::usb_cameras;
use crossbeam_channel::Sender;
use placing::Placed;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use stored::{CameraDraft, Stored};
use watcher::{View, Watcher};

/// A table has at most so many cameras.
const CAMERAS: usize = 2;

/// Recordings in the folder that are offered.
const RECORDINGS: usize = 40;

/// Endings of recordings and pictures that are offered.
const ENDINGS: [&str; 8] = ["mp4", "mkv", "mov", "avi", "webm", "jpg", "jpeg", "png"];

/// A table that is being set up.
#[derive(Debug)]
pub struct Setup {
    config: PathBuf,
    /// Where the configuration lies.
    folder: PathBuf,
    state: Mutex<State>,
    /// Told once the configuration has been written and the table is to be watched.
    ready: Sender<()>,
}

#[derive(Debug)]
struct State {
    watcher: Option<Watcher>,
    stored: Stored,
    placed: Vec<Option<Placed>>,
    devices: Vec<Value>,
    trouble: Option<String>,
}

impl Setup {
    /// A set-up of the table that `config` describes, or will; pictures go to `hub`, and `ready` hears when it is done.
    ///
    /// # Errors
    /// When there is a configuration that cannot be used, or Tandem is not installed whole.
    pub fn new(config: &Path, hub: Hub, ready: Sender<()>) -> Result<Setup, Failure> {
        let folder = match config.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        if !folder.is_dir() {
            let what = format!("{}: its folder is not there; make it first", config.display());
            return Err(Failure::input(what));
        }
        let stored = Stored::load(config)?;
        let watcher = Watcher::start(hub)?;
        watcher.look(&stored.cameras, &folder);
        let placed = stored.cameras.iter().map(|camera| camera.placed(&folder)).collect();
        let state = State { watcher: Some(watcher), stored, placed, devices: Vec::new(), trouble: None };
        let setup = Setup { config: config.to_owned(), folder, state: Mutex::new(state), ready };
        setup.list_devices();
        Ok(setup)
    }

    /// Ends looking through the cameras, so that the run can have them.
    pub fn close(&self) {
        let watcher = self.state().watcher.take();
        if let Some(watcher) = watcher {
            watcher.stop();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is plugged in, and the recordings that lie beside the configuration.
    fn list_devices(&self) {
        let (cameras, trouble) = match usb_cameras() {
            Ok(cameras) => (cameras, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let mut devices: Vec<Value> = cameras
            .iter()
            .map(|camera| {
                let sizes: BTreeSet<(u32, u32)> = camera.modes.iter().map(|mode| (mode.width, mode.height)).collect();
                let sizes: Vec<[u32; 2]> = sizes.into_iter().rev().map(|(width, height)| [width, height]).collect();
                json!({"source": format!("usb:{}", camera.number), "title": camera.name, "sizes": sizes, "error": camera.error})
            })
            .collect();
        devices.extend(
            recordings(&self.folder).into_iter().map(|name| json!({"source": name, "title": name, "sizes": []})),
        );
        let mut state = self.state();
        (state.devices, state.trouble) = (devices, trouble);
    }

    fn change_cameras(&self, cameras: Vec<asked::Camera>) -> Result<(), String> {
        if cameras.is_empty() || cameras.len() > CAMERAS {
            return Err(format!("a table has one camera, or up to {CAMERAS}"));
        }
        let mut state = self.state();
        let drafts: Vec<CameraDraft> = cameras
            .into_iter()
            .enumerate()
            .map(|(at, camera)| camera.draft(state.stored.cameras.get(at), &self.folder))
            .collect::<Result<_, _>>()?;
        let mut boards: Vec<BoardId> = drafts.iter().flat_map(|camera| camera.boards.clone()).collect();
        boards.sort();
        if boards != [BoardId::A] && boards != BoardId::BOTH {
            return Err("the cameras see board A, or A and B, each board once".to_owned());
        }
        let same = |at: usize| state.stored.cameras.get(at).is_some_and(|known| Some(known) == drafts.get(at));
        let placed = (0..drafts.len()).map(|at| state.placed.get(at).cloned().flatten().filter(|_| same(at))).collect();
        (state.placed, state.stored.cameras) = (placed, drafts);
        let watcher = state.watcher.as_ref().ok_or(OVER)?;
        watcher.look(&state.stored.cameras, &self.folder);
        Ok(())
    }

    /// Finds or reads with what is seen now, without holding up whoever looks meanwhile.
    fn place(
        &self,
        camera: u8,
        how: impl FnOnce(&mut View, &CameraDraft) -> Result<Placed, String>,
    ) -> Result<(), String> {
        let at = usize::from(camera);
        let (mut view, draft) = {
            let state = self.state();
            let draft = state.stored.cameras.get(at).cloned().ok_or("there is no such camera")?;
            let view = state.watcher.as_ref().ok_or(OVER)?.view(CameraId(camera));
            let mut view = view.ok_or("the camera has given no picture yet")?;
            view.known = state.placed.get(at).and_then(|placed| Some(placed.as_ref()?.file.clone()));
            (view, draft)
        };
        let placed = how(&mut view, &draft)?;
        let mut state = self.state();
        match state.placed.get_mut(at) {
            Some(known) => *known = Some(placed),
            None => return Err("the cameras have changed meanwhile".to_owned()),
        }
        Ok(())
    }

    fn start(&self, asked: asked::Start) -> Result<(), String> {
        let mut state = self.state();
        if state.watcher.is_none() {
            return Err(OVER.to_owned());
        }
        let boards: usize = state.stored.cameras.iter().map(|camera| camera.boards.len()).sum();
        if !profiles(&self.folder, boards > 1).iter().any(|(name, _)| *name == asked.profile) {
            return Err(format!("there is no profile {:?} for this table", asked.profile));
        }
        let placed: Vec<Placed> = state.placed.iter().flatten().cloned().collect();
        if placed.len() != state.stored.cameras.len() || placed.is_empty() {
            return Err("a camera's boards have not been found yet".to_owned());
        }
        for (camera, placed) in state.stored.cameras.iter().zip(&placed) {
            if camera.boards.iter().any(|board| !placed.file.boards.contains_key(board)) {
                return Err("a board has not been placed yet".to_owned());
            }
        }
        state.stored.profile = Some(asked.profile);
        state.stored.video = asked.video;
        let files: Vec<_> = placed.into_iter().map(|placed| placed.file).collect();
        state.stored.write(&self.config, &files).map_err(|failure| failure.message)?;
        // a second tap finds the word given already
        let _ = self.ready.try_send(());
        Ok(())
    }
}

const OVER: &str = "the table is being watched already";

impl Preparing for Setup {
    fn state(&self) -> Value {
        let state = self.state();
        let Some(watcher) = &state.watcher else { return Value::Null };
        let cameras: Vec<Value> = state
            .stored
            .cameras
            .iter()
            .zip(&state.placed)
            .zip(0..)
            .map(|((camera, placed), number)| {
                let mut shown = watcher.status(CameraId(number));
                shown["source"] = json!(camera.shown());
                shown["boards"] = json!(camera.boards);
                shown["wanted"] = json!(camera.size);
                shown["placed"] = placed.as_ref().map_or(Value::Null, Placed::object);
                shown
            })
            .collect();
        let boards: usize = state.stored.cameras.iter().map(|camera| camera.boards.len()).sum();
        let usual = if boards > 1 { FOR_A_TABLE } else { FOR_ONE_BOARD };
        let named = |(name, title): (String, String)| json!({"name": name, "title": title});
        json!({
            "config": self.config.file_name().map(|name| name.to_string_lossy()),
            "there": self.config.is_file(),
            "devices": state.devices,
            "trouble": state.trouble,
            "cameras": cameras,
            "profiles": profiles(&self.folder, boards > 1).into_iter().map(named).collect::<Vec<_>>(),
            "profile": state.stored.profile.clone().unwrap_or_else(|| usual.to_owned()),
            "video": state.stored.video_word(),
        })
    }

    fn act(&self, asked: Value) -> Result<(), String> {
        match Asked::read(asked)? {
            Asked::Devices {} => {
                self.list_devices();
                Ok(())
            }
            Asked::Cameras { cameras } => self.change_cameras(cameras),
            Asked::Find { camera, white_at } => {
                self.place(camera, |view, draft| placing::find(view, &draft.boards, white_at))
            }
            Asked::Place { camera, drawn } => {
                self.place(camera, |view, draft| placing::drawn(view, &draft.boards, &drawn))
            }
            Asked::Start(start) => self.start(start),
        }
    }
}

/// The profiles that can be played by at such a table: those that are built in, and files beside the configuration.
fn profiles(folder: &Path, two_boards: bool) -> Vec<(String, String)> {
    let fits = |profile: &Profile| !two_boards || profile.drops.value;
    let built_in = Profile::NAMES.iter().filter_map(|name| {
        let profile = Profile::named(name).ok().filter(fits)?;
        Some(((*name).to_owned(), profile.title))
    });
    let files = names_in(folder).into_iter().filter(|name| name.ends_with(".toml")).filter_map(|name| {
        let text = std::fs::read_to_string(folder.join(&name)).ok()?;
        let profile = Profile::from_toml(&text).ok().filter(fits)?;
        Some((name, profile.title))
    });
    built_in.chain(files).collect()
}

/// Recordings and pictures that lie in a folder.
fn recordings(folder: &Path) -> Vec<String> {
    let is_one = |name: &String| {
        let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
    };
    names_in(folder).into_iter().filter(is_one).take(RECORDINGS).collect()
}

/// The names of the files in a folder, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests;
