//! What is no single request: connections that are held open, sent slowly or never read, floods, and texts that want to be markup.

use crate::console::{JSON, Served, status, turn};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tandem::console::Role;

/// A connection with a patient reader.
fn connect(served: &Served, begin: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(served.console.address()).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(40))).expect("a timeout");
    stream.write_all(begin).expect("it hears");
    stream
}

/// All that comes until the other side closes; `None` when it does not within forty seconds.
fn rest(mut stream: TcpStream) -> Option<String> {
    let mut heard = Vec::new();
    let mut part = [0u8; 4096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => return Some(String::from_utf8_lossy(&heard).into_owned()),
            Ok(length) => heard.extend_from_slice(&part[..length]),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                return None;
            }
            Err(_) => return Some(String::from_utf8_lossy(&heard).into_owned()),
        }
    }
}

/// That pages are served to everybody else, and soon.
fn others_are_served(served: &Served) {
    let began = Instant::now();
    assert_eq!(served.ask("GET", "/live", &[], "").0, 200);
    assert_eq!(served.as_role(Role::Arbiter, "GET", "/api/hello", "").0, 200);
    assert!(began.elapsed() < Duration::from_secs(5), "others waited for {:?}", began.elapsed());
}

#[test]
fn who_sends_slowly_is_left_and_nobody_waits_for_him() {
    let served = Served::with(|_| {});
    let head = format!("POST /api/enter HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer x\r\n{JSON}\r\n", served.host());
    let with_key = format!("{head}Authorization: Bearer {}\r\nContent-Length: 100\r\n\r\n{{", served.key(Role::Clock));
    let slow: Vec<TcpStream> = (0..60)
        .map(|number| match number % 3 {
            // a head that does not end, a body that does not come, a body in pieces that do not come
            0 => connect(&served, b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"),
            1 => connect(&served, with_key.as_bytes()),
            _ => connect(&served, format!("{head}Transfer-Encoding: chunked\r\n\r\n5\r\n{{").as_bytes()),
        })
        .collect();
    others_are_served(&served);
    let told: Vec<_> = slow.into_iter().map(|stream| std::thread::spawn(move || rest(stream))).collect();
    for (number, told) in told.into_iter().enumerate() {
        let heard = told.join().expect("a reader").unwrap_or_else(|| panic!("connection {number} is held open"));
        assert!(number % 3 == 0 || status(&heard) == 408, "{heard}");
    }
    assert!(served.entered.try_iter().next().is_none(), "something was entered");
}

#[test]
fn who_reads_nothing_holds_up_nobody() {
    let served = Served::with(|_| {});
    let ask = format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n\r\n", served.host());
    let deaf: Vec<TcpStream> = (0..100).map(|_| connect(&served, ask.as_bytes())).collect();
    let began = Instant::now();
    // moves of a king and back, more than a connection's buffers hold for a hundred who do not read
    for id in 4..1500 {
        let uci = ["b8c6", "f3g1", "c6b8", "g1f3"][id as usize % 4];
        served.hub.said(&turn(id, uci), &[]).expect("it is told");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "the run was held up: {:?}", began.elapsed());
    others_are_served(&served);
    drop(deaf);
}

#[test]
fn a_flood_without_a_key_is_slowed_down_and_the_arbiter_is_not() {
    let served = Served::with(|_| {});
    let own = format!("Origin: http://{}", served.host());
    let statuses: Vec<u16> = (0..200)
        .map(|_| served.ask("POST", "/api/enter", &[&own, JSON], r#"{"ruling":"note","text":"x"}"#).0)
        .collect();
    assert!(statuses.contains(&429), "nothing was slowed down");
    assert!(statuses.iter().all(|status| [403, 429].contains(status)), "{statuses:?}");
    let run = served.answering();
    let (status, heard) = served.as_role(Role::Arbiter, "POST", "/api/enter", r#"{"ruling":"note","text":"x"}"#);
    assert_eq!(status, 200, "{heard}");
    run.join().expect("a note was entered");
}

/// A frame of a WebSocket as a browser sends it, with a mask of zeros.
fn frame(opcode: u8, length: &[u8], payload: &[u8]) -> Vec<u8> {
    [&[0x80 | opcode, 0x80 | length[0]], &length[1..], &[0; 4], payload].concat()
}

#[test]
fn nothing_is_entered_through_a_socket_and_what_is_too_large_ends_it() {
    let served = Served::with(|_| {});
    let upgrade = format!(
        "GET /api/socket HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        served.host(),
        served.key(Role::Arbiter)
    );
    let note = br#"{"ruling":"note","text":"x"}"#;
    let small = frame(1, &[note.len() as u8], note);
    let hostile = [
        // five thousand bytes, 2^63 bytes, letters that are none, a word that is no kind of frame
        frame(1, &[126, 0x13, 0x88], &[b'x'; 5000]),
        frame(1, &[127, 0x80, 0, 0, 0, 0, 0, 0, 0], b"x"),
        frame(1, &[2], &[0xff, 0xfe]),
        frame(5, &[0], b""),
    ];
    for last in hostile {
        let mut stream = connect(&served, upgrade.as_bytes());
        (0..20).for_each(|_| stream.write_all(&small).expect("it hears"));
        stream.write_all(&last).expect("it hears");
        let heard = rest(stream).expect("the socket is held open");
        assert_eq!(status(&heard), 101, "{heard}");
    }
    assert!(served.entered.try_iter().next().is_none(), "something was entered");
    others_are_served(&served);
}

#[test]
fn a_place_in_the_stream_that_is_none_is_the_beginning() {
    let served = Served::with(|_| {});
    for place in ["", "x", "-1", "1-", "ff-99999999999999999999", "0-0", "%00", "<script>", &"9".repeat(4000)] {
        let (status, heard) = served.ask("GET", "/api/events", &[&format!("Last-Event-ID: {place}")], "");
        assert!(status == 200 && heard.contains("event: begin") && heard.contains("e2e4"), "{place}: {heard}");
        assert!(place.is_empty() || !heard.contains(place) || place.len() < 4, "{place} came back");
    }
}

#[test]
fn what_was_typed_is_text_in_files_of_games_and_reports() {
    let served = Served::with(|_| {});
    let names = serde_json::json!({"tags": {
        "WhiteA": "<img src=x onerror=alert(1)>",
        "BlackA": "\"]\n[Result \"0-1\"]\n[Evil \"",
        "WhiteB": "}} {[%clk 9:99]} \\\" 1. e4",
        "BlackB": "<svg/onload=alert(1)>",
        "Event": "</title><script>alert(1)</script>",
        "TeamOne": "\u{202e}'><b>",
    }, "day": [{"one": "<b>a</b>", "two": "\"><script>", "result": "1-0"}]});
    assert_eq!(served.as_role(Role::Broadcaster, "POST", "/api/names", &names.to_string()).0, 204);
    for path in ["/games.bpgn", "/games.pgn"] {
        let (status, heard) = served.ask("GET", path, &[], "");
        assert_eq!(status, 200, "{heard}");
        let text = heard.split_once("\r\n\r\n").map_or("", |(_, text)| text);
        let tags: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).collect();
        assert!(!tags.iter().any(|tag| tag.starts_with("[Evil") || tag.starts_with("[Result \"0-1")), "{text}");
        // each tag is one line that ends as it should, with every quotation mark inside escaped
        for tag in &tags {
            let value = tag.split_once(" \"").and_then(|(_, value)| value.strip_suffix("\"]")).expect(tag);
            let plain = value.replace("\\\\", "").replace("\\\"", "");
            assert!(!plain.contains('"'), "{tag}");
        }
        assert_eq!(
            tags.iter().filter(|tag| tag.starts_with("[Event ")).count(),
            if path.ends_with("bpgn") { 1 } else { 2 }
        );
    }
    let (status, heard) = served.as_role(Role::Arbiter, "GET", "/report.html", "");
    assert_eq!(status, 200, "{heard}");
    for markup in ["<img src=x", "<svg/onload", "<script>alert", "\u{202e}"] {
        assert!(!heard.contains(markup), "{markup} is in the report");
    }
    // what is shown as it was typed is a JSON text
    let (_, heard) = served.ask("GET", "/api/names", &[], "");
    assert!(heard.contains("content-type: application/json") && heard.contains("nosniff"), "{heard}");
}

#[test]
fn who_is_kept_behind_reads_no_result_in_the_names() {
    let served = Served::with(|plan| plan.delay = Duration::from_secs(3600));
    let names = r#"{"tags":{"WhiteA":"Ann"},"day":[{"one":"a","two":"b","result":"1-0"}]}"#;
    assert_eq!(served.as_role(Role::Arbiter, "POST", "/api/names", names).0, 204);
    for path in ["/api/names", "/api/names?delay=0", "/api/names?audience=x", "/api/events", "/api/events?delay=0"] {
        let (status, heard) = served.ask("GET", path, &[], "");
        assert!(status == 200 && !heard.contains("1-0") && !heard.contains("Ann"), "{path}: {heard}");
    }
    assert!(served.as_role(Role::Arbiter, "GET", "/api/names", "").1.contains("Ann"));
    assert!(served.as_role(Role::Broadcaster, "GET", "/api/names?delay=0", "").1.contains("1-0"));
}
