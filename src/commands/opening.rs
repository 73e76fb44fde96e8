//! What several commands need before they can begin.

use crate::failure::Failure;
use models::{BoardNet, Runtime, Weights};
use vision::{Eyes, WatchedBoard};

/// The network, loaded once; eyes are made from it.
pub struct Network {
    runtime: Runtime,
    weights: Weights,
}

impl Network {
    /// Loads ONNX Runtime and the shipped network.
    ///
    /// # Errors
    /// When one of them is missing.
    pub fn load() -> Result<Network, Failure> {
        Ok(Network { runtime: Runtime::load(None)?, weights: Weights::shipped()? })
    }

    /// The SHA-256 of the weights.
    pub fn hash(&self) -> &str {
        &self.weights.manifest().sha256
    }

    /// Eyes that watch `boards`.
    ///
    /// # Errors
    /// When the network cannot be made ready.
    pub fn eyes(&self, boards: Vec<WatchedBoard>) -> Result<Eyes, Failure> {
        Ok(Eyes::new(BoardNet::load(&self.runtime, &self.weights)?, boards))
    }
}
