//! The Greek tournament rules for bughouse at the table.
use crate::script::{play, play_house};

#[test]
fn gr_01_the_result_is_tied_to_the_rules_played_under() {
    let proceedings = play("gr", "0 A start w => log opened table GR-01\n0 B start w");
    assert_ne!(proceedings.profile().fingerprint(), play("ru", "0 clocks").profile().fingerprint());
}

#[test]
fn gr_02_four_different_players_sit_down() {
    let right = "0 Aw sits Ann\n0 Ab sits Ben\n0 Bw sits Cleo\n0 Bb sits Dan\n1 clocks";
    play("gr", right);
    play("gr", &right.replace("Dan\n1 clocks", "Ann\n1 clocks => alert! wrong_seating table GR-02 (do not start)"));
    play("gr", "0 Aw sits Ann\n1 clocks => alert! wrong_seating table GR-02");
}

#[test]
fn gr_03_both_games_start_at_the_same_moment() {
    play("gr", "0 A start w\n2 B start w");
    play("gr", "0 A start w\n2.5 B start w => info start_skew B GR-03 (2500 ms)");
}

#[test]
fn gr_04_gr_41_the_clock_is_set_to_the_thinking_time() {
    play("gr", "0 A reads 300 300\n0 B reads 300 180 => alert clock_setting B GR-41\n1 clocks");
}

#[test]
fn gr_06_gr_25_the_first_game_decides_and_the_other_board_is_stopped() {
    play(
        "gr",
        "board A 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         board B 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Bw N@f7 => log completed Bw GR-33; result game_won Bw GR-16 (mate); result match_won team2 GR-06; alert! stop_clocks A GR-25
         2 Aw a1a2 => log void_move Aw GR-23
         check verdict two
         check confirmed false
         3 arbiter confirm
         check confirmed true",
    );
}

#[test]
fn gr_08_gr_37_a_captured_piece_goes_to_the_partner_with_the_press() {
    play(
        "gr",
        "0 clocks
         1 A e2e4 d7d5
         2 Aw e4d5
         check reserve Bb -
         check coming Bb P
         2.5 Aw press
         check reserve Bb P
         check coming Bb -
         3 Bb shows -
         # ten seconds after the press it should lie there
         13 tick => info pass_late Bb GR-08 (pawn); alert reserve_hidden Bb GR-29 (p)
         14 Bb shows P => info reserve_shown Bb GR-30
         15 Aw hands Ab P => alert passed_wrongly Aw GR-08
         16 Bb shows PN => alert reserve_extra Bb GR-08 (n)",
    );
}

#[test]
fn gr_09_gr_10_gr_11_drops_are_judged_with_the_press() {
    let board = "board B 4k3/8/8/8/4r3/8/3p4/4K3[PN] w - - 0 1\n0 clocks\n";
    // GR-09: not on another piece; GR-10: not with the own king left in check; GR-11: no pawn on the first or last rank.
    for (drop, articles) in [("N@d2", "GR-10,GR-09"), ("N@a4", "GR-10"), ("P@a8", "GR-10,GR-11")] {
        play(
            "gr",
            &format!(
                "{board}1 Bw {drop}\n2 Bw press => alert! illegal_drop Bw {articles} ({drop}); penalty loss Bw GR-34"
            ),
        );
    }
    // GR-16: a drop parries a check.
    play("gr", &format!("{}1 Bw N@e2\n2 Bw press => log completed Bw GR-33", board.replace("3p4", "8")));
}

#[test]
fn gr_12_a_drop_that_mates_wins() {
    play(
        "gr",
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7 => result game_won Aw GR-16 (mate); result match_won team1 GR-06; alert! stop_clocks B GR-25",
    );
}

#[test]
fn gr_13_gr_14_what_was_dropped_has_not_moved() {
    play(
        "gr",
        "board A 4k3/8/8/8/p7/8/8/4K3[PR] w - - 0 1 unmoved=e1
         0 clocks
         1 A P@b2 e8e7 b2b4 a4b3 R@h1 e7e6 e1g1
         check A g1 K
         check A f1 R
         check A b4 -",
    );
}

#[test]
fn gr_15_gr_16_a_check_that_a_piece_to_come_could_cover_is_waited_out() {
    play(
        "gr",
        "board A 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         0 clocks
         1 A a1a8 => info waiting Ab GR-16 (in check that a piece to come could cover)
         check verdict open",
    );
}

#[test]
fn gr_17_a_player_is_never_stalemated() {
    play(
        "gr",
        "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1
         0 clocks
         1 A f6f7 => info waiting Ab GR-17 (no move)
         check verdict open",
    );
}

#[test]
fn gr_18_too_little_material_draws_nothing() {
    play(
        "gr",
        "board A 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1
         0 clocks
         1 A e1d2
         check verdict open
         # nor does it save whose flag falls: the bare king wins
         2 Ab flag => alert flag Ab GR-05; result game_won Aw GR-05 (flag); result match_won team1 GR-06; alert! stop_clocks B GR-25",
    );
}

#[test]
fn gr_19_the_promoted_piece_is_named() {
    let board = "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8\n";
    play("gr", &format!("{board}2 Aw declares Q => log promoted Aw GR-19 (a8 queen)\n3 Aw press\ncheck A a8 Q"));
    play(
        "gr",
        &format!(
            "{board}3 Aw press => alert promotion_undeclared Aw GR-19 (a8)\ncheck A a8 P\n4 Aw declares N\ncheck A a8 N"
        ),
    );
    // A king or a pawn is none of the pieces it may become.
    play("gr", &format!("{board}2 Aw declares K\n3 Aw press => alert! illegal_move Aw GR-19; penalty loss Aw GR-34"));
    // Named before the pawn was let go.
    play(
        "gr",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw declares R\n2 Aw a7a8\n3 Aw press\ncheck A a8 R",
    );
}

#[test]
fn gr_20_a_promoted_pawn_comes_back_as_a_pawn() {
    play(
        "gr",
        "board A 1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         1.2 Aw declares Q
         1.4 Aw press
         2 A b8a8
         check reserve Bw P",
    );
}

#[test]
fn gr_21_no_hand_on_the_other_board_or_clock() {
    play(
        "gr",
        "0 clocks
         1 Aw hand other_board => alert hand_on_other Aw GR-21
         2 Bb hand other_clock => alert hand_on_other Bb GR-21",
    );
}

#[test]
fn gr_22_partners_may_tell_each_other_anything() {
    play("gr", "0 clocks\n1 Aw says move\n2 Bb says pieces\n3 Aw says other");
}

#[test]
fn gr_23_after_the_end_the_other_board_stops_and_its_moves_are_void() {
    play_house(
        "gr",
        "arbiter_present = false",
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         board B 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7 => result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B GR-23
         # even a mate found then
         2 Bw N@f7 => log void_move Bw GR-23; log void_move B GR-23 (mate)
         check verdict one
         5 tick => alert not_stopped B GR-23",
    );
}

#[test]
fn gr_24_gr_26_where_both_play_on_their_game_counts() {
    let script = "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         board B 6rk/p5pp/8/8/8/8/P7/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7 => result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B STOP
         5 Bw a2a3 => log void_move Bw GR-23; alert not_stopped B GR-23
         6 Bw press
         7 Bb a7a6
         8 Bb press CONTINUED
         9 Bw N@f7 MATE";
    let supervised = script.replace("STOP", "GR-25").replace("CONTINUED", "");
    let script = script.replace("STOP", "GR-23").replace("CONTINUED", "=> alert continued B GR-24");
    // GR-26: both games finished, won by different teams.
    let alone = script.replace("MATE", "=> result game_won Bw GR-16; result match_drawn table GR-26");
    play_house("gr", "arbiter_present = false", &alone.replace("log void_move Bw GR-23; alert", "alert"));
    // GR-25: where an arbiter is present the game does not go on.
    play(
        "gr",
        &supervised
            .replace("MATE", "=> log void_move Bw GR-23\ncheck verdict one")
            .replace("log void_move Bw GR-23; alert", "alert"),
    );
}

#[test]
fn gr_26_both_games_won_by_one_team_are_won() {
    play_house(
        "gr",
        "arbiter_present = false",
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         board B 7k/p7/8/8/8/8/PP6/1r5K[] w - - 0 1
         0 clocks
         1 Aw N@f7 => result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B GR-23
         5 Bw h1g2 => alert not_stopped B GR-23
         6 Bw press
         7 Bb a7a6
         8 Bb press => alert continued B GR-24
         9 Bw resigns => result game_won Bb CH-26 (resignation)
         check verdict one",
    );
}

#[test]
fn gr_27_two_games_end_at_once() {
    // Ab takes a knight; with it his partner Bw would mate at once. But Ab is mated at once himself.
    let taken = "board A 6rk/6pp/8/8/8/8/5n2/4K2N[N] b - - 0 1
         board B 6rk/6pp/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 A f2h1
         check reserve Bw N
         2 Aw N@f7 => result game_won Aw GR-16 (mate); alert! simultaneous Bw GR-27 (N@f7)
         check verdict open\n";
    play(
        "gr",
        &format!(
            "{taken}3 arbiter confirm => result game_won Bw GR-27; result match_drawn table GR-26\ncheck verdict drawn"
        ),
    );
    play(
        "gr",
        &format!(
            "{taken}3 arbiter reject => result match_won team1 GR-06; alert! stop_clocks B GR-25\ncheck verdict one"
        ),
    );
    // With a pawn taken instead nobody mates, and with his partner not on move neither.
    let mates_once = "result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B GR-25";
    let other = taken.replace("result game_won Aw GR-16 (mate); alert! simultaneous Bw GR-27 (N@f7)", mates_once);
    let other = other.replace("check verdict open\n", "check verdict one\n");
    play("gr", &other.replace("4K2N[N] b", "4K2P[N] b").replace("reserve Bw N", "reserve Bw P"));
    play("gr", &other.replace("4K3 w - - 0 1\n         0", "4K3 b - - 0 1\n         0"));
}

#[test]
fn gr_28_a_draw_takes_all_four() {
    play(
        "gr",
        "0 clocks
         1 Aw draw => info draw_offered Aw GR-28 (1 of 4 consents)
         2 Bb draw => info draw_offered Bb GR-28 (2 of 4 consents)
         3 Ab draw => info draw_offered Ab GR-28 (3 of 4 consents)
         check verdict open
         4 Bw draw => result match_drawn table GR-28
         check verdict drawn",
    );
    // An offer of one player alone is none; one of both is declined by playing on.
    play("gr", "0 clocks\n1 Ab draw => info draw_offered Ab GR-28\n2 Aw e2e4");
    play(
        "gr",
        "0 clocks
         1 Ab draw => info draw_offered Ab GR-28
         2 Bw draw => info draw_offered Bw GR-28
         3 Aw e2e4 => info draw_declined Aw GR-28",
    );
}

#[test]
fn gr_29_gr_30_hidden_pieces_are_reported_and_may_be_demanded() {
    let hidden = "board A 4k3/8/8/8/8/8/8/4K3[QNn] w - - 0 1
         0 clocks
         1 Aw shows N
         5 tick
         6 tick => alert reserve_hidden Aw GR-29 (Q)\n";
    play("gr", &format!("{hidden}7 Aw shows NQ => info reserve_shown Aw GR-30"));
    // GR-30: his clock is started without a move, and he may not stop it before the pieces are shown.
    play(
        "gr",
        &format!(
            "{hidden}7 A e1e2 
             8 A start w
             8.5 Ab claims hidden => accepted claim_hidden Ab GR-30
             9 Aw press => alert hider_stopped Aw GR-30
             10 A start w
             11 Aw shows NQ => info reserve_shown Aw GR-30
             12 Aw press"
        ),
    );
    play(
        "gr",
        &format!(
            "{hidden}7 Aw shows NQ => info reserve_shown Aw GR-30\n8 Ab claims hidden => rejected claim_hidden Ab GR-30 (everything held is visible)"
        ),
    );
    // Without a reason the clock may not be pressed without a move.
    play("gr", "0 clocks\n1 A e2e4\n2 Ab press => alert press_without_move Ab GR-05");
}

#[test]
fn gr_31_reserve_pieces_may_be_touched_freely() {
    play(
        "gr",
        "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1
         0 clocks
         1 Aw fingers Q board
         2 A N@d4",
    );
}

#[test]
fn gr_32_a_drop_cannot_be_taken_back() {
    play(
        "gr",
        "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1
         0 clocks
         1 Aw N@d4
         2 Aw takes-back => alert drop_taken_back Aw GR-32 (N@d4)
         check reserve Aw QN
         3 Aw Q@d4 => alert other_piece Aw GR-35 (Q@d4)",
    );
}

#[test]
fn gr_33_a_move_is_complete_with_the_press_and_a_mating_move_without() {
    play("gr", "0 clocks\n1 Aw e2e4\n2 Aw press => log completed Aw GR-33 (e2e4)");
    play(
        "gr",
        "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw e5f7 => log completed Aw GR-33; result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B GR-25",
    );
    // The press was forgotten, and play has gone on.
    play("gr", "0 clocks\n1 Aw e2e4\n2 Ab e7e5\n3 Aw g1f3 => info not_pressed Aw GR-33; log completed Aw GR-33");
}

#[test]
fn gr_34_an_illegal_move_loses_once_it_is_pressed() {
    play(
        "gr",
        "0 clocks
         1 Aw e2e5
         check verdict open
         2 Aw press => alert! illegal_move Aw CH-12 (e2e5); penalty loss Aw GR-34
         check verdict open
         3 arbiter confirm => result game_won Ab GR-34 (illegal move); result match_won team2 GR-06; alert! stop_clocks B GR-25",
    );
    play(
        "gr",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw GR-34
         3 arbiter reject
         check verdict open",
    );
}

#[test]
fn gr_35_before_the_press_it_may_be_taken_back_and_the_same_piece_is_played() {
    let taken_back = "0 clocks
         1 Aw e2e5
         2 Aw takes-back => info illegal_taken_back Aw GR-35 (e2e5)
         check A e2 P
         check moves A\n";
    play("gr", &format!("{taken_back}3 A e2e4"));
    play("gr", &format!("{taken_back}3 Aw d2d4 => alert other_piece Aw GR-35 (d2d4)"));
    // Where the same piece has no move any other may be played.
    play("gr", "0 clocks\n1 Aw a1a4\n2 Aw takes-back => info illegal_taken_back Aw GR-35\n3 A d2d4");
    // An illegal drop may be taken back too (GR-35 before GR-32), and the same piece is dropped elsewhere.
    play(
        "gr",
        "board A 4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1
         0 clocks
         1 Aw P@a8
         2 Aw takes-back => info illegal_taken_back Aw GR-35
         3 Aw N@a8 => alert other_piece Aw GR-35 (N@a8)",
    );
}

#[test]
fn gr_36_it_is_pointed_out_before_the_own_move_is_complete() {
    let made = "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw GR-34\n";
    // Placing the reply does not close the window, pressing does.
    play(
        "gr",
        &format!(
            "{made}3 Ab d7d5
             4 Ab claims illegal => accepted claim_illegal Ab CH-12 (e2e5); penalty loss Aw GR-34
             5 arbiter confirm => result game_won Ab GR-34; result match_won team2 GR-06; alert! stop_clocks B GR-25"
        ),
    );
    play(
        "gr",
        &format!(
            "{made}3 Ab d7d5
             4 Ab press => log stands Aw GR-36 (e2e5)
             5 Ab claims illegal => rejected claim_illegal Ab GR-36 (e2e5 had to be claimed before own press)
             6 arbiter confirm
             check verdict open
             check A e5 P"
        ),
    );
    play(
        "gr",
        "0 clocks\n1 Aw e2e5\n2 Ab claims illegal => rejected claim_illegal Ab GR-33 (e2e5 is not complete before the press)",
    );
    play(
        "gr",
        "0 clocks\n1 A e2e4\n2 Ab claims illegal => rejected claim_illegal Ab GR-34 (no illegal move is on record)",
    );
}

#[test]
fn gr_37_a_piece_may_not_be_used_before_the_capturers_press() {
    play(
        "gr",
        "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
         0 clocks
         1 Aw e4d5
         2 Bb P@e5
         check B e5 p
         check coming Bb -
         3 Bb press => alert! illegal_drop Bb GR-37 (P@e5); penalty loss Bb GR-34
         4 Aw press
         check reserve Bb -",
    );
}

#[test]
fn gr_38_zero_time_play_is_allowed_and_the_presses_keep_their_order() {
    let proceedings = play(
        "gr",
        "0 clocks
         1 Aw e2e4
         1.2 Ab e7e5 => log zero_time Ab GR-38 (e7e5)
         1.4 Ab press => alert press_before_opponent Ab GR-38
         1.6 Aw press => log completed Aw GR-33 (e2e4)
         1.8 Ab press => log completed Ab GR-33 (e7e5)
         2 Ab hand opponents_press => alert hand_hinders Ab GR-38",
    );
    assert_eq!(proceedings.board_order(), proceedings.press_order());
}

#[test]
fn gr_39_gr_40_four_occurrences_without_a_drop_are_a_draw_on_claim() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let twice = format!("0 clocks\n1 A {shuffle}\n3 A {shuffle} => info repeated A GR-39 (3)\n");
    play(
        "gr",
        &format!(
            "{twice}5 Aw claims repetition => rejected claim_repetition Aw GR-39 (occurred 3 times, 4 are needed)"
        ),
    );
    let thrice = format!(
        "{twice}5 A {shuffle} => info repeated A GR-39 (3); info repeated A GR-39 (3); info repeated A GR-39 (3); info repeated A GR-39 (4)\n"
    );
    let drawn = "=> accepted claim_repetition Aw GR-39 (occurred 4 times); result game_drawn A GR-39; result match_drawn table GR-06; alert! stop_clocks B GR-25";
    play("gr", &format!("{thrice}7 Aw claims repetition {drawn}"));
    // GR-40: the opponent's reserve has grown in between.
    play("gr", &format!("{}7 Aw claims repetition {drawn}", thrice.replace("5 A", "4.9 B e2e4 d7d5 e4d5\n5 A")));
    // A drop in between starts the count anew.
    play(
        "gr",
        &format!(
            "board A rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w - - 0 1
             0 clocks
             1 A {shuffle} g1f3 g8f6 f3g1 f6g8 => info repeated A GR-39 (3)
             4 A N@h3 N@h6 {shuffle}
             7 Aw claims repetition => rejected claim_repetition Aw GR-39 (occurred 2 times, 4 are needed)"
        ),
    );
    // Counting aloud is an offer; a profile may ask for it.
    let aloud = "rep_needs_counting = { value = true, article = \"house 1\" }";
    play_house(
        "gr",
        aloud,
        &format!(
            "{thrice}7 Aw claims repetition => rejected claim_repetition Aw house 1 (counted aloud 0 times, 3 are needed)"
        ),
    );
    play_house(
        "gr",
        aloud,
        &format!(
            "{thrice}6.9 Aw counts 2 => info miscounted Aw house 1 (counted 2, occurred 4 times)\n6.95 Aw counts 3\n7 Aw claims repetition {drawn}"
        ),
    );
}

#[test]
fn gr_42_the_arbiter_may_reprimand_freeze_forfeit_and_exclude() {
    play(
        "gr",
        "0 clocks
         1 arbiter penalty Aw warn => penalty warn Aw GR-42
         2 arbiter penalty Aw freeze 5 => penalty freeze Aw GR-42 (5 s)
         4 Aw e2e4 => alert moved_in_freeze Aw GR-42
         8 Aw press => log frozen Aw GR-42
         9 arbiter penalty Ab exclude => penalty exclude Ab GR-42
         10 arbiter penalty Ab replay => info penalty_unlisted Ab GR-42 (replay); penalty replay Ab GR-42",
    );
    play(
        "gr",
        "0 clocks
         1 arbiter penalty Ab loss => penalty loss Ab GR-42; result game_won Aw GR-42 (penalty); result match_won team1 GR-06; alert! stop_clocks B GR-25",
    );
}

#[test]
fn gr_43_nothing_but_an_illegal_move_is_proposed_to_lose() {
    // Every other breach there is: alerts, and no penalty proposed.
    let proceedings = play(
        "gr",
        "0 clocks
         1 Aw hand other_board => alert hand_on_other Aw GR-21
         2 Aw e2e4
         3 Aw takes-back => alert taken_back Aw GR-05
         4 Aw d2d4 => alert other_piece Aw GR-35
         5 Ab press => alert press_before_opponent Ab GR-38
         check verdict open",
    );
    assert!(proceedings.ends().is_empty());
}

#[test]
fn gr_35_gr_38_an_illegal_move_is_taken_back_though_the_reply_stands_on_the_board() {
    play(
        "gr",
        "0 clocks
         1 Aw e2e5
         1.2 Ab d7d5 => log zero_time Ab GR-38
         1.4 Aw takes-back => info illegal_taken_back Aw GR-35; log undone Ab -; log undone Aw -
         check moves A
         check A d5 -
         2 A e2e4 d7d5",
    );
}

#[test]
fn gr_05_where_the_text_is_silent_the_fide_laws_hold_and_are_named() {
    play(
        "gr",
        "0 clocks
         1 Aw touches d2
         2 Aw e2e4 => alert touch_move Aw GR-05 (e2e4)
         3 Aw press
         4 Ab press => alert press_without_move Ab GR-05",
    );
}
