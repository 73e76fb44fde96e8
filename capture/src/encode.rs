use crate::picture::image_from_mat;
use crate::{CaptureError, Image, prepare};
use opencv::core::{Mat, Rect, Size, ToInputArray, Vector, VectorToVec};
use opencv::{imgcodecs, imgproc};

/// The picture made smaller, by the means of its pixels, so that its longer side has at most `longest` of them. A smaller one is copied.
///
/// # Errors
/// When OpenCV fails, for want of memory.
pub fn shrunk(image: &Image, longest: usize) -> Result<Image, CaptureError> {
    part_shrunk(image, [0, 0, image.width(), image.height()], longest)
        .ok_or_else(|| CaptureError::new("picture", "cannot be made smaller"))
}

/// A part of the picture, whose left, top, width and height are given in pixels, made smaller as [`shrunk`]; `None` where it does not lie in
/// the picture, or OpenCV fails, for want of memory.
pub fn part_shrunk(image: &Image, [left, top, width, height]: [usize; 4], longest: usize) -> Option<Image> {
    prepare();
    if width == 0 || height == 0 || left + width > image.width() || top + height > image.height() {
        return None;
    }
    let whole = image.as_mat().ok()?;
    let part = Mat::roi(&whole, Rect::new(left as i32, top as i32, width as i32, height as i32)).ok()?;
    let longer = width.max(height);
    if longer <= longest || longest == 0 {
        return image_from_mat(&part);
    }
    let side = |length: usize| (length * longest / longer).max(1) as i32;
    let size = Size::new(side(width), side(height));
    // means of whole blocks are fast, of parts of pixels ten times as slow as what lies between two pixels
    let block = longer / longest;
    let blocks = Size::new((width / block) as i32, (height / block) as i32);
    let small = match block > 1 && blocks.width > 0 && blocks.height > 0 {
        true => {
            let whole_blocks = Rect::new(0, 0, blocks.width * block as i32, blocks.height * block as i32);
            let means = resized(&Mat::roi(&part, whole_blocks).ok()?, blocks, imgproc::INTER_AREA)?;
            resized(&means, size, imgproc::INTER_LINEAR)?
        }
        false => resized(&part, size, imgproc::INTER_LINEAR)?,
    };
    image_from_mat(&small)
}

fn resized(from: &impl ToInputArray, size: Size, how: i32) -> Option<Mat> {
    let mut to = Mat::default();
    imgproc::resize(from, &mut to, size, 0.0, 0.0, how).ok().map(|()| to)
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
