//! What the arbiter and the players enter: decisions on alerts, corrections, penalties, claims.

use super::{Arbiter, Fact};
use crate::{
    event::{Alert, AlertId, AlertState, Event, TurnId},
    procedures::{Claim, Happening, Ruling as Procedure},
    profile::Penalty,
    rules::{GameEnd, Move, Pocket},
};
use board::{BoardId, ClaimWord, Color, Decision, GameWord, Kind, PenaltyWord, Placement, Ruling, Seat, Stamp};

/// More pieces than a table of two boards has beside its kings cannot be held.
const MOST_HELD: usize = 60;

/// What became of something entered.
struct Answer {
    accepted: bool,
    text: String,
    articles: Vec<String>,
}

impl Answer {
    fn done() -> Answer {
        Answer { accepted: true, text: String::new(), articles: Vec::new() }
    }

    fn refused(text: String) -> Answer {
        Answer { accepted: false, text, articles: Vec::new() }
    }
}

impl Arbiter {
    /// Takes what was entered; the answer comes first, what follows from it after it.
    pub(super) fn rule(&mut self, ruling: &Ruling) -> Vec<Event> {
        let at = ruling.at;
        let mut events = Vec::new();
        let mut number = None;
        let mut answer = match &ruling.what {
            Decision::Uphold { alert } => self.uphold(AlertId(*alert), at, &mut events),
            Decision::Dismiss { alert } => self.dismiss(AlertId(*alert), at, &mut events),
            Decision::Turn { turn, uci } => self.correct(TurnId(*turn), uci.as_deref(), at, &mut events),
            Decision::Position { board, placement, to_move } => self.set(*board, *placement, *to_move, at, &mut events),
            Decision::Reserve { seat, held } => match self.hold(*seat, held, at, &mut events) {
                Ok(pocket) => {
                    number = self
                        .course
                        .as_mut()
                        .map(|course| course.rule(at, Happening::Rules(Procedure::Hold(*seat, pocket))));
                    Answer::done()
                }
                Err(answer) => answer,
            },
            Decision::Penalty { .. }
            | Decision::Clocks { .. }
            | Decision::Claim { .. }
            | Decision::Result { .. }
            | Decision::Note { .. } => {
                let turns =
                    BoardId::BOTH.map(|board| self.position(board).map_or(Color::White, |position| position.turn()));
                match (&mut self.course, happening(&ruling.what, turns)) {
                    (Some(course), Some(what)) => {
                        number = Some(course.rule(at, what));
                        Answer::done()
                    }
                    _ => Answer::refused("no profile says what follows from that".to_owned()),
                }
            }
        };
        self.follow(at, false, &mut events);
        if let (Some(number), Some(course)) = (number, &self.course) {
            let (accepted, text, articles) = course.answer(number);
            answer = Answer { accepted, text, articles };
        }
        let Answer { accepted, text, articles } = answer;
        events.insert(0, Event::Ruled { by: ruling.by, what: ruling.what.clone(), at, accepted, text, articles });
        events
    }

    /// The alert stands. A penalty for it is a ruling of its own: what the proceedings propose last need not be about this alert.
    fn uphold(&mut self, id: AlertId, at: Stamp, events: &mut Vec<Event>) -> Answer {
        let Some(alert) = self.standing_alert(id) else { return no_alert(id) };
        // a person is surer than any eye
        (alert.state, alert.certainty, alert.reported) = (AlertState::Updated, 1000, at);
        events.push(Event::Alert(alert.clone()));
        Answer::done()
    }

    /// The alert no longer stands and does not come back.
    fn dismiss(&mut self, id: AlertId, at: Stamp, events: &mut Vec<Event>) -> Answer {
        let Some(alert) = self.standing_alert(id) else { return no_alert(id) };
        // it is kept as closed, so that what gave rise to it gives rise to no other
        (alert.state, alert.reported) = (AlertState::Closed, at);
        events.push(Event::Alert(alert.clone()));
        Answer::done()
    }

    /// An alert that was told and not closed.
    fn standing_alert(&mut self, id: AlertId) -> Option<&mut Alert> {
        let of_boards = self.desks.iter_mut().flat_map(|desk| desk.alerts.iter_mut());
        let of_reserves = self.missing.iter_mut().map(|(_, alert)| alert);
        let of_reserves = of_reserves.chain(self.passed.iter_mut().map(|(_, alert)| alert));
        let of_course = self.course.iter_mut().flat_map(|course| course.alerts_told());
        let all = of_boards.chain(of_reserves).chain(of_course);
        all.filter(|alert| alert.state != AlertState::Closed).find(|alert| alert.id == id)
    }

    fn correct(&mut self, turn: TurnId, uci: Option<&str>, at: Stamp, events: &mut Vec<Event>) -> Answer {
        let mv: Option<Move> = match uci.map(str::parse).transpose() {
            Ok(mv) => mv,
            Err(_) => {
                let uci = uci.unwrap_or_default();
                return Answer::refused(format!("{uci:?} is no move; write e2e4, e7e8q or P@e4"));
            }
        };
        let known = self
            .desks
            .iter()
            .enumerate()
            .find_map(|(desk, of)| Some((desk, of.told.iter().position(|told| told.turn == Some(turn))?)));
        let Some((desk, index)) = known else { return Answer::refused(format!("there is no turn {}", turn.0)) };
        let desk = &mut self.desks[desk];
        let (board, told) = (desk.board, desk.reporter.told());
        if let (Fact::Played(_, was, _), Some(mv)) = (&desk.told[index].fact, mv)
            && *was == mv
        {
            return Answer::done();
        }
        if !told.is_some_and(|told| desk.beam.correct(told, index, mv)) {
            let uci = uci.unwrap_or("nothing");
            return Answer::refused(format!(
                "{uci} cannot be what was played there: no piece stands there to be moved, or one is in the way"
            ));
        }
        events.extend(self.report(board, at, false));
        Answer::done()
    }

    /// The reserve of `seat` holds this from here on: the ledger differs from the captures by so much.
    fn hold(&mut self, seat: Seat, held: &str, at: Stamp, events: &mut Vec<Event>) -> Result<Pocket, Answer> {
        let Some(pocket) = pocket(held) else {
            return Err(Answer::refused(format!("{held:?} names no reserve; write its pieces as in QNPP")));
        };
        let supply = self.supply(seat.board)[seat.color.index()];
        let Some(desk) = self.desks.iter().find(|desk| desk.board == seat.board) else {
            return Err(Answer::refused(format!("board {} is not watched", seat.board)));
        };
        let dropped = desk.beam.best().dropped[seat.color.index()];
        for kind in Kind::HOLDABLE {
            let at = kind.index();
            let ledger = i16::from(supply[at]) - i16::from(dropped[at]);
            self.corrected[seat.index()][at] += pocket.count(kind) as i16 - ledger;
        }
        events.extend(self.report(seat.board, at, false));
        Ok(pocket)
    }

    fn set(&mut self, board: BoardId, placement: Placement, turn: Color, at: Stamp, events: &mut Vec<Event>) -> Answer {
        let Some(desk) = self.desks.iter_mut().find(|desk| desk.board == board) else {
            return Answer::refused(format!("board {board} is not watched"));
        };
        desk.beam.set(placement, turn);
        events.extend(self.report(board, at, false));
        Answer::done()
    }
}

/// The pieces that letters name.
fn pocket(held: &str) -> Option<Pocket> {
    let mut pocket = Pocket::EMPTY;
    for letter in held.chars() {
        let kind = Kind::from_letter(letter).filter(|kind| *kind != Kind::King && letter.is_ascii_uppercase())?;
        pocket.add(kind);
    }
    (held.len() <= MOST_HELD).then_some(pocket)
}

fn no_alert(id: AlertId) -> Answer {
    Answer::refused(format!("there is no alert {}, or it is closed", id.0))
}

/// What the proceedings are told of what was entered; `turns` says whose turn it is on each board.
fn happening(what: &Decision, turns: [Color; 2]) -> Option<Happening> {
    Some(match what {
        Decision::Penalty { seat, penalty, seconds } => {
            let penalty = match penalty {
                PenaltyWord::Warning => Penalty::Warn,
                PenaltyWord::Time => Penalty::TimeToOpponent,
                PenaltyWord::Freeze => Penalty::Freeze,
                PenaltyWord::Loss => Penalty::Loss,
            };
            Happening::Rules(Procedure::Penalize(*seat, penalty, *seconds))
        }
        Decision::Clocks { board, run: false } => Happening::Stop(*board, None),
        Decision::Clocks { board, run: true } => Happening::Start(*board, turns[board.index()], None),
        Decision::Claim { seat, claim } => Happening::Claims(
            *seat,
            match claim {
                ClaimWord::Illegal => Claim::Illegal,
                ClaimWord::Flag => Claim::Flag,
                ClaimWord::Repetition => Claim::Repetition(None),
                ClaimWord::Fifty => Claim::Fifty(None),
                ClaimWord::Hidden => Claim::Hidden,
                ClaimWord::Touch => Claim::Touch,
                ClaimWord::Setup => Claim::Setup,
                ClaimWord::Breach => Claim::Breach,
                ClaimWord::Unclear => Claim::Unclear,
            },
        ),
        Decision::Result { board, result } => Happening::Rules(match result {
            GameWord::White => Procedure::End(*board, GameEnd::Lost(Color::Black)),
            GameWord::Black => Procedure::End(*board, GameEnd::Lost(Color::White)),
            GameWord::Draw => Procedure::End(*board, GameEnd::Draw),
            GameWord::Open => Procedure::Reject,
        }),
        Decision::Note { text } => Happening::Rules(Procedure::Note(text.clone())),
        Decision::Uphold { .. }
        | Decision::Dismiss { .. }
        | Decision::Turn { .. }
        | Decision::Position { .. }
        | Decision::Reserve { .. } => return None,
    })
}
