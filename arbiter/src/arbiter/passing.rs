//! What is said of pieces that are passed between the boards.

use super::desk::take;
use crate::{
    event::{Alert, AlertId, AlertKind, AlertState, Event},
    passing::{Finding, News},
    procedures::Topic,
    profile::{Articles, Passing, Profile},
};
use board::{Kind, Stamp};

/// After how many seconds a captured piece is late by `profile`; zero where none ever is.
pub(super) fn deadline_s(profile: &Profile) -> u32 {
    let required = profile.passing.value == Passing::Required && profile.articles.on(Topic::PassLate).is_some();
    if required { profile.pass_deadline_s.value } else { 0 }
}

/// Says `news`, with the `articles` it is about, and remembers in `passed` what it said. Of what the articles do not speak nothing is said.
pub(super) fn tell(
    news: News,
    articles: &Articles,
    shown: bool,
    at: Stamp,
    passed: &mut Vec<(News, Alert)>,
    next: &mut u32,
    events: &mut Vec<Event>,
) {
    if !news.holds {
        let ended = |(known, _): &(News, Alert)| *known == News { holds: true, ..news };
        if let Some(index) = passed.iter().position(ended) {
            let (_, alert) = passed.remove(index);
            if alert.state != AlertState::Closed {
                events.push(Event::Alert(Alert { state: AlertState::Closed, reported: at, ..alert }));
            }
        }
        return;
    }
    let topic = match news.finding {
        Finding::Late => Topic::PassLate,
        Finding::Extra => Topic::ReserveExtra,
        Finding::Wrongly => Topic::PassedWrongly,
    };
    let article = articles.on(topic);
    // that nothing may lie in a reserve but what was captured goes without saying
    if article.is_none() && news.finding != Finding::Extra {
        return;
    }
    let piece = news.kind.map_or("piece".to_owned(), |kind| kind.name().to_owned());
    let (seat, reserve) = (news.seat, news.reserve);
    let text = match news.finding {
        Finding::Late => format!("{seat}: the {piece} he took has not come to {reserve}."),
        Finding::Extra => format!("{seat}: a {piece} lies in the reserve that nobody captured for it."),
        Finding::Wrongly => format!("{seat}: a {piece} was given to {reserve}, to whom it does not belong."),
    };
    let alert = Alert {
        id: AlertId(take(next)),
        state: AlertState::Opened,
        kind: AlertKind::Rule(topic),
        board: seat.board,
        seat: Some(seat),
        turn: None,
        piece: news.kind.map(Kind::letter),
        uci: None,
        squares: Vec::new(),
        articles: article.map(str::to_owned).into_iter().collect(),
        placement: None,
        text,
        remedy: None,
        at: news.at,
        reported: at,
        certainty: news.certainty,
        shown,
    };
    passed.push((news, alert.clone()));
    events.push(Event::Alert(alert));
}
