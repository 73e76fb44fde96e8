//! Strict reading of profiles: every key and word is known, and what is not is answered with the nearest that is.
use super::{Articles, Contradiction, Profile, Ruled, articles::Scope};
use crate::{
    procedures::Topic,
    rules::{Irregularity, words::refuse},
};
use serde::de::{Deserialize, DeserializeOwned};
use std::{collections::BTreeMap, ops::Range};
use toml::{
    Spanned,
    de::{DeTable, DeValue, ValueDeserializer},
};

/// A profile cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ProfileError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl ProfileError {
    fn at(text: &str, offset: usize, reason: impl Into<String>) -> ProfileError {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[line_start..].chars().count() + 1;
        ProfileError { line: before.matches('\n').count() + 1, column, reason: reason.into() }
    }
}

/// A value as written, and the place to point at if it does not fit.
struct Raw {
    value: toml::Value,
    article: String,
    place: ProfileError,
}

/// The values of a profile and of those it builds on, the later over the earlier.
pub(super) struct Layers {
    values: BTreeMap<&'static str, Raw>,
    articles: Articles,
    end: ProfileError,
}

impl Layers {
    /// The value of a parameter, taken out.
    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Ruled<T>, ProfileError> {
        let Some(raw) = self.values.remove(name) else {
            let reason = format!("{name} is given neither here nor by a base: give it, or write base = \"gr\"");
            return Err(ProfileError { reason, ..self.end.clone() });
        };
        let value = raw.value.try_into().map_err(|error: toml::de::Error| {
            let reason = format!("{name}: {}", error.message());
            ProfileError { reason, ..raw.place }
        })?;
        Ok(Ruled { value, article: raw.article })
    }
}

const PRESETS: [(&str, &str); 7] = [
    ("ch", include_str!("presets/ch.toml")),
    ("gr", include_str!("presets/gr.toml")),
    ("ru", include_str!("presets/ru.toml")),
    ("ro", include_str!("presets/ro.toml")),
    ("nl", include_str!("presets/nl.toml")),
    ("free", include_str!("presets/free.toml")),
    ("fide", include_str!("presets/fide.toml")),
];

pub(super) fn named(name: &str) -> Result<Profile, ProfileError> {
    read(preset(name).map_err(|reason| ProfileError::at("", 0, reason))?)
}

fn preset(name: &str) -> Result<&'static str, String> {
    let known = PRESETS.iter().find(|(known, _)| *known == name);
    known.map(|(_, text)| *text).ok_or_else(|| {
        format!(
            "the profile {} (there are {}, and files that end in .toml)",
            refuse(name, &Profile::NAMES),
            Profile::NAMES.join(", ")
        )
    })
}

pub(super) fn read(text: &str) -> Result<Profile, ProfileError> {
    let mut head = Head::default();
    let mut layers = read_layers(text, &mut head, 0)?;
    let name =
        head.name.take().ok_or_else(|| ProfileError::at(text, 0, "a profile needs a name: write name = \"club\""))?;
    let articles = std::mem::take(&mut layers.articles);
    let profile = Profile::from_layers(name, head.title.take().unwrap_or_default(), articles, &mut layers)?;
    match profile.verify().first() {
        None => Ok(profile),
        Some(contradiction) => Err(head.place(text, contradiction)),
    }
}

/// What stands at the head of the outermost profile.
#[derive(Default)]
struct Head {
    name: Option<String>,
    title: Option<String>,
    /// Where each parameter stands that is given there.
    places: BTreeMap<&'static str, ProfileError>,
}

impl Head {
    /// A contradiction, at the place of the value that brought it in: one of the two, or the base of both.
    fn place(&self, text: &str, contradiction: &Contradiction) -> ProfileError {
        let places = [contradiction.first, contradiction.second].map(|name| self.places.get(name));
        let place = places.into_iter().flatten().next().cloned();
        let place = place.unwrap_or_else(|| ProfileError::at(text, 0, ""));
        ProfileError { reason: contradiction.to_string(), ..place }
    }
}

/// A chain of bases longer than this goes round in a circle.
const MAX_DEPTH: usize = 8;

fn read_layers(text: &str, head: &mut Head, depth: usize) -> Result<Layers, ProfileError> {
    let table = DeTable::parse(text).map_err(|error| {
        ProfileError::at(text, error.span().map_or(0, |span| span.start), error.message().replace('\n', ", "))
    })?;
    let table = table.into_inner();
    let mut layers = match table.get("base") {
        None => Layers {
            values: BTreeMap::new(),
            articles: Articles::default(),
            end: ProfileError::at(text, text.len(), ""),
        },
        Some(base) => {
            let wrong = |reason: String| ProfileError::at(text, base.span().start, reason);
            let name =
                base.get_ref().as_str().ok_or_else(|| wrong("base is the name of a profile in quotes".into()))?;
            if depth >= MAX_DEPTH {
                return Err(wrong(format!("{name} is built on itself")));
            }
            read_layers(preset(name).map_err(wrong)?, &mut Head::default(), depth + 1)?
        }
    };
    for (key, value) in table {
        let (name, place) = (key.get_ref().to_string(), key.span());
        match name.as_str() {
            "base" => {}
            "name" => head.name = Some(read_string(text, &name, &value)?),
            "title" => head.title = Some(read_string(text, &name, &value)?),
            "articles" => read_articles(text, &value, &mut layers.articles)?,
            "procedures" => read_procedures(text, &value, &mut layers.articles)?,
            _ => {
                let (parameter, place) = read_parameter(text, &name, place, value, &mut layers)?;
                head.places.insert(parameter, place);
            }
        }
    }
    Ok(layers)
}

fn read_string(text: &str, name: &str, value: &Spanned<DeValue<'_>>) -> Result<String, ProfileError> {
    let string = value.get_ref().as_str().map(str::to_owned);
    string.ok_or_else(|| ProfileError::at(text, value.span().start, format!("{name} is a text in quotes")))
}

fn read_parameter(
    text: &str,
    name: &str,
    place: Range<usize>,
    value: Spanned<DeValue<'_>>,
    layers: &mut Layers,
) -> Result<(&'static str, ProfileError), ProfileError> {
    let Some(parameter) = Profile::PARAMETERS.iter().find(|parameter| parameter.name == name) else {
        let names: Vec<&str> = Profile::PARAMETERS.iter().map(|parameter| parameter.name).collect();
        let meant = crate::rules::words::nearest(
            name,
            names.iter().copied().chain(["name", "title", "base", "articles", "procedures"]),
        );
        let reason = match meant {
            Some(meant) => format!("{name:?} is no parameter of a profile; did you mean {meant:?}?"),
            None => format!("{name:?} is no parameter of a profile; `tandem rules` lists them"),
        };
        return Err(ProfileError::at(text, place.start, reason));
    };
    let start = value.span().start;
    let mut article = String::new();
    let mut written = Some(value);
    if let Some(DeValue::Table(parts)) = written.as_mut().map(Spanned::get_mut) {
        let parts = std::mem::take(parts);
        written = None;
        for (key, part) in parts {
            match key.get_ref().as_ref() {
                "value" => written = Some(part),
                "article" => article = read_string(text, "article", &part)?,
                other => {
                    let reason = format!("{name} has a value and an article: {}", refuse(other, &["value", "article"]));
                    return Err(ProfileError::at(text, key.span().start, reason));
                }
            }
        }
    }
    let written = written.ok_or_else(|| ProfileError::at(text, start, format!("{name} has no value")))?;
    let place = ProfileError::at(text, written.span().start, "");
    let value = toml::Value::deserialize(ValueDeserializer::from(written))
        .map_err(|error| ProfileError { reason: error.message().to_owned(), ..place.clone() })?;
    layers.values.insert(parameter.name, Raw { value, article, place: place.clone() });
    Ok((parameter.name, place))
}

fn read_articles(text: &str, value: &Spanned<DeValue<'_>>, articles: &mut Articles) -> Result<(), ProfileError> {
    let wrong = |span: Range<usize>, reason: String| ProfileError::at(text, span.start, reason);
    let table = value.get_ref().as_table();
    let table = table.ok_or_else(|| wrong(value.span(), "articles is a table: write [articles]".to_owned()))?;
    for (key, value) in table.iter() {
        let reason = Irregularity::from_word(key.get_ref())
            .ok_or_else(|| wrong(key.span(), refuse(key.get_ref(), Irregularity::WORDS)))?;
        let DeValue::Table(scopes) = value.get_ref() else {
            articles.moves.insert((reason, Scope::Any), read_string(text, key.get_ref(), value)?);
            continue;
        };
        for (key, value) in scopes.iter() {
            let words: Vec<&str> = Scope::all().map(Scope::word).collect();
            let scope = Scope::all()
                .find(|scope| scope.word() == key.get_ref())
                .ok_or_else(|| wrong(key.span(), refuse(key.get_ref(), &words)))?;
            articles.moves.insert((reason, scope), read_string(text, key.get_ref(), value)?);
        }
    }
    Ok(())
}

fn read_procedures(text: &str, value: &Spanned<DeValue<'_>>, articles: &mut Articles) -> Result<(), ProfileError> {
    let wrong = |span: Range<usize>, reason: String| ProfileError::at(text, span.start, reason);
    let table = value.get_ref().as_table();
    let table = table.ok_or_else(|| wrong(value.span(), "procedures is a table: write [procedures]".to_owned()))?;
    for (key, value) in table.iter() {
        let topic =
            Topic::from_word(key.get_ref()).ok_or_else(|| wrong(key.span(), refuse(key.get_ref(), Topic::WORDS)))?;
        articles.procedures.insert(topic, read_string(text, key.get_ref(), value)?);
    }
    Ok(())
}
