//! What lasts between two commands of a round.

use super::maneuver::Maneuver;
use super::modes::Mode;
use crate::encounter::{Condition, Encounter, Id, Is, Record, Stored, Value};

crate::words! {
    /// Which part of the round it is.
    pub enum Phase {
        /// Before the first round: who is surprised?
        Surprise = "surprise",
        /// Everybody says what they mean to do.
        Declare = "declare",
        /// The numbers are counted down.
        Count = "count",
    }

    /// How far a spell has come on its caster's count.
    pub enum Casting {
        /// No spell under way.
        None = "none",
        /// Begun; the save, if one is needed, and the release are still to come.
        Begun = "begun",
        /// The save is made: it will be released.
        Safe = "safe",
        /// Disrupted.
        Lost = "lost",
    }
}

crate::records! {
    /// Where the round stands.
    pub struct Cycle in "cycle" {
        /// Which part of the round it is.
        pub phase: Phase,
        /// The number called last.
        pub count: i64,
        /// The number before that one in this round, if there was one.
        pub previous: Option<i64>,
        /// How many counts this round has had; tells one count from another.
        pub index: i64,
        /// The count is under way: called and not closed.
        pub open: bool,
        /// It is the last count, of those who held to the end.
        pub bottom: bool,
        /// Something has been done on this count: nobody can join it any more (CTD-42).
        pub started: bool,
        /// Whom the GM wants to see first among those on this count.
        pub first: Option<Id>,
        /// The suggestion to end the fight was turned down in this round.
        pub went_on: bool,
    }

    /// What somebody declared, later what it does. It stays for the next round's preset.
    pub struct Plan each "plan" {
        /// In which round; 0 before the first declaration.
        pub round: u32,
        /// What it does.
        pub action: Maneuver,
        /// What was declared, when it now does something else.
        pub declared: Maneuver,
        /// At whom.
        pub target: Option<Id>,
        /// With which attack.
        pub weapon: String,
        /// Which spell.
        pub spell: String,
        /// How it means to hold.
        pub hold: Hold,
    }

    /// Somebody's state in this round.
    pub struct Slot each "slot" {
        /// Feet moved.
        pub moved: i64,
        /// Feet to move after the spell.
        pub after: i64,
        /// Has made an attack roll.
        pub attacked: bool,
        /// Used up its movement: stood up, charged, braced, was held.
        pub rooted: bool,
        /// Ran or charged (CTD-61).
        pub ran: bool,
        /// Fights the flames with a fitting method (CTD-123).
        pub extinguishing: bool,
        /// The weapon it reloads, by place on the sheet.
        pub reloading: Option<usize>,
        /// On which count it acted ([`Cycle::index`]).
        pub acted_on: Option<i64>,
        /// On which count it was released to act.
        pub joined: Option<i64>,
        /// How it holds now.
        pub hold: Hold,
        /// An attack roll or a spell just before was aimed at it: its spell needs a save (CTD-138).
        pub aimed: bool,
        /// How far its spell has come.
        pub casting: Casting,
    }

    /// The number that somebody keeps for the fight (option `reroll_initiative` = `once`).
    pub struct Kept each "kept" {
        /// That of somebody who sees; nothing before the first roll.
        pub number: Option<i64>,
    }

    /// What takes effect on somebody when the count is closed (CTD-32).
    pub struct Booked each "booked" {
        /// Damage.
        pub wounds: Vec<Wound>,
        /// Hit points given back.
        pub healed: i64,
        /// Conditions, each with whether it is provoked like a [`Wound`].
        pub afflictions: Vec<(Condition, bool)>,
        /// Whom it has closed with.
        pub closes: Vec<Id>,
        /// Whom it has left behind.
        pub leaves: Vec<Id>,
        /// Whom it has taken hold of.
        pub grabs: Option<Id>,
        /// Its hold on somebody, or somebody's hold on it, has ended.
        pub lets_go: bool,
    }

    /// Damage that waits for the end of the count (CTD-32).
    pub struct Wound {
        /// Hit points.
        pub amount: i64,
        /// Non-lethal (CTD-148).
        pub subdual: bool,
        /// Dealt by a reaction to the victim's own action, or by fire that it moved through (CTD-37).
        pub provoked: bool,
        /// What did it: "Orc's axe".
        pub cause: String,
        /// Who did it, if somebody did.
        pub by: Option<Id>,
    }

    /// All oil that burns on the ground, in the order started.
    pub struct Fires in "fires" {
        /// Each fire.
        pub burning: Vec<Fire>,
    }

    /// Oil that burns on the ground (CTD-128).
    pub struct Fire {
        /// Its number.
        pub number: u32,
        /// Where it burns, in the GM's words.
        pub name: String,
        /// The last round in which it burns (CTD-130).
        pub last: u32,
        /// Who stands in it.
        pub inside: Vec<Id>,
        /// Who was burned by it in this round already (CTD-129).
        pub took: Vec<Id>,
    }
}

/// How somebody holds its action (CTD-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// Not at all.
    #[default]
    None,
    /// Until the GM says so.
    Open,
    /// Until somebody acts (CTD-41).
    For(Id),
    /// Until just before a caster's spell (CTD-47).
    Before(Id),
}

impl Hold {
    /// Whom it waits for.
    pub fn until(self) -> Option<Id> {
        match self {
            Hold::For(who) | Hold::Before(who) => Some(who),
            Hold::None | Hold::Open => None,
        }
    }
}

impl Stored for Hold {
    fn store(&self) -> Option<Value> {
        Some(match self {
            Hold::None => return None,
            Hold::Open => Value::Word("open".to_owned()),
            Hold::For(who) => Value::Record(Record::new().with("for", *who)),
            Hold::Before(who) => Value::Record(Record::new().with("before", *who)),
        })
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(Hold::None),
            Some(Value::Word(word)) if word == "open" => Ok(Hold::Open),
            Some(Value::Record(record)) if record.has("for") => {
                Id::restore(record.get("for")).map(Hold::For)
            }
            Some(Value::Record(record)) => Id::restore(record.get("before")).map(Hold::Before),
            Some(other) => Err(format!("a way to hold is needed, not {}", other.kind())),
        }
    }
}

impl Plan {
    /// The latest declaration of somebody, of whatever round.
    pub fn last(now: &Encounter, id: Id) -> Option<&Self> {
        Some(Self::of(now, id)).filter(|plan| plan.round > 0)
    }

    /// The foe it had in mind: the target, or whom it waited for.
    pub fn foe(&self, now: &Encounter, who: Id) -> Option<Id> {
        self.target
            .or(self.hold.until().filter(|id| !now.allied(*id, who)))
    }

    /// In words: "attacks Uz with the axe", "holds for Boss".
    pub fn text(&self, now: &Encounter) -> String {
        let mut text = self.action.verb().to_owned();
        if self.action == Maneuver::Hold {
            match self.hold {
                Hold::For(who) => text.push_str(&format!(" for {}", now.name(who))),
                Hold::Before(who) => {
                    text.push_str(&format!(" until just before {}", now.name(who)))
                }
                Hold::None | Hold::Open => {}
            }
        }
        if !self.spell.is_empty() {
            text.push_str(&format!(" {}", self.spell));
        }
        if let (Some(target), true) = (self.target, self.action.has_target()) {
            let at = if self.action == Maneuver::Cast {
                " at"
            } else {
                ""
            };
            text.push_str(&format!("{at} {}", now.name(target)));
        }
        if !self.weapon.is_empty() && matches!(self.action, Maneuver::Attack | Maneuver::Charge) {
            text.push_str(&match Mode::of(&self.weapon) {
                Mode::Routine => ", all attacks".to_owned(),
                Mode::Both => " with both weapons".to_owned(),
                Mode::Single(weapon) => format!(" with {weapon}"),
            });
        }
        text
    }
}

/// Booked like a condition: the hand is emptied by a natural 20 (CTD-92). What stays of it is the weapon's state.
pub const DISARMED: Is = Is("disarmed");
/// Booked like a condition: brought round (CTD-154).
pub const REVIVED: Is = Is("revived");

impl Booked {
    /// All damage that waits.
    pub fn total(&self) -> i64 {
        self.wounds.iter().map(|wound| wound.amount).sum()
    }

    /// The damage that its own action drew upon it (CTD-37).
    pub fn provoked_total(&self) -> i64 {
        self.wounds
            .iter()
            .filter(|wound| wound.provoked)
            .map(|wound| wound.amount)
            .sum()
    }

    /// Whether its own action drew this condition upon it (CTD-37).
    pub fn provoked(&self, is: Is) -> bool {
        let mut all = self.afflictions.iter();
        all.any(|(condition, provoked)| *provoked && condition.key == is.0)
    }
}
