use super::*;
use crate::books::tests::{alert, books, played};
use arbiter::event::{AlertKind, AlertState, TurnId};
use board::Seat;
use capture::Image;

const NOW: Duration = Duration::ZERO;

fn hub(profile: &str) -> (Hub, Receiver<Entered>) {
    let (hub, entered) = Hub::new();
    let profile = Profile::named(profile).unwrap();
    let manifest = Manifest { profile: profile.to_toml(), ..books(&[], &[]).manifest };
    hub.open(&manifest, &profile, &Opening::new(&manifest, &profile, Vec::new())).unwrap();
    (hub, entered)
}

fn lines(hub: &Hub, audience: Audience, after: u64) -> Vec<Value> {
    let told = hub.told(hub.edition(NOW), audience, after, NOW, usize::MAX);
    told.iter().map(|told| serde_json::from_str(&told.line).unwrap()).collect()
}

fn names(hub: &Hub, audience: Audience) -> Vec<String> {
    hub.told(hub.edition(NOW), audience, 0, NOW, usize::MAX).iter().map(|told| told.name().to_owned()).collect()
}

#[test]
fn what_was_told_is_there_for_late_comers_and_numbered_without_gaps() {
    let (hub, _entered) = hub("free");
    let mut events = played(&["A e2e4", "A d7d5"]);
    events.push(Event::Alert(alert(1, AlertKind::IllegalMove, AlertState::Opened, "It was.")));
    for event in &events {
        hub.said(event, &["m.pictures/alert-1-before.jpg".to_owned()]).unwrap();
    }
    assert_eq!(names(&hub, Audience::Arbiter).last().unwrap(), "alert");
    assert!(names(&hub, Audience::Broadcast).iter().all(|name| name != "alert"));
    for audience in [Audience::Arbiter, Audience::Broadcast] {
        let told = hub.told(hub.edition(NOW), audience, 0, NOW, usize::MAX);
        assert!(told.iter().map(|told| told.number).eq(1..=told.len() as u64));
        assert_eq!(hub.told(hub.edition(NOW), audience, 1, NOW, 1)[0].number, 2);
        assert!(hub.told(hub.edition(NOW), audience, u64::MAX, NOW, 10).is_empty());
    }
    let last = lines(&hub, Audience::Arbiter, 0).pop().unwrap();
    assert_eq!(last["pictures"], serde_json::json!(["picture/1/0"]));
    assert_eq!(hub.pictures(AlertId(1)), [PathBuf::from("m.pictures/alert-1-before.jpg")]);
    assert!(hub.pictures(AlertId(2)).is_empty());
}

#[test]
fn spectators_are_told_of_no_doubt_and_no_slip() {
    let (hub, _entered) = hub("free");
    let mut events = played(&["A e2e4"]);
    let Some(Event::Turn(turn)) = events.last().cloned() else { panic!("no turn") };
    let surer = arbiter::event::Turn { certainty: turn.certainty - 1, legal: false, ..turn.clone() };
    let other = arbiter::event::Turn { uci: "d2d4".to_owned(), ..turn.clone() };
    events.push(Event::TurnAmended { of: turn.id, turn: surer });
    events.push(Event::TurnAmended { of: turn.id, turn: other });
    events.iter().for_each(|event| hub.said(event, &[]).unwrap());
    let told = lines(&hub, Audience::Broadcast, 0);
    assert_eq!(told.iter().filter(|line| line["event"] == "turn_amended").count(), 1, "{told:?}");
    for field in ["legal", "violations", "certainty", "unwatched", "sources"] {
        assert!(told.iter().all(|line| line.get(field).is_none()), "{field} in {told:?}");
    }
    let table = hub.moment(NOW).table.unwrap();
    assert!(table.text.contains("certainty") && !table.broadcast.contains("certainty"), "{}", table.broadcast);
    assert_eq!(lines(&hub, Audience::Arbiter, 0).iter().filter(|line| line["event"] == "turn_amended").count(), 2);
}

#[test]
fn what_is_kept_until_a_claim_is_shown_to_nobody() {
    let (hub, _entered) = hub("ro");
    let mut kept = alert(7, AlertKind::IllegalMove, AlertState::Opened, "It was.");
    kept.shown = false;
    hub.said(&Event::Alert(kept.clone()), &["a.jpg".to_owned()]).unwrap();
    assert_eq!(names(&hub, Audience::Arbiter), ["session"]);
    assert!(hub.pictures(AlertId(7)).is_empty());
    kept.shown = true;
    hub.said(&Event::Alert(kept), &[]).unwrap();
    assert_eq!(names(&hub, Audience::Arbiter), ["session", "alert"]);
    assert_eq!(hub.pictures(AlertId(7)).len(), 1);
}

#[test]
fn a_delay_is_a_read_of_the_past() {
    let (hub, _entered) = hub("free");
    let events = played(&["A e2e4"]);
    hub.said(&events[0], &[]).unwrap();
    std::thread::sleep(Duration::from_millis(60));
    events[1..].iter().for_each(|event| hub.said(event, &[]).unwrap());
    let late = Duration::from_millis(50);
    assert!(
        hub.told(hub.edition(NOW), Audience::Broadcast, 0, late, 100).len()
            < hub.told(hub.edition(NOW), Audience::Broadcast, 0, NOW, 100).len()
    );
    let placement = |delay| hub.moment(delay).table.unwrap().value["boards"]["A"]["placement"].clone();
    assert_ne!(placement(late), placement(NOW));
    assert_eq!(hub.books(late).unwrap().turns().count(), 0);
    assert_eq!(hub.books(NOW).unwrap().turns().count(), 1);
    let before = hub.elapsed() + Duration::from_secs(1);
    assert!(
        hub.moment(before).table.is_none() && hub.told(hub.edition(NOW), Audience::Arbiter, 0, before, 9).is_empty()
    );
    assert!(hub.books(before).is_err());
}

#[test]
fn the_table_says_which_clock_runs() {
    let (hub, _entered) = hub("free");
    let reading = |ms, pressed, white_ms| ClockReading {
        at: Stamp::from_millis(ms),
        board: BoardId::A,
        pressed,
        white_ms: Some(white_ms),
        black_ms: Some(9000),
    };
    let clock = |hub: &Hub| hub.moment(NOW).table.unwrap().value["boards"]["A"]["clock"].clone();
    hub.taken(&Input::Clock(reading(1000, None, 9000)));
    assert_eq!(clock(&hub)["running"], Value::Null);
    hub.taken(&Input::Clock(reading(2000, Some(Color::Black), 8000)));
    assert_eq!((clock(&hub)["running"].clone(), clock(&hub)["white_ms"].clone()), ("white".into(), 8000.into()));
    hub.taken(&Input::Clock(reading(2500, None, 7500)));
    assert_eq!(clock(&hub)["running"], "white");
    hub.taken(&Input::Clock(reading(9000, None, 0)));
    assert_eq!(clock(&hub)["running"], Value::Null);
    assert!(hub.moment(NOW).now_ms >= 9000);
}

#[test]
fn what_is_entered_waits_and_is_refused_when_nobody_takes_it() {
    let (hub, entered) = hub("free");
    let what = What::Declaration { seat: Seat::ALL[0], promotion: board::Kind::Queen };
    let one = Entered { what, ago: Duration::from_millis(300) };
    for _ in 0..WAITING {
        hub.enter(one.clone()).unwrap();
    }
    assert_eq!(hub.enter(one.clone()), Err(Refused::Busy));
    assert_eq!(entered.recv().unwrap(), one);
    drop(entered);
    assert_eq!(hub.enter(one), Err(Refused::Over));
}

#[test]
fn a_live_picture_is_the_newest_frame_made_smaller() {
    let (hub, _entered) = hub("free");
    let frame = |grey: u8, ms| {
        let image = Image::from_bgr(2000, 1000, vec![grey; 3 * 2000 * 1000]).unwrap();
        Frame { camera: CameraId(0), number: 0, at: Stamp::from_millis(ms), image: Arc::new(image) }
    };
    assert!(hub.picture(CameraId(0)).is_none());
    hub.looked(&frame(10, 100));
    hub.looked(&frame(200, 200));
    let (number, jpeg) = hub.picture(CameraId(0)).unwrap();
    let picture = image::load_from_memory(&jpeg).unwrap().to_rgb8();
    assert_eq!((number, picture.width(), picture.height()), (2, 666, 333));
    assert!(picture.get_pixel(5, 5).0[0].abs_diff(200) < 3);
    assert!(Arc::ptr_eq(&jpeg, &hub.picture(CameraId(0)).unwrap().1), "it was made twice");
    assert_eq!(hub.cameras(), [CameraId(0)]);
}

#[test]
fn another_match_begins_anew() {
    let (hub, _entered) = hub("free");
    let edition = hub.edition(NOW);
    let mut events = played(&["A e2e4"]);
    events.push(Event::TurnWithdrawn { of: TurnId(1), reported: Stamp::ZERO });
    events.iter().for_each(|event| hub.said(event, &[]).unwrap());
    hub.said(&Event::End { at: Stamp::ZERO, placements: Vec::new() }, &[]).unwrap();
    assert!(hub.has_ended() && hub.moment(NOW).ended);
    let profile = Profile::named("ro").unwrap();
    let manifest = books(&[], &[]).manifest;
    let mut changes = hub.changes();
    hub.open(&manifest, &profile, &Opening::new(&manifest, &profile, Vec::new())).unwrap();
    assert!(hub.is_silent() && !hub.has_ended());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        tokio::select! {
            () = hub.pass_on() => {}
            changed = changes.changed() => changed.unwrap(),
        }
    });
    assert_eq!(names(&hub, Audience::Arbiter), ["session"]);
    assert_ne!(hub.edition(NOW), edition);
}

#[test]
fn who_is_kept_behind_sees_a_match_to_its_end() {
    let (hub, _entered) = hub("free");
    let first = hub.edition(NOW);
    played(&["A e2e4"]).iter().for_each(|event| hub.said(event, &[]).unwrap());
    let told = hub.told(first, Audience::Broadcast, 0, NOW, 99).len();
    let match_of = hub.played().unwrap();
    let then = hub.elapsed();
    std::thread::sleep(Duration::from_millis(300));
    hub.open(&match_of.manifest, &match_of.profile, &match_of.opening).unwrap();
    let late = || hub.elapsed() - then;
    assert_ne!(hub.edition(NOW), first);
    assert_eq!(hub.edition(late()), first);
    assert_eq!(hub.told(first, Audience::Broadcast, 0, late(), 99).len(), told);
    assert!(hub.told(hub.edition(NOW), Audience::Broadcast, 0, late(), 99).is_empty());
    assert_eq!(hub.books(late()).unwrap().turns().count(), 1);
    assert_eq!(hub.books(NOW).unwrap().turns().count(), 0);
    let table = |delay| hub.moment(delay).table.unwrap().value.clone();
    assert_eq!(table(late())["boards"]["A"]["turn"], "black");
    assert_eq!(table(NOW)["boards"]["A"]["turn"], "white");
    // and then the next
    std::thread::sleep(Duration::from_millis(60));
    assert_ne!(hub.edition(Duration::from_millis(10)), first);
    // of an edition that nobody knows nothing is told
    assert!(hub.told(0, Audience::Broadcast, 0, NOW, 99).is_empty());
    // nothing piles up
    (0..200).for_each(|_| hub.open(&match_of.manifest, &match_of.profile, &match_of.opening).unwrap());
    assert!(hub.told(first, Audience::Broadcast, 0, NOW, 99).is_empty());
}

#[test]
fn the_next_match_is_asked_for_once_and_only_where_it_can_begin() {
    let (hub, _entered) = hub("free");
    assert!(!hub.ask_for_next() && !hub.next_asked());
    hub.offer_next();
    assert!(hub.ask_for_next() && hub.ask_for_next());
    assert!(hub.next_asked() && !hub.next_asked());
    let result = |result: &str, text: &str| Event::Result {
        result: result.to_owned(),
        text: text.to_owned(),
        articles: Vec::new(),
        reported: Stamp::ZERO,
    };
    hub.said(&result("1-0", "Ab is mated."), &[]).unwrap();
    assert_eq!(hub.result().as_deref(), Some("1-0"));
    hub.said(&result("*", ""), &[]).unwrap();
    assert_eq!(hub.result(), None);
    hub.recorded_in(Some(PathBuf::from("two.tandem")));
    let played = hub.played().unwrap();
    hub.said(&result("0-1", "Aw is mated."), &[]).unwrap();
    hub.open(&played.manifest, &played.profile, &played.opening).unwrap();
    // a match that begins has no result, and what the run can do it can do again
    assert_eq!((hub.result(), hub.session()), (None, Some(PathBuf::from("two.tandem"))));
    assert!(hub.offers_next());
}
