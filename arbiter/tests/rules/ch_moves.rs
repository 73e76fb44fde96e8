//! Basic chess, CH-01 to CH-15: the board, the array, how pieces move.
use crate::scripted::{at, judged, mv, played, profile, reach, rules, square, table};
use arbiter::rules::{MoveList, Position};
use board::{BoardId, Color, Kind, Piece, Placement};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn ch_01_sixteen_pieces_a_side() {
    let start = Position::start();
    for color in Color::BOTH {
        let counts = Kind::ALL.map(|kind| start.of(color, kind).len());
        assert_eq!(counts, [8, 2, 2, 2, 1, 1], "pawns, knights, bishops, rooks, queen, king");
        assert!(start.pocket(color).is_empty());
    }
    assert_eq!((profile("ch").boards.value, profile("ch").sets.value), (1, 1));
    assert!(!profile("ch").drops.value);
}

#[test]
fn ch_02_a_dark_square_lies_at_each_players_lower_left() {
    assert!(!square("a1").is_light() && !square("h8").is_light());
    assert!(square("h1").is_light() && square("a8").is_light());
}

#[test]
fn ch_03_squares_are_named_from_whites_lower_left() {
    let [a1, h1, a8] = ["a1", "h1", "a8"].map(square);
    assert_eq!([a1, h1, a8].map(|s| (s.file(), s.rank())), [(0, 0), (7, 0), (0, 7)]);
    assert_eq!(Position::start().content(a1), Some(Piece::new(Color::White, Kind::Rook)));
    assert!("i1".parse::<board::Square>().is_err() && "a9".parse::<board::Square>().is_err());
}

#[test]
fn ch_04_white_begins_and_moves_alternate() {
    assert_eq!(Position::start().turn(), Color::White);
    assert_eq!(judged("ch", START, "e7e5"), "out_of_turn [CH-04]");
    let after = played("ch", START, "e2e4");
    assert_eq!(after.turn(), Color::Black);
    assert_eq!(after.irregularities(mv("d2d4"), &rules("ch")).len(), 1);
    assert!(after.is_legal(mv("e7e5"), &rules("ch")));
    assert_eq!(judged("gr", "4k3/8/8/8/8/8/8/4K3[Pp] b - - 0 1", "e1e2"), "out_of_turn [CH-04]");
}

#[test]
fn ch_05_a_move_shifts_one_piece_and_castling_two() {
    let position = at("r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1");
    let mut moves = MoveList::new();
    position.legal_moves(&rules("ch"), &mut moves);
    assert!(moves.len() > 25);
    for &mv in &moves {
        let mut after = position;
        let played = after.play(mv);
        let shifted = position.color(Color::White).filter(|&s| !after.color(Color::White).contains(s)).count();
        assert_eq!(shifted, if played.castling.is_some() { 2 } else { 1 }, "{mv}");
    }
    assert!(moves.contains(&mv("e1g1")) && moves.contains(&mv("e1c1")));
    assert_eq!(judged("ch", START, "e4e5"), "nothing_there [CH-05]");
    assert_eq!(judged("ch", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e4"), "drops_not_played [CH-05]");
}

#[test]
fn ch_06_a_capture_takes_the_piece_off_the_board() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1";
    let after = played("ch", fen, "e4d5");
    assert_eq!(after.to_string(), "4k3/8/8/3P4/8/8/8/4K2R b K - 0 1");
    assert_eq!(judged("ch", fen, "e1h1"), "cannot_move_so takes_own_piece [CH-16, CH-06]");
    // In chess it leaves the game, in bughouse it goes to the partner.
    for (name, held) in [("ch", 0), ("gr", 1), ("nl", 1), ("ru", 1)] {
        let mut table = table("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        table.play(BoardId::A, mv("e4d5"), &rules(name));
        assert_eq!(table.board(BoardId::B).pocket(Color::Black).count(Kind::Pawn), held, "{name}");
        assert_eq!(table.board(BoardId::B).pocket(Color::White).len(), 0, "{name}");
    }
}

#[test]
fn ch_07_the_initial_array_has_the_queen_on_her_colour() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(Placement::start().to_string(), array);
    assert_eq!(Position::start().to_string(), START);
    for (color, queen, light) in [(Color::White, "d1", true), (Color::Black, "d8", false)] {
        assert_eq!(Placement::start()[square(queen)], Some(Piece::new(color, Kind::Queen)));
        assert_eq!(square(queen).is_light(), light);
    }
}

#[test]
fn ch_08_the_rook_moves_in_straight_lines_and_does_not_jump() {
    let fen = "4k3/8/1p6/8/8/1R3N2/8/4K3 w - - 0 1";
    assert_eq!(reach("ch", fen, "b3"), "a3 b1 b2 b4 b5 b6 c3 d3 e3");
    assert_eq!(judged("ch", fen, "b3c4"), "cannot_move_so [CH-08]");
    assert_eq!(judged("ch", fen, "b3b7"), "way_blocked [CH-08]");
    assert_eq!(judged("ch", fen, "b3h3"), "way_blocked [CH-08]");
}

#[test]
fn ch_09_the_bishop_moves_on_diagonals_and_does_not_jump() {
    let fen = "4k3/8/8/6p1/8/4B3/3P4/4K3 w - - 0 1";
    assert_eq!(reach("ch", fen, "e3"), "a7 b6 c5 d4 f2 f4 g1 g5");
    assert_eq!(judged("ch", fen, "e3e4"), "cannot_move_so [CH-09]");
    assert_eq!(judged("ch", fen, "e3h6"), "way_blocked [CH-09]");
    assert_eq!(judged("ch", fen, "e3c1"), "way_blocked [CH-09]");
}

#[test]
fn ch_10_the_queen_moves_as_rook_and_bishop() {
    let fen = "4k3/8/1p6/8/8/1Q1N4/8/4K3 w - - 0 1";
    assert_eq!(reach("ch", fen, "b3"), "a2 a3 a4 b1 b2 b4 b5 b6 c2 c3 c4 d1 d5 e6 f7 g8");
    assert_eq!(judged("ch", fen, "b3c5"), "cannot_move_so [CH-10]");
    assert_eq!(judged("ch", fen, "b3f3"), "way_blocked [CH-10]");
}

#[test]
fn ch_11_the_knight_steps_aside_and_jumps() {
    assert_eq!(reach("ch", START, "g1"), "f3 h3");
    assert_eq!(reach("ch", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    assert_eq!(judged("ch", START, "g1g3"), "cannot_move_so [CH-11]");
    assert_eq!(judged("ch", START, "g1e2"), "takes_own_piece [CH-06]");
}

#[test]
fn ch_12_the_pawn_goes_forward_one_or_at_first_two_empty_squares() {
    let fen = "4k3/8/8/8/1n2P3/2n5/1PPP4/4K3 w - - 0 1";
    assert_eq!(reach("ch", fen, "d2"), "c3 d3 d4");
    assert_eq!(reach("ch", fen, "b2"), "b3 c3");
    assert_eq!(reach("ch", fen, "c2"), "");
    assert_eq!(judged("ch", fen, "b2b4"), "way_blocked [CH-12]");
    assert_eq!(judged("ch", fen, "c2c4"), "way_blocked [CH-12]");
    assert_eq!(judged("ch", fen, "c2c3"), "way_blocked [CH-12]");
    assert_eq!(judged("ch", fen, "e4e6"), "double_step_barred [CH-12]");
    assert_eq!(judged("ch", fen, "e4e3"), "cannot_move_so [CH-12]");
    assert_eq!(judged("ch", fen, "e4e7"), "cannot_move_so [CH-12]");
    assert_eq!(reach("ch", "4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7"), "a5 a6");
}

#[test]
fn ch_13_the_pawn_takes_one_square_diagonally_forward() {
    let fen = "4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(reach("ch", fen, "e4"), "d5");
    assert_eq!(judged("ch", fen, "e4f5"), "nothing_to_take [CH-13]");
    assert_eq!(judged("ch", fen, "e4d3"), "cannot_move_so [CH-12]");
    assert_eq!(reach("ch", "4k3/8/8/8/p6P/1P6/8/4K3 b - - 0 1", "a4"), "a3 b3", "the board's edge is no way round");
}

#[test]
fn ch_14_a_pawn_is_taken_in_passing_only_at_once() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let after = played("ch", fen, "d7d5 e5d6");
    assert_eq!(after.to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    let late = played("ch", fen, "d7d5 e1e2 e8e7");
    assert_eq!(late.irregularities(mv("e5d6"), &rules("ch")).len(), 1, "a move later it is too late");
    assert_eq!(judged("ch", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6"), "legal");
    assert_eq!(judged("ch", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"), "nothing_to_take [CH-13]");
    // Two single steps give no right.
    let single = played("ch", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d6 e1e2 d6d5");
    assert!(!single.is_legal(mv("e5d6"), &rules("ch")));
    // Both pawns leave the rank, and the rook beyond would see the king.
    assert_eq!(judged("ch", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6"), "king_left_in_check [CH-22]");
}

#[test]
fn ch_15_a_pawn_is_exchanged_on_the_last_rank_in_the_same_move() {
    let fen = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(reach("ch", fen, "b7"), "b8b b8n b8q b8r");
    assert_eq!(judged("ch", fen, "b7b8"), "promotion_missing [CH-15]");
    assert_eq!(judged("ch", fen, "b7b8k"), "promotion_to_wrong_kind [CH-15]");
    assert_eq!(judged("ch", fen, "b7b8p"), "promotion_to_wrong_kind [CH-15]");
    assert_eq!(judged("ch", START, "e2e4q"), "promotion_misplaced [CH-15]");
    assert_eq!(judged("ch", START, "g1f3q"), "promotion_misplaced [CH-15]");
    let after = played("ch", fen, "b7b8n");
    assert_eq!(after.content(square("b8")), Some(Piece::new(Color::White, Kind::Knight)));
    assert_eq!(
        played("ch", "4k3/8/8/8/8/8/1p6/2R1K3 b - - 0 1", "b2c1r e1e2").content(square("c1")).map(|p| p.kind),
        Some(Kind::Rook)
    );
    // A pawn left there that later moves like a queen.
    assert_eq!(judged("ch", "1P2k3/8/8/8/8/8/8/4K3 w - - 0 1", "b8b4"), "pawn_moves_as_promoted [CH-15]");
}
