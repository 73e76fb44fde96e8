//! Basic chess on one board, the layer below the others.
use crate::script::play;

#[test]
fn ch_01_ch_02_ch_07_the_array_is_looked_at_before_the_start() {
    play("ch", "0 A stands rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n1 A start w");
    play("ch", "0 A stands rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 => alert wrong_setup A CH-07 (h1)");
    play(
        "ch",
        "0 A stands rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR => alert wrong_setup A CH-07 (White's king and queen are exchanged)",
    );
    play("ch", "0 A stands RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr => alert board_turned A CH-02");
    play("ch", "0 A stands RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr => alert board_turned A CH-02");
}

#[test]
fn ch_04_moves_alternate() {
    play(
        "ch",
        "0 A start w
         1 Aw e2e4
         1.5 Aw press
         2 Aw d2d4
         2.5 Aw press => alert! illegal_move Aw CH-04 (d2d4); penalty undo Aw -
         3 arbiter confirm
         check A d2 P
         check turn A b",
    );
}

#[test]
fn ch_05_ch_08_to_ch_14_pieces_move_as_they_do() {
    for (mv, article) in [
        ("a1a3", "CH-08"),
        ("c1e3", "CH-09"),
        ("d1d3", "CH-10"),
        ("b1b3", "CH-11"),
        ("e2e5", "CH-12"),
        ("e2d3", "CH-13"),
        ("e1e3", "CH-16"),
        ("e4e5", "CH-05"),
        ("a1a2", "CH-06"),
    ] {
        play(
            "ch",
            &format!(
                "0 A start w\n1 Aw {mv}\n2 Aw press => alert! illegal_move Aw {article} ({mv}); penalty undo Aw -"
            ),
        );
    }
    // CH-14: in passing, on the very next move only.
    let passing = "board A 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1\n0 A start b\n1 A d7d5";
    play("ch", &format!("{passing} e5d6\ncheck A d5 -"));
    play(
        "ch",
        &format!("{passing} e1e2 e8e7\n3 Aw e5d6\n4 Aw press => alert! illegal_move Aw CH-13; penalty undo Aw -"),
    );
}

#[test]
fn ch_06_what_is_captured_leaves_the_game() {
    let proceedings = play("ch", "0 A start w\n1 A e2e4 d7d5 e4d5");
    assert_eq!(proceedings.gone().iter().map(ToString::to_string).collect::<String>(), "p");
}

#[test]
fn ch_15_the_pawn_is_exchanged_in_the_same_move() {
    let board = "board A 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n0 A start w\n1 Aw a7a8\n";
    play("ch", &format!("{board}1.5 Aw puts a8 Q => log promoted Aw CH-15\n2 Aw press\ncheck A a8 Q"));
    play(
        "ch",
        &format!(
            "{board}2 Aw press => alert pawn_not_replaced Aw CH-15; alert! illegal_move Aw CH-15 (a7a8); penalty undo Aw -"
        ),
    );
}

#[test]
fn ch_17_ch_20_ch_22_checks_are_met_and_not_walked_into() {
    for (fen, mv, article) in [
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d1", "CH-17"),
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "h1h2", "CH-22"),
        ("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1g1", "CH-20"),
    ] {
        play(
            "ch",
            &format!(
                "board A {fen}\n0 A start w\n1 Aw {mv}\n2 Aw press => alert! illegal_move Aw {article}; penalty undo Aw -"
            ),
        );
    }
}

#[test]
fn ch_18_castling_begins_with_the_king() {
    let board = "board A 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 A start w\n";
    play("ch", &format!("{board}1 Aw touches e1\n2 A e1g1\ncheck A f1 R"));
    play("ch", &format!("{board}1 Aw touches h1\n2 Aw e1g1 => info rook_first Aw CH-18\n3 Aw press\ncheck A f1 R"));
}

#[test]
fn ch_19_castling_is_gone_once_king_or_rook_has_moved() {
    play(
        "ch",
        "board A 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         0 A start w
         1 A h1h2 e8e7 h2h1 e7e8
         3 Aw e1g1
         4 Aw press => alert! illegal_move Aw CH-19 (e1g1); penalty undo Aw -",
    );
}

#[test]
fn ch_21_ch_23_ch_24_mate_is_a_check_that_cannot_be_met() {
    play(
        "ch",
        "board A 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n0 A start w\n1 Aw a1a8 => result game_won Aw CH-24 (mate); result match_won team1 -",
    );
    play("ch", "board A 6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1\n0 A start w\n1 A a1a8\ncheck verdict open");
}

#[test]
fn ch_25_ch_28_stalemate_draws() {
    play(
        "ch",
        "board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1\n0 A start w\n1 A f6f7 => result game_drawn A CH-25 (stalemate); result match_drawn table -",
    );
}

#[test]
fn ch_26_a_player_may_resign_at_any_time() {
    play("ch", "0 A start w\n1 Ab resigns => result game_won Aw CH-26 (resignation); result match_won team1 -");
}

#[test]
fn ch_27_a_draw_is_offered_and_accepted() {
    play(
        "ch",
        "0 A start w\n1 Ab draw => info draw_offered Ab CH-27\n2 Aw draw => result game_drawn A CH-27; result match_drawn table -",
    );
    play("ch", "0 A start w\n1 Ab draw => info draw_offered Ab CH-27\n2 Aw e2e4 => info draw_declined Aw CH-27");
}

#[test]
fn ch_29_too_little_material_draws() {
    play(
        "ch",
        "board A 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1\n0 A start w\n1 A e1d2 => result game_drawn A CH-29 (dead position); result match_drawn table -",
    );
    play(
        "ch",
        "board A 4k2n/8/8/8/8/8/3r4/4K1B1 w - - 0 1\n0 A start w\n1 A e1d2 => result game_drawn A CH-29; result match_drawn table -",
    );
}

#[test]
fn ch_30_ch_31_the_third_occurrence_is_claimed_by_the_player_on_move() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let once = format!("0 A start w\n1 A {shuffle}\n3 A g1f3 g8f6 f3g1\n");
    let drawn = "(occurred 3 times); result game_drawn A CH-30 (repetition); result match_drawn table -";
    // About to occur.
    play("ch", &format!("{once}5 Ab claims repetition f6g8 => accepted claim_repetition Ab CH-30 {drawn}"));
    play(
        "ch",
        &format!(
            "{once}5 Ab claims repetition f6d5 => rejected claim_repetition Ab CH-30 (occurred 1 times, 3 are needed)"
        ),
    );
    play(
        "ch",
        &format!(
            "{once}5 Aw claims repetition => rejected claim_repetition Aw CH-30 (only the player on move may claim)"
        ),
    );
    // Has just occurred.
    let twice = format!("{once}5 A f6g8 => info repeated A CH-30 (3)\n");
    play("ch", &format!("{twice}6 Aw claims repetition => accepted claim_repetition Aw CH-30 {drawn}"));
    // CH-31: with the right to castle gone it was another position.
    play(
        "ch",
        "board A 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         0 A start w
         1 A h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8
         5 Aw claims repetition => rejected claim_repetition Aw CH-30",
    );
}

#[test]
fn ch_32_fifty_moves_of_each_side() {
    play(
        "ch",
        "board A 4k3/8/8/8/8/8/8/4K2R w - - 98 60
         0 A start w
         1 A h1h2 e8e7 => info fifty_moves A CH-32
         2 Ab claims fifty => rejected claim_fifty Ab CH-32 (only the player on move may claim)
         3 Aw claims fifty => accepted claim_fifty Aw CH-32 (50 moves of each side); result game_drawn A CH-32; result match_drawn table -",
    );
    play(
        "ch",
        "board A 4k3/8/8/8/8/8/8/4K2R w - - 98 60
         0 A start w
         1 Aw claims fifty => rejected claim_fifty Aw CH-32 (49 moves of each side, 50 are needed)
         2 Aw h1h2
         3 Aw press
         4 Ab claims fifty e8e7 => accepted claim_fifty Ab CH-32; result game_drawn A CH-32; result match_drawn table -",
    );
}
