//! Putting a move on the record and taking it off: squares, reserves and pieces on their way.
use super::{
    MoveId, MoveRecord, Proceedings, Topic, Weight, Who, Window,
    state::{Coming, Source},
};
use crate::{
    profile::CaptureAvailable,
    rules::{Captured, Irregularity, Move, Position, Repetitions, passed_on},
};
use board::{BoardId, Kind, Piece, Seat};
use std::sync::Arc;

impl Proceedings {
    /// Plays a move on the official board, whatever is wrong with it.
    pub(super) fn put_on_record(&mut self, seat: Seat, mv: Move, reasons: Vec<Irregularity>) -> MoveRecord {
        let id = MoveId(self.next_move);
        self.next_move += 1;
        let source = self.source_of(seat, mv);
        let before = *self.table.board(seat.board);
        let position = self.table.board_mut(seat.board);
        position.set_turn(seat.color);
        let played = position.play_as(seat.color, mv);
        position.set_turn(!seat.color);
        if let Source::Coming(by) = source {
            let coming = &mut self.chair(seat).coming;
            let kind = dropped(mv);
            if let Some(index) = coming.iter().position(|c| c.by == by && Some(c.kind) == kind) {
                coming.remove(index);
            }
        }
        if let (Source::Nowhere, Some(kind)) = (source, dropped(mv)) {
            self.fetch(Piece::new(seat.color, kind));
        }
        let passes = passed_on(played, &self.rules).filter(|_| played.color == seat.color);
        match (passes, played.captured) {
            (Some(kind), _) => self.send(seat, id, kind),
            (None, Some(captured)) => self.discard(body(captured)),
            (None, None) => {}
        }
        let articles = self.profile.articles.of_move(&reasons, &played);
        let after = *self.table.board(seat.board);
        self.board_order.push(id);
        MoveRecord {
            id,
            seat,
            mv,
            placed: self.now,
            pressed: None,
            completed: None,
            reasons,
            articles,
            window: Window::None,
            void: self.over_since.is_some(),
            before,
            after,
            played,
            source,
            undeclared: None,
            passes,
        }
    }

    fn source_of(&self, seat: Seat, mv: Move) -> Source {
        let Some(kind) = dropped(mv) else { return Source::Board };
        if self.table.reserve(seat).count(kind) > 0 {
            return Source::Pocket;
        }
        let coming = self.chairs[seat.index()].coming.iter().find(|coming| coming.kind == kind);
        coming.map_or(Source::Nowhere, |coming| Source::Coming(coming.by))
    }

    /// A captured piece is on its way to the partner.
    fn send(&mut self, seat: Seat, by: MoveId, kind: Kind) {
        let partner = seat.partner();
        if self.profile.capture_available.value == CaptureAvailable::AtOnce {
            self.table.board_mut(partner.board).pocket_mut(partner.color).add(kind);
        } else {
            self.chair(partner).coming.push(Coming { kind, by });
        }
    }

    /// The captured piece of a move may be used from now on.
    pub(super) fn release(&mut self, seat: Seat, by: MoveId) {
        let partner = seat.partner();
        let coming = &mut self.chair(partner).coming;
        if let Some(index) = coming.iter().position(|coming| coming.by == by) {
            let kind = coming.remove(index).kind;
            self.table.board_mut(partner.board).pocket_mut(partner.color).add(kind);
        }
    }

    /// Takes the last move of a board off the record. The captured piece goes back to its square from wherever it is; if it is
    /// nowhere off the board, it is conjured.
    /// Nothing happens where the board was changed otherwise since.
    fn strike_last(&mut self, board: BoardId) -> Option<MoveId> {
        let desk = self.desk(board);
        let record = if desk.moves.len() > desk.barrier { desk.moves.pop()? } else { return None };
        let now = *self.table.board(board);
        let position = self.table.board_mut(board);
        *position = record.before;
        for color in board::Color::BOTH {
            *position.pocket_mut(color) = now.pocket(color);
        }
        self.give_back_drop(&record);
        self.fetch_capture(&record);
        self.board_order.retain(|&id| id != record.id);
        self.press_order.retain(|&id| id != record.id);
        self.snyatie_ends_with(record.id);
        let id = record.id;
        self.desk(board).struck.push(record);
        self.recount(board);
        Some(id)
    }

    fn give_back_drop(&mut self, record: &MoveRecord) {
        let Some(kind) = dropped(record.mv) else { return };
        let seat = record.seat;
        match record.source {
            Source::Coming(by) => self.chair(seat).coming.push(Coming { kind, by }),
            Source::Nowhere => self.discard(Piece::new(seat.color, kind)),
            Source::Pocket | Source::Board => {
                self.table.board_mut(seat.board).pocket_mut(seat.color).add(kind);
            }
        }
    }

    fn fetch_capture(&mut self, record: &MoveRecord) {
        let partner = record.seat.partner();
        match (record.passes, record.played.captured) {
            (Some(kind), _) => {
                let coming = &mut self.chair(partner).coming;
                if let Some(index) = coming.iter().position(|coming| coming.by == record.id) {
                    coming.remove(index);
                } else if !self.table.board_mut(partner.board).pocket_mut(partner.color).take(kind) {
                    self.fetch(Piece::new(partner.color, kind));
                }
            }
            (None, Some(captured)) => self.fetch(body(captured)),
            (None, None) => {}
        }
    }

    /// A piece comes to the table: one that had left the game, or one from nowhere.
    pub(super) fn fetch(&mut self, piece: Piece) {
        match self.gone.iter().position(|&known| known == piece) {
            Some(index) => drop(self.gone.swap_remove(index)),
            None => self.conjured.push(piece),
        }
    }

    /// A piece leaves the table: to where it had come from nowhere, or out of the game.
    pub(super) fn discard(&mut self, piece: Piece) {
        match self.conjured.iter().position(|&known| known == piece) {
            Some(index) => drop(self.conjured.swap_remove(index)),
            None => self.gone.push(piece),
        }
    }

    /// Takes a board back to before a move. Returns whether that could be done: a board that was changed otherwise since cannot be
    /// taken back by rule, and the arbiter sets it up.
    pub(super) fn strike_from(&mut self, board: BoardId, id: MoveId) -> bool {
        let desk = &self.desks[board.index()];
        let index = desk.moves.iter().position(|record| record.id == id);
        if index.is_none_or(|index| index < desk.barrier) {
            return false;
        }
        while let Some(record) = self.desks[board.index()].moves.last() {
            let (seat, uci, last) = (record.seat, record.mv.to_string(), record.id == id);
            self.strike_last(board);
            self.say(Weight::Log, Topic::Undone, Who::Seat(seat), Vec::new(), uci);
            if last {
                break;
            }
        }
        true
    }

    /// Counts a board's repetitions anew from its complete moves.
    fn recount(&mut self, board: BoardId) {
        let mut repetitions = Repetitions::new(&self.profile, self.start.board(board));
        let mut occurrences = 1;
        for record in self.desks[board.index()].moves.iter().filter(|record| record.completed.is_some()) {
            occurrences = repetitions.after(&record.played, &record.after);
        }
        let desk = self.desk(board);
        (desk.repetitions, desk.occurrences) = (repetitions, occurrences);
    }

    /// A move by its name, with its board.
    pub(super) fn find(&mut self, id: MoveId) -> Option<&mut MoveRecord> {
        self.desks.iter_mut().flat_map(|desk| &mut desk.moves).find(|record| record.id == id).map(Arc::make_mut)
    }

    /// The position of a board with the seat to move, as the seat found it.
    pub(super) fn facing(&self, seat: Seat) -> Position {
        let mut position = *self.table.board(seat.board);
        position.set_turn(seat.color);
        position
    }
}

/// What a captured piece is once it is off the board: a promoted one is the pawn that it was.
fn body(captured: Captured) -> Piece {
    if captured.promoted { Piece::new(captured.piece.color, Kind::Pawn) } else { captured.piece }
}

/// The kind a drop drops.
pub(super) fn dropped(mv: Move) -> Option<Kind> {
    match mv {
        Move::Drop { kind, .. } => Some(kind),
        Move::Walk { .. } => None,
    }
}

/// Takes one of equal pieces out of a list.
pub(super) fn remove_one(pieces: &mut Vec<Piece>, piece: Piece) {
    if let Some(index) = pieces.iter().position(|&known| known == piece) {
        pieces.swap_remove(index);
    }
}
