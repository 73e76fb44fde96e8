//! ONNX Runtime's shared library: finding it, loading it once.

use crate::error::{ModelError, first_line};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The variable that names the library or the folder it lies in.
pub const RUNTIME_VARIABLE: &str = "TANDEM_RUNTIME";

/// The folder the set-up puts the library into, beside the executable or above it.
const FOLDER: &str = "runtime";

/// What the library's file name begins with; a version may follow.
const LIBRARY: &str = if cfg!(target_os = "macos") { "libonnxruntime.dylib" } else { "libonnxruntime.so" };

/// ONNX Runtime, loaded. A process has one; loading it again gives the same.
#[derive(Clone)]
pub struct Runtime {
    environment: ort::environment::Environment,
    library: PathBuf,
}

/// The process's one runtime. ONNX Runtime allows one environment a process, and `ort` cannot make a second one even
/// after the first is gone, so it is kept until the process ends.
static LOADED: Mutex<Option<Runtime>> = Mutex::new(None);

impl Runtime {
    /// Loads ONNX Runtime's library, the first there is of: `setting` (the library or its folder), the place named by the
    /// environment variable [`RUNTIME_VARIABLE`], and a folder `runtime` beside the executable, in a folder above it, in the
    /// working directory or above that. A place that was named is not passed over: if there is no usable library there, that is
    /// an error. Once loaded the library stays; later calls return it whatever they ask for.
    ///
    /// # Errors
    /// [`ModelError::RuntimeMissing`] when there is none, [`ModelError::RuntimeUnusable`] when it does not load or is too old.
    pub fn load(setting: Option<&Path>) -> Result<Runtime, ModelError> {
        // A thread that panicked while loading left `None` behind: try again
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = &*loaded {
            return Ok(runtime.clone());
        }
        let runtime = Runtime::open(find(&places(setting))?)?;
        Ok(loaded.insert(runtime).clone())
    }

    /// The file that was loaded.
    pub fn library(&self) -> &Path {
        &self.library
    }

    pub(crate) fn environment(&self) -> &ort::environment::Environment {
        &self.environment
    }

    fn open(library: PathBuf) -> Result<Runtime, ModelError> {
        // `ort` looks for relative paths beside the executable first
        let library = std::path::absolute(&library).unwrap_or(library);
        let unusable = |reason: String| ModelError::RuntimeUnusable { path: library.clone(), reason };
        let environment = ort::init_from(&library)
            .map_err(|error| unusable(first_line(error)))?
            .with_name("tandem")
            .with_telemetry(false)
            .build()
            .map_err(|error| unusable(first_line(error)))?;
        Ok(Runtime { environment, library })
    }
}

impl std::fmt::Debug for Runtime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Runtime {}", self.library.display())
    }
}

/// Where to look: one named place, or the usual folders in order.
fn places(setting: Option<&Path>) -> Vec<PathBuf> {
    let named = setting
        .map(Path::to_owned)
        .or_else(|| std::env::var_os(RUNTIME_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from));
    if let Some(place) = named {
        return vec![place];
    }
    let mut places = Vec::new();
    for start in [std::env::current_exe().ok(), std::env::current_dir().ok().map(|folder| folder.join(FOLDER))] {
        for above in start.iter().flat_map(|path| path.ancestors().skip(1)) {
            let folder = above.join(FOLDER);
            if !places.contains(&folder) {
                places.push(folder);
            }
        }
    }
    places
}

/// The first library in `places`, each a library or a folder.
fn find(places: &[PathBuf]) -> Result<PathBuf, ModelError> {
    let found = places
        .iter()
        .find_map(|place| if place.is_dir() { library_in(place) } else { place.is_file().then(|| place.clone()) });
    // A dozen folders that are not there tell a reader nothing: name the nearest
    found
        .ok_or_else(|| ModelError::RuntimeMissing { file: LIBRARY, searched: places.iter().take(3).cloned().collect() })
}

/// The library in `folder`; of several versions the last by name.
fn library_in(folder: &Path) -> Option<PathBuf> {
    let is_library = |path: &PathBuf| {
        path.is_file() && path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(LIBRARY))
    };
    let entries = std::fs::read_dir(folder).ok()?;
    entries.flatten().map(|entry| entry.path()).filter(is_library).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_library_and_an_empty_one_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let empty = find(&[folder.path().to_owned()]).unwrap_err().to_string();
        assert!(empty.contains("./setup") && empty.contains(RUNTIME_VARIABLE), "{empty}");
        assert_eq!(empty.lines().count(), 1);

        for name in ["libonnxruntime_providers_shared.so", "LICENSE"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        assert!(find(&[folder.path().to_owned()]).is_err());
        let library = folder.path().join(format!("{LIBRARY}.1.31.1"));
        std::fs::write(&library, "").unwrap();
        assert_eq!(find(&[folder.path().join("absent"), folder.path().to_owned()]).unwrap(), library);
        assert_eq!(find(std::slice::from_ref(&library)).unwrap(), library);
    }

    #[test]
    fn a_place_that_was_named_is_the_only_one() {
        assert_eq!(places(Some(Path::new("elsewhere"))), [PathBuf::from("elsewhere")]);
    }

    #[test]
    fn the_usual_places_are_above_the_executable_and_the_working_directory() {
        if std::env::var_os(RUNTIME_VARIABLE).is_some() {
            eprintln!("NOT RUN: {RUNTIME_VARIABLE} is set, so the usual places are not looked at");
            return;
        }
        let places = places(None);
        let executable = std::env::current_exe().unwrap();
        assert_eq!(places[0], executable.parent().unwrap().join(FOLDER));
        assert!(places.contains(&std::env::current_dir().unwrap().join(FOLDER)));
    }

    #[test]
    fn a_file_that_is_no_library_is_refused_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join(LIBRARY);
        for content in ["", "not a library"] {
            std::fs::write(&library, content).unwrap();
            let error = Runtime::open(library.clone()).unwrap_err().to_string();
            assert!(error.contains("not a usable ONNX Runtime library"), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
