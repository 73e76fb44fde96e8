use crate::noise::{Eyes, Noise, Random, Told, observation, random_game};
use arbiter::{Arbiter, Setup, event::Event, rules::MoveRules};
use board::{BoardEvidence, BoardId, Placement, Square, SquareEvidence, Stamp, Standing};

const FRAME_MS: i64 = 66;

/// One frame a tenth of a second or so: the hand covers what the move touches and the squares on its way for half a second.
struct Film {
    frames: Vec<(BoardEvidence, i64)>,
    released: Vec<i64>,
}

fn film(game: &[(String, Placement)], seed: u64, noise: Noise) -> Film {
    let (mut eyes, mut random) = (Eyes::new(seed, noise), Random(seed + 77));
    let (mut frames, mut released, mut at) = (Vec::new(), Vec::new(), 0);
    let mut before = Placement::start();
    let mut show = |placement: &Placement, covered: &dyn Fn(Square) -> bool, count: usize, at: &mut i64| {
        for _ in 0..count {
            let mut evidence = eyes.look(placement);
            for square in Square::all().filter(|&square| covered(square)) {
                evidence.0[square.index()] = SquareEvidence::NOT_SEEN;
            }
            frames.push((evidence, *at));
            *at += FRAME_MS;
        }
    };
    show(&before, &|_| false, 6, &mut at);
    for (uci, after) in game {
        let from: Square = uci[..2].parse().unwrap();
        let to: Square = uci[2..4].parse().unwrap();
        let near = |a: Square, b: Square| a.file().abs_diff(b.file()) <= 1 && a.rank().abs_diff(b.rank()) <= 1;
        // the piece is lifted, carried and put down; squares near the hand are covered
        let mut lifted = before;
        lifted[from] = None;
        show(&before, &|square| near(square, from), 2, &mut at);
        show(&lifted, &|square| near(square, to), 3, &mut at);
        show(after, &|square| near(square, to), 2, &mut at);
        released.push(at);
        let rest = 3 + random.below(6);
        show(after, &|_| false, rest, &mut at);
        before = *after;
    }
    show(&before, &|_| false, 10, &mut at);
    Film { frames, released }
}

#[test]
fn moves_under_a_hand_are_found_within_half_a_second() {
    let noise = Noise { kind: 0.08, color_or_occupancy: 0.002 };
    let (mut right, mut all, mut in_time) = (0, 0, 0);
    for seed in 1..=15 {
        let game = random_game(&mut Random(seed * 104_729), 60);
        let film = film(&game, seed, noise);
        let mut arbiter = Arbiter::new(Setup::new(vec![BoardId::A], MoveRules::CHESS));
        let (mut told, mut first_told) = (Told::default(), Vec::new());
        for (frame, (evidence, at)) in film.frames.iter().enumerate() {
            let at = Stamp::from_millis(*at);
            let input = observation(evidence.clone(), BoardId::A, frame as u64, at, Standing::Frame);
            let events = arbiter.step(&input);
            for event in &events {
                if let Event::Turn(turn) = event {
                    first_told.resize(first_told.len().max(turn.ply as usize), 0);
                    first_told[turn.ply as usize - 1] = turn.reported.millis();
                }
            }
            told.take(&events);
        }
        told.take(&arbiter.finish(Stamp::from_millis(film.frames.last().unwrap().1)));
        let found = told.moves(BoardId::A);
        for (ply, (mv, _)) in game.iter().enumerate() {
            all += 1;
            if found.get(ply) == Some(mv) {
                right += 1;
                in_time += usize::from(first_told.get(ply).is_some_and(|&at| at <= film.released[ply] + 500));
            }
        }
    }
    println!("{right} of {all} plies right, {in_time} of them told within half a second");
    assert!(right * 1000 >= all * 990, "{right} of {all} plies right");
    assert!(in_time * 100 >= right * 97, "{in_time} of {right} told in time");
}
