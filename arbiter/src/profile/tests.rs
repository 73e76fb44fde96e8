use super::*;
use board::Kind;

fn all() -> Vec<Profile> {
    Profile::NAMES
        .into_iter()
        .map(|name| Profile::named(name).unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect()
}

fn refused(text: &str) -> String {
    Profile::from_toml(text).unwrap_err().to_string()
}

#[test]
fn every_built_in_profile_reads_and_is_sound() {
    for profile in all() {
        assert_eq!(profile.verify(), [], "{}", profile.name);
        assert!(!profile.title.is_empty());
    }
}

#[test]
fn every_profile_reads_back_as_it_is_written() {
    for profile in all() {
        assert_eq!(Profile::from_toml(&profile.to_toml()), Ok(profile));
    }
}

#[test]
fn chess_and_online_bughouse_give_the_rules_the_engine_knows_by_name() {
    assert_eq!(Profile::ch().move_rules(), MoveRules::CHESS);
    assert_eq!(Profile::free().move_rules(), MoveRules::FREE);
}

#[test]
fn the_bughouse_texts_contradict_each_other_as_they_should() {
    let value = |name: &str| Profile::named(name).unwrap();
    assert_eq!(value("gr").drop_limit.value, DropLimit::MateAllowed);
    assert_eq!(value("ru").drop_limit.value, DropLimit::NoBughouseMate);
    assert_eq!(value("nl").drop_limit.value, DropLimit::NoCheck);
    assert_eq!(value("ru").pawn_drop_ranks, Ruled { value: (2, 6), article: "RU-14".to_owned() });
    assert_eq!(value("gr").promotion.value, PromotionStyle::PawnKeepsBody);
    assert_eq!(value("ru").promotion.value, PromotionStyle::TakeFromDiagonal);
    assert_eq!((value("gr").rep_occurrences.value, value("ru").rep_occurrences.value), (4, 3));
    assert_eq!(value("nl").match_end.value, MatchEnd::BothGames);
    assert_eq!(value("ro").arbiter_intervention.value, Intervention::OnClaim);
}

#[test]
fn an_organiser_derives_his_own() {
    let text = "name = \"club\"\nbase = \"gr\"\ndrop_limit = \"no_check\"\nbase_s = { value = 180, article = \"club 2\" }\n\
                [articles]\ndrop_gives_check = \"club 1\"\n";
    let club = Profile::from_toml(text).unwrap();
    let gr = Profile::named("gr").unwrap();
    assert_eq!((club.drop_limit.value, club.base_s.value), (DropLimit::NoCheck, 180));
    assert_eq!(club.base_s.article, "club 2");
    assert_eq!(club.castle_dropped_rook, gr.castle_dropped_rook);
    let article =
        |profile: &Profile| profile.articles.of(Irregularity::DropGivesCheck, Kind::Knight, true).map(str::to_owned);
    assert_eq!((article(&club).as_deref(), article(&gr).as_deref()), (Some("club 1"), Some("GR-12")));
}

#[test]
fn what_is_misspelt_is_named_with_its_place_and_the_nearest_right_word() {
    let head = "name = \"club\"\nbase = \"gr\"\n";
    for (line, place, hint) in [
        ("drop_limt = \"no_check\"", "line 3, column 1", "\"drop_limit\""),
        ("drop_limit = \"no_chek\"", "line 3, column 14", "\"no_check\""),
        ("drop_limit = { value = \"no_check\", artcle = \"x\" }", "line 3, column 36", "\"article\""),
        ("class2 = [\"drop_mate\"]", "line 3, column 10", "\"drop_mates\""),
        ("promotion_kinds = [\"Q\", \"X\"]", "line 3, column 19", "Q, R, B or N"),
        ("promotion_kinds = [\"QR\"]", "line 3, column 19", "Q, R, B or N"),
        ("[articles]\ndrop_mats = \"x\"", "line 4, column 1", "\"drop_mates\""),
        ("[articles]\ndrop_mates.pwn = \"x\"", "line 4, column 12", "\"pawn\""),
        ("zzzzzzzzzz = 1", "line 3, column 1", "tandem rules"),
        ("boards = 300", "line 3, column 10", "boards"),
        ("boards = ", "line 3", ""),
        ("boards = 2\nboards = 2", "line 4", "uplicate"),
    ] {
        let error = refused(&format!("{head}{line}\n"));
        assert!(error.starts_with(place) && error.contains(hint), "{line}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert!(refused("name = \"x\"\nbase = \"grr\"").contains("did you mean \"gr\""));
    assert!(refused("base = \"gr\"").contains("needs a name"));
    assert!(refused("name = \"x\"\nboards = 2").contains("neither here nor by a base"));
    assert!(Profile::named("fre").unwrap_err().to_string().contains("\"free\""));
}

#[test]
fn contradictions_are_refused_at_the_value_that_brings_them_in() {
    let club = |base: &str, lines: &str| Profile::from_toml(&format!("name = \"club\"\nbase = \"{base}\"\n{lines}"));
    for (base, lines, place, pair) in [
        ("gr", "boards = 1", "line 3, column 10", "boards and drops"),
        ("gr", "sets = 1", "line 3, column 8", "boards and sets"),
        ("ch", "draw_consent = 4", "line 3, column 16", "boards and draw_consent"),
        ("ch", "match_end = \"both_games\"", "line 3, column 13", "boards and match_end"),
        ("ch", "stalemate = \"draw_if_other_finished\"", "line 3, column 13", "boards and stalemate"),
        ("ch", "dead_position = \"if_other_finished\"", "line 3, column 17", "boards and dead_position"),
        ("ch", "flag_draw = \"impossible_with_future_pieces\"", "line 3, column 13", "boards and flag_draw"),
        ("ch", "claim_form = \"both_clocks_stopped\"", "line 3, column 14", "boards and claim_form"),
        ("ch", "hidden_remedy = \"tell\"", "line 3, column 17", "boards and hidden_remedy"),
        ("ch", "sets = 3", "line 3, column 8", "sets and sets"),
        ("gr", "boards = 3", "line 3, column 10", "boards and boards"),
        ("gr", "passing = \"none\"", "line 3, column 11", "boards and passing"),
        ("ch", "rep_break_on = \"drop\"", "line 3, column 16", "boards and rep_break_on"),
        ("gr", "draw_consent = 3", "line 3, column 16", "draw_consent and draw_consent"),
        ("gr", "visible_to = 4", "line 3, column 14", "visible_to and visible_to"),
        ("ch", "castle_dropped_rook = true", "line 3, column 23", "castle_dropped_rook and drops"),
        ("gr", "pawn_drop_ranks = [7, 2]", "line 3, column 19", "pawn_drop_ranks and pawn_drop_ranks"),
        ("gr", "pawn_drop_ranks = [0, 2]", "line 3, column 19", "pawn_drop_ranks and pawn_drop_ranks"),
        ("gr", "pawn_drop_ranks = [2, 9]", "line 3, column 19", "pawn_drop_ranks and pawn_drop_ranks"),
        ("gr", "promotion_kinds = [\"Q\", \"K\"]", "line 3, column 19", "promotion_kinds and promotion_kinds"),
        ("gr", "promotion_kinds = [\"P\"]", "line 3, column 19", "promotion_kinds and promotion_kinds"),
        ("gr", "promotion = \"stays\"", "line 3, column 13", "promotion and promotion_kinds"),
        ("gr", "promotion_kinds = []", "line 3, column 19", "promotion and promotion_kinds"),
        ("ch", "promotion = \"take_from_diagonal\"", "line 3, column 13", "promotion and boards"),
        ("ru", "demote_on_capture = true", "line 3, column 21", "promotion and demote_on_capture"),
        ("gr", "pawn_on_last_rank = \"illegal\"", "line 3, column 21", "promotion and pawn_on_last_rank"),
        ("ru", "promotion_completion = \"declaration\"", "line 3, column 24", "promotion and promotion_completion"),
        ("gr", "capture_available = \"end_of_snyatie\"", "line 3, column 21", "promotion and capture_available"),
        (
            "gr",
            "drop_limit = \"no_bughouse_mate\"\nmate_model = \"actual\"",
            "line 3, column 14",
            "drop_limit and mate_model",
        ),
        ("ch", "mate_model = \"hypothetical\"", "line 3, column 14", "mate_model and drops"),
        ("ru", "priority = [\"mate\", \"mate\"]", "line 3, column 12", "priority and priority"),
        ("nl", "priority = [\"mate\"]", "line 3, column 12", "match_end and priority"),
        ("nl", "simultaneous_window = \"one_move\"", "line 3, column 23", "match_end and simultaneous_window"),
        ("nl", "continue_needs_both = true", "line 3, column 23", "match_end and continue_needs_both"),
        ("nl", "draw_consent = 4", "line 3, column 16", "match_end and draw_consent"),
        ("gr", "rep_occurrences = 1", "line 3, column 19", "rep_occurrences and rep_occurrences"),
        ("ro", "delay_below_s = 20", "line 3, column 17", "delay_below_s and delay_s"),
        ("ro", "delay_below_s = 301\ndelay_s = 2", "line 3, column 17", "delay_below_s and base_s"),
        ("gr", "completion = \"release\"", "line 3, column 14", "completion and capture_available"),
        ("ru", "illegal_bonus_s = 0", "line 3, column 19", "illegal_class2 and illegal_bonus_s"),
        ("gr", "illegal_bonus_s = 60", "line 3, column 19", "illegal_class2 and illegal_bonus_s"),
        ("nl", "touch_reserve_free = true", "line 3, column 22", "touch_reserve_free and drop_bound_when"),
        ("ro", "flag = \"auto\"", "line 3, column 8", "arbiter_intervention and flag"),
        ("ro", "player_facing_alerts = true", "line 3, column 24", "arbiter_intervention and player_facing_alerts"),
    ] {
        let error = club(base, lines).map(|profile| profile.name).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{place}: {pair} contradict each other")), "{base}: {lines}: {error}");
    }
    for (base, lines) in [
        ("gr", ""),
        ("gr", "promotion = \"stays\"\npromotion_kinds = []"),
        ("ro", "delay_below_s = 300\ndelay_s = 2"),
        ("ro", "delay_s = 2"),
        ("ru", "illegal_class1 = \"undo_and_time\"\nillegal_class2 = \"retract\""),
    ] {
        assert!(club(base, lines).is_ok(), "{base}: {lines}");
    }
}

#[test]
fn every_contradiction_of_a_profile_is_found() {
    let mut profile = Profile::named("gr").unwrap();
    profile.boards.value = 1;
    let pairs: Vec<_> = profile.verify().iter().map(|c| (c.first, c.second)).collect();
    let mut found: Vec<&str> =
        pairs.iter().filter(|(first, _)| *first == "boards").map(|(_, second)| *second).collect();
    found.sort_unstable();
    assert_eq!(
        (found, pairs.len()),
        (["draw_consent", "drops", "hidden_remedy", "passing", "rep_break_on"].to_vec(), 5)
    );
}

#[test]
fn every_reason_a_profile_can_meet_has_an_article() {
    for profile in all() {
        for &reason in Irregularity::ALL {
            let drop = reason.word().starts_with("drop");
            let barred = match reason {
                Irregularity::DropGivesCheck => profile.drop_limit.value == DropLimit::NoCheck,
                Irregularity::DropMates => {
                    !matches!(profile.drop_limit.value, DropLimit::MateAllowed | DropLimit::NoCheck)
                }
                _ => true,
            };
            for kind in Kind::ALL {
                let applies = match reason {
                    Irregularity::WayBlocked => !matches!(kind, Kind::Knight | Kind::King),
                    Irregularity::NothingToTake
                    | Irregularity::DoubleStepBarred
                    | Irregularity::PawnMovesAsPromoted => kind == Kind::Pawn,
                    _ => true,
                };
                let article = profile.articles.of(reason, kind, drop);
                assert!(!applies || !barred || article.is_some(), "{}: {reason} of a {}", profile.name, kind.name());
            }
        }
    }
}
