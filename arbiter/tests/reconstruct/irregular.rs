//! What no rule allows, or what no move explains: told, and the game goes on.

use crate::noise::{Eyes, Noise, Told, observation};
use arbiter::{
    Arbiter, Setup,
    event::{AlertKind, AlertState, Event},
    rules::{Irregularity, MoveRules},
};
use board::{BoardEvidence, BoardId, Placement, Square, SquareEvidence, Stamp, Standing};

const CLEAR: Noise = Noise { kind: 0.0, color_or_occupancy: 0.0 };

/// Shows each placement in one photograph and returns all events.
fn photographs(placements: &[&str], rules: MoveRules) -> Vec<Event> {
    let mut arbiter = Arbiter::new(Setup::new(vec![BoardId::A], rules));
    let mut eyes = Eyes::new(1, CLEAR);
    let mut events = Vec::new();
    for (frame, text) in placements.iter().enumerate() {
        let placement: Placement = text.parse().unwrap();
        let at = Stamp::from_millis(1000 * frame as i64);
        let evidence = eyes.look(&placement);
        events.extend(arbiter.step(&observation(evidence, BoardId::A, frame as u64, at, Standing::Photograph)));
    }
    events.extend(arbiter.finish(Stamp::from_millis(1000 * placements.len() as i64)));
    events
}

fn moves(events: &[Event]) -> Vec<String> {
    let mut told = Told::default();
    told.take(events);
    told.moves(BoardId::A)
}

fn alerts(events: &[Event], wanted: AlertKind) -> usize {
    let opened = |event: &&Event| matches!(event, Event::Alert(a) if a.kind == wanted && a.state == AlertState::Opened);
    events.iter().filter(opened).count()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
const E4_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";

#[test]
fn an_illegal_move_is_told_as_what_it_is_and_the_game_goes_on() {
    // 1. e4 e5 2. Bc4 Nc6 3. Bc4-c3, which no bishop does, 3... Nf6
    let events = photographs(
        &[
            START,
            E4,
            E4_E5,
            "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR",
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2B5/PPPP1PPP/RNBQK1NR",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2B5/PPPP1PPP/RNBQK1NR",
        ],
        MoveRules::CHESS,
    );
    assert_eq!(moves(&events), ["e2e4", "e7e5", "f1c4", "b8c6", "c4c3", "g8f6"]);
    assert_eq!(alerts(&events, AlertKind::IllegalMove), 1);
    let illegal: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Turn(turn) if !turn.legal => Some((turn.uci.as_str(), turn.violations.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(illegal, [("c4c3", vec![Irregularity::CannotMoveSo])]);
}

#[test]
fn a_player_who_moves_twice_is_out_of_turn() {
    let events = photographs(
        &[
            START,
            E4,
            "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR",
            "rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR",
        ],
        MoveRules::CHESS,
    );
    assert_eq!(moves(&events), ["e2e4", "d2d4", "d7d5"]);
    assert_eq!(alerts(&events, AlertKind::IllegalMove), 1);
}

#[test]
fn a_board_that_nothing_explains_is_taken_as_it_is_seen() {
    let swept = "8/8/4k3/8/8/3K4/3P4/8";
    let events = photographs(&[START, E4, swept, "8/8/4k3/8/3P4/3K4/8/8"], MoveRules::CHESS);
    assert_eq!(alerts(&events, AlertKind::Unexplained), 1);
    assert_eq!(moves(&events).last().map(String::as_str), Some("d2d4"));
    let Some(Event::End { placements, .. }) = events.last() else { panic!("no end") };
    assert_eq!(placements[0].1.to_string(), "8/8/4k3/8/3P4/3K4/8/8");
}

#[test]
fn a_recording_that_begins_in_the_middle_is_said_to() {
    let middle = "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1N1B3/1PP1B1PP/R2Q1RK1";
    let events = photographs(&[middle, "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1N1BB2/1PP3PP/R2Q1RK1"], MoveRules::CHESS);
    assert_eq!(alerts(&events, AlertKind::WrongStart), 1, "{events:?}");
    assert_eq!(moves(&events), ["e2f3"]);
}

#[test]
fn a_board_without_kings_is_no_game_that_begins_wrongly() {
    let empty = "8/8/8/8/8/8/8/8";
    let events = photographs(&[empty, empty, "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR"], MoveRules::CHESS);
    assert_eq!(alerts(&events, AlertKind::WrongStart), 0, "{events:?}");
}

#[test]
fn a_drop_of_a_piece_that_was_never_taken_is_a_violation() {
    let dropped = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKBNR";
    let events = photographs(
        &[START, E4, E4_E5, dropped, "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKBNR"],
        MoveRules::FREE,
    );
    assert_eq!(moves(&events), ["e2e4", "e7e5", "N@f3", "d7d6"]);
    assert_eq!(alerts(&events, AlertKind::IllegalDrop), 1);
}

#[test]
fn castling_seen_half_way_is_castling() {
    let before = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
    let half = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ2KR";
    let castled = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1";
    let mut placements = vec![START, E4, E4_E5];
    placements.extend([
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
        "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
        "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R",
        before,
    ]);
    placements.extend([castled, "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1"]);
    let whole = moves(&photographs(&placements, MoveRules::CHESS));
    placements.insert(7, half);
    let seen_half_way = moves(&photographs(&placements, MoveRules::CHESS));
    assert_eq!(seen_half_way, whole);
    assert_eq!(whole.last().map(String::as_str), Some("e8g8"));
}

/// Frames of one placement, some squares covered.
fn film(frames: &mut Vec<BoardEvidence>, eyes: &mut Eyes, placement: &str, covered: &[&str], count: usize) {
    for _ in 0..count {
        let mut evidence = eyes.look(&placement.parse().unwrap());
        for square in covered {
            evidence.0[square.parse::<Square>().unwrap().index()] = SquareEvidence::NOT_SEEN;
        }
        frames.push(evidence);
    }
}

#[test]
fn a_piece_put_down_and_slid_on_is_one_move_told_anew() {
    let (mut frames, mut eyes) = (Vec::new(), Eyes::new(1, CLEAR));
    film(&mut frames, &mut eyes, START, &[], 5);
    film(&mut frames, &mut eyes, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", &["e3", "e4"], 4);
    film(&mut frames, &mut eyes, "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR", &[], 6);
    film(&mut frames, &mut eyes, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", &["e3", "e4"], 2);
    film(&mut frames, &mut eyes, E4, &[], 6);
    film(&mut frames, &mut eyes, E4_E5, &[], 6);
    let mut arbiter = Arbiter::new(Setup::new(vec![BoardId::A], MoveRules::CHESS));
    let mut events = Vec::new();
    for (frame, evidence) in frames.into_iter().enumerate() {
        let at = Stamp::from_millis(60 * frame as i64);
        events.extend(arbiter.step(&observation(evidence, BoardId::A, frame as u64, at, Standing::Frame)));
    }
    events.extend(arbiter.finish(Stamp::from_millis(2000)));
    assert_eq!(moves(&events), ["e2e4", "e7e5"], "{events:?}");
    let told = events.iter().find_map(|event| match event {
        Event::Turn(turn) if turn.uci == "e2e3" => Some(turn.id),
        _ => None,
    });
    // it was taken back before the press, or never meant: either way it is told no more
    let no_more = events.iter().any(|event| match event {
        Event::TurnAmended { of, turn } => Some(*of) == told && turn.uci == "e2e4",
        Event::TurnWithdrawn { of, .. } => Some(*of) == told,
        _ => false,
    });
    assert!(told.is_some() && no_more, "{events:?}");
    assert_eq!(alerts(&events, AlertKind::IllegalMove), 0);
}
