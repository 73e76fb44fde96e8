//! The pages' server, asked as no browser would ask it.

use arbiter::event::{Event, Turn, TurnId};
use arbiter::profile::Profile;
use board::{BoardId, Color, Input, Placement, Ruling, Seat, Stamp};
use crossbeam_channel::Receiver;
use session::Manifest;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;
use tandem::console::{Console, ConsolePlan, Role};
use tandem::hub::{Entered, Hub, What};
use tandem::report::Opening;

/// A server with a match of three plies.
pub struct Served {
    /// What it shows.
    pub hub: Hub,
    pub(crate) entered: Receiver<Entered>,
    pub(crate) console: Console,
}

/// A turn of board A.
pub fn turn(id: u32, uci: &str) -> Event {
    let color = if id % 2 == 1 { Color::White } else { Color::Black };
    let at = Stamp::from_millis(i64::from(id) * 1000);
    Event::Turn(Turn {
        id: TurnId(id),
        board: BoardId::A,
        seat: Seat::new(BoardId::A, color),
        ply: id,
        uci: uci.to_owned(),
        san: uci.to_owned(),
        at,
        pressed: None,
        reported: at,
        legal: true,
        violations: Vec::new(),
        certainty: 998,
    })
}

impl Served {
    /// With a plan made of the usual one.
    pub fn with(change: impl FnOnce(&mut ConsolePlan)) -> Served {
        let (hub, entered) = Hub::new();
        let profile = Profile::free();
        let manifest = Manifest { boards: BoardId::BOTH.to_vec(), profile: profile.to_toml(), ..Manifest::default() };
        hub.open(&manifest, &profile, &Opening::new(&manifest, &profile, Vec::new())).expect("a match begins");
        for board in BoardId::BOTH {
            let begun = Event::Started { board, placement: Placement::start(), at: Stamp::ZERO };
            hub.said(&begun, &[]).expect("it is told");
        }
        for (id, uci) in (1..).zip(["e2e4", "e7e5", "g1f3"]) {
            hub.said(&turn(id, uci), &[]).expect("it is told");
        }
        let mut plan = ConsolePlan {
            address: "127.0.0.1:0".parse().expect("an address"),
            names: Vec::new(),
            keys: None,
            password: None,
            delay: Duration::ZERO,
            folder: None,
            webhook: None,
            session: None,
            scratch: None,
            day: None,
            preparing: None,
            alone: true,
        };
        change(&mut plan);
        let console = Console::start(hub.clone(), plan).expect("pages are served");
        Served { hub, entered, console }
    }

    /// Where.
    pub fn host(&self) -> String {
        self.console.address().to_string()
    }

    pub(crate) fn key(&self, role: Role) -> &str {
        let link = self.console.links().iter().find(|(known, _)| *known == role).map(|(_, link)| link.as_str());
        link.and_then(|link| link.split("key=").nth(1)).unwrap_or_default()
    }

    /// Sends bytes and gives what comes back within a moment.
    pub(crate) fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.console.address()).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_millis(1500))).expect("a timeout");
        // a server that has heard enough closes before all is written
        let _ = stream.write_all(bytes);
        let mut heard = Vec::new();
        let mut part = [0u8; 4096];
        while let Ok(length @ 1..) = stream.read(&mut part) {
            heard.extend_from_slice(&part[..length]);
            if heard.len() > 100_000 {
                break;
            }
        }
        String::from_utf8_lossy(&heard).into_owned()
    }

    /// A request with these head fields; its answer's status and whole text.
    pub(crate) fn ask(&self, method: &str, path: &str, fields: &[&str], body: &str) -> (u16, String) {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.host());
        fields.iter().for_each(|field| request += &format!("{field}\r\n"));
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        let heard = self.send(format!("{request}\r\n{body}").as_bytes());
        (status(&heard), heard)
    }

    /// A run that takes one thing that is entered and answers it.
    pub(crate) fn answering(&self) -> std::thread::JoinHandle<()> {
        let (entered, hub) = (self.entered.clone(), self.hub.clone());
        std::thread::spawn(move || {
            let input = entered.recv().expect("it was entered").input(Stamp::from_millis(5000), Stamp::ZERO);
            hub.taken(&input);
            if let Input::Ruling(Ruling { at, by, what }) = input {
                let answer = Event::Ruled { by, what, at, accepted: true, text: String::new(), articles: Vec::new() };
                hub.said(&answer, &[]).expect("it is told");
            }
        })
    }

    pub(crate) fn as_role(&self, role: Role, method: &str, path: &str, body: &str) -> (u16, String) {
        let key = format!("Authorization: Bearer {}", self.key(role));
        self.ask(method, path, &[&key, "Content-Type: application/json"], body)
    }
}

pub(crate) fn status(heard: &str) -> u16 {
    heard.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

pub(crate) const JSON: &str = "Content-Type: application/json";

#[test]
fn what_is_entered_is_answered_when_it_is_kept_or_said_not_to_be() {
    let served = Served::with(|_| {});
    let note = r#"{"ruling":"note","text":"x"}"#;
    // what cannot be written does not count, and whoever ruled hears why
    let (entered, hub) = (served.entered.clone(), served.hub.clone());
    let run = std::thread::spawn(move || match entered.recv().expect("it was entered").what {
        What::Ruling { by, what } => hub.not_kept(by, &what, "the disk is full"),
        what => panic!("{what:?}"),
    });
    let (status, heard) = served.as_role(Role::Arbiter, "POST", "/api/enter", note);
    assert!(status == 503 && heard.contains("not kept: the disk is full"), "{heard}");
    run.join().expect("a run");
    let run = served.answering();
    let declared = served.as_role(Role::Clock, "POST", "/api/enter", r#"{"declare":"Aw","promotion":"Q"}"#);
    assert_eq!(declared.0, 200, "{}", declared.1);
    run.join().expect("a run");
    assert_eq!(served.as_role(Role::Arbiter, "GET", "/appeal/7", "").0, 404);
    assert_eq!(served.as_role(Role::Arbiter, "GET", "/api/clips/7", "").0, 404);
}

#[test]
fn what_nobody_takes_is_not_kept() {
    // a run that hangs: the page hears so after a while
    let served = Served::with(|_| {});
    let key = format!("Authorization: Bearer {}", served.key(Role::Arbiter));
    let mut stream = TcpStream::connect(served.console.address()).expect("it listens");
    let note = r#"{"ruling":"note","text":"x"}"#;
    let head = format!("POST /api/enter HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{JSON}\r\n", served.host());
    write!(stream, "{head}{key}\r\nContent-Length: {}\r\n\r\n{note}", note.len()).expect("it hears");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let mut heard = String::new();
    stream.read_to_string(&mut heard).expect("it answers");
    assert!(status(&heard) == 503 && heard.contains("not been kept yet"), "{heard}");
}

#[test]
fn the_next_match_is_asked_for_where_one_can_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let day = folder.path().join("day.json");
    let served = Served::with(|plan| plan.day = Some(day.clone()));
    let next = |body| served.as_role(Role::Arbiter, "POST", "/api/next", body).0;
    assert_eq!(next(r#"{"seating":"kept"}"#), 409);
    served.hub.offer_next();
    assert!(served.as_role(Role::Arbiter, "GET", "/api/hello", "").1.contains("\"next\":true"));
    let names = r#"{"tags":{"WhiteA":"Ann","BlackA":"Ben","WhiteB":"Cid","BlackB":"Dot"},"day":[]}"#;
    assert_eq!(served.as_role(Role::Arbiter, "POST", "/api/names", names).0, 204);
    served.hub.recorded_in(Some("one.tandem".into()));
    let result = |result: &str| Event::Result {
        result: result.to_owned(),
        text: "It is over.".to_owned(),
        articles: Vec::new(),
        reported: Stamp::ZERO,
    };
    served.hub.said(&result("1-0"), &[]).expect("it is told");
    let kept = |text: &str| {
        let found = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            std::fs::read_to_string(&day).is_ok_and(|kept| kept.contains(text))
        });
        assert!(found, "{text} is not in {:?}", std::fs::read_to_string(&day));
    };
    kept("\"result\": \"1-0\"");
    assert_eq!(next(r#"{"seating":"colors"}"#), 202);
    assert!(served.hub.next_asked());
    let played = served.hub.played().expect("a match");
    served.hub.recorded_in(Some("two.tandem".into()));
    served.hub.open(&played.manifest, &played.profile, &played.opening).expect("another match begins");
    kept("\"WhiteA\": \"Ben\"");
    served.hub.said(&result("0-1"), &[]).expect("it is told");
    kept("two.tandem");
    let kept = std::fs::read_to_string(&day).expect("it was kept");
    assert!(kept.contains("Ann + Dot") && kept.contains("Ben + Cid"), "{kept}");
    // a program that is started again knows them
    let again = Served::with(|plan| plan.day = Some(day.clone()));
    assert!(again.ask("GET", "/api/names", &[], "").1.contains("two.tandem"));
}

#[test]
fn metrics_are_told_to_who_has_a_key() {
    let served = Served::with(|_| {});
    assert_eq!(served.ask("GET", "/metrics", &[], "").0, 403);
    assert_eq!(served.as_role(Role::Clock, "GET", "/metrics", "").0, 403);
    let (status, heard) = served.as_role(Role::Broadcaster, "GET", "/metrics", "");
    assert!(status == 200 && heard.contains("tandem_lines{to=\"spectators\"} 6"), "{heard}");
    let camera = serde_json::json!({"name": "left", "there": true, "rate": 25.0, "received": 9, "dropped": 1, "certainty": null, "wrong": []});
    served.hub.status(serde_json::json!({"at_ms": 1000, "cameras": [camera], "turns": 3, "decided_ms_ago": null,
        "disk_free": null, "unwritten": null, "latency_ms": null}));
    let (_, heard) = served.as_role(Role::Arbiter, "GET", "/metrics", "");
    for line in [
        "tandem_camera_up{camera=\"0\"} 1",
        "tandem_turns_total 3",
        "tandem_match_running 1",
        "tandem_alerts{state=\"open\"} 0",
    ] {
        assert!(heard.lines().any(|known| known == line), "{line} in {heard}");
    }
}

#[test]
fn every_answer_tells_browsers_to_be_careful() {
    let served = Served::with(|_| {});
    for path in ["/", "/live", "/overlay", "/assets/live.js", "/api/hello", "/games.pgn", "/nothing"] {
        let (_, heard) = served.ask("GET", path, &[], "");
        let head = heard.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
        for field in
            ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "referrer-policy"]
        {
            assert!(head.contains(field), "{path}: no {field} in {head}");
        }
    }
}

#[test]
fn a_stream_goes_on_where_it_was_cut_off() {
    let served = Served::with(|_| {});
    let (status, first) = served.as_role(Role::Arbiter, "GET", "/api/events", "");
    assert_eq!(status, 200);
    let ids: Vec<&str> = first.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    assert_eq!(ids.len(), 6, "{first}");
    let key = format!("Authorization: Bearer {}", served.key(Role::Arbiter));
    let (_, rest) = served.ask("GET", "/api/events", &[&key, &format!("Last-Event-ID: {}", ids[3])], "");
    let later: Vec<&str> = rest.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    assert_eq!(later, ids[4..], "{rest}");
    assert!(!rest.contains("event: begin"));
    // of another run's match nothing is left out
    let (_, anew) = served.ask("GET", "/api/events", &[&key, "Last-Event-ID: 1-5"], "");
    assert!(anew.contains("event: begin") && anew.matches("\nid: ").count() == 6, "{anew}");
}

#[test]
fn spectators_are_kept_behind_whatever_they_ask() {
    let served = Served::with(|plan| plan.delay = Duration::from_secs(3600));
    for path in [
        "/api/events",
        "/api/events?delay=0",
        "/api/events?audience=x",
        "/api/events?clock=A",
        "/api/events?only=clock",
    ] {
        let (status, heard) = served.ask("GET", path, &[], "");
        assert!(status == 200 && !heard.contains("event: line") && !heard.contains("e2e4"), "{path}: {heard}");
    }
    for path in ["/games.pgn", "/games.pgn?delay=0", "/games.bpgn", "/api/table?delay=0"] {
        assert_eq!(served.ask("GET", path, &[], "").0, 404, "{path}");
    }
    let (_, heard) = served.as_role(Role::Broadcaster, "GET", "/api/events?delay=0", "");
    assert!(heard.contains("e2e4") && !heard.contains("certainty"), "{heard}");
}

#[test]
fn a_password_is_asked_for_beside_the_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("password");
    std::fs::write(&path, "correct horse\n").expect("a password");
    let served = Served::with(|plan| plan.password = Some(path));
    let (status, heard) = served.ask("GET", &format!("/?key={}", served.key(Role::Arbiter)), &[], "");
    assert_eq!(status, 303, "{heard}");
    let cookie = |heard: &str| {
        let line = heard.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie").to_owned();
        assert!(line.contains("HttpOnly") && line.contains("SameSite"), "{line}");
        format!("Cookie: {}", line.split(';').next().unwrap_or_default())
    };
    let first = cookie(&heard);
    let (status, heard) = served.ask("GET", "/", &[&first], "");
    assert!(status == 401 && heard.contains("password"), "{heard}");
    assert_eq!(served.as_role(Role::Arbiter, "GET", "/report.html", "").0, 403);
    let own = format!("Origin: http://{}", served.host());
    let form = "Content-Type: application/x-www-form-urlencoded";
    assert_eq!(served.ask("POST", "/sign-in", &[&first, &own, form], "password=wrong+horse").0, 401);
    let (status, heard) = served.ask("POST", "/sign-in", &[&first, &own, form], "password=correct+horse");
    assert_eq!(status, 303, "{heard}");
    let (status, heard) = served.ask("GET", "/", &[&cookie(&heard)], "");
    assert!(status == 200 && heard.contains("alerts"), "{heard}");
}

#[test]
fn a_folder_holds_the_games_as_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    let served = Served::with(|plan| plan.folder = Some(games.clone()));
    let read = |name: &str| std::fs::read_to_string(games.join(name)).unwrap_or_default();
    let within = |name: &str, text: &str| {
        let found = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            read(name).contains(text)
        });
        assert!(found, "{text} is not in {name}: {}", read(name));
    };
    within("games.bpgn", "Nf3");
    served.hub.said(&turn(4, "b8c6"), &[]).expect("it is told");
    within("games.bpgn", "Nc6");
    within("games.pgn", "Nc6");
    within("table.json", "r1bqkbnr");
    assert!(!Path::new(&games).join("none").exists());
}
