use super::{Profile, ProfileError};
use std::fmt::Write as _;

/// The reference page of the built-in profiles, in Markdown: every parameter, what each profile sets it to, and by which article.
///
/// # Errors
/// When a built-in profile cannot be read.
pub fn reference_page() -> Result<String, ProfileError> {
    let profiles: Vec<Profile> = Profile::NAMES.into_iter().map(Profile::named).collect::<Result<_, _>>()?;
    let mut page = String::from(
        "# Rule profiles\n\nMade from the profiles themselves (`arbiter/src/profile/presets`); a test fails when this page is not what they say.\n\
         A cell holds the value and the article it comes from; without an article the text is silent and the value is the usual one.\n\
         `tandem rules NAME` shows one profile. An organiser's own file names its `base` and the parameters that differ:\n\n\
         ```toml\nname = \"club\"\nbase = \"gr\"\ndrop_limit = \"no_check\"\nbase_s = { value = 180, article = \"club 2\" }\n```\n\n",
    );
    for profile in &profiles {
        let _ = writeln!(page, "- `{}`: {}", profile.name, profile.title);
    }
    let header: Vec<String> = profiles.iter().map(|profile| format!("`{}`", profile.name)).collect();
    let _ = writeln!(page, "\n## Parameters\n\n| parameter | what it says | {} |", header.join(" | "));
    let _ = writeln!(page, "| --- | --- |{}", " --- |".repeat(profiles.len()));
    for (row, parameter) in Profile::PARAMETERS.iter().enumerate() {
        let cells: Vec<String> = profiles.iter().map(|profile| cell(profile, row)).collect();
        let _ = writeln!(page, "| `{}` | {} | {} |", parameter.name, parameter.doc.trim(), cells.join(" | "));
    }
    let _ = writeln!(page, "\n## Articles that irregular moves break\n\n| reason | of | {} |", header.join(" | "));
    let _ = writeln!(page, "| --- | --- |{}", " --- |".repeat(profiles.len()));
    for &reason in crate::rules::Irregularity::ALL {
        for scope in super::articles::Scope::all() {
            let article = |profile: &Profile| profile.articles.moves.get(&(reason, scope)).cloned().unwrap_or_default();
            let cells: Vec<String> = profiles.iter().map(article).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                let _ = writeln!(page, "| `{reason}` | {} | {} |", scope.word(), cells.join(" | "));
            }
        }
    }
    let _ = writeln!(page, "\n## Articles on procedures\n\n| topic | what it says | {} |", header.join(" | "));
    let _ = writeln!(page, "| --- | --- |{}", " --- |".repeat(profiles.len()));
    for &topic in crate::procedures::Topic::ALL {
        let cells: Vec<&str> = profiles.iter().map(|profile| profile.articles.on(topic).unwrap_or_default()).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let _ = writeln!(page, "| `{topic}` | {} | {} |", topic.meaning(), cells.join(" | "));
        }
    }
    Ok(page)
}

/// The value and article of the parameter in a row.
fn cell(profile: &Profile, row: usize) -> String {
    let Some((_, value, article)) = profile.entries().into_iter().nth(row) else { return String::new() };
    let value = value.map_or_else(|error| error.to_string(), |value| value.to_string());
    format!("{} {article}", value.replace('"', "")).trim_end().to_owned()
}
