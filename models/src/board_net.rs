//! The network that reads a whole board at once.

use crate::error::{ModelError, first_line};
use crate::manifest::{Manifest, OutputSpec, shape_is};
use crate::{InputSpec, Runtime, Weights};
use board::CLASS_COUNT;
use ort::session::{Session, builder::GraphOptimizationLevel};
use ort::value::{Outlet, TensorElementType, TensorRef, ValueType};

/// The board network, ready to run.
#[derive(Debug)]
pub struct BoardNet {
    session: Session,
    manifest: Manifest,
    file: String,
}

/// What the network gives for one board, a square of the rectified picture at a time: row by row from the top, in a row from
/// the left.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// Logits of the classes of [`board::Piece::class_of`], not divided by the temperature.
    pub classes: Box<[[f32; CLASS_COUNT]; 64]>,
    /// Logits that a hand or another thing covers the square: above 0 it rather does.
    pub covered: Box<[f32; 64]>,
}

impl BoardNet {
    /// Makes the network ready: one thread, all of ONNX Runtime's graph optimisations.
    ///
    /// # Errors
    /// [`ModelError::Network`] when the bytes are no network, or its inputs and outputs differ from the manifest's.
    pub fn load(runtime: &Runtime, weights: &Weights) -> Result<BoardNet, ModelError> {
        let refused = |reason: String| ModelError::Network { file: weights.file().to_owned(), reason };
        let session = session(runtime, weights.onnx())
            .map_err(|error| refused(format!("ONNX Runtime takes it for no network ({})", first_line(error))))?;
        let manifest = weights.manifest().clone();
        let OutputSpec { name: classes, .. } = &manifest.outputs.classes;
        let OutputSpec { name: covered, .. } = &manifest.outputs.covered;
        let size = manifest.input.size() as i64;
        outlet_is("input", session.inputs(), &manifest.input.name, [3, size, size]).map_err(refused)?;
        outlet_is("output", session.outputs(), classes, [CLASS_COUNT as i64, 8, 8]).map_err(refused)?;
        outlet_is("output", session.outputs(), covered, [1, 8, 8]).map_err(refused)?;
        if session.inputs().len() != 1 {
            return Err(refused(format!("it has {} inputs, this program feeds one", session.inputs().len())));
        }
        Ok(BoardNet { session, manifest, file: weights.file().to_owned() })
    }

    /// The picture the network is fed.
    pub fn input(&self) -> &InputSpec {
        &self.manifest.input
    }

    /// The whole manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads as many boards as `planes` holds: for each, red, green and blue as rows of `input().size()` squared
    /// values from 0 to 1, the rectified picture's top left first.
    ///
    /// # Errors
    /// When `planes` holds no whole number of boards, or ONNX Runtime fails.
    pub fn run(&mut self, planes: &[f32]) -> Result<Vec<Reading>, ModelError> {
        let size = self.manifest.input.size();
        let failed = |reason: String| ModelError::Run { file: self.file.clone(), reason };
        let board_len = 3 * size * size;
        let boards = planes.len() / board_len;
        if !planes.len().is_multiple_of(board_len) {
            return Err(failed(format!("{} values are no whole number of boards of {board_len}", planes.len())));
        }
        if boards == 0 {
            return Ok(Vec::new());
        }
        let input =
            TensorRef::from_array_view(([boards, 3, size, size], planes)).map_err(|error| failed(first_line(error)))?;
        let outputs = self
            .session
            .run(ort::inputs![self.manifest.input.name.as_str() => input])
            .map_err(|error| failed(first_line(error)))?;
        let values = |spec: &OutputSpec, planes: usize| -> Result<&[f32], ModelError> {
            let value = outputs.get(&spec.name).ok_or_else(|| failed(format!("no output {:?}", spec.name)))?;
            let (_, values) = value.try_extract_tensor::<f32>().map_err(|error| failed(first_line(error)))?;
            let expected = boards * planes * 64;
            if values.len() == expected {
                Ok(values)
            } else {
                Err(failed(format!("output {:?} has {} values instead of {expected}", spec.name, values.len())))
            }
        };
        let classes = values(&self.manifest.outputs.classes, CLASS_COUNT)?;
        let covered = values(&self.manifest.outputs.covered, 1)?;
        Ok(classes.chunks_exact(CLASS_COUNT * 64).zip(covered.chunks_exact(64)).map(reading).collect())
    }
}

/// From planes to squares.
fn reading((classes, covered): (&[f32], &[f32])) -> Reading {
    Reading {
        classes: Box::new(std::array::from_fn(|at| std::array::from_fn(|class| classes[class * 64 + at]))),
        covered: Box::new(std::array::from_fn(|at| covered[at])),
    }
}

fn session(runtime: &Runtime, onnx: &[u8]) -> ort::Result<Session> {
    Session::builder(runtime.environment())?
        // More threads were slower on two cores, and one keeps the order of additions, and so the result, the same
        .with_intra_threads(1)?
        .with_inter_threads(1)?
        .with_optimization_level(GraphOptimizationLevel::All)?
        .commit_from_memory(onnx)
}

/// Whether there is a float input or output `name` with any number of boards times `rest`.
fn outlet_is(what: &str, outlets: &[Outlet], name: &str, rest: [i64; 3]) -> Result<(), String> {
    let outlet = outlets.iter().find(|outlet| outlet.name() == name).ok_or_else(|| {
        let names: Vec<&str> = outlets.iter().map(Outlet::name).collect();
        format!("it has no {what} {name:?} as the manifest says, but {}", names.join(", "))
    })?;
    match outlet.dtype() {
        ValueType::Tensor { ty: TensorElementType::Float32, shape, .. } => {
            shape_is(&format!("its {what} {name:?}"), shape, rest)
        }
        other => Err(format!("its {what} {name:?} is {other:?}, not 32-bit floating point")),
    }
}
