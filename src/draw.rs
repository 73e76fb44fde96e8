//! What was seen, to look at: a board in the terminal, and the reading drawn over the photograph.

mod canvas;
mod glyphs;
mod overlay;
mod placed;
mod terminal;

pub use overlay::{DrawError, difference, reading};
pub use placed::placed;
pub use terminal::terminal_board;

/// A square read with less than this probability is shown as unsure.
pub const UNSURE_BELOW: f64 = 0.8;

#[cfg(test)]
mod tests {
    use board::{BoardEvidence, CLASS_COUNT, LogProb, Piece, Placement, Square, SquareEvidence, Visibility};

    /// What good eyes see of a placement.
    pub(super) fn seen(placement: &Placement) -> BoardEvidence {
        let mut evidence = BoardEvidence::not_seen();
        for square in Square::all() {
            let mut likelihood = [LogProb(-1179); CLASS_COUNT];
            likelihood[Piece::class_of(placement[square])] = LogProb::ZERO;
            evidence.0[square.index()] = SquareEvidence { visibility: Visibility::Seen, likelihood };
        }
        evidence
    }
}
