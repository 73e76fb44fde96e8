//! Recorded games and counted lines: `tandem validate` and `tandem perft` as their users run them.

use crate::command::{root, tandem, told};
use serde_json::Value;
use std::path::PathBuf;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn with(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, content).expect("a file can be written");
        path.to_str().expect("a path in UTF-8").to_owned()
    }
}

fn lines(arguments: &[&str]) -> Vec<Value> {
    told(arguments)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// Fails with this code and one line with these words, and prints nothing.
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = tandem(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty() && errors.lines().count() == 1, "{arguments:?}: {errors}");
    for word in words {
        assert!(errors.contains(word), "{arguments:?}: {word:?} is not in {errors}");
    }
}

const MATCH: &str = "[WhiteA \"one\"]\n[BlackA \"two\"]\n[WhiteB \"three\"]\n[BlackB \"four\"]\n\n\
    1A. e4 1B. Nb1b4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 1b. Na6 3a. Nf6 4A. Qxf7# 1-0\n";

#[test]
fn a_recorded_match_is_told_as_json() {
    let folder = Folder::new();
    let file = folder.with("match.bpgn", MATCH);
    let told = lines(&["validate", &file, "--profile", "gr", "--json"]);
    let [first, irregular, result] = &told[..] else { panic!("{told:?}") };
    assert_eq!(
        (&first["event"], &first["schema"], &first["format"]),
        (&"validation".into(), &1.into(), &"bpgn".into())
    );
    assert_eq!((&first["profile"], &first["file"]), (&"gr".into(), &file.as_str().into()));
    let fields = ["event", "match", "ply", "number", "seat", "uci", "san", "article", "penalty", "line"];
    let values: [Value; 10] = [
        "irregular".into(),
        1.into(),
        2.into(),
        "1B".into(),
        "Bw".into(),
        "b1b4".into(),
        "Nb1b4".into(),
        "CH-11".into(),
        "loss".into(),
        6.into(),
    ];
    for (field, value) in fields.into_iter().zip(values) {
        assert_eq!(irregular[field], value, "{field} of {irregular}");
    }
    assert_eq!(irregular["reasons"], serde_json::json!(["cannot_move_so"]));
    assert_eq!(
        (&result["event"], &result["result"], &result["recorded"]),
        (&"result".into(), &"1-0".into(), &"1-0".into())
    );
    assert_eq!(result["mates"], serde_json::json!(["A"]));
    assert_eq!(result["ends"][0]["seat"], "Ab");
    // Each field is documented.
    let documented = std::fs::read_to_string(root().join("docs/ref/json.md")).expect("docs/ref/json.md");
    for line in &told {
        for field in line.as_object().expect("an object").keys() {
            assert!(field == "event" || documented.contains(&format!("`{field}`")), "{field} is not documented");
        }
    }
}

#[test]
fn a_recorded_match_is_told_to_people() {
    let folder = Folder::new();
    let text = told(&["validate", &folder.with("match.bpgn", MATCH)]);
    for part in [
        "Match 1: one and four against two and three, 9 plies",
        "1B. Nb1b4  Bw: the piece does not move so (article CH-11); it costs the game",
        "1-0: Ab is mated (as in the file)",
        "1 match, 9 plies: 1 irregular move under gr.",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    let chess = told(&["validate", &folder.with("game.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n")]);
    assert!(chess.contains("0-1: Aw is mated") && chess.contains("nothing irregular under ch"), "{chess}");
}

#[test]
fn the_matches_played_online_have_nothing_irregular() {
    let games = root().join("../shared/rules/games");
    if !games.exists() {
        eprintln!("NOT RUN: rules/games is not here; it is looked for in the folder `shared` beside the project");
        return;
    }
    let mut matches = 0;
    for name in ["online21.jsonl", "online21.bpgn", "fics_2001a.bpgn", "fics_3611438.bpgn"] {
        let file = games.join(name);
        let told = lines(&["validate", file.to_str().expect("a path in UTF-8"), "--profile", "free", "--json"]);
        assert!(told[1..].iter().all(|line| line["event"] == "result"), "{name}: {told:?}");
        let mates: usize = told[1..].iter().map(|line| line["mates"].as_array().map_or(0, Vec::len)).sum();
        assert_eq!(mates, if name.starts_with("online") { 13 } else { 0 }, "{name}");
        matches += told.len() - 1;
    }
    assert_eq!(matches, 21 + 21 + 2);
}

#[test]
fn broken_games_are_named_with_line_and_column() {
    let folder = Folder::new();
    let bpgn = folder.with("broken.bpgn", "1A. e4\n1a. e5 2A. Nf\n");
    refused(&["validate", &bpgn], 3, &[&bpgn, "line 2, column 12", "\"Nf\"", "did you mean \"Nf3\""]);
    let pgn = folder.with("broken.pgn", "1. e4 {open\n");
    refused(&["validate", &pgn, "--json"], 3, &[&pgn, "line 1, column 7", "} of this comment is missing"]);
    let fen = folder.with("fen.pgn", "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n1. e4 *\n");
    refused(&["validate", &fen], 3, &[&fen, "line 1, column 40", "rank 2 has 7 squares"]);
    let json = folder.with("broken.jsonl", "{\"plies\":[{\"b\":\"A\",\"c\":\"w\",\"ucl\":\"e2e4\"}]}\n");
    refused(&["validate", &json], 3, &[&json, "line 1, column 11", "\"uci\"", "\"ucl\""]);
    let profile = folder.with("club.toml", "name = \"club\"\nbase = \"gr\"\ndrop_limt = \"no_check\"\n");
    let good = folder.with("good.bpgn", MATCH);
    refused(&["validate", &good, "--profile", &profile], 3, &[&profile, "line 3, column 1", "drop_limit"]);
    let nothing = folder.with("nothing.pgn", "\n");
    refused(&["validate", &nothing], 3, &[&nothing, "no move"]);
    let picture = folder.with("picture.jpg", [0xff, 0xd8, 0xff, 0xe0, 0, 16, b'J', b'F', b'I', b'F', 0, 1]);
    refused(&["validate", &picture], 3, &[&picture]);
    refused(&["validate", "no/such.pgn"], 3, &["no/such.pgn"]);
    refused(&["validate", folder.0.path().to_str().expect("UTF-8")], 3, &["is a folder"]);
    refused(&["validate", &good, "--profile", "ch"], 2, &[&good, "two boards"]);
    refused(&["validate", &good, "--profile", "fre"], 2, &["--profile", "free"]);
}

#[test]
fn lines_of_play_are_counted() {
    let nodes = |arguments: &[&str]| -> Vec<u64> {
        let told = lines(&[arguments, &["--json"]].concat());
        assert_eq!((&told[0]["event"], &told[0]["schema"]), (&"perft".into(), &1.into()));
        told.iter().filter_map(|line| line["nodes"].as_u64().filter(|_| line["event"] == "nodes")).collect()
    };
    assert_eq!(nodes(&["perft", "3"]), [40, 1600, 65804]);
    assert_eq!(nodes(&["perft", "0"]), [1]);
    let promoted = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1";
    assert_eq!(nodes(&["perft", "3", "--fen", promoted]), [20, 360, 5312]);
    assert_eq!(nodes(&["perft", "3", "--crazyhouse", "--fen", promoted]), [20, 360, 5445]);
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(nodes(&["perft", "3", "--fen", chess960]), [21, 528, 12189]);
    let middlegames = "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1 | \
                       rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 0 1";
    assert_eq!(nodes(&["perft", "2", "--fen", middlegames]), [69, 4520]);
    let divided = lines(&["perft", "2", "--divide", "--json"]);
    let divided: Vec<&Value> = divided.iter().filter(|line| line["event"] == "divided").collect();
    assert_eq!((divided.len(), divided.iter().filter_map(|line| line["nodes"].as_u64()).sum()), (40, 1600));
    assert!(divided.iter().any(|line| line["uci"] == "B e2e4" && line["nodes"] == 40));
    let text = told(&["perft", "2"]);
    assert!(text.lines().count() == 2 && text.contains("1600"), "{text}");
}

#[test]
fn what_cannot_be_counted_from_is_named() {
    refused(&["perft", "1", "--fen", "8/8/8 w"], 2, &["--fen", "column 6", "3 ranks"]);
    refused(&["perft", "1", "--crazyhouse", "--fen", "8/8/8/8/8/8/8/8 w | 8/8/8/8/8/8/8/8 w"], 2, &["--crazyhouse"]);
    refused(&["perft", "1", "--profile", "gx"], 2, &["--profile"]);
}
