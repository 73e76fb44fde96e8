//! What the rules make of what is seen, with clocks and declarations: when it is said, and when it is not.

use crate::table::{Table, last_turn, standing};
use arbiter::event::Event;
use board::{Color, Kind, Stamp};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
/// 1. Bf1-c4 without e2-e4.
const ILLEGAL: &str = "rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR";

#[test]
fn nothing_is_said_against_a_move_before_its_press() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, E4);
    table.press(1200, Color::White);
    table.see(2000, "rnbqkb1r/pppppppp/8/4n3/4P3/8/PPPP1PPP/RNBQKBNR"); // the knight went from g8 to e5
    assert_eq!(standing(&table.events), []);
    table.press(2600, Color::Black);
    assert_eq!(standing(&table.events), [("illegal_move".to_owned(), 2600, true)]);
}

#[test]
fn an_illegal_move_taken_back_before_the_press_is_no_alert() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, E4);
    table.press(1200, Color::White);
    table.see(2000, "rnbqkb1r/pppppppp/8/4n3/4P3/8/PPPP1PPP/RNBQKBNR");
    table.see(3000, E4);
    table.see(4000, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR");
    table.press(4200, Color::Black);
    let events = table.end(20_000);
    let illegal = standing(&events).into_iter().filter(|(kind, ..)| kind == "illegal_move").count();
    assert_eq!(illegal, 0, "{events:#?}");
}

#[test]
fn without_a_clock_an_illegal_move_is_told_at_once() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, ILLEGAL);
    assert_eq!(standing(&table.events), [("illegal_move".to_owned(), 1000, true)]);
}

#[test]
fn a_silent_arbiter_keeps_what_he_finds() {
    let mut table = Table::new("ro");
    table.see(0, START);
    table.see(1000, ILLEGAL);
    let shown: Vec<bool> = standing(&table.events).into_iter().map(|(.., shown)| shown).collect();
    assert_eq!(shown, [false]);
}

/// White's pawn has come to b7, Black's rook has left b8.
fn before_promotion(table: &mut Table) {
    table.see(0, START);
    let path = [
        ("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR", Color::White),
        ("rnbqkbnr/1ppppppp/p7/8/P7/8/1PPPPPPP/RNBQKBNR", Color::Black),
        ("rnbqkbnr/1ppppppp/p7/P7/8/8/1PPPPPPP/RNBQKBNR", Color::White),
        ("rnbqkbnr/2pppppp/pp6/P7/8/8/1PPPPPPP/RNBQKBNR", Color::Black),
        ("rnbqkbnr/2pppppp/pP6/8/8/8/1PPPPPPP/RNBQKBNR", Color::White),
        ("1nbqkbnr/r1pppppp/pP6/8/8/8/1PPPPPPP/RNBQKBNR", Color::Black),
        ("1nbqkbnr/P1pppppp/p7/8/8/8/1PPPPPPP/RNBQKBNR", Color::White),
        ("1nbqkb1r/P1pppppp/p4n2/8/8/8/1PPPPPPP/RNBQKBNR", Color::Black),
    ];
    for (index, (placement, color)) in path.into_iter().enumerate() {
        let ms = 1000 * (index as i64 + 1);
        table.see(ms, placement);
        table.press(ms + 200, color);
    }
}

/// The pawn has taken the knight on b8 and stays a pawn.
const PROMOTED: &str = "1Pbqkb1r/2pppppp/p4n2/8/8/8/1PPPPPPP/RNBQKBNR";

#[test]
fn a_promotion_that_was_not_declared_is_told_after_the_press() {
    let mut table = Table::new("gr");
    before_promotion(&mut table);
    table.see(10_000, PROMOTED);
    assert_eq!(last_turn(&table.events).uci, "a7b8q");
    table.press(10_200, Color::White);
    assert_eq!(standing(&table.events), []);
    table.see(13_000, PROMOTED);
    let alerts = standing(&table.events);
    assert_eq!(alerts, [("promotion_not_declared".to_owned(), 13_000, true)]);
}

#[test]
fn a_declared_promotion_is_what_was_declared_and_no_alert() {
    for early in [true, false] {
        let mut table = Table::new("gr");
        before_promotion(&mut table);
        if early {
            table.declare(9_900, Color::White, Kind::Knight);
        }
        table.see(10_000, PROMOTED);
        if !early {
            assert_eq!(last_turn(&table.events).uci, "a7b8q");
            table.declare(10_100, Color::White, Kind::Knight);
        }
        assert_eq!(last_turn(&table.events).uci, "a7b8n", "early {early}");
        table.press(10_200, Color::White);
        assert_eq!(standing(&table.end(20_000)), [], "early {early}");
    }
}

#[test]
fn a_press_without_a_move_is_told_when_no_move_is_seen() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, E4);
    table.press(1200, Color::White);
    table.press(2000, Color::Black);
    table.see(2100, E4);
    assert_eq!(standing(&table.events), [], "the move may be under the hand");
    table.see(2400, E4);
    let kinds: Vec<String> = standing(&table.events).into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["press_without_move"]);
}

#[test]
fn a_move_seen_only_after_its_press_is_no_press_without_a_move() {
    let mut table = Table::new("gr");
    table.see(0, START);
    table.see(1000, E4);
    table.press(1200, Color::White);
    table.press(2000, Color::Black);
    table.see(3900, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
    assert_eq!(last_turn(&table.events).pressed, Some(Stamp::from_millis(2000)));
    assert_eq!(standing(&table.end(20_000)), []);
}

#[test]
fn a_mate_gives_the_result() {
    let mut table = Table::new("ch");
    let path = [
        START,
        "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR",
        "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR",
    ];
    for (index, placement) in path.into_iter().enumerate() {
        table.see(1000 * index as i64, placement);
    }
    let events = table.end(10_000);
    let result = events.iter().find_map(|event| match event {
        Event::Result { result, text, .. } => Some((result.as_str(), text.as_str())),
        _ => None,
    });
    assert_eq!(result.map(|(result, _)| result), Some("0-1"), "{events:#?}");
}

#[test]
fn a_press_that_is_seen_completes_its_turn_if_it_is_sure_and_nothing_is_heard() {
    let mut table = Table::new("free");
    table.see(0, START);
    table.see(1000, E4);
    table.see_press(1400, 1200, Color::White, 600);
    assert_eq!(last_turn(&table.events).pressed, None, "not sure enough");
    table.see_press(1500, 1200, Color::White, 900);
    let turn = last_turn(&table.events);
    assert_eq!((turn.pressed, turn.reported), (Some(Stamp::from_millis(1200)), Stamp::from_millis(1500)));
    table.press(1600, Color::White);
    table.see(2000, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
    table.see_press(2500, 2300, Color::Black, 990);
    assert_eq!(last_turn(&table.events).pressed, None, "what is heard overrides what is seen");
    table.press(2600, Color::Black);
    assert_eq!(last_turn(&table.events).pressed, Some(Stamp::from_millis(2600)));
    let events = table.end(3000);
    assert!(standing(&events).is_empty(), "{events:?}");
}
