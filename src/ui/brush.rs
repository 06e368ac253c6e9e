//! Cells as what is sent to a terminal: where they stand and how they look is said only where that changes.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use crate::text::{is_plain, width};

/// Writes cells over what a terminal shows.
#[derive(Default)]
pub(crate) struct Brush {
    bytes: Vec<u8>,
    look: Look,
    /// Where the next sign would land, if that is certain.
    at: Option<(u16, u16)>,
}

/// A sign that is sent again where it stands already takes fewer bytes than a move, for so many signs.
const SHORT: usize = 6;

/// How a sign looks.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    fg: Color,
    bg: Color,
    underline: Color,
    modifier: Modifier,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        Self {
            fg: cell.fg,
            bg: cell.bg,
            underline: cell.underline_color,
            modifier: cell.modifier,
        }
    }
}

/// What switches each modifier on.
const MODIFIERS: [(Modifier, &str); 9] = [
    (Modifier::BOLD, "1"),
    (Modifier::DIM, "2"),
    (Modifier::ITALIC, "3"),
    (Modifier::UNDERLINED, "4"),
    (Modifier::SLOW_BLINK, "5"),
    (Modifier::RAPID_BLINK, "6"),
    (Modifier::REVERSED, "7"),
    (Modifier::HIDDEN, "8"),
    (Modifier::CROSSED_OUT, "9"),
];

impl Brush {
    /// Brings cells of a row from what the terminal shows to what the frame has; from now on it shows that. The first of them
    /// stands at `x`.
    pub(crate) fn bring(&mut self, shown: &mut [Cell], frame: &[Cell], (x, y): (u16, u16)) {
        let both = shown.iter_mut().zip(frame);
        let mut wide = None;
        for (place, (before, after)) in both.enumerate() {
            let (old, new) = (before.symbol(), after.symbol());
            // Nearly all are a single byte, which is compared without a call.
            let same = match (old.as_bytes(), new.as_bytes()) {
                ([old], [new]) => old == new,
                _ => {
                    if !is_narrow(new) || !(old == new || is_narrow(old)) {
                        wide = Some(place);
                        break;
                    }
                    old == new
                }
            };
            if !same || Look::of(before) != Look::of(after) {
                let column = x + u16::try_from(place).unwrap_or(u16::MAX);
                self.reach(&frame[..place], (column, y));
                self.put((column, y), after);
                before.clone_from(after);
            }
        }
        // Half of a wide sign that is written over may leave something of the other half: from the first one on all is sent.
        let Some(wide) = wide else {
            return;
        };
        if shown[wide..] != frame[wide..] {
            let mut covered = 0;
            for (column, cell) in (x..).zip(frame).skip(wide) {
                if covered == 0 {
                    self.put((column, y), cell);
                    covered = width(cell.symbol()).max(1);
                }
                covered -= 1;
            }
            shown[wide..].clone_from_slice(&frame[wide..]);
        }
    }

    /// Goes on to a place in the row by sending the few signs before it again, where these look alike.
    fn reach(&mut self, before: &[Cell], (x, y): (u16, u16)) {
        let Some((at, row)) = self.at else {
            return;
        };
        let gap = usize::from(x.saturating_sub(at));
        let Some(from) = before.len().checked_sub(gap).filter(|_| row == y) else {
            return;
        };
        let between = &before[from..];
        let plain = |cell: &Cell| cell.symbol().len() == 1 && Look::of(cell) == self.look;
        if gap <= SHORT && at <= x && between.iter().all(plain) {
            for cell in between {
                self.bytes.extend_from_slice(cell.symbol().as_bytes());
            }
            self.at = Some((x, y));
        }
    }

    fn put(&mut self, place: (u16, u16), cell: &Cell) {
        let (x, y) = place;
        if self.at != Some(place) {
            self.bytes.extend_from_slice(b"\x1b[");
            self.number(y + 1);
            self.bytes.push(b';');
            self.number(x + 1);
            self.bytes.push(b'H');
        }
        let look = Look::of(cell);
        if look != self.look {
            self.take_on(look);
        }
        let symbol = cell.symbol();
        self.bytes.extend_from_slice(symbol.as_bytes());
        self.at = is_narrow(symbol).then_some((x + 1, y));
    }

    /// From now on signs look like this.
    fn take_on(&mut self, look: Look) {
        self.bytes.extend_from_slice(b"\x1b[");
        let start = self.bytes.len();
        // What is to be switched off is, with everything else.
        if look == Look::default() || !look.modifier.contains(self.look.modifier) {
            self.look = Look::default();
            self.bytes.push(b'0');
        }
        let between = |bytes: &mut Vec<u8>| {
            if bytes.len() > start {
                bytes.push(b';');
            }
        };
        for (modifier, code) in MODIFIERS {
            if (look.modifier - self.look.modifier).contains(modifier) {
                between(&mut self.bytes);
                self.bytes.extend_from_slice(code.as_bytes());
            }
        }
        for (before, after, kind) in [
            (self.look.fg, look.fg, 38),
            (self.look.bg, look.bg, 48),
            (self.look.underline, look.underline, 58),
        ] {
            if before != after {
                between(&mut self.bytes);
                self.colour(kind, after);
            }
        }
        self.bytes.push(b'm');
        self.look = look;
    }

    fn colour(&mut self, kind: u16, colour: Color) {
        let index = match colour {
            Color::Reset => return self.number(kind + 1),
            Color::Rgb(red, green, blue) => {
                self.number(kind);
                self.bytes.extend_from_slice(b";2");
                for part in [red, green, blue] {
                    self.bytes.push(b';');
                    self.number(part.into());
                }
                return;
            }
            Color::Indexed(index) => index,
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
        };
        self.number(kind);
        self.bytes.extend_from_slice(b";5;");
        self.number(index.into());
    }

    /// In digits; a formatter would take longer than all else that is done for a sign.
    fn number(&mut self, number: u16) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.bytes.push(b"0123456789"[usize::from(number % 10)]);
    }

    /// What is to be sent, after which signs look as they did before.
    pub(crate) fn done(mut self) -> Vec<u8> {
        if self.look != Look::default() {
            self.take_on(Look::default());
        }
        self.bytes
    }
}

/// Whether a sign stands in its own column and nowhere else.
fn is_narrow(symbol: &str) -> bool {
    let mut signs = symbol.chars();
    symbol.len() == 1 || (signs.next().is_some_and(is_plain) && signs.next().is_none())
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    const COLUMNS: u16 = 12;

    fn buffer(pieces: &[(String, Style)]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, COLUMNS, 1));
        let mut x = 0;
        for (text, style) in pieces {
            if x < COLUMNS {
                (x, _) = buffer.set_stringn(x, 0, text, usize::MAX, *style);
            }
        }
        buffer
    }

    fn style() -> impl Strategy<Value = Style> {
        let colour = prop_oneof![
            Just(Color::Reset),
            Just(Color::LightCyan),
            Just(Color::Indexed(74)),
            Just(Color::Rgb(86, 180, 233)),
        ];
        let modifier = prop_oneof![
            Just(Modifier::empty()),
            Just(Modifier::BOLD),
            Just(Modifier::REVERSED),
            Just(Modifier::BOLD.union(Modifier::UNDERLINED)),
        ];
        (colour.clone(), colour, modifier)
            .prop_map(|(fg, bg, modifier)| Style::new().fg(fg).bg(bg).add_modifier(modifier))
    }

    fn row() -> impl Strategy<Value = Vec<(String, Style)>> {
        let text = prop_oneof!["[a-c ]{0,4}", "[─█·]{1,3}", "[巨人]{1,2}", "e\u{301}"];
        prop::collection::vec((text, style()), 0..6)
    }

    fn terminal() -> vt100::Parser {
        let size = |cells| NonZero::new(cells).expect("not zero");
        vt100::Parser::new(size(1), size(COLUMNS), 0)
    }

    /// What a terminal shows that a row was brought to, over these before it.
    fn seen(rows: &[Buffer]) -> String {
        let mut terminal = terminal();
        let mut shown = Buffer::empty(rows[0].area).content;
        for row in rows {
            let mut brush = Brush::default();
            brush.bring(&mut shown, &row.content, (0, 0));
            assert_eq!(shown, row.content);
            terminal.process(&brush.done());
        }
        let screen = terminal.screen();
        let cells = (0..COLUMNS).map(|column| {
            let cell = screen.cell(0, column).expect("a cell");
            let contents = match cell.contents() {
                "" => " ",
                contents => contents,
            };
            let looks = (cell.bold(), cell.underline(), cell.inverse());
            let colours = (cell.fgcolor(), cell.bgcolor());
            // What lies under the second half of a sign is not seen.
            match cell.is_wide_continuation() {
                true => "continued".to_owned(),
                false => format!("{contents:?} {looks:?} {colours:?}"),
            }
        });
        cells.collect::<Vec<String>>().join("\n")
    }

    proptest! {
        #[test]
        fn a_row_looks_the_same_whatever_was_there_before(before in row(), between in row(), last in row()) {
            let rows = [before, between, last].map(|row| buffer(&row));
            prop_assert_eq!(seen(&rows), seen(&rows[2..]));
        }
    }

    #[test]
    fn only_what_changes_is_sent() {
        let plain = Style::new();
        let bring = |from: &[(String, Style)], to: &[(String, Style)]| {
            let mut brush = Brush::default();
            let mut shown = buffer(from).content;
            brush.bring(&mut shown, &buffer(to).content, (0, 0));
            String::from_utf8(brush.done()).expect("text")
        };
        let goblin = [("goblin".to_owned(), plain)];
        assert_eq!(bring(&goblin, &goblin), "");
        assert_eq!(
            bring(&goblin, &[("gobbin".to_owned(), plain)]),
            "\x1b[1;4Hb"
        );
        let bold = [("goblin".to_owned(), plain.bold().fg(Color::Indexed(74)))];
        assert_eq!(
            bring(&goblin, &bold),
            "\x1b[1;1H\x1b[1;38;5;74mgoblin\x1b[0m"
        );
    }
}
