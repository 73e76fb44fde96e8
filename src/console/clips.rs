//! Films of the moments around an alert, as far as the session has them.

use super::access::Role;
use super::guard::refused;
use super::{Desk, Shared};
use crate::live::recording::folder_of;
use arbiter::event::AlertId;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use board::Stamp;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A film this far from an alert's moment, in milliseconds, shows it no more.
const NEAR_MS: i64 = 500;

/// Of an alert at most so many films are shown.
const MOST: usize = 4;

/// A larger index or film is none of the program's.
const LARGEST_INDEX: u64 = 256 << 20;
const LARGEST_FILM: u64 = 256 << 20;

/// A line of the index: when a picture of a clip was taken.
#[derive(Deserialize)]
struct Pictured {
    clip: String,
    camera: u8,
    at_ms: i64,
}

/// A clip that shows an alert's moment.
struct Clip {
    camera: u8,
    film: PathBuf,
    from_ms: i64,
    to_ms: i64,
}

/// The clips in which an alert's moment is to be seen, in the order of the cameras.
fn clips(desk: &Desk, alert: AlertId) -> Option<(Stamp, Vec<Clip>)> {
    let at = desk.hub.shown_alert(alert)?.at;
    let session = desk.hub.session().or_else(|| desk.plan.session.clone());
    let folder = folder_of(&session?);
    let index = folder.join("index.jsonl");
    let small = index.metadata().is_ok_and(|there| there.len() <= LARGEST_INDEX);
    let text = small.then(|| std::fs::read_to_string(&index).ok()).flatten().unwrap_or_default();
    let mut known: BTreeMap<(u8, String), (i64, i64)> = BTreeMap::new();
    // pieces of streams have lines of another form, and the last line may be half there
    for line in text.lines().filter_map(|line| serde_json::from_str::<Pictured>(line).ok()) {
        let plain = line.clip.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !plain || line.clip.is_empty() {
            continue;
        }
        let (from, to) = known.entry((line.camera, line.clip)).or_insert((line.at_ms, line.at_ms));
        (*from, *to) = ((*from).min(line.at_ms), (*to).max(line.at_ms));
    }
    let shows = |(from, to): &(i64, i64)| (from - NEAR_MS..=to + NEAR_MS).contains(&at.millis());
    let found = known.into_iter().filter(|(_, times)| shows(times)).take(MOST);
    let clip = |((camera, name), (from_ms, to_ms)): ((u8, String), (i64, i64))| Clip {
        camera,
        film: folder.join(format!("{name}.mp4")),
        from_ms,
        to_ms,
    };
    Some((at, found.map(clip).collect()))
}

/// The films of an alert that are there whole.
pub(super) fn films(desk: &Desk, alert: AlertId) -> Vec<PathBuf> {
    let clips = clips(desk, alert).map_or(Vec::new(), |(_, clips)| clips);
    clips.into_iter().map(|clip| clip.film).filter(|film| is_whole(film)).collect()
}

/// `GET /api/clips/ALERT`: which films there are; one that is still being made is not ready.
pub(super) async fn list(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Path(alert): Path<u32>,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "pictures are the arbiter's");
    }
    let found = tokio::task::spawn_blocking(move || {
        let (at, clips) = clips(&desk, AlertId(alert))?;
        let shown = |(index, clip): (usize, Clip)| {
            json!({"film": format!("/clip/{alert}/{index}"), "camera": clip.camera, "from_ms": clip.from_ms, "to_ms": clip.to_ms,
                   "at_s": (at.millis() - clip.from_ms).max(0) as f64 / 1000.0, "ready": is_whole(&clip.film)})
        };
        Some(clips.into_iter().enumerate().map(shown).collect::<Vec<Value>>())
    });
    match found.await {
        Ok(Some(found)) => Json(found).into_response(),
        Ok(None) => refused(StatusCode::NOT_FOUND, "there is no such alert, or no session is kept"),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the films cannot be looked for now"),
    }
}

/// Whether a film is there whole: while it is being made its pictures lie beside it.
fn is_whole(film: &std::path::Path) -> bool {
    film.metadata().is_ok_and(|there| there.is_file() && there.len() > 0) && !film.with_extension("mjpeg").exists()
}

/// `GET /clip/ALERT/INDEX`: a film, or the part of it that is asked for. No path is ever taken from a request.
pub(super) async fn film(
    State(desk): State<Shared>,
    Extension(role): Extension<Role>,
    Path((alert, index)): Path<(u32, usize)>,
    headers: HeaderMap,
) -> Response {
    if !role.is_arbiter() {
        return refused(StatusCode::FORBIDDEN, "pictures are the arbiter's");
    }
    let read = tokio::task::spawn_blocking(move || {
        let clip = clips(&desk, AlertId(alert))?.1.into_iter().nth(index).filter(|clip| is_whole(&clip.film))?;
        let small = clip.film.metadata().is_ok_and(|there| there.len() <= LARGEST_FILM);
        small.then(|| std::fs::read(&clip.film).ok()).flatten()
    });
    let Ok(Some(bytes)) = read.await else { return refused(StatusCode::NOT_FOUND, "there is no such film") };
    let length = bytes.len();
    let asked = headers.get(header::RANGE).and_then(|range| range.to_str().ok());
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
    let ranges = (header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    match asked.map(|text| range(text, length)) {
        // what is no single range is answered with the whole
        None | Some(Asked::Whole) => ([kind, ranges], bytes).into_response(),
        Some(Asked::Part(from, to)) => {
            let part = bytes[from..=to].to_vec();
            let mut response = (StatusCode::PARTIAL_CONTENT, [kind, ranges], part).into_response();
            if let Ok(told) = HeaderValue::from_str(&format!("bytes {from}-{to}/{length}")) {
                response.headers_mut().insert(header::CONTENT_RANGE, told);
            }
            response
        }
        Some(Asked::Beyond) => refused(StatusCode::RANGE_NOT_SATISFIABLE, "the film is shorter"),
    }
}

/// What part of a file is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Whole,
    /// From a byte to another, both included.
    Part(usize, usize),
    Beyond,
}

/// What the field `Range` asks for (RFC 9110, section 14): one range of bytes, or else the whole.
fn range(text: &str, length: usize) -> Asked {
    let Some((from, to)) = text.strip_prefix("bytes=").and_then(|ranges| ranges.split_once('-')) else {
        return Asked::Whole;
    };
    let (from, to) = (from.trim(), to.trim());
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<usize>().ok()).flatten();
    let (from, to) = match (from, to) {
        ("", last) => match number(last) {
            Some(0) => return Asked::Beyond,
            Some(last) => (length.saturating_sub(last), length.saturating_sub(1)),
            None => return Asked::Whole,
        },
        (from, "") => match number(from) {
            Some(from) => (from, length.saturating_sub(1)),
            None => return Asked::Whole,
        },
        (from, to) => match (number(from), number(to)) {
            (Some(from), Some(to)) if from <= to => (from, to.min(length.saturating_sub(1))),
            _ => return Asked::Whole,
        },
    };
    if from < length { Asked::Part(from, to) } else { Asked::Beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_part_of_the_film_or_the_whole() {
        for (text, asked) in [
            ("bytes=0-", Asked::Part(0, 99)),
            ("bytes=10-19", Asked::Part(10, 19)),
            ("bytes=90-500", Asked::Part(90, 99)),
            ("bytes=-10", Asked::Part(90, 99)),
            ("bytes=-500", Asked::Part(0, 99)),
            ("bytes=100-", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=9-1", Asked::Whole),
            ("bytes=0-1,5-6", Asked::Whole),
            ("bytes=x-", Asked::Whole),
            ("items=0-1", Asked::Whole),
            ("bytes=99999999999999999999999-", Asked::Whole),
            ("bytes=+1-2", Asked::Whole),
        ] {
            assert_eq!(range(text, 100), asked, "{text}");
        }
        assert_eq!(range("bytes=0-", 0), Asked::Beyond);
    }
}
