//! The merge of all sources by time.

use board::{Input, SourceId, Stamp};
use std::collections::{BTreeMap, VecDeque};

/// A pure merge: inputs go in source by source, each source's in the order of time, and come out in the order of
/// (time, source). An input leaves only once every other source has said something at least as late, be
/// it a gap mark, so the order does not depend on which source was quicker.
#[derive(Debug, Clone)]
pub struct Sequencer {
    queues: BTreeMap<SourceId, Queue>,
}

#[derive(Debug, Clone)]
struct Queue {
    waiting: VecDeque<Input>,
    /// Nothing earlier than this will follow; `None` once the source has ended.
    heard: Option<Stamp>,
}

/// An input that cannot be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// The source was not named when the sequencer was made, or has ended.
    #[error("{0:?} is not among the open sources")]
    UnknownSource(SourceId),
    /// The source has already said something later.
    #[error("{source_id:?} went back in time from {heard:?} to {at:?}")]
    BackInTime {
        /// Which source.
        source_id: SourceId,
        /// The latest moment it has spoken of.
        heard: Stamp,
        /// The moment it speaks of now.
        at: Stamp,
    },
}

impl Sequencer {
    /// A merge of the given sources.
    pub fn new(sources: impl IntoIterator<Item = SourceId>) -> Sequencer {
        let queue = Queue { waiting: VecDeque::new(), heard: Some(Stamp::from_nanos(i64::MIN)) };
        Sequencer { queues: sources.into_iter().map(|source| (source, queue.clone())).collect() }
    }

    /// Takes an input. Gap marks go no further: they only say that a source is silent.
    ///
    /// # Errors
    /// When the source is unknown or ended, or goes back in time; the input is then not taken.
    pub fn push(&mut self, input: Input) -> Result<(), SequenceError> {
        let (source_id, at) = (input.source(), input.at());
        let unknown = SequenceError::UnknownSource(source_id);
        let queue = self.queues.get_mut(&source_id).ok_or(unknown)?;
        let heard = queue.heard.ok_or(unknown)?;
        if at < heard {
            return Err(SequenceError::BackInTime { source_id, heard, at });
        }
        queue.heard = Some(at);
        if !matches!(input, Input::Gap(_)) {
            queue.waiting.push_back(input);
        }
        Ok(())
    }

    /// The source has ended: nobody waits for it any more.
    pub fn end(&mut self, source: SourceId) {
        if let Some(queue) = self.queues.get_mut(&source) {
            queue.heard = None;
        }
    }

    /// The next input in the order of (time, source), once it is certain that nothing earlier can follow.
    pub fn pop(&mut self) -> Option<Input> {
        let (&source, at) = self
            .queues
            .iter()
            .filter_map(|(source, queue)| queue.waiting.front().map(|input| (source, input.at())))
            .min_by_key(|&(source, at)| (at, *source))?;
        let settled = self.queues.iter().all(|(&other, queue)| match queue.heard {
            _ if other == source || !queue.waiting.is_empty() => true,
            None => true,
            // what follows from a source that comes first in the order may still be of the same moment
            Some(heard) => {
                if other < source {
                    heard > at
                } else {
                    heard >= at
                }
            }
        });
        if settled { self.queues.get_mut(&source)?.waiting.pop_front() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{BoardId, ClockReading, Declaration, GapMark, Kind, Seat};

    fn clock(ms: i64) -> Input {
        Input::Clock(ClockReading {
            at: Stamp::from_millis(ms),
            board: BoardId::A,
            pressed: None,
            white_ms: None,
            black_ms: None,
        })
    }

    fn declaration(ms: i64) -> Input {
        Input::Declaration(Declaration { at: Stamp::from_millis(ms), seat: Seat::ALL[0], promotion: Kind::Queen })
    }

    fn gap(ms: i64, source: SourceId) -> Input {
        Input::Gap(GapMark { at: Stamp::from_millis(ms), source })
    }

    fn drain(sequencer: &mut Sequencer) -> Vec<Input> {
        std::iter::from_fn(|| sequencer.pop()).collect()
    }

    #[test]
    fn the_order_does_not_depend_on_who_was_quicker() {
        let ends = [SourceId::Clock, SourceId::Declarations];
        let mut one = Sequencer::new(ends);
        for input in [clock(1), clock(5), clock(5), declaration(2), declaration(5)] {
            one.push(input).unwrap();
        }
        let mut other = Sequencer::new(ends);
        for input in [declaration(2), declaration(5), clock(1), clock(5), clock(5)] {
            other.push(input).unwrap();
        }
        for sequencer in [&mut one, &mut other] {
            ends.iter().for_each(|&source| sequencer.end(source));
            assert_eq!(drain(sequencer), [clock(1), declaration(2), clock(5), clock(5), declaration(5)]);
        }
    }

    #[test]
    fn a_silent_source_holds_back_only_until_its_gap_mark() {
        let mut sequencer = Sequencer::new([SourceId::Clock, SourceId::Declarations]);
        sequencer.push(declaration(10)).unwrap();
        assert_eq!(drain(&mut sequencer), []);
        sequencer.push(gap(10, SourceId::Clock)).unwrap();
        assert_eq!(drain(&mut sequencer), [], "the clock may still say something at 10 ms, and comes first");
        sequencer.push(gap(11, SourceId::Clock)).unwrap();
        assert_eq!(drain(&mut sequencer), [declaration(10)]);
    }

    #[test]
    fn what_cannot_be_merged_is_refused() {
        let mut sequencer = Sequencer::new([SourceId::Clock]);
        assert_eq!(sequencer.push(declaration(1)), Err(SequenceError::UnknownSource(SourceId::Declarations)));
        sequencer.push(clock(5)).unwrap();
        assert!(matches!(sequencer.push(clock(4)), Err(SequenceError::BackInTime { .. })));
        sequencer.end(SourceId::Clock);
        assert_eq!(sequencer.push(clock(6)), Err(SequenceError::UnknownSource(SourceId::Clock)));
        assert_eq!(drain(&mut sequencer), [clock(5)]);
    }
}
