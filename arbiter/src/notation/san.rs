//! Moves as people write them (SAN): `Nf3`, `exd5`, `b1=Q+`, `O-O`, and drops `P@e4`, `N@f3+`.
//!
//! `+` is check. `#` is mate as the rules mean it: under bughouse's rules a check that a piece still to come
//! could cover is `+`, however empty the reserve.
use crate::rules::{Move, MoveList, MoveRules, Position, words::nearest_within};
use board::{Kind, Square};
use std::fmt::Write as _;

/// Writes a move of the side to move with the sign of the check or mate it gives. A move that is not legal is written as
/// fully as needed to be understood: with both squares (`Ke1xe5`), and by these alone (`c1c4`) where the piece is not his
/// or the text could be taken for another move. What is written is read back as the same move.
pub fn write(position: &Position, mv: Move, rules: &MoveRules) -> String {
    let mut text = String::new();
    match mv {
        Move::Drop { .. } => {
            let _ = write!(text, "{mv}");
        }
        Move::Walk { from, to, promotion } => {
            let legal = position.is_legal(mv, rules);
            write_walk(&mut text, position, from, to, promotion, legal, rules);
            if !legal && understand(position, &text, rules).as_ref() != Ok(&mv) {
                text = mv.to_string();
            }
        }
    }
    let mut after = *position;
    after.play(mv);
    if after.is_mate(rules) {
        text.push('#');
    } else if after.in_check(after.turn()) {
        text.push('+');
    }
    text
}

fn write_walk(
    text: &mut String,
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Kind>,
    legal: bool,
    rules: &MoveRules,
) {
    let Some(piece) = position.content(from) else {
        let _ = write!(text, "{from}{to}");
        return;
    };
    let mut after = *position;
    let played = after.play(Move::Walk { from, to, promotion });
    if let Some(rook) = played.castling {
        text.push_str(if rook.to.file() == 5 { "O-O" } else { "O-O-O" });
        return;
    }
    let captures = played.captured.is_some();
    if piece.kind != Kind::Pawn {
        text.push(piece.kind.letter());
    }
    if !legal {
        let _ = write!(text, "{from}");
    } else if piece.kind != Kind::Pawn {
        disambiguate(text, position, piece.kind, from, to, rules);
    } else if captures {
        text.push(file_letter(from));
    }
    let _ = write!(text, "{}{to}", if captures { "x" } else { "" });
    if let Some(kind) = promotion {
        let _ = write!(text, "={}", kind.letter());
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}

/// Adds as much of the square left as tells the piece from others of its kind that could legally go there: its file, else its
/// rank, else both.
fn disambiguate(text: &mut String, position: &Position, kind: Kind, from: Square, to: Square, rules: &MoveRules) {
    let rivals: Vec<Square> = position
        .of(position.turn(), kind)
        .filter(|&other| other != from && position.is_legal(Move::walk(other, to), rules))
        .collect();
    if rivals.is_empty() {
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        text.push(file_letter(from));
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        let _ = write!(text, "{}", from.rank() + 1);
    } else {
        let _ = write!(text, "{from}");
    }
}

/// The text is not a move that can be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not written as a move at all.
    #[error("{text:?} is not a move: write it as in e4, Nf3, exd5, b8=Q, O-O, N@f3 or e2e4{}", perhaps(meant))]
    NotAMove {
        /// What was given.
        text: String,
        /// The one legal move that is written nearly so, where it was looked for.
        meant: Option<String>,
    },
    /// No legal move is meant.
    #[error("{text:?} is not legal here{}", perhaps(meant))]
    NotLegal {
        /// What was given.
        text: String,
        /// The one legal move that is written nearly so, where it was looked for.
        meant: Option<String>,
    },
    /// More than one legal move is meant.
    #[error("{text:?} may be any of {}", choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Ambiguous {
        /// What was given.
        text: String,
        /// The legal moves it may mean.
        choices: Vec<Move>,
    },
}

fn perhaps(meant: &Option<String>) -> String {
    meant.as_ref().map_or(String::new(), |meant| format!("; did you mean {meant:?}?"))
}

fn not_a_move(text: &str) -> SanError {
    SanError::NotAMove { text: text.to_owned(), meant: None }
}

fn not_legal(text: &str) -> SanError {
    SanError::NotLegal { text: text.to_owned(), meant: None }
}

/// What a SAN says, before it is known which move is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    Exactly(Move),
    Castles { kingside: bool },
    Walk { kind: Kind, file: Option<usize>, rank: Option<usize>, to: Square, promotion: Option<Kind> },
}

/// Reads a legal move. Signs for check, mate and comment (`+ # ! ?`, `e.p.`) may be missing or wrong; `0-0`, `@e4` and `Pe4` for
/// a pawn, `b8Q` and `b8(Q)`, and the squares left and reached (`e2e4`, `e2-e4`) are understood too.
///
/// # Errors
/// When the text is no move, or not a legal one, or may mean several.
pub fn read(position: &Position, text: &str, rules: &MoveRules) -> Result<Move, SanError> {
    let said = said(text).ok_or_else(|| not_a_move(text))?;
    let mut moves = MoveList::new();
    position.legal_moves(rules, &mut moves);
    let meant: Vec<Move> = moves.iter().copied().filter(|&mv| means(position, said, mv)).collect();
    match meant[..] {
        [] => Err(not_legal(text)),
        [mv] => Ok(mv),
        _ => Err(SanError::Ambiguous { text: text.to_owned(), choices: meant }),
    }
}

/// Reads a move that need not be legal, where it is clear which piece is meant: it is named by its square (`Bc1c4`, `c1c4`), is
/// the only one of its kind (as far as file or rank are given), castles, or is dropped.
///
/// # Errors
/// When the text is no move, or does not say which piece it is.
pub fn read_irregular(position: &Position, text: &str) -> Result<Move, SanError> {
    let said = said(text).ok_or_else(|| not_a_move(text))?;
    let own = |kind| position.of(position.turn(), kind);
    let meant: Vec<Move> = match said {
        Said::Exactly(mv) => vec![mv],
        Said::Castles { kingside } => own(Kind::King)
            .filter_map(|king| Some(Move::walk(king, Square::new(if kingside { 6 } else { 2 }, king.rank())?)))
            .collect(),
        Said::Walk { kind, file, rank, to, promotion } => own(kind)
            .filter(|from| file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank()))
            .map(|from| Move::Walk { from, to, promotion })
            .collect(),
    };
    match meant[..] {
        [mv] => Ok(mv),
        _ => Err(not_legal(text)),
    }
}

/// Reads a move as a record of a game has it: the legal one that is meant or, where none is, the one that stood all the same.
///
/// # Errors
/// When the text is no move, may mean several legal ones, or does not say which piece it is; with the nearest legal
/// move where one differs by a single letter.
pub fn understand(position: &Position, text: &str, rules: &MoveRules) -> Result<Move, SanError> {
    match read(position, text, rules) {
        Err(SanError::NotLegal { .. }) => read_irregular(position, text)
            .map_err(|_| SanError::NotLegal { text: text.to_owned(), meant: nearest_legal(position, text, rules) }),
        Err(SanError::NotAMove { .. }) => {
            Err(SanError::NotAMove { text: text.to_owned(), meant: nearest_legal(position, text, rules) })
        }
        known => known,
    }
}

/// The legal move whose text differs from this one by a single slip.
fn nearest_legal(position: &Position, text: &str, rules: &MoveRules) -> Option<String> {
    let mut moves = MoveList::new();
    position.legal_moves(rules, &mut moves);
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
    let texts: Vec<String> = moves.iter().map(|&mv| bare(&write(position, mv, rules))).collect();
    nearest_within(1, &bare(text), texts.iter().map(String::as_str)).map(str::to_owned)
}

fn means(position: &Position, said: Said, mv: Move) -> bool {
    let castles = |from: Square, to: Square| {
        let mut after = *position;
        after.play(Move::walk(from, to)).castling.map(|rook| rook.to.file() == 5)
    };
    match (said, mv) {
        (Said::Exactly(exact), _) => exact == mv,
        (Said::Castles { kingside }, Move::Walk { from, to, .. }) => castles(from, to) == Some(kingside),
        (Said::Walk { kind, file, rank, to, promotion }, Move::Walk { from, to: reached, promotion: becomes }) => {
            reached == to
                && becomes == promotion
                && file.is_none_or(|file| file == from.file())
                && rank.is_none_or(|rank| rank == from.rank())
                && position.content(from).is_some_and(|piece| piece.kind == kind)
                && (kind != Kind::King || castles(from, reached).is_none())
        }
        _ => false,
    }
}

fn said(text: &str) -> Option<Said> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
    match bare {
        "O-O" | "0-0" | "o-o" => return Some(Said::Castles { kingside: true }),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Said::Castles { kingside: false }),
        _ => {}
    }
    if let Some(to) = bare.strip_prefix('@') {
        return Some(Said::Exactly(Move::Drop { kind: Kind::Pawn, to: to.parse().ok()? }));
    }
    if let Ok(exact) = bare.replace('-', "").parse() {
        return Some(Said::Exactly(exact));
    }
    let (kind, rest) = match bare.chars().next().and_then(Kind::from_letter) {
        Some(kind) => (kind, &bare[1..]),
        None => (Kind::Pawn, bare),
    };
    let (rest, promotion) = split_promotion(rest)?;
    // Never cut within a letter: whatever is not ASCII is no move.
    if !rest.is_ascii() || rest.len() < 2 {
        return None;
    }
    let (left, to) = rest.split_at(rest.len() - 2);
    let to = to.parse().ok()?;
    let left = left.trim_end_matches(['x', ':', '-']);
    let (file, rank) = match left.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(usize::from(file - b'a')), None),
        [rank @ b'1'..=b'8'] => (None, Some(usize::from(rank - b'1'))),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(usize::from(file - b'a')), Some(usize::from(rank - b'1'))),
        _ => return None,
    };
    Some(Said::Walk { kind, file, rank, to, promotion })
}

/// `b8=Q`, `b8Q`, `b8(Q)`: what precedes the promotion, and the kind.
fn split_promotion(text: &str) -> Option<(&str, Option<Kind>)> {
    let open = text.strip_suffix(')').unwrap_or(text);
    let mut letters = open.chars();
    match letters.next_back() {
        Some(letter @ ('A'..='Z')) => {
            let kind = Kind::from_letter(letter)?;
            Some((letters.as_str().trim_end_matches(['=', '(', '/']), Some(kind)))
        }
        _ => Some((text, None)),
    }
}
