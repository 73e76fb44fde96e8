//! Clocks with displays, drawn.

use capture::Image;

/// How a display is drawn: grey levels of what is lit, of segments that are not, of the ground and of the clock, and the shape of its digits.
#[derive(Clone, Copy)]
pub struct Look {
    pub name: &'static str,
    pub lit: f32,
    pub unlit: f32,
    pub ground: f32,
    pub body: f32,
    /// Of a digit's height: its width, its strokes' thickness, and how far its top leans to the right of its bottom.
    pub width: f32,
    pub stroke: f32,
    pub lean: f32,
    /// Between the times, of a digit's height; with a bar of the clock's body between two windows when it is more than one.
    pub between: f32,
}

pub const LCD: Look = Look {
    name: "dark on pale",
    lit: 35.0,
    unlit: 160.0,
    ground: 172.0,
    body: 40.0,
    width: 0.56,
    stroke: 0.13,
    lean: 0.0,
    between: 0.4,
};

pub static LOOKS: [Look; 6] = [
    LCD,
    Look { name: "in a white clock", body: 215.0, ground: 150.0, unlit: 146.0, lit: 50.0, ..LCD },
    Look { name: "leaning, bold", width: 0.62, stroke: 0.18, lean: 0.15, unlit: 172.0, ..LCD },
    Look { name: "thin and faint", lit: 95.0, ground: 150.0, unlit: 147.0, stroke: 0.1, ..LCD },
    Look { name: "lit, on black", lit: 215.0, unlit: 24.0, ground: 16.0, body: 45.0, ..LCD },
    Look { name: "two windows", between: 1.4, width: 0.5, ..LCD },
];

/// How the clock lies and how well it is seen.
#[derive(Clone, Copy)]
pub struct Scene {
    /// The height of a digit, in pixels.
    pub height: f32,
    /// Degrees by which it is turned away from the board's side.
    pub askew: f32,
    /// Whether it is read from the board's side instead of from the other.
    pub from_board: bool,
    pub beside_h: bool,
    /// Grey levels of noise, and pixels over which the picture is blurred on both sides.
    pub noise: f32,
    pub blur: usize,
}

pub const PLAIN: Scene = Scene { height: 16.0, askew: 0.0, from_board: false, beside_h: false, noise: 3.0, blur: 0 };

/// A board in the middle of a picture, White at the bottom, 44 pixels a square.
pub const SIZE: (usize, usize) = (640, 420);
pub const CORNERS: &str = "144,34,496,34,496,386,144,386";

/// The segments of 0 to 9 and of a dark place: top, upper right, lower right, bottom, lower left, upper left, middle.
fn segments(digit: char) -> &'static str {
    match digit {
        '0' => "abcdef",
        '1' => "bc",
        '2' => "abdeg",
        '3' => "abcdg",
        '4' => "bcfg",
        '5' => "acdfg",
        '6' => "acdefg",
        '7' => "abc",
        '8' => "abcdefg",
        '9' => "abcdfg",
        'A' => "abcefg",
        'C' => "adef",
        'E' => "adefg",
        'F' => "aefg",
        'H' => "bcefg",
        _ => "",
    }
}

/// What is at a place of one time, in digits' heights from its top left: lit, an unlit segment, or neither.
fn at(look: &Look, text: &str, x: f32, y: f32) -> Option<bool> {
    let (x, w, t) = (x - look.lean * (0.5 - y), look.width, look.stroke);
    let mut left = 0.0;
    for letter in text.chars() {
        if letter == ':' {
            let dot = |middle: f32| (y - middle).abs() < 0.06 && (0.0..0.11).contains(&(x - left));
            if dot(0.35) || dot(0.68) {
                return Some(true);
            }
            left += 0.26;
            continue;
        }
        let (x, gap) = (x - left, 0.02);
        if (0.0..w).contains(&x) && (0.0..1.0).contains(&y) {
            let upper = (gap..0.5 - gap).contains(&y);
            let lower = (0.5 + gap..1.0 - gap).contains(&y);
            let across = (gap..w - gap).contains(&x);
            let segment = match () {
                () if y < t && across => 'a',
                () if y > 1.0 - t && across => 'd',
                () if (y - 0.5).abs() < t / 2.0 && across => 'g',
                () if x > w - t && upper => 'b',
                () if x > w - t && lower => 'c',
                () if x < t && lower => 'e',
                () if x < t && upper => 'f',
                () => return None,
            };
            // corners belong to whichever of their segments is lit
            let corner = |of: &str| of.chars().any(|segment| segments(letter).contains(segment));
            let others = match (y < t, y > 1.0 - t, x < t, x > w - t) {
                (true, _, true, _) => "af",
                (true, _, _, true) => "ab",
                (_, true, true, _) => "de",
                (_, true, _, true) => "dc",
                _ => "",
            };
            return Some(segments(letter).contains(segment) || corner(others));
        }
        left += w + 0.16;
    }
    None
}

fn length(look: &Look, text: &str) -> f32 {
    text.chars().map(|letter| if letter == ':' { 0.26 } else { look.width + 0.16 }).sum::<f32>() - 0.16
}

pub struct Drawn {
    pub dice: u64,
}

impl Drawn {
    /// Marsaglia's xorshift64, from -1 to 1.
    fn dice(&mut self) -> f32 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice % 2001) as f32 / 1000.0 - 1.0
    }

    /// The table, with a clock that shows these times: White's and Black's. Some of its display is covered, from its left as it is read.
    pub fn frame(&mut self, look: &Look, scene: &Scene, times: [&str; 2], covered: f32) -> Image {
        // who reads it from the right of the clock has its left end at the bottom of the picture, where White sits
        let from_right = scene.from_board != scene.beside_h;
        let [left, right] = if from_right { times } else { [times[1], times[0]] };
        let long = length(look, left) + look.between + length(look, right);
        let beside = if scene.beside_h { 568.0 } else { 72.0 };
        let (sin, cos) = scene.askew.to_radians().sin_cos();
        let mut grey = vec![0.0f32; SIZE.0 * SIZE.1];
        for (index, value) in grey.iter_mut().enumerate() {
            let (px, py) = ((index % SIZE.0) as f32, (index / SIZE.0) as f32);
            if (px - beside).abs() > 75.0 || (py - 210.0).abs() > 130.0 {
                *value = 90.0;
                continue;
            }
            let mut sum = 0.0;
            for part in 0..9 {
                let (dx, dy) = (px + (part % 3) as f32 / 3.0 - beside, py + (part / 3) as f32 / 3.0 - 210.0);
                let (dx, dy) = (dx * cos + dy * sin, dy * cos - dx * sin);
                let (along, down) = if from_right { (-dy, dx) } else { (dy, -dx) };
                sum += self.clock(look, (left, right), long, (along / scene.height, down / scene.height), covered);
            }
            *value = sum / 9.0;
        }
        for _ in 0..scene.blur {
            grey = blurred(&grey);
        }
        let bytes = grey.iter().flat_map(|value| {
            let noise = scene.noise * self.dice();
            [(value + noise).clamp(0.0, 255.0) as u8; 3]
        });
        Image::from_bgr(SIZE.0, SIZE.1, bytes.collect()).unwrap()
    }

    /// The clock in digits' heights from its middle: the display in its half that is nearer to who reads it, and a rocker in the other.
    fn clock(&self, look: &Look, (left, right): (&str, &str), long: f32, (x, y): (f32, f32), covered: f32) -> f32 {
        if x.abs() > long / 2.0 + 1.2 || y.abs() > 2.6 {
            return 90.0;
        }
        if (-2.2..-0.6).contains(&y) && x.abs() < long / 2.0 {
            return 200.0;
        }
        let (x, y) = (x + long / 2.0, y - 0.6);
        if x < -0.3 || x > long + 0.3 || !(-0.3..1.3).contains(&y) {
            return look.body;
        }
        if x < covered * long {
            return 140.0;
        }
        let second = long - length(look, right);
        let bar = look.between > 1.0 && (second - look.between + 0.3..second - 0.3).contains(&x);
        match at(look, left, x, y).or_else(|| at(look, right, x - second, y)) {
            _ if bar => look.body,
            Some(true) => look.lit,
            Some(false) => look.unlit,
            None => look.ground,
        }
    }
}

fn blurred(grey: &[f32]) -> Vec<f32> {
    let of = |index: usize| {
        let near = [-1i64, 0, 1].map(|dy| [-1i64, 0, 1].map(|dx| index as i64 + dy * SIZE.0 as i64 + dx));
        let near = near.as_flattened().iter().map(|at| grey.get(*at as usize).copied().unwrap_or(90.0));
        near.sum::<f32>() / 9.0
    };
    (0..grey.len()).map(of).collect()
}
