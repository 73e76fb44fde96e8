//! The Pskov five-minute rules: one board, and an arbiter who keeps silent until somebody claims.
use crate::script::{play, play_house};

#[test]
fn ro_01_what_the_text_does_not_say_the_fide_laws_do() {
    play("ro", "board A 4k3/8/8/8/8/8/8/4K2R w - - 98 60\n0 A start w\n1 A h1h2 e8e7 => kept info fifty_moves A CH-32");
}

#[test]
fn ro_02_ro_03_five_minutes_or_another_control() {
    play("ro", "0 A start w\n10 Aw e2e4\n11 Aw press\n12 A stop\ncheck left Aw 289\ncheck left Ab 299");
    // From twenty seconds before the control two seconds of each move are not counted, nor kept.
    play_house(
        "ro",
        "delay_s = 2\ndelay_below_s = 20",
        "0 A start w\n1 A reads 19 100 => kept info clock_wrong A RO-03\n2 Aw e2e4\n2.5 Aw press\n7.5 A stop\ncheck left Aw 19\ncheck left Ab 97",
    );
    play_house(
        "ro",
        "base_s = 180\nincrement_s = 2",
        "0 A start w\n1 Aw e2e4\n3 Aw press\n4 A stop\ncheck left Aw 179\ncheck left Ab 179",
    );
}

#[test]
fn ro_05_the_display_says_that_the_flag_has_fallen() {
    play("ro", "0 A start w\n1 A reads 0 100 => kept info clock_wrong A RO-03; kept info flag_stored Aw RO-29");
}

#[test]
fn ro_06_array_and_times_are_checked_before_the_start() {
    play(
        "ro",
        "0 A reads 300 240 => kept alert clock_setting A RO-06
         0 A stands rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR => kept alert wrong_setup A CH-07",
    );
}

#[test]
fn ro_07_after_three_moves_no_complaint_about_the_start() {
    let start = "0 A stands rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR => kept alert wrong_setup A CH-07\n0 A start w\n1 A e2e4 e7e5 g1f3 g8f6 f1c4 f8c5\n";
    play(
        "ro",
        &format!("{start}4 Ab claims setup => accepted claim_setup Ab RO-07 (in time); penalty replay table RO-01"),
    );
    play(
        "ro",
        &format!(
            "{start}3 A d2d3 d7d6\n4 Ab claims setup => rejected claim_setup Ab RO-07 (more than 3 moves were made)"
        ),
    );
}

#[test]
fn ro_09_move_and_press_with_one_and_the_same_hand() {
    play("ro", "0 A start w\n1 Aw e2e4 right\n2 Aw press right");
    play(
        "ro",
        "0 A start w
         1 Aw e2e4 right
         2 Aw press left => kept alert other_hand Aw RO-09 (moved with right, pressed with left)
         3 Ab e7e5 both => kept alert other_hand Ab RO-09 (both hands)
         4 Ab claims breach => alert other_hand Aw RO-09; accepted claim_breach Ab RO-20; penalty warn Aw RO-21 (breach 1)",
    );
}

#[test]
fn ro_10_no_reply_before_the_own_clock_runs() {
    play(
        "ro",
        "0 A start w
         1 Aw e2e4
         1.2 Ab e7e5 => kept alert reply_before_press Ab RO-10
         1.4 Aw press
         1.6 Ab press
         2 Aw claims breach => alert reply_before_press Ab RO-10; accepted claim_breach Aw RO-20; penalty warn Ab RO-21",
    );
}

const PRESSED: &str = "0 A start w\n1 Aw e2e5\n2 Aw press => kept alert! illegal_move Aw CH-12 (e2e5)\n";

#[test]
fn ro_11_ro_31_ro_37_ro_41_an_impossible_move_is_kept_until_it_is_claimed() {
    let proceedings = play("ro", PRESSED);
    assert_eq!(proceedings.kept().len(), 1, "nothing is shown, nothing is lost");
    play(
        "ro",
        &format!(
            "{PRESSED}3 Ab claims illegal => alert! illegal_move Aw CH-12; accepted claim_illegal Ab CH-12 (e2e5); penalty loss Aw RO-31
             4 arbiter confirm => result game_won Ab RO-31 (illegal move); result match_won team2 RO-01"
        ),
    );
    // The king left in check has its own article.
    play(
        "ro",
        "board A 4k3/8/8/8/8/8/4r3/4K2R w - - 0 1\n0 A start w\n1 Aw h1h2\n2 Aw press => kept alert! illegal_move Aw RO-31",
    );
}

#[test]
fn ro_12_the_claim_comes_before_touching_a_piece_to_reply() {
    play(
        "ro",
        &format!(
            "{PRESSED}3 Ab touches e7 => log stands Aw RO-14
             4 Ab claims illegal => rejected claim_illegal Ab RO-12 (e2e5 had to be claimed before touching a piece to reply)"
        ),
    );
    // A house that reads RO-31's wording instead: until the reply is complete.
    play_house(
        "ro",
        "claim_until = { value = \"opponent_press\", article = \"RO-31\" }",
        &format!(
            "{PRESSED}3 Ab e7e6\n4 Ab claims illegal => alert! illegal_move Aw CH-12; accepted claim_illegal Ab CH-12; penalty loss Aw RO-31"
        ),
    );
}

#[test]
fn ro_13_not_pressed_it_is_taken_back_and_the_same_piece_is_played() {
    let taken_back = "0 A start w\n1 Aw e2e5\n2 Aw takes-back => kept info illegal_taken_back Aw RO-13\n";
    play("ro", &format!("{taken_back}3 A e2e4"));
    play("ro", &format!("{taken_back}3 Aw d2d4 => kept alert other_piece Aw RO-13 (d2d4)"));
    play("ro", "0 A start w\n1 Aw a1a4\n2 Aw takes-back => kept info illegal_taken_back Aw RO-13\n3 A d2d4");
}

#[test]
fn ro_14_ro_15_after_the_reply_it_stands() {
    play(
        "ro",
        &format!(
            "{PRESSED}3 A d7d5 => log stands Aw RO-14 (e2e5)
             4 Ab claims illegal => rejected claim_illegal Ab RO-12
             check A e5 P
             5 A e5d6
             check A d5 -"
        ),
    );
}

#[test]
fn ro_16_the_opponent_may_demand_the_piece_that_was_touched_first() {
    let moved = "0 A start w\n1 Aw touches d2\n2 Aw e2e4 => kept alert touch_move Aw RO-16 (e2e4)\n3 Aw press\n";
    play(
        "ro",
        &format!(
            "{moved}4 A start w
             5 Ab claims touch => alert touch_move Aw RO-16; accepted claim_touch Ab RO-16 (d2)
             check A e2 P
             6 A d2d4"
        ),
    );
    play(
        "ro",
        "0 A start w\n1 A e2e4\n2 Ab claims touch => rejected claim_touch Ab RO-16 (no other piece was seen to be touched first)",
    );
    // Said to be adjusted, and touched without a move to make: no duty.
    play("ro", "0 A start w\n1 Aw adjusts\n1 Aw touches d2\n2 A e2e4");
    play("ro", "0 A start w\n1 Aw touches a1\n2 A e2e4");
}

#[test]
fn ro_17_ro_19_ro_44_hands_on_the_clock_are_kept_until_a_claim() {
    play(
        "ro",
        "0 A start w
         1 Aw hand clock => kept alert clock_touched Aw RO-17
         2 Aw hand button => kept alert hovering Aw RO-19
         3 Ab claims breach => alert clock_touched Aw RO-17; alert hovering Aw RO-19; accepted claim_breach Ab RO-20; penalty warn Aw RO-21
         4 Aw claims breach => rejected claim_breach Aw RO-20 (none is on record)",
    );
}

#[test]
fn ro_18_the_opponents_clock_is_pressed_and_back() {
    play("ro", "0 A start w\n1 A e2e4\n2 A start w\n3 A start b\n4 Ab e7e5\n5 Ab press");
}

#[test]
fn ro_20_ro_21_ro_22_ro_23_ro_24_breaches_climb_a_ladder() {
    play(
        "ro",
        "0 A start w
         1 arbiter breach Aw => penalty warn Aw RO-21 (breach 1)
         2 arbiter breach Aw => penalty time_to_opponent Aw RO-22 (breach 2); log time_to_opponent Ab - (+60 s)
         3 A stop
         check left Ab 360
         4 arbiter breach Aw => penalty loss Aw RO-23 (breach 3)
         5 arbiter reject
         6 arbiter breach Aw => penalty exclude Aw RO-24 (breach 4)
         7 arbiter breach Ab => penalty warn Ab RO-21 (breach 1)",
    );
    play(
        "ro",
        "0 A start w
         1 arbiter breach Aw => penalty warn Aw RO-21
         2 arbiter breach Aw => penalty time_to_opponent Aw RO-22
         3 arbiter breach Aw => penalty loss Aw RO-23
         4 arbiter confirm => result game_won Ab RO-23 (breaches); result match_won team2 RO-01",
    );
}

#[test]
fn ro_21_where_the_opponents_flag_has_fallen_he_gets_a_minute() {
    play(
        "ro",
        "0 A start w
         1 Ab flag => kept info flag_stored Ab RO-29
         2 arbiter breach Aw => penalty time_to_opponent Aw RO-21 (breach 1); log time_to_opponent Ab - (+60 s)
         3 Aw flag => kept info flag_stored Aw RO-29
         check verdict open",
    );
}

#[test]
fn ro_25_a_pawn_left_on_the_last_rank_stops_the_clock() {
    play(
        "ro",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 A start w
         1 Aw a7a8
         2 Aw press => alert! pawn_not_replaced Aw RO-25 (a8)
         3 A stop
         4 Aw puts a8 Q
         check A a8 Q",
    );
}

#[test]
fn ro_26_displaced_pieces_are_set_right_in_the_own_time() {
    play(
        "ro",
        "0 A start w
         1 A e2e4
         1.5 Aw displaces => kept info displaced Aw RO-26
         2 A start w
         3 Aw sets-right
         4 Aw press
         5 A e7e5",
    );
}

#[test]
fn ro_27_ro_28_a_game_is_won_by_mate_or_resignation() {
    play(
        "ro",
        "board A 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n0 A start w\n1 Aw a1a8 => result game_won Aw RO-27 (mate); result match_won team1 RO-01",
    );
    play("ro", "0 A start w\n1 Ab resigns => result game_won Aw RO-28 (resignation); result match_won team1 RO-01");
}

#[test]
fn ro_29_a_flag_counts_on_claim_with_the_clock_stopped_in_time() {
    let fallen = "0 A start w\n1 Ab flag => kept info flag_stored Ab RO-29\n";
    play(
        "ro",
        &format!(
            "{fallen}2 Aw claims flag => rejected claim_flag Aw RO-29 (the clock has to be stopped)\ncheck verdict open"
        ),
    );
    play(
        "ro",
        &format!(
            "{fallen}2 A stop\n3 Aw claims flag => info flag_stored Ab RO-29; accepted claim_flag Aw RO-29; result game_won Aw RO-29 (flag); result match_won team1 RO-01"
        ),
    );
    play(
        "ro",
        "0 A start w\n1 A stop\n2 Aw claims flag => rejected claim_flag Aw RO-29 (the opponent's flag has not fallen)",
    );
    // Unnoticed it changes nothing.
    play("ro", &format!("{fallen}2 A e2e4 e7e5\ncheck verdict open"));
}

#[test]
fn ro_30_ro_36_ro_45_only_with_material_to_mate() {
    let claim = |fen: &str, said: &str| {
        play(
            "ro",
            &format!(
                "board A {fen}\n0 A start w\n1 Ab flag => kept info flag_stored Ab RO-29\n2 A stop\n3 Aw claims flag => info flag_stored Ab RO-29; {said}"
            ),
        );
    };
    let won = "accepted claim_flag Aw RO-29; result game_won Aw RO-29; result match_won team1 RO-01";
    let drawn = "rejected claim_flag Aw RO-30 (not enough material to mate); result game_drawn A RO-30; result match_drawn table RO-01";
    claim("q3k3/8/8/8/8/8/8/4K3 w - - 0 1", drawn);
    claim("q3k3/8/8/8/8/8/8/4K1N1 w - - 0 1", drawn);
    // RO-45: king and pawn against king and queen.
    claim("q3k3/8/8/8/8/8/P7/4K3 w - - 0 1", won);
    claim("4k3/p7/8/8/8/8/8/4K1N1 w - - 0 1", won);
}

#[test]
fn ro_32_ro_33_ro_35_draws() {
    play(
        "ro",
        "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1\n0 A start w\n1 A f6f7 => result game_drawn A RO-32 (stalemate); result match_drawn table RO-01",
    );
    play(
        "ro",
        "0 A start w\n1 Aw draw => kept info draw_offered Aw RO-33\n2 Ab draw => result game_drawn A RO-33 (agreed); result match_drawn table RO-01",
    );
    play(
        "ro",
        "board A 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1\n0 A start w\n1 A e1d2 => result game_drawn A RO-35 (dead position); result match_drawn table RO-01",
    );
    play(
        "ro",
        "0 A start w
         1 A g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 => kept info repeated A RO-35 (3)
         5 Aw claims repetition => accepted claim_repetition Aw RO-35; result game_drawn A RO-35; result match_drawn table RO-01",
    );
}

#[test]
fn ro_34_ro_42_the_second_flag_draws_and_both_moments_are_kept() {
    play(
        "ro",
        "0 A start w
         1 Ab flag => kept info flag_stored Ab RO-29
         2 Aw flag => kept info flag_stored Aw RO-29; result game_drawn A RO-34 (both flags); result match_drawn table RO-01
         3 A stop
         4 Aw claims flag => rejected claim_flag Aw RO-34 (the game is over)",
    );
    // RO-42: an electronic clock shows who was first, and a house may go by it.
    play_house(
        "ro",
        "both_flags = { value = \"first_loses\", article = \"RO-42\" }",
        "0 A start w
         1 Ab flag => kept info flag_stored Ab RO-29
         2 Aw flag => kept info flag_stored Aw RO-29; result game_won Aw RO-42 (the first of both flags); result match_won team1 RO-01",
    );
}

#[test]
fn ro_38_the_arbiter_does_not_touch_the_clock() {
    play("ro", "0 A start w\n1 arbiter clock A => info clock_locked A RO-38");
    play("gr", "0 clocks\n1 arbiter clock A");
}

#[test]
fn ro_39_ro_40_interference_from_outside_and_final_decisions() {
    let proceedings = play(
        "ro",
        "0 A start w
         1 Aw says hint => kept alert hint table RO-39
         2 arbiter replay => log replay table -",
    );
    let profile = proceedings.profile();
    assert!(!profile.hall_display.value && profile.public_delay_s.value > 0);
    play("ro", "0 A start w\n1 arbiter note moved to another room => log ruling table RO-40 (moved to another room)");
}
