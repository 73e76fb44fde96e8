//! What the tests of books and of what is made from them begin with.

use super::*;
use arbiter::event::{Turn, TurnId};
use board::Color;

/// A legal turn at a moment in milliseconds; its seat follows from its ply.
pub fn turn(id: u32, board: BoardId, ply: u32, uci: &str, at: i64) -> Turn {
    let color = if ply % 2 == 1 { Color::White } else { Color::Black };
    Turn {
        id: TurnId(id),
        board,
        seat: Seat::new(board, color),
        ply,
        uci: uci.to_owned(),
        san: uci.to_owned(),
        at: Stamp::from_millis(at),
        pressed: None,
        reported: Stamp::from_millis(at + 200),
        legal: true,
        violations: Vec::new(),
        certainty: 998,
    }
}

/// An alert of board A about no turn.
pub fn alert(id: u32, kind: AlertKind, state: AlertState, text: &str) -> Alert {
    Alert {
        id: AlertId(id),
        state,
        kind,
        board: BoardId::A,
        seat: None,
        turn: None,
        piece: None,
        uci: None,
        squares: Vec::new(),
        articles: Vec::new(),
        placement: None,
        text: text.to_owned(),
        remedy: None,
        at: Stamp::from_millis(1000),
        reported: Stamp::from_millis(1200),
        certainty: 950,
        shown: true,
    }
}

/// The books of two boards under `free`, or of what is given.
pub fn books(events: &[Event], clock: &[ClockReading]) -> Books {
    let manifest = Manifest {
        program: "0.1.0".to_owned(),
        boards: BoardId::BOTH.to_vec(),
        sources: vec!["table.mp4".to_owned()],
        unwatched: Some(vec!["reserves".to_owned()]),
        ..Manifest::default()
    };
    Books::new(manifest, Profile::free(), events, clock.to_vec(), Heard::default()).unwrap()
}

/// Both boards begin, and so many turns follow, one after the other: `A e2e4`.
pub fn played(moves: &[&str]) -> Vec<Event> {
    let mut events: Vec<Event> = BoardId::BOTH
        .into_iter()
        .map(|board| Event::Started { board, placement: Placement::start(), at: Stamp::ZERO })
        .collect();
    let mut plies = [0; 2];
    for (number, text) in (1u32..).zip(moves) {
        let (board, uci) = text.split_once(' ').unwrap();
        let board = if board == "A" { BoardId::A } else { BoardId::B };
        plies[board.index()] += 1;
        events.push(Event::Turn(turn(number, board, plies[board.index()], uci, i64::from(number) * 1000)));
    }
    events
}

fn reserve(table: &Table, seat: &str) -> String {
    let seat: Seat = seat.parse().unwrap();
    table.reserve(seat).letters(seat.color)
}

const MOVES: [&str; 6] = ["A e2e4", "A d7d5", "B d2d4", "A e4d5", "B g8f6", "A d8d5"];

#[test]
fn what_is_taken_goes_to_the_partner_and_the_table_can_be_had_at_any_moment() {
    let books = books(&played(&MOVES), &[]);
    assert_eq!((books.games.len(), books.turns().count()), (1, 6));
    let table = books.table_at(books.last_moment());
    assert_eq!((reserve(&table, "Bb"), reserve(&table, "Bw")), ("p".to_owned(), "P".to_owned()));
    let table = books.table_at(Stamp::from_millis(3999));
    assert!(Seat::ALL.iter().all(|seat| table.reserve(*seat).is_empty()));
    assert_eq!(table.board(BoardId::A).turn(), Color::White);
    assert_eq!(table.board(BoardId::B).turn(), Color::Black);
    assert_eq!(books.table_at(Stamp::from_millis(-5)), Table::start());
}

#[test]
fn a_drop_waits_for_the_piece_it_drops() {
    let mut events = played(&MOVES[..4]);
    // by its moment the drop came before the capture that gives the pawn
    let drop = turn(9, BoardId::B, 2, "P@e3", 3500);
    events.push(Event::Turn(drop));
    let books = books(&events, &[]);
    let order: Vec<&str> = books.turns().map(|entry| entry.turn.uci.as_str()).collect();
    assert_eq!(order, ["e2e4", "d7d5", "d2d4", "e4d5", "P@e3"]);
    assert!(reserve(&books.table_at(books.last_moment()), "Bb").is_empty());
}

#[test]
fn what_nothing_explains_begins_a_stretch_of_its_own_with_what_was_held() {
    let mut events = played(&MOVES);
    let seen = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR";
    let text = format!("Board A: no move explains what is seen; taken as {seen} from here on.");
    let mut unexplained = alert(1, AlertKind::Unexplained, AlertState::Opened, &text);
    unexplained.at = Stamp::from_millis(7000);
    events.push(Event::Alert(unexplained));
    events.push(Event::Turn(turn(20, BoardId::A, 6, "d5a5", 9000)));
    let books = books(&events, &[]);
    assert_eq!(books.games.len(), 2);
    let second = &books.games[1];
    assert_eq!((second.taken_as_seen, second.entries.len()), (Some(BoardId::A), 1));
    assert_eq!(second.start.board(BoardId::A).placement().to_string(), seen);
    assert_eq!(second.start.board(BoardId::A).turn(), Color::Black);
    assert_eq!(reserve(&second.start, "Bb"), "p");
    assert_eq!(books.table_at(Stamp::from_millis(8000)), second.start);
    assert!(matches!(books.doubts()[..], [Doubt::Unexplained(_)]));
}

#[test]
fn a_second_match_begins_with_empty_reserves() {
    let mut events = played(&MOVES);
    for board in BoardId::BOTH {
        events.push(Event::Started { board, placement: Placement::start(), at: Stamp::from_millis(60_000) });
        events.push(Event::Turn(turn(30 + board.index() as u32, board, 11, "d2d4", 61_000)));
    }
    let books = books(&events, &[]);
    assert_eq!(books.games.len(), 2);
    assert_eq!(books.games[1].start, Table::start());
    assert_eq!((books.games[0].entries.len(), books.games[1].entries.len()), (6, 2));
}

#[test]
fn an_irregular_move_that_would_be_read_as_castling_is_told_apart() {
    let mut events = played(&["A g1f3", "A g8f6", "A g2g3", "A g7g6", "A f1g2", "A f8g7"]);
    let slip = Turn {
        legal: false,
        violations: vec![arbiter::rules::Irregularity::CannotMoveSo],
        ..turn(20, BoardId::A, 7, "e1g1", 9000)
    };
    events.push(Event::Turn(slip));
    let books = books(&events, &[]);
    let placement = books.table_at(books.last_moment()).board(BoardId::A).placement();
    assert!(placement.to_string().ends_with("RNBQ2KR"), "{placement}");
    assert_eq!(books.games.len(), 2, "a file of games goes on from what stood");
}

#[test]
fn times_left_are_those_read_with_the_press() {
    let at = |ms| Stamp::from_millis(ms);
    let reading =
        |ms, pressed, white_ms, black_ms| ClockReading { at: at(ms), board: BoardId::A, pressed, white_ms, black_ms };
    let clock = [
        reading(1100, Some(Color::White), None, None),
        reading(1600, None, Some(178_900), Some(180_000)),
        reading(2100, Some(Color::Black), Some(178_900), Some(179_100)),
    ];
    let mut events = played(&["A e2e4", "A d7d5"]);
    for event in &mut events {
        if let Event::Turn(turn) = event {
            turn.pressed = Some(at(turn.at.millis() + 100));
        }
    }
    let books = books(&events, &clock);
    let left: Vec<Option<i64>> = books.turns().map(|entry| books.remaining_ms(entry)).collect();
    assert_eq!(left, [Some(178_900), Some(179_100)]);
    assert_eq!(books.clock_at(BoardId::A, at(2000)).map(|reading| reading.at), Some(at(1600)));
    assert_eq!(books.clock_at(BoardId::B, at(9000)), None);
}

#[test]
fn alerts_are_sorted_by_whether_they_hold_and_may_be_told() {
    let mut kept = alert(3, AlertKind::WrongStart, AlertState::Opened, "kept");
    kept.shown = false;
    let mut events = played(&MOVES);
    events.extend([
        Event::Alert(alert(1, AlertKind::IllegalMove, AlertState::Opened, "one")),
        Event::Alert(alert(2, AlertKind::IllegalMove, AlertState::Opened, "two")),
        Event::Alert(kept),
        Event::Alert(alert(2, AlertKind::IllegalMove, AlertState::Closed, "two")),
    ]);
    let books = books(&events, &[]);
    let ids =
        |alerts: &mut dyn Iterator<Item = &(Alert, Stamp)>| alerts.map(|(alert, _)| alert.id.0).collect::<Vec<_>>();
    assert_eq!(ids(&mut books.standing()), [1]);
    assert_eq!(ids(&mut books.kept()), [3]);
    assert_eq!(ids(&mut books.closed()), [2]);
    assert_eq!(books.unwatched, [Unwatched::Reserves]);
}

#[test]
fn a_reserve_that_was_put_right_is_held_from_there_on() {
    let seat = Seat::new(BoardId::B, Color::White);
    let mut events = played(&["A e2e4", "A d7d5"]);
    events.push(Event::Ruled {
        by: board::Speaker::Arbiter,
        what: board::Decision::Reserve { seat, held: "QN".to_owned() },
        at: Stamp::from_millis(2500),
        accepted: true,
        text: String::new(),
        articles: Vec::new(),
    });
    let books = books(&events, &[]);
    let held = |ms| books.table_at(Stamp::from_millis(ms)).reserve(seat).len();
    assert_eq!((held(2400), held(9000)), (0, 2));
}
