//! Events of a fight. An encounter changes only through events. They are also the source of every log line, and the
//! save format. Never rename or reuse a variant or a field; add fields with `#[serde(default)]`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::combatant::{Combatant, Roller, Side, TypedRolls};
use super::condition::{Condition, Giver};

use super::leading::{Control, Tactics};
use super::links::Link;
use super::scheduled::Scheduled;
use super::stage::Stage;
use crate::dice::{Dice, Tally};
use crate::ron_text::is_default;
use crate::values::{Content, Id, Part, Record, SideId, Told, Value, nearest_up};

/// Changed answer, or changed row of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// Label of the row; "" if the answer is not a form.
    #[serde(default, skip_serializing_if = "is_default")]
    pub row: String,
    /// Old value as text; "" if the row was not there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub was: String,
    pub is: String,
}

/// Target number of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// Greatest total that succeeds.
    AtMost(i64),
    /// Least total that succeeds.
    AtLeast(i64),
}

impl Need {
    /// Returns `true` if a total succeeds.
    pub(crate) fn met(&self, total: i64) -> bool {
        match self {
            Need::AtMost(need) => total <= *need,
            Need::AtLeast(need) => total >= *need,
        }
    }

    /// Formats the target number: "8 or less", "12 or more", "vs AC 15". A named target such as AC or DC needs no "or
    /// more".
    pub(crate) fn words(&self, against: &str) -> String {
        match (self, against) {
            (Need::AtMost(need), "") => format!("{need} or less"),
            (Need::AtMost(need), against) => format!("{against} {need} or less"),
            (Need::AtLeast(need), "") => format!("{need} or more"),
            (Need::AtLeast(need), against) => format!("vs {against} {need}"),
        }
    }
}

/// Roll of dice as logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// Owner of the dice; `None` for dice without an owner.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Option<Id>,
    /// True if the line above already names the owner.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unnamed: bool,
    /// Purpose of the roll, such as "AGI save" or "damage".
    pub what: Told,
    /// Beginning of a sentence in place of name and purpose: "Ann attacks Orc with axe"; "" without such a sentence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub told: Told,
    pub dice: Dice,
    /// Natural results, in the order rolled.
    pub faces: Vec<u32>,
    /// Bonus added to the dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bonus: Tally,
    /// Total of dice and bonus.
    pub total: i64,
    /// Target number, if there is one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub need: Option<Need>,
    /// True if a high total was wanted without a target number, as for damage or healing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub high: bool,
    /// Terms of the target number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reasons: Tally,
    /// Name of the target number: "AC", "WIT", …
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: String,
    /// Result in one or two words; "" if the number is enough.
    #[serde(default, skip_serializing_if = "is_default")]
    pub verdict: String,
    /// Natural results that override the total: "20", "96 to 100"; "" if the total decided.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forced: String,
    /// True for success, false for failure; `None` if only the total counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outcome: Option<bool>,
    /// Field, part or bonus that stores the total; "" if the roll has a log line. Otherwise the log line of the change
    /// or of the roll with the bonus shows the total, and this roll has no line of its own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kept_as: String,
}

/// Effect of a changed number on the health of a combatant. Its log line is a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HealthChange {
    /// Damage, as in "Ann takes 9 slashing damage: 11 → 2 HP". The amount can be greater than the loss.
    Damage {
        amount: i64,
        /// Type of the damage; "" for none.
        #[serde(default, skip_serializing_if = "is_default")]
        kind: String,
    },
    /// Healing, as in "Ann regains 3 HP: 2 → 5".
    Healing { amount: i64 },
    /// Change of a number that is worse if higher, as in "Ann takes 2 wounds: 0 → 2".
    Wounds,
}

/// Event that happened in a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Logs an action of a combatant and begins a new log line.
    Act {
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// Other combatants that a plain text concerns. Facts contain their combatants.
        #[serde(default, skip_serializing_if = "is_default")]
        about: Vec<Id>,
        text: Told,
        /// True if the GM keeps the action secret from the players.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// Adds a sentence to the current line: the line of the last [`Event::Act`], or of the roll after it.
    Noted {
        /// Combatants that the sentence concerns, except the combatants in its facts.
        #[serde(default, skip_serializing_if = "is_default")]
        about: Vec<Id>,
        text: Told,
        /// True for a combatant's plan that has not begun. Players do not see such plans of foes.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planned: bool,
        /// True for the reason why a question was skipped; only the GM sees it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        aside: bool,
    },
    /// Changes an earlier answer. For several amendments of one question the log has one line with the first old and
    /// the last new value.
    Amended {
        #[serde(default, skip_serializing_if = "is_default")]
        about: Vec<Id>,
        asked: String,
        /// Changed parts of the answer, one for each changed field of a form.
        rows: Vec<Amendment>,
    },
    /// Records rolled dice and begins a log line below the last [`Event::Act`].
    Rolled(Throw),
    /// Records the result of an attack; not logged. Losses of `who` after a hit in the same command are credited to
    /// `by`.
    Struck {
        by: Id,
        who: Id,
        /// True if the attack hit, even if armour absorbs all damage.
        hit: bool,
    },
    /// Announces the damage of an earlier hit, perhaps together with other damage; not logged.
    Landed {
        by: Id,
        who: Id,
        /// Damage of the next loss of `who` that is credited to `by`.
        amount: i64,
    },
    /// Changes a value on a sheet.
    Changed {
        who: Id,
        at: String,
        #[serde(default, skip_serializing_if = "is_default")]
        from: Option<Value>,
        /// New value of the field.
        #[serde(default, skip_serializing_if = "is_default")]
        to: Option<Value>,
        /// Label in the log, or the unit of `health`; "" for changes that are not logged.
        #[serde(default, skip_serializing_if = "is_default")]
        label: Told,
        /// Effect on the health of the combatant; `None` for all other values.
        #[serde(default, skip_serializing_if = "is_default")]
        health: Option<HealthChange>,
        #[serde(default, skip_serializing_if = "is_default")]
        cause: Told,
    },
    /// Adds a condition, and removes conditions with the same key, either from the same source or from all sources.
    Gained {
        who: Id,
        condition: Condition,
        /// Label in the log; "" for changes that are not logged.
        #[serde(default, skip_serializing_if = "is_default")]
        label: Told,
        #[serde(default, skip_serializing_if = "is_default")]
        replaces: Giver,
    },
    Lost {
        who: Id,
        key: String,
        /// Selector among several conditions with this key. If it selects one source, conditions from other sources
        /// remain.
        #[serde(default, skip_serializing_if = "is_default")]
        giver: Giver,
        /// Label in the log; "" for changes that are not logged.
        #[serde(default, skip_serializing_if = "is_default")]
        label: Told,
        #[serde(default, skip_serializing_if = "is_default")]
        cause: Told,
    },
    /// Adds a link between two combatants.
    Linked(Link),
    Unlinked(Link),
    /// Adds the GM's adjustment to the pending roll, in any rule system. The adjustment is a ruling at the question of
    /// the roll and applies to this roll alone. The log shows it as a term of the roll.
    Adjusted {
        /// Owner of the roll; `None` for dice without an owner.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// Adjustment of the total; 0 removes an earlier adjustment.
        by: i64,
    },
    /// Sets a part of the system's own state; not logged.
    Kept {
        /// Keyword of the part.
        part: String,
        /// Owner of the part, if it belongs to a combatant.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// New content of the part.
        to: Content,
    },
    Round {
        number: u32,
        /// Text for the log.
        text: Told,
    },
    /// Sets or clears the combatant whose turn it is; not logged.
    Turn {
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
    },
    /// Adds a side to the fight.
    Sided {
        side: Side,
    },
    /// Adds a saved party to the fight as a side. After the fight the side is saved under the party's name. Not logged.
    Fielded {
        side: SideId,
        /// Name of the party.
        party: String,
    },
    /// Adds a combatant to the fight.
    Joined {
        /// New combatant, who gets the next id.
        combatant: Arc<Combatant<Record>>,
    },
    /// Removes a combatant from the fight by order of the GM.
    Left {
        who: Id,
        /// Reason or destination of the departure; may be "".
        #[serde(default, skip_serializing_if = "is_default")]
        cause: String,
    },
    /// Brings back a combatant who had left.
    Returned {
        who: Id,
    },
    /// Edits a combatant's name, name for the players, side, group or notes.
    Edited {
        who: Id,
        /// Old name if there is a new name; "" in older files.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        was: String,
        #[serde(default, skip_serializing_if = "is_default")]
        name: Option<String>,
        /// Name that the players see from now on; "" for the name of the combatant.
        #[serde(default, skip_serializing_if = "is_default")]
        other_name: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        side: Option<SideId>,
        #[serde(default, skip_serializing_if = "is_default")]
        group: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        notes: Option<String>,
    },
    /// Hides a combatant from the players' view or shows the combatant again; not in the players' log.
    Hid {
        who: Id,
        /// True if the combatant is now hidden.
        hidden: bool,
    },
    /// Sets the roller of a combatant's dice.
    CombatantRoller {
        who: Id,
        /// New setting of the combatant; `None` follows the side.
        #[serde(default, skip_serializing_if = "is_default")]
        roller: Option<Roller>,
    },
    /// Sets the roller of a side's dice.
    SideRoller {
        side: SideId,
        roller: Roller,
        /// Setting for numbers typed for the side's rolls: dice or totals.
        #[serde(default, skip_serializing_if = "is_default")]
        typed: TypedRolls,
    },
    /// Sets the control of a combatant.
    CombatantControl {
        who: Id,
        /// New setting of the combatant; `None` follows the side.
        #[serde(default, skip_serializing_if = "is_default")]
        control: Option<Control>,
    },
    /// Sets the control and the tactics of a side.
    SideControl {
        side: SideId,
        control: Control,
        #[serde(default, skip_serializing_if = "is_default")]
        tactics: Tactics,
    },
    /// Records a decision of the system's policy, made without a prompt.
    Led {
        /// Combatant who decided, if it was a combatant's decision.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// Side that decided, if it was a side's decision.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Option<SideId>,
        /// Reason in a few words.
        why: String,
    },
    /// Sets the roller of dice without an owner.
    EnvironmentRoller {
        roller: Roller,
    },
    /// Changes the GM's notes on the fight.
    Notes {
        text: String,
    },
    /// Plans an event for later; not logged before it comes due.
    Scheduled(Arc<Scheduled>),
    /// Executes and removes a planned event; begins a new log line.
    CameDue {
        /// Index in the list of planned events.
        place: u32,
        /// Text for the log; "" if the log shows who arrives.
        text: Told,
        /// True if hidden from the players.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
    },
    /// Cancels a planned event; not logged.
    Unscheduled {
        /// Index in the list of planned events.
        place: u32,
    },
    /// Marks the point in time at which the GM made rulings during a command. The rulings are `many` of the command's
    /// events, starting at index `first`, and may take effect elsewhere. Not logged.
    Meanwhile {
        /// Index of the first ruling event among the command's events.
        first: usize,
        /// Number of ruling events.
        many: usize,
    },
    /// Begins, ends or resumes the fight.
    Staged {
        /// New stage of the fight.
        stage: Stage,
        /// Text for the log.
        #[serde(default, skip_serializing_if = "is_default")]
        text: Told,
    },
}

/// Returns the events of a command to store. If a part of the system's state was set several times, only the last of
/// these events remains. These events are not logged.
pub(crate) fn lasting(events: &[Event]) -> Vec<Event> {
    let mut set = BTreeSet::new();
    let mut lasts = vec![true; events.len()];
    for (event, lasts) in events.iter().zip(&mut lasts).rev() {
        if let Event::Kept { part, who, .. } = event {
            *lasts = set.insert((part.as_str(), *who));
        }
    }
    let before = |place: usize| lasts.iter().take(place).filter(|lasts| **lasts).count();
    let kept = events.iter().zip(&lasts).filter(|(_, lasts)| **lasts);
    let kept = kept.map(|(event, _)| match event {
        // The indexes of the events have changed.
        Event::Meanwhile { first, many } => {
            let from = before(*first);
            let many = before(first.saturating_add(*many)) - from;
            Event::Meanwhile { first: from, many }
        }
        event => event.clone(),
    });
    kept.collect()
}

/// Returns the indexes of the rulings made during a command, among the command's events.
pub(crate) fn rulings(events: &[Event]) -> BTreeSet<usize> {
    let ruled = events.iter().flat_map(|event| event.ruled(events.len()));
    ruled.collect()
}

/// Returns the events of a command without the rulings made during it and without their marks.
pub(crate) fn without_rulings(events: &[Event]) -> Vec<Event> {
    let ruled = rulings(events);
    let own = events.iter().enumerate();
    let own = own.filter(|(place, event)| {
        !ruled.contains(place) && !matches!(event, Event::Meanwhile { .. })
    });
    own.map(|(_, event)| event.clone()).collect()
}

/// Part of an encounter that an event changes. It decides if a correction may come before a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touch {
    Sheet(Id, String),
    Condition(Id, String),
    Links,
    Part(String, Option<Id>),
    Round,
    Turn,
    Roster,
    Person(Id),
    Rollers,
    Controls,
    Notes,
    Schedule,
    Stage,
    Nothing,
}

impl Event {
    /// Clamps the event's numbers to the range of a fight, since a rule may add to a number from a user or a file.
    pub(crate) fn borne(mut self) -> Event {
        match &mut self {
            Event::Round { number, .. } => *number = nearest_up(*number),
            Event::Gained { condition, .. } => condition.bound(),
            _ => {}
        }
        self
    }

    /// Creates the event that replaces a part of the system's own state, for the whole fight or for `who`.
    pub fn kept<T: Part>(who: Option<Id>, part: impl Into<Arc<T>>) -> Self {
        Event::Kept {
            part: T::WORD.to_owned(),
            who,
            to: Content::Typed(part.into()),
        }
    }

    /// Creates a sentence for the current log line.
    pub fn sentence(about: Vec<Id>, text: impl Into<Told>) -> Self {
        Event::Noted {
            about,
            text: text.into(),
            planned: false,
            aside: false,
        }
    }

    /// Creates the event that replaces the notes on a combatant.
    pub fn noted_on(who: Id, notes: String) -> Self {
        let mut event = Self::unedited(who);
        if let Event::Edited { notes: edited, .. } = &mut event {
            *edited = Some(notes);
        }
        event
    }

    /// Creates the event that sets the name that the players see; "" for the name of the combatant.
    pub fn called_by_players(who: Id, name: String) -> Self {
        let mut event = Self::unedited(who);
        if let Event::Edited { other_name, .. } = &mut event {
            *other_name = Some(name);
        }
        event
    }

    /// Creates an edit of a combatant that changes nothing yet.
    fn unedited(who: Id) -> Self {
        Event::Edited {
            who,
            was: String::new(),
            name: None,
            other_name: None,
            side: None,
            group: None,
            notes: None,
        }
    }

    /// Returns the index range of the rulings that this event marks, within `of` events; empty for all other events.
    pub(crate) fn ruled(&self, of: usize) -> Range<usize> {
        match self {
            Event::Meanwhile { first, many } => *first..first.saturating_add(*many).min(of),
            _ => 0..0,
        }
    }

    /// Returns the owner of the roll that this event adjusts, and the adjustment.
    pub(crate) fn adjustment(&self) -> Option<(Option<Id>, i64)> {
        match self {
            Event::Adjusted { who, by } => Some((*who, *by)),
            _ => None,
        }
    }

    /// Returns `true` if two events change the same part of an encounter.
    pub(crate) fn clashes(&self, other: &Event) -> bool {
        self.touches() != Touch::Nothing && self.touches() == other.touches()
    }

    /// Returns the combatant whose sheet, conditions or presence the event changes.
    pub(crate) fn marks(&self) -> Option<Id> {
        match self.touches() {
            Touch::Sheet(who, _) | Touch::Condition(who, _) | Touch::Person(who) => Some(who),
            _ => None,
        }
    }

    /// Returns the part of the encounter that this event changes.
    fn touches(&self) -> Touch {
        match self {
            Event::Act { .. }
            | Event::Noted { .. }
            | Event::Amended { .. }
            | Event::Rolled(_)
            | Event::Struck { .. }
            | Event::Landed { .. }
            | Event::Adjusted { .. }
            | Event::Led { .. }
            | Event::Meanwhile { .. } => Touch::Nothing,
            Event::Changed { who, at, .. } => {
                Touch::Sheet(*who, at.split('/').next().unwrap_or("").to_owned())
            }
            Event::Gained { who, condition, .. } => Touch::Condition(*who, condition.key.clone()),
            Event::Lost { who, key, .. } => Touch::Condition(*who, key.clone()),
            Event::Linked(_) | Event::Unlinked(_) => Touch::Links,
            Event::Kept { part, who, .. } => Touch::Part(part.clone(), *who),
            Event::Round { .. } => Touch::Round,
            Event::Turn { .. } => Touch::Turn,
            Event::Sided { .. } | Event::Fielded { .. } | Event::Joined { .. } => Touch::Roster,
            Event::Left { who, .. }
            | Event::Returned { who }
            | Event::Edited { who, .. }
            | Event::Hid { who, .. } => Touch::Person(*who),
            Event::CombatantRoller { .. }
            | Event::SideRoller { .. }
            | Event::EnvironmentRoller { .. } => Touch::Rollers,
            Event::CombatantControl { .. } | Event::SideControl { .. } => Touch::Controls,
            Event::Notes { .. } => Touch::Notes,
            Event::Scheduled(_) | Event::CameDue { .. } | Event::Unscheduled { .. } => {
                Touch::Schedule
            }
            Event::Staged { .. } => Touch::Stage,
        }
    }
}
