//! Large letters of many cells, readable from across a room: bitmaps of eight by eight dots.

use font8x8::{BASIC_FONTS, LATIN_FONTS, UnicodeFonts};

use crate::ui::theme::Symbols;

/// Width and height of a letter in dots.
const DOTS: usize = 8;

/// Size of large letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// Size with one dot for each cell.
    Full,
    /// Size with two dots, one above the other, for each cell.
    Half,
    /// Size with four dots for each cell.
    Quarter,
}

impl Size {
    /// All sizes, the largest first.
    pub(super) const ALL: [Size; 3] = [Size::Full, Size::Half, Size::Quarter];

    /// Returns the dots of a cell, across and down.
    fn cell(self) -> (usize, usize) {
        match self {
            Size::Full => (1, 1),
            Size::Half => (1, 2),
            Size::Quarter => (2, 2),
        }
    }

    /// Returns the number of rows of a line of letters.
    pub(super) fn rows(self) -> usize {
        DOTS / self.cell().1
    }

    /// Returns the number of columns of this many letters.
    pub(super) fn columns(self, letters: usize) -> usize {
        letters * DOTS / self.cell().0
    }
}

/// Characters for four dots: the two above, the two below, each left before right.
const QUARTERS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

/// Returns a text in large letters, row by row. Returns `None` if a letter has no bitmap, or if the size needs parts of
/// cells that cannot be shown.
pub(super) fn letters(text: &str, size: Size, symbols: &Symbols) -> Option<Vec<String>> {
    let full = symbols.full.chars().next()?;
    let blocks = full == QUARTERS[15];
    if !blocks && size != Size::Full {
        return None;
    }
    let bitmap = |letter: char| BASIC_FONTS.get(letter).or_else(|| LATIN_FONTS.get(letter));
    let bitmaps: Option<Vec<[u8; DOTS]>> = text.chars().map(bitmap).collect();
    let bitmaps = bitmaps?;
    let (across, down) = size.cell();
    let rows = (0..DOTS).step_by(down).map(|top| {
        let cells = bitmaps.iter().flat_map(|bitmap| {
            (0..DOTS).step_by(across).map(move |left| {
                // A cell with one dot uses that dot for all four.
                let dot =
                    |x: usize, y: usize| bitmap[top + y % down] >> (left + x % across) & 1 == 1;
                let four = [dot(0, 0), dot(1, 0), dot(0, 1), dot(1, 1)];
                let place = four
                    .iter()
                    .rev()
                    .fold(0, |sum, dot| 2 * sum + usize::from(*dot));
                match (blocks, place) {
                    (true, place) => QUARTERS[place],
                    (false, 0) => ' ',
                    (false, _) => full,
                }
            })
        });
        cells.collect::<String>().trim_end().to_owned()
    });
    Some(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs, Theme};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(text: &str, size: Size, signs: Glyphs, drawn: Expect) {
        let theme = Theme::new(Colours::None, Background::Dark, signs);
        let rows = letters(text, size, theme.symbols());
        let rows = rows.map_or_else(|| "none".to_owned(), |rows| rows.join("\n"));
        drawn.assert_eq(&rows);
    }

    #[test]
    fn letters_are_as_large_as_the_space_allows() {
        check(
            "Ül 1",
            Size::Quarter,
            Glyphs::Unicode,
            expect![[r#"
            ▀ ▀ ▝█      ▗█
            █ █  █       █
            █ █  █       █
            ▝▀▘ ▝▀▘     ▀▀▀"#]],
        );
        check(
            "Ül",
            Size::Half,
            Glyphs::Unicode,
            expect![[r#"
            ▀▀  ▀▀   ▀██
            ██  ██    ██
            ██  ██    ██
             ▀▀▀▀    ▀▀▀▀"#]],
        );
        check(
            "A",
            Size::Full,
            Glyphs::Ascii,
            expect![[r#"
              ##
             ####
            ##  ##
            ##  ##
            ######
            ##  ##
            ##  ##
        "#]],
        );
    }

    #[test]
    fn text_without_a_bitmap_is_not_drawn() {
        check("冬", Size::Full, Glyphs::Unicode, expect![["none"]]);
        check("A", Size::Half, Glyphs::Ascii, expect![["none"]]);
    }

    #[test]
    fn letters_have_the_reported_size() {
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        for size in Size::ALL {
            let rows = letters("██", size, theme.symbols());
            assert_eq!(rows, None, "a block is no letter");
            let rows = letters("MW", size, theme.symbols()).expect("drawn");
            assert_eq!(rows.len(), size.rows());
            let widest = rows.iter().map(|row| row.chars().count()).max();
            assert!(widest <= Some(size.columns(2)), "{rows:?}");
        }
    }
}
