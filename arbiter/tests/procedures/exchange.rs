//! *Snyatie* out of order: steps made twice, too early, on the wrong square, by the wrong player, or broken off.
use crate::script::{play, play_house};

/// Aw's pawn arrives on b8 and takes a knight on the way; on B it is Bb's turn (case 1) or Bw's (case 2).
fn boards(turn: &str) -> String {
    format!(
        "board A 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1
         board B 4k3/pp6/8/8/8/8/PP1N4/R2QK3 {turn} - - 0 1
         0 clocks
         1 Aw a7b8
         2 Aw announces
         3 A stop\n"
    )
}

fn begun(steps: &str) {
    play("ru", &format!("{}4 A start w\n{steps}", boards("b")));
}

#[test]
fn ru_26_elsewhere_a_stopped_clock_takes_no_piece() {
    play("gr", "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8\n2 A stop\ncheck stage none");
    play(
        "gr",
        "board A 4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n0 clocks\n1 Aw hands Bw P => alert passed_wrongly Aw GR-08\ncheck reserve Bw -",
    );
    play("ru", "0 clocks\n1 Aw hands Bw P => alert passed_wrongly Aw RU-33\ncheck reserve Bw -");
}

#[test]
fn ru_28_the_pawn_is_a_pawn_whatever_it_is_called() {
    play("ru", "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 clocks\n1 Aw a7a8q\ncheck A a8 P\ncheck moves A a7a8");
}

#[test]
fn ru_31_a_clock_started_again_repeats_no_step() {
    play("ru", &format!("{}4 A start w => no log snyatie_short", boards("b")));
    begun("5 Bb lifts B d1\n5.5 A stop\n5.7 A start w\ncheck stage lifted\n6 Aw puts b8 Q");
}

#[test]
fn ru_34_it_is_the_diagonal_player_who_has_to_move() {
    play(
        "ru",
        &format!(
            "{}4 Bb a7a6 => alert snyatie_partner Bb RU-29
             4.5 Bb press => alert! illegal_move Bb CH-04 (a7a6)
             check stage waitsfordiagonal
             30 tick",
            boards("w")
        ),
    );
}

#[test]
fn ru_33_the_promoter_does_not_move_again_before_it_is_finished() {
    begun("5 Aw e1e2 => alert snyatie_order Aw RU-33 (moved before it was finished)");
}

#[test]
fn ru_33_the_pawn_is_lifted_and_nothing_else() {
    begun(
        "5 Bb lifts B d1
         5.3 Aw lifts A e1 => alert rearranged Aw RU-07 (e1 was lifted)
         5.5 Aw lifts A b8
         check A b8 -
         check stage lifted
         6 Aw puts b8 Q
         7 Aw hands Bw P
         check reserve Bw P
         check stage pawngiven",
    );
}

#[test]
fn ru_33_the_piece_goes_to_the_promotion_square() {
    begun("5 Bb lifts B d1\n6 Aw puts c8 Q\ncheck A c8 -\ncheck stage lifted\n7 Bb puts b8 Q\ncheck stage lifted");
}

#[test]
fn ru_33_a_pawn_given_too_early_is_given_once() {
    begun(
        "5 Bb lifts B d1
         6 Aw hands Bw P => alert snyatie_order Aw RU-33 (the pawn is not replaced yet)
         check stage lifted
         check reserve Bw P
         7 Aw hands Bw P => alert snyatie_order Aw RU-33 (the pawn is not replaced yet)
         check reserve Bw P
         8 Aw puts b8 Q
         check stage pawngiven
         9 Aw press => log snyatie_done Aw RU-33; log completed Aw RU-18",
    );
}

#[test]
fn ru_33_what_is_pressed_too_early_is_not_complete() {
    begun(
        "5 Aw press => alert snyatie_order Aw RU-33 (pressed before the pawn was replaced)
         check reserve Bb -
         check coming Bb N
         6 Bb lifts B d1
         7 Aw puts b8 Q
         8 Aw hands Bw P
         9 Aw press => log snyatie_done Aw RU-33; log completed Aw RU-18
         check reserve Bb N",
    );
}

#[test]
fn ru_33_a_pawn_is_taken_from_the_hand_that_holds_it() {
    let proceedings = play(
        "ru",
        &format!(
            "{}4 A start w
             4.5 Ab lifts A e8 => alert rearranged Ab RU-07
             5 Bb lifts B d1
             6 Aw lifts A b8
             7 Aw puts b8 Q
             8 Aw hands Bw P",
            boards("b")
        ),
    );
    assert_eq!(proceedings.in_hand().iter().map(ToString::to_string).collect::<String>(), "k");
}

#[test]
fn ru_18_ru_26_a_promotion_taken_back_leaves_no_exchange_behind() {
    play(
        "ru",
        &format!(
            "{}4 Aw takes-back => alert taken_back Aw RU-02
             check stage none
             check A b8 n
             check A a7 P
             5 A start w
             6 Aw a7a8
             7 Aw announces
             8 A stop => log snyatie_begins Aw RU-28 (a8)",
            boards("b")
        ),
    );
}

#[test]
fn ru_33_an_exchange_that_play_went_past_is_over() {
    // The opponent has replied and the promoter moves on: his move counts as made, and nothing waits for the exchange any more.
    play(
        "ru",
        &format!(
            "{}4 A start w
             5 Ab e8e7 => log zero_time Ab RU-02
             6 Aw e1e2 => alert snyatie_order Aw RU-33 (moved before it was finished); info not_pressed Aw RU-18
             check stage none
             7 B a7a6",
            boards("b")
        )
        .replace("log zero_time Ab RU-02", "log zero_time Ab -"),
    );
}

#[test]
fn house_steps_are_not_timed_where_no_time_is_set() {
    play_house("ru", "step_timeout_s = 0", &format!("{}100 tick", boards("b")));
}

#[test]
fn house_a_game_that_waits_for_an_exchange_is_not_judged() {
    // Black has no move, but White is not finished: that the other game ends meanwhile does not draw this one.
    let rules = "match_end = \"both_games\"\npriority = []\nstalemate = \"draw_if_other_finished\"";
    play_house(
        "ru",
        rules,
        "board A 7k/P4Q2/6K1/8/8/8/8/8 w - - 0 1
         board B 4k3/8/8/8/8/8/8/R3K3 b - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw announces
         3 A stop
         4 Bb resigns => result game_won Bw CH-26 (resignation)
         check verdict open",
    );
}

#[test]
fn ru_30_nobody_waits_where_the_partner_is_to_move() {
    play("ru", &boards("b").replace("3 A stop", "3 A stop => no log snyatie_waits"));
    // Who has moved and not pressed has still to press.
    play(
        "ru",
        &format!(
            "{}4 Bw press\ncheck stage announced",
            boards("w").replace(
                "3 A stop",
                "2.5 Bw d2b3\n3 A stop => log snyatie_waits Bw RU-34\ncheck stage waitsfordiagonal"
            )
        ),
    );
}

#[test]
fn ru_34_a_mate_by_the_diagonal_player_ends_it() {
    play(
        "ru",
        "board A 4k3/P7/8/8/8/8/8/4K3 w - - 0 1
         board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw announces
         3 A stop
         4 Bw e5f7 => result game_won Bw RU-52; result match_won team2 RU-62; alert! stop_clocks A RU-02",
    );
}

#[test]
fn ru_31_the_other_boards_clock_is_not_the_promoters() {
    begun("4.5 B start b\ncheck stage choosing");
}

#[test]
fn ru_33_a_move_of_the_diagonal_player_takes_no_step_back() {
    begun("5 Bw a2a3\n5.5 Bw press => alert! illegal_move Bw CH-04 (a2a3)\ncheck stage choosing");
}

#[test]
fn ru_32_only_the_diagonal_players_own_pieces_are_taken() {
    play(
        "ru",
        &format!(
            "{}4 A start w\n5 Bb lifts B g8 => alert snyatie_choice Aw RU-32 (knight g8)",
            boards("b").replace("board B 4k3", "board B 4k1n1")
        ),
    );
}

#[test]
fn ru_33_a_pawn_is_not_given_while_there_is_a_piece_to_take() {
    begun("5 Aw hands Bw P => alert snyatie_order Aw RU-33 (the pawn is not replaced yet)\ncheck stage choosing");
}

#[test]
fn ru_33_a_clock_started_for_the_exchange_is_no_press_owed() {
    begun(
        "5 Bb lifts B d1
         6 Aw puts b8 Q
         7 Aw hands Bw P
         8 Aw press
         9 Ab e8e7
         10 Ab press
         11 Aw press => alert press_without_move Aw RU-02",
    );
}

#[test]
fn ru_33_of_two_pieces_lifted_the_last_is_the_one_taken() {
    begun(
        "5 Bb lifts B d1
         5.5 Bb lifts B a1 => alert snyatie_order Aw RU-33 (a1 was lifted out of turn)
         6 Aw puts b8 Q => alert snyatie_order Aw RU-33 (queen was not the piece taken)",
    );
}

#[test]
fn ru_33_nothing_but_the_pawn_goes_to_the_diagonal_player() {
    begun("5 Aw hands Bb N\n6 Ab hands Bb P => alert passed_wrongly Ab RU-33\ncheck reserve Bb -");
}

#[test]
fn ru_33_a_pawn_given_after_the_press_is_given() {
    let proceedings = play(
        "ru",
        &format!(
            "{}4 A start w
             5 Bb lifts B d1
             6 Aw puts b8 Q
             7 Aw press => alert snyatie_order Aw RU-33
             8 Aw hands Bw P
             check reserve Bw P",
            boards("b")
        ),
    );
    assert!(proceedings.in_hand().is_empty());
}
