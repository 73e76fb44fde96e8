//! Profiles: one tournament's rules as plain data, each value with the article it comes from.
//!
//! Six are built in: `ch` (chess on one board), `gr`, `ru`, `nl` (bughouse at the table), `ro` (blitz chess on one board) and
//! `free` (bughouse as it is played online). An organiser derives his own from one of them:
//!
//! ```toml
//! name = "club"
//! base = "gr"
//! drop_limit = "no_check"
//! base_s = { value = 180, article = "club 2" }
//! ```
//!
//! Articles are those of the five source documents as they are numbered there (`GR-14`, `NL-07`); an empty one says that the
//! text is silent and the value is the usual one. `RU-02`, `NL-31` and the like stand for "as in the laws it builds on".
mod articles;
mod parse;
mod reference;
mod values;
mod verify;
mod write;

pub use articles::Articles;
pub use parse::ProfileError;
pub use reference::reference_page;
pub use values::*;
pub use verify::Contradiction;

use crate::rules::{DropLimit, Irregularity, KindSet, MateModel, MoveRules, PromotionStyle};

/// A parameter's value and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruled<T> {
    /// The value.
    pub value: T,
    /// The article that gives it; empty where the text is silent.
    pub article: String,
}

/// What is known about a parameter of every profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterInfo {
    /// Its key.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
}

macro_rules! profile {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty,)+) => {
        /// One tournament's rules.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Profile {
            /// Its name, as on the command line.
            pub name: String,
            /// What it is, in a line.
            pub title: String,
            $($(#[doc = $doc])+ pub $name: Ruled<$type>,)+
            /// The articles that are not those of a parameter.
            pub articles: Articles,
        }

        impl Profile {
            /// Every parameter, in order.
            pub const PARAMETERS: &[ParameterInfo] = &[
                $(ParameterInfo { name: stringify!($name), doc: concat!($($doc),+) },)+
            ];

            fn from_layers(
                name: String,
                title: String,
                articles: Articles,
                layers: &mut parse::Layers,
            ) -> Result<Profile, ProfileError> {
                Ok(Profile { name, title, $($name: layers.take(stringify!($name))?,)+ articles })
            }

            /// Every parameter's key, value and article, in order.
            fn entries(&self) -> Vec<(&'static str, Result<toml::Value, toml::ser::Error>, &str)> {
                vec![$((stringify!($name), toml::Value::try_from(&self.$name.value), &self.$name.article)),+]
            }
        }
    };
}

profile! {
    /// How many boards are played on: 1 or 2.
    boards: u8,
    /// How many chess sets the table shares; it bounds what can still come to a reserve.
    sets: u8,
    /// Thinking time of each player in seconds; 0 where the organiser sets it.
    base_s: u32,
    /// Seconds added for each move.
    increment_s: u32,
    /// Seconds of each move that are not counted.
    delay_s: u32,
    /// The delay is in force once a player has fewer seconds than this; 0 means always.
    delay_below_s: u32,
    /// Whether a recording must come with clocks.
    clocks: Clocks,
    /// Who starts the clocks.
    start_by: StartBy,
    /// By how many seconds the two boards' starts may differ.
    start_skew_max_s: u32,
    /// Where the clock stands.
    clock_side: ClockSide,
    /// Up to how many moves of each side a wrong starting array can be claimed.
    setup_claim_moves: u32,
    /// Whether a wrong starting array bars castling.
    wrong_setup_bars_castling: bool,
    /// Whether captured pieces are dropped.
    drops: bool,
    /// The ranks a pawn may be dropped on as its player counts them: first and last.
    pawn_drop_ranks: (u8, u8),
    /// How far a drop may go against the opponent's king.
    drop_limit: DropLimit,
    /// Whether a pawn dropped on its second rank may make a double step.
    dropped_is_unmoved: bool,
    /// Whether a dropped rook that has not moved since may castle.
    castle_dropped_rook: bool,
    /// From which squares it may.
    castle_dropped_squares: CastleDroppedSquares,
    /// What happens to a pawn on its last rank.
    promotion: PromotionStyle,
    /// The kinds a pawn may become.
    promotion_kinds: KindSet,
    /// Whether a promoted piece is a pawn again once taken.
    demote_on_capture: bool,
    /// What a rook put upside down on the promotion square is.
    inverted_rook: InvertedRook,
    /// When a promotion is complete.
    promotion_completion: PromotionCompletion,
    /// What follows when a pawn is left on its last rank.
    pawn_on_last_rank: PawnOnLastRank,
    /// Whether a *snyatie* may expose the king of the promoter's partner to a new attacker.
    steal_expose_partner_king: bool,
    /// Seconds within which each step of a *snyatie* is expected.
    step_timeout_s: u32,
    /// Whether a king may be taken, as some houses claim an illegal move.
    king_capture: bool,
    /// When a check is mate.
    mate_model: MateModel,
    /// Whether a player who can mate in one may have it recorded without moving.
    mate_in_one_claim: bool,
    /// What it means to have no move without being in check.
    stalemate: Stalemate,
    /// Which positions are drawn because nobody can win any more.
    dead_position: DeadPosition,
    /// When the match is over.
    match_end: MatchEnd,
    /// The order in which ends on two boards count; empty where the earlier end counts.
    priority: Vec<Ending>,
    /// When two games count as ended at the same moment.
    simultaneous_window: SimultaneousWindow,
    /// How many players must consent to a draw.
    draw_consent: u8,
    /// How often a position must occur for a draw to be claimed.
    rep_occurrences: u8,
    /// What starts the count of repetitions anew.
    rep_break_on: RepetitionBreak,
    /// What must be equal in repeated positions.
    rep_key: RepetitionKey,
    /// Whether repetitions count only when they were counted aloud.
    rep_needs_counting: bool,
    /// The draw after fifty moves without capture or pawn move.
    fifty: Fifty,
    /// When a player may resign.
    resign: Resign,
    /// How a fallen flag comes to count.
    flag: Flag,
    /// When a fallen flag is a draw instead of a loss.
    flag_draw: FlagDraw,
    /// What two fallen flags on one board mean.
    both_flags: BothFlags,
    /// What an illegal move costs.
    illegal_class1: IllegalPenalty,
    /// What an illegal move costs whose reasons are all of the second class.
    illegal_class2: IllegalPenalty,
    /// The reasons of the second class.
    class2: Vec<Irregularity>,
    /// Seconds the injured side gets on each of its clocks for an illegal move that is undone.
    illegal_bonus_s: u32,
    /// Until when an illegal move can be claimed.
    claim_until: ClaimUntil,
    /// How it is claimed.
    claim_form: ClaimForm,
    /// Which piece must be played when an illegal move is taken back before the press.
    touch_after_illegal: TouchAfterIllegal,
    /// Whether a touched piece on the board must be moved.
    touch_move: TouchMove,
    /// Whether reserve pieces may be touched freely.
    touch_reserve_free: bool,
    /// When a reserve piece must be dropped.
    drop_bound_when: DropBoundWhen,
    /// Whether the clock must be pressed with the one hand that moved.
    same_hand: bool,
    /// When a move is complete.
    completion: Completion,
    /// Whether a mating move is complete without a press.
    mate_completes_without_press: bool,
    /// Whether a player may move before his opponent has pressed.
    premove_otb: PremoveOtb,
    /// When a captured piece may be dropped by the partner.
    capture_available: CaptureAvailable,
    /// Whether captured pieces must be handed over.
    passing: Passing,
    /// Seconds after the press within which a captured piece is expected in the partner's reserve.
    pass_deadline_s: u32,
    /// Seconds a held piece may be out of sight before it is reported.
    hidden_after_s: u32,
    /// What the opponent of a player who hides pieces may do.
    hidden_remedy: HiddenRemedy,
    /// How many other players must be able to see a reserve.
    visible_to: u8,
    /// When the arbiter may act.
    arbiter_intervention: Intervention,
    /// Whether an arbiter is present, who stops the clocks himself when a game ends.
    arbiter_present: bool,
    /// Seconds within which the other board must stop when a game has ended.
    end_grace_s: u32,
    /// Whether the other game counts after all when both its players failed to stop; if not, what comes after the end is void.
    continue_needs_both: bool,
    /// Whether results are entered without the arbiter's confirmation.
    auto_result: bool,
    /// Whether players may see alerts.
    player_facing_alerts: bool,
    /// Whether players may see what a promoted pawn is worth.
    show_promoted_to_players: bool,
    /// Seconds by which public views are delayed.
    public_delay_s: u32,
    /// Whether boards and reserves may be shown in the hall.
    hall_display: bool,
    /// What players may say.
    communication: Communication,
    /// Seconds a hand may rest on or over the clock's button.
    hover_s: u32,
    /// The penalties of a player's first, second, ... breach.
    ladder: Vec<Penalty>,
    /// Seconds the opponents get where the ladder gives them time.
    ladder_time_s: u32,
    /// The penalties the arbiter may choose from.
    penalties: Vec<Penalty>,
}

impl Profile {
    /// The names of the built-in profiles.
    pub const NAMES: [&str; 7] = ["ch", "gr", "ru", "ro", "nl", "free", "fide"];

    /// A built-in profile.
    ///
    /// # Errors
    /// When no built-in profile has that name.
    pub fn named(name: &str) -> Result<Profile, ProfileError> {
        parse::named(name)
    }

    /// Reads a profile from TOML. Unknown keys and words are errors that name the nearest right one.
    ///
    /// # Errors
    /// When the text is not TOML, or says what no profile can say, with line and column.
    pub fn from_toml(text: &str) -> Result<Profile, ProfileError> {
        parse::read(text)
    }

    /// Chess on one board.
    pub fn ch() -> Profile {
        built_in("ch")
    }

    /// Bughouse as it is played online.
    pub fn free() -> Profile {
        built_in("free")
    }

    /// A number that tells this profile from others: equal for equal texts on every machine (FNV-1a over [`Profile::to_toml`]).
    pub fn fingerprint(&self) -> u64 {
        self.to_toml()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }

    /// Which moves are legal.
    pub fn move_rules(&self) -> MoveRules {
        MoveRules {
            drops: self.drops.value,
            pawn_drop_ranks: self.pawn_drop_ranks.value,
            drop_limit: self.drop_limit.value,
            promotion: self.promotion.value,
            promotion_kinds: self.promotion_kinds.value,
            demote_on_capture: self.demote_on_capture.value,
            castle_dropped_rook: self.castle_dropped_rook.value,
            dropped_pawn_double_step: self.dropped_is_unmoved.value,
            king_capture: self.king_capture.value,
            mate_model: self.mate_model.value,
            sets: self.sets.value,
        }
    }

    /// Whether the profile punishes a move with these reasons as one of the second class: all of them must be.
    pub fn is_second_class(&self, reasons: &[Irregularity]) -> bool {
        !reasons.is_empty() && reasons.iter().all(|reason| self.class2.value.contains(reason))
    }
}

fn built_in(name: &str) -> Profile {
    parse::named(name).unwrap_or_else(|error| unreachable!("the built-in profile {name} reads: {error}"))
}

#[cfg(test)]
mod tests;
