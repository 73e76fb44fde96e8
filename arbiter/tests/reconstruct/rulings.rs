//! What people enter: corrections, decisions on alerts, claims.

use crate::{
    noise::Told,
    table::{Table, standing},
};
use arbiter::event::Event;
use board::{BoardId, ClaimWord, Color, Decision, GameWord, PenaltyWord, Seat};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
const E4_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
const NF3: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
/// 1. Bf1-c4 without e2-e4.
const ILLEGAL: &str = "rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR";

fn moves(events: &[Event]) -> Vec<String> {
    let mut told = Told::default();
    told.take(events);
    told.moves(BoardId::A)
}

/// The name of the turn that was told for a move.
fn turn_of(events: &[Event], uci: &str) -> u32 {
    let named = events.iter().find_map(|event| match event {
        Event::Turn(turn) if turn.uci == uci => Some(turn.id.0),
        _ => None,
    });
    named.unwrap_or_else(|| panic!("{uci} was not told"))
}

#[test]
fn a_corrected_move_is_amended_and_what_followed_is_kept() {
    let mut table = Table::new("gr");
    for (ms, placement) in [(0, START), (1000, E4), (2000, E4_E5), (3000, NF3)] {
        table.see(ms, placement);
    }
    assert_eq!(moves(&table.events), ["e2e4", "e7e5", "g1f3"]);
    let turn = turn_of(&table.events, "e7e5");
    let (accepted, text) = table.rule(3500, Decision::Turn { turn, uci: Some("e7e6".to_owned()) });
    assert!(accepted, "{text}");
    assert_eq!(moves(&table.events), ["e2e4", "e7e6", "g1f3"]);
    // the eyes still see the pawn on e5, and are not believed
    table.see(4000, NF3);
    assert_eq!(moves(&table.events), ["e2e4", "e7e6", "g1f3"]);
    let (accepted, text) = table.rule(4500, Decision::Turn { turn, uci: Some("e5e4".to_owned()) });
    assert!(!accepted && text.contains("e5e4"), "{text}");
    let (accepted, text) = table.rule(4600, Decision::Turn { turn: 99, uci: None });
    assert!(!accepted && text.contains("99"), "{text}");
    let (accepted, text) = table.rule(4700, Decision::Turn { turn, uci: Some("kings".to_owned()) });
    assert!(!accepted && text.contains("kings"), "{text}");
    assert_eq!(moves(&table.events), ["e2e4", "e7e6", "g1f3"]);
}

#[test]
fn a_move_that_was_none_is_withdrawn() {
    let mut table = Table::new("gr");
    for (ms, placement) in [(0, START), (1000, E4), (2000, E4_E5)] {
        table.see(ms, placement);
    }
    let turn = turn_of(&table.events, "e7e5");
    assert!(table.rule(2500, Decision::Turn { turn, uci: None }).0);
    assert_eq!(moves(&table.events), ["e2e4"]);
    assert_eq!(table.arbiter.position(BoardId::A).unwrap().turn(), Color::Black);
}

#[test]
fn a_position_that_is_set_stands_and_play_goes_on_from_it() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, E4);
    let placement = "4k3/4r3/8/8/8/8/4P3/4K2R".parse().unwrap();
    assert!(table.rule(2000, Decision::Position { board: BoardId::A, placement, to_move: Color::White }).0);
    table.see(3000, "4k3/4r3/8/8/8/8/4P3/4K2R");
    assert_eq!(table.arbiter.placement(BoardId::A).unwrap(), placement);
    table.see(4000, "4k3/4r3/8/8/8/8/4P3/5RK1");
    assert_eq!(moves(&table.events), ["e2e4", "e1g1"]);
    assert_eq!(standing(&table.events), [], "nobody is alerted of what the arbiter himself has set");
    let nowhere = Decision::Position { board: BoardId::A, placement, to_move: Color::White };
    assert!(table.rule(5000, nowhere).0);
}

#[test]
fn a_dismissed_alert_is_closed_and_an_upheld_one_is_certain() {
    let mut table = Table::new("free");
    table.see(0, START);
    table.see(1000, ILLEGAL);
    let alert = table.events.iter().find_map(|event| match event {
        Event::Alert(alert) => Some(alert.id.0),
        _ => None,
    });
    let alert = alert.unwrap_or_else(|| panic!("{:?}", table.events));
    assert!(table.rule(1500, Decision::Uphold { alert }).0);
    assert!(table.events.iter().any(|event| matches!(event, Event::Alert(alert) if alert.certainty == 1000)));
    assert_eq!(standing(&table.events).len(), 1);
    assert!(table.rule(2000, Decision::Dismiss { alert }).0);
    assert_eq!(standing(&table.events), []);
    assert!(!table.rule(2500, Decision::Dismiss { alert }).0, "it is closed");
    assert!(!table.rule(2500, Decision::Uphold { alert: 77 }).0);
    table.see(3000, ILLEGAL);
    assert_eq!(standing(&table.end(4000)), []);
}

#[test]
fn a_claim_is_answered_with_its_article() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, E4);
    table.press(1200, Color::White);
    let seat = Seat::new(BoardId::A, Color::Black);
    let (accepted, text) = table.rule(1500, Decision::Claim { seat, claim: ClaimWord::Illegal });
    assert!(!accepted && text.contains("no illegal move"), "{text}");
    assert!(table.rule(1600, Decision::Note { text: "both agreed to play on".to_owned() }).0);
    assert!(table.rule(1700, Decision::Penalty { seat, penalty: PenaltyWord::Warning, seconds: 0 }).0);
    assert!(table.rule(1800, Decision::Clocks { board: BoardId::A, run: false }).0);
    assert!(table.rule(1900, Decision::Result { board: BoardId::A, result: GameWord::White }).0);
    let results: Vec<&str> = table
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Result { result, .. } => Some(result.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(results, ["1-0"]);
}

#[test]
fn from_a_reserve_that_was_put_right_is_dropped_as_from_any_other() {
    let dropped = "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR";
    let seat = Seat::new(BoardId::A, Color::White);
    let reserve = |held: &str| Decision::Reserve { seat, held: held.to_owned() };
    let turn = |table: &Table| {
        let mut turns = table.events.iter().filter_map(|event| match event {
            Event::Turn(turn) => Some((turn.uci.clone(), turn.legal)),
            _ => None,
        });
        turns.next_back().unwrap_or_else(|| panic!("{:?}", table.events))
    };
    let mut table = Table::new("gr");
    table.see(0, START);
    for wrong in ["Nk", "K", "nP", "N ", &"P".repeat(100)] {
        assert!(!table.rule(400, reserve(wrong)).0, "{wrong}");
    }
    let (accepted, text) = table.rule(500, reserve("NP"));
    assert!(accepted && text.contains("put right"), "{text}");
    table.see(1000, dropped);
    assert_eq!(turn(&table), ("N@e4".to_owned(), true));
    // what was taken away again is not there
    let mut table = Table::new("gr");
    table.see(0, START);
    assert!(table.rule(500, reserve("NP")).0 && table.rule(600, reserve("")).0);
    table.see(1000, dropped);
    let events = table.end(5000);
    let legal = |event: &Event| matches!(event, Event::Turn(turn) if turn.uci == "N@e4" && turn.legal);
    assert!(!events.iter().any(legal), "{events:?}");
}
