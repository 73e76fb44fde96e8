//! Live cameras: what goes wrong with them is noticed and got over. The faults are played twice: by scripted drivers on a simulated
//! clock, to the millisecond, and by FFmpeg serving real streams on this machine's loopback.

mod kept;
mod rtsp;
mod scripted;
mod streams;
