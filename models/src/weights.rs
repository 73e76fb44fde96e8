//! A network's bytes with its manifest: the shipped one, or another from a folder.

use crate::error::ModelError;
use crate::manifest::Manifest;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::path::Path;

/// The name of the board network's files, without an ending.
const BOARD: &str = "board";

/// A network's bytes and the manifest that belongs to them; the hash has been checked.
#[derive(Clone)]
pub struct Weights {
    manifest: Manifest,
    onnx: Cow<'static, [u8]>,
    file: String,
}

impl Weights {
    /// The network that the program carries in itself.
    ///
    /// # Errors
    /// Never, as long as the program was built from a tree in which manifest and network agree; a test sees to it.
    pub fn shipped() -> Result<Weights, ModelError> {
        Weights::new(
            Cow::Borrowed(include_bytes!("../weights/board.onnx")),
            include_str!("../weights/board.json"),
            "models/weights/board",
        )
    }

    /// The network in `folder`: `board.onnx` and its manifest `board.json`.
    ///
    /// # Errors
    /// When one of them cannot be read, the manifest does not fit this program, or the network is not the one
    /// whose hash the manifest gives.
    pub fn from_folder(folder: &Path) -> Result<Weights, ModelError> {
        let stem = folder.join(BOARD).display().to_string();
        let read = |ending: &str| {
            let file = format!("{stem}.{ending}");
            std::fs::read(&file).map_err(|error| ModelError::Unreadable { file, reason: error.to_string() })
        };
        let manifest = read("json")?;
        let onnx = read("onnx")?;
        let text = std::str::from_utf8(&manifest).map_err(|_| ModelError::Manifest {
            file: format!("{stem}.json"),
            reason: "not a model manifest (not text)".to_owned(),
        })?;
        Weights::new(Cow::Owned(onnx), text, &stem)
    }

    /// Pairs a network's bytes with its manifest; `stem` is their path without an ending.
    pub(crate) fn new(onnx: Cow<'static, [u8]>, manifest: &str, stem: &str) -> Result<Weights, ModelError> {
        let manifest = Manifest::parse(manifest)
            .map_err(|reason| ModelError::Manifest { file: format!("{stem}.json"), reason })?;
        let file = format!("{stem}.onnx");
        if onnx.is_empty() {
            return Err(ModelError::Network { file, reason: "the file is empty".to_owned() });
        }
        let hash: String = Sha256::digest(&onnx).iter().map(|byte| format!("{byte:02x}")).collect();
        if !manifest.sha256.eq_ignore_ascii_case(&hash) {
            let reason =
                format!("its SHA-256 is {}..., the manifest says {}", &hash[..12], shortened(&manifest.sha256));
            return Err(ModelError::Network { file, reason });
        }
        Ok(Weights { manifest, onnx, file })
    }

    /// What the network is fed and gives.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The network's file, for messages.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    pub(crate) fn onnx(&self) -> &[u8] {
        &self.onnx
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights {} {} ({} bytes)", self.manifest.name, self.manifest.version, self.onnx.len())
    }
}

fn shortened(hash: &str) -> String {
    match hash.char_indices().nth(12) {
        Some((end, _)) => format!("{}...", &hash[..end]),
        None => format!("{hash:?}"),
    }
}
