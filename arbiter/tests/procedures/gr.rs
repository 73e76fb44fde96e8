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
    play(
        "gr",
        &right.replace("Dan\n1 clocks", "Ann\n1 clocks => alert! wrong_seating table GR-02 (do not start)"),
    );
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
            &format!("{board}1 Bw {drop}\n2 Bw press => alert! illegal_drop Bw {articles} ({drop}); penalty loss Bw GR-34"),
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
         2 Ab flag => alert flag Ab -; result game_won Aw - (flag); result match_won team1 GR-06; alert! stop_clocks B GR-25",
    );
}

#[test]
fn gr_19_the_promoted_piece_is_named() {
    let board = "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8\n";
    play("gr", &format!("{board}2 Aw declares Q => log promoted Aw GR-19 (a8 queen)\n3 Aw press\ncheck A a8 Q"));
    play("gr", &format!("{board}3 Aw press => alert promotion_undeclared Aw GR-19 (a8)\ncheck A a8 P\n4 Aw declares N\ncheck A a8 N"));
    // A king or a pawn is none of the pieces it may become.
    play("gr", &format!("{board}2 Aw declares K\n3 Aw press => alert! illegal_move Aw GR-19; penalty loss Aw GR-34"));
    // Named before the pawn was let go.
    play("gr", "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw declares R\n2 Aw a7a8\n3 Aw press\ncheck A a8 R");
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
         board B 6rk/6pp/8/8/8/8/P7/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7 => result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B STOP
         5 Bw a2a3 => alert not_stopped B GR-23
         6 Bw press
         7 Bb g8f8
         8 Bb press CONTINUED
         9 Bw N@f7 MATE";
    let alone = script.replace("STOP", "GR-23").replace("CONTINUED", "=> alert continued B GR-24");
    // GR-26: both games finished, won by different teams.
    play_house(
        "gr",
        "arbiter_present = false",
        &alone.replace("MATE", "=> alert! illegal_drop Bw GR-08").replace("=> alert! illegal_drop Bw GR-08", ""),
    );
    // GR-25: where an arbiter is present the game does not go on.
    play("gr", &script.replace("STOP", "GR-25").replace("CONTINUED", "").replace("MATE", "=> log void_move Bw GR-23"));
}
