//! `tandem eval`: runs over sequences of known truth and says how well they were read.

use super::opening::Network;
use super::replay::{start, watch};
use crate::eval::game::{Follower, unread};
use crate::eval::pictures::{self, Views};
use crate::eval::slides::{self, Slides, shown};
use crate::eval::squares::SquareScore;
use crate::eval::table::{Row, print};
use crate::eval::truth::{Footage, FrameTruth, Outline, Sequence, find};
use crate::failure::{Failure, Kind};
use crate::pipeline::{Desk, Feed, Listener, Watch, Watched};
use crate::plan::{CameraPlan, EvalPlan, FootagePlan, Placing};
use crate::profiles::setup;
use arbiter::Arbiter;
use arbiter::event::Event;
use board::{BoardId, Input, Placement};
use calibration::Side;
use indicatif::ProgressBar;
use std::collections::BTreeMap;

/// Evaluates as planned.
///
/// # Errors
/// When a truth cannot be read, there is none, or the program itself is incomplete.
pub fn run(plan: &EvalPlan) -> Result<(), Failure> {
    let mut sequences = Vec::new();
    for folder in &plan.folders {
        sequences.extend(find(folder)?);
    }
    if sequences.is_empty() {
        let folders: Vec<String> = plan.folders.iter().map(|folder| folder.display().to_string()).collect();
        return Err(Failure::input(format!(
            "{}: no game.json, clips.json or truth.json in it; name a folder whose truth is known",
            folders.join(", ")
        )));
    }
    let network = Network::load()?;
    let mut rows = Vec::new();
    for sequence in &sequences {
        let row = evaluate(sequence, plan, &network)?;
        // the tables come at the end; until then this says how it goes
        eprintln!("{}", row.brief());
        rows.push(row);
    }
    use std::io::Write;
    Ok(writeln!(std::io::stdout(), "{}", print(&rows).trim_end())?)
}

/// Hears for the follower.
struct Ear<'a> {
    sequence: &'a Sequence,
    follower: &'a mut Follower,
    missed: Option<Failure>,
}

impl Listener for Ear<'_> {
    fn taken(&mut self, input: &Input, arbiter: &Arbiter) -> Result<(), Failure> {
        self.follower.taken(self.sequence, input, arbiter);
        Ok(())
    }

    fn said(&mut self, event: &Event) -> Result<(), Failure> {
        self.follower.said(event);
        Ok(())
    }

    fn missed(&mut self, failure: Failure) {
        self.missed.get_or_insert(failure);
    }
}

/// Runs over one sequence. That it cannot be read is a result; that the program is incomplete is not.
fn evaluate(sequence: &Sequence, plan: &EvalPlan, network: &Network) -> Result<Row, Failure> {
    let footage = footage(sequence, plan)?;
    let mut row = Row {
        name: sequence.name.clone(),
        group: sequence.group.clone(),
        frames: sequence.frames.len() as u64,
        corner_error: (!sequence.outlines.is_empty()).then_some(None),
        squares: Default::default(),
        unhelped: Default::default(),
        reserves: Default::default(),
        believed: Default::default(),
        plies: None,
        alerts: None,
        lateness: Vec::new(),
        failure: None,
    };
    let mut views = Views::new();
    let feeds: Result<Vec<Feed>, Failure> = footage.cameras.iter().map(|camera| feed(camera, sequence, plan)).collect();
    let follower = match feeds.and_then(|feeds| watch(&footage, feeds, network)) {
        Ok(watch) => {
            row.corner_error = corner_error(sequence, &watch, plan);
            views = watch.cameras().iter().flat_map(Watched::views).collect();
            let order = match &sequence.footage {
                Footage::Photographs(pictures) => Some(shown(pictures.len(), &plan.disturbance)),
                Footage::Video(_) | Footage::Table(_) => None,
            };
            let mut follower = Follower::new(order);
            let mut ear = Ear { sequence, follower: &mut follower, missed: None };
            let arbiter = Arbiter::new(setup(footage.boards(), &footage.profile));
            let desk = Desk::new(arbiter, None, &mut ear);
            row.frames = watch.run(desk, &ProgressBar::hidden())?.frames;
            row.failure = ear.missed.map(|failure| failure.message);
            follower
        }
        Err(failure) if failure.kind == Kind::Board || failure.kind == Kind::Input => {
            row.failure = Some(failure.message);
            unread(sequence)
        }
        Err(failure) => return Err(failure),
    };
    row.squares = follower.squares;
    row.reserves = follower.reserves;
    row.unhelped =
        if views.is_empty() { follower.squares } else { unhelped(sequence, &follower, &views, plan, network)? };
    row.believed = follower.believed;
    row.plies = follower.agreement(sequence);
    row.alerts = follower.alerts(sequence);
    row.lateness = follower.lateness(sequence);
    pictures::write(sequence, &follower, &views, plan)?;
    Ok(row)
}

/// Looks at the frames whose truth is known once more, knowing nothing of the set.
fn unhelped(
    sequence: &Sequence,
    follower: &Follower,
    views: &Views,
    plan: &EvalPlan,
    network: &Network,
) -> Result<SquareScore, Failure> {
    let mut eyes = network.eyes(Vec::new())?;
    if !matches!(sequence.footage, Footage::Photographs(_)) {
        // as a video's frames are read
        eyes.set_photograph_views(1);
    }
    let mut score = SquareScore::default();
    for (camera, mut source) in pictures::sources(sequence, plan)? {
        // what cannot be read has been said
        while let Ok(Some(frame)) = source.next_frame() {
            let Some(truth) = sequence.frames.get(&follower.truth_number(frame.number)) else { continue };
            for (board, (_, view)) in views.iter().filter(|(_, (its, _))| *its == camera) {
                if let Some((placement, hidden)) = truth.boards.get(board) {
                    score.count(&eyes.read(&frame.image, view)?, placement, *hidden);
                }
            }
        }
    }
    Ok(score)
}

fn footage(sequence: &Sequence, plan: &EvalPlan) -> Result<FootagePlan, Failure> {
    let mut footage = match &sequence.footage {
        Footage::Photographs(_) => FootagePlan::one_board(&sequence.name, Placing::Find, None)?,
        Footage::Video(path) => FootagePlan::one_board(&path.display().to_string(), Placing::Find, None)?,
        Footage::Table(plan) => (**plan).clone(),
    };
    // an empty board has no side that is White's: any will do
    let is_empty = |truth: &FrameTruth| truth.boards.values().all(|(placement, _)| *placement == Placement::EMPTY);
    if sequence.frames.get(&0).is_some_and(is_empty) {
        footage.cameras.iter_mut().for_each(|camera| camera.placing = Placing::FindWithWhiteAt(Side::Bottom));
    }
    if plan.given_corners
        && let [CameraPlan { boards, placing, .. }] = footage.cameras.as_mut_slice()
        && let [board] = boards.as_slice()
        && let Some(Outline::Named(corners)) = sequence.outlines.get(board)
    {
        *placing = Placing::Corners(*corners);
    }
    Ok(footage)
}

fn feed(camera: &CameraPlan, sequence: &Sequence, plan: &EvalPlan) -> Result<Feed, Failure> {
    if let Footage::Photographs(pictures) = &sequence.footage {
        return start(Box::new(Slides::new(&sequence.name, pictures, &plan.disturbance)));
    }
    start(slides::open(&camera.source, camera.camera, &plan.disturbance)?)
}

/// The greatest error over the sequence's boards, where the truth has corners and the picture was not turned.
fn corner_error(sequence: &Sequence, watch: &Watch, plan: &EvalPlan) -> Option<Option<f64>> {
    if sequence.outlines.is_empty() || plan.disturbance.turned || plan.given_corners {
        return None;
    }
    let mut found: BTreeMap<BoardId, _> = BTreeMap::new();
    for camera in watch.cameras() {
        found.extend(camera.calibration().boards.iter().map(|(board, placed)| (*board, placed.corners)));
    }
    let errors: Option<Vec<f64>> =
        sequence.outlines.iter().map(|(board, outline)| Some(outline.error_of(found.get(board)?))).collect();
    Some(errors.map(|errors| errors.into_iter().fold(0.0, f64::max)))
}
