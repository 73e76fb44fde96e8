//! `truth.json` beside a `table.toml`: a table's two boards, with violations, and what stands where in every frame.

use super::{Footage, FrameTruth, NamedCorners, OtherViolation, Outline, Ply, Release, Sequence, names, read};
use crate::failure::Failure;
use crate::plan::{FootagePlan, Placing};
use board::{BoardId, Color, Kind, Placement, Seat, Square, Stamp};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

pub const FILE: &str = "truth.json";
const FRAMES_FILE: &str = "frames.jsonl";

/// What has lain in a reserve for so long is to be seen as it is, in milliseconds.
const LAIN_MS: i64 = 1000;

/// Kinds of `others` that an arbiter should notice.
const VIOLATIONS: [&str; 1] = ["hidden_reserve"];

#[derive(Deserialize)]
struct Reel {
    #[serde(default)]
    corners: BTreeMap<BoardId, NamedCorners>,
    turns: Vec<Turn>,
    #[serde(default)]
    others: Vec<Other>,
}

#[derive(Deserialize)]
struct Turn {
    board: BoardId,
    uci: String,
    legal: bool,
    pressed_ms: Option<i64>,
}

#[derive(Deserialize)]
struct Other {
    event: String,
    seat: Option<Seat>,
    piece: Option<char>,
}

#[derive(Deserialize)]
struct FrameLine {
    #[serde(default)]
    t_ms: i64,
    boards: BTreeMap<BoardId, BoardLine>,
}

#[derive(Deserialize)]
struct BoardLine {
    physical: Placement,
    settled: bool,
    covered: Vec<Square>,
    #[serde(default)]
    reserves: Option<Reserves>,
}

/// The pieces in White's and Black's reserve: letters of either case, and where they stand in the picture.
#[derive(Deserialize)]
struct Reserves {
    white: Vec<(char, [f64; 2])>,
    black: Vec<(char, [f64; 2])>,
}

pub fn load(file: &Path) -> Result<Sequence, Failure> {
    let reel: Reel = read(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let (name, group) = names(file);
    let plan = FootagePlan::table(folder, &Placing::Find, None)?;
    let mut plies: BTreeMap<BoardId, Vec<Ply>> = plan.boards().into_iter().map(|board| (board, Vec::new())).collect();
    for Turn { board, uci, legal, pressed_ms } in reel.turns {
        let released = pressed_ms.map(|ms| Release::Press(Stamp::from_millis(ms)));
        plies.entry(board).or_default().push(Ply { uci, legal, released });
    }
    Ok(Sequence {
        name: format!("{group}/{name}"),
        group,
        footage: Footage::Table(Box::new(plan)),
        frames: frames(&folder.join(FRAMES_FILE))?,
        plies: Some(plies),
        outlines: reel.corners.into_iter().map(|(board, corners)| (board, Outline::Named(corners.into()))).collect(),
        other_violations: reel
            .others
            .into_iter()
            .filter(|other| VIOLATIONS.contains(&other.event.as_str()))
            .map(|Other { event, seat, piece }| OtherViolation { kind: event, seat, piece })
            .collect(),
    })
}

/// The frames at rest; a table without that file has none.
fn frames(file: &Path) -> Result<BTreeMap<u64, FrameTruth>, Failure> {
    if !file.is_file() {
        return Ok(BTreeMap::new());
    }
    let wrong = |what: String| Failure::input(format!("{}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let mut frames = BTreeMap::new();
    let mut lain: BTreeMap<Seat, (Vec<Kind>, i64)> = BTreeMap::new();
    for (number, line) in (0..).zip(text.lines()) {
        let line: FrameLine =
            serde_json::from_str(line).map_err(|error| wrong(format!("line {}: {error}", number + 1)))?;
        let mut reserves = BTreeMap::new();
        for (board, reserve) in line.boards.iter().filter_map(|(id, line)| Some((*id, line.reserves.as_ref()?))) {
            for (color, pieces) in [(Color::White, &reserve.white), (Color::Black, &reserve.black)] {
                let kinds = pieces.iter().map(|(letter, _)| kind(*letter));
                let mut kinds: Vec<Kind> =
                    kinds.collect::<Result<_, _>>().map_err(|what| wrong(format!("line {}: {what}", number + 1)))?;
                kinds.sort();
                let seat = Seat::new(board, color);
                let (before, since) = lain.entry(seat).or_insert_with(|| (kinds.clone(), line.t_ms));
                if *before != kinds {
                    (*before, *since) = (kinds.clone(), line.t_ms);
                }
                if line.t_ms - *since >= LAIN_MS {
                    reserves.insert(seat, kinds);
                }
            }
        }
        let settled = line.boards.into_iter().filter(|(_, board)| board.settled);
        let boards = settled.map(|(id, board)| (id, (board.physical, board.covered.into_iter().collect()))).collect();
        frames.insert(number, FrameTruth { boards, reserves });
    }
    Ok(frames)
}

fn kind(letter: char) -> Result<Kind, String> {
    Kind::from_letter(letter.to_ascii_uppercase()).ok_or_else(|| format!("{letter:?} is no piece"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reel_is_read_with_its_frames_at_rest() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("table.toml", "profile = \"gr\"\n[[camera]]\nsource = \"table.mp4\"\nboards = [\"A\", \"B\"]\n");
        write(
            FILE,
            r#"{"turns": [{"board": "B", "uci": "P@e4", "legal": false, "why": "x", "pressed_ms": 3000}],
                "others": [{"event": "handed_over"}, {"event": "hidden_reserve", "seat": "Bb", "piece": "N"}]}"#,
        );
        let start = Placement::start();
        let line = format!(
            "{{\"boards\": {{\"A\": {{\"physical\": \"{start}\", \"settled\": true, \"covered\": [\"e2\"]}}, \
             \"B\": {{\"physical\": \"{start}\", \"settled\": false, \"covered\": []}}}}}}\n"
        );
        write(FRAMES_FILE, &line);
        let sequence = load(&folder.path().join(FILE)).unwrap();
        let [hidden] = &sequence.other_violations[..] else { panic!("{:?}", sequence.other_violations) };
        assert_eq!((hidden.kind.as_str(), hidden.piece), ("hidden_reserve", Some('N')));
        let plies = sequence.plies.unwrap();
        assert!(plies[&BoardId::A].is_empty() && !plies[&BoardId::B][0].legal);
        assert_eq!(sequence.frames[&0].boards.len(), 1);
        assert_eq!(sequence.frames[&0].boards[&BoardId::A].1.len(), 1);
    }
}
