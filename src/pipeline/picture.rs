//! What is noticed of a camera's picture itself, in words, and which boards are not believed meanwhile. The same for footage and
//! for cameras that are watched live.

use super::moving::{Looks, Moved, Mover};
use crate::live::incidents::{Incidents, happened};
use board::{BoardId, CameraId, Incident, IncidentKind, Stamp};
use calibration::{BoardCalibration, BoardView, CalibrationFile};
use capture::Frame;
use std::collections::BTreeSet;
use vision::{Scene, SceneNotice};

/// Watches one camera's picture.
#[derive(Debug)]
pub struct Picture {
    camera: CameraId,
    name: String,
    boards: Vec<BoardId>,
    scene: Scene,
    mover: Mover,
    incidents: Incidents,
    /// Boards that lie elsewhere by too much: they are not looked at.
    astray: BTreeSet<BoardId>,
    blind: BTreeSet<BoardId>,
}

/// What came of a frame.
#[derive(Debug, Default)]
pub struct Noticed {
    /// What is to be told.
    pub incidents: Vec<Incident>,
    /// Boards that lie a little differently, and where.
    pub moved: Vec<(BoardId, BoardCalibration)>,
    /// Boards that are believed again.
    pub seen_again: Vec<BoardId>,
}

impl Picture {
    /// For a camera that people call so and that sees these boards.
    pub fn new(camera: CameraId, name: &str, looks: Looks, boards: Vec<(BoardId, BoardView)>) -> Picture {
        Picture {
            camera,
            name: name.to_owned(),
            boards: boards.iter().map(|(board, _)| *board).collect(),
            scene: Scene::new(boards),
            mover: Mover::new(looks),
            incidents: Incidents::default(),
            astray: BTreeSet::new(),
            blind: BTreeSet::new(),
        }
    }

    /// Looks at a frame; `calibration` says where the boards lay until now.
    pub fn look(&mut self, frame: &Frame, calibration: &CalibrationFile) -> Noticed {
        let mut noticed = Noticed::default();
        for notice in self.scene.observe(&frame.image, frame.at) {
            match notice {
                SceneNotice::Jolted(_) => self.mover.ask(frame.at),
                notice => noticed.incidents.extend(self.tell(frame.at, notice)),
            }
        }
        for moved in self.mover.turn(frame.at, calibration, &frame.image) {
            self.follow(frame.at, moved, &mut noticed);
        }
        let blind: BTreeSet<BoardId> = self.boards.iter().copied().filter(|board| self.blinds(*board)).collect();
        noticed.seen_again.extend(self.blind.difference(&blind));
        self.blind = blind;
        noticed
    }

    /// Whether nothing is to be believed of what a board shows at present.
    pub fn blinds(&self, board: BoardId) -> bool {
        self.astray.contains(&board) || self.scene.blinds(board)
    }

    /// A board lies there from now on.
    pub fn placed(&mut self, board: BoardId, view: BoardView) {
        self.scene.placed(board, view);
    }

    fn follow(&mut self, at: Stamp, moved: Moved, noticed: &mut Noticed) {
        let (of, name) = (Some(self.camera), &self.name);
        match moved {
            Moved::Little(board, by, place) => {
                let text = format!("Board {board} has moved by {by:.2} of a square in {name} and is followed.");
                noticed.moved.push((board, *place));
                noticed.incidents.push(happened(at, of, IncidentKind::CameraMoved, text));
                noticed.incidents.extend(self.found(at, board));
            }
            Moved::Far(board, by) => {
                self.astray.insert(board);
                let text = format!(
                    "Board {board} lies elsewhere in {name}, by {by:.1} squares: it is not read until it is back or calibrated anew."
                );
                noticed.incidents.extend(self.incidents.begin(at, of, IncidentKind::CameraMoved, text));
            }
            Moved::Back(board) => {
                self.scene.stays(board);
                noticed.incidents.extend(self.found(at, board));
            }
        }
    }

    fn found(&mut self, at: Stamp, board: BoardId) -> Option<Incident> {
        self.astray.remove(&board);
        if !self.astray.is_empty() {
            return None;
        }
        let text = format!("Board {board} lies where it did and is read again.");
        self.incidents.end(at, Some(self.camera), IncidentKind::CameraMoved, text)
    }

    /// The sentence about a notice: what is wrong, and what to do.
    fn tell(&mut self, at: Stamp, notice: SceneNotice) -> Option<Incident> {
        use IncidentKind::{CameraBlurred, CameraCovered, Glare, LightChanged, Shadow};
        let (of, name) = (Some(self.camera), self.name.clone());
        match notice {
            SceneNotice::Light { factor, over_ms, unsteady } => {
                let mut text = format!(
                    "The picture of {name} has become {} within {:.1} s: a lamp was switched, or the camera changes its exposure, which is better locked.",
                    brightness(factor),
                    // a look passes before anything is seen
                    (over_ms as f64 / 1000.0).max(0.1)
                );
                if unsteady {
                    text.push_str(" It goes on changing; no more is told of it until it has been steady for a minute.");
                }
                Some(happened(at, of, LightChanged, text))
            }
            SceneNotice::Shadow { boards, factor } => {
                let text = format!(
                    "A part of {} is {} than the rest in {name}: something throws a shadow, or a lamp is out.",
                    named(&boards),
                    brightness(factor)
                );
                self.incidents.begin(at, of, Shadow, text)
            }
            SceneNotice::ShadowGone => self.incidents.end(
                at,
                of,
                Shadow,
                format!("No part of a board is darker than the rest any more in {name}."),
            ),
            SceneNotice::Glare { boards, share } => {
                let percent = 100.0 * share;
                let text =
                    format!("{percent:.0} % of {} glare in {name}: move the lamp or the camera.", named(&boards));
                self.incidents.begin(at, of, Glare, text)
            }
            SceneNotice::GlareGone => self.incidents.end(at, of, Glare, format!("The glare in {name} is gone.")),
            SceneNotice::Blurred { width: Some(width) } => {
                let text = format!(
                    "The picture of {name} is blurred, edges are {:.0} % of a square wide: focus the camera, and see that its lens is clean.",
                    100.0 * width
                );
                self.incidents.begin(at, of, CameraBlurred, text)
            }
            SceneNotice::Blurred { width: None } => {
                let text = format!(
                    "The picture of {name} is blurred so much that squares cannot be told apart: focus the camera, and see that its lens is clean; the boards are not read meanwhile."
                );
                self.incidents.begin(at, of, CameraBlurred, text)
            }
            SceneNotice::Sharp => {
                self.incidents.end(at, of, CameraBlurred, format!("The picture of {name} is sharp again."))
            }
            SceneNotice::Covered { dark } => {
                let what = if dark {
                    "the picture is dark: its lens is covered, or the light is out"
                } else {
                    "its lens is covered, or something hides all of it"
                };
                let text = format!("{name} sees nothing of the table, {what}; the boards are not read meanwhile.");
                self.incidents.begin(at, of, CameraCovered, text)
            }
            SceneNotice::Uncovered => {
                let text = format!("{name} sees the table again, and the boards are read.");
                self.incidents.end(at, of, CameraCovered, text)
            }
            // asks, and tells nobody anything
            SceneNotice::Jolted(_) => None,
        }
    }
}

/// How much brighter or darker, in words.
fn brightness(factor: f32) -> String {
    match factor {
        factor if factor < 1.0 => format!("{:.0} % darker", 100.0 * (1.0 - factor)),
        factor => format!("{:.0} % brighter", 100.0 * (factor - 1.0)),
    }
}

fn named(boards: &[BoardId]) -> String {
    match boards {
        [board] => format!("board {board}"),
        _ => "both boards".to_owned(),
    }
}
