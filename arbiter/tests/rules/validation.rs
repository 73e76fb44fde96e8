//! Recorded matches checked against profiles, and *snyatie* over two boards.
use crate::shared::material;
use arbiter::{
    notation::{Finding, bpgn, jsonl, last_table, validate},
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
        let [Finding::Result { result, mates: mated, recorded, .. }] = &found[..] else { panic!("{found:?}") };
        mates += mated.len();
        assert_eq!(result, if mated.is_empty() { "*" } else { recorded }, "match {}", index + 1);
    }
    assert_eq!((records.len(), mates), (21, 13));
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
    let bishop = (1, "CH-09, CH-06".to_owned());
    let knight = (0, "NL-07".to_owned());
    assert_eq!(["gr", "free", "nl"].map(articles), [vec![bishop.clone()], vec![bishop.clone()], vec![knight, bishop]]);
}

#[test]
fn findings_are_one_json_object_a_line() {
    let told = findings("1A. Nb1b4 *", "gr");
    let lines: Vec<String> = told.iter().map(|finding| serde_json::to_string(finding).unwrap()).collect();
    assert_eq!(
        lines,
        [
            r#"{"event":"irregular","match":1,"ply":0,"seat":"Aw","uci":"b1b4","reasons":["cannot_move_so"],"article":"CH-11"}"#,
            r#"{"event":"result","match":1,"result":"*","mates":[],"recorded":"*"}"#
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
    for (text, reason) in [
        ("{\"plies\":[]}\n{\"plies\":", "line 2"),
        ("{\"plies\":[{\"b\":\"A\",\"c\":\"w\",\"uci\":\"e2\"}]}", "ply 0: \"e2\" is not a move"),
        ("{\"plies\":[{\"b\":\"A\",\"c\":\"x\",\"uci\":\"e2e4\"}]}", "write w or b"),
        ("{\"plies\":[{\"b\":\"C\",\"c\":\"w\",\"uci\":\"e2e4\"}]}", "variant"),
    ] {
        let error = jsonl::read(text.as_bytes(), &rules).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
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
