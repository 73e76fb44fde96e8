use std::sync::Once;

/// What is set before FFmpeg is first used, unless the user has set it: log level "quiet", RTSP over TCP (as OpenCV's
/// own default has it) and one decoding thread.
const ENVIRONMENT: [(&str, &str); 2] =
    [("OPENCV_FFMPEG_LOGLEVEL", "-8"), ("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp|threads;1")];

/// Sets OpenCV to one thread and silences it and FFmpeg, once a process; what goes wrong is told by
/// [`CaptureError`](crate::CaptureError)s instead.
///
/// Everything in this crate that opens something calls it. A program does well to call it first thing in `main`,
/// before it starts threads: OpenCV takes FFmpeg's settings from environment variables only, and these should not change
/// while another thread reads them. Variables that are already set are left alone.
pub fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (name, value) in ENVIRONMENT {
            if std::env::var_os(name).is_none() {
                // SAFETY: runs once, on a program's start by the advice above; Rust's own readers of the environment
                // are locked out while it runs, and OpenCV reads these variables only when a file is opened, which
                // is after this call on the same thread.
                #[allow(unsafe_code)]
                unsafe {
                    std::env::set_var(name, value);
                }
            }
        }
        // Neither call can fail in a way that matters: at worst there is a message more or a thread more.
        let _ = opencv::core::set_log_level(opencv::core::LogLevel::LOG_LEVEL_SILENT);
        let _ = opencv::core::set_num_threads(1);
    });
}
