/// The picture formats that are told apart by their first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StillFormat {
    Jpeg,
    Png,
    /// Another format that OpenCV reads: BMP, TIFF or WebP.
    Other,
    /// HEIC or AVIF, as telephones write it, which OpenCV does not read here.
    Heif,
}

/// The format that `bytes`, a file's beginning, announce, or `None` when it is no known picture.
pub(crate) fn format_of(bytes: &[u8]) -> Option<StillFormat> {
    let brand = bytes.get(4..12);
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        Some(StillFormat::Jpeg)
    } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(StillFormat::Png)
    } else if bytes.starts_with(b"BM")
        || bytes.starts_with(b"II*\0")
        || bytes.starts_with(b"MM\0*")
        || (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"))
    {
        Some(StillFormat::Other)
    } else if brand.is_some_and(|b| [&b"ftypheic"[..], b"ftypheix", b"ftypmif1", b"ftypavif", b"ftyphevc"].contains(&b))
    {
        Some(StillFormat::Heif)
    } else {
        None
    }
}

/// Whether a whole file of this format breaks off before its end mark. Only JPEG and PNG have one that is looked for:
/// OpenCV fills what is missing of a JPEG with grey and says nothing.
pub(crate) fn breaks_off(format: StillFormat, bytes: &[u8]) -> bool {
    match format {
        StillFormat::Jpeg => !jpeg_is_complete(bytes),
        StillFormat::Png => !png_is_complete(bytes),
        StillFormat::Other | StillFormat::Heif => false,
    }
}

/// Width and height as the file's beginning announces them; `None` where it does not say so soon, or in another format.
pub(crate) fn pixels_of(format: StillFormat, bytes: &[u8]) -> Option<(u64, u64)> {
    let number = |at: usize, length: usize| {
        bytes.get(at..at + length).map(|bytes| bytes.iter().fold(0u64, |n, &byte| n << 8 | u64::from(byte)))
    };
    match format {
        StillFormat::Png => Some((number(16, 4)?, number(20, 4)?)),
        StillFormat::Jpeg => {
            let mut at = 2;
            // the first frame header: SOF0 to SOF15 but for the three marks among them that mean other things
            while bytes.get(at) == Some(&0xFF) {
                match *bytes.get(at + 1)? {
                    0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                        return Some((number(at + 7, 2)?, number(at + 5, 2)?));
                    }
                    _ => at += 2 + usize::try_from(number(at + 2, 2)?).ok()?,
                }
            }
            None
        }
        StillFormat::Other | StillFormat::Heif => None,
    }
}

/// Walks a JPEG's marker segments (ITU-T T.81, annex B) to the end-of-image marker. An end mark inside a thumbnail
/// does not count, nor does anything that a camera wrote after the end.
fn jpeg_is_complete(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&mark) = bytes.get(at) {
        if mark != 0xFF {
            // between segments there is entropy-coded data, in which 0xFF is always followed by 0 or a restart mark
            at += 1;
            continue;
        }
        match bytes.get(at + 1) {
            None => return false,
            Some(0xD9) => return true,
            Some(0xFF) => at += 1,
            Some(0x00 | 0x01 | 0xD0..=0xD8) => at += 2,
            Some(_) => match bytes.get(at + 2..at + 4) {
                Some(length) => at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]])),
                None => return false,
            },
        }
    }
    false
}

/// Walks a PNG's chunks (ISO/IEC 15948, clause 5.3) to IEND.
fn png_is_complete(bytes: &[u8]) -> bool {
    let mut at = 8;
    while let (Some(length), Some(name)) = (bytes.get(at..at + 4), bytes.get(at + 4..at + 8)) {
        let length = length.iter().fold(0usize, |n, &byte| n << 8 | usize::from(byte));
        at += length + 12;
        if name == b"IEND" {
            return at <= bytes.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thumbnails_end_is_not_the_pictures() {
        // start, an APP1 segment holding a whole tiny JPEG, a scan, restart mark and stuffed byte, end
        let mut jpeg = vec![0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0x06, 0xFF, 0xD8, 0xFF, 0xD9];
        jpeg.extend([0xFF, 0xDA, 0x00, 0x02, 0x12, 0xFF, 0x00, 0xFF, 0xD0, 0x34]);
        assert!(breaks_off(StillFormat::Jpeg, &jpeg));
        jpeg.extend([0xFF, 0xD9, b'm', b'o', b'r', b'e']);
        assert!(!breaks_off(StillFormat::Jpeg, &jpeg));
        for end in 2..jpeg.len() - 4 {
            assert!(breaks_off(StillFormat::Jpeg, &jpeg[..end]), "cut at {end}");
        }
    }

    #[test]
    fn the_size_is_known_before_anything_is_decoded() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        png.extend([0, 0, 0x4e, 0x20, 0, 0, 0x03, 0xe8]);
        assert_eq!(pixels_of(StillFormat::Png, &png), Some((20_000, 1000)));
        let jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0x02, 0x58, 0x03, 0x20];
        assert_eq!(pixels_of(StillFormat::Jpeg, &jpeg), Some((800, 600)));
        assert_eq!(pixels_of(StillFormat::Jpeg, &jpeg[..12]), None);
    }

    #[test]
    fn formats_are_known_by_their_first_bytes() {
        assert_eq!(format_of(b"\x89PNG\r\n\x1a\n...."), Some(StillFormat::Png));
        assert_eq!(format_of(b"\0\0\0\x18ftypheic...."), Some(StillFormat::Heif));
        assert_eq!(format_of(b"\0\0\0\x18ftypisom...."), None);
        assert_eq!(format_of(b""), None);
    }
}
