//! The order of touches, moves and presses, and what a board shows that no move explains.
use crate::script::{play, play_house};
use arbiter::rules::Irregularity;
use board::{BoardId, Kind};

#[test]
fn gr_01_play_begins_with_whatever_happens_first() {
    play("gr", "1 Aw e2e4 => log opened table GR-01");
    play("gr", "1 Ab press => log opened table GR-01");
    play("gr", "1 Aw touches e2 => log opened table GR-01");
}

#[test]
fn gr_33_two_moves_before_one_press_are_two_moves() {
    // Nothing was answered in between: the first is not taken for complete.
    play("gr", "0 clocks\n1 Aw e2e4\n2 Aw d2d4\n3 Aw press => log completed Aw GR-33 (e2e4)");
}

#[test]
fn gr_05_a_press_without_a_move() {
    play("gr", "0 clocks\n1 Aw press => alert press_without_move Aw GR-05");
    // Black's first press starts the game, unless it is his own time that runs.
    play("gr", "1 Ab press");
    play("gr", "board A 4k3/8/8/8/8/8/8/4K3 b - - 0 1\n0 A start b\n1 Ab press => alert press_without_move Ab GR-05");
}

#[test]
fn gr_05_a_touched_piece_of_the_opponents_is_taken() {
    let touched = "0 clocks\n1 A e2e4 d7d5\n2 Aw touches d5\n";
    play("gr", &format!("{touched}3 Aw g1f3 => alert touch_move Aw GR-05 (g1f3)"));
    play("gr", &format!("{touched}3 A e4d5"));
}

#[test]
fn gr_08_who_drops_what_nobody_has_taken() {
    play("gr", "0 clocks\n1 Aw Q@d4\n2 Aw press => alert! illegal_drop Aw GR-08 (Q@d4); penalty loss Aw GR-34");
}

#[test]
fn gr_08_a_piece_of_the_opponents_moved_brings_nobody_anything() {
    // White's hand moves Black's knight, which takes White's own pawn.
    let proceedings = play(
        "gr",
        "board A 4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1
         0 clocks
         1 Aw d5e3
         check coming Bb -
         check turn A b
         2 Aw press => alert! illegal_move Aw CH-04; penalty loss Aw GR-34
         check reserve Bb -",
    );
    assert_eq!(proceedings.gone().iter().map(ToString::to_string).collect::<String>(), "P");
}

#[test]
fn ch_14_a_move_out_of_turn_takes_nothing_in_passing() {
    // The pawn on e4 could be taken in passing, but not by White's own pawn going back.
    play(
        "gr",
        "board A 4k3/8/8/8/3p1P2/8/4P3/4K3 w - - 0 1
         0 clocks
         1 A e2e4
         2 Aw f4e3
         check A e4 P",
    );
}

#[test]
fn gr_34_a_claim_that_is_over_takes_no_other_one_along() {
    play(
        "gr",
        "0 clocks
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw GR-34
         3 Bw e2e5
         4 Bw press => alert! illegal_move Bw CH-12; penalty loss Bw GR-34
         5 A d7d5 => log stands Aw GR-36
         6 arbiter confirm => result game_won Bb GR-34; result match_won team1 GR-06; alert! stop_clocks A GR-25",
    );
}

#[test]
fn ro_12_a_reply_made_before_the_press_closes_the_window_with_its_own() {
    play(
        "ro",
        "0 A start w
         1 Aw e2e5
         1.2 Ab d7d6 => kept alert reply_before_press Ab RO-10
         1.4 Aw press => kept alert! illegal_move Aw CH-12 (e2e5)
         1.6 Ab press => log stands Aw RO-14 (e2e5)
         2 Ab claims illegal => rejected claim_illegal Ab RO-12",
    );
}

#[test]
fn gr_19_the_pawn_is_named_after_the_reply() {
    play(
        "gr",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw press => alert promotion_undeclared Aw GR-19 (a8)
         3 Ab e7e6
         4 Aw declares N
         check A a8 N",
    );
    // What may be taken in passing may still be taken.
    play(
        "gr",
        "board A 4k3/P2p4/8/4P3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw press => alert promotion_undeclared Aw GR-19
         3 A d7d5
         4 Aw declares N
         5 A e5d6
         check A d5 -",
    );
    // Nothing but a value makes a mate of a pawn, whenever it is named.
    play(
        "gr",
        "board A 8/6Pk/8/8/8/8/8/2B1K1R1 w - - 0 1
         0 clocks
         1 Aw g7g8
         2 Aw press => alert promotion_undeclared Aw GR-19
         3 Aw declares Q => result game_won Aw GR-16 (mate); result match_won team1 GR-06; alert! stop_clocks B GR-25",
    );
}

#[test]
fn gr_19_the_record_holds_what_the_pawn_became() {
    let proceedings =
        play("gr", "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8\n2 Aw declares R\n3 Aw press");
    let record = &proceedings.moves(BoardId::A)[0];
    let stands = record.after.content("a8".parse().unwrap());
    assert_eq!(stands.map(|piece| piece.kind), Some(Kind::Rook));
    assert!(record.after.promoted().contains("a8".parse().unwrap()));
}

#[test]
fn ch_15_the_piece_goes_where_the_pawn_is() {
    play(
        "ch",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 A start w
         1 Aw a7a8
         2 Aw puts c8 Q
         check A c8 -
         3 Aw puts a8 Q
         4 Aw press
         check A a8 Q",
    );
}

#[test]
fn ru_15_only_the_king_with_another_piece_of_his_is_castling() {
    let changed = |changes: &str, said: &str| {
        play(
            "ru",
            &format!(
                "board A 4k3/8/8/8/8/8/8/R3K2R w - - 0 1\n0 clocks\n1 Aw rearranges {changes} => alert{said} Aw {}",
                if said.starts_with('!') { "RU-15" } else { "RU-07" }
            ),
        );
    };
    changed("e1=- h1=- h2=K g2=R", "! house_castling");
    changed("e1=- f3=K", " rearranged");
    changed("a1=- h1=- a3=R h3=R", " rearranged");
    changed("e1=- e8=-", " rearranged");
}

#[test]
fn ru_07_pieces_are_not_rearranged_once_play_has_begun() {
    play("ru", "0 Ab rearranges d8=-");
    play("ru", "1 Aw e2e4\n2 Ab rearranges d8=- => alert rearranged Ab RU-07\ncheck A d8 -");
}

#[test]
fn gr_20_what_is_swept_off_a_board_is_what_it_was() {
    let script = "board A 4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1
         0 clocks
         1 Aw N@d4
         2 Aw rearranges a1=- => alert rearranged Aw GR-05";
    let proceedings = play("gr", script);
    let letters = |pieces: &[board::Piece]| pieces.iter().map(ToString::to_string).collect::<String>();
    assert_eq!(letters(proceedings.gone()), "P", "the promoted queen was a pawn");
    assert_eq!(letters(proceedings.conjured()), "N", "nobody knows where the knight came from");
}

#[test]
fn ch_06_what_leaves_the_game_is_what_was_captured() {
    let proceedings =
        play("ch", "board A 4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1\n0 A start w\n1 A e4d5\ncheck left Aw unknown");
    assert_eq!(proceedings.gone().iter().map(ToString::to_string).collect::<String>(), "n");
}

#[test]
fn gr_05_a_hand_that_lifts_a_piece_of_another_board() {
    play("gr", "0 clocks\n1 Bb lifts A e2 => alert hand_on_other Bb GR-21; alert rearranged Bb GR-05 (e2 was lifted)");
    play("gr", "0 clocks\n1 Aw lifts A e2 => alert rearranged Aw GR-05 (e2 was lifted)");
}

#[test]
fn gr_39_a_move_that_is_not_complete_is_not_counted() {
    // The reply is taken back while the move before it waits for its press: the positions are counted anew.
    let taken_back = "0 clocks
         1 Aw g1f3
         1.2 Ab g8f6 => log zero_time Ab GR-38
         1.4 Ab takes-back => alert taken_back Ab GR-05
         1.6 Aw press
         1.8 Ab g8f6
         2 Ab press\n";
    play("gr", &format!("{taken_back}3 A f3g1 f6g8 g1f3"));
    play("gr", &format!("{taken_back}3 A f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 => info repeated A GR-39 (3)"));
}

#[test]
fn gr_37_a_capture_taken_back_is_not_on_its_way_any_more() {
    play(
        "gr",
        "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw e4d5
         check coming Bb P
         2 Aw takes-back => alert taken_back Aw GR-05
         check coming Bb -
         check A d5 p",
    );
}

#[test]
fn gr_37_a_capture_taken_back_after_its_piece_was_dropped() {
    let proceedings = play(
        "gr",
        "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
         0 clocks
         1 A e4d5
         2 B P@e5
         3 Aw takes-back => alert taken_back_after_press Aw GR-33
         check A d5 p
         check B e5 p",
    );
    assert_eq!(proceedings.conjured().iter().map(ToString::to_string).collect::<String>(), "p");
    assert_eq!(proceedings.struck(BoardId::A).len(), 1);
    assert!(proceedings.board_order().len() == 1 && proceedings.press_order().len() == 1);
}

#[test]
fn house_a_press_is_not_waited_for_where_no_deadline_is_set() {
    let taken = "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 clocks\n0.5 Bb shows -\n1 A e4d5\n";
    play_house("gr", "pass_deadline_s = 0", &format!("{taken}3 tick"));
    play("gr", &format!("{taken}3 Bb shows P\n12 tick"));
}

#[test]
fn gr_08_a_piece_on_its_way_may_lie_there_already() {
    play("gr", "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw e4d5\n2 Bb shows P");
}

#[test]
fn house_online_a_captured_piece_is_there_at_once() {
    play("free", "0 clocks\n1 A e2e4 d7d5\n2 Aw e4d5\ncheck reserve Bb P");
}

#[test]
fn gr_39_counting_aloud_holds_while_the_position_repeats() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    play_house(
        "gr",
        "rep_needs_counting = { value = true, article = \"house 1\" }",
        &format!(
            "0 clocks
             1 A {shuffle}
             3 A {shuffle} => info repeated A GR-39 (3)
             5 A {shuffle} => info repeated A GR-39 (3); info repeated A GR-39 (3); info repeated A GR-39 (3); info repeated A GR-39 (4)
             7 Aw counts 3
             7.2 A g1f3 => info repeated A GR-39 (4)
             8 Ab claims repetition => accepted claim_repetition Ab GR-39; result game_drawn A GR-39; result match_drawn table GR-06; alert! stop_clocks B GR-25"
        ),
    );
}

#[test]
fn gr_19_a_pawn_named_what_it_cannot_be_is_a_pawn() {
    play("gr", "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8\n2 Aw declares K\ncheck A a8 P");
    // What else was wrong with the move is wrong still.
    play(
        "gr",
        "board A 4k3/8/P7/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a6a8
         2 Aw declares Q
         3 Aw press => alert! illegal_move Aw CH-12 (a6a8q); penalty loss Aw GR-34",
    );
    // A pawn that goes along its last rank does not arrive there.
    play(
        "gr",
        "board A P7/4k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a8b8
         2 Aw press => alert! illegal_move Aw GR-19 (a8b8); penalty loss Aw GR-34",
    );
}

#[test]
fn gr_19_what_the_named_piece_does_counts_from_the_press() {
    play(
        "gr",
        "board A 7k/P7/6K1/8/8/8/8/8 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw declares Q => log promoted Aw GR-19
         3 Aw press => info waiting Ab GR-16",
    );
}

#[test]
fn ro_25_the_pawn_is_replaced_after_the_reply() {
    play(
        "ro",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 A start w
         1 Aw a7a8
         2 Aw press => alert! pawn_not_replaced Aw RO-25
         3 Ab e7e6
         4 Aw puts a8 Q
         check A a8 Q",
    );
}

#[test]
fn ro_10_two_moves_in_a_row_are_no_reply() {
    play("ro", "0 A start w\n1 Aw e2e4\n2 Aw d2d4");
}

#[test]
fn gr_23_a_move_before_the_end_is_not_void() {
    play("gr", "0 clocks\n1 Aw e2e4 => no log void_move");
}

#[test]
fn house_a_capture_is_a_claim_only_where_the_king_is_taken() {
    play_house("gr", "king_capture = true", "0 clocks\n1 A e2e4 d7d5 e4d5\ncheck verdict open");
}

#[test]
fn house_a_piece_that_stands_upright_is_what_it_is() {
    play_house(
        "gr",
        "promotion = \"replace_body\"\ninverted_rook = { value = \"queen\", article = \"house 4\" }",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw declares R
         3 Aw puts a8 R
         4 Aw press
         check A a8 R",
    );
    play_house(
        "gr",
        "promotion = \"replace_body\"\ninverted_rook = { value = \"queen\", article = \"house 4\" }",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw declares N
         3 Aw puts a8 N inverted
         4 Aw press
         check A a8 N",
    );
}

#[test]
fn gr_23_a_finished_board_takes_no_moves() {
    play(
        "gr",
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7 => result game_won Aw GR-16; result match_won team1 GR-06; alert! stop_clocks B GR-25
         2 Ab g8f8 => log void_move Ab GR-23 (g8f8)
         check moves A N@f7
         check A g8 r",
    );
}

#[test]
fn ro_12_the_reply_itself_is_a_touch() {
    play(
        "ro",
        "0 A start w\n1 Aw e2e5\n2 Aw press => kept alert! illegal_move Aw CH-12\n3 Ab d7d5 => log stands Aw RO-14",
    );
}

#[test]
fn gr_19_a_value_may_come_with_the_move() {
    play(
        "gr",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8q\ncheck A a8 Q\n2 Aw press => log completed Aw GR-33",
    );
}

#[test]
fn gr_37_everything_wrong_with_a_drop_is_named() {
    play(
        "gr",
        "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
         0 clocks
         1 Aw e4d5
         2 Bb P@a1
         3 Bb press => alert! illegal_drop Bb GR-37,GR-11 (P@a1); penalty loss Bb GR-34",
    );
    // In the order of the reasons, whoever was to move.
    play(
        "gr",
        "board A 4k3/8/8/8/4P3/8/8/4K3[n] w - - 0 1
         0 clocks
         1 Ab N@e4
         2 Ab press => alert! illegal_drop Ab CH-04,GR-09 (N@e4); penalty loss Ab GR-34",
    );
    let proceedings = play("gr", "board A P7/4k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a8b8");
    assert_eq!(
        proceedings.moves(BoardId::A)[0].reasons,
        [Irregularity::PromotionMissing, Irregularity::PawnMovesAsPromoted]
    );
}

#[test]
fn nl_14_a_move_that_was_pressed_is_not_said_not_to_be() {
    play(
        "nl",
        "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw press => alert promotion_undeclared Aw NL-14
         3 Ab e7e6
         4 Aw e1e2 => log completed Aw NL-31 (a7a8)"
            .replace("log completed Aw NL-31", "log completed Aw -")
            .as_str(),
    );
}

#[test]
fn house_reserve_pieces_may_bind_where_the_house_says_so() {
    play_house(
        "gr",
        "touch_reserve_free = false",
        "board A 4k3/8/8/8/8/8/8/4K3[QN] w - - 0 1\n0 clocks\n1 Aw fingers Q board\n2 Aw N@d4 => alert reserve_touch Aw GR-32 (N@d4)",
    );
}

#[test]
fn gr_05_the_opponent_may_claim_the_piece_that_was_touched() {
    play(
        "gr",
        "0 clocks
         1 Aw touches d2
         2 Aw e2e4 => alert touch_move Aw GR-05
         3 Aw press
         4 Ab claims touch => accepted claim_touch Ab GR-05 (d2)
         check A e2 P
         5 A d2d4",
    );
}

#[test]
fn ch_18_castling_is_with_the_rook_that_was_touched() {
    play(
        "ch",
        "board A 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n0 A start w\n1 Aw touches a1\n2 Aw e1g1 => alert touch_move Aw - (e1g1)",
    );
}

#[test]
fn gr_39_what_was_counted_before_does_not_count_for_another_position() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let three =
        "info repeated A GR-39 (3); info repeated A GR-39 (3); info repeated A GR-39 (3); info repeated A GR-39 (4)";
    play_house(
        "gr",
        "rep_needs_counting = { value = true, article = \"house 1\" }",
        &format!(
            "0 clocks
             1 A {shuffle}
             3 A {shuffle} => info repeated A GR-39 (3)
             5 A {shuffle} => {three}
             7 Aw counts 3
             8 A e2e4 e7e5
             9 A {shuffle}
             11 A {shuffle} => info repeated A GR-39 (3)
             13 A {shuffle} => {three}
             15 Aw claims repetition => rejected claim_repetition Aw house 1 (counted aloud 0 times, 3 are needed)"
        ),
    );
}
