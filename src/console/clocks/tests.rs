use super::state::{ClockSetting, State};
use super::*;
use Color::{Black, White};

const A: BoardId = BoardId::A;

fn state(base_ms: i64, increment_ms: i64, delay_ms: i64) -> (State, Instant) {
    let mut state = State::new(ClockSetting { base_ms, increment_ms, delay_ms });
    let start = Instant::now();
    assert_eq!(state.start(start).unwrap().len(), 2);
    (state, start)
}

fn after(start: Instant, ms: u64) -> Instant {
    start + Duration::from_millis(ms)
}

#[test]
fn a_press_takes_what_was_thought_and_gives_the_increment() {
    let (mut state, start) = state(10_000, 2000, 0);
    assert!(state.press(A, Black, after(start, 10)).is_err());
    let reading = state.press(A, White, after(start, 3000)).unwrap();
    assert_eq!((reading.pressed, reading.left), (Some(White), [9000, 10_000]));
    assert_eq!(state.press(A, Black, after(start, 4500)).unwrap().left, [9000, 10_500]);
    assert_eq!(state.object(after(start, 5000))["boards"]["A"]["white_ms"], 8500);
    assert_eq!(state.object(after(start, 5000))["boards"]["B"]["white_ms"], 5000);
    assert!(state.start(start).is_err());
}

#[test]
fn the_delay_is_not_counted_also_across_a_pause() {
    let (mut state, start) = state(10_000, 0, 2000);
    assert_eq!(state.press(A, White, after(start, 1500)).unwrap().left[0], 10_000);
    assert_eq!(state.press(A, Black, after(start, 4500)).unwrap().left[1], 9000);
    // 1.5 s of White's delay, then a pause, then the rest
    assert_eq!(state.pause(&[A], after(start, 6000))[0].left, [10_000, 9000]);
    assert!(state.press(A, White, after(start, 7000)).is_err());
    assert_eq!(state.resume(&[A], after(start, 60_000)).len(), 1);
    assert_eq!(state.press(A, White, after(start, 61_000)).unwrap().left[0], 9500);
}

#[test]
fn a_flag_falls_when_it_falls_and_not_when_it_is_looked_at() {
    let (mut state, start) = state(1000, 0, 500);
    assert!(state.flags(after(start, 1499), [true; 2]).is_empty());
    let readings = state.flags(after(start, 1600), [true, false]);
    assert_eq!(readings.len(), 1);
    assert_eq!((readings[0].board, readings[0].left, readings[0].at), (A, [0, 1000], after(start, 1500)));
    let object = state.object(after(start, 1600));
    assert_eq!((&object["boards"]["A"]["flagged"], &object["boards"]["B"]["flagged"]), (&json!("white"), &Value::Null));
}

#[test]
fn a_press_that_is_told_late_counts_when_it_was_made() {
    let (mut state, start) = state(1000, 0, 0);
    assert_eq!(state.flags(after(start, 2000), [true; 2]).len(), 2);
    assert!(state.press(A, White, after(start, 1500)).is_err(), "it was pressed after the flag");
    let reading = state.press(A, White, after(start, 900)).unwrap();
    assert_eq!(reading.left, [100, 1000]);
    assert_eq!(state.object(after(start, 1000))["boards"]["A"]["black_ms"], 900);
}

#[test]
fn a_press_that_is_sent_twice_counts_once_and_reaches_the_run() {
    let (hub, entered) = Hub::new();
    let clocks = Clocks::new(hub);
    let now = Instant::now();
    clocks.act(Action::Start { ago_ms: 0 }, now).unwrap();
    let press = Action::Press { board: A, color: White, ago_ms: 0, id: "tablet-1".to_owned() };
    clocks.act(press.clone(), after(now, 500)).unwrap();
    clocks.act(press, after(now, 700)).unwrap();
    let told: Vec<Entered> = entered.try_iter().collect();
    assert_eq!(told.len(), 3);
    assert_eq!(told[2].what, What::Clock { board: A, pressed: Some(White), white_ms: 299_500, black_ms: 300_000 });
    let late = Action::Press { board: A, color: Black, ago_ms: 400, id: String::new() };
    clocks.act(late, after(now, 2000)).unwrap();
    let late = entered.try_recv().unwrap();
    assert_eq!(late.ago, Duration::from_millis(400));
    assert_eq!(late.what, What::Clock { board: A, pressed: Some(Black), white_ms: 299_500, black_ms: 298_900 });
}

#[test]
fn times_that_make_no_sense_are_refused() {
    let (hub, _entered) = Hub::new();
    let clocks = Clocks::new(hub);
    for (base_ms, increment_ms, delay_ms) in [(0, 0, 0), (i64::MAX, 0, 0), (1000, -1, 0), (1000, 0, i64::MIN)] {
        let set = Action::Set(ClockSetting { base_ms, increment_ms, delay_ms });
        assert!(clocks.act(set, Instant::now()).is_err(), "{base_ms} {increment_ms} {delay_ms}");
    }
    let seat = Seat::new(A, White);
    assert!(clocks.act(Action::Adjust { seat, by_ms: i64::MIN }, Instant::now()).is_err());
    clocks.act(Action::Adjust { seat, by_ms: -400_000 }, Instant::now()).unwrap();
    assert_eq!(clocks.object(Instant::now())["boards"]["A"]["white_ms"], 0);
}
