use std::path::{Path, PathBuf};

/// A file or folder of the material kept beside the project, or `None` and a loud word where it is absent.
pub fn material(path: &str) -> Option<PathBuf> {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(path);
    if whole.exists() {
        return Some(whole);
    }
    eprintln!("NOT RUN: {path} is not here; it is looked for in the folder `shared` beside the project");
    None
}

/// Whether the slow tests were asked for with `TANDEM_SLOW=1`.
pub fn slow() -> bool {
    std::env::var("TANDEM_SLOW").is_ok_and(|value| value == "1")
}
