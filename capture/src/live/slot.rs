use super::{DriverDescription, Moments, Picture};
use crate::CaptureError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where a driver's thread leaves what it has and the program finds it: of pictures the newest alone.
#[derive(Debug, Default)]
pub(super) struct Slot(Mutex<Held>);

#[derive(Debug, Default)]
pub(super) struct Held {
    /// Set once the source is open.
    pub opened: Option<DriverDescription>,
    /// The newest picture that was not taken, its number and when it arrived.
    pub newest: Option<(u64, Picture, Moments)>,
    /// Pictures that arrived.
    pub received: u64,
    /// Pictures that gave way to newer ones before they were taken.
    pub dropped: u64,
    /// How the thread ended: the source did, or it failed.
    pub ended: Option<Result<(), CaptureError>>,
    /// Nobody looks any more; the thread is to end when it can.
    pub abandoned: bool,
}

impl Slot {
    pub fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a picture; says whether to go on.
    pub fn put(&self, picture: Picture, arrived: Moments) -> bool {
        let mut held = self.lock();
        let number = held.received + picture.passed_over;
        held.received = number + 1;
        held.dropped += picture.passed_over + u64::from(held.newest.is_some());
        held.newest = Some((number, picture, arrived));
        !held.abandoned
    }
}
