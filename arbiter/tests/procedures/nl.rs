//! Doorgeefschaak, a Dutch club evening.
use crate::script::{play, play_house};

#[test]
fn nl_01_five_minutes_and_two_seconds_a_move() {
    play(
        "nl",
        "0 A reads 300 180 => alert clock_setting A NL-01
         0.1 A reads 300 300
         1 clocks
         5 Aw e2e4
         11 Aw press
         # ten seconds thought, two added
         12 A stop
         check left Aw 292
         check left Ab 299
         13 A start b
         14 A reads 292 250 => info clock_wrong A NL-01",
    );
}

#[test]
fn nl_02_nl_03_two_teams_of_two_sit_down() {
    play(
        "nl",
        "0 Aw sits Ann\n0 Ab sits Ben\n0 Bw sits Cleo\n0 Bb sits Ben\n1 clocks => alert! wrong_seating table NL-02",
    );
}

#[test]
fn nl_04_nl_05_a_piece_is_dropped_once_it_is_passed_and_passing_is_a_right() {
    let taken = "board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
         0 clocks
         1 A e2e4 d7d5 e4d5
         check reserve Bb -\n";
    // The capturer keeps it, however long: nobody asks where it is.
    play(
        "nl",
        &format!(
            "{taken}30 Bb shows -\n60 tick\n61 Bb P@e5\n62 Bb press => alert! illegal_drop Bb NL-05; penalty undo Bb NL-32"
        ),
    );
    play("nl", &format!("{taken}3 Aw hands Bb P\ncheck reserve Bb P\n4 Bb P@e5\n5 Bb press => log completed Bb -"));
    play("nl", &format!("{taken}3 Aw hands Ab P => alert passed_wrongly Aw NL-04"));
}

#[test]
fn nl_06_nl_07_nl_08_drops_that_are_not_allowed() {
    for (drop, article) in [("N@d7", "NL-06"), ("N@f6", "NL-07"), ("P@a8", "NL-08")] {
        play(
            "nl",
            &format!(
                "board B 4k3/3p4/8/8/8/8/8/4K3[PN] w - - 0 1
                 0 clocks
                 1 Bw {drop}
                 2 Bw press => alert! illegal_drop Bw {article} ({drop}); penalty undo Bw NL-32"
            ),
        );
    }
}

#[test]
fn nl_09_the_reserve_is_visible_and_told_on_request() {
    play(
        "nl",
        "board A 4k3/8/8/8/8/8/8/4K3[QNn] w - - 0 1
         0 clocks
         1 Aw shows N
         7 tick => alert reserve_hidden Aw NL-09 (Q)
         8 Ab claims hidden => accepted claim_hidden Ab NL-09; info reserve_listed Aw NL-09 (QN)",
    );
}

#[test]
fn nl_10_nl_11_nl_14_a_promotion_is_complete_when_it_is_told() {
    let proceedings = play(
        "nl",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw press => alert promotion_undeclared Aw NL-14 (a8)
         check A a8 P
         3 Aw declares R => log promoted Aw NL-10 (a8 rook); log completed Aw -
         check A a8 R",
    );
    assert!(!proceedings.profile().show_promoted_to_players.value);
}

#[test]
fn nl_12_taken_and_passed_it_is_a_pawn_again() {
    play(
        "nl",
        "board A 1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         1.2 Aw declares Q
         1.4 Aw press
         2 A b8a8
         3 Ab hands Bw P
         check reserve Bw P",
    );
}

#[test]
fn nl_13_a_piece_that_touched_the_board_has_to_be_placed() {
    let touched = "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1\n0 clocks\n1 Aw fingers N board\n";
    play("nl", &format!("{touched}2 Aw e1e2 => alert reserve_touch Aw NL-13 (e1e2)"));
    play("nl", &format!("{touched}2 A N@a5"));
    // Only what touched the board, and only where it can be placed.
    play("nl", "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1\n0 clocks\n1 Aw fingers N\n2 A e1e2");
    play("nl", "board A 4k3/8/8/8/8/8/7r/r3K3[N] w - - 0 1\n0 clocks\n1 Aw fingers Q board\n2 A N@b1");
}

#[test]
fn nl_15_the_match_ends_when_both_games_have() {
    play(
        "nl",
        "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw e5f7 => result game_won Aw CH-24 (mate)
         check verdict open
         2 Bw e5f7 => result game_won Bw CH-24 (mate); result match_score table NL-15 (1-1)",
    );
}

#[test]
fn nl_16_nl_17_who_resigns_out_of_turn_leaves_one_last_move() {
    play("nl", "0 clocks\n1 Aw resigns => result game_won Ab NL-16 (resignation)");
    play(
        "nl",
        "0 clocks
         1 A e2e4 d7d5
         2 Ab resigns => info last_move Ab NL-17
         3 Aw e4d5
         4 Aw press => result game_won Aw NL-17 (resignation)
         5 Aw hands Bb P
         check reserve Bb P",
    );
}

#[test]
fn nl_18_without_a_move_or_hope_a_game_is_drawn_once_the_other_is_over() {
    let boards = "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1
         board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks\n";
    play(
        "nl",
        &format!(
            "{boards}1 A f6f7 => info waiting Ab NL-18 (no move)
             check verdict open
             2 Bw e5f7 => result game_won Bw CH-24; result game_drawn A NL-18 (stalemate); result match_score table NL-15 (1/2-1 1/2)"
        ),
    );
    play(
        "nl",
        "board A 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1
         board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 A e1d2
         2 Bw e5f7 => result game_won Bw CH-24; result game_drawn A NL-18 (dead position); result match_score table NL-15",
    );
}

#[test]
fn nl_19_a_flag_draws_only_where_no_piece_can_come_any_more() {
    let bare = "board A 4k3/8/8/8/8/8/3p4/4K3 b - - 0 1
         board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks\n";
    play("nl", &format!("{bare}1 Ab flag => alert flag Ab NL-31; result game_won Aw NL-31 (flag)"));
    play(
        "nl",
        &format!(
            "{bare}1 Bw e5f7 => result game_won Bw CH-24
             2 Ab flag => alert flag Ab NL-31; result game_drawn A NL-19 (flag, and the opponent could not win); result match_score table NL-15"
        ),
    );
    // A piece he still holds is enough.
    play(
        "nl",
        &format!(
            "{}1 Bw e5f7 => result game_won Bw CH-24
             2 Ab flag => alert flag Ab NL-31; result game_won Aw NL-31; result match_score table NL-15",
            bare.replace("4K3 b", "4K3[N] b")
        ),
    );
}

#[test]
fn nl_20_a_draw_takes_both_players_of_the_board() {
    play(
        "nl",
        "0 clocks\n1 Aw draw => info draw_offered Aw NL-20 (1 of 2 consents)\n2 Ab draw => result game_drawn A NL-20 (agreed)\ncheck verdict open",
    );
    play("nl", "0 clocks\n1 Ab draw => info draw_offered Ab NL-20\n2 Aw e2e4 => info draw_declined Aw NL-20");
    play(
        "nl",
        "0 clocks\n1 Ab draw => info draw_offered Ab NL-20\n2 Aw declines => info draw_declined Aw NL-20\n3 Aw draw => info draw_offered Aw NL-20",
    );
}

#[test]
fn nl_21_two_fallen_flags_draw_the_game() {
    play(
        "nl",
        "board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw flag => alert flag Aw NL-31; result game_won Ab NL-31 (flag)
         2 Ab flag => alert flag Ab NL-31; result game_drawn A NL-21 (both flags)
         3 Bw e5f7 => result game_won Bw CH-24; result match_score table NL-15 (1/2-1 1/2)",
    );
}

#[test]
fn nl_23_both_black_players_start_the_clocks() {
    play("nl", "0 A start w by Ab\n0.1 B start w by Bb");
    play("nl", "0 A start w by Aw => info wrong_starter A NL-23\n3 B start w by Bb => info start_skew B NL-23");
}

/// An illegal capture on A whose piece went to Bb's reserve.
const PASSED: &str = "board A 4k3/8/8/8/3n4/8/8/R3K3 w - - 0 1
         board B 4k3/p7/8/8/8/8/7P/4K3[] w - - 0 1
         0 clocks
         1 Aw a1d4
         2 Aw press => alert! illegal_move Aw CH-08 (a1d4); penalty undo Aw NL-32
         2.5 Aw hands Bb N
         check reserve Bb N\n";

#[test]
fn nl_24_a_passed_piece_comes_back_from_the_reserve() {
    play(
        "nl",
        &format!(
            "{PASSED}3 Ab claims illegal => accepted claim_illegal Ab CH-08; penalty undo Aw NL-32
             4 arbiter confirm => info retraction_begins Aw NL-24 (knight from Bb)
             5 Bb hands Aw P => alert retraction_choice Aw NL-24
             6 Bb hands Aw N => log retraction_done Aw NL-24
             check A d4 n
             check A a1 R
             check reserve Bb -
             check turn A w
             7 Aw e1e2 => alert other_piece Aw CH-05"
        )
        .replace("alert other_piece Aw CH-05", "alert other_piece Aw NL-31"),
    );
}

#[test]
fn nl_25_nl_26_nl_27_a_piece_that_was_dropped_comes_back_from_the_other_board() {
    let dropped = format!(
        "{PASSED}3 B h2h3 N@c6
         3.5 B h3h4
         4 Ab claims illegal => accepted claim_illegal Ab CH-08; penalty undo Aw NL-32
         5 arbiter confirm => info retraction_from_board Aw NL-25 (knight from Bb)\n"
    );
    play(
        "nl",
        &format!(
            "{dropped}6 A start b
             # NL-27: until the piece is gone the teammate may not move
             7 Bb a7a6 => alert retraction_teammate Bb NL-27"
        ),
    );
    play(
        "nl",
        &format!(
            "{dropped}6 A start b
             7 Ab lifts B a7 => alert retraction_choice Ab NL-26 (a7)
             8 Ab hand other_board
             9 Ab lifts B c6
             check B c6 -
             10 A start w => log retraction_done Aw NL-26
             check A d4 n
             check A a1 R
             11 B a7a6
             12 A a1a4"
        ),
    );
    // NL-25: not before the teammate is on move.
    play(
        "nl",
        &format!("{}6 A start b => alert retraction_clock Aw NL-25", dropped.replace("         3.5 B h3h4\n", "")),
    );
}

#[test]
fn nl_28_nl_29_pieces_and_leave_may_be_asked_for() {
    play("nl", "0 clocks\n1 Aw says pieces\n2 Aw says leave\n3 Aw says move => info talk Aw NL-29 (move)");
}

#[test]
fn nl_30_whatever_is_not_covered_the_arbiter_decides() {
    play(
        "nl",
        "0 clocks
         1 arbiter note both sit down again => log ruling table NL-30 (both sit down again)
         2 arbiter set A 4k3/8/8/8/8/8/8/4K2R w - - 0 1 => log ruling A NL-30
         check A h1 R
         3 arbiter time Aw 60 => log ruling Aw NL-30 (+60 s)
         4 stops
         check left Aw 356
         5 arbiter end A lost b => result game_won Aw NL-30 (ruling)",
    );
}

#[test]
fn nl_31_nl_32_an_illegal_move_is_taken_back_with_the_same_piece() {
    play(
        "nl",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty undo Aw NL-32
         3 arbiter confirm => log undone Aw - (e2e5)
         check A e2 P
         check turn A w
         4 Aw d2d4 => alert other_piece Aw NL-31",
    );
    // A house that lets it lose.
    play_house(
        "nl",
        "illegal_class1 = { value = \"loss\", article = \"house 2\" }",
        "0 clocks\n1 Aw e2e5\n2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw house 2",
    );
}
