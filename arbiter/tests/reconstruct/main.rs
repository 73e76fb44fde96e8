//! Reconstruction without pixels: known games turned into noisy looks, and what the arbiter makes of them.

mod noise;
mod photographs;
mod video;
