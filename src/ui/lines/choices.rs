//! Choices of a prompt as data: the kind of the prompt, and the selectable rows, each with its key.

use serde::Serialize;

/// Kind of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Asks {
    /// Menu of the actions that are offered.
    Menu,
    /// Menu after the end of the fight, which needs no answer.
    Over,
    /// One roll, typed or left to Affray.
    Roll,
    /// Several rolls, each typed or left to Affray.
    Rolls,
    /// Choice of one of several options.
    Choice,
    /// Selection of one or more combatants.
    Pick,
    /// Form with several rows that are sent together.
    Form,
    Number,
    Text,
    /// Answer by yes or no.
    Confirm,
    /// Text that is being typed: a command, a search, or new combatants.
    Typing,
    /// Any other screen, such as a set-up, a sheet or the help.
    #[default]
    Screen,
}

/// Row that can be selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Key of the row; "" if only the arrow keys reach it.
    pub key: String,
    pub label: String,
    /// Hint, or the reason why the row is not possible now; or "".
    pub note: String,
    /// False if the row is not possible now.
    pub possible: bool,
    /// True if Enter accepts the row, or, in a selection of combatants, if the combatant is selected.
    pub marked: bool,
}

/// State of a fight as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FightState {
    pub title: String,
    pub round: u32,
    /// True after the end of the fight.
    pub over: bool,
    /// Letters of the combatants who act now.
    pub acting: Vec<String>,
    pub combatants: Vec<CombatantState>,
}

/// State of a combatant as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CombatantState {
    /// Letter, which stays the same for the whole fight.
    pub id: String,
    pub name: String,
    /// Name that the players see instead of the real name; "" if the players see the real name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub other_name: String,
    pub side: String,
    /// True if players run the combatant's side.
    pub players: bool,
    pub hit_points: i64,
    pub maximum: i64,
    /// Main defence: "AC 15".
    pub defence: String,
    /// True if the combatant is hidden from the players.
    pub hidden: bool,
    /// True if the combatant is out of action.
    pub down: bool,
    pub states: Vec<String>,
}
