//! A session as others read it: files of games, and a report to sign.

mod html;
mod records;

pub use html::{appeal, report, report_without_session};
pub use records::records;

use crate::args::{ExportArguments, FormArgument};
use crate::books::Books;
use crate::failure::{Failure, Kind};
use crate::pictures::folder_of;
use crate::plan::spare;
use arbiter::notation::{bpgn, jsonl, pgn};
use std::path::PathBuf;

/// `tandem export`, as meant.
#[derive(Clone, Debug)]
pub struct ExportPlan {
    /// The session.
    pub session: PathBuf,
    /// The form.
    pub form: FormArgument,
    /// The file to write, or standard output.
    pub output: Option<PathBuf>,
    /// Where pictures of alerts are looked for.
    pub pictures: PathBuf,
    /// What the footage does not tell, as names and values of tags.
    pub tags: Vec<(String, String)>,
}

/// Tags that say what is in the file and follow from it.
const NOT_GIVEN: [&str; 5] = ["Result", "FEN", "SetUp", "Variant", "TimeControl"];

impl ExportPlan {
    /// What is meant by `arguments`.
    ///
    /// # Errors
    /// When the output is the session itself, a tag is none, or a folder of pictures that was named is not there.
    pub fn new(arguments: &ExportArguments) -> Result<ExportPlan, Failure> {
        let ExportArguments { session, form, output, pictures, tags } = arguments;
        spare(session, "--output", output.as_deref())?;
        if let Some(folder) = pictures.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(Failure::input(format!("{}: there is no such folder; check the path", folder.display())));
        }
        Ok(ExportPlan {
            session: session.clone(),
            form: *form,
            output: output.clone(),
            pictures: pictures.clone().unwrap_or_else(|| folder_of(session)),
            tags: tags.iter().map(|text| tag(text)).collect::<Result<_, _>>()?,
        })
    }
}

/// A tag as it is typed: `Event=Club night`.
fn tag(text: &str) -> Result<(String, String), Failure> {
    let wrong = |what: &str| Failure::usage(format!("--tag {text:?}: {what}"));
    let (name, value) = text.split_once('=').ok_or_else(|| wrong("has no value; write NAME=VALUE"))?;
    let (name, value) = (name.trim(), value.trim());
    let is_word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_word {
        return Err(wrong("a tag's name is one word of letters and digits; write as in \"Event=Club night\""));
    }
    if NOT_GIVEN.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Err(wrong("follows from the match and cannot be given; leave it out"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// The text of a match in a form that other programs read.
///
/// # Errors
/// When the form is for two boards and there is one.
pub fn games(books: &Books, plan: &ExportPlan) -> Result<String, Failure> {
    let (records, rules) = (records(books, &plan.tags), books.rules());
    Ok(match plan.form {
        FormArgument::Bpgn if !books.has_two_boards() => {
            let what = "has one board, and BPGN is for two; write --as pgn";
            return Err(Failure::usage(format!("{}: {what}", plan.session.display())));
        }
        FormArgument::Bpgn => records.iter().map(|record| bpgn::write(record, &rules)).collect::<Vec<_>>().join("\n"),
        FormArgument::Pgn => {
            let boards = &books.manifest.boards;
            let games = records.iter().flat_map(|record| boards.iter().map(|board| pgn::write(record, *board, &rules)));
            games.collect::<Vec<_>>().join("\n")
        }
        FormArgument::Jsonl => {
            let lines = (1..).zip(&records).map(|(number, record)| jsonl::write(record, number, &rules));
            lines.collect::<Result<String, _>>().map_err(|error| Failure::new(Kind::Internal, error))?
        }
        FormArgument::Html => report(books, plan)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::{alert, books, played};
    use arbiter::event::{AlertKind, AlertState, Event, Turn};
    use arbiter::rules::Irregularity;
    use board::Stamp;

    const MOVES: [&str; 6] = ["A e2e4", "A d7d5", "B d2d4", "A e4d5", "B P@e5", "A d8d5"];

    fn plan(form: FormArgument) -> ExportPlan {
        ExportPlan {
            session: PathBuf::from("m.tandem"),
            form,
            output: None,
            pictures: PathBuf::from("m.tandem.pictures"),
            tags: vec![("WhiteA".to_owned(), "One \"the\" first".to_owned())],
        }
    }

    fn match_with_a_slip() -> Books {
        let mut events = played(&MOVES);
        if let Some(Event::Turn(turn)) = events.last_mut() {
            *turn = Turn {
                legal: false,
                violations: vec![Irregularity::CannotMoveSo],
                uci: "d8e6".to_owned(),
                certainty: 870,
                ..turn.clone()
            };
        }
        events.push(Event::Result {
            result: "0-1".to_owned(),
            text: "Aw is mated.".to_owned(),
            articles: vec!["GR-06".to_owned()],
            reported: Stamp::from_millis(9000),
        });
        books(&events, &[])
    }

    #[test]
    fn what_is_written_as_bpgn_is_read_back_as_the_same_match() {
        let books = match_with_a_slip();
        let text = games(&books, &plan(FormArgument::Bpgn)).unwrap();
        for part in [
            "[WhiteA \"One \\\"the\\\" first\"]",
            "[Date \"????.??.??\"]",
            "irregular: cannot_move_so",
            "certainty 0.87",
        ] {
            assert!(text.replace('\n', " ").contains(part), "{part:?} is not in\n{text}");
        }
        let read = bpgn::read(text.as_bytes(), &books.rules()).unwrap();
        assert_eq!((read.len(), read[0].result.as_str()), (1, "0-1"));
        let moves: Vec<String> = read[0].plies.iter().map(|ply| format!("{} {}", ply.board, ply.mv)).collect();
        assert_eq!(moves, ["A e2e4", "A d7d5", "B d2d4", "A e4d5", "B P@e5", "A d8e6"]);
        assert_eq!(read[0].plies[5].irregularities, [Irregularity::CannotMoveSo]);
        assert!(read[0].plies[..5].iter().all(|ply| ply.irregularities.is_empty()));
    }

    #[test]
    fn pgn_has_a_game_for_each_board_and_json_a_line_for_each_match() {
        let books = match_with_a_slip();
        let text = games(&books, &plan(FormArgument::Pgn)).unwrap();
        let read = pgn::read(text.as_bytes(), &books.rules()).unwrap();
        let plies: Vec<usize> = read.iter().map(|record| record.plies.len()).collect();
        assert_eq!(plies, [4, 2]);
        assert_eq!(read.iter().map(|record| record.result.as_str()).collect::<Vec<_>>(), ["0-1", "1-0"]);
        let text = games(&books, &plan(FormArgument::Jsonl)).unwrap();
        assert_eq!(text.lines().count(), 1);
        let read = jsonl::read(text.as_bytes(), &books.rules()).unwrap();
        assert_eq!((read[0].plies.len(), read[0].result.as_str()), (6, "0-1"));
    }

    #[test]
    fn what_nothing_explains_begins_a_game_of_its_own() {
        let mut events = played(&MOVES[..4]);
        let text = "taken as rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR from here on.";
        let mut seen = alert(1, AlertKind::Unexplained, AlertState::Opened, text);
        seen.at = Stamp::from_millis(5000);
        events.push(Event::Alert(seen));
        let books = books(&events, &[]);
        let text = games(&books, &plan(FormArgument::Bpgn)).unwrap();
        let read = bpgn::read(text.as_bytes(), &books.rules()).unwrap();
        assert_eq!(read.len(), 2, "{text}");
        assert_eq!(
            read[1].start.board(board::BoardId::A).placement(),
            books.games[1].start.board(board::BoardId::A).placement()
        );
        assert_eq!(read[1].tag("TakenAsSeen"), Some("board A at 0:05.0"));
    }

    #[test]
    fn tags_are_checked() {
        assert_eq!(tag("Event = Club night").unwrap(), ("Event".to_owned(), "Club night".to_owned()));
        assert_eq!(tag("Site=a=b").unwrap().1, "a=b");
        for (text, reason) in
            [("Event", "NAME=VALUE"), ("=x", "one word"), ("My Event=x", "one word"), ("result=1-0", "follows")]
        {
            assert!(tag(text).unwrap_err().message.contains(reason), "{text}");
        }
    }
}
