//! Checking a recorded match against a profile: every irregular ply with its articles, and the result the boards show.
use super::record::Record;
use crate::{
    profile::Profile,
    rules::{BoardEnd, GameEnd, Irregularity, NoMove, Table, Verdict, no_move_means, resolve},
};
use board::{BoardId, Seat, Stamp, Team};

/// One thing to tell about a recorded match; one JSON object a line.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Finding {
    /// A ply that was not legal, and stood.
    Irregular {
        /// The match's number in its file, from 1.
        r#match: usize,
        /// The ply's number in the match, from 0, both boards counted together.
        ply: usize,
        /// Who played it.
        seat: Seat,
        /// What was played.
        uci: String,
        /// Every reason.
        reasons: Vec<Irregularity>,
        /// The articles broken, separated by commas; empty where the profile names none.
        article: String,
    },
    /// What the match has come to, as far as the boards show it.
    Result {
        /// The match's number in its file, from 1.
        r#match: usize,
        /// `1-0` for team 1 (White on one board), `0-1`, `1/2-1/2`; `*` where the boards decide nothing.
        result: String,
        /// The boards on which mate was given.
        mates: Vec<BoardId>,
        /// What the file says.
        recorded: String,
    },
}

/// Everything there is to tell about a match under a profile, in the order of its plies, the result last.
pub fn validate(record: &Record, number: usize, profile: &Profile) -> Vec<Finding> {
    let rules = profile.move_rules();
    let mut findings = Vec::new();
    let (mut ends, mut mates) = (Vec::<BoardEnd>::new(), Vec::new());
    for (index, (before, ply, played)) in record.replay(&rules).enumerate() {
        let mut position = *before.board(ply.board);
        let out_of_turn = position.turn() != ply.color;
        position.set_turn(ply.color);
        let mut reasons = position.irregularities_as(ply.color, ply.mv, &rules);
        if out_of_turn {
            reasons.push(Irregularity::OutOfTurn);
            reasons.sort_unstable();
        }
        if !reasons.is_empty() {
            let article = profile.articles.of_move(&reasons, &played).join(", ");
            let seat = Seat::new(ply.board, ply.color);
            findings.push(Finding::Irregular {
                r#match: number,
                ply: index,
                seat,
                uci: ply.mv.to_string(),
                reasons,
                article,
            });
        }
        position.play_as(ply.color, ply.mv);
        let finished = |board: BoardId| ends.iter().any(|end| end.board == board);
        if finished(ply.board) {
            continue;
        }
        let at = Stamp::from_millis(i64::try_from(index).unwrap_or(i64::MAX / 1_000_000));
        if position.is_mate(&rules) {
            ends.push(BoardEnd { board: ply.board, at, end: GameEnd::Mate(position.turn()) });
            mates.push(ply.board);
        } else if position.is_stalemate(&rules) && no_move_means(profile, finished(ply.board.other())) == NoMove::Draw {
            ends.push(BoardEnd { board: ply.board, at, end: GameEnd::Draw });
        }
    }
    let result = match resolve(profile, &ends) {
        Verdict::Won(Team::One) | Verdict::Score([3 | 4, _]) => "1-0",
        Verdict::Won(Team::Two) | Verdict::Score([_, 3 | 4]) => "0-1",
        Verdict::Drawn | Verdict::Score(_) => "1/2-1/2",
        Verdict::Open | Verdict::AskArbiter => "*",
    };
    let (result, recorded) = (result.to_owned(), record.result.clone());
    findings.push(Finding::Result { r#match: number, result, mates, recorded });
    findings
}

/// The table after the last ply of a record.
pub fn last_table(record: &Record, profile: &Profile) -> Table {
    let rules = profile.move_rules();
    record.replay(&rules).last().map_or(record.start, |(before, ply, _)| {
        let mut table = before;
        super::record::play_ply(&mut table, ply.board, ply.color, ply.mv, &rules);
        table
    })
}
