//! Where what a run tells meets those who look at it while it runs, and where what they enter waits for the run.
//!
//! A [`Hub`] stands beside a [listener](crate::pipeline::Listener): whoever listens hands on what was said, looked at and taken, and
//! pages, feeds and files of games are made from what lies here, in the threads of those who ask. What it costs the run itself is
//! a lock and a line of JSON an event. Nothing here knows of the network, and nothing here decides: a ruling that is entered goes
//! through the run's sequencer to the arbiter like everything else, and comes back as an event.

mod answered;
mod entered;
mod feed;
mod live;
mod moment;
mod next;
mod past;

pub use answered::Kept;
pub use entered::{Entered, Refused, What};
pub use feed::{Audience, Told};
pub use live::{Live, Outline};
pub use moment::{Ahead, Moment, Table};

use crate::books::Books;
use crate::failure::Failure;
use crate::readings::Readings;
use crate::report::{Opening, broadcast, json};
use crate::unwatched::Heard;
use answered::Asker;
use arbiter::event::{AlertId, Event};
use arbiter::profile::{Intervention, Profile};
use board::{BoardId, CameraId, ClockReading, Color, Declaration, Input, Sighting, Stamp};
use capture::Frame;
use crossbeam_channel::{Receiver, Sender, bounded};
use entered::WAITING;
use feed::Feed;
use moment::{Cache, Running};
use next::Between;
use past::Past;
use serde_json::Value;
use session::Manifest;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// What is being played: known before the first event.
#[derive(Clone, Debug)]
pub struct Match {
    /// What a session of it begins with.
    pub manifest: Manifest,
    /// The rules played by.
    pub profile: Profile,
    /// What is said before the first event.
    pub opening: Opening,
}

/// What was told so far. Cheap to clone: all clones are one.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    began: Instant,
    /// Told by the run; one task hears it and tells all who follow.
    stirred: Notify,
    changed: watch::Sender<u64>,
    entered: Sender<Entered>,
    /// The latest moment of the session that was heard of and when that was, both in nanoseconds: the run tells it with every input,
    /// and waits for nobody.
    latest: [AtomicI64; 2],
    /// Whether something lay in a reserve that was seen.
    saw_reserves: AtomicBool,
    state: Mutex<State>,
    live: Mutex<BTreeMap<CameraId, Live>>,
    cache: Mutex<Cache>,
    between: Between,
    /// Those who wait to hear that what they entered was kept.
    askers: Mutex<Vec<Asker>>,
}

#[derive(Debug, Default)]
struct State {
    played: Option<Arc<Match>>,
    arbiter: Feed,
    broadcast: Feed,
    last_broadcast: broadcast::Last,
    events: Vec<(Duration, Event)>,
    clock: Vec<(Duration, ClockReading)>,
    readings: Readings,
    running: Vec<(Duration, BoardId, Running)>,
    heard: Heard,
    pictures: BTreeMap<AlertId, Vec<PathBuf>>,
    outlines: BTreeMap<(CameraId, BoardId), Outline>,
    status: Value,
    /// Which match it is: a number that no other has.
    edition: u64,
    /// When it was opened, since the hub began.
    opened: Duration,
    /// For a match that another has followed: what [`Inner::latest`] was when it did.
    reached: [i64; 2],
    /// The matches before, for those who are kept behind: oldest first.
    past: Past,
    ended: Option<Duration>,
    /// The result told last, unless it was taken back.
    result: Option<String>,
    /// The match before: its edition and its result.
    before: Option<(u64, Option<String>)>,
}

impl Hub {
    /// A hub before the match, and where what is entered comes out.
    pub fn new() -> (Hub, Receiver<Entered>) {
        let (entered, taken) = bounded(WAITING);
        let inner = Inner {
            began: Instant::now(),
            stirred: Notify::new(),
            changed: watch::Sender::new(0),
            entered,
            latest: Default::default(),
            saw_reserves: AtomicBool::new(false),
            state: Mutex::default(),
            live: Mutex::default(),
            cache: Mutex::default(),
            between: Between::default(),
            askers: Mutex::default(),
        };
        (Hub(Arc::new(inner)), taken)
    }

    // ---- from the run

    /// A match begins, or another: feeds begin anew. What was told of the one before is there for those who are kept behind.
    ///
    /// # Errors
    /// Never in practice; `serde_json` leaves it open.
    pub fn open(&self, manifest: &Manifest, profile: &Profile, opening: &Opening) -> Result<(), Failure> {
        let at = self.elapsed();
        let mut state = self.state();
        let status = std::mem::take(&mut state.status);
        // a page that comes back after a restart must not go on where another match was
        let edition = RandomState::new().build_hasher().finish() >> 16;
        let before = state.played.is_some().then(|| (state.edition, state.result.take()));
        let mut past = std::mem::take(&mut state.past);
        let next = State { status, edition, before, opened: at, ..State::default() };
        let mut last = std::mem::replace(&mut *state, next);
        last.reached = self.latest();
        past.keep(last, at);
        state.past = past;
        self.0.saw_reserves.store(false, Ordering::Relaxed);
        // a camera that was looked through before is none of this match
        lock(&self.0.live).clear();
        self.0.latest[0].store(0, Ordering::Relaxed);
        self.0.latest[1].store(nanos(at), Ordering::Relaxed);
        let (played, profile) = (opening.clone(), profile.clone());
        state.played = Some(Arc::new(Match { manifest: manifest.clone(), profile, opening: played }));
        state.arbiter.push(at, json::opening_text(opening)?);
        state.broadcast.push(at, broadcast::opening_text(opening)?);
        drop(state);
        self.cache().clear();
        self.change();
        Ok(())
    }

    /// A frame was looked at. The newest of each camera is kept; a picture is made of it only when somebody asks.
    pub fn looked(&self, frame: &Frame) {
        self.reached(frame.at);
        lock(&self.0.live).entry(frame.camera).or_default().show(frame);
    }

    /// Where a board lies in a camera's picture: the outer corners of a8, h8, h1, a1, x and y as shares of the picture's width and
    /// height. It is told again when it has moved.
    pub fn lies(&self, camera: CameraId, board: BoardId, outline: Outline) {
        if self.state().outlines.insert((camera, board), outline.clone()).as_ref() != Some(&outline) {
            self.change();
        }
    }

    /// The arbiter has taken an input.
    pub fn taken(&self, input: &Input) {
        self.reached(input.at());
        // what is seen comes often, and nobody who looks shall hold it up
        if let Input::Observation(observation) = input
            && match observation.sighting {
                Sighting::Board(_) => true,
                Sighting::Reserve(_) => self.0.saw_reserves.swap(true, Ordering::Relaxed),
                Sighting::Clock(_) => false,
            }
        {
            return;
        }
        let at = self.elapsed();
        let mut state = self.state();
        state.heard.take(input);
        if let Input::Declaration(Declaration { seat, promotion, .. }) = input {
            let why = state.status.get("unwritten").and_then(Value::as_str).map(str::to_owned);
            let kept = why.map_or(Kept::Answered { accepted: true, text: String::new() }, Kept::Not);
            self.tell_asker(&What::Declaration { seat: *seat, promotion: *promotion }, kept);
        }
        let Some(reading) = state.readings.take(input) else { return };
        state.clock.push((at, reading));
        let before = state.running.iter().rfind(|(_, board, _)| *board == reading.board).map(|(.., running)| *running);
        let running = Running::after(&reading, before);
        if before != Some(running) {
            state.running.push((at, reading.board, running));
        }
        drop(state);
        self.change();
    }

    /// The arbiter said something; `pictures` are the files that go with an alert. Call it when the session has it.
    ///
    /// # Errors
    /// Never in practice; `serde_json` leaves it open.
    pub fn said(&self, event: &Event, pictures: &[String]) -> Result<(), Failure> {
        let at = self.elapsed();
        let mut state = self.state();
        state.events.push((at, event.clone()));
        if let Event::Alert(alert) = event {
            let kept = state.pictures.entry(alert.id).or_default();
            if kept.is_empty() {
                *kept = pictures.iter().map(PathBuf::from).collect();
            }
            let paths: Vec<String> = (0..kept.len()).map(|index| format!("picture/{}/{index}", alert.id.0)).collect();
            // what is kept until somebody claims is shown to nobody
            if alert.shown {
                state.arbiter.push(at, json::text(event, &paths)?);
            }
        } else {
            state.arbiter.push(at, json::text(event, &[])?);
        }
        if let Some(line) = broadcast::text(event, &mut state.last_broadcast)? {
            state.broadcast.push(at, line);
        }
        match event {
            Event::End { .. } => state.ended = Some(at),
            Event::Result { result, text, .. } => state.result = Some(result.clone()).filter(|_| !text.is_empty()),
            _ => {}
        }
        drop(state);
        self.answered(event);
        self.change();
        Ok(())
    }

    /// How the run does: whatever the run wants shown, as an object.
    pub fn status(&self, status: Value) {
        self.state().status = status;
        self.change();
    }

    /// The session has reached a moment; frames and inputs say so by themselves.
    pub fn reached(&self, at: Stamp) {
        // there is one run, which tells its time in order; of two that look while it does, one may see the moment before
        if at.nanos() >= self.0.latest[0].load(Ordering::Relaxed) {
            self.0.latest[0].store(at.nanos(), Ordering::Relaxed);
            self.0.latest[1].store(nanos(self.elapsed()), Ordering::Relaxed);
        }
    }

    // ---- from those who look

    /// Passes changes on to those who wait on [`Hub::changes`], as long as it is polled: one task does it for all, so that the run
    /// wakes one however many follow.
    pub async fn pass_on(&self) {
        loop {
            self.0.stirred.notified().await;
            self.0.changed.send_modify(|count| *count += 1);
        }
    }

    /// Counts up with changes, as long as somebody [passes them on](Hub::pass_on); wait on it for the next.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// What is being played, once it is known.
    pub fn played(&self) -> Option<Arc<Match>> {
        self.state().played.clone()
    }

    /// Whether findings are kept until somebody claims.
    pub fn is_silent(&self) -> bool {
        self.played().is_some_and(|played| played.profile.arbiter_intervention.value == Intervention::OnClaim)
    }

    /// Whether the source has ended.
    pub fn has_ended(&self) -> bool {
        self.state().ended.is_some()
    }

    /// What was told of the match of `edition` to an audience after line `number`, by `delay` ago; at most `most` lines.
    pub fn told(&self, edition: u64, audience: Audience, number: u64, delay: Duration, most: usize) -> Vec<Arc<Told>> {
        let Some(until) = self.elapsed().checked_sub(delay) else { return Vec::new() };
        let told = self.of(edition, |state| {
            let feed = match audience {
                Audience::Arbiter => &state.arbiter,
                Audience::Broadcast => &state.broadcast,
            };
            feed.after(number, until, most)
        });
        told.unwrap_or_default()
    }

    /// Which match was played `delay` ago, and before the first of those that are known the first: the numbers of lines belong to it.
    pub fn edition(&self, delay: Duration) -> u64 {
        self.as_of(delay, |state, _, _| state.edition).unwrap_or_else(|| self.state().first().edition)
    }

    /// The whole table as it was believed to be `delay` ago.
    pub fn moment(&self, delay: Duration) -> Moment {
        let read = self.as_of(delay, |state, until, latest| {
            (state.played.clone(), state.ahead(until), state.ended, until, latest)
        });
        let Some((Some(played), counts, ended, until, [stamp, heard])) = read else { return Moment::default() };
        // between two frames time goes on; after the last it does not
        let since = (nanos(until) - heard) as f64 / 1e9;
        let since = if ended.is_some() { since.min(0.0) } else { since.min(2.0) };
        let now_ms = (Stamp::from_nanos(stamp).millis() + (1000.0 * since) as i64).max(0);
        let known = self.cache().get(counts);
        let table = known.or_else(|| {
            let table = Arc::new(Table::new(self.table(&played, counts)?));
            self.cache().put(counts, Arc::clone(&table));
            Some(table)
        });
        Moment { table, now_ms, ended: ended.is_some_and(|at| at <= until) }
    }

    /// How much had been told `delay` ago: what is made of it is the same as long as this is; `None` before the first match.
    pub fn ahead(&self, delay: Duration) -> Option<Ahead> {
        self.as_of(delay, |state, until, _| state.played.is_some().then(|| state.ahead(until))).flatten()
    }

    fn table(&self, played: &Match, counts: Ahead) -> Option<Value> {
        let (events, clock, heard, running) = self.of(counts.edition, |state| {
            let events: Vec<Event> = state.events.iter().take(counts.events).map(|(_, event)| event.clone()).collect();
            let clock = state.clock.iter().take(counts.clock).map(|(_, reading)| *reading).collect();
            let running = |board| {
                let told = state.running.iter().take(counts.running);
                told.rev().find(|(_, known, _)| *known == board).and_then(|(.., running)| running.color())
            };
            (events, clock, state.heard, BoardId::BOTH.map(running))
        })?;
        // put together without the lock: the run is not held up by those who look
        let books = Books::new(played.manifest.clone(), played.profile.clone(), &events, clock, heard);
        let mut table = match books {
            Ok(books) => {
                let read = books.clock.iter().map(|reading| reading.at).max();
                crate::report::table::object(&books, books.last_moment().max(read.unwrap_or(Stamp::ZERO)))
            }
            // a move that is none cannot be shown; what was said before it still is
            Err(_) => Value::Object(serde_json::Map::default()),
        };
        for board in BoardId::BOTH {
            if let Some(clock) = table.pointer_mut(&format!("/boards/{board}/clock")).and_then(Value::as_object_mut) {
                let color = running[board.index()];
                clock.insert("running".to_owned(), color.map_or(Value::Null, |color| word(color).into()));
            }
        }
        Some(table)
    }

    /// The books as of `delay` ago, for files of games and reports.
    ///
    /// # Errors
    /// Before the match, or when an event names a move that is none.
    pub fn books(&self, delay: Duration) -> Result<Books, String> {
        let read = self.as_of(delay, |state, until, _| {
            let events: Vec<Event> =
                state.events.iter().filter(|(at, _)| *at <= until).map(|(_, event)| event.clone()).collect();
            let clock = state.clock.iter().filter(|(at, _)| *at <= until).map(|(_, reading)| *reading).collect();
            (state.played.clone(), events, clock, state.heard)
        });
        let (played, events, clock, heard) = read.ok_or("nothing has been told yet")?;
        let played = played.ok_or("no match has begun")?;
        Books::new(played.manifest.clone(), played.profile.clone(), &events, clock, heard)
    }

    /// An alert's pictures, those that may be shown.
    pub fn pictures(&self, alert: AlertId) -> Vec<PathBuf> {
        match self.shown_alert(alert) {
            Some(_) => self.state().pictures.get(&alert).cloned().unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// The cameras of which a picture can be had.
    pub fn cameras(&self) -> Vec<CameraId> {
        lock(&self.0.live).keys().copied().collect()
    }

    /// Where boards lie in a camera's picture.
    pub fn outlines(&self, camera: CameraId) -> Vec<(BoardId, Outline)> {
        let state = self.state();
        state.outlines.iter().filter(|((known, _), _)| *known == camera).map(|((_, b), o)| (*b, o.clone())).collect()
    }

    /// The newest picture of a camera as a JPEG, with its number; made now if nobody has asked for it yet.
    pub fn picture(&self, camera: CameraId) -> Option<(u64, Arc<Vec<u8>>)> {
        let live = lock(&self.0.live).get(&camera)?.clone();
        // encoded without the lock: the run is not held up by those who look
        let (number, jpeg) = live.jpeg()?;
        if let Some(kept) = lock(&self.0.live).get_mut(&camera) {
            kept.keep(number, Arc::clone(&jpeg));
        }
        Some((number, jpeg))
    }

    /// How the run does.
    pub fn status_now(&self) -> Value {
        self.state().status.clone()
    }

    /// Enters something: it waits until the run takes it.
    ///
    /// # Errors
    /// When too much waits already, or nothing runs any more.
    pub fn enter(&self, entered: Entered) -> Result<(), Refused> {
        self.0.entered.try_send(entered).map_err(Refused::from)
    }

    /// How long the hub has been there.
    pub fn elapsed(&self) -> Duration {
        self.0.began.elapsed()
    }

    /// Something else has changed that is shown with what lies here.
    pub fn touch(&self) {
        self.change();
    }

    fn change(&self) {
        self.0.stirred.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0.state)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        lock(&self.0.cache)
    }
}

/// What is behind a lock is whole even where a thread has panicked with it: each change is one assignment or one push.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn nanos(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests;
