//! The test vectors of the rule specification, section 9. Those that need clocks are among the tests of the
//! procedures (`tests/procedures/vectors.rs`).
use arbiter::{
    profile::Profile,
    rules::{
        BoardEnd, GameEnd, Irregularity, Move, MoveRules, NoMove, Position, PromotionStyle, Table, Verdict,
        no_move_means, resolve,
    },
};
use board::{BoardId, Color, Seat, Stamp};

fn rules(profile: &str) -> MoveRules {
    Profile::named(profile).unwrap().move_rules()
}

fn at(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn mv(uci: &str) -> Move {
    uci.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Whether the side to move is mated under gr, ru and nl.
fn mates(fen: &str) -> [bool; 3] {
    ["gr", "ru", "nl"].map(|profile| at(fen).is_mate(&rules(profile)))
}

/// What is wrong with a move under gr, ru and nl.
fn judged(fen: &str, uci: &str) -> [Vec<Irregularity>; 3] {
    ["gr", "ru", "nl"].map(|profile| at(fen).irregularities(mv(uci), &rules(profile)))
}

#[test]
fn a_back_rank_check_waits_for_a_piece_unless_only_pieces_in_hand_count() {
    assert_eq!(mates("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), [false, false, true]);
    assert_eq!(mates("R5k1/5ppp/8/8/8/8/8/4K3[n] b - - 0 1"), [false, false, false]);
}

#[test]
fn contact_and_knight_checks_mate_under_all() {
    assert_eq!(mates("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1"), [true; 3]);
    assert_eq!(mates("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1"), [true; 3]);
}

#[test]
fn a_check_from_afar_mates_when_no_piece_is_left_to_cover() {
    // All of Black's two sets but pawns stand on his board, and no pawn may be dropped on the eighth rank.
    assert_eq!(mates("R5k1/1ppppppp/8/8/1qrrbbn1/1qrrbbn1/1nn5/7K b - - 0 1"), [true; 3]);
    // One knight fewer: it can still come.
    assert_eq!(mates("R5k1/1ppppppp/8/8/1qrrbbn1/1qrrbb2/1nn5/7K b - - 0 1"), [false, false, true]);
    // A promoted pawn counts as a pawn: the queen it stands for can still come.
    assert_eq!(mates("R5k1/1ppppppp/8/8/1q~rrbbn1/1qrrbbn1/1nn5/7K b - - 0 1"), [false, false, true]);
    // Where pawns may be dropped between, they cover. One set, all its pieces on the board:
    let between = at("K5rk/6p1/8/7R/8/b7/b1nn4/qr6 b - - 0 1");
    let one_set = MoveRules { sets: 1, ..MoveRules::FREE };
    assert!(!between.is_mate(&one_set));
    assert!(between.is_mate(&MoveRules { pawn_drop_ranks: (4, 6), ..one_set }));
}

#[test]
fn drops_with_check_and_mate_are_judged_by_each_text() {
    use Irregularity::{DropGivesCheck, DropMates, DropOnForbiddenRank};
    assert_eq!(judged("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@a8"), [vec![], vec![], vec![DropGivesCheck]]);
    assert_eq!(judged("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", "N@f7"), [vec![], vec![DropMates], vec![DropGivesCheck]]);
    assert_eq!(judged("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@b7"), [vec![], vec![DropOnForbiddenRank], vec![]]);
    let ru = Profile::named("ru").unwrap();
    assert!(ru.is_second_class(&[DropMates]) && ru.is_second_class(&[DropOnForbiddenRank]));
    assert!(!ru.is_second_class(&[DropMates, Irregularity::KingLeftInCheck]) && !ru.is_second_class(&[]));
    let mut after = at("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1");
    after.play(mv("N@f7"));
    assert!(after.is_mate(&rules("gr")));
}

#[test]
fn a_dropped_pawn_makes_its_double_step_and_is_taken_in_passing() {
    for profile in ["gr", "ru", "nl"] {
        let mut position = at("4k3/8/8/8/p7/8/8/4K3[P] w - - 0 1");
        for uci in ["P@b2", "e8e7", "b2b4", "a4b3"] {
            assert_eq!(position.irregularities(mv(uci), &rules(profile)), [], "{profile} {uci}");
            position.play(mv(uci));
        }
        assert_eq!(position.to_string(), "8/4k3/8/8/8/1p6/8/4K3 w - - 0 3", "{profile}");
    }
}

#[test]
fn a_player_without_a_move_is_stalemated_or_waits() {
    let position = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    for profile in Profile::NAMES {
        assert!(
            position.is_stalemate(&rules(profile)),
            "the board is the same under {profile}; what it means is the profile's"
        );
    }
    assert!(!at("7k/5Q2/6K1/8/8/8/8/8[p] b - - 0 1").is_stalemate(&rules("gr")));
}

#[test]
fn without_promotion_a_pawn_sits_on_the_last_rank() {
    let text = "name = \"house\"\nbase = \"gr\"\npromotion = \"stays\"\npromotion_kinds = []\n";
    let house = Profile::from_toml(text).unwrap().move_rules();
    let mut position = at("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(position.irregularities(mv("a7a8q"), &house), [Irregularity::PromotionToWrongKind]);
    assert!(position.is_legal(mv("a7a8"), &house));
    position.play(mv("a7a8"));
    position.play(mv("e7e6"));
    assert_eq!(position.to_string(), "P7/8/4k3/8/8/8/8/4K3 w - - 1 2");
    assert!(!position.is_legal(mv("a8a7"), &house));
}

#[test]
fn a_dropped_rook_on_the_back_rank_checks_and_does_not_mate() {
    let mut after = at("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1");
    after.play(mv("R@a8"));
    assert_eq!(["gr", "ru", "nl"].map(|profile| after.is_mate(&rules(profile))), [false, false, true]);
}

#[test]
fn a_promotion_with_nothing_to_take_is_short_where_pieces_are_taken() {
    // Bw's only pieces are pawns and a knight pinned to his king.
    let table: Table = "P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P7/4K3[] b - - 0 1"
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    let promoter = Seat::new(BoardId::A, Color::White);
    let steals = |name: &str| rules(name).promotion == PromotionStyle::TakeFromDiagonal;
    assert_eq!(["gr", "ru", "nl"].map(steals), [false, true, false]);
    assert!(table.removable(promoter, Profile::named("ru").unwrap().steal_expose_partner_king.value).is_empty());
    let mut after = table;
    assert_eq!(after.take_from_diagonal(promoter, "a8".parse().unwrap(), None), Some(None));
    assert_eq!(after.reserve(promoter.diagonal()).len(), 1, "the pawn goes to Bw");
}

#[test]
fn mates_by_different_teams_and_a_stalemate_beside_a_running_game() {
    let mate = |board, s| BoardEnd { board, at: Stamp::from_millis(s), end: GameEnd::Mate(Color::Black) };
    let ends = [mate(BoardId::A, 1000), mate(BoardId::B, 2000)];
    let verdicts = ["gr", "ru", "nl"].map(|name| resolve(&Profile::named(name).unwrap(), &ends));
    assert_eq!(verdicts, [Verdict::Drawn, Verdict::Drawn, Verdict::Score([2, 2])]);
    let means = |other| ["gr", "ru", "nl"].map(|name| no_move_means(&Profile::named(name).unwrap(), other));
    assert_eq!(means(false), [NoMove::Waits, NoMove::AskArbiter, NoMove::Waits]);
    assert_eq!(means(true), [NoMove::Waits, NoMove::AskArbiter, NoMove::Draw]);
}

#[test]
fn bughouse_online_answers_them_and_chess_knows_no_drops() {
    let free = rules("free");
    for (fen, mate) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", false),
        ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", true),
        ("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", true),
    ] {
        assert_eq!(at(fen).is_mate(&free), mate, "{fen}");
        for chess in ["ch", "ro", "fide"] {
            assert!(at(fen).is_mate(&rules(chess)), "{chess}: {fen}");
        }
    }
    for (fen, uci) in [
        ("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@a8"),
        ("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", "N@f7"),
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@b7"),
    ] {
        assert_eq!(at(fen).irregularities(mv(uci), &free), [], "{uci}");
        for chess in ["ch", "ro", "fide"] {
            assert_eq!(at(fen).irregularities(mv(uci), &rules(chess)), [Irregularity::DropsNotPlayed], "{chess} {uci}");
        }
    }
    let mate = |board, ms| BoardEnd { board, at: Stamp::from_millis(ms), end: GameEnd::Mate(Color::Black) };
    let ends = [mate(BoardId::A, 1000), mate(BoardId::B, 2000)];
    assert_eq!(resolve(&Profile::free(), &ends), Verdict::Won(board::Team::One), "the first game decides");
    assert_eq!(no_move_means(&Profile::free(), false), NoMove::Waits);
}
