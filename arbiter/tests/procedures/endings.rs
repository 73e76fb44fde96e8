//! How games and the match end: draws of two and four players, ends that come after the end, and which article decides.
use crate::script::{play, play_house};

const OVER: &str = "result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B GR-23";
const MATED: &str = "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         board B 6rk/p5pp/8/8/8/8/P7/4K3[N] w - - 0 1
         0 clocks\n";

#[test]
fn gr_23_what_ends_after_the_end_is_void_though_the_clocks_stand() {
    play(
        "gr",
        "0 clocks
         1 Aw resigns => result game_won Ab CH-26; result match_won team2 GR-06; alert! stop_clocks B GR-25
         2 B stop
         3 Bw resigns => log void_move B GR-23 (resignation)
         4 Bw draw
         5 Bb draw
         check verdict two",
    );
}

#[test]
fn gr_23_the_other_board_has_its_seconds_to_stop() {
    play_house(
        "gr",
        "arbiter_present = false",
        &format!("{MATED}1 Aw N@f7 => {OVER}\n4 tick\n4.1 tick => alert not_stopped B GR-23"),
    );
}

#[test]
fn gr_24_gr_26_a_flag_that_fell_in_the_continued_game_counts() {
    play_house(
        "gr",
        "arbiter_present = false",
        &format!(
            "{MATED}1 Aw N@f7 => {OVER}
             5 Bw a2a3 => alert not_stopped B GR-23
             6 Bw press
             7 Bb a7a6
             7.5 Bb flag => alert flag Bb GR-05; log void_move B GR-23 (flag)
             check verdict one
             8 Bb press => alert continued B GR-24; result match_drawn table GR-26"
        ),
    );
}

#[test]
fn gr_24_where_the_profile_has_no_such_rule_nothing_goes_on() {
    play_house(
        "gr",
        "arbiter_present = false\ncontinue_needs_both = false",
        &format!(
            "{MATED}1 Aw N@f7 => {OVER}
             5 Bw a2a3 => alert not_stopped B GR-23
             6 Bw press
             7 B a7a6
             9 Bw N@f7 => log void_move Bw GR-23; log void_move B GR-23 (mate)
             check verdict one"
        ),
    );
}

#[test]
fn house_flags_across_need_two_flags() {
    // One flag, and the continued game given up: that is no matter of flags.
    play_house(
        "gr",
        "arbiter_present = false\n[procedures]\nflags_across = \"house 9\"",
        "0 clocks
         1 Aw flag => alert flag Aw GR-05; result game_won Ab GR-05; result match_won team2 GR-06; alert! stop_clocks B GR-23
         5 Bw e2e4 => alert not_stopped B GR-23
         6 Bw press
         7 Bb e7e5
         8 Bb press => alert continued B GR-24
         9 Bw resigns => result game_won Bb CH-26; result match_drawn table GR-26",
    );
}

#[test]
fn gr_25_who_stops_the_other_board_and_by_which_article() {
    let script = |said: &str| {
        format!("0 clocks\n1 Aw resigns => result game_won Ab CH-26; result match_won team2 GR-06; {said}")
    };
    let house = "{ value = WHAT, article = \"house 8\" }";
    for (present, article) in
        [("true", "GR-23"), (&house.replace("WHAT", "true"), "house 8"), (&house.replace("WHAT", "false"), "GR-23")]
    {
        play_house("gr", &format!("arbiter_present = {present}"), &script(&format!("alert! stop_clocks B {article}")));
    }
}

#[test]
fn gr_27_the_mating_piece_may_still_be_on_its_way() {
    // Ab has taken the knight and not pressed when he is mated: his partner would have it with the press.
    play(
        "gr",
        "board A 6rk/6pp/8/8/8/8/5n2/4K2N[N] b - - 0 1
         board B 6rk/6pp/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Ab f2h1
         check reserve Bw -
         2 Aw N@f7 => result game_won Aw GR-16; alert! simultaneous Bw GR-27 (N@f7)
         check verdict open
         # while the arbiter has to decide nobody agrees on a draw
         3 Bw draw
         4 Bb draw
         5 arbiter confirm => result game_won Bw GR-27; result match_drawn table GR-26",
    );
}

#[test]
fn gr_28_who_declines_takes_back_the_consents_of_all() {
    play(
        "gr",
        "0 clocks
         1 Ab draw => info draw_offered Ab GR-28 (1 of 4 consents)
         2 Bw draw => info draw_offered Bw GR-28 (2 of 4 consents)
         3 Aw declines => info draw_declined Aw GR-28
         4 Bb draw => info draw_offered Bb GR-28 (1 of 4 consents)",
    );
}

#[test]
fn nl_20_a_draw_is_a_matter_of_one_board() {
    play(
        "nl",
        "0 clocks
         1 Ab draw => info draw_offered Ab NL-20
         2 Bw draw => info draw_offered Bw NL-20
         3 Aw declines => info draw_declined Aw NL-20
         4 Bb draw => result game_drawn B NL-20 (agreed)
         # the finished game is finished
         5 Bw draw
         6 Bb draw",
    );
}

#[test]
fn nl_17_what_the_resigner_had_moved_is_not_the_last_move() {
    play(
        "nl",
        "0 clocks
         1 A e2e4
         2 Ab d7d5
         2.5 Ab resigns => info last_move Ab NL-17
         3 Ab press
         4 Aw e4d5
         5 Aw press => result game_won Aw NL-17 (resignation)",
    );
}

#[test]
fn ch_29_a_position_is_dead_once_the_move_that_makes_it_so_is_complete() {
    play(
        "ch",
        "board A 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1
         0 A start w
         1 Aw e1d1
         1.2 Ab e8e7 => log zero_time Ab -
         1.4 Aw press
         check verdict open
         1.6 Ab press => result game_drawn A CH-29 (dead position); result match_drawn table -",
    );
}

#[test]
fn ch_30_a_claim_with_a_move_that_is_not_legal() {
    play(
        "ch",
        "0 A start w\n1 A g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1\n5 Ab claims repetition f6f8 => rejected claim_repetition Ab CH-30 (f6f8 is not legal)",
    );
}

#[test]
fn ru_23_both_turns_are_on_record_when_a_second_class_move_is_claimed() {
    play(
        "ru",
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7
         2 Aw press => alert! illegal_drop Aw RU-13
         3 stops
         4 Ab claims illegal => accepted claim_illegal Ab RU-13; log ruling table - (turns when claimed: A Black, B White); penalty undo Aw RU-23; penalty time_to_opponent team2 RU-23",
    );
}

#[test]
fn ru_06_moves_of_the_board_that_was_set_up_right_do_not_count() {
    play(
        "ru",
        "0 A stands rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR => alert wrong_setup A RU-05
         0 clocks => info castling_barred A RU-08
         1 B e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 d2d3 d7d6
         4 A e2e4
         5 Ab claims setup => accepted claim_setup Ab RU-06 (in time); penalty replay table RU-09",
    );
}

#[test]
fn ru_55_ru_63_ends_are_weighed_until_the_arbiter_has_confirmed() {
    let board_b =
        "board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1\n0 clocks\n1 stops\n2 Aw draw => info draw_offered Aw RU-57\n";
    let drawn = "3 Ab draw => result game_drawn A RU-57; result match_drawn table RU-62; alert! stop_clocks B RU-02\n";
    // Mate counts before the draw.
    play(
        "ru",
        &format!(
            "{board_b}{drawn}4 Bw claims mate e5f7 => accepted claim_mate_in_one Bw RU-53; result game_won Bw RU-53; result match_won team2 RU-63"
        ),
    );
    play(
        "ru",
        &format!(
            "{board_b}{drawn}3.5 arbiter confirm
             4 Bw claims mate e5f7 => accepted claim_mate_in_one Bw RU-53; log void_move B RU-02 (mate in one)
             check verdict drawn"
        )
        .replace("log void_move B RU-02", "log void_move B -"),
    );
}

#[test]
fn ro_31_a_claim_discloses_what_it_is_about() {
    // That he pressed with the other hand is kept for a claim of its own.
    play(
        "ro",
        "0 A start w
         1 Aw e2e5 right
         2 Aw press left => kept alert other_hand Aw RO-09; kept alert! illegal_move Aw CH-12
         3 Ab claims illegal => alert! illegal_move Aw CH-12; accepted claim_illegal Ab CH-12; penalty loss Aw RO-31",
    );
}

#[test]
fn ru_39_the_clocks_are_not_asked_to_be_stopped_again() {
    play(
        "ru",
        "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1
         0 clocks
         1 Aw shows N
         7 tick => alert reserve_hidden Aw RU-38 (Q)
         8 stops
         9 Ab claims hidden => accepted claim_hidden Ab RU-39 ()",
    );
}

#[test]
fn nl_30_an_end_is_struck_and_a_clock_is_handled_on_record() {
    play(
        "nl",
        "0 clocks
         1 Aw resigns => result game_won Ab NL-16
         2 arbiter reject => log ruling A NL-30 (the end is struck)
         3 arbiter clock A => log ruling A NL-30 (clock)
         4 A e2e4",
    );
}

#[test]
fn house_the_second_illegal_move_loses() {
    play_house(
        "ch",
        "base_s = 300\nillegal_class1 = \"time_then_loss\"\nillegal_bonus_s = 60",
        "0 A start w
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty undo Aw -; penalty time_to_opponent team2 - (60 s)
         3 arbiter confirm => log undone Aw - (e2e5); log time_to_opponent Ab - (+60 s)
         check A e2 P
         3 A stop
         check left Ab 359
         4 A start w
         5 Aw e2e6
         6 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw -
         7 arbiter confirm => result game_won Ab - (illegal move); result match_won team2 -",
    );
}

#[test]
fn house_results_are_entered_without_the_arbiter() {
    play_house(
        "gr",
        "auto_result = true",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw GR-34; result game_won Ab GR-34 (illegal move); result match_won team2 GR-06; alert! stop_clocks B GR-25
         check confirmed true",
    );
}

#[test]
fn gr_34_a_claim_proposes_nothing_a_second_time() {
    play(
        "gr",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw GR-34
         3 Ab claims illegal => accepted claim_illegal Ab CH-12; penalty loss Aw GR-34
         4 arbiter reject
         5 arbiter confirm
         check verdict open",
    );
}

#[test]
fn ru_22_a_check_that_was_just_given_is_a_possible_position() {
    play(
        "ru",
        "board A 4k3/8/8/8/8/7r/P7/K7 w - - 0 1
         0 clocks
         1 Aw a2a5
         2 Aw press => alert! illegal_move Aw CH-12
         3 A h3h1 => log stands Aw RU-21",
    );
}

#[test]
fn ro_16_the_touched_piece_is_demanded_before_the_own_reply_and_alone() {
    let moved = "0 A start w
         1 Aw touches d2
         2 Aw e2e4 right => kept alert touch_move Aw RO-16
         3 Aw press left => kept alert other_hand Aw RO-09\n";
    play("ro", &format!("{moved}4 A e7e5\n5 Ab claims touch => rejected claim_touch Ab RO-16"));
    play("ro", &format!("{moved}4 Ab claims touch => alert touch_move Aw RO-16; accepted claim_touch Ab RO-16 (d2)"));
}

#[test]
fn nl_18_another_games_end_judges_what_is_complete_and_legal() {
    let stalemate = "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1\n0 clocks\n";
    // The move that leaves Black without one is not pressed when the other game ends.
    play(
        "nl",
        &format!(
            "{stalemate}1 Aw f6f7
             2 Bw resigns => result game_won Bb NL-16
             3 Aw press => result game_drawn A NL-18 (stalemate); result match_score table NL-15"
        ),
    );
    // It was illegal: it has to be dealt with first.
    play(
        "nl",
        "board A 7k/8/6K1/8/8/8/8/R7 w - - 0 1
         0 clocks
         1 Aw a1f7
         2 Aw press => alert! illegal_move Aw CH-08; penalty undo Aw NL-32
         3 Bw resigns => result game_won Bb NL-16
         check verdict open",
    );
}

#[test]
fn gr_17_who_waits_is_told_once() {
    play(
        "gr",
        "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1
         0 clocks
         1 A f6f7 => info waiting Ab GR-17
         2 Bw resigns => result game_won Bb CH-26; result match_won team1 GR-06; alert! stop_clocks A GR-25",
    );
}

#[test]
fn gr_24_presses_on_the_finished_board_continue_nothing() {
    play_house(
        "gr",
        "arbiter_present = false",
        &format!(
            "{MATED}1 Aw N@f7 => {OVER}
             1.5 B stop
             5 Aw press
             6 Ab press
             check verdict one"
        ),
    );
}

#[test]
fn gr_33_the_press_after_a_mate_is_nothing_to_tell() {
    play("gr", &format!("{MATED}1 Aw N@f7 => {}\n2 Aw press", OVER.replace("GR-23", "GR-25")));
}

#[test]
fn nl_20_a_finished_game_bars_no_draw_on_the_other() {
    play(
        "nl",
        "0 clocks
         1 Aw resigns => result game_won Ab NL-16
         2 Bw draw => info draw_offered Bw NL-20
         3 Bb draw => result game_drawn B NL-20; result match_score table NL-15 (1/2-1 1/2)",
    );
}

#[test]
fn gr_05_a_flag_that_counts_already_need_not_be_claimed() {
    play(
        "gr",
        "0 clocks
         1 Aw flag => alert flag Aw GR-05; result game_won Ab GR-05; result match_won team2 GR-06; alert! stop_clocks B GR-25
         2 Ab claims flag => accepted claim_flag Ab GR-05 (it counts already)",
    );
}

#[test]
fn ro_29_house_the_claimants_own_flag_and_what_else_is_kept() {
    let house = "both_flags = \"ask_arbiter\"";
    let said = "info flag_stored Ab RO-29; accepted claim_flag Aw RO-29; result game_won Aw RO-29; result match_won team1 RO-01";
    let start = "0 A start w\n0.5 Ab hand button => kept alert hovering Ab RO-19\n1 Ab flag => kept info flag_stored Ab RO-29\n";
    let own = "Aw flag => kept info flag_stored Aw RO-29; kept alert ask_arbiter A RO-01 (both flags)";
    // It fell after the clock was stopped.
    play_house("ro", house, &format!("{start}2 A stop\n3 {own}\n4 Aw claims flag => {said}"));
    play_house(
        "ro",
        house,
        &format!(
            "{start}1.5 {own}\n2 A stop\n4 Aw claims flag => rejected claim_flag Aw RO-29 (the claimant's own flag had fallen before)"
        ),
    );
}

#[test]
fn ru_63_a_struck_end_leaves_the_others() {
    play(
        "ru",
        "0 clocks
         1 Aw flag => alert flag Aw RU-02; result game_won Ab RU-02; result match_won team2 RU-62
         2 Bw draw => info draw_offered Bw RU-57
         3 Bb draw => result game_drawn B RU-57; result match_drawn table RU-59
         4 arbiter reject => result match_won team2 RU-62
         check verdict two",
    );
}

#[test]
fn gr_36_only_the_opponent_points_it_out() {
    play(
        "gr",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw GR-34
         3 Bw claims illegal => rejected claim_illegal Bw GR-34 (no illegal move is on record)",
    );
}

#[test]
fn house_where_no_moves_are_counted_fifty_draw_nothing() {
    play_house(
        "ch",
        "fifty = \"none\"",
        "board A 4k3/8/8/8/8/8/8/4K2R w - - 100 60
         0 A start w
         1 Aw claims fifty => rejected claim_fifty Aw - (there is no such draw)",
    );
}

#[test]
fn gr_24_who_presses_within_the_grace_has_not_played_on() {
    play_house(
        "gr",
        "arbiter_present = false",
        &format!(
            "{MATED}1 Aw N@f7 => {OVER}
             3.9 Bw a2a3
             4 Bw press
             5 Bb a7a6 => alert not_stopped B GR-23
             6 Bb press
             check verdict one"
        ),
    );
}

/// Ab takes a piece on h1 and is mated; what stands on B then says whether the games ended at once.
fn taken_and_mated(taken: &str, board_b: &str) -> String {
    format!(
        "board A 6rk/6pp/8/8/8/8/5n2/4K2{taken}[N] b - - 0 1
         board B {board_b} - - 0 1
         0 clocks
         1 A f2h1
         2 Aw N@f7 => "
    )
}

#[test]
fn gr_27_it_takes_the_new_piece_and_the_partners_turn() {
    let over = OVER.replace("GR-23", "GR-25");
    // The partner mates without it.
    play("gr", &(taken_and_mated("P", "6rk/6pp/8/4N3/8/8/8/4K3 w") + &over));
    // His opponent, who is on move, would mate him with a piece of that kind.
    play("gr", &(taken_and_mated("N", "7k/8/8/8/8/8/PP6/KR6[n] b") + &over));
    // A house that knows no such draw.
    let once = taken_and_mated("N", "6rk/6pp/8/8/8/8/8/4K3 w");
    play_house("gr", "simultaneous_window = \"none\"", &(once + &over));
}

#[test]
fn gr_28_what_nobody_has_offered_is_not_declined() {
    play("gr", "0 clocks\n1 Aw declines");
    play("nl", "0 clocks\n1 Aw resigns => result game_won Ab NL-16\n2 Ab resigns\n3 Ab declines");
}

#[test]
fn gr_05_a_flag_falls_once_and_not_after_the_end() {
    play(
        "gr",
        "0 clocks
         1 Aw flag => alert flag Aw GR-05; result game_won Ab GR-05; result match_won team2 GR-06; alert! stop_clocks B GR-25
         2 Aw flag",
    );
    play("gr", &format!("{MATED}1 Aw N@f7 => {}\n2 Ab flag", OVER.replace("GR-23", "GR-25")));
}

#[test]
fn ru_60_house_the_first_of_two_flags_may_lose() {
    play_house(
        "ru",
        "both_flags = { value = \"first_loses\", article = \"house 11\" }",
        "0 clocks
         1 Aw flag => alert flag Aw RU-02; result game_won Ab RU-02; result match_won team2 RU-62
         2 Ab flag => alert flag Ab RU-02; log flag A house 11 (the first to fall lost)
         check verdict two",
    );
}
