//! How eyes err: a confusion matrix with examples of looks, frozen in a file.
//!
//! The file (`noise/*.toml`, made by `models/train/tandem_train/confusion.py`) says for each content how often it is taken for what,
//! and holds examples of such looks as the eyes gave them: log-likelihoods of the thirteen classes in 1/256 nat. A look drawn here is one of these
//! examples, so that right and wrong answers are as sure of themselves as they are in truth.

use crate::random::Random;
use board::{CLASS_COUNT, Content, LogProb, Piece};
use std::collections::BTreeMap;

/// What one look says of a content: the log-likelihood of each class.
pub type Look = [LogProb; CLASS_COUNT];

/// More than this share of looks is never misread, however far the noise is turned up.
const MOST_MISREAD: f64 = 0.9;

/// The noise of a file.
#[derive(Clone, Debug)]
pub struct Noise {
    /// Where it was measured.
    pub source: String,
    /// The share of a piece's looks that are drawn anew though nothing has changed.
    pub flicker: f64,
    classes: Vec<Class>,
}

/// The noise of one content.
#[derive(Clone, Debug)]
struct Class {
    misread: f64,
    right: Vec<Look>,
    /// The share of each mistake among the mistakes, and examples.
    wrong: Vec<(f64, Vec<Look>)>,
}

/// A noise file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {reason}; make it anew with models/train/tandem_train/confusion.py")]
pub struct NoiseError {
    /// The file.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    source: String,
    #[serde(rename = "boards")]
    _boards: u32,
    #[serde(rename = "rigs")]
    _rigs: Vec<String>,
    flicker: u32,
    class: Vec<FileClass>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FileClass {
    content: String,
    answers: BTreeMap<String, u32>,
    looks: Vec<FileLooks>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FileLooks {
    answer: String,
    examples: Vec<[i16; CLASS_COUNT]>,
}

impl Noise {
    /// The noise of the eyes on photographs of four real sets, each learnt from its start position.
    ///
    /// # Panics
    /// Never: a test reads the file that is built in.
    pub fn footage() -> Noise {
        Noise::from_toml("noise/footage.toml", include_str!("../noise/footage.toml"))
            .unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Reads a noise file.
    ///
    /// # Errors
    /// When it is not TOML of the right form, or lacks a class.
    pub fn from_toml(name: &str, text: &str) -> Result<Noise, NoiseError> {
        let wrong = |reason: String| NoiseError { name: name.to_owned(), reason };
        let file: File = toml::from_str(text).map_err(|error| wrong(error.to_string().trim().replace('\n', " ")))?;
        let mut classes: Vec<Option<Class>> = vec![None; CLASS_COUNT];
        for class in &file.class {
            let content =
                content_of(&class.content).ok_or_else(|| wrong(format!("{:?} is no content", class.content)))?;
            classes[Piece::class_of(content)] = Some(Class::of(class, content).map_err(wrong)?);
        }
        let missing = |class: usize| wrong(format!("{} is missing", name_of(Piece::content_of(class))));
        let all = classes.into_iter().enumerate().map(|(class, found)| found.ok_or_else(|| missing(class)));
        // a misread look differs from the next both when it was drawn anew and when the next is: twice as often as one is drawn
        Ok(Noise {
            source: file.source,
            flicker: f64::from(file.flicker) / 2000.0,
            classes: all.collect::<Result<_, _>>()?,
        })
    }

    /// A look at `content` by eyes that err `scale` times as often as was measured; without noise (0) they are sure and right.
    pub fn look(&self, content: Content, scale: f64, random: &mut Random) -> Look {
        let class = &self.classes[Piece::class_of(content)];
        if scale <= 0.0 {
            return sure(content);
        }
        if !random.chance((class.misread * scale).min(MOST_MISREAD)) {
            return class.right[random.below(class.right.len())];
        }
        let mut left = random.unit();
        for (share, looks) in &class.wrong {
            left -= share;
            if left < 0.0 {
                return looks[random.below(looks.len())];
            }
        }
        class.wrong.last().map_or_else(|| sure(content), |(_, looks)| looks[random.below(looks.len())])
    }

    /// The share of looks at `content` that are misread.
    pub fn misread(&self, content: Content) -> f64 {
        self.classes[Piece::class_of(content)].misread
    }
}

impl Class {
    fn of(file: &FileClass, content: Content) -> Result<Class, String> {
        let looks = |answer: &str| -> Result<Vec<Look>, String> {
            let found = file.looks.iter().find(|looks| looks.answer == answer);
            let examples: Vec<Look> = found.iter().flat_map(|l| &l.examples).map(|look| look.map(LogProb)).collect();
            if examples.is_empty() {
                Err(format!("{} taken for {answer} has no example", file.content))
            } else {
                Ok(examples)
            }
        };
        let of = |answer: &str| f64::from(file.answers.get(answer).copied().unwrap_or(0));
        let wrong_answers: Vec<&String> = file.answers.keys().filter(|a| content_of(a) != Some(content)).collect();
        let all: f64 = file.answers.values().map(|&count| f64::from(count)).sum();
        let mistakes: f64 = wrong_answers.iter().map(|answer| of(answer)).sum();
        let wrong = wrong_answers.iter().map(|answer| Ok((of(answer) / mistakes, looks(answer)?)));
        Ok(Class {
            misread: mistakes / all,
            right: looks(name_of(content).as_str())?,
            wrong: wrong.collect::<Result<_, String>>()?,
        })
    }
}

/// What eyes say that are sure, by the shares of misread looks that `vision` mixes in: ln 0.01 against another colour or an empty square,
/// 2.3 nats against another kind of the same colour.
pub fn sure(content: Content) -> Look {
    std::array::from_fn(|class| match (content, Piece::content_of(class)) {
        (seen, other) if seen == other => LogProb::ZERO,
        (Some(piece), Some(other)) if piece.color == other.color => LogProb(-569),
        _ => LogProb(-1179),
    })
}

fn content_of(name: &str) -> Option<Content> {
    match name {
        "-" => Some(None),
        _ if name.len() == 1 => Piece::from_letter(name.chars().next()?).ok().map(Some),
        _ => None,
    }
}

fn name_of(content: Content) -> String {
    content.map_or("-".to_owned(), |piece| piece.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{SquareEvidence, Visibility};

    fn answer(look: Look) -> Content {
        SquareEvidence { visibility: Visibility::Seen, likelihood: look }.best()
    }

    #[test]
    fn looks_are_misread_as_often_as_the_file_says() {
        let (noise, mut random) = (Noise::footage(), Random::new(5, 0));
        for class in 0..CLASS_COUNT {
            let content = Piece::content_of(class);
            for scale in [0.0, 0.25, 1.0, 2.0] {
                let wrong = (0..20_000).filter(|_| answer(noise.look(content, scale, &mut random)) != content).count();
                let expected = (noise.misread(content) * scale).min(MOST_MISREAD);
                assert!(
                    (wrong as f64 / 20_000.0 - expected).abs() < 0.015,
                    "{content:?} x{scale}: {wrong}, {expected}"
                );
            }
        }
    }

    #[test]
    fn a_file_without_a_class_is_refused_by_name() {
        let text = include_str!("../noise/footage.toml").replacen("content = \"Q\"", "content = \"X\"", 1);
        assert!(Noise::from_toml("x.toml", &text).unwrap_err().to_string().contains("\"X\" is no content"));
        let text = include_str!("../noise/footage.toml").replacen("content = \"Q\"", "content = \"P\"", 1);
        let error = Noise::from_toml("x.toml", &text).unwrap_err().to_string();
        assert!(error.contains("no example") || error.contains("Q is missing"), "{error}");
    }
}
