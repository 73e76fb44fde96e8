//! Which steps a hypothesis may take next, and what each costs.

use super::{beam::Priors, drops::Drops, hypothesis::Hypothesis, look::View};
use crate::rules::{Move, MoveList, MoveRules, PromotionStyle};
use board::{Color, Kind, Piece, Square, SquareSet};

/// A step that can be taken: the move, whether the rules allow it, its negative log-prior in 1/256 nat.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    pub legal: bool,
    pub cost: i32,
}

/// What seen evidence must have against a square's believed content before an irregular move is looked for there.
pub const CONTRADICTION: i32 = 256 * 3 / 2;
/// No more irregular moves than between this many squares: a picture that contradicts everything is not explained by one
/// move, and limits are by count, never by time.
const IRREGULAR_SQUARES: usize = 6;

/// The legal walks and drops of whoever is to move. A drop is considered only where the piece can be seen.
pub fn legal(
    hypothesis: &Hypothesis,
    rules: &MoveRules,
    drops: &Drops<'_>,
    view: &View,
    moves: &mut MoveList,
    candidates: &mut Vec<Candidate>,
) {
    let (priors, mut position) = (drops.priors, hypothesis.position);
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
                let cost = priors.drop + drops.cost(hypothesis, color, kind, to);
                candidates.push(Candidate { mv, legal: true, cost });
            }
        }
    }
}

/// Where a promoted pawn keeps its body nothing is seen of what it has become: it is what was `declared`, or a queen. Where it is replaced it is seen, and a queen all the
/// same likelier than the others.
pub fn weigh_promotions(candidates: &mut [Candidate], rules: &MoveRules, priors: &Priors, declared: Option<Kind>) {
    let keeps = rules.promotion == PromotionStyle::PawnKeepsBody;
    let likely = declared.filter(|_| keeps).unwrap_or(Kind::Queen);
    let cost = match declared {
        Some(_) if keeps => priors.belies_declaration,
        None if keeps => priors.undeclared,
        _ => priors.no_queen,
    };
    for candidate in candidates {
        if matches!(candidate.mv, Move::Walk { promotion: Some(kind), .. } if kind != likely) {
            candidate.cost += cost;
        }
    }
}

/// Whether what is seen on `square` may be a piece of `color`.
fn shows(view: &View, square: Square, color: Color) -> bool {
    view.look(square)
        .is_some_and(|look| Kind::ALL.into_iter().any(|kind| look.of(Some(Piece::new(color, kind))) > -CONTRADICTION))
}

/// Moves the rules forbid, proposed by what is seen: a piece has gone from a square that is seen without it to a square
/// where one of its colour is seen, or one was dropped where it may not be.
pub fn irregular(
    hypothesis: &Hypothesis,
    rules: &MoveRules,
    drops: &Drops<'_>,
    view: &View,
    candidates: &mut Vec<Candidate>,
) {
    let against: SquareSet = hypothesis.contradicted(view, CONTRADICTION);
    if against.len() > IRREGULAR_SQUARES {
        return;
    }
    let (priors, mut position) = (drops.priors, hypothesis.position);
    let color = position.turn();
    for to in against {
        // on a piece of the opponent's as well, which goes off the board
        if position.content(to).is_none_or(|piece| piece.color != color) && shows(view, to, color) {
            for kind in Kind::HOLDABLE {
                position.pocket_mut(color).add(kind);
                let mv = Move::Drop { kind, to };
                if !position.is_legal(mv, rules) {
                    let cost = priors.irregular_drop + drops.cost(hypothesis, color, kind, to);
                    candidates.push(Candidate { mv, legal: false, cost });
                }
            }
        }
        let Some(seen) = view.look(to).and_then(|look| look.best()) else { continue };
        for from in against {
            let here = hypothesis.position.content(from);
            if from == to || here.map(|piece| piece.color) != Some(seen.color) {
                continue;
            }
            let mv = Move::walk(from, to);
            if !hypothesis.position.is_legal(mv, rules) {
                candidates.push(Candidate { mv, legal: false, cost: priors.irregular });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        drops::{Reserves, Taken},
        hypothesis::Tally,
    };
    use super::*;
    use crate::{
        reconstruct::{Settling, line::Lines, line::Step, order::Order},
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
            order: Order::default(),
            lifted: Vec::new(),
            plies: [0; 2],
            tempo: 0,
            belied: SquareSet::EMPTY,
            unchanged: SquareSet::EMPTY,
            guessed: SquareSet::EMPTY,
            reserve: [0; 2],
            kept_reserve: [0; 2],
            dropped: Tally::default(),
            captured: Tally::default(),
        }
    }

    #[test]
    fn drops_are_considered_where_a_piece_is_seen_and_dear_when_not_held() {
        let view = view("rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR");
        let (mut moves, mut candidates) = (MoveList::new(), Vec::new());
        let mut reserves = Reserves::default();
        reserves.supply[Color::White.index()][Kind::Knight.index()] = 1;
        let priors = Priors::default();
        let drops = Drops { priors: &priors, reserves: &reserves, taken: &Taken::default() };
        legal(&start(), &MoveRules::FREE, &drops, &view, &mut moves, &mut candidates);
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
        let (priors, reserves, taken) = (Priors::default(), Reserves::default(), Taken::default());
        let drops = Drops { priors: &priors, reserves: &reserves, taken: &taken };
        irregular(&start(), &MoveRules::CHESS, &drops, &view, &mut candidates);
        let walks = candidates.iter().filter(|c| !c.mv.is_drop());
        assert_eq!(walks.map(|c| c.mv.to_string()).collect::<Vec<_>>(), ["c1c3"]);
        // in chess nothing is dropped, by the rules
        assert!(candidates.iter().all(|c| !c.legal));
    }

    #[test]
    fn a_pawn_on_the_last_rank_is_proposed_as_a_drop() {
        let view = view("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNP");
        let mut hypothesis = start();
        hypothesis.position.set_content("h1".parse().unwrap(), None);
        let mut reserves = Reserves::default();
        reserves.supply[Color::White.index()][Kind::Pawn.index()] = 1;
        let priors = Priors::default();
        let mut candidates = Vec::new();
        let drops = Drops { priors: &priors, reserves: &reserves, taken: &Taken::default() };
        irregular(&hypothesis, &MoveRules::FREE, &drops, &view, &mut candidates);
        let proposed: Vec<(String, bool, i32)> =
            candidates.iter().map(|c| (c.mv.to_string(), c.legal, c.cost)).collect();
        assert_eq!(proposed, [("P@h1".to_owned(), false, priors.irregular_drop)]);
    }
}
