//! Times read from drawn displays of several kinds, at several angles and sizes; and what tells no time.

mod drawn;

use board::{BoardId, CameraId, ClockSighting, Sighting, Stamp};
use calibration::{BoardView, Corners, Point};
use capture::Frame;
use drawn::{CORNERS, Drawn, LCD, LOOKS, Look, PLAIN, Scene};
use std::sync::Arc;
use vision::{ClockEyes, ClockZone, WatchedClock};

/// Watches 14 seconds, five pictures each, of times that are shown so at a moment; what is told: when, and both times in seconds.
fn watched(
    look: &Look,
    scene: &Scene,
    shown: impl Fn(i64) -> [String; 2],
    covered: impl Fn(i64) -> f32,
) -> Vec<(i64, [Option<i64>; 2])> {
    let view = BoardView::new(&CORNERS.parse::<Corners>().unwrap(), None).unwrap();
    let left = if scene.beside_h { 510.0 } else { 14.0 };
    let outline = [(left, 110.0), (left + 116.0, 110.0), (left + 116.0, 310.0), (left, 310.0)];
    let zone = ClockZone::of_outline(&outline.map(|(x, y)| Point::new(x, y)), &view, true).unwrap();
    let mut eyes = ClockEyes::new(vec![WatchedClock { camera: CameraId(0), board: BoardId::A, view, zone }]);
    let (mut drawn, mut told) = (Drawn { dice: 0x9E37_79B9_7F4A_7C15 }, Vec::new());
    for number in 0..70 {
        let ms = 200 * number as i64;
        let [white, black] = shown(ms);
        let image = Arc::new(drawn.frame(look, scene, [&white, &black], covered(ms)));
        for observation in eyes.look(&Frame { camera: CameraId(0), number, at: Stamp::from_millis(ms), image }) {
            let Sighting::Clock(ClockSighting { reading, .. }) = observation.sighting else { panic!("no clock") };
            let seconds = [reading.white_ms, reading.black_ms].map(|ms| ms.map(|ms| ms / 1000));
            if reading.pressed.is_none() {
                told.push((ms, seconds));
            }
        }
    }
    told
}

fn text(seconds: i64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// White's time runs for seven seconds, then Black's.
fn truth(ms: i64) -> [i64; 2] {
    let (first, second) = (ms.min(7000), (ms - 7000).max(0));
    [273 - first.div_euclid(1000), 260 - second.div_euclid(1000)]
}

/// How many times are told of a clock that runs, each of one player; none may be wrong.
fn told_right(look: &Look, scene: &Scene) -> usize {
    let told = watched(look, scene, |ms| truth(ms).map(text), |_| 0.0);
    let mut count = 0;
    for (ms, times) in &told {
        for (time, shown) in times.iter().zip(truth(*ms)) {
            assert!(time.is_none_or(|time| time == shown), "{}: at {ms} ms {times:?} for {:?}", look.name, truth(*ms));
            count += usize::from(time.is_some());
        }
    }
    count
}

#[test]
fn times_of_several_displays_are_read_whichever_way_they_lie() {
    for look in &LOOKS {
        for (from_board, beside_h, askew) in
            [(false, false, 0.0), (true, false, 4.0), (false, true, -8.0), (true, true, 8.0)]
        {
            let scene = Scene { from_board, beside_h, askew, ..PLAIN };
            let count = told_right(look, &scene);
            println!(
                "{}, from the board {from_board}, beside the h-file {beside_h}, {askew} degrees: {count} told",
                look.name
            );
            assert!(count >= 3, "{}: {count}", look.name);
        }
    }
}

#[test]
fn smaller_blurred_and_noisy_ones_are_read_or_tell_nothing() {
    let mut counts = Vec::new();
    for (height, blur, noise) in [
        (13.0, 0, 3.0),
        (11.0, 0, 3.0),
        (9.0, 0, 3.0),
        (7.0, 0, 3.0),
        (16.0, 1, 6.0),
        (16.0, 2, 3.0),
        (16.0, 0, 20.0),
        (22.0, 3, 6.0),
    ] {
        let count = told_right(&LCD, &Scene { height, blur, noise, askew: 3.0, ..PLAIN });
        println!("{height} pixels high, blurred {blur} times, noise {noise}: {count} told");
        counts.push(count);
    }
    assert!(counts[0] >= 3 && counts[1] >= 3 && counts[4] >= 3, "{counts:?}");
}

#[test]
fn minutes_of_two_digits_and_hours_are_read_and_hours_with_minutes_are_not() {
    let tens = |seconds: i64| format!("{:02}:{:02}", seconds / 60, seconds % 60);
    let told = watched(&LCD, &PLAIN, |ms| truth(ms).map(|seconds| tens(seconds + 600)), |_| 0.0);
    assert!(told.len() >= 2 && told.iter().all(|(ms, times)| times[0].is_none_or(|at| at == truth(*ms)[0] + 600)));
    let hours = |seconds: i64| format!("1:{:02}:{:02}", seconds / 60, seconds % 60);
    let told = watched(&LCD, &Scene { height: 12.0, ..PLAIN }, |ms| truth(ms).map(hours), |_| 0.0);
    assert!(told.len() >= 2 && told.iter().all(|(ms, times)| times[0].is_none_or(|at| at == truth(*ms)[0] + 3600)));
    let minutes = |ms: i64| [format!("1:{:02}", 31 - (ms + 9000) / 10_000), "1:30".to_owned()];
    assert_eq!(watched(&LCD, &PLAIN, minutes, |_| 0.0), [], "it does not run by seconds");
}

#[test]
fn a_display_that_is_covered_or_off_and_letters_tell_nothing() {
    assert_eq!(watched(&LCD, &PLAIN, |ms| truth(ms).map(text), |_| 1.0), [], "covered");
    assert_eq!(watched(&LCD, &PLAIN, |_| ["-:--", "-:--"].map(str::to_owned), |_| 0.0), [], "off");
    assert_eq!(watched(&LCD, &PLAIN, |_| ["A:CE", "F:HA"].map(str::to_owned), |_| 0.0), [], "letters");
    assert_eq!(watched(&LCD, &PLAIN, |_| ["ABCD", "EFGH"].map(str::to_owned), |_| 0.0), [], "coordinates");
    assert_eq!(watched(&LCD, &PLAIN, |_| ["5:00", "5:00"].map(str::to_owned), |_| 0.0), [], "a picture of a clock");
}

#[test]
fn what_a_hand_covers_is_not_told_and_the_rest_is() {
    // a hand lies over the left time, Black's, from 5.2 s to 8.6 s
    let covered = |ms: i64| if (5200..8600).contains(&ms) { 0.5 } else { 0.0 };
    let told = watched(&LCD, &PLAIN, |ms| truth(ms).map(text), covered);
    for (ms, times) in &told {
        assert!(
            times.iter().zip(truth(*ms)).all(|(time, shown)| time.is_none_or(|time| time == shown)),
            "{ms}: {times:?}"
        );
        assert!(!(5200..8600).contains(ms) || times[1].is_none(), "{ms}: {times:?}");
    }
    assert!(told.iter().any(|(ms, times)| *ms >= 8600 && times[1].is_some()), "{told:?}");
}
