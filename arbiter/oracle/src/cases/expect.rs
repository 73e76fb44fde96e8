//! Reading what must be said.

use super::{
    About, Action, Expect,
    parse::{board, seconds},
    words::{Word, Words, Wrong},
};
use arbiter::{event::AlertKind, procedures::Topic, profile::Profile, rules::Move};
use board::{Kind, Seat, Square};

/// How soon an alert is expected, in milliseconds after its action.
const WINDOW_MS: (i64, i64) = (0, 1000);

/// Names of profiles to the end of the line.
pub(super) fn profiles(words: &mut Words<'_>) -> Result<Vec<String>, Wrong> {
    let mut names = vec![words.one_of("profile", &Profile::NAMES)?.to_owned()];
    while !words.is_empty() {
        names.push(words.one_of("profile", &Profile::NAMES)?.to_owned());
    }
    Ok(names)
}

fn kind(words: &mut Words<'_>) -> Result<String, Wrong> {
    let alerts = Topic::ALL.iter().map(|&topic| AlertKind::Rule(topic).word());
    let known: Vec<&'static str> =
        OWN.iter().map(|kind| kind.word()).chain(alerts).chain(Topic::WORDS.iter().copied()).collect();
    words.one_of("kind of alert", &known).map(matter)
}

/// Alerts that are no topic of the proceedings.
const OWN: [AlertKind; 5] = [
    AlertKind::IllegalMove,
    AlertKind::IllegalDrop,
    AlertKind::Unexplained,
    AlertKind::WrongStart,
    AlertKind::HiddenReserve,
];

/// One word for what an alert and a topic of the proceedings name differently.
pub(super) fn matter(word: &str) -> String {
    let topic = Topic::from_word(word).map(|topic| AlertKind::Rule(topic).word());
    match topic.unwrap_or(word) {
        "reserve_hidden" => AlertKind::HiddenReserve.word(),
        "wrong_setup" => AlertKind::WrongStart.word(),
        word => word,
    }
    .to_owned()
}

fn about(words: &mut Words<'_>) -> Result<About, Wrong> {
    match words.peek() {
        Some(word) if word.text.len() == 1 => board(words).map(About::Board),
        _ => words.parse::<Seat>("a seat or a board").map(About::Seat),
    }
}

/// What follows `allow`.
pub(super) fn allow(words: &mut Words<'_>) -> Result<(String, Option<About>), Wrong> {
    let kind = kind(words)?;
    let about = if words.is_empty() { None } else { Some(about(words)?) };
    Ok((kind, about))
}

/// What follows `turns A`.
pub(super) fn turns(words: &mut Words<'_>) -> Result<Vec<(String, bool)>, Wrong> {
    let mut turns = Vec::new();
    if words.skip("-") {
        return Ok(turns);
    }
    while let Some(word) = words.take() {
        let text = word.text.strip_suffix('!').unwrap_or(word.text);
        let mv: Move = text.parse().map_err(|error: arbiter::rules::ParseMoveError| word.wrong(error.to_string()))?;
        turns.push((mv.to_string(), text == word.text));
    }
    Ok(turns)
}

/// What follows `expect`.
pub(super) fn expect(words: &mut Words<'_>, actions: &[Action], line: usize) -> Result<Expect, Wrong> {
    let closed = words.skip("closed");
    let kind = kind(words)?;
    let about = about(words)?;
    let of = actions.len().checked_sub(1);
    let mut expect = Expect {
        closed,
        kind,
        about,
        piece: None,
        uci: None,
        squares: Vec::new(),
        article: None,
        window: WINDOW_MS,
        of: of.unwrap_or_default(),
        under: Vec::new(),
        line,
    };
    let mut named = of.is_some();
    while let Some(word) = words.take() {
        if word.text == "of" {
            expect.of = named_action(words, actions)?;
            named = true;
        } else if word.text == "under" {
            expect.under = profiles(words)?;
        } else if let Some((low, high)) = word.text.split_once("..") {
            let (Some(low), Some(high)) = (seconds(low), seconds(high)) else {
                return Err(word.wrong(format!("{:?} is no span of seconds; write it as in 0..1.5", word.text)));
            };
            expect.window = (low, high);
        } else {
            detail(&mut expect, word)?;
        }
    }
    if named {
        Ok(expect)
    } else {
        Err(Wrong { column: 1, reason: "there is no action above it, and it names none".to_owned() })
    }
}

fn named_action(words: &mut Words<'_>, actions: &[Action]) -> Result<usize, Wrong> {
    let word = words.need("the name of an action")?;
    let names: Vec<&str> = actions.iter().filter_map(|action| action.name.as_deref()).collect();
    let found = actions.iter().position(|action| action.name.as_deref() == Some(word.text));
    found.ok_or_else(|| word.unknown("action's name", &names))
}

fn detail(expect: &mut Expect, word: Word<'_>) -> Result<(), Wrong> {
    const DETAILS: [&str; 4] = ["piece", "uci", "squares", "article"];
    let Some((key, value)) = word.text.split_once('=') else {
        return Err(word.unknown("detail", &["piece=", "uci=", "squares=", "article=", "of", "under", "0..1.5"]));
    };
    match key {
        "piece" => {
            let letter = value.chars().next().filter(|_| value.len() == 1);
            let kind = letter.and_then(|letter| Kind::from_letter(letter.to_ascii_uppercase()));
            let kind = kind.ok_or_else(|| word.wrong(format!("{value:?} is no piece: write P, N, B, R, Q or K")))?;
            expect.piece = Some(kind.letter());
        }
        "uci" => {
            let mv = value.parse::<Move>().map_err(|error| word.wrong(error.to_string()))?;
            expect.uci = Some(mv.to_string());
        }
        "squares" => {
            for name in value.split(',') {
                expect.squares.push(name.parse::<Square>().map_err(|error| word.wrong(error.to_string()))?);
            }
        }
        "article" => expect.article = Some(value.to_owned()),
        _ => return Err(Word { text: key, column: word.column }.unknown("detail", &DETAILS)),
    }
    Ok(())
}
