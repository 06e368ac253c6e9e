//! Settings of a GM for all fights: `settings.ron`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use std::time::Duration;

use crate::encounter::{Roller, TypedRolls};
use crate::ron_text::{Diagnostic, Node, Reading, Shape, Source, parse, word};
use crate::setup::Setup;
use crate::values::Words;

/// Number of colours that the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// Terminal without any colours: only bold, dim, underlined and reversed.
    None,
    /// Sixteen standard colours in the shades of the user's terminal.
    Sixteen,
    /// Fixed palette of 256 colours.
    Palette,
    True,
}

/// Background of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Background {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}

/// Characters that the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Glyphs {
    /// All characters of Unicode.
    Unicode,
    /// Letters, digits and signs on a keyboard.
    Ascii,
}

/// Pause after each step of auto-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AutoPlaySpeed {
    /// Pause of two seconds.
    Slow,
    /// Pause of one second.
    #[default]
    Normal,
    /// Pause of a third of a second.
    Fast,
    Instant,
}

impl Words for AutoPlaySpeed {
    const ALL: &'static [Self] = &[Self::Normal, Self::Slow, Self::Fast, Self::Instant];
    const WORDS: &'static [&'static str] = &["normal", "slow", "fast", "instant"];
    const LABELS: &'static [&'static str] = &[
        "one second per step",
        "two seconds per step",
        "a third of a second per step",
        "no pause",
    ];

    fn index(self) -> usize {
        Self::ALL.iter().position(|one| *one == self).unwrap_or(0)
    }
}

impl AutoPlaySpeed {
    /// Returns the pause after each step.
    pub fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 2_000,
            Self::Normal => 1_000,
            Self::Fast => 333,
            Self::Instant => 0,
        })
    }
}

/// Look of the screen. Affray detects the parts that are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    pub colours: Option<Colours>,
    pub background: Option<Background>,
    pub symbols: Option<Glyphs>,
}

/// Settings of a GM for all fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Key of the rule system that new fights begin with; "" for the first system.
    pub system: String,
    /// Roller of the sides of the players.
    pub player_rolls: Roller,
    /// Roller of all other sides.
    pub gm_rolls: Roller,
    /// Roller of dice that belong to no combatant. If left out, these dice have the roller of all sides if the sides
    /// share a roller, otherwise Affray rolls.
    pub environment_rolls: Option<Roller>,
    /// Setting for numbers typed for rolls, for every side without a separate setting.
    pub typed_attacks: TypedRolls,
    pub auto_play_speed: AutoPlaySpeed,
    /// Look of the screen.
    pub theme: Choices,
}

impl Settings {
    /// Reads a settings file and reports its errors. A setting with an error keeps its default.
    pub fn read(source: &Source) -> (Self, Vec<Diagnostic>) {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told);
        let mut settings = Self::default();
        if let Some(mut fields) = reading.record(&root) {
            if let Some(system) = fields.take("system").and_then(|node| reading.text(node)) {
                settings.system = system;
            }
            let dice = [
                ("player_rolls", &mut settings.player_rolls),
                ("gm_rolls", &mut settings.gm_rolls),
            ];
            for (key, there) in dice {
                let node = fields.take(key);
                *there = node
                    .and_then(|node| word(&mut reading, node))
                    .unwrap_or(*there);
            }
            let node = fields.take("environment_rolls");
            settings.environment_rolls = node.and_then(|node| choice(&mut reading, node));
            let node = fields.take("typed_attacks");
            if let Some(typed) = node.and_then(|node| word(&mut reading, node)) {
                settings.typed_attacks = typed;
            }
            if let Some(speed) = fields
                .take("auto_play_speed")
                .and_then(|node| word(&mut reading, node))
            {
                settings.auto_play_speed = speed;
            }
            if let Some(node) = fields.take("theme")
                && let Some(mut fields) = reading.record(node)
            {
                let theme = &mut settings.theme;
                let node = fields.take("colours");
                theme.colours = node.and_then(|node| choice(&mut reading, node));
                let node = fields.take("background");
                theme.background = node.and_then(|node| choice(&mut reading, node));
                let node = fields.take("symbols");
                theme.symbols = node.and_then(|node| choice(&mut reading, node));
                reading.finish(fields);
            }
            reading.finish(fields);
        }
        (settings, reading.done())
    }

    /// Sets the rollers of a fight that specifies no rollers.
    pub(crate) fn give_dice(&self, setup: &mut Setup) {
        for side in &mut setup.sides {
            let throws = if side.players {
                self.player_rolls
            } else {
                self.gm_rolls
            };
            if side.throws() != throws {
                side.rolls.get_or_insert(throws);
            }
            if self.typed_attacks != TypedRolls::Dice {
                side.typed.get_or_insert(self.typed_attacks);
            }
        }
        setup.environment_roller = setup.environment_roller.or(self.environment_rolls);
    }
}

/// Reads a word, or `None` for automatic detection; ron also writes `Some(…)`.
fn choice<T: DeserializeOwned>(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<T> {
    match &node.shape {
        Shape::Plain("None") => None,
        Shape::Tuple("Some", inner) if inner.len() == 1 => word(reading, &inner[0]),
        _ => word(reading, node),
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            system: String::new(),
            player_rolls: Roller::Typed,
            gm_rolls: Roller::Rolled,
            environment_rolls: None,
            typed_attacks: TypedRolls::Dice,
            auto_play_speed: AutoPlaySpeed::default(),
            theme: Choices::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ron_text::write_file;

    #[test]
    fn missing_settings_have_defaults() {
        let text = "(gm_rolls: Typed, auto_play_speed: Fast, theme: (symbols: Ascii))";
        let (settings, wrong) = Settings::read(&Source::new("settings.ron", text));
        assert_eq!(wrong, []);
        assert_eq!(settings.gm_rolls, Roller::Typed);
        assert_eq!(settings.player_rolls, Roller::Typed);
        assert_eq!(settings.auto_play_speed, AutoPlaySpeed::Fast);
        assert_eq!(settings.theme.symbols, Some(Glyphs::Ascii));
        let written = write_file(&settings).expect("written");
        assert_eq!(
            Settings::read(&Source::new("s", &written)),
            (settings, Vec::new())
        );
        let text = "(theme: (symbol: Ascii, background: Dim), player_rolls: Type, gm_rolls: Typed, auto_play_speed: Quick)";
        let (settings, wrong) = Settings::read(&Source::new("s", text));
        let told: Vec<&str> = wrong.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(
            told,
            [
                "unknown field `symbol`: did you mean `symbols`?",
                "unknown word `Dim`: choose one of Dark, Light",
                "unknown word `Type`: did you mean `Typed`?",
                "unknown word `Quick`: choose one of Slow, Normal, Fast, Instant",
            ]
        );
        assert_eq!(settings.gm_rolls, Roller::Typed, "what is right counts");
    }
}
