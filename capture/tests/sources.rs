//! What each kind of source gives, and what is said when it cannot.
use capture::{Image, SourceKind, load_image, open};
use opencv::core::{Mat, Scalar, Vector, VectorToVec};
use opencv::imgcodecs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;

/// A picture of one colour, as a file of the kind that `ending` names.
fn picture_file(ending: &str, width: i32, height: i32, bgr: [f64; 3]) -> Vec<u8> {
    let colour = Scalar::new(bgr[0], bgr[1], bgr[2], 0.0);
    let mat = Mat::new_rows_cols_with_default(height, width, opencv::core::CV_8UC3, colour).unwrap();
    let mut file = Vector::<u8>::new();
    imgcodecs::imencode(ending, &mat, &mut file, &Vector::new()).unwrap();
    file.to_vec()
}

/// Has FFmpeg write a test video, or says loudly that it is missing.
fn video(path: &Path, arguments: &[&str]) -> bool {
    let run = Command::new("ffmpeg").args(["-v", "error", "-y"]).args(arguments).arg(path).output();
    match run {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            true
        }
        Err(error) => {
            eprintln!("NOT RUN: this test needs the program ffmpeg ({error})");
            false
        }
    }
}

/// A two-second H.264 clip with B-frames, its index in front, 20 frames a second.
fn clip(path: &Path) -> bool {
    video(
        path,
        &[
            "-f",
            "lavfi",
            "-i",
            "testsrc=size=320x240:rate=20:duration=2",
            "-c:v",
            "libx264",
            "-bf",
            "2",
            "-pix_fmt",
            "yuv420p",
            "-movflags",
            "+faststart",
        ],
    )
}

fn error_of(path: &Path) -> String {
    let error = open(path.to_str().unwrap()).err().unwrap_or_else(|| panic!("{} was opened", path.display()));
    let text = error.to_string();
    assert!(text.contains(&*path.file_name().unwrap().to_string_lossy()), "{text} does not name the file");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_folder_gives_its_photographs_in_natural_order() {
    let folder = tempfile::tempdir().unwrap();
    for (name, blue) in [("10.png", 100.0), ("2.PNG", 20.0), ("1.jpg", 10.0)] {
        let ending = if name.ends_with("jpg") { ".jpg" } else { ".png" };
        std::fs::write(folder.path().join(name), picture_file(ending, 32, 24, [blue, 5.0, 7.0])).unwrap();
    }
    std::fs::write(folder.path().join("notes.txt"), "not a picture").unwrap();
    std::fs::write(folder.path().join("._1.jpg"), "what some systems leave").unwrap();
    let mut source = open(folder.path().to_str().unwrap()).unwrap();
    assert_eq!((source.description().kind, source.description().frames), (SourceKind::Photographs, Some(3)));
    for (number, blue) in [(0u64, 10u8), (1, 20), (2, 100)] {
        let frame = source.next_frame().unwrap().unwrap();
        assert_eq!((frame.number, frame.at.millis()), (number, 1000 * number as i64));
        assert_eq!((frame.image.width(), frame.image.height()), (32, 24));
        assert!(frame.image.pixel(3, 3).unwrap()[0].abs_diff(blue) < 4);
    }
    assert!(source.next_frame().unwrap().is_none());
}

#[test]
fn a_folder_stands_for_the_only_one_inside_it_with_photographs() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.json"), "{}").unwrap();
    std::fs::create_dir(folder.path().join("notes")).unwrap();
    let inner = folder.path().join("frames");
    std::fs::create_dir(&inner).unwrap();
    std::fs::write(inner.join("0.png"), picture_file(".png", 32, 24, [40.0, 5.0, 7.0])).unwrap();
    let mut source = open(folder.path().to_str().unwrap()).unwrap();
    assert!(source.next_frame().unwrap().is_some());
    assert!(source.next_frame().unwrap().is_none());
}

#[test]
fn a_broken_photograph_is_named_and_the_next_one_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let whole = picture_file(".jpg", 64, 48, [30.0, 60.0, 90.0]);
    std::fs::write(folder.path().join("1.jpg"), &whole).unwrap();
    std::fs::write(folder.path().join("2.jpg"), &whole[..whole.len() - 40]).unwrap();
    std::fs::write(folder.path().join("3.jpg"), "").unwrap();
    std::fs::write(folder.path().join("4.jpg"), &whole).unwrap();
    let mut source = open(folder.path().to_str().unwrap()).unwrap();
    assert_eq!(source.next_frame().unwrap().unwrap().number, 0);
    let broken = source.next_frame().unwrap_err().to_string();
    assert!(broken.contains("2.jpg") && broken.contains("breaks off"), "{broken}");
    let empty = source.next_frame().unwrap_err().to_string();
    assert!(empty.contains("3.jpg") && empty.contains("empty"), "{empty}");
    let last = source.next_frame().unwrap().unwrap();
    assert_eq!((last.number, last.at.millis()), (3, 3000));
    assert!(source.next_frame().unwrap().is_none());
}

#[test]
fn what_cannot_be_opened_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        error_of(&path)
    };
    assert!(error_of(&folder.path().join("missing.mp4")).contains("no such file"));
    assert!(file("empty.mp4", b"").contains("empty"));
    assert!(file("notes.txt", b"1. e4 e5\n").contains("text file"));
    assert!(file("foreign.mp4", &[1, 0, 7, 254].repeat(999)).contains("neither a picture nor a video"));
    assert!(file("telephone.heic", b"\0\0\0\x18ftypheic\0\0\0\0").contains("convert it to JPEG"));
    let png = picture_file(".png", 64, 48, [0.0, 0.0, 255.0]);
    assert!(file("cut.png", &png[..png.len() / 2]).contains("breaks off"));
    let nothing = folder.path().join("nothing");
    std::fs::create_dir(&nothing).unwrap();
    assert!(error_of(&nothing).contains("folder is empty"));
    std::fs::write(nothing.join("a.txt"), "a").unwrap();
    assert!(error_of(&nothing).contains("none of the folder's 1 entries"));
}

#[test]
fn a_picture_held_sideways_is_turned_upright() {
    let folder = tempfile::tempdir().unwrap();
    let jpeg = picture_file(".jpg", 64, 48, [30.0, 60.0, 90.0]);
    // An EXIF block with the single entry "orientation 6": turn by a quarter clockwise to see it upright.
    let mut exif = b"\xFF\xE1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0".to_vec();
    exif.extend([0, 0, 0, 0]);
    let path = folder.path().join("sideways.jpg");
    std::fs::write(&path, [&jpeg[..2], &exif, &jpeg[2..]].concat()).unwrap();
    let image = load_image(&path).unwrap();
    assert_eq!((image.width(), image.height()), (48, 64));
}

#[test]
fn a_video_is_stamped_with_its_presentation_times() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clip.mp4");
    if !clip(&path) {
        return;
    }
    let mut source = open(path.to_str().unwrap()).unwrap();
    let description = source.description().clone();
    assert_eq!((description.kind, description.frames, description.rate), (SourceKind::Video, Some(40), Some(20.0)));
    assert_eq!(description.back_end, "FFMPEG");
    let mut first: Option<std::sync::Arc<Image>> = None;
    for number in 0..40 {
        let frame = source.next_frame().unwrap().unwrap();
        assert_eq!((frame.number, frame.at.millis()), (number, 50 * number as i64));
        assert_eq!((frame.image.width(), frame.image.height()), (320, 240));
        let first = first.get_or_insert_with(|| frame.image.clone());
        assert_eq!(number == 0, first.bgr() == frame.image.bgr(), "frame {number} against the first");
    }
    assert!(source.next_frame().unwrap().is_none());
    assert!(source.next_frame().unwrap().is_none());
}

#[test]
fn uneven_presentation_times_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("uneven.mkv");
    let uneven = "testsrc=size=160x120:rate=10:duration=2,select='not(between(n,5,14))'";
    if !video(&path, &["-f", "lavfi", "-i", uneven, "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "0"]) {
        return;
    }
    let mut source = open(path.to_str().unwrap()).unwrap();
    let mut stamps = Vec::new();
    while let Ok(Some(frame)) = source.next_frame() {
        stamps.push(frame.at.millis());
    }
    assert_eq!(stamps, [0, 100, 200, 300, 400, 1500, 1600, 1700, 1800, 1900]);
}

#[test]
fn a_video_that_breaks_off_gives_its_frames_and_says_how_many() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.mp4");
    if !clip(&whole) {
        return;
    }
    let bytes = std::fs::read(&whole).unwrap();
    let cut = folder.path().join("cut.mp4");
    std::fs::write(&cut, &bytes[..bytes.len() * 7 / 10]).unwrap();
    let mut source = open(cut.to_str().unwrap()).unwrap();
    let mut read = 0;
    let error = loop {
        match source.next_frame() {
            Ok(Some(_)) => read += 1,
            Ok(None) => panic!("the end came without a word after {read} frames"),
            Err(error) => break error.to_string(),
        }
    };
    assert!((5..38).contains(&read), "{read} frames");
    assert!(error.contains(&format!("after {read} of 40 frames")), "{error}");
    assert!(source.next_frame().unwrap().is_none());
    std::fs::write(&cut, &bytes[..500]).unwrap();
    assert!(error_of(&cut).contains("breaks off before the first frame"));
}

#[test]
fn pictures_pushed_over_http_are_stamped_as_they_arrive() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/stream", listener.local_addr().unwrap());
    let jpeg = picture_file(".jpg", 64, 48, [30.0, 60.0, 90.0]);
    let server = std::thread::spawn(move || {
        // The client may ask more than once: each time it gets the same eight pictures.
        for connection in listener.incoming().take(1) {
            let mut connection = connection.unwrap();
            let mut request = [0u8; 1024];
            let _ = connection.read(&mut request);
            let head = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=frame\r\n\r\n";
            let _ = connection.write_all(head.as_bytes());
            for _ in 0..8 {
                let part = format!("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n", jpeg.len());
                let _ = connection.write_all(&[part.as_bytes(), &jpeg, b"\r\n"].concat());
                std::thread::sleep(std::time::Duration::from_millis(60));
            }
        }
    });
    let mut source = open(&url).unwrap();
    assert_eq!(source.description().kind, SourceKind::Stream);
    let mut stamps = Vec::new();
    let error = loop {
        match source.next_frame() {
            Ok(Some(frame)) => stamps.push(frame.at),
            Ok(None) => panic!("a stream that is lost says so"),
            Err(error) => break error.to_string(),
        }
    };
    server.join().unwrap();
    assert!(stamps.len() >= 6, "{} frames", stamps.len());
    assert!(stamps.is_sorted_by(|a, b| a < b), "{stamps:?}");
    assert!(error.contains(&format!("after {} frames", stamps.len())), "{error}");
}
