//! ONNX Runtime's shared library: finding it, loading it once.

use crate::error::{ModelError, first_line};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
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
        // the loader maps what the file says it has: where a part of it is missing the program would be ended by the system
        whole(&library).map_err(unusable)?;
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

/// Whether a library of Linux's form is all there: its segments, and the table of sections, which comes last.
///
/// The layout is that of ELF (Tool Interface Standard, *Executable and Linking Format*, version 1.2; 64-bit fields as in the System V ABI
/// for AMD64). Files of another form are left to the loader.
fn whole(library: &Path) -> Result<(), String> {
    let read = |error: std::io::Error| format!("it cannot be read: {error}");
    let mut file = File::open(library).map_err(read)?;
    let length = file.metadata().map_err(read)?.len();
    let mut head = [0; 64];
    if file.read_exact(&mut head).is_err() || !head.starts_with(b"\x7fELF") || head[4] != 2 || head[5] != 1 {
        return if length < 64 { Err("it is cut off".to_owned()) } else { Ok(()) };
    }
    let cut = || format!("it is cut off: its {length} bytes are not all it should have");
    let (segments, sections) = (number(&head, 0x20, 8), number(&head, 0x28, 8));
    let [segment_size, segment_count, section_size, section_count] =
        [0x36, 0x38, 0x3a, 0x3c].map(|at| number(&head, at, 2));
    if sections.saturating_add(section_size * section_count) > length
        || segments.saturating_add(segment_size * segment_count) > length
    {
        return Err(cut());
    }
    let mut table = vec![0; (segment_size * segment_count) as usize];
    file.seek(SeekFrom::Start(segments)).and_then(|_| file.read_exact(&mut table)).map_err(|_| cut())?;
    let ends = table.chunks_exact((segment_size as usize).max(1)).filter(|segment| segment.len() >= 0x28);
    match ends.map(|segment| number(segment, 0x08, 8).saturating_add(number(segment, 0x20, 8))).all(|end| end <= length)
    {
        true => Ok(()),
        false => Err(cut()),
    }
}

/// A number of so many bytes, the lowest first.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
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

    #[test]
    fn a_library_that_was_cut_off_is_refused_before_it_is_loaded() {
        let found = find(&places(None));
        let Ok(library) = found else {
            eprintln!("NOT RUN: ONNX Runtime is not here ({found:?}), nothing was cut off");
            return;
        };
        assert_eq!(whole(&library), Ok(()));
        let bytes = std::fs::read(&library).unwrap();
        if !bytes.starts_with(b"\x7fELF") {
            eprintln!("NOT RUN: {} is of another form", library.display());
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let cut = folder.path().join(LIBRARY);
        for length in [0, 3, 63, 64, 1000, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&cut, &bytes[..length]).unwrap();
            let error = Runtime::open(cut.clone()).unwrap_err().to_string();
            assert!(error.contains("cut off") && error.contains("./setup"), "{length}: {error}");
        }
    }
}
