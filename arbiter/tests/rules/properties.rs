//! What must hold in every position, whether a game can reach it or not.
use crate::random::{Random, any_move, play, rule_sets, scattered};
use arbiter::{
    notation::{fen, san},
    rules::{Move, MoveList, MoveRules, Position, Table},
};
use board::{BoardId, Color, Kind, Square};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Every move there is in words: from any square to any, promoted to anything or not, and any drop.
fn conceivable(position: &Position) -> impl Iterator<Item = Move> + '_ {
    let promotions = Kind::ALL.into_iter().map(Some).chain([None]);
    let walks = Square::all().filter(|&from| position.content(from).is_some()).flat_map(move |from| {
        let promotions = promotions.clone();
        Square::all().flat_map(move |to| promotions.clone().map(move |promotion| Move::Walk { from, to, promotion }))
    });
    let drops = Kind::ALL.into_iter().flat_map(|kind| Square::all().map(move |to| Move::Drop { kind, to }));
    walks.chain(drops)
}

/// The fast generator finds what the slow check lets pass, each once, and counts as many.
fn fast_is_slow(position: &Position, rules: &MoveRules) {
    let mut moves = MoveList::new();
    position.legal_moves(rules, &mut moves);
    let fast: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(fast.len(), moves.len(), "a move was found twice in {position}");
    assert_eq!(position.count_legal(rules), moves.len() as u64, "{position}");
    let slow: BTreeSet<Move> = conceivable(position).filter(|&mv| position.is_legal(mv, rules)).collect();
    let differ: Vec<_> = fast.symmetric_difference(&slow).collect();
    assert!(differ.is_empty(), "fast and slow disagree on {differ:?} in {position} under {rules:?}");
}

fn notation_reads_back(position: &Position, rules: &MoveRules) {
    let mut moves = MoveList::new();
    position.legal_moves(rules, &mut moves);
    for &mv in &moves {
        let text = san::write(position, mv, rules);
        assert_eq!(san::read(position, &text, rules), Ok(mv), "{text} in {position}");
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    for style in [fen::PocketStyle::Brackets, fen::PocketStyle::NinthRank] {
        let text = fen::write_with_marks(position, style);
        assert_eq!(fen::read(&text).as_ref(), Ok(position), "{text}");
    }
}

/// Pieces of each colour and kind over both boards and all reserves, promoted ones as pawns.
fn census(table: &Table) -> [[usize; 6]; 2] {
    Color::BOTH.map(|color| {
        Kind::ALL.map(|kind| {
            BoardId::BOTH
                .into_iter()
                .map(|board| {
                    let position = table.board(board);
                    let promoted = |kind| position.of(color, kind).filter(|&s| position.promoted().contains(s)).count();
                    let bodies = if kind == Kind::Pawn { Kind::ALL.into_iter().map(promoted).sum() } else { 0 };
                    position.of(color, kind).len() - promoted(kind) + bodies + position.pocket(color).count(kind)
                })
                .sum()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_generator_finds_what_the_slow_check_lets_pass(seed: u64) {
        let mut random = Random::new(seed);
        for rules in rule_sets() {
            let mut table = Table::start();
            play(&mut table, &rules, 60, 12, &mut random);
            BoardId::BOTH.into_iter().for_each(|board| fast_is_slow(table.board(board), &rules));
            fast_is_slow(&scattered(&mut random), &rules);
        }
    }

    #[test]
    fn moves_and_positions_read_back_as_they_are_written(seed: u64) {
        let mut random = Random::new(seed);
        for rules in rule_sets() {
            let mut table = Table::start();
            play(&mut table, &rules, 80, 25, &mut random);
            BoardId::BOTH.into_iter().for_each(|board| notation_reads_back(table.board(board), &rules));
            prop_assert_eq!(table.to_string().parse(), Ok(table));
            notation_reads_back(&scattered(&mut random), &rules);
        }
    }

    #[test]
    fn legal_play_loses_no_piece_between_boards_and_reserves(seed: u64) {
        let mut random = Random::new(seed);
        let rules = MoveRules::FREE;
        let mut table = Table::start();
        let before = census(&table);
        for _ in 0..12 {
            play(&mut table, &rules, 12, usize::MAX / 4, &mut random);
            prop_assert_eq!(census(&table), before, "{}", table);
        }
    }

    #[test]
    fn marks_lie_on_pieces_that_can_bear_them(seed: u64) {
        let mut random = Random::new(seed);
        let mut table = Table::start();
        for _ in 0..30 {
            play(&mut table, &MoveRules::FREE, 5, 6, &mut random);
            for board in BoardId::BOTH {
                let position = table.board(board);
                for square in Square::all() {
                    let kind = position.content(square).map(|piece| piece.kind);
                    let (promoted, unmoved) = (position.promoted().contains(square), position.unmoved().contains(square));
                    let dropped = position.dropped().contains(square);
                    prop_assert!(!promoted || kind.is_some_and(|kind| !matches!(kind, Kind::Pawn | Kind::King)), "{}", position);
                    prop_assert!(!unmoved || matches!(kind, Some(Kind::King | Kind::Rook)), "{}", position);
                    prop_assert!(!dropped || matches!(kind, Some(Kind::Pawn | Kind::Rook)), "{}", position);
                    prop_assert!(!(dropped && unmoved), "{}", position);
                }
            }
        }
    }

    #[test]
    fn any_move_can_be_played_judged_and_written_in_any_position(seed: u64) {
        let mut random = Random::new(seed);
        for rules in rule_sets() {
            let mut position = scattered(&mut random);
            for _ in 0..20 {
                let mv = any_move(&mut random);
                let _ = (position.irregularities(mv, &rules), san::write(&position, mv, &rules), position.key());
                let played = if random.one_in(2) { position.play(mv) } else { position.play_anything(mv) };
                if played.moved.is_some() {
                    prop_assert_eq!(position.turn(), !played.color);
                }
                let _ = (position.is_mate(&rules), position.is_stalemate(&rules), position.count_legal(&rules));
            }
        }
    }

    #[test]
    fn whatever_is_written_is_read_or_refused_and_never_panics(text in "\\PC{0,80}", fenlike in "[pnbrqkPNBRQK1-8/~\\[\\] wb@=;,|xO+#-]{0,90}") {
        for text in [text, fenlike] {
            let _ = (text.parse::<Position>(), text.parse::<Table>(), text.parse::<Move>());
            let _ = san::read(&Position::start(), &text, &MoveRules::FREE);
            let _ = arbiter::profile::Profile::from_toml(&text);
        }
    }
}
