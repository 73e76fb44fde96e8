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
fn contradictions_are_found() {
    let club = |lines: &str| Profile::from_toml(&format!("name = \"club\"\nbase = \"gr\"\n{lines}")).unwrap().verify();
    assert_eq!(club(""), []);
    let pairs = |lines: &str| club(lines).iter().map(|c| (c.first, c.second)).collect::<Vec<_>>();
    assert_eq!(
        pairs("boards = 1"),
        [("boards", "drops"), ("boards", "match_end"), ("boards", "passing"), ("boards", "rep_break_on")]
    );
    assert_eq!(pairs("pawn_drop_ranks = [7, 2]"), [("pawn_drop_ranks", "pawn_drop_ranks")]);
    assert_eq!(pairs("drop_limit = \"no_bughouse_mate\"\nmate_model = \"actual\""), [("drop_limit", "mate_model")]);
    assert_eq!(pairs("promotion = \"stays\""), [("promotion", "promotion_kinds")]);
    assert_eq!(pairs("promotion = \"stays\"\npromotion_kinds = []"), []);
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
