//! Address as a QR code for the terminal: two rows of squares in one row of characters.

use anyhow::Result;
use qrcode::{Color, EcLevel, QrCode};

use crate::store::settings::{Background, Colours, Glyphs};
use crate::ui::theme::Theme;

/// Width of the light margin, which cameras need.
const MARGIN: usize = 4;
/// Escape sequences for black on white, and back.
const INK: (&str, &str) = ("\u{1b}[30;107m", "\u{1b}[0m");

/// Returns the QR code, dark on light on any terminal background; "" if half blocks cannot be shown.
///
/// # Errors
/// If the address is too long for a code.
pub(super) fn drawn(link: &str, theme: &Theme) -> Result<String> {
    if theme.glyphs == Glyphs::Ascii {
        return Ok(String::new());
    }
    let code = QrCode::with_error_correction_level(link, EcLevel::L)?;
    let width = code.width();
    let squares = code.to_colors();
    let is_dark = |x: usize, y: usize| {
        let inside = |at: usize| at.checked_sub(MARGIN).filter(|at| *at < width);
        let place = inside(y).zip(inside(x)).map(|(y, x)| y * width + x);
        place.is_some_and(|place| squares[place] == Color::Dark)
    };
    // Without colours, the characters are light on a dark background.
    let inked = |x: usize, y: usize| match (theme.colours, theme.background) {
        (Colours::None, Background::Dark) => !is_dark(x, y),
        _ => is_dark(x, y),
    };
    let (before, behind) = match theme.colours {
        Colours::None => ("", ""),
        _ => INK,
    };
    let rows = (0..width + 2 * MARGIN).step_by(2).map(|y| {
        let row: String = (0..width + 2 * MARGIN)
            .map(|x| match (inked(x, y), inked(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            })
            .collect();
        format!("{before}{row}{behind}\n")
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the code as a camera would: dark squares row by row, including the margin.
    fn squares(drawn: &str, dark: [bool; 2]) -> Vec<Vec<bool>> {
        let mut rows = Vec::new();
        for line in drawn.lines() {
            let line = line.trim_start_matches(INK.0).trim_end_matches(INK.1);
            let halves = line.chars().map(|c| match c {
                '█' => [true, true],
                '▀' => [true, false],
                '▄' => [false, true],
                _ => [false, false],
            });
            let halves: Vec<[bool; 2]> = halves.collect();
            for half in 0..2 {
                let row = halves.iter().map(|both| dark[usize::from(both[half])]);
                rows.push(row.collect());
            }
        }
        rows
    }

    #[test]
    fn a_qr_code_is_dark_on_light_on_any_background_and_fits_a_small_terminal() {
        let link = "http://192.168.178.123:65535/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let theme = |colours, ground| Theme::new(colours, ground, Glyphs::Unicode);
        let drawn = |theme: &Theme| drawn(link, theme).expect("drawn");
        let coloured = squares(
            &drawn(&theme(Colours::True, Background::Dark)),
            [false, true],
        );
        let on_light = squares(
            &drawn(&theme(Colours::None, Background::Light)),
            [false, true],
        );
        let on_dark = squares(
            &drawn(&theme(Colours::None, Background::Dark)),
            [true, false],
        );
        assert_eq!(coloured, on_light);
        let odd = coloured.len() - 1;
        assert_eq!(coloured[..odd], on_dark[..odd]);
        assert!(coloured.len() <= 2 * 21 && coloured[0].len() <= 80);
        assert!(coloured[..MARGIN].iter().flatten().all(|dark| !dark));
        // The corner mark that shows the orientation is a ring of seven squares.
        let corner: Vec<bool> = coloured[MARGIN][MARGIN..MARGIN + 8].to_vec();
        assert_eq!(corner, [vec![true; 7], vec![false]].concat());
        let plain = Theme::new(Colours::None, Background::Dark, Glyphs::Ascii);
        assert_eq!(super::drawn(link, &plain).expect("nothing"), "");
    }
}
