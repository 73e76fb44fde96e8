use crate::photographs::Photographs;
use crate::still_format::format_of;
use crate::video::Video;
use crate::{CaptureError, FrameSource, prepare};
use board::CameraId;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// So much of a file is looked at to tell what it is.
const HEAD_BYTES: u64 = 512;

/// Opens whatever `path_or_url` names, as the first camera: see [`open_for`].
///
/// # Errors
/// As [`open_for`].
pub fn open(path_or_url: &str) -> Result<Box<dyn FrameSource>, CaptureError> {
    open_for(path_or_url, CameraId(0))
}

/// Opens whatever `path_or_url` names; its frames are said to come from `camera`.
///
/// - an address with a scheme (`rtsp://`, `http://`, ...) is a network stream;
/// - a folder holds photographs (`.jpg`, `.jpeg`, `.png`), read in the natural order of their names (2 before 10) and
///   stamped one second apart; other files are passed over;
/// - a file whose first bytes are a picture's is one picture;
/// - any other file is a video, decoded by OpenCV's FFmpeg back end and stamped with its presentation times, counted
///   from the first frame.
///
/// Pictures and videos are turned upright where the file says how they were held.
///
/// # Errors
/// When there is nothing there, the file is empty, breaks off before its first frame or is neither a picture nor a
/// video, or the folder has no photograph. A picture that is broken inside a folder, and a video that breaks off, are
/// reported by [`FrameSource::next_frame`] when it is their turn.
pub fn open_for(path_or_url: &str, camera: CameraId) -> Result<Box<dyn FrameSource>, CaptureError> {
    prepare();
    if path_or_url.contains("://") {
        return Ok(Box::new(Video::stream(path_or_url, camera)?));
    }
    let path = Path::new(path_or_url);
    let metadata = std::fs::metadata(path).map_err(|error| CaptureError::io(path, &error))?;
    if metadata.is_dir() {
        return Ok(Box::new(Photographs::folder(path, camera)?));
    }
    if metadata.is_file() && metadata.len() == 0 {
        return Err(CaptureError::at(path, "the file is empty; copy or record it again"));
    }
    let mut head = Vec::new();
    let file = File::open(path).map_err(|error| CaptureError::io(path, &error))?;
    file.take(HEAD_BYTES).read_to_end(&mut head).map_err(|error| CaptureError::io(path, &error))?;
    if is_text(&head) {
        return Err(CaptureError::at(path, "is a text file, neither a picture nor a video; name one of these"));
    }
    match format_of(&head) {
        Some(_) => Ok(Box::new(Photographs::single(path, camera)?)),
        None => Ok(Box::new(Video::file(path, camera)?)),
    }
}

/// An address as it may be shown and stored: with the password, if it has one, as three stars.
pub fn without_password(address: &str) -> String {
    let parts = address.split_once("://").and_then(|(scheme, rest)| {
        let host_ends = rest.find('/').unwrap_or(rest.len());
        let (login, host) = rest[..host_ends].rsplit_once('@')?;
        let (user, _) = login.split_once(':')?;
        Some(format!("{scheme}://{user}:***@{host}{}", &rest[host_ends..]))
    });
    parts.unwrap_or_else(|| address.to_owned())
}

/// Whether a file that begins so is text. FFmpeg would show some text files as a film of a terminal. A playlist
/// (HLS) is text, too, but names a video.
fn is_text(head: &[u8]) -> bool {
    let printable = |byte: &u8| byte.is_ascii_graphic() || b" \t\r\n".contains(byte) || *byte >= 0x80;
    !head.starts_with(b"#EXTM3U") && head.iter().all(printable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("rtsp://me:s3c:r@t@cam/live"), "rtsp://me:***@cam/live");
        for plain in ["rtsp://cam:554/live", "http://me@cam/x@y:z", "game.mp4", "C:/a@b"] {
            assert_eq!(without_password(plain), plain);
        }
    }
}
