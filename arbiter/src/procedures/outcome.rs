use super::Topic;
use crate::rules::words::words;
use board::{BoardId, Seat, Stamp, Team};
use std::fmt;

words! {
    /// What is to be done with an outcome (specification, section 0).
    pub enum Weight {
        /// Kept on record.
        Log = "log",
        /// Shown to the arbiter, quietly.
        Info = "info",
        /// Shown to the arbiter, prominently.
        Alert = "alert",
        /// As an alert; the clocks should be stopped.
        AlertStop = "alert!",
        /// A penalty proposed; the arbiter confirms.
        Penalty = "penalty",
        /// A game or the match is over.
        Result = "result",
        /// A claim that is right.
        Accepted = "accepted",
        /// A claim that is not.
        Rejected = "rejected",
    }
}

/// Who is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// The whole table.
    Table,
    /// One board.
    Board(BoardId),
    /// One seat.
    Seat(Seat),
    /// One team.
    Team(Team),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Table => f.write_str("table"),
            Who::Board(board) => write!(f, "{board}"),
            Who::Seat(seat) => write!(f, "{seat}"),
            Who::Team(Team::One) => f.write_str("team1"),
            Who::Team(Team::Two) => f.write_str("team2"),
        }
    }
}

/// One thing that follows from what has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// When.
    pub at: Stamp,
    /// What is to be done with it.
    pub weight: Weight,
    /// What it is about.
    pub topic: Topic,
    /// Who is concerned.
    pub who: Who,
    /// The articles of the profile that say so; none where the text is silent.
    pub articles: Vec<String>,
    /// A move, a number of seconds, the reason of a refusal: what the topic leaves open.
    pub detail: String,
    /// Whether it may be shown to the arbiter now. Where he is silent until a claim (RO-37), findings are kept unshown.
    pub shown: bool,
}

impl Outcome {
    /// One sentence for people.
    pub fn sentence(&self) -> String {
        let detail = if self.detail.is_empty() { String::new() } else { format!(" ({})", self.detail) };
        let articles =
            if self.articles.is_empty() { String::new() } else { format!(" [{}]", self.articles.join(", ")) };
        format!("{}: {}{detail}{articles}.", self.who, self.topic.meaning())
    }
}

impl fmt::Display for Outcome {
    /// One line for records and scripts: `alert! illegal_move Aw CH-08 (a1c2)`, `-` where no article is named, `kept` before what
    /// is not to be shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let articles = if self.articles.is_empty() { "-".to_owned() } else { self.articles.join(",") };
        let kept = if self.shown { "" } else { "kept " };
        write!(f, "{kept}{} {} {} {articles}", self.weight, self.topic, self.who)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, " ({})", self.detail) }
    }
}
