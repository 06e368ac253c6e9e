//! Foreign text made safe to show, and text measured and cut by the columns it takes.
//!
//! Names, notes and file names come from people and files. [`sanitize`] stands where such text enters the model, so that
//! nothing further right needs to think of escape sequences. Widths are the sum over grapheme clusters, which is how
//! ratatui fills its cells; `len()` is never a width.

mod english;
mod fold;
pub(crate) mod packed;

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

pub use english::{agree, capital, counted, in_words, listed, noun};
pub use fold::{beginnings, fold};

/// The longest name of a combatant, a side or a fight, in characters.
pub(crate) const NAME_LIMIT: usize = 60;

/// The longest single line of text (a note, a ruling, a message), in characters.
pub(crate) const LINE_LIMIT: usize = 1_000;

/// What stands for a character that would not be seen or has no picture of its own.
pub(crate) const MARK: char = '·';

/// What stands for text that was cut away.
pub(crate) const ELLIPSIS: char = '…';

/// Combining marks that one letter may carry; Vietnamese and Hebrew need three, "zalgo" text hundreds.
const MARKS_ON_A_LETTER: usize = 4;

/// A message of one or more lines made harmless on a terminal, line by line; every line ends.
pub fn sanitize_lines(message: &str) -> String {
    let lines = message.lines();
    lines
        .map(|line| format!("{}\n", sanitize(line, usize::MAX)))
        .collect()
}

/// Makes `text` harmless on a terminal and at most `limit` characters long.
///
/// Control characters become their pictures (`␛` for escape), what is invisible or turns the reading direction becomes
/// [`MARK`], so that a reader sees that something was there. The result is one line, and running it through again
/// changes nothing. Text that is safe already, nearly always, is borrowed.
pub fn sanitize(text: &str, limit: usize) -> Cow<'_, str> {
    if is_printable(text, limit) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len().min(limit.saturating_mul(4)));
    let mut stacked = MARKS_ON_A_LETTER;
    for (place, c) in text.chars().enumerate() {
        if place + 1 >= limit {
            // The last place is the ellipsis' unless the text ends right here.
            if limit == 0 {
                break;
            }
            if text.chars().nth(limit).is_some() {
                clean.push(ELLIPSIS);
                break;
            }
        }
        clean.push(shown(c, &mut stacked));
    }
    Cow::Owned(clean)
}

/// Text as it stands in XML, in an element or between quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Whether `c` may reach the screen by itself: it neither controls the terminal, nor turns the direction, nor hides.
pub fn is_safe(c: char) -> bool {
    picture(c) == c
}

fn is_printable(text: &str, limit: usize) -> bool {
    // Bytes bound characters from above, so that short plain names are not counted twice.
    if text.len() > limit && text.chars().nth(limit).is_some() {
        return false;
    }
    let mut stacked = MARKS_ON_A_LETTER;
    text.bytes().all(|b| (0x20..0x7f).contains(&b))
        || text.chars().all(is_plain)
        || text.chars().all(|c| shown(c, &mut stacked) == c)
}

/// What is shown for `c`, counting in `stacked` how many combining marks the letter before it carries. Text starts as if
/// the letter were full, because a mark at the very start would sit on whatever is drawn to its left.
fn shown(c: char, stacked: &mut usize) -> char {
    let picture = picture(c);
    if picture != c || char_width(c) > 0 {
        *stacked = 0;
        return picture;
    }
    if *stacked >= MARKS_ON_A_LETTER {
        *stacked = 0;
        return MARK;
    }
    *stacked += 1;
    c
}

fn char_width(c: char) -> usize {
    unicode_width::UnicodeWidthChar::width(c).unwrap_or(0)
}

/// `c` itself, or what is shown in its place.
fn picture(c: char) -> char {
    match c {
        // The control pictures stand in the same order as the controls.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(MARK),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}' => MARK,
        // Invisible: soft hyphen, joiners, fillers, invisible operators, byte order mark, annotation anchors.
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' => MARK,
        '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' => MARK,
        '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' => MARK,
        '\u{1d173}'..='\u{1d17a}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}' => MARK,
        // Direction: Arabic letter mark, marks, embeddings, overrides, isolates.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            MARK
        }
        // Line and paragraph separators.
        '\u{2028}' | '\u{2029}' => '␤',
        _ => c,
    }
}

/// The columns that `text` takes on the screen.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return text.len();
    }
    if text.chars().all(is_plain) {
        return text.chars().count();
    }
    text.graphemes(true).map(grapheme_width).sum()
}

/// Whether a character is safe, stands by itself whatever is beside it and takes one column: Latin letters, dashes and dots,
/// arrows, and what frames and bars are drawn with.
fn is_plain(c: char) -> bool {
    matches!(
        c,
        ' '..='~'
            | '\u{a1}'..='\u{ac}'
            | '\u{ae}'..='\u{17f}'
            | '\u{2010}'..='\u{2027}'
            | '\u{2190}'..='\u{21ff}'
            | '\u{2500}'..='\u{25fc}'
    )
}

/// The columns of one grapheme as ratatui fills its cells. It gives the halfwidth sound marks of katakana a column on top
/// of what unicode-width says; text that counted less would run out of its pane.
fn grapheme_width(grapheme: &str) -> usize {
    let sound_marks = grapheme
        .chars()
        .filter(|c| matches!(c, '\u{ff9e}' | '\u{ff9f}'));
    grapheme.width() + sound_marks.count()
}

/// `text`, or as much of it as fits with an ellipsis into `columns`.
pub(crate) fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut short = String::from(head(text, columns - 1));
    short.push(ELLIPSIS);
    Cow::Owned(short)
}

/// The same, but that a number at the end stays: what stands before it gives way.
pub(crate) fn cut_before_number(text: &str, columns: usize) -> Cow<'_, str> {
    let ends = text
        .rsplit_once(' ')
        .filter(|(_, last)| last.contains(|c: char| c.is_ascii_digit()));
    match ends {
        Some((before, last)) if width(text) > columns && width(last) + 3 <= columns => {
            let room = columns - width(last) - 1;
            Cow::Owned(format!("{} {last}", cut(before, room)))
        }
        _ => cut(text, columns),
    }
}

/// `text` cut or filled with spaces on its right to exactly `columns`.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let mut padded = cut(text, columns).into_owned();
    let missing = columns.saturating_sub(width(&padded));
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

/// `text` cut or filled with spaces on its left to exactly `columns`, for numbers.
pub(crate) fn pad_left(text: &str, columns: usize) -> String {
    let short = cut(text, columns);
    let mut padded = " ".repeat(columns.saturating_sub(width(&short)));
    padded.push_str(&short);
    padded
}

/// Rows of cells as lines, each column as wide as its widest cell: the first stands left, the others right, with `gap`
/// between them. A row may have fewer cells than others.
pub(crate) fn aligned<'r>(
    rows: impl Iterator<Item = &'r [String]> + Clone,
    gap: &str,
) -> Vec<String> {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows.clone() {
        widths.resize(widths.len().max(row.len()), 0);
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(width(cell));
        }
    }
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(place, (cell, widest))| match place {
            0 => pad(cell, *widest),
            _ => pad_left(cell, *widest),
        });
        cells
            .collect::<Vec<String>>()
            .join(gap)
            .trim_end()
            .to_owned()
    };
    rows.map(line).collect()
}

/// `text` in lines of at most `columns`, broken at spaces and, where a word alone is too long, inside it. A line feed
/// in `text` breaks too. Spaces at the beginning of a line of `text` stay, as indentation; those at a break go.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for line in text.split('\n') {
        wrap_line(line, columns, &mut lines);
    }
    lines
}

fn wrap_line(text: &str, columns: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    let mut used = 0;
    let mut words = text.split(' ').peekable();
    let mut first = true;
    while let Some(mut word) = words.next() {
        let space = usize::from(!first);
        first = false;
        if used + space + width(word) <= columns {
            if space == 1 {
                line.push(' ');
            }
            line.push_str(word);
            used += space + width(word);
            continue;
        }
        if !line.trim_end().is_empty() {
            lines.push(line.trim_end().to_owned());
        }
        line.clear();
        while width(word) > columns {
            let fitting = head(word, columns);
            if fitting.is_empty() {
                // One picture wider than the whole line: say that something was there and go on behind it.
                lines.push(ELLIPSIS.to_string());
                word = behind_first(word);
            } else {
                lines.push(fitting.to_owned());
                word = &word[fitting.len()..];
            }
        }
        line.push_str(word);
        used = width(word);
        // A run of spaces at a break would otherwise indent the next line.
        if word.is_empty() {
            while words.next_if(|next| next.is_empty()).is_some() {}
            first = true;
        }
    }
    lines.push(line);
}

/// As many whole graphemes from the start of `text` as fit into `columns`.
pub(crate) fn head(text: &str, columns: usize) -> &str {
    if text.chars().all(is_plain) {
        let end = text.char_indices().nth(columns);
        return end.map_or(text, |(end, _)| &text[..end]);
    }
    let mut used = 0;
    for (start, grapheme) in text.grapheme_indices(true) {
        used += grapheme_width(grapheme);
        if used > columns {
            return &text[..start];
        }
    }
    text
}

fn behind_first(text: &str) -> &str {
    let first = text.graphemes(true).next().map_or(0, str::len);
    &text[first..]
}

/// The one of `candidates` that `word` was probably meant to be: at most one letter in three is wrong, missing, too many
/// or swapped with its neighbour. Capitals, spaces, `-` and `_` do not count.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let (word, long) = letters(word);
    let most = long.div_ceil(3);
    let near = candidates.into_iter().filter_map(|candidate| {
        let (letters, length) = letters(candidate);
        // So many are missing or too many at least; a word of which nothing is left was not meant.
        let may_be = long.abs_diff(length) <= most;
        let edits = may_be.then(|| strsim::osa_distance(&word, &letters))?;
        (edits <= most && edits < length.max(long)).then_some((edits, candidate))
    });
    let (_, candidate) = near.min_by_key(|&(edits, _)| edits)?;
    Some(candidate)
}

/// What counts of a word, and how many letters that is.
fn letters(word: &str) -> (String, usize) {
    let kept = word.chars().take(NAME_LIMIT).flat_map(char::to_lowercase);
    let kept: String = kept.filter(|c| !matches!(c, '_' | '-' | ' ')).collect();
    let many = kept.chars().count();
    (kept, many)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(sanitize(text, LINE_LIMIT), expected);
    }

    #[test]
    fn plain_characters_stand_by_themselves_in_one_column() {
        let plain: Vec<char> = ('\0'..='\u{10ffff}').filter(|c| is_plain(*c)).collect();
        for c in &plain {
            assert_eq!(grapheme_width(&c.to_string()), 1, "{c:?}");
            assert!(is_safe(*c), "{c:?}");
        }
        let text: String = plain.iter().collect();
        assert_eq!(text.graphemes(true).count(), plain.len());
    }

    #[test]
    fn names_of_the_world_pass() {
        for name in [
            "",
            "Goblin 1",
            "Zoë",
            "Phở Tàu",
            "שָׁלוֹם",
            "Ольга",
            "ゴブリン",
            "🐉",
            "नमस्ते",
            "a b",
        ] {
            assert!(matches!(sanitize(name, 60), Cow::Borrowed(_)), "{name}");
        }
    }

    #[test]
    fn what_drives_a_terminal_becomes_visible() {
        check("\x1b[2Jboo", "␛[2Jboo");
        check("a\r\nb\tc\0", "a␍␊b␉c␀");
        check("\u{9b}31m\u{7f}", "·31m␡");
        check("evil\u{202e}txt.exe", "evil·txt.exe");
        check("a\u{200b}b\u{200d}c\u{feff}d\u{ad}e", "a·b·c·d·e");
        check("a\u{2028}b\u{2029}c\u{85}d", "a␤b␤c·d");
        check("tag\u{e0041}\u{fe0f}\u{3164}", "tag···");
    }

    #[test]
    fn marks_do_not_pile_up_or_lean_on_the_border() {
        check("\u{301}a", "·a");
        check("e\u{301}", "e\u{301}");
        check(
            "e\u{301}\u{301}\u{301}\u{301}\u{301}",
            "e\u{301}\u{301}\u{301}\u{301}·",
        );
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(sanitize("abcdef", 6), "abcdef");
        assert_eq!(sanitize("abcdefg", 6), "abcde…");
        assert_eq!(sanitize("äbcdef", 6), "äbcdef");
        assert_eq!(sanitize("\x1bbcdefg", 6), "␛bcde…");
        assert_eq!(sanitize("ab", 1), "…");
        assert_eq!(sanitize("\x1b", 1), "␛");
        assert_eq!(sanitize("ab", 0), "");
    }

    #[test]
    fn columns_are_counted_not_bytes() {
        assert_eq!(width("Zoë"), 3);
        assert_eq!(width("ゴブ"), 4);
        assert_eq!(width("ｶﾞ"), 3);
        assert_eq!(cut("ゴブリン", 5), "ゴブ…");
        assert_eq!(cut("ゴブリン", 4), "ゴ…");
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abc", 1), "…");
        assert_eq!(pad("ゴブリン", 4), "ゴ… ");
        assert_eq!(pad_left("7", 3), "  7");
        assert_eq!(pad_left("1234", 3), "12…");
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("the goblin  hits you", 11), ["the goblin", "hits you"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("abcdef gh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("  in\n\nout", 10), ["  in", "", "out"]);
        assert_eq!(wrap("a b", 3), ["a b"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(wrap("ゴx", 1), ["…", "x"]);
        assert_eq!(wrap("x", 0), Vec::<String>::new());
    }

    #[test]
    fn a_slip_of_the_finger_is_seen_through() {
        let fields = ["agi", "str", "hit_points", "armour"];
        assert_eq!(nearest("agl", fields), Some("agi"));
        assert_eq!(nearest("HitPoints", fields), Some("hit_points"));
        assert_eq!(nearest("armor", fields), Some("armour"));
        assert_eq!(nearest("srt", fields), Some("str"));
        assert_eq!(nearest("Hit-Pionts", fields), Some("hit_points"));
        assert_eq!(nearest("colour", fields), None);
        assert_eq!(nearest("x", ["a", "b"]), None);
        assert_eq!(nearest("", fields), None);
        assert_eq!(nearest("agi", []), None);
    }

    proptest! {
        #[test]
        fn nothing_unsafe_passes(text in any::<String>(), controls in "[\\x00-\\x20\u{7f}-\u{a0}\u{200b}-\u{206f}]*", limit in 0..80_usize) {
            let all = text + &controls;
            let clean = sanitize(&all, limit).into_owned();
            prop_assert!(clean.chars().count() <= limit);
            prop_assert!(clean.chars().all(|c| !c.is_control() && is_safe(c)));
            prop_assert_eq!(sanitize(&clean, limit), clean.as_str());
        }

        #[test]
        fn safe_text_keeps_its_width_beside_other_text(text in any::<String>(), more in any::<String>()) {
            let (left, right) = (sanitize(&text, 80), sanitize(&more, 80));
            let both = format!("{left}|{right}");
            prop_assert_eq!(width(&both), width(&left) + 1 + width(&right));
        }

        #[test]
        fn never_wider_than_asked(text in any::<String>(), columns in 0..40_usize) {
            prop_assert!(width(&cut(&text, columns)) <= columns);
            prop_assert!(width(head(&text, columns)) <= columns);
            prop_assert_eq!(width(&pad(&text, columns)), columns);
            prop_assert_eq!(width(&pad_left(&text, columns)), columns);
            for line in wrap(&text, columns) {
                prop_assert!(width(&line) <= columns, "{line:?} in {columns}");
            }
        }

        #[test]
        fn wrapping_loses_nothing(text in "[a-z ]{0,60}", columns in 1..20_usize) {
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&wrap(&text, columns).concat()), letters(&text));
        }
    }
}
