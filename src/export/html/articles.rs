//! What an article says, where the rulebook has it.

use super::text::escaped;
use crate::report::articles::sentences;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The articles' sentences.
pub(super) struct Articles {
    sentences: BTreeMap<String, String>,
}

impl Articles {
    /// Reads the rulebook.
    pub(super) fn load() -> Articles {
        Articles { sentences: sentences() }
    }

    /// The articles as a list, each with what it says where that is known.
    pub(super) fn list(&self, articles: &[String]) -> String {
        if articles.is_empty() {
            return String::new();
        }
        let mut list = "<ul>\n".to_owned();
        for article in articles {
            let sentence =
                self.sentences.get(article).map_or(String::new(), |sentence| format!(": {}", escaped(sentence)));
            let _ = writeln!(list, "<li>Article {}{sentence}</li>", escaped(article));
        }
        list + "</ul>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_of_the_profiles_have_their_sentences() {
        let articles = Articles::load();
        assert!(articles.sentences.len() >= 200, "{} articles", articles.sentences.len());
        let list = articles.list(&["GR-11".to_owned(), "club <2>".to_owned()]);
        assert!(list.contains("<li>Article GR-11: No pawn is dropped on the first or the last rank.</li>"), "{list}");
        assert!(list.contains("<li>Article club &lt;2&gt;</li>"), "{list}");
        assert_eq!(articles.list(&[]), "");
    }
}
