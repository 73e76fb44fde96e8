//! Watches a video whose moves are known, and says what the eyes made of it.
//!
//! ```text
//! cargo run --release -p vision --example watch_video -- ../shared/real/webcam [--model FOLDER] [--frames] [--learn FRAME]
//! ```
//! The folder holds a `clips.json`: `videos[0]` names a video, its `start`, `moves` (UCI), `release_frames` (the first frame in
//! which the hand has left) and `corners`. A square counts as wrong in a frame when it is said to be seen and to hold something else than
//! it did before and after the move that is under way. With `--learn` the set is learnt in the frame of that number, if it shows the start
//! position.

use board::{BoardId, CameraId, Placement, Sighting, Square, Standing, Visibility};
use calibration::{BoardView, Corners};
use models::{BoardNet, Runtime, Weights};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vision::{Eyes, WatchedBoard};

#[derive(serde::Deserialize)]
struct Clips {
    videos: Vec<serde_json::Value>,
}

#[derive(serde::Deserialize)]
struct Clip {
    video: String,
    start: String,
    moves: Vec<String>,
    corners: Corners,
    release_frames: Vec<u64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut folder, mut model, mut frames, mut learn_in) = (None, None, false, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--model" => model = arguments.next().map(PathBuf::from),
            "--frames" => frames = true,
            "--learn" => learn_in = arguments.next().and_then(|number| number.parse::<u64>().ok()),
            _ => folder = Some(PathBuf::from(argument)),
        }
    }
    let folder = folder.ok_or("name a folder with a clips.json")?;
    let clips: Clips = serde_json::from_str(&std::fs::read_to_string(folder.join("clips.json"))?)?;
    let clip: Clip = serde_json::from_value(clips.videos.into_iter().next().ok_or("no video in clips.json")?)?;
    let positions = positions(&clip)?;

    let weights = Weights::from_folder(model.as_deref().unwrap_or(Path::new("models/weights")))?;
    let net = BoardNet::load(&Runtime::load(None)?, &weights)?;
    let view = BoardView::new(&clip.corners, None).ok_or("corners on a line")?;
    let mut eyes = Eyes::new(net, vec![WatchedBoard { camera: CameraId(0), board: BoardId::A, view }]);
    let mut source = capture::open(&folder.join(&clip.video).to_string_lossy())?;

    let (mut times, mut wrong, mut judged, mut before) = (Vec::<Duration>::new(), BTreeMap::new(), 0, None);
    let mut first_seen = vec![None; clip.moves.len()];
    while let Some(frame) = source.next_frame()? {
        if learn_in == Some(frame.number) {
            let learnt = eyes.learn_from_start(CameraId(0), &frame.image)?;
            println!("the set is learnt in frame {}: {}", frame.number, !learnt.is_empty());
        }
        let start = Instant::now();
        let observations = eyes.look(&frame, Standing::Frame)?;
        times.push(start.elapsed());
        let Some(Sighting::Board(evidence)) = observations.first().map(|o| &o.sighting) else { continue };
        let done = clip.release_frames.iter().filter(|release| **release <= frame.number).count();
        // While the next move is under way its squares may hold what they will
        let (now, next) = (&positions[done], positions.get(done + 1).unwrap_or(&positions[done]));
        let mut marks = String::new();
        for square in Square::all() {
            let look = evidence.at(square);
            if look.visibility != Visibility::Seen {
                let sign = if look.visibility == Visibility::Moving { '~' } else { '#' };
                marks.push_str(&format!(" {square}{sign}"));
                continue;
            }
            judged += 1;
            if look.best() != now[square] && look.best() != next[square] {
                let letter = |content: board::Content| content.map_or('.', |piece| piece.letter());
                let what = format!("{square} {}>{}", letter(now[square]), letter(look.best()));
                marks.push_str(&format!(" {what}"));
                *wrong.entry(what).or_insert(0) += 1;
            }
        }
        for (index, position) in positions.iter().skip(1).enumerate() {
            let target: Square = clip.moves[index][2..4].parse()?;
            let look = evidence.at(target);
            let there = look.visibility == Visibility::Seen
                && look.best().map(|piece| piece.color) == position[target].map(|piece| piece.color);
            if there && first_seen[index].is_none() && frame.number + 20 >= clip.release_frames[index] {
                first_seen[index] = Some((frame.number, frame.at));
            }
        }
        if frames && before.as_ref() != Some(&marks) {
            println!("{:>4} {:>6} ms:{marks}", frame.number, frame.at.millis());
            before = Some(marks);
        }
    }
    for (index, uci) in clip.moves.iter().enumerate() {
        println!(
            "{uci}: released in frame {}, its colour seen at rest from {:?}",
            clip.release_frames[index], first_seen[index]
        );
    }
    let errors: usize = wrong.values().sum();
    println!(
        "squares seen: {judged}, wrong: {errors} ({:.2} %): {wrong:?}",
        100.0 * errors as f64 / judged.max(1) as f64
    );
    times.sort_unstable();
    let total: Duration = times.iter().sum();
    println!(
        "{} frames, ms each: mean {:.2}, median {:.2}, worst {:.2}",
        times.len(),
        total.as_secs_f64() * 1e3 / times.len().max(1) as f64,
        times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3),
        times.last().map_or(0.0, |time| time.as_secs_f64() * 1e3)
    );
    Ok(())
}

/// The placement before the first move and after each.
fn positions(clip: &Clip) -> Result<Vec<Placement>, Box<dyn Error>> {
    let mut positions: Vec<Placement> = vec![clip.start.parse()?];
    for uci in &clip.moves {
        let mut next = positions[positions.len() - 1];
        let (from, to): (Square, Square) = (uci[..2].parse()?, uci[2..4].parse()?);
        next[to] = next[from];
        next[from] = None;
        positions.push(next);
    }
    Ok(positions)
}
