//! Promotion by taking a piece from the board of the diagonal player, step by step, over two boards and two clocks (RU-26 to
//! RU-35).
use super::{MoveId, Proceedings, Topic, Weight, Who, article};
use crate::rules::{Irregularity, PromotionStyle};
use board::{BoardId, Color, Kind, Piece, Seat, Square, Stamp};

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SnyatieStage {
    /// The promoter's clock stands, and on the other board it is the diagonal player's turn: he moves first.
    WaitsForDiagonal,
    /// The promoter's clock stands and is to be started at once.
    Announced,
    /// The promoter's time runs: he chooses, and his partner lifts the piece.
    Choosing,
    /// The piece has left the diagonal player's board.
    Lifted,
    /// It stands on the promotion square.
    Replaced,
    /// The pawn lies in the diagonal player's reserve: what remains is the press.
    PawnGiven,
}

#[derive(Clone, Debug)]
pub(super) struct Snyatie {
    pub(super) stage: SnyatieStage,
    promoter: Seat,
    id: MoveId,
    pawn: Square,
    taken: Option<Piece>,
    since: Stamp,
    told: i64,
}

impl Proceedings {
    /// The promoter says aloud that his pawn has arrived.
    pub(super) fn announced(&mut self, seat: Seat) {
        self.chair(seat).announced = true;
    }

    /// A clock is stopped: if the board's last move brought a pawn to its last rank the exchange begins.
    pub(super) fn snyatie_stops(&mut self, board: BoardId) {
        if self.rules.promotion != PromotionStyle::TakeFromDiagonal || self.snyatie.is_some() {
            return;
        }
        let last = self.desks[board.index()].moves.last();
        let Some((promoter, id, pawn)) = last.and_then(|r| r.undeclared.map(|pawn| (r.seat, r.id, pawn))) else {
            return;
        };
        let waits = self.is_to_press(promoter.diagonal());
        let stage = if waits { SnyatieStage::WaitsForDiagonal } else { SnyatieStage::Announced };
        self.snyatie = Some(Snyatie { stage, promoter, id, pawn, taken: None, since: self.now, told: 0 });
        let who = Who::Seat(promoter);
        self.say_on(Weight::Log, Topic::SnyatieBegins, who, pawn.to_string());
        if !std::mem::take(&mut self.chair(promoter).announced) {
            let articles = self.on(Topic::SnyatieSkipped);
            self.say(Weight::Info, Topic::SnyatieOrder, who, articles, "not announced aloud");
        }
        if waits {
            self.say_on(Weight::Log, Topic::SnyatieWaits, Who::Seat(promoter.diagonal()), "");
        }
        if self.desks[board.other().index()].clock.stopped().is_some() {
            let articles = self.on(Topic::SnyatieSkipped);
            self.say(Weight::Alert, Topic::SnyatieClock, who, articles, "only the promoter's clock is stopped");
        }
    }

    /// One side of a clock starts without a move. Returns whether that belongs to the exchange.
    pub(super) fn snyatie_starts(&mut self, board: BoardId, color: Color) -> bool {
        let Some(snyatie) = self.snyatie.as_mut().filter(|snyatie| snyatie.promoter.board == board) else {
            return false;
        };
        let promoter = snyatie.promoter;
        let who = Who::Seat(promoter);
        if snyatie.stage == SnyatieStage::WaitsForDiagonal {
            let articles = self.on(Topic::SnyatieWaits);
            self.say(Weight::Alert, Topic::SnyatieClock, who, articles, "the diagonal player has not moved");
        } else if color != promoter.color {
            self.say_on(Weight::Alert, Topic::SnyatieClock, who, "the promoter's time has to run");
        } else if snyatie.stage == SnyatieStage::Announced {
            (snyatie.stage, snyatie.since, snyatie.told) = (SnyatieStage::Choosing, self.now, 0);
            if self.removable(promoter).is_empty() {
                self.say_on(Weight::Log, Topic::SnyatieShort, who, "");
            }
        }
        true
    }

    /// A move on the other board is complete: if it was the diagonal player's, the waiting is over (RU-34).
    pub(super) fn snyatie_other_moved(&mut self, seat: Seat) {
        let now = self.now;
        if let Some(snyatie) = &mut self.snyatie
            && snyatie.stage == SnyatieStage::WaitsForDiagonal
            && snyatie.promoter.diagonal() == seat
        {
            (snyatie.stage, snyatie.since, snyatie.told) = (SnyatieStage::Announced, now, 0);
        }
    }

    /// The promoter's partner may not move until the exchange is finished (RU-29).
    pub(super) fn check_snyatie(&mut self, seat: Seat) {
        let Some(promoter) = self.snyatie.as_ref().map(|snyatie| snyatie.promoter) else { return };
        if seat == promoter.partner() {
            self.say_on(Weight::Alert, Topic::SnyatiePartner, Who::Seat(seat), "");
        } else if seat == promoter {
            self.say_on(Weight::Alert, Topic::SnyatieOrder, Who::Seat(seat), "moved before it was finished");
        }
    }

    fn removable(&self, promoter: Seat) -> board::SquareSet {
        self.table.removable(promoter, self.profile.steal_expose_partner_king.value)
    }

    /// A piece is lifted off a board. Returns whether that belongs to the exchange.
    pub(super) fn snyatie_lifted(&mut self, by: Seat, board: BoardId, square: Square) -> bool {
        let Some(snyatie) = self.snyatie.clone() else { return false };
        let promoter = snyatie.promoter;
        if board == promoter.board {
            let pawn = square == snyatie.pawn;
            if pawn {
                self.take_in_hand(board, square);
            }
            return pawn;
        }
        let Some(piece) = self.table.board(board).content(square) else { return true };
        let who = Who::Seat(promoter);
        if snyatie.stage != SnyatieStage::Choosing {
            self.say_on(Weight::Alert, Topic::SnyatieOrder, who, format!("{square} was lifted out of turn"));
        } else if by != promoter.partner() {
            self.say_on(Weight::Alert, Topic::SnyatieOrder, who, format!("{by} lifted the piece"));
        }
        let removable = self.removable(promoter);
        if !removable.contains(square) {
            let articles = match piece.kind {
                _ if removable.is_empty() => self.on(Topic::SnyatieShort),
                Kind::Pawn | Kind::King => self.on(Topic::SnyatieChoice),
                _ if piece.color != promoter.color => self.on(Topic::SnyatieChoice),
                _ => article(&self.profile.promotion),
            };
            self.say(Weight::Alert, Topic::SnyatieChoice, who, articles, format!("{} {square}", piece.kind.name()));
        }
        self.take_in_hand(board, square);
        let now = self.now;
        if let Some(snyatie) = &mut self.snyatie {
            (snyatie.stage, snyatie.taken, snyatie.since, snyatie.told) = (SnyatieStage::Lifted, Some(piece), now, 0);
        }
        true
    }

    /// A piece goes from a board into a hand.
    pub(super) fn take_in_hand(&mut self, board: BoardId, square: Square) {
        let promoted = self.table.board(board).promoted().contains(square);
        if let Some(piece) = self.table.take_off(board, square) {
            self.in_hand.push(if promoted { Piece::new(piece.color, Kind::Pawn) } else { piece });
            let desk = self.desk(board);
            desk.barrier = desk.moves.len();
        }
    }

    /// A piece is put on the promotion square. Returns whether that belongs to the exchange.
    pub(super) fn snyatie_replaced(&mut self, seat: Seat, square: Square, kind: Kind) -> bool {
        let Some(snyatie) = self.snyatie.clone().filter(|s| s.promoter == seat && s.pawn == square) else {
            return false;
        };
        let piece = Piece::new(seat.color, kind);
        let from_hand = self.in_hand.iter().position(|&held| held == piece);
        if snyatie.stage != SnyatieStage::Lifted || snyatie.taken != Some(piece) || from_hand.is_none() {
            let detail = format!("{} was not the piece taken", kind.name());
            self.say_on(Weight::Alert, Topic::SnyatieOrder, Who::Seat(seat), detail);
        }
        match from_hand {
            Some(index) => drop(self.in_hand.swap_remove(index)),
            None => self.fetch(piece),
        }
        self.take_in_hand(seat.board, square);
        let position = self.table.board_mut(seat.board);
        position.set_content(square, Some(piece));
        // The pawn may have been given before.
        let owed = self.in_hand.contains(&Piece::new(seat.color, Kind::Pawn));
        let stage = if owed { SnyatieStage::Replaced } else { SnyatieStage::PawnGiven };
        let now = self.now;
        if let Some(snyatie) = &mut self.snyatie {
            (snyatie.stage, snyatie.since, snyatie.told) = (stage, now, 0);
        }
        true
    }

    /// A piece is handed over. Returns whether that was the pawn of the exchange.
    pub(super) fn snyatie_handed(&mut self, from: Seat, to: Seat, kind: Kind) -> bool {
        let pawn = Piece::new(from.color, Kind::Pawn);
        if to != from.diagonal() || kind != Kind::Pawn {
            return false;
        }
        let Some(snyatie) = self.snyatie.clone().filter(|s| s.promoter == from) else {
            return self.pawn_given_late(pawn, to);
        };
        let short = snyatie.taken.is_none() && self.removable(from).is_empty();
        if !short && snyatie.stage != SnyatieStage::Replaced {
            self.say_on(Weight::Alert, Topic::SnyatieOrder, Who::Seat(from), "the pawn is not replaced yet");
        }
        if !self.in_hand.contains(&pawn) && self.table.board(from.board).content(snyatie.pawn) == Some(pawn) {
            self.take_in_hand(from.board, snyatie.pawn);
        }
        if self.in_hand.contains(&pawn) {
            super::record::remove_one(&mut self.in_hand, pawn);
            self.table.board_mut(to.board).pocket_mut(to.color).add(Kind::Pawn);
        }
        let now = self.now;
        if let Some(snyatie) = &mut self.snyatie
            && (short || snyatie.stage == SnyatieStage::Replaced)
        {
            (snyatie.stage, snyatie.since, snyatie.told) = (SnyatieStage::PawnGiven, now, 0);
        }
        true
    }

    /// A pawn that should have been given before the press is given after it.
    fn pawn_given_late(&mut self, pawn: Piece, to: Seat) -> bool {
        let held = self.rules.promotion == PromotionStyle::TakeFromDiagonal && self.in_hand.contains(&pawn);
        if held {
            super::record::remove_one(&mut self.in_hand, pawn);
            self.table.board_mut(to.board).pocket_mut(to.color).add(Kind::Pawn);
        }
        held
    }

    /// A move is complete or taken back: an exchange that belongs to it is over, finished or not.
    pub(super) fn snyatie_ends_with(&mut self, id: MoveId) {
        self.snyatie.take_if(|snyatie| snyatie.id == id);
    }

    /// The promoter presses. Returns whether his move is not complete all the same.
    pub(super) fn snyatie_pressed(&mut self, seat: Seat, id: MoveId) -> bool {
        let who = Who::Seat(seat);
        let Some(stage) = self.snyatie.as_ref().filter(|s| s.id == id).map(|s| s.stage) else {
            self.snyatie_skipped(seat, id);
            return false;
        };
        if stage < SnyatieStage::Replaced {
            self.say_on(Weight::Alert, Topic::SnyatieOrder, who, "pressed before the pawn was replaced");
            return true;
        }
        if stage == SnyatieStage::Replaced {
            self.say_on(Weight::Alert, Topic::SnyatieOrder, who, "the pawn was not given to the diagonal player");
        }
        let after = *self.table.board(seat.board);
        if let Some(record) = self.find(id) {
            (record.undeclared, record.after) = (None, after);
        }
        self.say_on(Weight::Log, Topic::SnyatieDone, who, "");
        false
    }

    /// The promoter presses instead of stopping his clock: an illegal move, the pawn having become nothing.
    fn snyatie_skipped(&mut self, seat: Seat, id: MoveId) {
        if self.rules.promotion != PromotionStyle::TakeFromDiagonal {
            return;
        }
        let articles = self.profile.articles.clone();
        let Some(record) = self.find(id).filter(|record| record.undeclared.is_some()) else { return };
        record.undeclared = None;
        record.reasons.push(Irregularity::PromotionMissing);
        record.articles = articles.of_move(&record.reasons, &record.played);
        self.say_on(Weight::Alert, Topic::SnyatieSkipped, Who::Seat(seat), "");
    }

    /// A step has been waited for too long: quietly at first, then loudly.
    pub(super) fn watch_snyatie(&mut self) {
        let limit = i64::from(self.profile.step_timeout_s.value) * 1000;
        let Some(snyatie) = self.snyatie.clone().filter(|_| limit > 0) else { return };
        let steps = self.now.millis_since(snyatie.since) / limit;
        if steps <= snyatie.told {
            return;
        }
        let weight = if steps == 1 { Weight::Info } else { Weight::Alert };
        let (topic, detail) = match snyatie.stage {
            SnyatieStage::WaitsForDiagonal => return,
            SnyatieStage::Announced => (Topic::SnyatieClock, "the promoter's clock has not been started"),
            SnyatieStage::Choosing => (Topic::SnyatieOrder, "no piece has been taken"),
            SnyatieStage::Lifted => (Topic::SnyatieOrder, "the pawn has not been replaced"),
            SnyatieStage::Replaced => (Topic::SnyatieOrder, "the pawn has not been given"),
            SnyatieStage::PawnGiven => (Topic::SnyatieOrder, "the clock has not been pressed"),
        };
        if let Some(snyatie) = &mut self.snyatie {
            snyatie.told = steps;
        }
        self.say_on(weight, topic, Who::Seat(snyatie.promoter), detail);
    }
}
