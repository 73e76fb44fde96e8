//! The calibration file: written, read, edited and misspelt.
use board::{BoardId, Color, Seat};
use calibration::{BoardCalibration, CalibrationFile, Corners, Point, SquareMesh, WhiteFoundBy};
use std::path::Path;

fn example() -> CalibrationFile {
    let corners: Corners = "141.5,100,539.6,108.25,542.2,500.4,139,508.4".parse().unwrap();
    let image_from_table = corners.image_from_table().unwrap();
    let mesh = SquareMesh::from_seen(&corners, |x, y| {
        let (x, y) = (x as f64, y as f64);
        image_from_table.apply(Point::new(x, y + 0.004 * x * (8.0 - x)))
    });
    let mut file = CalibrationFile::for_picture(800, 606);
    let board =
        BoardCalibration { corners, error_squares: Some(0.0213), white_found_by: WhiteFoundBy::StartPosition, mesh };
    file.boards.insert(BoardId::A, board);
    let seat = Seat::new(BoardId::A, Color::White);
    file.reserves[seat.index()] = Some(vec![Point::new(20.0, 30.0), Point::new(120.0, 30.0), Point::new(60.0, 90.5)]);
    file.clocks.insert(BoardId::A, vec![Point::new(0.0, 0.0), Point::new(20.0, 0.0), Point::new(20.0, 20.5)]);
    file
}

#[test]
fn a_calibration_reads_back_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.toml");
    let file = example();
    std::fs::write(&path, file.to_toml().unwrap()).unwrap();
    let read = CalibrationFile::load(&path).unwrap();
    assert_eq!((read.width, read.height), (800, 606));
    assert_eq!(read.reserve(Seat::new(BoardId::A, Color::White)).unwrap().len(), 3);
    assert_eq!(read.clocks, file.clocks);
    let (board, again) = (&file.boards[&BoardId::A], &read.boards[&BoardId::A]);
    assert_eq!(again.corners, board.corners);
    assert_eq!((again.error_squares, again.white_found_by), (board.error_squares, board.white_found_by));
    let somewhere = Point::new(4.0, 4.0);
    let (before, after) = (board.mesh.as_ref().unwrap(), again.mesh.as_ref().unwrap());
    assert!(before.offset(somewhere).distance(after.offset(somewhere)) < 1e-3);
    assert!((after.offset(somewhere).y - 0.064).abs() < 1e-3);
    assert_eq!(read.to_toml().unwrap().parse::<CalibrationFile>().unwrap(), read);
}

#[test]
fn a_person_can_write_one() {
    let text = "version = 1\nwidth = 640\nheight = 480\n[board.B]\nwhite_found_by = \"told\"\n[board.B.corners]\n\
                a8 = [100, 50]\nh8 = [500, 60.5]\nh1 = [490, 450]\na1 = [110, 440]\n";
    let file: CalibrationFile = text.parse().unwrap();
    let view = file.boards[&BoardId::B].view().unwrap();
    assert!(view.table_from_image(Point::new(490.0, 450.0)).distance(Point::new(8.0, 0.0)) < 1e-9);
}

#[test]
fn what_is_wrong_is_named_with_the_way_out() {
    let good = example().to_toml().unwrap();
    let broken = |from: &str, to: &str| {
        assert!(good.contains(from), "{from:?} is not in\n{good}");
        let error = good.replacen(from, to, 1).parse::<CalibrationFile>().unwrap_err();
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    };
    assert!(broken("width", "widht").contains("did you mean width?"));
    assert!(broken("error_squares", "error_square").contains("did you mean board.A.error_squares?"));
    assert!(broken("[board.A.corners]", "[board.A.corner]").contains("did you mean board.A.corners?"));
    assert!(broken("a8 =", "a9 =").contains("did you mean board.A.corners.a"));
    assert!(broken("[board.A]", "[board.C]").contains("board.C is not known"));
    assert!(broken("version = 1", "version = 7").contains("version 7"));
    assert!(broken("version = 1\n", "").contains("write version = 1"));
    assert!(broken("start-position", "guess").contains("guess"));
    assert!(broken("a8 = [141.5, 100.0]", "a8 = [141.5]").starts_with("line "));
    assert!(broken("a8 = [141.5, 100.0]", "a8 = [400.0, 400.0]").contains("board.A.corners"));
    assert!(broken("width = 800", "width = ").starts_with("line "));
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    let error = CalibrationFile::load(&missing).unwrap_err().to_string();
    assert!(error.contains("missing.toml") && error.contains("no such file"), "{error}");
    let other = example().check_size(Path::new("table.toml"), 1920, 1080).unwrap_err().to_string();
    assert!(other.contains("800x606") && other.contains("1920x1080") && other.contains("calibrate again"), "{other}");
    assert!(example().check_size(Path::new("table.toml"), 800, 606).is_ok());
}
