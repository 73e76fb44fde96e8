//! Proceedings written as scripts: one line an input, what must follow from it behind `=>`.
//!
//! ```text
//! board A r3k3/8/8/8/8/8/8/4K2R w - -     where play begins (both boards at the start of a game otherwise)
//! 0 clocks                                both clocks are started, White's time running
//! 1 Aw e2e4                               a move, at second 1
//! 1.5 Aw press => log completed Aw GR-33  what must be said, separated by `;`
//! 2 A e7e5 g1f3                           moves of a board in turn, each pressed, a fifth of a second apart
//! check reserve Bb NP                     what must hold now
//! ```
//!
//! Everything said but what is only kept on record (`log`) has to be listed, in order. A detail in round brackets is compared where it is
//! given, and ` ()` says that there is none; `no log undone` bars what
//! begins so. Lines that begin with `=>` belong to the one before; `#` begins a comment.
use arbiter::{
    procedures::{Claim, ClockAt, Hand, Happening, Input, Proceedings, Ruling, Speech, Zone},
    profile::{Penalty, Profile},
    rules::{GameEnd, Move, Pocket, Position, Table, Verdict},
};
use board::{BoardId, Color, Content, Kind, Piece, Placement, Seat, Square, Stamp};
use std::{collections::HashMap, sync::LazyLock};

/// The built-in profiles, read once: hundreds of scripts ask for them.
static PROFILES: LazyLock<HashMap<&str, Profile>> = LazyLock::new(|| {
    let read = |name| (name, Profile::named(name).unwrap_or_else(|error| panic!("{name}: {error}")));
    Profile::NAMES.into_iter().map(read).collect()
});

/// Plays a script under a built-in profile.
pub fn play(profile: &str, script: &str) -> Proceedings {
    play_under(PROFILES[profile].clone(), script)
}

/// Plays a script under a profile derived from a built-in one by these lines.
pub fn play_house(base: &str, lines: &str, script: &str) -> Proceedings {
    let text = format!("name = \"house\"\nbase = \"{base}\"\n{lines}\n");
    let profile = Profile::from_toml(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(profile.verify(), [], "the profile is sound");
    play_under(profile, script)
}

fn play_under(profile: Profile, script: &str) -> Proceedings {
    let mut table = Table::start();
    let mut proceedings: Option<Proceedings> = None;
    for (number, line) in joined(script) {
        let fail = |why: String| -> ! { panic!("line {number}: {line}\n  {why}") };
        let (done, expected) = line.split_once("=>").unwrap_or((&line, ""));
        let words: Vec<&str> = done.split_whitespace().collect();
        if let ["board", id, fen @ ..] = &words[..] {
            assert!(proceedings.is_none(), "line {number}: boards are set before play");
            *table.board_mut(board_id(id)) = position(&fen.join(" "));
            continue;
        }
        let proceedings = proceedings.get_or_insert_with(|| Proceedings::new(profile.clone(), table));
        if let ["check", what @ ..] = &words[..] {
            if let Err(why) = check(proceedings, what) {
                fail(why);
            }
            continue;
        }
        let at = Stamp::from_nanos((words[0].parse::<f64>().unwrap_or_else(|_| fail("no time".into())) * 1e9) as i64);
        let mut said = Vec::new();
        for (delay, what) in happenings(proceedings, &words[1..]) {
            let at = Stamp::from_nanos(at.nanos() + delay * 200_000_000);
            said.extend(proceedings.step(&Input { at, what }));
        }
        let said: Vec<String> = said.iter().map(ToString::to_string).collect();
        if let Err(why) = compare(expected, &said) {
            fail(format!("{why}\n  said:\n    {}", said.join("\n    ")));
        }
    }
    proceedings.unwrap_or_else(|| Proceedings::new(profile, table))
}

/// The script's lines with their numbers, continuations joined, comments left out.
fn joined(script: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(script.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        match (line.strip_prefix("=>"), lines.last_mut()) {
            (Some(more), Some((_, before))) => {
                let joint = if before.contains("=>") { ";" } else { "=>" };
                before.push_str(&format!(" {joint} {more}"));
            }
            _ if !line.is_empty() => lines.push((number, line.to_owned())),
            _ => {}
        }
    }
    lines
}

fn compare(expected: &str, said: &[String]) -> Result<(), String> {
    let (barred, expected): (Vec<&str>, Vec<&str>) =
        expected.split(';').map(str::trim).filter(|text| !text.is_empty()).partition(|text| text.starts_with("no "));
    if let Some(line) = said.iter().find(|line| barred.iter().any(|text| line.starts_with(&text[3..]))) {
        return Err(format!("was told: {line}"));
    }
    let mut expected = expected.into_iter().peekable();
    let core = |text: &str| text.split(" (").next().unwrap_or_default().to_owned();
    for line in said {
        let fits = expected.peek().is_some_and(|&wanted| {
            wanted == line || wanted.strip_suffix(" ()").map_or(wanted == core(line), |bare| bare == line)
        });
        if fits {
            expected.next();
        } else if !line.starts_with("log ") {
            return Err(format!("expected {:?}, but was told: {line}", expected.peek().unwrap_or(&"nothing")));
        }
    }
    expected.next().map_or(Ok(()), |missing| Err(format!("was not told: {missing}")))
}

fn check(proceedings: &Proceedings, words: &[&str]) -> Result<(), String> {
    let equal = |found: String, wanted: String| {
        if found == wanted { Ok(()) } else { Err(format!("it is {found}, not {wanted}")) }
    };
    match words {
        ["reserve", name, letters] => {
            let reserve = proceedings.table().reserve(seat(name));
            equal(reserve.letters(Color::White), pocket(letters).letters(Color::White))
        }
        ["coming", name, letters] => {
            let coming: Pocket = proceedings.coming(seat(name)).collect();
            equal(coming.letters(Color::White), pocket(letters).letters(Color::White))
        }
        [board, square, piece] if board.len() == 1 => {
            let content = proceedings.table().board(board_id(board)).content(self::square(square));
            equal(content.map_or("-".into(), |piece| piece.to_string()), (*piece).to_owned())
        }
        ["turn", board, color] => {
            let turn = proceedings.table().board(board_id(board)).turn();
            equal(turn.name().to_owned(), self::color(color).name().to_owned())
        }
        ["verdict", word] => {
            let found = match proceedings.verdict() {
                Verdict::Open => "open".to_owned(),
                Verdict::Won(team) => format!("{team:?}").to_lowercase(),
                Verdict::Drawn => "drawn".to_owned(),
                Verdict::Score(halves) => format!("{}:{}", halves[0], halves[1]),
                Verdict::AskArbiter => "ask".to_owned(),
            };
            equal(found, (*word).to_owned())
        }
        ["confirmed", word] => equal(proceedings.is_confirmed().to_string(), (*word).to_owned()),
        ["left", name, seconds] => {
            let seat = seat(name);
            let left = proceedings.clock(seat.board).left(seat.color, last_moment(proceedings));
            let wanted = if *seconds == "unknown" { "unknown".to_owned() } else { format!("{seconds}000") };
            equal(left.map_or("unknown".into(), |ms| ms.to_string()), wanted)
        }
        ["moves", board, moves @ ..] => {
            let played = proceedings.moves(board_id(board)).iter().map(|record| record.mv.to_string());
            equal(played.collect::<Vec<_>>().join(" "), moves.join(" "))
        }
        ["stage", word] => {
            let stage = proceedings.snyatie_stage().map_or("none".into(), |stage| format!("{stage:?}").to_lowercase());
            equal(stage, (*word).to_owned())
        }
        _ => panic!("{words:?} is nothing to check"),
    }
}

/// The latest moment the proceedings know of that stops a clock; times are compared while clocks stand.
fn last_moment(proceedings: &Proceedings) -> Stamp {
    BoardId::BOTH.into_iter().filter_map(|board| proceedings.clock(board).stopped()).max().unwrap_or(Stamp::ZERO)
}

/// What a line's words say happens, and after how many fifths of a second.
fn happenings(proceedings: &Proceedings, words: &[&str]) -> Vec<(i64, Happening)> {
    match words {
        ["clocks"] => BoardId::BOTH.map(|board| (0, Happening::Start(board, Color::White, None))).to_vec(),
        ["stops"] => BoardId::BOTH.map(|board| (0, Happening::Stop(board, None))).to_vec(),
        [board @ ("A" | "B"), first, ..] if first.parse::<Move>().is_ok() => {
            let id = board_id(board);
            let mut turn = proceedings.table().board(id).turn();
            let mut all = Vec::new();
            for (index, mv) in (0..).zip(&words[1..]) {
                let seat = Seat::new(id, turn);
                all.push((2 * index, Happening::Placed(seat, self::mv(mv), None)));
                all.push((2 * index + 1, Happening::Press(seat, None)));
                turn = !turn;
            }
            all
        }
        _ => vec![(0, happening(words))],
    }
}

fn happening(words: &[&str]) -> Happening {
    match words {
        ["tick"] => Happening::Tick,
        ["arbiter", ruling @ ..] => Happening::Rules(self::ruling(ruling)),
        [board @ ("A" | "B"), rest @ ..] => board_happening(board_id(board), rest),
        [name, rest @ ..] => seat_happening(seat(name), rest),
        [] => panic!("nothing happens"),
    }
}

fn board_happening(board: BoardId, words: &[&str]) -> Happening {
    match words {
        ["stands", placement] => Happening::Stands(board, Box::new(placement.parse::<Placement>().unwrap())),
        ["clock", at] => Happening::ClockStands(board, ClockAt::from_word(at).expect("where the clock stands")),
        ["start", runs] => Happening::Start(board, color(runs), None),
        ["start", runs, "by", by] => Happening::Start(board, color(runs), Some(seat(by))),
        ["stop"] => Happening::Stop(board, None),
        ["reads", white, black] => {
            Happening::Reading(board, [white, black].map(|text| (text.parse::<f64>().unwrap() * 1000.0) as i64))
        }
        _ => panic!("{words:?} is nothing a board does"),
    }
}

fn seat_happening(seat: Seat, words: &[&str]) -> Happening {
    let hand = |word: &str| Some(Hand::from_word(word).unwrap_or_else(|| panic!("{word} is no hand")));
    match words {
        ["press"] => Happening::Press(seat, None),
        ["press", with] => Happening::Press(seat, hand(with)),
        ["flag"] => Happening::Flag(seat),
        ["sits", name] => Happening::Seated(seat, (*name).to_owned()),
        ["touches", at] => Happening::Touched(seat, square(at)),
        ["fingers", kind] => Happening::TouchedReserve(seat, self::kind(kind), false),
        ["fingers", kind, "board"] => Happening::TouchedReserve(seat, self::kind(kind), true),
        ["adjusts"] => Happening::Adjusts(seat),
        ["takes-back"] => Happening::TakenBack(seat),
        ["displaces"] => Happening::Displaced(seat),
        ["sets-right"] => Happening::SetRight(seat),
        ["lifts", board, at] => Happening::Lifted(seat, board_id(board), square(at)),
        ["puts", at, kind] => Happening::Replaced(seat, square(at), self::kind(kind), false),
        ["puts", at, kind, "inverted"] => Happening::Replaced(seat, square(at), self::kind(kind), true),
        ["hands", to, kind] => Happening::Handed(seat, self::seat(to), self::kind(kind)),
        ["shows", letters] => Happening::Reserve(seat, pocket(letters)),
        ["hand", zone] => Happening::HandOver(seat, Zone::from_word(zone).expect("a zone")),
        ["says", about] => Happening::Spoke(seat, Speech::from_word(about).expect("a kind of remark")),
        ["declares", kind] => Happening::Declared(seat, self::kind(kind)),
        ["announces"] => Happening::Announced(seat),
        ["counts", times] => Happening::Counted(seat, times.parse().unwrap()),
        ["draw"] => Happening::Draw(seat),
        ["declines"] => Happening::Declines(seat),
        ["resigns"] => Happening::Resigns(seat),
        ["claims", claim @ ..] => Happening::Claims(seat, self::claim(claim)),
        ["rearranges", changes @ ..] => Happening::Rearranged(seat, changes.iter().map(|text| change(text)).collect()),
        [uci] => Happening::Placed(seat, mv(uci), None),
        [uci, with] => Happening::Placed(seat, mv(uci), hand(with)),
        _ => panic!("{words:?} is nothing a player does"),
    }
}

fn claim(words: &[&str]) -> Claim {
    match words {
        ["illegal"] => Claim::Illegal,
        ["flag"] => Claim::Flag,
        ["repetition"] => Claim::Repetition(None),
        ["repetition", with] => Claim::Repetition(Some(mv(with))),
        ["fifty"] => Claim::Fifty(None),
        ["fifty", with] => Claim::Fifty(Some(mv(with))),
        ["mate", with] => Claim::MateInOne(mv(with)),
        ["hidden"] => Claim::Hidden,
        ["touch"] => Claim::Touch,
        ["setup"] => Claim::Setup,
        ["breach"] => Claim::Breach,
        ["unclear"] => Claim::Unclear,
        _ => panic!("{words:?} is no claim"),
    }
}

fn ruling(words: &[&str]) -> Ruling {
    match words {
        ["confirm"] => Ruling::Confirm,
        ["reject"] => Ruling::Reject,
        ["breach", name] => Ruling::Breach(seat(name)),
        ["penalty", name, word] => Ruling::Penalize(seat(name), Penalty::from_word(word).expect("a penalty"), 0),
        ["penalty", name, word, seconds] => {
            Ruling::Penalize(seat(name), Penalty::from_word(word).expect("a penalty"), seconds.parse().unwrap())
        }
        ["time", name, seconds] => Ruling::AddTime(seat(name), seconds.parse().unwrap()),
        ["set", board, fen @ ..] => Ruling::Set(board_id(board), Box::new(position(&fen.join(" ")))),
        ["end", board, "draw"] => Ruling::End(board_id(board), GameEnd::Draw),
        ["end", board, "lost", loser] => Ruling::End(board_id(board), GameEnd::Lost(color(loser))),
        ["replay"] => Ruling::Replay,
        ["clock", board] => Ruling::Clock(board_id(board)),
        ["note", text @ ..] => Ruling::Note(text.join(" ")),
        _ => panic!("{words:?} is no ruling"),
    }
}

fn board_id(text: &str) -> BoardId {
    BoardId::BOTH.into_iter().find(|board| board.to_string() == text).unwrap_or_else(|| panic!("{text} is no board"))
}

fn seat(text: &str) -> Seat {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn mv(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn color(text: &str) -> Color {
    match text {
        "w" => Color::White,
        "b" => Color::Black,
        _ => panic!("{text} is no colour: w or b"),
    }
}

fn kind(text: &str) -> Kind {
    text.chars().next().and_then(Kind::from_letter).unwrap_or_else(|| panic!("{text} is no kind of piece"))
}

fn pocket(letters: &str) -> Pocket {
    letters.chars().filter(|&letter| letter != '-').map(|letter| kind(&letter.to_string())).collect()
}

/// `e1=-` or `g1=K`.
fn change(text: &str) -> (Square, Content) {
    let (at, piece) = text.split_once('=').unwrap_or_else(|| panic!("{text} is no change of a square"));
    let letter = piece.chars().next().unwrap_or('-');
    (square(at), if letter == '-' { None } else { Some(Piece::from_letter(letter).unwrap()) })
}
