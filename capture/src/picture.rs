use crate::still_format::{StillFormat, breaks_off, format_of, pixels_of};
use crate::{CaptureError, Image, prepare};
use opencv::core::{Mat, MatTraitConst, Vec3b};
use opencv::imgcodecs;
use std::path::Path;

/// Pictures with more pixels are refused before they are decoded: no camera makes them, and they would take the memory.
const MOST_PIXELS: u64 = 100_000_000;

/// Reads one picture: JPEG, PNG, BMP, TIFF or WebP, turned upright where its EXIF orientation says so.
///
/// # Errors
/// When the file is missing, empty, breaks off or is no picture.
pub fn load_image(path: impl AsRef<Path>) -> Result<Image, CaptureError> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|error| CaptureError::io(path, &error))?;
    decode_image(&path.display().to_string(), &bytes)
}

/// Decodes a picture's file held in memory, as [`load_image`]; `name` is what an error calls it.
///
/// # Errors
/// When the bytes are none, break off or are no picture.
pub fn decode_image(name: &str, bytes: &[u8]) -> Result<Image, CaptureError> {
    prepare();
    let wrong = |reason: &str| CaptureError::new(name, reason);
    if bytes.is_empty() {
        return Err(wrong("the file is empty; copy it again from the camera"));
    }
    let format = format_of(bytes)
        .ok_or_else(|| wrong("is not a picture that can be read; JPEG, PNG, BMP, TIFF and WebP can"))?;
    if format == StillFormat::Heif {
        return Err(wrong("is a HEIC or AVIF picture, which cannot be read; convert it to JPEG first"));
    }
    if breaks_off(format, bytes) {
        return Err(wrong("the picture breaks off before its end; copy it again from the camera"));
    }
    if let Some((width, height)) = pixels_of(format, bytes)
        && width * height > MOST_PIXELS
    {
        let reason = format!(
            "the picture has {width}x{height} pixels, more than can be read; scale it down to 10000x10000 or less"
        );
        return Err(wrong(&reason));
    }
    imgcodecs::imdecode(&bytes, imgcodecs::IMREAD_COLOR)
        .ok()
        .and_then(|mat| image_from_mat(&mat))
        .ok_or_else(|| wrong("the picture is damaged and cannot be decoded; copy it again from the camera"))
}

/// The pixels of an 8-bit, three-channel matrix, or `None` when it is empty or of another kind.
pub(crate) fn image_from_mat(mat: &impl MatTraitConst) -> Option<Image> {
    if mat.empty() || mat.typ() != opencv::core::CV_8UC3 {
        return None;
    }
    let (width, height) = (usize::try_from(mat.cols()).ok()?, usize::try_from(mat.rows()).ok()?);
    let mut bytes = vec![0u8; width.checked_mul(height)?.checked_mul(3)?];
    // Copied by OpenCV, which also takes out what a matrix may pad its rows with.
    let mut wrapped = Mat::new_rows_cols_with_bytes_mut::<Vec3b>(mat.rows(), mat.cols(), &mut bytes).ok()?;
    mat.copy_to(&mut wrapped).ok()?;
    drop(wrapped);
    Image::from_bgr(width, height, bytes)
}

impl Image {
    /// The picture as an OpenCV matrix of three 8-bit channels, without copying.
    ///
    /// # Errors
    /// When a side is longer than OpenCV can count.
    pub fn as_mat(&self) -> opencv::Result<opencv::boxed_ref::BoxedRef<'_, Mat>> {
        let too_long = |_| opencv::Error::new(opencv::core::StsOutOfRange, "the picture is too large");
        let rows = i32::try_from(self.height()).map_err(too_long)?;
        let columns = i32::try_from(self.width()).map_err(too_long)?;
        Mat::new_rows_cols_with_bytes::<Vec3b>(rows, columns, self.bgr())
    }
}
