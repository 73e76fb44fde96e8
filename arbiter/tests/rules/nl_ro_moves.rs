//! Doorgeefschaak and five-minute chess: what of their rules is a matter of positions and moves.
use crate::scripted::{BB, BW, at, drops, judged, mated, mv, played, profile, rules, square, table};
use arbiter::rules::{NoMove, can_still_win, is_dead, no_move_means};
use board::{BoardId, Color, Kind};

#[test]
fn nl_05_a_move_may_be_the_placing_of_a_passed_piece() {
    let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    assert_eq!(judged("nl", fen, "N@e4"), "legal");
    assert_eq!(judged("nl", fen, "B@e4"), "drop_not_held [NL-05]");
    assert_eq!(played("nl", fen, "N@e4").turn(), Color::Black);
}

#[test]
fn nl_06_only_on_an_unoccupied_square() {
    let fen = "4k3/8/8/3p4/8/8/4P3/4K3[N] w - - 0 1";
    assert_eq!(judged("nl", fen, "N@e2"), "drop_on_piece [NL-06]");
    assert_eq!(judged("nl", fen, "N@d5"), "drop_on_piece [NL-06]");
    assert!(!drops("nl", fen, 'N').contains("e2"));
}

#[test]
fn nl_07_a_drop_gives_no_check() {
    let fen = "4k3/8/8/8/8/8/8/4K3[NR] w - - 0 1";
    assert_eq!(judged("nl", fen, "N@f6"), "drop_gives_check [NL-07]");
    assert_eq!(judged("nl", fen, "N@f5"), "legal");
    assert_eq!(judged("nl", fen, "R@e4"), "drop_gives_check [NL-07]");
    assert_eq!(judged("nl", "4k3/4p3/8/8/8/8/8/4K3[R] w - - 0 1", "R@e4"), "legal", "a pawn stands between");
    assert_eq!(judged("nl", "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", "N@f7"), "drop_gives_check [NL-07]");
    // A move on the board may, and so may a drop that answers a check without giving one.
    assert_eq!(judged("nl", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6"), "legal");
    assert_eq!(judged("nl", "4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", "N@c1"), "legal");
    assert_eq!(drops("nl", fen, 'N').split(' ').count(), 62 - 4);
}

#[test]
fn nl_08_a_pawn_is_not_placed_on_the_first_or_eighth() {
    let fen = "k7/8/8/8/8/8/8/K7[P] w - - 0 1";
    for (rank, words) in [(1, "drop_on_forbidden_rank [NL-08]"), (2, "legal"), (8, "drop_on_forbidden_rank [NL-08]")] {
        assert_eq!(judged("nl", fen, &format!("P@d{rank}")), words);
    }
    assert_eq!(judged("nl", fen, "P@d7"), "legal");
    assert_eq!(judged("nl", fen, "P@b7"), "drop_gives_check [NL-07]");
}

#[test]
fn nl_10_a_pawn_on_the_last_rank_gets_a_value() {
    let fen = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    for kind in ["q", "r", "b", "n"] {
        assert_eq!(judged("nl", fen, &format!("b7b8{kind}")), "legal");
    }
    assert_eq!(judged("nl", fen, "b7b8"), "promotion_missing [NL-10]");
    assert_eq!(judged("nl", fen, "b7b8k"), "promotion_to_wrong_kind [NL-10]");
}

#[test]
fn nl_11_it_keeps_its_shape_and_its_value_is_remembered() {
    let after = played("nl", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8r e8e7");
    assert!(after.promoted().contains(square("b8")));
    assert_eq!(after.placement_of_bodies()[square("b8")].map(|piece| piece.kind), Some(Kind::Pawn));
    assert_eq!(after.placement()[square("b8")].map(|piece| piece.kind), Some(Kind::Rook));
    assert!(after.is_legal(mv("b8b1"), &rules("nl")) && !after.is_legal(mv("b8c7"), &rules("nl")));
    assert!(!profile("nl").show_promoted_to_players.value);
}

#[test]
fn nl_12_taken_and_passed_it_is_a_pawn_again() {
    let mut table = table("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    for uci in ["a7a8q", "b8a8"] {
        table.play(BoardId::A, mv(uci), &rules("nl"));
    }
    assert_eq!((table.reserve(BW).count(Kind::Pawn), table.reserve(BW).len(), table.reserve(BB).len()), (1, 1, 0));
}

#[test]
fn nl_18_without_a_move_or_hope_a_player_waits_for_the_other_game() {
    assert_eq!([false, true].map(|other| no_move_means(&profile("nl"), other)), [NoMove::Waits, NoMove::Draw]);
    let bare = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!([false, true].map(|other| is_dead(&profile("nl"), &bare, other)), [false, true]);
    // What is held could still mate: both players must be without hope.
    assert!(!is_dead(&profile("nl"), &at("4k3/8/8/8/8/8/8/4K3[q] w - - 0 1"), true));
    assert!(!is_dead(&profile("nl"), &at("4k3/8/8/8/8/8/8/4KN1R w - - 0 1"), true));
}

#[test]
fn nl_19_a_flag_is_a_draw_only_if_nothing_held_or_coming_could_win() {
    let nl = profile("nl");
    let wins = |fen: &str, more_may_come| can_still_win(&nl, &at(fen), Color::White, more_may_come);
    let bare = "3qk3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!([true, false].map(|come| wins(bare, come)), [true, false], "pieces come while the other game runs");
    assert!(wins("3qk3/8/8/8/8/8/8/4K3[P] w - - 0 1", false), "what he holds counts");
    assert!(wins("3qk3/8/8/8/8/8/8/4K2R w - - 0 1", false));
    assert!(!wins("3qk3/8/8/8/8/8/8/4K3[p] w - - 0 1", false), "what the other holds does not");
    assert!(!wins("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", false), "a lone knight does not mate");
    assert!(wins("4k3/8/8/8/8/8/8/4K3[NB] w - - 0 1", false));
}

#[test]
fn ro_27_a_game_is_won_by_mate() {
    assert_eq!(mated(["ro"], "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), [true]);
    assert_eq!(mated(["ro"], "R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1"), [false]);
}

#[test]
fn ro_30_mating_material_is_a_mate_in_one_that_cannot_be_avoided_in_some_position() {
    let ro = profile("ro");
    let wins = |fen: &str| can_still_win(&ro, &at(fen), Color::White, false);
    for fen in [
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "3qk3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/2N1KNN1 w - - 0 1",
        "4k3/7p/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/p6p/8/8/8/8/8/4KB2 w - - 0 1",
        "4k2q/8/8/8/8/8/8/4KNN1 w - - 0 1",
    ] {
        assert!(wins(fen), "{fen}");
    }
    for fen in [
        "3qk3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
        "3qk3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/7p/8/8/8/8/8/4KB2 w - - 0 1",
        "3nk3/8/8/8/8/8/8/4KN2 w - - 0 1",
    ] {
        assert!(!wins(fen), "{fen}");
    }
}

#[test]
fn ro_32_stalemate_is_a_draw() {
    assert!(at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate(&rules("ro")));
    assert_eq!(no_move_means(&profile("ro"), false), NoMove::Draw);
}

#[test]
fn ro_35_a_position_in_which_no_mate_exists_is_drawn() {
    let dead = |fen: &str| is_dead(&profile("ro"), &at(fen), false);
    assert!(dead("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
    assert!(dead("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"), "bishops on squares of one colour");
    assert!(!dead("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), "on both a mate exists");
    assert!(!dead("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"));
}

#[test]
fn ro_36_a_flag_without_mating_material_against_it_is_a_draw() {
    let ro = profile("ro");
    assert!(!can_still_win(&ro, &at("3qk3/8/8/8/8/8/8/4KN2 w - - 0 1"), Color::White, false));
    assert!(can_still_win(&ro, &at("3qk3/8/8/8/8/8/8/4KN2 w - - 0 1"), Color::Black, false));
}

#[test]
fn ro_45_queen_against_pawn_overstepping_loses() {
    let position = at("4k3/8/8/8/8/8/p7/3QK3 w - - 0 1");
    assert!(can_still_win(&profile("ro"), &position, Color::Black, false));
}
