//! A camera with its clock, kept as the program keeps it.

use board::{CameraId, Stamp};
use capture::live::{Bell, CameraNotice, Clock, Connect, LiveCamera, LiveFrame, LiveSettings, SessionTime};
use std::sync::Arc;
use std::time::Duration;

pub struct Kept {
    pub clock: Arc<dyn Clock>,
    pub bell: Arc<Bell>,
    pub time: SessionTime,
    pub camera: LiveCamera,
    pub frames: Vec<LiveFrame>,
    /// What was noticed, and when.
    pub notices: Vec<(Stamp, CameraNotice)>,
    /// How many frames are remembered.
    pub remember: usize,
}

impl Kept {
    pub fn new(clock: Arc<dyn Clock>, connect: Box<Connect>, settings: LiveSettings) -> Kept {
        let bell = Arc::new(Bell::default());
        let time = SessionTime::new(clock.now(), Stamp::ZERO);
        let camera = LiveCamera::new(CameraId(0), connect, clock.clone(), bell.clone(), settings);
        Kept { clock, bell, time, camera, frames: Vec::new(), notices: Vec::new(), remember: 10_000 }
    }

    pub fn now(&self) -> Stamp {
        self.time.stamp(self.clock.now())
    }

    /// One turn of the loop.
    pub fn turn(&mut self) {
        self.clock.wait(&self.bell, Duration::from_millis(20));
        let moments = self.clock.now();
        self.time.observe(moments);
        let now = self.time.stamp(moments);
        for notice in self.camera.tend(now) {
            self.notices.push((now, notice));
        }
        if let Some((frame, notices)) = self.camera.take(&self.time) {
            self.notices.extend(notices.into_iter().map(|notice| (now, notice)));
            self.frames.push(frame);
            if self.frames.len() > self.remember {
                self.frames.remove(0);
            }
        }
    }

    /// Keeps the camera until something is so, for `at_most_ms` of the session; the moment at which it was.
    pub fn until(&mut self, at_most_ms: i64, what: &str, so: impl Fn(&Kept) -> bool) -> Stamp {
        let begun = self.now();
        while !so(self) {
            self.turn();
            let passed = self.now().millis_since(begun);
            assert!(passed < at_most_ms, "{what}: not within {passed} ms; noticed: {:?}", self.notices);
        }
        self.now()
    }

    /// Keeps the camera for so long.
    pub fn keep_for(&mut self, ms: i64) {
        let begun = self.now();
        while self.now().millis_since(begun) < ms {
            self.turn();
        }
    }

    /// The first notice from `since` on that is so, and when.
    pub fn noticed(&self, since: Stamp, so: impl Fn(&CameraNotice) -> bool) -> Option<Stamp> {
        self.notices.iter().find(|(at, notice)| *at >= since && so(notice)).map(|(at, _)| *at)
    }
}

pub fn there(notice: &CameraNotice) -> bool {
    matches!(notice, CameraNotice::There { .. })
}

pub fn lost(notice: &CameraNotice) -> bool {
    matches!(notice, CameraNotice::Lost { .. })
}
