//! Swedish chess (MGIMO): impossible moves by their class, drops, castling, *snyatie* as far as it is a matter of boards, mate.
use crate::scripted::{AB, AW, BB, BW, at, class, drops, judged, mated, mv, played, profile, rules, square, table};
use arbiter::rules::{MoveList, Table};
use board::{BoardId, Color, Kind, Piece, Placement, Seat};

#[test]
fn ru_05_the_correct_array_is_that_of_chess() {
    assert_eq!(Table::start().board(BoardId::A).placement(), Placement::start());
    assert_eq!(Table::start().board(BoardId::B).placement(), Placement::start());
}

#[test]
fn ru_08_with_a_wrong_array_castling_is_impossible() {
    assert!(profile("ru").wrong_setup_bars_castling.value);
    let mut wrong = at("4k3/8/8/8/8/8/8/R3K2R[R] w KQ - 0 1");
    assert!(wrong.is_legal(mv("e1g1"), &rules("ru")));
    wrong.clear_marks();
    assert_eq!(wrong.irregularities(mv("e1g1"), &rules("ru")).len(), 2, "neither king nor rook counts as unmoved");
    wrong.play(mv("h1h2"));
    wrong.play(mv("e8e7"));
    wrong.play(mv("R@h1"));
    wrong.play(mv("e7e8"));
    assert!(!wrong.is_legal(mv("e1g1"), &rules("ru")), "nor does a dropped rook help");
}

#[test]
fn ru_11_impossible_moves_are_of_two_groups() {
    assert_eq!(class("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2"), 0);
    assert_eq!(class("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3"), 1);
    assert_eq!(class("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@b7"), 2);
    assert_eq!(class("4k3/8/8/8/8/8/r7/r3K3[P] w - - 0 1", "P@b7"), 1, "the graver reason decides");
}

#[test]
fn ru_12_what_chess_forbids_is_of_the_first() {
    for (fen, uci, words) in [
        ("4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", "e1e2", "legal"),
        ("4k3/8/8/8/8/8/P7/r3K3 w - - 0 1", "a2a3", "king_left_in_check [RU-12]"),
        ("4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", "N@e4", "king_left_in_check [RU-12]"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "king_into_check [RU-12]"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1a2", "cannot_move_so [CH-11]"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "N@e4", "drop_not_held [RU-12]"),
        ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e8", "drop_on_piece [RU-12]"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", "nothing_there [RU-12]"),
    ] {
        assert_eq!(judged("ru", fen, uci), words);
        assert_eq!(class(fen, uci), u8::from(words != "legal"), "{uci} in {fen}");
    }
}

#[test]
fn ru_13_a_drop_that_nothing_could_parry_is_of_the_second() {
    let smothered = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1";
    assert_eq!(judged("ru", smothered, "N@f7"), "drop_mates [RU-13]");
    assert_eq!(class(smothered, "N@f7"), 2);
    // Mate by chess rules, but a piece could still come to cover.
    assert_eq!(judged("ru", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@a8"), "legal");
    // A mate by a piece on the board is no drop.
    assert_eq!(judged("ru", "6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7"), "legal");
}

#[test]
fn ru_14_a_pawn_is_not_dropped_on_the_first_seventh_or_eighth() {
    let fen = "7k/8/8/8/8/8/8/7K[Pp] w - - 0 1";
    for (rank, second) in [(1, true), (2, false), (6, false), (7, true), (8, true)] {
        let words = if second { "drop_on_forbidden_rank [RU-14]" } else { "legal" };
        assert_eq!(judged("ru", fen, &format!("P@c{rank}")), words, "rank {rank}");
        assert_eq!(class(fen, &format!("P@c{rank}")), if second { 2 } else { 0 });
    }
    let black = fen.replace(" w ", " b ");
    assert_eq!(judged("ru", &black, "P@c2"), "drop_on_forbidden_rank [RU-14]", "counted from the player's side");
    assert_eq!(judged("ru", &black, "P@c7"), "legal");
}

#[test]
fn ru_16_a_pawn_moved_as_a_queen_instead_of_the_snyatie_is_of_the_second() {
    let fen = "P3k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for uci in ["a8a1", "a8h1", "a8b6", "a8b8"] {
        assert_eq!(judged("ru", fen, uci), "pawn_moves_as_promoted [RU-16]", "{uci}");
        assert_eq!(class(fen, uci), 2, "{uci}");
    }
    assert_eq!(judged("ru", fen, "a8b5"), "cannot_move_so [CH-12]");
    assert_eq!(class(fen, "a8b5"), 1, "no piece moves so");
    assert_eq!(judged("ru", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4q"), "promotion_misplaced [RU-16]");
}

#[test]
fn ru_19_the_king_is_not_eaten() {
    let fen = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(judged("ru", fen, "e7e8"), "takes_king [RU-19]");
    assert_eq!(class(fen, "e7e8"), 1);
    let club = crate::scripted::derived("ru", "king_capture = true");
    assert_eq!(crate::scripted::judged_by(&club, &at(fen), "e7e8"), "legal", "some houses claim so");
}

#[test]
fn ru_20_an_offence_of_the_first_class_is_one_of_any_first_class_reason() {
    use arbiter::rules::Irregularity;
    let ru = profile("ru");
    assert!(!ru.is_second_class(&[]));
    let second: Vec<&str> =
        Irregularity::ALL.iter().filter(|&&reason| ru.is_second_class(&[reason])).map(|reason| reason.word()).collect();
    assert_eq!(
        second,
        [
            "promotion_missing",
            "promotion_to_wrong_kind",
            "pawn_moves_as_promoted",
            "promotion_misplaced",
            "drop_on_forbidden_rank",
            "drop_mates"
        ]
    );
    assert!(!ru.is_second_class(&[Irregularity::DropMates, Irregularity::KingLeftInCheck]));
}

/// The squares from which Aw may take a piece of Bw, given board B.
fn removable(promoter: Seat, board_b: &str) -> String {
    let table = table(&format!("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | {board_b}"));
    table.removable(promoter, true).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn ru_26_a_piece_comes_from_the_diagonal_players_board() {
    assert_eq!([AW, AB, BW, BB].map(Seat::diagonal), [BW, BB, AW, AB], "the same colour on the other board");
    assert_eq!(removable(AW, "4k1n1/8/8/8/8/8/8/RN2K3[] b - - 0 1"), "a1 b1", "White's only: not the knight on g8");
    // Not one whose removal leaves an impossible position: Black, to move, would attack the king.
    assert_eq!(removable(AW, "4k3/8/8/8/1b6/2N5/8/R3K3[] b - - 0 1"), "a1");
}

#[test]
fn ru_32_neither_pawns_nor_kings_are_taken() {
    assert_eq!(removable(AW, "4k3/8/8/8/8/8/P6P/R3K3[] b - - 0 1"), "a1");
    let mut table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/P7/R3K3[] b - - 0 1");
    for taken in ["a2", "e1", "e8", "c3"] {
        let before = table;
        assert_eq!(table.take_from_diagonal(AW, square("a8"), Some(square(taken))), None, "{taken}");
        assert_eq!(table, before, "{taken}: nothing is changed");
    }
    assert_eq!(table.take_from_diagonal(AW, square("b8"), Some(square("a1"))), None, "there is no pawn there");
}

#[test]
fn ru_26_ch_14_a_pawn_may_still_be_taken_in_passing_when_another_piece_has_gone() {
    let mut table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/3pP3/8/8/RN2K3[] b - e3 0 1");
    assert!(table.take_from_diagonal(AW, square("a8"), Some(square("b1"))).is_some());
    assert!(table.board(BoardId::B).is_legal(mv("d4e3"), &rules("ru")));
    assert!(table.take_off(BoardId::B, square("a1")).is_some());
    assert!(table.board(BoardId::B).is_legal(mv("d4e3"), &rules("ru")));
    assert!(table.take_off(BoardId::B, square("e4")).is_some());
    assert!(!table.board(BoardId::B).is_legal(mv("d4e3"), &rules("ru")), "there is nothing to take");
}

#[test]
fn ru_33_the_piece_replaces_the_pawn_and_the_pawn_goes_to_the_diagonal_player() {
    let mut table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/P7/R3K2R[] b KQ - 0 1");
    let rook = Piece::new(Color::White, Kind::Rook);
    assert_eq!(table.take_from_diagonal(AW, square("a8"), Some(square("h1"))), Some(Some(rook)));
    assert_eq!(table.to_string(), "R3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/P7/R3K3[P] b Q - 0 1");
    assert!(table.board(BoardId::A).promoted().is_empty(), "a real piece: taken, it is passed as itself");
    table.board_mut(BoardId::A).set_content(square("a7"), Some(Piece::new(Color::Black, Kind::Rook)));
    table.play(BoardId::A, mv("a7a8"), &rules("ru"));
    assert_eq!(table.reserve(BW).count(Kind::Rook), 1);
}

#[test]
fn ru_35_when_nothing_can_be_taken_only_the_pawn_goes() {
    // Only pawns and a knight pinned to his king.
    assert_eq!(removable(AW, "4k3/8/8/8/1b6/2N5/P7/4K3[] b - - 0 1"), "");
    let mut table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P7/4K3[] b - - 0 1");
    assert_eq!(table.take_from_diagonal(AW, square("a8"), None), Some(None));
    assert_eq!(table.to_string(), "4k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P7/4K3[P] b - - 0 1");
}

#[test]
fn ru_36_castling_with_a_dropped_rook() {
    let after = played("ru", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1 unmoved=e1", "R@h1 e8e7 e1g1");
    assert_eq!(after.to_string(), "8/4k3/8/8/8/8/8/5RK1 b - - 2 2");
    let moved = played("ru", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@h1 e8e7");
    assert!(!moved.is_legal(mv("e1g1"), &rules("ru")), "this king has moved");
}

#[test]
fn ru_40_no_drop_with_a_check_that_cannot_be_parried() {
    // The queen next to the king, guarded: no piece can cover.
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[Q] w KQkq - 0 1";
    assert_eq!(drops("ru", fen, 'Q').split(' ').filter(|&to| to == "f7").count(), 0, "a pawn stands there");
    let open = "r1bqkb1r/pppp2pp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[Q] w KQkq - 0 1";
    assert_eq!(judged("ru", open, "Q@f7"), "drop_mates [RU-13]");
    assert_eq!(judged("gr", open, "Q@f7"), "legal");
    let unguarded = open.replace("2B1P3", "4P3");
    assert_eq!(judged("ru", &unguarded, "Q@f7"), "legal", "the king takes it");
}

#[test]
fn ru_41_no_pawn_drop_on_the_seventh() {
    assert_eq!(drops("ru", "7k/8/8/8/8/8/8/7K[P] w - - 0 1", 'P').split(' ').count(), 40);
    assert!(!drops("ru", "7k/8/8/8/8/8/8/7K[P] w - - 0 1", 'P').contains('7'));
    assert!(drops("gr", "7k/8/8/8/8/8/8/7K[P] w - - 0 1", 'P').contains("b7"));
}

#[test]
fn ru_42_a_pawn_dropped_on_a_home_square_is_like_a_native_one() {
    let after = played("ru", "4k3/8/8/8/p7/8/8/4K3[P] w - - 0 1", "P@b2 e8e7 b2b4 a4b3");
    assert_eq!(after.to_string(), "8/4k3/8/8/8/1p6/8/4K3 w - - 0 3");
}

#[test]
fn ru_51_mate_is_a_check_that_can_be_parried_in_no_way() {
    assert_eq!(mated(["ru"], "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1"), [true]);
    assert_eq!(mated(["ru"], "6rk/5Npp/8/8/8/8/r7/4K3 b - - 0 1"), [true]);
    assert_eq!(mated(["ru"], "6rk/5Npp/8/8/2b5/8/8/4K3 b - - 0 1"), [false], "the knight can be taken");
}

#[test]
fn ru_52_a_check_that_could_be_covered_is_no_mate() {
    assert_eq!(mated(["ru", "ch"], "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), [false, true]);
    assert!(at("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").in_check(Color::Black));
    // On the eighth rank a pawn cannot cover, in the middle of the board it can.
    assert_eq!(mated(["ru"], "R5k1/1ppppppp/8/8/1qrrbbn1/1qrrbbn1/1nn5/7K b - - 0 1"), [true]);
}

#[test]
fn ru_53_mates_in_one_are_those_of_pieces_on_the_board() {
    let list = |name: &str, fen: &str| {
        let mut moves = MoveList::new();
        at(fen).mating_moves(&rules(name), &mut moves);
        let mut moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        moves.sort();
        moves
    };
    let fen = "6rk/6pp/8/6N1/8/8/8/4K3[N] w - - 0 1";
    assert_eq!(list("ru", fen), ["g5f7"], "a drop cannot mate here");
    assert_eq!(list("gr", fen), ["N@f7", "g5f7"]);
    assert!(list("ru", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").is_empty(), "it could be covered");
    assert_eq!(list("ch", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), ["a1a8"]);
}
