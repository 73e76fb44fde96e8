//! Boards drawn by the test itself: turned, tilted, with frames and pieces of every shade, their corners known exactly.
use calibration::{Homography, NotFound, Point, find_board, find_boards};
use capture::Image;

/// How a board is drawn. Shades are blue, green, red from 0 to 255.
#[derive(Clone, Copy)]
struct Drawing {
    light: [f64; 3],
    dark: [f64; 3],
    frame: [f64; 3],
    table: [f64; 3],
    /// The frame's width in squares.
    frame_width: f64,
    /// The width of dark lines between the squares, in squares.
    lines: f64,
    /// The other shade of a chequered table, its squares as large as 70 pixels.
    cloth: Option<[f64; 3]>,
    /// Whether pieces stand on the first and last two rows.
    pieces: bool,
    /// How the upper left square is coloured.
    first_is_light: bool,
}

const WOOD: Drawing = Drawing {
    light: [150.0, 195.0, 220.0],
    dark: [55.0, 90.0, 140.0],
    frame: [40.0, 60.0, 90.0],
    table: [160.0, 165.0, 170.0],
    frame_width: 0.7,
    lines: 0.0,
    cloth: None,
    pieces: true,
    first_is_light: true,
};

const PRINTED: Drawing = Drawing {
    light: [235.0, 235.0, 235.0],
    dark: [70.0, 110.0, 60.0],
    frame: [240.0, 240.0, 240.0],
    table: [120.0, 90.0, 60.0],
    frame_width: 0.4,
    ..WOOD
};

/// The board's outline's picture coordinates, clockwise from the upper left square's corner, for a board of this size in
/// pixels a square, turned by `turn` degrees clockwise, its far side smaller by the factor `tilt`.
fn outline(centre: Point, square: f64, turn: f64, tilt: f64) -> [Point; 4] {
    let (sine, cosine) = turn.to_radians().sin_cos();
    [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)].map(|(x, y)| {
        let (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
        // a camera that looks from the lower edge: what is further up is smaller
        let depth = 1.0 + (1.0 - tilt) * (-y) / 8.0;
        Point::new(centre.x + square * x / depth, centre.y + square * y / depth)
    })
}

/// Paints boards on a table, four samples a pixel and a little noise.
fn paint(width: usize, height: usize, boards: &[(Drawing, [Point; 4])]) -> Image {
    let square = [Point::new(0.0, 0.0), Point::new(8.0, 0.0), Point::new(8.0, 8.0), Point::new(0.0, 8.0)];
    let maps: Vec<Homography> =
        boards.iter().map(|(_, corners)| Homography::from_four(*corners, square).unwrap()).collect();
    let mut bgr = Vec::with_capacity(width * height * 3);
    let mut noise = 12345u32;
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0.0; 3];
            for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let pixel = Point::new(x as f64 + dx, y as f64 + dy);
                let on_board =
                    boards.iter().zip(&maps).find_map(|((drawing, _), map)| colour(drawing, map.apply(pixel)));
                let colour = on_board.unwrap_or_else(|| table(&boards[0].0, pixel));
                (0..3).for_each(|channel| sum[channel] += colour[channel] / 4.0);
            }
            // light falls off towards the right
            let light = 1.0 - 0.25 * x as f64 / width as f64;
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let grain = f64::from(noise >> 24) / 255.0 * 10.0 - 5.0;
            bgr.extend(sum.map(|value| (value * light + grain).clamp(0.0, 255.0) as u8));
        }
    }
    Image::from_bgr(width, height, bgr).unwrap()
}

/// What lies under the boards.
fn table(drawing: &Drawing, at: Point) -> [f64; 3] {
    let even =
        ((at.x + 0.1 * at.y) / 70.0).floor() as i64 % 2 == ((at.y - 0.1 * at.x + 640.0) / 70.0).floor() as i64 % 2;
    drawing.cloth.filter(|_| even).unwrap_or(drawing.table)
}

/// What a board shows at a point, `None` beside it.
fn colour(drawing: &Drawing, at: Point) -> Option<[f64; 3]> {
    let margin = drawing.frame_width;
    if !(-margin..8.0 + margin).contains(&at.x) || !(-margin..8.0 + margin).contains(&at.y) {
        return None;
    }
    if drawing.pieces {
        for row in [0.5, 1.5, 6.5, 7.5] {
            for column in 0..8 {
                let (x, y) = (f64::from(column) + 0.5, row);
                // a base, and a head that leans outwards
                let base = (at.x - x).hypot(at.y - y) < 0.33;
                let head = (at.x - x - 0.06 * (x - 4.0)).hypot(at.y - y - 0.06 * (y - 4.0)) < 0.25;
                if base || head {
                    let shade = if row < 4.0 { [40.0, 40.0, 45.0] } else { [170.0, 205.0, 225.0] };
                    return Some(if head { shade.map(|value| value + 20.0) } else { shade });
                }
            }
        }
    }
    if !(0.0..8.0).contains(&at.x) || !(0.0..8.0).contains(&at.y) {
        return Some(drawing.frame);
    }
    let to_line = |value: f64| (value - value.round()).abs();
    if to_line(at.x).min(to_line(at.y)) < drawing.lines / 2.0 {
        return Some([15.0; 3]);
    }
    let even = (at.x.floor() + at.y.floor()) as i64 % 2 == 0;
    Some(if even == drawing.first_is_light { drawing.light } else { drawing.dark })
}

/// The error of the worst corner in squares, and which true corner is the found one's first.
fn compare(truth: &[Point; 4], found: &[Point; 4]) -> (f64, usize) {
    let square = (0..4).map(|i| truth[i].distance(truth[(i + 1) % 4])).sum::<f64>() / 32.0;
    let matched = |turn: usize| (0..4).map(|i| truth[(i + turn) % 4].distance(found[i])).fold(0.0, f64::max) / square;
    (0..4).map(|turn| (matched(turn), turn)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

fn check(name: &str, drawing: Drawing, corners: [Point; 4], width: usize, height: usize, tolerance: f64) {
    let image = paint(width, height, &[(drawing, corners)]);
    let board = find_board(&image).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (error, first) = compare(&corners, &board.lattice.clockwise);
    println!("{name}: off by {error:.4}, thought {:.4}, confidence {:.2}", board.error_squares, board.confidence);
    assert!(error < tolerance, "{name}: a corner is off by {error} squares");
    let light = drawing.first_is_light == (first % 2 == 0);
    assert_eq!(board.light_first_corner, light, "{name}: the first corner's colour");
    assert!(board.confidence > 0.6, "{name}: confidence {}", board.confidence);
}

#[test]
fn boards_of_every_look_are_found() {
    let middle = Point::new(320.0, 240.0);
    let corners = outline(middle, 42.0, 4.0, 0.9);
    let looks = [
        ("wood", WOOD),
        ("empty wood", Drawing { pieces: false, ..WOOD }),
        ("wood, other corner dark", Drawing { first_is_light: false, ..WOOD }),
        ("light frame", Drawing { frame: [190.0, 215.0, 230.0], ..WOOD }),
        ("frame like the dark squares", Drawing { frame: WOOD.dark, ..WOOD }),
        ("frame like the light squares", Drawing { frame: WOOD.light, ..WOOD }),
        ("frame between the two", Drawing { frame: [100.0, 140.0, 180.0], ..WOOD }),
        ("no frame", Drawing { frame_width: 0.0, ..WOOD }),
        ("printed green", PRINTED),
        ("black and white", Drawing { light: [230.0; 3], dark: [25.0; 3], ..PRINTED }),
        ("black table", Drawing { table: [10.0; 3], ..WOOD }),
        ("red and white, as bright", Drawing { light: [165.0; 3], dark: [110.0, 135.0, 240.0], ..PRINTED }),
        ("little contrast", Drawing { light: [120.0; 3], dark: [95.0; 3], ..PRINTED }),
    ];
    for (name, drawing) in looks {
        check(name, drawing, corners, 640, 480, 0.015);
    }
}

#[test]
fn lines_between_the_squares_do_not_hide_it() {
    let corners = outline(Point::new(320.0, 240.0), 44.0, 7.0, 0.85);
    check("lines", Drawing { lines: 0.07, pieces: false, ..WOOD }, corners, 640, 480, 0.03);
}

#[test]
fn boards_are_found_turned_tilted_small_and_large() {
    let middle = Point::new(330.0, 250.0);
    for turn in [0.0, 20.0, 45.0, 70.0, 90.0, 135.0, 180.0, 200.0, 270.0, 315.0] {
        check(&format!("turned by {turn}"), WOOD, outline(middle, 34.0, turn, 0.85), 640, 480, 0.015);
    }
    for tilt in [1.0, 0.8, 0.6] {
        check(&format!("tilted by {tilt}"), WOOD, outline(middle, 38.0, 12.0, tilt), 640, 480, 0.015);
    }
    check("small", WOOD, outline(Point::new(150.0, 330.0), 18.0, 10.0, 0.95), 640, 480, 0.02);
    check("large", PRINTED, outline(Point::new(640.0, 360.0), 84.0, 3.0, 0.97), 1280, 720, 0.01);
    let cloth = Drawing { cloth: Some([230.0; 3]), table: [60.0, 60.0, 120.0], ..WOOD };
    check("on a chequered cloth", cloth, outline(Point::new(480.0, 360.0), 40.0, 10.0, 0.9), 960, 720, 0.02);
    check("beyond the edge", WOOD, outline(Point::new(150.0, 240.0), 40.0, 3.0, 0.95), 640, 480, 0.03);
    check("fills the picture", PRINTED, outline(Point::new(240.0, 240.0), 58.0, 1.0, 1.0), 480, 480, 0.015);
}

#[test]
fn two_boards_come_from_left_to_right() {
    let left = outline(Point::new(170.0, 240.0), 30.0, 2.0, 0.97);
    let right = outline(Point::new(480.0, 250.0), 32.0, 183.0, 0.97);
    let image = paint(640, 480, &[(PRINTED, right), (PRINTED, left)]);
    let boards = find_boards(&image, 2).unwrap();
    assert_eq!(boards.len(), 2);
    for (truth, board) in [left, right].iter().zip(&boards) {
        let (error, _) = compare(truth, &board.lattice.clockwise);
        assert!(error < 0.02, "a corner is off by {error} squares");
    }
    let error = find_boards(&image, 3).unwrap_err().to_string();
    assert!(error.contains("2 of 3 boards"), "{error}");
}

#[test]
fn where_there_is_no_board_none_is_found() {
    // neither planks nor a grey sheet are a board
    let planks = |x: usize, y: usize| if (y / 40 + x / 200).is_multiple_of(2) { 90 } else { 140 + (x % 7) as u8 };
    let grey = |_: usize, _: usize| 128;
    for (name, shade) in [("planks", &planks as &dyn Fn(usize, usize) -> u8), ("grey", &grey)] {
        let bytes = (0..480 * 640).flat_map(|i| [shade(i % 640, i / 640); 3]).collect();
        let found = find_board(&Image::from_bgr(640, 480, bytes).unwrap());
        assert!(found.is_err(), "{name}: {found:?}");
        let text = found.unwrap_err().to_string();
        assert!(text.contains("--corners") && text.lines().count() == 1, "{text}");
    }
    // Only a chequered cloth, more than eight squares each way.
    let cloth = Drawing { cloth: Some([230.0; 3]), table: [60.0, 60.0, 120.0], ..WOOD };
    let beside = outline(Point::new(-5000.0, -5000.0), 40.0, 0.0, 1.0);
    let found = find_board(&paint(960, 720, &[(cloth, beside)]));
    assert!(matches!(found, Err(NotFound::EndsHidden { .. })), "cloth: {found:?}");
    let tiny = find_board(&Image::from_bgr(2, 2, vec![9; 12]).unwrap());
    assert!(tiny.is_err(), "a picture of four pixels");
}
