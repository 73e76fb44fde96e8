//! The report of a match: one HTML file with everything in it, to read, print and sign.

mod alerts;
mod articles;
mod diagram;
mod moves;
mod text;

use super::{ExportPlan, records::date};
use crate::books::{Books, Doubt, Ruled};
use crate::failure::Failure;
use crate::report::text::{clock_time, decision};
use alerts::Alerts;
use arbiter::event::AlertId;
use articles::Articles;
use board::{BoardId, Decision, Stamp};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use text::{escaped, rows};

const STYLE: &str = include_str!("html/style.css");

/// The report of a match.
///
/// # Errors
/// When the session's file cannot be read again for its hash.
pub fn report(books: &Books, plan: &ExportPlan) -> Result<String, Failure> {
    let hash = hash(&plan.session)?;
    Ok(page(books, plan, &hash))
}

/// The report of a match of which no session is kept.
pub fn report_without_session(books: &Books, plan: &ExportPlan) -> String {
    page(books, plan, "of no file")
}

fn page(books: &Books, plan: &ExportPlan, hash: &str) -> String {
    let articles = Articles::load();
    let event = plan.tags.iter().find(|(name, value)| name == "Event" && !value.is_empty());
    let title = event.map_or("Report of the match".to_owned(), |(_, event)| format!("{event}: report of the match"));
    let alerts = Alerts { books, articles: &articles, pictures: &plan.pictures };
    let mut page = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ = write!(page, "<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n", escaped(&title));
    page += &diagram::shapes();
    let _ = writeln!(page, "<h1>{}</h1>", escaped(&title));
    page += &setting(books, plan, hash);
    page += &outcome(books, &articles);
    page += &alerts.section("Alerts", books.standing().collect(), "No alert holds.");
    if books.kept().next().is_some()
        || books.profile.arbiter_intervention.value == arbiter::profile::Intervention::OnClaim
    {
        page += &alerts.section("Kept until a claim", books.kept().collect(), "Nothing is kept.");
    }
    page += &alerts.withdrawn();
    page += &rulings(books, &articles);
    page += &moves::section(books);
    page += &doubts(books);
    page += &not_watched(books);
    page += &last_position(books);
    page += SIGNATURE;
    page += "</body>\n</html>\n";
    page
}

const SIGNATURE: &str = "<section class=\"signature\">\n<h2>Signature</h2>\n\
    <p>The arbiter has looked at the alerts and rules as written beside them.</p>\n\
    <table class=\"sign\"><tr><td>Result as ruled</td><td>Name of the arbiter</td><td>Date</td><td>Signature</td></tr></table>\n</section>\n";

/// What was ruled and claimed, with the answers.
fn rulings(books: &Books, articles: &Articles) -> String {
    if books.rulings.is_empty() {
        return String::new();
    }
    let mut section = "<section>\n<h2>Rulings and claims</h2>\n".to_owned();
    for ruled in &books.rulings {
        let (when, who, what) = (clock_time(ruled.at), ruled.by.to_string(), decision(&ruled.what));
        let refused = if ruled.accepted { "" } else { " (refused)" };
        let (what, answer) = (escaped(&what), escaped(&ruled.text));
        let _ =
            writeln!(section, "<p>{}, {}: <strong>{what}</strong>{refused} {answer}</p>", when.trim(), escaped(&who));
        section += &articles.list(&ruled.articles);
    }
    section + "</section>\n"
}

/// A film that is larger than this, in bytes, is named with its hash and not put into a page.
const LARGEST_FILM: usize = 24 << 20;

/// One alert by itself, for an appeal: with its pictures and `films` and their hashes, what was ruled on it, and where it is known from.
/// `None` where there is no such alert that may be told. `session` is whose hash is given.
///
/// # Errors
/// When the session's file cannot be read again for its hash.
pub fn appeal(
    books: &Books,
    plan: &ExportPlan,
    id: AlertId,
    session: Option<&Path>,
    films: &[PathBuf],
) -> Result<Option<String>, Failure> {
    let Some(alert) = books.alerts.iter().find(|(alert, _)| alert.id == id && alert.shown) else { return Ok(None) };
    let hash = session.map_or(Ok("of no file".to_owned()), hash)?;
    let (articles, title) = (Articles::load(), format!("Alert {} of the match, for an appeal", id.0));
    let alerts = Alerts { books, articles: &articles, pictures: &plan.pictures };
    let mut page = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ = write!(page, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n");
    page += &diagram::shapes();
    let _ = writeln!(page, "<h1>{title}</h1>");
    page += &setting(books, plan, &hash);
    page += &alerts.section("The alert", vec![alert], "");
    let mut files = Vec::new();
    for path in crate::pictures::found(&plan.pictures, id).iter().chain(films) {
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        files.push((name, format!("SHA-256 {}", self::hash(path)?)));
    }
    let films: String = films.iter().filter_map(|path| film(path)).collect();
    if !films.is_empty() {
        let _ = writeln!(page, "<section>\n<h2>Its moments</h2>\n{films}</section>");
    }
    if !files.is_empty() {
        let _ = writeln!(page, "<section>\n<h2>Its pictures and films</h2>\n{}</section>", rows(&files));
    }
    let on_it = |ruled: &&Ruled| matches!(ruled.what, Decision::Uphold { alert } | Decision::Dismiss { alert } if alert == id.0);
    let only = Books { rulings: books.rulings.iter().filter(on_it).cloned().collect(), ..books.clone() };
    page += &rulings(&only, &articles);
    page += SIGNATURE;
    Ok(Some(page + "</body>\n</html>\n"))
}

/// A film in the page itself; `None` where it is too large or gone.
fn film(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok().filter(|bytes| bytes.len() <= LARGEST_FILM)?;
    Some(format!("<video controls muted src=\"data:video/mp4;base64,{}\"></video>\n", text::base64(&bytes)))
}

/// What was played, by whom, under which rules, and where it is known from.
fn setting(books: &Books, plan: &ExportPlan, hash: &str) -> String {
    let manifest = &books.manifest;
    let tag = |name: &str| plan.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| fields.push((name.to_owned(), value));
    for name in ["Site", "Round"] {
        tag(name).into_iter().for_each(|value| add(name, value));
    }
    let began = manifest.began_unix_ms.map(date);
    add("Date", tag("Date").or(began).unwrap_or_else(|| "not known from the footage".to_owned()));
    let seat = |name: &str| tag(name).unwrap_or_else(|| "not named".to_owned());
    if books.has_two_boards() {
        add("Team 1", format!("{} (white on A), {} (black on B)", seat("WhiteA"), seat("BlackB")));
        add("Team 2", format!("{} (black on A), {} (white on B)", seat("BlackA"), seat("WhiteB")));
    } else {
        add("White", seat("White"));
        add("Black", seat("Black"));
    }
    let known = ["Event", "Site", "Round", "Date", "WhiteA", "BlackA", "WhiteB", "BlackB", "White", "Black"];
    for (name, value) in plan.tags.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        add(name, value.clone());
    }
    let profile = &books.profile;
    add("Rules", format!("{}: {} (fingerprint {:016x})", profile.name, profile.title, profile.fingerprint()));
    add("Recorded from", manifest.sources.join(", "));
    let length = match &books.end {
        Some((at, _)) => clock_time(*at).trim().to_owned(),
        None => format!("{}, broken off", clock_time(books.last_moment()).trim()),
    };
    add("Length", length);
    add("Session", format!("{}, SHA-256 {hash}", plan.session.display()));
    add("Network", manifest.model.as_ref().map_or("none".to_owned(), |model| format!("SHA-256 {model}")));
    add("Program", format!("Tandem {} (recorded), {} (this report)", manifest.program, env!("CARGO_PKG_VERSION")));
    add("Turns", counts(books));
    format!("<section>\n{}</section>\n", rows(&fields))
}

fn counts(books: &Books) -> String {
    let count = |board: &BoardId| books.turns().filter(|entry| entry.turn.board == *board).count();
    let counts = books.manifest.boards.iter().map(|board| format!("{} on board {board}", count(board)));
    counts.collect::<Vec<_>>().join(", ")
}

fn outcome(books: &Books, articles: &Articles) -> String {
    let mut section = "<section>\n<h2>Result</h2>\n".to_owned();
    match &books.result {
        None => section += "<p>Nothing was seen that ends the match by these rules.</p>\n",
        Some(result) => {
            let who = match (result.result.as_str(), books.has_two_boards()) {
                ("1-0", true) => " (team 1 wins)",
                ("0-1", true) => " (team 2 wins)",
                _ => "",
            };
            let (result_text, why) = (escaped(&result.result), escaped(&result.text));
            let _ = write!(
                section,
                "<p><strong>{result_text}</strong>{who}: {why}</p>\n{}",
                articles.list(&result.articles)
            );
            section += "<p>It follows by the rules from what was seen; the arbiter decides.</p>\n";
        }
    }
    section + "</section>\n"
}

/// What is not sure.
fn doubts(books: &Books) -> String {
    let mut section = "<section>\n<h2>Uncertain</h2>\n".to_owned();
    let doubts = books.doubts();
    if doubts.is_empty() {
        section += "<p>Every turn is at least 90 % certain, and every position follows from the one before.</p>\n";
    } else {
        section += "<ul>\n";
        for doubt in doubts {
            let at = clock_time(doubt.at());
            let what = match doubt {
                Doubt::Unexplained(alert) => alert.text.clone(),
                Doubt::Unsure(entry) => {
                    let (turn, sure) = (&entry.turn, f64::from(entry.turn.certainty) / 10.0);
                    format!("Board {}: {} {} is {sure:.0} % certain.", turn.board, moves::number(turn), turn.san)
                }
            };
            let _ = writeln!(section, "<li>{} {}</li>", at.trim(), escaped(&what));
        }
        section += "</ul>\n";
    }
    let differing = books.end.iter().flat_map(|(_, placements)| placements).filter(|(board, seen)| {
        let position = *books.table_at(books.last_moment()).board(*board);
        position.placement() != *seen && position.placement_of_bodies() != *seen
    });
    for (board, seen) in differing {
        let _ = writeln!(
            section,
            "<p>Board {board}: at the end {seen} was believed to stand there, to which these moves do not lead.</p>"
        );
    }
    if books.end.is_none() {
        section += "<p>The recording was broken off; what came after is not known.</p>\n";
    }
    section + "</section>\n"
}

fn not_watched(books: &Books) -> String {
    let mut section = "<section>\n<h2>Not watched</h2>\n".to_owned();
    if books.unwatched.is_empty() {
        section += "<p>Boards, reserves, clocks and declarations were all watched.</p>\n";
    } else {
        section += "<ul>\n";
        books.unwatched.iter().for_each(|what| _ = writeln!(section, "<li>{}</li>", what.consequence()));
        section += "</ul>\n";
    }
    section += "<p>Talk, touches and hands away from the boards are not seen by any camera of this program.</p>\n";
    section + "</section>\n"
}

/// The table as it stood last.
fn last_position(books: &Books) -> String {
    let at = books.last_moment();
    let boards = books.manifest.boards.iter().map(|board| diagram::table(books, *board, at, "at the end"));
    format!(
        "<section>\n<h2>Last position</h2>\n<div class=\"row\">\n{}</div>\n</section>\n",
        boards.collect::<String>()
    )
}

/// The SHA-256 of a file.
fn hash(path: &Path) -> Result<String, Failure> {
    let unreadable = |error: std::io::Error| Failure::input(format!("{}: cannot be read: {error}", path.display()));
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let mut hasher = Sha256::new();
    std::io::copy(&mut file, &mut hasher).map_err(unreadable)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A moment as the report writes it.
fn moment(at: Stamp) -> String {
    clock_time(at).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::FormArgument;
    use crate::books::tests::{alert, books, played};
    use arbiter::event::{AlertKind, AlertState, Event, TurnId};
    use std::path::PathBuf;

    fn plan(pictures: &Path) -> ExportPlan {
        ExportPlan {
            session: PathBuf::from("<m>.tandem"),
            form: FormArgument::Html,
            output: None,
            pictures: pictures.to_owned(),
            tags: vec![("Event".to_owned(), "Cups & <script>alert(1)</script>".to_owned())],
        }
    }

    fn match_with_alerts() -> Books {
        let mut events = played(&["A e2e4", "A d7d5", "B d2d4", "A e4d5", "A d8d5"]);
        let mut told = alert(12, AlertKind::IllegalMove, AlertState::Opened, "Ab played Qxd5: <b>it</b> was not so.");
        (told.turn, told.articles) = (Some(TurnId(5)), vec!["GR-34".to_owned(), "club 2".to_owned()]);
        told.squares = vec!["d8".parse().unwrap(), "d5".parse().unwrap()];
        let mut kept = alert(13, AlertKind::IllegalDrop, AlertState::Opened, "Kept for a claim.");
        kept.shown = false;
        let gone = alert(14, AlertKind::WrongStart, AlertState::Closed, "Not so after all.");
        events.extend([told, kept, gone].map(Event::Alert));
        books(&events, &[])
    }

    #[test]
    fn the_report_has_everything_and_what_was_typed_is_escaped() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("alert-12-before.jpg"), [0xff, 0xd8, 0xff, 0xe0]).unwrap();
        std::fs::write(folder.path().join("alert-12-after.jpg"), "no picture").unwrap();
        let page = page(&match_with_alerts(), &plan(folder.path()), "00ff");
        assert!(
            !page.contains("<script") && !page.contains("<b>") && !page.contains("<m>"),
            "something is not escaped"
        );
        for part in [
            "Cups &amp; &lt;script&gt;",
            "SHA-256 00ff",
            "fingerprint ",
            "Ab played Qxd5: &lt;b&gt;it&lt;/b&gt; was not so.",
            "An illegal move loses, but only once the clock was pressed.",
            "club 2",
            "<h2>Kept until a claim</h2>",
            "Kept for a claim.",
            "Not so after all.",
            "src=\"data:image/jpeg;base64,/9j/4A==\"",
            "cannot be shown",
            "hidden pieces",
            "<h2>Signature</h2>",
            "exd5",
        ] {
            // the notation of the fixture's moves is their UCI text
            let part = if part == "exd5" { "e4d5" } else { part };
            assert!(page.contains(part), "{part:?} is not in the report");
        }
        for tag in ["section", "table", "svg", "figure", "ul", "div", "tr", "td"] {
            let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag} is not closed as often as opened");
        }
        assert!(
            !page.contains("http://")
                || page.matches("http").count() == page.matches("http://www.w3.org/2000/svg").count()
        );
    }

    #[test]
    fn a_match_without_anything_to_say_says_so() {
        let page = page(&books(&[], &[]), &plan(Path::new("no/such/folder")), "");
        for part in ["No alert holds.", "Nothing was seen that ends the match", "broken off", "No move was seen."] {
            assert!(page.contains(part), "{part:?} is not in the report");
        }
    }
}
