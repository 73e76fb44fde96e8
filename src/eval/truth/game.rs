//! `game.json`: photographs of one board, a placement for each, and the moves between them where they are known.

use super::{Footage, FrameTruth, NamedCorners, Outline, Ply, Sequence, names, read};
use crate::failure::Failure;
use board::{BoardId, Placement};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub const FILE: &str = "game.json";

#[derive(Deserialize)]
struct Game {
    frames: Vec<Photograph>,
}

#[derive(Deserialize)]
struct Photograph {
    frame: PathBuf,
    placement: Placement,
    uci: Option<String>,
    #[serde(default = "yes")]
    legal: bool,
    corners: Option<NamedCorners>,
}

fn yes() -> bool {
    true
}

pub fn load(file: &Path) -> Result<Sequence, Failure> {
    let game: Game = read(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let (name, group) = names(file);
    // the moves are known when one leads to every photograph but the first
    let plies: Option<Vec<Ply>> = game
        .frames
        .iter()
        .skip(1)
        .map(|photo| photo.uci.clone().map(|uci| Ply { uci, legal: photo.legal, released: None }))
        .collect();
    let outlines = game.frames.first().and_then(|photo| photo.corners);
    Ok(Sequence {
        name: format!("{group}/{name}"),
        group,
        footage: Footage::Photographs(game.frames.iter().map(|photo| folder.join(&photo.frame)).collect()),
        frames: (0..).zip(&game.frames).map(|(i, photo)| (i, FrameTruth::of_one(photo.placement))).collect(),
        plies: plies.map(|plies| BTreeMap::from([(BoardId::A, plies)])),
        outlines: outlines.map(|corners| (BoardId::A, Outline::Named(corners.into()))).into_iter().collect(),
        other_violations: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(json: &str) -> Result<Sequence, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        std::fs::write(&file, json).unwrap();
        load(&file)
    }

    const TWO: &str = r#"{"origin": "x", "frames": [
        {"frame": "frames/0.jpg", "placement": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
         "corners": {"a8": [0, 0], "h8": [80, 0], "h1": [80, 80], "a1": [0, 80]}},
        {"frame": "frames/1.jpg", "placement": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" UCI}]}"#;

    #[test]
    fn a_game_with_moves_has_plies() {
        let sequence = written(&TWO.replace("UCI", ", \"uci\": \"e2e4\", \"legal\": false")).unwrap();
        let plies = &sequence.plies.unwrap()[&BoardId::A];
        assert_eq!(plies[0], Ply { uci: "e2e4".to_owned(), legal: false, released: None });
        assert_eq!(sequence.frames.len(), 2);
        assert!(matches!(sequence.outlines[&BoardId::A], Outline::Named(_)));
    }

    #[test]
    fn a_game_without_moves_has_placements_only() {
        assert_eq!(written(&TWO.replace("UCI", "")).unwrap().plies, None);
        assert!(written("{}").unwrap_err().message.contains("frames"));
    }
}
