//! How often, how exactly and how fast the board is found on photographs and rendered frames with known corners.
mod stills;

use calibration::find_boards;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What must be reached on a group of pictures. The tolerance, in squares, is what its truth allows: corners read by eye
/// are a few pixels off, on the webcam's small boards up to a fifth of a square (some are read at the outside of the line
/// around the squares); one game's were read once though the board was pushed twice.
struct Floor {
    group: &'static str,
    tolerance: f64,
    least_share: f64,
}

const FLOORS: [Floor; 5] = [
    Floor { group: "printed-board", tolerance: 0.14, least_share: 1.0 },
    Floor { group: "stickered-set", tolerance: 0.1, least_share: 1.0 },
    Floor { group: "club-vinyl", tolerance: 0.03, least_share: 1.0 },
    Floor { group: "webcam", tolerance: 0.22, least_share: 1.0 },
    Floor { group: "reels", tolerance: 0.03, least_share: 1.0 },
];

#[derive(Default)]
struct Tally {
    boards: usize,
    missed: usize,
    errors: Vec<f64>,
    slowest: Duration,
    total: Duration,
}

#[test]
fn boards_on_photographs_are_found() {
    let Some(shared) = stills::shared() else { return };
    let mut all = stills::real_stills(&shared);
    // Of the six games on one table every twentieth photograph will do; the example goes through all of them.
    let mut number = 0;
    all.retain(|still| {
        number += 1;
        !still.group.starts_with("printed-board") || number % 20 == 0
    });
    all.extend(stills::reel_stills(&shared, 60, 120));
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for still in all.iter().filter(|still| !still.boards.is_empty()) {
        let image = still.image();
        let started = Instant::now();
        let found = find_boards(&image, still.boards.len());
        let elapsed = started.elapsed();
        let tally = tallies.entry(still.group.clone()).or_default();
        tally.slowest = tally.slowest.max(elapsed);
        tally.total += elapsed;
        tally.boards += still.boards.len();
        match found {
            Ok(boards) => {
                let pairs = still.boards.iter().zip(&boards);
                tally.errors.extend(pairs.map(|(truth, found)| stills::corner_error(truth, &found.lattice.clockwise)));
            }
            Err(error) => {
                println!("{} {}: {error}", still.group, still.name);
                tally.missed += still.boards.len();
            }
        }
    }
    println!("{:<24} boards missed within 0.1  median   worst  ms mean  slowest", "group");
    for (group, tally) in &mut tallies {
        tally.errors.sort_by(f64::total_cmp);
        println!(
            "{group:<24} {:>6} {:>6} {:>10} {:>7.3} {:>7.3} {:>8} {:>8}",
            tally.boards,
            tally.missed,
            tally.errors.iter().filter(|&&error| error <= 0.1).count(),
            tally.errors.get(tally.errors.len() / 2).unwrap_or(&f64::NAN),
            tally.errors.last().unwrap_or(&f64::NAN),
            tally.total.as_millis() / tally.boards as u128,
            tally.slowest.as_millis()
        );
    }
    for floor in FLOORS {
        for (group, tally) in tallies.iter().filter(|(group, _)| group.starts_with(floor.group)) {
            let good = tally.errors.iter().filter(|&&error| error <= floor.tolerance).count();
            let share = good as f64 / tally.boards as f64;
            assert!(
                share >= floor.least_share,
                "{group}: {good} of {} boards are within {} of a square",
                tally.boards,
                floor.tolerance
            );
        }
    }
}
