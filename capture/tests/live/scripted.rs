//! Faults by the script, on a simulated clock.

use super::kept::{Kept, lost, there};
use board::Stamp;
use capture::live::{
    Bell, CameraNotice, Clock, Driver, DriverDescription, LiveSettings, Picture, SimulatedClock, Taken,
};
use capture::{CaptureError, Image};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What one opening of the source leads to.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// It cannot be opened.
    Refuse,
    /// Opening blocks for ever.
    BlockOpening,
    /// So many pictures, one every so many milliseconds, and then ...
    Give(u32, u64, Then),
}

#[derive(Clone, Copy, Debug)]
enum Then {
    /// ... it fails.
    Fail,
    /// ... it blocks for ever.
    Block,
    /// ... it gives the same picture for ever.
    Freeze,
    /// ... it is over.
    End,
}

struct Scripted {
    clock: Arc<dyn Clock>,
    nobody: Bell,
    given: u32,
    act: (u32, u64, Then),
}

const FOR_EVER: Duration = Duration::from_secs(u64::MAX / 4);

impl Driver for Scripted {
    fn describe(&self) -> DriverDescription {
        DriverDescription::default()
    }

    fn next(&mut self) -> Result<Option<Picture>, CaptureError> {
        let (count, every, then) = self.act;
        self.clock.wait(&self.nobody, Duration::from_millis(every));
        let mut value = self.given as u8;
        if self.given >= count {
            match then {
                Then::Fail => {
                    return Err(CaptureError { source_name: "cam".to_owned(), reason: "unplugged".to_owned() });
                }
                Then::Block => _ = self.clock.wait(&self.nobody, FOR_EVER),
                Then::Freeze => value = 255,
                Then::End => return Ok(None),
            }
        }
        self.given += 1;
        let image = Image::from_bgr(8, 8, vec![value; 192]).unwrap();
        Ok(Some(Picture { image: Arc::new(image), taken: Taken::Arrived, passed_over: 0 }))
    }
}

fn kept(acts: &[Act]) -> Kept {
    let clock: Arc<dyn Clock> = Arc::new(SimulatedClock::new(0));
    let acts = Mutex::new(acts.iter().copied().collect::<VecDeque<Act>>());
    let own = clock.clone();
    let connect = Box::new(move || {
        let act = acts.lock().unwrap().pop_front().unwrap_or(Act::Refuse);
        match act {
            Act::Refuse => Err(CaptureError { source_name: "cam".to_owned(), reason: "is not there".to_owned() }),
            Act::BlockOpening => {
                own.wait(&Bell::default(), FOR_EVER);
                unreachable!("for ever")
            }
            Act::Give(count, every, then) => {
                let driver =
                    Scripted { clock: own.clone(), nobody: Bell::default(), given: 0, act: (count, every, then) };
                Ok(Box::new(driver) as Box<dyn Driver>)
            }
        }
    });
    Kept::new(clock, connect, LiveSettings::default())
}

#[test]
fn a_camera_that_was_unplugged_is_back_and_goes_on_counting() {
    let mut kept = kept(&[Act::Give(100, 40, Then::Fail), Act::Refuse, Act::Refuse, Act::Give(100, 40, Then::End)]);
    kept.until(60_000, "the recording is over", |kept| kept.camera.has_ended());
    let kinds: Vec<&str> = kept
        .notices
        .iter()
        .map(|(_, notice)| match notice {
            CameraNotice::There { away_ms: None, .. } => "there",
            CameraNotice::There { away_ms: Some(_), .. } => "back",
            CameraNotice::Lost { .. } => "lost",
            CameraNotice::Ended => "ended",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["there", "lost", "back", "ended"], "a loss is told once: {:?}", kept.notices);
    let back = kept.noticed(Stamp::from_millis(1000), there).unwrap();
    let gone = kept.noticed(Stamp::ZERO, lost).unwrap();
    println!(
        "unplugged and back (simulated): recovered in {} ms, after waits of 0.5, 1 and 2 s",
        back.millis_since(gone)
    );
    assert!((3_500..3_700).contains(&back.millis_since(gone)));
    assert_eq!(kept.frames.len(), 200);
    assert!(
        kept.frames
            .windows(2)
            .all(|pair| pair[1].frame.number == pair[0].frame.number + 1 && pair[1].frame.at > pair[0].frame.at)
    );
}

#[test]
fn a_driver_that_blocks_is_left_behind() {
    let mut kept = kept(&[Act::Give(50, 40, Then::Block), Act::BlockOpening, Act::Give(50, 40, Then::End)]);
    kept.until(60_000, "the recording is over", |kept| kept.camera.has_ended());
    let gone = kept.noticed(Stamp::ZERO, lost).unwrap();
    let back = kept.noticed(gone, there).unwrap();
    println!(
        "a driver that blocks for ever, twice (simulated): noticed after {} ms, recovered {} ms later",
        gone.millis() - 2_000,
        back.millis_since(gone)
    );
    assert!((3_000..3_100).contains(&(gone.millis() - 2_000)), "{gone:?}");
    // the second attempt blocks while opening, for twelve seconds; then a second's wait
    assert!((13_400..13_800).contains(&back.millis_since(gone)), "{:?}", kept.notices);
    assert_eq!(kept.frames.len(), 100);
}

#[test]
fn drivers_that_block_again_and_again_do_not_pile_up() {
    let mut kept = kept(&[Act::BlockOpening; 40]);
    kept.keep_for(600_000);
    assert_eq!(kept.notices.len(), 1, "{:?}", kept.notices);
    // its own one and those of four drivers that were left behind
    let threads = std::fs::read_dir("/proc/self/task")
        .unwrap()
        .filter_map(Result::ok)
        .filter(|task| std::fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name.trim() == "camera 0"));
    assert!(threads.count() < 40);
}

#[test]
fn a_frozen_picture_is_noticed_and_the_source_opened_again() {
    let mut kept = kept(&[Act::Give(50, 40, Then::Freeze), Act::Give(50, 40, Then::End)]);
    kept.until(60_000, "the recording is over", |kept| kept.camera.has_ended());
    let frozen = kept.noticed(Stamp::ZERO, |notice| matches!(notice, CameraNotice::Frozen { .. })).unwrap();
    let gone = kept.noticed(frozen, lost).unwrap();
    let back = kept.noticed(gone, there).unwrap();
    println!(
        "frozen picture (simulated): noticed after {} ms, opened again after {}, recovered {} ms later",
        frozen.millis() - 2_000,
        gone.millis() - 2_000,
        back.millis_since(gone)
    );
    assert!((5_000..5_200).contains(&(frozen.millis() - 2_000)));
    assert!((15_000..15_200).contains(&(gone.millis() - 2_000)));
}

#[test]
fn two_frames_a_second_are_noticed() {
    let mut kept = kept(&[Act::Give(40, 500, Then::End)]);
    kept.until(60_000, "the recording is over", |kept| kept.camera.has_ended());
    let slow: Vec<&(Stamp, CameraNotice)> =
        kept.notices.iter().filter(|(_, notice)| matches!(notice, CameraNotice::Slow { .. })).collect();
    let [(at, CameraNotice::Slow { rate })] = slow[..] else { panic!("{:?}", kept.notices) };
    println!("2 frames a second (simulated): noticed after {} ms as {rate:.1}", at.millis());
    assert!((1.5..2.6).contains(rate) && at.millis() < 4_000);
}

#[test]
fn of_pictures_that_wait_the_newest_wins() {
    let mut kept = kept(&[Act::Give(300, 10, Then::End)]);
    // somebody is busy for a second at a time
    for _ in 0..4 {
        let pause = Bell::default();
        kept.clock.wait(&pause, Duration::from_secs(1));
        kept.turn();
    }
    assert!(kept.camera.dropped() >= 290, "{}", kept.camera.dropped());
    let last = kept.frames.last().unwrap();
    assert!(last.frame.number >= 298 && kept.frames.len() <= 5, "{:?}", kept.frames);
    assert_eq!(kept.camera.received(), kept.camera.dropped() + kept.frames.len() as u64);
}
