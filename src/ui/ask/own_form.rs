//! Forms of the screen itself, for a fight or its set-up: their preview, and the rollers of dice.

use crate::encounter::{Control, Encounter, Roller, Tactics, TypedRolls};
use crate::resolver::{Draft, Filled, Form, Kind, Prompt, Refused};
use crate::session::Preview;
use crate::values::Words as _;
use crate::words;

words! {
    /// Roller of dice, as a choice in a form row.
    pub enum Thrown {
        /// Roller is a person at the table.
        Typed = "typed" "typed at the table",
        /// Dice typed as totals, including modifiers.
        Totals = "totals" "totals typed at the table",
        Rolled = "rolled" "rolled by Affray",
        /// Roller of the side.
        Side = "side" "as their side",
    }
}

impl Thrown {
    /// Returns the choices for the dice of a side with this roller, in the order in which a key steps through them.
    pub fn of_a_side(roller: Roller) -> &'static [Self] {
        // One step leads from the current choice to the opposite choice.
        match roller {
            Roller::Typed => &[Self::Typed, Self::Rolled, Self::Totals],
            Roller::Rolled => &[Self::Typed, Self::Totals, Self::Rolled],
        }
    }

    /// Choices for dice without a combatant.
    pub const OF_NOBODY: &[Self] = &[Self::Typed, Self::Rolled];

    /// Choices for dice of a combatant.
    pub const OF_ONE: &[Self] = &[Self::Typed, Self::Rolled, Self::Side];

    /// Returns the choice for a side's settings.
    pub fn of(roller: Roller, typed: TypedRolls) -> Self {
        match (roller, typed) {
            (Roller::Typed, TypedRolls::Dice) => Self::Typed,
            (Roller::Typed, TypedRolls::Totals) => Self::Totals,
            (Roller::Rolled, _) => Self::Rolled,
        }
    }

    /// Returns the setting for typed numbers; a choice without such a setting keeps the previous setting.
    pub fn typed(self, before: TypedRolls) -> TypedRolls {
        match self {
            Self::Typed => TypedRolls::Dice,
            Self::Totals => TypedRolls::Totals,
            Self::Rolled | Self::Side => before,
        }
    }

    /// Converts to a roller; `None` means the roller of the side.
    pub fn roller(self) -> Option<Roller> {
        match self {
            Self::Typed | Self::Totals => Some(Roller::Typed),
            Self::Rolled => Some(Roller::Rolled),
            Self::Side => None,
        }
    }
}

impl From<Option<Roller>> for Thrown {
    fn from(roller: Option<Roller>) -> Self {
        match roller {
            Some(Roller::Typed) => Self::Typed,
            Some(Roller::Rolled) => Self::Rolled,
            None => Self::Side,
        }
    }
}

words! {
    /// Control of a combatant, as a choice in a form row.
    pub enum Led {
        /// Control of the side.
        Side = "side" "as their side",
        Gm = "gm" "GM",
        Suggested = "suggested" "suggested",
        AskAreas = "ask-areas" "automatic, GM places areas",
        Automatic = "automatic" "automatic",
    }
}

impl Led {
    /// Converts to a control; `None` means the control of the side.
    pub fn control(self) -> Option<Control> {
        match self {
            Self::Side => None,
            Self::Gm => Some(Control::Gm),
            Self::Suggested => Some(Control::Suggested),
            Self::AskAreas => Some(Control::AskAreas),
            Self::Automatic => Some(Control::Automatic),
        }
    }
}

impl From<Option<Control>> for Led {
    fn from(control: Option<Control>) -> Self {
        let is = |one: &&Self| one.control() == control;
        Self::ALL.iter().find(is).copied().unwrap_or_default()
    }
}

/// Words of tactics with short explanations: at most one of each group.
const TACTICS: &str = "none, or one of each group: plain, cautious, reckless · stays, flees at half · spares, kills \
    the fallen · focuses, spreads attacks · sensible, sharp (simulates), defaults · looks, knows all numbers";

/// Adds a row for the words of a side's tactics.
pub fn tactics(f: &mut Form<'_>, key: &str, tactics: Tactics) -> Filled<Tactics> {
    f.hint(|| TACTICS.to_owned());
    let words = f.text(key, "tactics", &tactics.to_string());
    Tactics::default().read(&words).map_err(Refused)
}

/// Returns the preview of a form with the values that the user has set.
pub fn previewed<T>(
    now: &Encounter,
    asked: &Prompt,
    set: &Draft,
    body: impl Fn(&mut Form<'_>) -> Filled<T>,
) -> (Preview, Result<T, String>) {
    let mut form = Form::new(now, set, true);
    let made = body(&mut form);
    let made = match form.misfit() {
        Some(why) => Err(why.to_owned()),
        None => made.map_err(|Refused(why)| why),
    };
    let preview = Preview {
        form: Prompt {
            kind: Kind::Form(form.into_fields()),
            ..asked.clone()
        },
        shows: Vec::new(),
        next: None,
        refused: made.as_ref().err().cloned(),
    };
    (preview, made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_explains_every_word_of_tactics() {
        let is_letter = |c: char| c.is_ascii_lowercase();
        let hint: Vec<&str> = TACTICS.split(|c| !is_letter(c)).collect();
        for (word, _) in Tactics::all() {
            assert!(hint.contains(&word), "{word}");
        }
    }
}
