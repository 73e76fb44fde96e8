//! The alerts of a match, each with what an arbiter needs to rule on it.

use super::articles::Articles;
use super::text::{base64, escaped};
use super::{diagram, moment};
use crate::books::Books;
use crate::pictures;
use arbiter::event::Alert;
use arbiter::rules::Table;
use board::Stamp;
use std::fmt::Write as _;
use std::path::Path;

/// A larger file is none of the program's pictures.
const LARGEST_PICTURE: u64 = 4 << 20;

/// What the sections about alerts are made from.
pub(super) struct Alerts<'a> {
    pub(super) books: &'a Books,
    pub(super) articles: &'a Articles,
    /// Where the pictures lie.
    pub(super) pictures: &'a Path,
}

impl Alerts<'_> {
    /// Alerts under a title, or that there are none.
    pub(super) fn section(&self, title: &str, alerts: Vec<&(Alert, Stamp)>, none: &str) -> String {
        let mut section = format!("<section>\n<h2>{title}</h2>\n");
        if alerts.is_empty() {
            let _ = writeln!(section, "<p>{none}</p>");
        }
        alerts.into_iter().for_each(|(alert, first)| section += &self.alert(alert, *first));
        section + "</section>\n"
    }

    /// What was told and no longer holds, in a line each.
    pub(super) fn withdrawn(&self) -> String {
        let mut section = "<section>\n<h2>Told and withdrawn</h2>\n".to_owned();
        if self.books.closed().next().is_none() {
            return String::new();
        }
        section += "<p>These were opened during the match and closed by what was seen later.</p>\n<ul>\n";
        for (alert, first) in self.books.closed() {
            let (opened, closed) = (moment(*first), moment(alert.reported));
            let text = escaped(&alert.text);
            let _ = writeln!(section, "<li>Alert {}: {text} Told at {opened}, withdrawn at {closed}.</li>", alert.id.0);
        }
        section + "</ul>\n</section>\n"
    }

    fn alert(&self, alert: &Alert, first: Stamp) -> String {
        let (id, kind) = (alert.id.0, alert.kind.word().replace('_', " "));
        let who = alert.seat.map_or(format!("board {}", alert.board), |seat| seat.to_string());
        let mut text = format!("<div class=\"alert\">\n<h3>Alert {id}: {kind}, {who}</h3>\n");
        let _ = writeln!(text, "<p>{}</p>", escaped(&alert.text));
        text += &self.articles.list(&alert.articles);
        if let Some(remedy) = &alert.remedy {
            let article = remedy.article.as_ref().map_or(String::new(), |article| format!(" ({})", escaped(article)));
            let _ = writeln!(text, "<p>By the profile: {}{article}</p>", escaped(&remedy.text));
        }
        let sure = f64::from(alert.certainty) / 10.0;
        let (at, told) = (moment(alert.at), moment(first));
        let _ = writeln!(text, "<p class=\"time\">Happened at {at}, told at {told}, {sure:.0} % certain.</p>");
        text += &self.boards(alert, first);
        text += &self.pictures(alert);
        text + "<p class=\"ruling\">Ruling of the arbiter:</p>\n</div>\n"
    }

    /// The board before and after: around the alert's turn, else around its moment.
    fn boards(&self, alert: &Alert, first: Stamp) -> String {
        let books = self.books;
        let of_turn = alert.turn.and_then(|turn| books.turns().find(|entry| entry.turn.id == turn));
        let (before, after): (Table, Table) = match of_turn {
            Some(entry) => (entry.before, entry.after),
            None => {
                let shortly_before = Stamp::from_nanos(alert.at.nanos().saturating_sub(1));
                (books.table_at(shortly_before), books.table_at(first.max(alert.at)))
            }
        };
        let draw = |table: &Table, when: &str| {
            let caption = format!("Board {} {when}", alert.board);
            diagram::board(table, alert.board, &alert.squares, books.profile.drops.value, &caption)
        };
        format!("<div class=\"row\">\n{}{}</div>\n", draw(&before, "before"), draw(&after, "after"))
    }

    /// The pictures that were kept, in the page itself.
    fn pictures(&self, alert: &Alert) -> String {
        let mut row = String::new();
        for (path, when) in pictures::found(self.pictures, alert.id).iter().map(|path| (path, when(path))) {
            match picture(path) {
                Some(jpeg) => {
                    let data = base64(&jpeg);
                    let _ = writeln!(
                        row,
                        "<figure><img alt=\"the table {when}\" src=\"data:image/jpeg;base64,{data}\">\
                         <figcaption>The table {when}</figcaption></figure>"
                    );
                }
                None => {
                    let name = escaped(&path.display().to_string());
                    let _ = writeln!(row, "<p>The picture {name} cannot be shown: it is damaged or no JPEG.</p>");
                }
            }
        }
        match row.is_empty() {
            true => "<p>No picture of it was kept.</p>\n".to_owned(),
            false => format!("<div class=\"row\">\n{row}</div>\n"),
        }
    }
}

fn when(path: &Path) -> &'static str {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if name.contains("before") { "shortly before" } else { "as the alert was told" }
}

/// A JPEG's bytes; `None` where there is none that can be shown.
fn picture(path: &Path) -> Option<Vec<u8>> {
    let metadata = std::fs::metadata(path).ok()?;
    let bytes = (metadata.len() <= LARGEST_PICTURE).then(|| std::fs::read(path).ok()).flatten()?;
    bytes.starts_with(&[0xff, 0xd8, 0xff]).then_some(bytes)
}
