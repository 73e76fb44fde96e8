//! The test vectors of the specification's section 9 that need clocks, under each profile they speak of.
use crate::script::play;

#[test]
fn a_piece_whose_capture_is_not_pressed_is_not_there_to_be_dropped() {
    let script = |said: &str| {
        format!(
            "board A 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
             board B 4k3/8/8/8/8/8/8/4K3 b - - 0 1
             0 clocks
             1 Aw e4d5
             2 Bb P@e5
             3 Bb press{said}"
        )
    };
    play("gr", &script(" => alert! illegal_drop Bb GR-37 (P@e5); penalty loss Bb GR-34"));
    // The text speaks of this for an exchange only; otherwise it is the laws that it builds on.
    play("ru", &script(" => alert! illegal_drop Bb RU-02 (P@e5)"));
    play("nl", &script(" => alert! illegal_drop Bb NL-05 (P@e5); penalty undo Bb NL-32"));
    // Online it is there at once.
    play("free", &script("\ncheck B e5 p\ncheck reserve Bb -"));
}

#[test]
fn a_mate_in_one_on_the_board_when_the_own_flag_has_fallen() {
    let script = |flag: &str, mate: &str| {
        format!(
            "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
             0 clocks
             1 Aw flag => {flag}
             2 stops
             3 Aw claims mate e5f7 => {mate}"
        )
    };
    play(
        "gr",
        &script(
            "alert flag Aw GR-05; result game_won Ab GR-05 (flag); result match_won team2 GR-06; alert! stop_clocks B GR-25",
            "rejected claim_mate_in_one Aw GR-05 (a mate has to be played)\ncheck verdict two",
        ),
    );
    play(
        "ru",
        &script(
            "alert flag Aw RU-02; result game_won Ab RU-02 (flag); result match_won team2 RU-62",
            "accepted claim_mate_in_one Aw RU-53; result game_won Aw RU-53; result match_won team1 RU-54; alert! stop_clocks B RU-02\ncheck verdict one",
        ),
    );
    play(
        "nl",
        &script(
            "alert flag Aw NL-31; result game_won Ab NL-31 (flag)",
            "rejected claim_mate_in_one Aw NL-31 (a mate has to be played)\n4 Bw resigns => result game_won Bb NL-16; result match_score table NL-15 (1-1)",
        ),
    );
}

#[test]
fn a_player_without_a_move_while_the_other_board_plays() {
    let script = |said: &str| format!("board A 7k/8/5QK1/8/8/8/8/8 w - - 0 1\n0 clocks\n1 A f6f7 => {said}");
    play("gr", &script("info waiting Ab GR-17 (no move)\ncheck verdict open"));
    play("ru", &script("alert ask_arbiter Ab RU-02 (no move)\ncheck verdict open"));
    play(
        "nl",
        &script(
            "info waiting Ab NL-18 (no move)
             2 Bw resigns => result game_won Bb NL-16; result game_drawn A NL-18 (stalemate); result match_score table NL-15",
        ),
    );
}

#[test]
fn mates_of_different_teams_on_the_two_boards() {
    let boards = "board A 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
             board B 6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1
             0 clocks\n";
    play(
        "ru",
        &format!(
            "{boards}1 stops
             2 Aw claims mate e5f7 => accepted claim_mate_in_one Aw RU-53; result game_won Aw RU-53; result match_won team1 RU-62; alert! stop_clocks B RU-02
             3 Bw claims mate e5f7 => accepted claim_mate_in_one Bw RU-53; result game_won Bw RU-53; result match_drawn table RU-55"
        ),
    );
    play(
        "nl",
        &format!(
            "{boards}1 Aw e5f7 => result game_won Aw CH-24
             2 Bw e5f7 => result game_won Bw CH-24; result match_score table NL-15 (1-1)"
        ),
    );
}

#[test]
fn fide_an_illegal_move_gives_a_minute_and_the_second_loses() {
    play(
        "fide",
        "0 A start w
         1 Aw e2e5
         2 Aw press => alert! illegal_move Aw CH-12; penalty undo Aw FIDE: illegal moves; penalty time_to_opponent team2 FIDE: illegal moves (60 s)
         3 arbiter confirm => log undone Aw - (e2e5)
         4 Aw e2e4
         5 Aw press
         6 A e7e5
         7 Aw e4e6
         8 Aw press => alert! illegal_move Aw CH-12; penalty loss Aw FIDE: illegal moves
         9 arbiter confirm => result game_won Ab FIDE: illegal moves (illegal move); result match_won team2 FIDE",
    );
}
