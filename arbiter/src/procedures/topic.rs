//! What the proceedings speak about: one word each, by which a profile names the article.
use crate::rules::words::words;

/// Makes the enumeration of topics with what each says to people.
macro_rules! topics {
    ($($variant:ident = $word:literal: $meaning:literal,)+) => {
        words! {
            /// What an [`Outcome`](super::Outcome) is about.
            ///
            /// A profile gives the article of each in its table `[procedures]`, or with the parameter that rules it. What is
            /// only to be noticed (a hand on the other board, say) is noticed where the profile has an article for it.
            pub enum Topic { $(#[doc = $meaning] $variant = $word),+ }
        }

        impl Topic {
            /// What it says, as the end of a sentence that names who is concerned.
            pub const fn meaning(self) -> &'static str {
                match self { $(Topic::$variant => $meaning),+ }
            }
        }
    };
}

topics! {
    BaseRules = "base_rules": "as in the laws that the text builds on",
    // before the start
    Opened = "opened": "play began under these rules",
    WrongSeating = "wrong_seating": "the seats are not taken by four different players",
    WrongSetup = "wrong_setup": "the pieces do not stand as a game begins",
    BoardTurned = "board_turned": "the board or the armies are turned",
    CastlingBarred = "castling_barred": "the wrong starting array bars castling",
    Rearranged = "rearranged": "pieces were moved about during the game",
    ClockSide = "clock_side": "the clock stands on the wrong side",
    ClockSetting = "clock_setting": "the clock is not set to the thinking time",
    StartSkew = "start_skew": "the two boards did not start together",
    WrongStarter = "wrong_starter": "the clock was started by the wrong player",
    // the life of a move
    Completed = "completed": "the move is complete",
    ZeroTime = "zero_time": "the move was made before the opponent's press",
    ReplyBeforePress = "reply_before_press": "the move was made before the opponent's press, which is forbidden",
    PressBeforeOpponent = "press_before_opponent": "the clock was pressed before the opponent had pressed",
    PressWithoutMove = "press_without_move": "the clock was pressed and no move was made",
    NotPressed = "not_pressed": "the clock was not pressed for the move before",
    IllegalMove = "illegal_move": "the move is illegal",
    IllegalDrop = "illegal_drop": "the drop is illegal",
    HouseCastling = "house_castling": "king and another piece moved at once, and it was not castling",
    Stands = "stands": "the irregular move can no longer be claimed and stands",
    StandsSecondClass = "stands_second_class": "the irregular move of the second class stands",
    ImpossiblePosition = "impossible_position": "the position is one that no game can reach",
    ImpossibleSecondClass = "impossible_second_class": "a move of the second class led to a position that no game can reach",
    IllegalTakenBack = "illegal_taken_back": "an illegal move was taken back before the press",
    TakenBack = "taken_back": "a move that had been made was taken back",
    DropTakenBack = "drop_taken_back": "a drop that had been made was taken back",
    TakenBackAfterPress = "taken_back_after_press": "a complete move was taken back",
    OtherPiece = "other_piece": "another piece was played than the one of the move taken back",
    TouchMove = "touch_move": "another piece was moved than the one touched",
    ReserveTouch = "reserve_touch": "another move was made than to drop the piece that had touched the board",
    RookFirst = "rook_first": "the rook was moved before the king in castling",
    Displaced = "displaced": "pieces were knocked over and have to be set right in the player's own time",
    Undone = "undone": "the move is taken off the record",
    // promotion
    Promoted = "promoted": "the pawn has been given its value",
    PromotionUndeclared = "promotion_undeclared": "the promoted piece was not named",
    PawnNotReplaced = "pawn_not_replaced": "the pawn was left on its last rank",
    WrongBody = "wrong_body": "the piece put on the board is not the one named",
    // snyatie
    SnyatieBegins = "snyatie_begins": "the promotion by taking a piece begins",
    SnyatieSkipped = "snyatie_skipped": "the clock was pressed instead of being stopped for the promotion",
    SnyatieWaits = "snyatie_waits": "the promoter's board waits for the diagonal player's move",
    SnyatieClock = "snyatie_clock": "the clocks are not as the promotion asks",
    SnyatieChoice = "snyatie_choice": "this piece may not be taken",
    SnyatieShort = "snyatie_short": "nothing can be taken: the pawn goes and nothing comes",
    SnyatieOrder = "snyatie_order": "a step of the promotion is missing or out of order",
    SnyatiePartner = "snyatie_partner": "the promoter's partner moved before the promotion was finished",
    SnyatieDone = "snyatie_done": "the promotion is finished",
    // taking back a capture that was passed on
    RetractionBegins = "retraction_begins": "a piece that was passed on has to come back",
    RetractionFromBoard = "retraction_from_board": "the teammate has none to give back: one may be taken from his board",
    RetractionClock = "retraction_clock": "the opponent's clock was started before the teammate was on move",
    RetractionChoice = "retraction_choice": "this is not the kind and colour that has to come back",
    RetractionTeammate = "retraction_teammate": "the teammate moved before the piece was taken from his board",
    RetractionDone = "retraction_done": "the illegal capture is taken back",
    // reserves
    PassLate = "pass_late": "a captured piece has not come to the partner's reserve",
    PassedWrongly = "passed_wrongly": "a piece was handed to a player it does not belong to",
    ReserveHidden = "reserve_hidden": "reserve pieces are out of sight",
    ReserveExtra = "reserve_extra": "more lies in the reserve than the rules give",
    ReserveShown = "reserve_shown": "the reserve is visible again",
    ReserveListed = "reserve_listed": "the reserve, to be told to the opponent",
    HiderStopped = "hider_stopped": "the clock of the player who hides pieces was stopped before they were shown",
    // hands, clocks and talk
    HandOnOther = "hand_on_other": "a hand was on the other board or clock",
    HandHinders = "hand_hinders": "a hand kept the opponent from pressing",
    OtherHand = "other_hand": "move and clock were not played with one and the same hand",
    Hovering = "hovering": "a finger was kept on or over the clock's button",
    ClockTouched = "clock_touched": "the clock was touched otherwise than to straighten or press it",
    ClockLocked = "clock_locked": "the arbiter does not touch the clock unless both ask",
    ClockWrong = "clock_wrong": "the clock does not show the time it should",
    Talk = "talk": "what was said is not among the things the text lists",
    Hint = "hint": "somebody outside the match gave a hint",
    MovedInFreeze = "moved_in_freeze": "a move was made while the player was frozen",
    Frozen = "frozen": "the freeze is over",
    // repetition and other counts
    Repeated = "repeated": "the position has occurred so often",
    Miscounted = "miscounted": "the repetitions counted aloud are not those that occurred",
    FiftyMoves = "fifty_moves": "fifty moves were made without capture or pawn move",
    // endings
    Waiting = "waiting": "the player has no move and waits, and his clock runs",
    Flag = "flag": "the flag has fallen",
    FlagStored = "flag_stored": "the flag has fallen and nobody has claimed it",
    DrawOffered = "draw_offered": "a draw has been offered or agreed to",
    DrawDeclined = "draw_declined": "the draw offer is off",
    LastMove = "last_move": "the resignation stands, and the opponent may make one last move",
    GameWon = "game_won": "the game is won",
    GameDrawn = "game_drawn": "the game is drawn",
    MatchWon = "match_won": "the match is won",
    MatchDrawn = "match_drawn": "the match is drawn",
    MatchScore = "match_score": "both games are over",
    BothMated = "both_mated": "mates by different teams on the two boards",
    MateOverFlag = "mate_over_flag": "mate counts before a fallen flag",
    DrawOverFlag = "draw_over_flag": "a draw counts before a fallen flag",
    FlagsAcross = "flags_across": "flags of diagonal players have fallen",
    AskArbiter = "ask_arbiter": "the text does not say: the arbiter decides",
    StopClocks = "stop_clocks": "the match is over and the other board has to stop",
    NotStopped = "not_stopped": "the match is over and the other board has not stopped",
    VoidMove = "void_move": "the move came after the end and is void",
    Continued = "continued": "both players played on: their game counts",
    Simultaneous = "simultaneous": "both games ended at once",
    // penalties
    Loss = "loss": "the game is to be lost",
    Undo = "undo": "the move is to be taken back",
    TimeToOpponent = "time_to_opponent": "the opponents are to be given time",
    Warn = "warn": "a warning",
    Freeze = "freeze": "the player may not move for some seconds",
    Exclude = "exclude": "exclusion from the event",
    Remove = "remove": "removal from the hall",
    Replay = "replay": "the game is to be played again",
    PenaltyUnlisted = "penalty_unlisted": "the text does not list this penalty",
    // what players claim
    ClaimIllegal = "claim_illegal": "claims that the opponent's move was illegal",
    ClaimFlag = "claim_flag": "claims that the opponent's flag has fallen",
    ClaimRepetition = "claim_repetition": "claims a draw by repetition",
    ClaimFifty = "claim_fifty": "claims a draw by fifty moves",
    ClaimMateInOne = "claim_mate_in_one": "claims a mate in one without moving",
    ClaimHidden = "claim_hidden": "claims that reserve pieces are hidden",
    ClaimTouch = "claim_touch": "claims that another piece was touched first",
    ClaimSetup = "claim_setup": "claims that the game began wrongly",
    ClaimBreach = "claim_breach": "claims another breach of the rules",
    ClaimUnclear = "claim_unclear": "calls the arbiter because the result is unclear",
    // the arbiter's
    Ruling = "ruling": "the arbiter has ruled",
}
