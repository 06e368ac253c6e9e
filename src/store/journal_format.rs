//! Format of a session's journal: a head, a copy of the snapshot that the journal continues, and one line for every
//! input after the snapshot.
//!
//! ```text
//! affray journal 3 generation 3 base 6c62272e07bb0142 length 17 follows 0af3c1… head 5d0f…
//! (the snapshot, compressed with zlib into 17 bytes)
//! 1 1 93f1c2a77de01b54 12 Answer("14")
//! 2 2 0c5d… 9 Undo
//! ```
//!
//! A line has its number, the number of the first line of the same write, a checksum, the length of the text in bytes,
//! and the text. The checksum covers the base, so a line is never valid after another snapshot.
//!
//! The head ends with its own [`checksum`], which is the same in every format, so that every version can detect a
//! damaged head.

use std::fmt::Write;

/// Beginning of the first line of every journal, before the format number.
const MAGIC: &str = "affray journal ";
/// Maximum length of a head, in bytes.
const HEAD_LIMIT: usize = 1024;

/// Computes an FNV-1a checksum of 64 bits. A change of a single byte always changes the checksum, so it detects damaged
/// disk blocks. The checksum is not secure against forgery.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(BASIS, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(PRIME)
    })
}

/// Start value and factor of FNV-1a.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Checksum of the FNV-1a kind over eight bytes at a time, independent of how the bytes are split. The checksum is fast
/// because the checksum of a long fight is computed before anything is shown. Any change of a single byte changes it.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    sum: u64,
    length: u64,
    /// Bytes of the last incomplete word, padded with zeros.
    rest: [u8; 8],
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            sum: BASIS,
            length: 0,
            rest: [0; 8],
        }
    }
}

impl Sum {
    /// Computes the checksum of these bytes alone.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::default();
        sum.add(bytes);
        sum.end()
    }

    /// Adds bytes to the checksum.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let waiting = usize::try_from(self.length % 8).unwrap_or(0);
        self.length += bytes.len() as u64;
        let filling = bytes.len().min((8 - waiting) % 8);
        let (first, bytes) = bytes.split_at(filling);
        self.rest[waiting..waiting + filling].copy_from_slice(first);
        if waiting + filling == 8 {
            let word = std::mem::take(&mut self.rest);
            self.word(u64::from_le_bytes(word));
        }
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    /// Returns the final checksum. The checksum includes the number of bytes, so zeros at the end count.
    pub(crate) fn end(mut self) -> u64 {
        self.word(u64::from_le_bytes(self.rest));
        self.word(self.length);
        self.sum
    }

    /// Adds a 64-bit word to the checksum. From the same checksum, different words lead to different checksums. With
    /// the same word, different checksums lead to different checksums.
    fn word(&mut self, word: u64) {
        self.sum = (self.sum ^ word).wrapping_mul(PRIME).rotate_left(29);
    }
}

/// Number of the current format.
const FORMAT: u32 = 3;

/// Computes the checksum of a line.
fn line_sum(base: u64, number: u64, group: u64, text: &[u8]) -> u64 {
    let mut sum = Sum::default();
    for part in [base, number, group] {
        sum.add(&part.to_le_bytes());
    }
    sum.add(text);
    sum.end()
}

/// Header line of a journal, which names the snapshot that the lines continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// Number of journals that the session has had, including this journal.
    pub generation: u64,
    /// Checksum of the uncompressed snapshot.
    pub base: u64,
    /// Length of the compressed copy in bytes.
    pub length: usize,
    /// Checksums that the snapshot file may still have if Affray ended between writing this journal and the snapshot
    /// file.
    pub follows: Vec<u64>,
}

/// Reason why a head was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoHead {
    /// Valid head in a format of a later version.
    Newer(u32),
    /// Valid head in a format that only development versions wrote.
    BeforeRelease,
    Damaged,
}

impl Head {
    /// Returns the head of a journal that continues `snapshot`, whose compressed copy has `length` bytes.
    pub(crate) fn new(generation: u64, snapshot: &str, length: usize, follows: &[u64]) -> Head {
        Head {
            generation,
            base: Sum::of(snapshot.as_bytes()),
            length,
            follows: follows.to_vec(),
        }
    }

    /// Returns the first line of the journal; the copy of the snapshot and a line feed follow it.
    pub(crate) fn write(&self) -> String {
        let mut text = format!(
            "{MAGIC}{} generation {} base {:016x} length {} follows",
            FORMAT, self.generation, self.base, self.length
        );
        for sum in &self.follows {
            let _ = write!(text, " {sum:016x}");
        }
        let sum = checksum(text.as_bytes());
        let _ = writeln!(text, " head {sum:016x}");
        text
    }

    /// Reads the head at the beginning of `bytes`. Also returns the offset of the snapshot's copy.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Head, usize), NoHead> {
        let end = bytes
            .iter()
            .take(HEAD_LIMIT)
            .position(|byte| *byte == b'\n')
            .ok_or(NoHead::Damaged)?;
        let line = str::from_utf8(&bytes[..end]).map_err(|_| NoHead::Damaged)?;
        let (text, sum) = line.rsplit_once(" head ").ok_or(NoHead::Damaged)?;
        if hex(sum) != Some(checksum(text.as_bytes())) {
            return Err(NoHead::Damaged);
        }
        let (format, fields) = text
            .strip_prefix(MAGIC)
            .and_then(|rest| rest.split_once(' '))
            .ok_or(NoHead::Damaged)?;
        let number: u32 = decimal(format).ok_or(NoHead::Damaged)?;
        if number > FORMAT {
            return Err(NoHead::Newer(number));
        }
        if (1..FORMAT).contains(&number) {
            return Err(NoHead::BeforeRelease);
        }
        let head = Head::fields(fields).filter(|_| number == FORMAT);
        Ok((head.ok_or(NoHead::Damaged)?, end + 1))
    }

    fn fields(text: &str) -> Option<Head> {
        let mut words = text.split(' ');
        let mut field = |name: &str| {
            if words.next()? == name {
                words.next()
            } else {
                None
            }
        };
        let generation = decimal(field("generation")?)?;
        let base = hex(field("base")?)?;
        let length = decimal(field("length")?)?;
        let (_, sums) = text.split_once(" follows")?;
        let follows = sums.split_whitespace().map(hex).collect::<Option<_>>()?;
        Some(Head {
            generation,
            base,
            length,
            follows,
        })
    }
}

/// Formats a line of the journal. `text` must not contain a line feed.
pub(crate) fn line(base: u64, number: u64, group: u64, text: &str) -> String {
    format!(
        "{number} {group} {:016x} {} {text}\n",
        line_sum(base, number, group, text.as_bytes()),
        text.len()
    )
}

/// Lines of a journal after the copy of the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    /// Texts of the complete lines, in order from number 1.
    pub good: Vec<String>,
    /// State of the journal after the complete lines.
    pub end: End,
}

/// End of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Ends with a complete line.
    Clean,
    /// Ends during the last write, for example after a power cut. No part of that write was ever confirmed.
    Torn {
        /// Number of complete lines after the cut from the same write.
        later: usize,
    },
    /// Contains a damaged line that was complete before.
    Damaged {
        /// Number of complete lines after the damaged line.
        later: usize,
    },
}

/// Number of consecutive zeros that indicate a missing disk block rather than damaged data.
const EMPTY: &[u8] = &[0; 2];

/// Reads the lines that continue the snapshot with checksum `base`.
pub(crate) fn read_lines(bytes: &[u8], base: u64) -> Lines {
    let mut good: Vec<String> = Vec::new();
    let mut rest = bytes;
    while let Some((row, behind)) = split_row(rest) {
        let number = good.len() as u64 + 1;
        match parse(row, base) {
            Some(line) if line.number == number => good.push(line.text.to_owned()),
            _ => break,
        }
        rest = behind;
    }
    if rest.is_empty() {
        let end = End::Clean;
        return Lines { good, end };
    }
    let missing = good.len() as u64 + 1;
    // A line that was cut off has no line feed, or zeros in place of a missing block. Any other damaged line was
    // complete before.
    let cut =
        split_row(rest).is_none_or(|(row, _)| row.windows(EMPTY.len()).any(|part| part == EMPTY));
    let (mut later, mut synced) = (0, false);
    while let Some((row, behind)) = split_row(rest) {
        if let Some(line) = parse(row, base) {
            later += usize::from(line.number > missing);
            // Blocks of one write reach the disk in any order, so lines of the same write prove nothing. A line of a
            // later write proves that the missing line had been synced.
            synced |= line.group > missing;
        }
        rest = behind;
    }
    let end = if cut && !synced {
        End::Torn { later }
    } else {
        End::Damaged { later }
    };
    Lines { good, end }
}

/// Splits bytes at the next line feed, which is dropped.
fn split_row(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

struct Line<'a> {
    number: u64,
    group: u64,
    text: &'a str,
}

fn parse(row: &[u8], base: u64) -> Option<Line<'_>> {
    let mut parts = str::from_utf8(row).ok()?.splitn(5, ' ');
    let number = decimal(parts.next()?)?;
    let group = decimal(parts.next()?)?;
    let sum = hex(parts.next()?)?;
    let length: usize = decimal(parts.next()?)?;
    let text = parts.next()?;
    let adds_up = || line_sum(base, number, group, text.as_bytes()) == sum;
    let whole = text.len() == length && adds_up();
    whole.then_some(Line {
        number,
        group,
        text,
    })
}

/// Parses a number of digits only: `+7` and `007` would give the same number and hide damage.
fn decimal<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse()
        .ok()
        .filter(|number: &T| number.to_string() == text)
}

/// Parses exactly sixteen lower-case hexadecimal digits.
fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16)
        .ok()
        .filter(|number| format!("{number:016x}") == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(base: u64, groups: &[&[&str]]) -> String {
        let mut text = String::new();
        let mut number = 1;
        for group in groups {
            let first = number;
            for part in *group {
                text += &line(base, number, first, part);
                number += 1;
            }
        }
        text
    }

    #[test]
    fn a_checksum_does_not_depend_on_how_the_bytes_are_split() {
        let bytes: Vec<u8> = (0..40).collect();
        for (one, other) in (0..40).flat_map(|one| (one..=40).map(move |other| (one, other))) {
            let mut sum = Sum::default();
            for piece in [&bytes[..one], &bytes[one..other], &bytes[other..]] {
                sum.add(piece);
            }
            assert_eq!(sum.end(), Sum::of(&bytes), "{one} {other}");
        }
    }

    #[test]
    fn a_changed_byte_and_an_added_zero_change_every_checksum() {
        let bytes: Vec<u8> = (100..121).collect();
        let sum = Sum::of(&bytes);
        for place in 0..bytes.len() {
            for flipped in (0..8).map(|bit| 1 << bit) {
                let mut changed = bytes.clone();
                changed[place] ^= flipped;
                assert_ne!(Sum::of(&changed), sum, "{place}");
            }
        }
        assert_ne!(Sum::of(&[&bytes[..], &[0]].concat()), sum);
        assert_ne!(Sum::of(&[0; 7]), Sum::of(&[0; 8]));
    }

    #[test]
    fn journal_checksums_are_the_same_in_all_versions() {
        assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Sum::of(b"a fight of long ago"), 15_651_667_767_844_907_086);
    }

    #[test]
    fn journal_lines_are_read_as_they_were_written() {
        let head = Head::new(3, "(snapshot)\n", 11, &[7, u64::MAX]);
        let text = head.write();
        let (read, start) = Head::read(text.as_bytes()).expect("a whole head");
        assert_eq!((read, start), (head, text.len()));
        let lines = written(5, &[&["a", ""], &["Answer(\"b c\")"]]);
        let expected = Lines {
            good: vec!["a".into(), String::new(), "Answer(\"b c\")".into()],
            end: End::Clean,
        };
        assert_eq!(read_lines(lines.as_bytes(), 5), expected);
        assert_eq!(
            read_lines(lines.as_bytes(), 6).good,
            Vec::<String>::new(),
            "another base"
        );
    }

    #[test]
    fn a_newer_format_is_not_mistaken_for_damage() {
        let text = "affray journal 4 whatever it may say";
        let whole = format!("{text} head {:016x}\n", checksum(text.as_bytes()));
        assert_eq!(Head::read(whole.as_bytes()), Err(NoHead::Newer(4)));
        assert_eq!(
            Head::read(whole.replace('4', "5").as_bytes()),
            Err(NoHead::Damaged)
        );
        assert_eq!(Head::read(&[b' '; 5000]), Err(NoHead::Damaged));
    }

    #[test]
    fn a_torn_write_is_not_mistaken_for_damage() {
        let text = written(1, &[&["first"], &["second"], &["third", "fourth"]]);
        let damaged = text.replace("first", "fir5t");
        assert_eq!(
            read_lines(damaged.as_bytes(), 1),
            Lines {
                good: vec![],
                end: End::Damaged { later: 3 }
            }
        );
        // The third line is lost and the fourth is complete. Both lines were in one write, so neither line was
        // confirmed.
        let torn = text.replace("third", "\0\0\0\0\0");
        let before: Vec<String> = vec!["first".into(), "second".into()];
        assert_eq!(
            read_lines(torn.as_bytes(), 1),
            Lines {
                good: before.clone(),
                end: End::Torn { later: 1 }
            }
        );
        let cut = &text[..text.len() - 1];
        assert_eq!(read_lines(cut.as_bytes(), 1).end, End::Torn { later: 0 });
        assert_eq!(read_lines(cut.as_bytes(), 1).good.len(), 3);
        // A line of full length with a wrong checksum was complete before, even if few lines follow it.
        let damaged = text.replace("third", "thirt");
        assert_eq!(
            read_lines(damaged.as_bytes(), 1),
            Lines {
                good: before,
                end: End::Damaged { later: 1 }
            }
        );
        let last = text.replace("fourth", "fourht");
        assert_eq!(
            read_lines(last.as_bytes(), 1).end,
            End::Damaged { later: 0 }
        );
    }
}
