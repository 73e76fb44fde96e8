//! Illegal captures that come back (NL-24 to NL-27): what belongs to it, who may do it, and what is not taken for it.
use crate::script::{play, play_house};

/// An illegal capture on A that Ab claims; `between` happens before the claim.
fn captured(boards: &str, between: &str, piece: &str) -> String {
    format!(
        "{boards}         0 clocks
         1 Aw a1d4
         2 Aw press => alert! illegal_move Aw CH-08 (a1d4); penalty undo Aw NL-32
         {between}
         4 Ab claims illegal => accepted claim_illegal Ab CH-08; penalty undo Aw NL-32
         5 arbiter confirm => {piece}\n"
    )
}

const KNIGHT: &str = "board A 4k3/8/8/8/3n4/8/8/R3K3 w - - 0 1
         board B 4k3/p7/8/8/8/8/7P/4K3[] w - - 0 1\n";

#[test]
fn nl_24_what_was_not_passed_is_simply_taken_back() {
    let proceedings = play(
        "nl",
        &format!("{}check A d4 n\ncheck coming Bb -", captured(KNIGHT, "check coming Bb N", "log undone Aw - (a1d4)")),
    );
    assert!(proceedings.board_order().is_empty() && proceedings.press_order().is_empty());
    assert_eq!(proceedings.struck(board::BoardId::A).len(), 1);
}

#[test]
fn nl_24_the_piece_comes_from_the_teammate() {
    play(
        "nl",
        &format!(
            "{}6 Ab hands Aw N => alert passed_wrongly Ab NL-04
             7 Bb hands Aw N => log retraction_done Aw NL-24
             check A d4 n",
            captured(KNIGHT, "2.5 Aw hands Bb N", "info retraction_begins Aw NL-24 (knight from Bb)")
        ),
    );
}

const BEGINS: &str = "info retraction_from_board Aw NL-25 (knight from Bb)";

#[test]
fn nl_25_it_is_the_opponents_clock_that_is_started() {
    play(
        "nl",
        &format!(
            "{}6 A start w
             7 Ab lifts B c6 => alert retraction_choice Ab NL-26 (c6)",
            captured(KNIGHT, "2.5 Aw hands Bb N\n3 B h2h3 N@c6 h3h4", BEGINS)
        ),
    );
}

#[test]
fn nl_26_a_hand_on_the_other_board_is_right_while_a_piece_is_to_be_taken() {
    play_house(
        "nl",
        "[procedures]\nhand_on_other = \"house 10\"",
        &format!(
            "{}5.5 Ab hand other_board => alert hand_on_other Ab house 10
             6 A start b
             7 Ab hand other_board
             8 Ab lifts B c6",
            captured(KNIGHT, "2.5 Aw hands Bb N\n3 B h2h3 N@c6 h3h4", BEGINS)
        ),
    );
}

#[test]
fn nl_26_it_is_the_opponent_who_takes_it_from_the_other_board() {
    let taking = captured(KNIGHT, "2.5 Aw hands Bb N\n3 B h2h3 N@c6 h3h4", BEGINS) + "6 A start b\n";
    play("nl", &format!("{taking}7 Aw lifts B c6 => alert rearranged Aw NL-31 (c6 was lifted)"));
    play("nl", &format!("{taking}7 Ab lifts A e8 => alert rearranged Ab NL-31 (e8 was lifted)"));
}

#[test]
fn nl_26_what_was_taken_is_the_piece_that_comes_back() {
    let proceedings = play(
        "nl",
        &format!(
            "{}6 A start b
             7 Ab lifts B c6
             8 A start w => log retraction_done Aw NL-26
             check A d4 n
             check B c6 -",
            captured(KNIGHT, "2.5 Aw hands Bb N\n3 B h2h3 N@c6 h3h4", BEGINS)
        ),
    );
    assert!(proceedings.conjured().is_empty() && proceedings.in_hand().is_empty());
}

#[test]
fn nl_12_nl_26_a_promoted_pawn_is_a_pawn_to_be_taken() {
    let boards = "board A 4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1
         board B q~3k3/8/8/8/8/8/7P/4K3[] w - - 0 1\n";
    let proceedings = play(
        "nl",
        &format!(
            "{}6 A start b
             7 Ab lifts B a8
             check B a8 -
             8 A start w => log retraction_done Aw NL-26
             check A d4 p",
            captured(
                boards,
                "2.5 Aw hands Bb P\n3 B h2h3 P@c6 h3h4",
                "info retraction_from_board Aw NL-25 (pawn from Bb)"
            )
        ),
    );
    assert!(proceedings.conjured().is_empty() && proceedings.in_hand().is_empty());
}

#[test]
fn nl_27_only_the_teammate_has_to_wait() {
    play("nl", &format!("{}6 B h3h4", captured(KNIGHT, "2.5 Aw hands Bb N\n3 B h2h3 N@c6", BEGINS)));
}

/// Aw takes a pawn and a knight, and passes neither.
const TWO: &str = "board A 4k3/8/8/3p1n2/4P1P1/8/8/4K3 w - - 0 1
         board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
         0 clocks
         1 A e4d5 e8e7 g4f5\n";

#[test]
fn nl_05_the_piece_that_is_passed_is_the_one_that_may_be_placed() {
    play("nl", &format!("{TWO}3 Aw hands Bb N\ncheck reserve Bb N\ncheck coming Bb P"));
    play(
        "nl",
        &format!(
            "{TWO}3 Bb N@c6\ncheck coming Bb P\n4 Bb press => alert! illegal_drop Bb NL-05; penalty undo Bb NL-32"
        ),
    );
}

#[test]
fn nl_25_nl_26_each_clock_is_started_when_it_is_its_turn() {
    let begun = captured(KNIGHT, "2.5 Aw hands Bb N\n3 B h2h3 N@c6 h3h4", BEGINS);
    // The other board's clock is not the opponent's.
    play("nl", &format!("{begun}6 B start b\n7 Ab lifts B c6 => alert retraction_choice Ab NL-26"));
    // The offender takes back once his own time runs.
    play(
        "nl",
        &format!(
            "{begun}6 A start b
             7 Ab lifts B c6
             8 A start b
             check A d4 R
             9 A start w => log retraction_done Aw NL-26
             check A d4 n"
        ),
    );
}
