//! Reconstruction without pixels: known games turned into noisy looks, and what the arbiter makes of them.

mod course;
mod irregular;
mod noise;
mod photographs;
mod rulings;
mod table;
mod video;
