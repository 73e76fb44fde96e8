use super::placing::Placed;
use crate::failure::{Failure, Kind};
use crate::files::{write_calibration, write_whole};
use crate::live::config::{RunPlan, Video};
use board::BoardId;
use calibration::CalibrationFile;
use capture::live::Address;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A camera as it stands in a configuration.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct CameraDraft {
    /// As it is named, with its password.
    pub source: String,
    /// The boards it sees, from left to right.
    pub boards: Vec<BoardId>,
    /// The size that is asked for, in pixels.
    pub size: Option<[u32; 2]>,
    /// What else stands there, which is kept.
    pub rest: toml::Table,
}

impl CameraDraft {
    /// As it may be shown.
    pub(super) fn shown(&self) -> String {
        Address::new(&self.source).to_string()
    }

    /// What it is; a recording begins anew when it ends while the table is set up.
    pub(super) fn address(&self, folder: &Path) -> Address {
        match Address::new(&self.source) {
            Address::File { path, .. } => Address::File { path: folder.join(path), again: true },
            other => other,
        }
    }

    /// The calibration that belongs to it, as far as it can be used.
    pub(super) fn placed(&self, folder: &Path) -> Option<Placed> {
        let path = folder.join(self.rest.get("calibration")?.as_str()?);
        let file = CalibrationFile::load(&path).ok()?;
        let all = self.boards.iter().all(|board| file.boards.contains_key(board));
        all.then(|| Placed { file, read: BTreeMap::new(), warnings: Vec::new() })
    }
}

/// A configuration: what is set up here, and what else stands in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Stored {
    /// The cameras.
    pub cameras: Vec<CameraDraft>,
    /// The rules played by.
    pub profile: Option<String>,
    /// What is kept of the pictures.
    pub video: Video,
    rest: toml::Table,
}

impl Stored {
    /// What stands in a configuration; nothing where there is none yet.
    ///
    /// # Errors
    /// When there is one that `tandem run` would refuse.
    pub(super) fn load(path: &Path) -> Result<Stored, Failure> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Stored::default()),
            Err(error) => return Err(Failure::input(format!("{}: cannot be read: {error}", path.display()))),
        };
        let plan = RunPlan::load(path)?;
        let wrong = |error: toml::de::Error| Failure::input(format!("{}: {error}", path.display()));
        let mut rest: toml::Table = text.parse().map_err(wrong)?;
        let profile = rest.remove("profile").and_then(|name| name.as_str().map(str::to_owned));
        let cameras = match rest.remove("camera") {
            Some(toml::Value::Array(cameras)) => cameras,
            _ => Vec::new(),
        };
        let draft = |(camera, planned): (toml::Value, &crate::live::config::LiveCameraPlan)| {
            let mut rest = camera.as_table().cloned().unwrap_or_default();
            let source =
                rest.remove("source").and_then(|source| source.as_str().map(str::to_owned)).unwrap_or_default();
            rest.remove("boards");
            rest.remove("size");
            let size = planned.wishes.size.map(|(width, height)| [width, height]);
            CameraDraft { source, boards: planned.plan.boards.clone(), size, rest }
        };
        let cameras = cameras.into_iter().zip(&plan.cameras).map(draft).collect();
        Ok(Stored { cameras, profile, video: plan.recording.video, rest })
    }

    /// What is kept of the pictures, by its word in a configuration.
    pub(super) fn video_word(&self) -> &'static str {
        match self.video {
            Video::Off => "off",
            Video::Moments => "moments",
            Video::All => "all",
        }
    }

    /// Writes a calibration for each camera, and then the configuration that names them: what there was before stays until all of it is
    /// there, and is kept beside it.
    ///
    /// # Errors
    /// When something cannot be written, or what was written would be refused.
    pub(super) fn write(&self, path: &Path, placed: &[CalibrationFile]) -> Result<(), Failure> {
        let wrong = |what: String| Failure::new(Kind::Output, format!("{}: {what}", path.display()));
        let stem = path.file_stem().map_or_else(|| "table".to_owned(), |stem| stem.to_string_lossy().into_owned());
        let mut cameras = Vec::new();
        for (number, (camera, file)) in self.cameras.iter().zip(placed).enumerate() {
            let name = format!("{stem}.camera-{number}.calib.toml");
            write_calibration(file, &path.with_file_name(&name), &[])?;
            let mut entry = toml::Table::new();
            entry.insert("source".to_owned(), camera.source.clone().into());
            let boards = camera.boards.iter().map(|board| toml::Value::from(board.to_string())).collect::<Vec<_>>();
            entry.insert("boards".to_owned(), boards.into());
            entry.insert("calibration".to_owned(), name.into());
            if let Some(size) = camera.size {
                entry
                    .insert("size".to_owned(), size.map(|pixels| toml::Value::from(i64::from(pixels))).to_vec().into());
            }
            for (key, value) in camera.rest.iter().filter(|(key, _)| key.as_str() != "calibration") {
                entry.insert(key.clone(), value.clone());
            }
            cameras.push(toml::Value::Table(entry));
        }
        let mut table = toml::Table::new();
        if let Some(profile) = &self.profile {
            table.insert("profile".to_owned(), profile.clone().into());
        }
        table.extend(self.rest.clone());
        let recording = table.entry("recording").or_insert_with(|| toml::Table::new().into());
        if let Some(recording) = recording.as_table_mut() {
            recording.insert("video".to_owned(), self.video_word().into());
        }
        table.insert("camera".to_owned(), cameras.into());
        let text = toml::to_string(&table).map_err(|error| Failure::new(Kind::Internal, error))?;
        let text = format!(
            "# A table and how it is watched, as it was set up; the form is described in docs/ref/run.md.\n{text}"
        );
        if let Ok(before) = std::fs::read(path) {
            let mut name = path.as_os_str().to_owned();
            name.push(".before");
            write_whole(&PathBuf::from(name), &before).map_err(|error| wrong(format!("cannot be kept: {error}")))?;
        }
        write_whole(path, text.as_bytes()).map_err(|error| wrong(format!("cannot be written: {error}")))?;
        RunPlan::load(path).map(|_| ())
    }
}
