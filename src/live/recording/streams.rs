//! Network streams copied as they come, by FFmpeg in a process of its own: no picture is decoded or encoded for it.

use board::{CameraId, Stamp};
use serde_json::json;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A piece is so long, in seconds: no more than this is lost when the machine is.
const PIECE_S: u32 = 60;

/// A process that ended is started again after so long, in milliseconds.
const AGAIN_MS: i64 = 5_000;

/// One stream's copier.
#[derive(Debug)]
pub struct Copier {
    address: String,
    folder: PathBuf,
    camera: CameraId,
    process: Option<Child>,
    started: Option<Stamp>,
    failures: u32,
}

impl Copier {
    /// Copies the stream at `address` into `folder`, once it is [tended](Copier::tend).
    pub fn new(address: &str, folder: &Path, camera: CameraId) -> Copier {
        Copier {
            address: address.to_owned(),
            folder: folder.to_owned(),
            camera,
            process: None,
            started: None,
            failures: 0,
        }
    }

    /// Starts FFmpeg where it does not run; why that fails.
    pub fn tend(&mut self, now: Stamp) -> Option<String> {
        if let Some(process) = &mut self.process {
            match process.try_wait() {
                Ok(None) => return None,
                _ => {
                    self.process = None;
                    self.failures += 1;
                }
            }
        }
        if self.started.is_some_and(|started| now.millis_since(started) < AGAIN_MS) {
            return (self.failures > 1)
                .then(|| "ffmpeg ends at once; see whether the camera lets two look at it".to_owned());
        }
        self.started = Some(now);
        match self.start(now) {
            Ok(process) => {
                self.process = Some(process);
                None
            }
            Err(error) => Some(format!("the stream cannot be copied: {error}")),
        }
    }

    fn start(&self, now: Stamp) -> std::io::Result<Child> {
        std::fs::create_dir_all(&self.folder)?;
        let stem = format!("camera-{}-{:09}", self.camera.0, now.millis());
        let mut command = Command::new("ffmpeg");
        command.args(["-v", "error", "-nostdin"]);
        if self.address.starts_with("rtsp://") {
            command.args(["-rtsp_transport", "tcp"]);
        }
        let mut process = command
            .args(["-i", &self.address, "-an", "-c", "copy", "-f", "segment", "-segment_time", &PIECE_S.to_string()])
            .args(["-segment_format", "matroska", "-segment_list", "pipe:1", "-segment_list_type", "csv"])
            .arg(self.folder.join(format!("{stem}-%04d.mkv")))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(list) = process.stdout.take() {
            let (folder, camera) = (self.folder.clone(), self.camera);
            // ends with the process
            std::thread::Builder::new().name("pieces".to_owned()).spawn(move || {
                for line in BufReader::new(list).lines().map_while(Result::ok) {
                    note(&folder, camera, now, &line);
                }
            })?;
        }
        Ok(process)
    }

    /// Whether it copies.
    pub fn runs(&self) -> bool {
        self.process.is_some()
    }
}

/// Writes down when a piece that is complete begins and ends: by the stream's own time, counted from when copying began.
fn note(folder: &Path, camera: CameraId, began: Stamp, line: &str) {
    let mut fields = line.split(',');
    let (Some(name), Some(from), Some(to)) = (fields.next(), fields.next(), fields.next()) else { return };
    let ms = |text: &str| text.trim().parse::<f64>().ok().map(|seconds| began.millis() + (seconds * 1000.0) as i64);
    let line = json!({ "piece": name, "camera": camera.0, "from_ms": ms(from), "to_ms": ms(to) });
    if let Ok(mut index) = OpenOptions::new().create(true).append(true).open(folder.join("index.jsonl")) {
        let _ = writeln!(index, "{line}");
    }
}

impl Drop for Copier {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // asked to end, it writes the rest of its piece
            let asked = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
            let patience = std::time::Instant::now();
            while asked.is_ok() && patience.elapsed().as_secs() < 3 {
                if matches!(process.try_wait(), Ok(Some(_))) {
                    return;
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_noted_in_the_sessions_time() {
        let folder = tempfile::tempdir().unwrap();
        note(folder.path(), CameraId(1), Stamp::from_millis(5_000), "camera-1-0.mkv,0.000000,60.040000");
        note(folder.path(), CameraId(1), Stamp::from_millis(5_000), "nonsense");
        let index = std::fs::read_to_string(folder.path().join("index.jsonl")).unwrap();
        assert_eq!(index, "{\"camera\":1,\"from_ms\":5000,\"piece\":\"camera-1-0.mkv\",\"to_ms\":65040}\n");
    }
}
