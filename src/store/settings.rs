//! What a GM has chosen once for all fights: `settings.ron`.

use serde::{Deserialize, Serialize};

use crate::encounter::Roller;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// None, or none wanted: bold, dim, underlined and reversed only.
    None,
    /// The sixteen of every terminal, in the shades its owner chose.
    Sixteen,
    /// The fixed palette of 256.
    Palette,
    /// Any.
    True,
}

/// What the text stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// Light text on dark.
    Dark,
    /// Dark text on light.
    Light,
}

/// Which signs can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Signs {
    /// All that a font has.
    Unicode,
    /// Letters, digits and what is on a keyboard.
    Ascii,
}

/// How the screen is to look; what is left out is found out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    /// How many colours.
    pub colours: Option<Colours>,
    /// The ground.
    pub ground: Option<Ground>,
    /// The signs.
    pub signs: Option<Signs>,
}

/// What a GM has chosen once for all fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Key of the rule system that new fights begin with; "" for the first.
    pub system: String,
    /// Who throws the dice of factions that players run.
    pub players_dice: Roller,
    /// Who throws everybody else's dice.
    pub others_dice: Roller,
    /// Who throws dice that are nobody's.
    pub nobodys_dice: Roller,
    /// How the screen is to look.
    pub theme: Choices,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            system: String::new(),
            players_dice: Roller::Asked,
            others_dice: Roller::Rolled,
            nobodys_dice: Roller::Rolled,
            theme: Choices::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ron_text::{Source, read_as, write_file};

    #[test]
    fn what_is_left_out_is_usual() {
        let text = "(others_dice: Asked, theme: (signs: Ascii))";
        let settings: Settings = read_as(&Source::new("settings.ron", text)).expect("settings");
        assert_eq!(settings.others_dice, Roller::Asked);
        assert_eq!(settings.players_dice, Roller::Asked);
        assert_eq!(settings.theme.signs, Some(Signs::Ascii));
        let written = write_file(&settings).expect("written");
        assert_eq!(
            read_as::<Settings>(&Source::new("s", &written)),
            Ok(settings)
        );
        let wrong = read_as::<Settings>(&Source::new("s", "(theme: (sign: Ascii))"));
        assert_eq!(
            wrong.expect_err("a slip").what,
            "unknown field `sign`: did you mean `signs`?"
        );
    }
}
