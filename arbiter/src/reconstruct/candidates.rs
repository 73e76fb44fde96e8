//! Which steps a hypothesis may take next, and what each costs.

use super::{
    beam::Priors,
    hypothesis::{Hypothesis, Tally},
    look::View,
};
use crate::rules::{Move, MoveList, MoveRules};
use board::{Color, Kind, Piece, Square, SquareSet};

/// A step that can be taken: the move, whether the rules allow it, its negative log-prior in 1/256 nat.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub legal: bool,
    pub cost: i32,
}

/// What seen evidence must have against a square's believed content before an irregular move is looked for there.
const CONTRADICTION: i32 = 256 * 3 / 2;
/// No more irregular moves than between this many squares: a picture that contradicts everything is not explained by one
/// move, and limits are by count, never by time.
const IRREGULAR_SQUARES: usize = 6;

/// The legal walks and drops of whoever is to move. A drop is considered only where the piece can be seen; `supply` is what
/// the other board's captures have brought each colour so far.
pub fn legal(
    hypothesis: &Hypothesis,
    rules: &MoveRules,
    priors: &Priors,
    supply: &Tally,
    view: &View,
    moves: &mut MoveList,
    candidates: &mut Vec<Candidate>,
) {
    let mut position = hypothesis.position;
    let color = position.turn();
    moves.clear();
    position.legal_moves(rules, moves);
    candidates.extend(moves.iter().map(|&mv| Candidate { mv, legal: true, cost: priors.legal }));
    if !rules.drops {
        return;
    }
    let occupied = position.color(Color::White).0 | position.color(Color::Black).0;
    for to in SquareSet(view.current().0 & !occupied).filter(|&square| shows(view, square, color)) {
        for kind in Kind::HOLDABLE {
            // every kind is tried: what the ledger does not hold costs more, but a capture may not have been seen yet
            position.pocket_mut(color).add(kind);
            let mv = Move::Drop { kind, to };
            if position.is_legal(mv, rules) {
                let held = holds(hypothesis, supply, color, kind);
                let cost = priors.drop + if held { 0 } else { priors.not_held };
                candidates.push(Candidate { mv, legal: true, cost });
            }
        }
    }
}

/// Whether the ledger has `kind` in `color`'s reserve.
pub fn holds(hypothesis: &Hypothesis, supply: &Tally, color: Color, kind: Kind) -> bool {
    let (brought, used) = (supply[color.index()][kind.index()], hypothesis.dropped[color.index()][kind.index()]);
    brought > used
}

/// Whether what is seen on `square` may be a piece of `color`.
fn shows(view: &View, square: Square, color: Color) -> bool {
    view.look(square)
        .is_some_and(|look| Kind::ALL.into_iter().any(|kind| look.of(Some(Piece::new(color, kind))) > -CONTRADICTION))
}

/// Moves the rules forbid, proposed by what is seen: a piece has gone from a square that is seen without it to a square
/// where one of its colour is seen.
pub fn irregular(
    hypothesis: &Hypothesis,
    rules: &MoveRules,
    priors: &Priors,
    view: &View,
    candidates: &mut Vec<Candidate>,
) {
    let against: SquareSet = hypothesis.contradicted(view, CONTRADICTION);
    if against.len() > IRREGULAR_SQUARES {
        return;
    }
    let position = &hypothesis.position;
    for to in against {
        let Some(seen) = view.look(to).and_then(|look| look.best()) else { continue };
        for from in against {
            let here = position.content(from);
            if from == to || here.map(|piece| piece.color) != Some(seen.color) {
                continue;
            }
            let mv = Move::walk(from, to);
            if !position.is_legal(mv, rules) {
                candidates.push(Candidate { mv, legal: false, cost: priors.irregular });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reconstruct::{Settling, line::Lines, line::Step},
        rules::Position,
    };
    use board::{BoardEvidence, CLASS_COUNT, LogProb, Placement, SquareEvidence, Stamp, Standing, Visibility};

    fn view(placement: &str) -> View {
        let placement: Placement = placement.parse().unwrap();
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all() {
            let mut likelihood = [LogProb(-1179); CLASS_COUNT];
            likelihood[Piece::class_of(placement[square])] = LogProb::ZERO;
            evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
        }
        let mut view = View::new(Settling::default());
        view.observe(&evidence, Stamp::ZERO, Standing::Photograph);
        view
    }

    fn start() -> Hypothesis {
        Hypothesis {
            position: Position::start(),
            line: Lines::default().extend(None, Step::Begin(Placement::start())),
            past: 0,
            score: 0,
            unscored: SquareSet::EMPTY,
            unexplained: SquareSet::EMPTY,
            until: None,
            lifted: Vec::new(),
            dropped: Tally::default(),
            captured: Tally::default(),
        }
    }

    #[test]
    fn drops_are_considered_where_a_piece_is_seen_and_dear_when_not_held() {
        let view = view("rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR");
        let (mut moves, mut candidates) = (MoveList::new(), Vec::new());
        let mut supply = Tally::default();
        supply[Color::White.index()][Kind::Knight.index()] = 1;
        let priors = Priors::default();
        legal(&start(), &MoveRules::FREE, &priors, &supply, &view, &mut moves, &mut candidates);
        let cost = |text: &str| candidates.iter().find(|c| c.mv == text.parse().unwrap()).map(|c| c.cost);
        assert_eq!(cost("N@e4"), Some(priors.drop));
        assert_eq!(cost("B@e4"), Some(priors.drop + priors.not_held));
        assert_eq!(cost("N@e5"), None);
        assert_eq!(cost("e2e4"), Some(priors.legal));
    }

    #[test]
    fn an_irregular_move_is_proposed_by_what_is_seen() {
        let view = view("rnbqkbnr/pppppppp/8/8/8/2B5/PPPPPPPP/RN1QKBNR");
        let mut candidates = Vec::new();
        irregular(&start(), &MoveRules::CHESS, &Priors::default(), &view, &mut candidates);
        let moves: Vec<String> = candidates.iter().map(|c| c.mv.to_string()).collect();
        assert_eq!(moves, ["c1c3"]);
    }
}
