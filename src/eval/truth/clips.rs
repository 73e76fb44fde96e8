//! `clips.json`: stills with placement and corners, and videos with their moves.

use super::{Footage, FrameTruth, NamedCorners, Outline, Ply, Release, Sequence, names, read};
use crate::failure::Failure;
use arbiter::rules::{Move, Position};
use board::{BoardId, Color, Placement, SquareSet};
use calibration::{Lattice, Point};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub const FILE: &str = "clips.json";

#[derive(Deserialize)]
struct Clips {
    #[serde(default)]
    stills: Vec<Still>,
    #[serde(default)]
    videos: Vec<Clip>,
}

#[derive(Deserialize)]
struct Still {
    image: PathBuf,
    placement: Placement,
    #[serde(flatten)]
    outline: OutlineEntry,
}

#[derive(Deserialize)]
struct OutlineEntry {
    corners: Option<NamedCorners>,
    corners_clockwise_from_top_left: Option<[[f64; 2]; 4]>,
}

#[derive(Deserialize)]
struct Clip {
    video: PathBuf,
    start: Placement,
    moves: Vec<String>,
    #[serde(default)]
    release_frames: Vec<u64>,
    #[serde(default)]
    fps: f64,
    #[serde(flatten)]
    outline: OutlineEntry,
}

pub fn load(file: &Path) -> Result<Vec<Sequence>, Failure> {
    let clips: Clips = read(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let (name, _) = names(file);
    let sequence = |path: &Path, footage: Footage, outline: &OutlineEntry| Sequence {
        name: format!("{name}/{}", path.display()),
        group: name.clone(),
        footage,
        frames: BTreeMap::new(),
        plies: None,
        outlines: outline.known().map(|outline| (BoardId::A, outline)).into_iter().collect(),
        other_violations: Vec::new(),
    };
    let mut sequences = Vec::new();
    for still in &clips.stills {
        let footage = Footage::Photographs(vec![folder.join(&still.image)]);
        let mut sequence = sequence(&still.image, footage, &still.outline);
        sequence.frames.insert(0, FrameTruth::of_one(still.placement));
        sequences.push(sequence);
    }
    for clip in &clips.videos {
        let mut sequence = sequence(&clip.video, Footage::Video(folder.join(&clip.video)), &clip.outline);
        let release = |i: usize| clip.release_frames.get(i).map(|frame| Release::Frame(*frame));
        let plies = clip.moves.iter().enumerate();
        let plies = plies.map(|(i, uci)| Ply { uci: uci.clone(), legal: true, released: release(i) }).collect();
        sequence.plies = Some(BTreeMap::from([(BoardId::A, plies)]));
        sequence.frames = settled_frames(clip).map_err(|what| Failure::input(format!("{}: {what}", file.display())))?;
        sequences.push(sequence);
    }
    Ok(sequences)
}

/// How long after the hand has left a board is looked at, in seconds, and how many frames before the next hand leaves.
const SETTLED_AFTER_S: f64 = 0.5;
const BEFORE_NEXT: u64 = 4;

/// A frame after each move in which what stands there is certain, but for the squares of the next move, whose piece may be on
/// its way.
fn settled_frames(clip: &Clip) -> Result<BTreeMap<u64, FrameTruth>, String> {
    let moves: Result<Vec<Move>, String> =
        clip.moves.iter().map(|uci| uci.parse().map_err(|error| format!("{uci:?} is not a move: {error}"))).collect();
    let moves = moves?;
    let mut position = Position::from_placement(&clip.start, Color::White);
    let mut frames = BTreeMap::new();
    if moves.is_empty() {
        frames.insert(0, FrameTruth::of_one(clip.start));
    }
    let pause = (SETTLED_AFTER_S * clip.fps).round() as u64;
    for (i, (mv, released)) in moves.iter().zip(&clip.release_frames).enumerate() {
        position.play(*mv);
        let next = clip.release_frames.get(i + 1).map_or(u64::MAX, |next| next.saturating_sub(BEFORE_NEXT));
        let hidden: SquareSet =
            moves.get(i + 1).into_iter().flat_map(|mv| mv.from().into_iter().chain([mv.to()])).collect();
        let boards = BTreeMap::from([(BoardId::A, (position.placement(), hidden))]);
        frames.insert((released + pause).min(next), FrameTruth { boards, ..FrameTruth::default() });
    }
    Ok(frames)
}

impl OutlineEntry {
    fn known(&self) -> Option<Outline> {
        let named = self.corners.map(|corners| Outline::Named(corners.into()));
        let point = |[x, y]: [f64; 2]| Point::new(x, y);
        named.or(self
            .corners_clockwise_from_top_left
            .map(|corners| Outline::Unnamed(Lattice { clockwise: corners.map(point) })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stills_and_videos_become_sequences() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        let json = r#"{"stills": [{"image": "a.jpg", "placement": "8/8/8/8/8/8/8/8",
              "corners_clockwise_from_top_left": [[0, 0], [8, 0], [8, 8], [0, 8]]}],
            "videos": [{"video": "b.avi", "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
              "moves": ["e2e4", "e7e5"], "release_frames": [43, 57], "fps": 20}]}"#;
        std::fs::write(&file, json).unwrap();
        let sequences = load(&file).unwrap();
        assert!(matches!(sequences[0].outlines[&BoardId::A], Outline::Unnamed(_)));
        let video = &sequences[1];
        assert_eq!(video.plies.as_ref().unwrap()[&BoardId::A][1].released, Some(Release::Frame(57)));
        // half a second after the last release, and before the second one
        assert_eq!(video.frames.keys().copied().collect::<Vec<_>>(), [53, 67]);
        let (placement, hidden) = video.frames[&53].boards[&BoardId::A];
        assert_eq!(placement.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        assert_eq!(hidden.map(|square| square.to_string()).collect::<Vec<_>>(), ["e5", "e7"]);
        assert!(video.frames[&67].boards[&BoardId::A].1.is_empty());
    }
}
