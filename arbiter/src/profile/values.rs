//! What the parameters of a profile can be.
use crate::rules::words::words;

words! {
    /// Whether a recording or table must come with clocks.
    pub enum Clocks {
        /// Without clocks the rules cannot be applied in full.
        Required = "required",
        /// Nothing depends on them.
        Optional = "optional",
    }
}
words! {
    /// Who starts the clocks.
    pub enum StartBy {
        /// The text does not say.
        Anyone = "anyone",
        /// Both players of Black, at the same moment.
        BothBlacks = "both_blacks",
    }
}
words! {
    /// Where the clock stands.
    pub enum ClockSide {
        /// The text does not say, or all that matters is that everybody sees it.
        Anywhere = "anywhere",
        /// At Black's right hand.
        BlackRight = "black_right",
        /// Black chooses on which side to sit.
        BlackChooses = "black_chooses",
    }
}
words! {
    /// From which squares a dropped rook may castle, where it may. The texts that allow it (GR-14, RU-36) say nothing of other
    /// squares than the rook's own, so there is one value; it is written so that a profile says what was decided.
    pub enum CastleDroppedSquares {
        /// From the corners.
        Corner = "corner",
    }
}
words! {
    /// When a promotion is complete.
    pub enum PromotionCompletion {
        /// With the press of the clock.
        Press = "press",
        /// When the opponent has been told which piece it is.
        Declaration = "declaration",
    }
}
words! {
    /// What follows when a pawn is left on its last rank and the clock pressed.
    pub enum PawnOnLastRank {
        /// Nothing: it may stand there.
        Nothing = "nothing",
        /// It is an illegal move.
        Illegal = "illegal",
        /// The clock may be stopped until it is replaced.
        StopUntilReplaced = "stop_until_replaced",
    }
}
words! {
    /// What it means that a player not in check has no move.
    pub enum Stalemate {
        /// The game is drawn.
        Draw = "draw",
        /// Nothing: he waits, and his clock runs.
        None = "none",
        /// A draw if the other board's game is over, waiting before.
        DrawIfOtherFinished = "draw_if_other_finished",
        /// The text does not say: a person decides.
        AskArbiter = "ask_arbiter",
    }
}
words! {
    /// Which positions are drawn because nobody can win any more.
    pub enum DeadPosition {
        /// None: pieces can still come.
        None = "none",
        /// Nothing but kings, each with at most one bishop or knight: the list of CH-29.
        SeedList = "seed_list",
        /// Those in which a mate cannot be reached by any moves.
        NoMatePossible = "no_mate_possible",
        /// As the last, once the other board's game is over.
        IfOtherFinished = "if_other_finished",
    }
}
words! {
    /// When a match is over.
    pub enum MatchEnd {
        /// With the first game to end.
        FirstGame = "first_game",
        /// When both games are over.
        BothGames = "both_games",
    }
}
words! {
    /// A way a game can end, for the order in which ends on two boards count.
    pub enum Ending {
        /// By mate.
        Mate = "mate",
        /// By a draw.
        Draw = "draw",
        /// By a fallen flag.
        Time = "time",
    }
}
words! {
    /// When two games count as ended at the same moment.
    pub enum SimultaneousWindow {
        /// Never: the earlier counts.
        None = "none",
        /// When a capture lets the partner mate in one move while the capturer is himself mated in one.
        OneMove = "one_move",
    }
}
words! {
    /// What starts the count of repetitions anew.
    pub enum RepetitionBreak {
        /// Nothing but the position itself.
        None = "none",
        /// A drop on that board.
        Drop = "drop",
        /// A capture on that board.
        Capture = "capture",
    }
}
words! {
    /// What must be equal in repeated positions.
    pub enum RepetitionKey {
        /// Placement and side to move; neither reserves nor rights count.
        BoardOnly = "board_only",
        /// Placement, side to move, rights of castling and of taking in passing.
        PlacementAndRights = "placement_and_rights",
    }
}
words! {
    /// The draw after fifty moves without capture or pawn move.
    pub enum Fifty {
        /// There is none.
        None = "none",
        /// On claim by the side to move.
        Claim = "claim",
    }
}
words! {
    /// When a player may resign.
    pub enum Resign {
        /// At any time.
        AnyTime = "any_time",
        /// When on move. If he does so otherwise it stands, and the opponent may make one last move.
        OnMove = "on_move",
    }
}
words! {
    /// What two fallen flags on one board mean.
    pub enum BothFlags {
        /// The first to fall lost.
        FirstLoses = "first_loses",
        /// A draw.
        Draw = "draw",
        /// The text does not say: a person decides.
        AskArbiter = "ask_arbiter",
    }
}
words! {
    /// How a fallen flag comes to count.
    pub enum Flag {
        /// As soon as it is seen.
        Auto = "auto",
        /// When the opponent claims it.
        OnClaim = "on_claim",
    }
}
words! {
    /// When a fallen flag is a draw instead of a loss.
    pub enum FlagDraw {
        /// Never.
        Never = "never",
        /// When the opponent could not mate by any series of legal moves.
        NoMatePossible = "no_mate_possible",
        /// When the opponent could force no mate in one from any position with these pieces.
        NoForcedMateExists = "no_forced_mate_exists",
        /// When the opponent could not win by any series of legal moves, drops of what he has and may still receive included.
        ImpossibleWithFuturePieces = "impossible_with_future_pieces",
    }
}
words! {
    /// What an illegal move costs once it counts.
    pub enum IllegalPenalty {
        /// The game.
        Loss = "loss",
        /// It is taken back, and the opponents get extra time, see `illegal_bonus_s`.
        UndoAndTime = "undo_and_time",
        /// It is taken back.
        Retract = "retract",
        /// It is taken back and the opponent gets extra time, see `illegal_bonus_s`; a player's second loses.
        TimeThenLoss = "time_then_loss",
    }
}
words! {
    /// What a rook put upside down on the promotion square is.
    pub enum InvertedRook {
        /// A rook, whatever was said.
        Rook = "rook",
        /// A queen.
        Queen = "queen",
    }
}
words! {
    /// Until when an illegal move can be claimed.
    pub enum ClaimUntil {
        /// Until the opponent completes his own move by pressing.
        OpponentPress = "opponent_press",
        /// Until the opponent touches a piece to reply.
        Touch = "touch",
        /// Immediately after it, before the next completed move.
        NextMove = "next_move",
    }
}
words! {
    /// How an illegal move is claimed.
    pub enum ClaimForm {
        /// By saying so.
        Spoken = "spoken",
        /// By stopping the clocks of both boards after the offender's press and calling the arbiter.
        BothClocksStopped = "both_clocks_stopped",
    }
}
words! {
    /// Which piece must be played when an illegal move is taken back before the press.
    pub enum TouchAfterIllegal {
        /// Any.
        Free = "free",
        /// The same, if it can.
        SamePiece = "same_piece",
    }
}
words! {
    /// Whether a touched piece must be moved.
    pub enum TouchMove {
        /// It must.
        Strict = "strict",
        /// The opponent may demand it.
        OnClaim = "on_claim",
    }
}
words! {
    /// When a reserve piece must be dropped.
    pub enum DropBoundWhen {
        /// When it was placed and let go.
        PlacedAndReleased = "placed_and_released",
        /// When it has touched the board: this piece, on whatever square.
        TouchesBoard = "touches_board",
    }
}
words! {
    /// When a move is complete.
    pub enum Completion {
        /// When the clock was pressed.
        Press = "press",
        /// When the piece was let go.
        Release = "release",
    }
}
words! {
    /// Whether a player may move before his opponent has pressed.
    pub enum PremoveOtb {
        /// He may; he presses after him.
        Allowed = "allowed",
        /// He may not.
        Forbidden = "forbidden",
    }
}
words! {
    /// When a captured piece may be dropped by the partner.
    pub enum CaptureAvailable {
        /// As soon as it is taken.
        AtOnce = "at_once",
        /// After the capturer's press.
        Press = "press",
        /// After the capturer's press, and not before the end of a *snyatie* it belongs to.
        EndOfSnyatie = "end_of_snyatie",
        /// When it has been handed over.
        Passed = "passed",
    }
}
words! {
    /// Whether captured pieces must be handed over.
    pub enum Passing {
        /// They are.
        Required = "required",
        /// It is a right.
        Optional = "optional",
        /// They leave the table: one board.
        None = "none",
    }
}
words! {
    /// What the opponent of a player who hides reserve pieces may do.
    pub enum HiddenRemedy {
        /// The text does not say.
        None = "none",
        /// Press the hider's clock and demand to see them.
        StartHidersClock = "start_hiders_clock",
        /// Have both clocks stopped until they are shown.
        StopBoth = "stop_both",
        /// Ask, and be told at once.
        Tell = "tell",
    }
}
words! {
    /// When the arbiter may act.
    pub enum Intervention {
        /// When something is observed.
        OnObservation = "on_observation",
        /// Upon a claim only: findings are stored and shown when one arrives.
        OnClaim = "on_claim",
    }
}
words! {
    /// What players may say.
    pub enum Communication {
        /// Partners may say anything.
        Free = "free",
        /// Partners may ask for pieces and for leave to resign, draw or mate.
        Listed = "listed",
        /// Nothing but draw offers, claims and resignation.
        Silent = "silent",
    }
}
words! {
    /// A step of a ladder of penalties.
    pub enum Penalty {
        /// A reprimand or warning.
        Warn = "warn",
        /// Extra time for the opponent.
        TimeToOpponent = "time_to_opponent",
        /// The clock runs, but the player may not move for some seconds.
        Freeze = "freeze",
        /// The game is lost.
        Loss = "loss",
        /// Exclusion from the event.
        Exclude = "exclude",
        /// Removal from the hall.
        Remove = "remove",
        /// The game is played again.
        Replay = "replay",
    }
}
