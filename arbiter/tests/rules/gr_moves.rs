//! Greek bughouse, GR-08 to GR-20: hand-over, drops, castling with a dropped rook, promotion that keeps the pawn's body.
use crate::scripted::{AB, AW, BB, BW, at, drops, judged, mated, mv, played, profile, rules, square, table};
use arbiter::rules::{NoMove, is_dead, no_move_means};
use board::{BoardId, Color, Kind, Seat};

/// What each seat holds after one capture by `seat`, which may be on either board.
fn held_after(seat: Seat, name: &str) -> [usize; 4] {
    let (board, turn) = (seat.board, if seat.color == Color::White { "w" } else { "b" });
    let quiet = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let busy = format!("4k3/8/8/2np4/2PN4/8/8/4K3[] {turn} - - 0 1");
    let (a, b) = if board == BoardId::A { (busy.as_str(), quiet) } else { (quiet, busy.as_str()) };
    let mut table = table(&format!("{a} | {b}"));
    let uci = if seat.color == Color::White { "c4d5" } else { "d5c4" };
    let played = table.play(board, mv(uci), &rules(name));
    assert_eq!(played.captured.map(|captured| captured.piece.color), Some(!seat.color), "its colour is kept");
    [AW, AB, BW, BB].map(|seat| table.reserve(seat).count(Kind::Pawn))
}

#[test]
fn gr_08_a_captured_piece_goes_to_the_partners_army() {
    // Aw and Bb play together, Ab and Bw: what White takes is black, and the partner plays Black.
    assert_eq!(held_after(AW, "gr"), [0, 0, 0, 1]);
    assert_eq!(held_after(AB, "gr"), [0, 0, 1, 0]);
    assert_eq!(held_after(BW, "gr"), [0, 1, 0, 0]);
    assert_eq!(held_after(BB, "gr"), [1, 0, 0, 0]);
    // More than one set's worth may lie there.
    let mut reserve = table("4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[qq] w - - 0 1");
    reserve.play(BoardId::A, mv("e4d5"), &rules("gr"));
    assert_eq!(reserve.reserve(BB).count(Kind::Queen), 3);
    assert_eq!(judged("gr", "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1", "Q@e4"), "drop_not_held [GR-08]");
}

#[test]
fn gr_09_a_drop_goes_to_an_empty_square() {
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQ - 0 1";
    assert_eq!(drops("gr", fen, 'N').split(' ').count(), 64 - 25);
    assert_eq!(judged("gr", fen, "N@e2"), "drop_on_piece [GR-09]");
    assert_eq!(judged("gr", fen, "N@e7"), "drop_on_piece [GR-09]");
    let after = played("gr", fen, "N@e4");
    assert_eq!((after.pocket(Color::White).len(), after.turn()), (0, Color::Black), "it is a move");
    assert_eq!(judged("gr", "4k3/8/8/8/8/8/8/4K3[Nn] b - - 0 1", "n@e4"), "legal");
    assert!(
        !at("4k3/8/8/8/8/8/8/4K3[Nn] b - - 0 1").irregularities_as(Color::White, mv("N@e4"), &rules("gr")).is_empty()
    );
}

#[test]
fn gr_10_a_drop_does_not_leave_the_own_king_in_check() {
    let fen = "4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1";
    assert_eq!(drops("gr", fen, 'N'), "e2 e3 e4 e5 e6", "a drop parries a check by covering");
    assert_eq!(judged("gr", fen, "N@d4"), "king_left_in_check [GR-10]");
    assert_eq!(drops("gr", "4k3/8/8/8/8/3n4/8/4K3[N] w - - 0 1", 'N'), "", "a knight's check is not covered");
    assert_eq!(drops("gr", "4k3/4r3/8/8/8/3n4/8/4K3[Q] w - - 0 1", 'Q'), "", "nor are two checks");
}

#[test]
fn gr_11_a_pawn_is_not_dropped_on_the_first_or_last_rank() {
    let fen = "k7/8/8/8/8/8/8/K7[Pp] w - - 0 1";
    for (uci, words) in [
        ("P@c1", "drop_on_forbidden_rank [GR-11]"),
        ("P@c8", "drop_on_forbidden_rank [GR-11]"),
        ("P@c2", "legal"),
        ("P@c7", "legal"),
    ] {
        assert_eq!(judged("gr", fen, uci), words, "{uci}");
        assert_eq!(judged("gr", &fen.replace(" w ", " b "), uci), words, "{uci} by Black");
    }
    assert_eq!(drops("gr", fen, 'P').split(' ').count(), 48);
    assert_eq!(judged("gr", &fen.replace("[Pp]", "[N]"), "N@c8"), "legal", "other pieces may be");
}

#[test]
fn gr_12_a_drop_may_mate() {
    let fen = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1";
    assert_eq!(judged("gr", fen, "N@f7"), "legal");
    assert!(played("gr", fen, "N@f7").is_mate(&rules("gr")));
    assert_eq!(judged("gr", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@a8"), "legal");
}

#[test]
fn gr_13_a_dropped_pawn_counts_as_unmoved() {
    let fen = "4k3/8/8/8/p7/8/8/4K3[P] w - - 0 1";
    let after = played("gr", fen, "P@b2 e8e7 b2b4 a4b3");
    assert_eq!(after.to_string(), "8/4k3/8/8/8/1p6/8/4K3 w - - 0 3");
    assert_eq!(judged("gr", "4k3/8/8/8/8/1P6/8/4K3 w - - 0 1", "b3b5"), "double_step_barred [CH-12]");
    // A club may have it otherwise.
    let club = crate::scripted::derived("gr", "dropped_is_unmoved = false");
    let mut position = at(fen);
    position.play(mv("P@b2"));
    position.play(mv("e8e7"));
    assert_eq!(crate::scripted::judged_by(&club, &position, "b2b4"), "double_step_barred [CH-12]");
    assert_eq!(crate::scripted::judged_by(&club, &position, "b2b3"), "legal");
}

#[test]
fn gr_14_castling_with_a_dropped_rook() {
    // The rook on h1 has been taken, and another dropped there; the king has not moved.
    let fen = "4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1";
    assert_eq!(played("gr", fen, "R@h1 e8e7 e1g1").to_string(), "8/4k3/8/8/8/8/8/R4RK1 b - - 2 2");
    let mut position = at(fen);
    position.play(mv("R@h1"));
    position.play(mv("e8e7"));
    assert!(!position.is_legal(mv("e1g1"), &rules("free")), "online it is not played");
    // Even when no native rook was left in between: the king's mark is kept.
    let bare = "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1 unmoved=e1";
    assert_eq!(played("gr", bare, "R@a1 e8e7 e1c1").to_string(), "8/4k3/8/8/8/8/8/2KR4 b - - 2 2");
    // Not after king or dropped rook have moved, nor from another square than a corner.
    for moves in ["R@h1 e8e7 e1e2 e7e8 e2e1 e8e7", "R@h1 e8e7 h1h2 e7e8 h2h1 e8e7", "R@g1 e8e7"] {
        let position = played("gr", bare, moves);
        assert!(!position.is_legal(mv("e1g1"), &rules("gr")), "{moves}");
    }
}

#[test]
fn gr_15_what_is_not_on_the_board_is_taken_to_be_in_reserve() {
    let fen = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(mated(["gr", "ch"], fen), [false, true]);
    // All of Black's two sets but pawns stand on his board, and no pawn may be dropped on the eighth rank.
    assert_eq!(mated(["gr"], "R5k1/1ppppppp/8/8/1qrrbbn1/1qrrbbn1/1nn5/7K b - - 0 1"), [true]);
    assert_eq!(mated(["gr"], "R5k1/1ppppppp/8/8/1qrrbbn1/1qrrbb2/1nn5/7K b - - 0 1"), [false], "a knight could come");
    assert_eq!(mated(["gr"], "R5k1/1ppppppp/8/8/1q~rrbbn1/1qrrbbn1/1nn5/7K b - - 0 1"), [false], "a queen could");
    assert_eq!(
        mated(["gr"], "R5k1/1ppppppp/8/8/1qrrbbn1/1qrrbbn1/1nn5/7K[n] b - - 0 1"),
        [false],
        "what is held counts"
    );
}

#[test]
fn gr_16_mate_is_by_contact_by_a_knight_or_double() {
    for (fen, mate) in [
        ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", true),
        ("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", true),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", false),
        ("6k1/R4ppp/8/8/8/8/8/4K3 b - - 0 1", false),
        // Two checkers from afar: no drop covers both.
        ("4rk1R/4pp2/8/1B6/8/8/8/K7 b - - 0 1", false),
        ("3qk3/3p1p2/8/1B6/8/8/4R3/4R2K b - - 0 1", false),
        ("3rkr2/3p1p2/5N2/8/8/8/8/4RK2 b - - 0 1", true),
        // Of two kings the one in check counts, and a piece can still cover.
        ("R5k1/5ppk/8/8/8/8/8/4K3 b - - 0 1", false),
        // The checker on the next square can be taken.
        ("r1bqk2r/pppp1Qpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", false),
    ] {
        assert_eq!(mated(["gr"], fen), [mate], "{fen}");
    }
}

#[test]
fn gr_17_a_player_is_never_stalemated() {
    assert_eq!([false, true].map(|other| no_move_means(&profile("gr"), other)), [NoMove::Waits; 2]);
    assert!(!at("7k/5Q2/6K1/8/8/8/8/8[p] b - - 0 1").is_stalemate(&rules("gr")), "he has a piece to drop");
    assert!(!at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_mate(&rules("gr")));
}

#[test]
fn gr_18_too_little_material_is_no_draw() {
    for other_finished in [false, true] {
        assert!(!is_dead(&profile("gr"), &at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), other_finished));
        let bare = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert!(arbiter::rules::can_still_win(&profile("gr"), &bare, Color::White, other_finished), "a flag loses");
    }
}

#[test]
fn gr_19_a_promoted_pawn_is_worth_what_was_said_and_stays_a_pawn_to_see() {
    let fen = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    let after = played("gr", fen, "b7b8q");
    assert_eq!(after.content(square("b8")).map(|piece| piece.kind), Some(Kind::Queen));
    assert_eq!(after.placement_of_bodies()[square("b8")].map(|piece| piece.kind), Some(Kind::Pawn));
    assert!(after.in_check(Color::Black), "it gives check as a queen");
    assert_eq!(judged("gr", fen, "b7b8"), "promotion_missing [GR-19]");
    assert_eq!(judged("gr", fen, "b7b8k"), "promotion_to_wrong_kind [GR-19]");
    assert_eq!(judged("gr", fen, "b7b8n"), "legal");
    assert_eq!(judged("gr", "1P2k3/8/8/8/8/8/8/4K3 w - - 0 1", "b8b1"), "pawn_moves_as_promoted [GR-19]");
    assert_eq!(judged("gr", "1N~2k3/8/8/8/8/8/8/4K3 w - - 0 1", "b8b1"), "cannot_move_so [CH-11]", "against its value");
}

#[test]
fn gr_20_a_promoted_pawn_is_a_pawn_again_when_taken() {
    let fen = "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let mut demoted = table(fen);
    demoted.play(BoardId::A, mv("a7a8q"), &rules("gr"));
    demoted.play(BoardId::A, mv("b8a8"), &rules("gr"));
    assert_eq!(demoted.reserve(BW).count(Kind::Pawn), 1);
    assert_eq!(demoted.reserve(BW).len(), 1);
    // The mark goes with the piece as it moves on, and a native queen stays one.
    let mut moved = table("4k3/P7/8/3r4/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    for uci in ["a7a8q", "e8e7", "a8d8", "d5d8"] {
        moved.play(BoardId::A, mv(uci), &rules("gr"));
    }
    assert_eq!(moved.reserve(BW).count(Kind::Pawn), 1);
    let mut native = table("Q2rk3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    native.play(BoardId::A, mv("d8a8"), &rules("gr"));
    assert_eq!((native.reserve(BW).count(Kind::Queen), native.reserve(BW).len()), (1, 1));
}
