use crate::natural_order::natural_order;
use crate::{CaptureError, Frame, FrameSource, Image, SourceDescription, SourceKind, load_image};
use board::{CameraId, Stamp};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Photographs have no time line of their own that could be trusted: they are taken to be this far apart.
const NOMINAL_INTERVAL_MS: i64 = 1000;

/// One picture, or a folder of them in the natural order of their names.
pub(crate) struct Photographs {
    description: SourceDescription,
    camera: CameraId,
    pictures: Vec<PathBuf>,
    next: usize,
    /// Width and height of the first picture that could be read.
    size: Option<(usize, usize)>,
}

impl Photographs {
    /// A single picture; it is decoded here, so that whatever is wrong with it is said at once.
    pub(crate) fn single(path: &Path, camera: CameraId) -> Result<Photographs, CaptureError> {
        load_image(path)?;
        Ok(Photographs::new(path, camera, SourceKind::Image, vec![path.to_owned()]))
    }

    /// The JPEG and PNG files of a folder; others are passed over. A folder without any that has them in just one folder
    /// inside it, as recordings with notes beside the pictures have, stands for that one.
    pub(crate) fn folder(path: &Path, camera: CameraId) -> Result<Photographs, CaptureError> {
        let mut named = Vec::new();
        let mut others = 0usize;
        let mut inner = Vec::new();
        for entry in std::fs::read_dir(path).map_err(|error| CaptureError::io(path, &error))? {
            let file = entry.map_err(|error| CaptureError::io(path, &error))?.path();
            if is_photograph(&file) {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                named.push((name, file));
            } else {
                others += 1;
                if holds_photographs(&file) {
                    inner.push(file);
                }
            }
        }
        if let ([], [only]) = (named.as_slice(), inner.as_slice()) {
            return Photographs::folder(only, camera);
        }
        if named.is_empty() {
            let what = match others {
                0 => "the folder is empty".to_owned(),
                _ => format!("none of the folder's {others} entries is a photograph"),
            };
            return Err(CaptureError::at(
                path,
                format!(
                    "{what}; put JPEG or PNG files (.jpg, .jpeg, .png) into it, named in the order they were taken"
                ),
            ));
        }
        named.sort_by(|(a, _), (b, _)| natural_order(a, b));
        let pictures = named.into_iter().map(|(_, file)| file).collect();
        Ok(Photographs::new(path, camera, SourceKind::Photographs, pictures))
    }

    fn new(path: &Path, camera: CameraId, kind: SourceKind, pictures: Vec<PathBuf>) -> Photographs {
        let description = SourceDescription {
            name: path.display().to_string(),
            kind,
            frames: Some(pictures.len() as u64),
            rate: None,
            back_end: "OpenCV imgcodecs",
        };
        Photographs { description, camera, pictures, next: 0, size: None }
    }
}

impl FrameSource for Photographs {
    fn description(&self) -> &SourceDescription {
        &self.description
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CaptureError> {
        let Some(path) = self.pictures.get(self.next) else { return Ok(None) };
        let number = self.next;
        self.next += 1;
        let image: Arc<Image> = Arc::new(load_image(path)?);
        let (width, height) = (image.width(), image.height());
        let &mut (first_width, first_height) = self.size.get_or_insert((width, height));
        if (width, height) != (first_width, first_height) {
            let reason = format!(
                "the picture has {width}x{height} pixels and those before it {first_width}x{first_height}; take all pictures \
                 of a game at one size"
            );
            return Err(CaptureError::at(path, reason));
        }
        let at = Stamp::from_millis(NOMINAL_INTERVAL_MS * number as i64);
        Ok(Some(Frame { camera: self.camera, number: number as u64, at, image }))
    }
}

/// Whether `path` is a folder with a photograph in it.
fn holds_photographs(path: &Path) -> bool {
    std::fs::read_dir(path).is_ok_and(|entries| entries.flatten().any(|entry| is_photograph(&entry.path())))
}

/// Whether a folder's entry is taken for a photograph: by its name's ending, and not a hidden file (some systems leave
/// `._name.jpg` beside every picture).
fn is_photograph(file: &Path) -> bool {
    let hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    !hidden && matches!(ending.as_deref(), Some("jpg" | "jpeg" | "png")) && !file.is_dir()
}
