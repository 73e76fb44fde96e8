//! What must hold of each parser, whatever it is given: it reads or refuses and never panics; a refusal is one line that points
//! into the text; and what it has read is written so that it reads back as the same. The tests and the fuzz targets
//! (`arbiter/fuzz`) share this file.
use arbiter::{
    notation::{Record, RecordError, bpgn, fen, jsonl, pgn, san, validate},
    profile::Profile,
    rules::{MoveRules, Position, Table},
};
use board::BoardId;
use std::sync::LazyLock;

/// A parser's check.
pub type Check = fn(&[u8]);

/// Every parser with its name, which is also that of its folder in the corpus.
pub const CHECKS: [(&str, Check); 6] =
    [("fen", fen), ("san", san), ("bpgn", bpgn), ("pgn", pgn), ("jsonl", jsonl), ("profile", profile)];

/// Rules that differ in what they make of moves and drops.
static RULES: LazyLock<[MoveRules; 4]> = LazyLock::new(|| {
    let named = |name: &str| Profile::named(name).expect("a built-in profile").move_rules();
    [MoveRules::CHESS, MoveRules::FREE, named("gr"), named("ru")]
});

/// Profiles that make different things of a match.
static PROFILES: LazyLock<[Profile; 3]> =
    LazyLock::new(|| ["gr", "nl", "free"].map(|name| Profile::named(name).expect("a built-in profile")));

fn refused_in_one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
}

/// One board's FEN and both boards'.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Position>() {
        Ok(position) => {
            for style in [fen::PocketStyle::Brackets, fen::PocketStyle::NinthRank] {
                let written = fen::write_with_marks(&position, style);
                assert_eq!(fen::read(&written).as_ref(), Ok(&position), "{written}");
            }
        }
        Err(error) => {
            refused_in_one_line(&error.to_string());
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}");
        }
    }
    match text.parse::<Table>() {
        Ok(table) => assert_eq!(table.to_string().parse().as_ref(), Ok(&table), "{table}"),
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}"),
    }
}

/// A FEN in the first line, moves in the others, each read in the same position.
pub fn san(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let Some(Ok(position)) = lines.next().map(str::parse::<Position>) else { return };
    for (text, rules) in lines.take(8).flat_map(|line| RULES.iter().map(move |rules| (line, rules))) {
        match san::understand(&position, text, rules) {
            Ok(mv) => {
                let written = san::write(&position, mv, rules);
                assert_eq!(san::understand(&position, &written, rules), Ok(mv), "{text:?} is {written} in {position}");
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
            Err(error) => refused_in_one_line(&error.to_string()),
        }
    }
}

/// What a ply says, its place in the file and its remarks left out.
fn said(record: &Record) -> Vec<impl PartialEq + std::fmt::Debug> {
    let plies = record.plies.iter();
    plies.map(|ply| (ply.board, ply.color, ply.mv, ply.remaining_ms, ply.irregularities.clone())).collect()
}

fn read_or_refused(bytes: &[u8], read: Result<Vec<Record>, RecordError>) -> Vec<Record> {
    read.unwrap_or_else(|error| {
        refused_in_one_line(&error.to_string());
        // a line more than there is: the end of a file whose last line ends
        let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
        assert!((1..=lines).contains(&error.place.line) && error.place.column >= 1, "{error}");
        Vec::new()
    })
}

fn only<E: std::fmt::Display>(read: Result<Vec<Record>, E>, written: &str) -> Record {
    let mut records = read.unwrap_or_else(|error| panic!("{error} in what was written:\n{written}"));
    assert_eq!(records.len(), 1, "{written}");
    records.remove(0)
}

/// As BPGN, as JSON lines and as a PGN of each board a match reads back as it is, and any profile can judge it.
fn match_reads_back(record: &Record, rules: &MoveRules) {
    let written = bpgn::write(record, rules);
    let again = only(bpgn::read(written.as_bytes(), rules), &written);
    assert_eq!(said(&again), said(record), "{written}");
    assert_eq!((again.start, &again.result), (record.start, &record.result), "{written}");
    assert_eq!(bpgn::write(&again, rules), written, "the canonical form");
    let line = jsonl::write(record, 1, rules).expect("a line of JSON");
    let again = only(jsonl::read(line.as_bytes(), rules), &line);
    assert_eq!(said(&again), said(record), "{line}");
    assert_eq!((again.start, &again.result), (record.start, &record.result), "{line}");
    for board in BoardId::BOTH {
        let one = pgn::write(record, board, rules);
        let again = only(pgn::read(one.as_bytes(), rules), &one);
        let moves = |record: &Record, on| {
            record.plies.iter().filter(|ply| ply.board == on).map(|ply| (ply.color, ply.mv)).collect::<Vec<_>>()
        };
        assert_eq!(moves(&again, BoardId::A), moves(record, board), "{one}");
    }
    for profile in &*PROFILES {
        validate(record, 1, profile);
    }
}

/// Both boards of matches.
pub fn bpgn(bytes: &[u8]) {
    for rules in &RULES[1..] {
        read_or_refused(bytes, bpgn::read(bytes, rules)).iter().for_each(|record| match_reads_back(record, rules));
    }
}

/// Games on one board.
pub fn pgn(bytes: &[u8]) {
    for rules in &RULES[..2] {
        for record in read_or_refused(bytes, pgn::read(bytes, rules)) {
            let written = pgn::write(&record, BoardId::A, rules);
            let again = only(pgn::read(written.as_bytes(), rules), &written);
            let moves = |record: &Record| record.plies.iter().map(|ply| (ply.color, ply.mv)).collect::<Vec<_>>();
            assert_eq!(moves(&again), moves(&record), "{written}");
            assert_eq!(again.result, record.result, "{written}");
            let canonical = pgn::write(&again, BoardId::A, rules);
            let again = only(pgn::read(canonical.as_bytes(), rules), &canonical);
            assert_eq!(pgn::write(&again, BoardId::A, rules), canonical, "the canonical form");
        }
    }
}

/// Matches, one a line.
pub fn jsonl(bytes: &[u8]) {
    for rules in &RULES[1..] {
        read_or_refused(bytes, jsonl::read(bytes, rules)).iter().for_each(|record| match_reads_back(record, rules));
    }
}

/// Profiles in TOML.
pub fn profile(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Profile::from_toml(&text) {
        Ok(profile) => {
            let written = profile.to_toml();
            assert_eq!(Profile::from_toml(&written).as_ref(), Ok(&profile), "{written}");
            let _ = profile.verify();
        }
        Err(error) => {
            refused_in_one_line(&error.to_string());
            assert!((1..=text.split('\n').count()).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
}
