//! Text compressed with zlib.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// Compresses a text at the highest level.
pub(crate) fn pack(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes());
    written
        .and_then(|()| encoder.finish())
        .expect("a vector takes all bytes")
}

/// Unpacks the text at the start of `bytes`. Returns the text and its compressed length in bytes, or `None` if the
/// bytes are damaged or the text is longer than `limit` bytes.
pub(crate) fn unpack(bytes: &[u8], limit: usize) -> Option<(String, usize)> {
    let mut decoder = ZlibDecoder::new(bytes);
    let mut text = String::new();
    let most = u64::try_from(limit).ok()?.saturating_add(1);
    decoder.by_ref().take(most).read_to_string(&mut text).ok()?;
    let length = usize::try_from(decoder.total_in()).ok()?;
    (text.len() <= limit).then_some((text, length))
}

/// Unpacks up to `most` bytes of the text at the start of `bytes`, even if the text is cut off.
pub(crate) fn unpack_beginning(bytes: &[u8], most: usize) -> String {
    let mut decoder = ZlibDecoder::new(bytes);
    let mut text = vec![0; most];
    let mut length = 0;
    while let Ok(read @ 1..) = decoder.read(&mut text[length..]) {
        length += read;
    }
    String::from_utf8_lossy(&text[..length]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_returns_the_text_and_its_compressed_length() {
        let mut bytes = pack("two\nlines");
        let length = bytes.len();
        bytes.extend(b"\n1 1 more");
        assert_eq!(unpack(&bytes, 9), Some(("two\nlines".to_owned(), length)));
        assert_eq!(unpack(&bytes, 8), None, "longer than allowed");
        assert_eq!(unpack(&bytes[..length - 1], 9), None, "cut off");
        assert_eq!(unpack(b"no zlib", 9), None);
    }

    #[test]
    fn the_beginning_of_a_text_can_be_unpacked_from_part_of_its_bytes() {
        let text: String = (0..2_000).map(|number| format!("{number} ")).collect();
        let bytes = pack(&text);
        assert_eq!(unpack_beginning(&bytes, 20), text[..20]);
        assert_eq!(unpack_beginning(&bytes, 100_000), text);
        let half = unpack_beginning(&bytes[..bytes.len() / 2], 100_000);
        assert!(half.len() > 1_000 && text.starts_with(&half), "{half}");
        assert_eq!(unpack_beginning(b"no zlib", 20), "");
    }
}
