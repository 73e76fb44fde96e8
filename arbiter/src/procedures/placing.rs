//! The first part of a move's life: touched, placed, taken back. Nothing is complete yet unless the profile says so.
use super::{
    Hand, MoveRecord, Proceedings, Topic, Weight, Who, article, last_rank,
    record::dropped,
    state::{Duty, Source},
};
use crate::{
    profile::{CaptureAvailable, Completion, DropBoundWhen, PremoveOtb, TouchAfterIllegal},
    rules::{Irregularity, Move, MoveList, Position, PromotionStyle},
};
use board::{Color, Content, Kind, Piece, Seat, Square};
use std::sync::Arc;

impl Proceedings {
    pub(super) fn place(&mut self, seat: Seat, mv: Move, hand: Option<Hand>) {
        self.begin();
        if self.ended(seat.board) {
            self.say_on(Weight::Log, Topic::VoidMove, Who::Seat(seat), mv.to_string());
            return;
        }
        self.check_frozen(seat);
        self.check_snyatie(seat);
        self.check_retraction(seat);
        self.check_order(seat, mv);
        self.reply_begins(seat);
        self.reply_declines_draw(seat);
        self.check_duty(seat, mv);
        self.chair(seat).duty = None;
        // Where the piece is taken from the other board the pawn is a pawn until that is done.
        let mv = match mv {
            Move::Walk { from, to, .. } if self.rules.promotion == PromotionStyle::TakeFromDiagonal => {
                Move::walk(from, to)
            }
            other => other,
        };
        let (reasons, early, undeclared) = self.judge(seat, mv);
        let mut record = self.put_on_record(seat, mv, reasons);
        if early {
            let own = self.article_of_early_drop(record.source);
            let general = self.profile.articles.of_move(&[Irregularity::DropNotHeld], &record.played);
            record.articles.retain(|known| !general.contains(known));
            record.articles.splice(0..0, own);
        }
        record.undeclared = undeclared;
        if record.void {
            self.say_on(Weight::Log, Topic::VoidMove, Who::Seat(seat), mv.to_string());
        }
        self.note_hand(seat, hand);
        self.desk(seat.board).waiting_told = false;
        let mates = record.is_regular() && undeclared.is_none() && record.after.is_mate(&self.rules);
        let id = record.id;
        let takes_king =
            record.is_regular() && record.played.captured.is_some_and(|captured| captured.piece.kind == Kind::King);
        self.desk(seat.board).moves.push(Arc::new(record));
        if let (Some(kind), Some(_)) = (self.chair(seat).declared.take(), undeclared) {
            self.declared(seat, kind);
        }
        if self.profile.king_capture.value && takes_king {
            self.king_taken(seat, id);
        } else if self.profile.completion.value == Completion::Release
            || mates && self.profile.mate_completes_without_press.value
        {
            self.complete(seat.board, id);
        }
    }

    /// What is wrong with a move as the profile sees it; whether it is a drop of a piece still on its way; and the square of a pawn
    /// that has reached its last rank and is yet to become something.
    fn judge(&self, seat: Seat, mv: Move) -> (Vec<Irregularity>, bool, Option<Square>) {
        let position = self.facing(seat);
        let mut reasons = position.irregularities_as(seat.color, mv, &self.rules);
        if self.table.board(seat.board).turn() != seat.color && !reasons.contains(&Irregularity::OutOfTurn) {
            reasons.push(Irregularity::OutOfTurn);
        }
        let moved = mv.from().and_then(|from| position.content(from));
        let pawn = Piece::new(seat.color, Kind::Pawn);
        let early = dropped(mv).is_some_and(|kind| {
            reasons.contains(&Irregularity::DropNotHeld)
                && self.chairs[seat.index()].coming.iter().any(|coming| coming.kind == kind)
        });
        let arrives = moved == Some(pawn) && mv.to().rank() == last_rank(seat.color);
        let from_last = mv.from().is_some_and(|from| from.rank() == last_rank(seat.color));
        let unnamed = matches!(mv, Move::Walk { promotion: None, .. }) && arrives && !from_last;
        if unnamed && self.rules.promotion != PromotionStyle::Stays {
            reasons.retain(|&reason| reason != Irregularity::PromotionMissing);
        }
        reasons.sort_unstable();
        (reasons, early, (unnamed && self.rules.promotion != PromotionStyle::Stays).then_some(mv.to()))
    }

    /// The article that a drop breaks whose piece is still on its way. Where the text locks pieces for an exchange only, any
    /// other capture waits by the laws that it builds on.
    fn article_of_early_drop(&mut self, source: Source) -> Vec<String> {
        let exchange_only = self.profile.capture_available.value == CaptureAvailable::EndOfSnyatie;
        let captured_by = match source {
            Source::Coming(by) => self.find(by),
            Source::Board | Source::Pocket | Source::Nowhere => None,
        };
        let of_exchange = captured_by.is_some_and(|capture| capture.undeclared.is_some());
        if exchange_only && !of_exchange { Vec::new() } else { article(&self.profile.capture_available) }
    }

    /// Whose press is missing when a move is placed.
    fn check_order(&mut self, seat: Seat, mv: Move) {
        let moves = &self.desks[seat.board.index()].moves;
        let opponent_waits = moves.last().is_some_and(|last| last.seat != seat && last.pressed.is_none())
            && self.profile.completion.value == Completion::Press;
        let forgotten: Vec<_> =
            moves.iter().filter(|r| r.seat == seat && r.completed.is_none()).map(|r| (r.id, r.pressed)).collect();
        let answered = moves.last().is_some_and(|last| last.seat != seat);
        if answered {
            for (id, pressed) in forgotten {
                if pressed.is_none() {
                    let articles = article(&self.profile.completion);
                    self.say(Weight::Info, Topic::NotPressed, Who::Seat(seat), articles, "");
                }
                self.complete(seat.board, id);
            }
        }
        if opponent_waits && self.over_since.is_none() {
            let articles = article(&self.profile.premove_otb);
            match self.profile.premove_otb.value {
                PremoveOtb::Allowed => {
                    self.say(Weight::Log, Topic::ZeroTime, Who::Seat(seat), articles, mv.to_string());
                }
                PremoveOtb::Forbidden => {
                    self.chair(seat).kept_breach = true;
                    self.say(Weight::Alert, Topic::ReplyBeforePress, Who::Seat(seat), articles, mv.to_string());
                }
            }
        }
    }

    pub(super) fn touch(&mut self, seat: Seat, square: Square) {
        self.begin();
        // A touch counts when it is the player's turn and he has not said that he only adjusts.
        if self.chairs[seat.index()].adjusts || !self.table.is_on_move(seat) {
            return;
        }
        self.reply_begins(seat);
        self.chair(seat).duty.get_or_insert(Duty::Touched(square));
    }

    pub(super) fn touch_reserve(&mut self, seat: Seat, kind: Kind, board: bool) {
        let bound = self.profile.drop_bound_when.value == DropBoundWhen::TouchesBoard && board;
        if (bound || !self.profile.touch_reserve_free.value && board) && self.chair(seat).duty.is_none() {
            self.chair(seat).duty = Some(Duty::Drop(kind));
        }
    }

    /// Whether a move does what the player has bound himself to, if it can be done at all.
    fn check_duty(&mut self, seat: Seat, mv: Move) {
        let Some(duty) = self.chairs[seat.index()].duty else { return };
        let position = self.facing(seat);
        if let Duty::Touched(square) = duty
            && is_castling_with(&position, mv, square, seat.color)
        {
            self.observe(Weight::Info, Topic::RookFirst, seat);
            return;
        }
        if meets(duty, mv, &position, seat.color) || !self.can_meet(duty, &position, seat.color) {
            return;
        }
        let profile = &self.profile;
        let (topic, articles) = match duty {
            Duty::Touched(square) => {
                let articles = article(&profile.touch_move);
                let id = super::MoveId(self.next_move);
                self.chair(seat).moved_other = Some((id, square));
                (Topic::TouchMove, articles)
            }
            Duty::Drop(_) => (Topic::ReserveTouch, article(&profile.drop_bound_when)),
            Duty::Same(_) | Duty::SameDrop(_) => (Topic::OtherPiece, article(&profile.touch_after_illegal)),
        };
        self.say(Weight::Alert, topic, Who::Seat(seat), articles, mv.to_string());
    }

    fn can_meet(&self, duty: Duty, position: &Position, color: Color) -> bool {
        let mut moves = MoveList::new();
        position.legal_moves(&self.rules, &mut moves);
        moves.iter().any(|&mv| meets(duty, mv, position, color))
    }

    /// The player's last move has vanished from the board.
    pub(super) fn take_back(&mut self, seat: Seat) {
        let last = self.desks[seat.board.index()].moves.iter().rev().find(|record| record.seat == seat);
        let Some(record) = last.cloned() else { return };
        let (who, uci) = (Who::Seat(seat), record.mv.to_string());
        if record.completed.is_some() || record.pressed.is_some() {
            let articles = article(&self.profile.completion);
            self.say(Weight::Alert, Topic::TakenBackAfterPress, who, articles, uci);
        } else if !record.is_regular() {
            let articles = article(&self.profile.touch_after_illegal);
            self.say(Weight::Info, Topic::IllegalTakenBack, who, articles, uci);
        } else if record.played.dropped {
            let articles = article(&self.profile.drop_bound_when);
            self.say(Weight::Alert, Topic::DropTakenBack, who, articles, uci);
        } else {
            let articles = article(&self.profile.touch_move);
            self.say(Weight::Alert, Topic::TakenBack, who, articles, uci);
        }
        self.strike_from(seat.board, record.id);
        self.bind_after(seat, &record);
    }

    /// After a move was taken back the same piece has to be played, where the profile says so.
    pub(super) fn bind_after(&mut self, seat: Seat, record: &MoveRecord) {
        let legal_move = record.is_regular();
        if !legal_move && self.profile.touch_after_illegal.value == TouchAfterIllegal::Free {
            return;
        }
        self.chair(seat).duty = match record.mv {
            Move::Walk { from, .. } => Some(Duty::Same(from)),
            Move::Drop { kind, .. } => Some(Duty::SameDrop(kind)),
        };
    }

    /// A board shows what no move explains.
    pub(super) fn rearrange(&mut self, seat: Seat, changes: &[(Square, Content)]) {
        let before = *self.table.board(seat.board);
        let king = Some(Piece::new(seat.color, Kind::King));
        let left =
            |content: Content| changes.iter().any(|&(square, now)| before.content(square) == content && now.is_none());
        let own_left = changes
            .iter()
            .filter(|&&(square, now)| now.is_none() && before.content(square).is_some_and(|p| p.color == seat.color))
            .count();
        for &(square, content) in changes {
            if let Some(piece) = before.content(square) {
                let promoted = before.promoted().contains(square);
                self.discard(if promoted { Piece::new(piece.color, Kind::Pawn) } else { piece });
            }
            if let Some(piece) = content {
                self.fetch(piece);
            }
        }
        let position = self.table.board_mut(seat.board);
        for &(square, content) in changes {
            position.set_content(square, content);
        }
        let desk = self.desk(seat.board);
        desk.barrier = desk.moves.len();
        if left(king) && own_left >= 2 && self.profile.articles.on(Topic::HouseCastling).is_some() {
            self.say_on(Weight::AlertStop, Topic::HouseCastling, Who::Seat(seat), "second class");
            self.table.board_mut(seat.board).set_turn(!seat.color);
        } else if self.begun {
            self.say_on(Weight::Alert, Topic::Rearranged, Who::Seat(seat), "");
        }
    }
}

/// Whether a move is what the duty asks for.
fn meets(duty: Duty, mv: Move, position: &Position, color: Color) -> bool {
    match duty {
        Duty::Touched(square) => match position.content(square) {
            Some(piece) if piece.color == color => mv.from() == Some(square),
            Some(_) => !mv.is_drop() && mv.to() == square,
            None => true,
        },
        Duty::Same(square) => mv.from() == Some(square),
        Duty::Drop(kind) | Duty::SameDrop(kind) => dropped(mv) == Some(kind),
    }
}

/// Whether a move castles with the rook that was touched first.
fn is_castling_with(position: &Position, mv: Move, rook: Square, color: Color) -> bool {
    let mut after = *position;
    position.content(rook) == Some(Piece::new(color, Kind::Rook))
        && after.play_as(color, mv).castling.is_some_and(|path| path.from == rook)
}
