//! "Swedish chess" at the table, the tournament of 30 November 2008.
use crate::script::play;

#[test]
fn ru_01_the_variety_is_on_record() {
    play("ru", "0 A start w => log opened table RU-01\n0 B start w");
}

#[test]
fn ru_02_what_the_text_does_not_say_the_fide_laws_or_the_arbiter_do() {
    play("ru", "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1\n0 clocks\n1 A f6f7 => alert ask_arbiter Ab RU-02 (no move)");
    play("ru", "0 clocks\n1 Aw e2e4\n1.5 Aw press\n2 Aw takes-back => alert taken_back_after_press Aw RU-18");
}

#[test]
fn ru_03_ru_04_the_clock_stands_at_blacks_right_hand_unless_play_has_begun() {
    play(
        "ru",
        "0 A clock white_right => alert clock_side A RU-03\n1 A clock black_right\n2 B clock black_right\n3 clocks",
    );
    play("ru", "0 clocks\n1 A clock white_right");
}

const SWAPPED: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn ru_05_a_wrong_array_is_seen_before_the_start() {
    play("ru", &format!("0 A stands {SWAPPED} => alert wrong_setup A RU-05 (Black's king and queen are exchanged)"));
    play("ru", "0 A stands rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR => alert wrong_setup A RU-05 (b1 c1)");
    play("ru", "0 A stands rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
}

#[test]
fn ru_06_ru_09_a_wrong_array_is_claimed_within_three_moves_or_by_all_four() {
    let start =
        format!("0 A stands {SWAPPED} => alert wrong_setup A RU-05\n0 clocks => info castling_barred A RU-08\n");
    let three = format!("{start}1 A e2e4 e7e5 g1f3 g8f6 f1c4 f8c5\n");
    play(
        "ru",
        &format!(
            "{three}4 Ab claims setup => accepted claim_setup Ab RU-06 (in time); penalty replay table RU-09
             5 arbiter confirm => log replay table RU-09 (match 2)
             check moves A"
        ),
    );
    let four = format!(
        "{three}4 A d2d3 d7d6\n5 Ab claims setup => rejected claim_setup Ab RU-06 (more than 3 moves were made)\n"
    );
    play(
        "ru",
        &format!(
            "{four}6 Aw claims setup => rejected claim_setup Aw RU-06
             7 Bw claims setup => rejected claim_setup Bw RU-06
             8 Bb claims setup => accepted claim_setup Bb RU-06 (all four insist); penalty replay table RU-09"
        ),
    );
    play(
        "ru",
        "0 clocks\n1 A e2e4\n2 Ab claims setup => rejected claim_setup Ab RU-06 (nothing was wrong with the start)",
    );
}

#[test]
fn ru_07_pieces_are_not_set_right_during_the_game() {
    play(
        "ru",
        &format!(
            "0 A stands {SWAPPED} => alert wrong_setup A RU-05
             0 clocks => info castling_barred A RU-08
             1 A e2e4
             2 Ab rearranges d8=q e8=k => alert rearranged Ab RU-07"
        ),
    );
}

#[test]
fn ru_08_ru_37_with_a_wrong_array_castling_is_impossible() {
    play(
        "ru",
        "0 A stands rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R => alert wrong_setup A RU-05
         0 clocks => info castling_barred A RU-08
         1 Aw e1g1
         2 Aw press => alert! illegal_move Aw CH-19 (e1g1)",
    );
    // With a right one it is not.
    play("ru", "0 clocks\n1 A e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1\ncheck A g1 K");
}

#[test]
fn ru_11_ru_12_ru_20_a_move_of_the_first_class_loses() {
    play(
        "ru",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12 (e2e5)
         3 stops
         4 Ab claims illegal => accepted claim_illegal Ab CH-12 (e2e5); penalty loss Aw RU-20
         5 arbiter confirm => result game_won Ab RU-20 (illegal move); result match_won team2 RU-62; alert! stop_clocks B RU-02"
    );
    // The king left in check is one of them.
    play(
        "ru",
        "board A 4k3/8/8/8/8/8/4r3/4K2R w - - 0 1\n0 clocks\n1 Aw h1h2\n2 Aw press => alert! illegal_move Aw RU-12 (h1h2)",
    );
    // Both played impossible moves: the last one loses.
    play(
        "ru",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12
         3 Ab e7e4
         4 Ab press => log stands Aw RU-21; alert! illegal_move Ab CH-12 (e7e4)
         5 stops
         6 Ab claims illegal => rejected claim_illegal Ab RU-20
         7 Aw claims illegal => accepted claim_illegal Aw CH-12 (e7e4); penalty loss Ab RU-20",
    );
}

#[test]
fn ru_13_ru_40_ru_23_a_drop_with_mate_is_of_the_second_class_and_is_undone() {
    play(
        "ru",
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7
         2 Aw press => alert! illegal_drop Aw RU-13 (N@f7, second class)
         3 A stop
         3 B stop
         4 Ab claims illegal => accepted claim_illegal Ab RU-13; penalty undo Aw RU-23; penalty time_to_opponent team2 RU-23 (60 s)
         5 arbiter confirm => log undone Aw - (N@f7); log time_to_opponent Ab - (+60 s); log time_to_opponent Bw - (+60 s)
         check A f7 -
         check reserve Aw N
         check turn A w
         check verdict open",
    );
    // A mate by chess rules that a piece to come could cover is legal.
    play("ru", "board A 6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1\n0 clocks\n1 A R@a8 => info waiting Ab RU-52");
}

#[test]
fn ru_14_ru_41_pawns_are_not_dropped_on_the_first_seventh_and_eighth_rank() {
    for drop in ["P@b1", "P@b7", "P@b8"] {
        play(
            "ru",
            &format!(
                "board A 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1
                 0 clocks
                 1 Aw {drop}
                 2 Aw press => alert! illegal_drop Aw RU-14 ({drop}, second class)"
            ),
        );
    }
}

#[test]
fn ru_15_king_and_rook_moved_at_once_is_castling_or_of_the_second_class() {
    play(
        "ru",
        "board A 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         0 clocks
         1 Aw rearranges e1=- h1=- h2=K g2=R => alert! house_castling Aw RU-15 (second class)
         check turn A b",
    );
}

#[test]
fn ru_16_a_pawn_that_goes_on_as_a_queen() {
    play(
        "ru",
        "board A P7/4k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a8d5
         2 Aw press => alert! illegal_move Aw RU-16 (a8d5, second class)",
    );
}

#[test]
fn ru_17_both_clocks_are_stopped_after_the_press() {
    let made = "0 clocks\n1 Aw e2e5\n";
    let no = "rejected claim_illegal Ab RU-17 (both clocks have to be stopped after the press)";
    play("ru", &format!("{made}2 Aw press => alert! illegal_move Aw CH-12\n3 Ab claims illegal => {no}"));
    play("ru", &format!("{made}2 Aw press => alert! illegal_move Aw CH-12\n3 A stop\n4 Ab claims illegal => {no}"));
    // Stopped before the press: no other way counts.
    play(
        "ru",
        &format!("{made}1.5 B stop\n2 Aw press => alert! illegal_move Aw CH-12\n3 A stop\n4 Ab claims illegal => {no}"),
    );
    // The injured partner may claim as well.
    play(
        "ru",
        &format!(
            "{made}2 Aw press => alert! illegal_move Aw CH-12\n3 stops\n4 Bw claims illegal => accepted claim_illegal Bw CH-12; penalty loss Aw RU-20"
        ),
    );
}

#[test]
fn ru_18_before_the_press_nothing_was_played_and_any_piece_may_be() {
    play(
        "ru",
        "0 clocks
         1 Aw e2e5
         1.5 Ab claims illegal => rejected claim_illegal Ab RU-18
         2 Aw takes-back => info illegal_taken_back Aw RU-18
         3 A d2d4",
    );
}

#[test]
fn ru_19_the_king_is_not_eaten() {
    play(
        "ru",
        "board A 4k3/8/8/8/8/8/8/4RK2 b - - 0 1
         0 clocks
         1 Ab e8e7
         2 Ab press => alert! illegal_move Ab RU-12
         3 Aw e1e7
         4 Aw press => log stands Ab RU-21
         => alert! impossible_position A RU-22; alert! illegal_move Aw RU-19 (e1e7)
         5 stops
         6 Ab claims illegal => accepted claim_illegal Ab RU-19 (e1e7); penalty loss Aw RU-20",
    );
}

#[test]
fn ru_21_ru_24_noticed_later_a_possible_position_is_played_on() {
    play(
        "ru",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12
         3 A d7d6 => log stands Aw RU-21 (e2e5)
         4 stops
         5 Ab claims illegal => rejected claim_illegal Ab RU-20 (e2e5 had to be claimed before the next move)
         check A e5 P",
    );
    play(
        "ru",
        "board A 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1
         0 clocks
         1 Aw P@b7
         2 Aw press => alert! illegal_drop Aw RU-14
         3 A e8e7 => log stands_second_class Aw RU-24 (P@b7)
         4 stops
         5 Ab claims illegal => rejected claim_illegal Ab RU-24",
    );
}

#[test]
fn ru_22_an_impossible_position_is_shown_with_the_last_possible_one() {
    // Both leave their kings in check: nobody can have moved last.
    play(
        "ru",
        "board A R3k3/8/8/8/8/8/4r3/4K3 b - - 0 1
         0 clocks
         1 Ab e2e3
         2 Ab press => alert! illegal_move Ab RU-12
         3 Aw a8b8
         4 Aw press => log stands Ab RU-21
         => alert! impossible_position A RU-22 (the side that is not to move is in check, last possible: R3k3/8/8/8/8/8/4r3/4K3 b - - 0 1, turns: A Black, B White)
         => alert! illegal_move Aw RU-12",
    );
}

#[test]
fn ru_25_a_second_class_move_that_led_to_an_impossible_position_is_the_arbiters() {
    // A pawn dropped on the first rank, registered at once: undone. Later, when it stands: the arbiter decides.
    let dropped = "board A 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1
         0 clocks
         1 Aw P@b1
         2 Aw press => alert! illegal_drop Aw RU-14\n";
    play(
        "ru",
        &format!(
            "{dropped}3 stops
             4 Ab claims illegal => accepted claim_illegal Ab RU-14; penalty undo Aw RU-23; penalty time_to_opponent team2 RU-23
             5 arbiter confirm
             check A b1 -"
        ),
    );
    play(
        "ru",
        &format!(
            "{dropped}3 A e8e7 => log stands_second_class Aw RU-24; alert! impossible_second_class A RU-25
             4 arbiter set A 8/4k3/8/8/8/8/8/4K3[P] w - - 0 1
             check A b1 -"
        ),
    );
}

#[test]
fn ru_10_ru_47_a_second_game_is_linked_to_the_first() {
    let proceedings = play(
        "ru",
        "0 clocks
         1 A e2e4
         2 arbiter penalty Ab replay => penalty replay Ab RU-46; log replay table RU-09 (match 2)
         check A e2 P
         check turn A w",
    );
    assert_eq!(proceedings.replays(), 1);
}

/// Aw's pawn arrives on a8 and takes a knight on the way; on B it is Bb's turn (case 1) or Bw's (case 2).
fn snyatie(turn: &str, steps: &str) {
    let boards = format!(
        "board A 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1
         board B 4k3/pp6/8/8/8/8/PP1N4/R2QK3 {turn} - - 0 1
         0 clocks
         1 Aw a7b8
         2 Aw announces\n"
    );
    play("ru", &(boards + steps));
}

#[test]
fn ru_26_ru_31_ru_32_ru_33_a_piece_is_taken_step_by_step() {
    snyatie(
        "b",
        "3 A stop => log snyatie_begins Aw RU-28 (b8)
         check stage announced
         4 A start w
         check stage choosing
         5 Bb lifts B d1
         check B d1 -
         check stage lifted
         6 Aw puts b8 Q
         check A b8 Q
         7 Aw hands Bw P
         check reserve Bw P
         check reserve Bb -
         8 Aw press => log snyatie_done Aw RU-33; log completed Aw RU-18
         check stage none
         check reserve Bb N
         check turn A b",
    );
    // The piece is a real one: taken later it is passed on as itself.
    snyatie(
        "b",
        "3 A stop\n4 A start w\n5 Bb lifts B d1\n6 Aw puts b8 Q\n7 Aw hands Bw P\n8 Aw press
         9 A e8e7 b8b7 e7f6 b7b6 f6e5 b6b5 e5e4 b5b4 e4e3
         12 arbiter set A 8/8/8/8/1Q6/2k5/8/4K3 b - - 0 1
         13 A c3b4
         check reserve Bw PQ",
    );
}

#[test]
fn ru_27_it_is_announced_and_only_the_own_clock_is_stopped() {
    snyatie("b", "3 Aw press => alert snyatie_skipped Aw RU-27; alert! illegal_move Aw RU-26 (a7b8, second class)");
    snyatie("b", "2.5 B stop\n3 A stop => alert snyatie_clock Aw RU-27 (only the promoter's clock is stopped)");
    play(
        "ru",
        "board A 4k3/P7/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 A stop => info snyatie_order Aw RU-27 (not announced aloud)",
    );
}

#[test]
fn ru_28_the_captured_piece_comes_into_play_at_the_end_only() {
    snyatie(
        "b",
        "3 A stop
         4 A start w
         check coming Bb N
         5 Bb N@c6 => alert snyatie_partner Bb RU-29
         6 Bb press => alert! illegal_drop Bb RU-28 (N@c6)",
    );
}

#[test]
fn ru_29_the_promoters_partner_may_not_move() {
    snyatie("b", "3 A stop\n4 Bb a7a6 => alert snyatie_partner Bb RU-29");
}

#[test]
fn ru_30_ru_34_on_the_diagonal_players_turn_he_moves_first() {
    snyatie(
        "w",
        "3 A stop => log snyatie_begins Aw RU-28; log snyatie_waits Bw RU-34
         check stage waitsfordiagonal
         4 A start w => alert snyatie_clock Aw RU-34 (the diagonal player has not moved)
         5 B d2b3
         check stage announced
         6 A start w
         check stage choosing
         7 Bb lifts B d1
         8 Aw puts b8 Q
         9 Aw hands Bw P
         10 Aw press
         check A b8 Q",
    );
}

#[test]
fn ru_31_the_promoters_time_is_started_at_once() {
    snyatie(
        "b",
        "3 A stop
         22 tick
         23 tick => info snyatie_clock Aw RU-31 (the promoter's clock has not been started)
         43 tick => alert snyatie_clock Aw RU-31
         44 A start b => alert snyatie_clock Aw RU-31 (the promoter's time has to run)",
    );
}

#[test]
fn ru_32_pawns_kings_and_pinned_pieces_are_not_taken() {
    let begun = "3 A stop\n4 A start w\n";
    snyatie("b", &format!("{begun}5 Bb lifts B a2 => alert snyatie_choice Aw RU-32 (pawn a2)"));
    snyatie("b", &format!("{begun}5 Bb lifts B e1 => alert snyatie_choice Aw RU-32 (king e1)"));
    snyatie("b", &format!("{begun}5 Bb lifts B e8 => alert snyatie_choice Aw RU-32 (king e8)"));
    // Pinned to the king: what would leave it in check with the partner to move is no possible position (RU-26).
    play(
        "ru",
        "board A 4k3/P7/8/8/8/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/4r3/4N3/R3K3 b - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw announces
         3 A stop
         4 A start w
         5 Bb lifts B e2 => alert snyatie_choice Aw RU-26 (knight e2)",
    );
}

#[test]
fn ru_33_missing_steps_are_noticed() {
    let begun = "3 A stop\n4 A start w\n";
    snyatie(
        "b",
        &format!(
            "{begun}5 Aw press => alert snyatie_order Aw RU-33 (pressed before the pawn was replaced)\ncheck stage choosing"
        ),
    );
    snyatie(
        "b",
        &format!(
            "{begun}5 Bb lifts B d1\n6 Aw puts b8 R => alert snyatie_order Aw RU-33 (rook was not the piece taken)"
        ),
    );
    snyatie(
        "b",
        &format!(
            "{begun}5 Bb lifts B d1\n6 Aw puts b8 Q\n7 Aw press => alert snyatie_order Aw RU-33 (the pawn was not given to the diagonal player)"
        ),
    );
    snyatie("b", &format!("{begun}5 Aw lifts B d1 => alert snyatie_order Aw RU-33 (Aw lifted the piece)"));
    snyatie("b", "3 A stop\n5 Bb lifts B d1 => alert snyatie_order Aw RU-33 (d1 was lifted out of turn)");
    snyatie(
        "b",
        &format!(
            "{begun}24 tick => info snyatie_order Aw RU-33 (no piece has been taken)\n44 tick => alert snyatie_order Aw RU-33"
        ),
    );
    // What was left out can be made up for.
    snyatie(
        "b",
        &format!(
            "{begun}5 Bb lifts B d1\n6 Aw puts b8 Q\n7 Aw press => alert snyatie_order Aw RU-33\n8 Aw hands Bw P\ncheck reserve Bw P"
        ),
    );
}

#[test]
fn ru_35_where_nothing_can_be_taken_only_the_pawn_goes() {
    play(
        "ru",
        "board A 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/4r3/PP2N3/4K3 b - - 0 1
         0 clocks
         1 Aw a7b8
         2 Aw announces
         3 A stop
         4 A start w => log snyatie_short Aw RU-35
         5 Aw hands Bw P
         check A b8 -
         check reserve Bw P
         6 Aw press => log snyatie_done Aw RU-33
         check reserve Bb N",
    );
    play(
        "ru",
        "board A 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/4r3/PP2N3/4K3 b - - 0 1
         0 clocks
         1 Aw a7b8
         2 Aw announces
         3 A stop
         4 A start w
         5 Bb lifts B e2 => alert snyatie_choice Aw RU-35 (knight e2)",
    );
}

#[test]
fn ru_26_a_mate_from_the_promotion_square_counts_from_the_press() {
    play(
        "ru",
        "board A 7k/P7/7K/8/8/8/8/8 w - - 0 1
         board B 4k3/8/8/8/8/8/8/R3K3 b - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw announces
         3 A stop
         4 A start w
         5 Bb lifts B a1
         6 Aw puts a8 R
         7 Aw hands Bw P
         8 Aw press => info waiting Ab RU-52
         check verdict open",
    );
}

#[test]
fn ru_36_castling_with_a_dropped_rook() {
    play("ru", "board A 4k3/8/8/8/8/8/8/4K3[R] w - - 0 1 unmoved=e1\n0 clocks\n1 A R@h1 e8e7 e1g1\ncheck A f1 R");
}

#[test]
fn ru_38_ru_39_a_reserve_out_of_sight_stops_both_clocks() {
    let hidden = "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1
         0 clocks
         1 Aw shows N
         7 tick => alert reserve_hidden Aw RU-38 (Q)\n";
    play(
        "ru",
        &format!(
            "{hidden}8 Ab claims hidden => accepted claim_hidden Ab RU-39 (both clocks are to be stopped until it is shown)
             9 stops
             10 Aw shows QN => info reserve_shown Aw RU-39"
        ),
    );
}

#[test]
fn ru_42_a_dropped_pawn_is_like_a_native_one() {
    play(
        "ru",
        "board A 4k3/8/8/8/p7/8/8/4K3[P] w - - 0 1\n0 clocks\n1 A P@b2 e8e7 b2b4 a4b3\ncheck A b4 -\ncheck A b3 p",
    );
}

#[test]
fn ru_43_partners_talk_as_they_like() {
    play("ru", "0 clocks\n1 Aw says move\n2 Ab says other\n3 Bb says leave");
}

#[test]
fn ru_44_a_hand_on_the_other_clock_may_only_call_the_arbiter() {
    play("ru", "0 clocks\n1 Aw hand other_board => alert hand_on_other Aw RU-44");
    play("ru", "0 clocks\n1 Aw hand other_clock\n2 tick\n6 tick => alert hand_on_other Aw RU-44");
    play("ru", "0 clocks\n1 Aw hand other_clock\n2 stops\n7 tick");
}

#[test]
fn ru_45_ru_46_ru_47_hints_from_outside_are_noted_and_the_game_may_be_replayed() {
    let proceedings = play(
        "ru",
        "0 clocks
         1 Aw says hint => alert hint table RU-46
         2 arbiter penalty Ab remove => penalty remove Ab RU-46
         3 arbiter replay => log replay table RU-09",
    );
    let profile = proceedings.profile();
    assert!(!profile.player_facing_alerts.value && !profile.hall_display.value && profile.public_delay_s.value > 0);
}

#[test]
fn ru_50_players_call_the_arbiter_where_the_result_is_unclear() {
    play("ru", "0 clocks\n1 Aw claims unclear => alert claim_unclear Aw RU-50");
}

#[test]
fn ru_51_ru_52_mate_is_a_check_that_nothing_to_come_could_cover() {
    play(
        "ru",
        "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw e5f7 => result game_won Aw RU-52 (mate); result match_won team1 RU-62; alert! stop_clocks B RU-02",
    );
    play("ru", "board A 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n0 clocks\n1 A a1a8 => info waiting Ab RU-52");
}

const MATE_IN_ONE: &str = "board A 6rk/6pp/8/4N3/8/8/8/4K3[N] w - - 0 1\n0 clocks\n";

#[test]
fn ru_53_a_mate_in_one_is_recorded_without_moving() {
    play(
        "ru",
        &format!(
            "{MATE_IN_ONE}1 A stop
             2 Aw claims mate e5f7 => accepted claim_mate_in_one Aw RU-53 (e5f7); result game_won Aw RU-53 (mate in one); result match_won team1 RU-62; alert! stop_clocks B RU-02"
        ),
    );
    for (line, why) in [
        ("2 Aw claims mate e5f7", "the clock has to be stopped"),
        ("1 A stop\n2 Aw claims mate e5g6", "e5g6 does not mate"),
        ("1 A stop\n2 Aw claims mate N@f7", "N@f7 is no legal move on the board"),
        ("1 A stop\n2 Ab claims mate g8f8", "it is the opponent's move"),
    ] {
        let who = if line.contains("Ab") { "Ab" } else { "Aw" };
        play("ru", &format!("{MATE_IN_ONE}{line} => rejected claim_mate_in_one {who} RU-53 ({why})"));
    }
    play(
        "gr",
        &format!(
            "{MATE_IN_ONE}1 A stop\n2 Aw claims mate e5f7 => rejected claim_mate_in_one Aw GR-05 (a mate has to be played)"
        ),
    );
}

#[test]
fn ru_54_ru_56_ru_63_mate_counts_before_a_flag_that_fell_earlier() {
    play(
        "ru",
        &format!(
            "{MATE_IN_ONE}1 Aw flag => alert flag Aw RU-02; result game_won Ab RU-02 (flag); result match_won team2 RU-62
             2 A stop
             3 Aw claims mate e5f7 => accepted claim_mate_in_one Aw RU-53; result game_won Aw RU-53; result match_won team1 RU-54; alert! stop_clocks B RU-02
             check verdict one"
        ),
    );
    // Elsewhere the flag counts.
    play(
        "gr",
        &format!(
            "{MATE_IN_ONE}1 Aw flag => alert flag Aw GR-05; result game_won Ab GR-05 (flag); result match_won team2 GR-06; alert! stop_clocks B GR-25
             2 Aw e5f7 => log void_move Aw GR-23
             check verdict two"
        ),
    );
}

#[test]
fn ru_55_mates_by_different_teams_draw() {
    play(
        "ru",
        "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 stops
         2 Aw claims mate e5f7 => accepted claim_mate_in_one Aw RU-53; result game_won Aw RU-53; result match_won team1 RU-62; alert! stop_clocks B RU-02
         2 Bw claims mate e5f7 => accepted claim_mate_in_one Bw RU-53; result game_won Bw RU-53; result match_drawn table RU-55",
    );
}

#[test]
fn ru_57_a_draw_agreed_on_one_board_is_a_draw_there() {
    play(
        "ru",
        "0 clocks
         1 Aw draw => info draw_offered Aw RU-57
         2 Ab draw => result game_drawn A RU-57 (agreed); result match_drawn table RU-62; alert! stop_clocks B RU-02",
    );
}

#[test]
fn ru_58_three_occurrences_without_a_capture_with_both_clocks_stopped() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let twice = format!("0 clocks\n1 A {shuffle}\n3 A {shuffle} => info repeated A RU-58 (3)\n");
    play(
        "ru",
        &format!(
            "{twice}5 Aw claims repetition => rejected claim_repetition Aw RU-58 (both clocks have to be stopped)"
        ),
    );
    play(
        "ru",
        &format!(
            "{twice}5 stops
             6 Ab claims repetition => accepted claim_repetition Ab RU-58 (occurred 3 times); result game_drawn A RU-58; result match_drawn table RU-62; alert! stop_clocks B RU-02"
        ),
    );
    // A capture on that board in between.
    play(
        "ru",
        "board A rnbqkbnr/pppppppp/8/8/8/7p/PPPPPPP1/RNBQKBNR w KQkq - 0 1
         0 clocks
         1 A g1f3 g8f6 f3g1 f6g8 h1h3 b8c6 g1f3 c6b8 f3g1
         5 stops
         6 Ab claims repetition => rejected claim_repetition Ab RU-58",
    );
}

#[test]
fn ru_59_a_draw_counts_before_a_flag() {
    play(
        "ru",
        "0 clocks
         1 Aw flag => alert flag Aw RU-02; result game_won Ab RU-02; result match_won team2 RU-62
         2 Bw draw => info draw_offered Bw RU-57
         3 Bb draw => result game_drawn B RU-57; result match_drawn table RU-59",
    );
}

#[test]
fn ru_60_ru_61_flags_of_different_teams_draw_and_of_partners_lose() {
    let first = "0 clocks\n1 Aw flag => alert flag Aw RU-02; result game_won Ab RU-02; result match_won team2 RU-62\n";
    play(
        "ru",
        &format!(
            "{first}2 Ab flag => alert flag Ab RU-02; result game_drawn A RU-60 (both flags); result match_drawn table RU-60"
        ),
    );
    play(
        "ru",
        &format!("{first}2 Bw flag => alert flag Bw RU-02; result game_won Bb RU-02; result match_drawn table RU-61"),
    );
    play("ru", &format!("{first}2 Bb flag => alert flag Bb RU-02; result game_won Bw RU-02\ncheck verdict two"));
}

#[test]
fn ru_62_mate_or_draw_on_one_board_ends_the_match_and_check_does_not() {
    play("ru", "board A 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n0 clocks\n1 A a1a8\ncheck verdict open");
    play(
        "ru",
        "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw e5f7 => result game_won Aw RU-52; result match_won team1 RU-62; alert! stop_clocks B RU-02
         2 Bw e2e4 => log void_move Bw -",
    );
}
