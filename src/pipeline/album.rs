use super::Watched;
use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use crate::pictures::names;
use arbiter::event::{Alert, AlertId, AlertKind};
use arbiter::procedures::Topic;
use board::{BoardId, CameraId, Stamp};
use calibration::{BoardView, Point};
use capture::{Frame, Image, part_shrunk};
use image::{ExtendedColorType, codecs::jpeg::JpegEncoder};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

/// A picture of each board is kept so often, in milliseconds of the recording.
const INTERVAL_MS: i64 = 500;

/// ... for so long.
const KEPT_MS: i64 = 10_000;

/// The picture before an alert was taken at least this long before what happened, in milliseconds, where there is one: the hand
/// was not there yet.
const BEFORE_MS: i64 = 800;

/// The longer side of a picture has at most so many pixels.
const LONGEST: usize = 640;

/// JPEG's quality, of 100.
const QUALITY: u8 = 80;

/// What a picture shows around the board, in squares: pieces on the rim lean outward, and hands come from somewhere.
const AROUND: f64 = 0.9;

/// What a picture of the table shows beside the board, in squares: as far as reserves are looked for.
const BESIDE: f64 = 5.0;

/// How much of the table a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Extent {
    /// The board and its rim.
    Board,
    /// The reserves on both sides as well.
    Side,
}

/// A part of a camera's picture, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

#[derive(Debug)]
struct Scene {
    camera: CameraId,
    area: Area,
    kept: VecDeque<(Stamp, Image)>,
}

/// Keeps small pictures of the last seconds, and puts those that belong to an alert into a folder.
#[derive(Debug)]
pub struct Album {
    folder: PathBuf,
    sides: bool,
    scenes: BTreeMap<(BoardId, Extent), Scene>,
    latest: BTreeMap<CameraId, Frame>,
    written: BTreeMap<AlertId, Vec<String>>,
}

impl Album {
    /// An album that writes into `folder`, which is made if there is none. With `sides`, pictures of the reserves are kept, too.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(folder: &Path, sides: bool) -> Result<Album, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| {
            let what = format!("{}: no folder for pictures can be made there ({error})", folder.display());
            Failure::new(Kind::Output, format!("{what}; name another with --pictures"))
        })?;
        let (scenes, latest, written) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Ok(Album { folder: folder.to_owned(), sides, scenes, latest, written })
    }

    /// As [`Album::new`], for a folder of one session's pictures alone.
    ///
    /// # Errors
    /// When the folder cannot be made, or holds something: another session's pictures would be taken for this one's.
    pub fn in_empty(folder: &Path, sides: bool) -> Result<Album, Failure> {
        if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let what = format!("{}: is there already and not empty", folder.display());
            return Err(Failure::new(
                Kind::Output,
                format!("{what}; remove it, or name another folder with --pictures"),
            ));
        }
        Album::new(folder, sides)
    }

    /// A frame was looked at; what is said next may follow from it.
    pub fn looked(&mut self, frame: &Frame, camera: &Watched) {
        let due = |scene: &Scene| scene.kept.back().is_none_or(|(at, _)| frame.at.millis_since(*at) >= INTERVAL_MS);
        let of_camera = self.scenes.values().filter(|scene| scene.camera == frame.camera);
        let known = of_camera.clone().count() > 0;
        if !known || of_camera.clone().any(due) {
            for (board, (_, view)) in camera.views() {
                self.keep(board, &view, frame);
            }
        }
        self.latest.insert(frame.camera, frame.clone());
    }

    fn keep(&mut self, board: BoardId, view: &BoardView, frame: &Frame) {
        let extents = [Some(Extent::Board), self.sides.then_some(Extent::Side)];
        for extent in extents.into_iter().flatten() {
            let Some(area) = Area::around(view, extent, &frame.image) else { continue };
            let scene = self.scenes.entry((board, extent)).or_insert_with(|| Scene {
                camera: frame.camera,
                area,
                kept: VecDeque::new(),
            });
            scene.area = area;
            if let Some(picture) = area.cut(&frame.image) {
                scene.kept.push_back((frame.at, picture));
            }
            // one stays, however long ago it was taken: photographs may be far apart
            while scene.kept.len() > 2 && scene.kept.front().is_some_and(|(at, _)| frame.at.millis_since(*at) > KEPT_MS)
            {
                scene.kept.pop_front();
            }
        }
    }

    /// The paths of an alert's pictures. The first time it is asked for they are written: as it was shortly before, and as it is now.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn pictures_of(&mut self, alert: &Alert) -> Result<Vec<String>, Failure> {
        if let Some(paths) = self.written.get(&alert.id) {
            return Ok(paths.clone());
        }
        let extent = if is_of_reserves(alert.kind) && self.sides { Extent::Side } else { Extent::Board };
        let mut paths = Vec::new();
        if let Some(scene) = self.scenes.get(&(alert.board, extent)) {
            let before = Stamp::from_nanos(alert.at.nanos().saturating_sub(BEFORE_MS * 1_000_000));
            let old =
                scene.kept.iter().rfind(|(at, _)| *at <= before).or(scene.kept.front()).map(|(_, picture)| picture);
            let now = self.latest.get(&scene.camera).and_then(|frame| scene.area.cut(&frame.image));
            for (name, picture) in names(alert.id).iter().zip([old, now.as_ref()]) {
                let Some(picture) = picture else { continue };
                let path = self.folder.join(name);
                write_whole(&path, &jpeg(picture)?).map_err(|error| {
                    let what = format!("{}: the picture cannot be written: {error}", path.display());
                    Failure::new(Kind::Output, format!("{what}; make room or name another folder with --pictures"))
                })?;
                paths.push(path.display().to_string());
            }
        }
        self.written.insert(alert.id, paths.clone());
        Ok(paths)
    }
}

/// Whether an alert is about what lies beside the boards.
fn is_of_reserves(kind: AlertKind) -> bool {
    matches!(
        kind,
        AlertKind::HiddenReserve
            | AlertKind::Rule(
                Topic::PassLate
                    | Topic::PassedWrongly
                    | Topic::ReserveHidden
                    | Topic::ReserveExtra
                    | Topic::ReserveShown
                    | Topic::ReserveListed
                    | Topic::HiderStopped
            )
    )
}

impl Area {
    /// The part of a picture in which a board lies with what is around it; `None` where it lies outside the picture.
    fn around(view: &BoardView, extent: Extent, image: &Image) -> Option<Area> {
        let beside = if extent == Extent::Side { BESIDE } else { AROUND };
        let corners = [
            Point::new(-beside, -AROUND),
            Point::new(8.0 + beside, -AROUND),
            Point::new(8.0 + beside, 8.0 + AROUND),
            Point::new(-beside, 8.0 + AROUND),
        ];
        let seen = corners.map(|corner| view.image_from_table(corner));
        let limits = |value: fn(&Point) -> f64, size: usize| {
            let least = seen.iter().map(value).fold(f64::INFINITY, f64::min).max(0.0).floor() as usize;
            let most = seen.iter().map(value).fold(f64::NEG_INFINITY, f64::max).clamp(0.0, size as f64).ceil() as usize;
            (most > least).then(|| (least, most - least))
        };
        let (left, width) = limits(|p| p.x, image.width())?;
        let (top, height) = limits(|p| p.y, image.height())?;
        Some(Area { left, top, width, height })
    }

    /// The part as a picture of its own, made smaller by taking means where it is larger than [`LONGEST`].
    fn cut(&self, image: &Image) -> Option<Image> {
        part_shrunk(image, [self.left, self.top, self.width, self.height], LONGEST)
    }
}

/// A picture as a JPEG.
///
/// # Errors
/// When it has no pixels.
pub fn jpeg(picture: &Image) -> Result<Vec<u8>, Failure> {
    let rgb: Vec<u8> = picture.bgr().chunks_exact(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, QUALITY)
        .encode(&rgb, picture.width() as u32, picture.height() as u32, ExtendedColorType::Rgb8)
        .map_err(|error| Failure::new(Kind::Internal, error))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::alert;
    use arbiter::event::AlertState;
    use std::sync::Arc;

    const A: BoardId = BoardId::A;

    fn view() -> BoardView {
        BoardView::new(&"400,100,1200,100,1200,900,400,900".parse().unwrap(), None).unwrap()
    }

    /// A frame of one grey.
    fn frame(ms: i64, grey: u8) -> Frame {
        let image = Image::from_bgr(1600, 1000, vec![grey; 3 * 1600 * 1000]).unwrap();
        Frame { camera: CameraId(0), number: 0, at: Stamp::from_millis(ms), image: Arc::new(image) }
    }

    fn album(folder: &Path, sides: bool) -> Album {
        let mut album = Album::new(folder, sides).unwrap();
        for (ms, grey) in [(0, 10), (500, 50), (1000, 90), (1500, 130), (2000, 170)] {
            let frame = frame(ms, grey);
            album.keep(A, &view(), &frame);
            album.latest.insert(CameraId(0), frame);
        }
        album
    }

    /// Width, height and grey of a picture.
    fn picture(path: &str) -> (u32, u32, u8) {
        let picture = image::open(path).unwrap().to_rgb8();
        (picture.width(), picture.height(), picture.get_pixel(picture.width() / 2, picture.height() / 2).0[1])
    }

    #[test]
    fn an_alert_gets_the_board_before_and_after_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut album = album(&folder.path().join("pictures"), false);
        let mut about = alert(12, AlertKind::IllegalMove, AlertState::Opened, "");
        about.at = Stamp::from_millis(1700);
        let paths = album.pictures_of(&about).unwrap();
        assert!(paths[0].ends_with("pictures/alert-12-before.jpg") && paths[1].ends_with("alert-12-after.jpg"));
        let ((width, height, before), (.., after)) = (picture(&paths[0]), picture(&paths[1]));
        // 9.8 squares of 100 pixels, made smaller; what was kept at 0.5 s, and what was seen last
        assert_eq!((width, height), (640, 640));
        assert!(before.abs_diff(50) < 3 && after.abs_diff(170) < 3, "{before} {after}");
        std::fs::remove_file(&paths[0]).unwrap();
        about.state = AlertState::Closed;
        assert_eq!(album.pictures_of(&about).unwrap(), paths);
        assert!(!Path::new(&paths[0]).exists(), "it was written twice");
    }

    #[test]
    fn an_alert_about_a_reserve_shows_the_table_beside_the_board() {
        let folder = tempfile::tempdir().unwrap();
        let about = alert(1, AlertKind::HiddenReserve, AlertState::Opened, "");
        let paths = album(folder.path(), true).pictures_of(&about).unwrap();
        // the whole width of the picture, 1600 pixels, and 980 of its height
        assert_eq!(picture(&paths[0]).0, 640);
        assert!(picture(&paths[0]).1.abs_diff(391) <= 1, "{:?}", picture(&paths[0]));
    }

    #[test]
    fn old_pictures_are_dropped_and_what_was_never_seen_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut album = album(folder.path(), false);
        album.keep(A, &view(), &frame(60_000, 200));
        assert_eq!(album.scenes[&(A, Extent::Board)].kept.len(), 2);
        let mut about = alert(2, AlertKind::IllegalMove, AlertState::Opened, "");
        about.board = BoardId::B;
        assert!(album.pictures_of(&about).unwrap().is_empty());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "mine").unwrap();
        let failure = Album::new(&file.join("pictures"), false).unwrap_err();
        assert_eq!(failure.kind, Kind::Output);
        assert!(failure.message.contains("--pictures"), "{failure}");
        let failure = Album::in_empty(folder.path(), false).unwrap_err();
        assert!(failure.kind == Kind::Output && failure.message.contains("not empty"), "{failure}");
        assert!(Album::in_empty(&folder.path().join("new"), false).is_ok());
    }
}
