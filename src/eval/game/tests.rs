use super::super::truth::Footage;
use super::*;
use arbiter::event::AlertKind;
use board::{Color, Seat};

fn sequence(plies: &[(&str, bool)]) -> Sequence {
    let ply = |&(uci, legal): &(&str, bool)| Ply { uci: uci.to_owned(), legal, released: None };
    Sequence {
        name: "games/one".to_owned(),
        group: "games".to_owned(),
        footage: Footage::Photographs(Vec::new()),
        frames: BTreeMap::new(),
        plies: Some(BTreeMap::from([(BoardId::A, plies.iter().map(ply).collect())])),
        outlines: BTreeMap::new(),
        other_violations: Vec::new(),
    }
}

fn turn(id: u32, ply: u32, uci: &str) -> Turn {
    Turn {
        id: TurnId(id),
        board: BoardId::A,
        seat: Seat::new(BoardId::A, if ply % 2 == 1 { Color::White } else { Color::Black }),
        ply,
        uci: uci.to_owned(),
        san: uci.to_owned(),
        at: Stamp::ZERO,
        pressed: None,
        reported: Stamp::from_millis(i64::from(id)),
        legal: true,
        violations: Vec::new(),
        certainty: 1000,
    }
}

fn alert(id: u32, of: Option<u32>, state: AlertState) -> Event {
    Event::Alert(Alert {
        id: AlertId(id),
        state,
        kind: AlertKind::IllegalMove,
        board: BoardId::A,
        seat: None,
        turn: of.map(TurnId),
        uci: None,
        piece: None,
        squares: Vec::new(),
        articles: Vec::new(),
        placement: None,
        text: String::new(),
        remedy: None,
        at: Stamp::ZERO,
        reported: Stamp::ZERO,
        certainty: 1000,
        shown: true,
    })
}

fn follow(events: &[Event]) -> Follower {
    let mut follower = Follower::new(None);
    events.iter().for_each(|event| follower.said(event));
    follower
}

#[test]
fn amendments_and_withdrawals_count_as_they_end() {
    let truth = sequence(&[("e2e4", true), ("e7e5", true), ("g1f3", true)]);
    let told = [
        Event::Turn(turn(1, 1, "e2e4")),
        Event::Turn(turn(2, 2, "e7e6")),
        Event::Turn(turn(3, 3, "b1c3")),
        Event::TurnAmended { of: TurnId(2), turn: turn(2, 2, "e7e5") },
        Event::TurnWithdrawn { of: TurnId(3), reported: Stamp::ZERO },
        Event::Turn(turn(4, 3, "g1f3")),
    ];
    assert!(follow(&told).agreement(&truth).unwrap().is_exact());
    let agreement = follow(&told[..4]).agreement(&truth).unwrap();
    assert_eq!((agreement.prefix, agreement.told, agreement.is_exact()), (2, 3, false));
}

#[test]
fn an_alert_is_right_only_for_an_illegal_ply() {
    let truth = sequence(&[("e2e4", true), ("e7f5", false), ("e1e8", false)]);
    let turns = [Event::Turn(turn(1, 1, "e2e4")), Event::Turn(turn(2, 2, "e7f5"))];
    let score = |alerts: &[Event]| follow(&[&turns[..], alerts].concat()).alerts(&truth).unwrap();
    assert_eq!(score(&[]), AlertScore { right: 0, missed: 2, invented: 0 });
    let right = alert(1, Some(2), AlertState::Opened);
    assert_eq!(score(std::slice::from_ref(&right)), AlertScore { right: 1, missed: 1, invented: 0 });
    let invented = [right.clone(), alert(2, Some(1), AlertState::Opened), alert(3, None, AlertState::Opened)];
    assert_eq!(score(&invented), AlertScore { right: 1, missed: 1, invented: 2 });
    let closed = [right, alert(1, Some(2), AlertState::Closed)];
    assert_eq!(score(&closed), AlertScore { right: 0, missed: 2, invented: 0 });
}

#[test]
fn a_hidden_piece_is_right_by_kind_seat_and_piece() {
    let seat = Seat::new(BoardId::B, Color::Black);
    let other = OtherViolation { kind: "hidden_reserve".to_owned(), seat: Some(seat), piece: Some('N') };
    let truth = Sequence { other_violations: vec![other], ..sequence(&[]) };
    let hidden = |piece: char| {
        let Event::Alert(told) = alert(1, None, AlertState::Opened) else { panic!("no alert") };
        Event::Alert(Alert { kind: AlertKind::HiddenReserve, seat: Some(seat), piece: Some(piece), ..told })
    };
    let score = |event: Event| follow(&[event]).alerts(&truth).unwrap();
    assert_eq!(score(hidden('N')), AlertScore { right: 1, missed: 0, invented: 0 });
    assert_eq!(score(hidden('P')), AlertScore { right: 0, missed: 1, invented: 1 });
}
