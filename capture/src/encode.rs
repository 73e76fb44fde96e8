use crate::picture::image_from_mat;
use crate::{CaptureError, Image, prepare};
use opencv::core::{Mat, Size, Vector, VectorToVec};
use opencv::{imgcodecs, imgproc};

/// The picture made smaller, by the means of its pixels, so that its longer side has at most `longest` of them. A smaller one is copied.
///
/// # Errors
/// When OpenCV fails, for want of memory.
pub fn shrunk(image: &Image, longest: usize) -> Result<Image, CaptureError> {
    prepare();
    let wrong =
        |error: opencv::Error| CaptureError::new("picture", format!("cannot be made smaller: {}", error.message));
    let longer = image.width().max(image.height());
    if longer <= longest || longest == 0 {
        return Ok(image.clone());
    }
    let side = |length: usize| (length * longest / longer).max(1) as i32;
    let mut small = Mat::default();
    let size = Size::new(side(image.width()), side(image.height()));
    imgproc::resize(&image.as_mat().map_err(wrong)?, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA).map_err(wrong)?;
    image_from_mat(&small).ok_or_else(|| CaptureError::new("picture", "cannot be made smaller"))
}

/// The picture as a JPEG's bytes, of a quality from 1 to 100.
///
/// # Errors
/// When OpenCV fails, for want of memory.
pub fn jpeg(image: &Image, quality: u8) -> Result<Vec<u8>, CaptureError> {
    prepare();
    let wrong = |error: opencv::Error| CaptureError::new("picture", format!("cannot be encoded: {}", error.message));
    let mut bytes = Vector::<u8>::new();
    let options = Vector::<i32>::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, i32::from(quality.clamp(1, 100))]);
    imgcodecs::imencode(".jpg", &image.as_mat().map_err(wrong)?, &mut bytes, &options).map_err(wrong)?;
    Ok(bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode_image;

    #[test]
    fn a_picture_is_made_smaller_and_encoded() {
        let image = Image::from_bgr(400, 200, [10, 120, 230].repeat(400 * 200)).unwrap();
        let small = shrunk(&image, 100).unwrap();
        assert_eq!((small.width(), small.height()), (100, 50));
        assert_eq!(shrunk(&small, 100).unwrap(), small);
        let read = decode_image("x", &jpeg(&small, 90).unwrap()).unwrap();
        let pixel = read.pixel(50, 25).unwrap();
        assert!(pixel.iter().zip([10u8, 120, 230]).all(|(a, b)| a.abs_diff(b) < 6), "{pixel:?}");
    }
}
