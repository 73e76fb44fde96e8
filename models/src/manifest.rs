//! What a network's manifest says, and whether this program can do it.

use board::{CLASS_COUNT, Piece};

/// What the program must know of a network to feed and read it: the JSON file beside the weights.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
pub struct Manifest {
    /// What the network is called.
    pub name: String,
    /// Its version, raised with each export.
    pub version: String,
    /// What it is fed.
    pub input: InputSpec,
    /// What it gives.
    pub outputs: Outputs,
    /// The letters of the classes in the order of the output's planes: `empty`, then FEN's letters.
    pub classes: Vec<String>,
    /// How often each class occurred in training, in the order of `classes`; the posterior is divided by it.
    pub training_prior: Vec<f32>,
    /// What the class logits are divided by before the softmax (fitted on held-out data; Guo et al. 2017, "On calibration of
    /// modern neural networks").
    pub temperature: f32,
    /// SHA-256 of the `.onnx` file, in hexadecimal.
    pub sha256: String,
    /// What it was trained on and how.
    pub provenance: serde_json::Value,
    /// The weights' licence.
    pub licence: String,
}

/// The picture a network is fed: the board seen straight from above with a margin around it.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
pub struct InputSpec {
    /// The input's name in the network.
    pub name: String,
    /// Boards, channels, rows, columns.
    pub shape: Vec<Dimension>,
    /// `NCHW`.
    pub layout: String,
    /// `RGB`.
    pub colour: String,
    /// The values that black and full white have.
    pub range: [f32; 2],
    /// Pixels along an edge of a square.
    pub pixels_per_square: usize,
    /// Squares of table around the board on each side.
    pub margin_squares: usize,
}

/// The names and shapes of what a network gives.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
pub struct Outputs {
    /// Class logits: boards, 13, 8, 8.
    pub classes: OutputSpec,
    /// Logit that a square is covered: boards, 1, 8, 8.
    pub covered: OutputSpec,
}

/// One output.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
pub struct OutputSpec {
    /// Its name in the network.
    pub name: String,
    /// Boards, planes, rows, columns.
    pub shape: Vec<Dimension>,
}

/// One dimension of a shape.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
#[serde(untagged)]
pub enum Dimension {
    /// So many.
    Fixed(i64),
    /// Any number, under this name.
    Any(String),
}

impl Dimension {
    /// The number, -1 for any, as ONNX Runtime has it.
    pub(crate) fn number(&self) -> i64 {
        match self {
            Dimension::Fixed(number) => *number,
            Dimension::Any(_) => -1,
        }
    }
}

impl InputSpec {
    /// Pixels along an edge of the whole picture: the board and both margins.
    pub fn size(&self) -> usize {
        self.pixels_per_square * (8 + 2 * self.margin_squares)
    }
}

/// The name of a class in a manifest: `empty` or FEN's letter.
pub(crate) fn class_name(class: usize) -> String {
    Piece::content_of(class).map_or_else(|| "empty".to_owned(), |piece| piece.letter().to_string())
}

/// Squares a board has along an edge.
const EDGE: i64 = 8;

impl Manifest {
    /// Reads a manifest from its JSON text and checks that this program can do what it asks for.
    ///
    /// # Errors
    /// What is wrong, as half a sentence.
    pub(crate) fn parse(text: &str) -> Result<Manifest, String> {
        let manifest: Manifest =
            serde_json::from_str(text).map_err(|error| format!("not a model manifest ({error})"))?;
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), String> {
        same("input.layout", &self.input.layout, "NCHW")?;
        same("input.colour", &self.input.colour, "RGB")?;
        if self.input.range != [0.0, 1.0] {
            return Err(format!("input.range is {:?}, this program feeds [0, 1]", self.input.range));
        }
        if !(4..=256).contains(&self.input.pixels_per_square) || self.input.margin_squares > 4 {
            return Err(format!(
                "{} pixels a square with {} squares of margin are not of this world",
                self.input.pixels_per_square, self.input.margin_squares
            ));
        }
        let size = self.input.size() as i64;
        let numbers = |shape: &[Dimension]| shape.iter().map(Dimension::number).collect::<Vec<_>>();
        shape_is("input.shape", &numbers(&self.input.shape), [3, size, size])?;
        shape_is("outputs.classes.shape", &numbers(&self.outputs.classes.shape), [CLASS_COUNT as i64, EDGE, EDGE])?;
        shape_is("outputs.covered.shape", &numbers(&self.outputs.covered.shape), [1, EDGE, EDGE])?;

        let expected: Vec<String> = (0..CLASS_COUNT).map(class_name).collect();
        if self.classes != expected {
            return Err(format!(
                "classes are {:?}, this program reads {:?}",
                self.classes.join(" "),
                expected.join(" ")
            ));
        }
        if self.training_prior.len() != CLASS_COUNT {
            return Err(format!("training_prior has {} values for {CLASS_COUNT} classes", self.training_prior.len()));
        }
        if let Some(bad) = self.training_prior.iter().find(|&&prior| !(prior > 0.0 && prior <= 1.0)) {
            return Err(format!("training_prior holds {bad}: every class needs a share above 0 and at most 1"));
        }
        let sum: f32 = self.training_prior.iter().sum();
        if (sum - 1.0).abs() > 0.01 {
            return Err(format!("training_prior adds up to {sum}, not to 1"));
        }
        if !(self.temperature.is_finite() && self.temperature > 0.0) {
            return Err(format!("temperature is {}, it must be above 0", self.temperature));
        }
        Ok(())
    }
}

fn same(field: &str, got: &str, wanted: &str) -> Result<(), String> {
    if got == wanted { Ok(()) } else { Err(format!("{field} is {got:?}, this program feeds {wanted:?}")) }
}

/// Whether `shape` is any number of boards (-1) times `rest`.
pub(crate) fn shape_is(field: &str, shape: &[i64], rest: [i64; 3]) -> Result<(), String> {
    match shape {
        [boards, others @ ..] if *boards < 0 && *others == rest => Ok(()),
        _ => Err(format!("{field} is {shape:?}, expected [-1, {}, {}, {}]", rest[0], rest[1], rest[2])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = include_str!("../tests/data/tiny/board.json");

    #[test]
    fn a_manifest_is_read() {
        let manifest = Manifest::parse(GOOD).unwrap();
        assert_eq!(manifest.input.size(), 320);
        assert_eq!(manifest.classes[6], "K");
    }

    #[test]
    fn a_manifest_that_asks_for_something_else_is_refused() {
        for (path, value, reason) in [
            ("/input/layout", "\"NHWC\"", "input.layout is \"NHWC\""),
            ("/input/colour", "\"BGR\"", "input.colour is \"BGR\""),
            ("/input/range", "[-1, 1]", "input.range"),
            ("/input/shape", "[-1, 3, 256, 256]", "input.shape is [-1, 3, 256, 256]"),
            ("/input/pixels_per_square", "24", "expected [-1, 3, 240, 240]"),
            ("/input/pixels_per_square", "0", "not of this world"),
            ("/outputs/classes/shape", "[-1, 12, 8, 8]", "expected [-1, 13, 8, 8]"),
            ("/outputs/covered/shape", "[-1, 8, 8]", "expected [-1, 1, 8, 8]"),
            ("/classes/1", "\"K\"", "this program reads \"empty P N B"),
            ("/training_prior", "[1.0]", "training_prior has 1 values"),
            ("/training_prior/3", "0.0", "training_prior holds 0"),
            ("/training_prior/0", "1.0", "adds up to"),
            ("/temperature", "0", "temperature is 0"),
            ("/licence", "null", "not a model manifest"),
        ] {
            let mut json: serde_json::Value = serde_json::from_str(GOOD).unwrap();
            *json.pointer_mut(path).unwrap() = serde_json::from_str(value).unwrap();
            let error = Manifest::parse(&json.to_string()).unwrap_err();
            assert!(error.contains(reason), "{path} = {value}: {error}");
        }
        assert!(Manifest::parse("").unwrap_err().contains("not a model manifest"));
    }
}
