//! Running the program as its users do.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `tandem` with `arguments` in the project's root folder.
pub fn tandem(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_tandem")).args(arguments).current_dir(root()).output();
    output.unwrap_or_else(|error| panic!("tandem cannot be run: {error}"))
}

/// Runs `tandem`, which must succeed, and gives its standard output.
pub fn told(arguments: &[&str]) -> String {
    let output = tandem(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tandem {}: {errors}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("what tandem prints is UTF-8")
}

/// The project's root folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Fails with this code, says nothing on standard output, and on standard error one line with these words.
pub fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = tandem(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed {}", String::from_utf8_lossy(&output.stdout));
    assert!(errors.lines().count() == 1 && errors.starts_with("tandem: "), "{arguments:?}: {errors}");
    for word in words {
        assert!(errors.contains(word), "{arguments:?}: {word:?} is not in {errors}");
    }
}
