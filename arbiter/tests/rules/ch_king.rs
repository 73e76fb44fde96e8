//! Basic chess, CH-16 to CH-32: the king, castling, and how a game ends on the board.
use crate::scripted::{at, derived, judged, mated, mv, played, profile, reach, rules, square};
use arbiter::{
    profile::Profile,
    rules::{NoMove, Repetitions, is_dead, no_move_means},
};
use board::Color;

const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn ch_16_the_king_steps_to_a_neighbouring_square() {
    assert_eq!(reach("ch", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_eq!(reach("ch", "4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1"), "a2 b1 b2");
    assert_eq!(judged("ch", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4d6"), "cannot_move_so [CH-16]");
    assert_eq!(judged("ch", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4f5"), "cannot_move_so [CH-16]");
}

#[test]
fn ch_17_the_king_does_not_go_to_an_attacked_square() {
    let fen = "4k3/8/8/8/3K1r2/8/8/8 w - - 0 1";
    assert_eq!(reach("ch", fen, "d4"), "c3 c5 d3 d5 e3 e5", "attacked by the rook along the rank");
    assert_eq!(judged("ch", fen, "d4c4"), "king_into_check [CH-17]");
    // Neither next to the other king, nor onto a guarded piece, nor back along the line of the check.
    assert_eq!(judged("ch", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3d4"), "king_into_check [CH-17]");
    assert_eq!(judged("ch", "4k3/8/8/8/2b5/3p4/4K3/8 w - - 0 1", "e2d3"), "king_into_check [CH-17]");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/8/r2K4 w - - 0 1", "d1e1"), "king_into_check [CH-17]");
}

#[test]
fn ch_18_castling_brings_the_rook_to_the_kings_other_side() {
    assert_eq!(played("ch", CASTLE, "e1g1").to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert_eq!(played("ch", CASTLE, "e1c1").to_string(), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    assert_eq!(played("ch", CASTLE, "a1b1 e8g8").to_string(), "r4rk1/8/8/8/8/8/8/1R2K2R w K - 2 2");
    assert_eq!(played("ch", CASTLE, "a1b1 e8c8").to_string(), "2kr3r/8/8/8/8/8/8/1R2K2R w K - 2 2");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1"), "cannot_move_so [CH-16]", "there is no rook");
    // Only a king castles, and only with a step.
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/K7/4Q2R w - - 0 1", "e1g1"), "legal");
    assert_eq!(judged("ch", CASTLE, "e1e1"), "cannot_move_so [CH-16]");
}

#[test]
fn ch_19_castling_is_barred_for_good_once_king_or_rook_has_moved() {
    let late = played("ch", CASTLE, "h1h2 a8a7 h2h1 a7a8");
    let barred = |uci: &str| late.irregularities(mv(uci), &rules("ch")).iter().map(|r| r.word()).collect::<Vec<_>>();
    assert_eq!(barred("e1g1"), ["castling_rook_moved"]);
    assert!(barred("e1c1").is_empty(), "the other rook has not moved");
    let late = played("ch", CASTLE, "e1e2 e8e7 e2e1 e7e8");
    for uci in ["e1g1", "e1c1"] {
        let reasons = late.irregularities(mv(uci), &rules("ch"));
        assert!(reasons.iter().any(|reason| reason.word() == "castling_king_moved"), "{uci}: {reasons:?}");
    }
    assert_eq!(
        judged("ch", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"),
        "castling_king_moved castling_rook_moved [CH-19]"
    );
    // A rook taken in its corner and another brought there gives no right back.
    let other = played("ch", "4k2r/8/8/8/8/8/6b1/4K2R b K - 0 1", "g2h1 e1f2 h1a8 f2e1");
    assert!(!other.unmoved().contains(square("e1")) && !other.is_legal(mv("e1g1"), &rules("ch")));
}

#[test]
fn ch_20_castling_is_barred_for_now_by_attacks_and_pieces_between() {
    let with = |black: &str| format!("4k3/8/8/8/8/8/{black}/R3K2R w KQ - 0 1");
    assert_eq!(judged("ch", &with("4r3"), "e1g1"), "castling_out_of_check [CH-20]");
    assert_eq!(judged("ch", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "castling_through_check [CH-20]");
    assert_eq!(judged("ch", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "king_into_check [CH-17]");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1g1"), "castling_way_blocked [CH-20]");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1"), "castling_way_blocked [CH-20]");
    // An attack on the rook, or on a square only the rook crosses, does not matter.
    assert_eq!(judged("ch", "1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "legal");
    assert_eq!(judged("ch", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "legal");
    assert_eq!(judged("ch", "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "castling_through_check [CH-20]");
}

#[test]
fn ch_21_check_is_an_attack_on_the_kings_square() {
    for (fen, checked) in [
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/r1N1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/1b6/8/8/4K3 w - - 0 1", true),
    ] {
        assert_eq!(at(fen).in_check(Color::White), checked, "{fen}");
        assert!(!at(fen).in_check(Color::Black), "{fen}");
    }
    let double = at("4k3/8/8/8/1b6/3n4/8/4K3 w - - 0 1");
    assert_eq!(double.checkers(Color::White).map(|s| s.to_string()).collect::<Vec<_>>(), ["d3", "b4"]);
}

#[test]
fn ch_22_no_move_leaves_the_own_king_attacked() {
    // A pinned piece moves along the line only, a check is met with the next move.
    let pinned = "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1";
    assert_eq!(reach("ch", pinned, "e2"), "e3 e4 e5 e6 e7");
    assert_eq!(judged("ch", pinned, "e2a2"), "king_left_in_check [CH-22]");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/P7/r3K3 w - - 0 1", "a2a3"), "king_left_in_check [CH-22]");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2e8"), "takes_king [CH-22]");
}

#[test]
fn ch_23_a_check_is_answered_by_moving_taking_or_covering() {
    let fen = "k3r3/8/8/8/1B6/8/8/R3K3 w - - 0 1";
    let answers = ["e1d1", "e1d2", "e1f1", "e1f2", "b4e7", "b4e2"].map(|uci| at(fen).is_legal(mv(uci), &rules("ch")));
    assert_eq!(answers, [true, true, true, true, true, false]);
    assert!(at("k3r3/8/8/8/8/8/8/R3K2q b - - 0 1").is_legal(mv("a8b8"), &rules("ch")), "a rook's check is left");
    assert_eq!(reach("ch", "k3r3/8/5N2/8/8/8/8/4K3 w - - 0 1", "f6"), "e4 e8", "covered or taken");
    // A knight's check and a double check cannot be covered.
    assert_eq!(reach("ch", "4k3/8/8/8/8/3n4/8/R3K3 w - - 0 1", "a1"), "");
    assert_eq!(reach("ch", "k3r3/8/8/8/8/3n4/8/R3K3 w - - 0 1", "a1"), "");
    assert_eq!(reach("ch", "4k3/8/8/8/8/3n4/8/1B2K3 w - - 0 1", "b1"), "d3");
}

#[test]
fn ch_24_a_check_that_cannot_be_met_is_mate() {
    for (fen, mate) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", true),
        ("R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1", false),
        ("R5k1/5ppp/8/8/8/8/4r3/K7 b - - 0 1", false),
        ("R5k1/5ppp/8/8/8/8/r7/7K b - - 0 1", false),
        ("6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", false),
    ] {
        assert_eq!(mated(["ch", "ro"], fen), [mate; 2], "{fen}");
    }
    assert!(at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate(&rules("ch")));
    assert_eq!(mated(["ch"], "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), [false]);
}

#[test]
fn ch_25_no_move_without_check_is_a_draw() {
    let stalemate = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(stalemate.is_stalemate(&rules("ch")));
    assert_eq!(no_move_means(&profile("ch"), false), NoMove::Draw);
    assert!(!at("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1").is_stalemate(&rules("ch")), "the pawn can move");
    assert!(!at("7k/7Q/6K1/8/8/8/8/8 b - - 0 1").is_stalemate(&rules("ch")), "that is mate");
}

#[test]
fn ch_28_stalemate_ends_the_game_at_once() {
    let after = played("ch", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7");
    assert!(after.is_stalemate(&rules("ch")) && !after.is_mate(&rules("ch")));
    assert_eq!([false, true].map(|other| no_move_means(&profile("ch"), other)), [NoMove::Draw; 2]);
}

#[test]
fn ch_29_bare_kings_with_at_most_a_minor_piece_each_are_drawn() {
    let dead = |fen: &str| is_dead(&profile("ch"), &at(fen), false);
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
    ] {
        assert!(dead(fen), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
        "4k1nn/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        assert!(!dead(fen), "{fen}");
    }
}

/// How often the position has occurred by each of these moves.
fn occurrences(name: &str, fen: &str, moves: &str) -> Vec<u32> {
    occurrences_under(&profile(name), fen, moves)
}

fn occurrences_under(profile: &Profile, fen: &str, moves: &str) -> Vec<u32> {
    let mut position = at(fen);
    let mut repetitions = Repetitions::new(profile, &position);
    moves.split_whitespace().map(|uci| repetitions.after(&position.play(mv(uci)), &position)).collect()
}

#[test]
fn ch_30_the_third_occurrence_may_be_claimed() {
    let start = "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1";
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(occurrences("ch", start, &format!("{shuffle} {shuffle}")), [1, 1, 1, 2, 2, 2, 2, 3]);
    let repetitions = Repetitions::new(&profile("ch"), &at(start));
    assert_eq!((1..=4).map(|times| repetitions.may_be_claimed(times)).collect::<Vec<_>>(), [false, false, true, true]);
    // With the other side to move it is another position: White has lost a tempo.
    assert_eq!(occurrences("ch", "k7/8/8/8/8/8/8/K7 w - - 0 1", "a1b1 a8a7 b1b2 a7a8 b2a1"), [1; 5]);
    assert_eq!(occurrences("ch", "k7/8/8/8/8/8/8/K7 w - - 0 1", "a1b1 a8a7 b1a1 a7a8"), [1, 1, 1, 2]);
}

#[test]
fn ch_31_positions_are_the_same_with_the_same_possible_moves() {
    // With the right to castle gone, or that of taking in passing, the first occurrence was another position.
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(occurrences("ch", castle, "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8"), [1, 1, 1, 1, 2, 2, 2, 2]);
    let passing = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1";
    let shuffle = "g8f6 g1f3 f6g8 f3g1";
    assert_eq!(occurrences("ch", passing, &format!("e2e4 {shuffle} {shuffle}")), [1, 1, 1, 1, 1, 2, 2, 2, 2]);
    // A pinned pawn cannot take in passing, and a king without rooks has no right to lose.
    let pinned = "3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1";
    assert_eq!(occurrences("ch", pinned, &format!("e2e4 {shuffle}")), [1, 1, 1, 1, 2]);
    let no_rook = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1";
    assert_eq!(occurrences("ch", no_rook, "e1e2 e8e7 e2e1 e7e8"), [1, 1, 1, 2]);
    // A double step that nobody can answer in passing changes nothing.
    let alone = "4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1";
    assert_eq!(occurrences("ch", alone, &format!("e2e4 {shuffle}")), [1, 1, 1, 1, 2]);
}

#[test]
fn ch_31_house_a_dropped_rooks_right_to_castle_counts_where_it_has_one() {
    let castles = derived("nl", "castle_dropped_rook = true");
    let not = derived("nl", "castle_dropped_rook = false");
    // The rook in the corner was dropped and the king has not moved: once the rook has gone and come back they are other positions.
    let corner = "4k3/8/8/8/8/8/8/4K2R w - - 0 1 unmoved=e1;dropped=h1";
    let moves = "h1h2 e8e7 h2h1 e7e8";
    assert_eq!(occurrences_under(&castles, corner, moves), [1, 1, 1, 1]);
    assert_eq!(occurrences_under(&not, corner, moves), [1, 1, 1, 2]);
    // One that was dropped elsewhere, or beside a king that has moved, has no right to lose.
    let elsewhere = "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1 unmoved=e1;dropped=g1";
    assert_eq!(occurrences_under(&castles, elsewhere, "g1g2 e8e7 g2g1 e7e8"), [1, 1, 1, 2]);
    let moved = "4k3/8/8/8/8/8/8/4K2R w - - 0 1 dropped=h1";
    assert_eq!(occurrences_under(&castles, moved, moves), [1, 1, 1, 2]);
}

#[test]
fn ch_32_moves_without_capture_or_pawn_move_are_counted() {
    let fen = "4k1n1/3p4/8/8/8/8/3P4/4K1N1 w - - 0 1";
    assert_eq!(played("ch", fen, "g1f3 g8f6 f3e5 f6h5").halfmoves(), 4);
    assert_eq!(played("ch", fen, "g1f3 g8f6 d2d4").halfmoves(), 0, "a pawn move");
    assert_eq!(played("ch", fen, "g1f3 g8f6 f3e5 f6h5 e5d7").halfmoves(), 0, "a capture");
    assert_eq!(played("ch", CASTLE, "e1g1 e8c8").halfmoves(), 2, "castling is neither");
}
