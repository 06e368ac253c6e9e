//! Everything that can happen. Events are the only thing that changes an encounter, the source of every log line
//! and the save format: never rename or reuse a variant or a field; add fields with `#[serde(default)]`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::combatant::{Combatant, Roller, Side};
use super::condition::{Condition, Giver};
use super::condition_ends::Ends;
use super::leading::{Control, Tactics};
use super::links::Link;
use super::scheduled::Scheduled;
use super::stage::Stage;
use crate::dice::{Dice, Tally};
use crate::ron_text::is_default;
use crate::values::{Content, Id, Part, Record, SideId, Value, nearest, nearest_up};

/// What is another in an answer: of a form a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// The row; "" where the answer is no form.
    #[serde(default, skip_serializing_if = "is_default")]
    pub row: String,
    /// What it was, in words; "" where the row was not there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub was: String,
    pub is: String,
}

/// What a throw had to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// The total had to be this or less.
    AtMost(i64),
    /// The total had to be this or more.
    AtLeast(i64),
}

impl Need {
    /// Whether a total is enough.
    pub(crate) fn met(&self, total: i64) -> bool {
        match self {
            Need::AtMost(need) => total <= *need,
            Need::AtLeast(need) => total >= *need,
        }
    }

    /// In words: "8 or less", "12 or more", "AC 15". An AC, a DC is what has to be reached: by itself it says "or more".
    pub(crate) fn words(&self, against: &str) -> String {
        match (self, against) {
            (Need::AtMost(need), "") => format!("{need} or less"),
            (Need::AtMost(need), against) => format!("{against} {need} or less"),
            (Need::AtLeast(need), "") => format!("{need} or more"),
            (Need::AtLeast(need), against) => format!("{against} {need}"),
        }
    }
}

/// A throw of dice as it went into the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// Whose dice; `None` for dice that are nobody's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Option<Id>,
    /// Whether the line above says already whose they are.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unnamed: bool,
    /// True if `what` is a deed in the third person, such as "attacks Orc with sword".
    #[serde(default, skip_serializing_if = "is_default")]
    pub deed: bool,
    /// Purpose of the roll, such as "AGI save" or "damage".
    pub what: String,
    pub dice: Dice,
    /// The natural faces, in the order thrown.
    pub faces: Vec<u32>,
    /// What was added to the dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bonus: Tally,
    /// Total of dice and bonus.
    pub total: i64,
    /// What had to be reached, if anything.
    #[serde(default, skip_serializing_if = "is_default")]
    pub need: Option<Need>,
    /// Whether whoever threw wanted it high though nothing had to be reached: damage, healing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub high: bool,
    /// What the need is made of.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reasons: Tally,
    /// What the need is called: "AC", "WIT", …
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: String,
    /// How it came out, in one or two words; "" when the number says it all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub verdict: String,
    /// The natural faces that decided against the total: "20", "96 to 100"; "" where the total decided.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forced: String,
    /// What keeps the total of whose dice they are, a value of the sheet or a part: a sentence tells of it, and the log has
    /// no line for the throw. "" where it has one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kept_as: String,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Logs an action of a combatant and begins a new log line.
    Act {
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// Whom it concerns besides.
        #[serde(default, skip_serializing_if = "is_default")]
        about: Vec<Id>,
        text: String,
        /// Whether the GM keeps it from the players.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// A sentence that goes on with the line: that of the last [`Event::Act`], or of the throw after it.
    Noted {
        #[serde(default, skip_serializing_if = "is_default")]
        about: Vec<Id>,
        text: String,
        /// Whether it says what somebody meant to do and had not begun: of a foe, players read nothing of it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planned: bool,
        /// Whether it says why a question was not asked: that is the GM's, players read nothing of it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        aside: bool,
    },
    /// An earlier answer is another one now. Of several to one question the log tells one line: what the first was, what
    /// the last is.
    Amended {
        #[serde(default, skip_serializing_if = "is_default")]
        about: Vec<Id>,
        asked: String,
        /// Changed parts of the answer, one for each changed field of a form.
        rows: Vec<Amendment>,
    },
    /// Records rolled dice and begins a log line below the last [`Event::Act`].
    Rolled(Throw),
    /// An attack was decided. Silent. What `who` loses after a hit in the same command is the doing of `by`.
    Struck {
        by: Id,
        who: Id,
        /// Whether it came through to it, whatever its armour leaves of the damage.
        hit: bool,
    },
    /// The damage of an attack that hit before is about to be taken, with that of others perhaps. Silent.
    Landed {
        by: Id,
        who: Id,
        /// So much of what `who` loses next is the doing of `by`.
        amount: i64,
    },
    /// A value on a sheet changed.
    Changed {
        who: Id,
        at: String,
        #[serde(default, skip_serializing_if = "is_default")]
        from: Option<Value>,
        /// What stands there now.
        #[serde(default, skip_serializing_if = "is_default")]
        to: Option<Value>,
        /// What the log calls it; "" for silent book-keeping.
        #[serde(default, skip_serializing_if = "is_default")]
        label: String,
        #[serde(default, skip_serializing_if = "is_default")]
        cause: String,
    },
    /// A condition came and replaced what stood of the same key: from the same source, or from any.
    Gained {
        who: Id,
        condition: Condition,
        /// What the log calls it; "" for silent book-keeping.
        #[serde(default, skip_serializing_if = "is_default")]
        label: String,
        #[serde(default, skip_serializing_if = "is_default")]
        replaces: Giver,
    },
    Lost {
        who: Id,
        key: String,
        /// Which of several of that key; one of them only where others go on.
        #[serde(default, skip_serializing_if = "is_default")]
        giver: Giver,
        /// What the log calls it; "" for silent book-keeping.
        #[serde(default, skip_serializing_if = "is_default")]
        label: String,
        #[serde(default, skip_serializing_if = "is_default")]
        cause: String,
    },
    /// A bond was made.
    Linked(Link),
    Unlinked(Link),
    /// The GM adds to the throw that is being asked for, or takes away: a ruling at its question, for that throw alone,
    /// whatever the rule system. It stands in the log as a part of the throw.
    Adjusted {
        /// Whose throw; `None` for dice that are nobody's.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// How much; 0 takes back what was added before.
        by: i64,
    },
    /// A part of the system's own state was set. Silent.
    Kept {
        /// The word of the part.
        part: String,
        /// Whose it is, if it is somebody's.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// What stands there now.
        to: Content,
    },
    Round {
        number: u32,
        /// What the log says of it.
        text: String,
    },
    /// It is somebody's turn, or nobody's. Silent.
    Turn {
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
    },
    /// A side was added.
    Sided {
        side: Side,
    },
    /// A kept party came to fight on a side: it is kept under that name again. Silent.
    Fielded {
        side: SideId,
        /// What the party is called.
        party: String,
    },
    /// Somebody joined the fight.
    Joined {
        /// The newcomer; it gets the next id.
        combatant: Arc<Combatant<Record>>,
    },
    /// The GM took somebody out of the fight.
    Left {
        who: Id,
        /// Why or where to; may be "".
        #[serde(default, skip_serializing_if = "is_default")]
        cause: String,
    },
    /// Somebody who had left is back.
    Returned {
        who: Id,
    },
    /// Name, side, group or notes were edited.
    Edited {
        who: Id,
        /// The name until then, if there is a new one; "" in older files.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        was: String,
        #[serde(default, skip_serializing_if = "is_default")]
        name: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        side: Option<SideId>,
        #[serde(default, skip_serializing_if = "is_default")]
        group: Option<String>,
        #[serde(default, skip_serializing_if = "is_default")]
        notes: Option<String>,
    },
    /// Hidden from the players' view, or shown. Silent in the players' log.
    Hid {
        who: Id,
        /// Whether it is hidden now.
        hidden: bool,
    },
    /// Who throws a combatant's dice.
    CombatantRoller {
        who: Id,
        /// The setting; `None` follows the side.
        #[serde(default, skip_serializing_if = "is_default")]
        roller: Option<Roller>,
    },
    /// Who throws a side's dice.
    SideRoller {
        side: SideId,
        roller: Roller,
    },
    /// Who decides for a combatant.
    CombatantControl {
        who: Id,
        /// The setting; `None` follows the side.
        #[serde(default, skip_serializing_if = "is_default")]
        control: Option<Control>,
    },
    /// Who decides for a side, and how it is led where that is not the GM alone.
    SideControl {
        side: SideId,
        control: Control,
        #[serde(default, skip_serializing_if = "is_default")]
        tactics: Tactics,
    },
    /// Something was decided by the policy of the system: nobody was asked.
    Led {
        /// For whom, if it was somebody's decision.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Option<Id>,
        /// For which side, if it was a side's.
        #[serde(default, skip_serializing_if = "is_default")]
        side: Option<SideId>,
        /// Why, in a word.
        why: String,
    },
    /// Who throws dice that are nobody's.
    EnvironmentRoller {
        roller: Roller,
    },
    /// The GM's notes on the fight were edited.
    Notes {
        text: String,
    },
    /// Something was planned for later. Silent: it is said when it happens.
    Scheduled(Arc<Scheduled>),
    /// What was planned happens: begins a new line in the log. It is planned no longer.
    CameDue {
        /// Its place among what is planned.
        place: u32,
        /// What the log says; "" where it says who arrives.
        text: String,
        /// Whether the players read nothing of it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
    },
    /// What was planned will not happen. Silent.
    Unscheduled {
        /// Its place among what is planned.
        place: u32,
    },
    /// Here in time stands what the GM ruled in the midst of a command: `many` of its events from the one at `first` on,
    /// whenever they took effect. Silent.
    Meanwhile {
        /// The place of the first among the events of the command.
        first: usize,
        /// How many there are.
        many: usize,
    },
    /// The fight began, ended or was taken up again.
    Staged {
        /// The stage it is at now.
        stage: Stage,
        /// What the log says of it.
        #[serde(default, skip_serializing_if = "is_default")]
        text: String,
    },
}

/// What of a command's events is kept: of a part that was set several times, which nobody is told of, only the last.
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
        // The places of events are others now.
        Event::Meanwhile { first, many } => {
            let from = before(*first);
            let many = before(first.saturating_add(*many)) - from;
            Event::Meanwhile { first: from, many }
        }
        event => event.clone(),
    });
    kept.collect()
}

/// The part of an encounter that an event touches, for deciding whether a correction may come before a command.
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
    /// With the nearest numbers that a fight bears: a rule may count on from one that a person or a file brought in.
    pub(crate) fn borne(mut self) -> Event {
        match &mut self {
            Event::Round { number, .. } => *number = nearest_up(*number),
            Event::Gained { condition, .. } => {
                condition.value = nearest(condition.value);
                if let Ends::EndOfRound(round) | Ends::Turn { latest: round, .. } =
                    &mut condition.ends
                {
                    *round = nearest_up(*round);
                }
            }
            _ => {}
        }
        self
    }

    /// A part of the system's own state is put in its place: of the fight, or of `who`.
    pub fn kept<T: Part>(who: Option<Id>, part: T) -> Self {
        Event::Kept {
            part: T::WORD.to_owned(),
            who,
            to: Content::Typed(Arc::new(part)),
        }
    }

    /// A sentence that goes on with the line.
    pub fn sentence(about: Vec<Id>, text: String) -> Self {
        Event::Noted {
            about,
            text,
            planned: false,
            aside: false,
        }
    }

    /// Somebody gets other notes.
    pub fn noted_on(who: Id, notes: String) -> Self {
        Event::Edited {
            who,
            was: String::new(),
            name: None,
            side: None,
            group: None,
            notes: Some(notes),
        }
    }

    /// The places, among so many events of a command, of what it says was ruled in its midst; none for any other event.
    pub(crate) fn ruled(&self, of: usize) -> Range<usize> {
        match self {
            Event::Meanwhile { first, many } => *first..first.saturating_add(*many).min(of),
            _ => 0..0,
        }
    }

    /// Whose throw the GM adjusts by this, and by how much.
    pub(crate) fn adjustment(&self) -> Option<(Option<Id>, i64)> {
        match self {
            Event::Adjusted { who, by } => Some((*who, *by)),
            _ => None,
        }
    }

    /// Whether two events touch the same part of an encounter.
    pub(crate) fn clashes(&self, other: &Event) -> bool {
        self.touches() != Touch::Nothing && self.touches() == other.touches()
    }

    /// Who is another afterwards: on the sheet, in a condition, or gone.
    pub(crate) fn marks(&self) -> Option<Id> {
        match self.touches() {
            Touch::Sheet(who, _) | Touch::Condition(who, _) | Touch::Person(who) => Some(who),
            _ => None,
        }
    }

    /// What this event touches.
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
