//! Pictures of boards whose corners are known, for the test and the example that measure the board finder.
#![allow(dead_code)]
use calibration::Point;
use capture::{Image, load_image, open};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A picture with the boards in it.
pub struct Still {
    /// The group of pictures it belongs to: one camera, one table.
    pub group: String,
    /// Its file, with the frame's number for one of a video.
    pub name: String,
    /// Its source.
    file: PathBuf,
    /// The number of the frame wanted, for a video.
    frame: Option<u64>,
    /// The outer corners of each board's squares in pixels, clockwise; boards from left to right. Empty where the
    /// board is there but nobody has read its corners.
    pub boards: Vec<[Point; 4]>,
}

impl Still {
    /// The pixels.
    pub fn image(&self) -> Arc<Image> {
        let Some(wanted) = self.frame else {
            return Arc::new(load_image(&self.file).unwrap_or_else(|error| panic!("{error}")));
        };
        let mut source = open(&self.file.to_string_lossy()).unwrap_or_else(|error| panic!("{error}"));
        loop {
            match source.next_frame() {
                Ok(Some(frame)) if frame.number == wanted => return frame.image,
                Ok(Some(_)) => {}
                end => panic!("{} has no frame {wanted}: {end:?}", self.file.display()),
            }
        }
    }
}

/// The folder beside the checkout that holds footage with truth, or `None`, loudly, where it is absent.
pub fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    if folder.join("real").is_dir() {
        return Some(folder);
    }
    eprintln!("NOT RUN: the photographs this needs are not here ({} is missing)", folder.join("real").display());
    None
}

/// The photographs and first video frames of real boards with known corners.
pub fn real_stills(shared: &Path) -> Vec<Still> {
    let mut stills = Vec::new();
    for set in ["printed-board", "stickered-set", "club-vinyl"] {
        for game in folders(&shared.join("real").join(set)) {
            let group = format!("{set}/{}", last_name(&game));
            let truth = read_json(&game.join("game.json"));
            for frame in truth["frames"].as_array().into_iter().flatten() {
                let Some(corners) = named_corners(&frame["corners"]) else { continue };
                let file = frame["frame"].as_str().unwrap_or_default();
                stills.push(Still {
                    group: group.clone(),
                    name: file.to_owned(),
                    file: game.join(file),
                    frame: None,
                    boards: vec![corners],
                });
            }
        }
    }
    let webcam = shared.join("real/webcam");
    let clips = read_json(&webcam.join("clips.json"));
    for (list, file_key) in [("stills", "image"), ("videos", "video")] {
        for entry in clips[list].as_array().into_iter().flatten() {
            let file = entry[file_key].as_str().unwrap_or_default();
            let corners =
                named_corners(&entry["corners"]).or_else(|| listed_corners(&entry["corners_clockwise_from_top_left"]));
            stills.push(Still {
                group: "webcam".to_owned(),
                name: file.to_owned(),
                file: webcam.join(file),
                frame: (list == "videos").then_some(0),
                boards: corners.into_iter().collect(),
            });
        }
    }
    stills
}

/// Frames of the rendered reels, two boards in each, every `step`th frame up to `last`.
pub fn reel_stills(shared: &Path, step: usize, last: u64) -> Vec<Still> {
    let mut stills = Vec::new();
    for reel in folders(&shared.join("reels")) {
        let truth = read_json(&reel.join("truth.json"));
        let mut boards: Vec<[Point; 4]> =
            ["A", "B"].iter().filter_map(|board| named_corners(&truth["corners"][*board])).collect();
        boards.sort_by(|a, b| a[0].x.total_cmp(&b[0].x));
        for number in (0..=last).step_by(step) {
            stills.push(Still {
                group: format!("reels/{}", last_name(&reel)),
                name: format!("table.mp4 frame {number}"),
                file: reel.join("table.mp4"),
                frame: Some(number),
                boards: boards.clone(),
            });
        }
    }
    stills
}

/// Photographs whose truth is polygons, one a board: other boards and rooms, though stretched and flipped. The corners
/// are read by eye and cut off at the picture's edge.
pub fn box_stills(shared: &Path) -> Vec<Still> {
    let mut stills = Vec::new();
    // Class 1 of the one set are single squares, class 10 of the other is the outline of the squares.
    for (set, class, least) in [("boards", "1", 64), ("empty-boards", "10", 1)] {
        for part in folders(&shared.join("real/boxes").join(set)) {
            for label in files(&part.join("labels")) {
                let text = std::fs::read_to_string(&label).unwrap_or_default();
                let file = part.join("images").join(last_name(&label)).with_extension("jpg");
                let polygons: Vec<Vec<f64>> = text
                    .lines()
                    .filter_map(|line| line.strip_prefix(class)?.strip_prefix(' '))
                    .map(|rest| rest.split(' ').filter_map(|value| value.parse().ok()).collect::<Vec<f64>>())
                    .filter(|values| values.len() >= 8)
                    .collect();
                if polygons.len() < least {
                    continue;
                }
                let points: Vec<Point> =
                    polygons.iter().flat_map(|values| values.chunks_exact(2).map(|p| Point::new(p[0], p[1]))).collect();
                let cut = points.iter().any(|p| p.x < 0.004 || p.y < 0.004 || p.x > 0.996 || p.y > 0.996);
                let Ok(image) = load_image(&file) else { continue };
                let (width, height) = (image.width() as f64, image.height() as f64);
                let points: Vec<Point> = points.iter().map(|p| Point::new(p.x * width, p.y * height)).collect();
                if let Some(corners) = widest_quadrilateral(&points).filter(|_| !cut) {
                    stills.push(Still {
                        group: format!("boxes/{set}"),
                        name: format!("{}/{}", last_name(&part), last_name(&file)),
                        file,
                        frame: None,
                        boards: vec![corners],
                    });
                }
            }
        }
    }
    stills
}

/// The largest distance between a board's true and found corners, in squares of the true board, under the best of the four
/// ways to match them.
pub fn corner_error(truth: &[Point; 4], found: &[Point; 4]) -> f64 {
    let square = (0..4).map(|i| truth[i].distance(truth[(i + 1) % 4])).sum::<f64>() / 32.0;
    let matched = |turn: usize| (0..4).map(|i| truth[i].distance(found[(i + turn) % 4])).fold(0.0, f64::max);
    (0..4).map(matched).fold(f64::INFINITY, f64::min) / square
}

/// The four of the points that span the largest area, clockwise in the picture.
fn widest_quadrilateral(points: &[Point]) -> Option<[Point; 4]> {
    let hull = convex_hull(points);
    let cross = |o: Point, p: Point, q: Point| (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
    let mut best = (0.0, None);
    for i in 0..hull.len() {
        for k in i + 2..hull.len() {
            // Farthest on either side of the diagonal.
            let height = |j: usize| cross(hull[i], hull[k], hull[j]).abs();
            let between = (i + 1..k).max_by(|&a, &b| height(a).total_cmp(&height(b)));
            let beyond = (k + 1..hull.len()).chain(0..i).max_by(|&a, &b| height(a).total_cmp(&height(b)));
            if let (Some(j), Some(l)) = (between, beyond)
                && height(j) + height(l) > best.0
            {
                best = (height(j) + height(l), Some([hull[i], hull[j], hull[k], hull[l]]));
            }
        }
    }
    best.1
}

/// The convex hull, clockwise in the picture, by Andrew's monotone chain.
fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for &p in points {
            while let [.., o, q] = hull[..]
                && (q.x - o.x) * (p.y - o.y) - (q.y - o.y) * (p.x - o.x) <= 0.0
            {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    };
    let mut hull = chain(&mut sorted.iter());
    hull.extend(chain(&mut sorted.iter().rev()));
    hull
}

fn named_corners(value: &Value) -> Option<[Point; 4]> {
    let point = |name: &str| Some(Point::new(value[name][0].as_f64()?, value[name][1].as_f64()?));
    Some([point("a8")?, point("h8")?, point("h1")?, point("a1")?])
}

fn listed_corners(value: &Value) -> Option<[Point; 4]> {
    let point = |i: usize| Some(Point::new(value[i][0].as_f64()?, value[i][1].as_f64()?));
    Some([point(0)?, point(1)?, point(2)?, point(3)?])
}

fn read_json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.sort();
    found
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.is_dir()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.is_file()).collect()
}

fn last_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
