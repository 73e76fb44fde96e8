//! BPGN and PGN: the files there are, what they become when written, and what is wrong with broken ones.
use crate::{
    random::{Random, any_move, play, rule_sets},
    shared::material,
};
use arbiter::{
    notation::{Place, Ply, Record, bpgn, jsonl, pgn},
    rules::{Irregularity, Move, MoveList, MoveRules, Table},
};
use board::BoardId;
use proptest::prelude::*;
use std::fs;

const FREE: MoveRules = MoveRules::FREE;

/// Without what a file adds: places.
fn bare(mut record: Record) -> Record {
    record.plies.iter_mut().for_each(|ply| ply.place = Place::default());
    record
}

fn refused(text: &str) -> String {
    bpgn::read(text.as_bytes(), &FREE).unwrap_err().to_string()
}

#[test]
fn the_recorded_matches_read_with_no_irregularity_and_read_back_as_written() {
    let mut matches = 0;
    for name in ["online21.bpgn", "fics_2001a.bpgn", "fics_3611438.bpgn"] {
        let Some(path) = material(&format!("rules/games/{name}")) else { return };
        let bytes = fs::read(path).expect("a readable file");
        for record in bpgn::read(&bytes, &FREE).unwrap_or_else(|error| panic!("{name}: {error}")) {
            for ply in &record.plies {
                assert_eq!(ply.irregularities, [], "{name} line {}: {}", ply.place.line, ply.mv);
                assert!(ply.remaining_ms.is_some(), "{name} line {}: {}", ply.place.line, ply.mv);
            }
            assert_ne!(record.result, "*");
            let written = bpgn::write(&record, &FREE);
            assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
            let again = bpgn::read(written.as_bytes(), &FREE).expect("what was written reads");
            assert_eq!(again.len(), 1);
            assert_eq!(bpgn::write(&again[0], &FREE), written, "canonical");
            assert_eq!(bare(again[0].clone()).plies, bare(record.clone()).plies);
            let crlf: Vec<u8> = written.replace('\n', "\r\n").into_bytes();
            assert_eq!(bpgn::read(&crlf, &FREE).map(|all| bare(all[0].clone())), Ok(bare(again[0].clone())));
            let line = jsonl::write(&record, 1, &FREE).expect("a line of JSON");
            let json = jsonl::read(line.as_bytes(), &FREE).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(bare(json[0].clone()).plies, bare(record.clone()).plies, "{name}");
            assert_eq!(json[0].result, record.result);
            for board in BoardId::BOTH {
                let one = pgn::write(&record, board, &FREE);
                let read = pgn::read(one.as_bytes(), &FREE).unwrap_or_else(|error| panic!("{name}: {error}\n{one}"));
                let moves = |record: &Record, on| {
                    record.plies.iter().filter(|ply| ply.board == on).map(|ply| ply.mv).collect::<Vec<Move>>()
                };
                assert_eq!(moves(&read[0], BoardId::A), moves(&record, board), "{name} board {board}");
                assert!(read[0].plies.iter().all(|ply| ply.irregularities.is_empty()));
            }
            matches += 1;
        }
    }
    assert_eq!(matches, 23);
}

#[test]
fn a_file_of_every_dialect_reads() {
    let text = "[Event \"caf\u{e9} \\\"x\\\"\"]\n[WhiteA \"a\"]\n{C:said before}\n\n1A.e4{119.5} 1a. e5!? {1:59} $3 (1a. d5 {x}) ; rest of line\n\
                1B. Pd4 {[%clk 0:02:00]} 2A. Qh5 {118} {good} 1b. d7-d5 2a. Nc6 3A. Bc4 3a. Nf6?? 4A. Qxf7+ {117} {A2 checkmated} 1-0\n\
                \n[Event \"second\"]\n[Result \"0-1\"]\n1A. e4\n";
    let latin1: Vec<u8> = text.chars().map(|letter| u32::from(letter) as u8).collect();
    let records = bpgn::read(&latin1, &FREE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records, bpgn::read(text.as_bytes(), &FREE).unwrap());
    let [first, second] = &records[..] else { panic!("two matches") };
    assert_eq!(first.tag("Event"), Some("caf\u{e9} \"x\""));
    let times: Vec<Option<i64>> = first.plies.iter().map(|ply| ply.remaining_ms).collect();
    assert_eq!(times[..5], [Some(119_500), Some(119_000), Some(120_000), Some(118_000), None]);
    assert_eq!(first.plies[3].remarks, ["good"]);
    assert_eq!((first.result.as_str(), first.plies.len()), ("1-0", 9));
    assert_eq!(first.remarks, ["C:said before", "A2 checkmated"]);
    assert_eq!((second.result.as_str(), second.plies.len()), ("0-1", 1));
    assert!(bpgn::write(first, &FREE).contains("4A. Qxf7# {117} {C:said before} {A2 checkmated} 1-0"));
}

#[test]
fn a_match_that_begins_in_the_middle_keeps_its_position() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3/Np w - - 0 20 | 4k3/8/8/8/8/8/8/4K3/q b - - 0 31\"]\n\
                20A. N@f3 {10} 31b. Q@e2+ {9} *\n";
    let records = bpgn::read(text.as_bytes(), &FREE).unwrap_or_else(|error| panic!("{error}"));
    let written = bpgn::write(&records[0], &FREE);
    assert!(written.contains("20A. N@f3 {10} 31b. Q@e2+ {9} *"), "{written}");
    assert_eq!(bpgn::read(written.as_bytes(), &FREE).unwrap()[0].start, records[0].start);
}

#[test]
fn moves_that_were_not_legal_are_read_marked_and_written() {
    let text = "1A. e4 1a. Nb8b4 2A. e5 2A. d4 2a. N@f6 1B. Nf3 *\n";
    let record = &bpgn::read(text.as_bytes(), &FREE).unwrap_or_else(|error| panic!("{error}"))[0];
    let reasons: Vec<&[Irregularity]> = record.plies.iter().map(|ply| ply.irregularities.as_slice()).collect();
    use Irregularity::{CannotMoveSo, DropNotHeld, OutOfTurn};
    assert_eq!(reasons, [&[][..], &[CannotMoveSo], &[], &[OutOfTurn], &[DropNotHeld], &[]]);
    let written = bpgn::write(record, &FREE);
    assert!(written.contains("1a. Nb8b4 {irregular: cannot_move_so}"), "{written}");
    assert_eq!(bare(bpgn::read(written.as_bytes(), &FREE).unwrap()[0].clone()).plies, bare(record.clone()).plies);
}

#[test]
fn broken_files_say_where_and_what() {
    for (text, place, reason) in [
        ("1A. e4 {119\n", "line 1, column 8", "} of this comment"),
        ("1A. e4\n1a. e5 2A. Zf3", "line 2, column 12", "\"Zf3\" is not a move"),
        ("1A. e4\n1a.e5 2A.Nh7", "line 2, column 10", "\"Nh7\" is not legal"),
        ("1A. e4 1a. e5 2A. Nf", "line 1, column 19", "did you mean \"Nf3\""),
        ("1A. e4 1a. e5 2A. Nf4", "line 1, column 19", "did you mean \"Nf3\""),
        ("1A. e4 e5", "line 1, column 8", "1A. e5"),
        ("[Event \"x]\n1A. e4", "line 1, column 1", "not closed"),
        ("[Event x]\n1A. e4", "line 1, column 1", "[Name \"value\"]"),
        ("1A. e4 }", "line 1, column 8", "closes nothing"),
        ("1A. e4 (1A. d4", "line 1, column 8", "side line"),
        ("[FEN \"8/8 w\"]\n", "line 1, column 7", "|"),
        ("\n[FEN \"8/8 w | 8/8 w\"]\n", "line 2, column 10", "2 ranks"),
        ("[FEN \"8/8/8/8/8/8/8/8 w | 8/8/8/8/8/8/8/8 x\"]\n", "line 1, column 43", "write w or b"),
    ] {
        let error = refused(text);
        assert!(error.starts_with(place) && error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn a_game_of_chess_reads_and_writes() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 {[%clk 0:04:58]} 2... Nc6 3.Bc4 Nf6 4.Qxf7# 1-0\n";
    let record = &pgn::read(text.as_bytes(), &MoveRules::CHESS).unwrap_or_else(|error| panic!("{error}"))[0];
    assert_eq!((record.plies.len(), record.plies[2].remaining_ms), (7, Some(298_000)));
    let written = pgn::write(record, BoardId::A, &MoveRules::CHESS);
    assert!(written.ends_with("\n1. e4 e5 2. Qh5 {[%clk 0:04:58]} 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"), "{written}");
    let black_first = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 12\"]\n12... Kd7 13. Kd2 *";
    let record = &pgn::read(black_first.as_bytes(), &MoveRules::CHESS).unwrap_or_else(|error| panic!("{error}"))[0];
    assert!(pgn::write(record, BoardId::A, &MoveRules::CHESS).ends_with("12... Kd7 13. Kd2 *\n"));
}

/// A record of random play with random times: one ply in nine is any move whatsoever, whosever piece it moves, and some are out of turn.
fn random_record(rules: &MoveRules, random: &mut Random) -> Record {
    let mut table = Table::start();
    if random.one_in(2) {
        play(&mut table, rules, 30, usize::MAX / 4, random);
    }
    let mut record = Record { start: table, result: "1/2-1/2".to_owned(), ..Record::default() };
    let mut moves = MoveList::new();
    for _ in 0..40 {
        let board = BoardId::BOTH[random.below(2)];
        table.board(board).legal_moves(rules, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let turn = table.board(board).turn();
        let color = if random.one_in(20) { !turn } else { turn };
        let mv = if random.one_in(9) { any_move(random) } else { moves[random.below(moves.len())] };
        let remaining_ms = random.one_in(2).then(|| random.below(200_000) as i64 - 1000);
        let (irregularities, remarks, place) = (Vec::new(), Vec::new(), Place::default());
        record.plies.push(Ply { board, color, mv, remaining_ms, irregularities, remarks, place });
        let position = table.board_mut(board);
        position.set_turn(color);
        let played = position.play_as(color, mv);
        position.set_turn(!color);
        table.pass_on(board, played, rules);
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_record_reads_back_as_it_is_written(seed: u64) {
        let mut random = Random::new(seed);
        for rules in rule_sets().into_iter().filter(|rules| rules.drops) {
            let record = random_record(&rules, &mut random);
            let written = bpgn::write(&record, &rules);
            let read = bpgn::read(written.as_bytes(), &rules);
            let read = read.unwrap_or_else(|error| panic!("{error}\n{written}"));
            let said = |record: &Record| record.plies.iter().map(|ply| (ply.board, ply.color, ply.mv, ply.remaining_ms)).collect::<Vec<_>>();
            prop_assert_eq!(said(&read[0]), said(&record), "{}", written);
            prop_assert_eq!(read[0].start, record.start);
            let canonical = bpgn::write(&read[0], &rules);
            let again = bpgn::read(canonical.as_bytes(), &rules);
            let again = again.unwrap_or_else(|error| panic!("{error}\n{canonical}"));
            prop_assert_eq!(&bare(again[0].clone()), &bare(read[0].clone()));
            prop_assert_eq!(bpgn::write(&again[0], &rules), canonical);
            let line = jsonl::write(&read[0], 1, &rules).expect("a line of JSON");
            let again = jsonl::read(line.as_bytes(), &rules);
            let again = again.unwrap_or_else(|error| panic!("{error}\n{line}"));
            prop_assert_eq!(&bare(again[0].clone()).plies, &bare(read[0].clone()).plies, "{}", line);
        }
    }

    #[test]
    fn any_text_is_read_or_refused_and_never_panics(text in "(\\PC|\n){0,120}", games in "([1-3][AaBb]?\\.+ ?|[NBRQKPa-h]{0,2}[x@=]?[a-h][1-8] ?|[{}()\\[\\];\"%$\\\\ \n]|O-O|FEN){0,60}") {
        for text in [text, games] {
            let _ = bpgn::read(text.as_bytes(), &FREE);
            let _ = pgn::read(text.as_bytes(), &MoveRules::CHESS);
        }
    }
}

#[test]
fn the_matches_are_the_same_in_bpgn_and_in_json_lines() {
    let (Some(one), Some(other)) = (material("rules/games/online21.bpgn"), material("rules/games/online21.jsonl"))
    else {
        return;
    };
    let one = bpgn::read(&fs::read(one).expect("a readable file"), &FREE).unwrap_or_else(|error| panic!("{error}"));
    let other =
        jsonl::read(&fs::read(other).expect("a readable file"), &FREE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((one.len(), other.len()), (21, 21));
    for (one, other) in one.into_iter().zip(other) {
        for board in BoardId::BOTH {
            assert_eq!(one.end_reason(board), other.end_reason(board));
        }
        assert_eq!((one.tag("TimeControl"), &one.result), (other.tag("TimeControl"), &other.result));
        assert_eq!(bare(one).plies, bare(other).plies);
    }
}
