use board::BoardId;
use std::collections::BTreeMap;

/// What a session was made with: everything needed to run the arbiter over its inputs again, and to tell which
/// model and calibration the inputs came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manifest {
    /// The program's version.
    pub program: String,
    /// The boards watched, A before B.
    pub boards: Vec<BoardId>,
    /// The profile, as TOML with every parameter written out.
    pub profile: String,
    /// The SHA-256 of the network's weights, in hexadecimal digits.
    pub model: Option<String>,
    /// The calibration as the program used it, a text a board.
    pub calibration: Option<String>,
    /// The sources, as they were named.
    pub sources: Vec<String>,
    /// The moment the session began, in milliseconds since 1970 by the wall clock. The only wall-clock time in the
    /// file; unknown for footage.
    pub began_unix_ms: Option<i64>,
    /// What could not be watched with the set-up, in the words of `docs/ref/json.md`; unknown for sessions of programs that did
    /// not note it.
    pub unwatched: Option<Vec<String>>,
}

const PROGRAM: &str = "program";
const BOARDS: &str = "boards";
const PROFILE: &str = "profile";
const MODEL: &str = "model_sha256";
const CALIBRATION: &str = "calibration";
const SOURCE: &str = "source_";
const BEGAN: &str = "began_unix_ms";
const UNWATCHED: &str = "unwatched";

impl Manifest {
    /// The manifest as keys and values.
    pub(crate) fn to_pairs(&self) -> Vec<(String, String)> {
        let boards: String = self.boards.iter().map(BoardId::to_string).collect();
        let mut pairs = vec![(PROGRAM, self.program.clone()), (BOARDS, boards), (PROFILE, self.profile.clone())];
        pairs.extend(self.model.clone().map(|hash| (MODEL, hash)));
        pairs.extend(self.calibration.clone().map(|text| (CALIBRATION, text)));
        pairs.extend(self.began_unix_ms.map(|ms| (BEGAN, ms.to_string())));
        pairs.extend(self.unwatched.as_ref().map(|words| (UNWATCHED, words.join(" "))));
        let mut pairs: Vec<_> = pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        pairs.extend(self.sources.iter().enumerate().map(|(i, name)| (format!("{SOURCE}{i:02}"), name.clone())));
        pairs
    }

    /// The manifest from keys and values; keys it does not know are passed over.
    pub(crate) fn from_pairs(mut pairs: BTreeMap<String, String>) -> Result<Manifest, String> {
        let mut required = |key: &str| pairs.remove(key).ok_or_else(|| format!("its manifest has no {key:?}"));
        let (program, letters, profile) = (required(PROGRAM)?, required(BOARDS)?, required(PROFILE)?);
        let board = |letter: char| BoardId::BOTH.into_iter().find(|board| board.to_string().starts_with(letter));
        let boards = letters.chars().map(board).collect::<Option<Vec<_>>>();
        let boards = boards.filter(|boards| !boards.is_empty());
        Ok(Manifest {
            program,
            boards: boards.ok_or_else(|| format!("its manifest names the boards {letters:?}"))?,
            profile,
            model: pairs.remove(MODEL),
            calibration: pairs.remove(CALIBRATION),
            began_unix_ms: pairs.remove(BEGAN).and_then(|ms| ms.parse().ok()),
            unwatched: pairs.remove(UNWATCHED).map(|words| words.split_whitespace().map(str::to_owned).collect()),
            sources: pairs.into_iter().filter(|(key, _)| key.starts_with(SOURCE)).map(|(_, name)| name).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_reads_back_and_unknown_keys_are_passed_over() {
        let manifest = Manifest {
            program: "0.1.0".to_owned(),
            boards: vec![BoardId::A, BoardId::B],
            profile: "name = \"free\"".to_owned(),
            model: Some("ab".repeat(32)),
            calibration: None,
            sources: vec!["left.mp4".to_owned(), "right.mp4".to_owned()],
            began_unix_ms: Some(1_790_000_000_000),
            unwatched: Some(vec!["presses".to_owned(), "reserves".to_owned()]),
        };
        let mut pairs: BTreeMap<_, _> = manifest.to_pairs().into_iter().collect();
        pairs.insert("later".to_owned(), "whatever".to_owned());
        assert_eq!(Manifest::from_pairs(pairs.clone()), Ok(manifest));
        pairs.remove(PROFILE);
        assert_eq!(Manifest::from_pairs(pairs).unwrap_err(), "its manifest has no \"profile\"");
    }
}
