//! What goes wrong is said in one line that names the file and the way out, and no more.

use crate::command::tandem;
use std::path::{Path, PathBuf};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
        std::fs::write(&path, content).expect("a file can be written");
        text(&path)
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Fails with this code, says nothing on standard output, and on standard error one line with these words.
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = tandem(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed {}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(errors.starts_with("tandem: "), "{arguments:?}: {errors}");
    for word in words {
        assert!(errors.contains(word), "{arguments:?}: {word:?} is not in {errors}");
    }
}

#[test]
fn a_source_that_cannot_be_read_is_named() {
    let folder = Folder::new();
    let missing = text(&folder.path("missing.mp4"));
    let empty = folder.with("empty.mp4", "");
    let foreign = folder.with("notes.mp4", "these are notes about a game, and no video of one");
    let noise = folder.with("noise.mp4", (0..5000u32).map(|i| (i * i % 251) as u8).collect::<Vec<u8>>());
    folder.with("folder/notes.txt", "no picture here");
    let no_photos = text(&folder.path("folder"));
    for command in [&["replay"][..], &["replay", "--json"]] {
        for source in [&missing, &empty, &foreign, &noise, &no_photos] {
            refused(&[command, &[source]].concat(), 3, &[source]);
        }
    }
    for image in [&missing, &empty, &foreign] {
        refused(&["read", image], 3, &[image]);
    }
}

#[test]
fn a_session_that_cannot_be_read_is_named() {
    let folder = Folder::new();
    let mut head = b"SQLite format 3\0".to_vec();
    head.resize(68, 0);
    head.extend(session::APPLICATION_ID.to_be_bytes());
    let cut = folder.with("cut.tandem", &head);
    refused(&["replay", &cut], 3, &[&cut]);
    head.resize(9000, 0x55);
    let spoilt = folder.with("spoilt.tandem", &head);
    refused(&["replay", &spoilt], 3, &[&spoilt]);
}

#[test]
fn a_session_cannot_be_given_other_rules_or_corners() {
    let folder = Folder::new();
    let path = folder.path("match.tandem");
    let manifest = session::Manifest { boards: vec![board::BoardId::A], ..session::Manifest::default() };
    drop(session::SessionWriter::create(&path, &manifest).expect("a session can be begun"));
    let path = text(&path);
    refused(&["replay", &path, "--profile", "ch"], 2, &[&path, "--profile"]);
    refused(&["replay", &path, "--white-at", "left"], 2, &[&path, "calibration"]);
    refused(&["replay", &path, "--session", "other.tandem"], 2, &[&path, "--session"]);
    // its profile is empty
    refused(&["replay", &path], 3, &[&path, "profile"]);
}

#[test]
fn options_that_make_no_sense_are_named() {
    refused(&["read", "a.jpg", "--corners", "1,2,3"], 2, &["--corners", "3 numbers"]);
    refused(&["replay", "a.mp4", "--profile", "fre"], 2, &["--profile", "free"]);
    refused(&["eval", "no/such/folder"], 3, &["no/such/folder"]);
    let folder = Folder::new();
    let nothing = text(folder.0.path());
    refused(&["eval", &nothing], 3, &[&nothing, "game.json"]);
}

#[test]
fn a_table_file_with_a_slip_is_named_with_the_right_key() {
    let folder = Folder::new();
    let table = folder.with("table/table.toml", "[[camera]]\nsource = \"a.mp4\"\nbords = [\"A\", \"B\"]\n");
    let source = text(&folder.path("table"));
    refused(&["replay", &source], 3, &[&table, "camera.boards"]);
    folder.with("table/table.toml", "profile = \"gx\"\n[[camera]]\nsource = \"a.mp4\"\nboards = [\"A\", \"B\"]\n");
    refused(&["replay", &source], 3, &[&table, "gx"]);
    folder.with("table/table.toml", "profile = \"ch\"\n[[camera]]\nsource = \"a.mp4\"\nboards = [\"A\", \"B\"]\n");
    refused(&["replay", &source], 2, &[&source, "two boards", "ch"]);
    folder.with("table/table.toml", "[[camera]]\nsource = \"a.mp4\"\nboards = [\"A\", \"B\"]\n");
    refused(&["replay", &source], 3, &["a.mp4"]);
}

#[test]
fn wrong_use_ends_with_two_and_help_with_none() {
    for arguments in [&["replay"][..], &["read", "--nonsense"], &["nonsense"]] {
        assert_eq!(tandem(arguments).status.code(), Some(2), "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["--version"], &["read", "--help"]] {
        let output = tandem(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty() && !output.stdout.is_empty(), "{arguments:?}");
    }
}

/// A grey picture without a board: uncompressed, so that nothing but this test is needed to make it.
fn grey_bmp(edge: u32) -> Vec<u8> {
    let row = (edge * 3).next_multiple_of(4);
    let mut bmp = b"BM".to_vec();
    bmp.extend((54 + row * edge).to_le_bytes());
    bmp.extend([0; 4]);
    bmp.extend(54u32.to_le_bytes());
    bmp.extend(40u32.to_le_bytes());
    bmp.extend(edge.to_le_bytes());
    bmp.extend(edge.to_le_bytes());
    bmp.extend(1u16.to_le_bytes());
    bmp.extend(24u16.to_le_bytes());
    bmp.extend([0; 24]);
    bmp.resize((54 + row * edge) as usize, 0x80);
    bmp
}

#[test]
fn a_picture_without_a_board_says_how_to_go_on() {
    let folder = Folder::new();
    let picture = folder.with("grey.bmp", grey_bmp(320));
    refused(&["read", &picture], 4, &[&picture, "--corners"]);
    refused(&["replay", &picture], 4, &[&picture, "--corners"]);
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = Folder::new();
    let picture = folder.with("grey.bmp", grey_bmp(320));
    for option in ["--picture", "--save-calibration"] {
        refused(&["read", &picture, option, &picture], 2, &[&picture, option]);
    }
    refused(&["replay", &picture, "--save-calibration", &picture], 2, &[&picture]);
    assert_eq!(std::fs::read(&picture).expect("it is still there"), grey_bmp(320));
}

#[test]
fn corners_that_show_no_board_are_refused() {
    let folder = Folder::new();
    let picture = folder.with("grey.bmp", grey_bmp(320));
    for corners in
        ["5000,5000,6000,5000,6000,6000,5000,6000", "-300,-300,100,-300,100,100,-300,100", "9,9,20,9,20,20,9,20"]
    {
        refused(&["read", &picture, &format!("--corners={corners}")], 2, &[&picture, "--corners"]);
    }
}

#[test]
fn a_photograph_of_another_size_is_passed_over_and_named() {
    let folder = Folder::new();
    let corners = "10,10,310,10,310,310,10,310";
    folder.with("photos/1.png", png(320));
    let other = folder.with("photos/2.png", png(160));
    folder.with("photos/3.png", png(320));
    let output = tandem(&["replay", &text(&folder.path("photos")), "--corners", corners, "--json"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains(&other) && errors.contains("160x160") && errors.lines().count() == 1, "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"end\""));
}

/// A grey picture as a photograph's file.
fn png(edge: u32) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(edge, edge, image::Rgb([128; 3]))
        .write_to(&mut file, image::ImageFormat::Png)
        .expect("a PNG");
    file.into_inner()
}

#[test]
fn a_session_is_not_written_over_another_file() {
    let folder = Folder::new();
    let picture = folder.with("grey.bmp", grey_bmp(320));
    let precious = folder.with("precious", "mine");
    let corners = "10,10,310,10,310,310,10,310";
    refused(&["replay", &picture, "--corners", corners, "--session", &precious], 6, &[&precious, "there already"]);
    assert_eq!(std::fs::read(&precious).expect("it is still there"), b"mine");
    assert!(!folder.path("precious.pictures").exists(), "a folder was made for nothing");
}

#[test]
fn pictures_go_to_a_folder_that_can_be_made_and_is_not_another_sessions() {
    let folder = Folder::new();
    let picture = folder.with("grey.bmp", grey_bmp(320));
    let replay = ["replay", &picture, "--corners", "10,10,310,10,310,310,10,310"];
    let nowhere = text(&folder.path("grey.bmp/pictures"));
    refused(&[&replay[..], &["--pictures", &nowhere]].concat(), 6, &[&nowhere, "--pictures"]);
    folder.with("match.tandem.pictures/alert-1-before.jpg", "another's");
    let session = text(&folder.path("match.tandem"));
    refused(&[&replay[..], &["--session", &session]].concat(), 6, &["match.tandem.pictures", "not empty"]);
    assert!(!folder.path("match.tandem").exists(), "a session was begun");
}
