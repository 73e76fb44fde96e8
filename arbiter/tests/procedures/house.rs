//! Rules met elsewhere, reached from a profile derived from the Greek one.
use crate::script::{play, play_house};

#[test]
fn house_no_promotion_the_pawn_sits_on_the_last_rank_until_taken() {
    play_house(
        "gr",
        "promotion = { value = \"stays\", article = \"house 1\" }\npromotion_kinds = []",
        "board A 1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw press => log completed Aw GR-33
         check A a8 P
         3 A e7e6
         4 Aw a8a7
         5 Aw press => alert! illegal_move Aw GR-19; penalty loss Aw GR-34
         5.5 arbiter reject
         5.6 Aw takes-back => alert taken_back_after_press Aw GR-33
         6 A e1e2
         7 A b8a8
         check reserve Bw P",
    );
}

#[test]
fn house_castling_with_the_native_rook_only() {
    let script = |said: &str| {
        format!("board A 4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1\n0 clocks\n1 A R@h1 e8e7\n2 Aw e1g1\n3 Aw press {said}")
    };
    let native = "castle_dropped_rook = false\n[articles]\ncastling_rook_moved = \"house 2\"";
    play_house("gr", native, &script("=> alert! illegal_move Aw house 2 (e1g1); penalty loss Aw GR-34"));
    play_house("gr", native, "board A 4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1\n0 clocks\n1 A R@h1 e8e7 e1c1\ncheck A d1 R");
    play("gr", &script("=> log completed Aw GR-33"));
}

#[test]
fn house_a_drop_may_check_but_not_mate() {
    let no_mate = "drop_limit = \"no_mate\"\n[articles]\ndrop_mates = \"house 3\"";
    play_house("gr", no_mate, "board A 4k3/8/8/8/8/8/8/4K3[R] w - - 0 1\n0 clocks\n1 A R@a8\ncheck A a8 R");
    play_house(
        "gr",
        no_mate,
        "board A 6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1
         0 clocks
         1 Aw N@f7
         check verdict open
         2 Aw press => alert! illegal_drop Aw house 3 (N@f7); penalty loss Aw GR-34",
    );
}

#[test]
fn house_an_inverted_rook_is_what_the_house_says() {
    let board = "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1
         0 clocks
         1 Aw a7a8
         2 Aw declares Q\n";
    let replaced = "promotion = \"replace_body\"\ninverted_rook = { value = \"WHAT\", article = \"house 4\" }";
    play_house(
        "gr",
        &replaced.replace("WHAT", "rook"),
        &format!(
            "{board}3 Aw puts a8 R inverted => alert wrong_body Aw house 4 (named queen, counts as rook)\n4 Aw press\ncheck A a8 R"
        ),
    );
    play_house(
        "gr",
        &replaced.replace("WHAT", "queen"),
        &format!("{board}3 Aw puts a8 R inverted\n4 Aw press\ncheck A a8 Q"),
    );
}

#[test]
fn house_an_illegal_move_is_claimed_by_taking_the_king() {
    let taken = "board A 4k3/8/8/8/8/8/8/4RK2 b - - 0 1
         0 clocks
         1 Ab e8e7
         2 Ab press => alert! illegal_move Ab CH-17 (e8e7); penalty loss Ab GR-34
         3 Aw e1e7 CLAIM";
    play_house(
        "gr",
        "king_capture = { value = true, article = \"house 5\" }",
        &taken.replace(
            "CLAIM",
            "=> accepted claim_illegal Aw house 5 (the king was taken); result game_won Aw house 5 (king taken); result match_won team1 GR-06; alert! stop_clocks B GR-25",
        ),
    );
    // Elsewhere it is an illegal move itself.
    play(
        "gr",
        &taken.replace(
            "CLAIM",
            "\n4 Aw press => log stands Ab GR-36; alert! illegal_move Aw CH-22; penalty loss Aw GR-34",
        ),
    );
}

#[test]
fn house_the_clock_is_pressed_by_the_hand_that_moved() {
    let script = "0 clocks\n1 Aw e2e4 right\n2 Aw press left SAID";
    play_house(
        "gr",
        "same_hand = { value = true, article = \"house 6\" }",
        &script.replace("SAID", "=> alert other_hand Aw house 6 (moved with right, pressed with left)"),
    );
    play("gr", &script.replace("SAID", ""));
}

#[test]
fn house_what_no_article_forbids_is_not_noticed() {
    play_house("gr", "[procedures]\nhand_on_other = \"\"", "0 clocks\n1 Aw hand other_board");
    play_house(
        "nl",
        "[procedures]\nhand_on_other = \"house 7\"",
        "0 clocks\n1 Aw hand other_board => alert hand_on_other Aw house 7",
    );
}
