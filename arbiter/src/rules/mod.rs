//! The rules of one board and of two linked ones: positions, moves, what is legal and what is not.
//!
//! A *seen* placement is [`board::Placement`]; a [`Position`] adds what no camera sees: whose turn it is, what a piece is worth,
//! whether it has moved. Positions no game can reach are positions like others, and every move can be played
//! in them: [`Position::irregularities`] says what is wrong with one, and the engine carries on from where it led.
mod attacks;
mod ending;
mod generate;
mod legality;
mod mate;
mod material;
mod move_rules;
mod moves;
mod perft;
mod play;
mod pocket;
mod position;
mod repetition;
mod snyatie;
mod table;
mod trial;
pub(crate) mod words;

pub use ending::{BoardEnd, GameEnd, NoMove, Verdict, is_dead, no_move_means, resolve};
pub use legality::Irregularity;
pub use material::can_still_win;
pub use move_rules::{DropLimit, KindSet, MateModel, MoveRules, PromotionStyle};
pub use moves::{Move, MoveList, ParseMoveError};
pub use perft::{Captures, divide, divide_table, perft, perft_table};
pub use play::{Captured, Played, RookPath};
pub use pocket::Pocket;
pub use position::Position;
pub use repetition::Repetitions;
pub use table::{Table, passed_on};
pub use words::nearest;
