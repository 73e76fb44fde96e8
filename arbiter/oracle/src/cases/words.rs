//! Words of a line with their places, and what to say when one is not understood.

use arbiter::rules::nearest;
use std::str::FromStr;

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// Its text.
    pub text: &'a str,
    /// Where it begins, in characters from 1.
    pub column: usize,
}

/// What is wrong at a place of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

/// The words of a line that are still to be read.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    words: Vec<Word<'a>>,
    next: usize,
    end: usize,
}

impl<'a> Words<'a> {
    /// The words of a line, its comment left out.
    pub fn of(line: &'a str) -> Words<'a> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = Vec::new();
        let mut begun: Option<(usize, usize)> = None;
        let mut column = 1;
        for (at, letter) in line.char_indices() {
            match (letter.is_whitespace(), begun) {
                (true, Some((from, first))) => {
                    words.push(Word { text: &line[from..at], column: first });
                    begun = None;
                }
                (false, None) => begun = Some((at, column)),
                _ => {}
            }
            column += 1;
        }
        if let Some((from, first)) = begun {
            words.push(Word { text: &line[from..], column: first });
        }
        Words { words, next: 0, end: column }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.next == self.words.len()
    }

    /// The next word, left where it is.
    pub fn peek(&self) -> Option<Word<'a>> {
        self.words.get(self.next).copied()
    }

    /// The next word, if there is one.
    pub fn take(&mut self) -> Option<Word<'a>> {
        let word = self.peek();
        self.next += usize::from(word.is_some());
        word
    }

    /// The next word; `what` says what is missing where the line ends.
    ///
    /// # Errors
    /// When the line ends.
    pub fn need(&mut self, what: &str) -> Result<Word<'a>, Wrong> {
        self.take().ok_or_else(|| Wrong { column: self.end, reason: format!("the line ends where {what} is expected") })
    }

    /// Takes the next word if it is this one.
    pub fn skip(&mut self, text: &str) -> bool {
        let is = self.peek().is_some_and(|word| word.text == text);
        self.next += usize::from(is);
        is
    }

    /// Takes the next word, which must be this one.
    ///
    /// # Errors
    /// When it is another, or missing.
    pub fn expect(&mut self, text: &str) -> Result<(), Wrong> {
        let word = self.need(&format!("{text:?}"))?;
        if word.text == text { Ok(()) } else { Err(word.wrong(format!("{:?} where {text:?} is expected", word.text))) }
    }

    /// The next word as a value.
    ///
    /// # Errors
    /// When it is none, or missing.
    pub fn parse<T: FromStr<Err: ToString>>(&mut self, what: &str) -> Result<T, Wrong> {
        let word = self.need(what)?;
        word.text.parse().map_err(|error: T::Err| word.wrong(error.to_string()))
    }

    /// The next word, which must be one of `known`.
    ///
    /// # Errors
    /// When it is none of them: with the nearest that is.
    pub fn one_of(&mut self, what: &str, known: &[&'static str]) -> Result<&'static str, Wrong> {
        let word = self.need(what)?;
        let found = known.iter().find(|candidate| **candidate == word.text);
        found.copied().ok_or_else(|| word.unknown(what, known))
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// When something is.
    pub fn done(&self) -> Result<(), Wrong> {
        self.peek().map_or(Ok(()), |word| Err(word.wrong(format!("{:?} is too much here", word.text))))
    }

    /// All words that are left.
    pub fn rest(&mut self) -> Vec<Word<'a>> {
        let rest = self.words[self.next..].to_vec();
        self.next = self.words.len();
        rest
    }
}

impl Word<'_> {
    /// Something is wrong with the word.
    pub fn wrong(self, reason: String) -> Wrong {
        Wrong { column: self.column, reason }
    }

    /// The word is none of those `known`.
    pub fn unknown(self, what: &str, known: &[&str]) -> Wrong {
        let text = self.text;
        self.wrong(match nearest(text, known.iter().copied()) {
            Some(meant) => format!("{text:?} is no {what}; did you mean {meant:?}?"),
            None => format!("{text:?} is no {what}; write one of {}", known.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns_and_comments_are_left_out() {
        let mut words = Words::of("  1.0 Aw  plays # e2e4");
        assert_eq!(words.take().map(|word| (word.text, word.column)), Some(("1.0", 3)));
        words.take();
        assert_eq!(words.take().map(|word| word.column), Some(11));
        assert_eq!(words.need("a move").unwrap_err().reason, "the line ends where a move is expected");
    }

    #[test]
    fn a_wrong_word_gets_the_nearest_right_one() {
        let error = Words::of("plasy").one_of("action", &["plays", "presses"]).unwrap_err();
        assert_eq!(error.reason, "\"plasy\" is no action; did you mean \"plays\"?");
        let error = Words::of("xyz").one_of("action", &["plays", "presses"]).unwrap_err();
        assert_eq!(error.reason, "\"xyz\" is no action; write one of plays, presses");
    }
}
