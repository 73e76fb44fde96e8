//! Enumerations that are written as words, in profiles and events: each knows its words, and a word that is none of them is
//! refused with the nearest that is.

/// The candidate that takes fewest insertions, removals, exchanges and swaps of neighbours to become `word`, if it is near
/// enough to have been meant (optimal string alignment distance).
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(2.max(word.chars().count() / 3), word, candidates)
}

/// As [`nearest`], at most `far` such changes away.
pub fn nearest_within<'a>(far: usize, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let best = candidates.into_iter().map(|candidate| (distance(word, candidate), candidate)).min()?;
    (best.0 <= far).then_some(best.1)
}

fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Says that `word` is none of `words`, and which was perhaps meant.
pub fn refuse(word: &str, words: &[&str]) -> String {
    match nearest(word, words.iter().copied()) {
        Some(meant) => format!("{word:?} is not known here; did you mean {meant:?}?"),
        None => format!("{word:?} is not known here; write one of {}", words.join(", ")),
    }
}

/// Makes an enumeration of words with their text, serde both ways and a list of all.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &[$name] = &[$($name::$variant),+];
            /// The words for [`Self::ALL`], in the same order.
            pub const WORDS: &[&str] = &[$($word),+];

            /// The word for it.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// What a word stands for.
            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                $name::from_word(&word).ok_or_else(|| {
                    serde::de::Error::custom($crate::rules::words::refuse(&word, $name::WORDS))
                })
            }
        }
    };
}
pub(crate) use words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_the_one_meant() {
        let words = ["drop_limit", "drops", "promotion", "stalemate"];
        assert_eq!(nearest("drop_limt", words), Some("drop_limit"));
        assert_eq!(nearest("dorps", words), Some("drops"));
        assert_eq!(nearest("colour", words), None);
        assert!(refuse("stalemat", &words).contains("did you mean \"stalemate\""));
        assert!(refuse("xyz", &words).contains("drop_limit, drops"));
    }
}
