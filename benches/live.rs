//! What watching two cameras costs, the whole program: two streams of 1920x1080 at 30 frames a second, one for each board, served by
//! FFmpeg on loopback.
//!
//! Prints how long it takes from a frame's arrival to the event on the disk (median, 99th percentile), the cores that the program keeps
//! busy, by its threads, and its peak memory. FFmpeg's own work, on either side, is not counted. Run it on a quiet machine:
//! `cargo bench --bench live`. `TANDEM_BENCH_SECONDS` (60) is how long it measures, `TANDEM_BENCH_FORM` is `h264` or `mjpeg`,
//! `TANDEM_BENCH_VIDEO` what is recorded meanwhile (`moments`).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A table's both boards in one picture, of which each stream shows a half.
const SOURCES: [&str; 2] = ["../shared/reels/reel-1/table.mp4", "samples/table-1/table.mp4"];

/// So long each round of the stream shows the start, in seconds, before the match begins.
const HELD_S: u32 = 6;

fn main() -> ExitCode {
    // `cargo test --benches` runs this, too
    if std::env::args().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("NOT MEASURED: {what}");
            ExitCode::FAILURE
        }
    }
}

fn setting(name: &str, usual: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| usual.to_owned())
}

fn measure() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seconds: u64 =
        setting("TANDEM_BENCH_SECONDS", "60").parse().map_err(|_| "TANDEM_BENCH_SECONDS is no number")?;
    let (form, video) = (setting("TANDEM_BENCH_FORM", "h264"), setting("TANDEM_BENCH_VIDEO", "moments"));
    let source = SOURCES.iter().map(|path| root.join(path)).find(|path| path.exists()).ok_or("there is no footage")?;
    let folder = std::env::temp_dir().join(format!("tandem-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let done = measure_in(&folder, &source, (&form, &video), Duration::from_secs(seconds));
    _ = std::fs::remove_dir_all(&folder);
    done
}

/// What is killed when it is no longer needed.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn ffmpeg(arguments: &[&str]) -> Result<Child, String> {
    let mut command = Command::new("ffmpeg");
    command.args(["-v", "error", "-y"]).args(arguments).stdin(Stdio::null());
    command.spawn().map_err(|error| format!("it needs the program ffmpeg ({error})"))
}

/// The half of the footage that shows one board, as a camera of 1920x1080 and 30 frames a second would give it, with a sensor's noise.
/// What was made once lies in `folder` for the next time.
fn stream_file(folder: &Path, source: &Path, (half, x): (&str, &str), form: &str) -> Result<PathBuf, String> {
    let ending = if form == "mjpeg" { "avi" } else { "mp4" };
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let (file, part) = (folder.join(format!("{stem}-{half}.{ending}")), folder.join(format!("part-{half}.{ending}")));
    if file.exists() {
        return Ok(file);
    }
    let picture = format!(
        "crop=iw/2:ih:{x}:0,fps=30,tpad=start_mode=clone:start_duration={HELD_S},scale=-2:1080,pad=1920:1080:(ow-iw)/2:0:0x6b5b4b,noise=alls=5:allf=t"
    );
    let coded: &[&str] = match form {
        "mjpeg" => &["-c:v", "mjpeg", "-q:v", "5"],
        _ => &["-c:v", "libx264", "-preset", "superfast", "-tune", "zerolatency", "-g", "60", "-b:v", "8M"],
    };
    let (source, out) = (source.display().to_string(), part.display().to_string());
    let mut arguments = vec!["-i", &source, "-an", "-vf", &picture, "-pix_fmt", "yuv420p"];
    arguments.extend(coded);
    arguments.push(&out);
    let done = ffmpeg(&arguments)?.wait().map_err(|error| error.to_string())?;
    if !done.success() {
        return Err("ffmpeg could not make the streams".to_owned());
    }
    std::fs::rename(part, &file).map_err(|error| error.to_string())?;
    Ok(file)
}

/// Serves a file over and over, at its own pace, to whoever asks first.
fn serve(file: &Path, form: &str) -> Result<(Running, String), String> {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    let port = port.map_err(|error| error.to_string())?.port();
    let (container, name) = if form == "mjpeg" { ("mpjpeg", "cam.mjpg") } else { ("mpegts", "cam.ts") };
    let address = format!("http://127.0.0.1:{port}/{name}");
    let file = file.display().to_string();
    let child =
        ffmpeg(&["-re", "-stream_loop", "-1", "-i", &file, "-c", "copy", "-f", container, "-listen", "1", &address])?;
    Ok((Running(child), address))
}

fn measure_in(folder: &Path, source: &Path, (form, video): (&str, &str), length: Duration) -> Result<(), String> {
    eprintln!("making two streams of {} ...", source.display());
    let streams = std::env::temp_dir().join("tandem-bench-streams");
    std::fs::create_dir_all(&streams).map_err(|error| error.to_string())?;
    let halves = [("left", "0"), ("right", "iw/2")].map(|half| stream_file(&streams, source, half, form));
    let [left, right] = halves;
    let (left_ffmpeg, left) = serve(&left?, form)?;
    let (right_ffmpeg, right) = serve(&right?, form)?;
    let metrics = folder.join("metrics.prom");
    let config = folder.join("table.toml");
    let text = format!(
        "profile = \"free\"\nfolder = \"matches\"\n[[camera]]\nsource = \"{left}\"\nboards = [\"A\"]\n\
         [[camera]]\nsource = \"{right}\"\nboards = [\"B\"]\n[recording]\nvideo = \"{video}\"\n"
    );
    std::fs::write(&config, text).map_err(|error| error.to_string())?;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let program = option_env!("CARGO_BIN_EXE_tandem").map(str::to_owned);
    let program = std::env::var("TANDEM_BENCH_PROGRAM").ok().or(program).ok_or("there is no program to measure")?;
    let mut child = Command::new(program)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["run", "--json", "--new", "--config"])
        .arg(&config)
        .arg("--metrics")
        .arg(&metrics)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("tandem cannot be started: {error}"))?;
    let lines = BufReader::new(child.stdout.take().ok_or("its output is missing")?).lines();
    let tandem = Running(child);
    let pid = tandem.0.id();
    let (events, turns) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let started = Arc::new(Mutex::new(None::<Instant>));
    let heard = (events.clone(), turns.clone(), started.clone());
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            heard.0.fetch_add(1, Ordering::Relaxed);
            heard.1.fetch_add(u64::from(line.contains("\"event\":\"turn\"")), Ordering::Relaxed);
            if line.contains("\"event\":\"started\"") {
                heard.2.lock().expect("no thread panics with it").get_or_insert_with(Instant::now);
            }
            if line.contains("\"event\":\"incident\"") {
                eprintln!("{line}");
            }
        }
    });
    let begun = Instant::now();
    while started.lock().expect("no thread panics with it").is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            return Err("no match began within two minutes".to_owned());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let (from, busy) = (Instant::now(), cpu(pid));
    let before = frames(&metrics);
    std::thread::sleep(length);
    let (passed, used) = (from.elapsed().as_secs_f64(), cpu(pid));
    // the metrics are written every five seconds or so
    std::thread::sleep(Duration::from_secs(6));
    let memory = peak_memory(pid);
    let text = std::fs::read_to_string(&metrics).map_err(|error| format!("{}: {error}", metrics.display()))?;
    let values = values(&text);
    _ = Command::new("kill").args(["-TERM", &pid.to_string()]).status();
    std::thread::sleep(Duration::from_secs(2));
    drop((left_ffmpeg, right_ffmpeg, tandem));

    let total = |map: &BTreeMap<String, f64>| map.values().sum::<f64>();
    let cores = |name: &str| (used.get(name).unwrap_or(&0.0) - busy.get(name).unwrap_or(&0.0)) / passed;
    let value = |name: &str| values.get(name).copied().unwrap_or(f64::NAN);
    println!(
        "two streams of 1920x1080 at 30 frames/s ({form}), {passed:.0} s; load of the machine before: {}",
        load.trim()
    );
    println!("told: {} events, {} turns", events.load(Ordering::Relaxed), turns.load(Ordering::Relaxed));
    println!(
        "arrival to disk: median {:.0} ms, 99 % within {:.0} ms",
        1000.0 * value("tandem_latency_seconds{quantile=\"0.5\"}"),
        1000.0 * value("tandem_latency_seconds{quantile=\"0.99\"}")
    );
    for (name, value) in values.iter().filter(|(name, _)| name.starts_with("tandem_latency_part")) {
        println!("  {name}: {:.1} ms", 1000.0 * value);
    }
    println!("CPU: {:.2} cores", (total(&used) - total(&busy)) / passed);
    let mut names: Vec<&String> = used.keys().collect();
    names.sort_by(|one, other| cores(other).total_cmp(&cores(one)));
    for name in names.into_iter().filter(|name| cores(name) >= 0.005) {
        println!("  {name}: {:.2}", cores(name));
    }
    println!("peak memory: {memory:.0} MB");
    for camera in 0..2 {
        let total = value(&format!("tandem_camera_frames_total{{camera=\"{camera}\"}}"));
        let dropped = value(&format!("tandem_camera_dropped_total{{camera=\"{camera}\"}}"));
        println!("camera {camera}: {total} frames, {dropped} not looked at");
    }
    _ = before;
    Ok(())
}

/// Seconds of processor time that each of a process's threads has used, by their names; what ended threads used is under `ended`.
fn cpu(pid: u32) -> BTreeMap<String, f64> {
    let of = |stat: PathBuf| {
        let text = std::fs::read_to_string(stat).ok()?;
        let (name, rest) = text.split_once('(')?.1.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        Some((name.to_owned(), ticks / 100.0))
    };
    let mut threads = BTreeMap::new();
    for entry in std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        if let Some((name, seconds)) = of(entry.path().join("stat")) {
            *threads.entry(name).or_insert(0.0) += seconds;
        }
    }
    let whole = of(PathBuf::from(format!("/proc/{pid}/stat"))).map_or(0.0, |(_, seconds)| seconds);
    let living: f64 = threads.values().sum();
    threads.insert("ended".to_owned(), (whole - living).max(0.0));
    threads
}

/// The most memory a process has had, in megabytes.
fn peak_memory(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).map_or(f64::NAN, |kb| kb / 1000.0)
}

fn frames(metrics: &Path) -> f64 {
    let text = std::fs::read_to_string(metrics).unwrap_or_default();
    values(&text)
        .iter()
        .filter(|(name, _)| name.starts_with("tandem_camera_frames_total"))
        .map(|(_, value)| value)
        .sum()
}

/// Prometheus's text as names with their labels and values.
fn values(text: &str) -> BTreeMap<String, f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
        .collect()
}
