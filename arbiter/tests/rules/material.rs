//! Which pieces can still mate: the tables of the code against every position with those pieces.
use crate::{
    scripted::{at, profile},
    shared::slow,
};
use arbiter::rules::{MoveRules, Position, can_still_win};
use board::{Color, Kind, Piece, Square};

/// Every way to place pieces on squares, the first (Black's king) on the squares given.
fn every_position(pieces: &[Piece], first: &[Square], mut found: impl FnMut(&Position) -> bool) -> bool {
    fn place(position: Position, rest: &[Piece], squares: &[Square], found: &mut dyn FnMut(&Position) -> bool) -> bool {
        let Some((&piece, rest)) = rest.split_first() else { return found(&position) };
        let all: Vec<Square> = Square::all().collect();
        squares.iter().any(|&square| {
            let pawn_off = piece.kind == Kind::Pawn && (square.rank() == 0 || square.rank() == 7);
            if pawn_off || position.content(square).is_some() {
                return false;
            }
            let mut next = position;
            next.set_content(square, Some(piece));
            place(next, rest, &all, found)
        })
    }
    let mut empty = Position::EMPTY;
    empty.set_turn(Color::Black);
    place(empty, pieces, first, &mut found)
}

/// Whether White with `ours` has a position against Black's `theirs` in which Black, to move, is mated by the next move
/// whatever he does. One minor piece and one piece in the way mate in a corner only, so his king is looked for beside one: on the
/// a-file's side, the other being the same.
fn forced_mate_exists(ours: &[Kind], theirs: &[Kind]) -> Option<String> {
    let mut pieces = vec![Piece::new(Color::Black, Kind::King), Piece::new(Color::White, Kind::King)];
    pieces.extend(theirs.iter().map(|&kind| Piece::new(Color::Black, kind)));
    pieces.extend(ours.iter().map(|&kind| Piece::new(Color::White, kind)));
    let near: Vec<Square> =
        Square::all().filter(|square| square.file() < 2 && !(2..6).contains(&square.rank())).collect();
    let mut example = None;
    every_position(&pieces, &near, |position| {
        let legal = !position.in_check(Color::White);
        let forced = legal && position.is_mated_next(&MoveRules::CHESS);
        if forced {
            example = Some(position.to_string());
        }
        forced
    });
    example
}

fn fen_with(ours: &[Kind], theirs: &[Kind]) -> Position {
    let mut position = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    // Bishops on squares of both colours, White's on a dark one and Black's on a light one.
    for (kinds, color, squares) in [(ours, Color::White, ["c3", "d6"]), (theirs, Color::Black, ["c4", "d7"])] {
        for (&kind, square) in kinds.iter().zip(squares) {
            position.set_content(square.parse().expect("a square"), Some(Piece::new(color, kind)));
        }
    }
    position
}

#[test]
fn a_minor_piece_forces_mate_where_a_position_shows_it() {
    use Kind::{Bishop, Knight, Pawn, Queen, Rook};
    let mut cases = vec![(vec![Knight], vec![Pawn]), (vec![Knight], vec![]), (vec![Bishop], vec![])];
    if slow() {
        for ours in [Knight, Bishop] {
            cases.extend([Pawn, Knight, Bishop, Rook, Queen].map(|theirs| (vec![ours], vec![theirs])));
        }
        cases.push((vec![Knight, Knight], vec![]));
    }
    for (ours, theirs) in cases {
        let example = forced_mate_exists(&ours, &theirs);
        let position = fen_with(&ours, &theirs);
        let told = can_still_win(&profile("ro"), &position, Color::White, false);
        assert_eq!(told, example.is_some(), "{ours:?} against {theirs:?}: {example:?}");
    }
}

#[test]
fn forced_mates_by_hardly_anything() {
    for (fen, forced) in [
        ("8/8/8/8/1N6/p7/8/k1K5 b - - 0 1", true),
        ("7k/5K1p/p6B/8/8/8/8/8 b - - 0 1", true),
        ("7k/5K1p/p7/8/8/4B3/8/8 b - - 0 1", false),
        ("7k/5K1p/7B/8/8/8/8/8 b - - 0 1", false),
    ] {
        assert_eq!(at(fen).is_mated_next(&MoveRules::CHESS), forced, "{fen}");
    }
}

#[test]
fn ro_30_bishops_of_one_colour_need_a_pawn_and_another_piece_in_the_way() {
    let wins = |fen: &str| can_still_win(&profile("ro"), &at(fen), Color::White, false);
    for (fen, wins_on_time) in [
        ("3rkn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4kn2/p7/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4k3/pp6/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/2B1KB2 w - - 0 1", true),
    ] {
        assert_eq!(wins(fen), wins_on_time, "{fen}");
    }
}

#[test]
fn a_flag_in_chess_is_a_draw_if_no_series_of_moves_could_mate() {
    let wins = |fen: &str| can_still_win(&profile("ch"), &at(fen), Color::White, false);
    for (fen, wins_on_time) in [
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false),
        ("3qk3/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("3rk3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("3bk3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("3nk3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", true),
        ("3rk3/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("3nk3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("3bk3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true),
    ] {
        assert_eq!(wins(fen), wins_on_time, "{fen}");
    }
}
