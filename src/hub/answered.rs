use super::{Entered, Hub, Refused, What, lock};
use arbiter::event::Event;
use board::{Decision, Speaker};
use std::time::Duration;
use tokio::sync::oneshot;

/// What became of something that was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It was recorded, and this is the arbiter's answer.
    Answered {
        /// Whether it took effect.
        accepted: bool,
        /// What followed from it, or why nothing did.
        text: String,
    },
    /// It was not: why.
    Not(String),
}

/// Somebody who waits to hear that what he entered was kept.
#[derive(Debug)]
pub(super) struct Asker {
    what: What,
    told: oneshot::Sender<Kept>,
}

impl Hub {
    /// Enters something, and hears when it has been recorded: a ruling when its answer was told, which is after it was written.
    ///
    /// # Errors
    /// When too much waits already, or nothing runs any more.
    pub fn enter_and_hear(&self, what: What, ago: Duration) -> Result<oneshot::Receiver<Kept>, Refused> {
        let (told, hears) = oneshot::channel();
        let mut askers = lock(&self.0.askers);
        askers.retain(|asker| !asker.told.is_closed());
        self.enter(Entered { what: what.clone(), ago })?;
        askers.push(Asker { what, told });
        Ok(hears)
    }

    /// Something that was entered cannot be kept: whoever entered it hears why.
    pub fn not_kept(&self, by: Speaker, what: &Decision, why: &str) {
        self.tell_asker(&What::Ruling { by, what: what.clone() }, Kept::Not(why.to_owned()));
    }

    /// An answer has been told.
    pub(super) fn answered(&self, event: &Event) {
        if let Event::Ruled { by, what, accepted, text, .. } = event {
            let kept = Kept::Answered { accepted: *accepted, text: text.clone() };
            self.tell_asker(&What::Ruling { by: *by, what: what.clone() }, kept);
        }
    }

    /// Tells whoever entered `what` first of those who wait.
    pub(super) fn tell_asker(&self, what: &What, kept: Kept) {
        let mut askers = lock(&self.0.askers);
        if let Some(at) = askers.iter().position(|asker| asker.what == *what) {
            // whoever has gone hears nothing
            let _ = askers.remove(at).told.send(kept);
        }
    }
}
