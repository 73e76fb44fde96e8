//! Faults of real streams, on loopback: each is noticed and got over, and how long that took is printed.

use super::kept::{Kept, lost, there};
use super::rtsp::RtspServer;
use board::Stamp;
use capture::live::{Address, CameraNotice, Clock, LiveSettings, SystemClock, UsbWishes, connector};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// FFmpeg serving MJPEG over HTTP to the first that asks.
struct Mjpeg {
    port: u16,
    ffmpeg: Option<Child>,
}

impl Mjpeg {
    fn new() -> Mjpeg {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Mjpeg { port, ffmpeg: None }
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/cam.mjpg", self.port)
    }

    /// Serves what FFmpeg's arguments give; says whether there is an ffmpeg.
    fn serve(&mut self, input: &[&str]) -> bool {
        self.stop();
        let run = Command::new("ffmpeg")
            .args(["-v", "error", "-re"])
            .args(input)
            .args(["-c:v", "mjpeg", "-q:v", "5", "-f", "mpjpeg", "-listen", "1", &self.address()])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        match run {
            Ok(child) => {
                self.ffmpeg = Some(child);
                true
            }
            Err(error) => {
                eprintln!("NOT RUN: this test needs the program ffmpeg ({error})");
                false
            }
        }
    }

    fn signal(&self, name: &str) {
        if let Some(child) = &self.ffmpeg {
            assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
        }
    }

    fn stop(&mut self) {
        if let Some(mut child) = self.ffmpeg.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Mjpeg {
    fn drop(&mut self) {
        self.stop();
    }
}

fn kept(address: &str) -> Kept {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let connect = connector(&Address::new(address), &UsbWishes::default(), clock.clone());
    Kept::new(clock, connect, LiveSettings::default())
}

const MOVING: [&str; 4] = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25"];

/// So long a recovery may take on a machine that has other things to do, in milliseconds.
const PATIENCE: i64 = 60_000;

fn seen(kept: &mut Kept, frames: usize) -> Stamp {
    let have = kept.frames.len();
    kept.until(PATIENCE, "frames arrive", |kept| kept.frames.len() >= have + frames)
}

#[test]
fn a_stream_that_is_cut_and_restarted_is_back() {
    let mut server = Mjpeg::new();
    if !server.serve(&MOVING) {
        return;
    }
    let mut kept = kept(&server.address());
    let cut = seen(&mut kept, 25);
    server.stop();
    let gone = kept.until(PATIENCE, "the loss is noticed", |kept| kept.noticed(cut, lost).is_some());
    kept.keep_for(1_500);
    let restarted = kept.now();
    server.serve(&MOVING);
    let back = kept.until(PATIENCE, "it is back", |kept| kept.noticed(restarted, there).is_some());
    println!(
        "HTTP MJPEG cut: noticed after {} ms; restarted: back after {} ms",
        gone.millis_since(cut),
        back.millis_since(restarted)
    );
    assert!(
        kept.frames
            .windows(2)
            .all(|pair| pair[1].frame.at > pair[0].frame.at && pair[1].frame.number > pair[0].frame.number)
    );
    assert!(gone.millis_since(cut) < 15_000);
}

#[test]
fn a_stream_that_stalls_is_noticed_and_back_when_it_goes_on() {
    let mut server = Mjpeg::new();
    if !server.serve(&MOVING) {
        return;
    }
    let mut kept = kept(&server.address());
    let stalled = seen(&mut kept, 25);
    // the program stands still, its connection stays open: the driver blocks
    server.signal("-STOP");
    let gone = kept.until(PATIENCE, "the stall is noticed", |kept| kept.noticed(stalled, lost).is_some());
    let restarted = kept.now();
    server.serve(&MOVING);
    let back = kept.until(PATIENCE, "it is back", |kept| kept.noticed(restarted, there).is_some());
    println!(
        "HTTP MJPEG stalled: noticed after {} ms; served again: back after {} ms",
        gone.millis_since(stalled),
        back.millis_since(restarted)
    );
    assert!((2_800..8_000).contains(&gone.millis_since(stalled)), "{:?}", kept.notices);
}

#[test]
fn a_stream_at_two_frames_a_second_is_slow_and_one_of_another_size_is_told() {
    let mut server = Mjpeg::new();
    if !server.serve(&MOVING) {
        return;
    }
    let mut kept = kept(&server.address());
    seen(&mut kept, 10);
    server.serve(&["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=2"]);
    let slowed =
        kept.until(PATIENCE, "it is back", |kept| kept.notices.iter().filter(|(_, notice)| there(notice)).count() == 2);
    let slow = |notice: &CameraNotice| matches!(notice, CameraNotice::Slow { .. });
    let noticed = kept.until(PATIENCE, "it is slow", |kept| kept.noticed(slowed, slow).is_some());
    println!("2 frames a second: noticed {} ms after the first of them", noticed.millis_since(slowed));
    server.serve(&["-f", "lavfi", "-i", "testsrc2=size=640x480:rate=25"]);
    let changed = kept.now();
    let resized = |notice: &CameraNotice| *notice == CameraNotice::Resized { from: (320, 240), to: (640, 480) };
    let noticed = kept.until(PATIENCE, "it has another size", |kept| kept.noticed(changed, resized).is_some());
    println!("another size: noticed {} ms after the restart", noticed.millis_since(changed));
    assert_eq!(kept.frames.last().map(|live| live.frame.image.width()), Some(640));
}

#[test]
fn a_still_picture_is_frozen() {
    let mut server = Mjpeg::new();
    if !server.serve(&["-f", "lavfi", "-i", "color=red:size=320x240:rate=25"]) {
        return;
    }
    let mut kept = kept(&server.address());
    let began = seen(&mut kept, 1);
    let noticed = kept.until(PATIENCE, "it is frozen", |kept| {
        kept.noticed(began, |notice| matches!(notice, CameraNotice::Frozen { .. })).is_some()
    });
    println!("frozen picture: noticed after {} ms", noticed.millis_since(began));
    assert!((4_500..9_000).contains(&noticed.millis_since(began)), "{:?}", kept.notices);
}

#[test]
fn an_rtsp_stream_is_read_cut_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let Some(server) = RtspServer::start(folder.path(), &MOVING) else { return };
    let mut kept = kept(&server.address);
    let cut = seen(&mut kept, 50);
    let intervals: Vec<i64> =
        kept.frames.windows(2).skip(10).map(|pair| pair[1].frame.at.millis_since(pair[0].frame.at)).collect();
    let regular = intervals.iter().filter(|ms| (30..50).contains(*ms)).count();
    println!("RTSP: {} of {} frames are 40 ms apart within 10 by their stamps", regular, intervals.len());
    assert!(2 * regular > intervals.len(), "{intervals:?}");
    server.closed.store(true, Ordering::SeqCst);
    server.cut();
    let gone = kept.until(PATIENCE, "the loss is noticed", |kept| kept.noticed(cut, lost).is_some());
    server.closed.store(false, Ordering::SeqCst);
    let opened = kept.now();
    let back = kept.until(PATIENCE, "it is back", |kept| kept.noticed(opened, there).is_some());
    println!(
        "RTSP cut: noticed after {} ms; let in again: back after {} ms",
        gone.millis_since(cut),
        back.millis_since(opened)
    );
    let stalled = kept.now();
    server.stall();
    let gone = kept.until(PATIENCE, "the stall is noticed", |kept| kept.noticed(stalled, lost).is_some());
    let back = kept.until(PATIENCE, "it is back", |kept| kept.noticed(gone, there).is_some());
    println!(
        "RTSP stalled: noticed after {} ms, back {} ms later",
        gone.millis_since(stalled),
        back.millis_since(gone)
    );
    std::thread::sleep(Duration::from_millis(10));
}
