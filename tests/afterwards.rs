//! What is made of a session after the match: `tandem export`, `tandem table` and `tandem diff` as their users run them.

use crate::command::{refused, root, tandem, told};
use arbiter::profile::Profile;
use arbiter::{Arbiter, Setup};
use board::{BoardId, Input};
use serde_json::Value;
use session::{Manifest, SessionWriter};
use std::path::{Path, PathBuf};
use support::Script;

/// An opening at both boards with a capture, a drop of what was taken, and a bishop that moved as none does.
const MOVES: [&str; 14] = [
    "A e2e4", "B e2e4", "A d7d5", "B e7e5", "A e4d5", "B g1f3", "A d8d5", "B b8c6", "A b1c3", "B P@d4", "A d5a5",
    "B e5d4", "A f1e3", "B f3d4",
];

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        text(&self.path(name))
    }

    fn with(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), content).expect("a file can be written");
        self.name(name)
    }

    /// Records the moves that eyes with this seed see.
    fn session(&self, name: &str, moves: &[&str], profile: &Profile) -> String {
        let inputs = Script::new(&BoardId::BOTH, 7, 0).play(moves).inputs();
        record(&inputs, &self.path(name), profile);
        self.name(name)
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn record(inputs: &[Input], path: &Path, profile: &Profile) {
    let manifest = Manifest {
        program: "test".to_owned(),
        boards: BoardId::BOTH.to_vec(),
        profile: profile.to_toml(),
        sources: vec!["<table>.mp4".to_owned()],
        ..Manifest::default()
    };
    let mut writer = SessionWriter::create(path, &manifest).expect("a session can be begun");
    let mut arbiter = Arbiter::new(Setup::by_profile(BoardId::BOTH.to_vec(), profile));
    for input in inputs {
        writer.record(input).expect("an input can be recorded");
        writer.report(&arbiter.step(input)).expect("events can be recorded");
    }
    let end = inputs.last().expect("there are inputs").at();
    let last = arbiter.finish(end);
    writer.finish(end, &last).expect("a session can be ended");
}

fn object(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(arguments)).expect("it is JSON")
}

#[test]
fn an_exported_match_is_read_back_with_its_irregular_moves() {
    let folder = Folder::new();
    let session = folder.session("match.tandem", &MOVES, &Profile::free());
    let bpgn = folder.name("match.bpgn");
    assert_eq!(told(&["export", &session, "--as", "bpgn", "-o", &bpgn, "--tag", "WhiteA=One"]), "");
    let written = std::fs::read_to_string(&bpgn).expect("it was written");
    assert!(written.contains("[WhiteA \"One\"]") && written.contains("{irregular: cannot_move_so"), "{written}");
    assert_eq!(told(&["export", &session, "--as", "bpgn", "--tag", "WhiteA=One"]), written);
    let checked = told(&["validate", &bpgn, "--profile", "free"]);
    assert!(checked.contains("14 plies: 1 irregular move under free"), "{checked}");
    for (form, matches) in [("pgn", 2), ("jsonl", 1)] {
        let file = folder.name(&format!("match.{form}"));
        told(&["export", &session, "--as", form, "--output", &file]);
        let checked = told(&["validate", &file, "--profile", "free"]);
        assert!(checked.contains("14 plies") && checked.matches("Match ").count() == matches, "{checked}");
    }
    // nothing is left beside what was written, and the session is as it was
    let names = std::fs::read_dir(folder.0.path()).expect("a folder").count();
    assert_eq!(names, 4);
}

#[test]
fn the_report_shows_the_alert_with_its_pictures() {
    let folder = Folder::new();
    let session = folder.session("match.tandem", &MOVES, &Profile::named("gr").expect("a profile"));
    let events = told(&["replay", &session, "--json"]);
    let alerts = events.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut alerts = alerts.filter(|line| line["kind"] == "illegal_move");
    let alert = alerts.next_back().expect("the bishop's move is alerted");
    let pictures = folder.path("match.tandem.pictures");
    std::fs::create_dir(&pictures).expect("a folder can be made");
    let picture = image::RgbImage::from_pixel(8, 8, image::Rgb([90, 120, 30]));
    picture.save(pictures.join(format!("alert-{}-before.jpg", alert["id"]))).expect("a picture can be written");
    // a replay of the session finds the picture as well
    let replayed = told(&["replay", &session, "--json"]);
    assert!(replayed.contains(&format!("alert-{}-before.jpg", alert["id"])), "{replayed}");
    let report = folder.name("report.html");
    told(&["export", &session, "--as", "html", "-o", &report, "--tag", "Event=<Cup>"]);
    let page = std::fs::read_to_string(&report).expect("it was written");
    let article = alert["article"].as_str().expect("it has an article");
    for part in
        ["&lt;Cup&gt;", "&lt;table&gt;.mp4", "data:image/jpeg;base64,/9j/", article, "Signature", "illegal move, Aw"]
    {
        assert!(page.contains(part), "{part:?} is not in the report");
    }
    assert!(!page.contains("<Cup>") && page.ends_with("</html>\n"));
    // by the set-up's own inputs: clocks are heard, times and reserves are not
    assert!(page.contains("nobody was told that a flag has fallen") && !page.contains("No clock was heard"));
}

#[test]
fn a_replay_says_what_is_not_watched_and_what_it_came_to() {
    let folder = Folder::new();
    let session = folder.session("match.tandem", &MOVES, &Profile::free());
    let said = told(&["replay", &session]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[1].starts_with("not watched: flags") && lines[1].contains("reserves"), "{said}");
    let [turns, alerts, result] = lines[lines.len() - 3..] else { panic!("{said}") };
    assert_eq!(turns, "turns   A 7, B 7");
    assert!(alerts.starts_with("alerts  illegal_move 1") && result == "result  none", "{said}");
    let first: Value =
        serde_json::from_str(told(&["replay", &session, "--json"]).lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["unwatched"], serde_json::json!(["flags", "reserves"]));
}

#[test]
fn the_table_can_be_set_up_again_at_any_moment() {
    let folder = Folder::new();
    let session = folder.session("match.tandem", &MOVES, &Profile::free());
    let end = object(&["table", &session, "--json"]);
    assert_eq!(end["boards"]["A"]["placement"], "rnb1kbnr/ppp1pppp/8/q7/8/2N1B3/PPPP1PPP/R1BQK1NR");
    assert_eq!((&end["boards"]["A"]["turn"], &end["boards"]["A"]["last"]["uci"]), (&"black".into(), &"f1e3".into()));
    assert_eq!(
        (&end["reserves"]["Bb"], &end["reserves"]["Ab"], &end["reserves"]["Aw"]),
        (&"P".into(), &"P".into(), &"P".into())
    );
    let begin = object(&["table", &session, "--json", "--at", "0.5"]);
    assert_eq!(begin["boards"]["A"]["placement"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let text = told(&["table", &session, "--at", "0:00.5"]);
    assert!(text.contains("the table at 0:00.5") && text.contains("Aw holds nothing"), "{text}");
    let documented = std::fs::read_to_string(root().join("docs/ref/json.md")).expect("docs/ref/json.md");
    for object in [&end, &end["boards"]["A"], &end["boards"]["A"]["last"]] {
        for field in object.as_object().expect("an object").keys().filter(|field| *field != "event") {
            assert!(documented.contains(&format!("`{field}`")), "{field} is not documented");
        }
    }
    refused(&["table", &session, "--at", "noon"], 2, &["--at", "noon"]);
    refused(&["table", &session, "--at", "1:00:00"], 2, &["--at", "ends at"]);
}

#[test]
fn runs_are_compared_and_the_exit_code_says_what_came_out() {
    let folder = Folder::new();
    let one = folder.session("one.tandem", &MOVES, &Profile::free());
    let jsonl = folder.with("one.jsonl", told(&["replay", &one, "--json"]));
    assert!(told(&["diff", &one, &jsonl]).starts_with("the runs are the same, "));
    let mut moves = MOVES;
    moves[6] = "A d8d6";
    moves[10] = "A d6a6";
    let other = folder.session("other.tandem", &moves, &Profile::free());
    for (json, arguments) in [(false, vec!["diff", &one, &other]), (true, vec!["diff", &jsonl, &other, "--json"])] {
        let output = tandem(&arguments);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(7), 0));
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        if json {
            let said: Value = serde_json::from_str(&said).expect("JSON");
            assert_eq!(
                (&said["event"], &said["one"]["uci"], &said["other"]["uci"]),
                (&"difference".into(), &"d8d5".into(), &"d8d6".into())
            );
            assert!(said["fields"].as_array().is_some_and(|fields| fields.contains(&"san".into())));
        } else {
            assert!(said.contains("differ from event ") && said.contains("Qxd5") && said.contains("Qd6"), "{said}");
        }
    }
    // a run that was cut off
    let cut: String =
        std::fs::read_to_string(&jsonl).expect("it is there").lines().take(5).map(|line| format!("{line}\n")).collect();
    let output = tandem(&["diff", &one, &folder.with("cut.jsonl", cut)]);
    assert_eq!(output.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&output.stdout).contains("has ended"));
}

#[test]
fn what_cannot_be_exported_shown_or_compared_is_named() {
    let folder = Folder::new();
    let session = folder.session("match.tandem", &MOVES[..4], &Profile::free());
    let (missing, empty) = (folder.name("missing.tandem"), folder.with("empty.tandem", ""));
    let notes = folder.with("notes.txt", "no session, and no JSON");
    for file in [&missing, &empty, &notes] {
        refused(&["export", file, "--as", "pgn"], 3, &[file]);
        refused(&["table", file], 3, &[file]);
        refused(&["diff", &session, file], 3, &[file]);
    }
    refused(
        &["diff", &session, &folder.with("half.jsonl", "{\"event\":\"end\"}\n{\"ev")],
        3,
        &["half.jsonl", "line 2"],
    );
    refused(&["diff", &session, &folder.with("other.jsonl", "{\"plies\":[]}\n")], 3, &["other.jsonl", "line 1"]);
    let before = std::fs::read(&session).expect("it is there");
    refused(&["export", &session, "--as", "html", "-o", &session], 2, &["--output", &session]);
    let through_a_link = folder.name("link");
    std::os::unix::fs::symlink(&session, &through_a_link).expect("a link can be made");
    refused(&["export", &session, "--as", "html", "-o", &through_a_link], 2, &["--output"]);
    assert_eq!(std::fs::read(&session).expect("it is there"), before);
    let nowhere = folder.name("notes.txt/report.html");
    refused(&["export", &session, "--as", "html", "-o", &nowhere], 6, &[&nowhere]);
    refused(&["export", &session, "--as", "html", "--pictures", &missing], 3, &[&missing]);
    refused(&["export", &session, "--as", "pgn", "--tag", "Result=1-0"], 2, &["--tag"]);
    refused(&["replay", &session, "--pictures", "p"], 2, &[&session, "--pictures"]);
}

#[test]
fn what_was_ruled_after_the_end_is_in_what_is_exported() {
    let folder = Folder::new();
    let session = folder.session("match.tandem", &MOVES, &Profile::named("gr").expect("a profile"));
    let told_turns = told(&["replay", &session, "--json"]);
    let lines: Vec<Value> = told_turns.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = lines.iter().rfind(|line| line["event"] == "turn" && line["board"] == "B").expect("board B was played");
    let alert = lines.iter().rfind(|line| line["kind"] == "illegal_move").expect("the bishop's move is alerted");
    let end = lines.iter().rfind(|line| line["event"] == "end").expect("an end")["at_ms"].as_i64().expect("a time");
    let before = told(&["export", &session, "--as", "html"]);
    let at = 1_000_000 * end;
    let rulings = [
        serde_json::json!({"at": at, "by": "arbiter", "what": {"ruling": "dismiss", "alert": alert["id"]}}),
        serde_json::json!({"at": at, "by": "arbiter", "what": {"ruling": "turn", "turn": last["id"], "uci": "f3e5"}}),
        serde_json::json!({"at": at, "by": "arbiter", "what": {"ruling": "note", "text": "<agreed>"}}),
    ];
    // as a power cut leaves it: half a line at the end
    let text: String = rulings.iter().map(|ruling| format!("{ruling}\n")).collect();
    folder.with("match.tandem.rulings.jsonl", format!("{text}{{\"at\":12"));
    let report = told(&["export", &session, "--as", "html"]);
    for part in ["Rulings and claims", "&lt;agreed&gt;", "is wrong", "Told and withdrawn"] {
        assert!(report.contains(part) && !before.contains(part), "{part:?} is not in the report alone");
    }
    let bpgn = told(&["export", &session, "--as", "bpgn"]);
    assert!(bpgn.contains("Nxe5") || bpgn.contains("Ne5"), "{bpgn}");
    let kept = std::fs::read_to_string(folder.path("match.tandem.rulings.jsonl")).expect("it is there");
    assert!(kept.ends_with("{\"at\":12"), "an export changes nothing");
    folder.with("match.tandem.rulings.jsonl", "{}\n");
    refused(&["export", &session, "--as", "html"], 3, &["line 1 is no ruling"]);
}
