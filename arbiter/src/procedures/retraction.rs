//! Taking an illegal capture back whose piece was already passed on (NL-24 to NL-27).
use super::{MoveRecord, Proceedings, Topic, Weight, Who, state::Coming};
use board::{BoardId, Color, Kind, Piece, Seat, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The offender takes a piece of the kind from his teammate's reserve.
    FromReserve,
    /// The teammate has none: the offender waits until he is on move and starts the opponent's clock.
    WaitsForTeammate,
    /// The opponent takes a piece of that kind and colour from the other board.
    OpponentTakes,
    /// He has it: once he starts the offender's clock the capture can be taken back.
    Taken,
}

#[derive(Clone, Debug)]
pub(super) struct Retraction {
    stage: Stage,
    record: MoveRecord,
    kind: Kind,
}

impl Retraction {
    fn offender(&self) -> Seat {
        self.record.seat
    }
}

impl Proceedings {
    /// Whether an illegal capture was already passed on, in a game whose text says how it then comes back.
    pub(super) fn must_come_back(&self, record: &MoveRecord) -> bool {
        let on_its_way = |coming: &Coming| coming.by == record.id;
        self.profile.articles.on(Topic::RetractionBegins).is_some()
            && record.passes.is_some()
            && !self.chairs[record.seat.partner().index()].coming.iter().any(on_its_way)
    }

    pub(super) fn begin_retraction(&mut self, record: &MoveRecord) {
        let Some(kind) = record.passes else { return };
        let teammate = record.seat.partner();
        let held = self.table.reserve(teammate).count(kind) > 0;
        let (stage, topic) = if held {
            (Stage::FromReserve, Topic::RetractionBegins)
        } else {
            (Stage::WaitsForTeammate, Topic::RetractionFromBoard)
        };
        self.say_on(Weight::Info, topic, Who::Seat(record.seat), format!("{} from {teammate}", kind.name()));
        self.retraction = Some(Retraction { stage, record: record.clone(), kind });
    }

    /// A piece changes hands. Returns whether that belongs to the retraction.
    pub(super) fn retraction_handed(&mut self, from: Seat, to: Seat, kind: Kind) -> bool {
        let Some(retraction) = &self.retraction else { return false };
        let offender = retraction.offender();
        if retraction.stage != Stage::FromReserve || from != offender.partner() || to != offender {
            return false;
        }
        if kind == retraction.kind {
            self.finish_retraction();
        } else {
            let articles = self.on(Topic::RetractionBegins);
            self.say(Weight::Alert, Topic::RetractionChoice, Who::Seat(offender), articles, kind.name());
        }
        true
    }

    /// One side of a clock starts without a move. Returns whether that belongs to the retraction.
    pub(super) fn retraction_starts(&mut self, board: BoardId, color: Color) -> bool {
        let Some(offender) = self.retraction.as_ref().map(Retraction::offender) else { return false };
        let on_move = self.is_to_press(offender.partner());
        let Some(retraction) = &mut self.retraction else { return false };
        if board != offender.board {
            return false;
        }
        match retraction.stage {
            Stage::WaitsForTeammate if color != offender.color => {
                if on_move {
                    retraction.stage = Stage::OpponentTakes;
                } else {
                    self.say_on(Weight::Alert, Topic::RetractionClock, Who::Seat(offender), "");
                }
            }
            Stage::Taken if color == offender.color => self.finish_retraction(),
            _ => return false,
        }
        true
    }

    /// A piece is lifted off a board. Returns whether that belongs to the retraction.
    pub(super) fn retraction_lifted(&mut self, by: Seat, board: BoardId, square: Square) -> bool {
        let Some(retraction) = &self.retraction else { return false };
        let offender = retraction.offender();
        if board == offender.board || by != offender.opponent() {
            return false;
        }
        let wanted = Piece::new(offender.partner().color, retraction.kind);
        let promoted = self.table.board(board).promoted().contains(square);
        let found = self.table.board(board).content(square);
        let fits =
            found.map(|piece| if promoted { Piece::new(piece.color, Kind::Pawn) } else { piece }) == Some(wanted);
        if !fits || retraction.stage != Stage::OpponentTakes {
            self.say_on(Weight::Alert, Topic::RetractionChoice, Who::Seat(by), square.to_string());
            return true;
        }
        self.take_in_hand(board, square);
        if let Some(retraction) = &mut self.retraction {
            retraction.stage = Stage::Taken;
        }
        true
    }

    /// Until the piece is off his board the offender's teammate may not move (NL-27).
    pub(super) fn check_retraction(&mut self, seat: Seat) {
        let Some(retraction) = &self.retraction else { return };
        let waits = matches!(retraction.stage, Stage::WaitsForTeammate | Stage::OpponentTakes);
        if waits && seat == retraction.offender().partner() {
            self.say_on(Weight::Alert, Topic::RetractionTeammate, Who::Seat(seat), "");
        }
    }

    /// Whether a hand on the other board is there to take the piece that has to come back.
    pub(super) fn retraction_reaches(&self, seat: Seat) -> bool {
        self.retraction.as_ref().is_some_and(|retraction| {
            retraction.offender().opponent() == seat && retraction.stage == Stage::OpponentTakes
        })
    }

    fn finish_retraction(&mut self) {
        let Some(retraction) = self.retraction.take() else { return };
        let teammate = retraction.offender().partner();
        let piece = Piece::new(teammate.color, retraction.kind);
        // What was taken off the other board is now off it: it goes back to the square where it was taken.
        if self.in_hand.contains(&piece) {
            super::record::remove_one(&mut self.in_hand, piece);
            self.table.board_mut(teammate.board).pocket_mut(teammate.color).add(retraction.kind);
        }
        self.undo(&retraction.record);
        let topic =
            if retraction.stage == Stage::FromReserve { Topic::RetractionBegins } else { Topic::RetractionDone };
        let articles = self.on(topic);
        self.say(Weight::Log, Topic::RetractionDone, Who::Seat(retraction.offender()), articles, "");
    }
}
