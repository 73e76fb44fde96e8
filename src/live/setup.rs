//! Getting ready: the cameras' first pictures, where the boards lie in them, and what is kept of that for a restart.

use super::config::{LiveCameraPlan, RunPlan};
use crate::commands::Network;
use crate::failure::{Failure, Kind};
use crate::files::{write_calibration, write_whole};
use crate::pipeline::Watched;
use crate::pipeline::locate::locate;
use crate::plan::Placing;
use board::Stamp;
use calibration::CalibrationFile;
use capture::live::{Address, Bell, CameraNotice, Clock, LiveCamera, SessionTime, connector};
use capture::{Image, SourceDescription, SourceKind, load_image};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A camera that gives no picture is told after so long, and then again and again, in milliseconds.
const NO_PICTURE_MS: i64 = 5_000;
const NO_PICTURE_AGAIN_MS: i64 = 30_000;

/// Boards that were not found are looked for again after so long, in milliseconds.
const LOOK_AGAIN_MS: i64 = 700;

/// A live camera whose boards have been placed.
#[derive(Debug)]
pub struct Seen {
    /// The camera.
    pub live: LiveCamera,
    /// Its boards and the eyes that look at them.
    pub watched: Watched,
    /// What people call it.
    pub name: String,
    /// The size of the pictures it was placed for, in pixels.
    pub size: (usize, usize),
}

/// The folder beside a session in which it is kept how the cameras were set up.
pub fn folder_of(session: &Path) -> PathBuf {
    let mut name = OsString::from(session);
    name.push(".setup");
    PathBuf::from(name)
}

/// What getting ready is done with.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// What tells the time.
    pub clock: &'a Arc<dyn Clock>,
    /// What the cameras ring.
    pub bell: &'a Arc<Bell>,
    /// What boards are read by.
    pub network: &'a Network,
    /// Where it is kept how the cameras were set up before.
    pub folder: &'a Path,
    /// Set when it is not to go on.
    pub stop: &'a AtomicBool,
}

/// The cameras with their boards placed, and what each shows now.
pub type Placements = (Vec<Seen>, Vec<Arc<Image>>);

/// What is told while getting ready.
pub trait Waiting {
    /// Something to say to those who set up.
    fn say(&mut self, text: &str);
}

/// The cameras of a plan, none of which has given a picture yet.
pub fn open(plan: &RunPlan, clock: &Arc<dyn Clock>, bell: &Arc<Bell>) -> Vec<LiveCamera> {
    let open = |camera: &LiveCameraPlan| {
        let connect = connector(&camera.address, &camera.wishes, clock.clone());
        LiveCamera::new(camera.plan.camera, connect, clock.clone(), bell.clone(), plan.settings)
    };
    plan.cameras.iter().map(open).collect()
}

/// Waits for a picture of each camera and places its boards: as the stage's folder has it from before, as the configuration says, or by looking for
/// them until they are found. `None` when it was told to stop.
///
/// # Errors
/// When a calibration cannot be used, a recording ends before its boards are found, or the network fails.
pub fn place(
    plan: &RunPlan,
    cameras: Vec<LiveCamera>,
    time: &mut SessionTime,
    stage: &Stage<'_>,
    waiting: &mut dyn Waiting,
) -> Result<Option<Placements>, Failure> {
    let Stage { clock, bell, network, folder, stop } = *stage;
    let mut cameras: Vec<(LiveCamera, Option<Placed>, Option<Stamp>)> =
        cameras.into_iter().map(|camera| (camera, None, None)).collect();
    let mut looker = network.eyes(Vec::new())?;
    let begun = time.stamp(clock.now());
    let mut silent_told: Vec<Option<Stamp>> = plan.cameras.iter().map(|_| None).collect();
    while cameras.iter().any(|(_, placed, _)| placed.is_none()) {
        if stop.load(Ordering::SeqCst) {
            return Ok(None);
        }
        clock.wait(bell, Duration::from_millis(20));
        let moments = clock.now();
        time.observe(moments);
        let now = time.stamp(moments);
        for (index, (camera, (live, placed, tried))) in plan.cameras.iter().zip(&mut cameras).enumerate() {
            let waits = silent_told[index]
                .map_or(now.millis_since(begun) >= NO_PICTURE_MS, |told| now.millis_since(told) >= NO_PICTURE_AGAIN_MS);
            if waits && !live.is_there() && placed.is_none() {
                silent_told[index] = Some(now);
                let address = &camera.address;
                waiting.say(&format!(
                    "{address}: has given no picture for {} s and is tried until it does; see what `tandem cameras {address}` says, or stop with Ctrl-C and correct the source",
                    now.millis_since(begun) / 1000
                ));
            }
            let mut notices = live.tend(now);
            let taken = live.take(time);
            notices.extend(taken.iter().flat_map(|(_, notices)| notices.clone()));
            for notice in notices {
                match notice {
                    // a file does not come by being waited for
                    CameraNotice::Lost { reason } if matches!(camera.address, Address::File { .. }) => {
                        return Err(Failure::input(reason));
                    }
                    CameraNotice::Lost { reason } => waiting.say(&with_name(&camera.address, &reason)),
                    CameraNotice::Ended => {
                        let what = "the recording is over before its boards were found; name a calibration";
                        return Err(Failure::new(Kind::Board, format!("{}: {what}", camera.address)));
                    }
                    CameraNotice::There { remarks, .. } => {
                        remarks.iter().for_each(|what| waiting.say(&format!("{}: {what}", camera.address)));
                    }
                    _ => {}
                }
            }
            let Some((frame, _)) = taken else { continue };
            if placed.is_some() || tried.is_some_and(|tried| now.millis_since(tried) < LOOK_AGAIN_MS) {
                continue;
            }
            let image = frame.frame.image;
            match placed_in(camera, &image, folder, &mut looker) {
                Ok(found) => *placed = Some(found),
                Err(failure) if failure.kind == Kind::Board => {
                    if tried.is_none() {
                        waiting.say(&format!("{}; it is looked for until it is found", failure.message));
                    }
                }
                Err(failure) => return Err(failure),
            }
            *tried = Some(now);
        }
    }
    let (mut seen, mut pictures) = (Vec::new(), Vec::new());
    for (camera, (live, placed, _)) in plan.cameras.iter().zip(cameras) {
        let Some(placed) = placed else { continue };
        pictures.push(placed.now.clone());
        seen.push(placed.watch(plan, camera, live, network)?);
    }
    Ok(Some((seen, pictures)))
}

/// What is wrong with a camera, with its address in front where that is not said.
fn with_name(address: &Address, reason: &str) -> String {
    let name = address.to_string();
    if reason.starts_with(&name) { reason.to_owned() } else { format!("{name}: {reason}") }
}

/// Where a camera's boards lie, and the picture that says so.
struct Placed {
    calibration: CalibrationFile,
    /// What the set is learnt from.
    image: Arc<Image>,
    /// What the camera shows now.
    now: Arc<Image>,
}

impl Placed {
    fn watch(
        self,
        plan: &RunPlan,
        camera: &LiveCameraPlan,
        live: LiveCamera,
        network: &Network,
    ) -> Result<Seen, Failure> {
        let Placed { calibration, image, .. } = self;
        let size = (calibration.width, calibration.height);
        let description = SourceDescription {
            name: camera.address.to_string(),
            kind: SourceKind::Stream,
            frames: None,
            rate: None,
            back_end: "live",
        };
        let mut watched =
            Watched::live((&camera.plan, &short_name(camera)), description, calibration, &image, &|boards| {
                network.eyes(boards)
            })?;
        watched.watch_reserves(plan.reserves);
        Ok(Seen { live, watched, name: short_name(camera), size })
    }
}

/// What people call a camera.
fn short_name(camera: &LiveCameraPlan) -> String {
    let boards: String = camera.plan.boards.iter().map(ToString::to_string).collect();
    match &camera.address {
        Address::File { path, .. } => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        _ => format!("camera {boards}"),
    }
}

fn placed_in(
    camera: &LiveCameraPlan,
    image: &Arc<Image>,
    folder: &Path,
    looker: &mut vision::Eyes,
) -> Result<Placed, Failure> {
    let [calibration, picture] = names(folder, camera);
    if calibration.is_file() {
        let stored = CalibrationFile::load(&calibration)?;
        stored.check_size(&calibration, image.width(), image.height())?;
        // what the set looks like is learnt from the same picture again
        let learnt = if picture.is_file() { Arc::new(load_image(&picture)?) } else { image.clone() };
        return Ok(Placed { calibration: stored, image: learnt, now: image.clone() });
    }
    let name = camera.address.to_string();
    let found = locate(&camera.plan.placing, &camera.plan.boards, image, &name, looker)?;
    Ok(Placed { calibration: found, image: image.clone(), now: image.clone() })
}

/// The calibration's file and that of the picture that it was learnt from.
pub fn names(folder: &Path, camera: &LiveCameraPlan) -> [PathBuf; 2] {
    let number = camera.plan.camera.0;
    [folder.join(format!("camera-{number}.toml")), folder.join(format!("camera-{number}.png"))]
}

/// Keeps how the cameras are set up, for a restart: where the boards lie, and what the set was learnt from.
///
/// # Errors
/// When it cannot be written.
pub fn keep(plan: &RunPlan, seen: &[Seen], pictures: &[Arc<Image>], folder: &Path) -> Result<(), Failure> {
    let wrong =
        |path: &Path, what: &dyn std::fmt::Display| Failure::new(Kind::Output, format!("{}: {what}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| wrong(folder, &format!("cannot be made: {error}")))?;
    for ((camera, seen), picture) in plan.cameras.iter().zip(seen).zip(pictures) {
        let [calibration, file] = names(folder, camera);
        write_calibration(seen.watched.calibration(), &calibration, &[])?;
        let png = png(picture).map_err(|error| wrong(&file, &error))?;
        write_whole(&file, &png).map_err(|error| wrong(&file, &format!("cannot be written: {error}")))?;
    }
    Ok(())
}

/// A picture as the bytes of a PNG.
///
/// # Errors
/// When it is too large for one.
pub fn png(picture: &Image) -> Result<Vec<u8>, image::ImageError> {
    let rgb: Vec<u8> = picture.bgr().chunks_exact(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
    let mut file = Vec::new();
    PngEncoder::new(&mut file).write_image(
        &rgb,
        picture.width() as u32,
        picture.height() as u32,
        ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}

/// Whether a camera is to look for its boards.
pub fn looks(camera: &LiveCameraPlan) -> bool {
    matches!(camera.plan.placing, Placing::Find | Placing::FindWithWhiteAt(_))
}
