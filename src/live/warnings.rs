//! What in a camera's picture will hurt, measured where the board lies.

use calibration::{BoardCalibration, Homography, Point};
use capture::Image;
use serde::Serialize;

/// Fewer pixels a square than this make pieces hard to tell apart; fewer than half of it impossible.
const LEAST_PIXELS: f64 = 40.0;

/// Steeper than this, in degrees from straight above, pieces hide each other.
const STEEP: f64 = 35.0;

/// Edges of squares that take more than this share of a square to pass from dark to light are blurred.
const BLURRED: f64 = 0.16;

/// A board of which more than this share is as bright as the camera can tell has glare.
const GLARE: f64 = 0.02;

/// Light that changes by more than this share between pictures flickers.
const FLICKER: f64 = 0.06;

/// A picture is dark below and bright above these means of its brightness, of 255.
const DARK: f64 = 50.0;
const BRIGHT: f64 = 205.0;

/// Fewer frames a second than this miss quick moves.
const LEAST_RATE: f64 = 10.0;

/// What was measured of one board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// Pixels along the shortest side of the outline, for each square.
    pub pixels_a_square: f64,
    /// Degrees from straight above, taking a camera whose picture is as wide as it is far; `None` where it cannot be told.
    pub angle_degrees: Option<f64>,
    /// How far an edge between squares takes to pass from dark to light, as a share of a square.
    pub edge_share: Option<f64>,
    /// The share of the board that is as bright as the camera can tell.
    pub glare_share: f64,
    /// The mean brightness, of 255.
    pub brightness: f64,
}

/// Measures a board in a picture.
pub fn measure(image: &Image, place: &BoardCalibration) -> Option<Measures> {
    let view = place.view()?;
    let corners = place.corners.in_order();
    let shortest = (0..4).map(|i| corners[i].distance(corners[(i + 1) % 4])).fold(f64::INFINITY, f64::min);
    let luma = |point: Point| {
        let [b, g, r] = image.pixel(point.x.max(0.0) as usize, point.y.max(0.0) as usize)?;
        Some(0.114 * f64::from(b) + 0.587 * f64::from(g) + 0.299 * f64::from(r))
    };
    let at = |x: f64, y: f64| luma(view.image_from_table(Point::new(x, y)));
    let (mut sum, mut count, mut glaring) = (0.0, 0usize, 0usize);
    for step in 0..160 * 160 {
        let (x, y) = (f64::from(step % 160) / 20.0 + 0.025, f64::from(step / 160) / 20.0 + 0.025);
        if let Some(value) = at(x, y) {
            sum += value;
            count += 1;
            glaring += usize::from(value >= 252.0);
        }
    }
    let homography = place.corners.image_from_table()?;
    Some(Measures {
        pixels_a_square: shortest / 8.0,
        angle_degrees: angle(&homography, image.width() as f64, image.height() as f64),
        edge_share: edge_share(&at, shortest / 8.0),
        glare_share: glaring as f64 / count.max(1) as f64,
        brightness: sum / count.max(1) as f64,
    })
}

/// The angle between the board's normal and the line from its middle to the camera.
///
/// The focal length is that of the homography where its columns tell one (Zhang's constraints for a principal point in the middle of the
/// picture and square pixels), else the picture's longer side.
fn angle(image_from_table: &Homography, width: f64, height: f64) -> Option<f64> {
    let rows = image_from_table.rows();
    let centred = |column: usize| {
        [
            rows[0][column] - width / 2.0 * rows[2][column],
            rows[1][column] - height / 2.0 * rows[2][column],
            rows[2][column],
        ]
    };
    let (first, second, origin) = (centred(0), centred(1), centred(2));
    let squared = -(first[0] * second[0] + first[1] * second[1]) / (first[2] * second[2]);
    let longer = width.max(height);
    let focal = if squared.is_finite() && squared > 0.25 * longer * longer && squared < 9.0 * longer * longer {
        squared.sqrt()
    } else {
        longer
    };
    let ray = |v: [f64; 3]| [v[0] / focal, v[1] / focal, v[2]];
    let (r1, r2, t) = (ray(first), ray(second), ray(origin));
    let normal = [r1[1] * r2[2] - r1[2] * r2[1], r1[2] * r2[0] - r1[0] * r2[2], r1[0] * r2[1] - r1[1] * r2[0]];
    let middle: Vec<f64> = (0..3).map(|i| 4.0 * r1[i] + 4.0 * r2[i] + t[i]).collect();
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let dot: f64 = normal.iter().zip(&middle).map(|(a, b)| a * b).sum();
    let cosine = dot.abs() / (length(&normal) * length(&middle));
    cosine.is_finite().then(|| cosine.clamp(0.0, 1.0).acos().to_degrees())
}

/// The median over the edges between squares of how far the brightness takes from 20 to 80 % of the step.
fn edge_share(at: &dyn Fn(f64, f64) -> Option<f64>, pixels: f64) -> Option<f64> {
    let mut widths = Vec::new();
    for line in 1..8 {
        for other in 0..8 {
            let across = |along: f64, flipped: bool| {
                let (x, y) = (f64::from(line) + along, f64::from(other) + 0.5);
                if flipped { at(y, x) } else { at(x, y) }
            };
            for flipped in [false, true] {
                let samples: Vec<f64> =
                    (-20..=20).filter_map(|step| across(f64::from(step) * 0.0175, flipped)).collect();
                widths.extend(passing(&samples).map(|steps| steps * 0.0175));
            }
        }
    }
    if widths.len() < 12 {
        return None;
    }
    widths.sort_by(f64::total_cmp);
    // the sharper half: pieces stand on many edges
    let sharp = widths[widths.len() / 4];
    // a pixel is the least there is to be seen
    Some((sharp - 1.0 / pixels.max(1.0)).max(0.0))
}

/// How many samples a step takes from 20 to 80 %, where the samples are a clear step.
fn passing(samples: &[f64]) -> Option<f64> {
    if samples.len() < 41 {
        return None;
    }
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let spread = |part: &[f64]| {
        part.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b)) - part.iter().fold(f64::INFINITY, |a, b| a.min(*b))
    };
    let (before, after) = (&samples[..10], &samples[31..]);
    let step = mean(after) - mean(before);
    if step.abs() < 30.0 || spread(before) > 0.4 * step.abs() || spread(after) > 0.4 * step.abs() {
        return None;
    }
    let share = |value: f64| (value - mean(before)) / step;
    let low = samples.iter().rposition(|value| share(*value) < 0.2)?;
    let high = samples.iter().position(|value| share(*value) > 0.8)?;
    (high > low).then(|| (high - low) as f64)
}

/// What there is to say of a board, a sentence each.
pub fn of_board(name: &str, measures: &Measures) -> Vec<String> {
    let mut said = Vec::new();
    let Measures { pixels_a_square, angle_degrees, edge_share, glare_share, brightness } = *measures;
    if pixels_a_square < LEAST_PIXELS {
        said.push(format!("{name}: a square has {pixels_a_square:.0} pixels; {LEAST_PIXELS:.0} or more are wanted: bring the camera nearer or raise its resolution"));
    }
    if let Some(angle) = angle_degrees.filter(|angle| *angle > STEEP) {
        said.push(format!("{name}: it is seen from {angle:.0} degrees; pieces hide each other beyond {STEEP:.0}: raise the camera or put it nearer above"));
    }
    if let Some(share) = edge_share.filter(|share| *share > BLURRED) {
        said.push(format!(
            "{name}: the picture is blurred, edges are {:.0} % of a square wide: focus the camera",
            100.0 * share
        ));
    }
    if glare_share > GLARE {
        said.push(format!("{name}: {:.0} % of the board glare: move the lamp or the camera", 100.0 * glare_share));
    }
    if !(DARK..=BRIGHT).contains(&brightness) {
        let what = if brightness < DARK {
            "dark: more light, or a longer exposure"
        } else {
            "bright: less light, or a shorter exposure"
        };
        said.push(format!("{name}: the board is too {what}"));
    }
    said
}

/// What there is to say of how the pictures come.
pub fn of_stream(rate: f64, images: &[std::sync::Arc<Image>]) -> Vec<String> {
    let mut said = Vec::new();
    if rate < LEAST_RATE {
        said.push(format!("{rate:.0} frames a second; with fewer than {LEAST_RATE:.0} quick moves are missed"));
    }
    let brightness: Vec<f64> = images.iter().map(|image| mean_brightness(image)).collect();
    let steps: Vec<f64> = brightness.windows(2).map(|pair| (pair[1] - pair[0]).abs() / pair[0].max(1.0)).collect();
    let flickers = steps.len() >= 4 && steps.iter().filter(|step| **step > FLICKER).count() * 2 > steps.len();
    if flickers {
        said.push(
            "the light flickers: another lamp, or an exposure of a multiple of 10 ms (50 Hz) or 8.3 ms (60 Hz)"
                .to_owned(),
        );
    }
    said
}

fn mean_brightness(image: &Image) -> f64 {
    let step = (image.bgr().len() / 30_000).max(1) | 1;
    let values = image.bgr().iter().step_by(step);
    let count = values.clone().count().max(1);
    values.map(|value| f64::from(*value)).sum::<f64>() / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::WhiteFoundBy;
    use std::sync::Arc;

    /// A board of 8x8 squares drawn straight from above, its edges `soft` pixels wide.
    fn board(size: usize, soft: f64, light: u8) -> (Image, BoardCalibration) {
        let square = size as f64 / 8.0;
        let mut bytes = Vec::new();
        for y in 0..size + 40 {
            for x in 0..size + 40 {
                let (u, v) = ((x as f64 - 19.5) / square, (y as f64 - 19.5) / square);
                // a checkerboard as a product of soft square waves
                let wave =
                    |t: f64| ((t * std::f64::consts::PI).sin() * square / (soft.max(0.01) * 1.5)).clamp(-1.0, 1.0);
                let value = 128.0 + 0.5 * wave(u) * wave(v) * (2.0 * f64::from(light) - 256.0);
                bytes.extend([value.clamp(0.0, 255.0) as u8; 3]);
            }
        }
        let end = size as f64 + 20.0;
        let corners = format!("20,20,{end},20,{end},{end},20,{end}").parse().unwrap();
        let place = BoardCalibration { corners, error_squares: None, white_found_by: WhiteFoundBy::Told, mesh: None };
        (Image::from_bgr(size + 40, size + 40, bytes).unwrap(), place)
    }

    #[test]
    fn a_good_picture_has_no_warnings_and_a_small_blurred_one_has() {
        let (image, place) = board(640, 2.0, 200);
        let good = measure(&image, &place).unwrap();
        assert!(good.angle_degrees.unwrap() < 2.0 && (79.0..81.0).contains(&good.pixels_a_square), "{good:?}");
        assert!(of_board("A", &good).is_empty(), "{:?} of {good:?}", of_board("A", &good));
        let (image, place) = board(240, 20.0, 200);
        let bad = of_board("A", &measure(&image, &place).unwrap()).join(" ");
        assert!(bad.contains("30 pixels") && bad.contains("blurred"), "{bad}");
        let (image, place) = board(640, 2.0, 255);
        assert!(of_board("A", &measure(&image, &place).unwrap()).join(" ").contains("glare"));
    }

    #[test]
    fn a_board_that_is_seen_from_the_side_is() {
        // a camera one picture's width away, 50 degrees from straight above
        let (sine, cosine) = 50f64.to_radians().sin_cos();
        let seen = |x: f64, y: f64| {
            let (x, y) = (x - 4.0, y - 4.0);
            let depth = 20.0 + y * sine;
            Point::new(500.0 + 1000.0 * x / depth, 400.0 - 1000.0 * y * cosine / depth)
        };
        let corners = [(0.0, 8.0), (8.0, 8.0), (8.0, 0.0), (0.0, 0.0)].map(|(x, y)| seen(x, y));
        let table = [(0.0, 8.0), (8.0, 8.0), (8.0, 0.0), (0.0, 0.0)].map(|(x, y)| Point::new(x, y));
        let homography = Homography::from_four(table, corners).unwrap();
        let told = angle(&homography, 1000.0, 800.0).unwrap();
        assert!((told - 50.0).abs() < 1.0, "{told}");
    }

    #[test]
    fn flicker_and_few_frames_are_told() {
        let image = |value| Arc::new(Image::from_bgr(40, 40, vec![value; 4800]).unwrap());
        let flickering: Vec<Arc<Image>> = (0..10).map(|i| image(if i % 2 == 0 { 100 } else { 130 })).collect();
        assert_eq!(of_stream(30.0, &flickering).len(), 1);
        let still: Vec<Arc<Image>> = (0..10).map(|_| image(100)).collect();
        assert!(of_stream(30.0, &still).is_empty());
        assert_eq!(of_stream(4.0, &still).len(), 1);
    }
}
