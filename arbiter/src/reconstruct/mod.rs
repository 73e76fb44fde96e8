//! From evidence to moves: a beam of accounts of what was played, a board at a time.
//!
//! Legality is a prior here, not a filter: a move the rules forbid costs more than one they allow, and neither can be
//! excluded by a single misread piece. What is believed is the position, not the last picture.

mod beam;
mod candidates;
mod correct;
mod drops;
mod exchanges;
mod holding;
mod hypothesis;
mod line;
mod look;
mod order;
mod recover;
mod report;
mod tempo;

pub use beam::{Beam, Priors};
pub use drops::Reserves;
pub use holding::Holding;
pub use hypothesis::{Hypothesis, Tally, play_irregular, touched};
pub use line::{LineId, Lines, Step};
pub use look::{Settling, View};
pub use report::{Margins, Reporter, Update, certainty};
