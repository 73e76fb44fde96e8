//! What must hold whatever happens at the table.
use arbiter::{
    procedures::{Claim, Happening, Input, MoveId, Outcome, Proceedings, Ruling, Window},
    profile::{Penalty, Profile},
    rules::{Move, MoveList, Pocket, Table, Verdict},
};
use board::{BoardId, Color, Kind, Piece, Seat, Square, Stamp};
use proptest::prelude::*;

/// Pieces of each colour and kind wherever they are, promoted ones as pawns; those that came from nowhere are taken off.
fn census(proceedings: &Proceedings) -> [[isize; 6]; 2] {
    let mut count = [[0; 6]; 2];
    let mut add = |piece: Piece, by: isize| count[piece.color.index()][piece.kind.index()] += by;
    for board in BoardId::BOTH {
        let position = proceedings.table().board(board);
        position.placement_of_bodies().pieces().for_each(|(_, piece)| add(piece, 1));
        for color in Color::BOTH {
            for (kind, held) in position.pocket(color).held() {
                add(Piece::new(color, kind), held as isize);
            }
        }
    }
    for seat in Seat::ALL {
        proceedings.coming(seat).for_each(|kind| add(Piece::new(seat.color, kind), 1));
    }
    proceedings.gone().iter().chain(proceedings.in_hand()).for_each(|&piece| add(piece, 1));
    proceedings.conjured().iter().for_each(|&piece| add(piece, -1));
    count
}

fn square(number: usize) -> Square {
    Square::from_index(number % 64).unwrap_or_else(|| unreachable!("{number} modulo 64 is a square"))
}

/// One thing that happens, made from three numbers and what stands on the table.
fn happening(proceedings: &Proceedings, [what, a, b]: [usize; 3]) -> Happening {
    let board = BoardId::BOTH[a % 2];
    let position = proceedings.table().board(board);
    let mover = Seat::new(board, position.turn());
    let seat = Seat::ALL[a % 4];
    let kind = Kind::HOLDABLE[b % 5];
    match what % 24 {
        0..=6 => {
            let mut moves = MoveList::new();
            position.legal_moves(&proceedings.profile().move_rules(), &mut moves);
            match moves.get(b % moves.len().max(1)) {
                Some(&mv) => Happening::Placed(mover, mv, None),
                None => Happening::Tick,
            }
        }
        7..=10 => Happening::Press(mover.opponent(), None),
        11 => Happening::Placed(seat, Move::walk(square(b), square(b / 64)), None),
        12 => Happening::Placed(seat, Move::Drop { kind, to: square(b / 5) }, None),
        13 => Happening::TakenBack(mover.opponent()),
        14 => Happening::Stop(board, None),
        15 => Happening::Start(board, position.turn(), None),
        16 => Happening::Lifted(seat, board, square(b)),
        17 => Happening::Replaced(seat, square(b), kind, b % 7 == 0),
        18 => Happening::Handed(seat, Seat::ALL[b % 4], kind),
        19 => Happening::Declared(mover.opponent(), Kind::ALL[b % 6]),
        20 => Happening::Claims(
            seat,
            [Claim::Illegal, Claim::Hidden, Claim::Touch, Claim::Repetition(None), Claim::Breach][b % 5],
        ),
        21 => Happening::Rules(match b % 4 {
            0 | 1 => Ruling::Confirm,
            2 => Ruling::Reject,
            _ => Ruling::Penalize(seat, Penalty::Freeze, 5),
        }),
        22 => {
            let content = (b % 3 == 0).then(|| Piece::new(seat.color, kind));
            Happening::Rearranged(seat, vec![(square(b), content)])
        }
        _ => Happening::Reserve(seat, Pocket::from_iter([kind])),
    }
}

/// Everything said, and what the table holds in the end.
fn run(profile: &Profile, script: &[[usize; 3]]) -> (Vec<Outcome>, Proceedings) {
    let mut proceedings = Proceedings::new(profile.clone(), Table::start());
    let before = census(&proceedings);
    let mut said = Vec::new();
    for (second, &numbers) in (0..).zip(script) {
        let what = happening(&proceedings, numbers);
        let input = Input { at: Stamp::from_millis(second * 700), what };
        said.extend(proceedings.step(&input));

        assert_eq!(census(&proceedings), before, "after {input:?}");
        orders_agree(&proceedings);
    }
    (said, proceedings)
}

/// The two logs hold the moves on record and no others, and no window is open on a move that is not complete or is legal.
fn orders_agree(proceedings: &Proceedings) {
    let records: Vec<_> = BoardId::BOTH.into_iter().flat_map(|board| proceedings.moves(board)).collect();
    let mut ids: Vec<_> = records.iter().map(|record| record.id).collect();
    let mut order = proceedings.board_order().to_vec();
    ids.sort_unstable();
    order.sort_unstable();
    assert_eq!(ids, order);
    assert!(proceedings.press_order().iter().all(|id| ids.contains(id)));
    for record in records {
        assert!(record.window == Window::None || record.completed.is_some() && !record.is_regular());
        assert!(record.pressed.is_none_or(|pressed| pressed >= record.placed));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pieces_are_conserved_over_boards_reserves_and_hands(
        name in prop::sample::select(vec!["gr", "ru", "nl", "free"]),
        script in prop::collection::vec(any::<[usize; 3]>(), 1..160),
    ) {
        run(&Profile::named(name).unwrap(), &script);
    }

    #[test]
    fn the_same_inputs_give_the_same_outcomes(
        name in prop::sample::select(Profile::NAMES.to_vec()),
        script in prop::collection::vec(any::<[usize; 3]>(), 1..120),
    ) {
        let profile = Profile::named(name).unwrap();
        let (first, then) = (run_freely(&profile, &script), run_freely(&profile, &script));
        prop_assert_eq!(first.0, then.0);
        prop_assert_eq!(first.1, then.1);
    }

    #[test]
    fn a_move_taken_back_leaves_everything_as_it_was(
        name in prop::sample::select(vec!["gr", "ru", "nl"]),
        script in prop::collection::vec(any::<[usize; 3]>(), 1..60),
    ) {
        let profile = Profile::named(name).unwrap();
        let mut proceedings = Proceedings::new(profile.clone(), Table::start());
        let mut at = 0;
        let mut step = |proceedings: &mut Proceedings, what| {
            at += 300;
            proceedings.step(&Input { at: Stamp::from_millis(at), what });
        };
        for [what, a, b] in script {
            let board = BoardId::BOTH[a % 2];
            let position = *proceedings.table().board(board);
            let mover = Seat::new(board, position.turn());
            let mut moves = MoveList::new();
            position.legal_moves(&profile.move_rules(), &mut moves);
            let Some(&legal) = moves.get(b % moves.len().max(1)) else { break };
            let other = match what % 4 {
                0 => Move::walk(square(b), square(b / 64)),
                1 => Move::Drop { kind: Kind::HOLDABLE[b % 5], to: square(b / 5) },
                _ => legal,
            };
            let before = pieces(&proceedings);
            step(&mut proceedings, Happening::Placed(mover, other, None));
            step(&mut proceedings, Happening::TakenBack(mover));
            prop_assert_eq!(pieces(&proceedings), before, "{} {}", mover, other);
            if !proceedings.ends().is_empty() {
                break;
            }
            step(&mut proceedings, Happening::Placed(mover, legal, None));
            step(&mut proceedings, Happening::Press(mover, None));
            if !proceedings.ends().is_empty() {
                break;
            }
        }
    }

    #[test]
    fn nothing_that_accuses_is_said_without_an_article(
        name in prop::sample::select(vec!["gr", "ru", "ro", "nl"]),
        script in prop::collection::vec(any::<[usize; 3]>(), 1..120),
    ) {
        let profile = Profile::named(name).unwrap();
        for outcome in run_freely(&profile, &script).0 {
            let quiet = outcome.weight <= arbiter::procedures::Weight::Info;
            prop_assert!(quiet || !outcome.articles.is_empty(), "{}", outcome);
        }
    }
}

/// Where every piece is, and the moves on record.
fn pieces(proceedings: &Proceedings) -> (Table, Vec<String>, Vec<MoveId>) {
    let coming = Seat::ALL
        .into_iter()
        .flat_map(|seat| proceedings.coming(seat).map(move |kind| format!("{seat} {}", kind.name())));
    let gone = proceedings.gone().iter().map(|piece| format!("gone {piece}"));
    let conjured = proceedings.conjured().iter().map(|piece| format!("conjured {piece}"));
    let mut elsewhere: Vec<String> = coming.chain(gone).chain(conjured).collect();
    elsewhere.sort();
    (*proceedings.table(), elsewhere, proceedings.board_order().to_vec())
}

/// As [`run`], without counting pieces: on one board a promoted piece comes from the box.
fn run_freely(profile: &Profile, script: &[[usize; 3]]) -> (Vec<Outcome>, Verdict) {
    let mut proceedings = Proceedings::new(profile.clone(), Table::start());
    let mut said = Vec::new();
    for (second, &numbers) in (0..).zip(script) {
        let what = happening(&proceedings, numbers);
        said.extend(proceedings.step(&Input { at: Stamp::from_millis(second * 700), what }));
    }
    (said, proceedings.verdict())
}
