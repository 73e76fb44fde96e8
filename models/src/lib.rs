//! The shipped networks and the ONNX Runtime wrapper that runs them.
