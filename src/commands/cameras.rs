//! `tandem cameras`: what there is, and what it can do.

use crate::args::CamerasArguments;
use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use crate::live::look::{Look, look};
use capture::live::{Address, UsbCamera, UsbMode, UsbWishes, usb_cameras};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::Path;

/// A source is measured for so long, in milliseconds.
const MEASURED_MS: i64 = 2_000;

/// Lists the cameras of this machine, and opens the sources that are named.
///
/// # Errors
/// When a named source cannot be opened, or a picture not be written.
pub fn run(arguments: &CamerasArguments) -> Result<(), Failure> {
    let mut out = stdout();
    let mut sources: Vec<(String, String)> =
        arguments.sources.iter().map(|source| (source.clone(), String::new())).collect();
    if arguments.sources.is_empty() {
        let cameras = usb_cameras()?;
        if cameras.is_empty() && !arguments.json {
            writeln!(out, "no USB camera is plugged into this machine; name a network camera's address to look at it")?;
        }
        for camera in &cameras {
            match arguments.json {
                true => writeln!(out, "{}", line(camera))?,
                false => write!(out, "{}", text(camera))?,
            }
            if arguments.pictures.is_some() && camera.error.is_none() {
                sources.push((format!("usb:{}", camera.number), camera.name.clone()));
            }
        }
    }
    for (number, (source, name)) in sources.iter().enumerate() {
        let seen = look(&Address::new(source), &UsbWishes::default(), MEASURED_MS)?;
        let picture = arguments.pictures.as_deref().map(|folder| keep(folder, number, &seen)).transpose()?;
        let (width, height) = (seen.image().width(), seen.image().height());
        if arguments.json {
            let line = json!({
                "event": "source", "source": Address::new(source).to_string(), "size": [width, height],
                "rate": (seen.rate * 10.0).round() / 10.0, "first_picture_ms": seen.first_ms, "remarks": seen.remarks,
                "picture": picture,
            });
            writeln!(out, "{line}")?;
        } else {
            let named = if name.is_empty() { String::new() } else { format!(" ({name})") };
            let address = Address::new(source);
            writeln!(
                out,
                "{address}{named}: {width}x{height} at {:.1} a second, first picture after {} ms",
                seen.rate, seen.first_ms
            )?;
            seen.remarks.iter().try_for_each(|what| writeln!(out, "  {what}"))?;
            picture.map_or(Ok(()), |path| writeln!(out, "  {path}"))?;
        }
    }
    Ok(())
}

/// Writes the last picture; its path.
fn keep(folder: &Path, number: usize, seen: &Look) -> Result<String, Failure> {
    let path = folder.join(format!("source-{number}.png"));
    let wrong = |what: String| Failure::new(Kind::Output, format!("{}: {what}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| wrong(format!("its folder cannot be made: {error}")))?;
    let png = crate::live::setup::png(seen.image()).map_err(|error| wrong(error.to_string()))?;
    write_whole(&path, &png).map_err(|error| wrong(format!("cannot be written: {error}")))?;
    Ok(path.display().to_string())
}

fn line(camera: &UsbCamera) -> serde_json::Value {
    let mode = |mode: &UsbMode| json!({ "form": mode.form, "size": [mode.width, mode.height], "rate": mode.rate });
    let modes: Vec<serde_json::Value> = camera.modes.iter().map(mode).collect();
    json!({ "event": "camera", "source": format!("usb:{}", camera.number), "name": camera.name, "modes": modes, "error": camera.error })
}

/// The camera, and its sizes with the rates of each, the largest first.
fn text(camera: &UsbCamera) -> String {
    let mut text = format!("usb:{}  {}\n", camera.number, camera.name);
    if let Some(error) = &camera.error {
        text += &format!("  cannot be opened: {error}\n");
    }
    let mut sizes: BTreeMap<(u32, u32, &str), Vec<u32>> = BTreeMap::new();
    for mode in &camera.modes {
        sizes.entry((mode.width, mode.height, &mode.form)).or_default().push(mode.rate);
    }
    for ((width, height, form), rates) in sizes.iter().rev() {
        let rates: Vec<String> = rates.iter().map(u32::to_string).collect();
        text += &format!("  {width}x{height} {form} at {} a second\n", rates.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_camera_can_do_is_listed_by_size() {
        let mode = |width, height, rate| UsbMode { form: "MJPEG".to_owned(), width, height, rate };
        let modes = vec![mode(640, 480, 30), mode(1920, 1080, 15), mode(1920, 1080, 30)];
        let camera = UsbCamera { number: 2, name: "Club cam".to_owned(), modes, error: None };
        assert_eq!(
            text(&camera),
            "usb:2  Club cam\n  1920x1080 MJPEG at 15, 30 a second\n  640x480 MJPEG at 30 a second\n"
        );
        assert_eq!(line(&camera)["modes"][0]["size"], json!([640, 480]));
    }
}
