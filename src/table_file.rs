//! A table's footage as a folder describes it: `table.toml`. Its form is documented in `docs/ref/table.md`.

use crate::failure::Failure;
use crate::toml_words::{check_keys, in_line};
use board::BoardId;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A `table.toml`, read strictly.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct TableFile {
    /// The rules played by.
    pub profile: Option<String>,
    /// The cameras: one that sees both boards, or one for each.
    pub camera: Vec<CameraEntry>,
    /// What goes with the pictures.
    #[serde(default)]
    pub inputs: InputsEntry,
}

/// A `[[camera]]`.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct CameraEntry {
    /// A video, a folder of photographs (relative to the table file) or a stream's address.
    pub source: String,
    /// The boards it sees, from left to right in the picture.
    pub boards: Vec<BoardId>,
    /// Where they lie, if they are not to be looked for.
    pub calibration: Option<PathBuf>,
}

/// `[inputs]`.
#[derive(Deserialize, Clone, Debug, PartialEq, Default)]
pub struct InputsEntry {
    /// The log of the clocks.
    pub clock: Option<PathBuf>,
    /// The log of spoken promotions.
    pub declarations: Option<PathBuf>,
}

const TABLE_KEYS: [&str; 3] = ["profile", "camera", "inputs"];
const CAMERA_KEYS: [&str; 3] = ["source", "boards", "calibration"];
const INPUT_KEYS: [&str; 2] = ["clock", "declarations"];

impl TableFile {
    /// What the file is called in its folder.
    pub const NAME: &str = "table.toml";

    /// Reads a table file.
    ///
    /// # Errors
    /// When it cannot be read, is no TOML, holds a key that is not known (the nearest one that is gets named), lacks one,
    /// or its cameras do not see each board once.
    pub fn load(path: &Path) -> Result<TableFile, Failure> {
        let wrong = |reason: String| Failure::input(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        parse(&text).map_err(wrong)
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.camera.iter().map(|camera| camera.boards.len()).sum()
    }
}

fn parse(text: &str) -> Result<TableFile, String> {
    // unknown keys first: their error should not hide behind that of a key which they misspell
    let sections: [(&str, &[&str]); 2] = [("inputs", &INPUT_KEYS), ("camera", &CAMERA_KEYS)];
    check_keys(text, &TABLE_KEYS, &sections)?;
    let file: TableFile = toml::from_str(text).map_err(|error| in_line(text, &error))?;
    check_boards(file.camera.iter().map(|camera| camera.boards.as_slice()))?;
    Ok(file)
}

/// Makes sure that the cameras see board A, or both boards, each once.
///
/// # Errors
/// When they do not.
pub fn check_boards<'a>(cameras: impl Iterator<Item = &'a [BoardId]> + Clone) -> Result<(), String> {
    let mut boards: Vec<BoardId> = cameras.clone().flatten().copied().collect();
    boards.sort();
    if (boards == [BoardId::A] || boards == BoardId::BOTH) && cameras.clone().all(|boards| !boards.is_empty()) {
        return Ok(());
    }
    let what = "its cameras do not see each board once; write boards = [\"A\", \"B\"] for one camera, or \
                [\"A\"] and [\"B\"] for two";
    Err(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_CAMERA: &str = "profile = \"gr\"\n\n[[camera]]\nsource = \"table.mp4\"\nboards = [\"A\", \"B\"]\n";

    #[test]
    fn a_table_file_is_read() {
        let file = parse(&format!("{ONE_CAMERA}\n[inputs]\nclock = \"clock.jsonl\"\n")).unwrap();
        assert_eq!(file.profile.as_deref(), Some("gr"));
        assert_eq!(file.camera[0].boards, BoardId::BOTH);
        assert_eq!(file.inputs.clock, Some(PathBuf::from("clock.jsonl")));
    }

    #[test]
    fn a_wrong_table_file_says_what_is_wrong() {
        for (text, reason) in [
            ("", "the key camera is missing"),
            ("profil = 1", "line 1: the key profil is not known; did you mean profile?"),
            ("[[camera]]\nsorce = \"a\"", "line 2: the key camera.sorce is not known; did you mean camera.source?"),
            ("[[camera]]\nsource = \"a\"\nboards = [\"C\"]", "line 3: boards cannot be \"C\"; it can be A or B"),
            ("[[camera]]\nsource = \"a\"\nboards = []", "each board once"),
            ("[[camera]]\nsource = \"a\"\nboards = [\"A\", \"A\"]", "each board once"),
            ("[[camera]]\nsource = \"a\"\nboards = [\"B\"]", "each board once"),
            ("[inputs]\nclok = 1", "did you mean inputs.clock?"),
            ("[[camera]]\nsource = 3\nboards = [\"A\"]", "line 2: source is the number 3; write a text in quotes"),
            ("[[camera]]\nboards = [\"A\"]", "line 1: the key source is missing"),
            ("not toml", "line 1: is no TOML"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(reason), "{text:?}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
