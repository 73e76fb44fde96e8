use arbiter::profile::reference_page;
use std::{fs, path::Path};

#[test]
fn the_reference_page_says_what_the_profiles_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ref/profiles.md");
    let page = reference_page().unwrap();
    if std::env::var_os("TANDEM_WRITE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/ref/profiles.md is out of date: run `TANDEM_WRITE_DOCS=1 cargo test -p arbiter reference`"
    );
}
