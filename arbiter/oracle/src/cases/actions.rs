//! Reading what hands do.

use super::{
    Capture, Deed,
    parse::{board, seconds},
    words::{Words, Wrong},
};
use arbiter::rules::Move;
use board::{BoardId, Kind, Piece, Seat, Square};

const VERBS: [&str; 26] = [
    "plays", "slides", "hands", "presses", "takes", "touches", "adjusts", "lifts", "puts", "knocks", "sets",
    "replaces", "removes", "adds", "swaps", "declares", "hides", "shows", "pushes", "covers", "reaches", "flags",
    "reads", "stops", "starts", "claims",
];

const CLAIMS: [&str; 8] = ["illegal", "flag", "repetition", "fifty", "mate", "hidden", "touch", "setup"];

pub(super) fn seat(words: &mut Words<'_>) -> Result<Seat, Wrong> {
    words.parse("a seat")
}

fn square(words: &mut Words<'_>) -> Result<Square, Wrong> {
    words.parse("a square")
}

/// `on A`, or the seat's own board.
fn on(words: &mut Words<'_>, seat: Seat) -> Result<BoardId, Wrong> {
    if words.skip("on") { board(words) } else { Ok(seat.board) }
}

fn located(words: &mut Words<'_>, seat: Seat) -> Result<(BoardId, Square), Wrong> {
    let at = square(words)?;
    Ok((on(words, seat)?, at))
}

/// A kind by its letter in either case.
fn kind(words: &mut Words<'_>) -> Result<Kind, Wrong> {
    piece(words).map(|piece| piece.kind)
}

/// A piece by FEN's letter.
fn piece(words: &mut Words<'_>) -> Result<Piece, Wrong> {
    let word = words.need("a piece")?;
    let letter = word.text.chars().next().filter(|_| word.text.len() == 1);
    let piece = letter.and_then(|letter| Piece::from_letter(letter).ok());
    piece.ok_or_else(|| {
        word.wrong(format!("{:?} is no piece: write one of PNBRQK (white) or pnbrqk (black)", word.text))
    })
}

/// Letters of pieces in one word or several, to the end of the line.
pub(super) fn kinds(words: &mut Words<'_>) -> Result<Vec<Kind>, Wrong> {
    let mut kinds = Vec::new();
    let first = words.need("letters of pieces")?;
    for word in std::iter::once(first).chain(words.rest()) {
        for letter in word.text.chars() {
            let kind = Kind::from_letter(letter.to_ascii_uppercase()).filter(|kind| *kind != Kind::King);
            kinds.push(
                kind.ok_or_else(|| word.wrong(format!("{letter:?} is no piece of a reserve: write P, N, B, R, Q")))?,
            );
        }
    }
    Ok(kinds)
}

/// `for SECONDS`, in milliseconds.
fn lasting(words: &mut Words<'_>) -> Result<i64, Wrong> {
    words.expect("for")?;
    let word = words.need("seconds")?;
    seconds(word.text)
        .filter(|ms| *ms > 0)
        .ok_or_else(|| word.wrong(format!("{:?} is no number of seconds", word.text)))
}

fn squares(words: &mut Words<'_>) -> Result<Vec<Square>, Wrong> {
    let mut squares = vec![square(words)?];
    while words.peek().is_some_and(|word| word.text.parse::<Square>().is_ok()) {
        squares.push(square(words)?);
    }
    Ok(squares)
}

/// What a seat does.
pub(super) fn deed(words: &mut Words<'_>, seat: Seat) -> Result<Deed, Wrong> {
    if words.skip("waits") {
        return Ok(Deed::Wait);
    }
    Ok(match words.one_of("action", &VERBS)? {
        "plays" => play(words, false)?,
        "slides" => play(words, true)?,
        "hands" => {
            words.expect("over")?;
            let kind = kind(words)?;
            Deed::HandOver(kind, if words.skip("to") { Some(self::seat(words)?) } else { None })
        }
        "presses" => Deed::Press,
        "takes" => {
            words.expect("back")?;
            Deed::TakeBack
        }
        "touches" => located(words, seat).map(|(on, at)| Deed::Touch(on, at))?,
        "adjusts" => located(words, seat).map(|(on, at)| Deed::Adjust(on, at))?,
        "lifts" => located(words, seat).map(|(on, at)| Deed::Lift(on, at))?,
        "puts" => located(words, seat).map(|(on, at)| Deed::Put(on, at))?,
        "knocks" => {
            words.expect("over")?;
            let squares = squares(words)?;
            Deed::KnockOver(on(words, seat)?, squares)
        }
        "sets" => sets(words, seat)?,
        "replaces" => {
            let square = located(words, seat)?;
            words.expect("by")?;
            let piece = piece(words)?;
            let from_reserve = words.skip("from");
            if from_reserve {
                words.expect("reserve")?;
            }
            Deed::Replace { square, piece, from_reserve }
        }
        "removes" => {
            let square = located(words, seat)?;
            let to_hand = words.skip("to");
            if to_hand {
                words.expect("hand")?;
            }
            Deed::Remove { square, to_hand }
        }
        "adds" => {
            let piece = piece(words)?;
            if words.skip("reserve") {
                Deed::AddReserve(piece.kind)
            } else {
                let (on, at) = located(words, seat)?;
                Deed::Add(on, at, piece)
            }
        }
        "swaps" => {
            let (one, other) = (square(words)?, square(words)?);
            Deed::Swap(on(words, seat)?, one, other)
        }
        "declares" => Deed::Declare(kind(words)?),
        "hides" => Deed::Hide(kinds(words)?),
        "shows" => Deed::Show(kinds(words)?),
        "pushes" => Deed::Push(kind(words)?),
        "covers" => {
            words.expect("reserve")?;
            Deed::CoverReserve(lasting(words)?)
        }
        "reaches" => {
            let (on, at) = located(words, seat)?;
            Deed::Reach(on, at, lasting(words)?)
        }
        "flags" => Deed::Flag,
        "reads" => Deed::Read([reading(words)?, reading(words)?]),
        "stops" => Deed::Stop,
        "starts" => Deed::Start,
        _ => Deed::Claim(words.one_of("claim", &CLAIMS)?),
    })
}

fn reading(words: &mut Words<'_>) -> Result<i64, Wrong> {
    let word = words.need("seconds")?;
    seconds(word.text).ok_or_else(|| word.wrong(format!("{:?} is no number of seconds", word.text)))
}

fn sets(words: &mut Words<'_>, seat: Seat) -> Result<Deed, Wrong> {
    words.expect("right")?;
    let mut moved = None;
    if words.peek().is_some_and(|word| word.text != "on") {
        let from = square(words)?;
        words.expect("on")?;
        moved = Some((from, square(words)?));
    }
    Ok(Deed::SetRight(on(words, seat)?, moved))
}

fn play(words: &mut Words<'_>, slides: bool) -> Result<Deed, Wrong> {
    let mv = words.parse::<Move>("a move")?;
    let mut over = Vec::new();
    if slides {
        words.expect("over")?;
        over = squares(words)?;
    }
    let (mut capture, mut alone) = (Capture::Passed, false);
    while let Some(word) = words.take() {
        match word.text {
            "keeping" => capture = Capture::Kept,
            "leaving" => capture = Capture::Left,
            "alone" => (capture, alone) = (Capture::Left, true),
            _ => return Err(word.unknown("manner", &["keeping", "leaving", "alone"])),
        }
    }
    Ok(Deed::Play { mv, over, capture, alone })
}
