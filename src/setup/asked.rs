use super::stored::CameraDraft;
use crate::live::config::Video;
use board::{BoardId, Seat};
use calibration::Side;
use capture::live::Address;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A source's name has at most so many characters.
const LONGEST: usize = 400;

/// What the page asks for.
#[derive(Deserialize, Clone, Debug)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Asked {
    /// Look again for what is plugged in.
    Devices {},
    /// Look through these.
    Cameras { cameras: Vec<Camera> },
    /// Find the boards in a camera's picture.
    Find { camera: u8, white_at: Option<Side> },
    /// The boards and zones lie so.
    Place { camera: u8, drawn: Drawn },
    /// Keep it, and watch.
    Start(Start),
}

/// A camera that is picked.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Camera {
    source: String,
    boards: Vec<BoardId>,
    size: Option<[u32; 2]>,
}

/// Outlines as they were drawn, in pixels of the camera's picture.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Drawn {
    /// The outer corners of a8, h8, h1, a1.
    pub boards: BTreeMap<BoardId, [[f64; 2]; 4]>,
    /// Where reserves lie.
    pub reserves: BTreeMap<Seat, Vec<[f64; 2]>>,
    /// Where clocks stand.
    pub clocks: BTreeMap<BoardId, Vec<[f64; 2]>>,
}

/// How the table is to be watched.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Start {
    pub profile: String,
    #[serde(default)]
    pub video: Video,
}

impl Asked {
    /// What a page has sent.
    pub(super) fn read(sent: Value) -> Result<Asked, String> {
        serde_json::from_value(sent).map_err(|error| error.to_string())
    }
}

impl Camera {
    /// The camera that is meant; a password that was not shown stays the one that is known.
    pub(super) fn draft(self, known: Option<&CameraDraft>, folder: &Path) -> Result<CameraDraft, String> {
        let Camera { source, mut boards, size } = self;
        boards.dedup();
        if boards.is_empty() || boards.len() > 2 {
            return Err("a camera sees board A, board B, or both".to_owned());
        }
        let source = source.trim().to_owned();
        if source.is_empty() || source.chars().count() > LONGEST || source.chars().any(char::is_control) {
            return Err(
                "name a camera: usb:0, rtsp://..., http://..., or a recording beside the configuration".to_owned()
            );
        }
        if let Some(known) = known.filter(|known| known.shown() == source) {
            return Ok(CameraDraft { boards, size, ..known.clone() });
        }
        match Address::new(&source) {
            Address::Usb(_) => {}
            Address::Stream(address) => {
                let scheme = address.split("://").next().unwrap_or_default();
                if !["rtsp", "rtsps", "http", "https", "rtmp"].contains(&scheme) {
                    return Err(format!("{scheme}:// is no camera's address; write rtsp:// or http://"));
                }
            }
            Address::File { path, .. } => {
                // what lies elsewhere on this machine is nobody's business who has a link to a page
                let inside = || Some(folder.join(&path).canonicalize().ok()?.starts_with(folder.canonicalize().ok()?));
                let plain = path.file_name() == Some(path.as_os_str());
                if !plain || inside() != Some(true) {
                    return Err("a recording has to lie beside the configuration; name it without a folder".to_owned());
                }
            }
        }
        Ok(CameraDraft { source, boards, size, ..CameraDraft::default() })
    }
}
