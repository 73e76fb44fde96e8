//! Promotion where the pawn is named or replaced: what counts as what until then. (Taking a piece from the other board is
//! in `snyatie`.)
use super::{MoveId, Proceedings, Topic, Weight, Who, article};
use crate::{
    profile::{InvertedRook, PawnOnLastRank, PromotionCompletion},
    rules::{Irregularity, Move, PromotionStyle},
};
use board::{Kind, Piece, Seat, Square};

impl Proceedings {
    /// The clock is pressed for a move whose pawn has not become anything. Returns whether that is so.
    pub(super) fn promotion_pressed(&mut self, seat: Seat, id: MoveId) -> bool {
        let Some(record) = self.find(id) else { return false };
        let Some(square) = record.undeclared else { return false };
        let who = Who::Seat(seat);
        match (self.rules.promotion, self.profile.pawn_on_last_rank.value) {
            (PromotionStyle::PawnKeepsBody, _) | (PromotionStyle::ReplaceBody, PawnOnLastRank::Nothing) => {
                self.say_on(Weight::Alert, Topic::PromotionUndeclared, who, square.to_string());
            }
            (PromotionStyle::ReplaceBody, PawnOnLastRank::StopUntilReplaced) => {
                // The one finding on which the silent arbiter may act unasked (RO-25).
                let asked = std::mem::replace(&mut self.asked, true);
                let articles = article(&self.profile.pawn_on_last_rank);
                self.say(Weight::AlertStop, Topic::PawnNotReplaced, who, articles, square.to_string());
                self.asked = asked;
            }
            (PromotionStyle::ReplaceBody, PawnOnLastRank::Illegal) => {
                let articles = self.profile.articles.clone();
                if let Some(record) = self.find(id) {
                    record.reasons.push(Irregularity::PromotionMissing);
                    record.articles = articles.of_move(&record.reasons, &record.played);
                    record.undeclared = None;
                }
                self.say_on(Weight::Alert, Topic::PawnNotReplaced, who, square.to_string());
            }
            (PromotionStyle::TakeFromDiagonal | PromotionStyle::Stays, _) => return false,
        }
        true
    }

    /// The player names what his pawn becomes.
    pub(super) fn declared(&mut self, seat: Seat, kind: Kind) {
        let waiting = self.desks[seat.board.index()].moves.iter().rev().find(|record| record.seat == seat);
        let Some((id, square)) = waiting.and_then(|record| record.undeclared.map(|square| (record.id, square))) else {
            self.chair(seat).declared = Some(kind);
            return;
        };
        if self.rules.promotion == PromotionStyle::PawnKeepsBody {
            self.promote(seat, id, square, kind);
        } else {
            self.chair(seat).declared = Some(kind);
        }
    }

    /// A piece is put in the pawn's place.
    pub(super) fn replaced(&mut self, seat: Seat, square: Square, kind: Kind, inverted: bool) {
        if self.snyatie_replaced(seat, square, kind) {
            return;
        }
        let counts_as = match self.profile.inverted_rook.value {
            InvertedRook::Queen if inverted && kind == Kind::Rook => Kind::Queen,
            _ => kind,
        };
        if let Some(named) = self.chair(seat).declared.take()
            && named != counts_as
        {
            let articles = self.on_or(Topic::WrongBody, &self.profile.inverted_rook);
            let detail = format!("named {}, counts as {}", named.name(), counts_as.name());
            self.say(Weight::Alert, Topic::WrongBody, Who::Seat(seat), articles, detail);
        }
        let waiting = self.desks[seat.board.index()].moves.iter().rev().find(|record| record.seat == seat);
        if let Some(id) = waiting.filter(|record| record.undeclared == Some(square)).map(|record| record.id) {
            self.promote(seat, id, square, counts_as);
        }
    }

    fn promote(&mut self, seat: Seat, id: MoveId, square: Square, kind: Kind) {
        let allowed = self.rules.promotion_kinds.contains(kind);
        let position = self.table.board_mut(seat.board);
        let passing = position.en_passant();
        let stands = position.content(square) == Some(Piece::new(seat.color, Kind::Pawn));
        if allowed && stands {
            position.set_content(square, Some(Piece::new(seat.color, kind)));
            position.mark_promoted(square, true);
            position.set_en_passant(passing);
        }
        let after = *position;
        let articles = self.profile.articles.clone();
        let Some(record) = self.find(id) else { return };
        record.undeclared = None;
        if let Move::Walk { promotion, .. } = &mut record.mv {
            *promotion = Some(kind);
        }
        if allowed && stands {
            record.played.promotion = Some(kind);
            record.after.set_content(square, Some(Piece::new(seat.color, kind)));
            record.after.mark_promoted(square, true);
        } else {
            record.reasons.push(Irregularity::PromotionToWrongKind);
            record.articles = articles.of_move(&record.reasons, &record.played);
        }
        let (pressed, completed, regular) = (record.pressed, record.completed, record.is_regular());
        self.say_on(Weight::Log, Topic::Promoted, Who::Seat(seat), format!("{square} {}", kind.name()));
        let by_declaration = self.profile.promotion_completion.value == PromotionCompletion::Declaration;
        let mates = regular && after.is_mate(&self.rules);
        if completed.is_none()
            && (pressed.is_some() && by_declaration || mates && self.profile.mate_completes_without_press.value)
        {
            self.complete(seat.board, id);
        } else if completed.is_some() {
            self.evaluate(seat.board, regular);
        }
    }
}
