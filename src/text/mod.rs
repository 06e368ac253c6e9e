//! Makes untrusted text safe to display, and measures and cuts text by screen columns.
//!
//! Names, notes and file names come from people and files. [`sanitize`] is called when such text enters the model, so
//! that later code need not consider escape sequences. Widths are the sum over grapheme clusters, which is how ratatui
//! fills its cells; `len()` is never a width.

mod english;
mod fold;
pub(crate) mod packed;

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

pub use english::{agree, capital, counted, in_words, listed, noun, small};
pub use fold::{begin_in_order, beginnings, fold};

/// Maximum length of the name of a combatant, a side or a fight, in characters.
pub(crate) const NAME_LIMIT: usize = 60;

/// Maximum length of a single line of text (a note, a ruling, a message), in characters.
pub(crate) const LINE_LIMIT: usize = 1_000;

/// Replacement for an invisible character.
pub(crate) const MARK: char = '·';

/// Replacement for text that was cut off.
pub(crate) const ELLIPSIS: char = '…';

/// Characters that only choose the shape of their neighbours: joiners between letters or emoji, and the choice between a
/// sign and an emoji. Terminals disagree about the width of the result.
const SHAPING: [char; 4] = ['\u{200c}', '\u{200d}', '\u{fe0e}', '\u{fe0f}'];

/// Maximum number of combining marks on one letter; Vietnamese and Hebrew need three, "zalgo" text has hundreds.
const MARKS_ON_A_LETTER: usize = 4;

/// Makes a message of one or more lines safe for a terminal, line by line; every line gets a line feed.
pub fn sanitize_lines(message: &str) -> String {
    let lines = message.lines();
    lines
        .map(|line| format!("{}\n", sanitize(line, usize::MAX)))
        .collect()
}

/// Makes `text` safe for a terminal and at most `limit` characters long.
///
/// Control characters become their pictures (`␛` for escape). Invisible characters, and characters that change the
/// reading direction, become [`MARK`], so that a reader sees that a character was there. [`SHAPING`] characters are left
/// out. The result is one line, and repeating the call changes nothing. Safe text, the usual case, is borrowed.
pub fn sanitize(text: &str, limit: usize) -> Cow<'_, str> {
    if is_printable(text, limit) {
        return Cow::Borrowed(text);
    }
    if text.contains(SHAPING) {
        return Cow::Owned(sanitize(&text.replace(SHAPING, ""), limit).into_owned());
    }
    let mut clean = String::with_capacity(text.len().min(limit.saturating_mul(4)));
    let mut stacked = MARKS_ON_A_LETTER;
    for (place, c) in text.chars().enumerate() {
        if place + 1 >= limit {
            // The last place is for the ellipsis, unless the text ends here.
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

/// Escapes text for XML, in an element or between quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns `true` if `c` may appear on the screen: it is visible and controls neither the terminal nor the direction.
pub fn is_safe(c: char) -> bool {
    picture(c) == c
}

fn is_printable(text: &str, limit: usize) -> bool {
    // The number of bytes is at least the number of characters, so the characters of short names are not counted.
    if text.len() > limit && text.chars().nth(limit).is_some() {
        return false;
    }
    let mut stacked = MARKS_ON_A_LETTER;
    text.bytes().all(|b| (0x20..0x7f).contains(&b))
        || text.chars().all(is_plain)
        || text.chars().all(|c| shown(c, &mut stacked) == c)
}

/// Returns the character to show for `c`. `stacked` counts the combining marks on the letter before `c`. The count
/// starts at the limit, because a mark at the very start would combine with the character drawn to its left.
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

/// Returns `c` itself, or its replacement.
fn picture(c: char) -> char {
    match c {
        // The control pictures are in the same order as the controls.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(MARK),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}' => MARK,
        // Invisible characters, such as soft hyphen, joiners, fillers, invisible operators, byte order mark, annotation
        // anchors.
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
        // Characters that control the direction: Arabic letter mark, marks, embeddings, overrides, isolates.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            MARK
        }
        // Line and paragraph separators.
        '\u{2028}' | '\u{2029}' => '␤',
        _ => c,
    }
}

/// Returns the number of columns that `text` takes on the screen.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return text.len();
    }
    if text.chars().all(is_plain) {
        return text.chars().count();
    }
    text.graphemes(true).map(grapheme_width).sum()
}

/// Returns `true` if a character is safe, independent of its neighbours and one column wide: Latin letters, dashes and
/// dots, arrows, and the characters of frames and bars.
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

/// Returns the number of columns of one grapheme in ratatui's cells. ratatui adds a column for the halfwidth sound
/// marks of katakana to the width of unicode-width; a smaller count would overflow a pane.
fn grapheme_width(grapheme: &str) -> usize {
    let sound_marks = grapheme
        .chars()
        .filter(|c| matches!(c, '\u{ff9e}' | '\u{ff9f}'));
    grapheme.width() + sound_marks.count()
}

/// Returns `text`, cut with an ellipsis if it is wider than `columns`.
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

/// Cuts a text like [`cut`], but keeps a number at its end and cuts the words before the number.
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

/// Splits off a number at the end of a name, after a space; "" without a number.
pub(crate) fn without_number(text: &str) -> (&str, &str) {
    let is_number = |(_, last): &(&str, &str)| last.bytes().all(|byte| byte.is_ascii_digit());
    let ends = text.rsplit_once(' ').filter(is_number);
    ends.unwrap_or((text, ""))
}

/// Returns `text`, cut at its start with an ellipsis if it is wider than `columns`: "…aider 1".
pub(crate) fn cut_start(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let starts = text.grapheme_indices(true).map(|(start, _)| start);
    let ends = starts.map(|start| &text[start..]);
    let end = ends.skip(1).find(|end| width(end) < columns);
    Cow::Owned(format!(
        "{ELLIPSIS}{}",
        end.unwrap_or_default().trim_start()
    ))
}

/// Cuts `text` to exactly `columns`, or pads it with spaces on the right.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let mut padded = cut(text, columns).into_owned();
    let missing = columns.saturating_sub(width(&padded));
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

/// Cuts or pads a text like [`pad`], but keeps a number at its end: "Gob… 17".
pub(crate) fn pad_before_number(text: &str, columns: usize) -> String {
    pad(&cut_before_number(text, columns), columns)
}

/// Cuts `text` to exactly `columns`, or pads it with spaces on the left, for numbers.
pub(crate) fn pad_left(text: &str, columns: usize) -> String {
    let short = cut(text, columns);
    let mut padded = " ".repeat(columns.saturating_sub(width(&short)));
    padded.push_str(&short);
    padded
}

/// Formats rows of cells as lines. Each column is as wide as its widest cell; the first column is aligned left, the
/// others right, with `gap` between columns. Rows may have different numbers of cells.
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

/// Wraps `text` to lines of at most `columns`, at spaces or inside a word that is too long. A line feed in `text` also
/// breaks the line. Spaces at the start of a line of `text` remain as indentation; spaces at a break are dropped.
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
                // A grapheme wider than the whole line becomes an ellipsis.
                lines.push(ELLIPSIS.to_string());
                word = behind_first(word);
            } else {
                lines.push(fitting.to_owned());
                word = &word[fitting.len()..];
            }
        }
        line.push_str(word);
        used = width(word);
        // Spaces at a break would otherwise indent the next line.
        if word.is_empty() {
            while words.next_if(|next| next.is_empty()).is_some() {}
            first = true;
        }
    }
    lines.push(line);
}

/// Returns as many whole graphemes from the start of `text` as fit into `columns`.
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

/// Finds the candidate that `word` probably means: at most one letter in three is wrong, missing, extra or swapped with
/// its neighbour. Case, spaces, `-` and `_` are ignored.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let (word, long) = letters(word);
    let most = long.div_ceil(3);
    let near = candidates.into_iter().filter_map(|candidate| {
        let (letters, length) = letters(candidate);
        // The difference in length is a lower bound of the edits; if no letter would be left, the words are not
        // similar.
        let may_be = long.abs_diff(length) <= most;
        let edits = may_be.then(|| strsim::osa_distance(&word, &letters))?;
        (edits <= most && edits < length.max(long)).then_some((edits, candidate))
    });
    let (_, candidate) = near.min_by_key(|&(edits, _)| edits)?;
    Some(candidate)
}

/// Returns the letters of a word that count in a comparison, and their number.
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
    fn plain_characters_never_combine_and_take_one_column() {
        let plain: Vec<char> = ('\0'..='\u{10ffff}').filter(|c| is_plain(*c)).collect();
        for c in &plain {
            assert_eq!(grapheme_width(&c.to_string()), 1, "{c:?}");
            assert!(is_safe(*c), "{c:?}");
        }
        let text: String = plain.iter().collect();
        assert_eq!(text.graphemes(true).count(), plain.len());
    }

    #[test]
    fn international_names_are_accepted() {
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
    fn control_characters_become_visible() {
        check("\x1b[2Jboo", "␛[2Jboo");
        check("a\r\nb\tc\0", "a␍␊b␉c␀");
        check("\u{9b}31m\u{7f}", "·31m␡");
        check("evil\u{202e}txt.exe", "evil·txt.exe");
        check("a\u{200b}b\u{2060}c\u{feff}d\u{ad}e", "a·b·c·d·e");
        check("a\u{2028}b\u{2029}c\u{85}d", "a␤b␤c·d");
        check("tag\u{e0041}\u{fe00}\u{3164}", "tag···");
    }

    #[test]
    fn names_with_joiners_and_emoji_keep_their_letters() {
        check("⚔\u{fe0f} Zed", "⚔ Zed");
        check("👩\u{200d}🔬", "👩🔬");
        check("می\u{200c}خواهم", "میخواهم");
        check("\u{200d}\u{fe0f}", "");
    }

    #[test]
    fn excess_and_leading_combining_marks_are_replaced() {
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
    fn width_is_counted_in_columns_instead_of_bytes() {
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
        assert_eq!(pad_before_number("Goblin 17", 7), "Gob… 17");
        assert_eq!(pad_before_number("Goblin 17", 10), "Goblin 17 ");
        assert_eq!(pad_before_number("Goblin 17", 4), "Gob…");
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
    fn misspelled_words_get_a_suggestion() {
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
        fn sanitized_text_has_no_unsafe_characters(text in any::<String>(), controls in "[\\x00-\\x20\u{7f}-\u{a0}\u{200b}-\u{206f}]*", limit in 0..80_usize) {
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
        fn cut_text_is_never_wider_than_requested(text in any::<String>(), columns in 0..40_usize) {
            prop_assert!(width(&cut(&text, columns)) <= columns);
            prop_assert!(width(head(&text, columns)) <= columns);
            prop_assert_eq!(width(&pad(&text, columns)), columns);
            prop_assert_eq!(width(&pad_left(&text, columns)), columns);
            for line in wrap(&text, columns) {
                prop_assert!(width(&line) <= columns, "{line:?} in {columns}");
            }
        }

        #[test]
        fn wrapping_keeps_all_letters(text in "[a-z ]{0,60}", columns in 1..20_usize) {
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&wrap(&text, columns).concat()), letters(&text));
        }
    }
}
