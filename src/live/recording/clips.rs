//! Clips around turns and alerts, or of everything: small pictures, masked, and made into films by FFmpeg in a process of its own.

use super::mask::Mask;
use crate::failure::Failure;
use board::{CameraId, Stamp};
use capture::{Image, jpeg, shrunk};
use serde_json::json;
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Pictures are kept no more often than this, in milliseconds.
const EVERY_MS: i64 = 95;

/// Their longer side has at most so many pixels.
const LONGEST: usize = 960;

/// JPEG's quality, of 100.
const QUALITY: u8 = 75;

/// A clip is ended after so long and another begun, in milliseconds.
const LONGEST_CLIP_MS: i64 = 60_000;

/// One camera's clips.
#[derive(Debug)]
pub struct Clips {
    folder: PathBuf,
    camera: CameraId,
    around_ms: i64,
    always: bool,
    mask: Option<Mask>,
    ring: VecDeque<(Stamp, Vec<u8>)>,
    kept: Option<Stamp>,
    until: Option<Stamp>,
    open: Option<Open>,
    films: Vec<(Child, PathBuf)>,
    made: u32,
    failure: Option<String>,
}

/// A clip that is being written.
#[derive(Debug)]
struct Open {
    path: PathBuf,
    file: File,
    index: File,
    began: Stamp,
    last: Stamp,
    pictures: u32,
}

impl Clips {
    /// Clips of `around_ms` before and after a moment, or of everything with `always`; outside `mask` pictures are black.
    pub fn new(folder: &Path, camera: CameraId, around_ms: i64, always: bool, mask: Option<Mask>) -> Clips {
        let (ring, films) = (VecDeque::new(), Vec::new());
        let folder = folder.to_owned();
        // a restart goes on counting
        let made = std::fs::read_dir(&folder).into_iter().flatten().count() as u32;
        Clips {
            folder,
            camera,
            around_ms,
            always,
            mask,
            ring,
            kept: None,
            until: None,
            open: None,
            films,
            made,
            failure: None,
        }
    }

    /// Where the boards lie has changed.
    pub fn set_mask(&mut self, mask: Option<Mask>) {
        self.mask = mask;
    }

    /// Something was decided: what is around `now` is kept.
    pub fn keep_around(&mut self, now: Stamp) {
        self.until = Some(Stamp::from_nanos(now.nanos() + self.around_ms * 1_000_000));
    }

    /// A picture.
    pub fn see(&mut self, at: Stamp, image: &Image) {
        if self.kept.is_some_and(|kept| at.millis_since(kept) < EVERY_MS) {
            return;
        }
        self.kept = Some(at);
        let small = match shrunk(image, LONGEST) {
            Ok(small) => small,
            Err(_) => return,
        };
        let small = match &self.mask {
            Some(mask) => mask.apply(small),
            None => small,
        };
        let Ok(bytes) = jpeg(&small, QUALITY) else { return };
        self.ring.push_back((at, bytes));
        while self.ring.front().is_some_and(|(then, _)| at.millis_since(*then) > self.around_ms) {
            self.ring.pop_front();
        }
        if self.always || self.until.is_some_and(|until| at <= until) {
            let written = self.write();
            self.failure = written.err().map(|failure| failure.message);
        } else {
            self.close();
        }
    }

    /// Why pictures cannot be written at present.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The files that are being written.
    pub fn busy(&self) -> Vec<PathBuf> {
        self.open.iter().map(|open| open.path.clone()).chain(self.films.iter().map(|(_, path)| path.clone())).collect()
    }

    /// Writes what waits; a clip that is long is ended.
    fn write(&mut self) -> Result<(), Failure> {
        let wrong = |path: &Path, error: std::io::Error| {
            Failure::input(format!("{}: cannot be written: {error}", path.display()))
        };
        while let Some((at, bytes)) = self.ring.pop_front() {
            if self.open.as_ref().is_some_and(|open| at.millis_since(open.began) >= LONGEST_CLIP_MS) {
                self.close();
            }
            if self.open.is_none() {
                std::fs::create_dir_all(&self.folder).map_err(|error| wrong(&self.folder, error))?;
                let path = self.folder.join(format!("camera-{}-{:05}.mjpeg", self.camera.0, self.made));
                self.made += 1;
                let file = File::create(&path).map_err(|error| wrong(&path, error))?;
                let index = self.folder.join("index.jsonl");
                let index =
                    OpenOptions::new().create(true).append(true).open(&index).map_err(|error| wrong(&index, error))?;
                self.open = Some(Open { path, file, index, began: at, last: at, pictures: 0 });
            }
            let Some(open) = &mut self.open else { continue };
            let name = open.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let line = json!({ "clip": name, "camera": self.camera.0, "picture": open.pictures, "at_ms": at.millis() });
            let written = open.file.write_all(&bytes).and_then(|()| writeln!(open.index, "{line}"));
            if let Err(error) = written {
                let failure = wrong(&open.path, error);
                self.open = None;
                return Err(failure);
            }
            (open.last, open.pictures) = (at, open.pictures + 1);
        }
        Ok(())
    }

    /// Ends the clip that is open and has a film made of it.
    pub fn close(&mut self) {
        self.reap(false);
        let Some(open) = self.open.take() else { return };
        let seconds = (open.last.millis_since(open.began).max(1)) as f64 / 1000.0;
        let rate = (f64::from(open.pictures.saturating_sub(1).max(1)) / seconds).clamp(0.5, 30.0);
        let film = open.path.with_extension("mp4");
        let encoder = Command::new("nice")
            .args(["-n", "15", "ffmpeg", "-v", "error", "-y", "-f", "mjpeg", "-framerate", &format!("{rate:.3}"), "-i"])
            .arg(&open.path)
            .args(["-c:v", "libx264", "-preset", "veryfast", "-crf", "28", "-threads", "1", "-pix_fmt", "yuv420p"])
            .args(["-vf", "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-movflags", "+faststart"])
            .arg(&film)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        // without ffmpeg the pictures stay as they are, one after another, which players can play
        if let Ok(encoder) = encoder {
            self.films.push((encoder, film));
        }
    }

    /// Removes the pictures of which a film was made; with `wait` all films are waited for.
    fn reap(&mut self, wait: bool) {
        self.films.retain_mut(|(encoder, film)| {
            let ended = if wait { encoder.wait().map(Some) } else { encoder.try_wait() };
            let pictures = film.with_extension("mjpeg");
            match ended {
                Ok(None) => return true,
                Ok(Some(status)) if status.success() => _ = std::fs::remove_file(pictures),
                // what was made of it is worth nothing; the pictures are
                _ => _ = std::fs::remove_file(&film),
            }
            false
        });
    }
}

impl Drop for Clips {
    fn drop(&mut self) {
        self.close();
        self.reap(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_a_moment_is_kept_with_its_times() {
        let folder = tempfile::tempdir().unwrap();
        let video = folder.path().join("match.tandem.video");
        let image = |value: u8| Image::from_bgr(320, 240, vec![value; 3 * 320 * 240]).unwrap();
        let mut clips = Clips::new(&video, CameraId(0), 1_000, false, None);
        for i in 0..80i64 {
            let at = Stamp::from_millis(100 * i);
            if i == 30 {
                clips.keep_around(at);
            }
            clips.see(at, &image(i as u8 * 3));
        }
        drop(clips);
        let index = std::fs::read_to_string(video.join("index.jsonl")).unwrap();
        let times: Vec<i64> = index
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["at_ms"].as_i64().unwrap())
            .collect();
        assert_eq!((times[0], times[times.len() - 1]), (2_000, 4_000));
        assert_eq!(times.len(), 21);
        let film = video.join("camera-0-00000.mp4");
        if Command::new("ffmpeg").arg("-version").output().is_err() {
            eprintln!("NOT RUN: this test needs the program ffmpeg");
            return;
        }
        let mut source = capture::open(film.to_str().unwrap()).unwrap();
        let mut pictures = 0;
        while source.next_frame().unwrap().is_some() {
            pictures += 1;
        }
        assert_eq!(pictures, 21);
        assert!(!video.join("camera-0-00000.mjpeg").exists(), "the film takes its place");
    }

    #[test]
    fn where_nothing_can_be_written_it_is_said_and_nothing_stops() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("file");
        std::fs::write(&taken, "x").unwrap();
        let mut clips = Clips::new(&taken, CameraId(0), 1_000, true, None);
        clips.see(Stamp::ZERO, &Image::from_bgr(8, 8, vec![0; 192]).unwrap());
        assert!(clips.failure().unwrap().contains("cannot be written"));
    }
}
