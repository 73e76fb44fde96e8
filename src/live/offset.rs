//! How much later one camera's pictures come than the other's.
//!
//! What all pictures of a camera take in common (exposure, coding, the network's buffers) cannot be seen in that camera alone. Two that
//! watch one table see the same changes of light, each when its picture comes: a lamp that is switched, a flash. Where clocks are heard,
//! presses tell, too, though less: how long people take from letting go of a piece to pressing differs.

use super::incidents::happened;
use board::{BoardId, CameraId, Incident, IncidentKind, Stamp};
use capture::Image;
use capture::live::LiveFrame;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A picture's light is taken in so many columns and rows.
const GRID: (usize, usize) = (8, 6);

/// A change of light changes so large a share of the picture, all of it in the same way, by at least so many grey levels at once.
const SHARE: f64 = 0.85;
const LEAST_CHANGE: f64 = 5.0;

/// Pictures further apart than this say little about when the light changed; changes closer to each other are one.
const MOST_BETWEEN_MS: i64 = 200;
const ONE_CHANGE_MS: i64 = 400;

/// The cameras' pictures of one change are no further apart than this.
const MOST_APART_MS: i64 = 1_000;

/// So many of the latest are counted, and so many are needed.
const KEPT: usize = 24;
const LIGHTS_NEEDED: usize = 3;
const PRESSES_NEEDED: usize = 8;

/// What the frames' own distance and the drivers' habits leave uncertain at best; by how much people's habits at two boards differ
/// (both standard deviations, in milliseconds; the second is a judgement, not a measurement).
const LEAST_DEVIATION_MS: f64 = 3.0;
const HABITS_DEVIATION_MS: f64 = 120.0;

/// Stamps are put right by no more than this: others have to wait for so long.
const MOST_PUT_RIGHT_MS: f64 = 400.0;

/// What two pictures of the same moment differ by, where nothing is known, people are told in the beginning.
const UNKNOWN_MS: i64 = 500;

/// Where it is known from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Changes of light that both saw.
    Light,
    /// Presses of the clocks after moves.
    Presses,
}

/// How much later the second camera's pictures come than the first's, in milliseconds; below 0 the first's are later.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Offset {
    /// The estimate.
    pub ms: f64,
    /// Two standard deviations of it.
    pub uncertainty_ms: f64,
    /// From what.
    pub by: By,
    /// From how many.
    pub count: usize,
}

/// A camera as far as it matters here.
#[derive(Debug)]
struct Watching {
    camera: CameraId,
    name: String,
    boards: Vec<BoardId>,
    light: Option<(Stamp, [f64; GRID.0 * GRID.1])>,
    /// Changes that the other has not seen yet: the middle of the time in which it came, half that time's length, whether it got brighter.
    changes: VecDeque<(Stamp, i64, bool)>,
}

/// Estimates the offset of two cameras; for one there is nothing to estimate.
#[derive(Debug)]
pub struct Offsets {
    cameras: Vec<Watching>,
    /// Differences by light in milliseconds, with the variance that the frames' distances leave.
    lights: VecDeque<(f64, f64)>,
    presses: BTreeMap<BoardId, VecDeque<f64>>,
    known: Option<Offset>,
    told: Option<Offset>,
    warned: bool,
}

impl Offsets {
    /// Cameras with their names and boards.
    pub fn new(cameras: Vec<(CameraId, String, Vec<BoardId>)>) -> Offsets {
        let watching =
            |(camera, name, boards)| Watching { camera, name, boards, light: None, changes: VecDeque::new() };
        Offsets {
            cameras: cameras.into_iter().map(watching).collect(),
            lights: VecDeque::new(),
            presses: BTreeMap::new(),
            known: None,
            told: None,
            warned: false,
        }
    }

    /// A frame has come; its stamp is as the camera's own time line has it.
    pub fn see(&mut self, live: &LiveFrame) {
        if self.cameras.len() == 2 {
            self.light(live.frame.camera, live.frame.at, light_of(&live.frame.image));
        }
    }

    /// On `board` the clock was pressed so long after the piece was let go.
    pub fn pressed(&mut self, board: BoardId, after_ms: i64) {
        let presses = self.presses.entry(board).or_default();
        presses.push_back(after_ms as f64);
        if presses.len() > KEPT {
            presses.pop_front();
        }
    }

    /// What is known.
    pub fn known(&self) -> Option<Offset> {
        self.known
    }

    /// How much later a camera's pictures come than the other's, as far as it is certain that they do.
    pub fn later_by(&self, camera: CameraId) -> Duration {
        let Some(offset) = self.known.filter(|offset| offset.ms.abs() > offset.uncertainty_ms) else {
            return Duration::ZERO;
        };
        let later = if offset.ms > 0.0 { 1 } else { 0 };
        let is_it = self.cameras.get(later).is_some_and(|watching| watching.camera == camera);
        let ms = if is_it { offset.ms.abs().min(MOST_PUT_RIGHT_MS) } else { 0.0 };
        Duration::from_secs_f64(ms / 1000.0)
    }

    /// Estimates anew; what there is to say about it.
    pub fn estimate(&mut self, now: Stamp) -> Option<Incident> {
        let [first, second] = self.cameras.as_slice() else { return None };
        let estimates = [self.by_light(), self.by_presses(&first.boards, &second.boards)];
        let best = estimates.into_iter().flatten().min_by(|a, b| a.uncertainty_ms.total_cmp(&b.uncertainty_ms));
        let told = |text| Some(happened(now, None, IncidentKind::Latency, text));
        let Some(offset) = best else {
            if std::mem::replace(&mut self.warned, true) {
                return None;
            }
            return told(format!(
                "How much later the pictures of {} come than those of {} is not known: what was played on two boards within {UNKNOWN_MS} ms may be told in the wrong order. Switching a lamp that both see three times tells it.",
                second.name, first.name
            ));
        };
        let is_new = self.told.is_none_or(|told| {
            (told.ms - offset.ms).abs() > told.uncertainty_ms.max(10.0)
                || offset.uncertainty_ms < 0.5 * told.uncertainty_ms
        });
        self.warned = true;
        self.known = Some(offset);
        if !is_new {
            return None;
        }
        self.told = Some(offset);
        let (later, earlier) = if offset.ms >= 0.0 { (second, first) } else { (first, second) };
        let what = match offset.by {
            By::Light => format!("{} changes of light", offset.count),
            By::Presses => format!("{} presses", offset.count),
        };
        let then = match offset.ms.abs() > offset.uncertainty_ms {
            true => "it is allowed for",
            false => "that is not certain enough to be allowed for",
        };
        told(format!(
            "The pictures of {} come {:.0} ms later than those of {}, give or take {:.0} ms, by {what}; {then}.",
            later.name,
            offset.ms.abs(),
            earlier.name,
            offset.uncertainty_ms
        ))
    }

    fn by_light(&self) -> Option<Offset> {
        if self.lights.len() < LIGHTS_NEEDED {
            return None;
        }
        let values: Vec<f64> = self.lights.iter().map(|(ms, _)| *ms).collect();
        let frames = self.lights.iter().map(|(_, variance)| variance).sum::<f64>() / values.len() as f64;
        Some(estimated(&values, frames, By::Light))
    }

    fn by_presses(&self, first: &[BoardId], second: &[BoardId]) -> Option<Offset> {
        let of = |boards: &[BoardId]| -> Option<Offset> {
            let values: Vec<f64> =
                boards.iter().filter_map(|board| self.presses.get(board)).flatten().copied().collect();
            (values.len() >= PRESSES_NEEDED).then(|| estimated(&values, 0.0, By::Presses))
        };
        let (first, second) = (of(first)?, of(second)?);
        // the later a move is seen, the sooner after it the clock is pressed
        let deviations = [first.uncertainty_ms / 2.0, second.uncertainty_ms / 2.0, HABITS_DEVIATION_MS];
        let deviation = deviations.iter().map(|deviation| deviation * deviation).sum::<f64>().sqrt();
        let count = first.count + second.count;
        Some(Offset { ms: first.ms - second.ms, uncertainty_ms: 2.0 * deviation, by: By::Presses, count })
    }

    fn light(&mut self, camera: CameraId, at: Stamp, light: [f64; GRID.0 * GRID.1]) {
        let Some(index) = self.cameras.iter().position(|watching| watching.camera == camera) else { return };
        let watching = &mut self.cameras[index];
        let Some((before, was)) = watching.light.replace((at, light)) else { return };
        let between = at.nanos() - before.nanos();
        let Some(brighter) = change(&was, &light).filter(|_| between <= MOST_BETWEEN_MS * 1_000_000) else { return };
        let middle = Stamp::from_nanos(before.nanos() + between / 2);
        let goes_on = |(last, _, _): &(Stamp, i64, bool)| middle.millis_since(*last) < ONE_CHANGE_MS;
        if watching.changes.back().is_some_and(goes_on) {
            return;
        }
        watching.changes.push_back((middle, between / 2, brighter));
        if watching.changes.len() > KEPT {
            watching.changes.pop_front();
        }
        self.pair();
    }

    /// Puts changes that both saw together. They stay in the lists: each is the beginning of what may follow at once.
    fn pair(&mut self) {
        let [first, second] = self.cameras.as_slice() else { return };
        let (Some(&(one, half, brighter)), Some(&(other, other_half, also))) =
            (first.changes.back(), second.changes.back())
        else {
            return;
        };
        if brighter == also && other.millis_since(one).abs() <= MOST_APART_MS {
            let ms = |nanos: i64| nanos as f64 / 1e6;
            // when in the time between two frames it came is not known: each moment of it is as likely
            let variance = (ms(half).powi(2) + ms(other_half).powi(2)) / 3.0;
            self.lights.push_back((ms(other.nanos() - one.nanos()), variance));
            if self.lights.len() > KEPT {
                self.lights.pop_front();
            }
        }
    }
}

/// The mean of those near the median, with what their spread, or at least a variance that each has anyway, leaves uncertain.
fn estimated(values: &[f64], variance: f64, by: By) -> Offset {
    let middle = median(values);
    let spread = 1.4826 * median(&values.iter().map(|value| (value - middle).abs()).collect::<Vec<f64>>());
    // what is further away was something else
    let near = 3.0 * spread.max(variance.sqrt());
    let kept: Vec<f64> = values.iter().copied().filter(|value| (value - middle).abs() <= near).collect();
    let count = kept.len().max(1) as f64;
    let ms = kept.iter().sum::<f64>() / count;
    let theirs = kept.iter().map(|value| (value - ms).powi(2)).sum::<f64>() / count;
    let deviation = (theirs.max(variance) / count).sqrt().max(LEAST_DEVIATION_MS);
    Offset { ms, uncertainty_ms: 2.0 * deviation, by, count: kept.len() }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        length if length % 2 == 1 => sorted[length / 2],
        length => (sorted[length / 2 - 1] + sorted[length / 2]) / 2.0,
    }
}

/// How bright a picture is in each of its parts, from some of its pixels.
fn light_of(image: &Image) -> [f64; GRID.0 * GRID.1] {
    const SIDE: usize = 6;
    let (bgr, width, height) = (image.bgr(), image.width(), image.height());
    std::array::from_fn(|part| {
        let (column, row) = (part % GRID.0, part / GRID.0);
        let mut sum = 0u32;
        for sample in 0..SIDE * SIDE {
            let x = (column * SIDE + sample % SIDE) * width / (GRID.0 * SIDE);
            let y = (row * SIDE + sample / SIDE) * height / (GRID.1 * SIDE);
            // green stands for the whole
            sum += u32::from(bgr[3 * (y * width + x) + 1]);
        }
        f64::from(sum) / (SIDE * SIDE) as f64
    })
}

/// Whether the light has changed: nearly the whole picture has become brighter, or darker. A part that cannot is not asked.
fn change(was: &[f64], is: &[f64]) -> Option<bool> {
    let share = |brighter: bool| {
        let able = was.iter().zip(is).filter(|(was, _)| if brighter { **was < 245.0 } else { **was > 10.0 });
        let (mut all, mut changed) = (0u32, 0u32);
        for (was, is) in able {
            all += 1;
            changed += u32::from(if brighter { is - was } else { was - is } >= LEAST_CHANGE);
        }
        all >= 12 && f64::from(changed) >= SHARE * f64::from(all)
    };
    [true, false].into_iter().find(|brighter| share(*brighter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets() -> Offsets {
        let camera = |number, board| (CameraId(number), format!("camera {board}"), vec![board]);
        Offsets::new(vec![camera(0, BoardId::A), camera(1, BoardId::B)])
    }

    /// Two cameras of 30 frames a second see a lamp that is switched every two seconds; the second's frames are stamped so much later.
    fn lamps(offsets: &mut Offsets, later_ms: i64, switched: i64) {
        // no multiple of the time between frames: people do not switch with them
        let lit = |ms: i64| (ms / 2_003) % 2 == 1;
        for frame in 0..switched * 61 {
            for (camera, phase, late) in [(0, 0, 0), (1, 17, later_ms)] {
                let taken = frame * 33 + phase;
                let noise = |part: usize| ((frame as usize * 7 + part * 13) % 5) as f64 * 0.4;
                let light = std::array::from_fn(|part| if lit(taken) { 140.0 } else { 90.0 } + noise(part));
                offsets.light(CameraId(camera), Stamp::from_millis(taken + late), light);
            }
        }
    }

    #[test]
    fn a_lamp_that_is_switched_tells_how_much_later_a_camera_is() {
        let mut offsets = offsets();
        let unknown = offsets.estimate(Stamp::ZERO).unwrap();
        assert!(unknown.kind == IncidentKind::Latency && unknown.text.contains("is not known"), "{unknown:?}");
        assert!(offsets.estimate(Stamp::ZERO).is_none(), "it is told once");
        lamps(&mut offsets, 180, 6);
        let told = offsets.estimate(Stamp::ZERO).unwrap();
        let known = offsets.known().unwrap();
        assert!((known.ms - 180.0).abs() <= known.uncertainty_ms && known.uncertainty_ms < 40.0, "{known:?}");
        assert!(
            told.text.contains("The pictures of camera B come") && told.text.ends_with("it is allowed for."),
            "{told:?}"
        );
        assert_eq!(offsets.later_by(CameraId(0)), Duration::ZERO);
        assert!(offsets.later_by(CameraId(1)) > Duration::from_millis(150));
        assert!(offsets.estimate(Stamp::ZERO).is_none(), "what is known is told once");
    }

    #[test]
    fn a_difference_that_is_smaller_than_it_is_certain_is_not_allowed_for() {
        let mut offsets = offsets();
        lamps(&mut offsets, 0, 6);
        let told = offsets.estimate(Stamp::ZERO).unwrap();
        assert!(told.text.contains("not certain enough"), "{told:?}");
        assert_eq!([0, 1].map(|camera| offsets.later_by(CameraId(camera))), [Duration::ZERO; 2]);
    }

    #[test]
    fn a_hand_is_no_change_of_light() {
        let was = [100.0; GRID.0 * GRID.1];
        let mut hand = was;
        hand.iter_mut().take(24).for_each(|part| *part = 40.0);
        assert_eq!(change(&was, &hand), None);
        assert_eq!(change(&was, &[130.0; GRID.0 * GRID.1]), Some(true));
        assert_eq!(change(&was, &[60.0; GRID.0 * GRID.1]), Some(false));
        assert_eq!(change(&was, &[102.0; GRID.0 * GRID.1]), None);
    }

    #[test]
    fn presses_tell_large_differences() {
        let mut offsets = offsets();
        for press in 0..12 {
            offsets.pressed(BoardId::A, 900 + 20 * (press % 5));
            offsets.pressed(BoardId::B, 250 + 20 * (press % 7));
        }
        offsets.estimate(Stamp::ZERO);
        let known = offsets.known().unwrap();
        assert_eq!(known.by, By::Presses);
        assert!((known.ms - 630.0).abs() < 60.0 && (240.0..300.0).contains(&known.uncertainty_ms), "{known:?}");
        assert_eq!(offsets.later_by(CameraId(1)), Duration::from_millis(400), "by no more than others wait for");
    }
}
