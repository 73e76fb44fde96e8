use super::stored::CameraDraft;
use crate::commands::Network;
use crate::failure::{Failure, Kind};
use crate::hub::Hub;
use board::{CameraId, Stamp};
use calibration::CalibrationFile;
use capture::live::{
    Address, Bell, CameraNotice, Clock, LiveCamera, LiveSettings, SessionTime, SystemClock, UsbWishes, connector,
};
use capture::{Frame, Image};
use crossbeam_channel::{Receiver, Sender, unbounded};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use vision::Eyes;

/// The loop turns at least so often.
const TURN: Duration = Duration::from_millis(20);

/// Of each camera so many pictures are kept, so long apart in milliseconds: whether the light flickers is seen in them.
const KEPT: usize = 10;
const APART_MS: i64 = 150;

/// A picture that does not move is shown again so often, in milliseconds.
const STILL_MS: i64 = 1_000;

/// What the thread is told.
enum Told {
    Look(Vec<(CameraDraft, PathBuf)>),
    Stop,
}

/// Looks through the cameras that are picked, in a thread of its own.
pub(super) struct Watcher {
    told: Sender<Told>,
    seen: Arc<Mutex<BTreeMap<CameraId, Seen>>>,
    eyes: Arc<Mutex<Eyes>>,
    thread: JoinHandle<()>,
}

impl std::fmt::Debug for Watcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watcher").field("thread", &self.thread).finish_non_exhaustive()
    }
}

/// What is seen of a camera.
#[derive(Clone, Debug, Default)]
struct Seen {
    images: VecDeque<Arc<Image>>,
    rate: f64,
    moves: bool,
    there: bool,
    failure: Option<String>,
    remarks: Vec<String>,
}

/// What is seen of a camera at a moment, and what boards are read by.
pub(super) struct View {
    /// The newest picture.
    pub image: Arc<Image>,
    /// Some before it.
    pub images: Vec<Arc<Image>>,
    /// Pictures a second.
    pub rate: f64,
    /// Whether it is no single picture.
    pub moves: bool,
    /// Where the boards were thought to lie.
    pub known: Option<CalibrationFile>,
    eyes: Arc<Mutex<Eyes>>,
}

impl View {
    /// Has the eyes look.
    pub(super) fn eyes<T>(&mut self, look: impl FnOnce(&mut Eyes) -> T) -> T {
        look(&mut lock(&self.eyes))
    }
}

impl Watcher {
    /// Begins with no camera; pictures go to `hub`.
    ///
    /// # Errors
    /// When Tandem is not installed whole, or no thread can be had.
    pub(super) fn start(hub: Hub) -> Result<Watcher, Failure> {
        let eyes = Arc::new(Mutex::new(Network::load()?.eyes(Vec::new())?));
        let (told, hears) = unbounded();
        let seen: Arc<Mutex<BTreeMap<CameraId, Seen>>> = Arc::default();
        let shared = Arc::clone(&seen);
        let thread = std::thread::Builder::new().name("setup".to_owned()).spawn(move || watch(&hears, &shared, &hub));
        let thread =
            thread.map_err(|error| Failure::new(Kind::Internal, format!("no thread can be started: {error}")))?;
        Ok(Watcher { told, seen, eyes, thread })
    }

    /// Looks through these from now on; those that stay the same stay open.
    pub(super) fn look(&self, cameras: &[CameraDraft], folder: &Path) {
        let cameras = cameras.iter().map(|camera| (camera.clone(), folder.to_owned())).collect();
        // a thread that has gone shows nothing, which the page says
        let _ = self.told.send(Told::Look(cameras));
    }

    /// Closes the cameras and waits until they are closed.
    pub(super) fn stop(self) {
        let _ = self.told.send(Told::Stop);
        let _ = self.thread.join();
    }

    /// What is seen of a camera now; `None` before its first picture.
    pub(super) fn view(&self, camera: CameraId) -> Option<View> {
        let seen = lock(&self.seen).get(&camera)?.clone();
        let image = seen.images.back()?.clone();
        let images = seen.images.into_iter().collect();
        Some(View { image, images, rate: seen.rate, moves: seen.moves, known: None, eyes: Arc::clone(&self.eyes) })
    }

    /// How a camera does, for the page.
    pub(super) fn status(&self, camera: CameraId) -> Value {
        let seen = lock(&self.seen).get(&camera).cloned().unwrap_or_default();
        let size = seen.images.back().map(|image| [image.width(), image.height()]);
        json!({"camera": camera, "there": seen.there, "rate": (seen.rate * 10.0).round() / 10.0, "size": size,
               "failure": seen.failure, "remarks": seen.remarks})
    }
}

/// A camera that is looked through.
enum Source {
    Live(Box<LiveCamera>, Option<Stamp>),
    Still(Arc<Image>, Option<Stamp>),
    Broken,
}

fn watch(hears: &Receiver<Told>, seen: &Mutex<BTreeMap<CameraId, Seen>>, hub: &Hub) {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let bell = Arc::new(Bell::default());
    let mut time = SessionTime::new(clock.now(), Stamp::ZERO);
    let mut sources: Vec<(CameraId, CameraDraft, Source)> = Vec::new();
    loop {
        for told in hears.try_iter() {
            let Told::Look(cameras) = told else { return };
            let mut before = std::mem::take(&mut sources);
            for ((camera, folder), number) in cameras.into_iter().zip(0u8..) {
                let id = CameraId(number);
                let same = |(known, draft, _): &(CameraId, CameraDraft, Source)| {
                    *known == id && (&draft.source, draft.size) == (&camera.source, camera.size)
                };
                match before.iter().position(same) {
                    Some(at) => {
                        let (_, _, source) = before.swap_remove(at);
                        sources.push((id, camera, source));
                    }
                    None => {
                        lock(seen).remove(&id);
                        let source = open(id, &camera, &folder, &clock, &bell, seen);
                        sources.push((id, camera, source));
                    }
                }
            }
            let kept: Vec<CameraId> = sources.iter().map(|(id, ..)| *id).collect();
            lock(seen).retain(|id, _| kept.contains(id));
        }
        clock.wait(&bell, TURN);
        let moments = clock.now();
        time.observe(moments);
        let now = time.stamp(moments);
        for (id, _, source) in &mut sources {
            tend(*id, source, now, &time, seen, hub);
        }
    }
}

fn open(
    id: CameraId,
    camera: &CameraDraft,
    folder: &Path,
    clock: &Arc<dyn Clock>,
    bell: &Arc<Bell>,
    seen: &Mutex<BTreeMap<CameraId, Seen>>,
) -> Source {
    let address = camera.address(folder);
    if let Address::File { path, .. } = &address
        && crate::live::look::is_still(path)
    {
        return match capture::load_image(path) {
            Ok(image) => Source::Still(Arc::new(image), None),
            Err(error) => {
                lock(seen).entry(id).or_default().failure = Some(error.to_string());
                Source::Broken
            }
        };
    }
    let size = camera.size.map(|[width, height]| (width, height));
    let wishes = UsbWishes { size, ..UsbWishes::default() };
    let connect = connector(&address, &wishes, Arc::clone(clock));
    Source::Live(
        Box::new(LiveCamera::new(id, connect, Arc::clone(clock), Arc::clone(bell), LiveSettings::default())),
        None,
    )
}

/// Takes what a camera has given.
fn tend(
    id: CameraId,
    source: &mut Source,
    now: Stamp,
    time: &SessionTime,
    seen: &Mutex<BTreeMap<CameraId, Seen>>,
    hub: &Hub,
) {
    match source {
        Source::Broken => {}
        Source::Still(image, shown) => {
            if shown.is_some_and(|shown| now.millis_since(shown) < STILL_MS) {
                return;
            }
            *shown = Some(now);
            let images = VecDeque::from([Arc::clone(image)]);
            lock(seen).insert(id, Seen { images, there: true, ..Seen::default() });
            hub.looked(&Frame { camera: id, number: 0, at: now, image: Arc::clone(image) });
        }
        Source::Live(live, kept) => {
            let mut notices = live.tend(now);
            let taken = live.take(time);
            let mut seen = lock(seen);
            let of = seen.entry(id).or_default();
            if let Some((frame, more)) = taken {
                notices.extend(more);
                let due = kept.is_none_or(|kept| now.millis_since(kept) >= APART_MS);
                if !due {
                    of.images.pop_back();
                } else {
                    *kept = Some(now);
                    if of.images.len() == KEPT {
                        of.images.pop_front();
                    }
                }
                of.images.push_back(Arc::clone(&frame.frame.image));
                (of.moves, of.failure) = (true, None);
                hub.looked(&frame.frame);
            }
            for notice in notices {
                match notice {
                    CameraNotice::Lost { reason } => of.failure = Some(reason),
                    CameraNotice::There { remarks, .. } => of.remarks = remarks,
                    _ => {}
                }
            }
            (of.rate, of.there) = (live.rate(), live.is_there());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
