//! What a GM has chosen once for all fights: `settings.ron`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use std::time::Duration;

use crate::encounter::Roller;
use crate::ron_text::{Diagnostic, Node, Reading, Shape, Source, parse, word};
use crate::setup::Setup;
use crate::values::Words;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colours {
    /// None, or none wanted: bold, dim, underlined and reversed only.
    None,
    /// The sixteen of every terminal, in the shades its owner chose.
    Sixteen,
    /// The fixed palette of 256.
    Palette,
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

/// How long each step of those who play by themselves can be read before the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Two seconds for each step.
    Slow,
    /// One second for each step.
    #[default]
    Steady,
    /// A third of a second.
    Quick,
    /// No time at all.
    AtOnce,
}

impl Words for Pace {
    const ALL: &'static [Self] = &[Self::Steady, Self::Slow, Self::Quick, Self::AtOnce];
    const WORDS: &'static [&'static str] = &["steady", "slow", "quick", "at-once"];
    const LABELS: &'static [&'static str] = &[
        "a second for each step",
        "two seconds for each step",
        "a third of a second for each step",
        "no time at all",
    ];

    fn index(self) -> usize {
        Self::ALL.iter().position(|one| *one == self).unwrap_or(0)
    }
}

impl Pace {
    pub fn lasts(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 2_000,
            Self::Steady => 1_000,
            Self::Quick => 333,
            Self::AtOnce => 0,
        })
    }
}

/// How the screen is to look; what is left out is found out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    pub colours: Option<Colours>,
    pub ground: Option<Ground>,
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
    /// Who throws dice that are nobody's; left out, whoever throws every side's, else the program.
    pub nobodys_dice: Option<Roller>,
    /// How fast those go on who play by themselves.
    pub pace: Pace,
    /// How the screen is to look.
    pub theme: Choices,
}

impl Settings {
    /// The settings of a file, and what is wrong with it; what has a mistake is as usual.
    pub fn read(source: &Source) -> (Self, Vec<Diagnostic>) {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told);
        let mut settings = Self::default();
        if let Some(mut fields) = reading.record(&root) {
            if let Some(system) = fields.take("system").and_then(|node| reading.text(node)) {
                settings.system = system;
            }
            let dice = [
                ("players_dice", &mut settings.players_dice),
                ("others_dice", &mut settings.others_dice),
            ];
            for (key, there) in dice {
                let node = fields.take(key);
                *there = node
                    .and_then(|node| word(&mut reading, node))
                    .unwrap_or(*there);
            }
            let node = fields.take("nobodys_dice");
            settings.nobodys_dice = node.and_then(|node| choice(&mut reading, node));
            if let Some(pace) = fields
                .take("pace")
                .and_then(|node| word(&mut reading, node))
            {
                settings.pace = pace;
            }
            if let Some(node) = fields.take("theme")
                && let Some(mut fields) = reading.record(node)
            {
                let theme = &mut settings.theme;
                let node = fields.take("colours");
                theme.colours = node.and_then(|node| choice(&mut reading, node));
                let node = fields.take("ground");
                theme.ground = node.and_then(|node| choice(&mut reading, node));
                let node = fields.take("signs");
                theme.signs = node.and_then(|node| choice(&mut reading, node));
                reading.finish(fields);
            }
            reading.finish(fields);
        }
        (settings, reading.done())
    }

    /// Says who throws whose dice where a fight does not say it.
    pub(crate) fn give_dice(&self, setup: &mut Setup) {
        for side in &mut setup.factions {
            let throws = if side.players {
                self.players_dice
            } else {
                self.others_dice
            };
            if side.throws() != throws {
                side.rolls.get_or_insert(throws);
            }
        }
        setup.nobodys_roller = setup.nobodys_roller.or(self.nobodys_dice);
    }
}

/// A word, or `None` for what is found out; ron also writes `Some(…)`.
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
            players_dice: Roller::Asked,
            others_dice: Roller::Rolled,
            nobodys_dice: None,
            pace: Pace::default(),
            theme: Choices::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ron_text::write_file;

    #[test]
    fn what_is_left_out_is_usual() {
        let text = "(others_dice: Asked, pace: Quick, theme: (signs: Ascii))";
        let (settings, wrong) = Settings::read(&Source::new("settings.ron", text));
        assert_eq!(wrong, []);
        assert_eq!(settings.others_dice, Roller::Asked);
        assert_eq!(settings.players_dice, Roller::Asked);
        assert_eq!(settings.pace, Pace::Quick);
        assert_eq!(settings.theme.signs, Some(Signs::Ascii));
        let written = write_file(&settings).expect("written");
        assert_eq!(
            Settings::read(&Source::new("s", &written)),
            (settings, Vec::new())
        );
        let text = "(theme: (sign: Ascii, ground: Dim), players_dice: Ask, others_dice: Asked, pace: Fast)";
        let (settings, wrong) = Settings::read(&Source::new("s", text));
        let told: Vec<&str> = wrong.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(
            told,
            [
                "unknown field `sign`: did you mean `signs`?",
                "unknown word `Dim`: there is Dark, Light",
                "unknown word `Ask`: there is Asked, Rolled",
                "unknown word `Fast`: there is Slow, Steady, Quick, AtOnce",
            ]
        );
        assert_eq!(settings.others_dice, Roller::Asked, "what is right counts");
    }
}
