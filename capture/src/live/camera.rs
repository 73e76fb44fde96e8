use super::health::{Change, Health, HealthSettings};
use super::slot::Slot;
use super::{ArrivalLine, Bell, Clock, Connect, SessionTime};
use crate::{CaptureError, Frame, Image};
use board::{CameraId, Stamp};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How patient a camera's keeper is, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LiveSettings {
    /// A source that is not open after so long is given up.
    pub open_within_ms: i64,
    /// One that was open and gives no picture for so long, too.
    pub silent_after_ms: i64,
    /// The first wait before it is opened again; each further one is twice as long,
    pub retry_first_ms: i64,
    /// ... up to this.
    pub retry_most_ms: i64,
    /// A frozen picture for so many times as long as it takes to notice is reason to open the source again.
    pub reopen_frozen_after: i64,
    /// When what it gives is ailing.
    pub health: HealthSettings,
}

impl Default for LiveSettings {
    fn default() -> LiveSettings {
        LiveSettings {
            open_within_ms: 12_000,
            silent_after_ms: 3_000,
            retry_first_ms: 500,
            retry_most_ms: 5_000,
            reopen_frozen_after: 3,
            health: HealthSettings::default(),
        }
    }
}

/// Threads of drivers that block and cannot be ended: with more than these nothing further is opened until one has come back.
const MOST_LEFT_BEHIND: usize = 4;

/// Something about a camera that people should know.
#[derive(Clone, PartialEq, Debug)]
pub enum CameraNotice {
    /// It gives pictures: for the first time, or again after `away_ms`.
    There {
        /// Width and height of its picture in pixels.
        size: (usize, usize),
        /// How long it had been away; `None` at the start.
        away_ms: Option<i64>,
        /// What could not be had as it was asked for.
        remarks: Vec<String>,
    },
    /// It gives none any more, or cannot be opened.
    Lost {
        /// Why, in one line.
        reason: String,
    },
    /// Its picture does not change at all.
    Frozen {
        /// For how long.
        ms: i64,
    },
    /// Its picture changes again.
    Thawed,
    /// It gives too few pictures.
    Slow {
        /// Frames a second.
        rate: f64,
    },
    /// It gives enough again.
    Recovered {
        /// Frames a second.
        rate: f64,
    },
    /// Its pictures have another size.
    Resized {
        /// What it was.
        from: (usize, usize),
        /// What it is.
        to: (usize, usize),
    },
    /// Its own time has jumped.
    TimeJumped,
    /// The recording it plays is over.
    Ended,
}

/// A frame, and when it arrived.
#[derive(Clone, Debug)]
pub struct LiveFrame {
    /// The frame, stamped with when it was taken.
    pub frame: Frame,
    /// When it arrived.
    pub arrived: Stamp,
}

/// A camera that is kept going.
pub struct LiveCamera {
    camera: CameraId,
    connect: Arc<Connect>,
    clock: Arc<dyn Clock>,
    bell: Arc<Bell>,
    settings: LiveSettings,
    state: State,
    health: Health,
    line: ArrivalLine,
    jumps: u64,
    numbered: u64,
    dropped: u64,
    /// Since when it has been away, once it was there.
    away_since: Option<Stamp>,
    was_there: bool,
    lost_told: bool,
    retry_ms: i64,
    left_behind: Vec<Weak<Slot>>,
}

enum State {
    /// Nothing is open.
    Waiting { until: Stamp },
    /// A thread has the source.
    Running { slot: Arc<Slot>, since: Stamp, heard: Option<Stamp>, taken: u64 },
    /// The recording is over.
    Ended,
}

impl LiveCamera {
    /// A camera that is opened by `connect`; `bell` rings whenever there is something new.
    pub fn new(
        camera: CameraId,
        connect: Box<Connect>,
        clock: Arc<dyn Clock>,
        bell: Arc<Bell>,
        settings: LiveSettings,
    ) -> LiveCamera {
        LiveCamera {
            camera,
            connect: Arc::from(connect),
            clock,
            bell,
            settings,
            state: State::Waiting { until: Stamp::from_nanos(i64::MIN) },
            health: Health::new(settings.health),
            line: ArrivalLine::default(),
            jumps: 0,
            numbered: 0,
            dropped: 0,
            away_since: None,
            was_there: false,
            lost_told: false,
            retry_ms: settings.retry_first_ms,
            left_behind: Vec::new(),
        }
    }

    /// Which camera it is.
    pub fn camera(&self) -> CameraId {
        self.camera
    }

    /// Frames a second that arrive.
    pub fn rate(&self) -> f64 {
        self.health.rate()
    }

    /// Frames that gave way to newer ones before anybody looked.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Frames that have arrived.
    pub fn received(&self) -> u64 {
        self.numbered
    }

    /// Whether it gives pictures.
    pub fn is_there(&self) -> bool {
        matches!(self.state, State::Running { heard: Some(_), .. })
    }

    /// Whether its recording is over.
    pub fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }

    /// How far before its arrival the next frame will be stamped at most, as those of late were: others need not wait for longer.
    pub fn behind(&self) -> Duration {
        self.line.behind()
    }

    /// When the frame arrived that waits to be taken, if one does.
    pub fn waiting(&self, time: &SessionTime) -> Option<Stamp> {
        let State::Running { slot, .. } = &self.state else { return None };
        slot.lock().newest.as_ref().map(|(_, _, arrived)| time.stamp(*arrived))
    }

    /// The session's time begins anew, as for another match: what was `zero` is [`Stamp::ZERO`] from now on.
    pub fn rebase(&mut self, zero: Stamp) {
        let by = zero.nanos();
        let earlier = |at: &mut Stamp| *at = Stamp::from_nanos(at.nanos().saturating_sub(by));
        match &mut self.state {
            State::Waiting { until } => earlier(until),
            State::Running { since, heard, .. } => {
                earlier(since);
                heard.iter_mut().for_each(earlier);
            }
            State::Ended => {}
        }
        self.away_since.iter_mut().for_each(earlier);
        self.line.rebase(by);
        self.health.rebase(by);
    }

    /// Numbers the next frame so: a session that goes on goes on counting.
    pub fn number_from(&mut self, number: u64) {
        self.numbered = number;
    }

    /// Does what is due at `now`: opens the source, gives up one that is silent or blocks. To be called often.
    pub fn tend(&mut self, now: Stamp) -> Vec<CameraNotice> {
        let mut notices = Vec::new();
        match &self.state {
            State::Ended => {}
            State::Waiting { until } => {
                if now >= *until {
                    self.open(now, &mut notices);
                }
            }
            State::Running { slot, since, heard, .. } => {
                let mut held = slot.lock();
                // what arrived before the end counts first
                if held.newest.is_none()
                    && let Some(ended) = held.ended.take()
                {
                    drop(held);
                    match ended {
                        Ok(()) => {
                            self.state = State::Ended;
                            notices.push(CameraNotice::Ended);
                        }
                        Err(error) => self.lose(error.to_string(), now, &mut notices),
                    }
                    return notices;
                }
                let opened = held.opened.is_some();
                let waiting = held.newest.is_some();
                drop(held);
                let silent =
                    |since: Stamp, most: i64| (now.millis_since(since) >= most).then(|| now.millis_since(since));
                let limit = if opened { self.settings.silent_after_ms } else { self.settings.open_within_ms };
                if !waiting && let Some(ms) = silent(heard.unwrap_or(*since), limit.max(self.settings.silent_after_ms))
                {
                    let what = if opened { "gives no picture" } else { "does not answer" };
                    self.lose(format!("{what} for {:.1} s; it is opened again", ms as f64 / 1000.0), now, &mut notices);
                } else if heard.is_some() && !waiting {
                    // what waits to be taken has arrived, however long ago the last was taken
                    notices.extend(self.health.wait(now).map(notice));
                }
            }
        }
        let patience = self.settings.reopen_frozen_after * self.settings.health.frozen_after_ms;
        if self.health.frozen_for(now).is_some_and(|ms| ms >= patience) {
            self.lose("its picture stayed frozen; it is opened again".to_owned(), now, &mut notices);
        }
        notices
    }

    /// The newest frame that was not taken yet, if there is one; older ones have given way.
    pub fn take(&mut self, time: &SessionTime) -> Option<(LiveFrame, Vec<CameraNotice>)> {
        let State::Running { slot, heard, taken, .. } = &mut self.state else { return None };
        let mut held = slot.lock();
        let (number, picture, arrived) = held.newest.take()?;
        let remarks = held.opened.as_ref().map(|opened| opened.remarks.clone()).unwrap_or_default();
        drop(held);
        let arrived = time.stamp(arrived);
        let first = heard.is_none();
        *heard = Some(arrived);
        let frames = number + 1 - *taken;
        *taken = number + 1;
        self.dropped += frames - 1;
        self.numbered += frames;
        let at = self.line.stamp(arrived, picture.taken);
        let mut notices = Vec::new();
        if first {
            self.retry_ms = self.settings.retry_first_ms;
            self.lost_told = false;
            let away_ms = self.away_since.take().map(|since| arrived.millis_since(since));
            let size = (picture.image.width(), picture.image.height());
            notices.push(CameraNotice::There { size, away_ms: away_ms.filter(|_| self.was_there), remarks });
            self.was_there = true;
        }
        notices.extend(self.health.see(&picture.image, arrived, frames).into_iter().map(notice));
        if self.line.jumps() > self.jumps {
            self.jumps = self.line.jumps();
            notices.push(CameraNotice::TimeJumped);
        }
        let image: Arc<Image> = picture.image;
        let frame = Frame { camera: self.camera, number: self.numbered - 1, at, image };
        Some((LiveFrame { frame, arrived }, notices))
    }

    fn open(&mut self, now: Stamp, notices: &mut Vec<CameraNotice>) {
        self.left_behind.retain(|slot| slot.strong_count() > 0);
        if self.left_behind.len() >= MOST_LEFT_BEHIND {
            self.wait_longer(now);
            return;
        }
        let slot = Arc::new(Slot::default());
        let (connect, clock, bell, own) = (self.connect.clone(), self.clock.clone(), self.bell.clone(), slot.clone());
        clock.join();
        let thread = std::thread::Builder::new().name(format!("camera {}", self.camera.0));
        let spawned = thread.spawn(move || {
            let ended = run(&*connect, &*clock, &bell, &own);
            own.lock().ended = Some(ended);
            drop(own);
            clock.ring(&bell);
            clock.leave();
        });
        self.health.reopened();
        match spawned {
            Ok(_) => self.state = State::Running { slot, since: now, heard: None, taken: 0 },
            Err(error) => {
                self.clock.leave();
                self.lose(format!("no thread can be started: {error}"), now, notices);
            }
        }
    }

    fn lose(&mut self, reason: String, now: Stamp, notices: &mut Vec<CameraNotice>) {
        if let State::Running { slot, heard, .. } = &self.state {
            slot.lock().abandoned = true;
            self.left_behind.push(Arc::downgrade(slot));
            if heard.is_some() {
                self.away_since = Some(*heard.as_ref().unwrap_or(&now));
            }
        }
        self.health.reopened();
        if !std::mem::replace(&mut self.lost_told, true) {
            notices.push(CameraNotice::Lost { reason });
        }
        self.wait_longer(now);
    }

    fn wait_longer(&mut self, now: Stamp) {
        let until = Stamp::from_nanos(now.nanos() + self.retry_ms * 1_000_000);
        self.retry_ms = (2 * self.retry_ms).min(self.settings.retry_most_ms);
        self.state = State::Waiting { until };
    }
}

impl Drop for LiveCamera {
    fn drop(&mut self) {
        if let State::Running { slot, .. } = &self.state {
            slot.lock().abandoned = true;
        }
    }
}

impl std::fmt::Debug for LiveCamera {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LiveCamera {}", self.camera.0)
    }
}

/// Decoding yields to judging by so much where there is not enough of the processor for both: what is judged late is of more use than what
/// is decoded and never looked at. FFmpeg's own threads take it over.
const NICE: i32 = 4;

/// A driver's thread: opens the source and leaves its pictures until it ends, fails, or nobody looks any more.
fn run(connect: &Connect, clock: &dyn Clock, bell: &Bell, slot: &Slot) -> Result<(), CaptureError> {
    // where it may not be set it stays as it is
    let _ = rustix::process::nice(NICE);
    let mut driver = connect()?;
    slot.lock().opened = Some(driver.describe());
    while let Some(picture) = driver.next()? {
        let going_on = slot.put(picture, clock.now());
        clock.ring(bell);
        if !going_on {
            break;
        }
    }
    Ok(())
}

fn notice(change: Change) -> CameraNotice {
    match change {
        Change::Frozen { ms } => CameraNotice::Frozen { ms },
        Change::Thawed => CameraNotice::Thawed,
        Change::Slow { rate } => CameraNotice::Slow { rate },
        Change::Recovered { rate } => CameraNotice::Recovered { rate },
        Change::Resized { from, to } => CameraNotice::Resized { from, to },
    }
}
