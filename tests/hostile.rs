//! Requests that no page of ours makes: each is refused, nothing is entered, and everybody else is served as before.

use crate::console::{JSON, Served, status};
use std::time::Duration;
use tandem::console::Role;

const FORM: &str = "Content-Type: application/x-www-form-urlencoded";

#[test]
fn every_hostile_request_is_refused_and_does_no_harm() {
    let served = Served::with(|_| {});
    let host = served.host();
    let [arbiter, clock, broadcaster] = [Role::Arbiter, Role::Clock, Role::Broadcaster]
        .map(|role| format!("Authorization: Bearer {}", served.key(role)));
    let own = format!("Origin: http://{host}");
    let cookie = format!("Cookie: tandem-{}={}", served.console.address().port(), served.key(Role::Arbiter));
    let note = r#"{"ruling":"note","text":"x"}"#;
    let press = r#"{"do":"press","board":"A","color":"white"}"#;
    let long = "x".repeat(20_000);
    let deep = "[".repeat(4000);
    let field = format!("X-Long: {}", "y".repeat(20_000));
    let key = served.key(Role::Arbiter).to_owned();
    let shorter = format!("Authorization: Bearer {}", &key[..31]);
    let upper = format!("Authorization: Bearer {}", key.to_uppercase());
    let long_note = format!(r#"{{"ruling":"note","text":"{}"}}"#, "n".repeat(3000));
    let path_long = format!("/{}", "a".repeat(9000));
    let a_port = format!("Origin: http://127.0.0.1:{}", served.console.address().port().wrapping_add(1).max(1));

    let other_port = format!("Cookie: tandem-1={key}");
    let twice = format!("Cookie: tandem-{0}=x; tandem-{0}={key}", served.console.address().port());
    let at_evil = format!("Origin: http://{host}@evil.example");
    let hoard = format!(r#"{{"ruling":"reserve","seat":"Aw","held":"{}"}}"#, "Q".repeat(5000));
    let nested = format!("{}1{}", r#"{"ruling":"#.repeat(1500), "}".repeat(1500));
    let long_name = format!(r#"{{"tags":{{"WhiteA":"{}"}}}}"#, "n".repeat(17_000));

    // method, path, head fields, body; each is answered by a refusal
    let hostile: Vec<(&str, &str, Vec<&str>, &str)> = vec![
        // without a key, or with one that is none
        ("GET", "/", vec![], ""),
        ("GET", "/?key=", vec![], ""),
        ("GET", "/?key=00000000000000000000000000000000", vec![], ""),
        ("GET", "/?key=%00", vec![], ""),
        ("GET", "/clock/A", vec![], ""),
        ("GET", "/seats", vec![], ""),
        ("GET", "/report.html", vec![], ""),
        ("GET", "/camera/0", vec![], ""),
        ("GET", "/appeal/1", vec![], ""),
        ("GET", "/appeal/1", vec![&clock], ""),
        ("GET", "/appeal/../1", vec![&arbiter], ""),
        ("GET", "/appeal/1", vec![&arbiter], ""),
        ("GET", "/picture/1/0", vec![], ""),
        ("GET", "/api/articles", vec![], ""),
        ("GET", "/api/clock", vec![], ""),
        ("POST", "/api/enter", vec![&own, JSON], note),
        ("POST", "/api/clock", vec![&own, JSON], press),
        ("POST", "/api/names", vec![&own, JSON], r#"{"tags":{}}"#),
        ("POST", "/api/enter", vec![&shorter, JSON], note),
        ("POST", "/api/enter", vec![&upper, JSON], note),
        ("POST", "/api/enter", vec!["Authorization: Bearer ", JSON], note),
        ("POST", "/api/enter", vec!["Authorization: Basic YTpi", JSON], note),
        ("POST", "/sign-in", vec![&own, "Content-Type: application/x-www-form-urlencoded"], "password=guess"),
        // with the key of another role
        ("POST", "/api/enter", vec![&clock, JSON], note),
        ("POST", "/api/enter", vec![&clock, JSON], r#"{"ruling":"penalty","seat":"Aw","penalty":"loss"}"#),
        ("POST", "/api/enter", vec![&clock, JSON], r#"{"ruling":"claim","seat":"Aw","claim":"flag"}"#),
        ("POST", "/api/enter", vec![&clock, JSON], r#"{"ruling":"claim","seat":"Aw","claim":"flag","by":"Ab"}"#),
        ("POST", "/api/enter", vec![&broadcaster, JSON], note),
        ("POST", "/api/clock", vec![&broadcaster, JSON], press),
        ("POST", "/api/clock", vec![&clock, JSON], r#"{"do":"pause"}"#),
        ("POST", "/api/clock", vec![&clock, JSON], r#"{"do":"adjust","seat":"Aw","by_ms":60000}"#),
        ("POST", "/api/names", vec![&clock, JSON], r#"{"tags":{}}"#),
        ("GET", "/report.html", vec![&clock], ""),
        ("GET", "/camera/0", vec![&broadcaster], ""),
        ("GET", "/picture/1/0", vec![&clock], ""),
        // by another site's page, with the cookie that the browser adds
        ("POST", "/api/enter", vec![&cookie, JSON], note),
        ("POST", "/api/enter", vec![&cookie, "Origin: http://evil.example", JSON], note),
        ("POST", "/api/enter", vec![&cookie, "Origin: null", JSON], note),
        ("POST", "/api/enter", vec![&cookie, &a_port, JSON], note),
        ("POST", "/api/enter", vec![&cookie, &own, "Sec-Fetch-Site: cross-site", JSON], note),
        ("POST", "/api/enter", vec![&cookie, &own, "Content-Type: text/plain"], note),
        ("POST", "/api/enter", vec![&cookie, &own, "Content-Type: application/x-www-form-urlencoded"], note),
        (
            "GET",
            "/api/socket",
            vec![
                &cookie,
                "Origin: http://evil.example",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            ],
            "",
        ),
        // the next match, the set-up, films and figures
        ("POST", "/api/next", vec![&own, JSON], r#"{"seating":"kept"}"#),
        ("POST", "/api/next", vec![&clock, JSON], r#"{"seating":"kept"}"#),
        ("POST", "/api/next", vec![&broadcaster, JSON], r#"{"seating":"kept"}"#),
        ("POST", "/api/next", vec![&cookie, "Origin: http://evil.example", JSON], r#"{"seating":"kept"}"#),
        ("POST", "/api/next", vec![&arbiter, JSON], r#"{"seating":"kept"}"#),
        ("POST", "/api/next", vec![&arbiter, JSON], r#"{"seating":"standing"}"#),
        ("POST", "/api/next", vec![&arbiter, JSON], r#"{"tags":{"Result":"1-0"}}"#),
        ("POST", "/api/next", vec![&arbiter, JSON], r#"{"session":"/etc/passwd"}"#),
        ("GET", "/setup", vec![], ""),
        ("GET", "/setup", vec![&clock], ""),
        ("GET", "/setup", vec![&broadcaster], ""),
        ("GET", "/api/setup", vec![], ""),
        ("GET", "/api/setup", vec![&broadcaster], ""),
        ("POST", "/api/setup", vec![&own, JSON], r#"{"do":"devices"}"#),
        ("POST", "/api/setup", vec![&clock, JSON], r#"{"do":"devices"}"#),
        ("POST", "/api/setup", vec![&cookie, "Origin: http://evil.example", JSON], r#"{"do":"devices"}"#),
        ("POST", "/api/setup", vec![&arbiter, JSON], r#"{"do":"start","profile":"gr"}"#),
        ("GET", "/clip/1/0", vec![], ""),
        ("GET", "/clip/1/0", vec![&clock], ""),
        ("GET", "/clip/1/0", vec![&arbiter], ""),
        ("GET", "/clip/..%2f..%2fetc/0", vec![&arbiter], ""),
        ("GET", "/clip/1/..%2f..%2fetc%2fpasswd", vec![&arbiter], ""),
        ("GET", "/api/clips/1", vec![&broadcaster], ""),
        ("GET", "/api/clips/-1", vec![&arbiter], ""),
        ("GET", "/metrics", vec![], ""),
        ("GET", "/metrics", vec![&clock], ""),
        ("POST", "/api/names", vec![&arbiter, JSON], r#"{"tags":{},"day":[],"teams":[{"name":"x","players":["a"]}]}"#),
        // paths that lead out, or nowhere
        ("GET", "/../Cargo.toml", vec![&arbiter], ""),
        ("GET", "/assets/../../Cargo.toml", vec![&arbiter], ""),
        ("GET", "/assets/..%2f..%2fCargo.toml", vec![&arbiter], ""),
        ("GET", "/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd", vec![&arbiter], ""),
        ("GET", "/assets//etc/passwd", vec![&arbiter], ""),
        ("GET", "/assets/console.js%00.css", vec![&arbiter], ""),
        ("GET", "/picture/..%2f..%2fetc%2fpasswd/0", vec![&arbiter], ""),
        ("GET", "/picture/1/-1", vec![&arbiter], ""),
        ("GET", "/picture/99999999999999999999/0", vec![&arbiter], ""),
        ("GET", "/camera/..", vec![&arbiter], ""),
        ("GET", "/camera/256", vec![&arbiter], ""),
        ("GET", "/clock/C", vec![&arbiter], ""),
        ("GET", "/clock/A%2f..%2fB", vec![&arbiter], ""),
        ("GET", &path_long, vec![&arbiter], ""),
        ("GET", "/.git/config", vec![&arbiter], ""),
        // methods that are not there
        ("DELETE", "/games.pgn", vec![&arbiter], ""),
        ("PUT", "/api/enter", vec![&arbiter, JSON], note),
        ("TRACE", "/", vec![&arbiter], ""),
        ("OPTIONS", "/api/enter", vec!["Origin: http://evil.example", "Access-Control-Request-Method: POST"], ""),
        // numbers and words that are none
        ("GET", "/api/events?delay=-1", vec![], ""),
        ("GET", "/api/events?delay=NaN", vec![], ""),
        ("GET", "/api/events?delay=inf", vec![], ""),
        ("GET", "/api/events?delay=1e300", vec![], ""),
        ("GET", "/api/events?delay=x", vec![], ""),
        ("GET", "/api/events?clock=Z", vec![], ""),
        ("GET", "/games.pgn?delay=99999999", vec![], ""),
        // bodies that are none
        ("POST", "/api/enter", vec![&arbiter, JSON], "{"),
        ("POST", "/api/enter", vec![&arbiter, JSON], "[]"),
        ("POST", "/api/enter", vec![&arbiter, JSON], "null"),
        ("POST", "/api/enter", vec![&arbiter, JSON], &deep),
        ("POST", "/api/enter", vec![&arbiter, JSON], &long),
        ("POST", "/api/enter", vec![&arbiter, JSON], &long_note),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"hang"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"note","text":"x","more":1}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"uphold","alert":-1}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"uphold","alert":1e99}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"turn","turn":1,"uci":"e2e4; DROP TABLE events"}"#),
        (
            "POST",
            "/api/enter",
            vec![&arbiter, JSON],
            r#"{"ruling":"position","board":"A","placement":"9/8/8/8/8/8/8/8","to_move":"white"}"#,
        ),
        (
            "POST",
            "/api/enter",
            vec![&arbiter, JSON],
            r#"{"ruling":"penalty","seat":"Aw","penalty":"time","seconds":99999999999}"#,
        ),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"declare":"Aw","promotion":"K"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"declare":"Xx","promotion":"Q"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"declare":"Aw","promotion":""}"#),
        ("POST", "/api/clock", vec![&arbiter, JSON], press),
        ("POST", "/api/clock", vec![&arbiter, JSON], r#"{"do":"set","base_ms":0,"increment_ms":0,"delay_ms":0}"#),
        (
            "POST",
            "/api/clock",
            vec![&arbiter, JSON],
            r#"{"do":"set","base_ms":9223372036854775807,"increment_ms":0,"delay_ms":0}"#,
        ),
        ("POST", "/api/clock", vec![&arbiter, JSON], r#"{"do":"press","board":"A","color":"white","ago_ms":-5}"#),
        ("POST", "/api/names", vec![&arbiter, JSON], r#"{"tags":{"Result":"1-0"}}"#),
        ("POST", "/api/names", vec![&arbiter, JSON], r#"{"tags":{},"day":[{"one":"a","two":"b","result":"9-9"}]}"#),
        // keys of another place, and two of them
        ("GET", "/", vec![&other_port], ""),
        ("GET", "/", vec![&twice], ""),
        ("POST", "/api/enter", vec!["Authorization: Bearer x", &arbiter, JSON], note),
        ("GET", "/clock/A?key=x", vec![], ""),
        ("GET", "/?key=%0d%0aSet-Cookie:%20x=y", vec![], ""),
        ("GET", "/?key[]=x", vec![], ""),
        // a page of this machine's, but not ours
        ("POST", "/api/enter", vec![&cookie, &own, "Sec-Fetch-Site: same-site", JSON], note),
        ("POST", "/api/enter", vec![&cookie, &at_evil, JSON], note),
        ("POST", "/api/enter", vec![&cookie, "Origin: https://127.0.0.1", JSON], note),
        ("POST", "/sign-in", vec![&cookie, "Origin: http://evil.example", FORM], "password=correct+horse"),
        ("POST", "/sign-in", vec![&cookie, &own, FORM], "password=correct+horse"),
        ("GET", "http://evil.example/live", vec![], ""),
        // more paths that lead out, or nowhere
        ("GET", "/assets/%252e%252e%252fCargo.toml", vec![&arbiter], ""),
        ("GET", "/assets/..%5c..%5cCargo.toml", vec![&arbiter], ""),
        ("GET", "/assets/style.css/../../../etc/passwd", vec![&arbiter], ""),
        ("GET", "/assets/%c0%ae%c0%ae%c0%afetc%c0%afpasswd", vec![&arbiter], ""),
        ("GET", "/assets/%ff", vec![&arbiter], ""),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", vec![&arbiter], ""),
        ("GET", "//evil.example/%2f..", vec![&arbiter], ""),
        ("GET", "/picture/0/0%2f..%2f..", vec![&arbiter], ""),
        ("GET", "/picture/4294967296/0", vec![&arbiter], ""),
        ("GET", "/camera/0%00", vec![&arbiter], ""),
        ("GET", "/camera/-1", vec![&arbiter], ""),
        ("GET", "/appeal/1.html", vec![&arbiter], ""),
        ("GET", "/appeal/0x1", vec![&arbiter], ""),
        ("GET", "/report.html/../../Cargo.toml", vec![&arbiter], ""),
        ("GET", "/clock/a", vec![&arbiter], ""),
        ("GET", "/clock/AB", vec![&arbiter], ""),
        ("GET", "/api", vec![&arbiter], ""),
        ("GET", "/api/clips/1%0d%0aSet-Cookie:x", vec![&arbiter], ""),
        ("GET", "/games.pgn/..%2fday.json", vec![&arbiter], ""),
        ("GET", "/day.json", vec![&arbiter], ""),
        // methods that are not those
        ("POST", "/live", vec![&arbiter, "X-HTTP-Method-Override: GET"], "x"),
        ("POST", "/api/events", vec![&arbiter, JSON], note),
        ("PATCH", "/api/names", vec![&arbiter, JSON], r#"{"tags":{}}"#),
        ("get", "/report.html", vec![&arbiter], ""),
        ("DELETE", "/clip/1/0", vec![&arbiter], ""),
        ("GET", "/api/enter?ruling=note&text=x", vec![&arbiter], ""),
        // more numbers and words that are none
        ("GET", "/api/events?delay=1&delay=2", vec![], ""),
        ("GET", "/api/events?delay=", vec![], ""),
        ("GET", "/api/names?delay=-1", vec![], ""),
        ("GET", "/api/table?delay=0x10", vec![], ""),
        ("GET", "/api/events?clock=A&clock=B", vec![], ""),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"uphold","alert":4294967296}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"uphold","alert":1.5}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"turn","turn":1,"uci":"<svg/>"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"turn","turn":1,"uci":""}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"note","text":"\u001b[2J\u001b]0;x\u0007"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"note","text":"won \u202e1-0"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"note","text":"\ud800"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"reserve","seat":"Aw","held":"<b>"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], &hoard),
        (
            "POST",
            "/api/enter",
            vec![&arbiter, JSON],
            r#"{"ruling":"penalty","seat":"Aw","penalty":"time","seconds":4294967295}"#,
        ),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"result","board":"A","result":"<b>1-0</b>"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"ruling":"clocks","board":"C","run":true}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"declare":"Aw","promotion":"Q","by":"Bw"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], r#"{"declare":"Aw","promotion":"QQ"}"#),
        ("POST", "/api/enter", vec![&arbiter, JSON], &nested),
        ("POST", "/api/enter", vec![&clock, JSON], r#"{"ruling":"claim","seat":"Aw","claim":"<script>","by":"Aw"}"#),
        ("POST", "/api/clock", vec![&clock, JSON], r#"{"do":"pause"}"#),
        ("POST", "/api/clock", vec![&clock, JSON], r#"{"do":"adjust","seat":"Aw","by_ms":60000}"#),
        ("POST", "/api/clock", vec![&broadcaster, JSON], r#"{"do":"start"}"#),
        ("POST", "/api/clock", vec![&arbiter, JSON], r#"{"do":"adjust","seat":"Aw","by_ms":-9223372036854775808}"#),
        ("POST", "/api/clock", vec![&arbiter, JSON], r#"{"do":"press","board":"C","color":"white"}"#),
        ("POST", "/api/clock", vec![&arbiter, JSON], r#"{"do":"press","board":"A","color":"red"}"#),
        ("POST", "/api/clock", vec![&arbiter, JSON], r#"{"do":"start","ago_ms":18446744073709551616}"#),
        ("POST", "/api/names", vec![&arbiter, JSON], r#"{"tags":{"__proto__":"x"}}"#),
        ("POST", "/api/names", vec![&arbiter, JSON], r#"{"tags":{"WhiteA":{"x":1}}}"#),
        ("POST", "/api/names", vec![&arbiter, JSON], r#"{"tags":{"White\"]\n[Evil":"x"}}"#),
        ("POST", "/api/names", vec![&arbiter, JSON], &long_name),
        (
            "POST",
            "/api/setup",
            vec![&arbiter, JSON],
            r#"{"do":"cameras","cameras":[{"source":"/etc/passwd","boards":["A"]}]}"#,
        ),
        // heads that are too much
        ("GET", "/live", vec![&field], ""),
        // another's name
        ("GET", "/live", vec!["Host: evil.example"], ""),
    ];
    assert!(hostile.len() >= 50, "only {} requests", hostile.len());
    for (method, path, fields, body) in &hostile {
        if *method != "GET" {
            // slower than what is refused for coming too fast
            std::thread::sleep(Duration::from_millis(60));
        }
        let (status, heard) = served.ask(method, path, fields, body);
        let shown: String = format!("{method} {path} {fields:?} {body}").chars().take(200).collect();
        assert!((400..500).contains(&status) && status != 429, "{shown}: {status} {}", &heard[..heard.len().min(300)]);
        assert!(!heard.contains(&key) && !heard.contains("panicked"), "{shown}: {heard}");
        assert!(!heard.contains("[workspace]") && !heard.contains("root:"), "{shown} led out");
    }
    println!("{} hostile requests were refused", hostile.len());

    // what is no request at all
    let raw: &[&[u8]] = &[
        b"\0\0\0\0",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /live HTTP/1.1\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\nConnection: close\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\r\n",
        b"GET /live HTTP/1.0\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n X: folded\r\nno colon\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\0\r\n\r\n",
        b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip, identity\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ];
    let smuggled = format!(
        "GET /nothing HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\n\r\nxxxxPOST /api/enter HTTP/1.1\r\nHost: {host}\r\n{JSON}\r\nContent-Length: {}\r\n\r\n{note}",
        note.len()
    );
    let many = format!("GET /live HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "X: y\r\n".repeat(500));
    // JSON in letters that are none, and in another encoding
    let written = |body: &[u8]| {
        let head = format!(
            "POST /api/enter HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{arbiter}\r\n{JSON}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    };
    let utf16: Vec<u8> = note.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let others = [
        smuggled.into_bytes(),
        many.into_bytes(),
        written(b"{\"ruling\":\"note\",\"text\":\"\xff\xfe\"}"),
        written(&utf16),
    ];
    println!("and {} that are none", raw.len() + others.len());
    for bytes in raw.iter().copied().chain(others.iter().map(Vec::as_slice)) {
        let heard = served.send(bytes);
        assert!(
            heard.is_empty() || (400..506).contains(&status(&heard)),
            "{:?}: {heard}",
            String::from_utf8_lossy(bytes)
        );
    }

    // nothing was entered, and everybody else is served as before
    assert!(served.entered.try_iter().next().is_none(), "something was entered");
    assert_eq!(served.as_role(Role::Arbiter, "GET", "/", "").0, 200);
    assert_eq!(served.ask("GET", "/live", &[], "").0, 200);
    let run = served.answering();
    let (status, heard) = served.as_role(Role::Arbiter, "POST", "/api/enter", note);
    assert!(status == 200 && heard.contains("\"accepted\":true"), "{heard}");
    run.join().expect("a note was entered");
}
