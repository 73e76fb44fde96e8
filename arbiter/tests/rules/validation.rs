//! Recorded matches checked against profiles, and *snyatie* over two boards.
use crate::shared::material;
use arbiter::{
    notation::{EndKind, EndSource, Finding, bpgn, jsonl, last_table, validate},
    profile::Profile,
    rules::{Irregularity, Table},
};
use board::{BoardId, Color, Kind, Piece, Seat, Square};
use std::fs;

const AW: Seat = Seat::new(BoardId::A, Color::White);

fn profile(name: &str) -> Profile {
    Profile::named(name).unwrap()
}

fn findings(text: &str, name: &str) -> Vec<Finding> {
    let profile = profile(name);
    let records = bpgn::read(text.as_bytes(), &profile.move_rules()).unwrap_or_else(|error| panic!("{error}"));
    validate(&records[0], 1, &profile)
}

#[test]
fn the_online_matches_validate_with_their_results() {
    let Some(path) = material("rules/games/online21.jsonl") else { return };
    let free = profile("free");
    let records = jsonl::read(&fs::read(path).unwrap(), &free.move_rules()).unwrap();
    let mut mates = 0;
    for (index, record) in records.iter().enumerate() {
        let found = validate(record, index + 1, &free);
        let [Finding::Result { result, mates: mated, ends, recorded, plies, .. }] = &found[..] else {
            panic!("{found:?}")
        };
        let checkmated = |board: &BoardId| record.end_reason(*board) == Some("checkmated");
        assert_eq!(*mated, BoardId::BOTH.into_iter().filter(checkmated).collect::<Vec<_>>(), "match {}", index + 1);
        assert!(mated.len() == 1 || ends.iter().all(|end| end.source == EndSource::File), "match {}", index + 1);
        mates += mated.len();
        assert_eq!((result, plies), (recorded, &record.plies.len()), "match {}", index + 1);
    }
    assert_eq!((records.len(), mates), (21, 13));
}

#[test]
fn the_matches_of_the_chess_server_validate_without_a_mate() {
    // Neither ended in mate. In the first nobody's time ran out, so nothing says who won but the file; in the second the
    // times show that Black's flag on board A had fallen before the one that was claimed.
    for (name, result, flags) in [("fics_2001a", "*", &[][..]), ("fics_3611438", "1-0", &[("Ab", 105)])] {
        let Some(path) = material(&format!("rules/games/{name}.bpgn")) else { return };
        let free = profile("free");
        let records = bpgn::read(&fs::read(path).unwrap(), &free.move_rules()).unwrap();
        let [record] = &records[..] else { panic!("one match") };
        let found = validate(record, 1, &free);
        let [Finding::Result { result: decided, mates, ends, recorded, .. }] = &found[..] else { panic!("{found:?}") };
        assert_eq!((decided.as_str(), recorded.as_str(), &mates[..]), (result, "0-1", &[][..]), "{name}");
        let fallen: Vec<(String, usize)> = ends.iter().map(|end| (end.seat.unwrap().to_string(), end.ply)).collect();
        let flags: Vec<(String, usize)> = flags.iter().map(|&(seat, ply)| (seat.to_owned(), ply)).collect();
        assert_eq!(fallen, flags, "{name}");
        assert!(ends.iter().all(|end| (end.kind, end.source) == (EndKind::Flag, EndSource::Clock)));
    }
}

#[test]
fn the_files_word_for_an_end_counts_as_the_profile_has_it() {
    let told = |tags: &str, name: &str| match findings(&format!("{tags}\n\n1A. e4 1B. e4 *"), name).pop() {
        Some(Finding::Result { result, ends, .. }) => (result, ends.first().map(|end| (end.kind, end.seat))),
        other => panic!("{other:?}"),
    };
    let timeout = "[EndReasonB \"timeout\"]\n[Result \"1-0\"]";
    let bw = Seat::new(BoardId::B, Color::White);
    assert_eq!(told(timeout, "gr"), ("1-0".to_owned(), Some((EndKind::Flag, Some(bw)))));
    assert_eq!(told(timeout, "nl"), ("*".to_owned(), Some((EndKind::Flag, Some(bw)))), "NL-15: the other game goes on");
    assert_eq!(told("[EndReasonA \"resigned\"]\n[Result \"0-1\"]", "gr").1, Some((EndKind::Resigned, Some(AW))));
    assert_eq!(
        told("[EndReasonA \"agreed\"]\n[Result \"1/2-1/2\"]", "gr"),
        ("1/2-1/2".to_owned(), Some((EndKind::Drawn, None)))
    );
    // What is not known, and what the boards would have to show, decides nothing.
    assert_eq!(told("[EndReasonA \"eclipse\"]\n[Result \"1-0\"]", "gr"), ("*".to_owned(), None));
    assert_eq!(told("[EndReasonA \"checkmated\"]\n[Result \"1-0\"]", "gr"), ("*".to_owned(), None));
}

#[test]
fn a_match_follows_whoever_moved_whatever_he_moved() {
    // White moves a black piece; after that it is Black's turn all the same.
    let text = "{\"result\":\"*\",\"plies\":[{\"b\":\"A\",\"c\":\"w\",\"uci\":\"e7e5\"},{\"b\":\"A\",\"c\":\"b\",\"uci\":\"d7d5\"}]}";
    let free = profile("free");
    let records = jsonl::read(text.as_bytes(), &free.move_rules()).unwrap();
    let reasons: Vec<_> = records[0].plies.iter().map(|ply| &ply.irregularities[..]).collect();
    assert_eq!(reasons, [&[Irregularity::OutOfTurn][..], &[]]);
    let found = validate(&records[0], 1, &free);
    assert_eq!(found.len(), 2, "{found:?}");
    let again = bpgn::read(bpgn::write(&records[0], &free.move_rules()).as_bytes(), &free.move_rules()).unwrap();
    assert_eq!(
        again[0].plies.iter().map(|ply| ply.mv).collect::<Vec<_>>(),
        records[0].plies.iter().map(|ply| ply.mv).collect::<Vec<_>>()
    );
}

#[test]
fn each_profile_finds_what_its_articles_bar() {
    // White drops a knight with check: only nl bars it. Black then moves a bishop like no bishop: all do.
    let text = "[FEN \"6k1/5ppp/8/8/8/8/8/4K3/N w - - 0 1 | 4k1b1/8/8/8/8/8/8/4K3/ b - - 0 1\"]\n1A. N@e7+ 1b. Bg8e8 *";
    let articles = |name: &str| {
        let told = findings(text, name);
        let (result, rest) = told.split_last().unwrap();
        assert!(matches!(result, Finding::Result { result, .. } if result == "*"));
        rest.iter()
            .map(|finding| match finding {
                Finding::Irregular { ply, article, .. } => (*ply, article.clone()),
                Finding::Result { .. } => unreachable!("one result, the last"),
            })
            .collect::<Vec<_>>()
    };
    // A bishop that goes along the rank onto his own king: two reasons.
    let bishop = (2, "CH-09, CH-06".to_owned());
    let knight = (1, "NL-07".to_owned());
    assert_eq!(["gr", "free", "nl"].map(articles), [vec![bishop.clone()], vec![bishop.clone()], vec![knight, bishop]]);
}

#[test]
fn findings_are_one_json_object_a_line() {
    let told = findings("1A. Nb1b4 *", "gr");
    let lines: Vec<String> = told.iter().map(|finding| serde_json::to_string(finding).unwrap()).collect();
    assert_eq!(
        lines,
        [
            r#"{"event":"irregular","match":1,"ply":1,"number":"1A","seat":"Aw","uci":"b1b4","san":"Nb1b4","reasons":["cannot_move_so"],"article":"CH-11","penalty":"loss","line":1}"#,
            r#"{"event":"result","match":1,"result":"*","mates":[],"ends":[],"recorded":"*","plies":1}"#
        ]
    );
}

#[test]
fn a_mate_ends_a_match_as_the_profile_has_it() {
    let text = "1A. e4 1B. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# 1-0";
    let result = |name: &str| match findings(text, name).pop() {
        Some(Finding::Result { result, mates, .. }) => (result, mates),
        other => panic!("{other:?}"),
    };
    assert_eq!(result("gr"), ("1-0".to_owned(), vec![BoardId::A]));
    assert_eq!(result("nl"), ("*".to_owned(), vec![BoardId::A]), "NL-15: the other game is played on");
    let records = bpgn::read(text.as_bytes(), &profile("gr").move_rules()).unwrap();
    let table = last_table(&records[0], &profile("gr"));
    assert_eq!(table.reserve(Seat::new(BoardId::B, Color::Black)).count(Kind::Pawn), 1, "f7 went to the partner");
}

#[test]
fn broken_json_lines_say_where() {
    let rules = profile("free").move_rules();
    for (text, place, reason) in [
        ("{\"plies\":[]}\n{\"plies\":", "line 2, column 9", "a match: EOF"),
        ("{\"plies\":[{\"b\":\"A\",\"c\":\"w\",\"uci\":\"e2\"}]}", "line 1, column 34", "ply 1: \"e2\" is not a move"),
        (
            "{\"plies\":[{\"b\":\"A\",\"c\":\"x\",\"uci\":\"e2e4\"}]}",
            "line 1, column 24",
            "\"x\" is no colour: write \"w\"",
        ),
        (
            "{\"plies\":[{\"b\":\"C\",\"c\":\"w\",\"uci\":\"e2e4\"}]}",
            "line 1, column 16",
            "\"C\" is no board: write \"A\"",
        ),
        (
            "{\"plies\":[{\"b\":\"A\",\"c\":\"w\",\"ucl\":\"e2e4\"}]}",
            "line 1, column 11",
            "has no \"uci\"; is \"ucl\" meant",
        ),
        ("\n{\"plys\":[]}", "line 2, column 1", "has no \"plies\"; is \"plys\" meant"),
        ("{\"plies\":[],\"start\":\"8/8\"}", "line 1, column 21", "|"),
        ("[]", "line 1, column 1", "a match"),
        ("{\"plies\":[3]}", "line 1, column 11", "ply 1"),
    ] {
        let error = jsonl::read(text.as_bytes(), &rules).unwrap_err().to_string();
        assert!(error.starts_with(place) && error.contains(reason), "{text}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn table(text: &str) -> Table {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn snyatie_takes_a_piece_from_the_diagonal_board() {
    // Aw has promoted on a8; Bw has a queen, a knight pinned to his king, and a pawn.
    let mut table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P2Q4/4K3[] b - - 0 1");
    let removable: Vec<String> = table.removable(AW, true).map(|square| square.to_string()).collect();
    assert_eq!(removable, ["d2", "c3"], "either alone still leaves the other to cover");
    assert_eq!(table.take_from_diagonal(AW, square("a8"), Some(square("a2"))), None, "RU-32: no pawn");
    let queen = Piece::new(Color::White, Kind::Queen);
    assert_eq!(table.take_from_diagonal(AW, square("a8"), Some(square("d2"))), Some(Some(queen)));
    assert_eq!(table.to_string(), "Q3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P7/4K3[P] b - - 0 1");
    // RU-33: a real piece, not a promoted pawn. And now the knight is pinned.
    assert!(table.board(BoardId::A).promoted().is_empty());
    assert!(table.removable(AW, true).is_empty());
}

#[test]
fn without_a_piece_to_take_only_the_pawn_goes() {
    // Specification, section 9: Bw has only pawns and a knight pinned to his king.
    let mut table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P7/4K3[] b - - 0 1");
    assert!(table.removable(AW, true).is_empty());
    assert_eq!(table.take_from_diagonal(AW, square("a8"), None), Some(None), "RU-35");
    assert_eq!(table.to_string(), "4k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/1b6/2N5/P7/4K3[P] b - - 0 1");
}

#[test]
fn whether_the_partners_king_may_be_exposed_is_a_parameter() {
    // Taking the knight on e4 opens the rook's file to the king of Bb, the promoter's partner.
    let table = table("P3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/4N3/8/4R3/K7[] b - - 0 1");
    let removable = |may| table.removable(AW, may).map(|square| square.to_string()).collect::<Vec<_>>();
    assert_eq!(removable(true), ["e2", "e4"]);
    assert_eq!(removable(false), ["e2"]);
}

#[test]
fn reasons_keep_their_words() {
    for &reason in Irregularity::ALL {
        assert_eq!(Irregularity::from_word(reason.word()), Some(reason));
        assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.word()));
    }
}
