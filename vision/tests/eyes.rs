//! From painted pictures to evidence, through the real ONNX Runtime and a network known by heart: it reads red as White's
//! king, blue as Black's, dark as empty, and green as covered.

use board::{BoardEvidence, BoardId, CameraId, Observation, Piece, Sighting, Square, Stamp, Standing, Visibility};
use calibration::{BoardView, Corners, Point};
use capture::{Frame, Image};
use models::{BoardNet, ModelError, Runtime, Weights};
use std::path::Path;
use std::sync::Arc;
use vision::{Eyes, WatchedBoard};

const RED: [u8; 3] = [0, 0, 255];
const BLUE: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];
const WHITE_KING: char = 'K';
const BLACK_KING: char = 'k';

/// The network, or `None` and a loud line where the set-up has not been run.
fn net() -> Option<BoardNet> {
    let runtime = match Runtime::load(None) {
        Ok(runtime) => runtime,
        Err(error @ ModelError::RuntimeMissing { .. }) => {
            eprintln!("NOT RUN: {error}");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/data/tiny");
    Some(BoardNet::load(&runtime, &Weights::from_folder(&folder).unwrap()).unwrap())
}

fn view(corners: &str) -> BoardView {
    BoardView::new(&corners.parse::<Corners>().unwrap(), None).unwrap()
}

/// A board and the colours (blue, green, red) of some of its squares.
type Painted<'a> = (&'a BoardView, &'a [(&'a str, [u8; 3])]);

/// A grey-black picture in which the named squares of the boards have these colours.
fn picture(width: usize, height: usize, boards: &[Painted]) -> Arc<Image> {
    let mut bgr = vec![20; 3 * width * height];
    for (at, pixel) in bgr.chunks_exact_mut(3).enumerate() {
        let point = Point::new((at % width) as f64 + 0.5, (at / width) as f64 + 0.5);
        for (view, squares) in boards {
            let table = view.table_from_image(point);
            if table.x < 0.0 || table.y < 0.0 {
                continue;
            }
            let Some(square) = Square::new(table.x as usize, table.y as usize) else { continue };
            let colour = squares.iter().find(|(name, _)| *name == square.to_string());
            pixel.copy_from_slice(&colour.map_or([20; 3], |(_, colour)| *colour));
        }
    }
    Arc::new(Image::from_bgr(width, height, bgr).unwrap())
}

fn frame(number: u64, millis: i64, image: &Arc<Image>) -> Frame {
    Frame { camera: CameraId(0), number, at: Stamp::from_millis(millis), image: Arc::clone(image) }
}

fn board_of(observation: &Observation) -> &BoardEvidence {
    match &observation.sighting {
        Sighting::Board(evidence) => evidence,
        other => panic!("not a board: {other:?}"),
    }
}

fn read_as(evidence: &BoardEvidence, square: &str) -> Option<char> {
    evidence.at(square.parse().unwrap()).best().map(Piece::letter)
}

fn visibility(evidence: &BoardEvidence, square: &str) -> Visibility {
    evidence.at(square.parse().unwrap()).visibility
}

fn watched(board: BoardId, view: &BoardView) -> WatchedBoard {
    WatchedBoard { camera: CameraId(0), board, view: view.clone() }
}

#[test]
fn squares_are_read_where_they_are_at_any_size_tilt_and_turn() {
    let Some(net) = net() else { return };
    let mut eyes = Eyes::new(net, Vec::new());
    for corners in [
        "60,50,380,60,390,370,50,380",
        "20,20,140,20,140,140,20,140",
        "700,80,700,760,40,760,20,60",
        "380,340,60,340,110,80,330,90",
    ] {
        let view = view(corners);
        let image = picture(800, 800, &[(&view, &[("a1", RED), ("e4", BLUE), ("h8", RED), ("b7", GREEN)])]);
        let evidence = eyes.read(&image, &view).unwrap();
        for square in Square::all() {
            let name = square.to_string();
            let expected = match name.as_str() {
                "a1" | "h8" => Some(WHITE_KING),
                "e4" => Some(BLACK_KING),
                _ => None,
            };
            assert_eq!(read_as(&evidence, &name), expected, "{name} of {corners}");
            let seen = if name == "b7" { Visibility::NotSeen } else { Visibility::Seen };
            assert_eq!(visibility(&evidence, &name), seen, "{name} of {corners}");
        }
    }
}

#[test]
fn squares_outside_the_picture_are_not_seen() {
    let Some(net) = net() else { return };
    let mut eyes = Eyes::new(net, Vec::new());
    // The eighth rank is outside, and two thirds of the a-file
    let view = view("-20,-30,220,-30,220,210,-20,210");
    let image = picture(240, 240, &[(&view, &[("a4", RED), ("b8", RED), ("b7", RED), ("h1", RED)])]);
    let evidence = eyes.read(&image, &view).unwrap();
    for square in Square::all() {
        let expected = if square.rank() == 7 || square.file() == 0 { Visibility::NotSeen } else { Visibility::Seen };
        assert_eq!(evidence.at(square).visibility, expected, "{square}");
    }
    assert_eq!((read_as(&evidence, "b7"), read_as(&evidence, "h1")), (Some(WHITE_KING), Some(WHITE_KING)));
    assert_eq!(read_as(&evidence, "a4"), None);
}

#[test]
fn two_boards_of_one_frame_are_told_apart_and_another_camera_has_none() {
    let Some(net) = net() else { return };
    let (left, right) = (view("20,20,180,20,180,180,20,180"), view("380,180,220,180,220,20,380,20"));
    let image = picture(400, 200, &[(&left, &[("c3", RED)]), (&right, &[("c3", BLUE)])]);
    let mut eyes = Eyes::new(net, vec![watched(BoardId::A, &left), watched(BoardId::B, &right)]);
    let seen = eyes.look(&frame(7, 40, &image), Standing::Photograph).unwrap();
    let boards: Vec<_> = seen.iter().map(|o| (o.board, o.frame, o.at, read_as(board_of(o), "c3"))).collect();
    let at = Stamp::from_millis(40);
    assert_eq!(boards, [(BoardId::A, 7, at, Some(WHITE_KING)), (BoardId::B, 7, at, Some(BLACK_KING))]);

    let elsewhere = Frame { camera: CameraId(1), ..frame(8, 80, &image) };
    assert_eq!(eyes.look(&elsewhere, Standing::Photograph).unwrap(), []);
}

#[test]
fn photographs_are_never_moving_and_follow_a_new_calibration() {
    let Some(net) = net() else { return };
    let (first, second) = (view("20,20,180,20,180,180,20,180"), view("40,30,200,30,200,190,40,190"));
    let mut eyes = Eyes::new(net, vec![watched(BoardId::A, &first)]);
    let one = picture(220, 220, &[(&first, &[("e2", RED)])]);
    let two = picture(220, 220, &[(&second, &[("e4", RED)])]);
    eyes.look(&frame(0, 0, &one), Standing::Photograph).unwrap();
    eyes.recalibrate(BoardId::A, second).unwrap();
    let seen = eyes.look(&frame(1, 1, &two), Standing::Photograph).unwrap();
    let evidence = board_of(&seen[0]);
    assert_eq!((read_as(evidence, "e4"), read_as(evidence, "e2")), (Some(WHITE_KING), None));
    assert!(evidence.0.iter().all(|look| look.visibility == Visibility::Seen));
    assert!(eyes.recalibrate(BoardId::B, first).unwrap_err().to_string().contains("not among the boards"));
}

#[test]
fn in_a_video_a_piece_counts_once_it_has_been_still() {
    let Some(net) = net() else { return };
    let view = view("20,20,180,20,180,180,20,180");
    let mut eyes = Eyes::new(net, vec![watched(BoardId::A, &view)]);
    let before = picture(200, 200, &[(&view, &[("e2", RED)])]);
    let hand = picture(200, 200, &[(&view, &[("e2", GREEN), ("e3", GREEN)])]);
    let after = picture(200, 200, &[(&view, &[("e4", RED)])]);
    let mut look = |number: u64, image: &Arc<Image>| {
        let seen = eyes.look(&frame(number, 50 * number as i64, image), Standing::Frame).unwrap();
        let evidence = board_of(&seen[0]);
        ["e2", "e3", "e4", "a8"].map(|square| (visibility(evidence, square), read_as(evidence, square)))
    };
    let (seen, moving) = (Visibility::Seen, Visibility::Moving);
    let king = Some(WHITE_KING);
    let resting = [(seen, king), (seen, None), (seen, None), (seen, None)];

    // Nothing is known to be still in the first frame, nor before 150 ms have passed
    assert!(look(0, &before).iter().all(|(visibility, _)| *visibility == moving));
    assert!(look(2, &before).iter().all(|(visibility, _)| *visibility == moving));
    assert_eq!(look(3, &before), resting);
    assert_eq!(look(4, &before), resting);
    // A hand: what has changed says nothing until it is looked at, the rest stands
    assert_eq!(look(5, &hand), [(moving, None), (moving, None), (seen, None), (seen, None)]);
    assert_eq!(look(6, &after), [(moving, None), (moving, None), (moving, None), (seen, None)]);
    assert_eq!(look(8, &after)[2], (moving, None));
    assert_eq!(look(9, &after), [(seen, None), (seen, None), (seen, king), (seen, None)]);
    // A hand that rests is looked at and covers
    look(10, &hand);
    assert_eq!(look(13, &hand)[0], (Visibility::NotSeen, None));
}

#[test]
fn the_set_is_learnt_from_the_start_position_only() {
    let Some(net) = net() else { return };
    let (start, other) = (view("20,20,180,20,180,180,20,180"), view("220,20,380,20,380,180,220,180"));
    let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    let side = |square: &String| match &square[1..] {
        "1" | "2" => Some(RED),
        "7" | "8" => Some(BLUE),
        _ => None,
    };
    let painted: Vec<(&str, [u8; 3])> =
        names.iter().filter_map(|name| side(name).map(|colour| (name.as_str(), colour))).collect();
    let mut eyes = Eyes::new(net, vec![watched(BoardId::A, &start), watched(BoardId::B, &other)]);
    let image = picture(400, 200, &[(&start, &painted), (&other, &painted[4..20])]);
    assert_eq!(eyes.learn_from_start(CameraId(0), &image).unwrap(), [BoardId::A]);
    assert_eq!(eyes.learn_from_start(CameraId(1), &image).unwrap(), []);

    // All of White's pieces look alike: what was learnt makes none of them Black's, and no empty square a piece
    let seen = eyes.look(&frame(0, 0, &image), Standing::Photograph).unwrap();
    let colours: Vec<_> = Square::all().map(|s| board_of(&seen[0]).at(s).best().map(|piece| piece.color)).collect();
    let expected: Vec<_> = Square::all().map(|s| board::Placement::start()[s].map(|piece| piece.color)).collect();
    assert_eq!(colours, expected);
    // and the board that was not learnt is read as before
    assert_eq!(read_as(board_of(&seen[1]), "h1"), Some(WHITE_KING));
}
