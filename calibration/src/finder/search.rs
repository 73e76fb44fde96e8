use super::bend::Bend;
use super::extent;
use super::grey::{Channel, Grey};
use super::growth;
use super::model::BoardModel;
use super::refine::{self, Refined};
use super::saddles::{self, Saddle};
use super::{FoundBoard, NotFound};
use crate::{Homography, Lattice, Point};
use capture::Image;

/// How corners are looked for, one way after the other until the board is found: in which channel, with which longer side
/// in pixels, and with which thin lines taken out first, for many boards have lines between their squares.
const LOOKS: [(Channel, usize, Option<Lines>); 6] = [
    (Channel::Luminance, 1000, None),
    (Channel::Luminance, 560, None),
    (Channel::Darkest, 1000, None),
    (Channel::Luminance, 560, Some(Lines::Dark)),
    (Channel::Luminance, 560, Some(Lines::Light)),
    (Channel::Luminance, 1700, None),
];
/// The width, in reduced pixels, of the lines that are taken out.
const LINE_WIDTH: i32 = 4;
/// Lines are measured in a picture reduced to this longer side.
const MEASURED_AT: usize = 1920;
/// Gaussian blur before corners are looked for, and before lines are measured, in reduced pixels.
const LOOKED_AT_BLUR: f64 = 1.0;
const MEASURED_AT_BLUR: f64 = 0.8;
/// An alternation (see [`FoundBoard::confidence`]) below this is no board.
const LEAST_ALTERNATION: f64 = 0.5;
/// With this much, further looks at other scales are spared.
const GOOD_ALTERNATION: f64 = 0.65;
/// Deviations from the homography of the corners below this, in squares, are not worth a mesh.
const LEAST_DEVIATION: f64 = 0.01;
/// The standard error of a corner, in squares, where the lines could not be measured.
const UNREFINED_ERROR: f64 = 0.15;
/// With this margin, too, further looks are spared.
const GOOD_MARGIN: f64 = 2.5;
/// How many lattices of a picture are looked at more closely.
const MOST_GRIDS: usize = 12;

/// Lines between a board's squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Dark,
    Light,
}

/// A lattice with its 64 squares.
struct Candidate {
    model: BoardModel,
    channel: Channel,
    origin_is_dark: bool,
    alternation: f64,
    margin: f64,
}

impl Candidate {
    /// What comes first: a whole board, not a part of a chequered cloth, which alternates as well but goes on beyond any
    /// window.
    fn rank(&self) -> f64 {
        self.alternation + 0.1 * self.margin.min(5.0)
    }
}

/// The boards of a picture, the best first; the search goes on to other scales until `expected` good ones are found.
pub(super) fn search(image: &Image, expected: usize) -> Result<Vec<FoundBoard>, NotFound> {
    let failed = |error: opencv::Error| NotFound::Failed(error.message);
    let mut candidates: Vec<Candidate> = Vec::new();
    // A small picture is enlarged no more than twice, and never before it was looked at as it is.
    let longer = image.width().max(image.height());
    let mut looked = Vec::new();
    for (channel, longest, lines) in LOOKS {
        let longest = longest.min(if longest > 1000 { 2 * longer } else { longer });
        if looked.contains(&(channel, longest, lines)) {
            continue;
        }
        looked.push((channel, longest, lines));
        let grey = Grey::new(image, channel, longest, LOOKED_AT_BLUR).map_err(failed)?;
        let smooth = lines.map(|lines| grey.without_thin_lines(lines == Lines::Light, LINE_WIDTH)).transpose();
        let saddles = saddles::find_saddles(smooth.map_err(failed)?.as_ref().unwrap_or(&grey));
        candidates.extend(candidates_among(&saddles, &grey, image, channel));
        candidates.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        keep_apart(&mut candidates);
        let good =
            |candidate: &&Candidate| candidate.alternation >= GOOD_ALTERNATION && candidate.margin >= GOOD_MARGIN;
        if candidates.iter().filter(good).count() >= expected {
            break;
        }
    }
    let longest = MEASURED_AT.min(longer);
    let luminance = Grey::new(image, Channel::Luminance, longest, MEASURED_AT_BLUR).map_err(failed)?;
    let mut boards: Vec<FoundBoard> = Vec::new();
    for candidate in candidates {
        let (candidate, refined) = match candidate.channel {
            Channel::Luminance => settle(&luminance, image, candidate),
            other => settle(&Grey::new(image, other, longest, MEASURED_AT_BLUR).map_err(failed)?, image, candidate),
        };
        boards.push(describe(&candidate, refined.as_ref()));
    }
    boards.retain(|board| board.confidence >= LEAST_ALTERNATION);
    Ok(boards)
}

/// The boards whose squares' corners are among the saddles of a reduced picture.
fn candidates_among(saddles: &[Saddle], grey: &Grey, image: &Image, channel: Channel) -> Vec<Candidate> {
    let grids = growth::grow_grids(saddles);
    let mut candidates = Vec::new();
    for grid in grids.iter().take(MOST_GRIDS) {
        let Some(extent) = extent::best_extent(grey, grid) else { continue };
        // Once more with what stands inside alone.
        let inner = grid.within(saddles, extent.origin);
        let again = inner.and_then(|grid| Some((extent::best_extent(grey, &grid)?, grid)));
        let (extent, grid) = match &again {
            Some((again, inner)) if again.alternation > extent.alternation => (*again, inner),
            _ => (extent, grid),
        };
        if extent.alternation < LEAST_ALTERNATION {
            continue;
        }
        let corner = |x: f64, y: f64| {
            let (column, row) = (f64::from(extent.origin.0) + x, f64::from(extent.origin.1) + y);
            let at = grid.image_from_lattice.apply(Point::new(column, row));
            Point::new(at.x / grey.scale, at.y / grey.scale)
        };
        let Some(model) = model_of(OUTER.map(|(x, y)| corner(x, y)), image) else { continue };
        let even_origin = (extent.origin.0 + extent.origin.1).rem_euclid(2) == 0;
        candidates.push(Candidate {
            model,
            channel,
            origin_is_dark: even_origin == grid.even_squares_dark,
            alternation: extent.alternation,
            margin: extent.margin,
        });
    }
    candidates
}

/// Of boards that lie upon each other only the first is kept.
fn keep_apart(candidates: &mut Vec<Candidate>) {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates.drain(..) {
        let centre = candidate.model.image_from_board(Point::new(4.0, 4.0));
        let apart = kept.iter().all(|other| {
            let other_centre = other.model.image_from_board(Point::new(4.0, 4.0));
            !contains(&other.model.corners(), centre) && !contains(&candidate.model.corners(), other_centre)
        });
        if apart {
            kept.push(candidate);
        }
    }
    *candidates = kept;
}

/// Whether a convex outline, clockwise in the picture, contains a point.
fn contains(outline: &[Point; 4], point: Point) -> bool {
    (0..4).all(|i| {
        let (p, q) = (outline[i], outline[(i + 1) % 4]);
        (q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x) >= 0.0
    })
}

/// The board coordinates of the outer corners, clockwise.
const OUTER: [(f64, f64); 4] = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];

/// The undistorted model of the board with these outer corners in the picture.
fn model_of(corners: [Point; 4], image: &Image) -> Option<BoardModel> {
    let image_from_board = Homography::from_four(OUTER.map(|(x, y)| Point::new(x, y)), corners)?;
    BoardModel::new(&image_from_board, image.width(), image.height())
}

/// Fits a candidate to its lines. When the lines show that the 64 squares are others, a row or a column off, the fit is
/// done again for these.
fn settle(grey: &Grey, image: &Image, mut candidate: Candidate) -> (Candidate, Option<Refined>) {
    let mut refined = refine::refine(grey, candidate.model, candidate.origin_is_dark);
    for _ in 0..2 {
        let model = refined.as_ref().map_or(candidate.model, |refined| refined.model);
        let reduced = model.corners().map(|p| Point::new(p.x * grey.scale, p.y * grey.scale));
        let Some(reduced_from_board) = Homography::from_four(OUTER.map(|(x, y)| Point::new(x, y)), reduced) else {
            break;
        };
        let Some(extent) = extent::check_extent(grey, &reduced_from_board, candidate.origin_is_dark) else { break };
        candidate.alternation = extent.alternation;
        candidate.margin = extent.margin;
        let (dx, dy) = (f64::from(extent.origin.0), f64::from(extent.origin.1));
        if extent.origin == (0, 0) {
            break;
        }
        let moved = OUTER.map(|(x, y)| model.image_from_board(Point::new(x + dx, y + dy)));
        let Some(model) = model_of(moved, image) else { break };
        candidate.model = model;
        candidate.origin_is_dark ^= (extent.origin.0 + extent.origin.1).rem_euclid(2) == 1;
        refined = refine::refine(grey, candidate.model, candidate.origin_is_dark);
    }
    (candidate, refined)
}

/// Describes a board by its fit.
fn describe(candidate: &Candidate, refined: Option<&Refined>) -> FoundBoard {
    let (model, bend, error_squares) = match refined {
        Some(refined) => (refined.model, refined.bend, refined.corner_error),
        None => (candidate.model, None, UNREFINED_ERROR),
    };
    let seen = |x: f64, y: f64| {
        let board = Point::new(x, y);
        let offset = bend.as_ref().map_or(Point::default(), |bend: &Bend| bend.offset(board));
        model.image_from_board(Point::new(x + offset.x, y + offset.y))
    };
    let corners = OUTER.map(|(x, y)| seen(x, y));
    // The corner nearest the picture's top left comes first.
    let first = (0..4).min_by(|&a, &b| (corners[a].x + corners[a].y).total_cmp(&(corners[b].x + corners[b].y)));
    let first = first.unwrap_or(0);
    // Board coordinates of the point `column` to the right and `row` down as counted from that corner.
    let turned = |column: f64, row: f64| match first {
        0 => (column, row),
        1 => (8.0 - row, column),
        2 => (8.0 - column, 8.0 - row),
        _ => (row, 8.0 - column),
    };
    let lattice = Lattice { clockwise: std::array::from_fn(|i| corners[(first + i) % 4]) };
    let bent: Box<[[Point; 9]; 9]> = Box::new(std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let (x, y) = turned(column as f64, row as f64);
            seen(x, y)
        })
    }));
    FoundBoard {
        lattice,
        // Opposite corners have the same colour, neighbouring ones the other.
        light_first_corner: candidate.origin_is_dark == (first % 2 == 1),
        error_squares,
        confidence: candidate.alternation.clamp(0.0, 1.0),
        margin: candidate.margin,
        bent: (deviation(&lattice, &bent) >= LEAST_DEVIATION).then_some(bent),
    }
}

/// How far, in squares, the farthest of the corners of squares lies from where the homography of the four outer ones has
/// it.
fn deviation(lattice: &Lattice, seen: &[[Point; 9]; 9]) -> f64 {
    let board_from_image = Homography::from_four(lattice.clockwise, OUTER.map(|(x, y)| Point::new(x, y)));
    let Some(board_from_image) = board_from_image else { return 0.0 };
    let places = seen.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, at)| (x, y, at)));
    places.map(|(x, y, at)| board_from_image.apply(*at).distance(Point::new(x as f64, y as f64))).fold(0.0, f64::max)
}
