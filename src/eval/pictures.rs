//! Failures as pictures to look at.

use super::game::{Follower, Wrong};
use super::slides::{Slides, open};
use super::truth::{Footage, Sequence};
use crate::draw;
use crate::failure::{Failure, Kind};
use crate::plan::{CameraPlan, EvalPlan};
use board::{
    BoardEvidence, BoardId, CLASS_COUNT, CameraId, LogProb, Piece, Placement, Square, SquareEvidence, Visibility,
};
use calibration::BoardView;
use capture::{Frame, FrameSource, Image};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Frames of a sequence that are drawn; more would bury what there is to see.
const MOST_FRAMES: usize = 24;

/// Where each board lies, and in which camera's picture.
pub type Views = BTreeMap<BoardId, (CameraId, BoardView)>;

/// Draws what was wrong in a sequence: `NUMBER-BOARD-seen.png` where squares were read wrong, `NUMBER-BOARD-believed.png` where a board
/// came to be believed wrong, and `not-found.png` where there is no board to draw on. Pictures of an earlier run are removed.
///
/// # Errors
/// When a picture cannot be written.
pub fn write(sequence: &Sequence, follower: &Follower, views: &Views, plan: &EvalPlan) -> Result<(), Failure> {
    let folder = plan.out.join(&sequence.name);
    clear(&folder)?;
    let mut wrong: Vec<&Wrong> = worth_drawing(&follower.wrong);
    wrong.truncate(MOST_FRAMES);
    if wrong.is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(&folder).map_err(|error| unwritten(&folder, &error.to_string()))?;
    for (camera, mut source) in sources(sequence, plan)? {
        let of_camera = |wrong: &&Wrong| views.get(&wrong.board).is_none_or(|(its, _)| *its == camera);
        let mut left: Vec<&Wrong> = wrong.iter().copied().filter(of_camera).collect();
        while !left.is_empty() {
            // what cannot be read has been said
            let Ok(Some(frame)) = source.next_frame() else { break };
            for wrong in left.extract_if(.., |wrong| wrong.frame == frame.number) {
                draw_one(wrong, &frame, views, &folder)?;
            }
        }
    }
    Ok(())
}

/// Frames with squares seen wrong, and those in which a belief became wrong (not those in which it stayed so).
fn worth_drawing(wrong: &[Wrong]) -> Vec<&Wrong> {
    let mut last: BTreeMap<BoardId, u64> = BTreeMap::new();
    let mut chosen = Vec::new();
    for one in wrong {
        let went_on = last.get(&one.board).is_some_and(|frame| one.frame == frame + 1);
        if one.believed.is_some() {
            last.insert(one.board, one.frame);
        }
        if !one.seen.is_empty() || one.believed.is_some() && !went_on {
            chosen.push(one);
        }
    }
    chosen
}

fn draw_one(wrong: &Wrong, frame: &Frame, views: &Views, folder: &Path) -> Result<(), Failure> {
    let drawn = |error: draw::DrawError| Failure::new(Kind::Output, error);
    let path = |what: &str| folder.join(format!("{:05}-{}-{what}.png", wrong.frame, wrong.board));
    let Some((_, view)) = views.get(&wrong.board) else { return plain(&frame.image, &folder.join("not-found.png")) };
    if !wrong.seen.is_empty() {
        draw::difference(&frame.image, view, &wrong.evidence, &wrong.truth, &path("seen")).map_err(drawn)?;
    }
    if let Some(believed) = &wrong.believed {
        draw::difference(&frame.image, view, &certain(believed), &wrong.truth, &path("believed")).map_err(drawn)?;
    }
    Ok(())
}

/// A belief, to be drawn as if it had been seen.
fn certain(placement: &Placement) -> BoardEvidence {
    let mut evidence = BoardEvidence::not_seen();
    for square in Square::all() {
        let mut likelihood = [LogProb(i16::MIN); CLASS_COUNT];
        likelihood[Piece::class_of(placement[square])] = LogProb::ZERO;
        evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
    }
    evidence
}

/// A camera and what it shows.
pub type CameraSource = (CameraId, Box<dyn FrameSource>);

/// The sequence's pictures once more, as they were shown, a source a camera.
///
/// # Errors
/// When one cannot be opened.
pub fn sources(sequence: &Sequence, plan: &EvalPlan) -> Result<Vec<CameraSource>, Failure> {
    let first = CameraId(0);
    Ok(match &sequence.footage {
        Footage::Photographs(pictures) => {
            vec![(first, Box::new(Slides::new(&sequence.name, pictures, &plan.disturbance)))]
        }
        Footage::Video(path) => vec![(first, open(&path.display().to_string(), first, &plan.disturbance)?)],
        Footage::Table(table) => {
            let reopen =
                |camera: &CameraPlan| Ok((camera.camera, open(&camera.source, camera.camera, &plan.disturbance)?));
            table.cameras.iter().map(reopen).collect::<Result<_, Failure>>()?
        }
    })
}

/// A photograph as it is.
fn plain(photo: &Image, path: &Path) -> Result<(), Failure> {
    let rgb: Vec<u8> = photo.bgr().chunks_exact(3).flat_map(|bgr| [bgr[2], bgr[1], bgr[0]]).collect();
    let picture = image::RgbImage::from_raw(photo.width() as u32, photo.height() as u32, rgb);
    let picture = picture.ok_or_else(|| unwritten(path, "the picture is too large"))?;
    picture.save(path).map_err(|error| unwritten(path, &error.to_string()))
}

/// Removes the pictures of an earlier run, and nothing else.
fn clear(folder: &Path) -> Result<(), Failure> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let is_ours = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "png");
    for path in entries.flatten().map(|entry| entry.path()).filter(is_ours) {
        std::fs::remove_file(&path).map_err(|error| unwritten(&path, &error.to_string()))?;
    }
    Ok(())
}

fn unwritten(path: &Path, reason: &str) -> Failure {
    Failure::new(
        Kind::Output,
        format!("{}: cannot be written ({reason}); choose another place with --out", path.display()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::SquareSet;

    fn wrong(frame: u64, seen: bool, believed: bool) -> Wrong {
        Wrong {
            frame,
            board: BoardId::A,
            seen: if seen { SquareSet::ALL } else { SquareSet::EMPTY },
            evidence: BoardEvidence::not_seen(),
            believed: believed.then_some(Placement::EMPTY),
            truth: Placement::start(),
        }
    }

    #[test]
    fn a_belief_that_stays_wrong_is_drawn_once() {
        let all = [
            wrong(3, false, true),
            wrong(4, false, true),
            wrong(5, true, true),
            wrong(6, false, true),
            wrong(9, false, true),
        ];
        let frames: Vec<u64> = worth_drawing(&all).iter().map(|wrong| wrong.frame).collect();
        assert_eq!(frames, [3, 5, 9]);
    }

    #[test]
    fn only_pictures_are_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["00001-A-seen.png", "notes.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        clear(folder.path()).unwrap();
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }
}
