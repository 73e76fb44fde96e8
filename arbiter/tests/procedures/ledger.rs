//! Where every piece is: on a board, held, on its way, in a hand, out of the game, or from nowhere.
use crate::script::{play, play_house};
use arbiter::procedures::Proceedings;

/// The pieces that have left the game and those that came from nowhere.
fn ledger(proceedings: &Proceedings) -> [String; 2] {
    [proceedings.gone(), proceedings.conjured()].map(|pieces| pieces.iter().map(ToString::to_string).collect())
}

#[test]
fn gr_20_what_appears_on_a_board_is_accounted_for() {
    let swept =
        "board A 4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1\n0 clocks\n1 Aw rearranges a1=- => alert rearranged Aw GR-05\n";
    // What had left comes back; anything else comes from nowhere.
    let back = format!("{swept}2 Aw rearranges h4=P => alert rearranged Aw GR-05");
    assert_eq!(ledger(&play("gr", &back)), ["", ""]);
    let other = format!("{swept}2 Aw rearranges h4=Q => alert rearranged Aw GR-05");
    assert_eq!(ledger(&play("gr", &other)), ["P", "Q"]);
    assert_eq!(ledger(&play("gr", &swept.replace("Q~", "Q"))), ["Q", ""]);
}

#[test]
fn gr_08_what_came_from_nowhere_goes_there_again() {
    let proceedings = play("gr", "0 clocks\n1 Aw N@d4\n2 Aw takes-back => info illegal_taken_back Aw GR-35");
    assert_eq!(ledger(&proceedings), ["", ""]);
}

#[test]
fn gr_20_an_own_promoted_piece_taken_was_a_pawn() {
    let proceedings = play("gr", "board A 4k3/8/8/8/8/8/8/RQ~2K3 w - - 0 1\n0 clocks\n1 Aw a1b1");
    assert_eq!(ledger(&proceedings), ["P", ""]);
}

#[test]
fn nl_30_a_position_set_by_the_arbiter_is_accounted_for() {
    let set = "board A 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n0 clocks\n1 arbiter set A 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    assert_eq!(ledger(&play("nl", set)), ["R", ""]);
    let more = format!("{set}2 arbiter set A 4k3/8/8/8/8/8/8/4K1Q1[n] w - - 0 1");
    assert_eq!(ledger(&play("nl", &more)), ["R", "Qn"]);
}

#[test]
fn gr_33_a_capture_taken_back_comes_from_the_reserve() {
    let taken = "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 clocks\n1 A e4d5\ncheck reserve Bb P\n";
    let back = format!("{taken}2 Aw takes-back => alert taken_back_after_press Aw GR-33\ncheck reserve Bb -");
    assert_eq!(ledger(&play("gr", &back)), ["", ""]);
}

#[test]
fn nl_04_of_two_pieces_on_their_way_the_right_one_comes_back() {
    play(
        "nl",
        "board A 4k3/8/8/3p1n2/4P1P1/8/8/4K3 w - - 0 1
         0 clocks
         1 A e4d5 e8e7 g4f5
         check coming Bb PN
         3 Aw takes-back => alert taken_back_after_press Aw NL-31
         check coming Bb P",
    );
}

#[test]
fn gr_37_a_piece_on_its_way_makes_no_other_one_early() {
    play(
        "gr",
        "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
         0 clocks
         1 Aw e4d5
         2 Bb N@e5
         3 Bb press => alert! illegal_drop Bb GR-08 (N@e5); penalty loss Bb GR-34",
    );
}

#[test]
fn nl_30_a_board_that_was_changed_is_set_up_by_the_arbiter() {
    play(
        "nl",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty undo Aw NL-32
         3 Ab rearranges h7=- => alert rearranged Ab NL-31
         4 arbiter confirm => no log undone; alert ask_arbiter A NL-30
         check A e5 P",
    );
    play(
        "gr",
        "0 clocks
         1 Aw e2e4
         2 Ab rearranges h7=- => alert rearranged Ab GR-05
         3 Aw takes-back => no log undone; alert taken_back Aw GR-05
         check A e4 P",
    );
}

#[test]
fn ru_58_what_was_taken_back_leaves_the_count_as_it_was() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    play(
        "ru",
        &format!(
            "0 clocks
             1 A {shuffle}
             3 Aw e2e5
             3.2 Aw takes-back => info illegal_taken_back Aw RU-18
             4 A {shuffle} => info repeated A RU-58 (3)"
        ),
    );
}

#[test]
fn ru_08_a_match_played_again_from_the_wrong_array_has_no_castling_either() {
    play(
        "ru",
        "0 A stands rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R => alert wrong_setup A RU-05
         0 clocks => info castling_barred A RU-08
         1 arbiter replay
         2 clocks
         3 Aw e1g1
         4 Aw press => alert! illegal_move Aw CH-19 (e1g1)",
    );
}

#[test]
fn ch_01_one_board_has_no_other() {
    play("ch", "0 A start w\n1 Bw e2e5\n2 Bw press\ncheck moves B");
}

#[test]
fn ch_07_the_array_is_looked_at_before_play_only() {
    play("ch", "0 A start w\n1 A stands 4k3/8/8/8/8/8/8/4K3\ncheck A e2 P");
    play("ch", "0 A stands rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKBQNR => alert wrong_setup A CH-07 (d1 e1 f1)");
}

#[test]
fn ru_04_what_no_value_is_set_for_is_not_noticed() {
    play("ru", "0 A reads 300 300\n1 A start w\n9 B start w");
    play("gr", "0 clocks\n1 Aw hand button");
    let hidden = "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1\n0 clocks\n1 Aw shows N\n60 tick";
    play_house("gr", "hidden_after_s = 0", hidden);
}

#[test]
fn gr_37_a_piece_handed_over_before_the_press_may_not_be_used_yet() {
    let taken = "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw e4d5\n";
    play("gr", &format!("{taken}1.5 Aw hands Bb P\ncheck reserve Bb -\ncheck coming Bb P"));
    play("gr", &format!("{taken}2 Bb shows N => alert reserve_extra Bb GR-08 (n)"));
}

#[test]
fn gr_08_a_captured_piece_is_waited_for_where_it_has_to_be_passed() {
    let taken = "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw e4d5\n2.5 Aw press\n3 Bb shows -\n";
    let hidden = "alert reserve_hidden Bb GR-29 (p)";
    play("gr", &format!("{taken}12.4 tick => {hidden}\n12.5 tick => info pass_late Bb GR-08 (pawn)"));
    play_house("gr", "passing = \"optional\"", &format!("{taken}12.5 tick => {hidden}"));
}

#[test]
fn gr_42_a_reprimand_has_no_seconds() {
    play("gr", "0 clocks\n1 arbiter penalty Aw warn => penalty warn Aw GR-42 ()");
}

#[test]
fn ch_01_two_players_sit_at_one_board() {
    play("ch", "0 Aw sits Ann\n0 Ab sits Ben\n1 A start w");
}

#[test]
fn ru_02_what_is_only_told_quietly_needs_no_article() {
    play("ru", "0 A reads 300 300\n1 A start w\n5 A reads 200 300 => info clock_wrong A -");
    play("gr", "0 clocks\n1 Aw says hint");
}

#[test]
fn house_a_captured_piece_may_be_there_before_the_press() {
    play_house(
        "gr",
        "capture_available = \"at_once\"",
        "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw e4d5\ncheck reserve Bb P",
    );
}

#[test]
fn gr_39_what_was_complete_and_taken_back_has_not_occurred() {
    play(
        "gr",
        "0 clocks
         1 A g1f3
         2 Aw takes-back => alert taken_back_after_press Aw GR-33
         3 A g1f3 g8f6 f3g1 f6g8 g1f3",
    );
}

#[test]
fn gr_33_what_was_played_since_a_board_was_changed_can_be_taken_back() {
    play(
        "gr",
        "0 clocks
         1 A e2e4
         2 Ab rearranges h7=- => alert rearranged Ab GR-05
         3 Ab e7e5
         4 Ab takes-back => alert taken_back Ab GR-05
         check A e5 -",
    );
}
