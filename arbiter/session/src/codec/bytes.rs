/// The bytes are not what an encoder writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the stored inputs are damaged at byte {at}")]
pub struct Malformed {
    /// Where it was noticed, from the chunk's beginning.
    pub at: usize,
}

pub(super) fn put_unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(super) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put_unsigned(out, ((value << 1) ^ (value >> 63)) as u64);
}

/// Reads a chunk from its beginning.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(super) fn malformed(&self) -> Malformed {
        Malformed { at: self.at }
    }

    pub(super) fn byte(&mut self) -> Result<u8, Malformed> {
        let byte = *self.bytes.get(self.at).ok_or(self.malformed())?;
        self.at += 1;
        Ok(byte)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut array = [0; N];
        for byte in &mut array {
            *byte = self.byte()?;
        }
        Ok(array)
    }

    /// The next `length` bytes.
    pub(super) fn slice(&mut self, length: u64) -> Result<&'a [u8], Malformed> {
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        let slice = end.and_then(|end| self.bytes.get(self.at..end)).ok_or(self.malformed())?;
        self.at += slice.len();
        Ok(slice)
    }

    pub(super) fn unsigned(&mut self) -> Result<u64, Malformed> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.malformed())
    }

    pub(super) fn signed(&mut self) -> Result<i64, Malformed> {
        let folded = self.unsigned()?;
        Ok((folded >> 1) as i64 ^ -((folded & 1) as i64))
    }

    /// A signed number of a narrower type.
    pub(super) fn narrow<T: TryFrom<i64>>(&mut self) -> Result<T, Malformed> {
        let value = self.signed()?;
        T::try_from(value).map_err(|_| self.malformed())
    }
}
