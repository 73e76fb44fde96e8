//! The pieces a PGN or BPGN file is made of, with their places. Old files are Latin-1, new ones UTF-8, lines end in LF or CRLF.
use super::record::{Place, RecordError};
use std::{iter::Peekable, str::Chars};

/// One piece of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`, and where the value begins.
    Tag(String, String, Place),
    /// `{ ... }`, or `;` to the end of the line, trimmed.
    Comment(String),
    /// A move, a number with its point, a result, a mark: anything between blanks.
    Word(String),
}

/// Decodes a file: UTF-16 where it is marked as that, UTF-8 where it is that (marked or not), else Latin-1, which every
/// sequence of bytes is.
pub(super) fn decode(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], word: fn([u8; 2]) -> u16| {
        String::from_utf16_lossy(&bytes.chunks_exact(2).map(|pair| word([pair[0], pair[1]])).collect::<Vec<u16>>())
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

struct Lexer<'a> {
    letters: Peekable<Chars<'a>>,
    place: Place,
}

/// Cuts a file into its pieces. Side lines in parentheses are left out, `$n` marks and `%` lines too.
///
/// # Errors
/// When a comment, a side line or a tag is not closed, or something is closed that was not opened.
pub(super) fn tokens(text: &str) -> Result<Vec<(Place, Token)>, RecordError> {
    let mut lexer = Lexer { letters: text.chars().peekable(), place: Place { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    let mut open_lines: Vec<Place> = Vec::new();
    while let Some(&letter) = lexer.letters.peek() {
        let place = lexer.place;
        let token = match letter {
            '{' => Some(Token::Comment(lexer.comment(place)?)),
            ';' => Some(Token::Comment(lexer.take_while(in_line).trim_start_matches(';').trim().to_owned())),
            '%' if place.column == 1 => {
                lexer.take_while(in_line);
                None
            }
            '[' => Some(lexer.tag(place)?),
            '(' => {
                lexer.next();
                open_lines.push(place);
                None
            }
            ')' => {
                lexer.next();
                let unopened = RecordError { place, reason: "this ) closes nothing that was opened".to_owned() };
                open_lines.pop().ok_or(unopened)?;
                continue;
            }
            '}' | ']' => {
                return Err(RecordError { place, reason: format!("this {letter} closes nothing that was opened") });
            }
            _ if letter.is_whitespace() => {
                lexer.next();
                None
            }
            _ => {
                let mut word = lexer.take_while(|c| !c.is_whitespace() && !"{}()[];".contains(c));
                // a mark stands by itself or hangs on to the move
                word.truncate(word.find('$').unwrap_or(word.len()));
                (!word.is_empty()).then_some(Token::Word(word))
            }
        };
        if let (Some(token), true) = (token, open_lines.is_empty()) {
            tokens.push((place, token));
        }
    }
    match open_lines.pop() {
        None => Ok(tokens),
        Some(place) => Err(RecordError { place, reason: "the ) of this side line is missing".to_owned() }),
    }
}

fn in_line(letter: char) -> bool {
    !matches!(letter, '\n' | '\r')
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        // lines end in LF, CRLF, or CR alone
        if letter == '\n' || letter == '\r' && self.letters.peek() != Some(&'\n') {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(&letter) = self.letters.peek()
            && wanted(letter)
        {
            text.push(letter);
            self.next();
        }
        text
    }

    fn comment(&mut self, place: Place) -> Result<String, RecordError> {
        self.next();
        let text = self.take_while(|c| c != '}');
        match self.next() {
            Some(_) => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Err(RecordError { place, reason: "the } of this comment is missing".to_owned() }),
        }
    }

    fn tag(&mut self, place: Place) -> Result<Token, RecordError> {
        let wrong = |reason: &str| RecordError { place, reason: format!("{reason}: write [Name \"value\"]") };
        self.next();
        let name = self.take_while(|c| !matches!(c, '"' | ']') && in_line(c)).trim().to_owned();
        if name.is_empty() || self.next() != Some('"') {
            return Err(wrong("this is no tag"));
        }
        let value_place = self.place;
        let mut value = String::new();
        loop {
            match self.next() {
                Some('\\') => value.extend(self.next()),
                Some('"') => break,
                Some('\n' | '\r') | None => return Err(wrong("the value of this tag is not closed")),
                Some(letter) => value.push(letter),
            }
        }
        self.take_while(|c| c.is_whitespace() && in_line(c));
        match self.next() {
            Some(']') => Ok(Token::Tag(name, value, value_place)),
            _ => Err(wrong("the ] of this tag is missing")),
        }
    }
}
