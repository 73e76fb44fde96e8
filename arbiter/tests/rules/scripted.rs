//! The words in which the scripted tests of single rules speak.
use arbiter::{
    profile::Profile,
    rules::{Irregularity, Move, MoveList, MoveRules, Position, Table},
};
use board::{BoardId, Color, Seat, Square};

pub const AW: Seat = Seat::new(BoardId::A, Color::White);
pub const AB: Seat = Seat::new(BoardId::A, Color::Black);
pub const BW: Seat = Seat::new(BoardId::B, Color::White);
pub const BB: Seat = Seat::new(BoardId::B, Color::Black);

pub fn profile(name: &str) -> Profile {
    Profile::named(name).unwrap_or_else(|error| panic!("{error}"))
}

/// A profile that an organiser derives from a built-in one.
pub fn derived(base: &str, lines: &str) -> Profile {
    let text = format!("name = \"club\"\nbase = \"{base}\"\n{lines}\n");
    Profile::from_toml(&text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn rules(name: &str) -> MoveRules {
    profile(name).move_rules()
}

pub fn at(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn table(text: &str) -> Table {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn mv(uci: &str) -> Move {
    uci.parse().unwrap_or_else(|error| panic!("{error}"))
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Every reason against a move, and the articles it breaks: `king_into_check [CH-17]`; `legal` where there is none.
pub fn judged_by(profile: &Profile, position: &Position, uci: &str) -> String {
    let reasons = position.irregularities(mv(uci), &profile.move_rules());
    if reasons.is_empty() {
        return "legal".to_owned();
    }
    let played = { *position }.play(mv(uci));
    let words: Vec<&str> = reasons.iter().map(|reason| reason.word()).collect();
    format!("{} [{}]", words.join(" "), profile.articles.of_move(&reasons, &played).join(", "))
}

/// As [`judged_by`], by a built-in profile and a position in FEN.
pub fn judged(name: &str, fen: &str, uci: &str) -> String {
    judged_by(&profile(name), &at(fen), uci)
}

/// The class of a move's offence under ru: 1, 2, or 0 for a legal move.
pub fn class(fen: &str, uci: &str) -> u8 {
    let ru = profile("ru");
    let reasons: Vec<Irregularity> = at(fen).irregularities(mv(uci), &ru.move_rules());
    match (reasons.is_empty(), ru.is_second_class(&reasons)) {
        (true, _) => 0,
        (_, true) => 2,
        (_, false) => 1,
    }
}

/// Plays legal moves, separated by spaces, on one board; panics at one that is not legal.
pub fn played(name: &str, fen: &str, moves: &str) -> Position {
    let mut position = at(fen);
    for uci in moves.split_whitespace() {
        assert_eq!(judged_by(&profile(name), &position, uci), "legal", "{uci} under {name} in {position}");
        position.play(mv(uci));
    }
    position
}

/// The legal moves of the piece on a square, by where they end, in alphabetical order.
pub fn reach(name: &str, fen: &str, from: &str) -> String {
    let mut moves = MoveList::new();
    at(fen).legal_moves(&rules(name), &mut moves);
    let from = square(from);
    let mut ends: Vec<String> =
        moves.iter().filter(|mv| mv.from() == Some(from)).map(|mv| mv.to_string()[2..].to_owned()).collect();
    ends.sort();
    ends.join(" ")
}

/// The squares on which the side to move may drop a piece of this letter, in alphabetical order.
pub fn drops(name: &str, fen: &str, letter: char) -> String {
    let mut moves = MoveList::new();
    at(fen).legal_moves(&rules(name), &mut moves);
    let mut ends: Vec<String> = moves
        .iter()
        .map(|mv| mv.to_string())
        .filter_map(|uci| uci.strip_prefix(&format!("{letter}@")).map(str::to_owned))
        .collect();
    ends.sort();
    ends.join(" ")
}

/// Whether the side to move is mated, under each of these profiles.
pub fn mated<const N: usize>(names: [&str; N], fen: &str) -> [bool; N] {
    names.map(|name| at(fen).is_mate(&rules(name)))
}
