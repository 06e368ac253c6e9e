//! Theme of the screen: the only place with colours and symbols.
//!
//! Everything drawn has a [`Role`], and the theme defines its style. The colours are those of Okabe and Ito, which
//! people with any kind of colour vision can distinguish. No meaning depends on colours alone: each role with a meaning
//! has a symbol, a word or a modifier as well, so that NO_COLOR loses nothing.

use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier, Style},
    symbols::border,
};

pub use crate::store::settings::{Background, Choices, Colours, Glyphs};

/// Role of a piece of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Text,
    /// Text of little importance: help, frames of other panes, undone lines.
    Faint,
    /// Title of a pane.
    Title,
    /// Frame and title of the pane with the focus.
    Focus,
    /// Selected row of a list.
    Selected,
    /// Acting combatant, and the current question.
    Turn,
    /// Key that has an effect.
    Key,
    Good,
    Hurt,
    Bad,
    /// Combatant out of the fight.
    Out,
    Friend,
    Foe,
    /// Text that needs the GM's attention.
    Warning,
    Error,
    /// Text that matches a search.
    Match,
}

/// Styles of the roles on this terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Colours that the terminal can show.
    pub(crate) colours: Colours,
    /// Background of the terminal.
    pub(crate) background: Background,
    /// Characters that the terminal can show.
    pub(crate) glyphs: Glyphs,
    /// True for text output without frames and bars.
    told: bool,
}

/// Signs of a chart: combatants who are up in three fights of four, in half of them, in one of four, and at the start.
pub(crate) const CHART: [&str; 4] = ["█", "▓", "░", "·"];

/// Signs of a chart for ASCII terminals.
const PLAIN_CHART: [&str; 4] = ["#", "=", "-", "."];

/// Symbols of the screen, each named by its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Symbols {
    pub turn: &'static str,
    pub acted: &'static str,
    pub ready: &'static str,
    pub waits: &'static str,
    pub out: &'static str,
    /// Mark of a combatant who is down but not dead.
    pub down: &'static str,
    pub hidden: &'static str,
    pub on: &'static str,
    pub off: &'static str,
    pub saved: &'static str,
    pub unsaved: &'static str,
    pub warning: &'static str,
    pub chart: [&'static str; 4],
    pub full: &'static str,
    pub empty: &'static str,
    pub selected: &'static str,
    pub above: &'static str,
    pub below: &'static str,
    pub between: &'static str,
    pub arrow: &'static str,
    pub frame: border::Set<'static>,
    pub focus_frame: border::Set<'static>,
}

static UNICODE: Symbols = Symbols {
    turn: "▶",
    acted: "✓",
    ready: "●",
    waits: "‖",
    out: "✗",
    down: "○",
    hidden: "◌",
    on: "[x]",
    off: "[ ]",
    saved: "✓",
    unsaved: "…",
    warning: "⚠",
    chart: CHART,
    full: "█",
    empty: "░",
    selected: "›",
    above: "↑",
    below: "↓",
    between: "·",
    arrow: "→",
    frame: border::PLAIN,
    focus_frame: border::THICK,
};

const ASCII: Symbols = Symbols {
    turn: ">",
    acted: "v",
    ready: "o",
    waits: "=",
    out: "x",
    down: "_",
    hidden: "?",
    on: "[x]",
    off: "[ ]",
    saved: "v",
    unsaved: "~",
    warning: "!",
    chart: PLAIN_CHART,
    full: "#",
    empty: "-",
    selected: ">",
    above: "^",
    below: "v",
    between: "|",
    arrow: ">",
    frame: ascii_frame("-", "|", "+"),
    focus_frame: ascii_frame("=", "#", "#"),
};

/// Frame characters of text output, which occur in no text. Affray recognises panes by these characters and reads the
/// panes as lists.
pub(crate) const CORNER: char = '\u{e000}';
pub(crate) const DOWN: char = '\u{e001}';
pub(crate) const ACROSS: char = '\u{e002}';

/// Symbols for text output.
static TOLD: Symbols = Symbols {
    hidden: "(hidden)",
    chart: [" "; 4],
    full: " ",
    empty: " ",
    frame: ascii_frame("\u{e002}", "\u{e001}", "\u{e000}"),
    focus_frame: ascii_frame("\u{e002}", "\u{e001}", "\u{e000}"),
    ..ASCII
};

const fn ascii_frame(
    across: &'static str,
    down: &'static str,
    corner: &'static str,
) -> border::Set<'static> {
    border::Set {
        top_left: corner,
        top_right: corner,
        bottom_left: corner,
        bottom_right: corner,
        vertical_left: down,
        vertical_right: down,
        horizontal_top: across,
        horizontal_bottom: across,
    }
}

/// Colour for three kinds of terminals.
struct Paint {
    rgb: (u8, u8, u8),
    palette: u8,
    sixteen: Color,
}

const fn paint(rgb: (u8, u8, u8), palette: u8, sixteen: Color) -> Paint {
    Paint {
        rgb,
        palette,
        sixteen,
    }
}

// Colours of Okabe and Ito without black, and darker shades that are readable on white.
const ORANGE: Paint = paint((230, 159, 0), 178, Color::LightYellow);
const SKY_BLUE: Paint = paint((86, 180, 233), 74, Color::LightCyan);
const GREEN: Paint = paint((0, 158, 115), 36, Color::LightGreen);
const YELLOW: Paint = paint((240, 228, 66), 227, Color::LightYellow);
const VERMILLION: Paint = paint((213, 94, 0), 166, Color::LightRed);
const PURPLE: Paint = paint((204, 121, 167), 175, Color::LightMagenta);
const BLUE: Paint = paint((0, 114, 178), 25, Color::Blue);
const DARK_GREEN: Paint = paint((0, 120, 87), 29, Color::Green);
const DARK_VERMILLION: Paint = paint((178, 78, 0), 130, Color::Red);
const DARK_ORANGE: Paint = paint((140, 97, 0), 94, Color::Red);
const DARK_PURPLE: Paint = paint((150, 70, 115), 96, Color::Magenta);
const GREY: Paint = paint((140, 140, 140), 245, Color::DarkGray);
const DARK_GREY: Paint = paint((105, 105, 105), 242, Color::DarkGray);

impl Theme {
    /// Creates a theme for a terminal with known properties.
    pub fn new(colours: Colours, background: Background, glyphs: Glyphs) -> Self {
        Self {
            colours,
            background,
            glyphs,
            told: false,
        }
    }

    /// Creates the theme for text output: plain signs, no colours, and names in any script.
    pub fn told() -> Self {
        Self {
            told: true,
            ..Self::new(Colours::None, Background::Dark, Glyphs::Unicode)
        }
    }

    /// Creates the theme for the terminal that `environment` describes, as far as `choices` leave it open.
    pub(crate) fn detect(choices: &Choices, environment: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name| environment(name).filter(|value| !value.is_empty());
        // By its definition, NO_COLOR has lower priority than a program's own settings.
        Self {
            colours: choices.colours.unwrap_or_else(|| colours(set)),
            background: choices.background.unwrap_or_else(|| background(set)),
            glyphs: choices.symbols.unwrap_or_else(|| glyphs(set)),
            told: false,
        }
    }

    /// Returns `true` for output as lines.
    pub(crate) fn is_told(&self) -> bool {
        self.told
    }

    /// Returns the symbols of the theme.
    pub(crate) fn symbols(&self) -> &'static Symbols {
        match self.glyphs {
            _ if self.told => &TOLD,
            Glyphs::Unicode => &UNICODE,
            Glyphs::Ascii => &ASCII,
        }
    }

    pub(crate) fn style(&self, role: Role) -> Style {
        let style = Style::new().add_modifier(modifier(role, self.colours));
        match self.paint(role) {
            Some(paint) => match self.colours {
                Colours::None => style,
                Colours::Sixteen => style.fg(paint.sixteen),
                Colours::Palette => style.fg(Color::Indexed(paint.palette)),
                Colours::True => style.fg(Color::Rgb(paint.rgb.0, paint.rgb.1, paint.rgb.2)),
            },
            None => style,
        }
    }

    fn paint(&self, role: Role) -> Option<&'static Paint> {
        let (dark, light) = match role {
            // The terminal's own colours are readable for its user.
            Role::Text | Role::Title | Role::Selected => return None,
            Role::Faint | Role::Out => (&GREY, &DARK_GREY),
            Role::Focus | Role::Key => (&SKY_BLUE, &BLUE),
            Role::Turn => (&YELLOW, &BLUE),
            Role::Good => (&GREEN, &DARK_GREEN),
            Role::Hurt | Role::Warning => (&ORANGE, &DARK_ORANGE),
            Role::Bad | Role::Error => (&VERMILLION, &DARK_VERMILLION),
            Role::Friend => (&SKY_BLUE, &BLUE),
            Role::Foe => (&PURPLE, &DARK_PURPLE),
            Role::Match => (&YELLOW, &DARK_PURPLE),
        };
        Some(match self.background {
            Background::Dark => dark,
            Background::Light => light,
        })
    }

    /// Converts a finished frame for a terminal without Unicode: remaining characters, mostly in names, become ASCII.
    /// Does nothing on other terminals.
    pub(crate) fn finish(&self, buffer: &mut Buffer) {
        if self.glyphs == Glyphs::Unicode {
            return;
        }
        for cell in &mut buffer.content {
            let symbol = cell.symbol();
            if !symbol.is_ascii() {
                let plain = plain(symbol);
                cell.set_symbol(plain);
            }
        }
    }
}

/// Returns the modifiers of a role in addition to its colour, or instead of its colour.
fn modifier(role: Role, colours: Colours) -> Modifier {
    match role {
        Role::Text | Role::Good | Role::Friend | Role::Foe => Modifier::empty(),
        // Grey is faint enough; dimmed grey is unreadable in some terminals.
        Role::Faint | Role::Out if colours == Colours::None => Modifier::DIM,
        Role::Faint | Role::Out | Role::Hurt => Modifier::empty(),
        Role::Title | Role::Focus | Role::Turn | Role::Key | Role::Bad | Role::Warning => {
            Modifier::BOLD
        }
        Role::Selected => Modifier::REVERSED,
        Role::Error => Modifier::BOLD.union(Modifier::REVERSED),
        Role::Match => Modifier::BOLD.union(Modifier::UNDERLINED),
    }
}

fn colours(set: impl Fn(&'static str) -> Option<String>) -> Colours {
    let term = set("TERM").unwrap_or_default();
    if set("NO_COLOR").is_some()
        || term == "dumb"
        || term.starts_with("vt1")
        || term.starts_with("vt2")
    {
        return Colours::None;
    }
    match set("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => Colours::True,
        _ if term.ends_with("-direct") => Colours::True,
        _ if term.contains("256color") => Colours::Palette,
        _ => Colours::Sixteen,
    }
}

/// Detects the background, which only some terminals report. Most other terminals are dark.
fn background(set: impl Fn(&'static str) -> Option<String>) -> Background {
    let background = set("COLORFGBG").and_then(|pair| pair.rsplit(';').next()?.parse::<u8>().ok());
    match background {
        Some(7 | 9..=15) => Background::Light,
        _ => Background::Dark,
    }
}

/// Detects the characters that the terminal can show. A locale with another encoding is trusted. Containers often have
/// no locale at all, but their terminals are modern. The font of the Linux console lacks the symbols.
fn glyphs(set: impl Fn(&'static str) -> Option<String>) -> Glyphs {
    if matches!(
        set("TERM").as_deref(),
        Some("dumb" | "linux" | "vt100" | "vt220")
    ) {
        return Glyphs::Ascii;
    }
    let locale = set("LC_ALL")
        .or_else(|| set("LC_CTYPE"))
        .or_else(|| set("LANG"));
    let is_unicode = locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    if is_unicode {
        Glyphs::Unicode
    } else {
        Glyphs::Ascii
    }
}

/// Returns the nearest ASCII characters for a cell's symbol.
fn plain(symbol: &str) -> &'static str {
    match symbol.chars().next().unwrap_or(' ') {
        '…' => "~",
        '·' | '•' => ".",
        '–' | '—' | '−' | '─' | '‑' => "-",
        '│' => "|",
        '×' => "x",
        '‘' | '’' | '‚' => "'",
        '“' | '”' | '„' | '«' | '»' => "\"",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'À'..='Å' | 'Ā' => "A",
        'æ' => "a",
        'ç' | 'ć' | 'č' => "c",
        'Ç' | 'Ć' | 'Č' => "C",
        'è'..='ë' | 'ē' | 'ę' | 'ě' => "e",
        'È'..='Ë' | 'Ē' => "E",
        'ì'..='ï' | 'ī' => "i",
        'Ì'..='Ï' | 'Ī' => "I",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'Ñ' | 'Ń' | 'Ň' => "N",
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => "o",
        'Ò'..='Ö' | 'Ø' | 'Ō' => "O",
        'ř' => "r",
        'š' | 'ś' | 'ß' => "s",
        'Š' | 'Ś' => "S",
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => "u",
        'Ù'..='Ü' | 'Ū' => "U",
        'ý' | 'ÿ' => "y",
        'ž' | 'ź' | 'ż' => "z",
        'Ž' | 'Ź' | 'Ż' => "Z",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;
    use crate::text::width;

    const ROLES: [Role; 16] = [
        Role::Text,
        Role::Faint,
        Role::Title,
        Role::Focus,
        Role::Selected,
        Role::Turn,
        Role::Key,
        Role::Good,
        Role::Hurt,
        Role::Bad,
        Role::Out,
        Role::Friend,
        Role::Foe,
        Role::Warning,
        Role::Error,
        Role::Match,
    ];

    #[track_caller]
    fn check(environment: &[(&str, &str)], expected: (Colours, Background, Glyphs)) {
        let value = |name: &str| {
            let found = environment.iter().find(|(set, _)| *set == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let (colours, background, signs) = expected;
        let theme = Theme::detect(&Choices::default(), value);
        assert_eq!(theme, Theme::new(colours, background, signs));
    }

    #[test]
    fn the_terminal_is_detected_from_its_environment() {
        use {Background::*, Colours::*, Glyphs::*};
        check(&[], (Sixteen, Dark, Unicode));
        check(&[("TERM", "xterm-256color")], (Palette, Dark, Unicode));
        check(&[("COLORTERM", "truecolor")], (True, Dark, Unicode));
        check(
            &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")],
            (Colours::None, Dark, Unicode),
        );
        check(
            &[("COLORTERM", "24bit"), ("NO_COLOR", "")],
            (True, Dark, Unicode),
        );
        check(&[("COLORFGBG", "0;15")], (Sixteen, Light, Unicode));
        check(&[("COLORFGBG", "15;default;0")], (Sixteen, Dark, Unicode));
        check(&[("LANG", "de_DE.UTF-8")], (Sixteen, Dark, Unicode));
        check(
            &[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")],
            (Sixteen, Dark, Ascii),
        );
        check(&[("LANG", "C.utf8")], (Sixteen, Dark, Unicode));
        check(&[("TERM", "linux")], (Sixteen, Dark, Ascii));
        check(&[("TERM", "dumb")], (Colours::None, Dark, Ascii));
    }

    #[test]
    fn settings_override_the_detected_theme() {
        let choices = Choices {
            colours: Some(Colours::Sixteen),
            ..Choices::default()
        };
        let theme = Theme::detect(&choices, |name| (name == "NO_COLOR").then(|| "1".into()));
        assert_eq!(theme.colours, Colours::Sixteen);
    }

    #[test]
    fn a_theme_without_colours_sets_no_colours() {
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        for role in ROLES {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
        assert_ne!(theme.style(Role::Error), theme.style(Role::Warning));
        assert_ne!(theme.style(Role::Selected), theme.style(Role::Text));
    }

    /// Returns the contrast as defined by the web guidelines, which require 3 for large text and symbols, 4.5 for small
    /// text.
    fn contrast(paint: &Paint, background: (u8, u8, u8)) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        let light =
            |(r, g, b)| 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b) + 0.05;
        let (paint, background) = (light(paint.rgb), light(background));
        paint.max(background) / paint.min(background)
    }

    #[test]
    fn every_colour_is_readable_on_its_background() {
        for (background, rgb) in [
            (Background::Dark, (0, 0, 0)),
            (Background::Light, (255, 255, 255)),
        ] {
            let theme = Theme::new(Colours::True, background, Glyphs::Unicode);
            for role in ROLES {
                if let Some(paint) = theme.paint(role) {
                    let contrast = contrast(paint, rgb);
                    assert!(contrast >= 4.5, "{role:?} on {background:?}: {contrast:.1}");
                }
            }
        }
    }

    #[test]
    fn ascii_symbols_contain_only_ascii_and_are_as_wide_as_unicode_symbols() {
        let signs = |s: &'static Symbols| {
            [
                s.turn, s.acted, s.ready, s.waits, s.out, s.hidden, s.on, s.off, s.saved,
                s.unsaved, s.warning, s.full, s.empty, s.selected, s.above, s.below, s.between,
                s.arrow,
            ]
        };
        for (unicode, ascii) in signs(&UNICODE).into_iter().zip(signs(&ASCII)) {
            assert!(ascii.is_ascii(), "{ascii}");
            assert_eq!(width(unicode), width(ascii), "{unicode}");
        }
    }

    #[test]
    fn a_frame_for_a_plain_terminal_is_ascii() {
        let mut buffer = Buffer::with_lines(["│Zoë … ゴブ 🐉 · x│"]);
        Theme::new(Colours::None, Background::Dark, Glyphs::Ascii).finish(&mut buffer);
        assert_eq!(buffer, Buffer::with_lines(["|Zoe ~ ? ?  ?  . x|"]));
        let mut nothing = Buffer::empty(Rect::ZERO);
        Theme::new(Colours::None, Background::Dark, Glyphs::Ascii).finish(&mut nothing);
    }
}
