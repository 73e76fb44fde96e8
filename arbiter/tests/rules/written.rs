//! Moves and positions as people write them: single cases that have gone wrong elsewhere.
use arbiter::{
    notation::{fen, san},
    profile::Profile,
    rules::{Irregularity, Move, MoveRules, Position},
};

fn at(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn mv(uci: &str) -> Move {
    uci.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn san_of(fen: &str, uci: &str, rules: &MoveRules) -> String {
    san::write(&at(fen), mv(uci), rules)
}

#[test]
fn a_check_that_a_drop_could_cover_is_no_mate_in_bughouse() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(san_of(back_rank, "a1a8", &MoveRules::FREE), "Ra8+");
    assert_eq!(san_of(back_rank, "a1a8", &MoveRules::CHESS), "Ra8#");
    let scholars = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    assert_eq!(san_of(scholars, "h5f7", &MoveRules::FREE), "Qxf7#");
    assert_eq!(san_of("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", "N@f7", &MoveRules::FREE), "N@f7#");
}

#[test]
fn pieces_are_told_apart_by_file_then_rank_then_both() {
    let free = MoveRules::FREE;
    assert_eq!(san_of("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", &free), "Rad1");
    assert_eq!(san_of("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", &free), "R1a3");
    assert_eq!(san_of("8/2k5/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", &free), "Qh4e1");
    // The other knight is pinned: only one can go there.
    assert_eq!(san_of("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", &free), "Ne2");
    assert_eq!(san_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", &free), "exd6");
    assert_eq!(san_of("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", &free), "exd8=N");
}

#[test]
fn what_people_write_is_understood() {
    let position = at("r3k2r/1P6/8/8/8/8/5PPP/R3K2R[QNp] w KQkq - 0 1");
    let read = |text: &str| san::read(&position, text, &MoveRules::FREE).map(|mv| mv.to_string());
    for (text, uci) in [
        ("O-O", "e1g1"),
        ("0-0-0+", "e1c1"),
        ("o-o", "e1g1"),
        ("Ra1xa8+", "a1a8"),
        ("Ra1-a5", "a1a5"),
        ("b8=Q+", "b7b8q"),
        ("b8Q", "b7b8q"),
        ("b8(N)", "b7b8n"),
        ("bxa8=R+!?", "b7a8r"),
        ("b7:a8=R", "b7a8r"),
        ("Pf4", "f2f4"),
        ("f2-f4", "f2f4"),
        ("e1g1", "e1g1"),
        ("N@f3", "N@f3"),
        ("Q@b5+", "Q@b5"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(uci), "{text}");
    }
    for (text, why) in [
        ("Nf3", "not legal"),
        ("P@e4", "not legal"),
        ("b8", "not legal"),
        ("Ke3", "not legal"),
        ("Kg1", "not legal"),
        ("", "is not a move"),
        ("hello", "is not a move"),
        ("Rz9", "is not a move"),
        ("b8=X", "is not a move"),
        ("é4", "is not a move"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    let rooks = at("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    let error = san::read(&rooks, "Rd1", &MoveRules::CHESS).unwrap_err().to_string();
    assert!(error.contains("a1d1"), "{error}");
}

#[test]
fn an_illegal_move_is_written_with_both_squares() {
    let chess = MoveRules::CHESS;
    assert_eq!(san_of("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1c4", &chess), "Bc1c4");
    assert_eq!(san_of("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1", "e1e5", &chess), "Ke1xe5");
    assert_eq!(san_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", &chess), "a1a2");
}

#[test]
fn a_fen_keeps_what_castling_letters_cannot_say() {
    let mut position = at("4k3/8/8/8/8/8/8/4K2R[R] w K - 0 1");
    position.play(mv("h1h2"));
    position.play(mv("e8e7"));
    position.play(mv("R@h1"));
    assert_eq!(position.to_string(), "8/4k3/8/8/8/8/7R/4K2R b - - 0 2 unmoved=e1;dropped=h1");
    assert_eq!(at(&position.to_string()), position);
    position.play(mv("e7e8"));
    let greek = Profile::named("gr").unwrap().move_rules();
    assert!(position.is_legal(mv("e1g1"), &greek));
    assert_eq!(position.irregularities(mv("e1g1"), &MoveRules::FREE), [Irregularity::CastlingRookMoved]);
    position.play(mv("e1e2"));
    assert!(position.dropped().is_empty() && position.unmoved().is_empty());
}

#[test]
fn both_spellings_of_reserves_are_read_and_written() {
    let brackets = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[QPPbp] b - - 3 20";
    let ninth = "4k3/1Q~6/8/8/4b3/8/Kpp5/8/QPPbp b - - 3 20";
    assert_eq!(at(brackets), at(ninth));
    assert_eq!(fen::write(&at(brackets), fen::PocketStyle::NinthRank), ninth);
    assert_eq!(fen::write(&at(ninth), fen::PocketStyle::Brackets), brackets);
    assert_eq!(at("4k3/8/8/8/8/8/8/4K3[-] w - -"), at("4k3/8/8/8/8/8/8/4K3/ w - -"));
}

#[test]
fn a_wrong_fen_says_where_and_why() {
    for (text, column, reason) in [
        ("", 1, "begins with its placement"),
        ("8/8/8/8 w", 8, "4 ranks"),
        ("8/8/8/7/8/8/8/8 w", 8, "rank 5 has 7 squares"),
        ("8/8/8/ppppppppp/8/8/8/8 w", 15, "rank 5 is too long"),
        ("8/8/8/8/8/8/8/7 w", 16, "rank 1 has 7 squares"),
        ("8/8/x7/8/8/8/8/8 w", 5, "not a piece"),
        ("8/8/1~6/8/8/8/8/8 w", 6, "a ~ stands behind"),
        ("8/8/8/8/8/8/8/8 x", 17, "write w or b"),
        ("8/8/8/8/8/8/8/8 w K", 19, "no king"),
        ("8/8/8/8/8/8/8/4K3 w K", 21, "does not stand there"),
        ("8/8/8/8/8/8/8/4K2R w KX", 23, "KQkq"),
        ("8/8/8/8/8/8/8/8 w - e9", 21, "not a square"),
        ("8/8/8/8/8/8/8/8 w - - x", 23, "number"),
        ("8/8/8/8/8/8/8/8[Qx] w", 18, "not a piece"),
        ("8/8/8/8/8/8/8/8[K] w", 17, "king"),
        ("8/8/8/8/8/8/8/8[Q w", 17, "missing"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 moved=e1", 27, "did you mean unmoved="),
        ("8/8/8/8/8/8/8/8 w - - 0 1 unmoved=e1,z9", 38, "not a square"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 unmoved=e1 x", 38, "too many"),
    ] {
        let error = fen::read(text).unwrap_err();
        assert!(error.column == column && error.reason.contains(reason), "{text}: {error}");
    }
}

#[test]
fn all_reasons_are_given_not_the_first() {
    use Irregularity::*;
    let judge = |fen: &str, uci: &str, rules: &MoveRules| at(fen).irregularities(mv(uci), rules);
    let chess = &MoveRules::CHESS;
    let free = &MoveRules::FREE;
    assert_eq!(judge("4r1k1/8/8/8/8/8/4B3/4K3 b - - 0 1", "e2e5", chess), [OutOfTurn, CannotMoveSo]);
    assert_eq!(judge("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2g2", chess), [CannotMoveSo, KingLeftInCheck]);
    assert_eq!(judge("4r1k1/8/8/8/8/8/4BP2/4K3 w - - 0 1", "e2g2", chess), [CannotMoveSo, KingLeftInCheck]);
    assert_eq!(judge("4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1", "a1a2", chess), [TakesOwnPiece]);
    assert_eq!(judge("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a1a3", chess), [WayBlocked]);
    assert_eq!(judge("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", chess), [TakesKing]);
    assert_eq!(judge("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", chess), [DoubleStepBarred]);
    assert_eq!(judge("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3d4", chess), [NothingToTake]);
    assert_eq!(judge("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", chess), [PromotionMissing]);
    assert_eq!(judge("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", chess), [PromotionToWrongKind]);
    assert_eq!(judge("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q", chess), [PromotionMisplaced]);
    assert_eq!(judge("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "P@e8", free), [DropNotHeld, DropOnPiece, DropOnForbiddenRank]);
    assert_eq!(judge("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e4", chess), [DropsNotPlayed]);
    assert_eq!(judge("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", chess), [NothingThere]);
    let castling = |fen: &str| judge(fen, "e1g1", chess);
    assert_eq!(castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), []);
    assert_eq!(castling("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), [CastlingKingMoved, CastlingRookMoved]);
    assert_eq!(castling("4k3/8/8/8/8/8/8/4KB1R w K - 0 1"), [CastlingWayBlocked]);
    assert_eq!(castling("4kr2/8/8/8/8/8/8/4K2R w K - 0 1"), [CastlingThroughCheck]);
    assert_eq!(castling("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"), [KingIntoCheck]);
    assert_eq!(castling("k3r3/8/8/8/8/8/8/4K2R w K - 0 1"), [CastlingOutOfCheck]);
    assert_eq!(castling("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [CannotMoveSo]);
    // An unmoved rook where the king would go, as in Chess960: he castles with that one, not with the one in the corner.
    assert_eq!(castling("4k3/8/8/8/8/8/8/4K1RR w G - 0 1"), []);
}
