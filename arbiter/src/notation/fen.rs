//! Positions as text: FEN with reserves, promoted marks and marks of what has not moved.
//!
//! The reserves stand behind the placement, in brackets (`...RNBQKBNR[Qp]`) or as a ninth rank (`...RNBQKBNR/Qp`); both
//! are read. A `~` behind a piece says that it was a pawn. Castling rights are read as KQkq (the outermost rook
//! of that side) or as the rook's file (HAha, as in Shredder-FEN).
//!
//! FEN's castling field cannot say that a king has not moved when no rook of his is left, nor that a rook was
//! dropped. Where that matters [`write_with_marks`] adds a last field, `unmoved=e1;dropped=h1,c2`, which is read as well.
use crate::rules::{Position, Table, words::nearest};
use board::{BoardId, Color, Kind, Piece, Square, SquareSet};
use std::{fmt, fmt::Write as _, str::FromStr};

/// How the reserves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PocketStyle {
    /// Not at all: one board of chess.
    None,
    /// In brackets behind the placement, `[]` when nothing is held.
    Brackets,
    /// As a ninth rank, empty when nothing is held.
    NinthRank,
}

/// The text is not a FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the FEN {text:?}: {reason}")]
pub struct FenError {
    /// What was given.
    pub text: String,
    /// Where it is wrong, counted in characters from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

/// One field of a FEN and where it begins, counted in characters from 0.
type Field<'a> = (usize, &'a str);
type Wrong = (usize, String);

/// Reads a position. Fields behind the placement may be missing from the right: White's turn, no castling, no capture in
/// passing, counters 0 and 1.
///
/// # Errors
/// When the text is not a FEN: where, and what would be right.
pub fn read(text: &str) -> Result<Position, FenError> {
    read_fields(text).map_err(|(at, reason)| FenError { text: text.to_owned(), column: at + 1, reason })
}

fn read_fields(text: &str) -> Result<Position, Wrong> {
    let mut fields = fields(text).into_iter().peekable();
    let (at, board) =
        fields.next().ok_or((0, "nothing is written here; a position begins with its placement".into()))?;
    let mut position = read_board(at, board)?;
    if let Some((at, turn)) = fields.next() {
        position.set_turn(match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err((at, format!("{turn:?} is nobody's turn: write w or b"))),
        });
    }
    if let Some((at, rights)) = fields.next() {
        read_castling(&mut position, at, rights)?;
    }
    if let Some((at, square)) = fields.next()
        && square != "-"
    {
        let square = square.parse().map_err(|error| (at, format!("{error}, or - for none")))?;
        position.set_en_passant(Some(square));
    }
    let mut counter = |name: &str, default| match fields.next_if(|(_, text)| !text.contains('=')) {
        None => Ok(default),
        Some((at, text)) => {
            text.parse::<u16>().map_err(|_| (at, format!("{text:?} is not a {name}: write a number up to 65535")))
        }
    };
    let (halfmoves, fullmove) = (counter("count of half-moves", 0)?, counter("number of the move", 1)?);
    position.set_counters(halfmoves, fullmove);
    if let Some((at, marks)) = fields.next() {
        read_marks(&mut position, at, marks)?;
    }
    match fields.next() {
        None => Ok(position),
        Some((at, text)) => Err((at, format!("{text:?} is one field too many"))),
    }
}

fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut column = 0;
    for piece in text.split(' ') {
        let trimmed = piece.trim();
        if !trimmed.is_empty() {
            fields.push((column, trimmed));
        }
        column += piece.chars().count() + 1;
    }
    fields
}

fn read_board(at: usize, text: &str) -> Result<Position, Wrong> {
    let (ranks, pocket) = split_pocket(at, text)?;
    // Unmoved pieces are what the castling field says, not what stands at home.
    let mut position = Position::EMPTY;
    for (square, piece, promoted) in read_ranks(at, ranks)? {
        position.set_content(square, Some(piece));
        position.mark_promoted(square, promoted);
    }
    if let Some((at, letters)) = pocket {
        for (i, letter) in letters.chars().enumerate() {
            let piece = Piece::from_letter(letter).map_err(|error| (at + i, error.to_string()))?;
            if piece.kind == Kind::King {
                return Err((at + i, "a king cannot be held in reserve".to_owned()));
            }
            position.pocket_mut(piece.color).add(piece.kind);
        }
    }
    Ok(position)
}

/// What the eight ranks hold, and whether it was a pawn.
fn read_ranks(at: usize, ranks: &str) -> Result<Vec<(Square, Piece, bool)>, Wrong> {
    let mut pieces: Vec<(Square, Piece, bool)> = Vec::new();
    let (mut file, mut rank) = (0, 7);
    let mut end = at;
    for letter in ranks.chars() {
        let column = end;
        end += 1;
        let short = || (column, format!("rank {} has {file} squares instead of 8", rank + 1));
        match letter {
            '/' if file != 8 => return Err(short()),
            '/' if rank == 0 => return Err((column, "a board has 8 ranks, not more".to_owned())),
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += letter as usize - '0' as usize,
            '~' => match pieces
                .last_mut()
                .filter(|(square, ..)| Square::new(file.wrapping_sub(1), rank) == Some(*square))
            {
                Some((.., promoted)) => *promoted = true,
                None => return Err((column, "a ~ stands behind the piece that was a pawn; here is none".to_owned())),
            },
            _ => {
                let piece = Piece::from_letter(letter)
                    .map_err(|error| (column, format!("{error}; empty squares are counted with 1 to 8")))?;
                pieces.extend(Square::new(file, rank).map(|square| (square, piece, false)));
                file += 1;
            }
        }
        if file > 8 {
            return Err((column, format!("rank {} is too long, a rank has 8 squares", rank + 1)));
        }
    }
    match (file, rank) {
        (8, 0) => Ok(pieces),
        (8, _) => Err((end, format!("it has {} ranks, a board has 8", 8 - rank))),
        _ => Err((end, format!("rank {} has {file} squares instead of 8", rank + 1))),
    }
}

/// The eight ranks, and the reserve with where it begins.
fn split_pocket(at: usize, text: &str) -> Result<(&str, Option<Field<'_>>), Wrong> {
    if let Some((ranks, pocket)) = text.split_once('[') {
        let column = at + ranks.chars().count() + 1;
        let letters = pocket.strip_suffix(']').ok_or((column, "the reserve's ] is missing".to_owned()))?;
        let letters = if letters == "-" { "" } else { letters };
        return Ok((ranks, Some((column, letters))));
    }
    match text.match_indices('/').nth(7) {
        None => Ok((text, None)),
        Some((slash, _)) => {
            let column = at + text[..slash].chars().count() + 1;
            let letters = &text[slash + 1..];
            Ok((&text[..slash], Some((column, if letters == "-" { "" } else { letters }))))
        }
    }
}

fn read_castling(position: &mut Position, at: usize, rights: &str) -> Result<(), Wrong> {
    if rights == "-" {
        return Ok(());
    }
    let mut unmoved = SquareSet::EMPTY;
    for (i, letter) in rights.chars().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = if color == Color::White { 0 } else { 7 };
        let refuse = |reason: String| (at + i, reason);
        let at_home = |square: &Square| square.rank() == rank;
        let king = position.of(color, Kind::King).find(at_home).ok_or_else(|| {
            refuse(format!("{letter:?} gives {} castling, but no king stands on the first rank", color.name()))
        })?;
        let mut rooks = position.of(color, Kind::Rook).filter(at_home);
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.filter(|rook| rook.file() > king.file()).last(),
            'q' => rooks.find(|rook| rook.file() < king.file()),
            file @ 'a'..='h' => rooks.find(|rook| rook.file() == file as usize - 'a' as usize),
            _ => return Err(refuse(format!("{letter:?} is no castling right: write KQkq, the rooks' files, or -"))),
        };
        let rook =
            rook.ok_or_else(|| refuse(format!("{letter:?} gives castling with a rook that does not stand there")))?;
        unmoved.insert(king);
        unmoved.insert(rook);
    }
    position.mark_native(unmoved);
    Ok(())
}

/// The marks that the last field can hold.
const MARKS: [&str; 2] = ["unmoved", "dropped"];

/// Reads the field of marks, which says all of them: what the castling field said is forgotten.
fn read_marks(position: &mut Position, at: usize, text: &str) -> Result<(), Wrong> {
    position.clear_marks();
    let mut column = at;
    for mark in text.split(';') {
        let (name, list) = mark.split_once('=').unwrap_or((mark, ""));
        let mut squares = SquareSet::EMPTY;
        let mut square_at = column + name.chars().count() + 1;
        for square in list.split(',').filter(|square| !square.is_empty()) {
            squares.insert(square.parse().map_err(|error: board::ParseSquareError| (square_at, error.to_string()))?);
            square_at += square.chars().count() + 1;
        }
        match name {
            "unmoved" => position.mark_native(squares),
            "dropped" => position.mark_dropped(squares),
            _ => {
                let meant = nearest(name, MARKS).map_or(String::new(), |meant| format!("; did you mean {meant}=?"));
                return Err((column, format!("{name:?} is no mark: write unmoved= or dropped={meant}")));
            }
        }
        column += mark.chars().count() + 1;
    }
    Ok(())
}

/// Writes a position.
pub fn write(position: &Position, pockets: PocketStyle) -> String {
    let mut text = String::with_capacity(96);
    write_board(&mut text, position);
    let held = || Color::BOTH.map(|color| position.pocket(color).letters(color)).concat();
    let pocket = match pockets {
        PocketStyle::None => String::new(),
        PocketStyle::Brackets => format!("[{}]", held()),
        PocketStyle::NinthRank => format!("/{}", held()),
    };
    let turn = if position.turn() == Color::White { 'w' } else { 'b' };
    let en_passant = position.en_passant().map_or("-".to_owned(), |square| square.to_string());
    let (castling, halfmoves, fullmove) = (castling_field(position), position.halfmoves(), position.fullmove());
    let _ = write!(text, "{pocket} {turn} {castling} {en_passant} {halfmoves} {fullmove}");
    text
}

/// Writes a position with every mark of what has not moved: read back it is the same position.
pub fn write_with_marks(position: &Position, pockets: PocketStyle) -> String {
    let text = write(position, pockets);
    let plain = read(&text).map(|plain| (plain.unmoved(), plain.dropped()));
    if plain == Ok((position.unmoved(), position.dropped())) {
        return text;
    }
    let list = |set: SquareSet| set.map(|square| square.to_string()).collect::<Vec<_>>().join(",");
    format!("{text} unmoved={};dropped={}", list(position.unmoved()), list(position.dropped()))
}

fn write_board(text: &mut String, position: &Position) {
    for rank in (0..8).rev() {
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut u32| {
            if *empty > 0 {
                let _ = write!(text, "{empty}");
                *empty = 0;
            }
        };
        for square in (0..8).filter_map(|file| Square::new(file, rank)) {
            match position.content(square) {
                None => empty += 1,
                Some(piece) => {
                    flush(text, &mut empty);
                    text.push(piece.letter());
                    if position.promoted().contains(square) {
                        text.push('~');
                    }
                }
            }
        }
        flush(text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
}

fn castling_field(position: &Position) -> String {
    let mut field = String::new();
    for color in Color::BOTH {
        let unmoved = |kind| position.of(color, kind).filter(|&square| position.unmoved().contains(square));
        let Some(king) = unmoved(Kind::King).next() else { continue };
        let rooks: Vec<Square> = unmoved(Kind::Rook).collect();
        for rook in rooks.into_iter().rev() {
            let kingside = rook.file() > king.file();
            let further = |other: Square| {
                other.rank() == rook.rank()
                    && if kingside { other.file() > rook.file() } else { other.file() < rook.file() }
            };
            let outermost = !position.of(color, Kind::Rook).any(further);
            let letter = match (outermost, kingside) {
                (true, true) => 'K',
                (true, false) => 'Q',
                (false, _) => (b'A' + rook.file() as u8) as char,
            };
            field.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if field.is_empty() { "-".to_owned() } else { field }
}

impl fmt::Display for Position {
    /// The FEN, with the reserves in brackets where somebody holds something.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = Color::BOTH.into_iter().any(|color| !self.pocket(color).is_empty());
        f.write_str(&write_with_marks(self, if held { PocketStyle::Brackets } else { PocketStyle::None }))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        read(text)
    }
}

impl fmt::Display for Table {
    /// Both boards' FENs with reserves, `A | B`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = BoardId::BOTH.map(|board| write_with_marks(self.board(board), PocketStyle::Brackets));
        write!(f, "{a} | {b}")
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Table {
    type Err = FenError;

    /// Reads both boards' FENs with a `|` between.
    fn from_str(text: &str) -> Result<Table, FenError> {
        let whole = |column, reason| FenError { text: text.to_owned(), column, reason };
        let bar = "two boards are written with a | between their FENs".to_owned();
        let (a, b) = text.split_once('|').ok_or_else(|| whole(1, bar))?;
        let offset = a.chars().count() + 1;
        let a = read(a).map_err(|error| whole(error.column, error.reason))?;
        let b = read(b).map_err(|error| whole(offset + error.column, error.reason))?;
        Ok(Table::new(a, b))
    }
}
