//! The only place with colours and symbols.
//!
//! What is drawn has a [`Role`]; the theme says how a role looks. The colours are those of Okabe and Ito, which people
//! with any kind of colour vision tell apart, and no meaning hangs on them: each role that tells something has a symbol,
//! a word or a modifier as well, so that NO_COLOR loses nothing.

use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier, Style},
    symbols::border,
};

pub use crate::store::settings::{Background, Choices, Colours, Glyphs};

/// What a piece of the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Text,
    /// What may be overlooked: help, frames of other panes, undone lines.
    Faint,
    /// What a pane is called.
    Title,
    /// The frame and title of the pane that has the keys.
    Focus,
    /// The row that is chosen.
    Selected,
    /// Whoever is to go, and the question that is asked.
    Turn,
    /// A key that does something.
    Key,
    Good,
    Hurt,
    Bad,
    /// Out of the fight.
    Out,
    Friend,
    Foe,
    /// Something the GM should look at.
    Warning,
    Error,
    /// What a search found.
    Match,
}

/// How roles look here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Colours that the terminal can show.
    pub(crate) colours: Colours,
    /// Background of the terminal.
    pub(crate) background: Background,
    /// Characters that the terminal can show.
    pub(crate) glyphs: Glyphs,
    /// Whether what is drawn is told in words, without frames and bars.
    told: bool,
}

/// The signs of a chart: those who stand in three fights of four, in half of them, in one of four, and who began.
pub(crate) const CHART: [&str; 4] = ["█", "▓", "░", "·"];

/// The same where nothing but ASCII can be shown.
const PLAIN_CHART: [&str; 4] = ["#", "=", "-", "."];

/// The signs of the screen, each called by what it says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Symbols {
    pub turn: &'static str,
    pub acted: &'static str,
    pub ready: &'static str,
    pub waits: &'static str,
    pub out: &'static str,
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

/// Where nothing is drawn.
static TOLD: Symbols = Symbols {
    hidden: "(hidden)",
    chart: [" "; 4],
    full: " ",
    empty: " ",
    frame: ascii_frame(" ", " ", " "),
    focus_frame: ascii_frame(" ", " ", " "),
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

/// One colour on terminals of three kinds.
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

// Okabe and Ito's set without black, and the shades of it that are dark enough to be read on white.
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
    /// A theme for a terminal known in full.
    pub fn new(colours: Colours, background: Background, glyphs: Glyphs) -> Self {
        Self {
            colours,
            background,
            glyphs,
            told: false,
        }
    }

    /// The theme where nothing is drawn: plain signs, no colours, and names in whatever letters they are.
    pub fn told() -> Self {
        Self {
            told: true,
            ..Self::new(Colours::None, Background::Dark, Glyphs::Unicode)
        }
    }

    /// The theme for the terminal that `environment` describes, as far as `choices` leave it open.
    pub(crate) fn detect(choices: &Choices, environment: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name| environment(name).filter(|value| !value.is_empty());
        // NO_COLOR says that a choice in a program's own settings goes before it.
        Self {
            colours: choices.colours.unwrap_or_else(|| colours(set)),
            background: choices.background.unwrap_or_else(|| background(set)),
            glyphs: choices.symbols.unwrap_or_else(|| glyphs(set)),
            told: false,
        }
    }

    /// The signs to draw with.
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
            // The terminal's own colours are what its owner can read.
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

    /// The last touch on a finished frame: on a terminal without Unicode, what is still drawn with it (names, mostly) is
    /// drawn with what there is. Does nothing on others.
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

/// What a role looks like beside its colour, or where there is none.
fn modifier(role: Role, colours: Colours) -> Modifier {
    match role {
        Role::Text | Role::Good | Role::Friend | Role::Foe => Modifier::empty(),
        // Grey is faint enough; dimmed grey cannot be read in some terminals.
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

/// Only some terminals say what they stand on; of the rest most are dark.
fn background(set: impl Fn(&'static str) -> Option<String>) -> Background {
    let background = set("COLORFGBG").and_then(|pair| pair.rsplit(';').next()?.parse::<u8>().ok());
    match background {
        Some(7 | 9..=15) => Background::Light,
        _ => Background::Dark,
    }
}

/// A locale that names another encoding is believed; none at all is what containers have, and their terminals are not
/// older for it. The font of the Linux console lacks the symbols.
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

/// The nearest ASCII to a cell's symbol.
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
    fn the_terminal_is_asked_through_its_environment() {
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
    fn choices_go_first() {
        let choices = Choices {
            colours: Some(Colours::Sixteen),
            ..Choices::default()
        };
        let theme = Theme::detect(&choices, |name| (name == "NO_COLOR").then(|| "1".into()));
        assert_eq!(theme.colours, Colours::Sixteen);
    }

    #[test]
    fn without_colours_there_are_none() {
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        for role in ROLES {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
        assert_ne!(theme.style(Role::Error), theme.style(Role::Warning));
        assert_ne!(theme.style(Role::Selected), theme.style(Role::Text));
    }

    /// The contrast that the web's guidelines compute; they ask 3 of large text and of signs, 4.5 of small text.
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
    fn every_colour_can_be_read_on_its_ground() {
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
    fn ascii_signs_are_ascii_and_all_signs_align() {
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
