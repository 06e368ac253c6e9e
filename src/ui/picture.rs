//! SVG picture of a screen, for the README and for sharing a fight.

use std::fmt::Write as _;
use std::iter;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::app::App;
use super::autosave::SaveStatus;
use super::draw;
use super::fight::Fight;
use super::keymap::Keymap;
use super::theme::{Background, Colours, Glyphs, Theme};
use crate::compendium::Compendium;
use crate::session::Session;
use crate::text::{self, escaped};

/// Width of a column in the picture, in pixels.
const COLUMN: u32 = 9;
/// Height of a row in the picture, in pixels.
const ROW: u32 = 19;
/// Distance of a row's baseline from its top, in pixels.
const BASELINE: u32 = 14;
/// Room around the screen, in pixels.
const MARGIN: u32 = 12;
/// Default colour of text.
const INK: &str = "#d8d8d8";
/// Colour of the background.
const PAPER: &str = "#16181d";

/// Characters of frames from U+2500: their lines from the centre up, right, down and left. 1 is a thin line, 2 a thick
/// line.
const FRAME_SIGNS: &str = "0101 0202 1010 2020 .... .... .... .... .... .... .... .... \
     0110 0210 0120 0220 0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002 \
     1110 1210 2110 1120 2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022 \
     0111 0112 0211 0212 0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 \
     1111 1112 1211 1212 2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222";
/// Widths of thin and thick lines, in pixels.
const LINES: [&str; 2] = ["1.2", "2.6"];

/// Returns the picture of a fight's screen with this number of columns and rows.
pub(crate) fn of_fight(
    session: Session,
    compendium: Compendium,
    columns: u16,
    rows: u16,
) -> String {
    let theme = Theme::new(Colours::True, Background::Dark, Glyphs::Unicode);
    let mut app = App::new(Keymap::built_in(), theme, Fight::new(session, compendium));
    app.area = Rect::new(0, 0, columns, rows);
    app.save_status = SaveStatus::Saved;
    let mut buffer = Buffer::empty(app.area);
    draw::draw(&app, app.area, &mut buffer);
    svg(&buffer)
}

/// Returns the picture of a buffer. Untrusted text in it is escaped.
pub(crate) fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let (width, height) = (columns * COLUMN + 2 * MARGIN, rows * ROW + 2 * MARGIN);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"ui-monospace,Menlo,Consolas,monospace\" font-size=\"15\">"
    );
    let _ = writeln!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>"
    );
    for row in 0..buffer.area.height {
        draw_row(&mut out, buffer, row);
    }
    out.push_str("</svg>\n");
    out
}

/// Adds a row to the picture. Neighbouring words with one style are one piece of text, so that the picture is small and
/// searchable. Each piece starts at its column and takes exactly its width on the screen, in any font.
fn draw_row(out: &mut String, buffer: &Buffer, row: u16) {
    let top = MARGIN + u32::from(row) * ROW;
    let mut column = 0;
    while column < buffer.area.width {
        let place = (buffer.area.x + column, buffer.area.y + row);
        let Some(first) = buffer.cell(place) else {
            break;
        };
        let look = (first.fg, first.bg, first.modifier);
        let start = column;
        let mut symbols = Vec::new();
        while let Some(cell) = buffer.cell((buffer.area.x + column, buffer.area.y + row)) {
            if column >= buffer.area.width || (cell.fg, cell.bg, cell.modifier) != look {
                break;
            }
            symbols.push(cell.symbol());
            column += 1;
            // The cells covered by a wide character belong to it.
            let over = text::width(cell.symbol()).saturating_sub(1);
            symbols.extend(iter::repeat_n("", over));
            column += u16::try_from(over).unwrap_or(0);
        }
        let (mut ink, mut paper) = (hex(look.0), hex(look.1));
        if look.2.contains(Modifier::REVERSED) {
            (ink, paper) = (
                Some(paper.unwrap_or(PAPER.to_owned())),
                Some(ink.unwrap_or(INK.to_owned())),
            );
        }
        let left = MARGIN + u32::from(start) * COLUMN;
        let long = u32::from(column - start) * COLUMN;
        if let Some(paper) = paper {
            let _ = writeln!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{long}\" height=\"{ROW}\" fill=\"{paper}\"/>"
            );
        }
        let (ink, manner) = (ink.as_deref().unwrap_or(INK), manner(look.2));
        let framed: Vec<[u8; 4]> = symbols.iter().map(|sign| lines_of(sign)).collect();
        for (path, wide) in paths(&framed, left, top).iter().zip(LINES) {
            if !path.is_empty() {
                let _ = writeln!(
                    out,
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{wide}\" \
                     stroke-linecap=\"square\"{manner}/>"
                );
            }
        }
        for (symbol, lines) in symbols.iter_mut().zip(&framed) {
            if *lines != NO_LINES {
                *symbol = " ";
            }
        }
        for (from, words) in pieces(&symbols) {
            let left = left + u32::try_from(from).unwrap_or(0) * COLUMN;
            let long = u32::try_from(words.len()).unwrap_or(0) * COLUMN;
            let _ = writeln!(
                out,
                "<text x=\"{left}\" y=\"{}\" textLength=\"{long}\" lengthAdjust=\"spacingAndGlyphs\" \
                 xml:space=\"preserve\" fill=\"{ink}\"{manner}>{}</text>",
                top + BASELINE,
                escaped(&words.concat())
            );
        }
    }
}

/// Lines of a character that is not part of a frame.
const NO_LINES: [u8; 4] = [0; 4];

/// Returns the lines of a frame character, up, right, down and left.
fn lines_of(symbol: &str) -> [u8; 4] {
    let mut signs = symbol.chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else {
        return NO_LINES;
    };
    let place = u32::from(sign)
        .checked_sub(0x2500)
        .map_or(usize::MAX, |place| place as usize);
    let known = FRAME_SIGNS.split(' ').nth(place).unwrap_or_default();
    match known.as_bytes() {
        [up, right, down, left] => [up, right, down, left].map(|line| line.saturating_sub(b'0')),
        _ => NO_LINES,
    }
}

/// Returns the thin and the thick lines of a row's frames. The lines go from edge to edge of their cells, so that they
/// meet the lines of the next row at any font height.
fn paths(framed: &[[u8; 4]], left: u32, top: u32) -> [String; 2] {
    let mut paths = [String::new(), String::new()];
    let half = |doubled: u32| f64::from(doubled) / 2.0;
    let mut draw = |line: u8, from: (u32, u32), way: char, long: u32| {
        if let Some(path) = usize::from(line)
            .checked_sub(1)
            .and_then(|place| paths.get_mut(place))
        {
            let _ = write!(
                path,
                "M{} {}{way}{}",
                half(from.0),
                half(from.1),
                half(long)
            );
        }
    };
    let halves: Vec<u8> = framed
        .iter()
        .flat_map(|[_, right, _, left]| [*left, *right])
        .collect();
    let mut across = 2 * left;
    for same in halves.chunk_by(|one, next| one == next) {
        let long = u32::try_from(same.len()).unwrap_or(0) * COLUMN;
        draw(same[0], (across, 2 * top + ROW), 'h', long);
        across += long;
    }
    for ([up, _, down, _], column) in framed.iter().zip(0..) {
        let middle = 2 * (left + column * COLUMN) + COLUMN;
        if up == down {
            draw(*up, (middle, 2 * top), 'v', 2 * ROW);
        } else {
            draw(*up, (middle, 2 * top), 'v', ROW);
            draw(*down, (middle, 2 * top + ROW), 'v', ROW);
        }
    }
    paths
}

/// Splits the cells of a row into pieces, separated by gaps of two or more blank cells.
fn pieces<'c>(cells: &'c [&'c str]) -> Vec<(usize, &'c [&'c str])> {
    let is_gap = |place: usize| {
        let blank = |place: usize| cells.get(place).is_none_or(|cell| *cell == " ");
        blank(place) && (blank(place + 1) || place == 0 || blank(place - 1))
    };
    let mut pieces = Vec::new();
    let mut from = 0;
    while from < cells.len() {
        let to = (from..cells.len()).find(|place| is_gap(*place));
        let to = to.unwrap_or(cells.len());
        if to > from {
            pieces.push((from, &cells[from..to]));
        }
        from = to + 1;
    }
    pieces
}

fn manner(modifier: Modifier) -> String {
    let mut text = String::new();
    if modifier.contains(Modifier::BOLD) {
        text.push_str(" font-weight=\"bold\"");
    }
    if modifier.contains(Modifier::DIM) {
        text.push_str(" opacity=\"0.6\"");
    }
    if modifier.contains(Modifier::ITALIC) {
        text.push_str(" font-style=\"italic\"");
    }
    if modifier.contains(Modifier::UNDERLINED) {
        text.push_str(" text-decoration=\"underline\"");
    } else if modifier.contains(Modifier::CROSSED_OUT) {
        text.push_str(" text-decoration=\"line-through\"");
    }
    text
}

/// Returns the colour for the picture; `None` for the terminal's default.
fn hex(color: Color) -> Option<String> {
    let (red, green, blue) = match color {
        Color::Reset => return None,
        Color::Black => (0, 0, 0),
        Color::Red => (205, 49, 49),
        Color::Green => (13, 188, 121),
        Color::Yellow => (229, 192, 63),
        Color::Blue => (59, 142, 234),
        Color::Magenta => (188, 63, 188),
        Color::Cyan => (17, 168, 205),
        Color::Gray => (190, 190, 190),
        Color::DarkGray => (118, 118, 118),
        Color::LightRed => (241, 76, 76),
        Color::LightGreen => (35, 209, 139),
        Color::LightYellow => (245, 245, 67),
        Color::LightBlue => (100, 170, 250),
        Color::LightMagenta => (214, 112, 214),
        Color::LightCyan => (41, 184, 219),
        Color::White => (255, 255, 255),
        Color::Rgb(red, green, blue) => (red, green, blue),
        Color::Indexed(index) => indexed(index),
    };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// Returns the colour cube and the grey ramp of 256-colour terminals.
fn indexed(index: u8) -> (u8, u8, u8) {
    match index {
        0..=15 => (160, 160, 160),
        16..=231 => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let cube = index - 16;
            (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        _ => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    #[test]
    fn text_of_one_style_is_one_svg_element_and_is_escaped() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "a<b", Style::new().fg(Color::Rgb(1, 2, 3)));
        buffer.set_string(3, 0, "&", Style::new().add_modifier(Modifier::REVERSED));
        let picture = svg(&buffer);
        assert!(
            picture.contains("fill=\"#010203\">a&lt;b</text>"),
            "{picture}"
        );
        assert!(
            picture.contains("fill=\"#16181d\">&amp;</text>"),
            "{picture}"
        );
        assert_eq!(picture.matches("<text").count(), 2);
    }

    #[test]
    fn frames_are_drawn_from_row_to_row_without_a_gap() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 9, 3));
        for (row, text) in ["┌ Log ──┓", "│ Ann   ┃", "└───────┛"].iter().enumerate()
        {
            buffer.set_string(0, row as u16, text, Style::new());
        }
        let picture = svg(&buffer);
        let drawn = |wide: &str| -> Vec<String> {
            let paths = picture.lines().filter(|line| line.contains(wide));
            let path = |line: &str| line.split('"').nth(1).unwrap_or("").to_owned();
            paths.map(path).collect()
        };
        // Down the left edge: from the middle of the first row to its end, all of the second, half of the third.
        let thin = drawn("\"1.2\"");
        for (path, part) in thin
            .iter()
            .zip(["M16.5 21.5v9.5", "M16.5 31v19", "M16.5 50v9.5"])
        {
            assert!(path.contains(part), "{path} has no {part}");
        }
        let thick = drawn("\"2.6\"");
        for (path, part) in thick
            .iter()
            .zip(["M88.5 21.5v9.5", "M88.5 31v19", "M88.5 50v9.5"])
        {
            assert!(path.contains(part), "{path} has no {part}");
        }
        // One line across, and no frame character as text.
        assert!(thin[2].contains("M16.5 59.5h"), "{}", thin[2]);
        assert_eq!((thin.len(), thick.len()), (3, 3));
        assert_eq!(picture.matches("<text").count(), 2, "{picture}");
    }

    #[test]
    fn every_column_starts_at_its_position() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 1));
        buffer.set_string(1, 0, "Ann Lee   12  ok 猫  x", Style::new());
        let picture = svg(&buffer);
        let texts = picture.lines().filter(|line| line.starts_with("<text"));
        let told: Vec<String> = texts
            .map(|line| {
                let of = |name: &str| {
                    let rest = line
                        .split_once(&format!(" {name}=\""))
                        .map_or("", |part| part.1);
                    rest.split('"').next().unwrap_or("").to_owned()
                };
                let number = |name: &str| of(name).parse::<u32>().unwrap_or(0);
                let words = line.split_once('>').map_or("", |part| part.1);
                let words = words.trim_end_matches("</text>");
                format!(
                    "{} {} {words}",
                    (number("x") - MARGIN) / COLUMN,
                    number("textLength") / COLUMN
                )
            })
            .collect();
        assert_eq!(told, ["1 7 Ann Lee", "11 2 12", "15 5 ok 猫", "22 1 x"]);
    }
}
