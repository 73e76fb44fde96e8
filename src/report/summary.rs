//! What a run came to, in three lines.

use arbiter::event::{AlertId, AlertKind, AlertState, Event};
use board::BoardId;
use std::collections::BTreeMap;

/// Counts what holds.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Alerts that hold, and whether they may be told.
    alerts: BTreeMap<AlertId, (AlertKind, bool)>,
    result: Option<(String, String)>,
}

impl Summary {
    /// Takes an event.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Alert(alert) if alert.state == AlertState::Closed => _ = self.alerts.remove(&alert.id),
            Event::Alert(alert) => _ = self.alerts.insert(alert.id, (alert.kind, alert.shown)),
            Event::Result { text, .. } if text.is_empty() => self.result = None,
            Event::Result { result, text, .. } => self.result = Some((result.clone(), text.clone())),
            _ => {}
        }
    }

    /// The lines: turns a board, alerts by kind, the result.
    pub fn text(&self, turns: &[(BoardId, usize)]) -> String {
        let turns: Vec<String> = turns.iter().map(|(board, count)| format!("{board} {count}")).collect();
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for (kind, _) in self.alerts.values().filter(|(_, shown)| *shown) {
            *kinds.entry(kind.word()).or_default() += 1;
        }
        let mut alerts: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let kept = self.alerts.values().filter(|(_, shown)| !shown).count();
        if kept > 0 {
            alerts.push(format!("kept until a claim {kept}"));
        }
        if alerts.is_empty() {
            alerts.push("none".to_owned());
        }
        let result = self.result.as_ref().map_or("none".to_owned(), |(result, text)| format!("{result}  {text}"));
        format!("turns   {}\nalerts  {}\nresult  {result}", turns.join(", "), alerts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::tests::alert;
    use board::Stamp;

    #[test]
    fn what_holds_is_counted() {
        let mut summary = Summary::default();
        let result = |result: &str, text: &str| Event::Result {
            result: result.to_owned(),
            text: text.to_owned(),
            articles: Vec::new(),
            reported: Stamp::ZERO,
        };
        let mut kept = alert(4, AlertKind::WrongStart, AlertState::Opened, "");
        kept.shown = false;
        for event in [
            Event::Alert(alert(1, AlertKind::IllegalMove, AlertState::Opened, "")),
            Event::Alert(alert(2, AlertKind::IllegalMove, AlertState::Opened, "")),
            Event::Alert(alert(3, AlertKind::IllegalDrop, AlertState::Opened, "")),
            Event::Alert(alert(3, AlertKind::IllegalDrop, AlertState::Closed, "")),
            Event::Alert(kept),
            result("1-0", "Ab is mated."),
        ] {
            summary.take(&event);
        }
        let text = summary.text(&[(BoardId::A, 12), (BoardId::B, 9)]);
        assert_eq!(text, "turns   A 12, B 9\nalerts  illegal_move 2, kept until a claim 1\nresult  1-0  Ab is mated.");
        summary.take(&result("*", ""));
        assert!(summary.text(&[]).ends_with("result  none"));
    }
}
