use super::Position;
use crate::profile::{BothFlags, DeadPosition, Ending, MatchEnd, Profile, Stalemate};
use board::{BoardId, Color, Kind, Seat, Stamp, Team};

/// How the game on one board ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEnd {
    /// This colour was mated.
    Mate(Color),
    /// This colour's flag fell.
    Flag(Color),
    /// This colour resigned, or lost by an illegal move or a ruling.
    Lost(Color),
    /// Nobody won.
    Draw,
}

/// The end of a game, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardEnd {
    /// Which board's.
    pub board: BoardId,
    /// When.
    pub at: Stamp,
    /// How.
    pub end: GameEnd,
}

impl BoardEnd {
    /// The team that won this game.
    pub fn winner(&self) -> Option<Team> {
        let loser = match self.end {
            GameEnd::Mate(color) | GameEnd::Flag(color) | GameEnd::Lost(color) => color,
            GameEnd::Draw => return None,
        };
        Some(Seat::new(self.board, loser).opponent().team())
    }
}

/// What a match has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is not over.
    Open,
    /// This team won. On one board team 1 is White.
    Won(Team),
    /// Nobody won.
    Drawn,
    /// Two games count each for itself: half points of team 1 and team 2.
    Score([u8; 2]),
    /// The text does not say: a person decides.
    AskArbiter,
}

impl Verdict {
    /// As recorded games write it: team 1's points first, `*` where nothing is decided.
    pub const fn result(self) -> &'static str {
        match self {
            Verdict::Won(Team::One) | Verdict::Score([3 | 4, _]) => "1-0",
            Verdict::Won(Team::Two) | Verdict::Score([_, 3 | 4]) => "0-1",
            Verdict::Drawn | Verdict::Score(_) => "1/2-1/2",
            Verdict::Open | Verdict::AskArbiter => "*",
        }
    }
}

/// What a match has come to, given the ends of its games (specification 6.5). A game may have several: a flag that
/// fell on a board where mate was given later, both flags of a board.
pub fn resolve(profile: &Profile, ends: &[BoardEnd]) -> Verdict {
    let mut ends = ends.to_vec();
    ends.sort_by_key(|end| end.at);
    let Some(first) = ends.first().copied() else { return Verdict::Open };
    if profile.match_end.value == MatchEnd::BothGames {
        return match BoardId::BOTH.map(|board| game(profile, &ends, board)) {
            [None, _] | [_, None] => Verdict::Open,
            [Some(a), Some(b)] => both(a, b),
        };
    }
    if !profile.priority.value.is_empty() {
        return by_priority(profile, first, &ends);
    }
    let decided = game(profile, &ends, first.board).unwrap_or(Verdict::Open);
    // GR-26: where the other game was played to its end as well, both must have been won by one team.
    let other = game(profile, &ends, first.board.other()).filter(|_| profile.continue_needs_both.value);
    match other {
        None => decided,
        Some(other) if other == decided => decided,
        Some(_) => Verdict::Drawn,
    }
}

/// What one board's game has come to; `None` while it is not over. The earliest end counts, two fallen flags as the profile says.
fn game(profile: &Profile, ends: &[BoardEnd], board: BoardId) -> Option<Verdict> {
    let mut ends = ends.iter().filter(|end| end.board == board);
    let first = ends.next()?;
    let flag = |end: &BoardEnd| matches!(end.end, GameEnd::Flag(_));
    let both_flags = flag(first) && ends.any(|end| flag(end) && end.end != first.end);
    Some(match (both_flags, profile.both_flags.value) {
        (true, BothFlags::Draw) => Verdict::Drawn,
        (true, BothFlags::AskArbiter) => Verdict::AskArbiter,
        _ => first.winner().map_or(Verdict::Drawn, Verdict::Won),
    })
}

/// Two games that both count.
fn both(a: Verdict, b: Verdict) -> Verdict {
    let mut score = [0; 2];
    for verdict in [a, b] {
        match verdict {
            Verdict::Won(Team::One) => score[0] += 2,
            Verdict::Won(Team::Two) => score[1] += 2,
            Verdict::Drawn => score = score.map(|points| points + 1),
            other => return other,
        }
    }
    Verdict::Score(score)
}

/// Ends of the first kind in the profile's order that occurred at all decide: for one team, or for a draw if they speak
/// for both (RU-54 to RU-63).
fn by_priority(profile: &Profile, first: BoardEnd, ends: &[BoardEnd]) -> Verdict {
    // What was lost otherwise ends the match there and then; the order is about mates, draws and flags.
    if matches!(first.end, GameEnd::Lost(_)) {
        return first.winner().map_or(Verdict::Open, Verdict::Won);
    }
    for &kind in &profile.priority.value {
        let of_kind = |end: &&BoardEnd| {
            matches!(
                (kind, end.end),
                (Ending::Mate, GameEnd::Mate(_)) | (Ending::Draw, GameEnd::Draw) | (Ending::Time, GameEnd::Flag(_))
            )
        };
        let of_kind: Vec<BoardEnd> = ends.iter().filter(of_kind).copied().collect();
        let [a, b] = BoardId::BOTH.map(|board| game(profile, &of_kind, board));
        match (a, b) {
            (None, None) => {}
            (Some(decided), None) | (None, Some(decided)) => return decided,
            (Some(a), Some(b)) if a == b => return a,
            (Some(Verdict::AskArbiter), _) | (_, Some(Verdict::AskArbiter)) => return Verdict::AskArbiter,
            _ => return Verdict::Drawn,
        }
    }
    first.winner().map_or(Verdict::Drawn, Verdict::Won)
}

/// What it means that a player has no move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMove {
    /// The game is drawn.
    Draw,
    /// He waits, and his clock runs.
    Waits,
    /// A person decides.
    AskArbiter,
}

/// What it means under a profile that a player has no move and is not in check, the other board's game being over or not.
pub fn no_move_means(profile: &Profile, other_finished: bool) -> NoMove {
    match profile.stalemate.value {
        Stalemate::Draw => NoMove::Draw,
        Stalemate::None => NoMove::Waits,
        Stalemate::DrawIfOtherFinished if other_finished => NoMove::Draw,
        Stalemate::DrawIfOtherFinished => NoMove::Waits,
        Stalemate::AskArbiter => NoMove::AskArbiter,
    }
}

/// Whether a position is drawn under a profile because of the pieces left, the other board's game being over or not. Locked
/// pawns and the like are for people to see.
pub fn is_dead(profile: &Profile, position: &Position, other_finished: bool) -> bool {
    let held = Color::BOTH.into_iter().any(|color| !position.pocket(color).is_empty());
    match profile.dead_position.value {
        DeadPosition::None => false,
        DeadPosition::SeedList => !held && minors_only(position).is_some_and(|[white, black]| white <= 1 && black <= 1),
        DeadPosition::NoMatePossible => !held && cannot_mate(position),
        DeadPosition::IfOtherFinished => other_finished && !held && cannot_mate(position),
    }
}

/// How many bishops and knights each colour has, if nothing else but kings stands on the board.
fn minors_only(position: &Position) -> Option<[usize; 2]> {
    let major = [Kind::Pawn, Kind::Rook, Kind::Queen];
    let bare = Color::BOTH.into_iter().all(|color| major.iter().all(|&kind| position.of(color, kind).is_empty()));
    let count = |color| position.of(color, Kind::Bishop).len() + position.of(color, Kind::Knight).len();
    bare.then(|| Color::BOTH.map(count))
}

/// Whether no series of moves mates: bare kings, one minor piece in all, or only bishops on squares of one colour.
fn cannot_mate(position: &Position) -> bool {
    let Some(minors) = minors_only(position) else { return false };
    let bishops: Vec<bool> = Color::BOTH
        .into_iter()
        .flat_map(|color| position.of(color, Kind::Bishop))
        .map(|square| square.is_light())
        .collect();
    let all = minors[0] + minors[1];
    all <= 1 || bishops.len() == all && bishops.iter().all(|&light| light == bishops[0])
}
