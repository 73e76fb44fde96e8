use super::{
    Record, RecordError, bpgn, jsonl,
    lexer::{Token, decode, tokens},
    pgn,
};
use crate::rules::{MoveRules, words::words};

words! {
    /// The form of a file of recorded games.
    pub enum Format {
        /// Both boards of a match, see [`bpgn`].
        Bpgn = "bpgn",
        /// One board, see [`pgn`].
        Pgn = "pgn",
        /// Both boards of a match, one match a line, see [`jsonl`].
        JsonLines = "jsonl",
    }
}

impl Format {
    /// The form a file has, by what is in it: JSON begins with a brace and a quote, BPGN names boards, all else is PGN.
    pub fn of(bytes: &[u8]) -> Format {
        let text = decode(bytes);
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
        if (letters.next(), letters.next()) == (Some('{'), Some('"')) {
            return Format::JsonLines;
        }
        let two_boards = match tokens(&text) {
            Ok(tokens) => tokens.iter().any(|(_, token)| match token {
                Token::Tag(name, ..) => is_board_tag(name),
                Token::Word(word) => is_lettered(word),
                Token::Comment(_) => false,
            }),
            // a broken file: its error should be told in the terms of what it was meant to be
            Err(_) => {
                text.split_whitespace().any(|word| is_lettered(word) || is_board_tag(word.trim_start_matches('[')))
            }
        };
        if two_boards { Format::Bpgn } else { Format::Pgn }
    }

    /// Whether its files record both boards of a match.
    pub const fn has_two_boards(self) -> bool {
        !matches!(self, Format::Pgn)
    }

    /// Reads every match of a file in this form.
    ///
    /// # Errors
    /// When it cannot be understood, or is broken: where, and what would be right.
    pub fn read(self, bytes: &[u8], rules: &MoveRules) -> Result<Vec<Record>, RecordError> {
        match self {
            Format::Bpgn => bpgn::read(bytes, rules),
            Format::Pgn => pgn::read(bytes, rules),
            Format::JsonLines => jsonl::read(bytes, rules),
        }
    }
}

fn is_board_tag(name: &str) -> bool {
    matches!(name, "WhiteA" | "BlackA" | "WhiteB" | "BlackB")
}

/// `12A.`, `3b.`: a move's number with the letter of its board.
fn is_lettered(word: &str) -> bool {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let lettered = rest.strip_prefix(['A', 'a', 'B', 'b']).is_some_and(|rest| rest.starts_with('.'));
    rest.len() < word.len() && lettered
}
