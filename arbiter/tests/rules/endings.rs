//! How games and matches end under each text: results, repetitions, positions without a move or without hope.
use arbiter::{
    profile::Profile,
    rules::{BoardEnd, GameEnd, Move, NoMove, Position, Repetitions, Verdict, is_dead, no_move_means, resolve},
};
use board::{BoardId, Color, Stamp, Team};

fn profile(name: &str) -> Profile {
    Profile::named(name).unwrap()
}

fn at(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// What gr, ru, nl and free make of these ends, one a second.
fn verdicts(ends: &[(BoardId, GameEnd)]) -> [Verdict; 4] {
    let ends: Vec<BoardEnd> =
        (0..).zip(ends).map(|(s, &(board, end))| BoardEnd { board, at: Stamp::from_millis(s * 1000), end }).collect();
    let mut reversed = ends.clone();
    reversed.reverse();
    ["gr", "ru", "nl", "free"].map(|name| {
        let verdict = resolve(&profile(name), &ends);
        assert_eq!(resolve(&profile(name), &reversed), verdict, "the order of the list does not matter, the times do");
        verdict
    })
}

#[test]
fn matches_end_as_each_text_has_it() {
    use BoardId::{A, B};
    use Color::{Black, White};
    use GameEnd::{Draw, Flag, Lost, Mate};
    use Verdict::{AskArbiter, Drawn, Open, Score, Won};
    let (one, two) = (Won(Team::One), Won(Team::Two));
    assert_eq!(verdicts(&[]), [Open; 4]);
    assert_eq!(verdicts(&[(A, Mate(Black))]), [one, one, Open, one]);
    assert_eq!(verdicts(&[(B, Mate(Black))]), [two, two, Open, two]);
    // Mates by different teams: GR-26, RU-55, two games for nl; online the earlier one counts.
    assert_eq!(verdicts(&[(A, Mate(Black)), (B, Mate(Black))]), [Drawn, Drawn, Score([2, 2]), one]);
    assert_eq!(verdicts(&[(A, Mate(Black)), (B, Mate(White))]), [one, one, Score([4, 0]), one]);
    // RU-54, RU-63: mate over flag, draw over flag, though the flag fell first.
    assert_eq!(verdicts(&[(A, Flag(White)), (A, Mate(Black))]), [two, one, Open, two]);
    assert_eq!(verdicts(&[(A, Flag(White)), (B, Draw)]), [Drawn, Drawn, Score([1, 3]), two]);
    // RU-60, RU-61, NL-21: flags of both players of a board, or of diagonal players; of partners: lost.
    assert_eq!(verdicts(&[(A, Flag(White)), (A, Flag(Black))]), [AskArbiter, Drawn, Open, AskArbiter]);
    assert_eq!(verdicts(&[(A, Flag(White)), (B, Flag(White))]), [Drawn, Drawn, Score([2, 2]), two]);
    assert_eq!(verdicts(&[(A, Flag(White)), (B, Flag(Black))]), [two, two, Score([0, 4]), two]);
    assert_eq!(verdicts(&[(A, Lost(White)), (B, Mate(Black))]), [two, two, Score([0, 4]), two]);
}

#[test]
fn one_board_ends_with_its_game() {
    let end = |end, s| BoardEnd { board: BoardId::A, at: Stamp::from_millis(s), end };
    let flags = [end(GameEnd::Flag(Color::White), 1), end(GameEnd::Flag(Color::Black), 2)];
    assert_eq!(resolve(&profile("ch"), &[end(GameEnd::Mate(Color::Black), 1)]), Verdict::Won(Team::One));
    assert_eq!(resolve(&profile("ch"), &[end(GameEnd::Draw, 1)]), Verdict::Drawn);
    assert_eq!(resolve(&profile("ro"), &flags), Verdict::Drawn, "RO-34");
    assert_eq!(resolve(&profile("ch"), &flags), Verdict::AskArbiter);
}

#[test]
fn a_player_without_a_move_is_drawn_or_waits() {
    let means = |name: &str| [false, true].map(|other_finished| no_move_means(&profile(name), other_finished));
    assert_eq!(means("ch"), [NoMove::Draw; 2], "CH-25");
    assert_eq!(means("gr"), [NoMove::Waits; 2], "GR-17");
    assert_eq!(means("nl"), [NoMove::Waits, NoMove::Draw], "NL-18");
    assert_eq!(means("ru"), [NoMove::AskArbiter; 2]);
}

#[test]
fn a_position_is_dead_by_the_pieces_left() {
    let dead = |name: &str, fen: &str, other| is_dead(&profile(name), &at(fen), other);
    for fen in ["4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4KB2 w - -", "4kn2/8/8/8/8/8/8/4KB2 w - -"] {
        assert!(dead("ch", fen, false), "CH-29: {fen}");
        assert!(!dead("gr", fen, true) && !dead("nl", fen, false), "GR-18, NL-18: {fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/P7/4K3 w - -",
        "4k3/8/8/8/8/8/8/4KNN1 w - -",
        "4k3/8/8/8/8/8/8/4K2R w - -",
        "4k3/8/8/8/8/8/8/4K3[p] w - -",
    ] {
        assert!(!dead("ch", fen, false) && !dead("nl", fen, true), "{fen}");
    }
    // A knight and a bishop against each other: the list of CH calls it drawn, yet a mate exists (RO-35, NL-18).
    assert!(!dead("ro", "4kn2/8/8/8/8/8/8/4KB2 w - -", false) && !dead("nl", "4kn2/8/8/8/8/8/8/4KB2 w - -", true));
    assert!(dead("ro", "4kb2/8/8/8/8/8/8/2B1K3 w - -", false) && dead("nl", "4k3/8/8/8/8/8/8/4K3 w - -", true));
}

/// How often the position has occurred after each of these moves.
fn occurrences(name: &str, fen: &str, moves: &str) -> Vec<u32> {
    let profile = profile(name);
    let mut position = at(fen);
    let mut repetitions = Repetitions::new(&profile, &position);
    let play = |uci: &str| {
        let mv: Move = uci.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.irregularities(mv, &profile.move_rules()), [], "{name} {uci}");
        let played = position.play(mv);
        repetitions.after(&played, &position)
    };
    moves.split(' ').map(play).collect()
}

#[test]
fn repetitions_count_as_each_text_has_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1";
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(occurrences("ch", start, &format!("{shuffle} {shuffle}")), [1, 1, 1, 2, 2, 2, 2, 3]);
    let claim = |name: &str| {
        let profile = profile(name);
        let repetitions = Repetitions::new(&profile, &Position::start());
        (1..=5).find(|&times| repetitions.may_be_claimed(times))
    };
    assert_eq!([claim("ch"), claim("gr"), claim("ru")], [Some(3), Some(4), Some(3)]);
    // A drop in between starts gr's count anew, not ru's. Both dropped knights are then taken, which starts ru's.
    let drops = format!("{shuffle} N@h5 N@h4 {shuffle}");
    assert_eq!(occurrences("gr", start, &drops), [1, 1, 1, 2, 1, 1, 1, 1, 1, 2]);
    let taken = "rnbqkbnr/pppppppp/8/8/8/7p/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
    let capture = "g1f3 g8f6 f3g1 f6g8 h1h3 b8c6 g1f3 c6b8 f3g1";
    assert_eq!(occurrences("ru", taken, capture), [1, 1, 1, 2, 1, 1, 1, 1, 2]);
}

#[test]
fn rights_count_where_the_text_says_so() {
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let moves = "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8";
    // CH-31: with the right to castle gone the first occurrence was another position.
    assert_eq!(occurrences("ch", castle, moves), [1, 1, 1, 1, 2, 2, 2, 2]);
    assert_eq!(occurrences("ru", castle, moves), [1, 1, 1, 2, 2, 2, 2, 3]);
}
