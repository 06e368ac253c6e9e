//! Letters of many cells, to be read from across a room: bitmaps of eight by eight dots.

use font8x8::{BASIC_FONTS, LATIN_FONTS, UnicodeFonts};

use crate::ui::theme::Symbols;

/// Dots of a letter from side to side and from top to bottom.
const DOTS: usize = 8;

/// How large letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// A dot is a cell.
    Full,
    /// Two dots above each other are a cell.
    Half,
    /// Four dots are a cell.
    Quarter,
}

impl Size {
    /// All of them, the largest first.
    pub(super) const ALL: [Size; 3] = [Size::Full, Size::Half, Size::Quarter];

    /// Dots of a cell, across and down.
    fn cell(self) -> (usize, usize) {
        match self {
            Size::Full => (1, 1),
            Size::Half => (1, 2),
            Size::Quarter => (2, 2),
        }
    }

    /// Rows that a line of letters takes.
    pub(super) fn rows(self) -> usize {
        DOTS / self.cell().1
    }

    /// Columns that so many letters take.
    pub(super) fn columns(self, letters: usize) -> usize {
        letters * DOTS / self.cell().0
    }
}

/// The cells that four dots make: those above, those below, each left before right.
const QUARTERS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

/// A text in large letters, row by row; `None` where a letter of it has no bitmap, or only whole cells can be shown and
/// the size wants parts of them.
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
                // Of a cell of one dot, that dot stands for all four.
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
    fn letters_are_as_large_as_there_is_room() {
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
    fn what_has_no_bitmap_is_not_drawn() {
        check("冬", Size::Full, Glyphs::Unicode, expect![["none"]]);
        check("A", Size::Half, Glyphs::Ascii, expect![["none"]]);
    }

    #[test]
    fn they_take_the_room_that_they_say() {
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
