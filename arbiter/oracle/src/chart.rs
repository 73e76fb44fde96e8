//! The bench's picture: plies right against noise, and how honest certainties are. Plain SVG.

use crate::bench::BINS;
use std::fmt::Write as _;

/// Shares right at noises, in terms of what was measured.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// Noise, and the share of plies right from 0 to 1.
    pub points: Vec<(f64, f64)>,
}

/// How often what was told with a certainty was right.
#[derive(Clone, Debug)]
pub struct Reliability {
    /// What was told.
    pub name: String,
    /// By bin of certainty: how many were told, how many were right.
    pub bins: [[usize; 2]; BINS],
    /// By bin: the sum of the certainties told, in thousandths.
    pub stated: [u64; BINS],
}

impl Reliability {
    /// Nothing told yet.
    pub fn new(name: &str) -> Reliability {
        Reliability { name: name.to_owned(), bins: [[0; 2]; BINS], stated: [0; BINS] }
    }

    /// Something was told with a certainty in thousandths.
    pub fn add(&mut self, certainty: u16, right: bool) {
        let bin = crate::bench::bin(certainty);
        self.bins[bin][0] += 1;
        self.bins[bin][1] += usize::from(right);
        self.stated[bin] += u64::from(certainty);
    }

    /// All that was told, and the greatest distance from the diagonal in points, over bins of at least 30.
    pub fn worst(&self) -> (usize, f64) {
        let told = self.bins.iter().map(|[told, _]| told).sum();
        let distances = self.points().into_iter().filter(|(_, _, count)| *count >= 30);
        (told, distances.map(|(stated, right, _)| (stated - right).abs() * 100.0).fold(0.0, f64::max))
    }

    /// Stated certainty (mean of the bin), share right, count; bins without anything left out.
    fn points(&self) -> Vec<(f64, f64, usize)> {
        let bins = self.bins.iter().zip(self.stated).filter(|([told, _], _)| *told > 0);
        bins.map(|([told, right], stated)| (stated as f64 / *told as f64 / 1000.0, *right as f64 / *told as f64, *told))
            .collect()
    }
}

const COLOURS: [&str; 6] = ["#1f6fb2", "#c8501e", "#2a8f4f", "#8a4fb0", "#a08000", "#666666"];
/// Each panel's side, and its place.
const SIDE: f64 = 360.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 60.0;
const GAP: f64 = 130.0;
/// The least share wrong that is drawn.
const LEAST: f64 = 0.0005;

/// The picture.
pub fn picture(title: &str, curves: &[Curve], reliabilities: &[Reliability]) -> String {
    let width = LEFT + 2.0 * SIDE + GAP + 40.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        TOP + SIDE + 60.0 + 18.0 * curves.len().max(reliabilities.len()) as f64,
        escaped(title)
    );
    curve_panel(&mut svg, curves);
    reliability_panel(&mut svg, reliabilities, LEFT + SIDE + GAP);
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn frame(svg: &mut String, left: f64, heading: &str, across: &str) {
    let _ = write!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{}</text>\n<rect x=\"{left}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#888\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        TOP - 12.0,
        escaped(heading),
        left + SIDE / 2.0,
        TOP + SIDE + 34.0,
        escaped(across)
    );
}

fn tick(svg: &mut String, (x, y): (f64, f64), text: &str, anchor: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#444\">{}</text>",
        escaped(text)
    );
}

fn line(svg: &mut String, points: &[(f64, f64)], colour: &str, dashed: bool) {
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dash = if dashed { " stroke-dasharray=\"4 4\"" } else { "" };
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}/>",
        path.join(" ")
    );
}

fn legend(svg: &mut String, left: f64, index: usize, name: &str) {
    let y = TOP + SIDE + 54.0 + 18.0 * index as f64;
    line(svg, &[(left, y - 4.0), (left + 24.0, y - 4.0)], COLOURS[index % COLOURS.len()], false);
    tick(svg, (left + 30.0, y), name, "start");
}

/// Noise from a quarter to four times across, doubling; the share wrong upwards, falling by tens.
fn curve_panel(svg: &mut String, curves: &[Curve]) {
    frame(svg, LEFT, "Plies right", "noise, in terms of what was measured");
    let across = |noise: f64| LEFT + SIDE * (noise.log2() + 2.0) / 4.0;
    let up = |right: f64| TOP + SIDE * (1.0 - (1.0 - right).max(LEAST).log10() / LEAST.log10());
    for (noise, name) in [(0.25, "1/4"), (0.5, "1/2"), (1.0, "1"), (2.0, "2"), (4.0, "4")] {
        tick(svg, (across(noise), TOP + SIDE + 16.0), name, "middle");
    }
    for (right, name) in
        [(0.0, "0 %"), (0.5, "50 %"), (0.8, "80 %"), (0.9, "90 %"), (0.95, "95 %"), (0.99, "99 %"), (0.999, "99.9 %")]
    {
        tick(svg, (LEFT - 6.0, up(right) + 4.0), name, "end");
        line(svg, &[(LEFT, up(right)), (LEFT + SIDE, up(right))], "#dddddd", false);
    }
    // what is asked: 99.9 % at the measured noise, 99 % at three times it
    for (noise, right) in [(1.0, 0.999), (3.0, 0.99)] {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"none\" stroke=\"black\"/>",
            across(noise),
            up(right)
        );
        tick(svg, (across(noise) + 8.0, up(right) - 6.0), "asked", "start");
    }
    for (index, curve) in curves.iter().enumerate() {
        let points: Vec<(f64, f64)> = curve.points.iter().map(|(noise, right)| (across(*noise), up(*right))).collect();
        line(svg, &points, COLOURS[index % COLOURS.len()], false);
        legend(svg, LEFT, index, &curve.name);
    }
}

/// Stated certainty across, the share that was right upwards; the area of a point grows with what it stands for.
fn reliability_panel(svg: &mut String, reliabilities: &[Reliability], left: f64) {
    frame(svg, left, "Certainty", "stated");
    let at = |stated: f64, right: f64| (left + SIDE * stated, TOP + SIDE * (1.0 - right));
    for tenths in [0, 2, 4, 6, 8, 10] {
        let share = f64::from(tenths) / 10.0;
        let name = format!("{} %", tenths * 10);
        tick(svg, (at(share, 0.0).0, TOP + SIDE + 16.0), &name, "middle");
        tick(svg, (left - 6.0, at(0.0, share).1 + 4.0), &name, "end");
    }
    line(svg, &[at(0.0, 0.0), at(1.0, 1.0)], "#888888", true);
    for (index, reliability) in reliabilities.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points = reliability.points();
        line(svg, &points.iter().map(|(stated, right, _)| at(*stated, *right)).collect::<Vec<_>>(), colour, false);
        for (stated, right, count) in points {
            let (x, y) = at(stated, right);
            let radius = 2.0 + (count as f64).log10();
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\" fill-opacity=\"0.6\"/>"
            );
        }
        let (told, worst) = reliability.worst();
        legend(svg, left, index, &format!("{} ({told} told, at most {worst:.0} points off)", reliability.name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_bin_is_measured_from_its_mean_certainty() {
        let mut reliability = Reliability::new("x");
        (0..40).for_each(|n| reliability.add(920, n < 30));
        (0..10).for_each(|_| reliability.add(600, false));
        let (told, worst) = reliability.worst();
        assert_eq!(told, 50);
        assert!((worst - 17.0).abs() < 1e-9, "{worst}: ten of a bin are too few to say");
    }

    #[test]
    fn the_picture_has_a_line_a_curve() {
        let curves = [Curve { name: "a < b".to_owned(), points: vec![(0.25, 0.99), (4.0, 0.5)] }];
        let svg = picture("t", &curves, &[]);
        assert!(svg.contains("a &lt; b") && svg.contains("asked"));
        // x1/4 lies on the left edge, x4 on the right one
        assert!(svg.contains(&format!("points=\"{LEFT:.1},")) && svg.contains(&format!(" {:.1},", LEFT + SIDE)));
    }
}
