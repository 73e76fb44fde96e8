//! What a match comes to from the ends of its games, and which positions repeat, rule by rule.
use crate::scripted::{at, derived, mv, profile};
use arbiter::rules::{BoardEnd, GameEnd, Repetitions, Verdict, resolve};
use board::BoardId::{self, A, B};
use board::Color::{Black, White};
use board::{Stamp, Team};

const TEAM_1: Verdict = Verdict::Won(Team::One);
const TEAM_2: Verdict = Verdict::Won(Team::Two);

/// What a profile makes of these ends, one a second, in whatever order they are listed.
fn verdict(name: &str, ends: &[(BoardId, GameEnd)]) -> Verdict {
    let ends: Vec<BoardEnd> =
        (0..).zip(ends).map(|(s, &(board, end))| BoardEnd { board, at: Stamp::from_millis(s * 1000), end }).collect();
    let reversed: Vec<BoardEnd> = ends.iter().rev().copied().collect();
    let verdict = resolve(&profile(name), &ends);
    assert_eq!(resolve(&profile(name), &reversed), verdict);
    verdict
}

use GameEnd::{Draw, Flag, Lost, Mate};

#[test]
fn gr_06_the_first_game_to_finish_decides() {
    assert_eq!(verdict("gr", &[]), Verdict::Open);
    assert_eq!(verdict("gr", &[(A, Mate(Black))]), TEAM_1);
    assert_eq!(verdict("gr", &[(B, Mate(Black))]), TEAM_2, "White of board B plays with Black of board A");
    assert_eq!(verdict("gr", &[(A, Draw)]), Verdict::Drawn);
    assert_eq!(verdict("gr", &[(B, Lost(White))]), TEAM_1);
    assert_eq!(verdict("gr", &[(B, Flag(White))]), TEAM_1);
}

#[test]
fn gr_26_two_finished_games_must_be_won_by_one_team() {
    assert_eq!(verdict("gr", &[(A, Mate(Black)), (B, Mate(White))]), TEAM_1);
    assert_eq!(verdict("gr", &[(A, Mate(Black)), (B, Mate(Black))]), Verdict::Drawn);
    assert_eq!(verdict("gr", &[(A, Mate(Black)), (B, Draw)]), Verdict::Drawn);
    assert_eq!(verdict("gr", &[(A, Flag(White)), (A, Mate(Black))]), TEAM_2, "on one board the earlier end counts");
}

#[test]
fn ru_54_mate_wins_though_the_flag_had_fallen() {
    assert_eq!(verdict("ru", &[(A, Flag(White)), (A, Mate(Black))]), TEAM_1);
    assert_eq!(verdict("gr", &[(A, Flag(White)), (A, Mate(Black))]), TEAM_2);
}

#[test]
fn ru_55_mates_by_different_teams_draw_the_match() {
    assert_eq!(verdict("ru", &[(A, Mate(Black)), (B, Mate(Black))]), Verdict::Drawn);
    assert_eq!(verdict("ru", &[(A, Mate(Black)), (B, Mate(White))]), TEAM_1);
}

#[test]
fn ru_56_time_counts_only_where_no_board_has_a_mate() {
    assert_eq!(verdict("ru", &[(A, Flag(White)), (B, Mate(White))]), TEAM_1);
    assert_eq!(verdict("ru", &[(A, Flag(White))]), TEAM_2);
    assert_eq!(verdict("ru", &[(A, Flag(White)), (B, Flag(Black))]), TEAM_2, "flags of two partners");
}

#[test]
fn ru_59_a_draw_goes_before_a_flag() {
    assert_eq!(verdict("ru", &[(A, Flag(White)), (B, Draw)]), Verdict::Drawn);
    assert_eq!(verdict("ru", &[(B, Draw), (A, Flag(White))]), Verdict::Drawn);
}

#[test]
fn ru_60_flags_of_both_players_of_a_board_draw() {
    assert_eq!(verdict("ru", &[(A, Flag(White)), (A, Flag(Black))]), Verdict::Drawn);
    assert_eq!(verdict("ru", &[(A, Flag(White)), (A, Flag(Black)), (B, Mate(Black))]), TEAM_2);
}

#[test]
fn ru_60_house_two_flags_of_a_board_mean_what_the_house_says() {
    let flags = [(A, Flag(White)), (A, Flag(Black)), (B, Flag(Black))];
    let ends: Vec<BoardEnd> =
        (0..).zip(flags).map(|(s, (board, end))| BoardEnd { board, at: Stamp::from_millis(s), end }).collect();
    let under =
        |both_flags: &str, ends: &[BoardEnd]| resolve(&derived("ru", &format!("both_flags = \"{both_flags}\"")), ends);
    for (both_flags, one_board, all) in [
        ("draw", Verdict::Drawn, Verdict::Drawn),
        ("first_loses", TEAM_2, TEAM_2),
        ("ask_arbiter", Verdict::AskArbiter, Verdict::AskArbiter),
    ] {
        assert_eq!(under(both_flags, &ends[..2]), one_board, "{both_flags}");
        assert_eq!(under(both_flags, &ends), all, "{both_flags}, and the partner's");
    }
    let other = [ends[2], ends[0], ends[1]];
    assert_eq!(under("ask_arbiter", &other), Verdict::AskArbiter);
}

#[test]
fn ru_61_flags_of_diagonal_players_draw() {
    assert_eq!(verdict("ru", &[(A, Flag(White)), (B, Flag(White))]), Verdict::Drawn);
    assert_eq!(verdict("ru", &[(A, Flag(Black)), (B, Flag(Black))]), Verdict::Drawn);
}

#[test]
fn ru_62_mate_or_draw_on_one_board_ends_the_match() {
    assert_eq!(verdict("ru", &[(B, Mate(White))]), TEAM_1);
    assert_eq!(verdict("ru", &[(B, Draw)]), Verdict::Drawn);
}

#[test]
fn ru_63_mate_goes_before_draw_and_draw_before_time() {
    assert_eq!(verdict("ru", &[(A, Draw), (B, Mate(White))]), TEAM_1);
    assert_eq!(verdict("ru", &[(A, Flag(White)), (A, Draw), (B, Mate(White))]), TEAM_1);
    assert_eq!(verdict("ru", &[(A, Flag(White)), (B, Draw)]), Verdict::Drawn);
    assert_eq!(verdict("ru", &[(A, Lost(White)), (B, Mate(White))]), TEAM_2, "what was lost otherwise ends it there");
}

#[test]
fn nl_15_the_match_is_over_when_both_games_are() {
    assert_eq!(verdict("nl", &[(A, Mate(Black))]), Verdict::Open);
    assert_eq!(verdict("nl", &[(A, Mate(Black)), (B, Mate(Black))]), Verdict::Score([2, 2]));
    assert_eq!(verdict("nl", &[(A, Mate(Black)), (B, Draw)]), Verdict::Score([3, 1]));
    assert_eq!(verdict("nl", &[(A, Flag(White)), (A, Mate(Black)), (B, Lost(Black))]), Verdict::Score([0, 4]));
}

#[test]
fn nl_21_both_flags_draw_that_board() {
    let flags = [(A, Flag(White)), (A, Flag(Black))];
    assert_eq!(verdict("nl", &[flags[0], flags[1], (B, Mate(White))]), Verdict::Score([3, 1]));
    assert_eq!(verdict("nl", &[flags[0], (B, Mate(White))]), Verdict::Score([2, 2]));
}

#[test]
fn ro_34_both_flags_draw() {
    assert_eq!(verdict("ro", &[(A, Flag(White)), (A, Flag(Black))]), Verdict::Drawn);
    assert_eq!(verdict("ro", &[(A, Flag(White))]), TEAM_2);
    assert_eq!(verdict("ch", &[(A, Flag(White)), (A, Flag(Black))]), Verdict::AskArbiter);
}

/// How often the position has occurred by each of these moves.
fn occurrences(name: &str, fen: &str, moves: &str) -> Vec<u32> {
    let (mut position, profile) = (at(fen), profile(name));
    let mut repetitions = Repetitions::new(&profile, &position);
    moves.split_whitespace().map(|uci| repetitions.after(&position.play(mv(uci)), &position)).collect()
}

/// The number of occurrences from which a draw may be claimed.
fn claim_from(name: &str) -> Option<u32> {
    let repetitions = Repetitions::new(&profile(name), &at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    (1..=5).find(|&times| repetitions.may_be_claimed(times))
}

/// White drops a knight, Black takes it, and both go back to where they stood.
const DROPPED_AND_TAKEN: (&str, &str) = ("r3k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@b8 a8b8 e1e2 b8c8 e2e1 c8a8");

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8";
const KNIGHTS: &str = "4k1n1/3p4/8/8/8/8/3P4/4K1N1[Nn] w - - 0 1";

#[test]
fn gr_39_four_occurrences_with_no_drop_between() {
    assert_eq!(claim_from("gr"), Some(4));
    let drop = format!("{SHUFFLE} N@h5 n@h4 {SHUFFLE} {SHUFFLE}");
    assert_eq!(occurrences("gr", KNIGHTS, &drop), [1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3]);
    // The dropped knight is taken and the first position comes back: a drop, and for ru a capture, was in between.
    assert_eq!(occurrences("gr", DROPPED_AND_TAKEN.0, DROPPED_AND_TAKEN.1), [1; 6]);
    assert_eq!(occurrences("nl", DROPPED_AND_TAKEN.0, DROPPED_AND_TAKEN.1), [1, 1, 1, 1, 1, 2]);
    let again = format!("{SHUFFLE} {SHUFFLE} {SHUFFLE}");
    assert_eq!(occurrences("gr", KNIGHTS, &again).last(), Some(&4));
}

#[test]
fn gr_40_reserves_do_not_matter() {
    let (mut position, gr) = (at(KNIGHTS), profile("gr"));
    let mut repetitions = Repetitions::new(&gr, &position);
    let mut times = 1;
    for uci in SHUFFLE.split(' ') {
        times = repetitions.after(&position.play(mv(uci)), &position);
        position.pocket_mut(Black).add(board::Kind::Queen);
    }
    assert_eq!(times, 2, "the opponent's reserve has grown");
    // Nor do rights: only what stands on the board.
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(occurrences("gr", castle, "h1h2 e8e7 h2h1 e7e8"), [1, 1, 1, 2]);
}

#[test]
fn ru_58_three_occurrences_with_no_capture_between() {
    assert_eq!(claim_from("ru"), Some(3));
    let taken = "rnbqkbnr/pppppppp/8/8/8/7p/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
    let capture = "g1f3 g8f6 f3g1 f6g8 h1h3 b8c6 g1f3 c6b8 f3g1";
    assert_eq!(occurrences("ru", taken, capture), [1, 1, 1, 2, 1, 1, 1, 1, 2]);
    // The count is begun anew by the capture even if an earlier position came back.
    let back = "4k1n1/8/8/8/8/8/4p3/4K1N1 w - - 0 1";
    assert_eq!(occurrences("ru", back, &format!("{SHUFFLE} g1e2 g8f6 e2g1 f6g8 {SHUFFLE}")).last(), Some(&2));
    assert_eq!(occurrences("ru", DROPPED_AND_TAKEN.0, DROPPED_AND_TAKEN.1), [1; 6]);
    // A drop in between is not mentioned.
    let drop = "4k1n1/8/8/8/8/8/8/4K1N1[P] w - - 0 1";
    assert_eq!(occurrences("ru", drop, &format!("{SHUFFLE} P@h2 {SHUFFLE}")).len(), 9);
}
