//! Looking at the boards of a frame.

use crate::evidence::{Judgement, board_evidence};
use crate::reserves::Beside;
use crate::sight::{Call, Sight};
use crate::symmetry::{Symmetry, mean};
use crate::{LearnedSet, MotionSettings, Rectifier, VisionError, turns_from_start};
use board::{BoardEvidence, BoardId, CameraId, Observation, Placement, ReserveEvidence, Sighting, SquareSet, Standing};
use calibration::BoardView;
use capture::{Frame, Image};
use models::{BoardNet, Reading};

/// How often a photograph is read unless told otherwise. A photograph has time: nobody waits for the next one.
const PHOTOGRAPH_VIEWS: usize = 8;

/// How often a board that stands still is read in a video unless told otherwise, once a frame. On renders with held-out sets one reading had 86.2 % of
/// squares right, two 87.4, four 87.7 and eight 88.0.
const VIDEO_VIEWS: usize = 4;

/// A board to watch, and where it is.
#[derive(Clone, Debug)]
pub struct WatchedBoard {
    /// The camera that sees it.
    pub camera: CameraId,
    /// Which board it is.
    pub board: BoardId,
    /// Where it lies in the camera's picture.
    pub view: BoardView,
}

/// The network with the boards it watches.
#[derive(Debug)]
pub struct Eyes {
    net: BoardNet,
    judgement: Judgement,
    settings: MotionSettings,
    photograph_views: usize,
    video_views: usize,
    reserves: bool,
    boards: Vec<Watch>,
    planes: Vec<f32>,
}

#[derive(Debug)]
struct Watch {
    of: WatchedBoard,
    set: Option<LearnedSet>,
    sight: Option<Sight>,
    beside: Option<Beside>,
}

impl Eyes {
    /// Eyes that watch these boards; a camera may see several.
    pub fn new(net: BoardNet, boards: Vec<WatchedBoard>) -> Eyes {
        Eyes {
            judgement: Judgement::of(net.manifest()),
            photograph_views: PHOTOGRAPH_VIEWS,
            video_views: VIDEO_VIEWS,
            reserves: false,
            net,
            settings: MotionSettings::default(),
            boards: boards.into_iter().map(|of| Watch { of, set: None, sight: None, beside: None }).collect(),
            planes: Vec::new(),
        }
    }

    /// Other settings of what counts as moving, from the next frame on.
    pub fn set_motion(&mut self, settings: MotionSettings) {
        self.settings = settings;
        self.boards.iter_mut().for_each(|board| board.sight = None);
    }

    /// Whether the table beside the boards is read as well, from the next frame on; in the beginning it is not.
    pub fn watch_reserves(&mut self, on: bool) {
        self.reserves = on;
        self.boards.iter_mut().for_each(|board| board.beside = None);
    }

    /// The network.
    pub fn net(&self) -> &BoardNet {
        &self.net
    }

    /// `board` lies there from now on: in the next photograph, or after a camera was moved. What was seen of it is forgotten.
    ///
    /// # Errors
    /// When the board is not watched.
    pub fn recalibrate(&mut self, board: BoardId, view: BoardView) -> Result<(), VisionError> {
        let watch =
            self.boards.iter_mut().find(|watch| watch.of.board == board).ok_or(VisionError::UnknownBoard(board))?;
        watch.of.view = view;
        watch.sight = None;
        // where a board ends says where its neighbour's reserve begins
        self.boards.iter_mut().for_each(|watch| watch.beside = None);
        Ok(())
    }

    /// What the frame shows of each board its camera watches, in the order in which they were given.
    ///
    /// A photograph is read whole. A video's frame is compared with the one before; a board is read when a square has changed
    /// since it was last read and come to rest, then a few times more while nothing else is new, turned and mirrored; otherwise what was read stands. Squares on which something moves are
    /// marked so, and say nothing if they have changed.
    ///
    /// # Errors
    /// When the network or OpenCV fails.
    pub fn look(&mut self, frame: &Frame, standing: Standing) -> Result<Vec<Observation>, VisionError> {
        let spec = self.net.input().clone();
        let views = if standing == Standing::Photograph { self.photograph_views } else { 1 };
        let board_len = views * 3 * spec.size() * spec.size();
        let mut calls = Vec::new();
        for (index, watch) in self.boards.iter_mut().enumerate().filter(|(_, watch)| watch.of.camera == frame.camera) {
            let sight = match &mut watch.sight {
                Some(sight) if sight.rectifier.fits(&frame.image) => sight,
                other => other.insert(Sight::new(&spec, self.settings, &watch.of.view, &frame.image)?),
            };
            match sight.calls(frame, standing, self.video_views)? {
                Call::None => {}
                call => calls.push((index, call)),
            }
        }
        // what was read before has time: it is read better where there is nothing new to read, one board a frame
        if calls.iter().any(|(_, call)| *call == Call::Anew) {
            calls.retain(|(_, call)| *call == Call::Anew);
        } else if !calls.is_empty() {
            let turn = usize::try_from(frame.number).unwrap_or(0) % calls.len();
            calls = vec![calls[turn]];
        }
        for (place, (index, call)) in calls.iter().enumerate() {
            let Some(sight) = &mut self.boards[*index].sight else { continue };
            let planes = planes_of(&mut self.planes, place, board_len);
            if standing == Standing::Photograph {
                lay_flat(&mut sight.rectifier, &frame.image, spec.size(), planes)?;
            } else {
                sight.rectifier.rectify(&frame.image)?;
                sight.rectifier.write_planes_in(call.symmetry(), planes)?;
            }
        }
        let mut readings = self.net.run(self.planes.get(..calls.len() * board_len).unwrap_or_default())?;
        for ((index, call), readings) in calls.into_iter().zip(readings.chunks_exact_mut(views)) {
            let watch = &mut self.boards[index];
            readings.iter_mut().for_each(|reading| self.judgement.judge(reading, watch.set.as_ref()));
            match (&mut watch.sight, &*readings) {
                (Some(sight), [reading]) if standing == Standing::Frame => sight.take(reading, call),
                (Some(sight), _) => sight.photographed(&mean(readings)),
                (None, _) => {}
            }
        }
        let mut observations = Vec::new();
        for index in 0..self.boards.len() {
            let watch = &self.boards[index];
            let (board, camera) = (watch.of.board, watch.of.camera);
            if camera != frame.camera {
                continue;
            }
            let observation =
                |sighting| Observation { at: frame.at, camera, frame: frame.number, board, standing, sighting };
            if let Some(sight) = &watch.sight {
                observations.push(observation(Sighting::Board(sight.evidence())));
            }
            if self.reserves {
                let reserves = self.look_beside(index, frame, standing)?;
                observations.extend(reserves.into_iter().map(|reserve| observation(Sighting::Reserve(reserve))));
            }
        }
        Ok(observations)
    }

    /// What lies beside the board of that number, where it was read anew in this frame.
    fn look_beside(
        &mut self,
        index: usize,
        frame: &Frame,
        standing: Standing,
    ) -> Result<Vec<ReserveEvidence>, VisionError> {
        let size = (frame.image.width(), frame.image.height());
        if !self.boards[index].beside.as_ref().is_some_and(|beside| beside.fits(&frame.image)) {
            let own = &self.boards[index].of;
            let same_picture = |watch: &&Watch| watch.of.camera == own.camera && watch.of.board != own.board;
            let others: Vec<BoardView> =
                self.boards.iter().filter(same_picture).map(|watch| watch.of.view.clone()).collect();
            let beside = Beside::new(self.net.input(), self.settings, (own.board, &own.view), &others, size)?;
            self.boards[index].beside = Some(beside);
        }
        let watch = &mut self.boards[index];
        let reader = (&mut self.net, &self.judgement, watch.set.as_ref());
        match &mut watch.beside {
            Some(beside) => beside.look(frame, standing, reader, &mut self.planes),
            None => Ok(Vec::new()),
        }
    }

    /// Reads the board that is seen so in one picture, whether it is watched or not.
    ///
    /// # Errors
    /// When the network or OpenCV fails.
    pub fn read(&mut self, image: &Image, view: &BoardView) -> Result<BoardEvidence, VisionError> {
        self.read_knowing(image, view, None)
    }

    /// As [`Eyes::read`], where something has been learnt about the set on the board.
    ///
    /// # Errors
    /// When the network or OpenCV fails.
    pub fn read_knowing(
        &mut self,
        image: &Image,
        view: &BoardView,
        set: Option<&LearnedSet>,
    ) -> Result<BoardEvidence, VisionError> {
        let (judged, outside) = self.judged(image, view, set, self.photograph_views)?;
        Ok(board_evidence(&mean(&judged), outside))
    }

    /// Learns the set on a board that is known to hold `placement` (the start position, which has all kinds). `None` when not
    /// every kind of both colours is in view. Use it with [`Eyes::know_set`].
    ///
    /// # Errors
    /// When the network or OpenCV fails.
    pub fn learn_set(
        &mut self,
        image: &Image,
        view: &BoardView,
        placement: &Placement,
    ) -> Result<Option<LearnedSet>, VisionError> {
        let (judged, _) = self.judged(image, view, None, Symmetry::ALL.len())?;
        Ok(LearnedSet::from_judged(&judged, placement))
    }

    /// Learns the sets of those boards of `camera` that stand in the start position in `image`, a picture of that camera, and reads
    /// them with what was learnt from the next frame on. Gives their names; boards in another position, or turned, are left as they are.
    ///
    /// # Errors
    /// When the network or OpenCV fails.
    pub fn learn_from_start(&mut self, camera: CameraId, image: &Image) -> Result<Vec<BoardId>, VisionError> {
        let watched: Vec<WatchedBoard> =
            self.boards.iter().map(|watch| &watch.of).filter(|of| of.camera == camera).cloned().collect();
        let mut learnt = Vec::new();
        for WatchedBoard { board, view, .. } in watched {
            let evidence = self.read(image, &view)?;
            if turns_from_start(&evidence, [true; 4]) != Ok(0) {
                continue;
            }
            if let Some(set) = self.learn_set(image, &view, &Placement::start())? {
                self.know_set(board, Some(set))?;
                learnt.push(board);
            }
        }
        Ok(learnt)
    }

    /// From the next frame on `board` is read with what was learnt about its set, or without (as in the beginning).
    ///
    /// # Errors
    /// When the board is not watched.
    pub fn know_set(&mut self, board: BoardId, set: Option<LearnedSet>) -> Result<(), VisionError> {
        let watch =
            self.boards.iter_mut().find(|watch| watch.of.board == board).ok_or(VisionError::UnknownBoard(board))?;
        watch.set = set;
        watch.sight = None;
        Ok(())
    }

    /// The judgement of a board under the first `views` symmetries, and its squares outside the picture.
    fn judged(
        &mut self,
        image: &Image,
        view: &BoardView,
        set: Option<&LearnedSet>,
        views: usize,
    ) -> Result<(Vec<Reading>, SquareSet), VisionError> {
        let spec = self.net.input().clone();
        let mut rectifier = Rectifier::new(&spec, view, image.width(), image.height())?;
        let planes = planes_of(&mut self.planes, 0, views * 3 * spec.size() * spec.size());
        lay_flat(&mut rectifier, image, spec.size(), planes)?;
        let mut readings = self.net.run(planes)?;
        readings.iter_mut().for_each(|reading| self.judgement.judge(reading, set));
        Ok((readings, rectifier.outside()))
    }

    /// How often a photograph is read, turned and mirrored, 1 to 8 times.
    pub fn set_photograph_views(&mut self, views: usize) {
        self.photograph_views = views.clamp(1, Symmetry::ALL.len());
    }

    /// How often a board that stands still in a video is read, once a frame, turned and mirrored: 1 to 8 times.
    pub fn set_video_views(&mut self, views: usize) {
        self.video_views = views.clamp(1, Symmetry::ALL.len());
    }
}

/// Lays the board of `image` flat and writes it into `planes`, in as many of its symmetries as there is room for.
fn lay_flat(rectifier: &mut Rectifier, image: &Image, size: usize, planes: &mut [f32]) -> opencv::Result<()> {
    let board_len = 3 * size * size;
    let (first, others) = planes.split_at_mut(board_len);
    rectifier.rectify(image)?;
    rectifier.write_planes(first)?;
    for (symmetry, view) in Symmetry::ALL.iter().skip(1).zip(others.chunks_exact_mut(board_len)) {
        symmetry.apply(size, first, view);
    }
    Ok(())
}

/// The place of the `index`-th board in `planes`, which grows once to what is needed.
fn planes_of(planes: &mut Vec<f32>, index: usize, board_len: usize) -> &mut [f32] {
    let end = (index + 1) * board_len;
    if planes.len() < end {
        planes.resize(end, 0.0);
    }
    &mut planes[index * board_len..end]
}
