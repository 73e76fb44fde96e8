//! What a profile has done about what was found.

use crate::{
    event::{Alert, AlertKind, Remedy},
    procedures::Topic,
    profile::{HiddenRemedy, IllegalPenalty, Intervention, Profile},
    rules::Irregularity,
};

/// What `profile` has done about `alert`, whose turn broke the rules for `reasons`; `None` where it does not say.
pub(super) fn remedy(profile: &Profile, alert: &Alert, reasons: &[Irregularity]) -> Option<Remedy> {
    let (text, article): (String, &str) = match alert.kind {
        AlertKind::IllegalMove | AlertKind::IllegalDrop => {
            let second = profile.is_second_class(reasons);
            let ruled = if second { &profile.illegal_class2 } else { &profile.illegal_class1 };
            let seconds = profile.illegal_bonus_s.value;
            let text = match ruled.value {
                IllegalPenalty::Loss if profile.arbiter_intervention.value == Intervention::OnClaim => {
                    "The game is lost, if the opponent claims it in time.".to_owned()
                }
                IllegalPenalty::Loss => "The game is lost.".to_owned(),
                IllegalPenalty::Retract => "It is taken back and another move is made.".to_owned(),
                IllegalPenalty::UndoAndTime => format!("It is taken back, and the opponents get {seconds} s each."),
                IllegalPenalty::TimeThenLoss => {
                    format!(
                        "It is taken back, and the opponent gets {seconds} s; a player's second illegal move loses."
                    )
                }
            };
            (text, &ruled.article)
        }
        AlertKind::HiddenReserve | AlertKind::Rule(Topic::ReserveHidden) => {
            let text = match profile.hidden_remedy.value {
                HiddenRemedy::None => return None,
                HiddenRemedy::StartHidersClock => {
                    "The opponent may start the player's clock until the pieces are shown."
                }
                HiddenRemedy::StopBoth => "The opponent may have both clocks stopped until the pieces are shown.",
                HiddenRemedy::Tell => "The opponent may ask what is held, and has to be told at once.",
            };
            (text.to_owned(), &profile.hidden_remedy.article)
        }
        AlertKind::Rule(Topic::TouchMove | Topic::OtherPiece) => {
            ("The piece that was touched has to be moved, if it can be.".to_owned(), &profile.touch_move.article)
        }
        AlertKind::Rule(Topic::StopClocks) => return said("The clocks of both boards are stopped.", alert),
        AlertKind::Rule(Topic::PressWithoutMove) => {
            return said("The player's clock goes on until he has moved.", alert);
        }
        AlertKind::Rule(Topic::NotPressed) => return said("The player presses for the move he made.", alert),
        AlertKind::Rule(Topic::TakenBackAfterPress) => {
            return said("The move stands; it is put back on the board.", alert);
        }
        AlertKind::Rule(Topic::DropTakenBack) => return said("The piece is dropped again where it stood.", alert),
        AlertKind::Rule(Topic::PassLate) => return said("The piece is handed to the partner.", alert),
        AlertKind::Rule(Topic::PassedWrongly) => return said("The piece goes to the player it belongs to.", alert),
        AlertKind::Rule(Topic::ReserveExtra) => return said("The piece is taken off the table.", alert),
        AlertKind::Rule(Topic::PromotionUndeclared) => return said("The player says what his pawn has become.", alert),
        AlertKind::Rule(Topic::PawnNotReplaced) => {
            return said("The pawn is replaced, in the player's own time.", alert);
        }
        _ => return None,
    };
    Some(Remedy { text, article: Some(article.to_owned()).filter(|article| !article.is_empty()) })
}

/// What follows from the very article that the alert is about.
fn said(text: &str, alert: &Alert) -> Option<Remedy> {
    let article = alert.articles.first().cloned();
    article.is_some().then(|| Remedy { text: text.to_owned(), article })
}
