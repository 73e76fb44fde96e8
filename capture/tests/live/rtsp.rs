//! A small RTSP server for tests: it hands out what FFmpeg sends it as RTP, interleaved over TCP, to one viewer at a time.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub struct RtspServer {
    pub address: String,
    ffmpeg: Child,
    viewer: Arc<Mutex<Option<TcpStream>>>,
    /// While this is set nobody is let in.
    pub closed: Arc<AtomicBool>,
}

impl RtspServer {
    /// Serves what `input` (FFmpeg's arguments) gives, as H.264 with an IDR frame a second. `None` where there is no ffmpeg.
    pub fn start(folder: &Path, input: &[&str]) -> Option<RtspServer> {
        let rtp = UdpSocket::bind("127.0.0.1:0").unwrap();
        let sdp_file = folder.join("stream.sdp");
        let ffmpeg = Command::new("ffmpeg")
            .args(["-v", "error", "-re"])
            .args(input)
            .args([
                "-an",
                "-c:v",
                "libx264",
                "-preset",
                "ultrafast",
                "-tune",
                "zerolatency",
                "-g",
                "25",
                "-pix_fmt",
                "yuv420p",
            ])
            .arg("-sdp_file")
            .arg(&sdp_file)
            .args(["-f", "rtp", &format!("rtp://{}?pkt_size=1300", rtp.local_addr().unwrap())])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let ffmpeg = match ffmpeg {
            Ok(ffmpeg) => ffmpeg,
            Err(error) => {
                eprintln!("NOT RUN: this test needs the program ffmpeg ({error})");
                return None;
            }
        };
        let described = || std::fs::read_to_string(&sdp_file).ok().filter(|text| text.contains("fmtp"));
        let sdp = (0..400).find_map(|_| {
            described().or_else(|| {
                std::thread::sleep(Duration::from_millis(25));
                None
            })
        });
        let sdp = format!(
            "{}a=control:track0\r\n",
            sdp.expect("ffmpeg wrote no SDP").replace("\r\n", "\n").replace("SDP:\n", "").replace('\n', "\r\n")
        );
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("rtsp://{}/live", listener.local_addr().unwrap());
        let viewer: Arc<Mutex<Option<TcpStream>>> = Arc::default();
        let closed = Arc::new(AtomicBool::new(false));
        let forward = viewer.clone();
        std::thread::spawn(move || {
            let mut packet = [0; 2000];
            while let Ok(length) = rtp.recv(&mut packet) {
                let mut viewer = forward.lock().unwrap();
                if let Some(stream) = viewer.as_mut() {
                    let mut framed = vec![b'$', 0, (length >> 8) as u8, length as u8];
                    framed.extend(&packet[..length]);
                    if stream.write_all(&framed).is_err() {
                        *viewer = None;
                    }
                }
            }
        });
        let (accept, door) = (viewer.clone(), closed.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if !door.load(Ordering::SeqCst) {
                    let (accept, sdp) = (accept.clone(), sdp.clone());
                    std::thread::spawn(move || talk(stream, &accept, &sdp));
                }
            }
        });
        Some(RtspServer { address, ffmpeg, viewer, closed })
    }

    /// Cuts whoever looks, as a pulled cable does once the other end has noticed.
    pub fn cut(&self) {
        if let Some(stream) = self.viewer.lock().unwrap().take() {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }

    /// Sends nothing more, without saying so.
    pub fn stall(&self) {
        *self.viewer.lock().unwrap() = None;
    }
}

impl Drop for RtspServer {
    fn drop(&mut self) {
        let _ = self.ffmpeg.kill();
        let _ = self.ffmpeg.wait();
    }
}

/// Answers one viewer's requests.
fn talk(stream: TcpStream, viewer: &Mutex<Option<TcpStream>>, sdp: &str) {
    let Ok(mut out) = stream.try_clone() else { return };
    let mut lines = BufReader::new(stream).lines();
    loop {
        let mut request = Vec::new();
        loop {
            match lines.next() {
                Some(Ok(line)) if line.trim().is_empty() && request.is_empty() => {}
                Some(Ok(line)) if line.trim().is_empty() => break,
                Some(Ok(line)) => request.push(line.trim().to_owned()),
                _ => return,
            }
        }
        let number = request.iter().find_map(|line| line.strip_prefix("CSeq:")).unwrap_or("0").trim().to_owned();
        let method = request[0].split(' ').next().unwrap_or_default().to_owned();
        let (headers, body) = match method.as_str() {
            "OPTIONS" => ("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n".to_owned(), ""),
            "DESCRIBE" => (format!("Content-Type: application/sdp\r\nContent-Length: {}\r\n", sdp.len()), sdp),
            "SETUP" => ("Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n".to_owned(), ""),
            _ => ("Session: 1\r\n".to_owned(), ""),
        };
        let answer = format!("RTSP/1.0 200 OK\r\nCSeq: {number}\r\n{headers}\r\n{body}");
        if out.write_all(answer.as_bytes()).is_err() {
            return;
        }
        if method == "PLAY" {
            let Ok(copy) = out.try_clone() else { return };
            *viewer.lock().unwrap() = Some(copy);
        }
        if method == "TEARDOWN" {
            return;
        }
    }
}
