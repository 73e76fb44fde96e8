use super::asked::{Asked, Camera};
use super::*;
use crate::live::config::{RunPlan, Video};
use calibration::{BoardCalibration, CalibrationFile, WhiteFoundBy};
use serde_json::json;

fn draft(camera: Value, known: Option<&CameraDraft>, folder: &Path) -> Result<CameraDraft, String> {
    serde_json::from_value::<Camera>(camera).unwrap().draft(known, folder)
}

#[test]
fn only_cameras_and_recordings_beside_the_configuration_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    std::fs::create_dir(&table).unwrap();
    std::fs::write(table.join("match.mp4"), "x").unwrap();
    std::fs::write(folder.path().join("secret.mp4"), "x").unwrap();
    std::os::unix::fs::symlink(folder.path().join("secret.mp4"), table.join("link.mp4")).unwrap();
    let one = |source: &str| draft(json!({"source": source, "boards": ["A", "B"]}), None, &table);
    for good in ["usb:0", "usb:Brio", "rtsp://me:secret@10.0.0.7/live", "http://cam.local/mjpeg", "match.mp4"] {
        assert_eq!(one(good).unwrap().source, good);
    }
    for wrong in [
        "",
        " ",
        "/etc/passwd",
        "../secret.mp4",
        "./match.mp4",
        "table/../match.mp4",
        "link.mp4",
        "none.mp4",
        "file:///etc/passwd",
        "concat://a|b",
        "usb:0\n",
        &"x".repeat(500),
    ] {
        // a line's end is no part of a name
        if wrong.trim() != "usb:0" {
            assert!(one(wrong).is_err(), "{wrong:?}");
        }
    }
    assert!(draft(json!({"source": "usb:0", "boards": []}), None, &table).is_err());
}

#[test]
fn a_password_that_was_not_shown_stays() {
    let folder = tempfile::tempdir().unwrap();
    let known = draft(json!({"source": "rtsp://me:secret@cam/live", "boards": ["A"]}), None, folder.path()).unwrap();
    assert_eq!(known.shown(), "rtsp://me:***@cam/live");
    let again = json!({"source": known.shown(), "boards": ["A", "B"]});
    let again = draft(again, Some(&known), folder.path()).unwrap();
    assert_eq!((again.source.as_str(), again.boards.len()), ("rtsp://me:secret@cam/live", 2));
}

#[test]
fn what_is_asked_is_read_strictly() {
    for wrong in [
        json!({}),
        json!({"do": "start"}),
        json!({"do": "start", "profile": "gr", "config": "/etc/x"}),
        json!({"do": "find", "camera": 300}),
        json!({"do": "find", "camera": 0, "white_at": "north"}),
        json!({"do": "place", "camera": 0, "drawn": {"boards": {"C": [[0, 0], [1, 0], [1, 1], [0, 1]]}}}),
        json!({"do": "place", "camera": 0, "drawn": {"boards": {"A": [[0, 0], [1, 0], [1, 1]]}}}),
        json!({"do": "cameras", "cameras": [{"source": "usb:0", "boards": ["A"], "calibration": "/etc/x"}]}),
    ] {
        assert!(Asked::read(wrong.clone()).is_err(), "{wrong}");
    }
    assert!(Asked::read(json!({"do": "start", "profile": "gr", "video": "all"})).is_ok());
}

#[test]
fn what_is_set_up_is_what_a_run_reads_and_nothing_else_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("table.toml");
    let before = "profile = \"ru\"\nfolder = \"matches\"\n[[camera]]\nsource = \"usb:0\"\nboards = [\"A\", \"B\"]\nfocus = 20\n\
                  size = [1280, 720]\n[watch]\nleast_rate = 3\n[recording]\nmost_gb = 5\n";
    std::fs::write(&config, before).unwrap();
    let mut stored = Stored::load(&config).unwrap();
    assert_eq!((stored.profile.as_deref(), stored.cameras[0].size), (Some("ru"), Some([1280, 720])));
    stored.profile = Some("gr".to_owned());
    stored.video = Video::Off;
    let mut file = CalibrationFile::for_picture(1280, 720);
    for (board, corners) in [(BoardId::A, "10,10,410,10,410,410,10,410"), (BoardId::B, "510,10,910,10,910,410,510,410")]
    {
        let corners = corners.parse().unwrap();
        let place =
            BoardCalibration { corners, error_squares: None, white_found_by: WhiteFoundBy::NamedCorners, mesh: None };
        file.boards.insert(board, place);
    }
    stored.write(&config, &[file]).unwrap();
    let plan = RunPlan::load(&config).unwrap();
    assert_eq!((plan.profile.name.as_str(), plan.recording.video, plan.recording.most_gb), ("gr", Video::Off, 5.0));
    assert_eq!((plan.settings.health.least_rate, plan.cameras[0].wishes.focus), (3.0, Some(20)));
    assert_eq!(plan.folder, folder.path().join("matches"));
    let again = Stored::load(&config).unwrap();
    assert!(again.cameras[0].placed(folder.path()).is_some_and(|placed| placed.file.boards.len() == 2));
    assert_eq!(std::fs::read_to_string(folder.path().join("table.toml.before")).unwrap(), before);
    std::fs::write(&config, "camra = 1").unwrap();
    assert!(Stored::load(&config).unwrap_err().message.contains("did you mean camera"));
}

#[test]
fn profiles_of_one_board_are_not_offered_for_two() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("club.toml"), "name = \"club\"\ntitle = \"Club\"\nbase = \"free\"\n").unwrap();
    std::fs::write(folder.path().join("table.toml"), "folder = \"x\"\n").unwrap();
    let names = |two| profiles(folder.path(), two).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert!(names(false).contains(&"ch".to_owned()) && !names(true).contains(&"ch".to_owned()));
    assert!(names(true).contains(&"club.toml".to_owned()) && !names(true).contains(&"table.toml".to_owned()));
}
