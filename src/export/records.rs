//! The books of a match as records of games.

use crate::books::{Books, Entry, Game, UNSURE_BELOW};
use crate::report::text::clock_time;
use arbiter::notation::{Place, Ply, Record};

/// The games of a match as records, with `given` among their tags. One without a move is left out, unless there is no other.
pub fn records(books: &Books, given: &[(String, String)]) -> Vec<Record> {
    let last = books.games.len().saturating_sub(1);
    let with_moves = |(index, game): &(usize, &Game)| !game.entries.is_empty() || *index == last;
    let games: Vec<(usize, &Game)> = books.games.iter().enumerate().filter(with_moves).collect();
    if games.is_empty() {
        let nothing = Record { tags: tags(books, None, given), result: result(books), ..Record::default() };
        return vec![nothing];
    }
    let record = |(index, game): (usize, &Game)| Record {
        tags: tags(books, Some(game), given),
        start: game.start,
        plies: game.entries.iter().map(|entry| ply(books, entry)).collect(),
        reserves_unknown: books.profile.drops.value && !books.has_two_boards(),
        remarks: books
            .result
            .as_ref()
            .filter(|_| index == last)
            .map(|result| result.text.clone())
            .into_iter()
            .collect(),
        result: if index == last { result(books) } else { "*".to_owned() },
    };
    games.into_iter().map(record).collect()
}

fn result(books: &Books) -> String {
    books.result.as_ref().map_or("*".to_owned(), |result| result.result.clone())
}

fn tags(books: &Books, game: Option<&Game>, given: &[(String, String)]) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = given.to_vec();
    let mut add = |name: &str, value: String| {
        if !value.is_empty() && !tags.iter().any(|(known, _)| known == name) {
            tags.push((name.to_owned(), value));
        }
    };
    let date = books.manifest.began_unix_ms.map_or("????.??.??".to_owned(), date);
    add("Date", date);
    let profile = &books.profile;
    if profile.base_s.value > 0 {
        add("TimeControl", format!("{}+{}", profile.base_s.value, profile.increment_s.value));
    }
    add("Profile", profile.name.clone());
    add("Source", books.manifest.sources.join(", "));
    add("Annotator", format!("Tandem {}", books.manifest.program));
    if let Some((game, board)) = game.and_then(|game| Some((game, game.taken_as_seen?))) {
        add("TakenAsSeen", format!("board {board} at {}", clock_time(game.began).trim()));
    }
    tags
}

fn ply(books: &Books, entry: &Entry) -> Ply {
    let turn = &entry.turn;
    let unsure = turn.certainty < UNSURE_BELOW;
    Ply {
        board: turn.board,
        color: turn.seat.color,
        mv: entry.mv,
        remaining_ms: books.remaining_ms(entry),
        irregularities: turn.violations.clone(),
        remarks: unsure.then(|| format!("certainty {:.2}", f64::from(turn.certainty) / 1000.0)).into_iter().collect(),
        place: Place::default(),
    }
}

/// The day of a moment in milliseconds since 1970, in Greenwich, as PGN writes it (H. Hinnant, *chrono-compatible low-level date
/// algorithms*: days counted in eras of 400 years that begin in March).
pub(super) fn date(unix_ms: i64) -> String {
    let days = unix_ms.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::books;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (ms, day) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_709_164_800_000 + 86_399_999, "2024.02.29"),
            (1_709_251_200_000, "2024.03.01"),
            (-1, "1969.12.31"),
        ] {
            assert_eq!(date(ms), day);
        }
    }

    #[test]
    fn a_session_in_which_nothing_happened_is_a_game_without_moves() {
        let records = records(&books(&[], &[]), &[]);
        assert_eq!((records.len(), records[0].plies.len(), records[0].result.as_str()), (1, 0, "*"));
        assert_eq!(records[0].tag("Profile"), Some("free"));
    }
}
